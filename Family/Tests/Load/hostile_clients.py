#!/usr/bin/env python3
"""Attacks the family server in every way that once stopped it, with one polite client beside each attack.

    hostile_clients.py [--quick] [--seconds 12] [--deadline 1.0] [--only NAME]

The polite client must get at least 95 % of its answers within the deadline; what it does not get must be refused at
once (429 or 503). The server's memory must stay under 250 MB. Attackers and the polite client come from different
addresses of the loopback network, as they would from different homes.

--quick takes less than a minute; every change must pass it. There, on a machine that does other things, the 5 % may
be answered late.
"""

import argparse
import contextlib
import http.client
import json
import multiprocessing
import pathlib
import resource
import socket
import statistics
import sys
import tempfile
import threading
import time
import uuid

from game_client import PASSWORD, PIN, GameClient
from game_server import GAME, GameServer

PICTURE = GAME.parents[1] / "SampleFaces" / "backlit.jpg"
# Unordered marks: sorting a run of n takes time that grows with the square of n.
MARKS = "\u0301\u0327"
MEMORY = 250
SHARE = 0.95
# A refusal that takes longer than this was no refusal at once.
AT_ONCE = 0.5
POLITE = "127.0.0.9"
ATTACKER = "127.0.0.66"


def connect(port, source=ATTACKER, timeout=10):
    return socket.create_connection(("127.0.0.1", port), timeout=timeout, source_address=(source, 0))


def request(port, method, path, body=None, cookie=None, kind="application/json", more=()):
    """The bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Sec-Fetch-Site: same-origin", *more]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    if body is not None:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else None


def talk(port, data, source=ATTACKER, timeout=10):
    """The first bytes of the answer, and how long it took."""
    start = time.monotonic()
    with connect(port, source, timeout) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(data)
        try:
            answer = connection.recv(65536)
        except OSError:
            answer = b""
    return answer, time.monotonic() - start


# MARK: The polite client


class Polite(threading.Thread):
    """A family that uses the game: pages with and without a session, settings; each on a new connection or a kept one.
    """

    def __init__(self, port, cookie, deadline):
        super().__init__(daemon=True)
        self.port, self.cookie, self.deadline = port, cookie, deadline
        self.ended = threading.Event()
        self.answers = []

    def run(self):
        steps = [("GET", "/login", None), ("GET", "/menu", None), ("PUT", "/api/settings", {"volume": 50}),
                 ("GET", "/healthz", None)]
        number = 0
        while not self.ended.is_set():
            method, path, body = steps[number % len(steps)]
            number += 1
            start = time.monotonic()
            try:
                code = self.ask(method, path, body)
            except (OSError, http.client.HTTPException) as error:
                code = type(error).__name__
            self.answers.append((code, time.monotonic() - start))
            self.ended.wait(0.05)

    def ask(self, method, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(POLITE, 0))
        headers = {"Sec-Fetch-Site": "same-origin", "Cookie": self.cookie, "Content-Type": "application/json"}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    def stop(self):
        self.ended.set()
        self.join(timeout=15)

    def verdict(self):
        """The share of answers in time, and those that were neither in time nor refused at once."""
        in_time = [taken for code, taken in self.answers if code == 200 and taken <= self.deadline]
        bad = [(code, round(taken, 2)) for code, taken in self.answers
               if not (code == 200 and taken <= self.deadline) and not (code in (429, 503) and taken <= AT_ONCE)]
        return (len(in_time) / len(self.answers) if self.answers else 0), bad


# MARK: Attacks


class House:
    """The server and those who are signed in to it."""

    def __init__(self, server):
        self.server, self.port = server, server.port
        self.clients = []

    def family(self):
        client = GameClient(self.port, timeout=60)
        client.sign_up()
        # On a busy machine the hashes of the others' passwords take longer than an idle connection stays.
        client.close()
        self.clients.append(client)
        return client


def repeat(until, body, count=4):
    """Does something again and again on so many threads."""
    def work():
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                body()
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def marks_signed_out(port, until, told, **_):
    """Unordered combining marks as a key of JSON, signed out; as they are, escaped, in UTF-16."""
    run = "a" + MARKS * 15_000
    bodies = [json.dumps({run: 1}, ensure_ascii=False).encode(), json.dumps({run[:9000]: 1}).encode(),
              json.dumps({run[:15_000]: 1}, ensure_ascii=False).encode("utf-16")]
    codes = []
    for body in bodies:
        answer, seconds = talk(port, request(port, "POST", "/api/logout", body))
        codes.append((status(answer), round(seconds, 2)))
    told["codes"] = codes
    told["wrong"] = [code for code, seconds in codes if code not in (200, 400)]
    repeat(until, lambda: talk(port, request(port, "POST", "/api/logout", bodies[0])))


def marks_in_heads(port, until, told, **_):
    """The same in headers, cookies, queries, and percent-encoded in addresses."""
    run = ("a" + MARKS * 1900).encode()
    encoded = "%61" + "%CC%81%CC%A7" * 500
    heads = [f"GET /login HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{name}: ".encode() + run + b"\r\n\r\n"
             for name in ("X-A", "Cookie", "Accept-Language", "If-None-Match", "Connection", "Content-Type")]
    heads += [f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
              for path in (encoded, f"login?from={encoded}", f"content/{encoded}.png")]
    heads.append(b"GET /" + run + f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    told["codes"] = codes = [status(talk(port, head)[0]) for head in heads]
    # Of `Connection` nothing but `close` is looked at.
    told["wrong"] = [code for number, code in enumerate(codes) if code not in (400, 422, None) and number != 4]
    turn = iter(range(10**9))
    repeat(until, lambda: talk(port, heads[next(turn) % len(heads)]))


def marks_signed_in(port, until, told, cookies, **_):
    """Questions with as many marks as a body may have."""
    body = json.dumps({"prompt": "a" + MARKS * 8_000, "answer": "a" + MARKS * 2_000}, ensure_ascii=False).encode()
    assert len(body) < 64_000, "a larger body is refused unread"
    path = f"/api/questions/{uuid.uuid4()}"
    answer, _ = talk(port, request(port, "PUT", path, body, cookies[0]))
    told["codes"] = [status(answer)]
    told["wrong"] = [code for code in told["codes"] if code != 422]
    repeat(until, lambda: talk(port, request(port, "PUT", path, body, cookies[0])))


def pipelined_pages(port, until, told, **_):
    """Three connections that send requests for a page ahead without end, and read what comes."""
    read = [0]

    def work():
        with connect(port) as connection:
            data = request(port, "GET", "/login") * 50

            def drain():
                with contextlib.suppress(OSError):
                    while part := connection.recv(1 << 20):
                        read[0] += len(part)
            reader = threading.Thread(target=drain, daemon=True)
            reader.start()
            with contextlib.suppress(OSError):
                while time.monotonic() < until:
                    connection.sendall(data)
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told["codes"] = [f"{read[0] // 1_000_000} MB read"]
    told["wrong"] = [] if read[0] else ["nothing was answered"]


def stalled_bodies(port, until, told, cookies, **_):
    """Hundreds of saves of one account that send 3 MB each and stop before the end."""
    connections = []
    body = b'{"prompt": "' + b"a" * 3_000_000
    for number in range(200):
        if time.monotonic() > until:
            break
        with contextlib.suppress(OSError):
            connection = connect(port, timeout=1)
            connections.append(connection)
            connection.sendall(request(port, "PUT", f"/api/questions/{uuid.uuid4()}", None, cookies[number % 1],
                                       more=("Content-Type: application/json", "Content-Length: 3400000")))
            connection.sendall(body)
    refused = 0
    for connection in connections:
        with contextlib.suppress(OSError):
            connection.settimeout(0.01)
            refused += status(connection.recv(1000)) in (429, 503)
    told["codes"] = [f"{refused} of {len(connections)} refused"]
    told["wrong"] = [] if refused else ["none was refused"]
    time.sleep(max(0, until - time.monotonic()))
    for connection in connections:
        connection.close()


def idle_connections(port, until, told, **_):
    """Two thousand connections that are kept open after one answer, and two thousand that say nothing."""
    connections = []
    for number in range(2600):
        if time.monotonic() > until:
            break
        with contextlib.suppress(OSError):
            # As from a proxy on this machine, whose connections have no limit of their own.
            connection = connect(port, "127.0.0.1" if number % 2 else ATTACKER, timeout=2)
            connections.append(connection)
            if number % 2:
                connection.sendall(request(port, "GET", "/healthz"))
                connection.recv(4096)
    told["codes"] = [f"{len(connections)} connections"]
    told["wrong"] = []
    time.sleep(max(0, until - time.monotonic()))
    for connection in connections:
        connection.close()


def many_notes(port, until, told, cookies, **_):
    """Notes until there is no room, and twenty loads of the family's page at once."""
    codes = {}

    def ask(method, path, body=None):
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(ATTACKER, 0))
        client.request(method, path, None if body is None else json.dumps(body).encode(), {
            "Sec-Fetch-Site": "same-origin", "Cookie": cookies[1], "Content-Type": "application/json"})
        answer = client.getresponse()
        content = answer.read()
        client.close()
        return answer.status, content
    children = json.loads(ask("GET", "/api/account/export")[1])["players"]
    child = children[0]["player"]["id"]
    note = {"day": time.strftime("%Y-%m-%d"), "text": "漢" * 1990}
    # As many as there is room for, however long that takes.
    for _ in range(400):
        code = ask("POST", f"/api/children/{child}/notes", note)[0]
        codes[code] = codes.get(code, 0) + 1
        if code == 409:
            break
    sizes = []

    def load():
        code, content = ask("GET", f"/family?child={child}")
        sizes.append((code, len(content)))
    repeat(max(until, time.monotonic() + 1), load, count=20)
    told["codes"] = [codes, f"largest page {max(size for _, size in sizes)}"]
    told["wrong"] = [c for c in codes if c not in (201, 409)] + [s for s in sizes if s[1] > 2_000_000]
    if 409 not in codes:
        told["wrong"].append("no quota was reached")


def many_pictures(port, until, told, cookies, **_):
    """24 connections of one family that save questions; another family's saves are the polite ones."""
    picture = PICTURE.read_bytes()
    place = {"a": 0.5, "b": 0.0, "tx": 0.0, "ty": 0.0}
    order = {"prompt": "Who is it?", "tip": "", "answer": "happiness", "level": 1}

    def save(cookie, source):
        looked, seconds = talk(
            port, request(port, "POST", "/api/questions/look", picture, cookie, kind="image/jpeg"), source, timeout=20)
        if status(looked) != 200:
            return looked, seconds
        upload = json.loads(looked[looked.index(b"{"):looked.rindex(b"}") + 1])["upload"]
        body = json.dumps({**order, "picture": {"upload": upload, "place": place}}).encode()
        answer, more = talk(port, request(port, "PUT", f"/api/questions/{uuid.uuid4()}", body, cookie), source,
                            timeout=20)
        return answer, seconds + more
    codes = {}

    def other():
        while time.monotonic() < until:
            answer, seconds = save(cookies[2], "127.0.0.8")
            codes.setdefault(status(answer), []).append(round(seconds, 2))
            time.sleep(0.3)
    thread = threading.Thread(target=other)
    thread.start()
    repeat(until, lambda: save(cookies[0], ATTACKER), count=24)
    thread.join()
    told["codes"] = [{code: len(times) for code, times in codes.items()},
                     f"slowest {max(max(times) for times in codes.values())} s"]
    # 409: the family has as many questions as it may have; it was not kept waiting.
    told["wrong"] = [code for code in codes if code not in (200, 201, 409)]


def odd_requests(port, until, told, **_):
    """Ranges past the end, upgrades, CONNECT, HTTP/1.0, foreign hosts, codings: answered, and not kept waiting."""
    host = f"Host: 127.0.0.1:{port}\r\n"
    icon = "/content/pictures/icon-192.png"
    wrong = []
    cases = [
        ("range", f"GET {icon} HTTP/1.1\r\n{host}Range: bytes=99999999-\r\n\r\n", (416,), False),
        ("upgrade", f"GET /login HTTP/1.1\r\n{host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", (200, 400),
         True),
        ("connect", f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n{host}\r\n", (400, 404, 405, 421), True),
        ("1.0", f"GET /login HTTP/1.0\r\n{host}\r\n", (200,), True),
        ("absolute", f"GET http://evil.example/login HTTP/1.1\r\n{host}\r\n", (421,), False),
        ("own absolute", f"GET http://127.0.0.1:{port}/login HTTP/1.1\r\nHost: evil.example\r\n\r\n", (200,), False),
        ("coding", f"POST /api/logout HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
                   "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", (400, 501), True),
    ]
    codes = {}
    for name, data, wanted, ends in cases:
        start = time.monotonic()
        with connect(port, timeout=5) as connection:
            connection.sendall(data.encode())
            answer = b""
            try:
                while part := connection.recv(65536):
                    answer += part
                    if not ends and b"\r\n\r\n" in answer:
                        break
            except TimeoutError:
                wrong.append(f"{name}: the connection stayed open")
        codes[name] = status(answer)
        if status(answer) not in wanted or time.monotonic() - start > 4:
            wrong.append(f"{name}: {answer[:60]!r} in {time.monotonic() - start:.1f} s")
    told["codes"], told["wrong"] = codes, wrong
    time.sleep(max(0, min(1, until - time.monotonic())))


def guessed_passwords(port, until, told, names, **_):
    """Somebody keeps guessing an owner's password, who signs in from a device of the house all the same."""
    def sign_in(password, cookie=None):
        body = json.dumps({"name": names[2], "password": password}).encode()
        return talk(port, request(port, "POST", "/api/login", body, cookie), timeout=30)[0]
    first = sign_in(PASSWORD).decode(errors="replace")
    devices = [line.split(": ")[1].split(";")[0] for line in first.split("\r\n")
               if line.lower().startswith("set-cookie: __host-pet-device=")]
    codes = [status(sign_in("a wrong horse")) for _ in range(3)]
    stranger, owner = status(sign_in(PASSWORD)), status(sign_in(PASSWORD, devices[0])) if devices else None
    told["codes"] = {"guesses": codes, "stranger": stranger, "owner": owner}
    told["wrong"] = [] if (stranger, owner) == (429, 200) else [told["codes"]]
    time.sleep(max(0, min(1, until - time.monotonic())))


ATTACKS = [marks_signed_out, marks_in_heads, marks_signed_in, pipelined_pages, stalled_bodies, idle_connections,
           many_notes, many_pictures, odd_requests, guessed_passwords]


def run(attack, port, until, cookies, names, told):
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    own = {}
    try:
        attack(port=port, until=until, told=own, cookies=cookies, names=names)
    except Exception as error:  # What the attacker stumbled over is told by the other process.
        own["wrong"] = [f"{type(error).__name__}: {error}"]
    told.update(own)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less than a minute")
    parser.add_argument("--seconds", type=float, help="how long each attack lasts (12, quick: 4)")
    parser.add_argument("--deadline", type=float, default=1.0, help="seconds within which an answer is in time")
    parser.add_argument("--only", help="one attack, by its name")
    options = parser.parse_args()
    seconds = options.seconds or (4 if options.quick else 12)
    attacks = [attack for attack in ATTACKS if options.only in (None, attack.__name__)]
    if not attacks:
        parser.error(f"there is no attack {options.only}; there are {', '.join(a.__name__ for a in ATTACKS)}")
    failures = []
    with tempfile.TemporaryDirectory() as place:
        server = GameServer(pathlib.Path(place) / "data", log=pathlib.Path(place) / "pet.log").start()
        house = House(server)
        families = [house.family() for _ in range(3)]
        polite_family = house.family()
        for family in [*families, polite_family]:
            family.call("POST", "/api/parent", {"pin": PIN})
            family.close()
        cookies = [family.cookie for family in families]
        manager = multiprocessing.Manager()
        for attack in attacks:
            told = manager.dict()
            polite = Polite(house.port, polite_family.cookie, options.deadline)
            polite.start()
            time.sleep(0.3)
            attacker = multiprocessing.Process(
                target=run, args=(attack, house.port, time.monotonic() + seconds, cookies,
                                  [family.name for family in families], told))
            attacker.start()
            attacker.join(timeout=seconds + 180)
            if attacker.is_alive():
                attacker.kill()
                failures.append(f"{attack.__name__}: the attacker was kept waiting")
            polite.stop()
            share, bad = polite.verdict()
            times = sorted(taken for _, taken in polite.answers)
            memory = server.memory()[1] * 1.048576  # MiB to MB
            print(f"{attack.__name__:18} {len(polite.answers):4} polite, {share:6.1%} in time, median "
                  f"{statistics.median(times) * 1000:4.0f} ms, slowest {times[-1] * 1000:5.0f} ms, "
                  f"peak {memory:4.0f} MB  {told.get('codes')}", flush=True)
            if share < SHARE:
                failures.append(f"{attack.__name__}: {share:.0%} in time; not in time: {bad[:5]}")
            elif lost := [answer for answer in bad if answer[0] != 200 or not options.quick]:
                failures.append(f"{attack.__name__}: neither answered in time nor refused at once: {lost[:5]}")
            if memory > MEMORY:
                failures.append(f"{attack.__name__}: {memory:.0f} MB")
                server.forget_peak()
            failures += [f"{attack.__name__}: {what}" for what in told.get("wrong", [])]
            if server.process.poll() is not None:
                failures.append(f"{attack.__name__}: the server ended")
                break
        # Who signs in after all of it.
        last = GameClient(house.port)
        try:
            last.sign_in(polite_family.name, PASSWORD)
        except Exception as error:
            failures.append(f"signing in afterwards: {error}")
        last.close()
        if server.process.poll() is None:
            server.stop()
    for failure in failures:
        print(f"FAILED {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
