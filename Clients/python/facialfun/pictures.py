"""The inputs of a batch, and reading the bytes of a picture."""

from __future__ import annotations

import dataclasses
import errno
import os
import urllib.parse
from collections.abc import Mapping
from typing import Any, NamedTuple

from . import png
from .report import SCHEMA


@dataclasses.dataclass(frozen=True)
class Picture:
    """A picture of a batch: the file at `path`, or the bytes `data`, for which `path` is only a name.

    `frame` is a number chosen by the caller, such as the position in a film, which is copied to the report and the
    row.
    """

    path: str
    data: bytes | None = None
    frame: int | None = None


@dataclasses.dataclass(frozen=True)
class Pixels(Picture):
    """A picture whose `data` are rows of 8-bit pixels: gray, RGB or RGBA by `channels`."""

    width: int = 0
    height: int = 0
    channels: int = 3


@dataclasses.dataclass(frozen=True)
class Film(Picture):
    """A film file; the program reads it, and each frame has a report."""


@dataclasses.dataclass(frozen=True)
class Rejected(Picture):
    """An input that cannot be scored, such as NaN in a table; its report has this problem."""

    code: str = "no_path"
    message: str = ""


class UnreadableError(Exception):
    """The bytes of a picture cannot be read; the codes are those of `facialfun score`."""

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
            return cls("link_loop", "The symbolic links form a loop. Name the file itself.")
        words = error.strerror or str(error)
        return cls("unreadable", f"It cannot be read: {words[:1].lower()}{words[1:]}.")


def failure(path: str, code: str, message: str) -> dict[str, Any]:
    """The record of a picture that was not scored, as `facialfun score` writes it."""
    return {"schema": SCHEMA, "path": path, "faces": [], "error": {"code": code, "message": message}}


def local_path(path: str) -> str:
    """The path of a file, which may be a `file:` URI: percent-encoded or, as Spark writes them, with `#`, `?` and `%`
    verbatim.
    """
    if not path.startswith("file:") or os.path.lexists(path):
        return path
    name = path.removeprefix("file:")
    if name.startswith("//"):
        # The path follows an authority, which is usually empty.
        name = "/" + name[2:].partition("/")[2]
    return name if os.path.lexists(name) else urllib.parse.unquote(name)


class ScoreLimits(NamedTuple):
    """The largest picture that a service accepts for scoring."""

    bytes: int
    pixels: int

    @classmethod
    def of(cls, model: Mapping[str, Any]) -> ScoreLimits:
        """From the response of `/v1/model`; an older service has one limit for all routes."""
        limits = model["limits"]
        return cls(int(limits.get("maxScoreBytes", limits["maxBytes"])),
                   int(limits.get("maxScorePixels", limits["maxPixels"])))

    @property
    def remedy(self) -> str:
        """The remedy for a picture that is too large."""
        own = f"The service takes at most {self.bytes:,} bytes and {self.pixels / 1e6:g} megapixels"
        if self >= LARGEST:
            return f"{own}, as much as the command line does: save it smaller."
        return (f"{own}; its --max-file-size and --max-pixels raise that, and `facialfun score` on the command line "
                "takes 50 MB and 64 megapixels.")


#: The limits of the command line, which no service exceeds.
LARGEST = ScoreLimits(50_000_000, 64_000_000)


def read(picture: Picture, limits: ScoreLimits) -> bytes:
    """The file bytes of a picture, up to the limit; raises UnreadableError."""
    limit = limits.bytes
    if isinstance(picture, Rejected):
        raise UnreadableError(picture.code, picture.message)
    if isinstance(picture, Pixels):
        return _encoded(picture, limits)
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


def _encoded(picture: Pixels, limits: ScoreLimits) -> bytes:
    """The pixels as a PNG file: uncompressed if that fits, otherwise compressed."""
    if picture.width * picture.height > limits.pixels:
        raise UnreadableError(
            "too_many_pixels", f"{picture.width}×{picture.height} pixels are more than the limit. {limits.remedy}")
    data = picture.data or b""
    for level in (0, 1):
        file = png.encode(data, picture.width, picture.height, picture.channels, level)
        if len(file) <= limits.bytes:
            return file
    raise _too_large(limits)


def _too_large(limits: ScoreLimits) -> UnreadableError:
    return UnreadableError("too_many_bytes", f"It is larger than the limit of {limits.bytes:,} bytes. {limits.remedy}")
