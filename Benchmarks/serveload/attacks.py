"""Clients that try to keep others from being served, by default with four connections each.

``started`` runs an attack in a separate process, so its work does not slow down the polite clients in this
interpreter.
"""

from __future__ import annotations

import contextlib
import itertools
import resource
import socket
import struct
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

from .large_pictures import baseline, progressive

BENCHMARKS = Path(__file__).resolve().parent.parent
CONNECTIONS = 4
POST = b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nDeadline-Ms: 60000\r\n"


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    width: int, height: int, pixels: bytes, interlaced: bool = False, before: bytes = b""
) -> bytes:
    """A gray PNG around compressed data, with other chunks before them."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", pixels)
            + chunk(b"IEND", b""))  # fmt: skip


def detours() -> list[bytes]:
    """Files with two megabytes of other data before their few pixels."""
    pixels = zlib.compress(bytes(72))
    zeros = zlib.compress(bytes(1_500_000_000 // 1024), 9)
    many = 1_900_000
    return [
        png(8, 8, pixels, before=chunk(b"tEXt", b"Comment\0x") * (many // 21)),
        png(8, 8, pixels, before=chunk(b"zTXt", b"Comment\0\0" + zeros) * (many // (len(zeros) + 22))),
        png(8, 8, pixels, before=chunk(b"iCCP", b"p\0\0" + endless_pixels())),
        png(8, 8, pixels, before=chunk(b"IDAT", b"") * (many // 12)),
        b"\xff\xd8" + b"\xff\xfe\0\x02" * (many // 4),
        b"\xff\xd8" + b"\xff\xdd\0\x04\0\x01" * (many // 6),
        b"\xff\xd8" + b"\xff" * many,
    ]  # fmt: skip


def endless_pixels() -> bytes:
    """Data of two megabytes that inflate to two gigabytes."""
    # Fully flushed, so the bytes of the second megabyte can be repeated.
    packer = zlib.compressobj(9)
    zeros = bytes(1 << 20)
    first = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + again * (1_900_000 // len(again)) + packer.flush()


def heavy_png() -> bytes:
    """16 megapixels that take long to decode and to search."""
    side = 4000
    row = b"\0" + bytes((x * 7) % 256 for x in range(side))
    return png(side, side, zlib.compress(row * side, 9))


def interlaced_png() -> bytes:
    """16 megapixels in seven passes, all of which are needed for a complete picture."""
    side = 4000
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)]  # fmt: skip
    pixels = b"".join(
        (b"\0" + bytes((x * 7) % 256 for x in range(left, side, across))) * len(range(top, side, down))
        for left, top, across, down in passes)  # fmt: skip
    return png(side, side, zlib.compress(pixels, 9), interlaced=True)


def creation(text: bytes) -> bytes:
    """A request that creates an attempt."""
    return (b"POST /v1/attempts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(text) + text)  # fmt: skip


class Attack:
    """An attack; connections that the service closes are opened again."""

    def __init__(self, path: str, seconds: float, connections: int = CONNECTIONS) -> None:
        self.path = path
        self.connections = connections
        self.end = time.monotonic() + seconds

    def connect(self) -> socket.socket:
        stream = socket.socket(socket.AF_UNIX)
        stream.settimeout(5)
        stream.connect(self.path)
        return stream

    def run(self, body, connections: int | None = None, pause: float = 0.01) -> None:
        """Repeats a body on each connection; a closed connection is opened again after a pause in seconds."""

        def loop() -> None:
            while time.monotonic() < self.end:
                try:
                    with self.connect() as stream:
                        while time.monotonic() < self.end:
                            body(stream)
                except OSError:
                    time.sleep(pause)  # The service closed it, as it should; reconnect.

        count = self.connections if connections is None else connections
        threads = [threading.Thread(target=loop) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def post(self, *pictures: bytes, head: bytes = POST) -> None:
        """Posts pictures in turn, each as soon as the last was answered."""
        # All threads take from this iterator.
        requests = itertools.cycle([
            head + b"Content-Length: %d\r\n\r\n" % len(picture) + picture for picture in pictures])

        def body(stream: socket.socket) -> None:
            stream.sendall(next(requests))
            if not stream.recv(65536):
                raise OSError("closed")

        self.run(body)

    def endless(self) -> None:
        """A PNG whose image data continue after its last row."""
        self.post(png(8, 8, endless_pixels()))

    def detours(self) -> None:
        """Two megabytes of text, profiles, empty chunks or comments before the first pixel."""
        self.post(*detours())

    def heavy(self) -> None:
        """Pictures of 16 megapixels, with a deadline of a minute each."""
        self.post(heavy_png())

    def interlaced(self) -> None:
        """The same, interlaced."""
        self.post(interlaced_png())

    def largest(self) -> None:
        """The largest accepted JPEG files, in one scan and in several."""
        self.post(
            baseline(2000, 1500), baseline(3400, 2500), baseline(6000, 1950), baseline(4000, 4000),
            progressive(2600, 2000))

    def rectangles(self) -> None:
        """The same with a request for a face's rectangle of each."""
        self.post(
            baseline(2000, 1500), baseline(6000, 1950), progressive(2600, 2000), heavy_png(),
            head=POST.replace(b"/v1/score", b"/v1/rectangle"))

    def crowds(self) -> None:
        """Pictures of many sizes with no, one, two and many people."""
        samples = BENCHMARKS.parent / "SampleFaces"
        names = ["group.jpg", "near-and-far.jpg", "two-people.jpg", "no-face-cat.jpg", "cut-out.png",
                 "collins-progressive.jpg", "hopper.jpg", "sideways-exif.jpg", "tiny.jpg"]  # fmt: skip
        sizes = [(1600, 1200), (1280, 720), (1920, 1080), (720, 1280), (800, 600), (1024, 1024)]
        self.post(
            *[(samples / name).read_bytes() for name in names], *itertools.starmap(baseline, sizes))

    def movements(self) -> None:
        """Requests for the movements of faces."""
        picture = (BENCHMARKS / "pictures" / "collins.jpg").read_bytes()
        self.post(picture, head=POST.replace(b"/v1/score", b"/v1/score?movements=true"))

    def hammer(self) -> None:
        """Pictures of 640×480 without a pause, ignoring Retry-After."""
        self.post((BENCHMARKS / "pictures" / "collins.jpg").read_bytes())

    def flood(self) -> None:
        """Small pictures from 300 connections, with a deadline of a minute each."""
        self.connections = 300
        self.post((BENCHMARKS.parent / "SampleFaces" / "tiny.jpg").read_bytes())

    def processes(self) -> None:
        """Pictures of 16 megapixels from four processes."""
        left = self.end - time.monotonic()
        running = [started("heavy", self.path, left, 1) for _ in range(4)]
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
        """An endless pipeline of `GET /metrics`, with responses read."""
        self.pipelined(b"/metrics")

    def levels(self) -> None:
        """An endless pipeline of `GET /v1/levels`, with responses read."""
        self.pipelined(b"/v1/levels")

    def burst(self) -> None:
        """72 KB of `GET /metrics` in one piece, repeatedly."""
        request = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
        count = 72_000 // len(request)

        def body(stream: socket.socket) -> None:
            sender = threading.Thread(target=lambda: self.quietly(stream.sendall, request * count))
            sender.start()
            answers, rest = 0, b""
            while answers < count:
                part = stream.recv(1 << 20)
                if not part:
                    raise OSError("closed")
                rest += part
                answers += rest.count(b"HTTP/1.1 200")
                rest = rest[-11:]
            sender.join()

        self.run(body)

    @staticmethod
    def quietly(call, *arguments) -> None:
        """Runs a call that may find the connection closed."""
        with contextlib.suppress(OSError):
            call(*arguments)

    def heads(self) -> None:
        """Heads that arrive byte by byte after a complete request."""

        def body(stream: socket.socket) -> None:
            stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HT")
            for _ in range(200):
                time.sleep(0.05)
                stream.sendall(b"x")
            raise OSError("it is held open")

        self.run(body)

    def strangers(self) -> None:
        """Endless new connections that send bytes other than HTTP and are reset at once."""

        def body(stream: socket.socket) -> None:
            stream.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500))
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raise OSError("the next")

        self.run(body, pause=0.001)

    def ask(self, *requests: bytes) -> None:
        """Sends small requests in turn, each as soon as the last was answered."""
        turns = itertools.cycle(requests)

        def body(stream: socket.socket) -> None:
            stream.sendall(next(turns))
            if not stream.recv(65536):
                raise OSError("closed")

        self.run(body)

    def attempts(self) -> None:
        """Endless new attempts, which could evict those of others."""
        self.ask(creation(b'{"target": "fear", "level": 1}'))

    def baselines(self) -> None:
        """Endless new baselines, which could leave none to others."""
        self.post(
            (BENCHMARKS / "pictures" / "collins.jpg").read_bytes(),
            head=POST.replace(b"/v1/score", b"/v1/baselines"))

    def marks(self) -> None:
        """60 KB of unordered combining marks in every place that accepts text."""
        marks = "a" + "\u0301" * 14_000 + "\u0327" * 14_000
        text = marks.encode()
        few = ("a" + "\u0301" * 3_700 + "\u0327" * 3_700).encode()
        encoded = "".join(f"%{byte:02X}" for byte in few[:4_800]).encode()
        self.ask(
            creation(b'{"target": "%b", "level": 1}' % text), creation(b'{"%b": 1}' % text),
            creation(b'{"target": "fear", "level": 1, "baseline": "%b"}' % text),
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nAccept: %b\r\n\r\n" % few,
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nOrigin: %b\r\n\r\n" % few,
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: %b\r\n\r\n" % few,
            b"POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: %b\r\n\r\n" % few,
            b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % few,
            b"POST /v2/match?target=%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % encoded,
            b"GET /v1/attempts/%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % encoded)

    def tunnels(self) -> None:
        """200 connections that request another protocol, with a body that never arrives."""
        requests = [
            b"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n",
            POST + b"Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2000000\r\n\r\n",
            POST.replace(b"HTTP/1.1", b"HTTP/1.0") + b"Content-Length: 2000000\r\n\r\n",
            POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
        ]
        turns = itertools.cycle(requests)

        def body(stream: socket.socket) -> None:
            stream.sendall(next(turns))
            while stream.recv(65536):
                pass
            raise OSError("the next")

        self.run(body, connections=200)

    def heic(self) -> None:
        """Two megabytes that start like HEIC, WebP or a film, which the service rejects."""
        heads = [
            b"\0\0\0\x18ftypheic\0\0\0\0heicmif1", b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic",
            b"RIFF\xff\xff\x1f\0WEBPVP8X", b"\0\0\0\x18ftypisom\0\0\0\0isommp42",
        ]
        types = itertools.cycle([b"image/heic", b"image/jpeg", b"image/png"])
        files = [head + bytes(1_900_000) for head in heads]
        turns = itertools.cycle([
            POST.replace(b"image/png", kind) + b"Content-Length: %d\r\n\r\n" % len(file) + file
            for file, kind in zip(files * 3, types, strict=False)])

        def body(stream: socket.socket) -> None:
            # A request rejected by its head is not sent completely.
            self.quietly(stream.sendall, next(turns))
            if b" 415 " not in stream.recv(65536):
                raise OSError("refused, or closed")

        self.run(body)

    def sockets(self) -> None:
        """1,000 idle connections that send nothing."""
        held = self.hold(1000)
        time.sleep(max(0, self.end - time.monotonic()))
        for stream in held:
            stream.close()

    def idle(self) -> None:
        """2,000 keep-alive connections, each sending again as soon as all others have."""
        held = self.hold(2000)
        request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        while time.monotonic() < self.end:
            for place, stream in enumerate(held):
                try:
                    stream.sendall(request)
                    if stream.recv(4096):
                        continue
                except OSError:
                    pass  # It was closed for another one.
                stream.close()
                held[place] = self.hold(1)[0]
        for stream in held:
            stream.close()

    def hold(self, count: int) -> list[socket.socket]:
        """Opens the given number of connections, as far as time allows."""
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4000), hard))
        held: list[socket.socket] = []
        while len(held) < count and (time.monotonic() < self.end or not held):
            try:
                held.append(self.connect())
            except BlockingIOError:
                time.sleep(0.01)  # On a busy machine more arrive than are accepted.
        return held

    def announced(self) -> None:
        """24 connections that announce two megabytes and send none."""

        def body(stream: socket.socket) -> None:
            stream.sendall(POST + b"Content-Length: 2000000\r\n\r\n")
            stream.recv(65536)
            raise OSError("refused")

        self.run(body, connections=24)

    def dribbled(self) -> None:
        """48 connections that send two megabytes at the minimum rate."""

        def body(stream: socket.socket) -> None:
            stream.sendall(POST + b"Content-Length: 2000000\r\n\r\n" + bytes(60_000))
            for _ in range(60):
                time.sleep(0.5)
                stream.sendall(bytes(17_000))
            raise OSError("too slow")

        self.run(body, connections=48)

    def raised(self) -> None:
        """48 megapixels in files of 20 MB, which a service with raised limits accepts."""
        self.post(*(
            picture + bytes(20_000_000 - len(picture))
            for picture in (baseline(8000, 6000), progressive(8000, 6000))
        ), head=POST.replace(b"image/png", b"image/jpeg"))  # fmt: skip


NAMES = ["endless", "detours", "heavy", "interlaced", "largest", "rectangles", "processes", "crowds",
         "hammer", "flood", "movements", "metrics", "levels", "burst", "announced", "dribbled", "heads",
         "strangers", "attempts", "baselines", "marks", "tunnels", "heic", "sockets", "idle"]  # fmt: skip


def started(
    name: str, path: str, seconds: float, connections: int = CONNECTIONS
) -> subprocess.Popen:
    """Runs one attack on a service's socket in a separate process."""
    command = [sys.executable, "-m", "serveload.attacks", name, path, str(seconds), str(connections)]
    return subprocess.Popen(command, cwd=BENCHMARKS)


if __name__ == "__main__":
    getattr(Attack(sys.argv[2], float(sys.argv[3]), int(sys.argv[4])), sys.argv[1])()
