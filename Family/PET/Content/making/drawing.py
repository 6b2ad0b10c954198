"""A small drawing kit for scenes, in the ink of Open Peeps: children from behind, things, rooms.

All sizes are in the scene's 600 by 600. Things from Debian's `openclipart-svg` (public domain) are
drawn by rsvg-convert and set in as pictures.
"""

import base64
import subprocess
from functools import cache
from pathlib import Path

INK = "#1b1b1b"
CLIPART = Path("/usr/share/openclipart/svg")


def line(path, width=6, color=INK):
    return (f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>')


def shape(path, fill, width=6):
    return (f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="{width}" '
            'stroke-linejoin="round" stroke-linecap="round"/>')


def flat(path, fill, opacity=1):
    return f'<path d="{path}" fill="{fill}" opacity="{opacity}"/>'


def oval(x, y, rx, ry, fill, width=6):
    return (f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}" stroke="{INK}" '
            f'stroke-width="{width}"/>')


def box(x, y, w, h, fill, width=6, round=4):
    return (f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{round}" fill="{fill}" '
            f'stroke="{INK}" stroke-width="{width}"/>')


def at(x, y, content, scale=1.0, turn=0, flip=False):
    across = -scale if flip else scale
    return f'<g transform="translate({x} {y}) rotate({turn}) scale({across} {scale})">{content}</g>'


@cache
def _clipart(name, size):
    out = subprocess.run(["rsvg-convert", "-a", "-w", str(size), "-h", str(size),
                          str(CLIPART / name)], capture_output=True, check=True).stdout
    return base64.b64encode(out).decode()


def clipart(name, x, y, w, h, turn=0, flip=False):
    """An object of openclipart-svg in a box with its top left corner at (x, y)."""
    data = _clipart(name, 2 * max(w, h))
    picture = (f'<image x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" '
               f'href="data:image/png;base64,{data}" preserveAspectRatio="xMidYMid meet"/>')
    return at(x + w / 2, y + h / 2, picture, turn=turn, flip=flip)


def room(wall="#f2e6d3", floor="#d9b38c", horizon=430):
    return (f'<rect width="600" height="600" fill="{wall}"/>'
            f'<rect y="{horizon}" width="600" height="{600 - horizon}" fill="{floor}"/>'
            + line(f"M0 {horizon}H600", 5))


def outside(sky="#cfe8f7", grass="#a9d18e", horizon=400):
    return (f'<rect width="600" height="600" fill="{sky}"/>'
            + flat(f"M0 {horizon}C150 {horizon - 26} 420 {horizon + 18} 600 {horizon - 10}V600H0z",
                   grass) + line(f"M0 {horizon}C150 {horizon - 26} 420 {horizon + 18} 600 "
                                 f"{horizon - 10}", 5))


# Each arm as a line from the shoulder to the hand, for the right side; the left side is mirrored.
ARMS = {
    "down": "M46 -196C66 -168 72 -140 70 -106",
    "up": "M46 -196C78 -214 92 -252 90 -296",
    "out": "M46 -196C76 -186 104 -186 128 -196",
    "front": "M46 -196C74 -176 74 -150 40 -140",
    "reach": "M46 -196C78 -190 108 -176 132 -158",
    "face": "M46 -196C92 -196 92 -232 34 -262",
    "ears": "M46 -196C104 -196 104 -240 58 -270",
    "wave": "M46 -196C84 -196 108 -226 116 -268",
}
ARMS_BEHIND = {"front", "face"}  # the body hides the hands


def _arm(kind, skin, shirt, mirror):
    arm = ARMS[kind]
    sleeve = arm.split("C")[0] + "C" + arm.split("C")[1]
    content = (line(arm, 30, INK) + line(arm, 19, skin)
               + f'<g clip-path="url(#sleeve)">{line(sleeve, 34, INK)}{line(sleeve, 23, shirt)}</g>')
    return at(0, 0, content, flip=mirror)


def _hair(kind, color):
    cap = "M-62 -262C-72 -352 72 -352 62 -262C56 -232 36 -222 0 -222C-36 -222 -56 -232 -62 -262z"
    if kind == "short":
        return shape(cap, color)
    if kind == "bob":
        return shape("M-66 -212C-90 -384 90 -384 66 -212C40 -202 -40 -202 -66 -212z", color)
    if kind == "long":
        return shape("M-68 -150C-94 -408 94 -408 68 -150C40 -138 -40 -138 -68 -150z", color)
    if kind == "tail":
        return (shape(cap, color) + shape("M-16 -300C-46 -262 -34 -190 6 -164C34 -196 40 -262 16 "
                                          "-300z", color) + oval(0, -304, 19, 15, color))
    if kind == "buns":
        return (oval(-50, -330, 25, 25, color) + oval(50, -330, 25, 25, color) + shape(cap, color))
    if kind == "plaits":
        plait = "M-48 -240C-66 -220 -66 -176 -54 -156C-40 -170 -34 -214 -36 -236z"
        return shape(cap, color) + shape(plait, color) + at(0, 0, shape(plait, color), flip=True)
    if kind == "afro":
        return shape("M-60 -222C-104 -244 -104 -306 -70 -330C-52 -372 52 -372 70 -330C104 -306 104 "
                     "-244 60 -222C30 -208 -30 -208 -60 -222z", color)
    if kind == "cap":
        return shape(cap, color) + shape("M-66 -276C-66 -356 66 -356 66 -276C30 -262 -30 -262 -66 "
                                         "-276z", "#e78276") + oval(0, -338, 6, 5, "#e78276", 4)
    raise SystemExit(f"Unknown hair {kind}.")


def child(x, y, scale=1.0, hair="short", hair_color="#4a2f22", skin="#edb98a", shirt="#8fa7df",
          trousers="#5d6b8a", arms=("down", "down"), head=0, sitting=False, turn=0, bow=0,
          flip=False):
    """A child seen from behind; (x, y) is between the feet. `head` turns the head, `bow` lowers
    it; `sitting` on the floor."""
    legs = "" if sitting else (
        box(-38, -112, 33, 108, trousers, round=10) + box(5, -112, 33, 108, trousers, round=10)
        + oval(-24, -4, 23, 11, "#5b4636") + oval(24, -4, 23, 11, "#5b4636"))
    seat = oval(0, -104, 64, 26, trousers) if sitting else ""
    body = shape("M-48 -206C-60 -170 -54 -130 -50 -96C-20 -88 20 -88 50 -96C54 -130 60 -170 48 -206"
                 "C30 -224 -30 -224 -48 -206z", shirt)
    sides = list(zip(arms, (True, False), strict=True))
    behind = "".join(_arm(a, skin, shirt, m) for a, m in sides if a in ARMS_BEHIND)
    before = "".join(_arm(a, skin, shirt, m) for a, m in sides if a not in ARMS_BEHIND)
    neck = box(-17, -236, 34, 34, skin, round=8)
    skull = (oval(-62, -268, 11, 15, skin) + oval(62, -268, 11, 15, skin)
             + oval(0, -274, 60, 60, skin) + _hair(hair, hair_color))
    drop = 84 if sitting else 0
    figure = (behind + legs + seat + neck + body + before
              + f'<g transform="translate(0 {bow}) rotate({head} 0 -230)">{skull}</g>')
    return at(x, y + drop * scale, figure, scale, turn, flip)


def grown_up(x, y, scale=1.0, hair_color="#4a2f22", skin="#edb98a", coat="#8d83a3"):
    """A grown-up seen from behind, in a long coat; (x, y) is between the feet."""
    legs = (box(-34, -96, 29, 90, "#4c5a6e", round=8) + box(5, -96, 29, 90, "#4c5a6e", round=8)
            + oval(-22, -4, 22, 10, "#4a3a30") + oval(22, -4, 22, 10, "#4a3a30"))
    body = shape("M-44 -300C-62 -240 -64 -150 -66 -80C-30 -70 30 -70 66 -80C64 -150 62 -240 44 -300"
                 "C26 -316 -26 -316 -44 -300z", coat)
    arm = "M46 -288C72 -250 76 -210 72 -168"
    arms = "".join(at(0, 0, line(arm, 32) + line(arm, 21, coat) + oval(72, -160, 13, 13, skin, 5), flip=m)
                   for m in (True, False))
    head = (box(-14, -330, 28, 34, skin, round=8) + oval(-46, -358, 8, 12, skin)
            + oval(46, -358, 8, 12, skin) + oval(0, -362, 45, 48, skin)
            + shape("M-46 -352C-54 -426 54 -426 46 -352C40 -326 26 -318 0 -318C-26 -318 -40 -326 -46 -352z",
                    hair_color))
    return at(x, y, legs + arms + body + line("M0 -200V-84", 4) + head, scale)


def under_blanket(x, y, blanket, hair_color, skin):
    """A child in bed with the blanket pulled over its face: only hair and fingers are visible."""
    hair = shape("M-46 -34C-60 -96 60 -96 46 -34C20 -24 -20 -24 -46 -34z", hair_color)
    hump = shape("M-70 8C-66 -58 -40 -62 0 -58C60 -64 150 -60 190 8z", blanket)
    hands = "".join(shape(f"M{s} -40c-4 -18 8 -26 18 -20c12 -6 22 4 18 20c-6 10 -30 10 -36 0z", skin, 5)
                    + line(f"M{s + 12} -56v14M{s + 24} -56v14", 3) for s in (-52, 18))
    return at(x, y, hair + hump + hands)


def hidden(x, y, scale=1.0, hair="short", hair_color="#4a2f22", skin="#edb98a", shirt="#8fa7df",
           trousers="#5d6b8a", sitting=False):
    """A child from the front with both hands over the face."""
    legs = "" if sitting else (
        box(-38, -112, 33, 108, trousers, round=10) + box(5, -112, 33, 108, trousers, round=10)
        + oval(-24, -4, 23, 11, "#5b4636") + oval(24, -4, 23, 11, "#5b4636"))
    knees = (oval(-34, -96, 36, 30, trousers) + oval(34, -96, 36, 30, trousers)) if sitting else ""
    body = shape("M-48 -206C-60 -170 -54 -130 -50 -96C-20 -88 20 -88 50 -96C54 -130 60 -170 48 -206"
                 "C30 -224 -30 -224 -48 -206z", shirt)
    back = _hair(hair, hair_color)
    face = oval(0, -268, 56, 56, skin)
    fringe = shape("M-60 -270C-64 -344 64 -344 60 -270C40 -304 -30 -308 -60 -270z", hair_color)
    arm = "M46 -196C84 -186 70 -216 26 -254"
    arms = "".join(at(0, 0, line(arm, 30) + line(arm, 19, shirt), flip=m) for m in (True, False))
    hands = "".join(at(0, 0, shape("M8 -232C4 -262 10 -292 20 -294C34 -296 44 -286 46 -268"
                                   "C46 -250 34 -232 8 -232z", skin)
                       + line("M24 -290V-262M36 -286L34 -260", 3.5), flip=m) for m in (True, False))
    drop = 84 if sitting else 0
    return at(x, y + drop * scale, back + legs + box(-17, -236, 34, 34, skin, round=8) + body
              + knees + face + fringe + arms + hands, scale)


def scene(content, tint=None):
    """The whole picture. `tint` adds a color over everything, for night scenes."""
    over = f'<rect width="600" height="600" fill="{tint[0]}" opacity="{tint[1]}"/>' if tint else ""
    # A sleeve covers the upper part of an arm.
    sleeve = ('<clipPath id="sleeve"><rect x="30" y="-230" width="42" height="64"/></clipPath>')
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" '
            f'viewBox="0 0 600 600"><defs>{sleeve}</defs>{content}{over}</svg>')
