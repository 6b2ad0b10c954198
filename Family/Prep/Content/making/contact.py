"""Shows a whole panorama and eight views of it: `python contact.py PICTURE SHEET [--width 400]`."""

import argparse
import math
from pathlib import Path

import numpy as np
from PIL import Image


def perspective(picture, yaw, pitch=0.0, angle=75.0, width=400, height=300):
    """A view of an equirectangular picture. Angles are in degrees; `angle` is the horizontal field of view."""
    focal = width / 2 / math.tan(math.radians(angle) / 2)
    x, y = np.meshgrid(np.arange(width) - width / 2 + 0.5, height / 2 - np.arange(height) - 0.5)
    a, b = math.radians(yaw), math.radians(pitch)
    ahead = focal * math.cos(b) - y * math.sin(b)
    up = focal * math.sin(b) + y * math.cos(b)
    right = x * math.cos(a) + ahead * math.sin(a)
    front = -x * math.sin(a) + ahead * math.cos(a)
    high, wide = picture.shape[:2]
    u = (np.arctan2(right, front) / (2 * math.pi) + 0.5) * wide
    v = (0.5 - np.arctan2(up, np.hypot(right, front)) / math.pi) * high
    return picture[np.clip(v.astype(int), 0, high - 1), u.astype(int) % wide]


def contact_sheet(path, width=400):
    image = Image.open(path).convert("RGB")
    reduced = image.resize((min(image.width, 4 * width), min(image.width, 4 * width) // 2), Image.LANCZOS)
    picture = np.asarray(image)
    height = width * 3 // 4
    sheet = Image.new("RGB", (4 * width, 2 * height + 2 * width))
    sheet.paste(reduced.resize((4 * width, 2 * width)), (0, 0))
    for k in range(8):
        view = Image.fromarray(perspective(picture, 45 * k, -8, 75, width, height))
        sheet.paste(view, (k % 4 * width, 2 * width + k // 4 * height))
    return sheet


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("sheet", type=Path)
    parser.add_argument("--width", type=int, default=400)
    options = parser.parse_args()
    contact_sheet(options.picture, options.width).save(options.sheet, quality=82)


if __name__ == "__main__":
    main()
