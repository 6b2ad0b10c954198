"""The renderer of a process that draws many small pictures, beside others that do the same."""

from __future__ import annotations

from pathlib import Path

import cv2

from training.render.face_renderer import FaceRenderer
from training.render.face_renderer import appearance as looks

_renderer: FaceRenderer | None = None


def loaded(model: Path) -> FaceRenderer:
    """A renderer for pictures with five samples in a centimetre, not for portraits: with paint for
    them, and on one thread."""
    cv2.setNumThreads(1)
    looks.DOTS_PER_CM, looks.HAIR_WIDTH = 20, 1
    return FaceRenderer.load(model)


def start(model: Path) -> None:
    """Loads it for all that this process draws."""
    global _renderer
    _renderer = loaded(model)


def renderer() -> FaceRenderer:
    """The one of this process, once it was started."""
    if _renderer is None:
        raise RuntimeError("no renderer was loaded in this process")
    return _renderer
