#!/usr/bin/env python3
"""Loads `facialfun serve` as many clients do, and says how it held out.

    make build && Benchmarks/serve-load.py [--seconds 20] [--soak 100000]

1. Overhead: what an answer costs over the socket beyond the work itself, one client.
2. Load: 1, 2, 8 and 64 clients, each with a request at all times: throughput, p50, p99, p99.9,
   refusals, what came late, resident memory; compared with what the command line scores on the same
   processors in the same minute.
3. Deadlines: pictures that cannot be scored in time: when 504 comes, and when the worker is free.
4. Soak: many requests, 1 % of them hostile: memory and descriptors at the start and at the end.

Every answer is compared with what the command line says of the same picture. The run is bounded by
--seconds for each load and --soak for the soak. Standard library alone; prints Markdown.
"""

import argparse
import http.client
import json
import os
import random
import re
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ["backlit.jpg", "collins.jpg", "hopper.jpg", "rendered-fear.jpg"]
DEADLINE_MS = 1000


def find_binary() -> str:
    """The release binary of this package."""
    command = ["swift", "build", "--configuration", "release", "--show-bin-path"]
    folder = subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    binary = Path(folder) / "facialfun"
    if not binary.exists():
        sys.exit(f"{binary} is not there: run `make build` first.")
    return str(binary)


class Connection(http.client.HTTPConnection):
    """HTTP over a Unix domain socket, kept alive."""

    def __init__(self, path: str, timeout: float = 10) -> None:
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Service:
    """A running service, and what the kernel says of it."""

    def __init__(self, binary: str, folder: str) -> None:
        self.path = os.path.join(folder, "socket")
        self.log = open(os.path.join(folder, "log"), "wb+")
        self.process = subprocess.Popen(
            [binary, "serve", "--socket", self.path], stderr=self.log, stdout=subprocess.DEVNULL
        )
        for _ in range(600):
            try:
                if self.get("/readyz")[0] == 200:
                    return
            except OSError:
                pass
            if self.process.poll() is not None:
                sys.exit(f"the service ended with {self.process.returncode}")
            time.sleep(0.05)
        sys.exit("the service did not become ready")

    def get(self, target: str) -> tuple[int, bytes]:
        connection = Connection(self.path)
        try:
            connection.request("GET", target)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def metric(self, name: str) -> float:
        text = self.get("/metrics")[1].decode()
        return float(re.search(rf"^{name} (\S+)$", text, re.MULTILINE).group(1))

    def resident_megabytes(self) -> float:
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(10) != 0:
            sys.exit(f"the service ended with {self.process.returncode}")


class Pictures:
    """The pictures, and what the command line says of them."""

    def __init__(self, binary: str) -> None:
        paths = [str(ROOT / "SampleFaces" / name) for name in PICTURES]
        self.paths = paths
        self.bytes = [Path(path).read_bytes() for path in paths]
        command = [binary, "score", "--search", "service", "--format", "jsonl", *paths]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        self.faces = [json.loads(line)["faces"] for line in lines.splitlines()]

    def command_line_rate(self, binary: str, seconds: float) -> float:
        """Pictures a second of the command line on all processors, its start left out."""

        def timed(copies: int) -> float:
            command = [binary, "score", "--search", "service", "--format", "jsonl"]
            start = time.perf_counter()
            subprocess.run(
                command + self.paths * copies, check=True, stdout=subprocess.DEVNULL)
            return time.perf_counter() - start

        small = timed(2)
        per_copy = max(1e-4, (timed(12) - small) / 10)
        copies = max(20, int(seconds / per_copy))
        return copies * len(self.paths) / (timed(copies + 2) - small)


class Tally:
    """What the clients of one load saw."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.times: list[float] = []
        self.refusal_times: list[float] = []
        self.overheads: list[float] = []
        self.late: list[float] = []
        self.statuses: dict[int, int] = {}
        self.wrong = 0
        self.broken = 0

    def add(self, status: int, elapsed: float, overhead: float | None, right: bool) -> None:
        with self.lock:
            self.statuses[status] = self.statuses.get(status, 0) + 1
            (self.times if status == 200 else self.refusal_times).append(elapsed)
            if overhead is not None:
                self.overheads.append(overhead)
            self.late.append(elapsed - DEADLINE_MS / 1e3)
            self.wrong += not right


def percentile(values: list[float], share: float) -> float:
    """A percentile, by the nearest rank; NaN without values."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def ask(connection: Connection, pictures: Pictures, index: int, tally: Tally) -> None:
    """One request, and what came of it."""
    start = time.perf_counter()
    connection.request(
        "POST", "/v1/score", pictures.bytes[index],
        {"Content-Type": "image/jpeg", "Deadline-Ms": str(DEADLINE_MS)})
    answer = connection.getresponse()
    content = answer.read()
    elapsed = time.perf_counter() - start
    overhead = None
    right = True
    if answer.status == 200:
        report = json.loads(content)
        right = report["faces"] == pictures.faces[index]
        overhead = elapsed * 1e3 - report["milliseconds"]["total"]
    tally.add(answer.status, elapsed, overhead, right)
    if answer.status == 503:
        # A client that obeyed Retry-After would leave the service idle in so short a run.
        time.sleep(0.02)


def client(
    service: Service, pictures: Pictures, tally: Tally, until: float, count: int | None, seed: int
) -> None:
    """Asks until the time is up, or so many times."""
    chance = random.Random(seed)
    connection = Connection(service.path)
    done = 0
    while time.perf_counter() < until and (count is None or done < count):
        done += 1
        try:
            ask(connection, pictures, chance.randrange(len(pictures.bytes)), tally)
        except (OSError, http.client.HTTPException) as error:
            with tally.lock:
                tally.broken += 1
            print(f"a request broke: {error!r}", file=sys.stderr)
            connection.close()
    connection.close()


def load(
    service: Service, pictures: Pictures, clients: int, seconds: float, count: int | None = None
) -> tuple[Tally, float]:
    """Runs clients at a time; what they saw, and how long it took."""
    tally = Tally()
    start = time.perf_counter()
    threads = [
        threading.Thread(
            target=client, args=(service, pictures, tally, start + seconds, count, number))
        for number in range(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally, time.perf_counter() - start


def heavy_picture() -> bytes:
    """A PNG of 4000×4000 pixels that few bytes make, and that takes long to search."""
    side = 4000
    row = b"\0" + bytes((x * 7) % 256 for x in range(side))
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(
            ">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(row * side, 9)) + chunk(b"IEND", b""))


def deadlines(service: Service, runs: int) -> None:
    """When 504 comes, and when the worker is free after it."""
    picture = heavy_picture()
    lateness, freed = [], []
    for run in range(runs):
        deadline = 20 + run % 10 * 15
        connection = Connection(service.path)
        start = time.perf_counter()
        connection.request(
            "POST", "/v1/score", picture,
            {"Content-Type": "image/png", "Deadline-Ms": str(deadline)})
        answer = connection.getresponse()
        answer.read()
        end = time.perf_counter()
        connection.close()
        if answer.status != 504:
            continue
        lateness.append((end - start) * 1e3 - deadline)
        while service.metric("facialfun_workers_busy") > 0:
            pass
        freed.append((time.perf_counter() - end) * 1e3)
    print("\n## Work that runs out of time\n")
    print(f"{len(lateness)} of {runs} pictures of 16 megapixels, with deadlines of 20 to 155 ms:\n")
    print("| | p50 | p99 | most |\n|---|---|---|---|")
    for name, values in (("504 after the deadline, ms", lateness),
                         ("worker seen free after that, ms", freed)):
        print(f"| {name} | {percentile(values, .5):.1f} | {percentile(values, .99):.1f} "
              f"| {max(values, default=float('nan')):.1f} |")


HOSTILE = [
    lambda picture: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    lambda picture: b"GET / HTTP/9.9\r\n\r\n",
    lambda picture: b"GET /v1/../../etc/passwd HTTP/1.1\r\n\r\n",
    lambda picture: b"GET / HTTP/1.1\r\nX: " + b"x" * 20000 + b"\r\n\r\n",
    lambda picture: b"POST /v1/score HTTP/1.1\r\nContent-Type: image/jpeg\r\n"
                    b"Content-Length: 3000000\r\n\r\n" + b"x" * 10000,
    lambda picture: b"POST /v1/score HTTP/1.1\r\nContent-Type: image/jpeg\r\n"
                    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    lambda picture: b"POST /v1/score HTTP/1.1\r\nContent-Type: image/jpeg\r\n"
                    b"Content-Length: %d\r\n\r\n" % len(picture) + picture[: len(picture) // 2],
    lambda picture: b"POST /v1/score HTTP/1.1\r\nContent-Type: image/jpeg\r\n"
                    b"Content-Length: %d\r\n\r\n" % (len(picture) // 2)
                    + picture[: len(picture) // 2],
    lambda picture: b"GET /metrics HTTP/1.1\r\n\r\n" * 50,
]


def hostile(service: Service, pictures: Pictures, chance: random.Random) -> None:
    """One client that means no good; it goes without waiting for what it is told."""
    try:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(2)
        connection.connect(service.path)
        connection.sendall(chance.choice(HOSTILE)(chance.choice(pictures.bytes)))
        if chance.random() < 0.5:
            connection.recv(100)
        connection.close()
    except OSError:
        pass


def soak(service: Service, pictures: Pictures, requests: int) -> None:
    """Many requests, 1 % hostile."""
    print(f"\n## Soak: {requests} requests, 1 % hostile\n")
    print("| requests | resident MB | descriptors | refused | wrong answers | broken |")
    print("|---|---|---|---|---|---|", flush=True)
    part = max(1, requests // 10)
    chance = random.Random(1)
    total = Tally()
    done = 0

    def row() -> None:
        time.sleep(0.3)
        refused = sum(count for status, count in total.statuses.items() if status != 200)
        print(f"| {done} | {service.resident_megabytes():.1f} | {service.descriptors()} | {refused} "
              f"| {total.wrong} | {total.broken} |", flush=True)

    row()
    while done < requests:
        count = min(part, requests - done)
        for _ in range(count // 100):
            hostile(service, pictures, chance)
        tally, _ = load(service, pictures, 4, 1e9, max(1, (count - count // 100) // 4))
        done += count
        total.wrong += tally.wrong
        total.broken += tally.broken
        for status, number in tally.statuses.items():
            total.statuses[status] = total.statuses.get(status, 0) + number
        row()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the facialfun to load; default: this package's release")
    parser.add_argument("--seconds", type=float, default=20, help="of each load")
    parser.add_argument("--soak", type=int, default=100_000, help="requests of the soak")
    arguments = parser.parse_args()
    binary = arguments.binary or find_binary()
    pictures = Pictures(binary)
    with tempfile.TemporaryDirectory() as folder:
        service = Service(binary, folder)
        print(f"{os.cpu_count()} processors; pictures: {', '.join(PICTURES)}; "
              f"deadline {DEADLINE_MS} ms.\n")
        tally, _ = load(service, pictures, 1, arguments.seconds)
        print("## Overhead of the socket over the work, one client\n")
        print("| p50 ms | p99 ms |\n|---|---|")
        print(f"| {percentile(tally.overheads, .5):.2f} | {percentile(tally.overheads, .99):.2f} |")
        print("\n## Load\n")
        print("| clients | answered/s | of the command line's | p50 ms | p99 ms | p99.9 ms "
              "| 503 | 504 | latest after its deadline, ms | wrong | broken | resident MB |")
        print("|---|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
        for clients in (1, 2, 8, 64):
            before = pictures.command_line_rate(binary, arguments.seconds / 4)
            tally, took = load(service, pictures, clients, arguments.seconds)
            after = pictures.command_line_rate(binary, arguments.seconds / 4)
            rate = len(tally.times) / took
            share = rate / statistics.mean((before, after))
            late = max(tally.late, default=0) * 1e3
            print(
                f"| {clients} | {rate:.1f} | {share:.2f} | {percentile(tally.times, .5) * 1e3:.1f} "
                f"| {percentile(tally.times, .99) * 1e3:.1f} "
                f"| {percentile(tally.times, .999) * 1e3:.1f} | {tally.statuses.get(503, 0)} "
                f"| {tally.statuses.get(504, 0)} | {max(late, 0):.1f} | {tally.wrong} "
                f"| {tally.broken} | {service.resident_megabytes():.1f} |", flush=True)
        deadlines(service, 40)
        if arguments.soak > 0:
            soak(service, pictures, arguments.soak)
        service.stop()


if __name__ == "__main__":
    main()
