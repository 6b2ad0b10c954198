"""Measures the error of the 478 reported landmarks on rendered people whose vertices are known.

    python -m training.render.landmark_faces --data FOLDER --output FACES
    python -m training.measure.landmark_errors --data FOLDER --faces FACES --facialfun PROGRAM \
        --output training/measure/LANDMARKS.md

FOLDER contains face-model.npz. The head has no points of MediaPipe's mesh, so the place of each on its surface is
fitted to the people with even numbers; the errors are those of the people with odd numbers. The 68 points of
docs/python.md are also compared with the 68 landmarks of the head itself, without any fit. The tables are written
between the marks of the page.
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.measure.programs import replace_between, reports_of
from training.render.face_renderer import FaceRenderer, chance
from training.render.face_renderer.model import EYE_SOCKETS, MOUTH_SOCKET, FaceModel
from training.render.landmark_faces import CAMERA, SIDE

MARKS = ("<!-- training.measure.landmark_errors: begin -->", "<!-- training.measure.landmark_errors: end -->")
PYTHON_PAGE = Path(__file__).parents[2] / "docs" / "python.md"
#: Indices of MediaPipe's mesh by part of the face; all others are `PLAIN`.
PARTS: dict[str, tuple[int, ...]] = {
    "irises": tuple(range(468, 478)),
    "eyelids": (
        33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246,
        263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466,
    ),
    "lips": (
        61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
        78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
    ),
    "brows": (
        46, 53, 52, 65, 55, 70, 63, 105, 66, 107, 276, 283, 282, 295, 285, 300, 293, 334, 296, 336,
    ),
    "outline of the face": (
        10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
        152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
    ),
}  # fmt: skip
PLAIN = "nose, cheeks, forehead, chin"
#: The parts of the 68 landmarks.
PARTS68 = {
    "jaw": range(17), "brows": range(17, 27), "nose": range(27, 36), "eyelids": range(36, 48),
    "lips": range(48, 68),
}  # fmt: skip
OUTER_CORNERS = 36, 45  # of the eyes, among the 68 landmarks
SETS = ("straight", "turned by up to 24°", "turned further", "expression")


@dataclass(frozen=True)
class Picture:
    """A picture with the reported and true points in pixels, and its unit of length."""

    person: int
    set: str
    reported: np.ndarray  # [478, 2]
    true: np.ndarray  # [candidates, 2]
    true68: np.ndarray  # [68, 2]
    eye_distance: float  # between the outer corners of the eyes, of this person looking into the camera


def points_68() -> list[int]:
    """The indices that docs/python.md gives for the 68 points."""
    found = re.search(r"POINTS_68 = (\[.*?\n\])", PYTHON_PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return ast.literal_eval(found[1])


class Surface:
    """Places on the visible surface of the head: vertices, and the middles of edges and triangles."""

    def __init__(self, model: FaceModel):
        """Finds them; the sockets behind mouth and eyes are left out."""
        hidden = np.zeros(len(model.neutral), dtype=bool)
        hidden[MOUTH_SOCKET] = hidden[EYE_SOCKETS] = True
        triangles = model.triangles
        balls = [model.material_names.index(f"M_Sclera{side}") for side in ("Left", "Right")]
        in_mouth = [model.material_names.index(name) for name in ("M_GumsTongue", "M_Teeth")]
        shown = ~hidden[triangles].any(axis=1) & ~np.isin(model.material, in_mouth)
        triangles, material = triangles[shown], model.material[shown]
        corners = np.concatenate([triangles[:, [k, k, k]] for k in range(3)])
        edges = np.concatenate([triangles[:, [a, b, b]] for a, b in ((0, 1), (1, 2), (2, 0))])
        # Three vertices for each place, whose mean it is; an edge counts its second one once more.
        places = np.concatenate([corners, edges, triangles])
        eye = np.isin(np.tile(material, 7), balls)
        self.places, first = np.unique(places, axis=0, return_index=True)
        self.is_eye = eye[first]
        is_edge = (self.places[:, 1] == self.places[:, 2]) & (self.places[:, 0] != self.places[:, 1])
        self.weights = np.where(is_edge[:, None], (0.5, 0.25, 0.25), 1 / 3)

    def positions(self, vertices: np.ndarray) -> np.ndarray:
        """The places [P, 2] of a picture's vertices [V, 2]."""
        return np.einsum("pk,pkd->pd", self.weights, vertices[self.places])


def nearest_places(pictures: list[Picture], is_eye: np.ndarray) -> np.ndarray:
    """For each landmark, the candidate with the smallest sum of squared distances over the pictures.

    Iris points are only placed on eyeballs, all others only on skin.
    """
    # Both coordinates of all pictures in one row, so that a single product gives all distances.
    true = np.concatenate([one.true / one.eye_distance for one in pictures], axis=1)
    seen = np.concatenate([one.reported / one.eye_distance for one in pictures], axis=1)
    cost = (true**2).sum(1)[:, None] - 2 * true @ seen.T + (seen**2).sum(1)
    iris = np.zeros(cost.shape[1], dtype=bool)
    iris[list(PARTS["irises"])] = True
    cost[is_eye[:, None] != iris] = np.inf
    return cost.argmin(axis=0)


def errors(pictures: list[Picture], places: np.ndarray) -> np.ndarray:
    """Distances [pictures, 478] of reported from true points, in percent of the eye distance."""
    return np.array([
        100 * np.linalg.norm(one.reported - one.true[places], axis=1) / one.eye_distance for one in pictures
    ])  # fmt: skip


def set_of(face: dict) -> str:
    """The row of a line of faces.jsonl."""
    yaw, pitch, _ = face["pose"]
    if face["set"] == "pose":
        return SETS[1] if np.hypot(yaw, pitch) <= 24 else SETS[2]
    return SETS[0] if face["set"] == "neutral" else SETS[3]


def read(model: Path, folder: Path, program: Path) -> tuple[list[Picture], np.ndarray, int]:
    """The pictures in which a face was found, which places are on eyeballs, and the number of all pictures."""
    lines = [json.loads(line) for line in (folder / "faces.jsonl").read_text().splitlines()]
    paths = [folder / f"{line['name']}.png" for line in lines]
    reports = reports_of(program, paths, "--landmarks", "--jobs", 1)
    renderer = FaceRenderer.load(model)
    surface = Surface(renderer.model)
    pictures = [
        picture_of(line, np.array(report["faces"][0]["landmarks"]), renderer, surface)
        for line, report in zip(lines, reports, strict=True)
        if report["faces"] and "landmarks" in report["faces"][0]
    ]
    return pictures, surface.is_eye, len(lines)


def picture_of(line: dict, landmarks: np.ndarray, renderer: FaceRenderer, surface: Surface) -> Picture:
    """The picture of a line of faces.jsonl, with the true points of its person."""
    identity, appearance = chance.person(np.random.default_rng([11, line["person"]]))
    head, size = renderer.model, (SIDE, SIDE)
    straight = renderer.positions(identity, {}, (0.0, 0.0, 0.0), size, appearance, CAMERA)
    right, left = straight[head.landmarks68[list(OUTER_CORNERS)]]
    shown = {line["shape"]: line["strength"]} if line["shape"] else {}
    vertices = renderer.positions(identity, shown, tuple(line["pose"]), size, appearance, CAMERA)
    return Picture(
        line["person"], set_of(line), landmarks[:, :2], surface.positions(vertices).astype(np.float32),
        vertices[head.landmarks68], float(np.linalg.norm(right - left)))


def table(pictures: list[Picture], error: np.ndarray, parts: dict[str, np.ndarray], heading: str) -> str:
    """Mean errors by part and set, with the 90th percentile of all."""
    sets = {name: [place for place, one in enumerate(pictures) if one.set == name] for name in SETS}
    sets = {name: chosen for name, chosen in sets.items() if chosen}
    counts = [f"{name} ({len(chosen)})" for name, chosen in sets.items()]
    lines = [
        f"| {heading} | points | " + " | ".join(counts) + " | all | 90 % below |",
        "|---|---:|" + "---:|" * (len(counts) + 2),
    ]
    for name, columns in {**parts, "all": np.arange(error.shape[1])}.items():
        means = [error[np.ix_(chosen, columns)].mean() for chosen in sets.values()]
        part = error[:, columns]
        cells = [f"{value:.1f} %" for value in (*means, part.mean(), np.quantile(part, 0.9))]
        lines.append(f"| {name} | {len(columns)} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def parts_478() -> dict[str, np.ndarray]:
    """All points by part."""
    named = {name: np.array(points) for name, points in PARTS.items()}
    rest = np.setdiff1d(np.arange(478), np.concatenate(list(named.values())))
    return {**named, PLAIN: rest}


def page(pictures: list[Picture], is_eye: np.ndarray, total: int) -> str:
    """The tables as Markdown."""
    fitted = [one for one in pictures if one.person % 2 == 0]
    held_out = [one for one in pictures if one.person % 2]
    error = errors(held_out, nearest_places(fitted, is_eye))
    index = points_68()
    error68 = np.array([
        100 * np.linalg.norm(one.reported[index] - one.true68, axis=1) / one.eye_distance for one in held_out
    ])  # fmt: skip
    parts68 = {name: np.array(points) for name, points in PARTS68.items()}
    people = len({one.person for one in held_out})
    width = np.mean([one.eye_distance for one in held_out])
    return (
        f"\n{len(pictures)} of {total} pictures have landmarks. Errors on the {len(held_out)} pictures of the {people} "
        f"people with odd numbers, in percent of the distance between the outer corners of the eyes ({width:.0f} px); "
        "means, with the number of pictures in parentheses.\n\n"
        + table(held_out, error, parts_478(), "part")
        + "\nThe 68 points of [docs/python.md](../../docs/python.md#68-points) and the 68 landmarks of the head, "
        "without any fit:\n\n"
        + table(held_out, error68, parts68, "part")
    )  # fmt: skip


def main() -> None:
    """Reads the command line and writes the tables into the page."""
    parser = parser_of(__doc__, "data", "faces", "facialfun", "output")
    options = parser.parse_args()
    text = page(*read(options.data / "face-model.npz", options.faces, options.facialfun))
    replace_between(options.output, MARKS, text)
    print(text)


if __name__ == "__main__":
    main()
