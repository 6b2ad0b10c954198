"""The pictures of level 5: the situation shows the feeling; faces are turned away or hidden."""

from drawing import (
    at,
    box,
    child,
    clipart,
    flat,
    grown_up,
    hidden,
    line,
    outside,
    oval,
    room,
    scene,
    shape,
    under_blanket,
)
from things import (
    ball,
    balloon,
    bed,
    bin_full,
    blocks,
    bookcase,
    bus_stop,
    car,
    chick_in_egg,
    cloud,
    dropped_ice,
    fly,
    giraffe,
    goal,
    lightning,
    rain,
    scribbled,
    slide,
    smell,
    soup,
    spider,
    table,
    tree,
    window,
)

DARK, LIGHT, TAN, BROWN = "#7a4e34", "#f4c9a4", "#edb98a", "#b0703f"
BLACK, RED, BLOND, UMBER = "#241c1a", "#a84a25", "#d6a94f", "#4a2f22"


def half(content, x):
    """One of two pictures side by side, with a frame."""
    return (f'<svg x="{x}" y="120" width="290" height="360" viewBox="0 0 600 745" '
            f'preserveAspectRatio="xMidYMid slice">{content}</svg>'
            + f'<rect x="{x}" y="120" width="290" height="360" rx="8" fill="none" stroke="#1b1b1b" '
              'stroke-width="6"/>')


def two(first, second):
    arrow = shape("M284 288l18 12l-18 12z", "#1b1b1b", 3)
    return ('<rect width="600" height="600" fill="#f6efe2"/>' + half(first, 5) + half(second, 305) + arrow)


def meadow():
    return (
        outside() + flat("M0 600V590H600V600z", "#a9d18e") + '<rect y="590" width="600" height="160" fill="#a9d18e"/>'
    )


SCENES = {
    "birthday": lambda: room("#f7e9dc", "#d9b38c", 440) + table(170, 380, 260, 150) + clipart(
        "food/desserts/birthday_cake.svg", 215, 225, 170, 165) + balloon(90, 120, "#8fa7df")
        + balloon(520, 130, "#e78276") + child(420, 585, 0.95, "tail", RED, LIGHT, "#78c98a",
                                               arms=("up", "up"))
        + clipart("recreation/holiday/gift04.svg", 30, 440, 150, 130),
    "puppy": lambda: room("#e9f1e4", "#cfae86", 430) + clipart(
        "animals/mammals/dogs/beagle_copper_ganson.svg", 280, 330, 220, 220)
        + child(170, 575, 1.2, "short", BLACK, BROWN, "#ffcf77", arms=("out", "out"))
        + shape("M330 240c-6 -20 24 -26 26 -8c6 -16 32 -8 24 10c-8 16 -24 22 -28 28c-6 -8 -18 -16 -22 -30z",
                "#e05a4e", 4),
    "goal": lambda: outside(horizon=330) + goal(300, 200, 260, 190) + at(
        430, 320, ball(0, 0, 30, "#ffffff")) + line("M330 440C360 400 390 370 410 350", 4, "#ffffff")
        + child(170, 575, 1.15, "short", BLACK, DARK, "#e78276", arms=("up", "up")),
    "friends_call": lambda: outside() + tree(520, 390, 0.9) + child(
        120, 470, 0.85, "short", UMBER, TAN, "#78c98a", arms=("wave", "down"))
        + child(240, 455, 0.85, "buns", BLACK, DARK, "#d98cc4", arms=("down", "wave"))
        + ball(180, 500, 26) + child(440, 585, 1.05, "short", RED, LIGHT, "#8fa7df",
                                     arms=("wave", "down"), turn=-6),
    "ball_back": lambda: two(
        meadow() + tree(420, 600, 1.7) + ball(400, 250, 42) + child(180, 700, 1.4, "bob", BLACK, TAN,
                                                                   "#d98cc4", bow=0),
        meadow() + child(180, 700, 1.4, "bob", BLACK, TAN, "#d98cc4", arms=("up", "up"))
        + child(430, 690, 1.4, "short", BLOND, LIGHT, "#8fa7df", arms=("front", "front"))
        + ball(330, 500, 42)),
    "ice_cream": lambda: outside("#d7ecf8", "#cfc6b4", 380) + dropped_ice(360, 520)
        + hidden(170, 560, 1.25, "short", UMBER, TAN, "#8fa7df"),
    "balloon": lambda: outside() + balloon(440, 110) + cloud(140, 90, "#ffffff")
        + tree(540, 395, 0.7) + child(230, 570, 1.25, "plaits", UMBER, LIGHT, "#ffcf77",
                                      arms=("down", "wave"), head=10),
    "left_out": lambda: outside() + child(90, 455, 0.72, "short", BLACK, TAN, "#e78276",
                                          arms=("wave", "out"))
        + child(190, 440, 0.72, "tail", RED, LIGHT, "#78c98a", arms=("out", "wave"))
        + child(285, 455, 0.72, "afro", BLACK, DARK, "#ffcf77", arms=("up", "up"))
        + ball(335, 130, 26) + child(480, 480, 1.05, "bob", BLOND, TAN, "#8fa7df", sitting=True,
                                     arms=("front", "front"), bow=20),
    "teddy": lambda: room("#efe4f2", "#cfae86", 430) + clipart(
        "recreation/toys/simple_teddy_bear_gerald_01.svg", 320, 320, 220, 220)
        + shape("M322 430c-24 -6 -26 -36 -4 -40c0 -20 30 -22 32 -4c20 0 22 34 0 42z", "#ffffff", 5)
        + at(300, 545, shape("M-44 -12C-14 -30 30 -24 42 0C46 18 30 24 14 18C-8 10 -30 14 -44 6z",
                             "#9a5a2a", 6)) + hidden(160, 480, 1.2, "tail", UMBER, TAN, "#78c98a",
                                                     sitting=True),
    "rainy_beach": lambda: room("#e6ecf2", "#c9a982", 470) + window(
        230, 70, 300, 250, cloud(90, 60) + cloud(230, 70) + rain(0, 100, 300, 160), "#b9c7d3")
        + ball(470, 520, 40, "#ffcf77") + box(60, 500, 70, 60, "#e78276", 5)
        + line("M60 504C66 460 124 460 130 504", 5) + child(300, 590, 1.15, "short", BLOND, LIGHT, "#78c98a", bow=10),
    "grandma_leaves": lambda: outside("#dce9f0", "#c8c2b8", 400) + box(250, 170, 330, 230, "#8fa7df", 6, 30)
        + box(285, 205, 110, 90, "#fff6e6", 6, 8) + box(440, 205, 110, 90, "#cfe8f7", 6, 8)
        + oval(340, 262, 30, 32, TAN, 5) + shape("M308 262C300 210 380 210 372 262C364 240 316 240 308 "
                                                 "262z", "#c9c4c0", 5)
        + oval(310, 402, 26, 26, "#444") + oval(510, 402, 26, 26, "#444")
        + child(130, 575, 1.1, "buns", BLACK, BROWN, "#d98cc4", arms=("down", "wave")),
    "first_lost": lambda: two(
        meadow() + flat("M300 560C360 540 600 540 600 560V750H300z", "#8fc3e0") + car(460, 640, s=1.2)
        + child(150, 700, 1.4, "short", BLACK, BROWN, "#ffcf77", bow=14),
        meadow() + flat("M300 560C360 540 600 540 600 560V750H300z", "#8fc3e0")
        + child(150, 700, 1.4, "short", BLACK, BROWN, "#ffcf77", arms=("up", "up"))
        + child(450, 690, 1.4, "tail", RED, LIGHT, "#78c98a", arms=("front", "front"))
        + car(310, 470, s=1.0)),
    "milk": lambda: room("#f7ecd8", "#cfae86", 440) + table(200, 330, 330, 170) + flat(
        "M250 330C300 322 470 320 500 332C520 348 470 352 420 348V420C420 436 400 436 400 420V350C340 "
        "352 270 350 250 330z", "#ffffff") + line(
        "M250 330C300 322 470 320 500 332C520 348 470 352 420 348V420C420 436 400 436 400 420V350", 4)
        + at(300, 306, box(-22, -34, 44, 68, "#dfeefa", 5), turn=80)
        + child(140, 585, 1.1, "cap", UMBER, TAN, "#8fa7df", arms=("down", "reach")),
    "tower": lambda: room("#e8f0f5", "#cfae86", 420) + blocks(300, 520, True)
        + child(140, 575, 1.1, "bob", UMBER, TAN, "#d98cc4", arms=("down", "out"))
        + child(480, 560, 0.85, "short", UMBER, TAN, "#e78276", turn=-8, arms=("out", "out")),
    "scribble": lambda: room("#f2ead9", "#c9a982", 430) + table(110, 420, 380, 140) + scribbled(200, 265)
        + child(130, 590, 1.0, "long", BLACK, TAN, "#78c98a", arms=("down", "reach"))
        + child(510, 590, 0.9, "short", BLACK, TAN, "#ffcf77", arms=("reach", "down"))
        + line("M408 436l26 -30", 9),
    "queue": lambda: outside() + slide(350, 420)
        + child(70, 560, 0.8, "short", UMBER, TAN, "#78c98a")
        + child(205, 580, 0.95, "plaits", BLACK, DARK, "#ffcf77", arms=("out", "down"), turn=-9)
        + child(345, 560, 0.95, "short", BLOND, LIGHT, "#e78276", arms=("reach", "down"), turn=5),
    "toy_taken": lambda: room("#eef0e3", "#cfae86", 420) + child(
        160, 560, 1.15, "short", BLACK, BROWN, "#8fa7df", arms=("down", "reach"))
        + child(450, 560, 1.15, "tail", BLOND, LIGHT, "#d98cc4", arms=("reach", "down"), turn=8)
        + car(316, 390, s=1.1) + line("M352 330l20 -18M362 346l26 -8", 5),
    "jack": lambda: room("#eef0e3", "#d9b38c", 430) + box(330, 420, 150, 130, "#8fa7df")
        + shape("M330 420L300 360L350 400zM480 420L512 360L460 400z", "#6f88c4", 5)
        + line("M405 418C370 400 440 388 405 370C370 352 440 340 405 322C372 304 438 296 405 280", 6)
        + oval(405, 240, 44, 44, "#ffe066") + shape("M362 216L380 150L404 200L432 148L448 216z", "#d98cc4", 5)
        + oval(390, 236, 5, 7, "#1b1b1b", 0) + oval(420, 236, 5, 7, "#1b1b1b", 0) + line(
        "M388 258C396 268 414 268 422 258", 5) + line("M470 190l26 -22M480 226l34 -4M340 190l-26 -22M330 226"
                                                      "l-34 -4", 5)
        + child(160, 570, 1.15, "short", RED, LIGHT, "#78c98a", arms=("up", "up"), turn=-6),
    "chick": lambda: room("#f7ecd8", "#cfae86", 440) + table(190, 400, 330, 150) + clipart(
        "food/small_plate.svg", 250, 360, 220, 60) + chick_in_egg(360, 360, 1.35)
        + line("M430 270l22 -24M446 306l32 -8M290 270l-22 -24", 5)
        + child(140, 590, 1.15, "short", BLACK, TAN, "#e78276", arms=("out", "out")),
    "summer_snow": lambda: room("#f3ecf6", "#c9a982", 470) + window(
        190, 60, 340, 290, '<rect width="400" height="300" fill="#dfeaf5"/>'
        + flat("M0 210C90 180 250 220 340 190V300H0z", "#ffffff") + "".join(
            oval(16 + 54 * (k % 6) + 22 * (k // 6 % 2), 20 + 40 * (k // 6) + 9 * (k % 3), 7, 7, "#ffffff", 2)
            for k in range(30)))
        + flat("M150 40H210V380C180 380 160 370 150 360zM510 40H570V360C560 370 540 380 510 380z", "#e78276")
        + line("M140 40H580", 8)
        + child(350, 590, 1.1, "long", BLOND, LIGHT, "#ffcf77", arms=("up", "up")),
    "giraffe": lambda: room("#eaf1f6", "#cfae86", 470) + box(290, 110, 230, 366, "#a8744a", 7)
        + f'<svg x="300" y="120" width="210" height="350" viewBox="0 0 210 350">'
          f'<rect width="210" height="350" fill="#cfe8f7"/>{flat("M0 250H210V350H0z", "#a9d18e")}'
          f'{giraffe(100, 250, 0.86)}</svg>' + line("M300 120V470H510V120z", 5)
        + shape("M520 110L580 150V520L520 476z", "#b98a5a") + oval(566, 330, 7, 7, "#ffd94a", 4)
        + child(150, 585, 1.2, "cap", UMBER, LIGHT, "#78c98a", arms=("up", "up"), turn=-4),
    "spider": lambda: outside() + tree(450, 470, 1.5) + line("M350 250V380", 3) + spider(350, 400, 1.4)
        + child(150, 580, 1.05, "tail", BLACK, TAN, "#d98cc4", arms=("up", "up"), turn=-10),
    "thunder": lambda: room("#8c97ad", "#6f6a72", 450) + window(
        330, 60, 220, 210, cloud(70, 50, "#4d5568") + cloud(170, 60, "#4d5568") + lightning(120, 120, 1.2),
        "#5b6680") + bed(100, 530, 400, "#b79be0")
        + under_blanket(190, 424, "#b79be0", UMBER, TAN) + line("M322 356l22 -14M340 384l26 -6", 5),
    "ladder": lambda: outside(horizon=500) + tree(60, 540, 0.3) + tree(150, 560, 0.36) + tree(520, 550, 0.34)
        + line("M240 40V590M360 40V590", 12, BROWN)
        + "".join(line(f"M240 {y}H360", 10, BROWN) for y in range(70, 590, 52))
        + child(300, 330, 0.85, "afro", BLACK, DARK, "#8fa7df", arms=("up", "up")),
    "big_dog": lambda: outside() + clipart("animals/mammals/dogs/black_lab_ganson.svg", 300, 250, 280, 280)
        + line("M330 250l-34 -18M322 284l-38 -4M332 318l-34 12", 6)
        + child(130, 575, 1.0, "short", BLOND, LIGHT, "#ffcf77", arms=("up", "up"), turn=-12),
    "lost": lambda: room("#f2ead9", "#d9d2c4", 430) + bookcase(20, 160) + bookcase(410, 160)
        + box(215, 60, 170, 60, "#e05a4e", 6, 10) + line("M250 90h100M266 90h6", 7, "#ffffff")
        + grown_up(70, 560, 1.0, BLACK, TAN, "#7f95a8") + grown_up(180, 520, 0.9, "#c9c4c0", LIGHT, "#a08c78")
        + grown_up(520, 560, 1.0, UMBER, BROWN, "#8d83a3")
        + child(310, 590, 0.85, "plaits", BLACK, DARK, "#d98cc4", arms=("ears", "ears")),
    "worm": lambda: room("#f6efe2", "#cfae86", 450) + table(260, 440, 320, 130) + clipart(
        "food/apple_with_worm_dan_gerh_01.svg", 320, 240, 210, 210)
        + child(150, 585, 1.25, "short", BLACK, TAN, "#78c98a", arms=("down", "reach"), head=-8),
    "moldy": lambda: room("#eef0e3", "#c9a982", 440) + table(230, 420, 320, 140) + clipart(
        "food/sandwich_one_jean-victor_01.svg", 270, 300, 240, 130)
        + "".join(oval(x, y, r, r * .8, c, 3) for x, y, r, c in (
            (320, 352, 16, "#7d9a63"), (370, 346, 20, "#8aa86e"), (430, 354, 16, "#6f8f58"),
            (400, 392, 14, "#7d9a63"), (340, 394, 12, "#8aa86e")))
        + smell(390, 300) + fly(300, 280) + fly(480, 270)
        + child(130, 590, 1.2, "afro", BLACK, DARK, "#ffcf77", arms=("down", "front")),
    "bin": lambda: room("#e6ecdf", "#bfb49c", 440) + bin_full(400, 560) + fly(310, 330) + fly(490, 310)
        + child(160, 585, 1.2, "tail", UMBER, TAN, "#e78276", arms=("face", "face"), turn=-6),
    "fly_soup": lambda: room("#f7ecd8", "#cfae86", 450) + table(220, 430, 340, 130) + soup(390, 428)
        + fly(380, 370, 1.7) + line("M484 420l70 -90", 10) + line("M484 420l70 -90", 4, "#c9ced4")
        + child(130, 590, 1.15, "cap", BLACK, BROWN, "#8fa7df", arms=("down", "down")),
    "reading": lambda: room("#eaf1f6", "#cfae86", 430) + window(
        40, 60, 170, 150, flat("M0 100H170V160H0z", "#a9d18e")) + bookcase(400, 160)
        + at(0, -44, shape("M118 392C150 378 190 384 230 400C270 384 310 378 342 392V484C310 470 270 476 230 492"
                           "C190 476 150 470 118 484z", "#e78276")
             + shape("M128 384C158 372 196 378 230 394C264 378 302 372 332 384V470C302 458 264 464 230 480"
                     "C196 464 158 458 128 470z", "#ffffff", 5)
             + "".join(line(f"M142 {y}h22M296 {y}h22", 4, "#9aa0a6") for y in (400, 416, 446)))
        + child(230, 520, 1.15, "bob", BLACK, TAN, "#78c98a", sitting=True, arms=("out", "out"), bow=12),
    "bus": lambda: outside("#e3eef5", "#c8c2b8", 420) + bus_stop(430, 520) + child(
        220, 560, 1.25, "short", UMBER, LIGHT, "#8fa7df") + box(166, 330, 108, 120, "#e78276", 6, 22)
        + box(186, 384, 68, 50, "#d06a5e", 5, 10) + line("M186 350h68", 5),
}


def svg(name):
    """The picture of a scene; night scenes are a little darker."""
    return scene(SCENES[name]())
