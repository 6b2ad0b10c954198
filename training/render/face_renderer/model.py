"""The 3D head: vertices for an identity and an expression.

The model is the light version of ICT-FaceKit: Copyright (c) 2020 USC Institute for Creative Technologies, MIT
License. Renders of it may be shared with that attribution.
"""

from pathlib import Path

import numpy as np

# Vertices of the inner sockets of mouth and eyes, by ICT-FaceKit's table of geometries; their materials are the same
# as that of the back of the head.
MOUTH_SOCKET = slice(11248, 13294)
EYE_SOCKETS = slice(13294, 14062)

# Transparent shells over the eye, which would only hide it without refraction, and the lashes, which need a texture;
# iris and lash lines are painted.
UNDRAWN = (
    "M_EyeBlend", "M_EyeLashes", "M_EyeOcclusion", "M_IrisLeft", "M_IrisRight", "M_LacrimalFluid",
)  # fmt: skip


class FaceModel:
    """A head with 57 expression shapes and 100 identity shapes; lengths in centimeters.

    Axes: x to the subject's left (the viewer's right), y up, z out of the face.
    """

    def __init__(self, path: Path | str):
        """Reads face-model.npz."""
        with np.load(path) as file:
            self.neutral = file["neutral"].astype(np.float32)
            self._expression = file["expression"].astype(np.float32)
            self._identity = file["identity"].astype(np.float32)
            self.landmarks68 = file["landmarks68"]
            names = [str(name) for name in file["expression_names"]]
            self._row = {name: row for row, name in enumerate(names)}
            quads, material = file["quads"], file["material"]
            self.material_names = [str(name) for name in file["material_names"]]
        drawn = ~np.isin(material, [self.material_names.index(name) for name in UNDRAWN])
        quads, material = quads[drawn], material[drawn]
        triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
        real = triangles[:, 1] != triangles[:, 2]
        self.triangles = triangles[real]
        self.material = np.concatenate([material, material])[real]

    @property
    def expression_names(self) -> list[str]:
        """The names of the expression shapes, such as `mouthSmile_L`."""
        return list(self._row)

    @property
    def identity_count(self) -> int:
        """Number of identity coefficients."""
        return len(self._identity)

    def vertices(self, identity: np.ndarray, expression: dict[str, float]) -> np.ndarray:
        """Vertices [V, 3] of one face.

        `identity` has up to `identity_count` coefficients in standard deviations; missing ones are 0. `expression`
        contains the strength of each shape by name, usually 0…1; a name without `_L` or `_R` that only exists in
        halves moves both sides.
        """
        result = self.neutral.copy()
        for row, coefficient in enumerate(np.asarray(identity, dtype=np.float32)):
            if coefficient != 0:
                result += coefficient * self._identity[row]
        for name, strength in expression.items():
            for row in self._rows(name):
                result += np.float32(strength) * self._expression[row]
        return result

    def eyeball(self, material_name: str) -> tuple[np.ndarray, float]:
        """Center [3] and radius of the neutral head's eyeball of this material."""
        index = self.material_names.index(material_name)
        points = self.neutral[np.unique(self.triangles[self.material == index])]
        low, high = points.min(axis=0), points.max(axis=0)
        # The cornea bulges forward, so the ball is computed from height and back.
        radius = float(high[1] - low[1]) / 2
        return np.array([*(low + high)[:2] / 2, low[2] + radius], dtype=np.float32), radius

    def _rows(self, name: str) -> list[int]:
        if name in self._row:
            return [self._row[name]]
        if f"{name}_L" in self._row:
            return [self._row[f"{name}_L"], self._row[f"{name}_R"]]
        raise KeyError(f"no expression shape {name!r}; there are {', '.join(self._row)}")

    def normals(self, vertices: np.ndarray) -> np.ndarray:
        """Unit normals [V, 3]: the mean over a vertex's triangles, weighted by area."""
        corners = vertices[self.triangles]
        face = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        index = self.triangles.ravel()
        total = np.stack(
            [
                np.bincount(index, np.repeat(face[:, axis], 3), minlength=len(vertices))
                for axis in range(3)
            ],
            axis=1,
        )
        length = np.linalg.norm(total, axis=1, keepdims=True)
        return (total / np.maximum(length, 1e-12)).astype(np.float32)
