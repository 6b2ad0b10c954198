"""Measures recall, false positives and accuracy of the face detector, end to end.

    python Models/training/measure_detection.py --data FOLDER --facialfun .build/release/facialfun

FOLDER holds photos.npz: photographs with one main face each, for evaluation only. Pictures are made
in a temporary folder, scored with `facialfun score --format jsonl`, and removed again. Where a face
is in a photograph is what the original network says of the whole photograph as its own pipeline
shows it (ReferenceNetwork, score at least 0.5); the photographs in which it finds no face, or
several, only count in the first line.

With `--crops FOLDER` it only counts the face crops of that folder (any depth, see unpack_faces.py) in
which no face is found, searched as `facialfun evaluate --crops` does.

"Pasted": the photograph, scaled so that its face has the size and turned, on a larger picture
without a face. "As photographed": the photograph alone, scaled and turned.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import skimage
import sklearn.datasets
from PIL import Image

from letterbox import letterbox
from network_reference import ReferenceNetwork

SIZES = (40, 48, 60, 80, 120, 200, 320, 640, 1000)
ANGLES = (0, 15, 30, 45)
BUDGETS = ("live", "service", "thorough")
# Pictures that scikit-image ships without a human face. Left out: astronaut, camera, lfw_subset
# (people), coins (portraits).
FACELESS = (
    "chelsea.png coffee.png brick.png grass.png gravel.png cell.png horse.png "
    "hubble_deep_field.jpg ihc.png moon.png motorcycle_left.png motorcycle_right.png page.png "
    "retina.jpg rocket.jpg text.png color.png clock_motion.png logo.png phantom.png "
    "microaneurysms.png chessboard_RGB.png"
).split()
BACKGROUNDS = ("coffee.png", "brick.png", "gravel.png", "china.jpg", "flower.jpg")


@dataclass
class Truth:
    """A face in a picture: centre and width of the box, the two eyes."""

    centre: np.ndarray
    width: float
    eyes: np.ndarray

    def mapped(self, matrix: np.ndarray) -> Truth:
        """The same face after a 2×3 similarity."""
        scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))

        def move(points: np.ndarray) -> np.ndarray:
            return points @ matrix[:, :2].T + matrix[:, 2]

        return Truth(move(self.centre), self.width * scale, move(self.eyes))


def photographs(data: Path) -> list[np.ndarray]:
    """All photographs as RGB8."""
    archive = np.load(data / "photos.npz")
    files, offset = archive["image"], archive["offset"]
    return [
        np.asarray(Image.open(io.BytesIO(files[a:b].tobytes())).convert("RGB"))
        for a, b in zip(offset[:-1], offset[1:])
    ]


def original_faces(network: ReferenceNetwork, image: np.ndarray) -> list[Truth]:
    """What the original network says of a whole photograph, each group of anchors once."""
    pixels, x0, y0, step = letterbox(image, 128)
    boxes, logits = network((pixels / np.float32(127.5) - 1)[None])
    values, logits = boxes[0].reshape(-1, 8, 2), logits[0, :, 0]
    grids = []
    for side, count in ((8, 2), (16, 6)):
        rows, columns = np.mgrid[0 : 128 // side, 0 : 128 // side]
        cells = np.stack([(columns + 0.5) * side, (rows + 0.5) * side], -1).reshape(-1, 2)
        grids.append(np.repeat(cells, count, 0))
    anchors = np.concatenate(grids)
    faces: list[Truth] = []
    for index in np.argsort(-logits):
        if logits[index] < 0:
            break
        points = (values[index] + anchors[index]) * step + [x0, y0]
        face = Truth(points[0], float(values[index][1, 0] * step), points[2:4])
        if all(overlap(face, other) <= 0.3 for other in faces):
            faces.append(face)
    return faces


def overlap(a: Truth, b: Truth) -> float:
    """Intersection over union of the upright square boxes."""
    low = np.maximum(a.centre - a.width / 2, b.centre - b.width / 2)
    high = np.minimum(a.centre + a.width / 2, b.centre + b.width / 2)
    shared = float(np.clip(high - low, 0, None).prod())
    return shared / (a.width**2 + b.width**2 - shared)


def faceless(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Pictures without a face, by name."""
    folder = Path(os.path.dirname(skimage.__file__)) / "data"
    images = {name: np.asarray(Image.open(folder / name).convert("RGB")) for name in FACELESS}
    for name in ("china.jpg", "flower.jpg"):
        images[name] = sklearn.datasets.load_sample_image(name)
    for number in range(4):
        images[f"noise {number}"] = rng.integers(0, 256, (480, 640, 3), dtype=np.uint8)
        smooth = cv2.GaussianBlur(rng.normal(0, 1, (480, 640, 3)), (0, 0), 3.0 * (number + 1))
        smooth = 128 + 50 * smooth / smooth.std()
        images[f"smooth noise {number}"] = smooth.clip(0, 255).astype(np.uint8)
    return images


def resized(image: np.ndarray, width: int, height: int) -> np.ndarray:
    """Resized by area when it shrinks, by cubic interpolation when it grows."""
    shrinks = width < image.shape[1]
    return cv2.resize(
        image, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    )


def turned(image: np.ndarray, truth: Truth, size: float, angle: float):
    """A photograph scaled to a face's size and turned, its mask and the face in it."""
    factor = size / truth.width
    height, width = (max(1, round(n * factor)) for n in image.shape[:2])
    small = resized(image, width, height)
    scale = np.array([[width / image.shape[1], 0, 0], [0, height / image.shape[0], 0]])
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1)
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ matrix[:, :2].T
    full = np.ceil(np.ptp(corners, axis=0)).astype(int)
    matrix[:, 2] += (full - [width, height]) / 2
    picture = cv2.warpAffine(small, matrix, tuple(int(n) for n in full))
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, tuple(map(int, full)))
    return picture, mask, truth.mapped(scale).mapped(matrix)


def pasted(image, truth, size, angle, backgrounds, rng):
    """The turned photograph somewhere on a larger picture: 640×480, or larger for large faces."""
    picture, mask, face = turned(image, truth, size, angle)
    height = max(480, int(picture.shape[0] * 1.25))
    width = max(640, int(height * 4 / 3))
    background = backgrounds[rng.integers(len(backgrounds))]
    factor = max(width / background.shape[1], height / background.shape[0])
    canvas = resized(
        background,
        max(width, round(background.shape[1] * factor)),
        max(height, round(background.shape[0] * factor)),
    )[:height, :width].copy()
    x = int(rng.integers(width - picture.shape[1] + 1))
    y = int(rng.integers(height - picture.shape[0] + 1))
    part = canvas[y : y + picture.shape[0], x : x + picture.shape[1]]
    alpha = mask[..., None].astype(np.float32) / 255
    part[:] = np.round(picture * alpha + part * (1 - alpha)).astype(np.uint8)
    return canvas, face.mapped(np.array([[1.0, 0, x], [0, 1, y]]))


def detect(
    facialfun: str, folder: Path, budget: str, smallest: float | None = None
) -> dict[str, list[Truth]]:
    """The faces that the program finds in every picture of a folder, by the file's name."""
    command = [facialfun, "score", "--format", "jsonl", "--search", budget, str(folder)]
    if smallest is not None:
        command += ["--min-face-size", str(smallest)]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    found = {}
    for line in answer.splitlines():
        report = json.loads(line)
        found[Path(report["path"]).name] = [reported(face) for face in report["faces"]]
    return found


def reported(face: dict) -> Truth:
    """A face of the program's report."""
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
    """Recall, and the accuracy of what was found, per budget."""
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
    """How many faces are found in pictures without one, per budget."""
    with tempfile.TemporaryDirectory() as folder:
        for number, image in enumerate(images):
            save(image, Path(folder) / f"{number:04}.jpg")
        return {
            budget: sum(len(f) for f in detect(facialfun, Path(folder), budget).values())
            for budget in BUDGETS
        }


def darkened(image: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """The photograph with so small a share of its light, and the noise of a cheap camera."""
    light = (image / 255.0) ** 2.2 * share
    light += rng.normal(0, 1, light.shape) * np.sqrt(light * 2e-4 + 1e-7)
    return np.round(255 * light.clip(0, 1) ** (1 / 2.2)).astype(np.uint8)


def missed_crops(facialfun: str, folder: Path) -> None:
    """Prints in how many square face crops of a folder no face is found."""
    side = Image.open(next(p for p in sorted(folder.rglob("*")) if p.suffix == ".png")).width
    found = detect(facialfun, folder, "thorough", smallest=side / 2)
    missed = sum(not faces for faces in found.values())
    print(f"{folder.name}: no face in {missed} of {len(found)} crops, {missed / len(found):.2%}")


def painted_over(image: np.ndarray, faces: list[Truth]) -> np.ndarray:
    """The photograph with its faces under ellipses of the photograph's mean colour."""
    result = image.copy()
    colour = [int(c) for c in image.reshape(-1, 3).mean(0)]
    for face in faces:
        centre = tuple(int(c) for c in face.centre)
        radius = int(face.width * 0.75)
        cv2.ellipse(result, (centre, (2 * radius, int(2.6 * radius)), 0), colour, -1)
    return result


def print_table(title: str, cells: dict, key: str, scale: float = 100) -> None:
    """One row for each size and budget, one column for each angle."""
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
    parser.add_argument("--count", type=int, default=60, help="photographs in each cell")
    arguments = parser.parse_args()
    if arguments.crops:
        for folder in arguments.crops:
            missed_crops(arguments.facialfun, folder)
        return
    if arguments.data is None:
        parser.error("name the folder of the photographs: --data FOLDER")
    models = Path(__file__).resolve().parents[1]
    rng = np.random.default_rng(5)

    images = photographs(arguments.data)
    network = ReferenceNetwork(models / "face-detector")
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
            for i, sign in zip(chosen, signs):
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
