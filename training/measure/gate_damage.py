"""Degradations and occluders for measuring the judgeability limits."""

from __future__ import annotations

import cv2
import numpy as np

from training.occlusion import occluders

STOPS_DARK = (-2, -4, -5, -6, -7, -8)
STOPS_BRIGHT = (1, 2, 3, 4, 5)
# Percent of the face's side: standard deviation of a Gaussian, and length of a motion.
BLURS = (1.5, 3, 4.5, 6, 8)
MOVEMENTS = (6, 12, 18)
# Sides of a face crop in pixels.
SIDES = (36, 28, 24, 20, 16)
CUTS = (0.15, 0.3, 0.45)
YAWS = (-75, -60, -45, -30, -15, 15, 30, 45, 60, 75)
PITCHES = (-45, -30, -15, 15, 30, 45)
ROLLS = (-45, -30, -15, 15, 30, 45)


def patch(sketch: occluders.Sketch, x: float, y: float, texture: np.ndarray) -> None:
    """A piece of another picture with a ragged outline, which training does not contain."""
    r = sketch.random
    around = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    reach = r.uniform(0.75, 1.2, 14)
    outline = np.stack([np.cos(around) * 0.85 * reach, np.sin(around) * 0.5 * reach], 1) + (x, y)
    height, width = sketch.picture.shape
    sketch.cover(outline, cv2.resize(texture, (width, height)), r.uniform(0, 0.3))


# Occluders: the part that each hides (or none), and the function that draws it.
COVERS = {
    "mouth: hand": occluders.hand, "mouth: mask": occluders.face_mask,
    "mouth: thing": occluders.thing, "mouth: piece of another picture": patch,
    "eyes: hand": occluders.hand, "eyes: dark glasses": occluders.dark_glasses,
    "eyes: hair": occluders.fringe, "eyes: thing": occluders.thing,
    "eyes: piece of another picture": patch,
    "free: glasses": occluders.clear_glasses, "free: beard": occluders.beard,
    "free: moustache": occluders.moustache, "free: hand beside": occluders.hand,
}  # fmt: skip


def covered(
    picture: np.ndarray, name: str, frame: occluders.Frame, texture: np.ndarray,
    r: np.random.Generator,
) -> tuple[np.ndarray, float, float]:  # fmt: skip
    """Draws one of COVERS over the gray picture; also how much of mouth and eyes is hidden."""
    sketch = occluders.Sketch(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), frame, r)
    part, draw = name.split(":")[0], COVERS[name]
    places = {"mouth": (0.0, 1.0), "eyes": (0.0, 0.0)}
    if name == "free: hand beside":
        x, y = occluders.BESIDE[r.integers(len(occluders.BESIDE))]
        draw(sketch, x, y)
    elif part == "free":
        draw(sketch)
    elif draw is patch:
        patch(sketch, *places[part], texture)
    else:
        draw(sketch, places[part][0] + r.normal(0, 0.08), places[part][1] + r.normal(0, 0.06))
    mouth, eyes = sketch.shares()
    return np.repeat(sketch.pixels()[..., None], 3, 2), mouth, eyes
