"""The pictures for measuring the face detector, with their true faces."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import skimage
import sklearn.datasets
from PIL import Image

# scikit-image's pictures without a human face. Omitted: astronaut, camera, lfw_subset (people), coins (portraits).
FACELESS = [
    "chelsea.png", "coffee.png", "brick.png", "grass.png", "gravel.png", "cell.png", "horse.png",
    "hubble_deep_field.jpg", "ihc.png", "moon.png", "motorcycle_left.png", "motorcycle_right.png",
    "page.png", "retina.jpg", "rocket.jpg", "text.png", "color.png", "clock_motion.png", "logo.png",
    "phantom.png", "microaneurysms.png", "chessboard_RGB.png",
]  # fmt: skip
BACKGROUNDS = ("coffee.png", "brick.png", "gravel.png", "china.jpg", "flower.jpg")


@dataclass
class Truth:
    """A face in a picture: center and width of the box, the two eyes."""

    center: np.ndarray
    width: float
    eyes: np.ndarray

    def mapped(self, matrix: np.ndarray) -> Truth:
        """The face after a 2×3 similarity transform."""
        scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))

        def move(points: np.ndarray) -> np.ndarray:
            return points @ matrix[:, :2].T + matrix[:, 2]

        return Truth(move(self.center), self.width * scale, move(self.eyes))


def photographs(data: Path) -> list[np.ndarray]:
    """All photographs as RGB8."""
    archive = np.load(data / "photos.npz")
    files, offset = archive["image"], archive["offset"]
    return [
        np.asarray(Image.open(io.BytesIO(files[a:b].tobytes())).convert("RGB"))
        for a, b in pairwise(offset)
    ]


def overlap(a: Truth, b: Truth) -> float:
    """Intersection over union of the upright square boxes."""
    low = np.maximum(a.center - a.width / 2, b.center - b.width / 2)
    high = np.minimum(a.center + a.width / 2, b.center + b.width / 2)
    shared = float(np.clip(high - low, 0, None).prod())
    return shared / (a.width**2 + b.width**2 - shared)


def faceless(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Pictures without a face, by name."""
    folder = Path(os.path.dirname(skimage.__file__)) / "data"
    images = {name: np.asarray(Image.open(folder / name).convert("RGB")) for name in FACELESS}
    for name in ("china.jpg", "flower.jpg"):
        images[name] = sklearn.datasets.load_sample_image(name)
    for number in range(4):
        images[f"noise {number}"] = rng.integers(0, 256, (480, 640, 3), dtype=np.uint8)
        smooth = cv2.GaussianBlur(rng.normal(0, 1, (480, 640, 3)), (0, 0), 3.0 * (number + 1))
        smooth = 128 + 50 * smooth / smooth.std()
        images[f"smooth noise {number}"] = smooth.clip(0, 255).astype(np.uint8)
    return images


def resized(image: np.ndarray, width: int, height: int) -> np.ndarray:
    """Resizes by area when shrinking, by cubic interpolation when enlarging."""
    shrinks = width < image.shape[1]
    return cv2.resize(
        image, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    )


def turned(image: np.ndarray, truth: Truth, size: float, angle: float):
    """A turned photograph, scaled to a given size of its face, with its mask and face."""
    factor = size / truth.width
    height, width = (max(1, round(n * factor)) for n in image.shape[:2])
    small = resized(image, width, height)
    scale = np.array([[width / image.shape[1], 0, 0], [0, height / image.shape[0], 0]])
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1)
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ matrix[:, :2].T
    full = np.ceil(np.ptp(corners, axis=0)).astype(int)
    matrix[:, 2] += (full - [width, height]) / 2
    picture = cv2.warpAffine(small, matrix, tuple(int(n) for n in full))
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, tuple(map(int, full)))
    return picture, mask, truth.mapped(scale).mapped(matrix)


def pasted(image, truth, size, angle, backgrounds, rng):
    """The turned photograph at a random position on a larger picture: 640×480, or larger for large faces."""
    picture, mask, face = turned(image, truth, size, angle)
    height = max(480, int(picture.shape[0] * 1.25))
    width = max(640, int(height * 4 / 3))
    background = backgrounds[rng.integers(len(backgrounds))]
    factor = max(width / background.shape[1], height / background.shape[0])
    canvas = resized(
        background,
        max(width, round(background.shape[1] * factor)),
        max(height, round(background.shape[0] * factor)),
    )[:height, :width].copy()
    x = int(rng.integers(width - picture.shape[1] + 1))
    y = int(rng.integers(height - picture.shape[0] + 1))
    part = canvas[y : y + picture.shape[0], x : x + picture.shape[1]]
    alpha = mask[..., None].astype(np.float32) / 255
    part[:] = np.round(picture * alpha + part * (1 - alpha)).astype(np.uint8)
    return canvas, face.mapped(np.array([[1.0, 0, x], [0, 1, y]]))


def darkened(image: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """The photograph with a small share of its light, and the noise of a cheap camera."""
    light = (image / 255.0) ** 2.2 * share
    light += rng.normal(0, 1, light.shape) * np.sqrt(light * 2e-4 + 1e-7)
    return np.round(255 * light.clip(0, 1) ** (1 / 2.2)).astype(np.uint8)


def painted_over(image: np.ndarray, faces: list[Truth]) -> np.ndarray:
    """The photograph with its faces covered by ellipses of its mean color."""
    result = image.copy()
    color = [int(c) for c in image.reshape(-1, 3).mean(0)]
    for face in faces:
        center = tuple(int(c) for c in face.center)
        radius = int(face.width * 0.75)
        cv2.ellipse(result, (center, (2 * radius, int(2.6 * radius)), 0), color, -1)
    return result
