"""A client of the local service that returns dataclasses; `facialfun.wire` returns plain JSON values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from . import wire
from .pictures import ScoreLimits
from .report import Rectangle, Report


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The verdict on a face: `verdict` is "matched", "not_yet" or "cannot_judge"; there is no "wrong". The codes are
    stable, the sentences for a child of five. `progress` is 0 to 1; `reason` and `remedy` are set if a face cannot be
    judged.
    """

    verdict: str
    progress: float | None = None
    hint: str | None = None
    praise: str | None = None
    reason: str | None = None
    remedy: str | None = None
    sentence: str | None = None

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> Verdict:
        """From the object in JSON."""
        hint, praise, reason = (members.get(name) or {} for name in ("hint", "praise", "reason"))
        return cls(
            members["verdict"], members.get("progress"), hint.get("code"), praise.get("code"), reason.get("code"),
            reason.get("remedy"), (reason or hint or praise).get("sentence"),
        )


@dataclasses.dataclass(frozen=True)
class Evidence:
    """Evidence of one picture for the target, in log-odds, which can be averaged over pictures.

    `excess` is relative to the level's threshold; `change` is relative to the change that the baseline requires, and
    None if none is required; `lead` is that of `rival` over the target; `seen` is None if no movement is clear.
    """

    excess: float
    change: float | None
    rival: str
    lead: float
    seen: str | None

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Evidence | None:
        """From the response in JSON; None without evidence."""
        found = answer.get("evidence")
        return None if found is None else cls(*(found[name] for name in ("excess", "change", "rival", "lead", "seen")))


@dataclasses.dataclass(frozen=True)
class Match:
    """Whether a face shows the target. `score` and `rectangle` are None if it cannot be judged; `frame`, `sequence` and
    `latency_ms` are set for the service's own camera only.
    """

    target: str
    level: int
    offered: bool
    operating_point: str
    threshold: float
    score: float | None
    verdict: Verdict
    rectangle: Rectangle | None
    movements: dict[str, float] | None = None
    frame: int | None = None
    sequence: int | None = None
    latency_ms: float | None = None
    evidence: Evidence | None = None

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Match:
        """From the response in JSON."""
        return cls(
            answer["target"], answer["level"], answer["offered"], answer["operatingPoint"], answer["threshold"],
            answer["score"], Verdict.of(answer["verdict"]), _rectangle(answer), answer.get("movements"),
            answer.get("frame"), answer.get("sequence"), answer.get("latencyMilliseconds"),
            Evidence.of(answer),
        )


@dataclasses.dataclass(frozen=True)
class AttemptStatus:
    """State of an attempt: `phase` is "watching", "holding", "matched", "time_up" or "skipped"; `held` and `peak` are 0
    to 1.
    """

    phase: str
    verdict: Verdict
    held: float
    peak: float
    peak_frame: int | None
    earned_by: int | None
    milliseconds: float
    tries: int
    rectangle: Rectangle | None = None
    movements: dict[str, float] | None = None
    evidence: Evidence | None = None

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> AttemptStatus:
        """From the response in JSON."""
        return cls(
            answer["phase"], Verdict.of(answer["verdict"]), answer["held"], answer["peak"], answer["peakFrame"],
            answer["earnedBy"], answer["milliseconds"], answer["tries"], _rectangle(answer), answer.get("movements"),
            Evidence.of(answer),
        )

    @property
    def goes_on(self) -> bool:
        """Whether further frames count."""
        return self.phase in ("watching", "holding")


@dataclasses.dataclass(frozen=True)
class Baseline:
    """A person's neutral face in the memory of the service: its name for matches and attempts, its number of pictures,
    and the time for which it is kept without use.
    """

    id: str
    pictures: int
    expires_in_ms: float

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Baseline:
        """From the response in JSON."""
        return cls(answer["id"], answer["pictures"], answer["expiresInMilliseconds"])


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits of the service: bytes of a file, pixels, scans of a progressive JPEG; and its deadline."""

    max_bytes: int
    max_pixels: int
    max_progressive_scans: int
    deadline_ms: int
    max_score_bytes: int
    max_score_pixels: int


@dataclasses.dataclass(frozen=True)
class ModelInfo:
    """The name and version of the network, the version of the service, and its limits."""

    name: str
    version: str
    service: str
    emotions: tuple[str, ...]
    limits: Limits

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> ModelInfo:
        """From the response in JSON."""
        limits, model = answer["limits"], answer["model"]
        return cls(
            model["name"], model["version"], answer["service"]["version"], tuple(answer["emotions"]),
            Limits(limits["maxBytes"], limits["maxPixels"], limits["maxProgressiveScans"],
                   limits["deadlineMilliseconds"], *ScoreLimits.of(answer)),
        )


class Client:
    """A service at an address: the path of its socket, 127.0.0.1:PORT or [::1]:PORT; by default the user's own.

    Every call may raise FacialFunError, whose `code` is stable. One object may be used by many threads; `json` is the
    same service with plain JSON results.
    """

    def __init__(
        self, address: str | None = None, deadline_ms: int = 1000, camera_token: str | None = None
    ) -> None:
        self.json = wire.FacialFun(address, deadline_ms, camera_token)

    def score(self, picture: bytes, movements: bool = False, landmarks: bool = False) -> Report:
        """The faces of a JPEG or PNG file."""
        return Report.of(self.json.score(picture, movements, landmarks))

    def rectangle(self, picture: bytes, face: int = 0, format: str = "png") -> bytes:
        """The 600×600 rectangle of a face as a file, "png" or "jpeg"; face 0 is the largest."""
        return self.json.rectangle(picture, face, format)

    def match(
        self, picture: bytes, target: str, level: int, baseline: str | None = None, movements: bool = False
    ) -> Match:
        """Whether the face shows the target at a level from 1, the easiest, to 5."""
        return Match.of(self.json.match(picture, target, level, baseline, movements))

    def begin_attempt(
        self, target: str, level: int, baseline: str | None = None, time_limit_ms: float | None = None
    ) -> Attempt:
        """Creates an attempt at an expression, over several frames."""
        return Attempt(self.json.begin_attempt(target, level, baseline, time_limit_ms))

    def make_baseline(self, picture: bytes, movements: bool = False) -> Baseline:
        """Makes a baseline of a person's neutral face."""
        return Baseline.of(self.json.make_baseline(picture, movements))

    def add_to_baseline(self, baseline: str, picture: bytes, movements: bool = False) -> Baseline:
        """Adds a picture to a baseline, which makes it more reliable."""
        return Baseline.of(self.json.add_to_baseline(baseline, picture, movements))

    def delete_baseline(self, baseline: str) -> None:
        """Deletes a baseline."""
        self.json.delete_baseline(baseline)

    def camera_match(self, target: str, level: int, baseline: str | None = None) -> Match:
        """Takes a picture with the service's camera (`serve --camera`) and judges it."""
        return Match.of(self.json.camera_match(target, level, baseline))

    def begin_camera_attempt(
        self, target: str, level: int, baseline: str | None = None, time_limit_ms: float | None = None,
        movements: bool = False,
    ) -> Attempt:
        """Creates an attempt that judges the frames of the service's own camera."""
        return Attempt(self.json.begin_camera_attempt(target, level, baseline, time_limit_ms, movements))

    def camera_scores(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields names and data of the camera's events, by live-event.schema.json: "frame", "away", "back", "shutdown".
        """
        return self.json.camera_scores()

    def camera_preview(self) -> Iterator[bytes]:
        """Yields the pictures of the service's own camera as JPEG files."""
        return self.json.camera_preview()

    def levels(self) -> dict[str, Any]:
        """The requirements of each level, common and by emotion, as JSON tables."""
        return self.json.levels()

    def emotions(self) -> list[str]:
        """The eight emotions, in the order of the scores."""
        return self.json.emotions()

    def model(self) -> ModelInfo:
        """The network, and the service's limits."""
        return ModelInfo.of(self.json.model())

    def schemas(self) -> dict[str, dict[str, Any]]:
        """The JSON schemas of records and responses, by name."""
        return {path.rpartition("/")[2]: self.json.schema(path) for path in self.json.schemas()}

    def metrics(self) -> str:
        """Counters, gauges and histograms in the text format of Prometheus."""
        return self.json.metrics()

    def check_health(self) -> None:
        """Raises `no_answer` if the service does not run."""
        self.json.check_health()

    def ready(self) -> bool:
        """Whether the service is warmed up and accepts pictures."""
        return self.json.ready()


class Attempt:
    """A current attempt; `status` is the most recent status, which each call also returns."""

    def __init__(self, attempt: wire.Attempt) -> None:
        self.json = attempt
        self.id = attempt.id

    @property
    def status(self) -> AttemptStatus:
        """The most recent status."""
        return AttemptStatus.of(self.json.status)

    def frame(self, picture: bytes, movements: bool = False) -> AttemptStatus:
        """Judges the next frame; it counts at its time of arrival."""
        return AttemptStatus.of(self.json.frame(picture, movements))

    def look(self) -> AttemptStatus:
        """Requests the current status."""
        return AttemptStatus.of(self.json.look())

    def retry(self) -> AttemptStatus:
        """Starts it over."""
        return AttemptStatus.of(self.json.retry())

    def skip(self) -> AttemptStatus:
        """Skips it."""
        return AttemptStatus.of(self.json.skip())

    def delete(self) -> None:
        """Deletes it."""
        self.json.delete()

    def events(self) -> Iterator[AttemptStatus]:
        """Yields the status, at once and after each frame, until the attempt is deleted or the service stops."""
        return (AttemptStatus.of(data) for name, data in self.json.events() if name == "status")


def _rectangle(answer: Mapping[str, Any]) -> Rectangle | None:
    rectangle = answer.get("rectangle")
    return None if rectangle is None else Rectangle.of(rectangle)
