"""File format of rendered pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np


def save(picture: np.ndarray, file: Path) -> None:
    """Writes RGB8 [H, W, 3] as JPEG of quality 92; the file is renamed when it is complete."""
    content = cv2.imencode(
        ".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 92]
    )[1]
    partial = file.with_name(f"{file.name}.partial")
    partial.write_bytes(content.tobytes())
    partial.rename(file)
