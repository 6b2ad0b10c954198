"""Photographs without a face, as what is behind a person: pictures that scikit-image and scikit-learn ship.

Both packages name the origin of each in a README beside them; none is stored here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import skimage
import sklearn

FILES = (
    *(Path(skimage.__file__).parent / "data" / name for name in (
        "brick.png", "clock_motion.png", "coffee.png", "coins.png", "grass.png", "gravel.png",
        "hubble_deep_field.jpg", "motorcycle_left.png", "motorcycle_right.png", "page.png", "rocket.jpg",
        "text.png",
    )),
    *(Path(sklearn.__file__).parent / "datasets" / "images" / name for name in ("china.jpg", "flower.jpg")),
)  # fmt: skip
# The smallest part of a photograph that is shown, as a share of its shorter side.
SMALLEST_PART = 0.35


@cache
def photograph(path: Path) -> np.ndarray:
    """A photograph [H, W, 3] uint8 RGB."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path} is no picture: install requirements.txt, whose packages bring it")
    return picture[..., ::-1]


def photographed_wall(generator: np.random.Generator, side: int) -> np.ndarray:
    """A part of a photograph, either way round, more or less out of focus: [side, side, 3], 0 to 255."""
    whole = photograph(FILES[generator.integers(len(FILES))])
    height, width = whole.shape[:2]
    part = int(min(height, width) * generator.uniform(SMALLEST_PART, 1))
    top, left = generator.integers(height - part + 1), generator.integers(width - part + 1)
    seen = cv2.resize(whole[top : top + part, left : left + part], (side, side), interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), generator.uniform(0.3, side / 24))
    seen = seen[:, ::-1] if generator.random() < 0.5 else seen
    return np.clip(seen * generator.uniform(0.5, 1.3) + generator.uniform(-20, 20), 0, 255)
