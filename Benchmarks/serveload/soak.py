"""Many requests, one in a hundred hostile: memory must stay constant and all responses correct."""

from __future__ import annotations

import itertools
import sys
import time

from .hostile import Hostile
from .load import load
from .pictures import Pictures
from .service import Service
from .tally import Tally

PARTS = 10
# Long, so no response misses it because of other load.
DEADLINE_MS = 10_000


def section(
    service: Service, pictures: Pictures, requests: int, clients: int, total: Tally
) -> str:
    """The section of the page."""
    hostile = Hostile(service, pictures)
    seen = Tally()
    rows: list[str] = []
    start = time.perf_counter()

    def row(done: int) -> None:
        # Closed connections are released by then.
        time.sleep(0.5)
        answered = seen.statuses.get(200, 0)
        refused = sum(seen.statuses.values()) - answered
        rows.append(
            f"| {done} | {answered} | {refused} | {hostile.count} | {seen.wrong} | {seen.broken} "
            f"| {service.megabytes():.1f} | {service.descriptors()} |")
        minutes = (time.perf_counter() - start) / 60
        print(f"soak {minutes:.1f} min: {rows[-1]}", file=sys.stderr, flush=True)

    row(0)
    done = 0
    while done < requests:
        count = min(-(-requests // PARTS), requests - done)
        left = itertools.count()
        # One counter for all clients; taking the next number is atomic in this interpreter.
        tally = load(
            service, pictures, clients, lambda left=left, count=count: next(left) < count, DEADLINE_MS, hostile,
            seed=1000 + done)
        seen.merge(tally)
        # Their times do not matter here and would take memory.
        seen.answered.clear()
        seen.beyond.clear()
        done += count
        row(done)
    total.merge(seen)
    minutes = (time.perf_counter() - start) / 60
    lines = [
        f"{requests} requests of {clients} clients, 1 % of them hostile, in {minutes:.0f} minutes. One "
        f"picture in ten has one of {len(pictures.paths)} other sizes. "
        f"Peak memory {service.megabytes('VmHWM'):.1f} MB:",
        "",
        "| requests | answered | refused | hostile | wrong answers | broken | resident MB "
        "| descriptors |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    return "\n".join(lines + rows)
