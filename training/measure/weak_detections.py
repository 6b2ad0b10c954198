"""Counts true and false detections by the detector's confidence, to choose the limit of weak detections in reports.

    python -m training.measure.weak_detections --data FOLDER --facialfun .build/release/facialfun [--sheets FOLDER]

FOLDER contains photos.npz: photographs with one main face each, for evaluation only. Only faces that can be judged
count, as in the lists of `score --report`. Prints the share of true and false detections below each limit:

- true: the main faces of the photographs, alone and pasted into pictures without a face;
- false: all detections in pictures without a face (turned, mirrored and scaled), in photographs with the faces
  painted over, and next to pasted faces.

`--sheets` writes the faces below the highest limit as contact sheets, to be checked by eye.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from training import MODELS
from training.convert.network_reference import ReferenceNetwork
from training.measure.detection import original_faces, reported
from training.measure.detection_pictures import (
    BACKGROUNDS,
    Truth,
    faceless,
    overlap,
    painted_over,
    pasted,
    photographs,
    resized,
)
from training.measure.programs import reports_of

LIMITS = (0.66, 0.68, 0.70, 0.72, 0.74, 0.75, 0.76, 0.78, 0.80)
SIZES = (40, 60, 80, 120, 200)
TILE = 160

Pictures = dict[str, tuple[np.ndarray, list[Truth] | None]]
"""Pictures by name with their true faces; None if the only face is the largest one that is found."""


def variations(images: dict[str, np.ndarray]) -> Iterator[tuple[str, np.ndarray]]:
    """Each picture in eight orientations and three sizes."""
    for name, image in images.items():
        for turn in range(8):
            oriented = np.rot90(image[:, ::-1] if turn >= 4 else image, turn % 4)
            for scale in (0.5, 1, 2):
                height, width = (max(16, round(side * scale)) for side in oriented.shape[:2])
                yield (
                    f"{Path(name).stem}-{turn}-{scale}",
                    resized(np.ascontiguousarray(oriented), width, height),
                )


def split(report: dict, truths: list[Truth] | None) -> tuple[list[dict], list[dict]]:
    """True and false detections of a picture that can be judged."""
    faces = [face for face in report["faces"] if face["judgeable"]]
    if truths is None:
        largest = max(report["faces"], key=lambda face: face["box"]["width"], default=None)
        return [f for f in faces if f is largest], [f for f in faces if f is not largest]
    true, false = [], []
    for face in faces:
        hits = any(overlap(reported(face), truth) >= 0.4 for truth in truths)
        (true if hits else false).append(face)
    return true, false


def count(facialfun: Path, pictures: Pictures, cut: list[tuple[str, Image.Image]]) -> tuple:
    """Confidences of true and false detections; adds those below the highest limit to `cut`."""
    true, false = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name, (image, _) in pictures.items():
            Image.fromarray(image).save(Path(folder) / f"{name}.png", compress_level=1)
        for report in reports_of(facialfun, [Path(folder)]):
            image, truths = pictures[Path(report["path"]).stem]
            found = split(report, truths)
            for kind, faces, all_faces in zip(("true", "false"), found, (true, false), strict=True):
                all_faces.extend(face["confidence"] for face in faces)
                cut.extend(
                    (f"{kind} {face['confidence']:.3f}", tile(image, face["box"]))
                    for face in faces
                    if face["confidence"] < LIMITS[-1]
                )
    return np.array(true), np.array(false)


def tile(image: np.ndarray, box: dict) -> Image.Image:
    """The detection with a margin of half its width."""
    margin = box["width"] / 2
    area = (box["x"] - margin, box["y"] - margin, box["x"] + 3 * margin, box["y"] + 3 * margin)
    return Image.fromarray(image).crop(tuple(map(round, area))).resize((TILE, TILE))


def sheets(cut: Sequence[tuple[str, Image.Image]], folder: Path, title: str) -> None:
    """Contact sheets of 48 detections by confidence, false ones first, with a list of their captions."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(cut, key=lambda one: one[0])
    for first in range(0, len(ordered), 48):
        part = ordered[first : first + 48]
        sheet = Image.new("RGB", (8 * TILE, TILE * -(-len(part) // 8)))
        for place, (_, picture) in enumerate(part):
            sheet.paste(picture, (place % 8 * TILE, place // 8 * TILE))
        name = f"{title.replace(' ', '-')}-{first // 48}"
        sheet.save(folder / f"{name}.jpg")
        (folder / f"{name}.txt").write_text("".join(f"{caption}\n" for caption, _ in part))


def main() -> None:
    """Reads the command line, measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with photos.npz")
    parser.add_argument("--facialfun", type=Path, required=True)
    parser.add_argument("--sheets", type=Path, help="folder for the contact sheets")
    arguments = parser.parse_args()
    rng = np.random.default_rng(5)
    images = photographs(arguments.data)
    network = ReferenceNetwork(MODELS / "face-detector")
    truths = [original_faces(network, image) for image in images]
    nothing = faceless(rng)
    backgrounds = [nothing[name] for name in BACKGROUNDS]
    usable = [number for number, faces in enumerate(truths) if len(faces) == 1]
    placed: Pictures = {}
    for size in SIZES:
        for number in rng.choice(usable, 100, replace=False):
            picture, face = pasted(images[number], truths[number][0], size, 0, backgrounds, rng)
            placed[f"{size}-{number}"] = (picture, [face])
    kinds: dict[str, Pictures] = {
        "photographs": {str(number): (image, None) for number, image in enumerate(images)},
        "faces of 40 to 200 px, pasted": placed,
        "pictures without a face": {
            name: (image, []) for name, image in variations(nothing)
        },
        "faces painted over": {
            f"{number}-{scale}": (painted, [])
            for number, faces in enumerate(truths)
            if faces
            for scale in (1, 2)
            for painted in [enlarged(painted_over(images[number], faces), scale)]
        },
    }
    print("| pictures | n | detections | " + " | ".join(f"< {one:.2f}" for one in LIMITS) + " |")
    print("|---|---:|---:|" + "---:|" * len(LIMITS))
    for title, pictures in kinds.items():
        cut: list[tuple[str, Image.Image]] = []
        for kind, found in zip(
            ("true", "false"), count(arguments.facialfun, pictures, cut), strict=True
        ):
            below = " | ".join(str(int((found < limit).sum())) for limit in LIMITS)
            print(f"| {title}, {kind} | {len(pictures):,} | {len(found):,} | {below} |", flush=True)
        if arguments.sheets is not None:
            sheets(cut, arguments.sheets, title.replace(",", ""))


def enlarged(image: np.ndarray, scale: int) -> np.ndarray:
    """The picture enlarged by a whole factor."""
    return resized(image, image.shape[1] * scale, image.shape[0] * scale)


if __name__ == "__main__":
    main()
