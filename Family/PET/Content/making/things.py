"""Objects for scenes, drawn here if openclipart-svg has no suitable one. The origin is at the bottom of each."""

from drawing import at, box, flat, line, oval, shape


def table(x, y, w=240, h=120, color="#c98f5a"):
    return (box(x + 16, y + 16, 20, h - 16, color) + box(x + w - 36, y + 16, 20, h - 16, color)
            + box(x, y, w, 22, color))


def ball(x, y, r=34, color="#e78276"):
    return (oval(x, y, r, r, color) + line(f"M{x - r} {y}C{x - r / 2} {y - r / 2} {x + r / 2} "
                                           f"{y - r / 2} {x + r} {y}", 4)
            + line(f"M{x - r * .7} {y + r * .7}C{x - r / 4} {y} {x - r / 4} {y - r / 2} {x - r / 3} "
                   f"{y - r * .94}", 4))


def window(x, y, w=190, h=170, inside="", sky="#cfe8f7"):
    """A window; the view `inside` it is drawn from (0, 0) to (w, h)."""
    return (box(x - 8, y - 8, w + 16, h + 16, "#fffaf0") + box(x, y, w, h, sky)
            + f'<svg x="{x + 3}" y="{y + 3}" width="{w - 6}" height="{h - 6}">{inside}</svg>'
            + line(f"M{x + w / 2} {y}V{y + h}M{x} {y + h / 2}H{x + w}", 6))


def balloon(x, y, color="#e05a4e"):
    return (line(f"M{x} {y + 62}C{x - 14} {y + 90} {x + 12} {y + 110} {x - 4} {y + 150}", 3.5)
            + shape(f"M{x} {y + 62}C{x - 60} {y + 30} {x - 52} {y - 56} {x} {y - 56}C{x + 52} {y - 56} "
                    f"{x + 60} {y + 30} {x} {y + 62}z", color)
            + flat(f"M{x - 24} {y - 14}C{x - 24} {y - 32} {x - 12} {y - 40} {x - 4} {y - 40}C{x - 14} "
                   f"{y - 34} {x - 20} {y - 24} {x - 24} {y - 14}z", "#fff", 0.7))


def dropped_ice(x, y):
    """A scoop of ice cream on the ground with its cone next to it."""
    return (flat(f"M{x - 66} {y + 8}C{x - 60} {y - 6} {x + 60} {y - 6} {x + 66} {y + 8}C{x + 50} {y + 22} "
                 f"{x - 50} {y + 22} {x - 66} {y + 8}z", "#f8cfd8")
            + shape(f"M{x - 44} {y + 6}C{x - 52} {y - 56} {x + 40} {y - 60} {x + 40} {y + 4}C{x + 30} {y + 14} "
                    f"{x + 14} {y + 2} {x} {y + 10}C{x - 14} {y + 2} {x - 30} {y + 16} {x - 44} {y + 6}z",
                    "#f4a9ba")
            + at(x + 92, y - 4, shape("M-34 -20L52 4L-30 26C-40 12 -42 -6 -34 -20z", "#d9a25f")
                 + line("M-14 -14L-2 18M8 -8L16 12M-34 4L24 -4", 3), turn=14))


def blocks(x, y, fallen=False):
    colors = ["#e78276", "#8fa7df", "#ffcf77", "#78c98a", "#d98cc4"]
    if not fallen:
        return "".join(box(x - 26, y - 52 * (k + 1), 52, 52, colors[k % 5]) for k in range(5))
    spots = [(-70, 0, 12), (-10, 0, -8), (60, 4, 30), (20, -46, 20), (110, 2, -14)]
    return "".join(at(x + dx, y - 26 + dy, box(-26, -26, 52, 52, colors[k]), turn=t)
                   for k, (dx, dy, t) in enumerate(spots))


def bed(x, y, w=330, blanket="#8fa7df"):
    """A view from the side, with the head on the left; y is the floor."""
    return (box(x - 16, y - 180, 24, 180, "#a8744a") + box(x + w, y - 110, 20, 110, "#a8744a")
            + box(x, y - 92, w, 56, "#fffaf0") + shape(
                f"M{x + 110} {y - 96}C{x + 150} {y - 120} {x + w - 40} {y - 112} {x + w} {y - 96}V{y - 34}"
                f"H{x + 110}z", blanket)
            + shape(f"M{x + 8} {y - 96}C{x + 4} {y - 138} {x + 104} {y - 138} {x + 100} {y - 96}"
                    f"C{x + 70} {y - 88} {x + 40} {y - 88} {x + 8} {y - 96}z", "#ffffff"))


def spider(x, y, s=1.0):
    legs = "".join(line(f"M0 0C{20 * k} {-34 + 10 * j} {34 * k} {-20 + 16 * j} {44 * k} {10 + 13 * j}", 4)
                   for k in (-1, 1) for j in range(4))
    return at(x, y, legs + oval(0, 4, 22, 19, "#3a3038", 4) + oval(0, -18, 12, 11, "#3a3038", 4)
              + oval(-5, -21, 3, 3, "#fff", 0) + oval(5, -21, 3, 3, "#fff", 0), s)


def lightning(x, y, s=1.0):
    return at(x, y, shape("M10 -60L-26 10H-2L-18 66L34 -12H8L28 -60z", "#ffd94a", 5), s)


def cloud(x, y, color="#6d7686", s=1.0):
    return at(x, y, shape("M-70 24C-104 20 -100 -26 -64 -24C-60 -62 0 -68 14 -38C46 -60 92 -34 80 -6"
                          "C104 2 96 28 70 26z", color, 5), s)


def rain(x, y, w, h):
    return "".join(line(f"M{x + 26 * k + (13 if r % 2 else 0)} {y + 34 * r}l-7 18", 4, "#6a9fc9")
                   for r in range(int(h // 34)) for k in range(int(w // 26)))


def bin_full(x, y):
    smell = "".join(line(f"M{x + dx} {y - 186}c-12 -16 12 -26 0 -44", 5, "#7a9a4b")
                    for dx in (-44, 0, 44))
    return (smell + flat(f"M{x - 62} {y - 130}C{x - 60} {y - 178} {x - 20} {y - 172} {x - 10} {y - 160}"
                         f"C{x + 6} {y - 190} {x + 58} {y - 172} {x + 60} {y - 130}z", "#8a7a5a")
            + shape(f"M{x - 30} {y - 134}l10 -46l34 4l4 42z", "#ffcf77", 4)
            + shape(f"M{x - 70} {y - 136}H{x + 70}L{x + 54} {y}H{x - 54}z", "#8e9aa6")
            + line(f"M{x - 34} {y - 112}L{x - 26} {y - 20}M{x} {y - 112}V{y - 20}M{x + 34} {y - 112}"
                   f"L{x + 26} {y - 20}", 4)
            + box(x - 78, y - 148, 156, 20, "#76838f") + shape(
                f"M{x + 20} {y - 146}C{x + 22} {y - 120} {x + 50} {y - 118} {x + 46} {y - 92}L{x + 34} {y - 94}"
                f"C{x + 34} {y - 112} {x + 8} {y - 116} {x + 6} {y - 146}z", "#f6e27a", 4))


def fly(x, y, s=1.0):
    return at(x, y, oval(-9, -9, 11, 7, "#dbe8f0", 3) + oval(9, -9, 11, 7, "#dbe8f0", 3)
              + oval(0, 0, 8, 11, "#333", 2) + oval(-5, -10, 4, 4, "#b33", 1)
              + oval(5, -10, 4, 4, "#b33", 1), s)


def soup(x, y):
    return (shape(f"M{x - 92} {y - 56}C{x - 84} {y + 16} {x + 84} {y + 16} {x + 92} {y - 56}z", "#e8eef5")
            + oval(x, y - 56, 92, 22, "#e9a13f"))


def smell(x, y, color="#7a9a4b"):
    return "".join(line(f"M{x + dx} {y}c-12 -14 12 -22 0 -38", 4.5, color) for dx in (-34, 0, 34))


def goal(x, y, w=250, h=170):
    net = "".join(line(f"M{x + k} {y}V{y + h}", 2, "#9aa7b3") for k in range(20, w, 22))
    net += "".join(line(f"M{x} {y + k}H{x + w}", 2, "#9aa7b3") for k in range(20, h, 22))
    return net + line(f"M{x} {y + h}V{y}H{x + w}V{y + h}", 11, "#1b1b1b") + line(
        f"M{x} {y + h}V{y}H{x + w}V{y + h}", 6, "#ffffff")


def giraffe(x, y, s=1.0):
    coat, spot = "#f0c35a", "#b87a2e"
    body = shape("M-40 0C-46 -60 -40 -120 -34 -190L-6 -196C0 -120 6 -60 20 -40C80 -46 104 -30 110 0"
                 "V110H84V36C50 44 20 44 -10 36V110H-36z", coat)
    head = shape("M-36 -188C-90 -178 -96 -208 -74 -214C-60 -222 -42 -246 -16 -240C6 -236 6 -206 -6 -194z",
                 coat) + line("M-34 -240L-40 -266M-16 -242L-14 -268", 6) + oval(-40, -268, 5, 5, spot, 4) \
        + oval(-14, -270, 5, 5, spot, 4) + oval(-42, -216, 5, 6, "#1b1b1b", 0)
    spots = "".join(flat(f"M{a} {b}l14 -8l12 10l-6 16l-18 0z", spot)
                    for a, b in ((-30, -150), (-34, -104), (-14, -74), (-34, -40), (2, -20), (40, -14),
                                 (72, -6), (20, 10), (-30, 10), (-18, -172)))
    return at(x, y, body + head + spots, s)


def chick_in_egg(x, y, s=1.0):
    chick = (oval(0, -52, 34, 34, "#ffe066", 5) + oval(-12, -58, 4, 5, "#1b1b1b", 0)
             + oval(12, -58, 4, 5, "#1b1b1b", 0) + shape("M-8 -48H8L0 -36z", "#f29f3f", 4))
    shell = shape("M-46 -40L-30 -24L-16 -42L0 -24L16 -42L30 -24L46 -40C52 14 26 34 0 34C-26 34 -52 14 "
                  "-46 -40z", "#fff6e6", 5)
    top = at(56, 20, shape("M-34 0L-20 14L-6 0L8 14L22 0C20 -36 -28 -40 -34 0z", "#fff6e6", 5), turn=24)
    return at(x, y, chick + shell + top, s)


def scribbled(x, y):
    """A painting of a house with black scribbles on it."""
    return (box(x, y, 190, 140, "#ffffff", 5) + flat(f"M{x + 40} {y + 120}V{y + 66}H{x + 110}V{y + 120}z",
                                                    "#e78276")
            + flat(f"M{x + 30} {y + 68}L{x + 75} {y + 30}L{x + 120} {y + 68}z", "#8a5a33")
            + oval(x + 155, y + 34, 16, 16, "#ffd94a", 3)
            + flat(f"M{x + 8} {y + 118}H{x + 182}V{y + 132}H{x + 8}z", "#78c98a")
            + line(f"M{x + 16} {y + 26}L{x + 170} {y + 112}L{x + 26} {y + 104}L{x + 176} {y + 50}L{x + 34} "
                   f"{y + 60}L{x + 150} {y + 128}L{x + 96} {y + 14}L{x + 60} {y + 126}", 7))


def slide(x, y):
    return (line(f"M{x} {y}V{y - 190}", 12) + line(f"M{x + 40} {y}V{y - 190}", 12)
            + "".join(line(f"M{x} {y - 30 - 34 * k}H{x + 40}", 7) for k in range(5))
            + shape(f"M{x + 36} {y - 192}C{x + 90} {y - 180} {x + 150} {y - 40} {x + 240} {y - 24}L{x + 240} "
                    f"{y - 4}C{x + 130} {y - 16} {x + 90} {y - 150} {x + 36} {y - 166}z", "#e78276"))


def bookcase(x, y):
    colors = ["#e78276", "#8fa7df", "#78c98a", "#ffcf77", "#d98cc4", "#7fc7c9"]
    books = "".join(box(x + 12 + 24 * k, y + 14 + 84 * r + (6 if (k + r) % 3 else 0), 20,
                        64 - (6 if (k + r) % 3 else 0), colors[(k * 2 + r) % 6], 4, 2)
                    for r in range(3) for k in range(6))
    return box(x, y, 170, 270, "#b98a5a") + "".join(
        box(x + 8, y + 8 + 84 * r, 154, 76, "#8f6640", 4) for r in range(3)) + books


def bus_stop(x, y):
    return (line(f"M{x} {y}V{y - 250}", 10) + box(x - 42, y - 320, 84, 76, "#ffd94a")
            + box(x - 24, y - 300, 48, 26, "#ffffff", 4) + oval(x - 14, y - 266, 8, 8, "#1b1b1b", 0)
            + oval(x + 14, y - 266, 8, 8, "#1b1b1b", 0))


def tree(x, y, s=1.0, bare=False):
    trunk = shape("M-18 0C-10 -60 -14 -120 -10 -150H12C14 -110 10 -50 20 0z", "#8a5a33")
    if bare:
        return at(x, y, trunk + line("M0 -150L-60 -230M0 -150L20 -250M6 -140L70 -210M-34 -196L-70 -190"
                                     "M44 -186L84 -180", 9))
    return at(x, y, trunk + shape("M-84 -150C-116 -200 -70 -250 -40 -240C-20 -290 50 -286 58 -240"
                                  "C104 -240 112 -180 84 -150C50 -130 -50 -130 -84 -150z", "#78b06a"), s)


def car(x, y, color="#e05a4e", s=1.0):
    return at(x, y, shape("M-62 -16C-64 -40 -40 -40 -32 -42L-18 -66H26L42 -42C66 -40 64 -24 62 -16z", color)
              + shape("M-14 -60H4V-44H-26zM10 -60H24L34 -44H10z", "#cfe8f7", 4)
              + oval(-34, -14, 14, 14, "#444") + oval(34, -14, 14, 14, "#444"), s)
