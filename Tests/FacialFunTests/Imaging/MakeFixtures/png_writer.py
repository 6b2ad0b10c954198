"""Writes PNG files of every color type, depth and interlacing, using only the specification."""

import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# Adam7: first column, first row, column step, row step of each pass.
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2)]


def chunk(name: bytes, payload: bytes) -> bytes:
    checksum = zlib.crc32(name + payload)
    return struct.pack(">I", len(payload)) + name + payload + struct.pack(">I", checksum)


def header(width: int, height: int, depth: int, colour: int, interlaced: bool) -> bytes:
    return chunk(
        b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced)))


def packed_row(samples: np.ndarray, depth: int) -> bytes:
    """One row of samples as the format stores it."""
    flat = samples.reshape(-1)
    if depth == 16:
        return flat.astype(">u2").tobytes()
    if depth == 8:
        return flat.astype(np.uint8).tobytes()
    bits = ((flat[:, None] >> np.arange(depth - 1, -1, -1)) & 1).astype(np.uint8)
    return np.packbits(bits.reshape(-1)).tobytes()


def filtered(rows: list[bytes], bytes_per_pixel: int) -> bytes:
    """Rows with the five filters in turn."""
    out = bytearray()
    above = bytes(len(rows[0])) if rows else b""
    for number, row in enumerate(rows):
        kind = number % 5
        out.append(kind)
        for i, value in enumerate(row):
            left = row[i - bytes_per_pixel] if i >= bytes_per_pixel else 0
            corner = above[i - bytes_per_pixel] if i >= bytes_per_pixel else 0
            estimate = left + above[i] - corner
            distances = [(abs(estimate - v), n) for n, v in enumerate((left, above[i], corner))]
            paeth = (left, above[i], corner)[min(distances)[1]]
            predicted = (0, left, above[i], (left + above[i]) // 2, paeth)[kind]
            out.append((value - predicted) & 255)
        above = row
    return bytes(out)


def image_data(samples: np.ndarray, depth: int, interlaced: bool) -> bytes:
    """The decompressed content of the IDAT chunks; samples are height × width × channels."""
    bytes_per_pixel = max(1, samples.shape[2] * depth // 8)
    if not interlaced:
        return filtered([packed_row(row, depth) for row in samples], bytes_per_pixel)
    out = b""
    for x, y, dx, dy in PASSES:
        part = samples[y::dy, x::dx]
        if part.shape[0] and part.shape[1]:
            out += filtered([packed_row(row, depth) for row in part], bytes_per_pixel)
    return out


def png(samples: np.ndarray, depth: int, colour: int, interlaced: bool = False,
        before_data: bytes = b"", after_data: bytes = b"") -> bytes:
    """A whole file; `before_data` and `after_data` are further chunks."""
    height, width, channels = samples.shape
    assert channels == CHANNELS[colour]
    data = zlib.compress(image_data(samples, depth, interlaced), 9)
    half = len(data) // 2
    return (SIGNATURE + header(width, height, depth, colour, interlaced) + before_data
            + chunk(b"IDAT", data[:half]) + chunk(b"IDAT", data[half:]) + after_data
            + chunk(b"IEND", b""))
