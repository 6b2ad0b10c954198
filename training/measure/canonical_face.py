"""Creates the canonical face for measuring head pose.

    python -m training.measure.canonical_face --faces FACES --meshes MESHES \
        --output Sources/FacialFunWire/contract.json

FACES is the output of render/landmark_faces.py, MESHES that of `facialfun-lab faces` for its pictures.

The canonical face is the network's own mean face: the meshes of the `neutral` set, each rotated back by its known
pose, scaled to an eye distance of 1, averaged and made symmetric. Only points that hardly move with expressions are
kept, each with its counterpart on the other side.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from training import contract
from training.command_line import parser_of
from training.render.face_renderer.renderer import rotation

MIDLINE = (10, 151, 9, 8, 168, 6, 197, 195, 5, 4, 1, 2, 94, 19)
# Right and left: eye corners and ends of the lids, temples and the edge of the face down to the corner of the jaw,
# forehead above the brows, cheekbones, wings of the nose.
PAIRS = (
    (33, 263), (133, 362), (130, 359), (243, 463), (226, 446),
    (127, 356), (234, 454), (93, 323), (132, 361), (162, 389), (21, 251), (54, 284),
    (103, 332), (67, 297), (109, 338), (71, 301), (68, 298), (104, 333), (69, 299), (108, 337),
    (117, 346), (118, 347), (116, 345), (123, 352), (98, 327), (129, 358),
)  # fmt: skip


def upright(points: np.ndarray) -> np.ndarray:
    """Transforms the image's axes (x right, y down, z away) to the head's, with corrected depth."""
    return points * np.array([1, -1, -contract.DEPTH_SCALE])


def canonical(meshes: dict[str, np.ndarray], faces: list[dict]) -> np.ndarray:
    """The mean face [468, 3], with eye centers at a distance of 1 around the origin."""
    total = []
    for face in faces:
        if face["set"] != "neutral" or face["name"] not in meshes:
            continue
        points = upright(meshes[face["name"]]) @ rotation(*face["pose"])
        right, left = points[[33, 133]].mean(axis=0), points[[263, 362]].mean(axis=0)
        total.append((points - (right + left) / 2) / np.linalg.norm(left - right))
    return np.mean(total, axis=0)


def table(mean: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """The stable points, made symmetric: midline first, then pairs."""
    rows = [(index, mean[index] * [0, 1, 1]) for index in MIDLINE]
    for right, left in PAIRS:
        place = (mean[left] + mean[right] * [-1, 1, 1]) / 2
        rows += [(right, place * [-1, 1, 1]), (left, place)]
    return rows


def rounded(rows: list[tuple[int, np.ndarray]]) -> list[list[float]]:
    """The table as the contract has it; adding 0 turns -0 into 0."""
    return [[index, *(round(float(x), 4) + 0 for x in place)] for index, place in rows]


def read_meshes(path: Path) -> dict[str, np.ndarray]:
    """The points of each picture with a face, by the picture's name."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {line["name"]: np.array(line["points"]) for line in lines if line["points"]}


def main() -> None:
    """Reads the command line and writes the table into the contract."""
    parser = parser_of(__doc__, "faces", "meshes", "output")
    arguments = parser.parse_args()
    lines = (arguments.faces / "faces.jsonl").read_text().splitlines()
    mean = canonical(read_meshes(arguments.meshes), [json.loads(line) for line in lines])
    changed = json.loads(arguments.output.read_text(encoding="utf-8"))
    changed["headPose"]["canonicalFace"] = rounded(table(mean))
    arguments.output.write_text(contract.to_text(changed) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
