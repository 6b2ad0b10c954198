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
    """A dataclass of numbers, each from the JSON member of the same name in camel case."""

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
    """A box in pixels of the upright image; it may extend beyond the image."""

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
    """Head pose in degrees; None if the mesh found no face.

    `yaw` is positive to the viewer's right, `pitch` with a raised chin, `roll` clockwise on the screen.
    """

    yaw: float | None
    pitch: float | None
    roll: float | None


@dataclasses.dataclass(frozen=True)
class Quality(_OfNumbers):
    """Visibility of the face, each value 0 to 1."""

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
    """Geometric features in units of the distance between the eye centers; heights are positive upwards, right and left
    are the subject's.
    """

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
    """Direction of an eye in degrees, relative to the line from it to the camera.

    `yaw` is positive to the viewer's right, `pitch` upwards.
    """

    yaw: float
    pitch: float


@dataclasses.dataclass(frozen=True)
class Gaze:
    """The directions of both eyes, where right and left are the subject's, and their mean."""

    right: Direction
    left: Direction
    mean: Direction

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Gaze:
        """From the object in JSON."""
        return cls(*[Direction.of(members[name]) for name in ("right", "left", "mean")])


@dataclasses.dataclass(frozen=True)
class Rectangle:
    """The square that was scored, of `side` pixels; x' = a x - b y + tx, y' = b x + a y + ty map it to the image."""

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
    """A face.

    `scores` assume the frequencies of emotions in typical pictures, `prompted_scores` equal frequencies. `features`
    is None if the mesh found no face. `movements` and `landmarks` are None unless requested and found; `landmarks`
    are 478 points (x, y, z) in pixels of the upright image, by the indices of MediaPipe's face mesh. `gaze` is None
    without landmarks or with closed eyes. `classes` are the scores of the model's own classes (`facialfun-lab fit`),
    None without any. `reasons` explain why a face is not `judgeable`. `person` is the number of a person throughout a
    film; None in a picture.
    """

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
    """The reason why a picture was not scored: a stable code for programs, a message for people."""

    code: str
    message: str


@dataclasses.dataclass(frozen=True)
class Report:
    """The report of a picture or of a frame of a film: its faces, the largest first, or its problem.

    `width` and `height` are those of the upright picture, None if it was not scored. `frame` is the number given by
    the caller, or that of a film's frame, from 1, with its `time` in seconds. `milliseconds` has the duration of each
    stage, `record` the original JSON.
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
        """From a record of `facialfun score --format jsonl` or of /v1/score; raises ValueError for another version."""
        if record.get("schema") != SCHEMA:
            raise ValueError(f"Expected a record of {SCHEMA}, found {record.get('schema')}: use another version.")
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
        """The largest face; None without any."""
        return self.faces[0] if self.faces else None
