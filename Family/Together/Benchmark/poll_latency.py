#!/usr/bin/env python3
"""Measures opening a poll while other families use the server.

    poll_latency.py [--families N] [--seconds N] [--gate]

FAMILY_BINARY names a release build. Without it, the family server's release build is used, or else its debug build.
Each of the other families sends a request every second (overview, activities, a vote, notifications) and holds an event
stream open. `--gate` exits with 1 if the 99th percentile is 100 ms or more.
"""

import argparse
import asyncio
import datetime
import json
import multiprocessing
import pathlib
import random
import sqlite3
import sys
import tempfile
import time

FAMILY = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(FAMILY / "Tests" / "Load"), str(FAMILY / "Tests" / "Browser")]

from asking import ask  # noqa: E402
from game_server import GameServer  # noqa: E402
from household_rows import add_child, add_parent, add_session  # noqa: E402

#: The limit in milliseconds.
PROMISE = 100


class Client:
    """A persistent connection with a family's cookie."""

    def __init__(self, port, cookie):
        self.port = port
        self.cookie = cookie
        self.reader = self.writer = None

    async def ask(self, method, path, body=None):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /together/api/{path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n"
        head += "Sec-Fetch-Site: same-origin\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + content)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, await self.reader.readexactly(length)


async def listen(port, cookie):
    """Holds an event stream open, and counts its events."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET /together/api/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    writer.write(request.encode())
    count = 0
    while line := await reader.readline():
        count += line.startswith(b"event:")
    return count


async def live(client, poll, end, errors):
    """One of the other families, which sends a request every second at individual times."""
    await asyncio.sleep(random.random())
    while time.monotonic() < end:
        method, path, body = random.choice([
            ("GET", "overview", None), ("GET", "activities", None), ("GET", "notifications", None),
            ("PUT", f"activities/{poll}/vote", {"options": [random.randrange(3)]}),
        ])
        status, _ = await client.ask(method, path, body)
        if status != 200:
            errors.append((method, path, status))
        await asyncio.sleep(1)


async def others(port, families, seconds):
    """Runs the other families in a separate process; returns their errors."""
    end = time.monotonic() + seconds
    errors = []
    streams = [asyncio.create_task(listen(port, cookie)) for cookie, _ in families]
    await asyncio.gather(*(live(Client(port, cookie), poll, end, errors) for cookie, poll in families))
    for stream in streams:
        stream.cancel()
    return errors


def run_others(port, families, seconds, results):
    results.put(asyncio.run(others(port, families, seconds)))


async def measure(port, family, seconds):
    """Opens a poll repeatedly; returns milliseconds and errors."""
    cookie, poll = family
    client = Client(port, cookie)
    times, errors = [], []
    await asyncio.sleep(2)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        status, _ = await client.ask("GET", f"activities/{poll}")
        times.append((time.perf_counter() - start) * 1000)
        if status != 200:
            errors.append(("GET", "poll", status))
        await asyncio.sleep(0.02)
    return sorted(times), errors


def add_families(folder, count):
    """Adds families with a parent and a child each to the database; returns the cookies of the parents."""
    now = int(time.time() * 1000)
    cookies = []
    with sqlite3.connect(f"{folder}/pet.sqlite", timeout=20) as database:
        for number in range(count):
            household = database.execute(
                "INSERT INTO household (terms_version, terms_agreed_at, agrees_to_statistics, created_at)"
                " VALUES ('1', ?1, 0, ?1)", (now,)).lastrowid
            child = add_child(database, household, "Robin", 2017, now)
            add_parent(database, household, f"family{number}", "-", now)
            cookies.append(f"__Host-pet={add_session(database, child, now).hex()}")
            database.execute("INSERT INTO home_enabled_app VALUES (?, 'together', 1)", (child,))
    return cookies


def open_poll(port, cookie):
    """Creates an activity of the family with an open poll; returns its id."""
    made = ask(port, "POST", "/together/api/activities", {}, cookie=cookie)
    assert made.status == 201, made.content
    deadline = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
    options = [{"name": name, "description": "Together"} for name in ("Zoo", "Lake", "Film")]
    sent = ask(port, "POST", f"/together/api/activities/{made.json['id']}/poll",
               {"options": options, "deadline": deadline.strftime("%Y-%m-%dT%H:%M:%SZ")}, cookie=cookie)
    assert sent.status == 200, sent.content
    return made.json["id"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--families", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--gate", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        server = GameServer(pathlib.Path(place, "data"), log=pathlib.Path(place, "log")).start()
        try:
            cookies = add_families(server.folder, arguments.families + 1)
            families = [(cookie, open_poll(server.port, cookie)) for cookie in cookies]
            results = multiprocessing.Queue()
            process = multiprocessing.Process(
                target=run_others, args=(server.port, families[1:], arguments.seconds + 4, results))
            process.start()
            times, errors = asyncio.run(measure(server.port, families[0], arguments.seconds))
            errors += results.get(timeout=60)
            process.join()
        finally:
            server.stop()
    share = {part: times[min(len(times) - 1, int(part * len(times)))] for part in (0.5, 0.95, 0.99)}
    print(f"opening a poll next to {arguments.families} families, n = {len(times)}: "
          + ", ".join(f"p{part * 100:g} {value:.1f} ms" for part, value in share.items()))
    if errors:
        raise SystemExit(f"{len(errors)} requests failed: {errors[:3]}")
    if arguments.gate and share[0.99] >= PROMISE:
        raise SystemExit(f"p99 is {share[0.99]:.1f} ms; it must be under {PROMISE} ms")


if __name__ == "__main__":
    main()
