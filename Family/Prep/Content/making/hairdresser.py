"""The hairdresser: the salon seen from its door, from the wash place, and from the chair at the mirror."""

import painted
from experience import Experience, Film, Panorama, door, sound, video
from furniture import (
    OAK,
    bin_,
    coat_hooks,
    counter,
    framed,
    magazines,
    monitor,
    pendant,
    plant,
    seat_row,
    table,
    trolley,
    wall_clock,
    wall_mirror,
)
from room import Room, new_scene, outside, sun
from shapes import area_light, at, box, cushion, disc, lathe, place, rod, rounded, tube
from surfaces import ceramic, glow, leather, metal, paint, planks, plaster, tiles, wood

PLUM = "#7b5a78"
STATIONS = (-1.75, 0.0, 1.75)
NORTH = 2.5
# The chair in the middle, which rises and turns in the film.
CHAIR = (0.0, NORTH - 1.05)


def styling_chair(rise=0.0):
    """A chair on a round foot, its front towards +y."""
    steel, soft = metal("#d0d3d6", 0.15), leather(PLUM)
    disc((0, 0, 0), 0.3, 0.025, steel, 0.01)
    lathe((0, 0, 0.025), [(0.12, 0), (0.06, 0.03), (0.045, 0.06), (0.045, 0.2)], steel)
    rod((0, 0, 0.1), (0, 0, 0.36 + rise), 0.032, steel)
    with at(0, 0, 0.36 + rise):
        box((0, 0, 0.02), (0.4, 0.4, 0.03), paint("#2f2f33"), 0.01)
        cushion((0, 0, 0.09), (0.52, 0.5, 0.12), soft)
        cushion((0, -0.27, 0.37), (0.5, 0.1, 0.5), soft, tilt=8)
        for side in (-1, 1):
            tube(
                rounded(
                    [
                        (side * 0.27, -0.2, 0.04),
                        (side * 0.3, -0.2, 0.28),
                        (side * 0.3, 0.16, 0.28),
                        (side * 0.27, 0.16, 0.04),
                    ],
                    0.05,
                ),
                0.014,
                steel,
            )
            cushion((side * 0.3, -0.02, 0.3), (0.06, 0.34, 0.045), soft)
        for side in (-1, 1):
            tube(
                rounded([(side * 0.12, 0.18, 0.03), (side * 0.12, 0.36, -0.02), (side * 0.12, 0.42, -0.2)], 0.05),
                0.012,
                steel,
            )
        rod((-0.18, 0.43, -0.21), (0.18, 0.43, -0.21), 0.02, steel)
        top = place(0, 0, 0.35)
    tube([(0.05, -0.1, 0.09), (0.2, -0.32, 0.12)], 0.012, steel)
    return top


def hair_dryer():
    """A dryer at the origin, its nozzle towards −y."""
    shell = paint("#3c3f46", 0.3)
    rod((0, 0.06, 0.05), (0, -0.06, 0.05), 0.042, shell, 0.036, bevel=0.008)
    rod((0, -0.06, 0.05), (0, -0.14, 0.05), 0.03, paint("#c98fa6", 0.3), 0.024)
    tube(rounded([(0, 0.03, 0.03), (0.03, 0.12, 0.02), (0.08, 0.17, 0.018)], 0.03), 0.018, shell)
    tube(
        [(0.08, 0.17, 0.018), (0.04, 0.19, 0.006), (-0.1, 0.17, 0.006), (-0.2, 0.19, 0.006)], 0.005, shell, smooth=True
    )


def brush(color="#b98a5a"):
    """A round brush that lies along x."""
    rod((0.02, 0, 0.024), (0.14, 0, 0.024), 0.009, wood(color))
    rod((-0.1, 0, 0.024), (0.02, 0, 0.024), 0.022, paint("#3a3a3d", 0.9))


def comb(color="#4f8fa6"):
    box((0, 0.012, 0.003), (0.18, 0.012, 0.004), paint(color, 0.3), 0.001)
    for k in range(26):
        box((-0.085 + 0.0068 * k, -0.008, 0.003), (0.002, 0.03, 0.003), paint(color, 0.3), 0)


def shears():
    """A closed pair of scissors with blunt ends, lying along x."""
    steel = metal()
    for side in (-1, 1):
        box((-0.05, side * 0.004, 0.005), (0.1, 0.008, 0.003), steel, 0.001, turn=side * 2)
        points = [
            (0.0, side * 0.004, 0.005),
            (0.035, side * 0.02, 0.005),
            (0.06, side * 0.022, 0.005),
            (0.062, side * 0.006, 0.005),
            (0.03, side * 0.006, 0.005),
        ]
        tube(points, 0.0035, paint("#c25b76", 0.3), smooth=True)


def bottle(color, high=0.18, radius=0.03, cap="#f2f2ee"):
    lathe(
        (0, 0, 0),
        [(0, 0), (radius, 0), (radius, high * 0.75), (radius * 0.5, high * 0.85), (radius * 0.5, high * 0.9)],
        paint(color, 0.25),
        24,
    )
    disc((0, 0, high * 0.88), radius * 0.55, high * 0.12, paint(cap, 0.3), 0.002, 20)


def spray():
    bottle("#a9d3ea", 0.2, 0.035)
    box((0, -0.02, 0.215), (0.022, 0.075, 0.028), paint("#3c3f46", 0.3), 0.006)


def station():
    """A mirror with lamps and the shelf below it, on a wall at y = 0."""
    with at(0, 0, 1.42):
        wall_mirror(0.8, 1.1, "#b98f5a")
        for side in (-1, 1):
            box((side * 0.48, -0.025, 0), (0.05, 0.04, 1.05), glow("#fff1dc", 2.4), 0.02, 4)
            area_light((side * 0.48, -0.08, 0), (0.05, 1.0), 3.5, (1, 0.93, 0.84), (0, -1, 0))
    box((0, -0.17, 0.74), (1.15, 0.34, 0.05), wood(OAK), 0.01)
    box((0, -0.15, 0.62), (0.5, 0.28, 0.18), paint("#ece7dd", 0.35), 0.008)
    rod((-0.08, -0.295, 0.64), (0.08, -0.295, 0.64), 0.006, metal())
    with at(0, 0, 0.765):
        with at(-0.42, -0.12):
            spray()
        for k, color in enumerate(["#c98fa6", "#8fb8a6", "#e0c27a"]):
            with at(0.12 + 0.08 * k, -0.06 + 0.02 * (k % 2)):
                bottle(color, 0.15 + 0.03 * (k % 2))
        with at(-0.22, -0.2, 0, 20):
            comb()
        with at(0.0, -0.22, 0, -12):
            shears()
            marks = {"scissors": place(0, 0, 0.02)}
        with at(0.18, -0.24, 0, 30):
            brush()
        with at(0.4, -0.2, 0, 0):
            hair_dryer()
            marks["dryer"] = place(0, 0, 0.06)
    return marks


def wash_place():
    """A reclined seat with a bowl behind its head, towards +y."""
    soft, steel = leather(PLUM), metal()
    box((0, 0.0, 0.1), (0.46, 0.9, 0.2), paint("#3b3940"), 0.03)
    cushion((0, -0.2, 0.38), (0.54, 0.6, 0.16), soft)
    cushion((0, 0.2, 0.66), (0.54, 0.12, 0.62), soft, tilt=-24)
    for side in (-1, 1):
        cushion((side * 0.31, -0.1, 0.5), (0.09, 0.62, 0.3), soft)
    box((0, 0.62, 0.42), (0.4, 0.34, 0.84), paint("#ece9e4", 0.3), 0.05, 4)
    with at(0, 0.58, 0.82):
        lathe(
            (0, 0, 0),
            [(0.03, 0.02), (0.2, 0.04), (0.25, 0.14), (0.27, 0.15), (0.275, 0.14), (0.24, 0.02), (0.1, -0.04)],
            ceramic("#f6f6f3"),
        )
        cushion((0, -0.26, 0.15), (0.2, 0.08, 0.05), paint("#3b3940", 0.5))
        tube([(0, 0.26, 0.1), (0, 0.26, 0.3), (0, 0.18, 0.36)], 0.014, steel, smooth=True)
        rod((0, 0.18, 0.36), (0, 0.08, 0.3), 0.022, steel, 0.034)
        tube([(0, 0.26, 0.12), (0.14, 0.24, 0.2), (0.16, 0.2, 0.02)], 0.008, steel, smooth=True)
        tap_at = place(0, 0.1, 0.34)
    return tap_at


def salon(origin=(0.0, 0.0), empty=False):
    """The salon; `origin` is the position of the eye. `empty` leaves out the chair in the middle."""
    new_scene()
    room = Room(6.6, 5.0)
    with at(-origin[0], -origin[1]):
        marks = _salon(room)
        if not empty:
            with at(*CHAIR):
                marks["chair"] = styling_chair()
    return marks


def _salon(room):
    room.window("south", 1.0, 3.0, 0.45, 2.3, 3, 95, heater=False)
    marks = {
        "way out": room.door(
            "south", -2.0, 1.0, glazed=True, mat=True, words=painted.sign("Way out", "#4f8a57", _arrow)
        )
    }
    room.window("east", 1.35, 1.3, daylight=50)
    room.build(
        planks("#c9a986"),
        {"": plaster("#f3ede1"), "north": plaster("#d7c3cf"), "west": plaster("#efe6da")},
        dado=(1.3, {"west": tiles("#cfdcd6", "#f4f4ef", 0.1, "yz", 2.0, offset=0.5)}),
    )
    room.lamps([(-2.0, -0.9), (2.0, -0.9), (-2.0, 0.9), (2.0, 0.9)], 26, (1.2, 0.25))
    outside(room, 5)
    sun(1.8, 200, 45)
    for number, x in enumerate(STATIONS):
        with room.on("north", x):
            found = station()
            if x == 0.0:
                marks |= found
            if number == 0:
                marks["mirror"] = place(0, 0, 1.42)
        if x != 0.0:
            with at(x, CHAIR[1], 0, 14 * (1 if x < 0 else -1)):
                styling_chair(0.05)
    with at(0.75, 1.75, 0, 20):
        trolley(0.38, 0.32, 0.8)
        with at(0, 0, 0.77):
            for k, color in enumerate(["#e4a5b7", "#9fc4d8", "#e8cf8f", "#b6cfa4"]):
                rod((-0.1 + 0.06 * k, 0.04, 0.03), (-0.1 + 0.06 * k, -0.06, 0.03), 0.022, paint(color, 0.7))
        with at(-0.05, 0, 0.53, 40):
            brush("#8a5f44")
        with at(0.04, 0.02, 0.79, 0):
            marks["clippers"] = place(0, 0, 0.1)
            box((0, 0.09, 0.025), (0.05, 0.15, 0.045), paint("#3c3f46", 0.35), 0.018, 4)
    for y in (0.5, -0.55):
        with room.on("west", y, 0, 0.95):
            marks["tap"] = wash_place()
            marks["basin"] = place(0, -0.1, 0.75)
    with room.on("west", 0.0, 1.55):
        for z in (0.0, 0.35):
            box((0, -0.1, z), (1.9, 0.2, 0.03), wood(OAK), 0.006)
            for k in range(9):
                with at(-0.8 + 0.2 * k, -0.1, z + 0.015):
                    bottle(["#c98fa6", "#8fb8a6", "#e0c27a", "#9fb6d3"][(k + int(z * 10)) % 4], 0.2, 0.035)
    with room.on("west", -1.85, 0, 0.28):
        box((0, 0, 0.7), (0.6, 0.4, 1.4), paint("#ece7dd", 0.4), 0.008)
        for k in range(4):
            box((0, -0.03, 0.2 + 0.32 * k), (0.54, 0.36, 0.02), wood(OAK))
            for n in range(4):
                cushion(
                    (0, -0.14, 0.235 + 0.32 * k + 0.05 * n),
                    (0.42, 0.16, 0.045),
                    paint(["#b88fa6", "#f0ece4", "#8fa9a0"][(k + n) % 3], 0.95),
                )
    with at(2.35, -0.1, 0, -90):
        counter(1.5, 0.5, 1.0, front="#a97f5d")
        with at(0.2, 0.35, 0.755, 10):
            monitor(painted.screen())
        with at(-0.4, 0.05, 1.02, 0):
            plant(0.34, 15, "#d9b8c4")
        with at(0.45, 0.02, 1.02, 10):
            box((0, 0, 0.03), (0.09, 0.16, 0.05), paint("#3a4045", 0.4), 0.012, tilt=12)
    with room.on("east", -0.85, 1.0):
        for z in (0.0, 0.4, 0.8):
            box((0, -0.11, z), (1.2, 0.22, 0.03), wood(OAK), 0.006)
            for k in range(7):
                with at(-0.5 + 0.165 * k, -0.11, z + 0.015):
                    bottle(
                        ["#7b5a78", "#c9a35c", "#6f9a94", "#c98fa6"][(k + int(z * 5)) % 4], 0.2 + 0.04 * (k % 2), 0.036
                    )
    with room.on("south", 0.9, 0, 0.42):
        seat_row(3, "#8a6f8c")
    with at(-0.75, -0.95, 0, 8):
        table(0.8, 0.5, 0.42, "#b98a5a")
        with at(0, 0, 0.42):
            magazines(4, 7)
    with room.on("south", 2.85, 0, 0.4):
        plant(1.35, 21)
    with at(2.98, -2.15):
        plant(1.0, 25, "#c9b7c2")
    with room.on("south", -1.0, 1.45):
        coat_hooks(3, ("#4f6d8a", None, "#c9a35c"))
    with room.on("north", 0.875, 2.1):
        wall_clock(3, 20)
    with room.on("north", -0.875, 1.6):
        framed(painted.landscape("coast", "#cfe3ee", ("#7fb0c4", "#6a9fb8", "#d9c48f")), 0.5, 0.34)
    with room.on("north", 2.95, 0, 0.25):
        bin_("#9a8a98")
    for x in STATIONS:
        with at(x, 1.2, room.high):
            pendant(0.55, "#e4cfd8", 0.17)
    return marks


def _arrow(canvas, x, y, size):
    painted.arrow(canvas, x, y, size, "#4f8a57")


def _chair_moves(step):
    """Raises the chair, then turns it."""
    rise = min(1.0, step / 0.55)
    turn = max(0.0, (step - 0.5) / 0.5)
    smooth = [part * part * (3 - 2 * part) for part in (rise, turn)]
    with at(*CHAIR, 0, -70 * smooth[1]):
        styling_chair(0.16 * smooth[0])


EXPERIENCE = Experience(
    key="hairdresser",
    title="The hairdresser",
    description="From the door of the salon to the chair at the mirror.",
    seed=2,
    panoramas=[
        Panorama(
            "door",
            "The salon",
            lambda: salon((1.55, -1.35)),
            start=(-28, -4),
            seed=21,
            story="This is the hairdresser's. I can hang up my coat. I sit down until it is my turn.",
            triggers=[
                sound("bell", "Door bell", "doorbell", "way out"),
                video("chair", "The chair moves", "chair_moves", "chair"),
                door("basin", "Washing place", "basin"),
                door("chair", "Chair at the mirror", "mirror"),
            ],
        ),
        Panorama(
            "basin",
            "Washing place",
            lambda: salon((-1.75, -0.55)),
            start=(-80, -10),
            seed=22,
            eye=1.15,
            story="Here my hair is washed with warm water. I lean back and look at the ceiling. "
            "I can say when it is too warm.",
            triggers=[
                sound("shower", "Warm water", "shower", "tap"),
                door("chair", "Chair at the mirror", "chair"),
                door("door", "The door", "way out"),
            ],
        ),
        Panorama(
            "chair",
            "Chair at the mirror",
            lambda: salon((0.0, 1.4)),
            start=(0, -6),
            seed=23,
            eye=1.2,
            story="I sit in the chair. I wear a big cape. The scissors only touch my hair. "
            "It does not hurt. I can ask for a break.",
            triggers=[
                sound("scissors", "Scissors", "scissors", "scissors"),
                sound("dryer", "Hair dryer", "hair_dryer", "dryer"),
                sound("clippers", "Clippers", "clippers", "clippers"),
                door("basin", "Washing place", "basin"),
                door("door", "The door", "way out"),
            ],
        ),
    ],
    final="chair",
    films=[
        Film(
            "chair_moves",
            lambda: salon(empty=True),
            _chair_moves,
            (1.25, -0.4, 1.3),
            (0.0, 1.6, 0.75),
            "chair_motor",
            62,
        )
    ],
)
