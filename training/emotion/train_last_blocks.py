"""Continues training the last two blocks of an exported emotion network, with both of its layers.

    python -m training.emotion.train_last_blocks --data FOLDER --cache CACHE \
        --renders HEADS.npz:0.1 --renders PEOPLE.npz:0.2 \
        --apart HEADS-APART.npz:0.1 --apart PEOPLE-APART.npz:0.2 --model Models/emotion-v1 \
        [--movements MOVEMENTS.npy]

All earlier blocks stay unchanged, so their feature maps of the training faces are computed only once: as in service,
and in `--variants` augmentations as in a full run, for photographs also cut out along their outlines. They are kept
in CACHE (remove `maps-*.npy` for another network). The network keeps its shape; only the numbers of four convolutions
and of the two layers change. FOLDER, CACHE and RENDERS as for `train_prompted.py`, which must be run first: the
second layer is kept near its result.

- `prompted` learns the requested emotions (`train_prompted.py`) from photographs and rendered people, with the same
  weight for every emotion and half of the loss without contempt. A third of each photograph's target is the network's
  previous answer.
- `photograph` is kept near the network's previous answers, and also learns the raters' votes.
- With MOVEMENTS.npy (`photographs_movements.py`) a third layer learns the movements of each face
  (`movement_head.py`), and is removed at the end.

The mean of the weights over the steps is written to the model's folder and `prompted` is calibrated
(`calibrate_prompted.py`, which also describes APART). The prior of `photograph` stays; `publish.py` fits it again.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file
from torch import nn

from training.contract import MOVEMENT_NAMES
from training.convert.network_format import save_network
from training.emotion.calibrate import prior_of
from training.emotion.calibrate_prompted import add_apart, calibrate
from training.emotion.evaluate import ExportedNetwork, figures_of
from training.emotion.golden import renew_golden
from training.emotion.movement_head import either_way_round, movements_loss, movements_of
from training.emotion.network import EmotionNetwork, scaled
from training.emotion.outlines import outlined
from training.emotion.pools import renders_from
from training.emotion.prompted import Renders, balanced, withheld
from training.emotion.publish import log
from training.emotion.train_prompted import sampled_rows
from training.emotion.training_run import mean_of
from training.faces import dataset, detect, framing
from training.faces.augment import Augmenter
from training.faces.searched import CONTEMPT, Searched

BLOCKS = 2
CONVOLUTIONS = 2 * BLOCKS
BATCH = 128
# The part of a batch that only `photograph` learns from: photographs drawn as in a full run.
NATURAL_PART = 32
RATE = 3e-4
WARM_STEPS = 50
WEIGHT_DECAY = 0.02
DROPOUT = 0.2
DECAY = 0.998
# The share of the previous answer in a photograph's target.
PROMPTED_HELD = 0.35
PHOTOGRAPH_HELD = 0.7
PHOTOGRAPH_WEIGHT = 2.0
MOVEMENTS_WEIGHT = 2.0
WITHHELD_SHARE = 0.5
MAX_PHOTOGRAPHS = 2200
# The share of the photographs that are cut out along their outlines, in one of several variants.
OUTLINED_SHARE = 0.25
OUTLINED_VARIANTS = 2
MAP_BATCH = 128
LINE_EVERY = 100


def torch_network(exported: ExportedNetwork) -> EmotionNetwork:
    """The network with its weights; normalization is already folded into the convolutions."""
    weights = exported.network.weights
    model = EmotionNetwork()
    for number, layer in enumerate(model.convolutions(), 1):
        layer.conv.weight.data = weights[f"conv{number}.weight"].permute(0, 3, 1, 2).contiguous()
        layer.conv.bias = nn.Parameter(weights[f"conv{number}.bias"].clone())
        layer.norm = nn.Identity()
    model.classifier.weight.data = torch.from_numpy(exported.weight.copy())
    model.classifier.bias.data = torch.from_numpy(exported.bias.copy())
    return model.eval().to(memory_format=torch.channels_last)


@torch.no_grad()
def maps_of(model: EmotionNetwork, pixels: torch.Tensor) -> np.ndarray:
    """[N, 1, S, S] gray 0…255 → inputs of the last blocks, [N, C, H, W] float16."""
    with torch.autocast("cpu", torch.bfloat16):
        x = torch.max_pool2d(torch.relu(model.stem(scaled(pixels))), 2)
        for layer in model.layers[:-BLOCKS]:
            x = layer(x)
    return x.half().contiguous().numpy()


def maps_kept(
    model: EmotionNetwork, faces: dataset.Faces, kept: Path, side: int, variants: int, seed: int
) -> list[np.ndarray]:
    """The maps of faces as in service, of their mirror images, and of augmented ones, cached in files."""
    squares = framing.squares(faces.faces, faces.images.shape[1])
    result = []
    for number in range(2 + variants):
        file = kept.with_name(f"{kept.name}-{number}.npy")
        if not file.exists():
            augmenter, parts = Augmenter(seed * 1000 + number, side), []
            for start in range(0, len(faces), MAP_BATCH):
                part = slice(start, start + MAP_BATCH)
                if number < 2:
                    seen = framing.network_inputs(faces.images[part], squares[part], side)
                    pixels = torch.from_numpy(seen)[:, None].float()
                    pixels = pixels.flip(3) if number else pixels
                else:
                    images = torch.from_numpy(faces.images[part])
                    pixels = augmenter.batch([(images, torch.from_numpy(squares[part]))])
                parts.append(maps_of(model, pixels))
            np.save(file, np.concatenate(parts))
        result.append(np.load(file, mmap_mode="r"))
    return result


class LastBlocks(nn.Module):
    """The last blocks and both layers: maps → embedding → logits of both operating points."""

    def __init__(self, model: EmotionNetwork, exported: ExportedNetwork):
        super().__init__()
        entry = exported.manifest["emotion"]["prompted"]
        self.layers = copy.deepcopy(model.layers[-BLOCKS:])
        self.dropout = nn.Dropout(DROPOUT)
        self.photograph, self.prompted = copy.deepcopy(model.classifier), copy.deepcopy(model.classifier)
        self.prompted.weight.data = exported.network.weights[entry["weight"]].clone()
        self.prompted.bias.data = exported.network.weights[entry["bias"]].clone()
        self.movements = nn.Linear(self.prompted.in_features, len(MOVEMENT_NAMES))
        # Training excludes the prior: it is removed here and added again at the end.
        self.photograph.bias.data -= torch.from_numpy(prior_of(exported.manifest)).float()

    def embedding(self, maps: torch.Tensor) -> torch.Tensor:
        x = maps.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            for layer in self.layers:
                x = layer(x)
        return self.dropout(x.float().mean((2, 3)))


@dataclass
class Source:
    """Faces to draw from: variants of their maps, targets of `prompted`, and the probability of drawing each.

    - movements: [N, 51] targets of the third layer, NaN if unknown; all NaN without it.
    """

    maps: list[np.ndarray]
    targets: np.ndarray
    part: int
    movements: np.ndarray | None = field(default=None, kw_only=True)
    weights: np.ndarray = field(init=False)

    def __post_init__(self):
        self.weights = balanced(self.targets)
        if self.movements is None:
            self.movements = np.full((len(self.targets), len(MOVEMENT_NAMES)), np.nan, np.float32)

    def maps_at(self, rows: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """The maps of some rows, each in a random variant."""
        variant = random.integers(0, len(self.maps), len(rows))
        found = np.empty((len(rows), *self.maps[0].shape[1:]), np.float16)
        for number in np.unique(variant):
            found[variant == number] = self.maps[number][rows[variant == number]]
        return found

    def drawn(self, random: np.random.Generator) -> np.ndarray:
        return random.choice(len(self.weights), self.part, p=self.weights)


@dataclass
class Photographs(Source):
    """Photographs, which `photograph` also learns from: the raters' targets, with the probabilities of a full run.

    - before: logits of `photograph` and of `prompted` from the previous network, each [N, 8].
    - outlined: variants of the maps of the same faces, cut out along their outlines.
    - is_outlined: [N] whether an outline was found.
    """

    votes: np.ndarray
    natural: np.ndarray
    before: tuple[torch.Tensor, torch.Tensor]
    outlined: list[np.ndarray] = field(default_factory=list)
    is_outlined: np.ndarray | None = None

    def maps_at(self, rows: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Uses cut-out faces for OUTLINED_SHARE of the maps."""
        found = super().maps_at(rows, random)
        if self.outlined:
            cut = (random.random(len(rows)) < OUTLINED_SHARE) & self.is_outlined[rows]
            variant = random.integers(0, len(self.outlined), len(rows))
            for number, maps in enumerate(self.outlined):
                here = cut & (variant == number)
                found[here] = maps[rows[here]]
        return found


def natural_weights(labels: np.ndarray, share: np.ndarray) -> np.ndarray:
    """[N] the probabilities of drawing each photograph. An emotion is drawn by the square root of its share of all
    photographs, although some are thinned here.
    """
    weight = (np.sqrt(share) / np.bincount(labels, minlength=len(share)).clip(1))[labels]
    return weight / weight.sum()


def cross_entropy(targets: torch.Tensor, logits: torch.Tensor) -> torch.Tensor:
    return -(targets * logits.log_softmax(1)).sum(1).mean()


def prompted_loss(targets: torch.Tensor, logits: torch.Tensor) -> torch.Tensor:
    """The loss, partly without contempt, which is the last of the emotions."""
    left = torch.from_numpy(withheld(targets.numpy()))
    offered = cross_entropy(targets, logits)
    return (1 - WITHHELD_SHARE) * offered + WITHHELD_SHARE * cross_entropy(
        left[:, :CONTEMPT], logits[:, :CONTEMPT]
    )


def photograph_loss(logits: torch.Tensor, before: torch.Tensor, votes: torch.Tensor) -> torch.Tensor:
    """Distance from the network's previous answers, and for the last rows from the raters' votes."""
    said = before.log_softmax(1)
    held = (said.exp() * (said - logits.log_softmax(1))).sum(1).mean()
    learned = cross_entropy(votes, logits[len(logits) - len(votes) :])
    return PHOTOGRAPH_HELD * held + (1 - PHOTOGRAPH_HELD) * learned


def loss_of(
    model: LastBlocks, photographs: Photographs, people: list[Source], random: np.random.Generator
) -> torch.Tensor:
    """The loss of one batch."""
    rows = photographs.drawn(random)
    natural = random.choice(len(photographs.natural), NATURAL_PART, p=photographs.natural)
    maps, targets = [photographs.maps_at(rows, random)], [photographs.targets[rows]]
    moved = [photographs.movements[rows]]
    said = photographs.before[1][rows].softmax(1).numpy()
    targets[0] = (1 - PROMPTED_HELD) * targets[0] + PROMPTED_HELD * said
    for source in people:
        chosen = source.drawn(random)
        maps.append(source.maps_at(chosen, random))
        targets.append(source.targets[chosen])
        moved.append(source.movements[chosen])
    moved.append(photographs.movements[natural])
    maps.append(photographs.maps_at(natural, random))
    wanted = torch.from_numpy(np.concatenate(targets)).float()
    seen = model.embedding(torch.from_numpy(np.concatenate(maps)).float())
    asked = prompted_loss(wanted, model.prompted(seen[: len(wanted)]))
    both = torch.cat([seen[: len(rows)], seen[len(wanted) :]])
    shown = photograph_loss(
        model.photograph(both), photographs.before[0][np.concatenate([rows, natural])],
        torch.from_numpy(photographs.votes[natural]).float(),
    )  # fmt: skip
    moves = movements_loss(model.movements(seen), torch.from_numpy(np.concatenate(moved)).float())
    return asked + PHOTOGRAPH_WEIGHT * shown + MOVEMENTS_WEIGHT * moves


def trained(
    model: LastBlocks, photographs: Photographs, people: list[Source], steps: int, seed: int
) -> LastBlocks:
    """The mean of the weights over `steps` steps with a rate that decreases to zero."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    average, losses = copy.deepcopy(model).eval(), []
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=WEIGHT_DECAY)
    model.train()
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARM_STEPS) * (1 - step / steps)
        loss = loss_of(model, photographs, people, random)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        decay = min(DECAY, (step + 1) / (step + 10))
        with torch.no_grad():
            for kept, now in zip(average.parameters(), model.parameters(), strict=True):
                kept.lerp_(now, 1 - decay)
        if (step + 1) % LINE_EVERY == 0 or step + 1 == steps:
            log(f"step {step + 1}: loss {np.mean(losses[-LINE_EVERY:]):.4f}")
    return average


def write(folder: Path, blocks: LastBlocks, told: dict) -> None:
    """Writes the trained numbers to weights, manifest and golden outputs in a model's folder."""
    manifest = json.loads((folder / "manifest.json").read_text())
    weights = load_file(folder / "weights.safetensors")
    emotion = manifest["emotion"]
    convolutions = [layer for block in blocks.layers for layer in (block.first, block.second)]
    first = sum(node["op"] == "conv2d" for node in manifest["nodes"]) - CONVOLUTIONS + 1
    for number, layer in enumerate(convolutions, first):
        filters = layer.conv.weight.detach().permute(0, 2, 3, 1)
        weights[f"conv{number}.weight"] = filters.contiguous().numpy().astype(np.float16)
        weights[f"conv{number}.bias"] = layer.conv.bias.detach().numpy().astype(np.float32)
    prior = prior_of(manifest)
    for name, layer, added in (
        ("classifier", blocks.photograph, prior), ("prompted", blocks.prompted, np.zeros_like(prior)),
    ):  # fmt: skip
        weights[emotion[name]["weight"]] = layer.weight.detach().numpy().astype(np.float32)
        weights[emotion[name]["bias"]] = (layer.bias.detach().numpy() + added).astype(np.float32)
    manifest["provenance"]["lastBlocks"] = told
    manifest["provenance"]["prompted"] = {key: told[key] for key in ("photographs", "renders", "rendersShare")}
    save_network(folder, manifest, weights)
    renew_golden(folder)


def write_figures(folder: Path, sets: dict[str, dataset.Faces]) -> None:
    """Writes the figures of the exported network on unseen faces."""
    network = ExportedNetwork(folder)
    figures = {name: figures_of(network, sets[name])["framed"] for name in ("held_out", "valid")}
    network.manifest["provenance"]["figures"] = {
        split: {key: figures[name][key] for key in ("accuracy", "macroRecall", "recall")}
        for split, name in (("heldOut", "held_out"), ("valid", "valid"))
    }
    save_network(folder, network.manifest, load_file(folder / "weights.safetensors"))
    log(f"valid: accuracy {figures['valid']['accuracy']:.4f}, macro recall {figures['valid']['macroRecall']:.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--cache", required=True, help="folder of the found faces and of the maps")
    parser.add_argument(
        "--renders", type=Renders.named, action="append", required=True,
        metavar="FILE[:SHARE]", help="rendered people and their share of a batch; may be repeated",
    )  # fmt: skip
    add_apart(parser)
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument(
        "--movements", type=Path, help="movements of the training photographs, by photographs_movements.py"
    )
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument(
        "--runs", type=int, default=1, help="number of runs, each in a different order, whose weights are averaged"
    )
    parser.add_argument("--variants", type=int, default=4, help="number of variants of each face")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    cache, exported = Path(options.cache), ExportedNetwork(options.model)
    model, side = torch_network(exported), exported.manifest["input"]["height"]
    searched, sets = Searched(path), dataset.load(path, detect.faces_of(path, options.cache))

    def maps(faces: dataset.Faces, name: str, seed: int) -> list[np.ndarray]:
        return maps_kept(model, faces, cache / f"maps-{name}", side, options.variants, seed)

    train = sets["train"]
    rows, moved = sampled_rows(train.labels, searched.labels(train), MAX_PHOTOGRAPHS), None
    if options.movements:
        moved = np.load(options.movements)
        if moved.shape != (len(train), len(MOVEMENT_NAMES)):
            parser.error(
                f"--movements: {options.movements} has the shape {moved.shape}, not that of {len(train)} photographs"
            )
        moved = either_way_round(moved)[rows]
    train = train[rows]
    share = np.array(exported.manifest["provenance"]["labelShares"])
    seen, blocks = maps(train, "train", options.seed), LastBlocks(model, exported)
    cut, is_cut = outlined(train)
    # Only augmented variants of these are drawn.
    cut_seen = maps_kept(
        model, cut, cache / "maps-outlined", side, OUTLINED_VARIANTS, options.seed + 100
    )[2:]
    room = BATCH - NATURAL_PART
    people = []
    for number, renders in enumerate(options.renders):
        faces = renders_from(renders.path)
        found = maps(faces, f"renders-{number}", options.seed + 1 + number)
        people.append(Source(
            found, faces.targets.astype(np.float64), round(room * renders.share),
            movements=movements_of(renders.path) if options.movements else None,
        ))  # fmt: skip
    left = room - sum(source.part for source in people)
    if left < 1:
        parser.error("--renders: the shares must sum to less than 1, to leave a share for photographs")
    log(f"maps of {len(train)} photographs and {sum(len(source.targets) for source in people)} renders")
    before = said_before(blocks, seen[:2])
    photographs = Photographs(
        seen, searched.targets(train), left, train.targets, natural_weights(train.labels, share), before,
        cut_seen, is_cut, movements=moved,
    )  # fmt: skip
    average = mean_of([
        trained(copy.deepcopy(blocks), photographs, people, options.steps, options.seed + number)
        for number in range(options.runs)
    ])  # fmt: skip
    told = {
        "photographs": len(train), "renders": sum(len(source.targets) for source in people),
        "rendersShare": round(sum(renders.share for renders in options.renders), 4),
    }  # fmt: skip
    if options.movements:
        told["movementsWeight"] = MOVEMENTS_WEIGHT
    told |= {
        "variants": options.variants, "steps": options.steps, "runs": options.runs, "rate": RATE,
        "seed": options.seed,
    }  # fmt: skip
    write(options.model, average, told)
    calibrate(options.model, sets["held_out"], searched.targets(sets["held_out"]), options.apart)
    write_figures(options.model, sets)


@torch.no_grad()
def said_before(blocks: LastBlocks, views: list[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    """Logits [N, 8] of `photograph` and of `prompted`, of faces and mirror images together."""
    blocks.eval()
    photograph, prompted = [], []
    for start in range(0, len(views[0]), MAP_BATCH):
        part = slice(start, start + MAP_BATCH)
        seen = [blocks.embedding(torch.from_numpy(np.array(view[part])).float()) for view in views]
        seen = torch.stack(seen).mean(0)
        photograph.append(blocks.photograph(seen))
        prompted.append(blocks.prompted(seen))
    return torch.cat(photograph), torch.cat(prompted)


if __name__ == "__main__":
    main()
