"""Renders faces with a known gaze, to fit and to measure the gaze in the program's reports.

    python -m training.render.gaze_faces --data FOLDER --output GAZE [--people 30]

FOLDER contains face-model.npz. GAZE gets JPEG pictures and `gaze.jsonl`, one line for each picture: `file`, `person`,
`set`, `pose` (yaw, pitch, roll of the head in degrees), and for the subject's `right` and `left` eye the `gaze` in
degrees, relative to the line from the eye to the camera, positive to the viewer's right and upward.

Four sets: `eyes`, the head nearly straight and the eyes in any direction; `head`, the eyes straight in a turned head;
`both`, eyes and head in independent directions; `expression`, the same with lids moved by an expression. The lids
follow the eyes, by the shapes of the head. Existing pictures are not rendered again. Everything follows from the
seeds.
"""

from __future__ import annotations

import json
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from training.command_line import parser_of
from training.render import jpeg
from training.render.face_renderer import Camera, FaceRenderer, chance
from training.render.face_renderer.model import FaceModel
from training.render.face_renderer.renderer import CAMERA_DISTANCE, TURNING_POINT, rotation
from training.render.faces import EVALUATION_PEOPLE, background, person

SIDE, CAMERA = 400, Camera(height=30.0, center=(0.0, 0.0))
EACH = {"eyes": 6, "head": 3, "both": 6, "expression": 5}
# Expressions that open or narrow the eyes, in any direction of the gaze.
EXPRESSIONS: list[dict[str, float]] = [
    {"mouthSmile": 0.9, "cheekSquint": 0.6, "eyeSquint": 0.5},
    {"eyeWide": 0.8, "browInnerUp": 0.9, "browOuterUp": 0.9, "jawOpen": 0.2},
    {"browDown": 1.0, "eyeSquint": 0.7, "mouthPress": 0.5},
    {"eyeBlink": 0.3},
    {"browInnerUp": 0.9, "mouthFrown": 0.8, "eyeBlink": 0.15},
]
FIRST = 4000  # of EVALUATION_PEOPLE: not rendered by other measurements
SEED = 71
EYES = {"right": "M_ScleraRight", "left": "M_ScleraLeft"}
# The maximum rotation of the eyes to the side and up or down, in degrees, and that of the head.
ACROSS, UP, HEAD = 30.0, 20.0, (30.0, 15.0, 12.0)
# Gaze angle at which the shapes of the lids have strength 1.
LIDS_ACROSS, LIDS_UP = 35.0, 25.0


class LookingModel(FaceModel):
    """A head with rotating eyeballs: the shapes of ICT-FaceKit only move the lids."""

    #: Yaw and pitch of both eyes in the head, in degrees.
    eyes: tuple[float, float] = (0.0, 0.0)

    def vertices(self, identity: np.ndarray, expression: dict[str, float]) -> np.ndarray:
        result = super().vertices(identity, expression)
        turn = rotation(*self.eyes, 0.0)
        for material in EYES.values():
            ball = self.ball(material)
            center = center_of(result[ball])
            result[ball] = (result[ball] - center) @ turn.T + center
        return result

    def ball(self, material: str) -> np.ndarray:
        """The vertices of an eyeball."""
        return np.unique(self.triangles[self.material == self.material_names.index(material)])


def center_of(ball: np.ndarray) -> np.ndarray:
    """The center [3] of an eyeball that looks ahead: the cornea bulges, so it is computed from height and back."""
    low, high = ball.min(0), ball.max(0)
    return np.array([*(low + high)[:2] / 2, low[2] + (high[1] - low[1]) / 2], np.float32)


def lids(yaw: float, pitch: float) -> dict[str, float]:
    """The shapes of the lids for eyes with this gaze."""
    across, up = abs(yaw) / LIDS_ACROSS, abs(pitch) / LIDS_UP
    side = ("eyeLookOut_L", "eyeLookIn_R") if yaw > 0 else ("eyeLookIn_L", "eyeLookOut_R")
    return {**dict.fromkeys(side, across), "eyeLookUp" if pitch > 0 else "eyeLookDown": up}


def angles(direction: np.ndarray) -> list[float]:
    """Yaw and pitch in degrees of a direction: x to the viewer's right, y up, z to the viewer."""
    x, y, z = direction / np.linalg.norm(direction)
    return [float(np.rad2deg(np.arctan2(x, z))), float(np.rad2deg(np.arcsin(y)))]


def gaze(model: LookingModel, rest: np.ndarray, pose: tuple[float, float, float]) -> dict[str, list[float]]:
    """The direction of each eye relative to the line to the camera, as it appears in the picture."""
    head, result = rotation(*pose), {}
    direction = head @ rotation(*model.eyes, 0.0) @ np.array([0.0, 0.0, 1.0])
    for eye, material in EYES.items():
        center = (center_of(rest[model.ball(material)]) - TURNING_POINT) @ head.T + TURNING_POINT
        yaw, pitch = angles(direction)
        seen_yaw, seen_pitch = angles(np.array([0.0, 0.0, CAMERA_DISTANCE]) - center)
        result[eye] = [round(yaw - seen_yaw, 3), round(pitch - seen_pitch, 3)]
    return result


Plan = tuple[str, str, tuple[float, float], tuple[float, float, float], dict[str, float]]


def plans(number: int) -> list[Plan]:
    """File, set, direction of the eyes, pose and expression of each picture of a person."""
    generator = np.random.default_rng([SEED, number])
    result = []
    for kind, count in EACH.items():
        for place in range(count):
            eyes = (0.0, 0.0) if kind == "head" else (
                float(generator.uniform(-ACROSS, ACROSS)), float(generator.uniform(-UP, UP)))
            spread = 0.1 if kind == "eyes" else 1.0
            pose = tuple(float(generator.uniform(-spread, spread) * most) for most in HEAD)
            shown = EXPRESSIONS[place] if kind == "expression" else {}
            result.append((f"{number:03}-{kind}-{place}.jpg", kind, eyes, pose, shown))
    return result


_renderer: FaceRenderer | None = None


def _start(model: Path) -> None:
    global _renderer
    cv2.setNumThreads(1)
    _renderer = FaceRenderer(LookingModel(model))


def _render(job: tuple[int, Path]) -> list[dict]:
    number, folder = job
    assert _renderer is not None
    model = _renderer.model
    assert isinstance(model, LookingModel)
    identity, appearance = person(EVALUATION_PEOPLE + FIRST + number, model.identity_count)
    model.eyes = (0.0, 0.0)
    rest = model.vertices(identity, {})
    lines = []
    for place, (file, kind, eyes, pose, shown) in enumerate(plans(number)):
        generator = np.random.default_rng([SEED, number, place])
        light, model.eyes = chance.light(generator), eyes
        if not (folder / file).exists():
            picture = _renderer.render(
                identity, {**lids(*eyes), **shown}, pose=pose, light=light, size=(SIDE, SIDE), appearance=appearance,
                background=background(generator, SIDE), camera=CAMERA)
            jpeg.save(picture.pixels, folder / file)
        lines.append({"file": file, "person": number, "set": kind, "pose": pose, **gaze(model, rest, pose)})
    return lines


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "output")
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    jobs = [(number, options.output) for number in range(options.people)]
    with Pool(options.processes, _start, (options.data / "face-model.npz",)) as pool:
        lines = [line for lines in pool.imap(_render, jobs) for line in lines]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (options.output / "gaze.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
