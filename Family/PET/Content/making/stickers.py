"""The stickers of the book: for each level a shape, on it the face of each feeling.

    python stickers.py        writes stickers/l<level>-<emotion>.svg
"""

import math
from pathlib import Path

from symbols import INK, SYMBOLS

CONTENT = Path(__file__).resolve().parent.parent
SIDE = 160
TAUGHT = [emotion for emotion in SYMBOLS if emotion != "contempt"]


def _round(points):
    """A closed, soft line through points."""
    count = len(points)
    parts = []
    for k in range(count):
        (ax, ay), (bx, by) = points[k], points[(k + 1) % count]
        parts.append(f"Q{ax:.1f} {ay:.1f} {(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}")
    (lx, ly), (fx, fy) = points[-1], points[0]
    return f"M{(lx + fx) / 2:.1f} {(ly + fy) / 2:.1f}" + "".join(parts) + "z"


def _ring(count, outer, inner, turn=0.0):
    """Points of a star or a flower around the middle."""
    points = []
    for k in range(count * 2):
        radius = outer if k % 2 == 0 else inner
        angle = math.pi * k / count - math.pi / 2 + turn
        points.append((80 + radius * math.cos(angle), 80 + radius * math.sin(angle)))
    return points


def star():
    return _round(_ring(5, 88, 50))


def sun():
    return _round(_ring(12, 80, 58))


def flower():
    turns = [math.pi * k / 45 for k in range(90)]
    radii = [64 + 12 * math.cos(6 * turn) for turn in turns]
    return _round([(80 + r * math.sin(turn), 80 - r * math.cos(turn))
                   for r, turn in zip(radii, turns, strict=True)])


def balloon():
    return "M80 8C40 8 14 36 14 72C14 108 44 134 70 140L64 154H96L90 140C116 134 146 108 146 72C146 36 120 8 80 8z"


def house():
    return "M80 8L150 66Q154 72 147 76H138V140Q138 150 128 150H32Q22 150 22 140V76H13Q6 72 10 66z"


# The shape of each level, and x, y and size of its face.
SHAPES = {1: (star, 80, 84, 0.72), 2: (sun, 80, 80, 0.92), 3: (flower, 80, 80, 0.86),
          4: (balloon, 80, 74, 0.98), 5: (house, 80, 96, 0.86)}


def svg(level, emotion):
    shape, x, y, scale = SHAPES[level]
    color, face = SYMBOLS[emotion]
    path = shape()
    place = f"translate({x - 48 * scale:.1f} {y - 48 * scale:.1f}) scale({scale})"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" '
            f'width="{SIDE}" height="{SIDE}">'
            # A paper edge, like that of a cut-out sticker.
            f'<path d="{path}" fill="#fff" stroke="#c9c5b9" stroke-width="13" '
            'stroke-linejoin="round"/>'
            f'<path d="{path}" fill="#fff" stroke="#fff" stroke-width="10" stroke-linejoin="round"/>'
            f'<path d="{path}" fill="{color}" stroke="{INK}" stroke-width="4" '
            f'stroke-linejoin="round"/><g transform="{place}">{face}</g></svg>\n'
            ).replace(".500", ".5")


def main():
    folder = CONTENT / "stickers"
    folder.mkdir(exist_ok=True)
    for level in SHAPES:
        for emotion in TAUGHT:
            (folder / f"l{level}-{emotion}.svg").write_text(svg(level, emotion), encoding="utf-8")


if __name__ == "__main__":
    main()
