"""Resampling of the face networks' inputs: the reference for the Swift sampler."""

from __future__ import annotations

import numpy as np


def sample(
    image: np.ndarray, x0: float, y0: float, step: float, height: int, width: int
) -> np.ndarray:
    """Bilinear samples of an RGB image (H, W, 3) as float32 (height, width, 3), 0…255.

    Sample (row, column) is taken at the pixel index (y0 + row · step, x0 + column · step), without an offset of half
    a pixel and without smoothing. Pixels outside the image are black.
    """
    ys = y0 + np.arange(height) * step
    xs = x0 + np.arange(width) * step
    top, left = np.floor(ys).astype(int), np.floor(xs).astype(int)
    fy = (ys - top).astype(np.float32)[:, None, None]
    fx = (xs - left).astype(np.float32)[None, :, None]

    def pixels(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        inside = ((rows >= 0) & (rows < image.shape[0]))[:, None] & (
            (columns >= 0) & (columns < image.shape[1])
        )[None, :]
        rows = rows.clip(0, image.shape[0] - 1)
        columns = columns.clip(0, image.shape[1] - 1)
        return image[rows[:, None], columns[None, :]].astype(np.float32) * inside[:, :, None]

    above = pixels(top, left) * (1 - fx) + pixels(top, left + 1) * fx
    below = pixels(top + 1, left) * (1 - fx) + pixels(top + 1, left + 1) * fx
    return above * (1 - fy) + below * fy


def letterbox(image: np.ndarray, side: int) -> tuple[np.ndarray, float, float, float]:
    """The whole image in a square of `side` samples, centered on black.

    Returns the samples, and x0, y0 and step of `sample`.
    """
    height, width = image.shape[:2]
    longer = max(height, width)
    step = longer / side
    x0, y0 = (width - longer) / 2, (height - longer) / 2
    return sample(image, x0, y0, step, side, side), x0, y0, step
