"""The hints as movements of the 3D head: those of a person who follows the hint exactly."""

from __future__ import annotations

from training.render.expression_variants import Expression, together

MOVEMENTS: dict[str, Expression] = {
    "raise_eyebrows": {"browInnerUp": 0.8, "browOuterUp": 0.9},
    "raise_inner_brows": {"browInnerUp": 1.0},
    "lower_brows": {"browDown": 1.3, "browInnerUp": -0.4},
    "open_eyes_wide": {"eyeWide": 0.9},
    "narrow_eyes": {"eyeSquint": 0.7, "cheekSquint": 0.3},
    "wrinkle_nose": {"noseSneer": 1.1},
    "raise_upper_lip": {"mouthUpperUp": 0.8},
    "open_mouth": {"jawOpen": 0.45},
    "lift_mouth_corners": {"mouthSmile": 0.9},
    "lift_one_mouth_corner": {"mouthSmile_L": 0.7, "mouthDimple_L": 0.6},
    "lower_mouth_corners": {"mouthFrown": 0.9},
    "stretch_mouth": {"mouthStretch": 1.0},
}
# These hints relax movements instead of adding some.
RELEASES: dict[str, tuple[str, ...]] = {
    "close_mouth": ("jawOpen", "mouthFunnel", "mouthLowerDown", "mouthUpperUp"),
    "relax_face": (),  # everything
}
HINTS = (*MOVEMENTS, *RELEASES)
OPENED = {"jawOpen": 0.3, "mouthLowerDown": 0.2}  # start of `close_mouth`

# The hints that may lead toward each target: their movement is part of a common way to show it.
CANDIDATES: dict[str, tuple[str, ...]] = {
    "neutral": ("relax_face", "close_mouth"),
    "happiness": ("lift_mouth_corners", "narrow_eyes", "raise_upper_lip", "open_mouth"),
    "surprise": ("raise_eyebrows", "open_eyes_wide", "open_mouth"),
    "sadness": ("lower_mouth_corners", "raise_inner_brows", "lower_brows", "close_mouth"),
    "anger": (
        "lower_brows", "narrow_eyes", "open_eyes_wide", "wrinkle_nose", "open_mouth", "close_mouth",
    ),
    "disgust": (
        "wrinkle_nose", "raise_upper_lip", "narrow_eyes", "lower_brows", "lower_mouth_corners",
        "open_mouth",
    ),
    "fear": (
        "open_eyes_wide", "raise_inner_brows", "raise_eyebrows", "stretch_mouth", "open_mouth",
    ),
    "contempt": ("lift_one_mouth_corner", "narrow_eyes", "close_mouth"),
}  # fmt: skip


def _base(name: str) -> str:
    return name.removesuffix("_L").removesuffix("_R")


def is_part(shape: str, hint: str) -> bool:
    """Whether a hint moves or releases a shape, on either side."""
    if hint == "relax_face":
        return True
    moved = MOVEMENTS.get(hint) or dict.fromkeys(RELEASES[hint], 1.0)
    return any(_base(name) == _base(shape) for name in moved)


def before(hint: str, start: Expression, opened: Expression) -> Expression:
    """A face that has not made a hint's movement yet: the start without the movement's own shapes.

    - start, opened (start of `close_mouth`): with the sides named.
    """
    if hint == "relax_face":
        return start
    without = {name: value for name, value in start.items() if not is_part(name, hint)}
    return together(without, opened) if hint == "close_mouth" else without


def after(hint: str, start: Expression, movement: Expression) -> Expression:
    """The same face after only the movement was made.

    - movement: MOVEMENTS[hint], as this person makes it, with the sides named; ignored for releases.
    """
    if hint == "relax_face":
        return {name: 0.15 * value for name, value in start.items()}
    without = {name: value for name, value in start.items() if not is_part(name, hint)}
    return without if hint in RELEASES else together(without, movement)
