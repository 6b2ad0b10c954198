"""Many concurrent clients with short deadlines, simulated by one thread.

Threads would cost a whole processor in the interpreter, and their waiting would count as latency of the service.
"""

from __future__ import annotations

import heapq
import random
import selectors
import socket
import time
from dataclasses import dataclass, field

from .pictures import Pictures, faces
from .service import Service


@dataclass
class CrowdResult:
    """Results of the clients: milliseconds of each response, by status."""

    milliseconds: dict[int, list[float]] = field(default_factory=dict)
    wrong: int = 0
    broken: int = 0

    @property
    def count(self) -> int:
        return sum(map(len, self.milliseconds.values()))

    def later_than(self, limit: float) -> int:
        """Number of responses that took longer than a limit in milliseconds."""
        return sum(value > limit for values in self.milliseconds.values() for value in values)


class _Client:
    """A connection that sends a request and receives its response."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.socket = self._connected()
        self.out = memoryview(b"")
        self.received = b""
        self.picture = 0
        self.sent = 0.0

    def _connected(self) -> socket.socket:
        stream = socket.socket(socket.AF_UNIX)
        stream.connect(self.path)
        stream.setblocking(False)
        return stream

    def begin(self, picture: int, request: bytes) -> None:
        self.picture, self.out, self.received = picture, memoryview(request), b""
        self.sent = time.perf_counter()
        self.write()

    def write(self) -> None:
        try:
            while self.out:
                self.out = self.out[self.socket.send(self.out) :]
        except BlockingIOError:
            pass
        except (BrokenPipeError, ConnectionResetError):
            self.out = memoryview(b"")  # Its response has the reason.

    def answer(self) -> tuple[int, bytes, bool] | None:
        """Status, body and whether the connection closes, once the response is complete."""
        part = self.socket.recv(1 << 18)
        if not part:
            raise ConnectionError("it was closed before the answer")
        self.received += part
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = self.received[: end + 2]
        place = head.find(b"content-length: ")
        length = int(head[place + 16 : head.index(b"\r", place)]) if place >= 0 else 0
        body = self.received[end + 4 :]
        if len(body) < length:
            return None
        return int(head[9:12]), body, b"\r\nconnection: close\r\n" in head

    def reconnect(self) -> None:
        self.socket.close()
        self.socket = self._connected()


def crowd(
    service: Service, pictures: Pictures, clients: int, seconds: float, deadline_ms: int, pause: float
) -> CrowdResult:
    """Simulates clients with a request at all times, except for a pause in seconds after a rejection."""
    requests = [
        f"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
        f"Deadline-Ms: {deadline_ms}\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content
        for content, kind in zip(pictures.bytes, pictures.types, strict=True)]  # fmt: skip
    chance = random.Random(0)
    seen = CrowdResult()
    end = time.perf_counter() + seconds
    wanted = selectors.DefaultSelector()
    everybody = [_Client(service.path) for _ in range(clients)]
    # Times and numbers of the next clients to send.
    asks = [(0.0, number) for number in range(clients)]

    def watch(client: _Client, number: int) -> None:
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.out else 0)
        try:
            wanted.modify(client.socket, events, number)
        except KeyError:
            wanted.register(client.socket, events, number)

    while asks or wanted.get_map():
        now = time.perf_counter()
        while asks and asks[0][0] <= now:
            number = heapq.heappop(asks)[1]
            if now < end:
                picture = chance.randrange(len(requests))
                everybody[number].begin(picture, requests[picture])
                watch(everybody[number], number)
        wait = max(0.0, asks[0][0] - now) if asks else 1.0
        for key, events in wanted.select(wait):
            client = everybody[key.data]
            if events & selectors.EVENT_WRITE:
                client.write()
                watch(client, key.data)
            if not events & selectors.EVENT_READ:
                continue
            try:
                got = client.answer()
                if got is None:
                    continue
                status, body, ends = got
                seen.milliseconds.setdefault(status, []).append(
                    (time.perf_counter() - client.sent) * 1e3)
                if status == 200:
                    seen.wrong += faces(body) != pictures.faces[client.picture]
            except (OSError, ValueError):
                seen.broken += 1
                status, ends = 0, True
            wanted.unregister(client.socket)
            if ends:
                client.reconnect()
            heapq.heappush(
                asks, (time.perf_counter() + (0 if status == 200 else pause), key.data))
    for client in everybody:
        client.socket.close()
    return seen
