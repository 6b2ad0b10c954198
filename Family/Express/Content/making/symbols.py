"""Draws the symbols of the buttons in the outlines and colors of P.E.T.'s faces.

    python symbols.py        writes Web/symbols/<name>.svg

P.E.T.'s own faces (sick, sleepy, …) share the shape of the face: a round head, black oval eyes, few lines.
"""

from pathlib import Path

WEB = Path(__file__).resolve().parent.parent.parent / "Web"
INK = "#22252b"
YELLOW, BLUE, GREEN, RED, ORANGE, VIOLET = "#ffd95e", "#a9cdf2", "#b7d98b", "#f3a08f", "#ffc48a", "#cdbcf0"
CREAM, BROWN, GREY = "#fff4dc", "#c98f5b", "#d3d6dc"


def line(path, width=5):
    return (
        f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{width}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def colored(path, color, width=5):
    return (
        f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def shape(path, fill, width=4.5):
    return f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="{width}" stroke-linejoin="round"/>'


def dot(x, y, r, fill=INK, width=0):
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"' + (
        f' stroke="{INK}" stroke-width="{width}"/>' if width else "/>"
    )


def box(x, y, w, h, fill, r=5, width=4.5):
    return (
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{fill}" stroke="{INK}" stroke-width="{width}"/>'
    )


def face(color, content):
    """P.E.T.'s head."""
    return dot(48, 48, 44, color, 4.5) + content


def eyes(y=42, rx=4.6, ry=6.4):
    return "".join(f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{INK}"/>' for x in (31, 65))


def drop(x, y, fill="#fff"):
    return shape(
        f"M{x} {y}C{x - 4} {y + 6} {x - 6} {y + 9} {x - 6} {y + 12}A6 6 0 0 0 {x + 6} {y + 12}"
        f"C{x + 6} {y + 9} {x + 4} {y + 6} {x} {y}z",
        fill,
        3.5,
    )


HOUSE = (
    shape("M14 48L48 16L82 48V82H14z", CREAM)
    + shape("M8 50L48 12L88 50L81 57L48 26L15 57z", RED)
    + box(39, 56, 18, 26, BROWN, 2)
)
PERSON = shape("M18 86C18 62 30 54 48 54S78 62 78 86z", BLUE) + dot(48, 32, 20, YELLOW, 4.5)
PIN = "M48 90C28 66 18 52 18 38A30 30 0 0 1 78 38C78 52 68 66 48 90z"
SPEAKER = shape("M8 36H26L50 16V80L26 60H8z", BLUE)
PHONE = shape(
    "M24 12L38 10L44 32L35 38C38 49 46 58 57 62"
    "L63 53L84 59L83 74C82 82 76 86 68 86C40 84 14 58 12 30C12 20 16 13 24 12z",
    GREEN,
)

SYMBOLS = {
    # Pages
    "food": shape("M10 50H86C86 72 70 84 48 84S10 72 10 50z", BLUE)
    + shape("M22 50C22 36 34 30 48 30S74 36 74 50z", ORANGE)
    + line("M34 12C30 17 38 19 34 25M50 10C46 15 54 17 50 23M66 12C62 17 70 19 66 25", 4),
    "actions": dot(48, 17, 11, YELLOW, 4.5) + line("M48 30V58M48 38L26 28M48 38L72 24M48 58L32 86M48 58L66 84", 8),
    # P.E.T.'s happy face.
    "feelings": face(YELLOW, eyes() + shape("M26 56C36 61 60 61 70 56C70 74 60 81 48 81C36 81 26 74 26 56z", "#fff")),
    # Food
    "snack": shape(
        "M48 30C38 22 16 24 16 50C16 72 30 86 40 86C44 86 46 84 48 84S52 86 56 86C66 86 80 72 80 50C80 24 58 22 48 30z",
        RED,
    )
    + line("M48 30C48 22 50 16 55 11")
    + shape("M55 20C62 10 74 10 80 14C76 24 64 26 55 20z", GREEN, 4),
    "drink": shape("M24 26H72L66 86H30z", "#fff")
    + shape("M27.500 46H68.500L65 83H31z", BLUE, 0.1)
    + line("M24 26H72L66 86H30z", 4.5)
    + line("M50 46L58 8H70", 5),
    "meal": dot(50, 50, 30, "#fff", 4.5)
    + dot(50, 50, 19, GREEN, 4)
    + line("M12 16V34C12 40 8 40 8 34V16M16 16V34C16 40 12 40 12 34M12 40V84", 4)
    + shape("M88 14C80 20 78 34 80 48H88z", GREY, 4)
    + line("M88 14V84", 5),
    "allergies": shape("M48 10L90 84H6z", YELLOW, 5) + line("M48 36V58", 8) + dot(48, 71, 5),
    # Actions
    "help": dot(48, 48, 40, RED, 4.5)
    + dot(48, 48, 16, "#fff", 4.5)
    + line("M38 10L41 34M58 10L55 34M86 38L63 41M86 58L63 55M58 86L55 62M38 86L41 62M10 58L33 55M10 38L33 41", 4),
    "lost": shape("M40 14H92V60H66L52 76V60H40z", "#fff", 4)
    + line("M57 30C58 20 75 20 74 31C73 38 66 37 66 46", 5)
    + dot(66, 53.5, 3)
    + dot(22, 44, 12, YELLOW, 4.5)
    + shape("M4 88C4 70 10 60 22 60S40 70 40 88z", BLUE),
    "home": HOUSE,
    "bathroom": shape("M26 12H70V48H26z", GREY)
    + shape("M18 48H78C78 64 70 72 60 74L64 88H34L38 74C26 72 18 64 18 48z", "#fff")
    + line("M60 22H64"),
    "bus": box(8, 22, 80, 50, YELLOW, 9)
    + box(16, 30, 18, 18, "#fff", 3, 4)
    + box(39, 30, 18, 18, "#fff", 3, 4)
    + box(62, 30, 18, 28, "#fff", 3, 4)
    + line("M8 58H58", 4)
    + dot(27, 74, 10, GREY, 4.5)
    + dot(69, 74, 10, GREY, 4.5),
    # Feelings: the faces of P.E.T.
    "sick": face(
        GREEN,
        line("M23 38L38 32M73 38L58 32")
        + eyes(50, 4.6, 4.6)
        + line("M30 72C36 64 42 74 48 68S60 64 66 72")
        + line("M60 80L82 58", 9)
        + colored("M60 80L82 58", "#fff", 4),
    ),
    "hurt": face(
        RED,
        line("M22 34L37 30M74 34L59 30")
        + line("M26 46L36 42M26 42L36 46M60 42L70 46M60 46L70 42", 4.5)
        + shape("M32 78C36 62 60 62 64 78z", "#fff")
        + f'<g transform="rotate(-28 66 20)">{box(48, 12, 36, 16, CREAM, 8, 4)}{line("M62 12V28M70 12V28", 3)}</g>',
    ),
    "hot": face(
        "#f58b6c",
        eyes(46, 4.6, 4.6)
        + line("M22 37L37 31M74 37L59 31")
        + f'<ellipse cx="48" cy="70" rx="11" ry="8" fill="{INK}"/>'
        + shape("M43 72C43 86 46 88 48 88S53 86 53 72z", "#f7b7bf", 3.5)
        + drop(20, 46, BLUE)
        + drop(77, 42, BLUE),
    ),
    "cold": face(
        BLUE,
        line("M21 35L36 28M75 35L60 28")
        + eyes(45)
        + box(30, 64, 36, 14, "#fff", 4, 4)
        + line("M39 64V78M48 64V78M57 64V78", 3)
        + line("M10 66L4 72M12 74L8 82M86 66L92 72M84 74L88 82", 4),
    ),
    "tired": face(
        GREY,
        line("M22 44C26 48 36 48 40 44M56 44C60 48 70 48 74 44", 5)
        + line("M24 54C28 57 34 57 38 54M58 54C62 57 68 57 72 54", 3.5)
        + line("M22 37L38 31M74 37L58 31", 4.5)
        + line("M34 74C40 69 56 69 62 74"),
    ),
    "sleepy": face(
        VIOLET,
        line("M22 46C26 52 36 52 40 46M56 46C60 52 70 52 74 46", 5.5)
        + f'<ellipse cx="48" cy="70" rx="8" ry="10" fill="{INK}"/>',
    )
    + colored("M66 8H80L66 24H80", "#fff", 10)
    + line("M66 8H80L66 24H80", 5)
    + line("M84 26H92L84 36H92", 4),
    # Words
    "stop": shape("M31 8H65L88 31V65L65 88H31L8 65V31z", "#d6453d", 5) + colored("M28 48H68", "#fff", 13),
    "wait": dot(48, 48, 40, "#fff", 5) + line("M48 22V48L66 60", 7) + dot(48, 48, 4),
    "more": dot(48, 48, 40, GREEN, 4.5) + line("M48 26V70M26 48H70", 10),
    "thanks": shape("M8 10H88V66H50L30 86V66H8z", BLUE)
    + shape("M48 58C34 48 28 42 28 33C28 25 40 21 48 31C56 21 68 25 68 33C68 42 62 48 48 58z", RED, 4),
    # For helpers
    "helpers": dot(30, 30, 17, YELLOW, 4.5)
    + shape("M6 88C6 66 14 54 30 54S54 66 54 88z", BLUE)
    + shape("M54 8H92V40H74L62 52V40H54z", "#fff", 4)
    + line("M63 24H83", 5),
    "autistic": colored("M48 48C36 28 12 28 12 48S36 68 48 48S84 28 84 48S60 68 48 48", INK, 19)
    + colored("M48 48C36 28 12 28 12 48S36 68 48 48", YELLOW, 10)
    + colored("M48 48C60 28 84 28 84 48S60 68 48 48", BLUE, 10)
    + colored("M41 38C44 41 52 55 55 58", GREEN, 10),
    "down-syndrome": shape(
        "M48 84C16 62 10 46 12 34C14 20 26 14 36 18C42 20 46 25 48 30"
        "C50 25 54 20 60 18C70 14 82 20 84 34C86 46 80 62 48 84z",
        YELLOW,
    )
    + line("M34 44C40 38 44 40 48 46C52 52 56 54 62 48", 6),
    "slowly": shape("M20 68C14 36 40 18 60 26C80 34 82 56 74 68z", GREEN)
    + line("M38 34L46 50L38 66M60 32L56 50L64 66M46 50H56", 4)
    + dot(84, 58, 10, YELLOW, 4.5)
    + dot(87, 56, 2.5)
    + shape("M24 68H36V82H24zM58 68H70V82H58z", YELLOW),
    "touch": shape(
        "M34 88C22 76 14 62 12 54C11 47 19 45 23 50"
        "L30 58V20C30 12 41 12 41 20V44V14C41 6 52 6 52 14V44V18C52 10 63 10 63 18V46V28"
        "C63 20 74 20 74 28V62C74 76 68 84 62 88z",
        YELLOW,
    )
    + colored("M12 84L84 12", "#fff", 14)
    + colored("M12 84L84 12", "#d6453d", 8),
    "mother": shape("M20 50C16 20 30 8 48 8S80 20 76 50z", BROWN)
    + dot(48, 36, 19, YELLOW, 4.5)
    + shape("M14 90C14 68 28 58 48 58S82 68 82 90z", RED)
    + dot(41, 35, 2.5)
    + dot(55, 35, 2.5)
    + line("M41 44C45 48 51 48 55 44", 4),
    "father": dot(48, 34, 20, YELLOW, 4.5)
    + shape("M27 30C27 12 36 8 48 8S69 12 69 30C60 24 36 24 27 30z", BROWN)
    + shape("M14 90C14 68 28 58 48 58S82 68 82 90z", BLUE)
    + dot(41, 35, 2.5)
    + dot(55, 35, 2.5)
    + line("M41 44C45 48 51 48 55 44", 4),
    "time": shape("M26 12H70V20C70 36 54 42 54 48S70 60 70 76V84H26V76C26 60 42 54 42 48S26 36 26 20z", "#fff")
    + shape("M34 78C36 68 44 64 48 58C52 64 60 68 62 78z", ORANGE, 0.1)
    + shape("M36 28H60C58 34 52 38 48 42C44 38 38 34 36 28z", ORANGE, 0.1)
    + line("M20 10H76M20 86H76", 6),
    "understand": face(YELLOW, eyes() + line("M32 62C40 72 56 72 64 62"))
    + shape("M60 4H94V30H80L70 40V30H60z", GREEN, 4)
    + line("M68 17L75 23L87 11", 5),
    "loud": SPEAKER + line("M60 38L74 24M62 48H82M60 58L74 72M80 32L90 26M82 64L90 70", 6),
    "stay": dot(30, 32, 14, YELLOW, 4.5)
    + shape("M8 88C8 64 16 52 30 52S48 60 48 70V88z", BLUE)
    + dot(66, 32, 14, YELLOW, 4.5)
    + shape("M48 88V70C48 60 52 52 66 52S88 64 88 88z", GREEN)
    + line("M36 78H60", 8),
    "quiet": HOUSE + dot(74, 26, 20, "#fff", 4.5) + colored("M70 14A13 13 0 1 0 86 32A15 15 0 0 1 70 14z", INK, 4),
    # Menu and settings
    "library": shape("M8 14H78C84 14 88 18 88 24V56C88 62 84 66 78 66H46L26 84V66H18C12 66 8 62 8 56z", BLUE)
    + line("M26 32H70M26 48H56", 6),
    "emergency": box(10, 14, 76, 70, "#fff", 12) + shape("M40 26H56V41H71V57H56V72H40V57H25V41H40z", "#d6453d", 4),
    "options": "".join(
        f'<rect x="41" y="4" width="14" height="20" rx="4" fill="{GREY}" stroke="{INK}" '
        f'stroke-width="4.5" transform="rotate({a} 48 48)"/>'
        for a in range(0, 360, 45)
    )
    + dot(48, 48, 31, GREY, 4.5)
    + dot(48, 48, 12, "#fff", 4.5),
    "speech": shape("M12 12H84V66H50L30 86V66H12z", YELLOW) + line("M28 32H68M28 47H54", 6),
    "house": HOUSE,
    "school": shape("M8 40H88V84H8z", CREAM)
    + shape("M30 40L48 22L66 40V84H30z", RED)
    + box(41, 60, 14, 24, BROWN, 2)
    + line("M48 22V6")
    + shape("M48 6H66L60 12L66 18H48z", YELLOW, 4)
    + box(14, 52, 10, 14, BLUE, 1, 4)
    + box(72, 52, 10, 14, BLUE, 1, 4),
    "phone": PHONE,
    # Symbols of actions
    "speaker": SPEAKER + line("M62 36C69 42 69 54 62 60M72 26C85 37 85 59 72 70", 6),
    "mute": SPEAKER + line("M66 36L90 60M90 36L66 60", 7),
    "yes": dot(48, 48, 40, GREEN, 4.5) + line("M28 50L42 64L69 34", 9),
    "no": dot(48, 48, 40, RED, 4.5) + line("M33 33L63 63M63 33L33 63", 9),
    "flip": line("M18 44A31 31 0 0 1 76 32M78 12V34H56", 7)
    + line("M78 52A31 31 0 0 1 20 64M18 84V62H40", 7)
    + line("M38 60L48 36L58 60M42 52H54", 5),
    "big": box(6, 12, 84, 72, "#fff", 8)
    + line("M20 40V26H34M62 26H76V40M76 56V70H62M34 70H20V56", 6)
    + line("M38 62L48 34L58 62M42 53H54", 5),
    "health": box(14, 22, 68, 66, "#fff", 10)
    + box(34, 8, 28, 18, GREY, 6)
    + shape("M42 38H54V49H65V61H54V72H42V61H31V49H42z", GREEN, 4),
    "compass": dot(48, 48, 40, "#fff", 4.5)
    + shape("M48 16L58 48H38z", "#d6453d", 4)
    + shape("M48 80L38 48H58z", GREY, 4),
    "next": line("M36 18L66 48L36 78", 10),
    "previous": line("M60 18L30 48L60 78", 10),
    "arrow": shape("M48 4L86 46H63V92H33V46H10z", "#d6453d", 5),
    "person": PERSON,
    "key": dot(30, 32, 20, YELLOW, 5) + dot(26, 28, 6, "#fff", 4) + line("M44 46L84 86M72 74L82 64M62 64L70 56", 8),
    "letter": box(8, 22, 80, 56, "#fff", 6) + line("M10 26L48 54L86 26"),
    "heart": shape(
        "M48 84C16 62 10 46 12 34C14 20 26 14 36 18C42 20 46 25 48 30"
        "C50 25 54 20 60 18C70 14 82 20 84 34C86 46 80 62 48 84z",
        RED,
    ),
    "boards": "".join(
        box(x, y, 32, 32, c, 6) for x, y, c in ((12, 12, BLUE), (52, 12, YELLOW), (12, 52, GREEN), (52, 52, RED))
    ),
    "hand": shape(
        "M34 88C22 76 14 62 12 54C11 47 19 45 23 50"
        "L30 58V20C30 12 41 12 41 20V44V14C41 6 52 6 52 14V44V18C52 10 63 10 63 18V46V28"
        "C63 20 74 20 74 28V62C74 76 68 84 62 88z",
        YELLOW,
    ),
    "card": box(8, 20, 80, 56, "#fff", 7)
    + dot(30, 42, 9, YELLOW, 4)
    + shape("M16 66C16 56 22 53 30 53S44 56 44 66z", BLUE, 4)
    + line("M54 38H78M54 50H78M54 62H70"),
    "save": shape("M48 8L82 20V46C82 66 68 80 48 88C28 80 14 66 14 46V20z", GREEN) + line("M32 47L44 60L66 34", 7),
    "phone-app": box(26, 6, 44, 84, GREY, 9)
    + box(32, 18, 32, 56, "#fff", 2, 4)
    + line("M48 30V56M38 47L48 58L58 47", 5),
    "location": shape(PIN, RED) + dot(48, 38, 12, "#fff", 4.5),
    "location-off": shape(PIN, GREY)
    + dot(48, 38, 12, "#fff", 4.5)
    + colored("M14 8L84 88", "#fff", 14)
    + line("M14 8L84 88", 6),
    "map": shape("M8 22L34 12L62 22L88 12V74L62 84L34 74L8 84z", GREEN)
    + line("M34 12V74M62 22V84", 4)
    + shape("M48 62C38 48 36 44 36 38A12 12 0 0 1 60 38C60 44 58 48 48 62z", "#d6453d", 4),
}


# Feelings for which P.E.T. has a face.
FACES = {"happy": "happiness", "sad": "sadness", "scared": "fear", "angry": "anger"}
PET = WEB.parent.parent / "PET/Content/symbols"


def main():
    folder = WEB / "symbols"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        if old.stem not in SYMBOLS and old.stem not in FACES:
            old.unlink()
    for name, face in FACES.items():
        (folder / f"{name}.svg").write_bytes((PET / f"{face}.svg").read_bytes())
    for name, content in SYMBOLS.items():
        drawing = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">{content}</svg>\n'
        )
        (folder / f"{name}.svg").write_text(drawing.replace(".500", ".5"), encoding="utf-8")


if __name__ == "__main__":
    main()
