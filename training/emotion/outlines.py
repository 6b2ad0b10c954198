"""Faces cut out along the outline of the face mesh, on black, without hair and background.

A network trained only on whole pictures depends on the surroundings of a face.
"""

from __future__ import annotations

import cv2
import numpy as np

from training import MODELS
from training.convert.network_reference import ReferenceNetwork
from training.faces import framing
from training.faces.dataset import Faces

FACE_MESH = MODELS / "face-mesh"
MESH_SIDE = 192
# The width of the mesh's input region divided by the width of the detector's box (Models/face-mesh).
REGION_OVER_BOX_WIDTH = 1.5
# The points of the face's outline, in order.
OUTLINE = (
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152,
    148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
)  # fmt: skip
CUT_SIDE = 96
BATCH = 64
SUBPIXEL_BITS = 4


def regions(faces: Faces) -> np.ndarray:
    """The transform from the mesh's input to the image for each face, [N, 2, 3]."""
    maps = []
    for x, y, side, angle in framing.squares(faces.faces, faces.images.shape[1]):
        scale = side / framing.SIDE_OVER_BOX_WIDTH * REGION_OVER_BOX_WIDTH / MESH_SIDE
        a, b, half = scale * np.cos(angle), scale * np.sin(angle), MESH_SIDE / 2
        maps.append([[a, -b, x - (a - b) * half], [b, a, y - (a + b) * half]])
    return np.array(maps)


def outlined(faces: Faces) -> tuple[Faces, np.ndarray]:
    """The faces at 96×96, black outside their outline, and whether a mesh was found in each, [N]."""
    mesh = ReferenceNetwork(FACE_MESH)
    points_at = mesh.manifest["outputs"].index("landmarks")
    maps, side = regions(faces), faces.images.shape[1]
    images = np.zeros((len(faces), CUT_SIDE, CUT_SIDE), np.uint8)
    found = np.zeros(len(faces), bool)
    for start in range(0, len(faces), BATCH):
        part = range(start, min(start + BATCH, len(faces)))
        crops = [
            cv2.warpAffine(
                faces.images[i], maps[i], (MESH_SIDE, MESH_SIDE),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
            )
            for i in part
        ]
        seen = np.repeat(np.stack(crops)[..., None] / np.float32(255), 3, 3)
        outputs = mesh(seen.astype(np.float32))
        points = outputs[points_at].reshape(len(part), -1, 3)[:, OUTLINE, :2]
        found[part.start : part.stop] = outputs[1 - points_at].reshape(-1) > 0
        for i, outline in zip(part, points, strict=True):
            corners = (outline @ maps[i][:, :2].T + maps[i][:, 2]) * (CUT_SIDE / side)
            mask = np.zeros((CUT_SIDE, CUT_SIDE), np.uint8)
            fixed = np.round(corners * 2**SUBPIXEL_BITS).astype(np.int32)
            cv2.fillPoly(mask, [fixed], 255, lineType=cv2.LINE_AA, shift=SUBPIXEL_BITS)
            large = cv2.resize(faces.images[i], (CUT_SIDE, CUT_SIDE)).astype(np.float32)
            images[i] = np.round(large * mask / 255)
    boxes = faces.faces.copy()
    boxes[:, :5] *= CUT_SIDE / side
    return Faces(images, faces.labels, faces.targets, boxes), found
