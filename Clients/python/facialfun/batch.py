"""Batches of pictures: several in flight, results in the pictures' order, memory independent of their number.

An input that cannot be scored gets a report with its problem. Requests to a busy service are repeated, and a service
that died is restarted. The program reads films, one after the other.
"""

from __future__ import annotations

import collections
import contextlib
import json
import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from .films import FilmOptions, frames_of
from .pictures import Film, Picture, ScoreLimits, UnreadableError, failure, read
from .private import PrivateService, process_service
from .program import NoProgramError
from .progress import ProgressOption, reported
from .report import Report
from .reports import Reports
from .sources import Source, count, inputs_of
from .wire import FacialFun, FacialFunError, Session, asking, default_address

#: The maximum deadline of the service in milliseconds; in a batch no user waits for a single picture.
DEADLINE_MS = 60_000
#: The codes of a busy service, and the time for retries in seconds.
_BUSY = frozenset({"overloaded", "too_many_connections", "not_ready", "out_of_memory", "deadline_exceeded"})
_PATIENCE = 120.0
#: Maximum number of attempts for a picture if the service does not respond.
_TRIES = 3
#: Maximum number of pictures read ahead of the first pending one, per connection.
_AHEAD = 4
#: Maximum size of pixels and files in memory that are read ahead, in bytes.
_AHEAD_BYTES = 128_000_000


def score(
    pictures: Source | Iterable[Source], *, color: str = "rgb", movements: bool = False, landmarks: bool = False,
    fps: float | None = None, films: bool = True, progress: ProgressOption = None, address: str | None = None,
    connections: int | None = None, service: PrivateService | None = None,
) -> Reports:
    """Scores pictures and films: returns a report for each picture and each frame of a film, in order.

    Inputs that cannot be scored have a report with their problem. The scores are bit-identical to those of `facialfun
    score --search service`.

    Args:
        pictures: One or many of: a path of a file, folder or film; the bytes of a JPEG or PNG file, or an open binary
            file; a NumPy array of uint8, (height, width) or (height, width, 3 or 4); a PIL image; a `Picture`.
        color: The order of colors in arrays: "rgb", or "bgr" as in OpenCV.
        movements: Whether to measure the strength of 51 movements of each face.
        landmarks: Whether to find 478 points and the gaze of each face.
        fps: Maximum number of frames per second of a film; None for every frame.
        films: Whether films in folders are scored; a named film always is.
        progress: True for a bar on standard error (by tqdm if it is installed), or a function that receives the
            `Progress` after each report.
        address: The service to use. By default the user's own if it runs, otherwise a private one that starts with the
            first call, serves all calls and threads of this process, and ends with it.
        connections: Number of pictures in flight; by default two per processor.
        service: A private service of the caller.

    Raises:
        TypeError: An input has a type that cannot be a picture.
        ValueError: An option has an invalid value.
        NoProgramError, ServiceStartError, FacialFunError: Nothing can be scored.
    """
    return Reports(score_iter(
        pictures, color=color, movements=movements, landmarks=landmarks, fps=fps, films=films, progress=progress,
        address=address, connections=connections, service=service))


def score_iter(
    pictures: Source | Iterable[Source], *, color: str = "rgb", movements: bool = False, landmarks: bool = False,
    fps: float | None = None, films: bool = True, progress: ProgressOption = None, address: str | None = None,
    connections: int | None = None, service: PrivateService | None = None,
) -> Iterator[Report]:
    """Like `score`, but yields one report after another: for films, generators, and more pictures than fit in memory.
    """
    model = None if service is None or service.model is None else os.fspath(service.model)
    options = FilmOptions(fps, movements, model, landmarks)
    inputs = inputs_of(pictures, color, films)
    total = count(pictures, films) if progress else None
    found = records(
        inputs, movements=movements, landmarks=landmarks, address=address, connections=connections, service=service,
        options=options)
    return reported(_reports(found), total, progress)


def _reports(found: Generator[tuple[int | None, dict[str, Any]], None, None]) -> Iterator[Report]:
    with contextlib.closing(found):
        for frame, record in found:
            yield Report.of(record, frame)


def records(
    pictures: Iterable[Picture], *, movements: bool = False, landmarks: bool = False, address: str | None = None,
    connections: int | None = None, service: PrivateService | None = None, options: FilmOptions | None = None,
) -> Generator[tuple[int | None, dict[str, Any]], None, None]:
    """The frame number of each picture and its JSON record, in order: the core of `score`."""
    threads = connections or 2 * (os.cpu_count() or 1)
    if threads < 1:
        raise ValueError("A batch needs at least one connection.")
    if address is not None and service is not None:
        raise ValueError("Give an address or a private service, not both.")
    options = options or FilmOptions(movements=movements, landmarks=landmarks)
    batch: _Batch | None = None
    pool = ThreadPoolExecutor(threads, thread_name_prefix="facialfun")
    waiting: collections.deque[_Waiting] = collections.deque()
    held = 0
    try:
        for picture in pictures:
            answer: Future[dict[str, Any]] | None = None
            if not isinstance(picture, Film):
                # The service starts with the first picture, because films need none.
                batch = batch or _Batch(_where(address, service), asking(movements, landmarks))
                answer = pool.submit(batch.record, picture)
            waiting.append(_Waiting(picture, answer))
            held += waiting[-1].size
            while waiting and (len(waiting) >= threads * _AHEAD or held > _AHEAD_BYTES):
                first = waiting.popleft()
                held -= first.size
                yield from first.records(options, address)
        while waiting:
            yield from waiting.popleft().records(options, address)
    finally:
        # A caller that stops early does not wait for pictures read ahead.
        if batch is not None:
            batch.ends = True
        pool.shutdown(wait=True, cancel_futures=True)
        if batch is not None:
            batch.close()


class _Waiting(NamedTuple):
    """A picture in flight, or a film, which is read at its turn."""

    picture: Picture
    answer: Future[dict[str, Any]] | None

    @property
    def size(self) -> int:
        """Number of bytes held in memory."""
        return len(self.picture.data or b"")

    def records(self, options: FilmOptions, address: str | None) -> Iterator[tuple[int | None, dict[str, Any]]]:
        """The record of the picture, or those of the film's frames."""
        if self.answer is not None:
            yield self.picture.frame, self.answer.result()
            return
        assert isinstance(self.picture, Film)
        try:
            for record in frames_of(self.picture, options):
                yield None, record
        except NoProgramError as error:
            if address is None:
                raise
            # The service at the address can still score pictures.
            yield None, failure(self.picture.path, "no_program", str(error))


def _where(address: str | None, service: PrivateService | None) -> Callable[[], str]:
    """Returns a function for the current address of the service, which restarts a private one that died."""
    if address is not None:
        return lambda: address
    if service is not None:
        return service.address
    own = default_address()
    if own is not None and os.path.exists(own):
        with contextlib.suppress(FacialFunError):
            FacialFun(own).check_health()
            return lambda: own
    return process_service().address


class _Batch:
    """State that the threads of a batch share."""

    def __init__(self, where: Callable[[], str], query: str) -> None:
        self.ends = False
        self._where = where
        self._target = "/v1/score" + query
        self._of_thread = threading.local()
        self._sessions: list[Session] = []
        # A picture whose service died is only repeated alone, so a picture that crashes the service affects no other.
        self._suspects = threading.Lock()
        # Requested before the first picture: a service that cannot start is an error of the batch.
        self._limits = ScoreLimits.of(FacialFun(where(), DEADLINE_MS).model())

    def record(self, picture: Picture) -> dict[str, Any]:
        """The record of a picture; never raises."""
        try:
            data = read(picture, self._limits)
            try:
                record = self._patiently(data)
            except FacialFunError as error:
                if error.code != "no_answer":
                    raise
                record = self._alone(data, error)
        except UnreadableError as error:
            return failure(picture.path, error.code, error.message)
        except FacialFunError as error:
            detail = error.detail
            if error.code in ("too_many_bytes", "too_many_pixels"):
                detail = f"{detail} {self._limits.remedy}"
            return failure(picture.path, error.code, detail)
        except Exception as error:
            return failure(picture.path, "unreadable", f"It cannot be scored: {error}.")
        record["path"] = picture.path
        return record

    def close(self) -> None:
        """Closes the connections."""
        for session in self._sessions:
            session.close()

    def _alone(self, data: bytes, error: FacialFunError) -> dict[str, Any]:
        for tried in range(_TRIES):
            with self._suspects:
                time.sleep(0.02 * 2**tried)
                try:
                    return self._patiently(data)
                except FacialFunError as again:
                    if again.code != "no_answer" or self.ends:
                        raise
                    error = again
        raise error

    def _patiently(self, data: bytes) -> dict[str, Any]:
        """Repeats a request while the service is busy."""
        end = time.monotonic() + _PATIENCE
        pause = 0.01
        while True:
            try:
                return self._ask(data)
            except FacialFunError as error:
                if error.code not in _BUSY or self.ends or time.monotonic() > end:
                    raise
                time.sleep(min(max(pause, error.retry_after or 0), 2))
                pause = min(2 * pause, 0.5)

    def _ask(self, data: bytes) -> dict[str, Any]:
        record: dict[str, Any] = json.loads(self._session().request("POST", self._target, data))
        return record

    def _session(self) -> Session:
        try:
            address = self._where()
        except (OSError, RuntimeError) as error:
            raise FacialFunError(0, "no_answer", f"The private service does not start again: {error}") from error
        session: Session | None = getattr(self._of_thread, "session", None)
        if session is None or session.address != address:
            if session is not None:
                session.close()
            session = self._of_thread.session = Session(address, DEADLINE_MS)
            self._sessions.append(session)
        return session
