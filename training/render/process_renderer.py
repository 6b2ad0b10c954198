"""The renderer of a process that draws many small pictures, in parallel with others."""

from __future__ import annotations

from pathlib import Path

import cv2

from training.render.face_renderer import FaceRenderer
from training.render.face_renderer import appearance as looks

_renderer: FaceRenderer | None = None


def loaded(model: Path) -> FaceRenderer:
    """A renderer for small pictures: paint for five samples per centimeter, one thread."""
    cv2.setNumThreads(1)
    looks.DOTS_PER_CM, looks.HAIR_WIDTH = 20, 1
    return FaceRenderer.load(model)


def start(model: Path) -> None:
    """Loads the renderer for all pictures of this process."""
    global _renderer
    _renderer = loaded(model)


def renderer() -> FaceRenderer:
    """The renderer of this process, after `start`."""
    if _renderer is None:
        raise RuntimeError("no renderer was loaded in this process")
    return _renderer
