"""The pictures to send, and the command line's results for them."""

from __future__ import annotations

import json
import random
import subprocess
import time
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
NAMES = ["collins.jpg", "fear.jpg", "hopper.jpg", "happiness.jpg"]


def faces(report: bytes) -> bytes:
    """The part of a report that does not depend on the machine: the faces."""
    return report[report.index(b'"faces":') : report.rindex(b',"milliseconds":')]


class Pictures:
    """Pictures of 640×480 pixels with one face each, and others on request."""

    def __init__(self, binary: str, others: list[Path] | None = None) -> None:
        self.binary = binary
        self.paths = [str(path) for path in [BENCHMARKS / "pictures" / name for name in NAMES]
                      + (others or [])]
        self.bytes = [Path(path).read_bytes() for path in self.paths]
        self.types = [
            "image/png" if content.startswith(b"\x89PNG") else "image/jpeg"
            for content in self.bytes]
        self.faces = [faces(line) for line in self._score(1, 1)]

    def choose(self, chance: random.Random) -> int:
        """One of 640×480 pixels, or in one of ten cases another one."""
        if len(self.paths) > len(NAMES) and chance.random() < 0.1:
            return chance.randrange(len(NAMES), len(self.paths))
        return chance.randrange(len(NAMES))

    def _score(self, copies: int, jobs: int | None) -> list[bytes]:
        command = [self.binary, "score", "--search", "service", "--format", "jsonl"]
        if jobs is not None:
            command += ["--jobs", str(jobs)]
        done = subprocess.run(command + self.paths * copies, check=True, stdout=subprocess.PIPE)
        return done.stdout.splitlines()

    def milliseconds(self, copies: int) -> list[float]:
        """Duration of each recognition in the command line's process, one after the other.

        The first of each picture are left out because nothing is warm.
        """
        lines = self._score(copies + 2, 1)[2 * len(self.paths) :]
        return [json.loads(line)["milliseconds"]["total"] for line in lines]

    def rate(self, seconds: float, jobs: int | None = None) -> float:
        """Throughput of the command line on all processors in pictures per second, without its start."""

        def timed(copies: int) -> float:
            start = time.perf_counter()
            self._score(copies, jobs)
            return time.perf_counter() - start

        small = timed(1)
        # Has a lower bound: on a busy machine the difference may be too small, or negative.
        per_copy = max(2.5e-3 * len(self.paths), (timed(6) - small) / 5)
        copies = max(10, int(seconds / per_copy))
        return copies * len(self.paths) / (timed(copies + 1) - small)
