"""The answer symbols: eight faces in one style, told apart by their lines, not by colour alone.

    python symbols.py        writes symbols/<emotion>.svg
"""

from pathlib import Path

CONTENT = Path(__file__).resolve().parent.parent
INK = "#22252b"


def line(path, width=5.5):
    return (f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>')


def filled(path, fill=INK, width=4.5):
    return (f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="{width}" '
            'stroke-linejoin="round"/>')


def eyes(rx=4.6, ry=6.4, y=42, dx=17):
    return "".join(f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{INK}"/>'
                   for x in (48 - dx, 48 + dx))


def wide(r=9.5, pupil=3.6, y=41, dx=18):
    return "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="#fff" stroke="{INK}" '
                   f'stroke-width="4"/><circle cx="{x}" cy="{y}" r="{pupil}" fill="{INK}"/>'
                   for x in (48 - dx, 48 + dx))


# The color behind the face, and its features.
SYMBOLS = {
    "happiness": ("#ffd95e", eyes() + filled("M26 56C36 61 60 61 70 56C70 74 60 81 48 81"
                                             "C36 81 26 74 26 56z", "#fff")),
    "sadness": ("#a9cdf2", line("M22 34L36 27M74 34L60 27") + eyes(y=45)
                + line("M31 75C37 62 59 62 65 75")
                + filled("M24 53C20 59 18 62 18 65.500A6 6 0 0 0 30 65.500C30 62 28 59 24 53z", "#fff", 3.5)),
    "anger": ("#f3a08f", line("M20 27L40 38M76 27L56 38", 7) + eyes(y=46, rx=4.8, ry=5.2)
              + filled("M29 64H67V78H29z", "#fff") + line("M41.500 64V78M54.500 64V78", 3.5)),
    "surprise": ("#ffc48a", line("M21 25C25 19 33 18 38 22M58 22C63 18 71 19 75 25") + wide(y=43)
                 + f'<ellipse cx="48" cy="70" rx="9.500" ry="12" fill="{INK}"/>'),
    "fear": ("#cdbcf0", line("M19 31C24 24 31 20 38 20M58 20C65 20 72 24 77 31") + wide(10.5, 2.8, 43)
             + line("M27 72C31 64 35 64 39 71S47 78 51 71S59 64 62 71S67 76 70 71")),
    "disgust": ("#b7d98b", line("M26 40L39 45L26 50M70 40L57 45L70 50", 5)
                + line("M22 31L38 36M74 31L58 36", 5)
                + line("M28 66C36 58 42 64 48 62S62 58 68 66")
                + filled("M50 64C50 78 53 85 59.500 85S68 78 66 65C61 61 55 61 50 64z", "#f08b9b", 4)),
    "neutral": ("#e9e2d2", line("M24 30H37M59 30H72", 4.5) + eyes(y=44) + line("M32 69H64")),
    "contempt": ("#d3d6dc", line("M23 36H39M57 31C62 27 69 27 73 30") + eyes(y=45, ry=4.8)
                 + line("M31 72C42 73 56 71 67 60") + line("M66 54C70 57 72 61 72 65", 4)),
}


def svg(emotion):
    color, content = SYMBOLS[emotion]
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">'
            f'<circle cx="48" cy="48" r="44" fill="{color}" stroke="{INK}" stroke-width="4.5"/>'
            f'{content}</svg>\n').replace(".500", ".5")


def main():
    folder = CONTENT / "symbols"
    folder.mkdir(exist_ok=True)
    for emotion in SYMBOLS:
        (folder / f"{emotion}.svg").write_text(svg(emotion), encoding="utf-8")


if __name__ == "__main__":
    main()
