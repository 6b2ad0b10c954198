"""Makes the pictures for the measurements from SampleFaces: make_pictures.py SAMPLEFACES OUTPUT.

    portrait-640x480.jpg, portrait-1280x720.jpg   one face, the background filled
    faces-NN.jpg                                  NN faces of one size in 1280×960
    size-MM.M.jpg                                 one portrait at MM.M megapixels
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageFilter, ImageOps

FACES = [1, 2, 4, 8, 16]
MEGAPIXELS = [0.3, 1, 2, 4, 8, 12, 24, 50]
HEADS = ["happiness", "surprise", "neutral", "anger"]


def on_background(portrait: Image.Image, width: int, height: int) -> Image.Image:
    """A portrait of the picture's height in front of a blurred enlargement of itself."""
    background = ImageOps.fit(portrait, (width, height), Image.Resampling.BICUBIC)
    background = background.filter(ImageFilter.GaussianBlur(height / 20))
    scaled = ImageOps.contain(portrait, (width, height), Image.Resampling.LANCZOS)
    background.paste(scaled, ((width - scaled.width) // 2, (height - scaled.height) // 2))
    return background


def with_faces(heads: list[Image.Image], count: int) -> Image.Image:
    """Heads in four columns and rows of 320×240 pixels; the rest is gray."""
    picture = Image.new("RGB", (1280, 960), (150, 150, 150))
    for place in range(count):
        head = heads[place % len(heads)].resize((240, 240), Image.Resampling.LANCZOS)
        picture.paste(head, (place % 4 * 320 + 40, place // 4 * 240))
    return picture


def main() -> None:
    """Makes all pictures."""
    samples, output = Path(sys.argv[1]), Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)

    def save(picture: Image.Image, name: str) -> None:
        picture.save(output / name, quality=90)

    portrait = Image.open(samples / "collins.jpg").convert("RGB")
    for width, height in [(640, 480), (1280, 720)]:
        save(on_background(portrait, width, height), f"portrait-{width}x{height}.jpg")
    heads = [Image.open(samples / f"rendered-{name}.jpg").convert("RGB") for name in HEADS]
    for count in FACES:
        save(with_faces(heads, count), f"faces-{count:02}.jpg")
    for megapixels in MEGAPIXELS:
        height = round((megapixels * 1e6 * 3 / 4) ** 0.5)
        picture = on_background(portrait, round(height * 4 / 3), height)
        save(picture, f"size-{megapixels:04.1f}.jpg")


if __name__ == "__main__":
    main()
