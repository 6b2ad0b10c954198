"""The people of a film, each with a summary of their expressions."""

from __future__ import annotations

import dataclasses
import os
import statistics
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .batch import score_iter
from .private import PrivateService
from .progress import ProgressOption
from .report import EMOTIONS, Face, Report, Scores

if TYPE_CHECKING:
    import pandas

#: Assumed time between frames for a film with a single frame, in seconds.
_STEP = 0.04
#: Films shorter than this factor times the minimum number of frames of a person list everyone.
_SHORT = 10


class FilmError(RuntimeError):
    """No frame of a film could be read; `code` is that of its report's problem."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, str(self))


@dataclasses.dataclass(frozen=True)
class Peak:
    """The highest score of an emotion, and its time in seconds from the film's beginning."""

    score: float
    time: float


@dataclasses.dataclass(frozen=True)
class Person:
    """A person in a film. Scores are means over the judgeable frames, None without any.

    `frames` counts those with the face, `judgeable_frames` the judgeable ones among them. `first_seen` and
    `last_seen` are seconds from the film's beginning, `seconds` the total time with the face. `top` is the emotion
    that was highest in most frames, `shares` the share of frames in which each was highest, `peaks` the highest score
    of each. With a model that has the user's own classes, `classes` are their means and `top_class` the one that was
    highest in most frames; otherwise both are None.
    """

    path: str
    person: int
    frames: int
    judgeable_frames: int
    first_seen: float
    last_seen: float
    seconds: float
    top: str | None
    scores: Scores | None
    shares: Scores | None
    peaks: dict[str, Peak]
    classes: dict[str, float] | None = None
    top_class: str | None = None


class People(list[Person]):
    """The people of one or several films, ordered by film and number; `problems` lists unreadable frames."""

    def __init__(self, people: Iterable[Person] = (), problems: Iterable[Report] = ()) -> None:
        super().__init__(people)
        self.problems = list(problems)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with one row per person; needs the extra `pandas`."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("A data frame needs pandas: pip install 'facialfun[pandas]'.") from error
        kinds = {
            "path": "string", "person": "Int64", "frames": "Int64", "judgeableFrames": "Int64", "firstSeen": "float64",
            "lastSeen": "float64", "seconds": "float64", "top": "string",
            **dict.fromkeys(EMOTIONS, "float64"),
            **{prefix + emotion.capitalize(): "float64"
               for prefix in ("share", "peak", "peakTime") for emotion in EMOTIONS},
        }
        classes = sorted({name for person in self for name in person.classes or ()}, key=str.encode)
        if classes:
            kinds |= {"topClass": "string", **{f"class.{name}": "float64" for name in classes}}
        rows = [[*_row(person), *_class_cells(person, classes)] for person in self]
        return pandas.DataFrame(rows, columns=list(kinds)).astype(kinds)


def people(
    film: str | os.PathLike[str] | Iterable[str | os.PathLike[str] | Report], *, fps: float | None = None,
    min_frames: int = 3, progress: ProgressOption = None, service: PrivateService | None = None,
) -> People:
    """Lists the people of one or several films, with a summary of each.

    Args:
        film: The path of a film or of a folder of films, several of them, or the reports of `score`.
        fps: Maximum number of frames per second; None for every frame.
        min_frames: In a film of at least ten times as many frames, leaves out people seen in fewer frames than this,
            which are mostly false detections. 1 keeps everyone.
        progress: As for `score`.
        service: A private service of the caller, whose models are used.

    Raises:
        FilmError: No frame could be read.
        ValueError: An input is not a film.
    """
    found: list[Film] = []
    problems: list[Report] = []
    films: dict[str, Film] = {}
    for report in _reports(film, fps, progress, service):
        if report.problem is not None:
            problems.append(report)
        elif report.time is None:
            raise ValueError(f"{report.path} is a picture, but only films have people. Use facialfun.score.")
        else:
            if report.path not in films:
                films[report.path] = Film(report.path)
                found.append(films[report.path])
            films[report.path].add(report, report.time)
    if not found and problems:
        problem = problems[0].problem
        assert problem is not None
        raise FilmError(problem.code, f"{problems[0].path}: {problem.message}")
    return People((person for one in found for person in one.people(min_frames)), problems)


def _reports(
    film: str | os.PathLike[str] | Iterable[str | os.PathLike[str] | Report], fps: float | None,
    progress: ProgressOption, service: PrivateService | None,
) -> Iterator[Report]:
    if isinstance(film, (str, os.PathLike)):
        film = [film]
    inputs = list(film)
    reports = [one for one in inputs if isinstance(one, Report)]
    paths = [one for one in inputs if not isinstance(one, Report)]
    if reports and paths:
        raise ValueError("Give paths of films or reports of films, not both.")
    return iter(reports) if reports else score_iter(paths, fps=fps, progress=progress, service=service)


class Film:
    """The faces of one film, by person."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._times: list[float] = []
        self._faces: dict[int, list[tuple[float, Face]]] = {}

    def add(self, report: Report, time: float) -> None:
        """Adds a frame."""
        self._times.append(time)
        for face in report.faces:
            if face.person is not None:
                self._faces.setdefault(face.person, []).append((time, face))

    def people(self, min_frames: int) -> Iterator[Person]:
        """The people, by number."""
        steps = [later - earlier for earlier, later in zip(self._times, self._times[1:], strict=False)
                 if later > earlier]
        step = statistics.median(steps) if steps else _STEP
        is_short = len(self._times) < _SHORT * min_frames
        for number, faces in sorted(self._faces.items()):
            if is_short or len(faces) >= min_frames:
                yield self._person(number, faces, step)

    def _person(self, number: int, faces: list[tuple[float, Face]], step: float) -> Person:
        judged = [(time, face) for time, face in faces if face.judgeable]
        top, scores, shares, peaks = None, None, None, {}
        if judged:
            scores = Scores(*[statistics.fmean(face.scores[name] for _, face in judged) for name in EMOTIONS])
            tops = [face.top for _, face in judged]
            shares = Scores(*[tops.count(name) / len(tops) for name in EMOTIONS])
            # The higher mean wins a tie.
            top = max(EMOTIONS, key=lambda name: (tops.count(name), scores[name]))
            for name in EMOTIONS:
                time, face = max(judged, key=lambda one: one[1].scores[name])
                peaks[name] = Peak(face.scores[name], time)
        classes, top_class = _own_classes([face for _, face in judged])
        return Person(
            self.path, number, len(faces), len(judged), faces[0][0], faces[-1][0], len(faces) * step, top, scores,
            shares, peaks, classes, top_class)


def _own_classes(faces: list[Face]) -> tuple[dict[str, float] | None, str | None]:
    """The means of the model's own classes, and the class that is highest in most faces; None without such classes."""
    found = [face.classes for face in faces if face.classes is not None]
    if not found:
        return None, None
    means = {name: statistics.fmean(scores[name] for scores in found) for name in found[0]}
    tops = [face.top_class for face in faces]
    return means, max(means, key=lambda name: (tops.count(name), means[name]))


def _class_cells(person: Person, classes: list[str]) -> list[Any]:
    """The cells of the columns of own classes; empty without such columns."""
    means = person.classes or {}
    return [person.top_class, *[means.get(name) for name in classes]] if classes else []


def _row(person: Person) -> list[Any]:
    def values(scores: Scores | None) -> list[float | None]:
        return [None if scores is None else scores[name] for name in EMOTIONS]

    peaks = [person.peaks.get(name) for name in EMOTIONS]
    return [
        person.path, person.person, person.frames, person.judgeable_frames, person.first_seen, person.last_seen,
        person.seconds, person.top, *values(person.scores), *values(person.shares),
        *[None if peak is None else peak.score for peak in peaks],
        *[None if peak is None else peak.time for peak in peaks],
    ]
