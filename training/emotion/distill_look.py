"""Trains an emotion network to predict from one view of a face the scores of the face and its mirror image together.

    python -m training.emotion.distill_look --data FOLDER --cache CACHE --model Models/emotion-v1 \
        --output STUDENT [--renders RENDERS.npz:0.2] [--steps 2000] [--minutes 80]

The teacher is the network in service: the mean of the embeddings of a face and its mirror image. The student has the
same shape and starts with the same weights. It sees every face and its mirror image, augmented as in a full run, and
learns

- the teacher's scores at `photograph` and at `prompted` (the divergence from both),
- the teacher's embedding, in units of its standard deviation,
- the same embedding for a face and its mirror image.

The mean of the weights over the steps is written to STUDENT, a copy of the model's folder with a manifest without
mirror averaging. `publish.py` calibrates it. Every LINE_EVERY steps one view is compared with both on held-out faces.
FOLDER, CACHE and RENDERS as for `train_last_blocks.py`.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file
from torch import nn

from training.convert.network_format import save_network
from training.emotion.evaluate import ExportedNetwork
from training.emotion.golden import renew_golden
from training.emotion.network import EmotionNetwork, scaled
from training.emotion.pools import Mixture, pool_of, renders_from
from training.emotion.prompted import Renders
from training.emotion.publish import log
from training.emotion.train_last_blocks import torch_network
from training.faces import dataset, detect
from training.faces.augment import Augmenter

BATCH = 48
RATE = 1e-4
WARM_STEPS = 30
WEIGHT_DECAY = 1e-3
DECAY = 0.99
EMBEDDING_WEIGHT = 0.2
CONSISTENCY_WEIGHT = 0.1
COMPARED = 1000
LINE_EVERY = 100


@dataclass(frozen=True)
class Layers:
    """The two layers after the embedding, with their temperatures: embedding → calibrated logits."""

    photograph: tuple[torch.Tensor, torch.Tensor]
    prompted: tuple[torch.Tensor, torch.Tensor]

    @staticmethod
    def of(exported: ExportedNetwork) -> Layers:
        """The layers of an exported network. Raises ValueError without a second operating point."""
        emotion = exported.manifest["emotion"]
        if "prompted" not in emotion:
            raise ValueError(f"{exported.manifest['name']} has no operating point `prompted`: run train_prompted.py")

        def scaled_layer(name: str) -> tuple[torch.Tensor, torch.Tensor]:
            entry, weights = emotion[name], exported.network.weights
            return tuple(weights[entry[key]].float() / entry["temperature"] for key in ("weight", "bias"))

        return Layers(scaled_layer("classifier"), scaled_layer("prompted"))

    def logits(self, embedding: torch.Tensor) -> list[torch.Tensor]:
        """[N, E] → [N, 8] at `photograph` and at `prompted`."""
        return [nn.functional.linear(embedding, *layer) for layer in (self.photograph, self.prompted)]


def divergence(target: torch.Tensor, logits: torch.Tensor) -> torch.Tensor:
    """The mean Kullback-Leibler divergence of scores from target scores, both given as logits."""
    said = target.log_softmax(1)
    return (said.exp() * (said - logits.log_softmax(1))).sum(1).mean()


def embedded(model: EmotionNetwork, pixels: torch.Tensor) -> torch.Tensor:
    """Gray pixels [N, 1, S, S] → embeddings [N, E], computed in bfloat16."""
    with torch.autocast("cpu", torch.bfloat16):
        return model.embedding(scaled(pixels)).float()


@torch.no_grad()
def both_looks(model: EmotionNetwork, pixels: torch.Tensor) -> torch.Tensor:
    """The mean embedding of faces and of their mirror images."""
    one, other = embedded(model, torch.cat([pixels, pixels.flip(3)])).chunk(2)
    return (one + other) / 2


def loss_of(
    student: EmotionNetwork, layers: Layers, pixels: torch.Tensor, taught: torch.Tensor, spread: torch.Tensor
) -> torch.Tensor:
    """The loss of one batch.

    - taught: [N, E] the teacher's embeddings; spread: [E] their standard deviations.
    """
    seen = embedded(student, torch.cat([pixels, pixels.flip(3)]))
    one, other = seen.chunk(2)
    wanted = torch.cat([taught, taught])
    scores = sum(divergence(t, s) for t, s in zip(layers.logits(wanted), layers.logits(seen), strict=True))
    distance = ((seen - wanted) / spread).square().mean()
    apart = ((one - other) / spread).square().mean()
    return scores + EMBEDDING_WEIGHT * distance + CONSISTENCY_WEIGHT * apart


class Comparison:
    """Held-out faces, framed as in service, with the teacher's outputs for them."""

    def __init__(self, teacher: EmotionNetwork, layers: Layers, framed: np.ndarray, labels: np.ndarray):
        self.layers, self.labels = layers, torch.from_numpy(labels)
        self.pixels = torch.from_numpy(framed)[:, None].float()
        taught = torch.cat([both_looks(teacher, part) for part in self.pixels.split(128)])
        self.taught = layers.logits(taught)
        self.spread = taught.std(0).clamp(min=1e-3)

    @torch.no_grad()
    def line(self, model: EmotionNetwork) -> str:
        """The divergence of one view from both, and its accuracy."""
        seen = torch.cat([embedded(model, part) for part in self.pixels.split(128)])
        words = []
        for name, target, logits in zip(
            ("photograph", "prompted"), self.taught, self.layers.logits(seen), strict=True
        ):
            right = (logits.argmax(1) == self.labels).float().mean()
            words.append(f"{name}: divergence {divergence(target, logits):.4f}, accuracy {right:.4f}")
        return "; ".join(words)


def taught(
    teacher: EmotionNetwork, comparison: Comparison, mixture: Mixture, augmenter: Augmenter,
    minutes: float,
) -> tuple[EmotionNetwork, int]:  # fmt: skip
    """The student: the mean of the steps' weights, and how many steps were taken.

    - minutes: the rate falls to nothing with the steps, or with the time where that is sooner.
    """
    student = copy.deepcopy(teacher).train()
    student.requires_grad_(True)
    average = copy.deepcopy(student).eval()
    optimiser = torch.optim.AdamW(student.parameters(), RATE, weight_decay=WEIGHT_DECAY)
    began, losses, done = time.monotonic(), [], 0
    for step in range(mixture.steps):
        gone = max(step / mixture.steps, (time.monotonic() - began) / (60 * minutes))
        if gone >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARM_STEPS) * (1 + math.cos(math.pi * gone)) / 2
        pixels, _ = mixture.batch(step, augmenter)
        loss = loss_of(
            student, comparison.layers, pixels, both_looks(teacher, pixels), comparison.spread
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        decay, done = min(DECAY, (step + 1) / (step + 10)), step + 1
        with torch.no_grad():
            for kept, now in zip(average.parameters(), student.parameters(), strict=True):
                kept.lerp_(now, 1 - decay)
        if done % LINE_EVERY == 0:
            log(f"step {done}: loss {np.mean(losses[-LINE_EVERY:]):.4f}; {comparison.line(average)}")
    return average, done


def write(folder: Path, student: EmotionNetwork, told: dict) -> None:
    """Writes the student's convolutions to a model's folder, and disables mirror averaging in its manifest."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    weights = load_file(folder / "weights.safetensors")
    for number, layer in enumerate(student.convolutions(), 1):
        filters = layer.conv.weight.detach().permute(0, 2, 3, 1)
        weights[f"conv{number}.weight"] = filters.contiguous().numpy().astype(np.float16)
        weights[f"conv{number}.bias"] = layer.conv.bias.detach().numpy().astype(np.float32)
    manifest["emotion"]["mirrorAveraging"] = False
    manifest["provenance"]["oneLook"] = told
    save_network(folder, manifest, weights)
    renew_golden(folder)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--cache", required=True, help="folder of the found faces")
    parser.add_argument("--model", type=Path, required=True, help="folder of the teacher")
    parser.add_argument("--output", type=Path, required=True, help="folder of the student, written or replaced")
    parser.add_argument(
        "--renders", type=Renders.named, action="append", default=[], metavar="FILE[:SHARE]",
        help="rendered people and their share of a batch; may be repeated",
    )  # fmt: skip
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=math.inf, help="time limit")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.output.resolve() == options.model.resolve():
        parser.error("--output: the student needs a separate folder")
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    exported = ExportedNetwork(options.model)
    teacher = torch_network(exported).requires_grad_(False)
    sets = dataset.load(path, detect.faces_of(path, options.cache))
    chosen = np.random.default_rng(options.seed).permutation(len(sets["held_out"]))[:COMPARED]
    apart = sets["held_out"][np.sort(chosen)]
    comparison = Comparison(teacher, Layers.of(exported), exported.framed(apart), apart.labels)
    log(f"one look of the teacher: {comparison.line(teacher)}")

    counts = [round(BATCH * renders.share) for renders in options.renders]
    if sum(counts) >= BATCH:
        parser.error("--renders: the shares must sum to less than 1, to leave a share for photographs")
    pools = [pool_of(sets["train"]), *(pool_of(renders_from(renders.path)) for renders in options.renders)]
    random = np.random.default_rng(options.seed)
    mixture = Mixture(pools, [BATCH - sum(counts), *counts], options.steps, random)
    torch.manual_seed(options.seed)
    augmenter = Augmenter(options.seed, exported.manifest["input"]["height"])
    student, steps = taught(teacher, comparison, mixture, augmenter, options.minutes)
    shutil.copytree(options.model, options.output, dirs_exist_ok=True)
    told = {"steps": steps, "batch": BATCH, "rate": RATE, "seed": options.seed}
    write(options.output, student, told)
    log(f"{options.output}: one look: {comparison.line(student)}")


if __name__ == "__main__":
    main()
