#!/usr/bin/env python3
"""Makes the pictures that serve-load.py sends: 640×480 JPEG from SampleFaces. Needs Pillow.

The background is a blurred enlargement of the picture itself.
"""

from pathlib import Path

from PIL import Image, ImageFilter, ImageOps

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = {
    "collins.jpg": "collins.jpg",
    "hopper.jpg": "hopper.jpg",
    "fear.jpg": "rendered-fear.jpg",
    "happiness.jpg": "rendered-happiness.jpg",
}

for name, source in SOURCES.items():
    portrait = Image.open(ROOT / "SampleFaces" / source).convert("RGB")
    picture = ImageOps.fit(portrait, (640, 480)).filter(ImageFilter.GaussianBlur(24))
    portrait = ImageOps.contain(portrait, (640, 480), Image.Resampling.LANCZOS)
    picture.paste(portrait, ((640 - portrait.width) // 2, (480 - portrait.height) // 2))
    picture.save(ROOT / "Benchmarks" / "pictures" / name, quality=90)
