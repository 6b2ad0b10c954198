"""Contact sheets to look at: all pictures of a level and an emotion on one.

    python sheets.py         writes sheets/<level>-<emotion>.jpg, each under 300 kB
"""

import json
from pathlib import Path

from PIL import Image, ImageDraw

CONTENT = Path(__file__).resolve().parent.parent
SIDE, COLUMNS, LIMIT = 200, 4, 300_000


def main():
    folder = CONTENT / "sheets"
    folder.mkdir(exist_ok=True)
    questions = json.loads((CONTENT / "questions.json").read_text(encoding="utf-8"))["questions"]
    groups = {}
    for q in questions:
        if q["picture"]:
            groups.setdefault(f"{q['level']}-{q['emotion']}", []).append(q)
    for old in folder.glob("*.jpg"):
        if old.stem not in groups:
            old.unlink()
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
        file = folder / f"{name}.jpg"
        for quality in (85, 75, 60):
            sheet.save(file, "JPEG", quality=quality, optimize=True)
            if file.stat().st_size <= LIMIT:
                break
    print(f"{len(groups)} sheets")


if __name__ == "__main__":
    main()
