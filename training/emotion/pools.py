"""Sources of a batch: labeled photographs and additional faces."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from training.contract import EMOTIONS
from training.convert.network_reference import ReferenceNetwork
from training.faces import detect, framing
from training.faces.augment import Augmenter
from training.faces.dataset import Faces

JOINING_SIDE = 96
SUFFIXES = {".png", ".jpg", ".jpeg"}


@dataclass
class Pool:
    """Faces of one image size, with the probability of drawing each."""

    images: torch.Tensor
    squares: torch.Tensor
    targets: torch.Tensor
    weights: np.ndarray

    def __len__(self) -> int:
        return len(self.weights)


def pool_of(faces: Faces, usable: np.ndarray | None = None) -> Pool:
    """Creates a pool that draws a face with a probability of one over the square root of its emotion's count.

    - usable: [N] bool; other faces are never drawn.
    """
    weight = 1 / np.sqrt(np.bincount(faces.labels, minlength=8).clip(1))
    weight = weight[faces.labels]
    if usable is not None:
        weight = weight * usable
    return Pool(
        torch.from_numpy(faces.images),
        torch.from_numpy(framing.squares(faces.faces, faces.images.shape[1])),
        torch.from_numpy(faces.targets),
        weight / weight.sum(),
    )


def renders_from(path: Path) -> Faces:
    """The rendered faces in a file of `render/faces.py`."""
    data = np.load(path)
    return Faces(
        data["images"], data["labels"].astype(np.int64), data["targets"].astype(np.float32),
        data["faces"].astype(np.float32),
    )  # fmt: skip


def extra_from(folder: Path) -> Faces:
    """Labeled faces in a folder `EMOTION/*.png|jpg`, each with one loosely cropped face.

    Raises ValueError with the unusable folder or file. Faces that the detector does not find are used as whole
    images.
    """
    unknown = sorted(p.name for p in folder.iterdir() if p.is_dir() and p.name not in EMOTIONS)
    if unknown:
        raise ValueError(
            f"{folder} has the folder {unknown[0]}: name folders after emotions: "
            + ", ".join(EMOTIONS)
        )
    images, labels = [], []
    for index, emotion in enumerate(EMOTIONS):
        for path in sorted((folder / emotion).glob("*")):
            if path.suffix.lower() not in SUFFIXES:
                continue
            image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
            if image is None:
                raise ValueError(f"{path} cannot be read: remove it or write it again")
            images.append(cv2.resize(image, (JOINING_SIDE,) * 2, interpolation=cv2.INTER_AREA))
            labels.append(index)
    if not images:
        raise ValueError(f"{folder} contains no pictures in folders named after emotions")
    stacked = np.stack(images)
    faces = detect.detect_faces(stacked, ReferenceNetwork(detect.DETECTOR))
    numbers = np.array(labels, np.int64)
    return Faces(stacked, numbers, np.eye(8, dtype=np.float32)[numbers], faces)


class Mixture:
    """Draws the batches of an epoch from several pools, with a fixed number from each."""

    def __init__(
        self, pools: list[Pool], counts: list[int], steps: int, random: np.random.Generator
    ):
        self.pools, self.counts, self.steps = pools, counts, steps
        self.orders = [
            random.choice(len(pool), self.steps * count, p=pool.weights)
            for pool, count in zip(pools, counts, strict=True)
        ]

    def batch(self, step: int, augmenter: Augmenter) -> tuple[torch.Tensor, torch.Tensor]:
        """Augmented pixels [B, 1, side, side] and targets [B, 8] of one step."""
        parts, targets = [], []
        for pool, count, order in zip(self.pools, self.counts, self.orders, strict=True):
            chosen = torch.from_numpy(order[step * count : (step + 1) * count])
            parts.append((pool.images[chosen], pool.squares[chosen]))
            targets.append(pool.targets[chosen])
        return augmenter.batch(parts), torch.cat(targets)
