"""Furniture and fittings shared by all rooms, at the local origin, their fronts towards −y."""

import math
import random

from mathutils import Vector

import painted
from shapes import at, ball, box, cushion, disc, lathe, leaf, rod, rounded, sheet, tube
from surfaces import ceramic, fabric, glass, glow, leather, metal, mirror, paint, picture, wood

WHITE = "#f2f2ee"
OAK = "#c39a6b"
STEEL = "#aeb4b9"


def chair(color="#5b8aa6", seat_high=0.45, padded=True, back_high=0.42):
    """A chair with four metal legs."""
    frame = metal(STEEL)
    cloth = fabric(color) if padded else paint(color, 0.4)
    thick = 0.06 if padded else 0.022
    make = cushion if padded else box
    make((0, 0, seat_high - thick / 2), (0.44, 0.43, thick), cloth)
    make((0, 0.215, seat_high + 0.12 + back_high / 2), (0.43, thick * 0.8, back_high), cloth, tilt=-8)
    for side in (-1, 1):
        x = side * 0.2
        tube(
            rounded([(x, -0.2, 0.0), (x, -0.17, seat_high - 0.03), (x, 0.16, seat_high - 0.03), (x, 0.24, 0)], 0.03),
            0.011,
            frame,
        )
        tube([(x, 0.17, seat_high - 0.03), (x, 0.2, seat_high + 0.2)], 0.011, frame)
        for y in (-0.2, 0.24):
            disc((x, y, 0), 0.016, 0.02, paint("#333333"))


def seat_row(count, color="#5b8aa6"):
    """Upholstered waiting seats on one beam."""
    frame = metal("#8d949a", 0.35)
    width = 0.56
    for k in range(count):
        x = (k - (count - 1) / 2) * width
        cushion((x, 0, 0.43), (0.5, 0.48, 0.08), fabric(color))
        cushion((x, 0.25, 0.72), (0.5, 0.07, 0.46), fabric(color), tilt=-10)
        for side in (-1, 1):
            box((x + side * width / 2, 0.02, 0.62), (0.035, 0.36, 0.025), wood(OAK, "y"), 0.01)
            tube(
                rounded(
                    [
                        (x + side * width / 2, -0.12, 0.6),
                        (x + side * width / 2, -0.12, 0.36),
                        (x + side * width / 2, 0.16, 0.36),
                        (x + side * width / 2, 0.16, 0.6),
                    ],
                    0.03,
                ),
                0.012,
                frame,
            )
    box((0, 0.02, 0.35), (count * width, 0.06, 0.05), frame)
    for side in (-1, 1):
        x = side * (count * width / 2 - 0.18)
        box((x, 0.02, 0.18), (0.05, 0.05, 0.34), frame)
        box((x, 0.02, 0.015), (0.05, 0.5, 0.03), frame, 0.01)


def stool(color="#4c9f9a", high=0.5):
    """A round stool on five castors."""
    steel = metal()
    disc((0, 0, high - 0.07), 0.19, 0.07, leather(color), 0.03)
    rod((0, 0, 0.1), (0, 0, high - 0.07), 0.022, steel)
    for k in range(5):
        with at(turn=72 * k + 10):
            box((0.14, 0, 0.09), (0.26, 0.04, 0.025), steel, 0.01, roll=5)
            ball((0.26, 0, 0.035), 0.035, paint("#30363b"), (1, 0.6, 1))


def table(width=1.2, deep=0.7, high=0.73, color=OAK, leg=0.05, top=0.03):
    box((0, 0, high - top / 2), (width, deep, top), wood(color), 0.006)
    for x in (-1, 1):
        for y in (-1, 1):
            center = (x * (width / 2 - 0.06), y * (deep / 2 - 0.06), (high - top) / 2)
            box(center, (leg, leg, high - top), wood(color, "z"))
        box((x * (width / 2 - 0.06), 0, high - top - 0.03), (0.025, deep - 0.12, 0.06), wood(color, "y"))
    for y in (-1, 1):
        box((0, y * (deep / 2 - 0.06), high - top - 0.03), (width - 0.12, 0.025, 0.06), wood(color))


def magazines(count=4, seed=1):
    """Booklets spread over a table top at the origin."""
    chance = random.Random(seed)
    for k in range(count):
        with at(chance.uniform(-0.3, 0.3), chance.uniform(-0.14, 0.14), 0.002 * k, chance.uniform(-40, 40)):
            box((0, 0, 0.004), (0.2, 0.27, 0.006), paint(WHITE), 0.001)
            sheet((0, 0, 0.0075), 0.2, 0.27, picture(painted.magazine(k + seed)), "z")


def plant(high=1.1, seed=1, pot="#d9d3c7"):
    """A pot plant with bent leaves."""
    chance = random.Random(seed)
    r = 0.13 + 0.06 * high
    lathe(
        (0, 0, 0),
        [(0, 0), (r * 0.7, 0), (r, 0.3), (r, 0.32), (r * 0.9, 0.32), (r * 0.88, 0.28), (0, 0.28)],
        paint(pot, 0.6),
    )
    disc((0, 0, 0.27), r * 0.88, 0.012, paint("#4a382c", 0.95))
    greens = ["#6d9f5c", "#7cb069", "#5c8f54", "#8aba70"]
    stems = 4
    for stem in range(stems):
        a = 2 * math.pi * stem / stems + chance.random()
        lean = chance.uniform(0.05, 0.16)
        top = Vector((lean * math.cos(a), lean * math.sin(a), 0.28 + (high - 0.28) * chance.uniform(0.6, 0.85)))
        base = Vector((0.03 * math.cos(a), 0.03 * math.sin(a), 0.27))
        tube([base, (base + top) / 2 + Vector((0, 0, 0.02)), top], 0.008, paint("#6b7f46", 0.8), smooth=True)
        for k in range(8):
            t = 0.3 + 0.7 * k / 7
            leaf(
                base.lerp(top, t),
                chance.uniform(0.2, 0.32) * (0.7 + 0.3 * high),
                0.075 + 0.03 * high,
                paint(chance.choice(greens), 0.45),
                chance.uniform(0, 360),
                chance.uniform(25, 75),
                chance.uniform(40, 90),
            )


def framed(path, width, height, frame="#7a6248", border=0.03):
    """A picture on a wall at y = 0, centered at the origin."""
    box((0, -0.012, 0), (width + 2 * border, 0.024, height + 2 * border), wood(frame), 0.004)
    sheet((0, -0.0255, 0), width, height, picture(path, 0.4))


def sign(path, width, height):
    """A sign on a wall at y = 0."""
    box((0, -0.006, 0), (width + 0.01, 0.012, height + 0.01), paint(WHITE), 0.004)
    sheet((0, -0.0135, 0), width, height, picture(path, 0.5))


def wall_clock(hour=10, minute=10, radius=0.16):
    """A round clock on a wall at y = 0."""
    rod((0, 0, 0), (0, -0.035, 0), radius, paint("#3b4b59", 0.4), segments=48, bevel=0.008)
    face = sheet((0, -0.0365, 0), 2 * radius * 0.98, 2 * radius * 0.98, picture(painted.clock(hour, minute), 0.4))
    _round(face)


def _round(thing):
    """Cuts a square sheet to a disc, keeping its UV map."""
    data = thing.data
    width = max(vertex.co.x for vertex in data.vertices)
    material = data.materials[0]
    data.clear_geometry()
    angles = [2 * math.pi * k / 48 for k in range(48)]
    points = [(math.cos(a), math.sin(a)) for a in angles]
    data.from_pydata([(u * width, 0, v * width) for u, v in points], [], [list(range(48))])
    layer = data.uv_layers.new(name="uv") if not data.uv_layers else data.uv_layers[0]
    layer.data.foreach_set("uv", [c for u, v in points for c in ((u + 1) / 2, (v + 1) / 2)])
    if not data.materials:
        data.materials.append(material)


def cabinet(width=0.8, deep=0.5, high=0.85, columns=2, drawers=0, color=WHITE, top="#d8d4cc", plinth=0.08):
    """A cupboard with doors or drawers and handles."""
    body = paint(color, 0.35)
    box((0, 0, plinth + (high - plinth - 0.03) / 2), (width, deep, high - plinth - 0.03), body)
    box((0, 0.03, plinth / 2), (width - 0.04, deep - 0.08, plinth), paint("#6f7377"))
    if top:
        box((0, -0.01, high - 0.015), (width + 0.02, deep + 0.03, 0.03), paint(top, 0.3), 0.006)
    rows = drawers or 1
    wide, tall = width / columns, (high - plinth - 0.03) / rows
    for c in range(columns):
        for r in range(rows):
            x = -width / 2 + wide * (c + 0.5)
            z = plinth + tall * (r + 0.5)
            box((x, -deep / 2 - 0.009, z), (wide - 0.008, 0.018, tall - 0.008), body, 0.004)
            if drawers:
                _handle(x, -deep / 2 - 0.018, z + tall * 0.25, wide * 0.4)
            else:
                side = 1 if c % 2 == 0 else -1
                if columns == 1:
                    side = 1
                _handle(x + side * (wide / 2 - 0.05), -deep / 2 - 0.018, z + tall * 0.25, 0.12, upright=True)


def _handle(x, y, z, length, upright=False):
    dx, dz = (0, length / 2) if upright else (length / 2, 0)
    points = [(x - dx, y, z - dz), (x - dx, y - 0.03, z - dz), (x + dx, y - 0.03, z + dz), (x + dx, y, z + dz)]
    tube(rounded(points, 0.012, 3), 0.005, metal())


def wall_cabinet(width=0.8, deep=0.33, high=0.6, columns=2, color=WHITE):
    """A cupboard on a wall; its back is at y = 0 and its lower edge at z = 0."""
    box((0, -deep / 2, high / 2), (width, deep, high), paint(color, 0.35))
    wide = width / columns
    for c in range(columns):
        x = -width / 2 + wide * (c + 0.5)
        box((x, -deep - 0.009, high / 2), (wide - 0.008, 0.018, high - 0.008), paint(color, 0.35))
        side = 1 if c % 2 == 0 else -1
        _handle(x + side * (wide / 2 - 0.05), -deep - 0.018, 0.12, 0.1, upright=True)


def shelf(width=0.9, deep=0.3, high=1.8, boards=5, color=OAK, books=True, seed=3):
    """An open shelf with books."""
    chance = random.Random(seed)
    for side in (-1, 1):
        box((side * (width / 2 - 0.011), 0, high / 2), (0.022, deep, high), wood(color, "z"))
    box((0, deep / 2 - 0.005, high / 2), (width - 0.04, 0.01, high), wood(color, "z"))
    gap = (high - 0.06) / (boards - 1)
    tones = ["#8c4a43", "#4f6d8a", "#d9c48f", "#5c7f5a", "#b98a5a", "#6b5b86", "#d4d0c6", "#3f5663", "#c97f5d"]
    for b in range(boards):
        z = 0.05 + gap * b
        box((0, 0, z), (width - 0.04, deep - 0.01, 0.022), wood(color))
        if not books or b == boards - 1:
            continue
        x = -width / 2 + 0.04
        while x < width / 2 - 0.12:
            thick, tall = chance.uniform(0.016, 0.045), chance.uniform(0.6, 0.85) * (gap - 0.05)
            if chance.random() < 0.1:
                x += 0.07
                continue
            box(
                (x + thick / 2, 0.03, z + 0.012 + tall / 2),
                (thick, 0.17, tall),
                paint(chance.choice(tones), 0.6),
                0.002,
            )
            x += thick + 0.001


def counter(width=2.2, deep=0.6, high=1.1, color="#e9e4da", front=OAK):
    """A reception desk: a panel in front, a ledge for visitors and a lower desk behind."""
    box((0, 0, high / 2), (width, 0.06, high - 0.08), wood(front, "x"))
    for k in range(int(width / 0.11)):
        box((-width / 2 + 0.055 + 0.11 * k, -0.036, high / 2), (0.075, 0.014, high - 0.12), wood(front, "z"), 0.004)
    box((0, 0.02, 0.04), (width - 0.02, 0.05, 0.08), paint("#55595c"))
    box((0, 0.05, high), (width + 0.06, 0.34, 0.04), paint(color, 0.25), 0.01)
    box((0, 0.06 + deep / 2, 0.74), (width - 0.02, deep, 0.03), paint("#d8d4cc", 0.4))
    for side in (-1, 1):
        box((side * (width / 2 - 0.02), deep / 2, 0.54), (0.04, deep, high - 0.06), wood(front, "z"))


def monitor(path=None, width=0.52):
    """A screen on its foot; the screen looks along −y."""
    high = width * 0.6
    box((0, 0, 0.008), (0.22, 0.16, 0.014), paint("#2f3437"), 0.006)
    rod((0, 0.03, 0.01), (0, 0.03, 0.2), 0.015, paint("#2f3437"))
    box((0, 0.01, 0.14 + high / 2), (width, 0.03, high), paint("#2f3437", 0.4), 0.008)
    if path:
        sheet((0, -0.0065, 0.14 + high / 2), width - 0.02, high - 0.02, picture(path, 0.3, 0.7))


def keyboard():
    box((0, 0, 0.01), (0.42, 0.14, 0.016), paint("#3c4246"), 0.005)
    for row in range(4):
        for k in range(13):
            box((-0.19 + 0.0315 * k, -0.048 + 0.032 * row, 0.021), (0.026, 0.026, 0.007), paint("#d5d8da"), 0.002, 1)


def telephone():
    box((0, 0, 0.025), (0.17, 0.2, 0.05), paint("#3a4045"), 0.012, tilt=8)
    box((-0.05, 0, 0.07), (0.045, 0.2, 0.035), paint("#24292d"), 0.015, 4)
    for k in range(12):
        box(
            (0.02 + 0.025 * (k % 3), -0.05 + 0.028 * (k // 3), 0.053 + 0.004 * (k // 3)),
            (0.018, 0.018, 0.01),
            paint("#dfe2e4"),
            0.003,
            tilt=8,
        )


def radiator(width=1.0, high=0.5):
    """A flat radiator against a wall at y = 0."""
    body = paint("#f4f4f1", 0.3)
    box((0, -0.06, high / 2 + 0.12), (width, 0.05, high), body, 0.012)
    for k in range(int(width / 0.05)):
        box((-width / 2 + 0.025 + 0.05 * k, -0.088, high / 2 + 0.12), (0.03, 0.012, high - 0.06), body, 0.005)
    rod((width / 2, -0.06, 0.2), (width / 2 + 0.07, -0.06, 0.2), 0.02, paint(WHITE))
    tube([(width / 2 + 0.05, -0.06, 0.2), (width / 2 + 0.05, -0.06, 0)], 0.009, metal())


def bin_(color="#8a9299", high=0.34):
    lathe(
        (0, 0, 0),
        [(0, 0), (0.11, 0), (0.135, high), (0.14, high), (0.13, high - 0.02), (0.105, 0.02), (0, 0.02)],
        paint(color, 0.4),
    )


def tap(reach=0.16):
    """A curved tap at the origin, its spout towards −y."""
    steel = metal("#d4d7d9", 0.12)
    disc((0, 0, 0), 0.026, 0.03, steel)
    tube([(0, 0, 0.02), (0, 0, 0.2), (0, -reach * 0.5, 0.26), (0, -reach, 0.18)], 0.012, steel, smooth=True)
    tube([(0.03, 0, 0.04), (0.08, -0.02, 0.06)], 0.008, steel)


def basin(width=0.55, deep=0.42):
    """A wash basin on a wall at y = 0; its rim is at z = 0.82."""
    white = ceramic()
    with at(0, -deep / 2 - 0.01, 0.82):
        lathe(
            (0, 0, 0),
            [
                (0.03, -0.13),
                (deep * 0.32, -0.115),
                (deep * 0.45, -0.04),
                (deep * 0.48, 0),
                (deep * 0.5, 0.008),
                (deep * 0.55, 0),
                (deep * 0.5, -0.1),
                (deep * 0.3, -0.17),
                (0, -0.18),
            ],
            white,
        )
        disc((0, 0, -0.131), 0.03, 0.004, metal())
        box((0, deep * 0.5, -0.03), (width, 0.1, 0.08), white, 0.02)
        with at(0, deep * 0.5 - 0.02, 0.01):
            tap(0.15)
        tube(rounded([(0, 0, -0.17), (0, 0, -0.3), (0, deep / 2 + 0.05, -0.3)], 0.06), 0.02, metal())


def wall_mirror(width=0.6, height=0.9, frame="#9aa3a8"):
    """A mirror on a wall at y = 0."""
    box((0, -0.01, 0), (width + 0.04, 0.02, height + 0.04), metal(frame, 0.3), 0.006)
    sheet((0, -0.0215, 0), width, height, mirror())


def dispenser(color=WHITE, high=0.24, wide=0.12):
    """A soap or towel dispenser on a wall at y = 0."""
    box((0, -0.05, 0), (wide, 0.1, high), paint(color, 0.3), 0.02, 4)
    box((0, -0.102, -high * 0.1), (wide * 0.4, 0.006, high * 0.4), paint("#9fb6c2", 0.2), 0.002)


def glove_box(color="#5f9fc4"):
    """A carton of gloves on a wall at y = 0."""
    box((0, -0.045, 0), (0.24, 0.09, 0.13), paint(color, 0.6), 0.003)
    sheet((0, -0.0915, 0.01), 0.11, 0.04, paint("#dbe7ee"))
    cushion((0, -0.1, 0.005), (0.08, 0.03, 0.03), paint("#bcd9ea", 0.7))


def coat_hooks(count=5, coats=("#c8553d", None, "#4f6d8a", "#d8a83f", None)):
    """A rail with hooks and coats on a wall at y = 0; the rail is the origin."""
    width = 0.22 * count
    box((0, -0.012, 0), (width, 0.024, 0.1), wood(OAK), 0.006)
    for k in range(count):
        x = -width / 2 + 0.11 + 0.22 * k
        tube([(x, -0.02, 0.01), (x, -0.07, -0.01), (x, -0.09, 0.03)], 0.007, metal(), smooth=True)
        if k < len(coats) and coats[k]:
            with at(x, -0.085, -0.02):
                coat(coats[k])


def coat(color):
    """A coat that hangs from the origin."""
    cloth = fabric(color, 160)
    lathe(
        (0, 0, -0.62),
        [(0.17, 0), (0.172, 0.03), (0.15, 0.3), (0.14, 0.46), (0.1, 0.56), (0.045, 0.61), (0.03, 0.64)],
        cloth,
        20,
    ).scale.y = 0.5
    for side in (-1, 1):
        tube([(side * 0.1, 0, -0.08), (side * 0.16, 0.01, -0.25), (side * 0.17, 0.0, -0.52)], 0.045, cloth, smooth=True)


def rug(width=2.0, deep=1.4, color="#7f98a8", edge="#e4dccb"):
    box((0, 0, 0.006), (width, deep, 0.012), fabric(edge, 180), 0.005)
    box((0, 0, 0.008), (width - 0.16, deep - 0.16, 0.012), fabric(color, 180), 0.005)


def bead_maze():
    """The wooden toy of waiting rooms: beads on bent wires."""
    box((0, 0, 0.015), (0.36, 0.24, 0.03), wood(OAK), 0.008)
    chance = random.Random(4)
    for k, color in enumerate(["#d4574a", "#3f7fb0", "#e0b43c", "#5c9a5a"]):
        y = -0.08 + 0.053 * k
        points = [
            (-0.15, y, 0.03),
            (-0.12, y, 0.2 + 0.03 * k),
            (-0.03, y + 0.03, 0.12),
            (0.04, y - 0.02, 0.25),
            (0.12, y, 0.16),
            (0.15, y, 0.03),
        ]
        tube(points, 0.0035, paint(color, 0.3), smooth=True)
        for n in range(3):
            ball((-0.15, y, 0.048 + 0.03 * n), 0.016, paint(chance.choice(["#d4574a", "#3f7fb0", "#e0b43c"]), 0.3))


def toy_blocks(seed=2):
    """Wooden blocks on the floor."""
    chance = random.Random(seed)
    colors = ["#d4574a", "#3f7fb0", "#e0b43c", "#5c9a5a", "#c39a6b"]
    for x, y, z in [(0, 0, 0), (0.09, 0.01, 0), (0.045, 0, 0.075), (-0.2, 0.1, 0), (0.25, -0.06, 0), (-0.1, -0.16, 0)]:
        box((x, y, z + 0.0375), (0.075,) * 3, paint(chance.choice(colors), 0.45), 0.006, turn=chance.uniform(-8, 8))


def pendant(drop=0.5, color="#f2ecdf", radius=0.2):
    """A lamp that hangs from the origin. It only glows; the room's lamps provide the light."""
    rod((0, 0, 0), (0, 0, -drop), 0.006, paint("#444444"))
    lathe((0, 0, -drop - 0.18), [(radius, 0), (radius * 0.92, 0.06), (radius * 0.5, 0.16), (0.03, 0.2)], paint(color))
    ball((0, 0, -drop - 0.1), 0.05, glow("#fff2d8", 4))


def lamp_panel(width=1.2, deep=0.3):
    """A flat ceiling lamp below the origin."""
    box((0, 0, -0.02), (width, deep, 0.04), paint("#e8e8e6"), 0.004)
    sheet((0, 0, -0.0405), width - 0.04, deep - 0.04, glow("#fffaf0", 2.2), "-z")


def fish_tank(width=0.9, deep=0.35, high=0.45):
    """A tank on its cabinet, with fish, plants and gravel."""
    cabinet(width, deep, 0.7, 2, color="#59666e", top="#59666e")
    base = 0.7
    box((0, 0, base + 0.02), (width - 0.02, deep - 0.02, 0.04), paint("#cbb994", 0.9))
    sheet((0, deep / 2 - 0.012, base + high / 2), width - 0.02, high - 0.02, glow("#4c9fbf", 0.55))
    chance = random.Random(6)
    for k in range(7):
        x = -width / 2 + 0.1 + k * (width - 0.2) / 6
        for _ in range(3):
            leaf(
                (x + chance.uniform(-0.03, 0.03), 0.07, base + 0.03),
                chance.uniform(0.14, 0.3),
                0.03,
                paint("#4f8f55"),
                chance.uniform(0, 360),
                82,
                25,
            )
    for k, color in enumerate(["#f08a3c", "#f2c14e", "#f08a3c", "#e8e8e4", "#e4796b", "#7d8fd6"]):
        with at(-0.33 + 0.13 * k, -0.02 + 0.05 * (k % 2), base + 0.13 + 0.055 * (k * 3 % 5), 0 if k % 2 else 180):
            ball((0, 0, 0), 0.034, paint(color, 0.3), (1, 0.35, 0.6))
            leaf((0.028, 0, 0), 0.04, 0.04, paint(color, 0.3), 0, 0, 5)
    for x, y, w, d in ((0, -deep / 2, width, 0.006), (0, deep / 2, width, 0.006)):
        box((x, y, base + high / 2), (w, d, high), glass(), 0)
    for side in (-1, 1):
        box((side * width / 2, 0, base + high / 2), (0.006, deep, high), glass(), 0)
    box((0, 0, base + high + 0.02), (width + 0.02, deep + 0.02, 0.05), paint("#3a444a"), 0.008)


def trolley(width=0.5, deep=0.4, high=0.85):
    """A trolley of steel and trays on castors."""
    steel = metal()
    for x in (-1, 1):
        for y in (-1, 1):
            px, py = x * (width / 2 - 0.015), y * (deep / 2 - 0.015)
            tube([(px, py, 0.08), (px, py, high)], 0.012, steel)
            ball((px, py, 0.04), 0.04, paint("#33393d"), (0.5, 1, 1))
    for z in (0.2, 0.5, high - 0.05):
        box((0, 0, z), (width, deep, 0.02), paint("#dfe5e8", 0.3), 0.008)
        for y in (-1, 1):
            box((0, y * deep / 2, z + 0.025), (width, 0.008, 0.05), paint("#dfe5e8", 0.3))


def water_cooler():
    """A water dispenser with its bottle."""
    box((0, 0, 0.48), (0.32, 0.32, 0.96), paint("#eef0ee", 0.3), 0.03, 4)
    box((0, -0.15, 0.72), (0.22, 0.05, 0.2), paint("#c9d3d8", 0.3), 0.01)
    for side, color in ((-1, "#4f8fc4"), (1, "#d4574a")):
        box((side * 0.05, -0.18, 0.78), (0.03, 0.04, 0.03), paint(color, 0.3), 0.006)
    lathe(
        (0, 0, 0.96),
        [
            (0.06, 0),
            (0.07, 0.05),
            (0.135, 0.1),
            (0.14, 0.2),
            (0.13, 0.22),
            (0.14, 0.24),
            (0.14, 0.36),
            (0.1, 0.4),
            (0, 0.4),
        ],
        paint("#a9d3ea", 0.08, 0.6),
    )
    for k in range(6):
        lathe(
            (0.23, 0, 0.5 + 0.02 * k),
            [(0, 0), (0.03, 0), (0.037, 0.09), (0.034, 0.09), (0, 0.01)],
            paint("#ffffff"),
            20,
        )


def book_box(seed=1):
    """A low box of picture books with their covers to the front."""
    chance = random.Random(seed)
    for y in (-0.14, 0.14):
        box((0, y, 0.15), (0.7, 0.018, 0.3), wood(OAK))
    for x in (-0.35, 0.35):
        box((x, 0, 0.15), (0.018, 0.3, 0.3), wood(OAK, "y"))
    for k in range(9):
        y = -0.11 + 0.026 * k
        with at(chance.uniform(-0.12, 0.12) + (-0.16 if k % 2 else 0.16), y, 0.19 + 0.012 * k, tilt=-8):
            box((0, 0, 0), (0.24, 0.012, 0.3), paint(WHITE), 0.002)
            sheet((0, -0.0065, 0), 0.24, 0.3, picture(painted.magazine(k + seed)))
