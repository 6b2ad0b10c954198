"""Strength of a hint's movement, from the features, or from features and movements, in a report.

The unit of movement strengths is STRENGTH_SPREAD: strengths are 0 to 1 independent of the resting face, so one number
is enough for all. Geometric measures keep their spread between people.
"""

from __future__ import annotations

import numpy as np

from training.contract import FEATURES, MOVEMENT_NAMES
from training.render.movements import MOVEMENTS, OPENED

# Formula of each movement: kind, and the weight of each feature, for paired ones of both sides together. The
# magnitudes sum to 1.
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


QUANTITIES = FEATURES + MOVEMENT_NAMES
STRENGTH_SPREAD = 0.1

# The reported movements of a hint. Hints without any are measured by geometry only: `noseSneer` is 0 on every face.
REPORTED: dict[str, tuple[str, ...]] = {
    "raise_eyebrows": ("browInnerUp", "browOuterUp"),
    "raise_inner_brows": ("browInnerUp",),
    "lower_brows": ("browDown",),
    "open_eyes_wide": ("eyeWide",),
    "narrow_eyes": ("eyeSquint",),
    "raise_upper_lip": ("mouthUpperUp",),
    "open_mouth": ("jawOpen",),
    "close_mouth": ("jawOpen",),
    "lift_mouth_corners": ("mouthSmile",),
    "lift_one_mouth_corner": ("mouthSmile", "mouthDimple"),
    "lower_mouth_corners": ("mouthFrown",),
    "stretch_mouth": ("mouthStretch",),
}

# The shapes of the head for a hint's movement, with the strength of the full movement: only the primary ones, without
# the cheeks that follow or the inner brows that yield.
SHAPES: dict[str, dict[str, float]] = {
    hint: {shape: whole for shape, whole in shapes.items() if whole > 0 and shape != "cheekSquint"}
    for hint, shapes in MOVEMENTS.items()
    if hint != "lift_one_mouth_corner"
}


def by_features(hint: str) -> np.ndarray:
    """Weights [71] that use only geometry."""
    return np.concatenate([weights(hint), np.zeros(len(MOVEMENT_NAMES))])


def by_strengths(hint: str) -> np.ndarray | None:
    """Weights [71] that use only the reported movements; None if there are none."""
    if hint not in REPORTED:
        return None
    kind, _ = MEASURED_BY[hint]
    result = np.zeros(len(QUANTITIES))
    for base in REPORTED[hint]:
        sides = [name for name in (base, f"{base}Left", f"{base}Right") if name in MOVEMENT_NAMES]
        for name in sides:
            opposite = -1 if kind == "asymmetry" and name.endswith("Left") else 1
            result[QUANTITIES.index(name)] = opposite / len(REPORTED[hint]) / len(sides)
    return result


def value(hint: str, given: np.ndarray, changes: np.ndarray) -> np.ndarray:
    """The movement of faces; given and changes [..., 20] of FEATURES, or [..., 71] of QUANTITIES, from rest, in
    spreads. The same formula as the Swift `Movement`.
    """
    kind, _ = MEASURED_BY[hint]
    if kind == "distance":
        return -np.abs(changes) @ given
    result = changes @ given
    return np.abs(result) if kind == "asymmetry" else result


def true_strength(hint: str, expression: dict[str, float]) -> float:
    """The share of a hint's movement with which a face was rendered: the minimum over its parts, each the mean of both
    sides; for one mouth corner the excess of one side.
    """

    def of(base: str) -> float:
        if base in expression:
            return expression[base]
        return (expression.get(f"{base}_L", 0) + expression.get(f"{base}_R", 0)) / 2

    if hint == "lift_one_mouth_corner":
        one_side = [(shape.removesuffix("_L"), whole) for shape, whole in MOVEMENTS[hint].items()]
        return float(np.mean([
            abs(expression.get(f"{base}_L", 0) - expression.get(f"{base}_R", 0)) / whole
            for base, whole in one_side
        ]))  # fmt: skip
    if hint == "close_mouth":  # complete when shut
        return 1 - min(1.0, of("jawOpen") / OPENED["jawOpen"])
    return min(of(base) / whole for base, whole in SHAPES[hint].items())
