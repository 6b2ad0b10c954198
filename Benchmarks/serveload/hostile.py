"""Malicious or defective clients."""

from __future__ import annotations

import random
import socket
import struct
import time
from pathlib import Path

from .pictures import Pictures
from .service import Service

FIXTURES = Path(__file__).resolve().parent.parent.parent / "Tests" / "FaceImagingTests" / "Fixtures"
POST = b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"


def _with_length(body: bytes, length: int | None = None) -> bytes:
    return POST + b"Content-Length: %d\r\n\r\n" % (len(body) if length is None else length) + body


def _damaged(picture: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(picture)
    for _ in range(chance.randrange(1, 40)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return _with_length(bytes(damaged))


class Hostile:
    """All kinds of hostile clients; each call chooses one."""

    def __init__(self, service: Service, pictures: Pictures) -> None:
        self.path = service.path
        self.pictures = pictures
        self.count = 0
        self.bombs = [
            _with_length((FIXTURES / name).read_bytes())
            for name in ("progressive-190-scans.jpg", "declared-50000x50000.png")
        ]

    def __call__(self, chance: random.Random) -> None:
        """Runs one client; it disconnects without waiting for the whole response."""
        self.count += 1
        try:
            with socket.socket(socket.AF_UNIX) as stream:
                stream.settimeout(5)
                stream.connect(self.path)
                for part in self._bytes(chance):
                    stream.sendall(part)
                end = chance.randrange(4)
                if end == 0:
                    stream.shutdown(socket.SHUT_WR)
                if end < 2:
                    while stream.recv(65536):
                        pass
                if end == 2:
                    stream.recv(100)
                if end == 3:
                    # A reset on TCP, otherwise a disconnect with unread bytes.
                    stream.setsockopt(
                        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass  # The service closed it, as it should.

    def _bytes(self, chance: random.Random) -> list[bytes]:
        picture = self.pictures.bytes[0]
        half = picture[: len(picture) // 2]
        kinds = [
            lambda: [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
            lambda: [b"GET / HTTP/9.9\r\n\r\n"],
            lambda: [b"GET /v1/../../etc/passwd HTTP/1.1\r\n\r\n"],
            lambda: [b"GET /%2e%2e/%00 HTTP/1.1\r\nHost: \xff\r\n\r\n"],
            lambda: [b"GET / HTTP/1.1\r\nX: " + b"x" * 20000 + b"\r\n\r\n"],
            lambda: [b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n"],
            lambda: [POST + b"Content-Length: 3000000\r\n\r\n" + b"x" * 10000],
            lambda: [POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"],
            lambda: [POST + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"],
            lambda: [_with_length(half, len(picture))],
            lambda: [_with_length(half)],
            lambda: [_with_length(b"")],
            lambda: [_damaged(picture, chance)],
            lambda: [_with_length(chance.randbytes(chance.randrange(1, 5000)))],
            lambda: [chance.choice(self.bombs)],
            lambda: [b"GET /metrics HTTP/1.1\r\n\r\n" * 50],
            lambda: [_with_length(picture) * 3],
            lambda: [POST + b"Deadline-Ms: 1\r\n" + _with_length(picture)[len(POST) :]],
            lambda: [POST + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"],
            lambda: self._slowly(b"GET /healthz HTTP/1.1\r\nX: yyyyyyyyyyyyyyyyyyyy\r\n"),
            self._attempt,
        ]
        return chance.choice(kinds)()

    @staticmethod
    def _slowly(request: bytes) -> list[bytes]:
        time.sleep(0.05)
        return [request[place : place + 1] for place in range(len(request))]

    @staticmethod
    def _attempt() -> list[bytes]:
        """An attempt that is created and abandoned, and a stream of events without source."""
        order = b'{"target": "fear", "level": 1}'
        head = b"POST /v1/attempts HTTP/1.1\r\nContent-Type: application/json\r\n"
        return [
            head + b"Content-Length: %d\r\n\r\n" % len(order) + order,
            b"GET /v1/attempts/00000000000000000000000000000000/events HTTP/1.1\r\n\r\n",
        ]
