"""The largest JPEG files that the service accepts, made by hand: all gray, in few bytes.

A decoder needs the same memory for any picture of their size and kind.
"""

from __future__ import annotations

import struct


def _segment(marker: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def _table(kind: int, symbol: int) -> bytes:
    """A Huffman table with one code, the bit 0."""
    return _segment(0xC4, bytes([kind, 1] + [0] * 15 + [symbol]))


def _frame(marker: int, width: int, height: int) -> bytes:
    """The head of a picture with chroma at half the resolution."""
    parts = ((1, 0x22), (2, 0x11), (3, 0x11))
    head = struct.pack(">BHHB", 8, height, width, len(parts))
    quantisation = _segment(0xDB, b"\0" + bytes([1] * 64))
    return (b"\xff\xd8" + quantisation
            + _segment(marker, head + b"".join(bytes([*part, 0]) for part in parts)))  # fmt: skip


def _scan(components: list[int], first: int, last: int, bits: int) -> bytes:
    """A scan with the given number of bits, all 0."""
    names = b"".join(bytes([name, 0]) for name in components)
    head = bytes([len(components)]) + names + bytes([first, last, 0])
    return _segment(0xDA, head) + bytes(-(-bits // 8))


def _blocks(width: int, height: int, side: int) -> int:
    return -(-width // side) * -(-height // side)


def baseline(width: int, height: int) -> bytes:
    """One scan: each of six blocks per 16×16 pixels has a difference of zero and the end of the block."""
    return (_frame(0xC0, width, height) + _table(0x00, 0) + _table(0x10, 0)
            + _scan([1, 2, 3], 0, 63, _blocks(width, height, 16) * 12) + b"\xff\xd9")  # fmt: skip


def progressive(width: int, height: int) -> bytes:
    """Four scans: all coefficients are kept until the last one."""
    file = (_frame(0xC2, width, height) + _table(0x00, 0)
            + _scan([1, 2, 3], 0, 0, _blocks(width, height, 16) * 6)
            # "End of band for 16,384 blocks plus the number in the next 14 bits."
            + _table(0x10, 14 << 4))  # fmt: skip
    for name, side in ((1, 8), (2, 16), (3, 16)):
        runs = -(-_blocks(width, height, side) // 16_384)
        file += _scan([name], 1, 63, runs * 15)
    return file + b"\xff\xd9"
