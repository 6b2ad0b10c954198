"""Reports as a table: a row for each face, a row without a face for a picture that has none, and a row with the problem
for a picture that was not scored.

The columns are those of `facialfun score --format csv`, plus `frame`. Films add `time` and `person`; movements, gaze
and landmarks add columns on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .report import EMOTIONS, Features, Pose, Quality, Report

if TYPE_CHECKING:
    import pandas

#: The type of each column: "text", "whole" (an integer), "number" or "truth".
COLUMNS: dict[str, str] = {
    "path": "text", "frame": "whole", "width": "whole", "height": "whole", "face": "whole", "x": "number",
    "y": "number", "boxWidth": "number", "boxHeight": "number", "confidence": "number", "judgeable": "truth",
    "reasons": "text", "top": "text",
    **dict.fromkeys(EMOTIONS, "number"), "operatingPoint": "text",
    **{f"prompted{emotion.capitalize()}": "number" for emotion in EMOTIONS},
    **dict.fromkeys((*Pose.wire_names(), *Quality.wire_names(), *Features.wire_names()), "number"),
    "model": "text", "errorCode": "text", "errorMessage": "text",
}
#: Strength of each movement, by ARKit's names: further columns on request.
MOVEMENTS = (
    "browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight", "cheekPuff",
    "cheekSquintLeft", "cheekSquintRight", "eyeBlinkLeft", "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight",
    "eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft", "eyeLookOutRight", "eyeLookUpLeft", "eyeLookUpRight",
    "eyeSquintLeft", "eyeSquintRight", "eyeWideLeft", "eyeWideRight", "jawForward", "jawLeft", "jawOpen",
    "jawRight", "mouthClose", "mouthDimpleLeft", "mouthDimpleRight", "mouthFrownLeft", "mouthFrownRight",
    "mouthFunnel", "mouthLeft", "mouthLowerDownLeft", "mouthLowerDownRight", "mouthPressLeft", "mouthPressRight",
    "mouthPucker", "mouthRight", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper",
    "mouthSmileLeft", "mouthSmileRight", "mouthStretchLeft", "mouthStretchRight", "mouthUpperUpLeft",
    "mouthUpperUpRight", "noseSneerLeft", "noseSneerRight",
)
#: The gaze and the 478 points, all x first, with OpenFace's names: further columns on request.
GAZE = ("gazeYaw", "gazePitch", "gazeYawRight", "gazePitchRight", "gazeYawLeft", "gazePitchLeft")
POINTS = tuple(f"{axis}_{index}" for axis in "xyz" for index in range(478))
_QUALITY = (*Pose.wire_names(), *Quality.wire_names())
_FEATURES = Features.wire_names()
#: Number of empty columns in a row without a face.
_OF_FACE = len(COLUMNS) - len(("path", "frame", "width", "height", "model", "errorCode", "errorMessage"))

Row = tuple[Any, ...]


def columns(
    movements: bool = False, film: bool = False, landmarks: bool = False, classes: Iterable[str] = (),
) -> dict[str, str]:
    """The names and types of the columns, including those of movements, films and landmarks on request, and those of a
    model's own classes.
    """
    of_movements = dict.fromkeys(MOVEMENTS, "number") if movements else {}
    of_landmarks = dict.fromkeys((*GAZE, *POINTS), "number") if landmarks else {}
    of_classes = {f"class.{name}": "number" for name in classes}
    return {
        **COLUMNS, **of_movements, **of_landmarks, **({"time": "number", "person": "whole"} if film else {}),
        **({"topClass": "text", **of_classes} if of_classes else {}),
    }


def rows_of(
    record: Mapping[str, Any], frame: int | None = None, movements: bool = False, film: bool = False,
    landmarks: bool = False, classes: Iterable[str] = (),
) -> Iterator[Row]:
    """The rows of a record of `facialfun score --format jsonl` or /v1/score, in the order of `columns`."""
    none: Row = (None,) * (len(MOVEMENTS) * movements + len(GAZE + POINTS) * landmarks)
    time = record.get("time")
    frame = record.get("frame") if frame is None else frame

    names = tuple(classes)

    def seen(person: int | None = None, own: Mapping[str, Any] | None = None) -> Row:
        scores = own["scores"] if own else {}
        of_classes = (own["top"] if own else None, *[scores.get(name) for name in names]) if names else ()
        return ((time, person) if film else ()) + of_classes

    # Bytes of a name that are not UTF-8 cannot be written as text; they are replaced as by the command line.
    path = record.get("path", "-").encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if "error" in record:
        error = record["error"]
        yield (path, frame, None, None, *(None,) * _OF_FACE, None, error["code"], error["message"], *none, *seen())
        return
    image, model = record["image"], record["model"]
    start = (path, frame, image["width"], image["height"])
    end = (f"{model['name']} {model['version']}", None, None)
    if not record["faces"]:
        yield (*start, *(None,) * _OF_FACE, *end, *none, *seen())
    for number, face in enumerate(record["faces"], 1):
        box, scores, prompted = face["box"], face["scores"], face.get("promptedScores") or {}
        quality, features = face["quality"], face["features"] or {}
        moved = face.get("movements") or {}
        yield (
            *start, number, box["x"], box["y"], box["width"], box["height"], face["confidence"], face["judgeable"],
            " ".join(face["reasons"]), face["top"],
            *[scores[emotion] for emotion in EMOTIONS], record["operatingPoint"],
            *[prompted.get(emotion) for emotion in EMOTIONS],
            *[quality[name] for name in _QUALITY],
            *[features.get(name) for name in _FEATURES],
            *end,
            *([moved.get(name) for name in MOVEMENTS] if movements else ()),
            *(_looking(face) if landmarks else ()),
            *seen(face.get("person"), face.get("classes")),
        )


def _looking(face: Mapping[str, Any]) -> Row:
    """The cells of the gaze and the landmarks."""
    gaze, points = face.get("gaze"), face.get("landmarks")
    directions = (None,) * len(GAZE) if gaze is None else tuple(
        gaze[eye][angle] for eye in ("mean", "right", "left") for angle in ("yaw", "pitch"))
    return directions + ((None,) * len(POINTS) if points is None else tuple(
        point[axis] for axis in range(3) for point in points))


def frame_of(reports: Iterable[Report], movements: bool | None = None) -> pandas.DataFrame:
    """A data frame with one row per face; `picture`, the position of its report from 0, precedes the other columns.

    A film has a row for each person and frame, with `time` and `person`. Columns of movements, landmarks, films and a
    model's own classes exist if a report has them; `movements` overrides that. Missing values are NA.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("A data frame needs pandas: pip install 'facialfun[pandas]'.") from error
    reports = list(reports)
    if movements is None:
        movements = any("movements" in face for report in reports for face in report.record["faces"])
    landmarks = any("landmarks" in face for report in reports for face in report.record["faces"])
    film = any(report.time is not None for report in reports)
    found = {name for report in reports for face in report.faces for name in face.classes or ()}
    classes = sorted(found, key=str.encode)
    kinds = {"picture": "whole", **columns(movements, film, landmarks, classes)}
    rows = [
        (place, *row)
        for place, report in enumerate(reports)
        for row in rows_of(report.record, report.frame, movements, film, landmarks, classes)
    ]
    types = {"text": "string", "whole": "Int64", "number": "float64", "truth": "boolean"}
    frame = pandas.DataFrame(rows, columns=list(kinds))
    return frame.astype({name: types[kind] for name, kind in kinds.items()})
