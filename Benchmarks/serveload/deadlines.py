"""Pictures that cannot be scored in time: latency of the 504 response, and time until the worker is free."""

from __future__ import annotations

import struct
import time
import zlib

from pages import percentile

from .service import Service
from .wire import Connection


def heavy_picture() -> bytes:
    """A PNG of 4000×4000 pixels in few bytes that takes long to decode and search."""
    side = 4000
    row = b"\0" + bytes((x * 7) % 256 for x in range(side))

    def chunk(name: bytes, data: bytes) -> bytes:
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(row * side, 9)) + chunk(b"IEND", b"")
    )  # fmt: skip


def section(service: Service, runs: int) -> str:
    """The section of the page."""
    picture = heavy_picture()
    lateness, freed = [], []
    for run in range(runs):
        deadline = 20 + run % 10 * 15
        connection = Connection(service.path)
        start = time.perf_counter()
        answer = connection.post("/v1/score", picture, "image/png", deadline)
        end = time.perf_counter()
        connection.close()
        if answer.status != 504:
            continue
        lateness.append((end - start) * 1e3 - deadline)
        while service.metric("facialfun_workers_busy") > 0:
            pass
        freed.append((time.perf_counter() - end) * 1e3)
    lines = [
        f"{len(lateness)} of {runs} pictures of 16 megapixels were abandoned, with deadlines of 20 "
        "to 155 ms:",
        "",
        "| milliseconds | p50 | p90 | most |",
        "|---|---:|---:|---:|",
    ]
    for name, values in (
        ("504 after the deadline; before it, negative", lateness),
        ("worker free after that", freed),
    ):
        lines.append(
            f"| {name} | {percentile(values, .5):.1f} | {percentile(values, .9):.1f} "
            f"| {max(values, default=float('nan')):.1f} |"
        )
    return "\n".join(lines)
