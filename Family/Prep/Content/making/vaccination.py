"""A vaccination: the waiting room, the doctor's room, and the rest corner for afterwards."""

import painted
from experience import Experience, Film, Panorama, door, sound, video
from furniture import (
    OAK,
    basin,
    bead_maze,
    bin_,
    book_box,
    cabinet,
    chair,
    coat_hooks,
    dispenser,
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
    toy_blocks,
    trolley,
    wall_cabinet,
    wall_clock,
    water_cooler,
)
from room import Room, new_scene, outside, sun
from shapes import at, ball, box, cushion, disc, lathe, place, rod, tube
from surfaces import leather, metal, paint, planks, plaster, wood

BLUE = "#6d93b8"
# Position of the couch, its head towards +y.
COUCH = (-1.55, 0.35)


def _cross(canvas, x, y, size):
    canvas.box(x - size * 0.12, y - size * 0.4, size * 0.24, size * 0.8, "#4f7fb0")
    canvas.box(x - size * 0.4, y - size * 0.12, size * 0.8, size * 0.24, "#4f7fb0")


def _arrow(canvas, x, y, size):
    painted.arrow(canvas, x, y, size, "#4f8a57")


def _plaster(canvas, x, y, size):
    canvas.box(x - size * 0.45, y - size * 0.16, size * 0.9, size * 0.32, "#e0b48a", size * 0.15)
    canvas.box(x - size * 0.15, y - size * 0.16, size * 0.3, size * 0.32, "#f1d9bf")


def height_chart():
    """A giraffe for measuring a child's height."""
    c = painted.Canvas(240, 800, "#e9f2e4")
    c.box(150, 170, 34, 480, "#e8c35c", 14)
    c.box(90, 600, 120, 80, "#e8c35c", 36)
    for x in (100, 130, 165, 190):
        c.box(x, 650, 16, 130, "#d9b04a", 6)
    c.circle(140, 150, 44, "#e8c35c", 0.75)
    c.circle(106, 162, 24, "#f1d9a0", 0.8)
    c.circle(142, 136, 6, "#33475b")
    for x in (152, 172):
        c.line([(x, 118), (x + 4, 88)], "#b98a3c", 6)
    for k in range(7):
        c.circle(160 + 12 * (k % 2), 230 + 56 * k, 12, "#b98a3c", 1.2)
    for k in range(15):
        y = 780 - 50 * k
        c.line([(6, y), (40 if k % 2 == 0 else 24, y)], "#33475b", 3)
        if k % 2 == 0:
            c.text(64, y, str(40 + 10 * k), 22)
    return c.save("height")


def eye_chart():
    """Rows of letters and pictures of decreasing size."""
    c = painted.Canvas(360, 520, "#fdfdfa")
    for row, letters in enumerate(["E", "F P", "T O Z", "L P E D", "P E C F D"]):
        c.text(180, 70 + 96 * row, letters, 92 - 16 * row, "#22313f")
    return c.save("eye-chart")


def brave_poster():
    c = painted.Canvas(500, 500, "#f7e7c8")
    c.circle(250, 240, 170, "#fdf6e3")
    c.box(90, 190, 320, 100, "#e0b48a", 48)
    c.box(200, 190, 100, 100, "#f1d9bf")
    for side in (-1, 1):
        c.circle(250 + side * 24, 228, 7, "#33475b")
    c.arc(250, 232, 28, 20, 160, "#33475b", 5)
    c.text(250, 452, "All done!", 52, "#7a5a3c")
    return c.save("all-done")


def couch(head=18.0):
    """An examination couch with a paper sheet; `head` is the tilt of its head in degrees."""
    soft, steel = leather(BLUE), metal()
    for x in (-1, 1):
        for y in (-0.75, 0.75):
            tube([(x * 0.27, y, 0), (x * 0.27, y, 0.52)], 0.02, steel)
    box((0, 0, 0.53), (0.62, 1.84, 0.05), paint("#e4e7e6", 0.35), 0.01)
    cushion((0, -0.34, 0.6), (0.66, 1.2, 0.1), soft)
    box((0, -0.34, 0.653), (0.5, 1.2, 0.006), paint("#fbfbf8", 0.9), 0.002)
    with at(0, 0.27, 0.56, tilt=head):
        cushion((0, 0.33, 0.04), (0.66, 0.66, 0.1), soft)
        box((0, 0.33, 0.093), (0.5, 0.66, 0.006), paint("#fbfbf8", 0.9), 0.002)
        cushion((0, 0.5, 0.13), (0.4, 0.24, 0.09), paint("#fbfbf8", 0.9))
    rod((-0.27, 0.97, 0.5), (0.27, 0.97, 0.5), 0.05, paint("#fbfbf8", 0.9))


def step_stool():
    for z, y in ((0.16, 0.0), (0.32, 0.2)):
        box((0, y, z), (0.42, 0.22, 0.03), wood(OAK), 0.006)
    for side in (-1, 1):
        box((side * 0.19, 0.1, 0.15), (0.025, 0.42, 0.3), wood(OAK, "z"), 0.006)


def scales():
    box((0, 0, 0.03), (0.32, 0.36, 0.05), paint("#e4e7e6", 0.35), 0.012)
    box((0, 0, 0.057), (0.28, 0.3, 0.006), paint("#4a5258", 0.8))
    rod((0, 0.15, 0.05), (0, 0.15, 0.95), 0.018, metal())
    box((0, 0.13, 0.98), (0.2, 0.05, 0.12), paint("#e4e7e6", 0.35), 0.015, tilt=-18)


def teddy(color="#b98a5a"):
    """A sitting teddy bear with a bandage on its arm."""
    fur = paint(color, 0.95, 0.1)
    ball((0, 0, 0.13), 0.11, fur, (1, 0.85, 1.15))
    ball((0, -0.01, 0.3), 0.085, fur)
    ball((0, -0.08, 0.285), 0.035, paint("#dcc09a", 0.95), (1, 0.8, 0.8))
    ball((0, -0.107, 0.295), 0.012, paint("#33302e", 0.3))
    for side in (-1, 1):
        ball((side * 0.065, 0, 0.375), 0.032, fur, (1, 0.6, 1))
        ball((side * 0.03, -0.075, 0.325), 0.009, paint("#22201e", 0.2))
        rod((side * 0.08, 0, 0.2), (side * 0.16, -0.06, 0.13), 0.035, fur, 0.03)
        ball((side * 0.16, -0.06, 0.13), 0.034, fur)
        rod((side * 0.06, -0.04, 0.05), (side * 0.09, -0.17, 0.04), 0.042, fur, 0.036)
        ball((side * 0.09, -0.17, 0.045), 0.042, fur)
    rod((0.105, -0.02, 0.178), (0.135, -0.042, 0.152), 0.0365, paint("#f1d9bf", 0.8), 0.0345)


def surgery(origin=(0.0, 0.0), empty=False):
    """The doctor's room; `origin` is the position of the eye. `empty` leaves the couch out."""
    new_scene()
    room = Room(5.4, 4.8)
    with at(-origin[0], -origin[1]):
        marks = _surgery(room)
        if not empty:
            with at(*COUCH):
                couch()
    return marks


def _surgery(room):
    room.window("north", 0.5, 1.9, daylight=85, blind=0.15)
    marks = {
        "waiting": room.door(
            "south", 1.7, color="#d2b083", words=painted.sign("Waiting room", "#4f7fb0", _arrow, name="to-waiting")
        ),
        "rest": room.door("east", 1.5, color="#d2b083", words=painted.sign("Rest", "#4f8a57", _plaster)),
    }
    room.build(planks("#cbb08c"), {"": plaster("#f3ecdc"), "west": plaster("#bcd2e2")})
    room.lamps([(-1.7, 0), (1.7, 0)], 58, (0.3, 2.4))
    outside(room, 11)
    sun(1.6, 20, 48)
    marks["couch"] = place(*COUCH, 0.7)
    with at(COUCH[0], COUCH[1] - 1.2, 0):
        step_stool()
    with at(COUCH[0] + 0.05, COUCH[1] - 0.55, 0.655, -30):
        teddy()
        marks["teddy"] = place(0, 0, 0.25)
    with at(1.35, 1.55, 0, 180):
        table(1.6, 0.75, 0.73, OAK)
        with at(0.35, 0.1, 0.73, 20):
            monitor(painted.screen())
        with at(0.15, -0.22, 0.73):
            keyboard()
        with at(-0.6, 0.1, 0.73):
            plant(0.34, 41, "#c9d6e2")
        with at(-0.35, -0.1, 0.73, 12):
            for k, color in enumerate(["#f2f2ee", "#cfe0ea", "#f2f2ee"]):
                box((0, 0, 0.004 + 0.006 * k), (0.21, 0.29, 0.005), paint(color), 0.001, turn=4 * k)
    with at(1.35, 0.75):
        stool(BLUE, 0.5)
    with at(0.25, 1.35, 0, 60):
        chair("#d8935f")
    with at(-0.35, -1.35, 0, 205):
        chair(BLUE)
        marks["chair"] = place(0, 0, 0.75)
    with at(-0.95, -0.75, 0, 15):
        trolley(0.45, 0.36, 0.82)
        with at(0, 0, 0.79):
            for k, color in enumerate(["#e0b48a", "#8fc3dd", "#f0d26a"]):
                box((-0.12 + 0.12 * k, 0.05, 0.035), (0.1, 0.12, 0.06), paint(color, 0.6), 0.004)
            for k in range(5):
                ball((-0.1 + 0.05 * k, -0.1, 0.022), 0.024, paint("#fbfbf8", 0.98), (1, 1, 0.8))
            marks["plaster"] = place(0, 0, 0.08)
    with room.on("east", -0.2, 0, 0.27):
        cabinet(1.5, 0.5, 0.88, 3, color="#e9dcc4", top="#f1efe9")
        for k, color in enumerate(["#e0b48a", "#8fc3dd", "#b6cfa4", "#f0d26a"]):
            with at(-0.5 + 0.3 * k, 0.02, 0.88):
                lathe((0, 0, 0), [(0, 0), (0.06, 0), (0.06, 0.13), (0.05, 0.15)], paint("#dfe9ee", 0.1, 0.6), 24)
                disc((0, 0, 0.13), 0.058, 0.03, paint(color, 0.4))
    with room.on("east", -0.2, 1.5):
        wall_cabinet(1.5, 0.33, 0.6, 3, "#f4efe4")
    with room.on("east", -1.6, 0, 0):
        basin()
        with at(0.36, 0, 1.2):
            dispenser()
        with at(-0.34, 0, 1.3):
            dispenser("#e4e7e6", 0.34, 0.28)
        marks["tap"] = place(0, -0.2, 1.0)
    with room.on("east", -1.6, 1.62):
        glove_box()
    with room.on("west", 1.6, 0, 0.3):
        plant(1.2, 44)
    with room.on("west", 0.3, 1.6):
        framed(painted.sea(), 1.2, 0.8, "#e8e4da")
    with room.on("west", -1.35, 1.0):
        framed(height_chart(), 0.45, 1.5, "#d2b083")
    with room.on("west", -1.35, 0, 0.35):
        scales()
    with room.on("south", -0.3, 1.55):
        framed(brave_poster(), 0.6, 0.6, "#8a6f52")
    with room.on("south", -1.4, 1.5):
        framed(eye_chart(), 0.45, 0.65, "#e8e4da")
    with room.on("south", 0.65, 2.0):
        wall_clock(9, 40)
        marks["clock"] = place(0, 0, 0)
    with room.on("north", -1.3, 1.6):
        framed(painted.landscape("hills"), 0.8, 0.55)
    with room.on("south", -2.2, 0, 0.3):
        bin_()
    return marks


def waiting_room(origin=(0.0, 0.0)):
    """The waiting room with the rest corner; `origin` is the position of the eye."""
    new_scene()
    room = Room(6.4, 5.0)
    with at(-origin[0], -origin[1]):
        return _waiting_room(room)


def _waiting_room(room):
    room.window("west", -0.9, 1.7, daylight=70)
    room.window("north", -1.6, 2.0, daylight=70)
    marks = {
        "doctor": room.door("north", 1.2, color="#d2b083", words=painted.sign("Doctor", "#4f7fb0", _cross)),
        "way out": room.door("east", 1.2, 1.0, glazed=True, mat=True, words=painted.sign("Way out", "#4f8a57", _arrow)),
    }
    room.build(planks("#c39a6f"), {"": plaster("#f2ead9"), "south": plaster("#cfdcc2")})
    room.lamps([(x, y) for x in (-1.7, 1.7) for y in (-1.25, 1.25)], 34)
    outside(room, 13)
    sun(2.0, 290, 42)
    with room.on("north", -1.6, 0, 0.42):
        seat_row(3, BLUE)
        marks["seats"] = place(0, 0, 0.8)
    with room.on("west", -1.0, 0, 0.42):
        seat_row(2, "#d8935f")
    with at(-1.7, 0.95):
        table(0.9, 0.55, 0.42, "#b98a5a")
        with at(0, 0, 0.42):
            magazines(4, 2)
    with at(-0.6, -1.35):
        rug(2.4, 1.6, "#8fb59a", "#e4dccb")
        with at(0.55, 0.3, 0.012):
            toy_blocks(5)
        with at(-0.2, -0.1, 0):
            table(0.6, 0.45, 0.42, "#d2b083")
            with at(0, 0, 0.42, 8):
                bead_maze()
                marks["maze"] = place(0, 0, 0.15)
        for x, turn, color in ((-0.75, 80, "#c8553d"), (0.3, -80, "#e0b43c")):
            with at(x, -0.1, 0, turn):
                chair(color, 0.28, False, 0.26)
    for x, color in ((1.15, "#d98f6f"), (2.0, "#7fa88f")):
        with room.on("south", -x, 0, 0.5):
            armchair(color)
    marks["rest"] = place(1.55, -2.0, 0.75)
    with at(1.6, -1.15):
        table(0.6, 0.45, 0.42, "#b98a5a")
        with at(0, 0, 0.42):
            for k in range(3):
                with at(-0.15 + 0.15 * k, 0.02 * k):
                    lathe(
                        (0, 0, 0),
                        [(0, 0), (0.028, 0), (0.036, 0.09), (0.034, 0.09), (0.026, 0.005), (0, 0.005)],
                        paint(["#8fc3dd", "#f3c95c", "#e79a86"][k], 0.3),
                        24,
                    )
            marks["cups"] = place(0, 0, 0.08)
    with room.on("south", 0.6, 0, 0.2):
        shelf(1.0, 0.3, 1.3, 4, seed=18)
    with room.on("south", 0.6, 1.75):
        framed(painted.landscape("hills"), 0.9, 0.55)
    with room.on("south", 2.3, 0, 0.3):
        book_box(3)
    with room.on("south", -1.55, 1.65):
        framed(brave_poster(), 0.6, 0.6, "#8a6f52")
    with room.on("east", 0.2, 0, 0.22):
        water_cooler()
    with room.on("east", -0.9, 1.45):
        coat_hooks(5, ("#5c7f5a", "#c8553d", None, "#4f6d8a", None))
    with room.on("north", 0.3, 2.05):
        wall_clock(9, 25)
        marks["clock"] = place(0, 0, 0)
    with room.on("north", 2.7, 0, 0.4):
        plant(1.3, 51)
    with room.on("west", 2.0, 0, 0.4):
        plant(1.0, 53, "#c9d6e2")
    with room.on("north", 2.1, 1.6):
        framed(painted.sea(), 0.6, 0.4, "#e8e4da")
    return marks


def armchair(color):
    """A soft chair."""
    cloth = leather(color, 0.7)
    cushion((0, 0.0, 0.22), (0.66, 0.66, 0.3), cloth, soft=0.2)
    cushion((0, -0.02, 0.42), (0.52, 0.56, 0.14), cloth)
    cushion((0, 0.3, 0.62), (0.66, 0.18, 0.62), cloth, tilt=-8)
    for side in (-1, 1):
        cushion((side * 0.34, 0.0, 0.42), (0.15, 0.64, 0.34), cloth)
    for x in (-0.26, 0.26):
        for y in (-0.26, 0.26):
            disc((x, y, 0), 0.02, 0.08, wood("#8a5f44"))


def _couch_moves(step):
    """Raises the head of the couch."""
    smooth = step * step * (3 - 2 * step)
    with at(*COUCH):
        couch(8 + 42 * smooth)


EXPERIENCE = Experience(
    key="vaccination",
    title="A vaccination",
    description="Waiting, the doctor's room, and a rest with a plaster.",
    seed=6,
    panoramas=[
        Panorama(
            "waiting",
            "Waiting room",
            lambda: waiting_room((0.3, 0.5)),
            start=(30, -4),
            seed=61,
            story="We wait until the doctor calls us. I can read or play. I can hold my teddy bear.",
            triggers=[
                sound("clock", "Clock", "clock_ticks", "clock"),
                door("surgery", "Doctor's room", "doctor"),
                door("rest", "A place to rest", "rest"),
            ],
        ),
        Panorama(
            "surgery",
            "Doctor's room",
            lambda: surgery((0.55, -0.35)),
            start=(-70, -8),
            seed=62,
            story="I sit down and breathe out slowly. There is a short pinch in my arm. "
            "I count to three, then it is over.",
            triggers=[
                video("couch", "The couch moves", "couch_moves", "couch"),
                sound("tap", "Washing hands", "water", "tap"),
                sound("plaster", "Opening a plaster", "paper", "plaster"),
                door("rest", "A place to rest", "rest"),
                door("waiting", "Waiting room", "waiting"),
            ],
        ),
        Panorama(
            "rest",
            "A place to rest",
            lambda: waiting_room((0.8, -0.75)),
            start=(150, -10),
            seed=63,
            story="I have a plaster now. I sit here for fifteen minutes. I drink something. Then we go home.",
            triggers=[
                sound("cups", "Water in the cup", "cup", "cups"),
                door("surgery", "Doctor's room", "doctor"),
                door("waiting", "Waiting room", "seats"),
            ],
        ),
    ],
    final="rest",
    films=[
        Film(
            "couch_moves",
            lambda: surgery(empty=True),
            _couch_moves,
            (0.9, -1.2, 1.4),
            (-1.4, 0.4, 0.6),
            "chair_motor",
            58,
        )
    ],
)
