"""Data for the second operating point: views, weights, and rendered people with their shares."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.contract import EMOTIONS
from training.emotion.evaluate import ExportedNetwork
from training.faces import framing
from training.faces.dataset import Faces
from training.faces.searched import CONTEMPT

NEUTRAL = EMOTIONS.index("neutral")
RENDERS_SHARE = 0.15
BATCH = 256


def embeddings(
    network: ExportedNetwork, faces: Faces, kept: Path, mirrored: bool
) -> np.ndarray:
    """[N, E] float64, computed once in bfloat16 and cached in a file.

    - mirrored: whether to average each face's and its mirror image's embedding, as in service.
    """
    if kept.exists():
        return np.load(kept).astype(np.float64)
    entry = network.manifest["input"]
    squares = framing.squares(faces.faces, faces.images.shape[1])
    parts = []
    for start in range(0, len(faces), BATCH):
        part = slice(start, start + BATCH)
        seen = framing.network_inputs(faces.images[part], squares[part], entry["height"])
        seen = seen[..., None].astype(np.float32) * entry["scale"] + entry["offset"]
        with torch.autocast("cpu", torch.bfloat16):
            views = [network.embedding(seen).astype(np.float32)]
            if mirrored:
                other = np.ascontiguousarray(seen[:, :, ::-1])
                views.append(network.embedding(other).astype(np.float32))
        parts.append(np.mean(views, 0).reshape(len(seen), -1))
    np.save(kept, np.concatenate(parts))
    return np.load(kept).astype(np.float64)


def balanced(targets: np.ndarray) -> np.ndarray:
    """[N] weights that sum to 1, with the same sum of targets for each emotion."""
    weight = (targets / targets.sum(0).clip(1e-9)).sum(1)
    return weight / weight.sum()


@dataclass(frozen=True)
class Renders:
    """A file of rendered people, and their total share of the weight."""

    path: Path
    share: float

    @classmethod
    def named(cls, text: str) -> Renders:
        """`FILE` or `FILE:SHARE`, with a share between 0 and 1."""
        path, colon, share = text.rpartition(":")
        if not colon:
            return cls(Path(text), RENDERS_SHARE)
        try:
            value = float(share)
        except ValueError as error:
            raise argparse.ArgumentTypeError(
                f"expected a share between 0 and 1 in FILE:SHARE, found {share!r}"
            ) from error
        if not 0 < value < 1:
            raise argparse.ArgumentTypeError(f"{value} is not a share between 0 and 1")
        return cls(Path(path), value)


def weights_of(targets: list[np.ndarray], shares: list[float]) -> np.ndarray:
    """[ΣN] weights that sum to 1, of the photographs and of each file of renders, with the same weight for every
    emotion in each file. `shares` are those of the renders; the photographs get the rest.
    """
    parts = [1 - sum(shares), *shares]
    return np.concatenate(
        [balanced(part) * share for part, share in zip(targets, parts, strict=True)]
    )


def withheld(targets: np.ndarray) -> np.ndarray:
    """The targets if contempt is not offered: faces of contempt show nothing else."""
    left = targets.copy()
    left[:, NEUTRAL] += left[:, CONTEMPT]
    left[:, CONTEMPT] = 0
    return left


def on_offer(logits: np.ndarray) -> np.ndarray:
    """Logits without contempt."""
    left = logits.copy()
    left[:, CONTEMPT] = -1e9
    return left
