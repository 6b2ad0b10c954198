"""Results seen by the clients."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Times in seconds; updated from any thread."""

    answered: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    # For responses with the service's processing time: the time beyond it.
    beyond: list[float] = field(default_factory=list)
    # The largest delay of a response after its deadline, of any kind; negative if before it.
    latest: float = -math.inf
    wrong: int = 0
    broken: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(
        self, status: int, elapsed: float, deadline: float, right: bool, work: float | None
    ) -> None:
        with self.lock:
            self.statuses[status] = self.statuses.get(status, 0) + 1
            (self.answered if status == 200 else self.refused).append(elapsed)
            self.latest = max(self.latest, elapsed - deadline)
            self.wrong += not right
            if work is not None:
                self.beyond.append(elapsed - work)

    def merge(self, other: Tally) -> None:
        self.answered += other.answered
        self.refused += other.refused
        self.beyond += other.beyond
        for status, count in other.statuses.items():
            self.statuses[status] = self.statuses.get(status, 0) + count
        self.latest = max(self.latest, other.latest)
        self.wrong += other.wrong
        self.broken += other.broken
