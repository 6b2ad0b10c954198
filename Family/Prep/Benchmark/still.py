"""Cuts views without parallax from a room's truth: still.py FOLDER.

`FOLDER/roomN-still` gets the views of `FOLDER/roomN` as seen by a camera at the room's center, with the same
orientations and exposures. The difference between both results is the effect of parallax.
"""

import json
import random
import sys
from pathlib import Path

import cv2
import numpy as np
from measure import rotation

WIDTH, HEIGHT = 400, 300


def cut(truth, matrix, stops):
    """Returns a view of 60 degrees of a panorama, brightened by `stops` in linear light."""
    focal = WIDTH / 2 / np.tan(np.radians(30))
    x, y = np.meshgrid(np.arange(WIDTH) + 0.5 - WIDTH / 2, np.arange(HEIGHT) + 0.5 - HEIGHT / 2)
    rays = np.stack([x / focal, y / focal, np.ones_like(x)], -1) @ matrix.T
    height, width = truth.shape[:2]
    column = (np.arctan2(rays[..., 0], rays[..., 2]) / (2 * np.pi) + 0.5) * width - 0.5
    down = np.arctan2(rays[..., 1], np.hypot(rays[..., 0], rays[..., 2]))
    row = (down / np.pi + 0.5) * height - 0.5
    maps = column.astype(np.float32), row.astype(np.float32)
    view = cv2.remap(truth, *maps, cv2.INTER_CUBIC, borderMode=cv2.BORDER_WRAP)
    return np.clip(255 * (np.clip(view / 255.0, 0, 1) ** 2.2 * 2**stops) ** (1 / 2.2), 0, 255)


def main():
    for room in sorted(p.parent for p in Path(sys.argv[1]).glob("room?/truth.png")):
        folder = room.with_name(f"{room.name}-still")
        (folder / "views").mkdir(parents=True, exist_ok=True)
        truth = cv2.imread(str(room / "truth.png"))
        cv2.imwrite(str(folder / "truth.png"), truth)
        (folder / "photos.json").write_text((room / "photos.json").read_text())
        chance = random.Random(room.name)
        entries = json.loads((room / "truth.json").read_text())["pictures"]
        v, u = np.meshgrid(np.linspace(-0.9, 0.9, 5), np.linspace(-0.9, 0.9, 7), indexing="ij")
        half = np.tan(np.radians(30))
        rays = np.stack([u * half, v * half * 0.75, np.ones_like(u)], -1).reshape(-1, 3)
        rays /= np.linalg.norm(rays, axis=1, keepdims=True)
        for entry in entries:
            view = cut(truth, rotation(entry), chance.gauss(0, 0.25))
            cv2.imwrite(str(folder / entry["file"]), view, [cv2.IMWRITE_JPEG_QUALITY, 92])
            entry["seen"] = (rays @ rotation(entry).T).tolist()
        (folder / "truth.json").write_text(json.dumps({"pictures": entries}))


if __name__ == "__main__":
    main()
