"""Draws objects that hide parts of a face, and harmless objects, over gray pictures of faces.

The axes are those of the face: the origin is the midpoint of the eyes, the unit the distance between them, x along
the line of the eyes, y down. A picture's `Frame` transforms them to pixels. The hidden shares of mouth and eyes
follow from what was drawn, not from the object's name.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

# The mouth and the two eyes as ellipses: center x, center y, half width, half height.
MOUTH = (0.0, 1.0, 0.48, 0.24)
EYES = ((-0.5, 0.0, 0.27, 0.15), (0.5, 0.0, 0.27, 0.15))
# Subdivision of a pixel by cv2's drawing functions.
SHIFT = 4


@dataclass(frozen=True)
class Frame:
    """Position of a face: midpoint of the eyes, their distance in pixels, and the angle of their line."""

    x: float
    y: float
    unit: float
    angle: float = 0.0

    @classmethod
    def between(cls, right: np.ndarray, left: np.ndarray) -> Frame:
        """Created from the subject's right and left eye, (x, y) in pixels."""
        across = left - right
        angle = float(np.arctan2(across[1], across[0]))
        return cls(*((left + right) / 2), float(np.hypot(*across)), angle)

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """[N, 2] in the face's axes → pixels."""
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        turn = np.array([[cosine, sine], [-sine, cosine]])
        return points @ turn * self.unit + (self.x, self.y)


def ellipse(x: float, y: float, half_width: float, half_height: float, turn: float = 0.0):
    """The outline of an ellipse as [24, 2] points."""
    around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    points = np.stack([np.cos(around) * half_width, np.sin(around) * half_height], 1)
    turned = points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return turned + (x, y)


def capsule(start, end, radius: float) -> np.ndarray:
    """The outline of a thick line with round ends."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    along = (end - start) / max(np.hypot(*(end - start)), 1e-6)
    turn = np.arctan2(along[1], along[0])
    half = np.linspace(-np.pi / 2, np.pi / 2, 8)
    cap = lambda center, offset: center + radius * np.stack(  # noqa: E731
        [np.cos(half + turn + offset), np.sin(half + turn + offset)], 1)  # fmt: skip
    return np.concatenate([cap(end, 0), cap(start, np.pi)])


class Sketch:
    """A picture that objects are drawn on, with a record of what they hide."""

    def __init__(self, picture: np.ndarray, frame: Frame, generator: np.random.Generator):
        self.picture = picture.astype(np.float32)
        self.frame = frame
        self.random = generator
        self.hidden = np.zeros(picture.shape, np.float32)

    def mask(self, outline: np.ndarray) -> np.ndarray:
        """The inside of an outline, 0…1, smooth at the edge."""
        layer = np.zeros(self.picture.shape, np.uint8)
        points = np.round(self.frame.pixels(outline) * 2**SHIFT).astype(np.int32)
        cv2.fillPoly(layer, [points], 255, cv2.LINE_AA, SHIFT)
        return layer.astype(np.float32) / 255

    def cover(self, outline: np.ndarray, color, shade: float = 0.0, thin: bool = False) -> None:
        """Fills an outline with a gray value or a texture [H, W]; `shade` darkens its rim.

        A `thin` object (a frame, a hair) hides nothing.
        """
        inside = self.mask(outline)
        paint = np.broadcast_to(np.float32(color), inside.shape)
        if shade > 0:
            blur = cv2.GaussianBlur(inside, (0, 0), max(0.06 * self.frame.unit, 0.5))
            paint = paint * (1 - shade * (1 - np.clip(2 * blur - 1, 0, 1)))
        self.picture = self.picture * (1 - inside) + paint * inside
        if not thin:
            self.hidden = np.maximum(self.hidden, inside)

    def share(self, part: tuple[float, float, float, float]) -> float:
        """Hidden fraction of a part, 0…1."""
        inside = self.mask(ellipse(*part))
        return float((self.hidden * inside).sum() / max(inside.sum(), 1e-6))

    def shares(self) -> tuple[float, float]:
        """Hidden fractions of the mouth and of both eyes together."""
        return self.share(MOUTH), float(np.mean([self.share(eye) for eye in EYES]))

    def pixels(self) -> np.ndarray:
        """The picture as uint8."""
        return np.clip(self.picture, 0, 255).astype(np.uint8)

    # Appearance of objects.

    def skin(self) -> float:
        """A gray value near that of the cheeks."""
        cheeks = self.mask(ellipse(-0.6, 0.6, 0.2, 0.2)) + self.mask(ellipse(0.6, 0.6, 0.2, 0.2))
        mean = float((self.picture * cheeks).sum() / max(cheeks.sum(), 1e-6))
        tone = mean * self.random.uniform(0.8, 1.2) + self.random.normal(0, 8)
        return float(np.clip(tone, 5, 250))

    def texture(self, base: float, plain: bool = False) -> np.ndarray:
        """Light that falls off across the object, blotches, and, unless it is `plain`, sometimes stripes."""
        height, width = self.picture.shape
        rows, columns = np.mgrid[:height, :width].astype(np.float32) / self.frame.unit
        angle, r = self.random.uniform(0, 2 * np.pi), self.random
        along = rows * np.sin(angle) + columns * np.cos(angle)
        paint = base * (1 + r.normal(0, 0.12) * (along - along.mean()))
        coarse = r.normal(0, r.uniform(1, 12), (6, 6)).astype(np.float32)
        paint = paint + cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        if not plain and r.random() < 0.3:
            across = along if r.random() < 0.5 else rows * np.cos(angle) - columns * np.sin(angle)
            paint = paint + r.uniform(5, 60) * np.sign(np.sin(across * r.uniform(4, 20)))
        return np.clip(paint, 0, 255)


def hand(sketch: Sketch, x: float, y: float) -> None:
    """A palm and three to five fingers that end near (x, y), with the skin of the cheeks."""
    r = sketch.random
    come_from = r.uniform(0, np.pi) if y > 0.4 else r.uniform(-np.pi, np.pi)
    toward = np.array([np.cos(come_from), np.sin(come_from)])
    across = np.array([-toward[1], toward[0]])
    width = r.uniform(0.12, 0.17)
    count = int(r.integers(3, 6))
    center = np.array([x, y]) + toward * r.uniform(0.0, 0.5)
    shade = r.uniform(0.15, 0.5)
    palm = center + toward * r.uniform(0.8, 1.2)
    color = sketch.skin()
    back = ellipse(*palm, 0.6, width * count * 1.05, come_from)
    sketch.cover(back, sketch.texture(color, plain=True), shade)
    for finger in range(count):
        offset = across * (finger - (count - 1) / 2) * width * r.uniform(1.9, 2.1)
        tip = center + offset - toward * r.uniform(0.1, 0.5)
        tone = sketch.texture(color * r.uniform(0.92, 1.08), plain=True)
        sketch.cover(capsule(tip, palm + offset * 0.9, width), tone, shade)


def face_mask(sketch: Sketch, x: float, y: float) -> None:
    """Cloth over nose and mouth, down to the chin."""
    r = sketch.random
    top, bottom = r.uniform(0.25, 0.6), r.uniform(1.45, 1.9)
    side, bow = r.uniform(0.75, 1.1), r.uniform(0, 0.25)
    outline = np.array(
        [(-side, top + bow), (-0.3, top), (0, top - bow / 2), (0.3, top), (side, top + bow),
         (side * 0.95, (top + bottom) / 2), (0.45, bottom), (-0.45, bottom),
         (-side * 0.95, (top + bottom) / 2)])  # fmt: skip
    cloth = sketch.texture(r.uniform(10, 250))
    sketch.cover(outline + (x * 0.3, y - 1.0), cloth, r.uniform(0, 0.4))
    for _ in range(int(r.integers(0, 4))):
        height = r.uniform(top + 0.2, bottom - 0.1) + y - 1.0
        fold = capsule((-side * 0.7, height), (side * 0.7, height), 0.015)
        sketch.cover(fold, r.uniform(20, 230), thin=True)


def thing(sketch: Sketch, x: float, y: float) -> None:
    """A round or angular object with its own texture: a cup, a book, a telephone."""
    r = sketch.random
    half_width, half_height = r.uniform(0.3, 1.0), r.uniform(0.25, 0.7)
    turn = r.normal(0, 0.4)
    outline = ellipse(x, y, half_width, half_height, turn)
    if r.random() < 0.6:
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (half_width, half_height)
        cosine, sine = np.cos(turn), np.sin(turn)
        outline = corners @ np.array([[cosine, sine], [-sine, cosine]]) + (x, y)
    sketch.cover(outline, sketch.texture(r.uniform(0, 255)), r.uniform(0, 0.5))


def dark_glasses(sketch: Sketch, x: float, y: float) -> None:
    """Two dark lenses, a bridge, sometimes a reflection."""
    r = sketch.random
    color, half_width, half_height = r.uniform(0, 70), r.uniform(0.28, 0.45), r.uniform(0.2, 0.38)
    for side in (-1, 1):
        lens = ellipse(x + side * r.uniform(0.46, 0.54), y + 0.03, half_width, half_height)
        if r.random() < 0.4:
            lens = np.clip(lens, lens.mean(0) - (half_width * 0.85, half_height * 0.8),
                           lens.mean(0) + (half_width * 0.85, half_height * 0.8))  # fmt: skip
        glass = sketch.texture(color + 5, plain=True) * r.uniform(0.7, 1)
        sketch.cover(lens, glass, r.uniform(0, 0.5))
    sketch.cover(capsule((x - 0.2, y), (x + 0.2, y), 0.04), color, thin=True)
    if r.random() < 0.4:
        place = x + r.choice([-0.5, 0.5]) + r.uniform(-0.1, 0.1)
        sketch.cover(ellipse(place, y - 0.05, 0.1, 0.06), r.uniform(90, 255))


def fringe(sketch: Sketch, x: float, y: float) -> None:
    """Strands of hair from above down to (x, y)."""
    r = sketch.random
    color = r.uniform(5, 120)
    for place in np.linspace(-0.95, 0.95, int(r.integers(9, 20))):
        end = (x + place + r.normal(0, 0.08), y + 0.15 + abs(r.normal(0, 0.15)))
        strand = capsule((place * 0.8, -1.6), end, r.uniform(0.06, 0.14))
        tone = sketch.texture(color * r.uniform(0.7, 1.3), plain=True)
        sketch.cover(strand, tone, r.uniform(0, 0.4))


# Objects that hide nothing and must not be mistaken for occluders.


def clear_glasses(sketch: Sketch) -> None:
    """Rims, a bridge, and a little glare."""
    r = sketch.random
    color, half_width, half_height = r.uniform(0, 160), r.uniform(0.3, 0.45), r.uniform(0.2, 0.36)
    thickness = r.uniform(0.02, 0.06)
    for side in (-0.5, 0.5):
        outline = ellipse(side, 0.04, half_width, half_height)
        for start, end in zip(outline, np.roll(outline, -1, 0), strict=True):
            sketch.cover(capsule(start, end, thickness / 2), color, thin=True)
        if r.random() < 0.3:
            glare = ellipse(side + r.uniform(-0.1, 0.1), r.uniform(-0.1, 0.1), 0.08, 0.05)
            sketch.cover(glare, 240, thin=True)
    sketch.cover(capsule((-0.2, 0), (0.2, 0), thickness / 2), color, thin=True)


def beard(sketch: Sketch) -> None:
    """Dark, grained cheeks and chin without the lips."""
    r = sketch.random
    outer = sketch.mask(ellipse(0, 1.15, r.uniform(0.75, 0.95), r.uniform(0.6, 0.75)))
    above = sketch.mask(np.array([(-1.5, -2), (1.5, -2), (1.5, r.uniform(0.7, 0.9)),
                                  (-1.5, r.uniform(0.7, 0.9))]))  # fmt: skip
    lips = sketch.mask(ellipse(0, 1.0, r.uniform(0.36, 0.46), r.uniform(0.1, 0.17)))
    strength = np.clip(outer - above - lips, 0, 1) * r.uniform(0.3, 0.8)
    grain = 1 + r.normal(0, 0.25, sketch.picture.shape)
    sketch.picture = sketch.picture * (1 - strength) + r.uniform(10, 90) * grain * strength


def moustache(sketch: Sketch) -> None:
    """A dark bar above the upper lip."""
    r = sketch.random
    outline = ellipse(0, r.uniform(0.76, 0.84), r.uniform(0.25, 0.45), r.uniform(0.04, 0.09))
    sketch.cover(outline, sketch.texture(r.uniform(5, 110)), r.uniform(0, 0.5), thin=True)


def shaded_eyes(sketch: Sketch) -> None:
    """Eye sockets in the shadow of low brows, as under a lamp or in a contorted face: dark, but visible."""
    r = sketch.random
    dark, low = r.uniform(0.35, 0.85), r.uniform(-0.25, -0.02)
    soft = max(r.uniform(0.08, 0.2) * sketch.frame.unit, 0.5)
    for side in (-1, 1):
        socket = sketch.mask(ellipse(side * r.uniform(0.44, 0.52), low, r.uniform(0.3, 0.45), r.uniform(0.12, 0.24)))
        brow_turn = side * r.uniform(-0.1, 0.35)
        brow = sketch.mask(ellipse(side * 0.48, low - r.uniform(0.1, 0.2), r.uniform(0.3, 0.42), 0.06, brow_turn))
        for part, strength in ((socket, dark), (brow, r.uniform(0.2, 0.8))):
            sketch.picture = sketch.picture * (1 - strength * cv2.GaussianBlur(part, (0, 0), soft))


OVER_MOUTH = (hand, face_mask, thing)
OVER_EYES = (hand, dark_glasses, fringe, thing)
HARMLESS = (clear_glasses, beard, moustache, shaded_eyes)
# Positions of hands and objects that leave mouth and eyes free: forehead, cheeks, below the chin.
BESIDE = ((0.0, -1.1), (-1.15, 0.6), (1.15, 0.6), (0.0, 1.95), (-0.9, 1.5), (0.9, 1.5))
