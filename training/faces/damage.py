"""Controlled damage to grey face pictures, and errors of the cut, by name.

Each damage of a kind that has a direction (shift, roll) goes to every face in one direction only, by
the face's number: right, left, down and up in turn, or clockwise and back. Scale and shift move the
picture's content and repeat its border, as the edge of a photograph would not; that is the harsher
case for the detector.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

Damage = Callable[[np.ndarray, int], np.ndarray]

DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
NOISE_SEED = 77
GAMMA = 2.2


def moved(
    image: np.ndarray, scale: float = 1, right: float = 0, down: float = 0, roll: float = 0
) -> np.ndarray:
    """Content enlarged, shifted by shares of the side, and turned clockwise by degrees."""
    side = image.shape[0]
    middle = (side - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), -roll, scale)
    matrix[:, 2] += (right * side, down * side)
    return cv2.warpAffine(
        image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def shifted(image: np.ndarray, index: int) -> np.ndarray:
    right, down = DIRECTIONS[index % 4]
    return moved(image, right=0.10 * right, down=0.10 * down)


def rolled(image: np.ndarray, index: int) -> np.ndarray:
    return moved(image, roll=20 if index % 2 == 0 else -20)


def blurred(image: np.ndarray, index: int) -> np.ndarray:
    return cv2.GaussianBlur(image, (0, 0), image.shape[0] / 48, borderType=cv2.BORDER_REPLICATE)


def noisy(image: np.ndarray, index: int, spread: float) -> np.ndarray:
    noise = np.random.default_rng([NOISE_SEED, index]).normal(0, spread, image.shape)
    return np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)


def compressed(image: np.ndarray, index: int) -> np.ndarray:
    content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
    return cv2.imdecode(content, cv2.IMREAD_GRAYSCALE)


def lit(image: np.ndarray, stops: float) -> np.ndarray:
    """Light changed by stops: in linear light, clipped where it is too much."""
    light = (image / 255.0) ** GAMMA * 2**stops
    return np.rint(255 * np.clip(light, 0, 1) ** (1 / GAMMA)).astype(np.uint8)


def small(image: np.ndarray, index: int) -> np.ndarray:
    return cv2.resize(image, (24, 24), interpolation=cv2.INTER_AREA)


PICTURE_DAMAGES: dict[str, Damage] = {
    "shift 10 %": shifted,
    "scale −15 %": lambda image, _: moved(image, scale=0.85),
    "scale +15 %": lambda image, _: moved(image, scale=1.15),
    "roll ±20°": rolled,
    "Gaussian blur, σ 1 px of 48": blurred,
    "Gaussian noise, σ 8 of 255": lambda image, index: noisy(image, index, 8),
    "Gaussian noise, σ 15 of 255": lambda image, index: noisy(image, index, 15),
    "JPEG, quality 30": compressed,
    "light −2 stops": lambda image, _: lit(image, -2),
    "light +2 stops": lambda image, _: lit(image, 2),
    "24×24 pixels": small,
}


def shift_errors(share: float) -> list[str]:
    """A cut that is off by `share` of its side, in the four directions."""
    return [f"right={share * right},down={share * down}" for right, down in DIRECTIONS]


def roll_errors(degrees: float) -> list[str]:
    """A cut that is turned by `degrees`, both ways."""
    return [f"roll={degrees}", f"roll={-degrees}"]


# Name → the errors of the cut that the faces get in turn. A scale above 1 cuts too wide.
CUT_ERRORS: dict[str, list[str]] = {
    "shift 10 %": shift_errors(0.10),
    "scale −15 %": ["scale=1.15"],
    "scale +15 %": ["scale=0.85"],
    "roll ±20°": roll_errors(20),
}
FRAMING_ERRORS: dict[str, list[str]] = {
    "side × 0.7": ["scale=0.7"],
    "side × 0.8": ["scale=0.8"],
    "side × 0.9": ["scale=0.9"],
    "side × 1.1": ["scale=1.1"],
    "side × 1.2": ["scale=1.2"],
    "side × 1.3": ["scale=1.3"],
    "off by 5 %": shift_errors(0.05),
    "off by 15 %": shift_errors(0.15),
    "off by 20 %": shift_errors(0.20),
    "turned by 10°": roll_errors(10),
    "turned by 30°": roll_errors(30),
}
