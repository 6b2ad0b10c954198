"""Progress of a batch: a callback for each report, a bar of tqdm if it is installed, otherwise a line."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from .report import Report


@dataclasses.dataclass(frozen=True)
class Progress:
    """Progress of a batch after a report.

    `done` counts reports, `failed` those with a problem. `total` is None if it is unknown until the end, as with
    films and generators. `path`, `frame` and `time` are those of the newest report.
    """

    done: int
    total: int | None
    failed: int
    path: str
    frame: int | None = None
    time: float | None = None


#: True for a bar on standard error, or a function that receives each Progress.
ProgressOption = bool | Callable[[Progress], object] | None


def reported(reports: Iterator[Report], total: int | None, option: ProgressOption) -> Iterator[Report]:
    """Yields the reports after reporting their progress; closes the bar at the end."""
    if not option:
        yield from reports
        return
    show: Callable[[Progress], object]
    bar: Any = None
    if option is True:
        bar = _bar(total)
        show = bar.show
    else:
        show = option
    done = failed = 0
    try:
        for report in reports:
            done += 1
            failed += not report.ok
            show(Progress(done, total, failed, report.path, report.frame, report.time))
            yield report
    finally:
        # The batch stops before the bar: a caller that stops early does not wait.
        close = getattr(reports, "close", None)
        if close is not None:
            close()
        if bar is not None:
            bar.close()


def _bar(total: int | None) -> _Bar | _Line:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Bar(tqdm(total=total, unit=" reports"))


class _Bar:
    """A bar of tqdm."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def show(self, progress: Progress) -> None:
        if progress.time is not None:
            self._bar.set_postfix_str(f"{progress.time:.1f} s of the film", refresh=False)
        self._bar.update()

    def close(self) -> None:
        self._bar.close()


class _Line:
    """A line on standard error, at most twice a second."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._last: Progress | None = None

    def show(self, progress: Progress) -> None:
        self._last = progress
        if time.monotonic() - self._shown >= 0.5:
            self._write(progress)

    def close(self) -> None:
        if self._last is not None:
            self._write(self._last)
            sys.stderr.write("\n")
            sys.stderr.flush()

    def _write(self, progress: Progress) -> None:
        self._shown = time.monotonic()
        of = "" if progress.total is None else f" of {progress.total}"
        at = "" if progress.time is None else f", {progress.time:.1f} s of the film"
        failed = f", {progress.failed} failed" if progress.failed else ""
        sys.stderr.write(f"\r{progress.done}{of} reports{at}{failed}\x1b[K")
        sys.stderr.flush()
