"""The description of an experience: its panoramas, triggers, stories and films."""

from collections.abc import Callable
from dataclasses import dataclass, field

# Provides the modules bmesh and mathutils, which scenes import.
import bpy  # noqa: F401


@dataclass(frozen=True)
class Trigger:
    """A sound, video or door at a mark, a named point that the panorama's scene returns."""

    kind: str
    key: str
    name: str
    mark: str
    media: str = ""
    size: float = 10


def sound(key, name, media, mark, size=10.0):
    return Trigger("sound", key, name, mark, media, size)


def video(key, name, media, mark, size=12.0):
    return Trigger("video", key, name, mark, media, size)


def door(to, name, mark, size=13.0):
    """A door to the panorama `to`."""
    return Trigger("door", to, name, mark, "", size)


@dataclass(frozen=True)
class Panorama:
    """A place to look around; `scene` builds it around the eye at (0, 0, 1.2) and returns its marks."""

    key: str
    name: str
    scene: Callable
    story: str
    triggers: list
    seed: int
    start: tuple = (0, 0)
    eye: float = 1.2


@dataclass(frozen=True)
class Film:
    """A short film from a still camera: `scene()` builds the static parts, `moving(step)` the moving ones, from step 0
    to 1.
    """

    key: str
    scene: Callable
    moving: Callable
    eye: tuple
    target: tuple
    sound: str
    lens: float = 60
    frames: int = 24


@dataclass(frozen=True)
class Experience:
    key: str
    title: str
    description: str
    panoramas: list
    final: str
    seed: int
    films: list = field(default_factory=list)
    language: str = "en"
