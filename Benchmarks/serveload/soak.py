"""Many requests, one in a hundred hostile: is memory flat, are all answers right?"""

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
# Long: here no answer is to be missed because the machine has other work.
DEADLINE_MS = 10_000


def section(
    service: Service, pictures: Pictures, requests: int, clients: int, total: Tally
) -> str:
    """The page's section on it."""
    hostile = Hostile(service, pictures)
    seen = Tally()
    rows: list[str] = []
    start = time.perf_counter()

    def row(done: int) -> None:
        # What was just closed is let go by then.
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
        # One count for all clients; taking the next number is one step in this interpreter.
        tally = load(
            service, pictures, clients, lambda left=left, count=count: next(left) < count, DEADLINE_MS, hostile,
            seed=1000 + done)
        seen.merge(tally)
        # Their times say nothing here, and would be many.
        seen.answered.clear()
        seen.beyond.clear()
        done += count
        row(done)
    total.merge(seen)
    minutes = (time.perf_counter() - start) / 60
    lines = [
        f"{requests} requests of {clients} clients, 1 % of them hostile, in {minutes:.0f} minutes; one "
        f"picture in ten is of another size, of the {len(pictures.paths)} there are; "
        f"most memory at any time {service.megabytes('VmHWM'):.1f} MB:",
        "",
        "| requests | answered | refused | hostile | wrong answers | broken | resident MB "
        "| descriptors |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    return "\n".join(lines + rows)
