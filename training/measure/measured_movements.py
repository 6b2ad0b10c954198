"""How far a face has made a movement, from the geometric features that the program reports."""

from __future__ import annotations

import numpy as np

from training.contract import FEATURES

# How each movement is measured: kind, and the weight of each feature, of paired ones for both sides
# together. The magnitudes sum to 1.
MEASURED_BY: dict[str, tuple[str, dict[str, float]]] = {
    "raise_eyebrows": ("sum", {"outerBrowHeight": 0.5, "innerBrowHeight": 0.5}),
    "raise_inner_brows": ("sum", {"innerBrowHeight": 0.5, "browSlant": 0.5}),
    "lower_brows": ("sum", {"innerBrowHeight": -0.6, "browToNoseWing": -0.4}),
    "open_eyes_wide": ("sum", {"eyeOpening": 1.0}),
    "narrow_eyes": ("sum", {"eyeOpening": -0.6, "lowerLidDrop": -0.4}),
    "wrinkle_nose": ("sum", {"noseWingHeight": 0.5, "browToNoseWing": -0.25, "noseWidth": 0.25}),
    "raise_upper_lip": ("sum", {"upperLipLength": -0.6, "noseWingHeight": 0.4}),
    "open_mouth": ("sum", {"mouthOpening": 1.0}),
    "close_mouth": ("distance", {"mouthOpening": 1.0}),
    "lift_mouth_corners": ("sum", {"mouthCornerLift": 0.6, "mouthWidth": 0.4}),
    "lift_one_mouth_corner": ("asymmetry", {"mouthCornerLift": 1.0}),
    "lower_mouth_corners": ("sum", {"mouthCornerLift": -1.0}),
    "stretch_mouth": ("sum", {"mouthWidth": 1.0}),
    "relax_face": ("distance", dict.fromkeys(FEATURES, 1 / len(FEATURES))),
}


def weights(hint: str) -> np.ndarray:
    """A movement's weights [20], in the order of FEATURES."""
    kind, given = MEASURED_BY[hint]
    result = np.zeros(len(FEATURES))
    for name, value in given.items():
        if name in FEATURES:
            result[FEATURES.index(name)] += value
        else:
            result[FEATURES.index(f"{name}Right")] = value / 2
            result[FEATURES.index(f"{name}Left")] = value / 2 * (-1 if kind == "asymmetry" else 1)
    return result


def movement(hint: str, changes: np.ndarray) -> np.ndarray:
    """How far faces have moved; changes [..., 20] from rest, in spreads. As the Swift `Movement`."""
    kind, _ = MEASURED_BY[hint]
    if kind == "distance":
        return -np.abs(changes) @ weights(hint)
    value = changes @ weights(hint)
    return np.abs(value) if kind == "asymmetry" else value
