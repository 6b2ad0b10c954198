"""Walks folders like `facialfun score`, and distinguishes pictures, films and other files."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator

from .pictures import Film, Picture, Rejected
from .wire import MEDIA_TYPES

_PICTURE_EXTENSIONS = frozenset((
    "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "jxl",
    "jp2",
))
_FILM_EXTENSIONS = frozenset((
    "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg", "mpeg", "mts", "m2ts", "wmv", "flv", "3gp", "ogv",
))
#: Files of concatenated JPEGs, which start like a picture and have no timestamps.
_JPEG_STREAM_EXTENSIONS = frozenset(("mjpeg", "mjpg"))
#: Signatures of picture files, as in FileSignature.swift.
_PICTURE_SIGNATURES = (
    *MEDIA_TYPES, b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"8BPS",
    b"\xff\x0a", b"\0\0\0\x0cJXL ", b"\0\0\0\x0cjP  ", b"\xffO\xffQ", b"\x8aMNG", b"\x8bJNG", b"v/1\x01", b"qoif",
    b"#?RADIANCE",
)
_PICTURE_BRANDS = (b"avif", b"avis", b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"crx ")
#: Signatures of film files, as in FileSignature.swift.
_FILM_SIGNATURES = (
    b"\x1a\x45\xdf\xa3", b"\0\0\x01\xba", b"\0\0\x01\xb3", b"FLV\x01", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", b"OggS",
)
_AUDIO_BRANDS = (b"M4A ", b"M4B ")
_FILM_ATOMS = (b"moov", b"mdat", b"wide")
#: Number of bytes that identify a film: two packets of an MPEG stream and a byte.
_SIGNATURE_LENGTH = 2 * 192 + 1
#: Bytes other than digits, and the number after them.
_NAME_PARTS = re.compile(rb"([^0-9]*)([0-9]*)")
_JPEG_STREAM_MESSAGE = (
    "The file contains concatenated JPEGs, which have no timestamps. Pipe them, and set the frame rate: "
    "`facialfun score - --stream --fps 30 < FILE`.")


def natural_key(name: str) -> tuple[list[tuple[int, int]], bytes]:
    """Sorts names like NaturalOrder.swift: runs of digits as numbers, everything else by bytes.

    A number ranks among the bytes like a digit; names that differ only in leading zeros are sorted by bytes.
    """
    encoded = os.fsencode(name)
    parts: list[tuple[int, int]] = []
    for text, number in _NAME_PARTS.findall(encoded):
        parts += [(byte, 0) for byte in text]
        if number:
            parts.append((ord("0"), int(number)))
    return parts, encoded


def named_file(path: str) -> Picture:
    """The picture or film of a named file: a picture unless it is certainly something else."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return Picture(path)
    except OSError:
        # The error is reported when it is read.
        return Picture(path)
    start = _first_bytes(path) or b""
    if _is_jpeg_stream(path, start):
        return Rejected(path, code="unfit_input", message=_JPEG_STREAM_MESSAGE)
    return Film(path) if _is_film(path, start) else Picture(path)


def in_folder(folder: str, films: bool = True) -> Iterator[Picture]:
    """The pictures and films in a folder and its subfolders, in the natural order of names: 2 before 10.

    Hidden entries and other files are left out; links that lead out of the folder are not followed.
    """
    root = os.path.realpath(folder)
    visited: set[tuple[int, int]] = set()
    linked = [folder]
    while linked:
        yield from _listed(linked.pop(0), root, visited, linked, films)


def _listed(
    folder: str, root: str, visited: set[tuple[int, int]], linked: list[str], films: bool
) -> Iterator[Picture]:
    try:
        status = os.stat(folder)
        identity = (status.st_dev, status.st_ino)
        if identity in visited:
            return
        visited.add(identity)
        names = sorted(os.listdir(folder), key=natural_key)
    except OSError:
        # The error is reported when it is read.
        yield Picture(folder)
        return
    for name in names:
        if name.startswith("."):
            continue
        path = os.path.join(folder, name)
        try:
            status = os.lstat(path)
            is_link = stat.S_ISLNK(status.st_mode)
            if is_link:
                status = os.stat(path)
                target = os.path.realpath(path)
                if target != root and not target.startswith(os.path.join(root, "")):
                    continue
        except OSError:
            yield Picture(path)
            continue
        if stat.S_ISDIR(status.st_mode):
            if is_link:
                linked.append(path)
            else:
                yield from _listed(path, root, visited, linked, films)
        elif stat.S_ISREG(status.st_mode):
            found = _entry(path)
            if found is not None and (films or type(found) is Picture):
                yield found


def _entry(path: str) -> Picture | None:
    """The picture or film of a file in a folder; None for any other file."""
    extension = _extension(path)
    if extension in _PICTURE_EXTENSIONS:
        return Picture(path)
    start = _first_bytes(path)
    if _is_jpeg_stream(path, start or b""):
        return Rejected(path, code="unfit_input", message=_JPEG_STREAM_MESSAGE)
    if start is not None and _is_picture_start(start):
        return Picture(path)
    return Film(path) if _is_film(path, start or b"") else None


def _first_bytes(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read(_SIGNATURE_LENGTH)
    except OSError:
        return None


def _extension(path: str) -> str:
    stem, dot, extension = os.path.basename(path).rpartition(".")
    return extension.lower() if dot and stem else ""


def _is_jpeg_stream(path: str, start: bytes) -> bool:
    return _extension(path) in _JPEG_STREAM_EXTENSIONS and not _is_film_start(start)


def _is_film(path: str, start: bytes) -> bool:
    return _is_film_start(start) or (_extension(path) in _FILM_EXTENSIONS and not _is_picture_start(start))


def _is_picture_start(start: bytes) -> bool:
    if start[:4] == b"RIFF":
        return start[8:12] == b"WEBP"
    if start[4:8] == b"ftyp":
        return start[8:12] in _PICTURE_BRANDS
    return start.startswith(_PICTURE_SIGNATURES)


def _is_film_start(start: bytes) -> bool:
    if _is_picture_start(start):
        return False
    if start[:4] == b"RIFF":
        return start[8:12] == b"AVI "
    if start[4:8] == b"ftyp":
        return len(start) >= 12 and start[8:12] not in _AUDIO_BRANDS
    # Packets of an MPEG transport stream start with a sync byte; those of cameras have a timestamp of four bytes
    # before it.
    packets = any(start[first:first + 1] == start[second:second + 1] == b"G" for first, second in ((0, 188), (4, 196)))
    return start.startswith(_FILM_SIGNATURES) or start[4:8] in _FILM_ATOMS or packets
