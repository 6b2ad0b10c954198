"""Reads meshes from Wavefront OBJ files."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Mesh:
    """positions [V, 3], uv [U, 2]; triangles [T, 3] index positions, uv_triangles [T, 3] index uv; group [T] is the
    group's name of each triangle.
    """

    positions: np.ndarray
    uv: np.ndarray
    triangles: np.ndarray
    uv_triangles: np.ndarray
    group: np.ndarray

    def vertices_of(self, name: str) -> np.ndarray:
        """The vertices of a group."""
        return np.unique(self.triangles[self.group == name])


def read(path: Path) -> Mesh:
    """The mesh in a file; its faces must be triangles or quads with texture coordinates."""
    positions, uv, triangles, uv_triangles, group = [], [], [], [], []
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "v":
            positions.append([float(part) for part in rest.split()[:3]])
        elif kind == "vt":
            uv.append([float(part) for part in rest.split()[:2]])
        elif kind == "g":
            name = rest.strip()
        elif kind == "f":
            corners = [corner.split("/") for corner in rest.split()]
            for second in range(1, len(corners) - 1):
                fan = (corners[0], corners[second], corners[second + 1])
                triangles.append([int(corner[0]) - 1 for corner in fan])
                uv_triangles.append([int(corner[1]) - 1 for corner in fan])
                group.append(name)
    if not triangles:
        raise ValueError(f"{path} contains no faces: it is not a Wavefront OBJ file")
    return Mesh(
        np.array(positions, np.float32), np.array(uv, np.float32), np.array(triangles),
        np.array(uv_triangles), np.array(group),
    )  # fmt: skip


def normals(positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """The unit normal of each vertex [V, 3], weighted by the area of the triangles."""
    corner = positions[triangles]
    flat = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    total = np.zeros_like(positions)
    for place in range(3):
        for axis in range(3):
            total[:, axis] += np.bincount(
                triangles[:, place], flat[:, axis], minlength=len(positions)
            )
    length = np.sqrt((total**2).sum(1, keepdims=True))
    return (total / np.maximum(length, 1e-9)).astype(np.float32)
