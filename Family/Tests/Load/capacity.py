#!/usr/bin/env python3
"""Measures the capacity of a machine: children at play, questions, logins and faces per second with one and two scoring
services, and the portal's page with many stored answers.

    capacity.py [--quick] [--scoring PROGRAM] [--answers 10000000] [--write FILE]

Children answer every five seconds. Their number is doubled until pages or answers are slower than the targets. One
process on the same machine generates the load, so the figures are lower bounds. --quick only shows that the script
works, and measures nothing useful.
"""

import argparse
import asyncio
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

import fill
from game_client import PASSWORD, GameClient, next_event
from game_server import GameServer, program
from load_test import AIMS, Connection, Load, percentile, processor

# The picture rate of the game's page while a child holds a face.
PICTURES_A_SECOND = 11
FACE = pathlib.Path(__file__).resolve().parents[3] / "SampleFaces"


def signed_up(server, folder):
    """A first player, whose password hash the generated ones share."""
    # Hashing is slow on a busy machine.
    first = GameClient(server.port, timeout=120)
    first.sign_up("first")
    first.close()
    with sqlite3.connect(folder / "pet.sqlite") as database:
        return database.execute("SELECT password_hash FROM login").fetchone()[0]


def house(place, accounts, signed_in, arguments=("--no-scoring",)):
    folder = pathlib.Path(place) / "data"
    server = GameServer(folder, arguments, cheap_passwords=False).start()
    password_hash = signed_up(server, folder)
    assert server.stop() == 0
    cookies = fill.fill(folder, accounts, 0, password_hash, signed_in)
    return server.start(), cookies


def children(counts, seconds):
    """Doubles the number of children at play; returns the last number within the targets, and the measurements."""
    measured = []
    for count in counts:
        with tempfile.TemporaryDirectory() as place:
            server, cookies = house(place, count, count)
            load = Load(server.port, cookies, seconds, count)
            asyncio.run(asyncio.wait_for(gather_children(load, count), seconds + 120))
            result = {"children": count, "faults": len(load.faults), "memory MiB": round(server.memory()[0])}
            for kind in ("page", "answer"):
                result[f"{kind} p99 ms"] = round(percentile(load.times[kind], 0.99), 1)
            result["answers a second"] = round(len(load.times["answer"]) / seconds, 1)
            server.stop()
            measured.append(result)
            print(json.dumps(result), flush=True)
            if load.faults or any(result[f"{kind} p99 ms"] > AIMS[kind] for kind in ("page", "answer")):
                break
    return measured


async def gather_children(load, count):
    await asyncio.gather(*(load.child(number, load.cookies[number]) for number in range(count)))


def answers_a_second(clients, seconds):
    """Questions per second, answered without pauses by this many clients at once."""
    with tempfile.TemporaryDirectory() as place:
        server, cookies = house(place, clients, clients)
        times = []

        async def play(cookie):
            connection = Connection(server.port, cookie)
            end, round_ = time.monotonic() + seconds, None
            while time.monotonic() < end:
                if round_ is None or round_["finished"]:
                    round_ = json.loads((await connection.request("POST", "/api/rounds", {"level": "1"}))[1])
                status, content, took = await connection.request(
                    "POST", f"/api/rounds/{round_['id']}/events", next_event(round_))
                assert status == 200, content
                round_ = json.loads(content)["round"]
                times.append(took)
            connection.close()

        async def all_():
            await asyncio.gather(*(play(cookie) for cookie in cookies))

        asyncio.run(all_())
        server.stop()
    return {"clients": clients, "answers a second": round(len(times) / seconds),
            "p50 ms": round(percentile(times, 0.5), 1),
            "p99 ms": round(percentile(times, 0.99), 1)}


def logins_a_second(clients, seconds):
    with tempfile.TemporaryDirectory() as place:
        server, _ = house(place, clients, 0)
        times = []

        async def log_in(number):
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                connection = Connection(server.port)
                status, content, took = await connection.request(
                    "POST", "/api/login", {"name": f"filled{number}", "password": PASSWORD})
                connection.close()
                assert status == 200, content
                times.append(took)

        async def all_():
            await asyncio.gather(*(log_in(number) for number in range(clients)))

        began = time.monotonic()
        asyncio.run(all_())
        took = time.monotonic() - began
        server.stop()
    return {"clients": clients, "logins a second": round(len(times) / took, 2), "p50 ms": round(percentile(times, 0.5)),
            "most ms": round(max(times))}


def faces_a_second(facialfun, services, clients, seconds):
    """Faces per second, judged in Facial Fun through the game with this many scoring services.

    Each child sends as many pictures as a child that holds a face, or fewer if responses are late. More than twelve
    per second of one child are rejected.
    """
    pictures = sorted(FACE.glob("*.jpg"))
    picture = pictures[0].read_bytes()
    with tempfile.TemporaryDirectory() as place:
        sockets, processes, arguments = [], [], []
        for number in range(services):
            path = f"{place}/{number}.sock"
            processes.append(subprocess.Popen([facialfun, "serve", "--socket", path], stdout=subprocess.DEVNULL,
                                              stderr=subprocess.DEVNULL))
            sockets.append(path)
            arguments += ["--scoring-socket", path]
        end = time.monotonic() + 60
        while not all(os.path.exists(path) for path in sockets):
            assert time.monotonic() < end, "the scoring services did not start"
            time.sleep(0.1)
        try:
            server, cookies = house(place, clients, clients, arguments)
            times, statuses = [], {}

            async def play(cookie):
                connection = Connection(server.port, cookie)
                for _ in range(100):
                    status, content, _ = await connection.request("POST", "/api/facial-fun/sittings", {"level": 1})
                    if status == 201:
                        break
                    await asyncio.sleep(0.2)
                assert status == 201, content
                sitting = json.loads(content)["sitting"]
                end = time.monotonic() + seconds
                while (sent := time.monotonic()) < end:
                    status, took = await connection.send(f"/api/facial-fun/sittings/{sitting}/rest", picture)
                    statuses[status] = statuses.get(status, 0) + 1
                    if status == 200:
                        times.append(took)
                    await asyncio.sleep(max(0, sent + 1 / PICTURES_A_SECOND - time.monotonic()))
                connection.close()

            async def all_():
                await asyncio.gather(*(play(cookie) for cookie in cookies))

            asyncio.run(all_())
            server.stop()
        finally:
            for process in processes:
                process.terminate()
                process.wait(timeout=20)
    return {"services": services, "clients": clients, "faces a second": round(len(times) / seconds, 1),
            "p50 ms": round(percentile(times, 0.5)), "p99 ms": round(percentile(times, 0.99)), "statuses": statuses}


async def send(self, path, picture):
    """Posts a picture; returns status and milliseconds."""
    if self.writer is None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
    head = (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nSec-Fetch-Site: same-origin\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n")
    start = time.perf_counter()
    self.writer.write(head.encode() + picture)
    answer = await self.reader.readuntil(b"\r\n\r\n")
    lines = answer.decode().split("\r\n")
    headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines[1:])}
    await self.reader.readexactly(int(headers.get("content-length", 0)))
    return int(lines[0].split()[1]), (time.perf_counter() - start) * 1000


Connection.send = send


def portal(answers, players, visits):
    """The response time of the portal's page with this many stored answers, and the duration of an edition and of a
    rebuild.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "data"
        server = GameServer(folder, cheap_passwords=False).start()
        result = {"answers": answers, "players": players}
        if answers:
            database = sqlite3.connect(folder / "pet.sqlite", isolation_level=None, timeout=60)
            database.execute("PRAGMA synchronous = OFF")
            database.execute("BEGIN IMMEDIATE")
            fill.accounts(database, players, "none")
            # About eight of ten questions are answered right at first; two need a second answer.
            fill.learners(database, int(answers / 1.45))
            database.execute("COMMIT")
            result["stored answers"] = database.execute("SELECT count(*) FROM answer").fetchone()[0]
            database.close()
            for name, command in [("rebuild s", ["rebuild"]), ("again s", ["rebuild"]), ("publish s", ["publish"])]:
                began = time.monotonic()
                done = subprocess.run([program(), "statistics", *command, "--data", str(folder)], capture_output=True,
                                      text=True)
                result[name] = round(time.monotonic() - began, 1)
                assert done.returncode == (1 if name == "rebuild s" else 0), done.stdout + done.stderr
        times = {}

        async def visit():
            connection = Connection(server.port)
            for path in ["/statistics", "/statistics/emotion-level", "/statistics/data.csv"]:
                if not answers and path.endswith("csv"):
                    continue
                times[path] = []
                for _ in range(visits):
                    status, _, took = await connection.request("GET", path)
                    assert status == 200
                    times[path].append(took)
            connection.close()

        asyncio.run(visit())
        for path, took in times.items():
            result[f"{path} p50 ms"] = round(percentile(took, 0.5), 1)
            result[f"{path} p99 ms"] = round(percentile(took, 0.99), 1)
        result["database MiB"] = round((folder / "pet.sqlite").stat().st_size / 1048576)
        server.stop()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--scoring", help="the program facialfun, to measure faces a second")
    parser.add_argument("--answers", type=int, default=10_000_000)
    parser.add_argument("--only", choices=["children", "answers", "logins", "faces", "portal"])
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    quick = options.quick
    results = {}

    def measure(name, work):
        if options.only in (None, name):
            results[name] = work()
            print(name, json.dumps(results[name]), flush=True)

    measure("portal", lambda: [portal(0, 0, 50 if quick else 500),
                               portal(20_000 if quick else options.answers, 40 if quick else 100_000,
                                      50 if quick else 500)])
    measure("children", lambda: children([20] if quick else [200, 400, 800, 1600, 3200], 6 if quick else 30))
    measure("answers",
            lambda: [answers_a_second(clients, 2 if quick else 15) for clients in ([4] if quick else [1, 8, 32])])
    measure("logins",
            lambda: [logins_a_second(clients, 2 if quick else 20) for clients in ([2] if quick else [1, 4, 16])])
    if options.scoring:
        measure("faces", lambda: [faces_a_second(options.scoring, services, clients, 3 if quick else 20)
                                  for clients in ([2] if quick else [8, 12, 16]) for services in (1, 2)])
    if options.write:
        options.write.write_text(report(results))
    portal_ms = [value for run in results.get("portal", []) for name, value in run.items() if name.endswith("p99 ms")]
    good = all(value < 100 for value in portal_ms) or quick
    good = good and all(not run["faults"] for run in results.get("children", [])[:1])
    print("1 passed, 0 failed" if good else "0 passed, 1 failed")
    sys.exit(0 if good else 1)


def report(results):
    lines = [
        "# Capacity of one machine", "",
        f"`Family/Tests/Load/capacity.py` on {processor()}, {os.cpu_count()} processors; load average at the end "
        f"{os.getloadavg()[0]:.1f}. One process on the same machine generates the load, so these are lower bounds.", ""]
    for name, runs in results.items():
        columns = list(dict.fromkeys(key for run in runs for key in run))
        lines += [f"## {name}", "", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
        lines += ["| " + " | ".join(str(run.get(column, "")) for column in columns) + " |" for run in runs] + [""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
