"""Makes the canonical face that head pose is measured against.

    python -m training.measure.canonical_face --faces FACES --meshes MESHES \
        --output Sources/FacialFun/Detection/HeadPose+CanonicalFace.swift

FACES is what render/landmark_faces.py made, MESHES what `facialfun-lab faces` printed for its pictures.

The canonical face is the network's own mean face: the meshes of the `neutral` set, each turned back
by its known pose, scaled to an eye distance of 1, averaged and made symmetric. Only the points that
expressions move little are kept, each with its partner on the other side.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import swift_constant
from training.render.face_renderer.renderer import rotation

# How much of the network's depth is real.
DEPTH_SCALE = swift_constant("HeadPose.swift", "depthScale")

MIDLINE = (10, 151, 9, 8, 168, 6, 197, 195, 5, 4, 1, 2, 94, 19)
# Right and left: eye corners and the lids' ends, temples and the face's edge down to the jaw's
# corner, forehead above the brows, cheekbones, wings of the nose.
PAIRS = (
    (33, 263), (133, 362), (130, 359), (243, 463), (226, 446),
    (127, 356), (234, 454), (93, 323), (132, 361), (162, 389), (21, 251), (54, 284),
    (103, 332), (67, 297), (109, 338), (71, 301), (68, 298), (104, 333), (69, 299), (108, 337),
    (117, 346), (118, 347), (116, 345), (123, 352), (98, 327), (129, 358),
)  # fmt: skip


def upright(points: np.ndarray) -> np.ndarray:
    """From the image's axes (x right, y down, z away) to the head's, depth corrected."""
    return points * np.array([1, -1, -DEPTH_SCALE])


def canonical(meshes: dict[str, np.ndarray], faces: list[dict]) -> np.ndarray:
    """The mean face [468, 3], eye centers 1 apart about the origin."""
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


def swift(rows: list[tuple[int, np.ndarray]]) -> str:
    """The table as a Swift file."""
    lines = "".join(
        f"        CanonicalPoint({index}, {x:.4f}, {y:.4f}, {z:.4f}),\n" for index, (x, y, z) in rows
    )
    return f"""// Made by training/measure/canonical_face.py; do not edit.

extension HeadPose {{
    /// A point of the canonical face: its index in the mesh and its place in the head's axes, in eye
    /// distances from the middle of the eyes.
    struct CanonicalPoint: Sendable {{
        let index: Int
        let place: SIMD3<Double>

        init(_ index: Int, _ x: Double, _ y: Double, _ z: Double) {{
            self.index = index
            place = SIMD3(x, y, z)
        }}
    }}

    /// The network's mean face, over neutral rendered people: {len(MIDLINE)} points of the midline,
    /// then {len(PAIRS)} pairs, right and left, that expressions move little.
    static let canonicalFace: [CanonicalPoint] = [
{lines}    ]
}}
""".replace("-0.0000", "0.0000")


def read_meshes(path: Path) -> dict[str, np.ndarray]:
    """The points of every picture in which a face was found, by the picture's name."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {line["name"]: np.array(line["points"]) for line in lines if line["points"]}


def main() -> None:
    """Reads the command line and writes the Swift file."""
    parser = parser_of(__doc__, "faces", "meshes", "output")
    arguments = parser.parse_args()
    lines = (arguments.faces / "faces.jsonl").read_text().splitlines()
    mean = canonical(read_meshes(arguments.meshes), [json.loads(line) for line in lines])
    arguments.output.write_text(swift(table(mean)))


if __name__ == "__main__":
    main()
