"""Contact sheets to look at: all pictures of a level and an emotion on one.

    python sheets.py         writes sheets/<level>-<emotion>.jpg, each under 300 kB, and
                             sheets/motions-<emotion>.jpg with five frames of each film
"""

import json
from pathlib import Path

from PIL import Image, ImageDraw, ImageSequence

CONTENT = Path(__file__).resolve().parent.parent
SIDE, COLUMNS, LIMIT = 200, 4, 300_000
FRAMES = 5


def main():
    folder = CONTENT / "sheets"
    folder.mkdir(exist_ok=True)
    questions = json.loads((CONTENT / "questions.json").read_text(encoding="utf-8"))["questions"]
    groups = {}
    for q in questions:
        if q["picture"]:
            groups.setdefault(f"{q['level']}-{q['emotion']}", []).append(q)
    films = {}
    for file in sorted((CONTENT / "motions").glob("*.webp")):
        films.setdefault(f"motions-{file.stem.split('-')[1]}", []).append(file)
    for old in folder.glob("*.jpg"):
        if old.stem not in groups and old.stem not in films:
            old.unlink()
    for name, listed in films.items():
        save(film_sheet(listed), folder / f"{name}.jpg")
    for name, listed in groups.items():
        rows = -(-len(listed) // COLUMNS)
        columns = min(COLUMNS, len(listed))
        sheet = Image.new("RGB", (columns * SIDE, rows * (SIDE + 16)), "white")
        draw = ImageDraw.Draw(sheet)
        for k, q in enumerate(listed):
            x, y = k % COLUMNS * SIDE, k // COLUMNS * (SIDE + 16)
            picture = Image.open(CONTENT / q["picture"]).convert("RGB").resize((SIDE - 4, SIDE - 4))
            sheet.paste(picture, (x + 2, y + 2))
            draw.text((x + 4, y + SIDE), q["id"] + (" probe" if q["probe"] else ""), fill="black")
            if q["point"]:
                p, s = q["point"], SIDE - 4
                draw.ellipse([x + 2 + (p["x"] - p["radius"]) * s, y + 2 + (p["y"] - p["radius"]) * s,
                              x + 2 + (p["x"] + p["radius"]) * s, y + 2 + (p["y"] + p["radius"]) * s],
                             outline="#2f6fde", width=2)
        save(sheet, folder / f"{name}.jpg")
    print(f"{len(groups) + len(films)} sheets")


def save(sheet, file):
    for quality in (85, 75, 60):
        sheet.save(file, "JPEG", quality=quality, optimize=True)
        if file.stat().st_size <= LIMIT:
            break


def film_sheet(files):
    """A row for each film, with frames from the first to the last."""
    sheet = Image.new("RGB", (FRAMES * SIDE, len(files) * (SIDE + 16)), "white")
    draw = ImageDraw.Draw(sheet)
    for row, file in enumerate(files):
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(file))]
        y = row * (SIDE + 16)
        for column in range(FRAMES):
            frame = frames[round(column * (len(frames) - 1) / (FRAMES - 1))]
            sheet.paste(frame.resize((SIDE - 4, SIDE - 4)), (column * SIDE + 2, y + 2))
        draw.text((4, y + SIDE), file.stem, fill="black")
    return sheet


if __name__ == "__main__":
    main()
