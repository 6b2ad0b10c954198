"""Clients that try to keep others from being served, four connections each unless they say otherwise.

`python3 attacks.py NAME SOCKET SECONDS [CONNECTIONS]` runs one of them, in a process of its own: its
work must not cost the polite clients their turn in the interpreter.
"""

from __future__ import annotations

import socket
import struct
import subprocess
import sys
import threading
import time
import zlib

CONNECTIONS = 4
POST = b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nDeadline-Ms: 60000\r\n"


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, pixels: bytes, interlaced: bool = False) -> bytes:
    """A gray PNG around compressed data."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels)
            + chunk(b"IEND", b""))  # fmt: skip


def endless_png() -> bytes:
    """8×8 pixels, and image data that inflate to two gigabytes behind them."""
    # Fully flushed, so that the second megabyte's bytes may stand there again and again.
    packer = zlib.compressobj(9)
    zeros = bytes(1 << 20)
    first = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    return png(8, 8, first + again * (1_900_000 // len(again)) + packer.flush())


def heavy_png() -> bytes:
    """16 megapixels, which take long to decode and to search."""
    side = 4000
    row = b"\0" + bytes((x * 7) % 256 for x in range(side))
    return png(side, side, zlib.compress(row * side, 9))


def interlaced_png() -> bytes:
    """16 megapixels in seven passes, of which none is complete without the others."""
    side = 4000
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)]  # fmt: skip
    pixels = b"".join(
        (b"\0" + bytes((x * 7) % 256 for x in range(left, side, across))) * len(range(top, side, down))
        for left, top, across, down in passes)  # fmt: skip
    return png(side, side, zlib.compress(pixels, 9), interlaced=True)


class Attack:
    """One kind; each connection is opened anew where the service ends it."""

    def __init__(self, path: str, seconds: float, connections: int = CONNECTIONS) -> None:
        self.path = path
        self.connections = connections
        self.end = time.monotonic() + seconds

    def connect(self) -> socket.socket:
        stream = socket.socket(socket.AF_UNIX)
        stream.settimeout(5)
        stream.connect(self.path)
        return stream

    def run(self, body, connections: int | None = None) -> None:
        """Runs a body for each connection, again and again."""

        def loop() -> None:
            while time.monotonic() < self.end:
                try:
                    with self.connect() as stream:
                        while time.monotonic() < self.end:
                            body(stream)
                except OSError:
                    time.sleep(0.01)  # It was thrown out, as it deserves, and comes back.

        count = self.connections if connections is None else connections
        threads = [threading.Thread(target=loop) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def post(self, picture: bytes) -> None:
        request = POST + b"Content-Length: %d\r\n\r\n" % len(picture) + picture

        def body(stream: socket.socket) -> None:
            stream.sendall(request)
            if not stream.recv(65536):
                raise OSError("closed")

        self.run(body)

    def endless(self) -> None:
        """A PNG whose image data go on after its last row."""
        self.post(endless_png())

    def heavy(self) -> None:
        """Pictures of 16 megapixels, with a minute of time each."""
        self.post(heavy_png())

    def interlaced(self) -> None:
        """The same, interlaced."""
        self.post(interlaced_png())

    def processes(self) -> None:
        """Pictures of 16 megapixels from four processes."""
        command = [sys.executable, __file__, "heavy", self.path, str(self.end - time.monotonic())]
        running = [subprocess.Popen([*command, "1"]) for _ in range(4)]
        for process in running:
            process.wait()

    def pipelined(self, target: bytes) -> None:
        burst = (b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n") * 500

        def body(stream: socket.socket) -> None:
            stream.setblocking(False)
            rest = memoryview(burst)
            while rest and time.monotonic() < self.end:
                try:
                    rest = rest[stream.send(rest) :]
                except BlockingIOError:
                    time.sleep(0.001)
                try:
                    while stream.recv(1 << 20):
                        pass
                    raise OSError("closed")
                except BlockingIOError:
                    pass

        self.run(body)

    def metrics(self) -> None:
        """`GET /metrics`, sent ahead without end and read."""
        self.pipelined(b"/metrics")

    def levels(self) -> None:
        """`GET /v1/levels`, sent ahead without end and read."""
        self.pipelined(b"/v1/levels")

    def announced(self) -> None:
        """24 connections that announce two megabytes and send none."""

        def body(stream: socket.socket) -> None:
            stream.sendall(POST + b"Content-Length: 2000000\r\n\r\n")
            stream.recv(65536)
            raise OSError("refused")

        self.run(body, connections=24)

    def dribbled(self) -> None:
        """48 connections whose two megabytes come as slowly as they may."""

        def body(stream: socket.socket) -> None:
            stream.sendall(POST + b"Content-Length: 2000000\r\n\r\n" + bytes(60_000))
            for _ in range(60):
                time.sleep(0.5)
                stream.sendall(bytes(17_000))
            raise OSError("too slow")

        self.run(body, connections=48)


NAMES = ["endless", "metrics", "levels", "announced", "dribbled", "heavy", "interlaced",
         "processes"]  # fmt: skip


if __name__ == "__main__":
    attack = Attack(sys.argv[2], float(sys.argv[3]), *map(int, sys.argv[4:]))
    getattr(attack, sys.argv[1])()
