"""Photographs without a face as backgrounds: pictures of scikit-image and scikit-learn.

Both packages name the origin of each in a README next to them; none is stored here.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np

# Package, its folder, and files.
FILES = tuple(
    (package, f"{folder}/{name}")
    for package, folder, names in (
        ("skimage", "data", (
            "brick.png", "clock_motion.png", "coffee.png", "coins.png", "grass.png", "gravel.png",
            "hubble_deep_field.jpg", "motorcycle_left.png", "motorcycle_right.png", "page.png", "rocket.jpg",
            "text.png",
        )),
        ("sklearn", "datasets/images", ("china.jpg", "flower.jpg")),
    )
    for name in names
)  # fmt: skip
# The smallest visible part of a photograph, as a share of its shorter side.
SMALLEST_PART = 0.35


@cache
def photograph(package: str, name: str) -> np.ndarray:
    """A photograph [H, W, 3] uint8 RGB from a package, without importing it."""
    found = find_spec(package)
    path = Path(found.origin).parent / name if found else None
    if path is None or not path.exists():
        raise ValueError(f"{package} with its {name} is not installed: install training/requirements.txt")
    return cv2.imread(str(path), cv2.IMREAD_COLOR)[..., ::-1]


def photographed_wall(generator: np.random.Generator, side: int) -> np.ndarray:
    """A part of a photograph, mirrored or not, more or less out of focus: [side, side, 3], 0 to 255."""
    whole = photograph(*FILES[generator.integers(len(FILES))])
    height, width = whole.shape[:2]
    part = int(min(height, width) * generator.uniform(SMALLEST_PART, 1))
    top, left = generator.integers(height - part + 1), generator.integers(width - part + 1)
    seen = cv2.resize(whole[top : top + part, left : left + part], (side, side), interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), generator.uniform(0.3, side / 24))
    seen = seen[:, ::-1] if generator.random() < 0.5 else seen
    return np.clip(seen * generator.uniform(0.5, 1.3) + generator.uniform(-20, 20), 0, 255)
