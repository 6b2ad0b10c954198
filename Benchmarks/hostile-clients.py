#!/usr/bin/env python3
"""Says what polite clients get of `facialfun serve` while hostile ones are at work.

    make build && Benchmarks/hostile-clients.py [--seconds 20] [--attacks NAME,…] [--binary FILE]

For each attack (serveload/attacks.py) a service is started, then the attack in a process of its own,
and one polite client that sends a picture of 640×480 ten times a second with a deadline of 300 ms, on
one connection. Wanted: at least 95 % of its pictures answered in time, the rest refused at once, and
at most 120 MB resident. The first row is without an attack, for comparison; the heading says how busy
the machine was. Then, without an attack, 64 clients with deadlines of 50 ms: under 0.01 % of
what they get may come late. Standard library alone; prints Markdown. Ends with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from serveload import attacks
from serveload.load import load_for
from serveload.pictures import Pictures
from serveload.service import Service
from serveload.tally import percentile
from serveload.wire import Broken, Connection

BENCHMARKS = Path(__file__).resolve().parent
DEADLINE_MS = 300
RATE = 10
# How late an answer may be and still count: what this program needs to be given a processor.
GRACE_MS = 20
MOST_MEGABYTES = 120


def polite(service: Service, picture: bytes, seconds: float) -> dict:
    """What one client gets: the milliseconds of its answers by what they are."""
    found: dict[str, list[float]] = {"answered": [], "refused": [], "late": [], "broken": []}
    connection = Connection(service.path, timeout=10)
    start = time.perf_counter()
    for number in range(int(seconds * RATE)):
        time.sleep(max(0, start + number / RATE - time.perf_counter()))
        sent = time.perf_counter()
        try:
            answer = connection.post("/v1/score", picture, "image/jpeg", DEADLINE_MS)
            status = answer.status
        except (OSError, Broken):
            connection.close()
            status = 0
        elapsed = (time.perf_counter() - sent) * 1e3
        if status == 0:
            kind = "broken"
        elif elapsed > DEADLINE_MS + GRACE_MS:
            kind = "late"
        else:
            kind = "answered" if status == 200 else "refused"
        found[kind].append(elapsed)
    connection.close()
    return found


def under_attack(binary: str, name: str | None, seconds: float) -> tuple[list[str], bool]:
    """A row of the table, and whether the goals were reached."""
    picture = (BENCHMARKS / "pictures" / "collins.jpg").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        service = Service(binary, folder)
        hostile = None
        if name is not None:
            hostile = subprocess.Popen(
                [sys.executable, str(BENCHMARKS / "serveload" / "attacks.py"), name,
                 service.path, str(seconds + 3)])  # fmt: skip
            time.sleep(2)
        found = polite(service, picture, seconds)
        if hostile is not None:
            hostile.wait()
        megabytes = service.megabytes("VmHWM")
        service.stop()
    count = sum(map(len, found.values()))
    share = len(found["answered"]) / count
    reached = share >= 0.95 and not found["late"] and not found["broken"]
    fits = megabytes <= MOST_MEGABYTES
    what = "none" if name is None else getattr(attacks.Attack, name).__doc__.rstrip(".")
    row = [
        what, f"{share:.1%}", str(len(found["refused"])),
        str(len(found["late"]) + len(found["broken"])),
        f"{percentile(found['answered'], .5):.0f}", f"{percentile(found['answered'], .99):.0f}",
        f"{megabytes:.0f}", ("yes" if reached else "**no**") + ("" if fits else ", **memory no**"),
    ]  # fmt: skip
    return row, reached and fits


def crowd(binary: str, seconds: float) -> tuple[str, bool]:
    """64 clients with deadlines that are too short for all of them."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(binary, folder)
        pictures = Pictures(binary)
        tally, _, _ = load_for(service, pictures, 64, seconds, 50, pause=0.02)
        megabytes = service.megabytes("VmHWM")
        # What the service itself says, whose clock is not held up by 64 threads of one interpreter.
        text = service.get("/metrics")[1].decode()
        service.stop()
    within, total = 0, 0
    for line in text.splitlines():
        if line.startswith('facialfun_request_seconds_bucket{route="/v1/score"'):
            bound = line.split('le="')[1].split('"')[0]
            value = int(line.rsplit(" ", 1)[1])
            total = max(total, value)
            if bound != "+Inf" and float(bound) <= 0.05:
                within = max(within, value)
    late = (total - within) / max(1, total)
    reached = late < 1e-4 and megabytes <= MOST_MEGABYTES and not tally.wrong
    return (
        f"64 clients, 50 ms: {total} answers, {late:.4%} of them later than 50 ms by the service's "
        f"own histogram; {len(tally.answered)} scored, {len(tally.refused)} refused, {tally.wrong} "
        f"wrong, {tally.broken} broken; {megabytes:.0f} MB at most."
    ), reached


def main() -> None:
    """Runs all of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--attacks", default=",".join(attacks.NAMES))
    parser.add_argument("--binary", default=None, help="the release binary of this package")
    options = parser.parse_args()
    binary = options.binary
    if binary is None:
        command = ["swift", "build", "--configuration", "release", "--show-bin-path"]
        folder = subprocess.run(
            command, cwd=BENCHMARKS.parent, check=True, capture_output=True, text=True).stdout
        binary = str(Path(folder.strip()) / "facialfun")
    names = [name for name in options.attacks.split(",") if name]
    unknown = set(names) - set(attacks.NAMES)
    if unknown:
        sys.exit(f"There is no attack {', '.join(sorted(unknown))}: {', '.join(attacks.NAMES)}.")
    header = ["attack", "answered in time", "refused", "late or broken", "p50 ms", "p99 ms", "MB",
              "reached"]  # fmt: skip
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{len(os.sched_getaffinity(0))} processors, load average {busy} before it began.\n")
    print("| " + " | ".join(header) + " |")
    print("|---" + "|---:" * (len(header) - 2) + "|---|")
    all_reached = True
    for name in [None, *names]:
        row, reached = under_attack(binary, name, options.seconds)
        all_reached &= reached
        print("| " + " | ".join(row) + " |", flush=True)
    text, reached = crowd(binary, options.seconds)
    print("\n" + text)
    sys.exit(0 if all_reached and reached else 1)


if __name__ == "__main__":
    main()
