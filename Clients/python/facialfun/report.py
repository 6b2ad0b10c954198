"""The report of a picture: dataclasses with the members of image-report.schema.json, in Python's spelling."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

#: The name and version of the records that this package reads.
SCHEMA = "facialfun.image-report/2"
#: The eight emotions, in the order of the scores.
EMOTIONS = ("neutral", "happiness", "surprise", "sadness", "anger", "disgust", "fear", "contempt")

_Numbers = TypeVar("_Numbers", bound="_OfNumbers")


class _OfNumbers:
    """A dataclass of numbers, each from the member of that name in camel case."""

    @classmethod
    def of(cls: type[_Numbers], members: Mapping[str, Any]) -> _Numbers:
        return cls(*[members[name] for name in cls.wire_names()])

    @classmethod
    @functools.cache
    def wire_names(cls) -> tuple[str, ...]:
        """The names of its members in JSON and in data frames."""
        return tuple(_camel(field.name) for field in dataclasses.fields(cls))  # type: ignore[arg-type]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@dataclasses.dataclass(frozen=True)
class Point(_OfNumbers):
    """A point in pixels of the upright image."""

    x: float
    y: float


@dataclasses.dataclass(frozen=True)
class Box(_OfNumbers):
    """A box in pixels of the upright image; it may reach beyond the image."""

    x: float
    y: float
    width: float
    height: float


@dataclasses.dataclass(frozen=True)
class Scores(_OfNumbers):
    """Eight probabilities that sum to 1."""

    neutral: float
    happiness: float
    surprise: float
    sadness: float
    anger: float
    disgust: float
    fear: float
    contempt: float

    def __getitem__(self, emotion: str) -> float:
        if emotion not in EMOTIONS:
            raise KeyError(emotion)
        return float(getattr(self, emotion))

    def __iter__(self) -> Iterator[str]:
        return iter(EMOTIONS)

    def items(self) -> Iterator[tuple[str, float]]:
        """Each emotion with its score."""
        return ((emotion, self[emotion]) for emotion in EMOTIONS)


@dataclasses.dataclass(frozen=True)
class Pose(_OfNumbers):
    """How the head is held, in degrees; None where the mesh found no face.

    `yaw` is positive to the viewer's right, `pitch` where the chin is lifted, `roll` clockwise on the screen.
    """

    yaw: float | None
    pitch: float | None
    roll: float | None


@dataclasses.dataclass(frozen=True)
class Quality(_OfNumbers):
    """How well the face can be seen, each from 0 to 1."""

    visible_share: float
    sharpness: float
    mean_luma: float
    dark_share: float
    bright_share: float
    contrast: float
    mouth_hidden: float
    eyes_hidden: float
    mesh_presence: float


@dataclasses.dataclass(frozen=True)
class Features(_OfNumbers):
    """Measures of the face's geometry in distances between the centres of the eyes; heights are counted upwards,
    right and left are the subject's."""

    mouth_corner_lift_right: float
    mouth_corner_lift_left: float
    mouth_width: float
    mouth_opening: float
    upper_lip_length: float
    inner_brow_height_right: float
    inner_brow_height_left: float
    outer_brow_height_right: float
    outer_brow_height_left: float
    brow_slant_right: float
    brow_slant_left: float
    eye_opening_right: float
    eye_opening_left: float
    lower_lid_drop_right: float
    lower_lid_drop_left: float
    brow_to_nose_wing_right: float
    brow_to_nose_wing_left: float
    nose_wing_height_right: float
    nose_wing_height_left: float
    nose_width: float


@dataclasses.dataclass(frozen=True)
class Direction(_OfNumbers):
    """The direction of an eye in degrees, against the line from it to the camera.

    `yaw` is positive to the viewer's right, `pitch` upwards.
    """

    yaw: float
    pitch: float


@dataclasses.dataclass(frozen=True)
class Gaze:
    """The directions of both eyes, right and left being the subject's, and the mean of both."""

    right: Direction
    left: Direction
    mean: Direction

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Gaze:
        """From the object in JSON."""
        return cls(*[Direction.of(members[name]) for name in ("right", "left", "mean")])


@dataclasses.dataclass(frozen=True)
class Rectangle:
    """The square that was scored, of `side` pixels: x' = a x - b y + tx, y' = b x + a y + ty lead to the image."""

    side: int
    a: float
    b: float
    tx: float
    ty: float

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Rectangle:
        """From the object in JSON."""
        to_image = members["toImage"]
        return cls(members["side"], to_image["a"], to_image["b"], to_image["tx"], to_image["ty"])


@dataclasses.dataclass(frozen=True)
class Face:
    """One face. `scores` are those among pictures as they come, `prompted_scores` those where every emotion is
    as likely as any other. `features` is None where the mesh found no face, `movements` where they were not asked
    for or not found, and so are `landmarks`, 478 points (x, y, z) by the indices of MediaPipe's face mesh in pixels of
    the upright image; `gaze` is None where they are, and where the eyes are closed. `classes` are the scores of the
    model's own classes (`facialfun-lab fit`), None where it has none. `reasons` say why a face that is not
    `judgeable` cannot be judged. `person` is the number that somebody keeps through a film; None in a picture."""

    box: Box
    confidence: float
    judgeable: bool
    reasons: tuple[str, ...]
    top: str
    scores: Scores
    prompted_scores: Scores | None
    pose: Pose
    quality: Quality
    features: Features | None
    movements: dict[str, float] | None
    keypoints: dict[str, Point]
    rectangle: Rectangle
    person: int | None = None
    landmarks: tuple[tuple[float, float, float], ...] | None = None
    gaze: Gaze | None = None
    classes: dict[str, float] | None = None
    top_class: str | None = None

    @classmethod
    def of(cls, face: Mapping[str, Any]) -> Face:
        """From the object in JSON."""
        prompted, features, own = face.get("promptedScores"), face["features"], face.get("classes")
        landmarks, gaze = face.get("landmarks"), face.get("gaze")
        return cls(
            box=Box.of(face["box"]),
            confidence=face["confidence"],
            judgeable=face["judgeable"],
            reasons=tuple(face["reasons"]),
            top=face["top"],
            scores=Scores.of(face["scores"]),
            prompted_scores=None if prompted is None else Scores.of(prompted),
            pose=Pose.of(face["quality"]),
            quality=Quality.of(face["quality"]),
            features=None if features is None else Features.of(features),
            movements=face.get("movements"),
            keypoints={name: Point.of(point) for name, point in face["keypoints"].items()},
            rectangle=Rectangle.of(face["rectangle"]),
            person=face.get("person"),
            landmarks=None if landmarks is None else tuple((x, y, z) for x, y, z in landmarks),
            gaze=None if gaze is None else Gaze.of(gaze),
            classes=None if own is None else dict(own["scores"]),
            top_class=None if own is None else own["top"],
        )


@dataclasses.dataclass(frozen=True)
class Problem:
    """Why a picture was not scored: a stable code for programs, words for people."""

    code: str
    message: str


@dataclasses.dataclass(frozen=True)
class Report:
    """The report of one picture, or of one frame of a film: its faces from the largest to the smallest, or its problem.

    `width` and `height` are those of the upright picture, None where it was not scored; `frame` is the number that the
    caller gave, or of a film the frame's, from 1, with its `time` in seconds; `milliseconds` how long each stage took;
    `record` the JSON that all of it comes from.
    """

    path: str
    faces: tuple[Face, ...]
    problem: Problem | None = None
    frame: int | None = None
    width: int | None = None
    height: int | None = None
    format: str | None = None
    orientation: int | None = None
    model: str | None = None
    milliseconds: dict[str, float] = dataclasses.field(default_factory=dict, compare=False)
    record: dict[str, Any] = dataclasses.field(default_factory=dict, repr=False, compare=False)
    time: float | None = None

    known: ClassVar[str] = SCHEMA

    @classmethod
    def of(cls, record: dict[str, Any], frame: int | None = None) -> Report:
        """From a record of `facialfun score --format jsonl` or of /v1/score; raises ValueError for one of another
        version."""
        if record.get("schema") != SCHEMA:
            raise ValueError(f"This is no record of {SCHEMA} but {record.get('schema')}: take another version.")
        path, time = record.get("path", "-"), record.get("time")
        frame = record.get("frame") if frame is None else frame
        if "error" in record:
            error = record["error"]
            return cls(path, (), Problem(error["code"], error["message"]), frame, record=record, time=time)
        image = record["image"]
        return cls(
            path, tuple(Face.of(face) for face in record["faces"]), None, frame,
            image["width"], image["height"], image["format"], image["orientation"],
            f"{record['model']['name']} {record['model']['version']}", record["milliseconds"], record, time,
        )

    @property
    def ok(self) -> bool:
        """Whether it was scored, with or without a face."""
        return self.problem is None

    @property
    def face(self) -> Face | None:
        """The largest face; None where there is none."""
        return self.faces[0] if self.faces else None
