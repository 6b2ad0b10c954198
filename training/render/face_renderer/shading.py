"""Light and color of rendered pictures: folds in shade, backgrounds, linear light and sRGB."""

import numpy as np

from .rasteriser import Visible, visible

SHADOW_SIZE = 420  # samples along each side of the shadow map
SHADOW_SPAN = 46.0  # cm covered by the shadow map


def occlusion(seen: Visible, width: int, height: int, scale: float) -> np.ndarray:
    """Darkens samples that lie deeper than their neighborhood: folds, sockets, nostrils."""
    depth = np.zeros(width * height, dtype=np.float32)
    cover = np.zeros(width * height, dtype=np.float32)
    depth[seen.sample], cover[seen.sample] = seen.depth, 1
    depth, cover = depth.reshape(height, width), cover.reshape(height, width)
    factor = np.ones(len(seen.sample), dtype=np.float32)
    for radius, strength in ((0.5, 0.5), (1.6, 0.16)):
        reach = max(1, round(radius * scale / 1.7))
        mean = blurred(depth, reach) / np.maximum(blurred(cover, reach), 1e-6)
        deeper = seen.depth - mean.ravel()[seen.sample]
        factor *= 1 - np.clip(strength * deeper / radius, 0, 0.55).astype(np.float32)
    return factor


def blurred(layer: np.ndarray, reach: int) -> np.ndarray:
    """Two passes of a box filter of 2 · reach + 1 samples in each direction, zero outside."""
    for _ in range(2):
        for axis in (0, 1):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (reach + 1, reach)
            total = np.cumsum(np.pad(layer, pad), axis=axis, dtype=np.float64)
            length = layer.shape[axis]
            window = 2 * reach + 1
            if axis == 0:
                layer = total[window : window + length] - total[:length]
            else:
                layer = total[:, window : window + length] - total[:, :length]
            layer = (layer / window).astype(np.float32)
    return layer


def lamp_reach(
    position: np.ndarray,
    vertices: np.ndarray,
    triangles: np.ndarray,
    toward: np.ndarray,
    fronts_only: bool = True,
) -> np.ndarray:
    """The share of a lamp's light from the direction `toward` [3] that reaches each position [N, 3], 0…1, from a soft
    shadow map of the mesh.
    """
    side = unit(np.cross(np.float32([[0, 1, 0]]), toward))[0]
    axes = np.stack([side, np.cross(toward, side), toward])
    scale = SHADOW_SIZE / SHADOW_SPAN

    def seen_from_lamp(points):
        local = points @ axes.T
        flat = np.stack([local[:, 0], -local[:, 1]], axis=1) * scale + SHADOW_SIZE / 2
        return flat, 100 - local[:, 2]

    flat, depth = seen_from_lamp(vertices)
    seen = visible(flat, depth, triangles, SHADOW_SIZE, SHADOW_SIZE, fronts_only)
    nearest = np.full(SHADOW_SIZE * SHADOW_SIZE, np.inf, dtype=np.float32)
    nearest[seen.sample] = seen.depth
    flat, depth = seen_from_lamp(position)
    total = np.zeros(len(position), dtype=np.float32)
    taps = [(0, 0)] + [
        (r * np.cos(a), r * np.sin(a))
        for r, n in ((2.2, 5), (4.2, 7))
        for a in np.arange(n) * 2 * np.pi / n
    ]
    for dx, dy in taps:
        column = np.clip((flat[:, 0] + dx).astype(np.int32), 0, SHADOW_SIZE - 1)
        row = np.clip((flat[:, 1] + dy).astype(np.int32), 0, SHADOW_SIZE - 1)
        behind = depth - nearest[row * SHADOW_SIZE + column]
        total += 1 - np.clip((behind - 0.15) / 0.25, 0, 1)
    return total / len(taps)


def backdrop(background, size: tuple[int, int]) -> np.ndarray:
    """A picture unchanged, or a gradient from its first color at the top to the second at the bottom."""
    picture = np.asarray(background, dtype=np.float32)
    if picture.shape == (size[1], size[0], 3):
        return picture
    ramp = np.linspace(0, 1, size[1], dtype=np.float32)[:, None, None]
    gradient = picture[0] * (1 - ramp) + picture[1] * ramp
    return np.broadcast_to(gradient, (size[1], size[0], 3))


def unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors [..., 3] of length 1."""
    return vectors / np.maximum(np.sqrt(dot(vectors, vectors)), 1e-9)[..., None]


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scalar products of vectors [..., 3]."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]


def linear(color) -> np.ndarray:
    """8-bit sRGB to linear light."""
    value = np.asarray(color, dtype=np.float32) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )


def srgb(light: np.ndarray) -> np.ndarray:
    """Linear light to 8-bit sRGB, with a soft shoulder for highlights."""
    light = np.where(light > 0.7, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.3), np.maximum(light, 0))
    value = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.clip(np.rint(value * 255), 0, 255).astype(np.uint8)
