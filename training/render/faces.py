"""Renders labeled faces for training from the 3D head: many rare expressions, known exactly.

    python -m training.render.faces --data FOLDER --cache CACHE --output RENDERS.npz [--people 500]

FOLDER contains face-model.npz. CACHE keeps the faces of each person: an interrupted run resumes from it, and
`--finish` creates the file from the existing ones. RENDERS.npz contains N faces that the detector finds:

    images [N, 96, 96] uint8 gray       labels [N] uint8, in the order of the eight emotions
    targets [N, 8] float32, rows sum 1  faces [N, 6] float32, as returned by `detect.detect_faces`
    strength [N] float32 (0: neutral)   identity_seed [N] int64        pose [N, 3] float32, degrees
    movements [N, 51] float32 from 0 to 1, in the order of a report

`framing.squares(faces, 96)` are the squares. Person p has seed p; people for evaluation start at EVALUATION_PEOPLE.
Everything follows from the seeds. `--sheet FILE.png` draws a contact sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.faces import framing
from training.faces.degradation import compressed
from training.render import process_renderer
from training.render.expression_variants import shown, target
from training.render.face_renderer import Appearance, Camera, FaceRenderer, chance
from training.render.strengths import strengths

SIDE = 96
EACH = 10  # pictures of a person: painting a person costs as much as four pictures
EVALUATION_PEOPLE = 1_000_000
# The last four are rare in FER+, so they are more frequent here.
SHARES = {
    "neutral": 0.13, "happiness": 0.08, "surprise": 0.08, "sadness": 0.13, "anger": 0.14,
    "disgust": 0.16, "fear": 0.14, "contempt": 0.14,
}  # fmt: skip
IDENTITY_SEED, PICTURE_SEED = 31, 37


@dataclass(frozen=True)
class Face:
    """One labeled picture, [SIDE, SIDE] uint8, before detection."""

    image: np.ndarray
    emotion: int
    strength: float
    seed: int
    pose: tuple[float, float, float]
    movements: np.ndarray


def person(seed: int, shapes: int) -> tuple[np.ndarray, Appearance]:
    """Identity coefficients [shapes] and appearance of the person with this seed."""
    generator = np.random.default_rng([IDENTITY_SEED, seed])
    _, appearance = chance.person(generator)
    spread = generator.uniform(0.6, 1.1)
    return generator.normal(scale=spread, size=shapes), appearance


def background(generator: np.random.Generator, side: int) -> np.ndarray:
    """A color picture [side, side, 3] of blurred patches, like a wall, a window or a shelf."""
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = generator.uniform(10, 245, size=3) * 0.5 + generator.uniform(10, 245) * 0.5
    for _ in range(generator.integers(0, 7)):
        x, y = generator.integers(-side // 3, side, size=2)
        w, h = generator.integers(side // 10, side, size=2)
        picture[max(y, 0) : y + h, max(x, 0) : x + w] = generator.uniform(0, 255, size=3)
    picture = cv2.GaussianBlur(picture, (0, 0), generator.uniform(0.5, side / 12))
    picture += generator.normal(scale=generator.uniform(0, 10), size=picture.shape)
    return np.clip(picture, 0, 255)


def photographed(color: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Simulates a simple camera: exposure, softness, noise, JPEG. Returns gray."""
    gray = cv2.cvtColor(color, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    gray = gray ** generator.uniform(0.65, 1.25) * generator.uniform(0.8, 1.15)
    if generator.random() < 0.5:
        gray = cv2.GaussianBlur(gray, (0, 0), generator.uniform(0.3, 0.8))
    gray += generator.normal(scale=generator.uniform(0, 0.02), size=gray.shape)
    pixels = np.clip(gray * 255, 0, 255).astype(np.uint8)
    return compressed(pixels, int(generator.integers(55, 98)))


def faces_of(renderer: FaceRenderer, seed: int) -> list[Face]:
    """The pictures of one person."""
    identity, appearance = person(seed, renderer.model.identity_count)
    generator = np.random.default_rng([PICTURE_SEED, seed])
    names = set(renderer.model.expression_names)
    emotions = generator.choice(len(EMOTIONS), size=EACH, p=[SHARES[name] for name in EMOTIONS])
    result = []
    for emotion in emotions:
        name = EMOTIONS[emotion]
        strength = float(generator.uniform(0.4, 1.3))
        pose = (
            float(np.clip(generator.normal(scale=12), -25, 25)),
            float(np.clip(generator.normal(scale=7), -15, 15)),
            float(np.clip(generator.normal(scale=5), -12, 12)),
        )
        expression = shown(name, 1.0 if name == "neutral" else strength, names, generator)
        color = renderer.render(
            identity, expression, pose=pose, light=chance.light(generator), size=(SIDE, SIDE),
            background=background(generator, SIDE), appearance=appearance,
            camera=Camera(
                height=generator.uniform(21, 26),
                center=(generator.uniform(-1.2, 1.2), generator.uniform(0, 2)),
            ),
        ).pixels  # fmt: skip
        picture, shown_strength = photographed(color, generator), 0.0 if name == "neutral" else strength
        result.append(Face(picture, int(emotion), shown_strength, seed, pose, strengths(expression)))
    return result


def _render(job: tuple[int, Path]) -> None:
    seed, kept = job
    if not kept.exists():
        # Renamed when it is complete.
        partial = kept.with_suffix(".partial")
        with partial.open("wb") as file:
            np.savez(file, **columns(faces_of(process_renderer.renderer(), seed)))
        partial.rename(kept)


def columns(faces: list[Face]) -> dict[str, np.ndarray]:
    """Faces as arrays, before detection."""
    return {
        "images": np.stack([face.image for face in faces]),
        "labels": np.array([face.emotion for face in faces], np.uint8),
        "strength": np.array([face.strength for face in faces], np.float32),
        "identity_seed": np.array([face.seed for face in faces], np.int64),
        "pose": np.array([face.pose for face in faces], np.float32),
        "movements": np.stack([face.movements for face in faces]),
    }


def with_targets(data: dict[str, np.ndarray], found: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of the file, without undetected faces."""
    seen = found[:, 0] > 0
    kept = {name: values[seen] for name, values in data.items()}
    # A face of strength 0 is fully neutral.
    kept["targets"] = np.stack([
        target(EMOTIONS[label], float(strength) or 1.0)
        for label, strength in zip(kept["labels"], kept["strength"], strict=True)
    ])
    return {**kept, "faces": found[seen].astype(np.float32)}


def sheet(data: dict[str, np.ndarray], columns: int = 16) -> np.ndarray:
    """Network inputs, two rows per emotion, weak to strong: gray [H, W]."""
    rows = []
    squares = framing.squares(data["faces"], SIDE)
    for emotion in range(len(EMOTIONS)):
        members = np.flatnonzero(data["labels"] == emotion)[: 2 * columns]
        members = members[np.argsort(data["strength"][members], kind="stable")]
        tiles = framing.network_inputs(data["images"][members], squares[members], SIDE)
        blank = np.zeros((2 * columns - len(tiles), SIDE, SIDE), np.uint8)
        tiles = np.concatenate([tiles, blank])
        rows += [np.hstack(tiles[:columns]), np.hstack(tiles[columns:])]
    return np.vstack(rows)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "cache", "output")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="seed of the first person")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--finish", action="store_true", help="stop rendering")
    parser.add_argument("--sheet", type=Path)
    arguments = parser.parse_args()
    if arguments.first + arguments.people > EVALUATION_PEOPLE:
        parser.error(f"people from {EVALUATION_PEOPLE} on are kept for evaluation")

    arguments.cache.mkdir(parents=True, exist_ok=True)
    seeds = range(arguments.first, arguments.first + arguments.people)
    jobs = [(seed, arguments.cache / f"{seed:07}.npz") for seed in seeds]
    if not arguments.finish:
        model = arguments.data / "face-model.npz"
        with Pool(arguments.processes, process_renderer.start, (model,)) as pool:
            for done, _ in enumerate(pool.imap(_render, jobs), 1):
                if done % 50 == 0:
                    print(f"{done} people", flush=True)
    parts = [np.load(kept) for _, kept in jobs if kept.exists()]
    if not parts:
        parser.error(f"{arguments.cache} contains none of these people: omit --finish")
    data = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    # Imported here because rendering does not need the network library.
    from training.convert.network_reference import ReferenceNetwork
    from training.faces.detect import DETECTOR, detect_faces

    total = len(data["labels"])
    data = with_targets(data, detect_faces(data["images"], ReferenceNetwork(DETECTOR)))
    np.savez(arguments.output, **data)
    counts = dict(zip(EMOTIONS, np.bincount(data["labels"], minlength=len(EMOTIONS)).tolist(), strict=True))
    print(f"{len(data['labels'])} of {total} faces were found and kept: {counts}")
    if arguments.sheet:
        cv2.imwrite(str(arguments.sheet), sheet(data))


if __name__ == "__main__":
    main()
