"""Faces drawn here for Open Peeps heads, in their ink: one that reads as each emotion.

Open Peeps has no surprised, disgusted or plainly neutral face, and few sad and scared ones. All are
in the style's box of 227 by 254: the head looks a little to the viewer's right, its left eye is at
(56, 86), its right at (176, 84), the mouth around (128, 200).
"""

INK = "#000000"
LIP = "#ff8181"
LEFT, RIGHT = (56, 88), (176, 86)


def line(path, width=9.5):
    return (f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>')


def shape(path, fill, width=8.5):
    return (f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>')


def oval(x, y, rx, ry, fill=INK, width=0.0):
    stroke = f' stroke="{INK}" stroke-width="{width}"' if width else ""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}"{stroke}/>'


NOSE = line("M136 121c13 7 15 18 6 22c-9 4-17-3-25-8", 9)
WRINKLED = NOSE + line("M112 104l14 8M115 91l16 7", 6) + line("M100 128c-6 5-9 12-10 19", 6)


def dots(dy=0):
    """Calm eyes, as in Open Peeps' smile."""
    return "".join(oval(x, y + dy, 9.5, 16) for x, y in (LEFT, RIGHT))


def wide(rx=27, ry=31, pupil=9.5, dx=0, dy=0):
    """Eyes wide open: the white is seen all around."""
    return "".join(oval(x, y, rx, ry, "white", 8) + oval(x + dx, y + dy, pupil, pupil * 1.15)
                   for x, y in (LEFT, RIGHT))


def shut_happy():
    return (line("M32 94c8-22 38-24 48-2") + line("M154 91c8-22 34-23 43-3"))


def lowered():
    """The upper lid hangs over the eye."""
    return (oval(56, 93, 9.5, 13) + line("M36 82c10-7 30-8 42 1", 8)
            + oval(176, 91, 9.5, 13) + line("M157 81c9-8 28-9 38-3", 8))


def narrowed():
    """Both lids narrow the eye."""
    return (line("M34 84c12-9 34-8 46 3M38 101c10 5 26 5 36-1", 7.5) + oval(58, 91, 8.5, 9)
            + line("M155 87c9-11 30-13 42-5M160 101c9 4 24 4 33-2", 7.5) + oval(176, 90, 8.5, 9))


def squeezed():
    """Eyes pressed shut."""
    return line("M36 78l38 14l-38 12", 8.5) + line("M196 76l-36 14l36 12", 8.5)


def shut_sad():
    """Eyes closed, the lids hanging to the sides."""
    return line("M34 96c10 12 34 10 46 -2", 9) + line("M154 94c10 12 34 14 46 2", 9)


def glare():
    return (shape("M32 80c14 2 30 8 46 16c-6 14-36 16-46-16z", "white", 7) + oval(57, 95, 7.5, 8)
            + shape("M200 76c-14 3-28 9-42 18c6 14 34 14 42-18z", "white", 7) + oval(177, 92, 7.5, 8))


BROWS = {
    "flat": line("M28 50c16-6 34-7 52-3") + line("M154 46c14-4 30-4 46 0"),
    "rest": line("M28 48c14-10 34-12 50-5") + line("M154 44c14-8 30-9 46-1"),
    "high": line("M24 30c12-17 38-21 56-8", 10) + line("M150 22c16-13 38-11 52 5", 10),
    "angry": line("M24 42c18 4 40 14 58 28", 12.5) + line("M206 38c-18 4-38 15-52 29", 12.5),
    "sad": line("M22 62c14-18 34-28 54-30", 10) + line("M154 30c18 2 36 11 48 28", 10),
    "scared": line("M16 52c14-22 36-34 62-38", 10.5) + line("M148 12c26 3 46 16 58 38", 10.5),
    "disgust": line("M24 56c20-4 40 0 58 14", 11.5) + line("M204 44c-18-2-36 6-52 22", 11.5),
    "happy": line("M26 44c12-14 36-18 52-8") + line("M152 38c14-11 34-10 48 2"),
}

MOUTHS = {
    "plain": line("M92 204c24 1 46 0 68-3", 10),
    "rest": line("M100 203c18 2 38 1 54-3"),
    "smile": line("M78 182c14 34 74 40 96-6", 10.5) + line("M72 186c3-6 7-9 13-10M166 172c7 0 12 3 15 8",
                                                           7),
    "grin": shape("M76 176c30 8 72 6 100-6c0 34-22 56-50 56c-28 0-48-20-50-50z", "#54261f")
            + shape("M82 180c28 6 62 4 88-4c-2 8-4 12-6 15c-24 6-52 6-76 2c-3-4-5-8-6-13z", "white", 3)
            + f'<path d="M98 214c12-14 40-14 54-2c-14 16-42 16-54 2z" fill="{LIP}"/>',
    "frown": line("M84 216c14-30 62-36 84-6", 10.5),
    "tremble": line("M82 214c8-14 18-14 24-8c8 8 14-14 26-12c12 2 12 10 22 8c8-2 12 2 14 8", 9.5),
    "press": line("M90 206c20-12 50-14 74-4", 10.5) + line("M112 222c10-4 22-4 32-1", 6),
    "bared": shape("M78 190c30-14 68-16 98-6c4 16 2 28-4 38c-28-8-60-6-90 4c-6-12-8-24-4-36z", "white")
             + line("M80 208c32-9 64-10 94-4", 5)
             + line("M102 184l0 34M127 180l0 34M152 180l0 36", 5),
    "shout": shape("M84 188c26-20 62-22 84-4c8 24 2 44-8 52c-24-10-46-8-68 2c-12-12-16-32-8-50z",
                   "#54261f")
             + shape("M94 186c20-12 48-14 66-2l-3 10c-18-6-40-5-58 2z", "white", 3),
    "oh": oval(127, 205, 20, 27, "#54261f", 9),
    "oh_big": oval(127, 206, 28, 36, "#54261f", 9)
              + f'<path d="M108 226c10-10 28-10 38 0c-8 14-30 14-38 0z" fill="{LIP}"/>',
    "scared": shape("M74 208c4-20 24-28 52-30c28-2 48 4 54 20c-4 16-22 12-50 14c-30 2-46 10-56-4z",
                    "white")
              + line("M78 204c34-10 68-12 100-6", 5)
              + line("M98 186l3 26M122 180l2 32M148 180l0 30", 5),
    "scared_open": shape("M78 218c-4-26 18-40 48-42c30-2 52 8 54 32c-14-4-26 0-38 4c-20 6-44-6-64 6z",
                         "#54261f"),
    "yuck": shape("M80 212c6-26 26-34 44-32c8 1 12 4 18 1c14-4 32 6 36 30c-14 4-30 4-48 4"
                  "c-18 0-36 2-50-3z", "#54261f")
            + shape("M106 202c-2 24 0 46 22 46c20 0 24-22 22-46c-14-6-30-6-44 0z", LIP, 7)
            + line("M128 210l0 18", 4.5),
}

TEAR = ('<path d="M44 112c-10 16-16 26-16 34c0 9 7 15 15 15s15-6 15-15c0-8-5-18-14-34z" '
        f'fill="#bfe3ff" stroke="{INK}" stroke-width="6" stroke-linejoin="round"/>')
SWEAT = ('<path d="M4 34c-9 15-14 23-14 31c0 8 6 13 13 13s13-5 13-13c0-8-4-17-12-31z" '
         f'fill="#bfe3ff" stroke="{INK}" stroke-width="6" stroke-linejoin="round"/>')

FACES = {
    "happy-smile": BROWS["happy"] + dots() + NOSE + MOUTHS["smile"],
    "happy-grin": BROWS["happy"] + dots() + NOSE + MOUTHS["grin"],
    "happy-shut": BROWS["happy"] + shut_happy() + NOSE + MOUTHS["smile"],
    "happy-laugh": BROWS["happy"] + shut_happy() + NOSE + MOUTHS["grin"],
    "sad-frown": BROWS["sad"] + lowered() + NOSE + MOUTHS["frown"],
    "sad-shut": BROWS["sad"] + shut_sad() + NOSE + MOUTHS["frown"],
    "sad-tear": BROWS["sad"] + lowered() + TEAR + NOSE + MOUTHS["frown"],
    "sad-dots": BROWS["sad"] + dots(4) + NOSE + MOUTHS["frown"],
    "angry-press": BROWS["angry"] + glare() + NOSE + MOUTHS["press"],
    "angry-teeth": BROWS["angry"] + glare() + NOSE + MOUTHS["bared"],
    "angry-shout": BROWS["angry"] + glare() + NOSE + MOUTHS["shout"],
    "surprised-oh": BROWS["high"] + wide() + NOSE + MOUTHS["oh"],
    "surprised-big": BROWS["high"] + wide(25, 29, 9) + NOSE + MOUTHS["oh_big"],
    "surprised-dots": BROWS["high"] + dots() + NOSE + MOUTHS["oh_big"],
    "scared-teeth": BROWS["scared"] + wide(28, 32, 6.5) + NOSE + MOUTHS["scared"],
    "scared-sweat": BROWS["scared"] + wide(28, 32, 6.5) + NOSE + MOUTHS["scared"] + SWEAT,
    "scared-tremble": BROWS["scared"] + wide(28, 32, 6.5) + NOSE + MOUTHS["tremble"] + SWEAT,
    "scared-open": BROWS["scared"] + wide(28, 32, 6) + NOSE + MOUTHS["scared_open"],
    "disgusted-tongue": BROWS["disgust"] + narrowed() + WRINKLED + MOUTHS["yuck"],
    "disgusted-shut": BROWS["disgust"] + squeezed() + WRINKLED + MOUTHS["yuck"],
    "calm-rest": BROWS["rest"] + dots() + NOSE + MOUTHS["rest"],
    "calm-plain": BROWS["flat"] + dots(2) + NOSE + MOUTHS["plain"],
}
