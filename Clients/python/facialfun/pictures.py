"""From what a caller names to the pictures of a batch: files, folders as `facialfun score` reads them, bytes."""

from __future__ import annotations

import dataclasses
import errno
import os
import stat
import urllib.parse
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Union

from .report import SCHEMA
from .wire import MEDIA_TYPES

_EXTENSIONS = frozenset((
    "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp", "jxl",
    "jp2",
))
#: How files begin that are pictures whatever their names say, as FileSignature.swift has them.
_SIGNATURES = (
    *MEDIA_TYPES, b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"8BPS",
    b"\xff\x0a", b"\0\0\0\x0cJXL ", b"\0\0\0\x0cjP  ", b"\xffO\xffQ", b"\x8aMNG", b"\x8bJNG", b"v/1\x01", b"qoif",
    b"#?RADIANCE",
)
_BRANDS = (b"avif", b"avis", b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"crx ")


@dataclasses.dataclass(frozen=True)
class Picture:
    """One picture of a batch: the file at `path`, or the bytes `data`, which `path` then only names.

    `frame` is a number of the caller's, such as the place in a film, that the report and the row have.
    """

    path: str
    data: bytes | None = None
    frame: int | None = None


@dataclasses.dataclass(frozen=True)
class _NoPicture(Picture):
    """What a batch has in a picture's place, such as the NaN of a table: `path` shows it."""

    message: str = ""


#: A path of a file or folder, the bytes of a picture, or a Picture.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Picture]


class UnreadableError(Exception):
    """Why a picture's bytes cannot be had, by the codes of `facialfun score`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    @classmethod
    def of(cls, error: OSError) -> UnreadableError:
        """From the error of a system call."""
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return cls("not_found", "There is no such file or folder. It may have been moved or deleted.")
        if error.errno in (errno.EACCES, errno.EPERM):
            return cls("permission_denied", "Permission denied. Ask its owner for read permission.")
        if error.errno == errno.ELOOP:
            return cls("link_loop", "The symbolic links lead in a circle. Name the file that is meant.")
        words = error.strerror or str(error)
        return cls("unreadable", f"It cannot be read: {words[:1].lower()}{words[1:]}.")


def failure(path: str, code: str, message: str) -> dict[str, Any]:
    """The record of a picture that was not scored, as `facialfun score` writes it."""
    return {"schema": SCHEMA, "path": path, "faces": [], "error": {"code": code, "message": message}}


def pictures_of(sources: Source | Iterable[Source]) -> Iterator[Picture]:
    """The pictures that are meant, one after another: folders are listed when their turn comes.

    What is neither a path nor bytes becomes a picture that cannot be read: a hole in a table loses none of the others.

    In a folder and below it the entries come in the order of their names' bytes; hidden ones and files that are no
    pictures are left out, links that lead out of it are not followed.
    """
    if isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike, Picture)):
        sources = (sources,)
    for place, source in enumerate(sources):
        if isinstance(source, Picture):
            yield source
            continue
        if isinstance(source, (bytes, bytearray, memoryview)):
            yield Picture("-", bytes(source))
            continue
        path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
        if not isinstance(path, str) or "\0" in path:
            yield _NoPicture(ascii(source)[:100], message=(
                f"Entry {place}, counted from 0, is of type {type(source).__name__} and names no file: give a path "
                "(str or PathLike), bytes or a Picture."))
        elif os.path.isdir(path):
            yield from _in_folder(path)
        else:
            yield Picture(path)


def local_path(path: str) -> str:
    """The path of a file: `file:` URIs name one, escaped or, as Spark writes them, with `#`, `?` and `%` unescaped."""
    if not path.startswith("file:") or os.path.lexists(path):
        return path
    name = path.removeprefix("file:")
    if name.startswith("//"):
        # An authority, mostly empty, stands before the path.
        name = "/" + name[2:].partition("/")[2]
    return name if os.path.lexists(name) else urllib.parse.unquote(name)


class ScoreLimits(NamedTuple):
    """What a service takes for scoring."""

    bytes: int
    pixels: int

    @classmethod
    def of(cls, model: Mapping[str, Any]) -> ScoreLimits:
        """What a service says of itself; an older one knows one limit for all routes."""
        limits = model["limits"]
        return cls(int(limits.get("maxScoreBytes", limits["maxBytes"])),
                   int(limits.get("maxScorePixels", limits["maxPixels"])))

    @property
    def remedy(self) -> str:
        """What to do about a picture that is larger."""
        return (f"The service takes at most {self.bytes:,} bytes and {self.pixels / 1e6:g} megapixels; its "
                "--max-file-size and --max-pixels raise that, and `facialfun score` on the command line takes 50 MB "
                "and 64 megapixels.")


def read(picture: Picture, limits: ScoreLimits) -> bytes:
    """The bytes of a picture, no more than the limit; raises UnreadableError."""
    limit = limits.bytes
    if isinstance(picture, _NoPicture):
        raise UnreadableError("no_path", picture.message)
    if picture.data is not None:
        if len(picture.data) > limit:
            raise _too_large(limits)
        return picture.data
    path = local_path(picture.path)
    try:
        with open(path, "rb", buffering=0) as file:
            if os.fstat(file.fileno()).st_size > limit:
                raise _too_large(limits)
            data = bytearray()
            while len(data) <= limit:
                more = file.read(limit + 1 - len(data))
                if not more:
                    if not data:
                        raise UnreadableError("empty", "The file is empty. Was it copied completely?")
                    return bytes(data)
                data += more
    except OSError as error:
        if error.errno == errno.ENOENT and os.path.islink(path):
            raise UnreadableError(
                "broken_link", "The symbolic link leads to nothing. Was its target moved or deleted?") from error
        raise UnreadableError.of(error) from error
    raise _too_large(limits)


def _too_large(limits: ScoreLimits) -> UnreadableError:
    return UnreadableError("too_many_bytes", f"It is larger than the limit of {limits.bytes:,} bytes. {limits.remedy}")


def _in_folder(folder: str) -> Iterator[Picture]:
    root = os.path.realpath(folder)
    visited: set[tuple[int, int]] = set()
    linked = [folder]
    while linked:
        yield from _listed(linked.pop(0), root, visited, linked)


def _listed(
    folder: str, root: str, visited: set[tuple[int, int]], linked: list[str]
) -> Iterator[Picture]:
    try:
        status = os.stat(folder)
        identity = (status.st_dev, status.st_ino)
        if identity in visited:
            return
        visited.add(identity)
        names = sorted(os.listdir(folder), key=os.fsencode)
    except OSError:
        # Reading it tells why it cannot be listed.
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
                yield from _listed(path, root, visited, linked)
        elif stat.S_ISREG(status.st_mode) and _is_picture(path, name):
            yield Picture(path)


def _is_picture(path: str, name: str) -> bool:
    stem, dot, extension = name.rpartition(".")
    if dot and stem and extension.lower() in _EXTENSIONS:
        return True
    try:
        with open(path, "rb") as file:
            start = file.read(16)
    except OSError:
        return False
    if start[:4] == b"RIFF":
        return start[8:12] == b"WEBP"
    if start[4:8] == b"ftyp":
        return start[8:12] in _BRANDS
    return start.startswith(_SIGNATURES)
