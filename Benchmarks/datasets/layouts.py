"""Reads labeled pictures of public data sets in their published layout: FER+, RAF-DB, AffectNet, class folders.

Nothing is downloaded: users who accepted the terms of a data set pass its folder.
"""

from __future__ import annotations

import csv
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

EMOTIONS = ("neutral", "happiness", "surprise", "sadness", "anger", "disgust", "fear", "contempt")
#: Names of emotions in data sets and packages.
SYNONYMS = {
    "happy": "happiness", "surprised": "surprise", "sad": "sadness", "angry": "anger", "disgusted": "disgust",
    "fearful": "fear", "afraid": "fear", "contemptuous": "contempt", **{emotion: emotion for emotion in EMOTIONS},
}
RAF_DB = {1: "surprise", 2: "fear", 3: "disgust", 4: "happiness", 5: "sadness", 6: "anger", 7: "neutral"}
#: 8 and above: none, uncertain, no face.
AFFECT_NET = ("neutral", "happiness", "sadness", "surprise", "fear", "disgust", "anger", "contempt")
#: The parts of FER2013 by their names in FER+ and in the original table.
FERPLUS_SPLITS = {"train": "Training", "valid": "PublicTest", "test": "PrivateTest"}
PICTURES = (".jpg", ".jpeg", ".png")


class LayoutError(ValueError):
    """A folder with an unexpected layout."""


@dataclass(frozen=True)
class Sample:
    """A picture with its label."""

    path: Path
    label: str


@dataclass(frozen=True)
class DataSet:
    """A part of a data set; `are_crops` if each picture is a cropped face."""

    name: str
    samples: tuple[Sample, ...]
    are_crops: bool

    @property
    def emotions(self) -> tuple[str, ...]:
        """The emotions that occur."""
        found = {sample.label for sample in self.samples}
        return tuple(emotion for emotion in EMOTIONS if emotion in found)


@dataclass(frozen=True)
class Layout:
    """Layout of a data set: its detection, its reader, and the part for testing."""

    name: str
    fits: Callable[[Path], bool]
    read: Callable[[Path, str, Path], Iterable[Sample]]
    split: str
    are_crops: bool


def load(folder: Path, work: Path, layout: str | None = None, split: str | None = None) -> DataSet:
    """The labeled pictures of a folder.

    Args:
        folder: The data set.
        work: Folder for pictures that are extracted from a table.
        layout: The name of the layout; None detects it.
        split: The part; None takes the one for testing.

    Raises:
        LayoutError: The folder has another layout, or no labeled pictures.
    """
    if not folder.exists():
        raise LayoutError(f"{folder} does not exist")
    if layout is not None and layout not in LAYOUTS:
        raise LayoutError(f"unknown layout {layout!r}: expected one of {', '.join(LAYOUTS)}")
    fitting = [one for one in LAYOUTS.values() if (layout in (None, one.name)) and one.fits(folder)]
    if not fitting:
        expected = layout or ", ".join(LAYOUTS)
        raise LayoutError(f"{folder} is not laid out as {expected}; Benchmarks/README.md shows the layouts")
    found = fitting[0]
    part = split or found.split
    samples = tuple(sorted(set(found.read(folder, part, work)), key=lambda sample: str(sample.path)))
    if not samples:
        raise LayoutError(f"{folder} has no labeled picture in {part!r}")
    missing = [sample.path for sample in samples if not sample.path.is_file()]
    if missing:
        raise LayoutError(f"{len(missing)} of {len(samples)} pictures are missing, the first is {missing[0]}")
    name = found.name if found.name == "folders" else f"{found.name} {part}"
    return DataSet(name, samples, found.are_crops)


# FER+: the votes in fer2013new.csv; the pictures as files, in fer2013.csv, or in one file of arrays.


def _fits_ferplus(folder: Path) -> bool:
    return (folder / "fer2013new.csv").exists() or (folder / "ferplus-train-valid.npz").exists()


def _read_ferplus(folder: Path, split: str, work: Path) -> Iterator[Sample]:
    if split not in FERPLUS_SPLITS:
        raise LayoutError(f"FER+ has the parts {', '.join(FERPLUS_SPLITS)}, not {split!r}")
    if not (folder / "fer2013new.csv").exists():
        yield from _read_ferplus_arrays(folder, split, work)
        return
    with (folder / "fer2013new.csv").open(newline="") as file:
        rows = [{key.strip().lower(): value for key, value in row.items()} for row in csv.DictReader(file)]
    pixels = _fer2013_pixels(folder / "fer2013.csv") if (folder / "fer2013.csv").exists() else None
    images = folder / {"train": "FER2013Train", "valid": "FER2013Valid", "test": "FER2013Test"}[split]
    if pixels is None and not images.exists():
        raise LayoutError(f"{folder} has the votes of FER+ but no pictures: neither fer2013.csv nor {images.name}")
    names = [name for name in (*EMOTIONS, "unknown", "nf") if name in rows[0]]
    if len(names) != 10:
        raise LayoutError(f"{folder / 'fer2013new.csv'} lacks columns: it has {', '.join(rows[0])}")
    for place, row in enumerate(rows):
        if row["usage"] != FERPLUS_SPLITS[split]:
            continue
        label = majority([int(row[name]) for name in names])
        if label is None:
            continue
        if pixels is None:
            if row["image name"]:
                yield Sample(images / row["image name"], label)
        else:
            path = work / f"fer{place:07d}.png"
            path.write_bytes(gray_png(bytes(map(int, pixels[place].split())), 48, 48))
            yield Sample(path, label)


def _read_ferplus_arrays(folder: Path, split: str, work: Path) -> Iterator[Sample]:
    import numpy

    with numpy.load(folder / "ferplus-train-valid.npz") as arrays:
        chosen = arrays["split"] == split
        for row, image, votes in zip(
            arrays["row"][chosen], arrays["images"][chosen], arrays["votes"][chosen], strict=True
        ):
            label = majority(votes.tolist())
            if label is not None:
                path = work / f"fer{int(row):07d}.png"
                path.write_bytes(gray_png(image.tobytes(), image.shape[1], image.shape[0]))
                yield Sample(path, label)


def majority(votes: Sequence[int]) -> str | None:
    """The emotion that most raters chose; None for "unknown" or "not a face"."""
    place = max(range(len(votes)), key=lambda index: votes[index])
    return EMOTIONS[place] if place < len(EMOTIONS) else None


def _fer2013_pixels(path: Path) -> list[str]:
    with path.open(newline="") as file:
        return [row["pixels"] for row in csv.DictReader(file)]


def gray_png(pixels: bytes, width: int, height: int) -> bytes:
    """A PNG file of gray pixels."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + pixels[start:start + width] for start in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# RAF-DB: a list of labels and aligned faces, or a folder per label, as some copies have it.


def _fits_raf_db(folder: Path) -> bool:
    return (folder / "EmoLabel" / "list_patition_label.txt").exists() or (folder / "DATASET" / "test").is_dir()


def _read_raf_db(folder: Path, split: str, work: Path) -> Iterator[Sample]:
    if split not in ("train", "test"):
        raise LayoutError(f"RAF-DB has the parts train and test, not {split!r}")
    labels = folder / "EmoLabel" / "list_patition_label.txt"
    if not labels.exists():
        for number, emotion in RAF_DB.items():
            for path in pictures_in(folder / "DATASET" / split / str(number)):
                yield Sample(path, emotion)
        return
    aligned = folder / "Image" / "aligned"
    for line in labels.read_text().splitlines():
        name, _, number = line.strip().partition(" ")
        if name.startswith(split + "_"):
            # The list names test_0001.jpg; the file is test_0001_aligned.jpg in the folder of faces.
            yield Sample(aligned / f"{Path(name).stem}_aligned{Path(name).suffix}", RAF_DB[int(number)])


# AffectNet: numbered pictures with a file per annotation, or a table and the original folders.


def _fits_affect_net(folder: Path) -> bool:
    return (folder / "val_set" / "annotations").is_dir() or _affect_net_table(folder, "val") is not None


def _affect_net_table(folder: Path, split: str) -> Path | None:
    name = {"val": "validation.csv", "train": "training.csv"}.get(split)
    found = [] if name is None else [path for path in (folder / name, folder / "Manually_Annotated_file_lists" / name)
                                     if path.exists()]
    return found[0] if found else None


def _read_affect_net(folder: Path, split: str, work: Path) -> Iterator[Sample]:
    table = _affect_net_table(folder, split)
    if table is not None:
        with table.open(newline="") as file:
            for row in csv.DictReader(file):
                if int(row["expression"]) < len(AFFECT_NET):
                    yield Sample(_affect_net_picture(folder, row["subDirectory_filePath"]),
                                 AFFECT_NET[int(row["expression"])])
        return
    if split not in ("train", "val") or not (folder / f"{split}_set").is_dir():
        raise LayoutError(f"AffectNet has the parts train and val; {folder} has no {split}_set")
    import numpy

    for annotation in sorted((folder / f"{split}_set" / "annotations").glob("*_exp.npy")):
        number = int(numpy.load(annotation))
        if number < len(AFFECT_NET):
            yield Sample(annotation.parents[1] / "images" / (annotation.name.removesuffix("_exp.npy") + ".jpg"),
                         AFFECT_NET[number])


def _affect_net_picture(folder: Path, name: str) -> Path:
    for images in ("Manually_Annotated_Images", "Manually_Annotated_compressed", "."):
        if (folder / images / name).exists():
            return folder / images / name
    return folder / "Manually_Annotated_Images" / name


# A folder for each emotion, named after it.


def _class_folders(folder: Path) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for below in sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []:
        if below.name.lower() in SYNONYMS:
            found.setdefault(SYNONYMS[below.name.lower()], []).append(below)
    return found


def _fits_folders(folder: Path) -> bool:
    return len(_class_folders(folder)) > 1 or any(len(_class_folders(folder / part)) > 1 for part in ("test", "val"))


def _read_folders(folder: Path, split: str, work: Path) -> Iterator[Sample]:
    # `all` is the folder itself, or its part for testing.
    roots = [folder, folder / "test", folder / "val"] if split == "all" else [folder / split]
    classes = next((found for root in roots if (found := _class_folders(root))), {})
    for emotion, folders in classes.items():
        for below in folders:
            for path in pictures_in(below):
                yield Sample(path, emotion)


def pictures_in(folder: Path) -> list[Path]:
    """The JPEG and PNG files of a folder."""
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES) if folder.is_dir() else []


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout("FER+", _fits_ferplus, _read_ferplus, "valid", True),
        Layout("RAF-DB", _fits_raf_db, _read_raf_db, "test", True),
        Layout("AffectNet", _fits_affect_net, _read_affect_net, "val", True),
        Layout("folders", _fits_folders, _read_folders, "all", False),
    )
}
