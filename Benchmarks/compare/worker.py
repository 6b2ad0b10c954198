"""Worker processes that run requests in turn; see `peers/exchange.py` for the protocol."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median


class Failed(Exception):
    """A process that failed; the text names it and the remedy."""


@dataclass
class Conditions:
    """The processors and priority of processes."""

    processors: set[int]
    priority: int = 0

    def apply(self) -> None:
        """Called in a new process before its program starts."""
        os.sched_setaffinity(0, self.processors)
        if self.priority:
            os.setpriority(os.PRIO_PROCESS, 0, self.priority)


class Worker:
    """One side of a comparison, loaded and warm."""

    def __init__(self, name: str, command: list[str], conditions: Conditions, log: Path):
        self.name = name
        self.command = command
        self._log = log
        self._start = time.perf_counter()
        with log.open("a") as errors:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                preexec_fn=conditions.apply,
            )
        self.loaded = self._answer()
        self.first_result = (time.perf_counter() - self._start) * 1e3
        self.run(3)

    def run(self, count: int) -> list[int]:
        """The nanoseconds of each of `count` runs."""
        self._process.stdin.write(f"{count}\n")
        self._process.stdin.flush()
        return self._answer()

    def burst(self, milliseconds: float) -> int:
        """Number of runs that take about the given time."""
        each = median(self.run(3)) / 1e6
        return max(1, round(milliseconds / each))

    @property
    def resident_megabytes(self) -> float:
        """Peak resident memory so far."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024

    def end(self) -> None:
        """Ends the process."""
        self._process.stdin.close()
        code = self._process.wait(timeout=60)
        self._process.stdout.close()
        if code != 0:
            raise self._failed()

    def _answer(self) -> dict | list:
        line = self._process.stdout.readline()
        if not line:
            self._process.communicate()
            raise self._failed()
        return json.loads(line)

    def _failed(self) -> Failed:
        return Failed(
            f"{self.name} ended with exit code {self._process.returncode}; its words are in "
            f"{self._log}, its command was: {' '.join(self.command)}"
        )


@dataclass
class Series:
    """The medians of a contender's bursts in milliseconds, in order of the rounds."""

    bursts: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median over the bursts."""
        return median(self.bursts)

    def over(self, other: Series) -> dict[str, float]:
        """Ratio of this one's times to the other's, round by round: median, lower and upper decile."""
        ratios = sorted(a / b for a, b in zip(self.bursts, other.bursts, strict=True))
        tenth = len(ratios) // 10
        return {"median": median(ratios), "low": ratios[tenth], "high": ratios[-1 - tenth]}


def alternate(workers: Iterable[Worker], rounds: int, milliseconds: float) -> dict[str, Series]:
    """Runs the workers in turn, A B C A B C …, each for about the given time."""
    workers = list(workers)
    counts = {worker.name: worker.burst(milliseconds) for worker in workers}
    series = {worker.name: Series() for worker in workers}
    for _ in range(rounds):
        for worker in workers:
            durations = worker.run(counts[worker.name])
            series[worker.name].bursts.append(median(durations) / 1e6)
    return series


def whole_process(command: list[str], conditions: Conditions, log: Path) -> dict[str, float]:
    """Milliseconds to the first line and to the end of a new process, and resident megabytes."""
    start = time.perf_counter()
    with log.open("a") as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            preexec_fn=conditions.apply,
        )
    line = process.stdout.readline()
    first = time.perf_counter()
    process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    end = time.perf_counter()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or not line:
        raise Failed(f"exit code {process.returncode} of {' '.join(command)}; see {log}")
    return {
        "firstResult": (first - start) * 1e3,
        "process": (end - start) * 1e3,
        "residentMegabytes": usage.ru_maxrss / 1024,
    }
