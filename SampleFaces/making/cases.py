"""What a sample is, before it is a file."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

Box = tuple[float, float, float, float]


@dataclass
class Made:
    """A finished picture and the boxes (x, y, width, height) of its faces when seen upright.

    `orientation` is the EXIF orientation to write; the picture is as stored, the boxes are upright.
    """

    picture: Image.Image
    boxes: list[Box]
    orientation: int = 1


@dataclass(frozen=True)
class Case:
    """A file, how it is made, and what a person who looks at it says.

    `faces` is the least and the greatest number of faces that the service may report. `emotions`
    has for each face, in the order of the boxes, the emotions that it may name, the one that most
    people would name first; an empty list leaves it open.
    """

    file: str
    make: Callable[[], Made]
    sources: list
    faces: tuple[int, int]
    emotions: list[list[str]]
    picture: str
    progressive: bool = False


def exactly(count: int) -> tuple[int, int]:
    """Neither more nor fewer faces."""
    return count, count


def at_least(count: int, of: int) -> tuple[int, int]:
    """Some of the faces may be missed, none may be invented."""
    return count, of
