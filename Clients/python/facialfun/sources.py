"""Converts the caller's inputs to the pictures and films of a batch: paths, folders, bytes, files, arrays, images."""

from __future__ import annotations

import base64
import binascii
import io
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, Protocol, Union, cast

from .folders import in_folder, named_file
from .pictures import Film, Picture, Pixels, Rejected

#: Orders of colors in arrays; `bgr` is OpenCV's.
COLORS = ("rgb", "bgr")
#: Maximum number of bytes read from a file object: more than the largest accepted picture.
_MAX_FILE_BYTES = 64_000_000
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_DATA_URL = re.compile(r"data:image/[^,]*;base64,", re.IGNORECASE)
#: Placeholders of pandas for missing values.
_MISSING = ("NAType", "NaTType")


class Array(Protocol):
    """A NumPy array, or a PIL image, which has the same interface."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


#: An input: a path of a file, folder or film, the bytes of a picture, an open binary file, a NumPy array, a PIL
#: image, or a Picture.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes], Array, Picture]


def inputs_of(sources: Source | Iterable[Source], color: str = "rgb", films: bool = True) -> Iterator[Picture]:
    """Yields the pictures and films of the inputs; folders are listed at their turn.

    A missing value of a table (None, NaN) becomes an input with a problem, so the others are kept. Pixels are copied
    at their turn, so the caller may then reuse the array.

    Args:
        sources: One input or many.
        color: The order of colors in arrays, `rgb` or `bgr`; other inputs define it themselves.
        films: Whether films in folders are included; a named film always is.

    Raises:
        TypeError: An input has a type that cannot be a picture; raised at once for a list, tuple or single input.
        ValueError: `color` is unknown.
    """
    if color not in COLORS:
        raise ValueError(f'color is "rgb", or "bgr" for arrays of OpenCV, not {color!r}.')
    if _is_single(sources):
        _check(sources, None)
        return _inputs([cast(Source, sources)], color, films)
    if isinstance(sources, Mapping) or not isinstance(sources, Iterable) or type(sources).__name__ == "DataFrame":
        raise TypeError(_refusal(sources, None))
    many = cast(Iterable[Source], sources)
    if isinstance(many, (list, tuple, set, frozenset)) or _array_interface(many) is not None:
        for place, source in enumerate(many):
            if not _is_missing(source):
                _check(source, place)
    return _inputs(many, color, films)


def count(sources: Source | Iterable[Source], films: bool = True) -> int | None:
    """Number of reports; None if it is unknown until the end, as with generators and films."""
    many = [sources] if _is_single(sources) else sources
    if not isinstance(many, (list, tuple)):
        return None
    total = 0
    for source in many:
        path = _path(source)
        if path is None:
            total += 1
            continue
        for found in in_folder(path, films) if os.path.isdir(path) else [named_file(path)]:
            if isinstance(found, Film):
                return None
            total += 1
    return total


def _inputs(sources: Iterable[Source], color: str, films: bool) -> Iterator[Picture]:
    for place, source in enumerate(sources):
        if _is_missing(source):
            yield Rejected(ascii(source), message=_where(place) + f"a missing value ({source!r}) names no file.")
            continue
        _check(source, place)
        path = _path(source)
        if path is None:
            yield _in_memory(source, color)
        elif "\0" in path:
            yield Rejected(ascii(path)[:100], message=_where(place) + "its path has a NUL byte.")
        elif os.path.isdir(path):
            yield from in_folder(path, films)
        elif _URL.match(path) and not path.startswith("file:") and not os.path.lexists(path):
            yield Rejected(path, code="unsupported_url", message=(
                "It is a URL, and FacialFun does not use the network. Download it first, or give the open "
                "answer: facialfun.score(urllib.request.urlopen(URL))."))
        elif _DATA_URL.match(path):
            yield _from_data_url(path)
        else:
            yield named_file(path)


def _is_single(sources: object) -> bool:
    if isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike, Picture)) or sources is None:
        return True
    if _is_image(sources) or _is_file(sources):
        return True
    interface = _array_interface(sources)
    # Stacks of pictures and arrays of paths are several inputs; the bytes of a file are one.
    return interface is not None and interface["typestr"][1] not in "OUST" and len(interface["shape"]) != 4


def _path(source: object) -> str | None:
    path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
    return os.fsdecode(path) if isinstance(path, bytes) else path


def _is_missing(source: object) -> bool:
    is_nan = isinstance(source, float) and math.isnan(source)
    return source is None or is_nan or type(source).__name__ in _MISSING


def _is_image(source: object) -> bool:
    """Whether it is a PIL image; PIL may not be installed."""
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(source, module.Image)


def _is_file(source: object) -> bool:
    return callable(getattr(source, "read", None)) and not isinstance(source, type)


def _array_interface(source: object) -> dict[str, Any] | None:
    interface = getattr(source, "__array_interface__", None)
    return interface if isinstance(interface, dict) else None


def _check(source: object, place: int | None) -> None:
    """Raises TypeError for an unusable input, before anything is scored."""
    if isinstance(source, (str, bytes, bytearray, memoryview, os.PathLike, Picture)):
        return
    if _is_image(source):
        mode = source.mode  # type: ignore[attr-defined]
        if mode.startswith("I") or mode == "F":
            raise TypeError(
                _where(place) + f"a PIL image of mode {mode} has more than 8 bits per sample: scale it to 0..255 and "
                'give image.convert("L").')
        return
    if _is_file(source):
        if isinstance(source, io.TextIOBase):
            raise TypeError(_where(place) + 'a file in text mode has no bytes: open it with open(path, "rb").')
        return
    interface = _array_interface(source)
    fault = _array_fault(interface) if interface is not None else None
    if interface is None or fault is not None:
        raise TypeError(_where(place) + fault if fault is not None else _refusal(source, place))


def _array_fault(interface: dict[str, Any]) -> str | None:
    """The reason why an array is not a picture; None for a picture."""
    shape, kind = tuple(interface["shape"]), interface["typestr"]
    named = f"an array of shape {shape}"
    if kind != "|u1":
        return (f"{named} and type {kind} is not a picture: samples must be uint8, 0 to 255. Use "
                '(array * 255).round().astype("uint8") for values from 0 to 1.')
    if 0 in shape:
        return f"{named} is empty."
    if len(shape) in (1, 2) or (len(shape) == 3 and shape[2] in (1, 3, 4)):
        return None
    if len(shape) == 3 and shape[0] in (1, 3, 4):
        return f"{named} has the colors first: pass array.transpose(1, 2, 0), which is (height, width, colors)."
    return (f"{named} is not a picture: use (height, width), (height, width, 3) or (height, width, 4). "
            "For a stack of gray pictures pass list(array).")


def _where(place: int | None) -> str:
    return "" if place is None else f"Entry {place}, counted from 0: "


def _refusal(source: object, place: int | None) -> str:
    name = f"{type(source).__module__}.{type(source).__qualname__}".removeprefix("builtins.")
    start = _where(place)
    if source is None:
        return (start + "None is not a picture. cv2.imread returns None for unreadable files: pass the path to "
                "facialfun.score, and the report has the reason.")
    if name.startswith("torch."):
        return start + f"{name} is not a picture: pass (tensor * 255).byte().permute(1, 2, 0).cpu().numpy()."
    if name.startswith("pandas."):
        return start + f'{name} is not a picture: pass a column of paths, as in facialfun.score(frame["path"]).'
    if hasattr(source, "numpy_view"):
        return start + f"{name} is not a picture: pass image.numpy_view()."
    if hasattr(source, "numpy"):
        return start + f"{name} is not a picture: pass tensor.numpy()."
    return (start + f"{name} is not a picture. Pass a path, the bytes of a JPEG or PNG file or an open binary file, a "
            'NumPy array of uint8 in RGB (of OpenCV: facialfun.score(array, color="bgr")), a PIL image, or a list.')


def _in_memory(source: Any, color: str) -> Picture:
    """The picture of a checked input other than a path."""
    if isinstance(source, Picture):
        film = named_file(source.path) if type(source) is Picture and source.data is None else source
        return film if isinstance(film, Film) else source
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Picture("-", bytes(source))
    if _is_image(source):
        return _from_image(source)
    if _is_file(source):
        return _from_file(source)
    return _from_array(source, color)


def _from_file(file: Any) -> Picture:
    name = getattr(file, "name", None)
    path = name if isinstance(name, str) and name else "-"
    try:
        data = file.read(_MAX_FILE_BYTES)
    except (OSError, ValueError) as error:
        return Rejected(path, code="unreadable", message=f"The file object cannot be read: {error}.")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"read() of {type(file).__name__} gave {type(data).__name__}, not bytes.")
    if not data:
        return Rejected(path, code="empty", message="The file object has no bytes left. Was it read before? seek(0).")
    return Picture(path, bytes(data))


def _from_image(image: Any) -> Picture:
    """The pixels of a PIL image, turned upright by its EXIF orientation."""
    from PIL import ImageOps

    name = getattr(image, "filename", "")
    path = os.fspath(name) if name else "-"
    path = os.fsdecode(path) if isinstance(path, bytes) else path
    try:
        upright = ImageOps.exif_transpose(image)
        if upright.mode not in ("L", "RGB", "RGBA"):
            has_alpha = upright.mode in ("LA", "PA", "La", "RGBa") or "transparency" in upright.info
            upright = upright.convert("RGBA" if has_alpha else "L" if upright.mode == "1" else "RGB")
        data = upright.tobytes()
    except (OSError, ValueError, SyntaxError) as error:
        return Rejected(path, code="unreadable", message=f"PIL cannot decode it: {error}.")
    return Pixels(path, data, None, upright.width, upright.height, len(upright.getbands()))


def _from_array(array: Any, color: str) -> Picture:
    # An array of NumPy's kind means that NumPy is installed.
    import numpy

    pixels = numpy.asarray(array)
    if pixels.ndim == 1:
        return Picture("-", pixels.tobytes())
    height, width = pixels.shape[:2]
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    if color == "bgr" and channels >= 3:
        pixels = pixels[:, :, [2, 1, 0, 3][:channels]]
    return Pixels("-", pixels.tobytes(), None, width, height, channels)


def _from_data_url(text: str) -> Picture:
    try:
        return Picture("data:", base64.b64decode(text.partition(",")[2], validate=True))
    except (binascii.Error, ValueError) as error:
        return Rejected("data:", code="unreadable", message=f"The data URL is not base64: {error}.")
