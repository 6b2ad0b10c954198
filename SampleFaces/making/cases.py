"""Definition of a sample, before it is a file."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

Box = tuple[float, float, float, float]


@dataclass
class Made:
    """A finished picture and the boxes (x, y, width, height) of its faces when upright.

    `orientation` is the EXIF orientation to write; the picture is as stored, the boxes are upright.
    """

    picture: Image.Image
    boxes: list[Box]
    orientation: int = 1


@dataclass(frozen=True)
class Case:
    """A file, its picture, and a person's description of it.

    `faces` is the minimum and maximum number of faces that the service may report. `emotions` has, for each face in
    the order of the boxes, the accepted emotions, starting with the one that most people would choose; an empty list
    accepts any.
    """

    file: str
    make: Callable[[], Made]
    sources: list
    faces: tuple[int, int]
    emotions: list[list[str]]
    picture: str
    progressive: bool = False


def exactly(count: int) -> tuple[int, int]:
    """Exactly this number of faces."""
    return count, count


def at_least(count: int, of: int) -> tuple[int, int]:
    """Some of the faces may be missed; false detections are errors."""
    return count, of
