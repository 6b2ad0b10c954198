#!/usr/bin/env python3
"""Measures the service of `facialfun serve` for polite clients while hostile ones attack it.

    make build && Benchmarks/hostile-clients.py [--seconds 20] [--attacks NAME,…] [--binary FILE]

Each attack (serveload/attacks.py) gets a new service. It runs in a separate process, by default with four
connections, together with one polite client that created an attempt before. The client sends a picture of 640×480 ten
times a second with a deadline of 300 ms on one connection. The goals: at least 95 % of its pictures scored in time,
the others rejected within 100 ms, its attempt still available, another one created during the attack, and at most 120
MB resident. The first row is without an attack, for comparison; the heading has the load of the machine.

Then one service runs through all attacks, each for a quarter of the time. Crowds of people and movements come first
because their networks are loaded on demand and stay in memory. The table has the memory after each of them and the
maximum so far; the limit is 120 MB.

Then some attacks run behind nginx, if it is installed. To the service nginx is a single process, so the attack and
the polite client have one share of the work and one quota of attempts. Next the service is killed at work, like by
the kernel when memory is exhausted, and restarted: within ten seconds the polite client must be served on the same
socket.

Finally, without an attack, 64 clients have deadlines of 50 ms and retry 20 ms after a rejection. At most 0.01 % of at
least 10,000 responses may be late by the service's own clock, and the throughput must be at least half of that of the
command line in the CPU time that the clients leave. The latency seen by the clients is listed as well; on a busy
machine they wait for a processor, too.

Uses only the standard library. Prints Markdown with a verdict in each row, and exits with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time

from pages import BENCHMARKS, percentile, release_binary
from serveload import attacks
from serveload.crowd import crowd
from serveload.nginx import Nginx
from serveload.pictures import Pictures
from serveload.service import Service
from serveload.wire import Broken, Connection

DEADLINE_MS = 300
RATE = 10
# Tolerance for late responses: this program may have to wait for a processor.
GRACE_MS = 20
# Maximum time of a rejection: 100 ms, the longest that rejections are delayed, plus tolerance.
AT_ONCE_MS = 100 + GRACE_MS
MAX_MEGABYTES = 120

# Maximum time until a killed service responds again.
MAX_RESTART_SECONDS = 10
# Attacks that are repeated behind nginx.
BEHIND_NGINX = ("hammer", "marks", "sockets")

CROWD = 64
CROWD_DEADLINE_MS = 50
CROWD_PAUSE = 0.02
# Maximum share of late responses, and the number of responses needed to measure it.
MAX_LATE = 1e-4
MIN_ANSWERS = 10_000
# Minimum throughput relative to the command line in the CPU time that the clients leave.
MIN_SCORED = 0.5


def begin_attempt(path: str) -> str | None:
    """The path of a new attempt; None if it is rejected."""
    order = json.dumps({"target": "happiness", "level": 1}).encode()
    connection = Connection(path)
    answer = connection.post("/v1/attempts", order, "application/json", 5000)
    connection.close()
    return "/v1/attempts/" + json.loads(answer.body)["id"] if answer.status == 201 else None


def polite(path: str, picture: bytes, seconds: float) -> dict[str, list[float]]:
    """Results of one client: milliseconds of its responses by kind."""
    found: dict[str, list[float]] = {
        "scored": [], "refused": [], "given up": [], "late": [], "broken": []}  # fmt: skip
    connection = Connection(path, timeout=10)
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
        elif status == 200:
            kind = "scored"
        else:
            # 504, or a rejection that came late.
            kind = "refused" if status == 503 and elapsed <= AT_ONCE_MS else "given up"
        found[kind].append(elapsed)
    connection.close()
    return found


def title(name: str) -> str:
    """A one-line description of an attack."""
    return " ".join(getattr(attacks.Attack, name).__doc__.split()).rstrip(".")


def under_attack(
    binary: str, name: str | None, seconds: float, behind_nginx: bool = False
) -> tuple[list[str], bool]:
    """A row of the table, and whether the goals were reached."""
    picture = (BENCHMARKS / "pictures" / "collins.jpg").read_bytes()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        service = Service(binary, folder)
        path = stack.enter_context(Nginx(service.path, folder)).path if behind_nginx else service.path
        attempt = begin_attempt(path)
        hostile = None
        if name is not None:
            hostile = attacks.started(name, path, seconds + 3)
            time.sleep(2)
        found = polite(path, picture, seconds)
        another = begin_attempt(path)
        if hostile is not None and hostile.wait() != 0:
            sys.exit(f"the program of the attack {name} failed")
        is_kept = attempt is not None and service.get(attempt)[0] == 200
        megabytes = service.megabytes("VmHWM")
        service.stop()
    share = len(found["scored"]) / sum(map(len, found.values()))
    missed = []
    if share < 0.95:
        missed.append("too few scored")
    if found["given up"]:
        missed.append("not rejected at once")
    if found["late"] or found["broken"]:
        missed.append("late")
    if not is_kept:
        missed.append("attempt gone")
    if another is None:
        missed.append("no new attempt")
    if megabytes > MAX_MEGABYTES:
        missed.append("memory")
    what = "none" if name is None else title(name)
    row = [
        f"behind nginx: {what}" if behind_nginx else what, f"{share:.1%}", str(len(found["refused"])),
        str(len(found["given up"])), str(len(found["late"]) + len(found["broken"])),
        f"{percentile(found['scored'], .5):.0f}", f"{percentile(found['scored'], .99):.0f}",
        f"{megabytes:.0f}", f"**no**: {', '.join(missed)}" if missed else "yes",
    ]  # fmt: skip
    return row, not missed


def through_everything(binary: str, names: list[str], seconds: float) -> tuple[str, bool]:
    """Memory of one service that runs through all attacks."""
    # Attacks that load further networks come first.
    order = sorted(names, key=lambda name: name not in ("crowds", "movements"))
    lines = ["| one service through all attacks | MB | peak so far | goal reached |", "|---|---:|---:|---|"]
    is_reached = True
    with tempfile.TemporaryDirectory() as folder:
        service = Service(binary, folder)
        for name in [None, *order]:
            if name is not None and attacks.started(name, service.path, seconds).wait() != 0:
                sys.exit(f"the program of the attack {name} failed")
            most = service.megabytes("VmHWM")
            goal = most <= MAX_MEGABYTES
            is_reached &= goal
            lines.append(
                f"| {'ready' if name is None else title(name)} | {service.megabytes():.0f} "
                f"| {most:.0f} | {'yes' if goal else '**no**'} |")
        service.stop()
    return "\n".join(lines), is_reached


def killed_at_work(binary: str, seconds: float) -> tuple[str, bool]:
    """Kills a service, like the kernel when memory is exhausted, and restarts it."""
    picture = (BENCHMARKS / "pictures" / "collins.jpg").read_bytes()
    waits = []
    with tempfile.TemporaryDirectory() as folder:
        service = Service(binary, folder)
        for _ in range(3):
            hostile = attacks.started("hammer", service.path, 60)
            try:
                time.sleep(1)
                # Like the kernel's out-of-memory killer: without warning, in the middle of responses.
                service.process.kill()
                service.process.wait()
                start = time.perf_counter()
                service = Service(binary, folder)
                while Connection(service.path).post("/v1/score", picture, "image/jpeg", 5000).status != 200:
                    pass
                waits.append(time.perf_counter() - start)
            finally:
                hostile.kill()
                hostile.wait()
        found = polite(service.path, picture, seconds)
        service.stop()
    share = len(found["scored"]) / sum(map(len, found.values()))
    goal = max(waits) <= MAX_RESTART_SECONDS and share >= 0.95
    return (f"Killed three times under load and restarted on the same socket: responses after "
            f"{max(waits):.1f} s at most (goal {MAX_RESTART_SECONDS} s), then {share:.1%} in time: "
            f"{'yes' if goal else '**no**'}."), goal  # fmt: skip


def late_by_the_service(text: str) -> tuple[int, int]:
    """Late responses to /v1/score and their total number, from the metrics."""
    within, total = 0, 0
    for line in text.splitlines():
        if line.startswith('facialfun_request_seconds_bucket{route="/v1/score"'):
            bound = line.split('le="')[1].split('"')[0]
            value = int(line.rsplit(" ", 1)[1])
            total = max(total, value)
            if bound != "+Inf" and float(bound) <= CROWD_DEADLINE_MS / 1e3:
                within = max(within, value)
    return total - within, total


def in_a_crowd(binary: str, seconds: float) -> tuple[str, bool]:
    """Many clients with deadlines too short for all of them."""
    pictures = Pictures(binary)
    processors = len(os.sched_getaffinity(0))
    before = pictures.rate(seconds / 4)
    with tempfile.TemporaryDirectory() as folder:
        service = Service(binary, folder)
        start, cpu = time.perf_counter(), time.process_time()
        seen = crowd(service, pictures, CROWD, seconds, CROWD_DEADLINE_MS, CROWD_PAUSE)
        took, used = time.perf_counter() - start, time.process_time() - cpu
        megabytes = service.megabytes("VmHWM")
        late, total = late_by_the_service(service.get("/metrics")[1].decode())
        service.stop()
    rate = (before + pictures.rate(seconds / 4)) / 2
    scored = seen.milliseconds.get(200, [])
    share = len(scored) / took / (rate * (1 - used / (took * processors)))
    goals = {
        f"{total} responses, at least {MIN_ANSWERS}": total >= MIN_ANSWERS,
        f"{late / max(1, total):.4%} of them late according to the service's histogram, goal under "
        f"{MAX_LATE:.2%}": late < MAX_LATE * total,
        f"{len(scored)} scored, {len(scored) / took:.0f} a second: {share:.0%} of the command line's rate "
        f"({rate:.0f}) in the {1 - used / (took * processors):.0%} of CPU time that the "
        f"clients leave, goal at least {MIN_SCORED:.0%}": share >= MIN_SCORED,
        f"peak memory {megabytes:.0f} MB": megabytes <= MAX_MEGABYTES,
        f"{seen.wrong} wrong, {seen.broken} broken": not seen.wrong and not seen.broken,
    }
    lines = [f"{CROWD} clients with deadlines of {CROWD_DEADLINE_MS} ms, {took:.0f} s:", ""]
    lines += [f"- {'yes' if reached else '**no**'}: {what}" for what, reached in goals.items()]
    refused = seen.milliseconds.get(503, [])
    lines += [
        "",
        f"For the clients, {seen.later_than(CROWD_DEADLINE_MS)} of {seen.count} responses took longer than "
        f"{CROWD_DEADLINE_MS} ms. The median was {percentile(scored, .5):.0f} ms for scored pictures and "
        f"{percentile(refused, .5):.0f} ms for {len(refused)} rejections; "
        f"{len(seen.milliseconds.get(504, []))} requests were abandoned.",
    ]
    return "\n".join(lines), all(goals.values())


def main() -> None:
    """Runs all measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--attacks", default=",".join(attacks.NAMES))
    parser.add_argument("--binary", default=None, help="the release binary of this package")
    options = parser.parse_args()
    binary = options.binary or release_binary()
    names = [name for name in options.attacks.split(",") if name]
    unknown = set(names) - set(attacks.NAMES)
    if unknown:
        sys.exit(f"unknown attack {', '.join(sorted(unknown))}; expected one of {', '.join(attacks.NAMES)}")
    header = ["attack", "scored in time", "rejected at once", "abandoned", "late or broken", "p50 ms",
              "p99 ms", "MB", "reached"]  # fmt: skip
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{len(os.sched_getaffinity(0))} processors, load average {busy} before it began.\n")
    print("| " + " | ".join(header) + " |")
    print("|---" + "|---:" * (len(header) - 2) + "|---|")
    missed = 0
    for name in [None, *names]:
        row, reached = under_attack(binary, name, options.seconds)
        missed += not reached
        print("| " + " | ".join(row) + " |", flush=True)
    count = len(names) + 4
    if Nginx.is_installed():
        for name in [None, *(name for name in BEHIND_NGINX if name in names)]:
            row, reached = under_attack(binary, name, options.seconds, behind_nginx=True)
            missed += not reached
            count += 1
            print("| " + " | ".join(row) + " |", flush=True)
    else:
        print("\nBehind nginx: skipped, as it is not installed (apt-get install nginx-light).")
    text, reached = through_everything(binary, names, options.seconds / 4)
    missed += not reached
    print("\n" + text, flush=True)
    text, reached = killed_at_work(binary, options.seconds / 4)
    missed += not reached
    print("\n" + text, flush=True)
    text, reached = in_a_crowd(binary, options.seconds)
    missed += not reached
    print("\n" + text)
    print(f"\n{missed} of {count} missed a goal." if missed else "\nAll goals are reached.")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
