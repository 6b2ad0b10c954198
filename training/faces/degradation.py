"""Degradation of face pictures with known strength, shared by training, the gate and the damage table.

Pictures are [H, W] or [H, W, 3] uint8. `augment.py` damages whole batches of tensors; `occlusion/occluders.py` draws
objects over faces.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

GAMMA = 2.2


@dataclass(frozen=True)
class SensorNoise:
    """Sensor noise in linear light, 0…1: the readout noise, and the light's own noise (its variance at full light)."""

    read: float = 0.0015
    shot: float = 0.0006


def exposed(
    picture: np.ndarray, stops: float, noise: SensorNoise | None = None,
    random: np.random.Generator | None = None,
) -> np.ndarray:  # fmt: skip
    """Changes the exposure by a number of stops and clips; `random` draws the noise, if given."""
    light = (picture.astype(np.float32) / 255) ** GAMMA * 2.0**stops
    if noise is not None and random is not None:
        deviation = np.sqrt(noise.read**2 + noise.shot * light)
        light = light + random.normal(0, 1, picture.shape).astype(np.float32) * deviation
    return np.round(np.clip(light, 0, 1) ** (1 / GAMMA) * 255).astype(np.uint8)


def blurred(picture: np.ndarray, sigma: float, border: int = cv2.BORDER_DEFAULT) -> np.ndarray:
    """Defocus: a Gaussian with a standard deviation of `sigma` pixels."""
    return cv2.GaussianBlur(picture, (0, 0), sigma, borderType=border)


def motion_blurred(picture: np.ndarray, length: float, random: np.random.Generator) -> np.ndarray:
    """Motion during the exposure, over `length` pixels in a random direction."""
    pixels = max(3, round(length))
    angle = random.uniform(0, np.pi)
    kernel = np.zeros((pixels | 1, pixels | 1), np.float32)
    half = (pixels | 1) // 2
    end = (round(half * (1 + np.cos(angle))), round(half * (1 + np.sin(angle))))
    start = (2 * half - end[0], 2 * half - end[1])
    cv2.line(kernel, start, end, 1.0, 1)
    return cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def noisy(picture: np.ndarray, sigma: float, random: np.random.Generator) -> np.ndarray:
    """Independent Gaussian noise with a standard deviation of `sigma` gray levels on every pixel."""
    return np.clip(np.rint(picture + random.normal(0, sigma, picture.shape)), 0, 255).astype(np.uint8)


def compressed(gray: np.ndarray, quality: int) -> np.ndarray:
    """A gray picture compressed as JPEG of this quality, 1…100."""
    content = cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(content, cv2.IMREAD_GRAYSCALE)


def reduced(picture: np.ndarray, side: int) -> np.ndarray:
    """The picture reduced to `side` × `side` pixels by area averaging."""
    return cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)


def transformed(
    picture: np.ndarray, scale: float = 1, right: float = 0, down: float = 0, roll: float = 0
) -> np.ndarray:
    """A square picture's content enlarged, shifted by fractions of its side, and turned clockwise by degrees.

    The border is repeated, unlike at the edge of a photograph, which makes detection harder.
    """
    side = picture.shape[0]
    center = (side - 1) / 2
    matrix = cv2.getRotationMatrix2D((center, center), -roll, scale)
    matrix[:, 2] += (right * side, down * side)
    return cv2.warpAffine(
        picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def cropped(picture: np.ndarray, edge: str, share: float, left: float, side: float) -> np.ndarray:
    """Moves a border of the picture (`left`, `right`, `top`, `bottom`) into the face by a fraction of its side.

    - left, side: left and top edge of the face, and its size, in pixels.
    """
    end = left + side
    keep = {"left": (slice(None), slice(round(left + share * side), None)),
            "right": (slice(None), slice(None, round(end - share * side))),
            "top": (slice(round(left + share * side), None), slice(None)),
            "bottom": (slice(None, round(end - share * side)), slice(None))}[edge]  # fmt: skip
    return np.ascontiguousarray(picture[keep])
