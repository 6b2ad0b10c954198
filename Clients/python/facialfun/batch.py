"""Many pictures: several in flight, the answers in the pictures' order, memory that does not grow with their number.

What cannot be scored is a report with a problem in its place; a service that is busy is asked again, one that has
died is started again.
"""

from __future__ import annotations

import collections
import contextlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from .pictures import Picture, ScoreLimits, Source, UnreadableError, failure, pictures_of, read
from .private import PrivateService, process_service
from .report import Report
from .reports import Reports
from .wire import FacialFun, FacialFunError, Session, default_address

#: The longest that a service lets a request wait, in milliseconds: in a batch nobody waits for one picture.
DEADLINE_MS = 60_000
#: What a service says that is busy, and how long it is asked again, in seconds.
_BUSY = frozenset({"overloaded", "too_many_connections", "not_ready", "out_of_memory", "deadline_exceeded"})
_PATIENCE = 120.0
#: How often a picture is sent again whose service gave no answer.
_TRIES = 3
#: How many pictures are taken from the caller ahead of the first that is not answered, for each connection.
_AHEAD = 4


def score(
    pictures: Source | Iterable[Source], *, movements: bool = False, address: str | None = None,
    connections: int | None = None, service: PrivateService | None = None,
) -> Reports:
    """Scores pictures: a report of each, in their order; a picture that cannot be scored has its problem there.

    `pictures` are paths of files or folders, bytes of JPEG or PNG files, or `Picture`s, one or many. Without an
    `address` the user's own service is asked where one runs, else a private one that starts with the first call,
    serves all calls and threads of this process, and ends with it. `movements` asks how strongly each face makes
    each of 51 movements. The scores are those of `facialfun score --search service`, bit for bit.
    """
    return Reports(score_iter(
        pictures, movements=movements, address=address, connections=connections, service=service))


def score_iter(
    pictures: Source | Iterable[Source], *, movements: bool = False, address: str | None = None,
    connections: int | None = None, service: PrivateService | None = None,
) -> Iterator[Report]:
    """As `score`, one report after another: for more pictures than fit in memory, or that are still being made."""
    for frame, record in records(
        pictures_of(pictures), movements=movements, address=address, connections=connections, service=service
    ):
        yield Report.of(record, frame)


def records(
    pictures: Iterable[Picture], *, movements: bool = False, address: str | None = None,
    connections: int | None = None, service: PrivateService | None = None,
) -> Iterator[tuple[int | None, dict[str, Any]]]:
    """The frame of each picture and its record as JSON has it, in order: what `score` is made of."""
    count = connections or 2 * (os.cpu_count() or 1)
    if count < 1:
        raise ValueError("A batch needs a connection at least.")
    batch = _Batch(_where(address, service), movements)
    pool = ThreadPoolExecutor(count, thread_name_prefix="facialfun")
    waiting: collections.deque[tuple[int | None, Future[dict[str, Any]]]] = collections.deque()
    try:
        for picture in pictures:
            waiting.append((picture.frame, pool.submit(batch.record, picture)))
            if len(waiting) >= count * _AHEAD:
                frame, answer = waiting.popleft()
                yield frame, answer.result()
        while waiting:
            frame, answer = waiting.popleft()
            yield frame, answer.result()
    finally:
        # Who stops in the middle does not wait for what was taken ahead.
        batch.ends = True
        pool.shutdown(wait=True, cancel_futures=True)
        batch.close()


def _where(address: str | None, service: PrivateService | None) -> Callable[[], str]:
    """What says at each moment where the service is: a private one that has died is started again."""
    if address is not None:
        if service is not None:
            raise ValueError("Give an address or a private service, not both.")
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
    """What the threads of a batch share."""

    def __init__(self, where: Callable[[], str], movements: bool) -> None:
        self.ends = False
        self._where = where
        self._movements = movements
        self._of_thread = threading.local()
        self._sessions: list[Session] = []
        # A picture whose service died is sent again alone with others of its kind, so that the one that
        # is to blame takes no other with it.
        self._suspects = threading.Lock()
        # Asked once, before the first picture: what cannot even start is an error of the batch.
        self._limits = ScoreLimits.of(FacialFun(where(), DEADLINE_MS).model())

    def record(self, picture: Picture) -> dict[str, Any]:
        """The record of a picture; it is never an exception."""
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
        """Asks again as long as the service is busy."""
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
        target = "/v1/score?movements=true" if self._movements else "/v1/score"
        record: dict[str, Any] = json.loads(self._session().request("POST", target, data))
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
