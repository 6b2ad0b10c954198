"""The garden: a plant for each kind of round, and Pip, the bird that lives there.

    python garden.py        writes garden/<source>.svg and garden/pip.svg
"""

import math
from pathlib import Path

from symbols import INK

CONTENT = Path(__file__).resolve().parent.parent
LEAF, STEM = "#7fb069", "#4f7f3f"
WIDTH, HEIGHT, GROUND = 120, 160, 152


def shape(path, fill, width=4):
    return f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="{width}" stroke-linejoin="round"/>'


def disc(x, y, r, fill, width=4):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{fill}" stroke="{INK}" stroke-width="{width}"/>'


def stem(top, bend=0):
    path = f"M60 {GROUND}Q{60 + bend} {(GROUND + top) / 2:.0f} 60 {top}"
    return (f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="12" stroke-linecap="round"/>'
            f'<path d="{path}" fill="none" stroke="{STEM}" stroke-width="6" stroke-linecap="round"/>')


def leaves(y, size=28):
    return (shape(f"M60 {y}C{60 - size} {y - 4} {56 - size} {y - 20} {54 - size} {y - 24}"
                  f"C{66 - size} {y - 30} 54 {y - 20} 60 {y}z", LEAF)
            + shape(f"M60 {y + 8}C{60 + size} {y + 4} {64 + size} {y - 12} {66 + size} {y - 16}"
                    f"C{54 + size} {y - 22} 66 {y - 12} 60 {y + 8}z", LEAF))


def petals(x, y, count, distance, rx, ry, fill):
    """Petals around a center, each an ellipse that points outwards."""
    parts = []
    for k in range(count):
        turn = 360 * k / count
        parts.append(f'<ellipse cx="{x}" cy="{y - distance}" rx="{rx}" ry="{ry}" fill="{fill}" stroke="{INK}" '
                     f'stroke-width="3.5" transform="rotate({turn:.0f} {x} {y})"/>')
    return "".join(parts)


def daisy():
    return stem(60) + leaves(130) + petals(60, 50, 10, 26, 9, 17, "#fff") + disc(60, 50, 15, "#ffd95e")


def tulip():
    return (stem(70) + leaves(136, 30)
            + shape("M32 30C36 40 40 40 46 32L60 18L74 32C80 40 84 40 88 30C94 58 82 78 60 78C38 78 26 58 32 30z",
                    "#f08b9b")
            + shape("M60 18C72 34 74 54 60 77C46 54 48 34 60 18z", "#f6b3bd", 3.5))


def sunflower():
    seeds = "".join(f'<circle cx="{60 + 10 * math.cos(k):.1f}" cy="{48 + 10 * math.sin(k):.1f}" r="2.4" fill="{INK}"/>'
                    for k in (math.pi * n / 4 for n in range(8)))
    return (stem(64, 6) + leaves(128, 30) + petals(60, 48, 14, 30, 8, 15, "#ffc233")
            + disc(60, 48, 21, "#a8703f") + seeds)


def bluebells():
    parts = [stem(34, 14)]
    for x, y, turn in ((40, 48, 14), (80, 56, -14), (42, 84, 10), (78, 96, -10)):
        parts.append(f'<g transform="translate({x} {y}) rotate({turn})">'
                     + shape("M0 -16C12 -14 13 2 17 14Q9 9 6 16Q0 9 -6 16Q-9 9 -17 14C-13 2 -12 -14 0 -16z", "#8fb4ee")
                     + "</g>")
    return parts[0] + leaves(138, 26) + "".join(parts[1:])


def rose():
    return (stem(66, -6) + leaves(132, 30) + petals(60, 46, 7, 21, 15, 16, "#e46a6a") + disc(60, 46, 24, "#ee8585")
            + f'<path d="M60 46m-4 0a5 5 0 1 1 9 4a12 12 0 1 1 -19 -10a19 19 0 1 1 33 22" fill="none" stroke="{INK}" '
              'stroke-width="4" stroke-linecap="round"/>')


def apple_tree():
    crown = "M60 10C84 6 102 24 98 44C116 56 108 86 86 86C76 98 44 98 34 86C12 86 4 56 22 44C18 24 36 6 60 10z"
    apples = "".join(disc(x, y, 8, "#e46a6a", 3) for x, y in ((40, 44), (74, 34), (58, 66), (86, 64)))
    return (shape(f"M52 84H68L72 {GROUND}H48z", "#a8703f") + shape(crown, LEAF) + apples)


def strawberries():
    def berry(x, y):
        return (shape(f"M{x - 15} {y}C{x - 15} {y - 12} {x + 15} {y - 12} {x + 15} {y}"
                      f"C{x + 14} {y + 16} {x + 5} {y + 24} {x} {y + 27}"
                      f"C{x - 5} {y + 24} {x - 14} {y + 16} {x - 15} {y}z", "#e8505b", 3.5)
                + "".join(f'<circle cx="{x + a}" cy="{y + b}" r="1.8" fill="#ffe9a8"/>'
                          for a, b in ((-7, 4), (1, 8), (8, 3), (-2, 16)))
                + shape(f"M{x - 12} {y - 6}L{x - 4} {y - 8}L{x} {y - 14}L{x + 4} {y - 8}L{x + 12} {y - 6}L{x + 3} {y}"
                        f"L{x} {y + 4}L{x - 3} {y}z", LEAF, 3))
    return (stem(72) + leaves(84, 34) + leaves(112, 40) + petals(60, 56, 5, 13, 9, 10, "#fff")
            + disc(60, 56, 8, "#ffd95e", 3) + berry(34, 116) + berry(88, 122))


PLANTS = {"1": daisy, "2": tulip, "3": sunflower, "4": bluebells, "5": rose, "bank": apple_tree,
          "faces": strawberries}


def pip():
    """A small round bird with a leaf on its head, calm and friendly."""
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="160" height="160">'
            f'<path d="M64 134V148M54 150H72M96 134V148M88 150H106" fill="none" stroke="{INK}" stroke-width="5" '
            'stroke-linecap="round"/>'
            + shape("M80 26C118 26 138 54 138 86C138 118 112 138 80 138C48 138 22 118 22 86C22 54 42 26 80 26z",
                    "#8ec5c0")
            + shape("M80 74C104 74 114 92 112 108C108 126 96 132 80 132C64 132 52 126 48 108C46 92 56 74 80 74z",
                    "#e6f3f0", 3)
            + shape("M24 84C10 92 10 110 20 118C32 114 38 102 38 92z", "#6fb0aa")
            + shape("M136 84C150 92 150 110 140 118C128 114 122 102 122 92z", "#6fb0aa")
            + shape("M80 27C76 10 88 4 102 6C102 20 94 28 80 27z", LEAF)
            + f'<circle cx="60" cy="62" r="7" fill="{INK}"/><circle cx="100" cy="62" r="7" fill="{INK}"/>'
              '<circle cx="62.500" cy="59.500" r="2.2" fill="#fff"/>'
              '<circle cx="102.500" cy="59.500" r="2.2" fill="#fff"/>'
              '<circle cx="46" cy="76" r="7" fill="#f6b3bd"/><circle cx="114" cy="76" r="7" fill="#f6b3bd"/>'
            + shape("M70 70C76 66 84 66 90 70C88 80 84 84 80 84C76 84 72 80 70 70z", "#ffc233", 3.5)
            + "</svg>\n").replace(".500", ".5")


def svg(draw):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}">{draw()}</svg>\n')


def main():
    folder = CONTENT / "garden"
    folder.mkdir(exist_ok=True)
    for source, draw in PLANTS.items():
        (folder / f"{source}.svg").write_text(svg(draw), encoding="utf-8")
    (folder / "pip.svg").write_text(pip(), encoding="utf-8")


if __name__ == "__main__":
    main()
