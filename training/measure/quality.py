"""Measures what damage does to sharpness and exposure, through the Swift code that ships.

    python -m training.measure.quality --faces FACES --work FOLDER --models Models \
        --probe .build/debug/FaceProbe

FACES is what render/landmark_faces.py made; its neutral people are damaged in known ways in FOLDER. Prints a
Markdown table.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

# Side of the face rectangle in the pictures of render/landmark_faces.py, in pixels, about.
RECTANGLE = 190


def blurred(percent: float):
    """A Gaussian whose standard deviation is so many percent of the rectangle's side."""
    return lambda picture, _: cv2.GaussianBlur(picture, (0, 0), RECTANGLE * percent / 100)


def smaller(side: int):
    """The rectangle has about `side` pixels a side."""
    def change(picture, _):
        size = [round(length * side / RECTANGLE) for length in picture.shape[1::-1]]
        return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return change  # fmt: skip


def lit(stops: float):
    """More or less light by so many stops, as a camera with a gamma of 2.2 gives it."""
    return lambda picture, _: np.clip(picture * 2 ** (stops / 2.2), 0, 255).astype(np.uint8)


def noisy(deviation: float):
    """Independent noise on every pixel."""
    return lambda picture, generator: np.clip(
        picture + generator.normal(0, deviation, picture.shape), 0, 255
    ).astype(np.uint8)


def compressed(quality: int):
    """Through JPEG."""
    def change(picture, _):
        buffer = io.BytesIO()
        Image.fromarray(picture).save(buffer, "JPEG", quality=quality)
        return np.asarray(Image.open(buffer))
    return change  # fmt: skip


def both(first, second):
    """One damage after the other."""
    return lambda picture, generator: second(first(picture, generator), generator)


DAMAGE = {
    "none": lambda picture, _: picture,
    "blur 0.5 %": blurred(0.5), "blur 1 %": blurred(1), "blur 1.5 %": blurred(1.5),
    "blur 2 %": blurred(2), "blur 3 %": blurred(3), "blur 4 %": blurred(4),
    "rectangle of 120 pixels": smaller(120), "rectangle of 80 pixels": smaller(80),
    "rectangle of 48 pixels": smaller(48),
    "noise 8": noisy(8), "blur 3 % and noise 8": both(blurred(3), noisy(8)),
    "JPEG quality 30": compressed(30),
    "−3 stops": lit(-3), "−2 stops": lit(-2), "+1 stop": lit(1), "+2 stops": lit(2),
}  # fmt: skip


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("faces", "work", "models", "probe"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    pictures = sorted(arguments.faces.glob("neutral-*.png"))
    undamaged = None
    print("| damage | found | sharpness | of the undamaged | below 95 % of the undamaged faces | "
          "mean luma | dark | bright | contrast |\n|---|---|---|---|---|---|---|---|---|")  # fmt: skip
    for number, (name, change) in enumerate(DAMAGE.items()):
        folder = arguments.work / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        for path in pictures:
            generator = np.random.default_rng(int(path.stem[-2:]))
            damaged = change(np.asarray(Image.open(path)), generator)
            Image.fromarray(damaged).save(folder / path.name)
        command = [str(arguments.probe.resolve()), str(arguments.models), str(folder)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        lines = [line for line in map(json.loads, output.splitlines()) if line["points"]]
        sharp = np.array([line["sharpness"] for line in lines])
        if undamaged is None:
            undamaged = sharp
        light = {key: np.mean([line["exposure"][key] for line in lines])
                 for key in ("meanLuma", "darkShare", "brightShare", "contrast")}  # fmt: skip
        below = (sharp < np.quantile(undamaged, 0.05)).mean()
        print(f"| {name} | {len(lines)} of {len(pictures)} | {sharp.mean():.2f} ± {sharp.std():.2f} "
              f"| {sharp.mean() / undamaged.mean():.2f} | {below:.0%} | {light['meanLuma']:.2f} "
              f"| {light['darkShare']:.0%} | {light['brightShare']:.0%} | {light['contrast']:.2f} |",
              flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
