"""Compositions of cut-out people: placing, light, backgrounds, boxes."""

from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageFilter

from sources import Sitter


def to_linear(pixels: np.ndarray) -> np.ndarray:
    """8-bit sRGB to linear light, 0…1 (IEC 61966-2-1)."""
    value = np.asarray(pixels, dtype=np.float64) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def to_pixels(light: np.ndarray) -> np.ndarray:
    """Linear light to 8-bit sRGB; values brighter than white are clipped."""
    light = np.clip(light, 0, 1)
    value = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.rint(value * 255).astype(np.uint8)


def lit(picture: Image.Image, gain) -> Image.Image:
    """The picture with changed exposure; `gain` is a factor, or one for each of R, G, B."""
    pixels = np.asarray(picture)
    bright = to_pixels(to_linear(pixels[..., :3]) * np.asarray(gain))
    return Image.fromarray(np.dstack([bright, pixels[..., 3:]]))


def backdrop(width: int, height: int, top, bottom, seed: int, mottle: float = 6) -> Image.Image:
    """A painted studio backdrop: a vertical gradient between two colors with soft blotches."""
    generator = np.random.default_rng(seed)
    coarse = generator.normal(size=(height // 40 + 2, width // 40 + 2)).astype(np.float32)
    blotches = np.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC))
    ramp = np.linspace(0, 1, height)[:, None, None]
    colour = np.asarray(top) * (1 - ramp) + np.asarray(bottom) * ramp
    grain = generator.normal(scale=1.5, size=(height, width, 1))
    pixels = colour + mottle * blotches[..., None] + grain
    return Image.fromarray(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))


@dataclass
class Scene:
    """A picture being composed, and the places of its faces."""

    picture: Image.Image
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)

    def place(
        self, sitter: Sitter, centre, face_width: float, turn: float = 0, mirror: bool = False,
        gain=1.0, extend: int = 0,
    ) -> None:  # fmt: skip
        """Pastes a person so that the middle of the face lies at `centre`.

        `face_width` is in pixels; `turn` in degrees, clockwise as the viewer sees it.
        """
        person = sitter.cut_out(extend)
        x, y, width, height = sitter.face
        if mirror:
            person = person.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            x = person.width - x - width
        scale = face_width / width
        size = (round(person.width * scale), round(person.height * scale))
        person = person.resize(size, Image.Resampling.LANCZOS)
        if scale < 1:
            person = person.filter(ImageFilter.UnsharpMask(0.6, 40, 2))
        person = lit(person, gain)
        middle = ((x + width / 2) * scale, (y + height / 2) * scale)
        person, middle = _turned(person, middle, turn)
        corner = (round(centre[0] - middle[0]), round(centre[1] - middle[1]))
        self.picture.paste(person, corner, person)
        self.boxes.append(
            (
                corner[0] + middle[0] - face_width / 2,
                corner[1] + middle[1] - height * scale / 2,
                face_width,
                height * scale,
            )
        )


def _turned(person: Image.Image, middle, turn: float):
    """The person turned clockwise about the layer's center, and the new position of `middle`."""
    if turn == 0:
        return person, middle
    turned = person.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    angle = np.deg2rad(turn)
    dx, dy = middle[0] - person.width / 2, middle[1] - person.height / 2
    return turned, (
        turned.width / 2 + np.cos(angle) * dx - np.sin(angle) * dy,
        turned.height / 2 + np.sin(angle) * dx + np.cos(angle) * dy,
    )
