"""Writes pixels as a PNG file, without a library."""

from __future__ import annotations

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: The color type of a PNG file by number of channels.
_COLOR_TYPES = {1: 0, 3: 2, 4: 6}


def encode(pixels: bytes, width: int, height: int, channels: int, level: int = 0) -> bytes:
    """Encodes rows of 8-bit pixels as a PNG file, lossless.

    Args:
        pixels: The samples of all rows, concatenated: gray, RGB or RGBA.
        width: Pixels per row.
        height: Number of rows.
        channels: 1, 3 or 4.
        level: Compression level of zlib; 0 stores, which is fastest for a reader on the same machine.

    Raises:
        ValueError: The number of pixels does not match the size.
    """
    stride = width * channels
    if len(pixels) != stride * height:
        raise ValueError(f"{width}x{height} pixels of {channels} bytes are {stride * height} bytes, not {len(pixels)}")
    # Each row starts with the number of its filter; 0 means no filter.
    rows = b"".join(b"\0" + pixels[start:start + stride] for start in range(0, len(pixels), stride))
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, level)) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))
