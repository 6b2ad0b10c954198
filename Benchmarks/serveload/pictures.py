"""The pictures that are sent, and what the command line says of them."""

from __future__ import annotations

import json
import random
import subprocess
import time
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
NAMES = ["collins.jpg", "fear.jpg", "hopper.jpg", "happiness.jpg"]


def faces(report: bytes) -> bytes:
    """The part of a report that must be the same wherever it is made: all that is said of faces."""
    return report[report.index(b'"faces":') : report.rindex(b',"milliseconds":')]


class Pictures:
    """Pictures of 640×480 pixels with one face each and, where they are wanted, others."""

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
        """One of 640×480 pixels, or one time in ten one of the others."""
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
        """How long each recognition took in the command line's process, one after the other.

        The first of each picture are left out: they find nothing warm.
        """
        lines = self._score(copies + 2, 1)[2 * len(self.paths) :]
        return [json.loads(line)["milliseconds"]["total"] for line in lines]

    def rate(self, seconds: float, jobs: int | None = None) -> float:
        """Pictures a second of the command line on all processors, its start left out."""

        def timed(copies: int) -> float:
            start = time.perf_counter()
            self._score(copies, jobs)
            return time.perf_counter() - start

        small = timed(1)
        # Bounded from below: on a busy machine the difference may come out too small, or negative.
        per_copy = max(2.5e-3 * len(self.paths), (timed(6) - small) / 5)
        copies = max(10, int(seconds / per_copy))
        return copies * len(self.paths) / (timed(copies + 1) - small)
