#!/usr/bin/env python3
"""Tests `facialfun serve` under the load of many clients.

    make build && Benchmarks/serve-load.py [--seconds 20] [--soak 100000] [--write]

1. Start: time from the start of the process until it is ready, and its memory then.
2. Overhead: cost of a response over the socket compared with the same call in process, one client.
3. Load: 1, 2, 8 and 64 clients with a request at all times, and 64 with deadlines too short for all of them:
   throughput, p50, p99, p99.9, rejections, late responses and resident memory, compared with the command line on the
   same processors before and after.
4. Deadlines: pictures that cannot be scored in time: latency of the 504 response, and time until the worker is free.
5. Soak: many requests, 1 % of them hostile: memory and descriptors, part by part.

Every response is compared with the command line's result for the same picture. --seconds limits each load, --soak the
number of requests of the soak. Uses only the standard library. Prints Markdown, and with --write puts it into
Benchmarks/RESULTS.md. Exits with 1 if a response was wrong or missing.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

from machine import description
from pages import BENCHMARKS, percentile, release_binary, replace_section
from serveload import deadlines, soak
from serveload.load import load_for
from serveload.pictures import NAMES, Pictures
from serveload.service import Service
from serveload.tally import Tally
from serveload.wire import Connection

DEADLINE_MS = 1000
# (clients, deadline, seconds until a rejected client retries). In the last two loads not all requests can be answered
# in time: they request about twice and twenty times the throughput of two processors. Retry-After is one second,
# which would leave the service idle in such a short run.
LOADS = [(1, 1000, 0.25), (2, 1000, 0.25), (8, 1000, 0.25), (64, 1000, 0.25), (64, 200, 0.25),
         (64, 200, 0.02)]

# Notes on the figures of the loads.
NOTES = """\
One client keeps only one worker busy, which explains its share. If a client returns before its
Retry-After of at least one second, its rejection is delayed by half the time
to the deadline, 100 ms at most. This explains rejections after some 90 ms.

The goals for pictures of 640×480: at most 1 ms of overhead; under overload, every request answered or
rejected by its deadline, and at least 90 % of the pictures scored that the machine can score; 120 MB. No
reserve helps if real-time work occupies a processor: a thread that the
kernel has queued there waits for up to a second."""


def start_section(binary: str, runs: int) -> str:
    """Time until the service is ready, and its memory then."""
    seconds, resident = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            service = Service(binary, folder)
            seconds.append(service.start_seconds)
            time.sleep(0.2)
            resident.append(service.megabytes())
            service.stop()
    return (
        f"Of {runs} starts: ready after {statistics.median(seconds) * 1e3:.0f} ms (p50), "
        f"{min(seconds) * 1e3:.0f} ms at best, with {statistics.median(resident):.0f} MB resident."
    )


def overhead_section(service: Service, pictures: Pictures, seconds: float, rounds: int) -> str:
    """Cost of the socket: recognitions of the command line and of the service, in turn."""
    direct, through, beyond = [], [], []
    for _ in range(rounds):
        direct.append(percentile(pictures.milliseconds(int(seconds / rounds / 0.1)), 0.5))
        tally, _, _ = load_for(service, pictures, 1, seconds / rounds, 60_000)
        through.append(percentile(tally.answered, 0.5) * 1e3)
        beyond.append(percentile(tally.beyond, 0.5) * 1e3)
    connection = Connection(service.path)
    empty = []
    for _ in range(500):
        start = time.perf_counter()
        connection.get("/healthz")
        empty.append((time.perf_counter() - start) * 1e3)
    connection.close()
    difference = [a - b for a, b in zip(through, direct, strict=True)]
    return "\n".join([
        f"One client; medians of {rounds} alternating rounds.",
        "",
        "| p50, milliseconds | |",
        "|---|---:|",
        f"| recognition in the command line's process | {statistics.median(direct):.2f} |",
        f"| the same over the socket, as the client sees it | {statistics.median(through):.2f} |",
        f"| difference | {statistics.median(difference):.2f} |",
        f"| time over the socket without recognition | {statistics.median(beyond):.2f} |",
        f"| `GET /healthz` | {percentile(empty, .5):.2f} |",
    ])  # fmt: skip


def load_section(
    service: Service, pictures: Pictures, seconds: float, rounds: int, total: Tally
) -> str:
    """Throughput, latency and rejections by number of clients."""
    processors = len(os.sched_getaffinity(0))
    lines = [
        f"Each load ran in {rounds} bursts, with the command line on all processors before and after "
        "each. The shares are medians of the bursts, with and without the CPU time that the clients used. "
        "\"Late\" is the time from the deadline to the latest answer or rejection; it is negative if that came "
        "before the deadline.",
        "",
        "| clients | deadline ms | retry after ms | answered/s | share of the command line's "
        "| without the clients' CPU time "
        "| p50 ms | p99 ms | p99.9 ms | 503 | 504 | refusal p50 ms | late ms | wrong | broken | resident MB |",
        "|---|" + "---:|" * 15,
    ]
    for clients, deadline, pause in LOADS:
        together, rates, shares, fair = Tally(), [], [], []
        before = pictures.rate(seconds / rounds / 2)
        for _ in range(rounds):
            tally, took, used = load_for(
                service, pictures, clients, seconds / rounds, deadline, pause)
            after = pictures.rate(seconds / rounds / 2)
            rates.append(len(tally.answered) / took)
            shares.append(rates[-1] / ((before + after) / 2))
            fair.append(shares[-1] / (1 - used / (took * processors)))
            before = after
            together.merge(tally)
        times = together.answered
        refusal = f"{percentile(together.refused, .5) * 1e3:.1f}" if together.refused else "–"
        lines.append(
            f"| {clients} | {deadline} | {pause * 1e3:.0f} | {statistics.median(rates):.1f} "
            f"| {statistics.median(shares):.2f} | {statistics.median(fair):.2f} "
            f"| {percentile(times, .5) * 1e3:.1f} | {percentile(times, .99) * 1e3:.1f} "
            f"| {percentile(times, .999) * 1e3:.1f} | {together.statuses.get(503, 0)} "
            f"| {together.statuses.get(504, 0)} | {refusal} "
            f"| {together.latest * 1e3:.1f} | {together.wrong} | {together.broken} "
            f"| {service.megabytes():.1f} |")
        print(lines[-1], file=sys.stderr, flush=True)
        total.merge(together)
    return "\n".join([*lines, "", NOTES])


def head(binary: str) -> str:
    """The header: measurement, machine and program."""
    version = subprocess.run(
        [binary, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    machine = description()
    return (
        "## The service under load\n\n"
        f"Measured on {time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC by "
        f"`Benchmarks/serve-load.py`, which wrote this section: facialfun {version}, release; "
        f"{machine['processor']}, {machine['processors']} processors, Linux {machine['kernel']}, load average "
        f"{busy} before it began; {', '.join(NAMES)} of [pictures](pictures) at 640×480. Every response "
        "was compared with the command line's result for that picture.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the facialfun to test; default: this package's release build")
    parser.add_argument("--seconds", type=float, default=20, help="duration of each load")
    parser.add_argument("--rounds", type=int, default=4, help="number of bursts of each load")
    parser.add_argument("--soak", type=int, default=100_000, help="number of requests of the soak; 0: none")
    parser.add_argument("--soak-clients", type=int, default=4, help="number of concurrent clients in the soak")
    parser.add_argument("--only-soak", action="store_true", help="run only the soak")
    parser.add_argument("--write", action="store_true", help="write the results into Benchmarks/RESULTS.md")
    arguments = parser.parse_args()
    binary = arguments.binary or release_binary()
    parts = [head(binary)]
    pictures = Pictures(binary)
    total = Tally()
    if not arguments.only_soak:
        parts += ["### Start", start_section(binary, 10)]
    with tempfile.TemporaryDirectory() as folder:
        service = Service(binary, folder)
        if not arguments.only_soak:
            parts += [
                "### Overhead of the socket",
                overhead_section(service, pictures, arguments.seconds, arguments.rounds),
                "### Load",
                load_section(service, pictures, arguments.seconds, arguments.rounds, total),
                "### Work that runs out of time", deadlines.section(service, 40),
            ]  # fmt: skip
        service.stop()
    if arguments.soak > 0:
        with tempfile.TemporaryDirectory() as folder:
            service = Service(binary, folder)
            samples = BENCHMARKS.parent / "SampleFaces"
            pictures = Pictures(binary, sorted([*samples.glob("*.jpg"), *samples.glob("*.png")]))
            parts += ["### Soak", soak.section(
                service, pictures, arguments.soak, arguments.soak_clients, total)]
            service.stop()
    text = "\n\n".join(parts)
    print(text)
    if arguments.write:
        replace_section(BENCHMARKS / "RESULTS.md", "serve-load.py", text)
    sys.exit(1 if total.wrong or total.broken else 0)


if __name__ == "__main__":
    main()
