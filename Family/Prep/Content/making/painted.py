"""Flat pictures for signs, posters, screens, clocks and books, painted with Pillow into a folder."""

import functools
import math
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(tempfile.gettempdir()) / "prep-painted"
SCALE = 2


@functools.cache
def font(size, bold=True):
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(f"/usr/share/fonts/truetype/dejavu/{name}", size)


class Canvas:
    """A picture with coordinates 0…width and 0…height, painted larger and then reduced."""

    def __init__(self, width, height, color="#ffffff"):
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), color)
        self.draw = ImageDraw.Draw(self.image)

    @staticmethod
    def _scaled(points):
        return [(x * SCALE, y * SCALE) for x, y in points]

    def polygon(self, points, color):
        self.draw.polygon(self._scaled(points), fill=color)

    def line(self, points, color, width=6):
        self.draw.line(self._scaled(points), fill=color, width=round(width * SCALE), joint="curve")
        for x, y in (points[0], points[-1]):
            self.circle(x, y, width / 2, color)

    def box(self, x, y, width, height, color, radius=0):
        corners = [x * SCALE, y * SCALE, (x + width) * SCALE, (y + height) * SCALE]
        self.draw.rounded_rectangle(corners, radius * SCALE, fill=color)

    def circle(self, x, y, radius, color, ratio=1.0):
        corners = [(x - radius) * SCALE, (y - radius * ratio) * SCALE]
        self.draw.ellipse([*corners, (x + radius) * SCALE, (y + radius * ratio) * SCALE], fill=color)

    def arc(self, x, y, radius, first, last, color, width=6):
        corners = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self.draw.arc(corners, first, last, fill=color, width=round(width * SCALE))

    def text(self, x, y, words, size, color="#22313f", anchor="mm", bold=True):
        self.draw.text((x * SCALE, y * SCALE), words, fill=color, font=font(round(size * SCALE), bold), anchor=anchor)

    def save(self, name):
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{name}.png"
        self.image.resize((self.width, self.height), Image.LANCZOS).save(path)
        return path


def tooth(c, x, y, size, color="#ffffff", face=True, outline="#9fb8c4"):
    """A friendly tooth."""
    for grow, fill in ((size * 0.05, outline), (0, color)):
        g = grow
        c.circle(x - size * 0.2, y - size * 0.15, size * 0.27 + g, fill)
        c.circle(x + size * 0.2, y - size * 0.15, size * 0.27 + g, fill)
        c.box(x - size * 0.44 - g, y - size * 0.18 - g, size * 0.88 + 2 * g, size * 0.3 + 2 * g, fill, size * 0.14)
        for side in (-1, 1):
            c.polygon(
                [
                    (x + side * (size * 0.45 + g), y),
                    (x + side * (size * 0.3 + g), y + size * 0.48 + g),
                    (x + side * (size * 0.16 - g), y + size * 0.48 + g),
                    (x + side * -g, y + size * 0.18),
                ],
                fill,
            )
            c.circle(x + side * size * 0.23, y + size * 0.48, size * 0.07 + g, fill)
        c.box(x - size * 0.34, y - size * 0.1, size * 0.68, size * 0.32, fill, size * 0.1)
    if face:
        for side in (-1, 1):
            c.circle(x + side * size * 0.15, y - size * 0.08, size * 0.04, "#33475b")
        c.arc(x, y - size * 0.02, size * 0.14, 20, 160, "#33475b", size * 0.03)


def toothbrush(c, x, y, length, color):
    c.box(x, y, length, length * 0.07, color, length * 0.03)
    c.box(x + length * 0.72, y - length * 0.08, length * 0.24, length * 0.09, "#dfeef5", length * 0.01)


def arrow(c, x, y, size, color, turn=0):
    """An arrow to the right, turned clockwise by degrees."""
    shape = [(-0.5, -0.13), (0.1, -0.13), (0.1, -0.36), (0.5, 0), (0.1, 0.36), (0.1, 0.13), (-0.5, 0.13)]
    a = math.radians(turn)
    turned = [
        (x + size * (u * math.cos(a) - v * math.sin(a)), y + size * (u * math.sin(a) + v * math.cos(a)))
        for u, v in shape
    ]
    c.polygon(turned, color)


def person(c, x, y, size, color):
    """A pictogram of a standing person, with the feet at y."""
    c.circle(x, y - size * 0.88, size * 0.11, color)
    c.box(x - size * 0.16, y - size * 0.74, size * 0.32, size * 0.4, color, size * 0.09)
    for side in (-1, 1):
        c.box(x + side * size * 0.09 - size * 0.06, y - size * 0.42, size * 0.12, size * 0.42, color, size * 0.05)
        c.box(x + side * size * 0.2 - size * 0.04, y - size * 0.72, size * 0.08, size * 0.36, color, size * 0.04)


def sign(words, color="#2f6f8f", pictogram=None, text="#ffffff", wide=600, high=150, name=None):
    """A sign with a word and, on its left, a pictogram painted by a function of canvas, x, y and size."""
    c = Canvas(wide, high, color)
    left = high if pictogram else 0
    if pictogram:
        c.box(high * 0.1, high * 0.1, high * 0.8, high * 0.8, text, high * 0.12)
        pictogram(c, high * 0.5, high * 0.5, high * 0.66)
    size = high * 0.42
    while font(round(size * SCALE)).getlength(words) > (wide - left - high * 0.3) * SCALE:
        size -= 2
    c.text(left + (wide - left) / 2, high / 2, words, size, text)
    return c.save(name or "sign-" + "".join(letter for letter in words.lower() if letter.isalnum()))


def clock(hour, minute, rim="#3b4b59"):
    c = Canvas(400, 400, "#e9e6df")
    c.circle(200, 200, 196, rim)
    c.circle(200, 200, 178, "#fbfbf8")
    for number in range(1, 13):
        a = math.radians(number * 30)
        c.text(200 + 142 * math.sin(a), 200 - 142 * math.cos(a), str(number), 36)
    for angle, length, width in ((hour * 30 + minute / 2, 86, 14), (minute * 6, 128, 9)):
        a = math.radians(angle)
        c.line([(200, 200), (200 + length * math.sin(a), 200 - length * math.cos(a))], "#22313f", width)
    c.circle(200, 200, 11, "#c8553d")
    return c.save(f"clock-{hour}-{minute}")


def landscape(name, sky="#bcdcf0", hills=("#8fb98a", "#6fa072", "#537f5a"), sun=True):
    """Hills under a sky."""
    c = Canvas(640, 440, sky)
    if sun:
        c.circle(500, 100, 46, "#fbe9a8")
    for k, color in enumerate(hills):
        top = 220 + 60 * k
        points = [(x, top + 34 * math.sin(x / (96 - 14 * k) + 2 * k)) for x in range(0, 650, 8)]
        c.polygon([*points, (640, 440), (0, 440)], color)
    return c.save(name)


def fish(c, x, y, size, color, left=True):
    s = -1 if left else 1
    c.circle(x, y, size * 0.5, color, 0.6)
    c.polygon(
        [(x - s * size * 0.4, y), (x - s * size * 0.8, y - size * 0.3), (x - s * size * 0.8, y + size * 0.3)], color
    )
    c.circle(x + s * size * 0.26, y - size * 0.07, size * 0.06, "#ffffff")
    c.circle(x + s * size * 0.27, y - size * 0.07, size * 0.03, "#22313f")


def sea():
    """Fish under water, for a ceiling or a wall."""
    c = Canvas(900, 600, "#8fcbe0")
    for k in range(6):
        c.box(0, 100 * k, 900, 100, f"#{0x9A - 9 * k:02x}{0xD2 - 10 * k:02x}{0xE6 - 7 * k:02x}")
    for k in range(9):
        x = 60 + 100 * k
        c.line([(x, 600), (x - 12, 560), (x + 8, 520), (x - 4, 470 + 17 * (k % 3))], "#3f8f6b", 12)
    for k, color in enumerate(["#f2a65a", "#f7d774", "#e4796b", "#7d8fd6", "#f2a65a", "#ffffff", "#f7d774"]):
        fish(c, 110 + 115 * k + 20 * (k % 2), 110 + 77 * (k * 3 % 5), 86 - 6 * (k % 3), color, k % 2 == 0)
    for k in range(14):
        c.circle(60 + 63 * k, 420 - 29 * (k * 5 % 13), 6 + k % 3 * 2, "#cfe9f3")
    return c.save("sea")


def brushing_steps():
    """A poster about brushing teeth."""
    c = Canvas(500, 700, "#fdf6e3")
    c.box(0, 0, 500, 104, "#4c9f9a")
    c.text(250, 54, "Brush your teeth", 42, "#ffffff")
    for k, words in enumerate(["in the morning", "in the evening", "for two minutes"]):
        y = 200 + 185 * k
        c.box(24, y - 80, 452, 164, "#ffffff", 20)
        tooth(c, 100, y - 4, 96)
        c.text(320, y + 42, words, 30, bold=False)
        if k < 2:
            c.circle(320, y - 20, 34, "#f7cf5e" if k == 0 else "#6a7fb5")
            if k == 1:
                c.circle(334, y - 30, 28, "#ffffff")
        else:
            toothbrush(c, 230, y - 30, 190, "#e4796b")
    return c.save("brushing")


def happy_tooth():
    c = Canvas(500, 500, "#cfe7ea")
    c.circle(250, 250, 210, "#e9f5f4")
    tooth(c, 250, 235, 270)
    toothbrush(c, 120, 440, 260, "#4c9f9a")
    return c.save("happy-tooth")


def magazine(number):
    color = ["#5f8fb8", "#c97f5d", "#7aa874", "#b8862f", "#8a6fa8"][number % 5]
    c = Canvas(300, 400, color)
    c.text(150, 50, ["GARDEN", "TRAINS", "ANIMALS", "STARS", "COOK"][number % 5], 46, "#ffffff")
    c.circle(150, 230, 100, "#f5efe0")
    c.circle(150 + 30 * (number % 3 - 1), 250, 52, ["#7aa874", "#5f8fb8", "#c97f5d"][number % 3])
    for k in range(2):
        c.box(40, 350 + 18 * k, 150 - 40 * k, 9, "#ffffff")
    return c.save(f"magazine-{number % 5}")


def screen(kind="list"):
    """A computer screen: a list of appointments, or a picture of teeth."""
    c = Canvas(640, 400, "#eaf1f5")
    if kind == "teeth":
        c.box(0, 0, 640, 400, "#24323d")
        for row, y in ((0, 150), (1, 255)):
            for k in range(9):
                tooth(c, 80 + 60 * k, y + (row * 2 - 1) * 8 * abs(k - 4) ** 1.3 / 4, 56, "#dfe7ea", False, "#91a3ae")
    else:
        c.box(0, 0, 640, 56, "#3f7d9e")
        c.text(24, 29, "Today", 28, "#ffffff", "lm")
        for k in range(6):
            c.box(24, 80 + 52 * k, 592, 42, "#ffffff" if k != 2 else "#d4ebdd", 8)
            c.text(44, 101 + 52 * k, f"{8 + k}:{'00' if k % 2 else '30'}", 20, anchor="lm")
            c.box(150, 94 + 52 * k, 150 + 37 * (k * 2 % 5), 13, "#b9c8d2", 6)
    return c.save(f"screen-{kind}")
