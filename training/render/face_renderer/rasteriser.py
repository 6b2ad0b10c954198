"""Rasterization: which triangle is visible in each sample, with a z-buffer over scanline spans, in numpy."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Visible:
    """The samples in which the mesh is visible, one row each."""

    sample: np.ndarray  # [N] index into the picture, row-major
    triangle: np.ndarray  # [N]
    weights: np.ndarray  # [N, 3] perspective-correct barycentric coordinates
    depth: np.ndarray  # [N] distance along the optical axis

    def interpolated(self, triangles: np.ndarray, attribute: np.ndarray) -> np.ndarray:
        """Three explicit terms: a sum over an axis of three is several times slower in numpy."""
        shape = (-1,) + (1,) * (attribute.ndim - 1)
        corners = triangles[self.triangle]
        # Three terms written out: a sum over an axis of three is several times slower in numpy.
        return (
            attribute[corners[:, 0]] * self.weights[:, 0].reshape(shape)
            + attribute[corners[:, 1]] * self.weights[:, 1].reshape(shape)
            + attribute[corners[:, 2]] * self.weights[:, 2].reshape(shape)
        )


def visible(
    points: np.ndarray,
    depth: np.ndarray,
    triangles: np.ndarray,
    width: int,
    height: int,
    fronts_only: bool = False,
) -> Visible:
    """Draws triangles.

    `points` [V, 2] are in samples, y down, centers at half integers; `depth` [V] is positive. Adjacent triangles
    neither share nor miss a sample. `fronts_only` omits triangles that run clockwise in the picture: the far side of
    a closed surface, which is hidden by its near side.
    """
    kept, triangle, sample, flat, near = _drawn(
        points, depth, triangles, width, height, fronts_only
    )
    nearest = np.zeros(width * height)
    np.maximum.at(nearest, sample, near)
    won = near == nearest[sample]
    sample, first = np.unique(sample[won], return_index=True)
    won = np.flatnonzero(won)[first]
    return Visible(
        sample=sample,
        triangle=kept[triangle[won]],
        weights=(flat[won] / near[won, None]).astype(np.float32),
        depth=1.0 / near[won],
    )


def fragments(
    points: np.ndarray, depth: np.ndarray, triangles: np.ndarray, width: int, height: int
) -> Visible:
    """Like `visible`, but with all triangles that cover a sample, nearest first: for transparent surfaces."""
    kept, triangle, sample, flat, near = _drawn(points, depth, triangles, width, height, False)
    order = np.lexsort((-near, sample))
    triangle, sample, flat, near = triangle[order], sample[order], flat[order], near[order]
    return Visible(
        sample=sample,
        triangle=kept[triangle],
        weights=(flat / near[:, None]).astype(np.float32),
        depth=1.0 / near,
    )


def _drawn(
    points: np.ndarray,
    depth: np.ndarray,
    triangles: np.ndarray,
    width: int,
    height: int,
    fronts_only: bool,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The triangles that may cover samples, and for each sample in one of them: triangle, sample, the weights divided
    by the depth, and one divided by the depth.
    """
    kept = _worthwhile(points, triangles, fronts_only)
    triangles = triangles[kept]
    corner = points[triangles].astype(np.float64)
    inverse = 1.0 / depth[triangles].astype(np.float64)
    triangle, row = _rows(corner[..., 1], height)
    left, right = _spans(corner[triangle], row + 0.5, width)
    some = right > left
    triangle, row, left, right = triangle[some], row[some], left[some], right[some]
    count = right - left
    column = _ranges(left, count)
    triangle, row = np.repeat(triangle, count), np.repeat(row, count)

    # 1/depth is linear over the picture, so it can be compared exactly.
    edge1, edge2 = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
    area = edge1[:, 0] * edge2[:, 1] - edge1[:, 1] * edge2[:, 0]
    area = np.where(np.abs(area) < 1e-12, 1e-12, area)
    x = column + 0.5 - corner[triangle, 0, 0]
    y = row + 0.5 - corner[triangle, 0, 1]
    b1 = ((edge2[:, 1] / area)[triangle] * x) - ((edge2[:, 0] / area)[triangle] * y)
    b2 = ((edge1[:, 0] / area)[triangle] * y) - ((edge1[:, 1] / area)[triangle] * x)
    flat = np.stack([1 - b1 - b2, b1, b2], axis=1) * inverse[triangle]
    near = flat[:, 0] + flat[:, 1] + flat[:, 2]
    return kept, triangle, row * width + column, flat, near


def _worthwhile(points: np.ndarray, triangles: np.ndarray, fronts_only: bool) -> np.ndarray:
    """Indices of the triangles that may cover a sample; half of a dense mesh falls between all samples of a small
    picture.
    """
    (xa, ya), (xb, yb), (xc, yc) = (points[triangles[:, k]].T for k in range(3))
    wanted = np.ones(len(triangles), dtype=bool)
    for a, b, c in ((xa, xb, xc), (ya, yb, yc)):
        low, high = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
        # A margin of a thousandth of a sample keeps triangles affected by rounding.
        wanted &= np.ceil(low - 0.501) <= np.floor(high - 0.499)
    if fronts_only:
        wanted &= (xb - xa) * (yc - ya) < (xc - xa) * (yb - ya)
    return np.flatnonzero(wanted)


def _ranges(start: np.ndarray, count: np.ndarray) -> np.ndarray:
    """start[0], start[0] + 1, … count[0] numbers, then start[1], …"""
    ends = np.cumsum(count)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - count - start, count)


def _rows(y: np.ndarray, height: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of a triangle and a row of sample centers that meet; `y` is [T, 3]."""
    first = np.clip(np.ceil(y.min(axis=1) - 0.5), 0, height).astype(np.int64)
    last = np.clip(np.ceil(y.max(axis=1) - 0.5), 0, height).astype(np.int64)
    count = np.maximum(last - first, 0)
    return np.repeat(np.arange(len(y)), count), _ranges(first, count)


def _spans(corner: np.ndarray, y: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """The columns [left, right) of the sample centers inside a triangle, for each row."""
    low, high = np.full(len(y), np.inf), np.full(len(y), -np.inf)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        (xa, ya), (xb, yb) = corner[:, a].T, corner[:, b].T
        crosses = (ya <= y) != (yb <= y)
        step = np.where(crosses, yb - ya, 1)
        x = xa + (y - ya) / step * (xb - xa)
        low = np.where(crosses, np.minimum(low, x), low)
        high = np.where(crosses, np.maximum(high, x), high)
    found = low <= high
    left = np.clip(np.ceil(np.where(found, low, 0) - 0.5), 0, width).astype(np.int64)
    right = np.clip(np.ceil(np.where(found, high, 0) - 0.5), 0, width).astype(np.int64)
    return left, right
