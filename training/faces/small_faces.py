"""Trains a layer of the face detector that suspects faces where they are too small to be found.

    python -m training.faces.small_faces --data FOLDER [--pictures 450] [--seed 11]

FOLDER contains ferplus-train-valid.npz. Pictures of 640×480 are composed of the training part's faces, 33 to 85
pixels wide, tinted, turned, blurred, some with hair and shoulders of one color. The backgrounds are photographs and
textures of scikit-image and scikit-learn, and noise; half of them also have large faces, which count as no face. The
network processes each picture twice: at the finest level of the search, which finds the faces, and at the level
before, with twice the step. The layer is a linear function of the 88 channels of the coarser level's layer `add_11`
(cells of eight samples): does the middle of this cell contain a face of the finest level? The network's own weights
stay unchanged.

Writes the layer, its golden outputs and the manifest's `smallFaces` to Models/face-detector. The bias is chosen so
that values above 0 mark suspected cells.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file

from training import MODELS
from training.convert.network_format import save_golden, save_network
from training.convert.network_reference import ReferenceNetwork
from training.measure.detection_pictures import faceless

WIDTH, HEIGHT = 640, 480
LAYER, CHANNELS, CELL = "add_11", 88, 8
# The width of a detector's box as a share of a FER+ picture's side.
BOX_SHARE = 1 / 1.14
# The minimum logit of a candidate's score, and the maximum at the fine level for an empty cell.
FOUND, EMPTY = math.log(0.4 / 0.6), -2.5
PENALTY = 3e-4
# Distance below the logit at which equal numbers are taken and omitted: a missed face costs more than a window.
MARGIN = 0.0
SKIN = np.array([[1, 0.78, 0.65], [1, 0.8, 0.7], [0.95, 0.75, 0.6], [1, 1, 1], [1, 0.85, 0.8]])


def background(pictures: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """A part of a picture without a face, scaled and mirrored, with changed colors and light."""
    image = pictures[rng.integers(len(pictures))]
    factor = max(WIDTH / image.shape[1], HEIGHT / image.shape[0]) * 2 ** rng.uniform(0, 1.5)
    image = cv2.resize(
        image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    )
    y, x = rng.integers(image.shape[0] - HEIGHT + 1), rng.integers(image.shape[1] - WIDTH + 1)
    image = image[y : y + HEIGHT, x : x + WIDTH]
    if rng.random() < 0.5:
        image = image[:, ::-1]
    if rng.random() < 0.3:
        image = image[..., rng.permutation(3)]
    return 255 * (image / 255.0) ** (2 ** rng.uniform(-0.8, 0.5))


def pasted(canvas: np.ndarray, face: np.ndarray, size: float, rng: np.random.Generator):
    """Pastes a face with a box of this width at a random position, and returns its center."""
    face = face.astype(np.float32)
    angle, side = rng.uniform(-50, 50), face.shape[0]
    room = (min(size * 0.6, WIDTH / 2 - 20), min(size * 0.6, HEIGHT / 2 - 40))
    x, y = rng.uniform(room[0], WIDTH - room[0]), rng.uniform(room[1], HEIGHT - room[1])
    center = (side - 1) / 2
    matrix = cv2.getRotationMatrix2D((center, center), angle, size / BOX_SHARE / side)
    matrix[:, 2] += np.array([x, y]) - center
    face = face.mean() + (face - face.mean()) * rng.uniform(0.45, 1.15)
    if rng.random() < 0.3:
        face = cv2.GaussianBlur(face, (0, 0), rng.uniform(0.4, 1.1))
    tint = SKIN[rng.integers(len(SKIN))] * rng.uniform(0.8, 1.1)
    color = np.clip(face[..., None] * tint * rng.uniform(0.8, 1.2) + rng.uniform(-15, 15), 0, 255)
    mask = np.ones((side, side), np.float32)
    if rng.random() < 2 / 3:
        rows, columns = np.mgrid[:side, :side]
        wide, high = 21 + 3 * rng.random(), 24 + 2 * rng.random()
        inside = ((columns - center) / wide) ** 2 + ((rows - center) / high) ** 2 < 1
        mask = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 1 + 2 * rng.random())
    if rng.random() < 0.6:
        body = np.zeros((HEIGHT, WIDTH), np.float32)
        head, chest = (int(x), int(y - size * 0.1)), (int(x), int(y + size * 1.3))
        cv2.ellipse(body, head, (int(size * 0.62), int(size * 0.8)), -angle, 0, 360, 1, -1)
        cv2.ellipse(body, chest, (int(size * 1.1), int(size * 0.7)), 0, 0, 360, 1, -1)
        body = cv2.GaussianBlur(body, (0, 0), 1.5)[..., None]
        canvas = canvas * (1 - body) + body * rng.uniform(0, 255, 3)
    warped = cv2.warpAffine(
        color.astype(np.float32), matrix, (WIDTH, HEIGHT), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    cover = cv2.warpAffine(mask, matrix, (WIDTH, HEIGHT))[..., None]
    return np.clip(canvas * (1 - cover) + warped * cover, 0, 255), (x, y)


def scene(faces: np.ndarray, pictures: list[np.ndarray], rng: np.random.Generator):
    """A picture compressed as JPEG, and its small faces: x, y, width."""
    canvas, small = background(pictures, rng), []
    if rng.random() < 0.5:
        canvas, _ = pasted(canvas, faces[rng.integers(len(faces))], rng.uniform(110, 380), rng)
    for _ in range(rng.integers(2, 9)):
        size = 2 ** rng.uniform(math.log2(33), math.log2(85))
        canvas, (x, y) = pasted(canvas, faces[rng.integers(len(faces))], size, rng)
        # Faces that the new one may cover are dropped.
        small = [f for f in small if math.hypot(f[0] - x, f[1] - y) > size * 1.6 + f[2] * 0.6]
        small.append((x, y, size))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
    file = cv2.imencode(".jpg", np.ascontiguousarray(canvas.astype(np.uint8)[..., ::-1]), quality)[1]
    return np.ascontiguousarray(cv2.imdecode(file, cv2.IMREAD_COLOR)[..., ::-1]), small


def sampled(image: np.ndarray, height: int) -> np.ndarray:
    """The network's input, sampled as in the search: between pixels, in the middle of each row."""
    above = (height - image.shape[0]) / 2
    matrix = np.array([[1, 0, -0.5], [0, 1, -0.5 - above]])
    seen = cv2.warpAffine(
        image.astype(np.float32), matrix, (image.shape[1], height), borderValue=(127.5,) * 3,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT,
    )  # fmt: skip
    return (seen / np.float32(127.5) - 1)[None]


def middles(boxes: np.ndarray, logits: np.ndarray, width: int, height: int, least: float):
    """The logits above `least`, and the centers of the faces of those anchors, in samples."""
    places = []
    for side, anchors in ((8, 2), (16, 6)):
        rows, columns = np.mgrid[: height // side, : width // side]
        centers = np.stack([columns + 0.5, rows + 0.5], -1).reshape(-1, 1, 2) * side
        places.append(np.broadcast_to(centers, (len(centers), anchors, 2)).reshape(-1, 2))
    seen = logits[:, 0] > least
    return logits[seen, 0], np.concatenate(places)[seen] + boxes[seen, :2]


def labels(fine: np.ndarray, small: list, rows: int, above: int) -> np.ndarray:
    """1 for cells in the middle of a face, 0 for empty ones, -1 for ambiguous ones."""
    label = np.zeros(fine.shape, np.int8)
    label[cv2.dilate((fine > EMPTY).astype(np.uint8), np.ones((5, 5))) > 0] = -1
    for x, y, _ in small:
        row = int(np.clip(round((y / 2 + above) / CELL - 0.5), 0, fine.shape[0] - 1))
        column = int(np.clip(round(x / 2 / CELL - 0.5), 0, fine.shape[1] - 1))
        top, left = max(row - 1, 0), max(column - 1, 0)
        label[max(row - 2, 0) : row + 3, max(column - 2, 0) : column + 3] = -1
        near = fine[top : row + 2, left : column + 2]
        if near.max() >= FOUND:
            y0, x0 = np.unravel_index(np.argmax(near), near.shape)
            label[top + y0, left + x0] = 1
    label[: above // CELL] = label[(above + rows) // CELL :] = -1
    return label


def examples(network: ReferenceNetwork, data: Path, count: int, seed: int):
    """The channels of the unambiguous cells in several pictures, with their labels."""
    rng = np.random.default_rng(seed)
    archive = np.load(data / "ferplus-train-valid.npz")
    votes = archive["votes"]
    usable = (archive["split"] == "train") & (votes[:, 9] <= 1) & (votes.argmax(1) < 8)
    faces, pictures = archive["images"][usable], list(faceless(rng).values())
    tap = TappedNetwork(network)
    channels, answers = [], []
    half, above = (WIDTH // 2, HEIGHT // 2), 8
    for number in range(count):
        image, small = scene(faces, pictures, rng)
        boxes, logits = network(sampled(image, HEIGHT))[:2]
        found = np.full(((half[1] + 2 * above) // CELL, half[0] // CELL), -np.inf, np.float32)
        for logit, (x, y) in zip(*middles(boxes[0], logits[0], WIDTH, HEIGHT, EMPTY), strict=True):
            row = int(np.clip(round((y / 2 + above) / CELL - 0.5), 0, found.shape[0] - 1))
            column = int(np.clip(round(x / 2 / CELL - 0.5), 0, found.shape[1] - 1))
            found[row, column] = max(found[row, column], logit)
        label = labels(found, small, half[1], above)
        reduced = cv2.resize(image, half, interpolation=cv2.INTER_AREA)
        map_ = tap(sampled(reduced, half[1] + 2 * above))
        channels.append(map_[label >= 0])
        answers.append(label[label >= 0])
        if number % 50 == 0:
            print(f"picture {number}: {sum(int((a == 1).sum()) for a in answers)} faces", flush=True)
    return np.concatenate(channels), np.concatenate(answers)


class TappedNetwork:
    """The network up to the input of the new layer, [rows, columns, channels]."""

    def __init__(self, network: ReferenceNetwork):
        self.network = network
        nodes = network.manifest["nodes"]
        self.last = next(i for i, node in enumerate(nodes) if node["output"] == LAYER)

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        nodes, outputs = self.network.manifest["nodes"], self.network.manifest["outputs"]
        try:
            self.network.manifest |= {"nodes": nodes[: self.last + 1], "outputs": [LAYER]}
            return self.network(batch)[0][0]
        finally:
            self.network.manifest |= {"nodes": nodes, "outputs": outputs}


def fitted(channels: np.ndarray, answers: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights and bias by logistic regression, with equal total weight for faces and empty cells."""
    empty = channels[answers == 0]
    mean, spread = empty.mean(0), empty.std(0) + 0.05
    scaled = torch.from_numpy((channels - mean) / spread)
    faces, others = scaled[torch.from_numpy(answers == 1)], scaled[torch.from_numpy(answers == 0)]
    weight, bias = torch.zeros(CHANNELS, requires_grad=True), torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.LBFGS([weight, bias], max_iter=60, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = F.softplus(-(faces @ weight + bias)).mean() + F.softplus(others @ weight + bias).mean()
        value = value + PENALTY * weight @ weight
        value.backward()
        return value

    optimizer.step(loss)
    weights = weight.detach().numpy() / spread
    return weights, float(bias.item() - mean @ weights) + MARGIN


def write(folder: Path, weights: np.ndarray, bias: float) -> None:
    """Adds the layer, or replaces an earlier one."""
    manifest = json.loads((folder / "manifest.json").read_text())
    tensors = load_file(folder / "weights.safetensors")
    tensors["small_faces.weight"] = weights.reshape(1, 1, 1, CHANNELS).astype(np.float16)
    tensors["small_faces.bias"] = np.array([bias], np.float16)
    manifest["nodes"] = [n for n in manifest["nodes"] if not n["name"].startswith("small_faces")] + [
        {"op": "conv2d", "name": "small_faces_1", "inputs": [LAYER], "output": "small_faces_1",
         "weight": "small_faces.weight", "bias": "small_faces.bias", "stride": [1, 1], "padding": [0, 0, 0, 0]},
        {"op": "reshape", "name": "small_faces_2", "inputs": ["small_faces_1"], "output": "smallFaces",
         "shape": [-1, 1]},
    ]  # fmt: skip
    manifest["outputs"] = ["boxes", "logits", "smallFaces"]
    save_network(folder, manifest, tensors)
    golden, network = load_file(folder / "golden.safetensors"), ReferenceNetwork(folder)
    for case in range(sum(name.endswith(".input") for name in golden)):
        golden[f"case{case}.smallFaces"] = network(golden[f"case{case}.input"][None])[2][0]
    save_golden(folder, golden)


def main() -> None:
    """Reads the command line, creates the pictures, fits the layer and writes it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with ferplus-train-valid.npz")
    parser.add_argument("--pictures", type=int, default=450)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--model", type=Path, default=MODELS / "face-detector")
    arguments = parser.parse_args()
    network = ReferenceNetwork(arguments.model)
    channels, answers = examples(network, arguments.data, arguments.pictures, arguments.seed)
    weights, bias = fitted(channels, answers)
    write(arguments.model, weights, bias)
    share = float((channels[answers == 0] @ weights + bias > 0).mean())
    kept = float((channels[answers == 1] @ weights + bias > 0).mean())
    print(f"suspects {kept:.1%} of {int((answers == 1).sum())} faces and {share:.2%} of empty cells")


if __name__ == "__main__":
    main()
