"""Renders faces for measuring landmarks, head pose and geometric features.

    python -m training.render.landmark_faces --data FOLDER --output FACES [--processes 2] [--every 3]

FOLDER contains face-model.npz. FACES gets PNG pictures and `faces.jsonl`, one line for each picture: its name, the
person, the shape and its strength, the pose in degrees, the 68 landmarks in pixels. Existing pictures are not
rendered again. Everything follows from the seeds below.

Three sets: `pose`, neutral faces over a grid of yaw, pitch and roll; `neutral`, many people looking nearly into the
camera; `shape`, a few of these people, each with one expression shape at rising strength, with the pose and light of
the person's neutral picture.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import asdict, dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from PIL import Image

from training.command_line import parser_of
from training.render.face_renderer import Camera, FaceRenderer, chance

YAWS = (-40.0, -20.0, 0.0, 20.0, 40.0)
PITCHES = (-25.0, -12.5, 0.0, 12.5, 25.0)
ROLLS = (-35.0, -17.5, 0.0, 17.5, 35.0)
POSE_PEOPLE = 10
NEUTRAL_PEOPLE = 36
SHAPE_PEOPLE = 6
SHAPES = (
    "mouthSmile", "mouthSmile_L", "mouthFrown", "mouthStretch", "jawOpen", "mouthUpperUp",
    "mouthPucker", "browInnerUp", "browOuterUp", "browDown", "eyeWide", "eyeSquint", "eyeBlink",
    "noseSneer",
)  # fmt: skip
STRENGTHS = (0.33, 0.67, 1.0)
SIDE = 320
CAMERA = Camera(height=30.0, center=(0.0, 0.0))


@dataclass(frozen=True)
class Face:
    """One picture to render."""

    name: str
    set: str
    person: int
    shape: str
    strength: float
    pose: tuple[float, float, float]


def faces() -> list[Face]:
    """All pictures, in a fixed order."""
    grid = [
        Face(f"pose-{number:03}", "pose", 1000 + number % POSE_PEOPLE, "", 0.0, pose)
        for number, pose in enumerate(itertools.product(YAWS, PITCHES, ROLLS))
    ]
    small = [
        chance.pose(np.random.default_rng([7, person]), spread=0.5)
        for person in range(NEUTRAL_PEOPLE)
    ]
    neutral = [
        Face(f"neutral-{person:02}", "neutral", person, "", 0.0, small[person])
        for person in range(NEUTRAL_PEOPLE)
    ]
    shapes = [
        Face(f"{shape}-{round(100 * strength):03}-{person:02}", "shape", person, shape, strength,
             small[person])
        for person in range(SHAPE_PEOPLE) for shape in SHAPES for strength in STRENGTHS
    ]  # fmt: skip
    return [*neutral, *grid, *shapes]


_renderer: FaceRenderer | None = None


def _start(model: Path) -> None:
    global _renderer
    _renderer = FaceRenderer.load(model)


def _render(job: tuple[Face, Path]) -> dict:
    face, folder = job
    path, notes = folder / f"{face.name}.png", folder / f"{face.name}.json"
    if not (path.exists() and notes.exists()):
        generator = np.random.default_rng([11, face.person])
        identity, appearance = chance.person(generator)
        picture = _renderer.render(
            identity, {face.shape: face.strength} if face.shape else {}, pose=face.pose,
            light=chance.light(generator), size=(SIDE, SIDE), appearance=appearance,
            camera=CAMERA, supersampling=1,
        )  # fmt: skip
        Image.fromarray(picture.pixels).save(path)
        entry = {**asdict(face), "landmarks68": np.round(picture.landmarks68, 3).tolist()}
        notes.write_text(json.dumps(entry))
    return json.loads(notes.read_text())


def render_all(model: Path, folder: Path, processes: int, every: int = 1) -> list[dict]:
    """Renders missing pictures, or each `every`th of them, and returns their lines."""
    folder.mkdir(parents=True, exist_ok=True)
    with Pool(processes, _start, (model,)) as pool:
        lines = pool.map(_render, [(face, folder) for face in faces()[::every]], chunksize=1)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "faces.jsonl").write_text(text)
    return lines


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "output")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="render only every Nth picture (3: a quick measurement)")
    arguments = parser.parse_args()
    render_all(arguments.data / "face-model.npz", arguments.output, arguments.processes, arguments.every)


if __name__ == "__main__":
    main()
