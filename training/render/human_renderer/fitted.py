"""Worn objects: MakeHuman's hair, brows, lashes, eyes and teeth, fitted to a body.

A fitting file (`.mhclo`) contains for each vertex of the object three vertices of the body, three weights and an
offset, or only one vertex; the offset scales with distances on the body.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from . import wavefront


class Fitted:
    """A worn object; `texture` [H, W, 4], 0…1, is the only picture in the folder, None if it has none."""

    def __init__(self, folder: Path):
        """Reads the object in a folder."""
        fitting = next(folder.glob("*.mhclo"))
        self.mesh = wavefront.read(fitting.with_suffix(".obj"))
        pictures = sorted(folder.glob("*.png"))
        self.texture = picture(pictures[0]) if pictures else None
        self._scales: dict[int, tuple[int, int, float]] = {}
        places, weights, offsets = [], [], []
        begun = False
        for line in fitting.read_text(encoding="utf-8").splitlines():
            parts = line.split()
            if not parts or parts[0].startswith("#"):
                continue
            if parts[0] in ("x_scale", "y_scale", "z_scale"):
                axis = "xyz".index(parts[0][0])
                self._scales[axis] = (int(parts[1]), int(parts[2]), float(parts[3]))
            elif parts[0] == "verts":
                begun = True
            elif begun and parts[0].lstrip("-").isdigit():
                whole = parts if len(parts) == 9 else [parts[0]] * 3 + ["1"] + ["0"] * 5
                places.append([int(part) for part in whole[:3]])
                weights.append([float(part) for part in whole[3:6]])
                offsets.append([float(part) for part in whole[6:]])
            elif places:
                break
        if len(places) != len(self.mesh.positions):
            raise ValueError(
                f"{fitting} fits {len(places)} vertices, its mesh has {len(self.mesh.positions)}"
            )
        self._places = np.array(places)
        self._weights = np.array(weights, np.float32)
        self._offsets = np.array(offsets, np.float32)

    def on(self, body: np.ndarray) -> np.ndarray:
        """The positions [V, 3] of the object on a body's positions."""
        scale = np.ones(3, np.float32)
        for axis, (one, other, whole) in self._scales.items():
            scale[axis] = abs(body[one, axis] - body[other, axis]) / whole
        held = (body[self._places] * self._weights[..., None]).sum(1)
        return held + self._offsets * scale


def picture(path: Path) -> np.ndarray:
    """A picture [H, W, 4] float32, 0…1."""
    return np.asarray(Image.open(path).convert("RGBA"), np.float32) / 255


def sampled(texture: np.ndarray, uv: np.ndarray) -> np.ndarray:
    """The texture's value [N, 4] at texture coordinates [N, 2], linearly interpolated."""
    height, width = texture.shape[:2]
    x = np.clip(uv[:, 0] % 1.0001 * width - 0.5, 0, width - 1.001)
    y = np.clip((1 - uv[:, 1]) % 1.0001 * height - 0.5, 0, height - 1.001)
    column, row = x.astype(int), y.astype(int)
    right, below = (x - column)[:, None], (y - row)[:, None]
    upper = texture[row, column] * (1 - right) + texture[row, column + 1] * right
    lower = texture[row + 1, column] * (1 - right) + texture[row + 1, column + 1] * right
    return upper * (1 - below) + lower * below
