"""The supermarket: the entrance with fruit and trolleys, an aisle between shelves, and the checkout."""

import random

import painted
from experience import Experience, Film, Panorama, door, sound, video
from furniture import OAK, bin_, framed, plant, stool
from room import Room, new_scene, outside, sun
from shapes import area_light, at, ball, box, cushion, lathe, place, repeated, rod, rounded, sheet, tube
from surfaces import glass, glow, metal, paint, picture, plaster, tiles, wood

GREEN = "#4f8a57"
TONES = ["#c97f5d", "#5f8fb8", "#7aa874", "#e0c27a", "#b86f7f", "#8a7fb0", "#d9a35c", "#6fa8a0", "#d4d0c6"]
KINDS = ("carton", "jar", "tin", "bottle", "bag", "loaf", "milk")
BAY = 1.4
LEVELS = (0.16, 0.52, 0.87, 1.21, 1.53)
# The middle of the checkout's belt, along which the film's camera looks.
BELT = (1.0, -1.75, 0.86)


def product(c, kind, x, wide, color):
    """Paints a product at the bottom of a canvas of height 156; x is its left edge."""
    pale, middle = "#f5f0e4", x + wide / 2
    if kind == "carton":
        c.box(x, 18, wide, 138, color, 3)
        c.box(x + 6, 32, wide - 12, 34, pale, 4)
        c.circle(middle, 108, wide * 0.28, pale)
        c.circle(middle, 110, wide * 0.17, "#d9a35c")
    elif kind == "jar":
        c.box(x, 60, wide, 96, color, 10)
        c.box(x + 3, 46, wide - 6, 18, "#b9a468", 4)
        c.box(x, 88, wide, 42, pale)
        c.circle(middle, 109, 13, color)
    elif kind == "tin":
        for y in (10, 84):
            c.box(x, y, wide, 72, "#b9bfc3", 4)
            c.box(x, y + 7, wide, 58, color)
            c.circle(middle, y + 36, 15, pale)
    elif kind == "bottle":
        c.box(x, 62, wide, 94, color, 9)
        c.polygon([(x, 72), (x + wide, 72), (middle + 8, 34), (middle - 8, 34)], color)
        c.box(middle - 8, 20, 16, 20, pale, 3)
        c.box(x, 90, wide, 38, pale)
    elif kind == "bag":
        c.box(x, 30, wide, 126, color, 12)
        c.box(x + 4, 24, wide - 8, 14, color, 2)
        c.box(x + 8, 62, wide - 16, 30, pale, 6)
        c.circle(middle, 122, 18, "#e9d9a8")
    elif kind == "loaf":
        c.circle(middle, 118, wide / 2, color, 0.75)
        for k in (-1, 0, 1):
            c.line([(middle + 14 * k - 6, 104), (middle + 14 * k + 8, 92)], "#e9cfa0", 5)
    else:
        c.box(x, 44, wide, 112, pale)
        c.polygon([(x, 46), (x + wide, 46), (x + wide - 8, 20), (x + 8, 20)], "#e4e0d4")
        c.box(x, 92, wide, 40, color)
        c.circle(middle, 70, 10, color)


def products(kind, seed):
    """One level of a shelf: several of each product next to each other."""
    chance = random.Random(100 * KINDS.index(kind) + seed)
    c = painted.Canvas(840, 156, "#6f675c")
    tones = ["#b9854f", "#c99a5f", "#a8743f"] if kind == "loaf" else TONES[:-1]
    if kind == "milk":
        tones = ["#5f8fb8", "#7aa874", "#b86f7f", "#8fb8d0"]
    size = {"carton": 74, "jar": 50, "tin": 52, "bottle": 44, "bag": 84, "loaf": 92, "milk": 56}[kind]
    x, color, left = 4, "", 0
    while x + size < 840:
        if left == 0:
            color, left = chance.choice([tone for tone in tones if tone != color]), chance.randint(3, 5)
        product(c, kind, x, size - 4, color)
        x, left = x + size, left - 1
    return c.save(f"products-{kind}-{seed}")


def prices():
    c = painted.Canvas(840, 24, "#e9e4d6")
    for k in range(7):
        c.box(24 + 120 * k, 3, 56, 18, "#ffffff", 3)
        c.box(32 + 120 * k, 9, 26, 7, "#5b6770", 2)
    return c.save("prices")


def shelves(bays, kinds, deep=0.42):
    """Shelves with food, their backs at y = 0 and their fronts towards −y; `kinds` are the products of each bay."""
    long = bays * BAY
    box((0, -0.01, 0.95), (long, 0.02, 1.9), paint("#e4dfd2"), 0)
    box((0, -deep / 2, 0.07), (long, deep, 0.14), paint("#8d8a84"), 0.004)
    for number, z in enumerate(LEVELS):
        box((0, -deep / 2, z - 0.012), (long, deep, 0.024), paint("#f2efe8", 0.4), 0.003)
        for bay in range(bays):
            x = -long / 2 + BAY * (bay + 0.5)
            kind = kinds[bay % len(kinds)]
            box((x, -deep * 0.45, z + 0.1), (BAY - 0.04, deep * 0.7, 0.2), paint("#a89a84", 0.8), 0)
            front = picture(products(kind, (number + bay) % 4), 0.5)
            sheet((x, -deep * 0.82, z + 0.13), BAY - 0.02, 0.26, front)
            sheet((x, -deep - 0.003, z - 0.012), BAY, 0.04, picture(prices(), 0.5))
    for bay in range(bays + 1):
        x = -long / 2 + BAY * bay
        box((x, -deep / 2, 0.95), (0.03, deep, 1.9), paint("#f2efe8", 0.4), 0.004)


def gondola(bays, left, right):
    """Two-sided shelves along y; `left` and `right` are the products of each side."""
    with at(0.0, 0, 0, -90):
        shelves(bays, left)
    with at(0.0, 0, 0, 90):
        shelves(bays, right)
    for side in (-1, 1):
        with at(0, side * (bays * BAY / 2 + 0.02), 0, 0 if side < 0 else 180):
            box((0, 0, 0.97), (0.86, 0.03, 1.94), paint("#a9c0a0", 0.5), 0.008)
            sheet((0, -0.017, 1.15), 0.66, 0.94, picture(fresh(), 0.5))
    box((0, 0, 1.92), (0.86, bays * BAY, 0.03), paint("#f2efe8", 0.4), 0.004)


def fresh():
    """A poster with a basket of fruit."""
    c = painted.Canvas(350, 500, "#f7f1df")
    c.box(0, 0, 350, 96, GREEN)
    c.text(175, 50, "Fresh today", 42, "#ffffff")
    for x, y, color in ((110, 262, "#c8553d"), (175, 240, "#e39a3f"), (240, 262, "#9fc065"), (145, 300, "#e8cf5f")):
        c.circle(x, y, 46, color)
        c.line([(x, y - 40), (x + 6, y - 58)], "#6f5038", 6)
    c.polygon([(60, 290), (290, 290), (255, 420), (95, 420)], "#b98a5a")
    for k in range(4):
        c.line([(66 + 8 * k, 312 + 28 * k), (284 - 8 * k, 312 + 28 * k)], "#8f6a42", 5)
    return c.save("fresh-today")


def fridge():
    """A tall fridge with glass doors, 1.4 m wide, its back at y = 0."""
    shell = paint("#eceae4", 0.3)
    box((0, -0.02, 1.05), (BAY, 0.04, 2.1), paint("#f7f7f3"), 0)
    box((0, -0.35, 2.06), (BAY, 0.7, 0.14), shell, 0.01)
    box((0, -0.35, 0.1), (BAY, 0.7, 0.2), paint("#8d9499", 0.4), 0.01)
    for side in (-1, 1):
        box((side * (BAY / 2 - 0.015), -0.35, 1.05), (0.03, 0.7, 2.1), shell, 0.004)
    for number, z in enumerate((0.24, 0.68, 1.12, 1.56)):
        box((0, -0.33, z), (BAY - 0.06, 0.56, 0.02), paint("#f2f2ee", 0.3), 0.003)
        kind = ("milk", "jar", "milk", "carton")[number]
        box((0, -0.3, z + 0.1), (BAY - 0.1, 0.4, 0.2), paint("#c9c4b6", 0.8), 0)
        sheet((0, -0.52, z + 0.16), BAY - 0.06, 0.3, picture(products(kind, number), 0.5, 0.15))
    box((0, -0.6, 1.96), (BAY - 0.1, 0.03, 0.03), glow("#f4fbff", 2.5), 0.008)
    area_light((0, -0.62, 1.93), (BAY - 0.2, 0.1), 5, (0.95, 0.98, 1), (0, 0.5, -1))
    for side in (-1, 1):
        x = side * BAY / 4
        for dx in (-1, 1):
            box((x + dx * (BAY / 4 - 0.025), -0.7, 1.1), (0.035, 0.03, 1.76), metal("#b9bec2", 0.35), 0.004)
        for z in (0.23, 1.97):
            box((x, -0.7, z), (BAY / 2 - 0.02, 0.03, 0.035), metal("#b9bec2", 0.35), 0.004)
        sheet((x, -0.7, 1.1), BAY / 2 - 0.06, 1.7, glass())
        rod((side * 0.06, -0.74, 0.9), (side * 0.06, -0.74, 1.3), 0.011, metal("#6f767b"))


def crate(color, radius, shape, wide=0.56, deep=0.4):
    """A wooden crate full of one kind of fruit; `shape` stretches the fruit."""
    for side in (-1, 1):
        box((side * wide / 2, 0, 0.07), (0.016, deep, 0.14), wood(OAK, "y"), 0.003)
        box((0, side * deep / 2, 0.07), (wide, 0.016, 0.14), wood(OAK), 0.003)
    box((0, 0, 0.03), (wide - 0.02, deep - 0.02, 0.06), paint("#5f6b4a", 0.9), 0)
    chance = random.Random(int(1000 * radius) + len(color) + ord(color[2]))
    columns = int((wide - 0.04) / (2 * radius * shape[0]))
    rows = int((deep - 0.04) / (2 * radius * shape[1]))
    spots = []
    for c in range(columns):
        for r in range(rows):
            x = (c - (columns - 1) / 2) * 2 * radius * shape[0]
            y = (r - (rows - 1) / 2) * 2 * radius * shape[1]
            spots.append((x, y, 0.1 + chance.uniform(0, 0.4) * radius, chance.uniform(-14, 14)))
    repeated(lambda: ball((0, 0, 0), radius, paint(color, 0.35), shape, 3), spots)


FRUIT = [
    ("#c8553d", 0.042, (1, 1, 0.95)),
    ("#e39a3f", 0.045, (1, 1, 1)),
    ("#9fc065", 0.042, (1, 1, 0.95)),
    ("#e8cf5f", 0.04, (1.35, 1, 1)),
    ("#b5453a", 0.038, (1, 1, 0.9)),
    ("#5f8f4a", 0.09, (1, 1, 0.8)),
    ("#d98a4a", 0.03, (3.2, 1, 1)),
    ("#5a8450", 0.03, (3.6, 1, 1)),
]


def fruit_stand():
    """Two rows of four crates that tilt towards −y."""
    box((0, 0.05, 0.3), (2.5, 0.86, 0.6), wood("#a97f5d"), 0.01)
    for k in range(22):
        box((-1.19 + 0.1135 * k, -0.39, 0.3), (0.09, 0.02, 0.56), wood("#b98a5a", "z"), 0.004)
    for number, (color, radius, shape) in enumerate(FRUIT):
        row = number // 4
        with at(-0.9 + 0.6 * (number % 4), -0.16 + 0.42 * row, 0.66 + 0.13 * row, 0, 18):
            box((0, 0.01, -0.11), (0.6, 0.42, 0.21), wood("#a97f5d"), 0.004)
            crate(color, radius, shape)
            box((0, -0.215, 0.09), (0.16, 0.008, 0.09), paint("#fdfdf6"), 0.002)
            box((-0.02, -0.22, 0.1), (0.08, 0.002, 0.02), paint("#5b6770"), 0)
    box((0, 0.5, 0.42), (2.5, 0.04, 0.84), wood("#a97f5d"), 0.006)


def cart():
    """A shopping trolley, its handle towards −y."""
    steel = metal("#c3c8cc", 0.25)

    def ring(z, wide, back, front):
        corners = [(-wide, back, z), (wide, back, z), (wide * 0.82, front, z), (-wide * 0.82, front, z)]
        tube([*corners, corners[0]], 0.007, steel)

    for k in range(5):
        ring(0.52 + 0.1 * k, 0.2 + 0.018 * k, -0.3 - 0.02 * k, 0.36 + 0.025 * k)
    for k in range(7):
        x = (k - 3) / 3
        tube(
            [(x * 0.272, -0.38, 0.92), (x * 0.2, -0.3, 0.52), (x * 0.164, 0.36, 0.52), (x * 0.223, 0.46, 0.92)],
            0.004,
            steel,
        )
    for side in (-1, 1):
        for k in range(6):
            t = k / 5
            low = (side * (0.2 - 0.036 * t), -0.3 + 0.66 * t, 0.52)
            tube([low, (side * (0.272 - 0.049 * t), -0.38 + 0.84 * t, 0.92)], 0.004, steel)
        tube(
            rounded([(side * 0.27, -0.46, 1.0), (side * 0.2, -0.3, 0.5), (side * 0.24, -0.36, 0.13)], 0.05),
            0.012,
            steel,
        )
        tube([(side * 0.24, -0.36, 0.13), (side * 0.17, 0.38, 0.13)], 0.012, steel)
        for x, y in ((0.24, -0.34), (0.17, 0.36)):
            rod((side * x - 0.015, y, 0.055), (side * x + 0.015, y, 0.055), 0.055, paint("#3a4045"))
            rod((side * x, y, 0.06), (side * x, y, 0.13), 0.012, steel)
    rod((-0.27, -0.46, 1.0), (0.27, -0.46, 1.0), 0.018, paint(GREEN, 0.4))


def hanging_sign(words, color=GREEN):
    """A two-sided sign that hangs from the ceiling, which is at the origin."""
    for side in (-1, 1):
        rod((side * 0.45, 0, 0), (side * 0.45, 0, -0.4), 0.005, paint("#8d9499"))
    box((0, 0, -0.56), (1.2, 0.03, 0.32), paint("#f2f2ee"), 0.006)
    path = painted.sign(words, color, wide=600, high=150, name=f"aisle-{words.lower()}")
    sheet((0, -0.017, -0.56), 1.16, 0.29, picture(path, 0.5))
    sheet((0, 0.017, -0.56), 1.16, 0.29, picture(path, 0.5), "y")


def checkout(number, goods=True):
    """A checkout along y: its belt towards +y, its till at the other end. Customers pass at −x."""
    body = wood("#c9a67c", "y")
    box((0, 0.55, 0.4), (0.62, 2.1, 0.8), body, 0.015)
    for side in (-1, 1):
        box((side * 0.3, 0.55, 0.83), (0.06, 2.1, 0.1), metal("#b9bec2", 0.35), 0.01)
    box((0, 0.55, 0.82), (0.5, 2.04, 0.03), paint("#3d4246", 0.7), 0.01)
    box((0, -1.0, 0.4), (0.62, 0.98, 0.8), body, 0.015)
    box((0, -0.72, 0.815), (0.62, 0.42, 0.05), metal("#c3c8cc", 0.3), 0.008)
    box((0, -0.72, 0.842), (0.3, 0.24, 0.004), paint("#29323a", 0.1), 0.001)
    marks = {"scanner": place(0, -0.72, 0.9)}
    # The trough behind the scanner, where bags are packed.
    box((0, -1.3, 0.76), (0.58, 0.72, 0.04), metal("#c3c8cc", 0.3), 0.008)
    for side in (-1, 1):
        box((side * 0.3, -1.3, 0.84), (0.03, 0.72, 0.16), body, 0.008)
    box((-0.02, -1.66, 0.84), (0.6, 0.03, 0.16), body, 0.008)
    with at(0.36, -0.62, 0.84, 60):
        rod((0, 0, 0), (0, 0, 0.2), 0.014, paint("#4a5258"))
        box((0, -0.01, 0.32), (0.36, 0.03, 0.26), paint("#3a4045", 0.4), 0.01)
        sheet((0, -0.027, 0.32), 0.32, 0.22, picture(painted.screen(), 0.3, 0.6))
    with at(-0.24, -0.5, 0.86, -60, -25):
        rod((0, 0.02, -0.02), (0, 0.02, 0.12), 0.012, paint("#4a5258"))
        box((0, 0, 0.17), (0.09, 0.03, 0.16), paint("#3a4045", 0.4), 0.012)
        box((0, -0.017, 0.205), (0.07, 0.004, 0.05), paint("#bcd9c4", 0.2), 0.002)
        marks["card"] = place(0, 0, 0.2)
    rod((0.25, -0.95, 0.8), (0.25, -0.95, 2.1), 0.02, metal("#b9bec2", 0.35))
    box((0.25, -0.95, 2.22), (0.3, 0.12, 0.26), paint("#f2f2ee"), 0.02)
    path = painted.sign(str(number), GREEN, wide=150, high=130, name=f"till-{number}")
    for facing, y in (("-y", -1.012), ("y", -0.888)):
        sheet((0.25, y, 2.22), 0.28, 0.24, picture(path, 0.5, 0.3), facing)
    with at(0.72, -0.6, 0, 90):
        stool("#6f7f8c", 0.55)
    marks["belt"] = place(0, 0.8, 0.9)
    if goods:
        shopping()
    return marks


def shopping(shift=0.0):
    """Groceries on the belt, moved towards the till by `shift` meters."""
    with at(0, -shift, 0.836):
        with at(-0.05, 1.35):
            box((0, 0, 0.13), (0.17, 0.06, 0.26), paint("#d9a35c", 0.5), 0.004, turn=15)
            box((0.01, -0.031, 0.17), (0.12, 0.003, 0.08), paint("#f5f0e4"), 0, turn=15)
        with at(0.12, 1.12):
            lathe((0, 0, 0), [(0, 0), (0.042, 0), (0.042, 0.14), (0.036, 0.16), (0, 0.16)], paint("#b86f7f", 0.3), 24)
        with at(-0.1, 1.0):
            box((0, 0, 0.1), (0.075, 0.075, 0.2), paint("#f5f0e4", 0.4), 0.004)
            box((0, 0, 0.07), (0.077, 0.077, 0.07), paint("#5f8fb8", 0.4), 0.004)
        for k in range(3):
            ball((0.06 + 0.08 * (k % 2), 0.78 + 0.06 * k, 0.04), 0.04, paint("#c8553d", 0.35))
        cushion((-0.08, 0.7, 0.06), (0.26, 0.12, 0.11), paint("#b9854f", 0.8))
        rod((-0.22, 0.5, 0.022), (0.22, 0.5, 0.022), 0.022, paint(GREEN, 0.4))


def market(origin=(0.0, 0.0), empty=False):
    """The supermarket; `origin` is the position of the eye. `empty` leaves out the groceries on the belt."""
    new_scene()
    room = Room(12.0, 10.4, 3.2)
    with at(-origin[0], -origin[1]):
        return _market(room, empty)


def _market(room, empty):
    for along in (-3.6, 0.2):
        room.window("south", along, 3.2, 0.6, 2.5, 3, 80, heater=False)
    for along in (3.5, 4.52):
        marks = {"way out": room.door("south", along, 1.0, 2.3, glazed=True, mat=True, handle=1 if along < 4 else -1)}
    with room.on("south", 4.0, 2.6):
        box((0, -0.02, 0), (1.3, 0.03, 0.3), paint("#f2f2ee"), 0.006)
        sheet((0, -0.037, 0), 1.26, 0.27, picture(painted.sign("Way out", GREEN, _arrow), 0.5))
    room.build(
        tiles("#cbbfa8", "#a89c86", 0.6, "xy", rough=0.35, vary=0.05, gap=0.006),
        {"": plaster("#efe3c6"), "north": plaster("#bfd2da"), "west": plaster("#c6d8b4")},
    )
    room.lamps([(x, y) for x in (-4.6, -0.95, 1.65, 4.4) for y in (-3.2, 0.0, 3.0)], 27, (0.25, 1.9))
    outside(room, 23)
    sun(1.6, 190, 45)
    for x, left, right in (
        (-2.2, ("bag", "carton"), ("carton", "jar", "bag")),
        (0.35, ("tin", "jar", "bottle"), ("bottle", "tin")),
        (2.9, ("carton", "bag"), ("jar", "carton")),
    ):
        with at(x, 2.1):
            gondola(3, left, right)
    with room.on("north"):
        repeated(fridge, [(BAY * (k - 3.5), 0, 0) for k in range(8)])
        marks["fridge"] = place(-0.9, -0.6, 1.2)
    with room.on("north", 0.0, 2.5):
        path = painted.sign("Milk and cheese", "#5f8fb8", wide=900, high=130)
        sheet((0, -0.01, 0), 3.0, 0.43, picture(path, 0.5))
    with room.on("east", -0.6):
        shelves(4, ("loaf", "loaf", "bag", "bag"))
    with room.on("east", -0.6, 2.35):
        sheet((0, -0.01, 0), 1.9, 0.42, picture(painted.sign("Bread", "#b9854f", wide=600, high=130), 0.5))
    with at(-5.35, 0.6, 0, 90):
        fruit_stand()
    with at(-5.35, 3.3, 0, 90):
        fruit_stand()
    with room.on("west", 0.2, 2.2):
        sheet((0, -0.01, 0), 2.6, 0.5, picture(painted.sign("Fruit", GREEN, _apple, wide=780, high=150), 0.5))
    for x, words in ((-0.92, "Pasta"), (1.62, "Drinks"), (4.3, "Snacks"), (-3.6, "Fruit")):
        with at(x, 0.6, room.high):
            hanging_sign(words)
    with at(-5.25, -3.3, 0, 0):
        repeated(cart, [(0, 0.34 * k, 0, 0) for k in range(4)])
        marks["carts"] = place(0.1, 0.5, 0.9)
    with room.on("west", -3.3, 1.75):
        framed(painted.sign("Trolleys", "#5f8fb8", wide=500, high=150), 1.2, 0.36, "#d2b083", 0.02)
    with at(-5.2, -4.4):
        for k in range(5):
            box((0, 0, 0.07 + 0.06 * k), (0.44, 0.3, 0.05), paint(GREEN, 0.4), 0.02)
        tube(rounded([(-0.2, 0, 0.33), (-0.2, 0, 0.5), (0.2, 0, 0.5), (0.2, 0, 0.33)], 0.04), 0.008, paint("#3a4045"))
    with at(BELT[0], BELT[1] - 0.55):
        marks |= checkout(1, not empty)
    with at(3.3, BELT[1] - 0.55):
        checkout(2)
    with room.on("south", -1.75, 0, 0.35):
        plant(1.2, 81)
    with room.on("south", 2.35, 0, 0.3):
        bin_("#7f8f86", 0.5)
    marks["aisle"] = place(-0.92, 0.3, 1.1)
    marks["till"] = place(BELT[0] - 0.3, BELT[1] - 0.9, 1.1)
    marks["entrance"] = place(-3.9, -5.0, 1.1)
    return marks


def _arrow(canvas, x, y, size):
    painted.arrow(canvas, x, y, size, GREEN)


def _apple(canvas, x, y, size):
    canvas.circle(x, y + size * 0.08, size * 0.36, "#c8553d")
    canvas.line([(x, y - size * 0.22), (x + size * 0.08, y - size * 0.42)], "#6f5038", size * 0.07)


def _belt_moves(step):
    """Moves the groceries on the belt towards the till."""
    with at(BELT[0], BELT[1] - 0.55):
        shopping(0.55 * step)


EXPERIENCE = Experience(
    key="supermarket",
    title="The supermarket",
    description="From the entrance, through the aisle, to the checkout.",
    seed=3,
    panoramas=[
        Panorama(
            "entrance",
            "The entrance",
            lambda: market((-3.7, -2.3)),
            start=(0, -6),
            seed=31,
            story="This is the supermarket. The doors open by themselves. We take a trolley and stay together.",
            triggers=[
                sound("doors", "Sliding doors", "sliding_door", "way out"),
                sound("trolley", "Trolley", "trolley", "carts"),
                door("aisle", "Between the shelves", "aisle"),
                door("checkout", "The checkout", "till"),
            ],
        ),
        Panorama(
            "aisle",
            "Between the shelves",
            lambda: market((-0.92, 1.5)),
            start=(-35, -6),
            seed=32,
            story="The shelves are full of food. I help to find things. The fridges hum a little.",
            triggers=[
                sound("fridge", "Fridge", "fridge", "fridge"),
                door("entrance", "The entrance", "entrance"),
                door("checkout", "The checkout", "till"),
            ],
        ),
        Panorama(
            "checkout",
            "The checkout",
            lambda: market((-0.1, -2.0)),
            start=(80, -14),
            seed=33,
            story="We put our things on the belt. The till beeps for each one. We pay, pack, and go home.",
            triggers=[
                video("belt", "The belt moves", "belt_moves", "belt"),
                sound("till", "The till beeps", "checkout", "scanner"),
                door("aisle", "Between the shelves", "aisle"),
                door("entrance", "The entrance", "entrance"),
            ],
        ),
    ],
    final="checkout",
    films=[
        Film(
            "belt_moves",
            lambda: market(empty=True),
            _belt_moves,
            (-0.35, -2.5, 1.55),
            (1.0, -1.5, 0.85),
            "conveyor",
            66,
        )
    ],
)
