"""How far a face has made a hint's movement, from the features, or from features and movements, of a report.

The unit of a movement's strength is STRENGTH_SPREAD: strengths go from 0 to 1 whatever people look like
at rest, so that one number for all serves; measures of geometry keep their spread between people.
"""

from __future__ import annotations

import numpy as np

from training.contract import FEATURES, MOVEMENT_NAMES
from training.render.movements import MOVEMENTS, OPENED

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


QUANTITIES = FEATURES + MOVEMENT_NAMES
STRENGTH_SPREAD = 0.1

# The reported movements that a hint asks for. Those without stay measured by geometry alone:
# `noseSneer` is 0 on every face.
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

# The shapes of the head that a hint's movement is, with the strength that counts as whole: those that lead, not
# what follows with them (the cheeks) or gives way (the inner brows).
SHAPES: dict[str, dict[str, float]] = {
    hint: {shape: whole for shape, whole in shapes.items() if whole > 0 and shape != "cheekSquint"}
    for hint, shapes in MOVEMENTS.items()
    if hint != "lift_one_mouth_corner"
}


def by_features(hint: str) -> np.ndarray:
    """Weights [71] that look at geometry alone."""
    return np.concatenate([weights(hint), np.zeros(len(MOVEMENT_NAMES))])


def by_strengths(hint: str) -> np.ndarray | None:
    """Weights [71] that look at the reported movements alone; None where there are none."""
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
    """How far faces have moved; given and changes [..., 20] of FEATURES, or [..., 71] of QUANTITIES, from rest, in
    spreads. As the Swift `Movement`."""
    kind, _ = MEASURED_BY[hint]
    if kind == "distance":
        return -np.abs(changes) @ given
    result = changes @ given
    return np.abs(result) if kind == "asymmetry" else result


def true_strength(hint: str, expression: dict[str, float]) -> float:
    """The share of a hint's movement that a face was rendered with: of its least part, of both sides
    the mean; of one mouth corner what one side has more than the other."""

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
    if hint == "close_mouth":  # whole when shut
        return 1 - min(1.0, of("jawOpen") / OPENED["jawOpen"])
    return min(of(base) / whole for base, whole in SHAPES[hint].items())
