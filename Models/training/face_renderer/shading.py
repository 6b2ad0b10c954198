"""Light and colour of rendered pictures: folds in shade, backgrounds, linear light and sRGB."""

import numpy as np

from .rasteriser import Visible


def occlusion(seen: Visible, width: int, height: int, scale: float) -> np.ndarray:
    """A factor for samples that lie deeper than their neighbourhood: folds, sockets, nostrils."""
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


def backdrop(background, size: tuple[int, int]) -> np.ndarray:
    """A picture as it is, or a gradient from its first colour above to its second below."""
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


def linear(colour) -> np.ndarray:
    """8-bit sRGB to linear light."""
    value = np.asarray(colour, dtype=np.float32) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )


def srgb(light: np.ndarray) -> np.ndarray:
    """Linear light to 8-bit sRGB, with a soft shoulder so that highlights do not clip hard."""
    light = np.where(light > 0.7, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.3), np.maximum(light, 0))
    value = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.clip(np.rint(value * 255), 0, 255).astype(np.uint8)
