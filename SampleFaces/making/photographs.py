"""The samples made from photographs.

Each function makes one file. Its labels (`picture`, `emotions`, the number of faces) come from a person who looked at
the picture before the service scored it.
"""

import numpy as np
from PIL import Image, ImageFilter

from cases import Case, Made, at_least, exactly
from scene import Scene, backdrop, to_linear, to_pixels
from sources import CHELSEA, COFFEE, COLLINS, COLLINS_SITTER, HOPPER, HOPPER_SITTER

HAPPY = ["happiness"]
CALM = ["neutral", "happiness"]

GREY_BLUE = ((150, 160, 172), (96, 104, 116))
WARM = ((186, 172, 152), (120, 104, 90))
GREEN = ((138, 158, 140), (84, 100, 88))


def collins() -> Made:
    """The package's picture, stored as JPEG."""
    return Made(COLLINS.open(), [COLLINS_SITTER.face])


def hopper() -> Made:
    """The package's picture, stored again as JPEG."""
    return Made(HOPPER.open(), [HOPPER_SITTER.face])


def two_people() -> Made:
    """Two portraits, cut out along an outline, in front of one painted backdrop."""
    scene = Scene(backdrop(800, 600, *GREY_BLUE, seed=1))
    scene.place(COLLINS_SITTER, (235, 250), 165)
    scene.place(HOPPER_SITTER, (575, 295), 185)
    return Made(scene.picture, scene.boxes)


def group() -> Made:
    """Fifteen small faces in three rows, 40 to 58 pixels wide, each with its own light and tilt."""
    generator = np.random.default_rng(20)
    scene = Scene(backdrop(680, 460, *GREEN, seed=2))
    for row in range(3):
        for column in range(5):
            sitter = (COLLINS_SITTER, HOPPER_SITTER)[(row + column) % 2]
            warmth = generator.uniform(-0.08, 0.08)
            brightness = generator.uniform(0.75, 1.15)
            scene.place(
                sitter,
                (
                    84 + 124 * column + (1 - row % 2 * 2) * 16 + generator.uniform(-9, 9),
                    100 + 118 * row + generator.uniform(-8, 8),
                ),
                face_width=generator.uniform(40, 50) + 4 * row,
                turn=generator.uniform(-9, 9),
                mirror=bool(generator.integers(2)),
                gain=brightness * np.array([1 + warmth, 1, 1 - warmth]),
                extend=900,
            )
    return Made(scene.picture, scene.boxes)


def near_and_far() -> Made:
    """One face of 250 pixels in front of five of 40 to 44 pixels."""
    scene = Scene(backdrop(1000, 640, *WARM, seed=3))
    for i, (x, y, width, mirror, gain) in enumerate(
        [
            (90, 170, 41, False, 0.9),
            (215, 196, 44, True, 1.05),
            (340, 168, 40, True, 0.8),
            (455, 200, 42, False, 1.0),
            (930, 186, 43, False, 0.85),
        ]
    ):
        sitter = (COLLINS_SITTER, HOPPER_SITTER)[i % 2]
        scene.place(sitter, (x, y), width, mirror=mirror, gain=gain, extend=500)
    wall = backdrop(1000, 330, (150, 132, 112), (92, 78, 66), seed=4, mottle=4)
    scene.picture.paste(wall, (0, 310))
    scene.place(HOPPER_SITTER, (700, 300), 250, extend=100)
    return Made(scene.picture, scene.boxes)


def _tilted(sitter, turn: float, background, seed: int, mirror: bool = False) -> Made:
    scene = Scene(backdrop(480, 480, *background, seed=seed))
    scene.place(sitter, (240, 200), 130, turn=turn, mirror=mirror, extend=400)
    return Made(scene.picture, scene.boxes)


def tilted_right() -> Made:
    """A portrait, cut out and turned clockwise by 20 degrees, in front of a painted backdrop."""
    return _tilted(COLLINS_SITTER, 20, GREY_BLUE, seed=5)


def tilted_left() -> Made:
    """A portrait, cut out and turned counterclockwise by 35 degrees, in front of a painted backdrop."""
    return _tilted(HOPPER_SITTER, -35, WARM, seed=6)


def sideways_exif() -> Made:
    """Stored lying on its side, with the EXIF orientation (6) that turns it upright."""
    made = collins()
    return Made(made.picture.transpose(Image.Transpose.ROTATE_90), made.boxes, orientation=6)


def upside_down() -> Made:
    """The portrait turned by 180 degrees, without an EXIF orientation."""
    return Made(collins().picture.transpose(Image.Transpose.ROTATE_180), [])


def dark() -> Made:
    """Underexposed by four and a half stops, with sensor noise."""
    generator = np.random.default_rng(7)
    picture = HOPPER.open().crop((60, 20, 480, 440))
    light = to_linear(np.asarray(picture)) * 2**-4.5
    light += generator.normal(scale=0.0012, size=light.shape)
    x, y, width, height = HOPPER_SITTER.face
    return Made(Image.fromarray(to_pixels(light)), [(x - 60, y - 20, width, height)])


def backlit() -> Made:
    """A window behind the head: the face underexposed by three and a half stops, the background clipped."""
    light = Image.new("RGB", (640, 480), (70, 68, 64))
    light.paste((255, 255, 255), (90, 0, 560, 400))
    light.paste((120, 118, 112), (318, 0, 330, 400))
    scene = Scene(light.filter(ImageFilter.GaussianBlur(3)))
    scene.place(COLLINS_SITTER, (325, 210), 150, gain=2**-3.5, extend=200)
    # Veiling glare: light of the window that the lens spreads over the picture.
    glow = to_linear(np.asarray(scene.picture.filter(ImageFilter.GaussianBlur(60))))
    pixels = to_pixels(0.97 * to_linear(np.asarray(scene.picture)) + 0.03 * glow)
    return Made(Image.fromarray(pixels), scene.boxes)


def blurred() -> Made:
    """Out of focus: a Gaussian of 4 pixels on a face of 104."""
    return Made(COLLINS.open().filter(ImageFilter.GaussianBlur(4)), [COLLINS_SITTER.face])


def tiny() -> Made:
    """A picture of 96 by 96 pixels with a face of 45."""
    left, top, side = 113, 17, 222
    scale = 96 / side
    picture = COLLINS.open().crop((left, top, left + side, top + side))
    x, y, width, height = COLLINS_SITTER.face
    box = ((x - left) * scale, (y - top) * scale, width * scale, height * scale)
    return Made(picture.resize((96, 96), Image.Resampling.LANCZOS), [box])


def grey() -> Made:
    """The luma of the portrait."""
    return Made(HOPPER.open().convert("L"), [HOPPER_SITTER.face])


def cut_out() -> Made:
    """A PNG with a transparent background (black for readers that ignore alpha)."""
    picture = COLLINS_SITTER.cut_out().crop((40, 0, 380, 340))
    x, y, width, height = COLLINS_SITTER.face
    return Made(picture, [(x - 40, y, width, height)])


def coffee() -> Made:
    """The package's picture, stored as JPEG."""
    return Made(COFFEE.open(), [])


def cat() -> Made:
    """The package's picture, stored as JPEG."""
    return Made(CHELSEA.open(), [])


def texture() -> Made:
    """Smooth noise at five scales in three colors: blobs, edges and grain, and no face."""
    generator = np.random.default_rng(8)
    width, height = 640, 480
    total = np.zeros((height, width, 3))
    for cell in (96, 48, 24, 12, 6):
        for channel in range(3):
            coarse = generator.normal(size=(height // cell + 2, width // cell + 2))
            layer = Image.fromarray(coarse.astype(np.float32))
            layer = layer.resize((width, height), Image.Resampling.BICUBIC)
            total[..., channel] += np.asarray(layer) * cell**0.5
    total = 128 + 48 * total / total.std()
    return Made(Image.fromarray(np.clip(np.rint(total), 0, 255).astype(np.uint8)), [])


CASES = [
    Case(
        "collins.jpg", collins, [COLLINS], exactly(1), [HAPPY],
        "A woman in a space suit, head and upper body, a broad smile with teeth, facing us.",
    ),
    Case(
        "collins-progressive.jpg", collins, [COLLINS], exactly(1), [HAPPY],
        "The same picture, stored as a progressive JPEG.", progressive=True,
    ),
    Case(
        "hopper.jpg", hopper, [HOPPER], exactly(1), [CALM],
        "An old woman with glasses and a uniform cap, calm, lips closed, perhaps the beginning of "
        "a smile.",
    ),
    Case(
        "hopper-grey.jpg", grey, [HOPPER], exactly(1), [CALM],
        "The same picture without colour, stored with one channel.",
    ),
    Case(
        "two-people.jpg", two_people, [COLLINS, HOPPER], exactly(2), [HAPPY, CALM],
        "Two women side by side: the left one smiles broadly, the right one is calm.",
    ),
    Case(
        "group.jpg", group, [COLLINS, HOPPER], at_least(14, of=15), [HAPPY, CALM] * 7 + [HAPPY],
        "A group in three rows, fifteen small faces 40 to 58 pixels wide, none covered; eight "
        "smile broadly, seven are calm.",
    ),
    Case(
        "near-and-far.jpg", near_and_far, [COLLINS, HOPPER], exactly(6),
        [HAPPY, CALM, HAPPY, CALM, HAPPY, CALM],
        "One large calm face in front, and five people far behind a wall, their faces 40 to 44 "
        "pixels wide: three smile, two are calm.",
    ),
    Case(
        "tilted-right.jpg", tilted_right, [COLLINS], exactly(1), [HAPPY],
        "A smiling woman, the head leaning 20 degrees to the right side of the picture.",
    ),
    Case(
        "tilted-left.jpg", tilted_left, [HOPPER], exactly(1), [CALM],
        "A calm woman with glasses, leaning 35 degrees to the left side of the picture.",
    ),
    Case(
        "sideways-exif.jpg", sideways_exif, [COLLINS], exactly(1), [HAPPY],
        "A woman in a space suit who smiles broadly; upright once the EXIF orientation is applied.",
    ),
    Case(
        "upside-down.jpg", upside_down, [COLLINS], exactly(0), [],
        "The portrait on its head. Faces are read up to 45 degrees from upright, so this must be "
        "no face rather than a wrong verdict.",
    ),
    Case(
        "dark.jpg", dark, [HOPPER], exactly(1), [CALM],
        "The calm portrait, very dark and noisy; a person still makes out the face.",
    ),
    Case(
        "backlit.jpg", backlit, [COLLINS], exactly(1), [HAPPY],
        "A smiling woman before a white window, her face in deep shadow; the teeth still show.",
    ),
    Case(
        "blurred.jpg", blurred, [COLLINS], exactly(1), [["happiness", "neutral"]],
        "A woman out of focus; one guesses the smile from the bright patch of the teeth.",
    ),
    Case(
        "tiny.jpg", tiny, [COLLINS], exactly(1), [HAPPY],
        "A picture of 96 by 96 pixels: head and shoulders of a smiling woman, the face 45 wide.",
    ),
    Case(
        "cut-out.png", cut_out, [COLLINS], exactly(1), [HAPPY],
        "A smiling woman on a transparent background.",
    ),
    Case(
        "no-face-coffee.jpg", coffee, [COFFEE], exactly(0), [],
        "A red cup of coffee on a wooden table; nobody.",
    ),
    Case(
        "no-face-cat.jpg", cat, [CHELSEA], exactly(0), [],
        "The face of a cat, from close by; no person.",
    ),
    Case(
        "no-face-texture.jpg", texture, [], exactly(0), [],
        "Coloured blotches of noise; nobody.",
    ),
]  # fmt: skip
