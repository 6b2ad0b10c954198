"""Appearance of a face independent of its shape: skin, brows, lips, hair, eyes, clothing.

The model has no texture. Colors are painted on the neutral head, in its own coordinates, so that they move with the
skin: a raised brow takes its hairs along.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

Color = tuple[int, int, int]  # 8-bit sRGB

# The painted front of the face: x from -10 to 10 cm, y from -10 to 13 cm.
LEFT, TOP, WIDTH, HEIGHT = -10.0, 13.0, 20.0, 23.0
DOTS_PER_CM = 40
HAIR_WIDTH = 2

# Elevation of the hairline in degrees at some azimuths, measured from the center of the skull: forehead, temple,
# sideburn, above the ear, nape.
SKULL_CENTER = np.array([0.0, 3.0, 1.0], dtype=np.float32)
HAIRLINE_AZIMUTH = (0, 25, 45, 60, 70, 78, 86, 96, 116, 128, 145, 180)
HAIRLINE_ELEVATION = (52, 50, 42, 32, 12, -12, -8, 14, 10, -24, -40, -44)


@dataclass(frozen=True)
class Appearance:
    """The colors and the hair of one person; `seed` places single hairs and blotches."""

    skin: Color = (224, 180, 152)
    lips: Color = (186, 104, 98)
    brows: Color = (62, 44, 34)
    hair: Color | None = (66, 48, 38)
    eyes: Color = (94, 70, 46)
    clothing: Color = (70, 84, 104)
    brow_thickness: float = 1.3
    hair_thickness: float = 0.9
    hairline_shift: float = 0.0
    blush: float = 1.0
    seed: int = 0


@dataclass(frozen=True)
class Paint:
    """Masks 0…1 over the front of the face, rows from the top: lips, brows, blush, lids; and
    `mottle`, noise around 0."""

    lips: np.ndarray
    brows: np.ndarray
    blush: np.ndarray
    lids: np.ndarray
    mottle: np.ndarray


def paint(landmarks: np.ndarray, appearance: Appearance) -> Paint:
    """Paints a face with these 68 landmarks in the neutral head's coordinates."""
    generator = np.random.default_rng(appearance.seed)
    return Paint(
        lips=_lips(landmarks),
        brows=_brows(landmarks, appearance.brow_thickness, generator),
        blush=_blush(landmarks),
        lids=_lids(landmarks),
        mottle=_mottle(generator),
    )


def sample(layer: np.ndarray, position: np.ndarray) -> np.ndarray:
    """The layer's value at positions [N, 3] on the neutral head; 0 outside and behind the face."""
    column = ((position[:, 0] - LEFT) * DOTS_PER_CM).astype(np.int32)
    row = ((TOP - position[:, 1]) * DOTS_PER_CM).astype(np.int32)
    inside = (column >= 0) & (column < layer.shape[1]) & (row >= 0) & (row < layer.shape[0])
    inside &= position[:, 2] > 2
    return np.where(inside, layer[row * inside, column * inside], np.float32(0))


def hair_cover(position: np.ndarray, appearance: Appearance, ramp: float = 5) -> np.ndarray:
    """Cover by hair at points [N, 3] of the neutral head, 0…1; the cover grows from the hairline over `ramp`
    degrees.
    """
    if appearance.hair is None:
        return np.zeros(len(position), dtype=np.float32)
    azimuth, elevation = _directions(position)
    line = np.interp(azimuth, HAIRLINE_AZIMUTH, HAIRLINE_ELEVATION) + appearance.hairline_shift
    cover = np.clip((elevation - line) / ramp, 0, 1)
    ear = (np.abs(position[:, 0]) > 7.7) & (position[:, 1] < 4.7) & (np.abs(position[:, 2]) < 3)
    return np.where(ear, 0, cover).astype(np.float32)


def strands(position: np.ndarray, seed: int) -> np.ndarray:
    """The lightness of single strands around 1 at points [N, 3]: they run down from the crown."""
    generator = np.random.default_rng(seed + 1)
    noise = generator.normal(size=(24, 1440)).astype(np.float32)
    noise = (noise + np.roll(noise, 1, axis=1)) / 2
    _, elevation = _directions(position)
    offset = position - SKULL_CENTER
    around = np.rad2deg(np.arctan2(offset[:, 0], offset[:, 2] + 3)) % 360
    row = np.clip((elevation + 90) / 7.5, 0, 22.99)
    column = (around * 4).astype(np.int32) % 1440
    whole = row.astype(np.int32)
    part = (row - whole).astype(np.float32)
    value = noise[whole, column] * (1 - part) + noise[whole + 1, column] * part
    return 1 + 0.28 * value


def clothing_cover(position: np.ndarray, ramp: float = 0.12) -> np.ndarray:
    """Cover by the shirt at points [N, 3] of the neutral head, 0…1; the cover grows from the collar over
    `ramp` centimeters.
    """
    behind = np.maximum(-position[:, 2], 0)
    collar = np.minimum(-15.2 + 0.06 * position[:, 0] ** 2 + 0.7 * behind, -11.2)
    return np.clip((collar - position[:, 1]) / ramp, 0, 1).astype(np.float32)


def _directions(position: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    offset = position - SKULL_CENTER
    azimuth = np.rad2deg(np.arctan2(np.abs(offset[:, 0]), offset[:, 2]))
    elevation = np.rad2deg(np.arctan2(offset[:, 1], np.hypot(offset[:, 0], offset[:, 2])))
    return azimuth, elevation


def _dots(points: np.ndarray) -> list[tuple[float, float]]:
    return [((x - LEFT) * DOTS_PER_CM, (TOP - y) * DOTS_PER_CM) for x, y in points[:, :2]]


def _layer() -> Image.Image:
    return Image.new("L", (int(WIDTH * DOTS_PER_CM), int(HEIGHT * DOTS_PER_CM)), 0)


def _finished(layer: Image.Image, blur: float) -> np.ndarray:
    """The layer as numbers 0…1; `blur` in centimeters."""
    blurred = layer.filter(ImageFilter.GaussianBlur(blur * DOTS_PER_CM))
    return np.asarray(blurred, dtype=np.float32) / 255


def _curve(points: np.ndarray, steps: int = 8, closed: bool = False) -> np.ndarray:
    """A smooth line through points [N, 2]: a Catmull-Rom spline."""
    if closed:
        points = np.concatenate([points[-1:], points, points[:2]])
    else:
        ends = 2 * points[0] - points[1], 2 * points[-1] - points[-2]
        points = np.concatenate([[ends[0]], points, [ends[1]]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for p0, p1, p2, p3 in zip(points, points[1:], points[2:], points[3:], strict=False):
        parts.append(
            0.5
            * (
                2 * p1
                + (p2 - p0) * t
                + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2
                + (3 * p1 - p0 - 3 * p2 + p3) * t**3
            )
        )
    return np.concatenate([*parts, points[-2:-1]])


def _lips(landmarks: np.ndarray) -> np.ndarray:
    outline = _curve(landmarks[48:60, :2], closed=True)
    layer = _layer()
    ImageDraw.Draw(layer).polygon(_dots(outline), fill=255)
    return _finished(layer, 0.06)


def _brows(landmarks: np.ndarray, thickness: float, generator) -> np.ndarray:
    """Single hairs along the two brow lines: upright at the nose, and lying toward the temple."""
    layer = _layer()
    draw = ImageDraw.Draw(layer)
    for side, inner_to_outer in ((-1, landmarks[21:16:-1, :2]), (1, landmarks[22:27, :2])):
        line = _curve(inner_to_outer, steps=12)
        length = len(line)
        for _ in range(1100):
            along = generator.uniform(-0.06, 1)
            x, y = line[min(max(int(along * length), 0), length - 1)]
            x += side * min(along, 0) * length * 0.05
            # Full near the nose, thin at the temple.
            half = thickness * 0.34 * (1 - max(along, 0) ** 1.6 * 0.8) * min(1.0, 0.5 + along * 4)
            across = generator.uniform(-1, 1)
            lean = np.deg2rad(58 - 63 * min(max(along, 0) * 2.2, 1) + generator.normal(scale=8))
            if across > 0.3 and along > 0.3:
                lean -= np.deg2rad(20)
            reach = generator.uniform(0.25, 0.5) * (0.7 + 0.3 * min(max(along, 0) * 4, 1))
            y += across * half - 0.22
            step = np.array([side * np.cos(lean), np.sin(lean)]) * reach
            start, end = _dots(np.array([[x, y], [x, y] + step]))
            draw.line([start, end], fill=int(generator.uniform(120, 230)), width=HAIR_WIDTH)
    return np.clip(_finished(layer, 0.035) * 1.45, 0, 1)


def _blush(landmarks: np.ndarray) -> np.ndarray:
    layer = _layer()
    draw = ImageDraw.Draw(layer)
    nose, chin = landmarks[30, :2], landmarks[8, :2]
    spots = [(nose, 1.1, 160), (chin + [0, 1.2], 1.2, 90)]
    for eye, mouth in ((36, 48), (45, 54)):
        cheek = landmarks[eye, :2] * 0.5 + landmarks[mouth, :2] * 0.5 + [0, -0.4]
        spots.append((cheek, 2.0, 200))
    for middle, radius, strength in spots:
        (x0, y0), (x1, y1) = _dots(np.array([middle - radius, middle + radius]))
        draw.ellipse([x0, y1, x1, y0], fill=strength)
    return _finished(layer, 0.8)


def _lids(landmarks: np.ndarray) -> np.ndarray:
    """The lash lines: dark above, faint below."""
    layer = _layer()
    draw = ImageDraw.Draw(layer)
    for upper in (landmarks[36:40, :2], landmarks[42:46, :2]):
        draw.line(_dots(_curve(upper)), fill=255, width=int(0.13 * DOTS_PER_CM))
    for lower in (landmarks[[39, 40, 41, 36], :2], landmarks[[45, 46, 47, 42], :2]):
        draw.line(_dots(_curve(lower)), fill=110, width=int(0.08 * DOTS_PER_CM))
    return _finished(layer, 0.05)


def _mottle(generator) -> np.ndarray:
    """Blotches at three scales, with a standard deviation near 1."""
    size = int(WIDTH * DOTS_PER_CM), int(HEIGHT * DOTS_PER_CM)
    total = np.zeros((size[1], size[0]), dtype=np.float32)
    for cell in (60, 20, 5):
        coarse = generator.normal(size=(size[1] // cell + 2, size[0] // cell + 2))
        layer = Image.fromarray(coarse.astype(np.float32))
        total += np.asarray(layer.resize(size, Image.Resampling.BICUBIC))
    return total / np.float32(1.4)
