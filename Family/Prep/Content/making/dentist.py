"""The dentist: the waiting room, the treatment room, and the view from the big chair."""

import math

import painted
from experience import Experience, Film, Panorama, door, sound, video
from furniture import (
    basin,
    bead_maze,
    bin_,
    book_box,
    cabinet,
    chair,
    coat_hooks,
    counter,
    dispenser,
    fish_tank,
    framed,
    glove_box,
    keyboard,
    magazines,
    monitor,
    plant,
    rug,
    seat_row,
    shelf,
    stool,
    table,
    telephone,
    toy_blocks,
    wall_cabinet,
    wall_clock,
    water_cooler,
)
from room import Room, new_scene, outside, sun
from shapes import area_light, at, ball, box, cushion, disc, lathe, place, rod, rounded, sheet, tube
from surfaces import ceramic, glow, leather, metal, paint, picture, planks, plaster, tiles

MINT = "#6fb3a8"
# Position of the chair, its head towards −y.
CHAIR = (0.0, 0.1, 0.0, 180.0)


def waiting_room():
    """Reception and waiting room in one."""
    new_scene()
    room = Room(6.0, 4.8)
    room.window("east", 0.7, 1.7, daylight=75)
    room.window("east", -1.35, 1.3, daylight=55)
    treatment = room.door(
        "north",
        2.0,
        words=painted.sign("Dentist", "#3f8f8a", lambda c, x, y, s: painted.tooth(c, x, y, s)),
        color="#d2b083",
    )
    room.door("south", -1.9, 1.0, glazed=True, mat=True, words=painted.sign("Way out", "#4f8a57", _running))
    room.build(planks("#c39a6f"), {"": plaster("#f0e9d8"), "north": plaster("#bfdcd6")})
    room.lamps([(x, y) for x in (-1.6, 1.6) for y in (-1.3, 1.3)], 32)
    outside(room)
    sun(2.0, 70, 40)
    with at(-1.1, 1.55, 0, 0):
        counter(2.4)
        with at(-0.55, 0.42, 0.755, 18):
            monitor(painted.screen())
        with at(-0.15, 0.28, 0.755, -4):
            keyboard()
        with at(0.45, 0.3, 0.755, 200):
            telephone()
        with at(0.95, 0.07, 1.12):
            plant(0.34, 5, "#e4c9a8")
        with at(0.35, 0.02, 1.12, 10):
            disc((0, 0, 0), 0.045, 0.006, metal())
            lathe((0, 0, 0.006), [(0.042, 0), (0.04, 0.015), (0.024, 0.032), (0, 0.036)], metal("#d8b45a", 0.2))
            ball((0, 0, 0.044), 0.007, metal())
        with at(-0.9, 0.05, 1.12, 8):
            lathe(
                (0, 0, 0), [(0, 0), (0.04, 0), (0.045, 0.1), (0.04, 0.1), (0.036, 0.01), (0, 0.01)], ceramic("#5f9fc4")
            )
            for k, color in enumerate(["#d4574a", "#3f7fb0", "#3a4045"]):
                rod((0.01 * (k - 1), 0, 0.01), (0.03 * (k - 1), 0.01 * k, 0.16), 0.004, paint(color))
        telephone_at = place(0.45, 0.3, 0.85)
    with room.on("north", -1.1, 1.75):
        framed(painted.happy_tooth(), 0.7, 0.7, "#8a6f52")
    with room.on("north", 0.35, 2.1):
        wall_clock(10, 10)
    with room.on("north", -2.55, 0, 0.2):
        shelf(0.8, 0.3, 1.7, seed=8)
    with room.on("west", 0.95, 0, 0.42):
        seat_row(4, "#5c93a8")
    with room.on("west", 0.95, 1.6):
        framed(painted.landscape("hills"), 0.9, 0.6)
    with room.on("west", -1.6, 0, 0.22):
        fish_tank()
        tank = place(0, 0, 0.95)
    with at(-1.55, -0.85, 0, 90):
        table(0.95, 0.55, 0.42, "#b98a5a")
        with at(0, 0, 0.42):
            magazines(4)
    with at(1.5, -1.35):
        rug(2.0, 1.5, "#e3c56f", "#d27d5e")
        with at(0.3, 0.25, 0.012):
            toy_blocks()
        with at(-0.35, -0.2, 0):
            table(0.6, 0.45, 0.42, "#d2b083")
            with at(0, 0, 0.42, 8):
                bead_maze()
        with at(-0.95, -0.2, 0, 80):
            chair("#c8553d", 0.28, False, 0.26)
    with room.on("south", -2.3, 0, 0.35), at(turn=0):
        plant(1.2, 2)
    with room.on("south", 0.2, 1.45):
        coat_hooks(5)
    with room.on("south", 2.55, 1.55):
        framed(painted.brushing_steps(), 0.55, 0.77, "#3f8f8a")
    with room.on("east", -2.2, 0, 0.35):
        plant(1.0, 9, "#b9c7c2")
    with room.on("south", 1.15, 0, 0.2):
        bin_()
    with room.on("east", 0.7, 0, 0.42):
        seat_row(2, "#d8935f")
    with room.on("east", -1.3, 0, 0.3):
        book_box()
    with room.on("south", -0.75, 0, 0.22):
        water_cooler()
    with room.on("west", -1.6, 1.75):
        framed(painted.sea(), 0.75, 0.5, "#e8e4da")
    return {"dentist": treatment, "telephone": telephone_at, "tank": tank}


def _running(canvas, x, y, size):
    painted.arrow(canvas, x, y, size, "#4f8a57")


def dental_chair(height=0.0, back=28.0):
    """The big chair, its head towards +y; `height` raises the seat, `back` is the tilt of the backrest in degrees."""
    soft, shell, steel = leather(MINT), paint("#eef0ee", 0.25), metal()
    box((0, -0.05, 0.035), (0.6, 0.95, 0.07), shell, 0.03, 4)
    box((0, -0.02, 0.2 + height / 2), (0.26, 0.36, 0.32 + height), shell, 0.04, 4)
    with at(0, 0, 0.42 + height):
        box((0, -0.1, -0.02), (0.46, 0.75, 0.06), shell, 0.025, 4)
        cushion((0, -0.12, 0.055), (0.54, 0.62, 0.11), soft)
        with at(0, -0.4, 0.05, tilt=26):
            cushion((0, -0.34, 0), (0.5, 0.72, 0.09), soft)
            box((0, -0.34, -0.055), (0.4, 0.6, 0.03), shell, 0.012)
            cushion((0, -0.68, 0.02), (0.44, 0.16, 0.06), leather("#5c9a90"))
        with at(0, 0.2, 0.06, tilt=back):
            cushion((0, 0.36, 0), (0.52, 0.78, 0.11), soft)
            box((0, 0.36, -0.065), (0.42, 0.66, 0.04), shell, 0.016)
            tube([(-0.05, 0.74, -0.03), (-0.05, 0.86, -0.01)], 0.01, steel)
            tube([(0.05, 0.74, -0.03), (0.05, 0.86, -0.01)], 0.01, steel)
            cushion((0, 0.9, 0.035), (0.3, 0.2, 0.1), soft)
            head = place(0, 0.86, 0.1)
        for side in (-1, 1):
            tube(
                rounded([(side * 0.24, 0.12, 0), (side * 0.33, 0.12, 0.05), (side * 0.33, 0.1, 0.24)], 0.04),
                0.016,
                steel,
            )
            cushion((side * 0.33, -0.06, 0.255), (0.075, 0.44, 0.05), soft)
    return head


def instruments():
    """The tray with a mirror, a cup, cotton rolls and the handpieces with their hoses."""
    steel = metal("#d4d8da", 0.18)
    box((0, 0, 0), (0.46, 0.32, 0.025), paint("#eef0ee", 0.25), 0.01)
    box((0, 0.0, 0.018), (0.4, 0.26, 0.012), paint("#d3e6ea", 0.5), 0.005)
    with at(-0.1, -0.01, 0.032, 12):
        rod((0, -0.09, 0), (0, 0.06, 0), 0.004, steel)
        rod((0, 0.06, 0), (0, 0.085, 0.012), 0.003, steel)
        rod((0, 0.09, 0.012), (0, 0.091, 0.017), 0.013, steel)
    with at(-0.04, 0, 0.032, 4):
        rod((0, -0.09, 0), (0, 0.08, 0), 0.004, steel)
    for k in range(3):
        rod((0.04 + 0.02 * k, -0.04, 0.034), (0.045 + 0.02 * k, 0.03, 0.034), 0.008, paint("#fbfbf8", 0.95))
    with at(0.14, 0.06, 0.024):
        lathe(
            (0, 0, 0),
            [(0, 0), (0.026, 0), (0.033, 0.07), (0.031, 0.07), (0.025, 0.004), (0, 0.004)],
            paint("#8fc3dd", 0.3),
        )
    for k, color in enumerate(["#5f9fc4", "#e0b43c", "#6fb3a8", "#c97f5d"]):
        x = -0.17 + 0.11 * k
        with at(x, -0.2, 0.03):
            box((0, 0.03, -0.02), (0.05, 0.08, 0.04), paint("#e4e7e6", 0.3), 0.012)
            rod((0, 0.02, 0.0), (0, -0.06, 0.09), 0.009, steel, 0.007)
            rod((0, 0.02, 0.0), (0, 0.03, -0.012), 0.012, paint(color, 0.3))
            tube(
                [(0, 0.03, -0.03), (0, 0.0, -0.16), (0, 0.12, -0.22), (0, 0.24, -0.1)],
                0.007,
                paint("#c9cfd0", 0.4),
                smooth=True,
            )


def unit(bowl=True):
    """The unit next to the chair: a column with an arm and the tray, a bowl, a cup under a small tap."""
    shell = paint("#eef0ee", 0.25)
    box((0, 0, 0.4), (0.28, 0.42, 0.8), shell, 0.05, 4)
    if bowl:
        lathe(
            (0, -0.02, 0.8),
            [(0, 0.0), (0.04, 0.005), (0.12, 0.05), (0.15, 0.1), (0.155, 0.1), (0.14, 0.04), (0.1, -0.01)],
            ceramic("#e6f2f3"),
        )
        tube(
            [(0.08, 0.17, 0.8), (0.08, 0.17, 0.98), (0.06, 0.12, 1.02), (0.02, 0.06, 1.0)], 0.008, metal(), smooth=True
        )
        with at(-0.09, 0.17, 0.8):
            disc((0, 0, 0), 0.05, 0.012, metal())
            lathe(
                (0, 0, 0.012),
                [(0, 0), (0.026, 0), (0.035, 0.085), (0.033, 0.085), (0.024, 0.004), (0, 0.004)],
                paint("#f3c95c", 0.3),
            )
            tube([(-0.03, 0.03, 0), (-0.03, 0.03, 0.15), (0, 0.0, 0.16)], 0.007, metal(), smooth=True)


def lamp_arm(root, head, target=(0, 0, 0.9)):
    """The operating lamp: a jointed arm from the ceiling to the lamp's head."""
    shell = paint("#eef0ee", 0.25)
    x, y, z = root
    disc((x, y, z - 0.04), 0.12, 0.04, shell)
    rod((x, y, z - 0.04), (x, y, z - 0.45), 0.03, shell)
    elbow = ((x + head[0]) / 2 + 0.25, (y + head[1]) / 2, z - 0.42)
    rod((x, y, z - 0.43), elbow, 0.024, shell)
    ball(elbow, 0.036, shell)
    rod(elbow, (head[0], head[1], head[2] + 0.12), 0.02, shell)
    ball((head[0], head[1], head[2] + 0.12), 0.03, shell)
    with at(*head, tilt=-18):
        box((0, 0, 0.03), (0.34, 0.2, 0.06), shell, 0.028, 4)
        sheet((0, 0, -0.0015), 0.26, 0.12, glow("#fff8e6", 3.0), "-z")
        for side in (-1, 1):
            tube(
                rounded([(side * 0.17, -0.03, 0.03), (side * 0.23, -0.03, 0.03), (side * 0.23, -0.03, -0.08)], 0.03),
                0.012,
                shell,
            )
    area_light((head[0], head[1], head[2] - 0.02), (0.26, 0.12), 6, (1, 0.96, 0.88))


def treatment_room(origin=(0.0, 0.0), empty=False):
    """The treatment room around the chair; `origin` is the position of the eye. `empty` leaves the chair out."""
    new_scene()
    room = Room(5.2, 4.8)
    with at(-origin[0], -origin[1]):
        marks = _treatment(room)
        if not empty:
            with at(*CHAIR):
                marks["head"] = dental_chair()
                marks["chair"] = place(0, -0.5, 0.6)
    return marks


def _chair_moves(step):
    """Raises the chair and lowers its backrest."""
    smooth = step * step * (3 - 2 * step)
    with at(*CHAIR):
        dental_chair(0.22 * smooth, 62 - 40 * smooth)


def _treatment(room):
    room.window("north", -0.5, 2.0, daylight=85, blind=0.18)
    marks = {"waiting": room.door("south", -1.5, color="#d2b083", words=painted.sign("Waiting room", "#3f8f8a", _seat))}
    room.build(
        planks("#d3bb98"),
        {"": plaster("#f3ecdc"), "west": plaster("#a9d2cb")},
        dado=(1.15, {"east": tiles("#bfe0da", "#f4f7f5", 0.12, "yz", 1.0)}),
    )
    room.lamps([(-1.9, 0), (1.9, 0)], 60, (0.3, 2.6))
    outside(room, 3)
    sun(1.6, 10, 50)
    with at(-0.72, -0.1, 0, 90):
        unit()
        marks["cup"] = place(-0.09, 0.17, 0.95)
    # The tray's arm comes from the column on the other side of the chair.
    with at(0.8, -0.2):
        box((0, 0, 0.35), (0.26, 0.34, 0.7), paint("#eef0ee", 0.25), 0.05, 4)
        rod((0, 0, 0.7), (0, 0, 0.86), 0.03, paint("#eef0ee", 0.25))
        rod((0, 0, 0.84), (-0.12, 0.42, 0.9), 0.024, paint("#eef0ee", 0.25))
        with at(-0.18, 0.55, 0.93, -78):
            instruments()
            marks["tray"] = place(0, 0, 0.06)
    lamp_arm((0.25, 0.75, room.high), (0.0, -0.05, 1.74))
    marks["lamp"] = place(0.0, -0.05, 1.74)
    with at(0.75, -0.95, 0, 30):
        stool(MINT)
    with at(-1.75, 1.3, 0, -20):
        stool(MINT, 0.46)
    with room.on("east", 0.55, 0, 0.27):
        cabinet(2.4, 0.5, 0.88, 4, color="#e9dcc4", top="#f1efe9")
        cabinet_top = 0.88
        with at(0.7, -0.02, cabinet_top, -20):
            monitor(painted.screen("teeth"))
        with at(-0.3, 0.02, cabinet_top):
            for k, color in enumerate(["#8fc3dd", "#f3c95c", "#e79a86"]):
                lathe(
                    (0.13 * k, 0, 0),
                    [(0, 0), (0.045, 0), (0.045, 0.11), (0.03, 0.13), (0.03, 0.15), (0, 0.15)],
                    paint(color, 0.25),
                    24,
                )
        with at(-0.85, 0.0, cabinet_top, 20):
            giant_teeth()
            marks["teeth"] = place(0, 0, 0.1)
    with room.on("east", 0.55, 1.5):
        wall_cabinet(2.4, 0.33, 0.62, 4, "#f4efe4")
    with room.on("east", -1.45, 0, 0):
        basin()
        with at(0.34, 0, 1.2):
            dispenser()
        with at(-0.32, 0, 1.3):
            dispenser("#e4e7e6", 0.34, 0.28)
        marks["tap"] = place(0, -0.2, 1.0)
    with room.on("east", -1.1, 1.62):
        glove_box()
    with room.on("east", -1.38, 1.62):
        glove_box("#8f7fc0")
    with room.on("east", -1.95, 0, 0.25):
        bin_()
    with room.on("west", 0.3, 1.6):
        framed(painted.sea(), 1.5, 1.0, "#e8e4da")
    with room.on("west", 1.75, 1.6):
        framed(painted.brushing_steps(), 0.55, 0.77, "#3f8f8a")
    with room.on("west", -1.4, 0, 0.25):
        cabinet(1.2, 0.45, 0.8, 2, 3, "#dfe9e6")
        with at(0.2, 0, 0.8):
            plant(0.5, 12)
        with at(-0.3, 0, 0.8, 12):
            for k, color in enumerate(["#d4574a", "#e0b43c", "#3f7fb0"]):
                box((0.0, 0, 0.012 + 0.022 * k), (0.2, 0.14, 0.02), paint(color, 0.5), 0.003, turn=6 * k)
    with room.on("south", 1.2, 0, 0.35):
        chair("#c8935d")
        marks["parent"] = place(0, 0, 0.7)
    with room.on("south", 0.3, 1.95):
        wall_clock(10, 20)
    with room.on("south", 1.2, 1.62):
        framed(painted.landscape("hills"), 0.8, 0.55)
    with room.on("north", 1.75, 0, 0.35):
        plant(1.3, 4)
    with at(0.0, -0.25, room.high - 0.004):
        sheet((0, 0, 0), 1.5, 1.0, picture(painted.sea(), 0.6), "-z")
    return marks


def _seat(canvas, x, y, size):
    for dx, dy, w, h in (
        (-0.3, -0.4, 0.14, 0.6),
        (-0.3, 0.08, 0.6, 0.14),
        (0.18, 0.1, 0.12, 0.35),
        (-0.3, 0.1, 0.12, 0.35),
    ):
        canvas.box(x + dx * size, y + dy * size, w * size, h * size, "#3f8f8a", 0.04 * size)


def giant_teeth():
    """The model for showing how to brush teeth."""
    box((0, 0, 0.01), (0.22, 0.2, 0.02), paint("#d7d2c5", 0.5), 0.006)
    for k in range(9):
        a = math.pi * (k + 0.5) / 9
        x, y = 0.08 * math.cos(a), 0.07 - 0.12 * math.sin(a)
        cushion((x, y, 0.05), (0.026, 0.026, 0.04), paint("#fbfaf2", 0.2))
        ball((x, y, 0.028), 0.02, paint("#e79a98", 0.35))
    rod((0.15, -0.05, 0.012), (0.15, 0.1, 0.012), 0.008, paint("#3f7fb0", 0.3))


EXPERIENCE = Experience(
    key="dentist",
    title="The dentist",
    description="From the waiting room to the big chair and home again.",
    seed=1,
    panoramas=[
        Panorama(
            "waiting",
            "Waiting room",
            waiting_room,
            start=(-6, -4),
            seed=11,
            story="People sit here and wait for their turn. I can look at the fish or read. A grown-up stays with me.",
            triggers=[
                sound("telephone", "Telephone", "telephone", "telephone"),
                sound("tank", "Fish tank", "fish_tank", "tank"),
                door("room", "Dentist's room", "dentist"),
            ],
        ),
        Panorama(
            "room",
            "Dentist's room",
            lambda: treatment_room(origin=(-1.1, -1.25)),
            start=(35, -6),
            seed=12,
            story="This is the dentist's room. The big chair can go up and down. The dentist wears gloves and a mask.",
            triggers=[
                video("chair", "The chair moves", "chair_moves", "chair"),
                sound("tap", "Washing hands", "water", "tap"),
                door("seat", "Sit in the chair", "head"),
                door("waiting", "Waiting room", "waiting"),
            ],
        ),
        Panorama(
            "seat",
            "In the big chair",
            lambda: treatment_room(origin=(0.0, -0.6)),
            start=(0, 8),
            seed=13,
            story="I lie in the chair. I open my mouth wide. The dentist counts my teeth. "
            "I can raise my hand to stop.",
            triggers=[
                sound("lamp", "Lamp", "switch", "lamp"),
                sound("polish", "Cleaning teeth", "polisher", "tray"),
                sound("cup", "Water in the cup", "cup", "cup"),
                door("room", "Dentist's room", "waiting"),
            ],
        ),
    ],
    final="seat",
    films=[
        Film(
            "chair_moves",
            lambda: treatment_room(empty=True),
            _chair_moves,
            (-1.6, -1.1, 1.35),
            (0.0, -0.05, 0.75),
            "chair_motor",
            66,
        )
    ],
)
