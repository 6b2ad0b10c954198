"""Measures recall, false positives and accuracy of the face detector, end to end.

    python -m training.measure.detection --data FOLDER --facialfun .build/release/facialfun

FOLDER contains photos.npz: photographs with one main face each, for evaluation only. Pictures are created in a
temporary folder, scored with `facialfun score --format jsonl`, and deleted again. The true face of a photograph is
the one found by the original network in the whole photograph, with its own preprocessing (ReferenceNetwork, score at
least 0.5). Photographs in which it finds no face or several only count in the first line.

With `--crops FOLDER` it only counts the face crops in that folder (any depth, see faces/unpack.py) without a detected
face, searched as by `facialfun-lab evaluate --crops`.

"Pasted": the photograph, turned and scaled to the given size of its face, on a larger picture without a face. "As
photographed": the photograph alone, scaled and turned.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from training import MODELS
from training.convert.letterbox import letterbox
from training.convert.network_reference import ReferenceNetwork
from training.faces.detect import anchors
from training.measure.detection_pictures import (
    BACKGROUNDS,
    Truth,
    darkened,
    faceless,
    overlap,
    painted_over,
    pasted,
    photographs,
    resized,
    turned,
)  # fmt: skip
from training.measure.programs import reports_of

SIZES = (40, 48, 60, 80, 120, 200, 320, 640, 1000)
ANGLES = (0, 15, 30, 45)
BUDGETS = ("live", "service", "thorough")


def original_faces(network: ReferenceNetwork, image: np.ndarray) -> list[Truth]:
    """Detections of the original network in a whole photograph, one per group of anchors."""
    pixels, x0, y0, step = letterbox(image, 128)
    boxes, logits, *_ = network((pixels / np.float32(127.5) - 1)[None])
    values, logits = boxes[0].reshape(-1, 8, 2), logits[0, :, 0]
    centers = anchors() * 128
    faces: list[Truth] = []
    for index in np.argsort(-logits):
        if logits[index] < 0:
            break
        points = (values[index] + centers[index]) * step + [x0, y0]
        face = Truth(points[0], float(values[index][1, 0] * step), points[2:4])
        if all(overlap(face, other) <= 0.3 for other in faces):
            faces.append(face)
    return faces


def detect(
    facialfun: str, folder: Path, budget: str, smallest: float | None = None
) -> dict[str, list[Truth]]:
    """The faces found by the program in every picture of a folder, by file name."""
    limit = [] if smallest is None else ["--min-face-size", smallest]
    return {
        Path(report["path"]).name: [reported(face) for face in report["faces"]]
        for report in reports_of(Path(facialfun), [folder], "--search", budget, *limit)
    }


def reported(face: dict) -> Truth:
    """A face in the program's report."""
    box, points = face["box"], face["keypoints"]
    return Truth(
        np.array([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]),
        box["width"],
        np.array([[points[eye]["x"], points[eye]["y"]] for eye in ("rightEye", "leftEye")]),
    )


def save(image: np.ndarray, path: Path) -> None:
    """Writes a picture as JPEG of quality 92."""
    Image.fromarray(image).save(path, quality=92)


def measure(facialfun: str, pictures: dict[str, tuple[np.ndarray, Truth]], budgets=BUDGETS) -> dict:
    """Recall, and the accuracy of detected faces, per budget."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (image, _) in pictures.items():
            save(image, Path(folder) / name)
        for budget in budgets:
            found = detect(facialfun, Path(folder), budget)
            hits, eyes, widths = 0, [], []
            for name, (_, truth) in pictures.items():
                best = max(found[name], key=lambda face: overlap(face, truth), default=None)
                if best is None or overlap(best, truth) < 0.4:
                    continue
                hits += 1
                eyes.append(np.linalg.norm(best.eyes.mean(0) - truth.eyes.mean(0)) / truth.width)
                widths.append(best.width / truth.width)
            results[budget] = {
                "recall": hits / len(pictures),
                "eyes": float(np.median(eyes)) if eyes else float("nan"),
                "width": float(np.median(widths)) if widths else float("nan"),
                "spread": float(np.std(widths)) if widths else float("nan"),
            }
    return results


def false_positives(facialfun: str, images: list[np.ndarray]) -> dict[str, int]:
    """Number of false detections per budget."""
    with tempfile.TemporaryDirectory() as folder:
        for number, image in enumerate(images):
            save(image, Path(folder) / f"{number:04}.jpg")
        return {
            budget: sum(len(f) for f in detect(facialfun, Path(folder), budget).values())
            for budget in BUDGETS
        }


def missed_crops(facialfun: str, folder: Path) -> None:
    """Prints the number of square face crops in a folder without a detected face."""
    side = Image.open(next(p for p in sorted(folder.rglob("*")) if p.suffix == ".png")).width
    found = detect(facialfun, folder, "thorough", smallest=side / 2)
    missed = sum(not faces for faces in found.values())
    print(f"{folder.name}: no face in {missed} of {len(found)} crops, {missed / len(found):.2%}")


def print_table(title: str, cells: dict, key: str, scale: float = 100) -> None:
    """Prints a row for each size and budget, with a column for each angle."""
    print(f"\n{title}\n\n| face | budget | " + " | ".join(f"{a}°" for a in ANGLES) + " |")
    print("|---|---|" + "---|" * len(ANGLES))
    for size in SIZES:
        for budget in BUDGETS:
            row = [f"{cells[size, angle][budget][key] * scale:.1f}" for angle in ANGLES]
            print(f"| {size} | {budget} | " + " | ".join(row) + " |")


def main() -> None:
    """Reads the command line, measures and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="the folder with photos.npz")
    parser.add_argument("--crops", type=Path, nargs="+", help="folders of face crops")
    parser.add_argument("--facialfun", required=True)
    parser.add_argument("--count", type=int, default=60, help="number of photographs per cell")
    arguments = parser.parse_args()
    if arguments.crops:
        for folder in arguments.crops:
            missed_crops(arguments.facialfun, folder)
        return
    if arguments.data is None:
        parser.error("set the folder of the photographs with --data FOLDER")
    rng = np.random.default_rng(5)

    images = photographs(arguments.data)
    network = ReferenceNetwork(MODELS / "face-detector")
    truths = [original_faces(network, image) for image in images]
    usable = [i for i, faces in enumerate(truths) if len(faces) == 1]
    nothing = faceless(rng)
    backgrounds = [nothing[name] for name in BACKGROUNDS]

    with tempfile.TemporaryDirectory() as folder:
        for number, image in enumerate(images):
            save(image, Path(folder) / f"{number:04}.jpg")
        for budget in BUDGETS:
            found = detect(arguments.facialfun, Path(folder), budget)
            some = sum(bool(f) for f in found.values()) / len(images)
            several = sum(len(f) > 1 for f in found.values()) / len(images)
            print(f"{len(images)} photographs, {budget}: {some:.1%} face, {several:.1%} several")

    for share in (1 / 16, 1 / 64):
        noise = np.random.default_rng(7)
        with tempfile.TemporaryDirectory() as folder:
            for number, image in enumerate(images[::5]):
                save(darkened(image, share, noise), Path(folder) / f"{number:04}.jpg")
            for budget in BUDGETS:
                found = detect(arguments.facialfun, Path(folder), budget)
                some = sum(bool(f) for f in found.values()) / len(found)
                print(f"{len(found)} photographs, {share:.1%} of the light, {budget}: {some:.1%}")

    whole = [
        resized(image, round(image.shape[1] * scale), round(image.shape[0] * scale))
        for image in nothing.values()
        for scale in (0.5, 1, 2)
    ]
    print(f"false positives, {len(whole)} pictures:", false_positives(arguments.facialfun, whole))
    painted = [painted_over(images[i], truths[i]) for i in usable[:200]]
    mistakes = false_positives(arguments.facialfun, painted)
    print(f"false positives, {len(painted)} painted:", mistakes)

    tables = {"pasted": {}, "as photographed": {}}
    for size in SIZES:
        for angle in ANGLES:
            count = arguments.count if size < 640 else arguments.count // 2
            chosen = rng.choice(usable, count, replace=False)
            signs = rng.choice((-1, 1), len(chosen))
            on_larger, alone = {}, {}
            for i, sign in zip(chosen, signs, strict=True):
                name = f"{i:04}.jpg"
                on_larger[name] = pasted(
                    images[i], truths[i][0], size, sign * angle, backgrounds, rng
                )
                picture, _, face = turned(images[i], truths[i][0], size, sign * angle)
                alone[name] = (picture, face)
            tables["pasted"][size, angle] = measure(arguments.facialfun, on_larger)
            tables["as photographed"][size, angle] = measure(arguments.facialfun, alone)
    for title, cells in tables.items():
        print_table(f"recall in %, {title}", cells, "recall")
        print_table(f"distance of the eyes' midpoint, % of the width, {title}", cells, "eyes")
        print_table(f"width of the box, % of the true width, {title}", cells, "width")


if __name__ == "__main__":
    main()
