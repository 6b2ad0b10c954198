"""The first day at school: the corridor with coat hooks, the classroom, and the child's own desk."""

import math
import random

import bpy  # isort: skip  # provides bmesh
import bmesh

import painted
from experience import Experience, Film, Panorama, door, sound, video
from furniture import (
    OAK,
    basin,
    bin_,
    book_box,
    cabinet,
    chair,
    coat,
    dispenser,
    framed,
    plant,
    rug,
    shelf,
    table,
    toy_blocks,
    wall_clock,
)
from room import Room, new_scene, outside, sun
from shapes import add, at, box, cushion, disc, place, rod, rounded, sheet, tube
from surfaces import fabric, metal, paint, picture, planks, plaster, speckled, wood

SATCHELS = ["#c8553d", "#3f7fb0", "#5f9a5c", "#e0b43c", "#8f6fa8", "#d98f4f"]
ANIMALS = ["Cat", "Fish", "Bird", "Frog", "Bee", "Owl", "Fox", "Hen"]
# Position of the globe on the teacher's desk.
GLOBE = (2.35, 2.05, 0.76)


def alphabet():
    c = painted.Canvas(1560, 130, "#fdf6e3")
    for k in range(26):
        color = ["#d98f6f", "#7fa8c4", "#8fb98a", "#e0c27a"][k % 4]
        c.box(6 + 60 * k, 10, 50, 110, color, 10)
        c.text(31 + 60 * k, 48, chr(65 + k), 40, "#ffffff")
        c.text(31 + 60 * k, 94, chr(97 + k), 30, "#ffffff")
    return c.save("alphabet")


def numbers():
    c = painted.Canvas(520, 520, "#fdfdfa")
    for k in range(25):
        x, y = 14 + 100 * (k % 5), 14 + 100 * (k // 5)
        c.box(x, y, 92, 92, ["#e4efe6", "#e6eef5", "#f7ecd6"][k % 3], 12)
        c.text(x + 46, y + 46, str(k + 1), 40)
    return c.save("numbers")


def timetable():
    """The morning in pictures: arrive, circle, work, eat, play, go home."""
    c = painted.Canvas(300, 760, "#eef3f6")
    c.box(0, 0, 300, 70, "#3f7d9e")
    c.text(150, 36, "Today", 38, "#ffffff")
    for k, word in enumerate(["Arrive", "Circle", "Write", "Snack", "Play", "Home"]):
        y = 82 + 112 * k
        c.box(12, y, 276, 102, "#ffffff", 14)
        c.circle(66, y + 51, 38, SATCHELS[k])
        painted.person(c, 66, y + 84, 64, "#ffffff")
        c.text(196, y + 51, word, 32)
    return c.save("timetable")


def board():
    """A green board with a greeting, the date and a sun."""
    c = painted.Canvas(1000, 420, "#3f6b57")
    c.text(500, 110, "Good morning!", 84, "#f4f4ea", bold=False)
    c.line([(190, 170), (810, 170)], "#e8d98a", 4)
    c.text(300, 260, "1 + 1 = 2", 60, "#f4f4ea", bold=False)
    c.circle(770, 290, 54, "#e8d98a")
    for k in range(12):
        a = math.radians(30 * k)
        c.line(
            [(770 + 68 * math.cos(a), 290 + 68 * math.sin(a)), (770 + 92 * math.cos(a), 290 + 92 * math.sin(a))],
            "#e8d98a",
            6,
        )
    return c.save("board")


def child_picture(number):
    """A child's painting."""
    chance = random.Random(number)
    c = painted.Canvas(300, 220, ["#fdfdfa", "#f3f8fb", "#fdf7ea"][number % 3])
    if number % 3 == 0:
        c.box(80, 90, 130, 100, "#d9a35c")
        c.polygon([(64, 92), (145, 30), (226, 92)], "#b9503f")
        c.box(130, 130, 34, 60, "#6f5038")
        c.circle(262, 38, 26, "#f2cf4f")
    elif number % 3 == 1:
        c.box(0, 170, 300, 50, "#8fbf6a")
        for k in range(4):
            x = 45 + 70 * k
            c.line([(x, 180), (x, 110)], "#5f8f4a", 7)
            c.circle(x, 96, 27, chance.choice(["#d4574a", "#e0b43c", "#8f6fa8", "#e58fae"]))
            c.circle(x, 96, 11, "#f7e08a")
    else:
        for k, color in enumerate(["#d4574a", "#e89a3f", "#f2cf4f", "#6fae5c", "#4f8fc4"]):
            c.arc(150, 190, 140 - 17 * k, 180, 360, color, 17)
        c.box(0, 190, 300, 30, "#8fbf6a")
    return c.save(f"child-picture-{number}")


def name_card(word, number):
    c = painted.Canvas(220, 110, "#ffffff")
    c.box(0, 0, 220, 18, SATCHELS[number % 6])
    c.text(110, 66, word, 46)
    return c.save(f"name-{word.lower()}")


def desk(color=OAK):
    """A desk for two; the pupils sit at −y."""
    frame = metal("#6f7f8c", 0.4)
    box((0, 0, 0.62), (1.2, 0.52, 0.026), wood(color), 0.01)
    box((0, 0.02, 0.53), (1.08, 0.4, 0.012), paint("#c9d2d6"), 0.004)
    for side in (-1, 1):
        tube(
            rounded([(side * 0.52, -0.2, 0.015), (side * 0.52, 0.2, 0.015), (side * 0.52, 0.12, 0.6)], 0.05),
            0.016,
            frame,
        )
        tube([(side * 0.52, 0.0, 0.015), (side * 0.52, 0.0, 0.6)], 0.016, frame)
    rod((-0.52, 0.2, 0.3), (0.52, 0.2, 0.3), 0.012, frame)


def satchel(color):
    """A school bag, its front towards −y."""
    cushion((0, 0, 0.18), (0.28, 0.16, 0.34), fabric(color, 180), soft=0.25)
    cushion((0, -0.09, 0.13), (0.22, 0.06, 0.16), fabric(color, 180, 0.7), soft=0.3)
    box((0, -0.085, 0.25), (0.26, 0.01, 0.012), paint("#f0ebe0"), 0.003)
    tube(
        [(-0.05, 0.03, 0.35), (-0.03, 0.03, 0.4), (0.03, 0.03, 0.4), (0.05, 0.03, 0.35)],
        0.008,
        paint("#3a3f43"),
        smooth=True,
    )


def pencils(seed=1):
    chance = random.Random(seed)
    disc((0, 0, 0), 0.036, 0.09, paint(chance.choice(SATCHELS), 0.4), top=0.038)
    for k in range(7):
        a = 2 * math.pi * k / 7
        rod(
            (0.014 * math.cos(a), 0.014 * math.sin(a), 0.02),
            (0.034 * math.cos(a), 0.034 * math.sin(a), 0.17),
            0.004,
            paint(SATCHELS[(k + seed) % 6], 0.4),
            segments=8,
        )


def exercise_book(color):
    box((0, 0, 0.004), (0.17, 0.23, 0.008), paint(color, 0.6), 0.002)
    sheet((0, 0.04, 0.0086), 0.1, 0.05, paint("#fdfdfa", 0.7), "z")


def globe(turn=0.0):
    """A globe of the earth on its stand."""
    c = painted.Canvas(800, 400, "#7fb4d6")
    chance = random.Random(9)
    for x, y, size in ((180, 130, 70), (230, 250, 55), (430, 120, 60), (440, 230, 62), (560, 130, 90), (650, 280, 44)):
        for _ in range(9):
            c.circle(
                x + chance.uniform(-size, size) * 0.6,
                y + chance.uniform(-size, size) * 0.6,
                size * chance.uniform(0.3, 0.5),
                chance.choice(["#8fb56a", "#a3b86a", "#c9b978"]),
            )
    c.box(0, 0, 800, 22, "#f4f6f7")
    c.box(0, 378, 800, 22, "#f4f6f7")
    path = c.save("earth")
    disc((0, 0, 0), 0.09, 0.02, wood("#8a5f44"), 0.006)
    rod((0, 0, 0.02), (0, 0, 0.06), 0.012, metal("#c9a35c"))
    tube(
        [(0.0, 0, 0.055), (-0.12, 0, 0.09), (-0.175, 0, 0.22), (-0.12, 0, 0.35), (-0.062, 0, 0.372)],
        0.007,
        metal("#c9a35c"),
        smooth=True,
    )
    with at(0, 0, 0.22, 0, 0, -20), at(turn=turn):
        _earth(picture(path, 0.35), 0.15)
    return place(0, 0, 0.22)


def _earth(surface, radius):
    """A sphere with the UV map of an equirectangular map."""
    mesh = bmesh.new()
    bmesh.ops.create_uvsphere(mesh, u_segments=48, v_segments=24, radius=radius)
    layer = mesh.loops.layers.uv.new("uv")
    for face in mesh.faces:
        face.smooth = True
        around = [math.atan2(loop.vert.co.y, loop.vert.co.x) / (2 * math.pi) for loop in face.loops]
        wraps = max(around) - min(around) > 0.5
        for loop, u in zip(face.loops, around, strict=True):
            v = math.asin(max(-1, min(1, loop.vert.co.z / radius))) / math.pi + 0.5
            loop[layer].uv = ((u + 1 if wraps and u < 0 else u) + 0.5, v)
    data = bpy.data.meshes.new("earth")
    mesh.to_mesh(data)
    mesh.free()
    add("earth", data, surface)


def pegs(count, seed=1):
    """Hooks with names above a bench, on a wall at y = 0, with coats and bags."""
    chance = random.Random(seed)
    width = 0.36 * count
    box((0, -0.014, 1.25), (width, 0.028, 0.12), wood(OAK), 0.006)
    box((0, -0.2, 0.4), (width, 0.36, 0.035), wood(OAK), 0.008)
    for k in range(count + 1):
        if k % 4 == 0:
            box((-width / 2 + 0.36 * k, -0.2, 0.19), (0.03, 0.34, 0.38), wood(OAK, "z"), 0.006)
    box((0, -0.2, 0.12), (width, 0.3, 0.02), wood(OAK), 0.004)
    for k in range(count):
        x = -width / 2 + 0.18 + 0.36 * k
        tube([(x, -0.025, 1.26), (x, -0.08, 1.24), (x, -0.1, 1.28)], 0.008, metal(), smooth=True)
        sheet(
            (x, -0.004, 1.42),
            0.2,
            0.1,
            picture(
                painted.sign(
                    ANIMALS[(k + seed) % 8],
                    SATCHELS[k % 6],
                    wide=220,
                    high=110,
                    name=f"peg-{ANIMALS[(k + seed) % 8]}-{k % 6}",
                ),
                0.6,
            ),
        )
        if chance.random() < 0.62:
            with at(x, -0.09, 1.24):
                coat(chance.choice(["#c8553d", "#4f6d8a", "#d8a83f", "#5c7f5a", "#8f6fa8", "#6f9aa8"]))
        if chance.random() < 0.5:
            with at(x, -0.2, 0.418, chance.uniform(-12, 12)):
                satchel(chance.choice(SATCHELS))
        if chance.random() < 0.6:
            for side in (-1, 1):
                cushion((x + side * 0.055, -0.2, 0.165), (0.085, 0.22, 0.07), fabric(chance.choice(SATCHELS)), soft=0.3)


def corridor():
    """The corridor with hooks for coats, and the door of the classroom."""
    new_scene()
    room = Room(3.4, 9.0, 3.0)
    room.window("west", 2.6, 1.8, 0.9, 2.4, daylight=70)
    room.window("west", -2.6, 1.8, 0.9, 2.4, daylight=70)
    marks = {
        "class": room.door(
            "east", 0.2, 1.0, color=paint("#7fa8c4", 0.4), words=painted.sign("Class 1", "#3f7fb0", _pencil)
        ),
        "way out": room.door(
            "north", 0.0, 1.3, glazed=True, mat=True, words=painted.sign("Way out", "#4f8a57", _arrow)
        ),
    }
    room.door("south", 0.0, 1.0, color="#d2b083", words=painted.sign("Hall", "#8f6fa8"))
    room.build(
        speckled("#cfc4ac", "#a89c84", 70, 0.3),
        {"": plaster("#f6ecd2"), "east": plaster("#f6ecd2")},
        dado=(1.0, {"": paint("#a9c4b4", 0.5)}),
    )
    room.lamps([(0, y) for y in (-3.4, -1.2, 1.2, 3.4)], 48, (0.3, 1.5))
    outside(room, 17)
    sun(2.0, 260, 40)
    with room.on("east", 2.6):
        pegs(8, 2)
    with room.on("east", -2.7):
        pegs(8, 5)
        marks["pegs"] = place(0, -0.2, 1.1)
    for k in range(5):
        with room.on("west", -0.9 + 0.45 * k, 1.85 - 0.3 * (k % 2)):
            framed(child_picture(k), 0.4, 0.29, "#d2b083", 0.02)
    with room.on("west", 0.0, 0, 0.25):
        shelf(1.6, 0.3, 0.9, 3, seed=28)
        with at(0, 0, 0.9):
            plant(0.4, 61, "#e0b48a")
    with room.on("north", -1.25, 2.1):
        wall_clock(8, 0)
        marks["clock"] = place(0, 0, 0)
    with room.on("north", 1.25, 0, 0.35):
        plant(1.1, 63)
    with room.on("south", 1.2, 1.6):
        framed(timetable(), 0.42, 1.06, "#d2b083")
    with room.on("south", -1.2, 0, 0.2):
        bin_("#6f9aa8")
    return marks


def classroom(origin=(0.0, 0.0), empty=False):
    """The classroom; `origin` is the position of the eye. `empty` leaves the globe out."""
    new_scene()
    room = Room(7.6, 6.4, 3.0)
    with at(-origin[0], -origin[1]):
        marks = _classroom(room)
        if not empty:
            with at(*GLOBE):
                marks["globe"] = globe()
    return marks


def _classroom(room):
    for along in (-2.0, 0.2, 2.4):
        room.window("west", along, 1.7, 0.9, 2.4, daylight=65)
    marks = {
        "corridor": room.door(
            "east", 2.0, 1.0, color=paint("#7fa8c4", 0.4), words=painted.sign("Corridor", "#3f7fb0", _arrow)
        )
    }
    room.build(
        planks("#c9a67c"),
        {"": plaster("#f7efdc"), "north": plaster("#dbe7d6"), "south": plaster("#f3dfc2")},
    )
    room.lamps([(x, y) for x in (-2.4, 0, 2.4) for y in (-1.6, 1.4)], 34, (0.3, 1.4))
    outside(room, 19)
    sun(2.0, 280, 42)
    with room.on("north", -0.4, 1.5):
        box((0, -0.02, 0), (3.1, 0.04, 1.3), wood("#a97f5d"), 0.008)
        sheet((0, -0.0415, 0), 3.0, 1.26, picture(board(), 0.85))
        box((0, -0.06, -0.66), (3.1, 0.1, 0.025), wood("#a97f5d"), 0.006)
        for k, color in enumerate(["#ffffff", "#f2cf4f", "#e58fae", "#7fb4d6"]):
            rod(
                (-0.6 + 0.14 * k, -0.07, -0.64), (-0.52 + 0.14 * k, -0.07, -0.64), 0.006, paint(color, 0.95), segments=8
            )
        box((0.5, -0.07, -0.63), (0.16, 0.06, 0.04), fabric("#5f7f8f"), 0.008)
        marks["board"] = place(-0.5, -0.06, -0.5)
    with room.on("north", -0.4, 2.42):
        sheet((0, -0.006, 0), 4.8, 0.4, picture(alphabet(), 0.7))
    with room.on("north", 2.6, 1.6):
        framed(numbers(), 0.8, 0.8, "#d2b083")
    with room.on("north", -2.75, 1.55):
        framed(timetable(), 0.45, 1.14, "#d2b083")
    with room.on("north", 1.75, 2.35):
        wall_clock(8, 10)
    with at(2.2, 2.05, 0, 180):
        table(1.5, 0.7, 0.76, OAK)
        for k, color in enumerate(SATCHELS[:4]):
            with at(0.45, 0.0, 0.76 + 0.009 * k, 8 * k):
                exercise_book(color)
        with at(0.2, 0.15, 0.76):
            pencils(3)
    with at(2.2, 2.75):
        chair("#5f7f9a")
    for row in range(3):
        for column in range(3):
            x, y = -2.35 + 1.75 * column, 0.75 - 1.35 * row
            with at(x, y):
                desk()
                for side in (-1, 1):
                    with at(side * 0.3, -0.42, 0, 180):
                        chair(["#7fa8c4", "#d98f6f", "#8fb98a"][row], 0.36, False, 0.28)
                    with at(side * 0.3, -0.06, 0.634, 6 * side):
                        exercise_book(SATCHELS[(row + column + (side > 0)) % 6])
                with at(0, 0.12, 0.634):
                    pencils(row * 3 + column)
                if column == 1 and row == 1:
                    for side, word in ((-1, "Sam"), (1, "You")):
                        box((side * 0.3, 0.17, 0.675), (0.2, 0.012, 0.08), paint("#ffffff"), 0.002, tilt=-15)
                        with at(side * 0.3, 0.163, 0.675, tilt=-15):
                            sheet((0, -0.002, 0), 0.2, 0.1, picture(name_card(word, 1 + side), 0.6))
                    marks["desk"] = place(0.3, -0.1, 0.75)
                    marks["pencils"] = place(-0.02, 0.12, 0.75)
                if (row + column) % 2 == 0:
                    with at(0.66, -0.1, 0, 20):
                        satchel(SATCHELS[(2 * row + column) % 6])
    with room.on("south", 0.2, 1.55):
        box((0, -0.012, 0), (3.6, 0.024, 1.2), fabric("#b98f5f", 120), 0.004)
        for k in range(8):
            with at(-1.35 + 0.9 * (k % 4), -0.014, 0.28 - 0.56 * (k // 4), roll=2 * (-1) ** k):
                sheet((0, -0.012, 0), 0.6, 0.44, picture(child_picture(k), 0.7))
    with room.on("south", 2.6, 0, 0.25):
        shelf(1.4, 0.34, 1.3, 4, seed=33)
    with room.on("south", -2.8, 0, 0.25):
        cabinet(1.3, 0.45, 0.8, 2, 3, "#f2ede2")
        with at(-0.3, 0, 0.8):
            plant(0.45, 71)
    with at(2.75, -1.7):
        rug(1.7, 1.6, "#7fa8c4", "#e4dccb")
        with at(-0.3, 0.3, 0.012):
            toy_blocks(8)
        for k, color in enumerate(["#d98f6f", "#e0c27a", "#8fb98a"]):
            cushion((0.5, -0.5 + 0.5 * k, 0.07), (0.4, 0.4, 0.12), fabric(color), soft=0.45)
        with at(-0.45, -0.5):
            book_box(5)
    with room.on("east", -0.3, 0, 0.25):
        shelf(2.4, 0.34, 0.9, 3, seed=37)
        for k, color in enumerate(["#d98f6f", "#7fa8c4", "#8fb98a", "#e0c27a"]):
            box((-0.9 + 0.42 * k, 0, 0.99), (0.34, 0.24, 0.16), paint(color, 0.5), 0.02)
        with at(0.95, 0, 0.9):
            plant(0.45, 77, "#e0b48a")
    for k in range(3):
        with room.on("east", -1.1 + 0.8 * k, 1.65):
            framed(child_picture(k + 3), 0.6, 0.44, "#d2b083")
    with room.on("east", -2.6, 0, 0.02):
        basin()
        with at(0.4, 0, 1.2):
            dispenser()
    marks["rug"] = place(2.75, -1.7, 0.3)
    marks["seat"] = place(-0.6 + 0.3, -1.1, 0.9)
    return marks


def _arrow(canvas, x, y, size):
    painted.arrow(canvas, x, y, size, "#3f7fb0")


def _pencil(canvas, x, y, size):
    canvas.line([(x - size * 0.3, y + size * 0.3), (x + size * 0.2, y - size * 0.2)], "#e0b43c", size * 0.18)
    canvas.polygon(
        [(x - size * 0.42, y + size * 0.42), (x - size * 0.36, y + size * 0.22), (x - size * 0.22, y + size * 0.36)],
        "#6f5038",
    )


def _globe_turns(step):
    """Turns the globe slowly."""
    with at(*GLOBE):
        globe(150 * step)


EXPERIENCE = Experience(
    key="school",
    title="First school day",
    description="The corridor, the classroom, and a desk of your own.",
    seed=5,
    panoramas=[
        Panorama(
            "corridor",
            "The corridor",
            corridor,
            start=(60, -6),
            seed=51,
            story="Each child has a hook with a name. I hang up my coat here. The bell tells us when to start.",
            triggers=[
                sound("bell", "School bell", "school_bell", "clock"),
                sound("steps", "Footsteps", "footsteps", "pegs"),
                door("classroom", "Class 1", "class"),
            ],
        ),
        Panorama(
            "classroom",
            "The classroom",
            lambda: classroom((2.3, 0.3)),
            start=(-50, -6),
            seed=52,
            story="This is my classroom. The teacher says hello. I see where I sit. Mistakes are fine here.",
            triggers=[
                sound("chalk", "Writing on the board", "chalk", "board"),
                video("globe", "The globe turns", "globe_turns", "globe"),
                door("desk", "My desk", "desk"),
                door("corridor", "The corridor", "corridor"),
            ],
        ),
        Panorama(
            "desk",
            "My desk",
            lambda: classroom((-0.3, -1.02)),
            start=(0, -8),
            seed=53,
            eye=1.05,
            story="I sit here with my pencils. I can raise my hand. Then I get help or a break.",
            triggers=[
                sound("pencils", "Paper and pencils", "paper", "pencils"),
                door("classroom", "The classroom", "rug"),
            ],
        ),
    ],
    final="desk",
    films=[
        Film(
            "globe_turns",
            lambda: classroom(empty=True),
            _globe_turns,
            (1.45, 0.9, 1.15),
            (2.35, 2.05, 0.97),
            "paper",
            40,
        )
    ],
)
