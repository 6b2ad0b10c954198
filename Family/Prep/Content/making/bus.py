"""The bus: the stop with the bus at the curb, the inside of the bus, and a window seat."""

import math

import painted
from experience import Experience, Film, Panorama, door, sound, video
from room import bush, house, new_scene, sun, tree
from shapes import area_light, at, box, cushion, disc, lathe, place, repeated, rod, rounded, sheet, tube
from surfaces import fabric, glass, glow, ground, metal, paint, picture, speckled, tiles, wood

TEAL = "#3f8fa0"
CREAM = "#f3efe2"
YELLOW = "#e8b93c"
# The bus: half its width, half its length, and heights above its floor.
HALF, LONG, SILL, LINTEL, ROOF = 1.25, 4.8, 0.82, 1.92, 2.35
# The front and back edges of the two doors, on the right side (+x).
DOORS = ((2.75, 4.05), (-0.75, 0.55))
# Height of the bus's floor above the road.
FLOOR = 0.32
# Position of the bus at the stop, its front towards +y.
BUS = (-2.95, -2.3, FLOOR - 0.15)
# Position of the curb in the frame of the street.
KERB = 1.8
SEATS_LEFT = (1.55, 0.72, -0.11, -0.94, -1.77, -2.6, -3.43)
SEATS_RIGHT = (1.12, -1.77, -2.6, -3.43)


def pattern():
    """The fabric of the seats."""
    c = painted.Canvas(400, 400, "#3f6f8a")
    for k in range(36):
        x, y = 34 + 66 * (k % 6), 34 + 66 * (k // 6)
        c.circle(x, y, 11, ["#e8b93c", "#7fb4c4", "#d98f6f"][(k + k // 6) % 3])
        c.circle(x + 33, y + 33, 6, "#a9cbd6")
    return c.save("bus-cloth")


def seat():
    """A seat that faces +y, with its base at the origin."""
    cloth, shell = fabric("#44758f", 200, 0.9), paint("#8797a1", 0.4)
    box((0, 0.02, 0.2), (0.34, 0.34, 0.4), shell, 0.03)
    cushion((0, 0.02, 0.43), (0.42, 0.44, 0.09), cloth)
    with at(0, -0.2, 0.45, 0, 8):
        box((0, -0.03, 0.33), (0.42, 0.03, 0.68), shell, 0.012, 4)
        cushion((0, 0.01, 0.32), (0.4, 0.06, 0.6), cloth)
        sheet((0, 0.042, 0.32), 0.3, 0.44, picture(pattern(), 0.95), "y")
        tube(
            rounded([(-0.19, -0.02, 0.6), (-0.19, -0.03, 0.74), (0.19, -0.03, 0.74), (0.19, -0.02, 0.6)], 0.04),
            0.014,
            paint(YELLOW, 0.35),
        )


def pole(x, y, button=False):
    """A pole from the floor to the ceiling, with a red button."""
    rod((x, y, 0), (x, y, ROOF), 0.017, paint(YELLOW, 0.3))
    for z in (0.0, ROOF - 0.02):
        disc((x, y, z), 0.035, 0.02, paint("#55646e", 0.4))
    if button:
        with at(x, y, 1.22):
            stop_button()


def stop_button():
    """A red button that faces −y."""
    box((0, -0.02, 0), (0.07, 0.06, 0.13), paint("#3a4045", 0.4), 0.015)
    rod((0, -0.045, 0.015), (0, -0.062, 0.015), 0.024, paint("#c8453d", 0.3))
    sheet((0, -0.0505, -0.035), 0.05, 0.02, picture(painted.sign("STOP", "#3a4045", wide=200, high=80), 0.5))
    return place(0, -0.06, 0.01)


def side_pieces(x, spans):
    """One side wall: windows between pillars above a panel. `spans` are pairs of start and end along y."""
    outer, inner = paint(TEAL, 0.25), paint("#e4e1d6", 0.5)
    sign = 1 if x > 0 else -1
    for first, last in spans:
        middle, length = (first + last) / 2, last - first
        box((x, middle, (SILL - FLOOR + 0.08) / 2), (0.05, length, SILL + FLOOR - 0.08), outer, 0.004)
        box((x - sign * 0.035, middle, SILL / 2), (0.02, length, SILL), inner, 0)
        box((x - sign * 0.03, middle, SILL), (0.1, length, 0.03), paint("#8d969b", 0.4), 0.006)
        count = max(1, round(length / 1.5))
        for k in range(count + 1):
            wide = 0.06 if 0 < k < count else 0.09
            y = first + length * k / count
            y += wide / 2 * (1 if k == 0 else -1 if k == count else 0)
            box((x, y, (SILL + LINTEL) / 2), (0.07, wide, LINTEL - SILL), paint("#4a555c", 0.4), 0.006)
        sheet((x, middle, (SILL + LINTEL) / 2), length, LINTEL - SILL, glass("#e6f0ee", 0.05), "x" if x > 0 else "-x")
        box((x, middle, LINTEL - 0.25), (0.03, length, 0.02), paint("#4a555c", 0.4), 0.003)
        box((x + sign * 0.002, middle, SILL - 0.07), (0.05, length, 0.05), paint(CREAM, 0.3), 0)


def door_leaf(x, middle, wide):
    """A glass leaf of a door."""
    frame = paint("#4a555c", 0.4)
    top = LINTEL + 0.08
    for side in (-1, 1):
        box((x, middle + side * (wide / 2 - 0.025), top / 2), (0.035, 0.05, top), frame, 0.008)
    for z in (0.05, top - 0.03):
        box((x, middle, z), (0.033, wide, 0.1 if z < 1 else 0.06), frame, 0.006)
    sheet((x, middle, top / 2), wide - 0.06, top - 0.1, glass("#e6f0ee", 0.05), "x")
    rod((x - 0.05, middle, 0.85), (x - 0.05, middle, 1.4), 0.013, paint(YELLOW, 0.35))


def doors(opened, which=(0, 1)):
    """The doors, whose two leaves slide apart outside of the wall; `opened` runs from 0 to 1."""
    for number in which:
        first, last = DOORS[number]
        half = (last - first) / 2
        for side in (-1, 1):
            middle = (first + last) / 2 + side * (half / 2 + opened * half * 0.92)
            door_leaf(HALF + 0.075 * min(1.0, 4 * opened), middle, half)


def wheel(x, y):
    sign = 1 if x > 0 else -1
    z = 0.44 - FLOOR
    rod((x - sign * 0.34, y, z), (x - sign * 0.03, y, z), 0.6, paint("#aeb4b2", 0.5), segments=40, bevel=0.03)
    rod((x - sign * 0.22, y, z), (x + sign * 0.04, y, z), 0.56, paint("#30363a", 0.7), segments=40)
    rod((x - sign * 0.2, y, z), (x + sign * 0.05, y, z), 0.44, paint("#26292c", 0.85), segments=40, bevel=0.04)
    rod((x, y, z), (x + sign * 0.06, y, z), 0.25, metal("#b9bec2", 0.35), segments=32)
    rod((x, y, z), (x + sign * 0.085, y, z), 0.09, paint("#6f767b", 0.4))


def shell():
    """The body of the bus around its floor at z = 0."""
    left = [(-LONG, LONG - 0.5)]
    (front_first, front_last), (back_first, back_last) = DOORS
    side_pieces(-HALF, left)
    side_pieces(HALF, [(-LONG, back_first), (back_last, front_first), (front_last, LONG - 0.5)])
    outer, inner = paint(TEAL, 0.25), paint("#eceae2", 0.6)
    box((0, 0, -0.04), (2 * HALF, 2 * LONG, 0.08), speckled("#8d98a0", "#b9c4ca", 90, 0.5), 0)
    box((0, 0, ROOF + 0.09), (2 * HALF + 0.04, 2 * LONG, 0.16), paint(CREAM, 0.35), 0.06, 4)
    box((0, 0, ROOF + 0.005), (2 * HALF - 0.06, 2 * LONG - 0.1, 0.01), inner, 0)
    for side in (-1, 1):
        box((side * HALF, 0, (LINTEL + ROOF) / 2 + 0.06), (0.06, 2 * LONG, ROOF - LINTEL + 0.04), paint(CREAM, 0.35), 0)
        box(
            (side * (HALF - 0.14), 0, (LINTEL + ROOF) / 2 + 0.1),
            (0.24, 2 * LONG - 0.1, 0.03),
            inner,
            0.01,
            roll=side * 48,
        )
        box((side * (HALF - 0.045), 0, (LINTEL + ROOF) / 2), (0.03, 2 * LONG - 0.1, ROOF - LINTEL), inner, 0)
        for k in range(3):
            box((side * 0.62, -3.0 + 3.0 * k, ROOF - 0.006), (0.14, 2.4, 0.012), glow("#fff8ea", 1.6), 0.003)
        for y in (-2.9, 2.05 if side > 0 else 2.6):
            wheel(side * HALF, y)
        box((side * 0.55, -0.6, ROOF - 0.24), (0.03, 6.6, 0.03), paint(YELLOW, 0.35), 0.013, 4)
        for k in range(5):
            rod(
                (side * 0.55, -3.7 + 1.55 * k, ROOF - 0.24),
                (side * 0.55, -3.7 + 1.55 * k, ROOF),
                0.011,
                paint(YELLOW, 0.35),
            )
    # The back: a panel with a window.
    box((0, -LONG, (1.1 - FLOOR) / 2), (2 * HALF, 0.06, 1.1 + FLOOR), outer, 0.01)
    sheet((0, -LONG, 1.5), 2 * HALF - 0.1, 0.84, glass("#e6f0ee", 0.05))
    box((0, -LONG, 2.15), (2 * HALF, 0.06, 0.5), paint(CREAM, 0.35), 0.01)
    box((0, -LONG + 0.04, 0.55), (2 * HALF - 0.1, 0.02, 1.1), inner, 0)
    # The front: a windscreen over a panel with lamps.
    box((0, LONG, (0.6 - FLOOR) / 2), (2 * HALF, 0.08, 0.6 + FLOOR), outer, 0.03)
    for side in (-1, 1):
        box((side * (HALF - 0.03), LONG - 0.25, 1.1), (0.07, 0.5, 2.2), outer, 0.02)
        box((side * 0.95, LONG + 0.04, 0.12), (0.3, 0.03, 0.16), paint("#f4f4ea", 0.1), 0.03, 4)
        tube(
            [(side * 1.15, LONG, 2.1), (side * 1.5, LONG + 0.2, 2.1), (side * 1.52, LONG + 0.2, 1.9)],
            0.02,
            paint("#3a4045"),
            smooth=True,
        )
        box((side * 1.52, LONG + 0.2, 1.72), (0.16, 0.08, 0.36), paint("#3a4045", 0.4), 0.03, 4)
    sheet((0, LONG, 1.25), 2 * HALF - 0.1, 1.3, glass("#e6f0ee", 0.05))
    box((0, LONG, 2.1), (2 * HALF, 0.1, 0.5), paint(CREAM, 0.35), 0.02)
    shown = picture(painted.sign("12  School", "#2b3238", wide=900, high=150, text="#f2cf6a", name="bus-to"), 0.4, 0.4)
    sheet((0, LONG + 0.055, 2.12), 1.7, 0.28, shown, "y")
    box((HALF + 0.03, 1.6, 2.12), (0.02, 1.3, 0.26), paint("#2b3238", 0.4), 0.004)
    sheet((HALF + 0.042, 1.6, 2.12), 1.24, 0.21, shown, "x")


def fittings():
    """Seats, poles, the driver's place and the display. Returns marks."""
    marks = {}
    # Next to the rear wheels there is room only for the aisle seats.
    repeated(seat, [(-HALF + 0.33 + 0.47 * k, y) for y in SEATS_LEFT for k in (0, 1) if k or y > -2])
    repeated(seat, [(HALF - 0.33 - 0.47 * k, y) for y in SEATS_RIGHT for k in (0, 1) if k or y > -2])
    repeated(seat, [(-HALF + 0.36 + 0.445 * k, -4.3) for k in range(5)])
    for x, y, button in (
        (-0.3, 1.2, False),
        (0.34, 0.72, True),
        (0.34, -0.92, True),
        (-0.3, -1.3, False),
        (-0.3, -3.0, True),
    ):
        pole(x, y, button)
    # A button on the pillar in front of the window seat.
    with at(HALF - 0.04, -0.795, 1.22, -90):
        marks["stop button"] = stop_button()
    # Panels of glass next to the doors.
    for y in (0.72, -0.92):
        for z in (0.45, 1.05):
            rod((0.34, y, z), (HALF - 0.06, y, z), 0.013, paint(YELLOW, 0.35))
        sheet((0.78, y, 0.75), 0.84, 0.56, glass("#dfeeee", 0.05))
    # The driver's place, behind a low wall and a pane.
    with at(-0.66, 3.55):
        box((0, -0.62, 0.55), (1.1, 0.04, 1.1), paint("#55646e", 0.45), 0.01)
        sheet((0, -0.62, 1.5), 1.1, 0.8, glass("#dfeeee", 0.05))
        box((0.54, -0.2, 0.5), (0.04, 0.85, 1.0), paint("#55646e", 0.45), 0.01)
        box((0, -0.2, 0.28), (0.4, 0.4, 0.5), paint("#3a4045", 0.5), 0.03)
        cushion((0, -0.2, 0.58), (0.5, 0.5, 0.12), fabric("#3a4a55"))
        cushion((0, -0.45, 0.98), (0.48, 0.12, 0.76), fabric("#3a4a55"))
        box((0, 0.75, 0.62), (1.1, 0.5, 0.5), paint("#3f474d", 0.5), 0.06, 4)
        with at(0, 0.36, 0.92, 0, 28):
            points = [(0.22 * math.cos(a), 0.22 * math.sin(a), 0) for a in (math.pi * k / 16 for k in range(33))]
            tube(points, 0.015, paint("#24292d", 0.4))
            rod((-0.2, 0, 0), (0.2, 0, 0), 0.012, paint("#24292d"))
            rod((0, 0, 0), (0, 0, -0.3), 0.025, paint("#24292d"))
            disc((0, 0, -0.02), 0.06, 0.03, paint("#24292d"))
        marks["driver"] = place(0, -0.1, 1.1)
        with at(0.62, 0.32, 1.0, 0):
            rod((0, 0, -1.0), (0, 0, 0), 0.02, paint(YELLOW, 0.35))
            box((0, 0, 0.1), (0.14, 0.12, 0.24), paint("#4f7fb0", 0.4), 0.02)
            sheet((0, -0.0615, 0.12), 0.1, 0.12, picture(ticket(), 0.5, 0.3))
            marks["ticket"] = place(0, -0.06, 0.1)
    with at(0.05, 2.72, ROOF - 0.2):
        box((0, 0, 0), (0.9, 0.06, 0.24), paint("#2b3238", 0.4), 0.015)
        path = painted.sign("Next stop: School", "#2b3238", wide=900, high=200, text="#f2cf6a", name="next-stop")
        sheet((0, -0.032, 0), 0.84, 0.19, picture(path, 0.4, 0.5))
        for side in (-1, 1):
            rod((side * 0.3, 0, 0.1), (side * 0.3, 0, 0.2), 0.012, paint("#55646e"))
    with at(0, -LONG + 0.06, 2.05):
        path = painted.sign("Please hold on", "#3f8fa0", wide=900, high=150)
        sheet((0, 0.01, 0), 1.2, 0.2, picture(path, 0.5), "y")
    return marks


def ticket():
    c = painted.Canvas(200, 240, "#eef4f7")
    c.box(40, 40, 120, 70, "#4f7fb0", 10)
    c.box(54, 60, 60, 12, "#ffffff", 4)
    for k in range(3):
        c.arc(100, 190, 24 + 20 * k, 225, 315, "#3f8fa0", 9)
    return c.save("ticket")


def street(road):
    """The street along y with the pavement at +x; `road` is the height of the road."""
    with at(0, 0, road):
        box((0, 0, -0.2), (120, 120, 0.1), ground("#a3c67c", "#86ad62", 1.4), 0)
        box((-1.4, 0, -0.1), (6.4, 110, 0.2), ground("#8b8d8e", "#7b7d7e", 3.0), 0)
        for k in range(14):
            box((-1.5, -39 + 6 * k, 0.003), (0.12, 2.6, 0.008), paint("#eeeeea", 0.8), 0)
        for x, wide in ((1.8 + 2.3, 4.6), (-4.6 - 1.4, 2.8)):
            box((x, 0, 0.05), (wide, 110, 0.2), tiles("#c4bdb0", "#a39c90", 0.5, "xy", rough=0.8, gap=0.008), 0)
            box((x - (wide / 2 + 0.06) * (1 if x > 0 else -1), 0, 0.05), (0.12, 110, 0.2), paint("#a5a39d", 0.9), 0.01)
        colors = ["#d9c7a8", "#c9d2d6", "#e0d3bd", "#d6b9a0"]
        for k in range(4):
            with at(-13.5, -17 + 10.5 * k, -0.2, 90):
                house(9, 5.4, colors[k], "#9c5b47" if k % 2 else "#7b6f68", k)
            with at(14, -15 + 10.5 * k, -0.2, -90):
                house(9, 5.2, colors[(k + 2) % 4], "#7b6f68" if k % 2 else "#9c5b47", k + 5)
        for k in range(5):
            for x in (-9.0, 8.6):
                with at(x, -14 + 7 * k + (2 if x > 0 else 0)):
                    tree(3.6 + 0.3 * (k % 3), k + (9 if x > 0 else 0))
            for x in (-8.0, 7.4):
                for dy in (0, 2.2):
                    with at(x, -15 + 7 * k + dy):
                        bush(1.3, k)


def shelter():
    """A shelter with a bench and a map; its back along +y."""
    steel = metal("#6f7b82", 0.4)
    for x in (-1.5, 0, 1.5):
        box((x, 0, 1.2), (0.06, 0.06, 2.4), steel, 0.01)
    for x in (-1.5, 1.5):
        box((x, -0.55, 2.38), (0.06, 1.2, 0.06), steel, 0.01)
        sheet((x, -0.42, 1.2), 0.8, 1.7, glass("#e6f0ee", 0.06), "x")
        box((x, -0.82, 1.2), (0.05, 0.05, 2.3), steel, 0.01)
    box((0, -0.5, 2.45), (3.3, 1.45, 0.08), paint(TEAL, 0.35), 0.02)
    for k in (-1, 1):
        sheet((k * 0.75, 0, 1.25), 1.4, 1.6, glass("#e6f0ee", 0.06))
        for z in (0.45, 2.05):
            box((k * 0.75, 0, z), (1.44, 0.04, 0.05), steel, 0.01)
    # Glass is almost invisible; without rails from post to post, the map seems to float.
    for z in (1.02, 1.68):
        box((0.75, 0, z), (1.44, 0.04, 0.04), steel, 0.01)
    box((-0.35, -0.3, 0.45), (1.8, 0.34, 0.05), wood("#b98a5a"), 0.012)
    for x in (-1.1, 0.4):
        box((x, -0.3, 0.22), (0.06, 0.28, 0.44), steel, 0.01)
    box((1.05, -0.05, 1.35), (0.62, 0.05, 0.9), paint("#f2f2ee"), 0.01)
    sheet((1.05, -0.078, 1.35), 0.56, 0.84, picture(timetable(), 0.5))
    return place(1.05, -0.1, 1.35)


def timetable():
    c = painted.Canvas(400, 600, "#fdfdf8")
    c.box(0, 0, 400, 90, TEAL)
    c.text(200, 47, "Bus 12", 50, "#ffffff")
    c.line([(70, 140), (70, 540)], TEAL, 10)
    for k, name in enumerate(["Park", "Library", "School", "Market", "Station"]):
        c.circle(70, 140 + 100 * k, 20, TEAL)
        c.circle(70, 140 + 100 * k, 11, "#ffffff")
        c.text(120, 140 + 100 * k, name, 38, anchor="lm")
    return c.save("bus-line")


def stop_sign():
    """The sign of the stop on its pole, at the origin."""
    rod((0, 0, 0), (0, 0, 2.5), 0.03, metal("#8d969b", 0.4))
    with at(0.3, 0, 2.3):
        box((0, 0, 0), (0.56, 0.03, 0.56), paint("#f2f2ee"), 0.02, 4)
        c = painted.Canvas(300, 300, "#f2f2ee")
        c.circle(150, 150, 142, TEAL)
        c.box(70, 80, 160, 130, "#ffffff", 20)
        c.box(86, 98, 128, 52, TEAL, 8)
        for x in (104, 196):
            c.circle(x, 216, 18, "#ffffff")
        path = c.save("bus-sign")
        for facing, y in (("-y", -0.0165), ("y", 0.0165)):
            sheet((0, y, 0), 0.5, 0.5, picture(path, 0.5), facing)


def stop(opened=1.0, closed=True):
    """The stop with the bus at the curb. If `closed` is false, the door leaves are left out."""
    new_scene("#a9cbe8", 1.25)
    sun(3.0, 60, 42)
    with at(BUS[0] + HALF + 0.2 - KERB):
        street(-0.15)
    with at(*BUS):
        shell()
        fittings()
        if closed:
            doors(opened)
        marks = {
            "front door": place(HALF, sum(DOORS[0]) / 2, 1.0),
            "back door": place(HALF, sum(DOORS[1]) / 2, 1.0),
            "engine": place(HALF, LONG - 0.1, 0.1),
        }
    with at(2.6, -0.8, 0, -90):
        marks["map"] = shelter()
    with at(-0.9, 3.4, 0, 0):
        stop_sign()
    with at(2.3, 2.4):
        lathe((0, 0, 0), [(0, 0), (0.19, 0), (0.21, 0.8), (0.22, 0.8), (0.2, 0.76), (0, 0.7)], paint("#4f7f6a", 0.5))
    marks["tree"] = (8.6, 2.0, 2.6)
    return marks


def ride(origin):
    """The inside of the moving bus; `origin` is the position of the eye."""
    new_scene("#b3d1ea", 1.5)
    sun(1.7, 60, 42)
    with at(-origin[0], -origin[1]):
        with at(HALF + 0.2 - KERB, 0):
            street(-FLOOR)
        shell()
        doors(0.0)
        marks = fittings()
        for k in range(4):
            area_light((0, -3.6 + 2.4 * k, ROOF - 0.03), (1.5, 2.0), 22, (1.0, 0.97, 0.92))
        marks["front door"] = place(HALF, sum(DOORS[0]) / 2, 1.1)
        marks["back door"] = place(HALF, sum(DOORS[1]) / 2, 1.0)
        marks["seat"] = place(HALF - 0.55, -1.7, 0.8)
        marks["front"] = place(0.2, 2.2, 1.0)
    return marks


def _doors_move(step):
    """The doors open."""
    smooth = step * step * (3 - 2 * step)
    with at(*BUS):
        doors(smooth)


EXPERIENCE = Experience(
    key="bus",
    title="The bus",
    description="From the stop into the bus and to a seat at the window.",
    seed=4,
    panoramas=[
        Panorama(
            "stop",
            "The bus stop",
            stop,
            start=(-60, -4),
            seed=41,
            story="We wait at the stop. The bus comes and the doors open. We let others get off first.",
            triggers=[
                video("doors", "The doors open", "doors_open", "back door"),
                sound("birds", "Birds", "birds", "tree"),
                door("inside", "Get on", "front door"),
            ],
        ),
        Panorama(
            "inside",
            "In the bus",
            lambda: ride((0.1, 1.95)),
            start=(178, -8),
            seed=42,
            story="I show my ticket and hold on. The bus hums and sways a little. I look for a free seat.",
            triggers=[
                sound("engine", "The bus drives", "bus_engine", "driver"),
                sound("doors", "The doors close", "bus_doors", "back door"),
                door("seat", "A seat at the window", "seat"),
                door("stop", "Get off", "front door"),
            ],
        ),
        Panorama(
            "seat",
            "My seat",
            lambda: ride((0.9, -1.72)),
            start=(15, -4),
            seed=43,
            eye=1.12,
            story="I sit and look out of the window. Before our stop I press the red button. "
            "A bell rings, and the bus stops.",
            triggers=[
                sound("bell", "The stop button", "stop_bell", "stop button"),
                door("inside", "The front of the bus", "front"),
            ],
        ),
    ],
    final="seat",
    films=[
        Film(
            "doors_open",
            lambda: stop(closed=False),
            _doors_move,
            (0.9, -1.0, 1.45),
            (-1.7, -2.4, 1.1),
            "bus_doors",
            66,
        )
    ],
)
