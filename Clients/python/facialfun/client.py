"""A client of the local service whose answers are dataclasses; `facialfun.wire` gives them as JSON has them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from . import wire
from .pictures import ScoreLimits
from .report import Rectangle, Report


@dataclasses.dataclass(frozen=True)
class Verdict:
    """`verdict` is "matched", "not_yet" or "cannot_judge"; there is no wrong. The codes are stable, the sentences for
    a child of five; `progress` goes from 0 to 1, and `reason`, `remedy` say why a face cannot be judged."""

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
class Match:
    """Whether a face shows what was asked for. `score` and `rectangle` are None where it cannot be judged; `frame`,
    `sequence` and `latency_ms` are those of the service's own camera, None elsewhere."""

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

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Match:
        """From the answer in JSON."""
        return cls(
            answer["target"], answer["level"], answer["offered"], answer["operatingPoint"], answer["threshold"],
            answer["score"], Verdict.of(answer["verdict"]), _rectangle(answer), answer.get("movements"),
            answer.get("frame"), answer.get("sequence"), answer.get("latencyMilliseconds"),
        )


@dataclasses.dataclass(frozen=True)
class AttemptStatus:
    """Where an attempt stands: `phase` is "watching", "holding", "matched", "time_up" or "skipped"; `held` and `peak`
    go from 0 to 1."""

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

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> AttemptStatus:
        """From the answer in JSON."""
        return cls(
            answer["phase"], Verdict.of(answer["verdict"]), answer["held"], answer["peak"], answer["peakFrame"],
            answer["earnedBy"], answer["milliseconds"], answer["tries"], _rectangle(answer), answer.get("movements"),
        )

    @property
    def goes_on(self) -> bool:
        """Whether further frames count."""
        return self.phase in ("watching", "holding")


@dataclasses.dataclass(frozen=True)
class Baseline:
    """A person's own neutral face that the service keeps in memory: its name for matches and attempts, how many
    pictures it is made of, and how long it is kept if it is not used."""

    id: str
    pictures: int
    expires_in_ms: float

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Baseline:
        """From the answer in JSON."""
        return cls(answer["id"], answer["pictures"], answer["expiresInMilliseconds"])


@dataclasses.dataclass(frozen=True)
class Limits:
    """What the service takes: bytes of a file, pixels, scans of a progressive JPEG; and its deadline."""

    max_bytes: int
    max_pixels: int
    max_progressive_scans: int
    deadline_ms: int
    max_score_bytes: int
    max_score_pixels: int


@dataclasses.dataclass(frozen=True)
class ModelInfo:
    """What gives the scores: name and version of the network, version of the service, its limits."""

    name: str
    version: str
    service: str
    emotions: tuple[str, ...]
    limits: Limits

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> ModelInfo:
        """From the answer in JSON."""
        limits, model = answer["limits"], answer["model"]
        return cls(
            model["name"], model["version"], answer["service"]["version"], tuple(answer["emotions"]),
            Limits(limits["maxBytes"], limits["maxPixels"], limits["maxProgressiveScans"],
                   limits["deadlineMilliseconds"], *ScoreLimits.of(answer)),
        )


class Client:
    """A service at an address: the path of its socket, 127.0.0.1:PORT or [::1]:PORT; without one the user's own.

    Every call may raise FacialFunError, whose `code` is stable. One object serves many threads; `json` is the same
    service with answers as JSON has them.
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
        """Begins an attempt at an expression, over several frames."""
        return Attempt(self.json.begin_attempt(target, level, baseline, time_limit_ms))

    def make_baseline(self, picture: bytes, movements: bool = False) -> Baseline:
        """Makes a baseline of a person's own neutral face."""
        return Baseline.of(self.json.make_baseline(picture, movements))

    def add_to_baseline(self, baseline: str, picture: bytes, movements: bool = False) -> Baseline:
        """Makes a baseline surer by one more picture."""
        return Baseline.of(self.json.add_to_baseline(baseline, picture, movements))

    def delete_baseline(self, baseline: str) -> None:
        """Has a baseline forgotten."""
        self.json.delete_baseline(baseline)

    def camera_match(self, target: str, level: int, baseline: str | None = None) -> Match:
        """Has the service take a picture by its own camera (`serve --camera`) and judge it."""
        return Match.of(self.json.camera_match(target, level, baseline))

    def begin_camera_attempt(
        self, target: str, level: int, baseline: str | None = None, time_limit_ms: float | None = None,
        movements: bool = False,
    ) -> Attempt:
        """Begins an attempt for which the frames of the service's own camera are judged."""
        return Attempt(self.json.begin_camera_attempt(target, level, baseline, time_limit_ms, movements))

    def camera_scores(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Names and data of the camera's events, by live-event.schema.json: "frame", "away", "back", "shutdown"."""
        return self.json.camera_scores()

    def camera_preview(self) -> Iterator[bytes]:
        """What the service's own camera sees: JPEG files."""
        return self.json.camera_preview()

    def levels(self) -> dict[str, Any]:
        """What each level asks, of every emotion alike and of each: the tables as JSON has them."""
        return self.json.levels()

    def emotions(self) -> list[str]:
        """The eight emotions, in the order of the scores."""
        return self.json.emotions()

    def model(self) -> ModelInfo:
        """What gives the scores, and the service's limits."""
        return ModelInfo.of(self.json.model())

    def schemas(self) -> dict[str, dict[str, Any]]:
        """The JSON schemas of records and answers, by their names."""
        return {path.rpartition("/")[2]: self.json.schema(path) for path in self.json.schemas()}

    def metrics(self) -> str:
        """Counters, gauges and histograms in the text format of Prometheus."""
        return self.json.metrics()

    def check_health(self) -> None:
        """Raises `no_answer` if the service does not live."""
        self.json.check_health()

    def ready(self) -> bool:
        """Whether the service is warmed up and takes pictures."""
        return self.json.ready()


class Attempt:
    """An attempt that goes on; `status` is where it stood when it was last asked, which each call returns, too."""

    def __init__(self, attempt: wire.Attempt) -> None:
        self.json = attempt
        self.id = attempt.id

    @property
    def status(self) -> AttemptStatus:
        """Where it stood when it was last asked."""
        return AttemptStatus.of(self.json.status)

    def frame(self, picture: bytes, movements: bool = False) -> AttemptStatus:
        """Has the next frame judged; it counts for the moment at which it comes."""
        return AttemptStatus.of(self.json.frame(picture, movements))

    def look(self) -> AttemptStatus:
        """Asks where it stands."""
        return AttemptStatus.of(self.json.look())

    def retry(self) -> AttemptStatus:
        """Begins it anew."""
        return AttemptStatus.of(self.json.retry())

    def skip(self) -> AttemptStatus:
        """Gives it up."""
        return AttemptStatus.of(self.json.skip())

    def delete(self) -> None:
        """Has it forgotten."""
        self.json.delete()

    def events(self) -> Iterator[AttemptStatus]:
        """Where it stands, at once and after each frame, until it is forgotten or the service stops."""
        return (AttemptStatus.of(data) for name, data in self.json.events() if name == "status")


def _rectangle(answer: Mapping[str, Any]) -> Rectangle | None:
    rectangle = answer.get("rectangle")
    return None if rectangle is None else Rectangle.of(rectangle)
