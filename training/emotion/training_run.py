"""One training run: batches, rates, the mean over the steps, and a checkpoint after each epoch."""

from __future__ import annotations

import copy
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import TypeVar

import numpy as np
import torch
import torch.nn.functional as F

from training.emotion.measures import report
from training.emotion.muon import Muon
from training.emotion.network import EmotionNetwork, scaled
from training.emotion.pools import Mixture, Pool
from training.emotion.recipe import BATCH, RENDERS_IN_BATCH, Stage
from training.emotion.schedule import Schedule
from training.faces.augment import Augmenter

Model = TypeVar("Model", bound=torch.nn.Module)
MUON_RATE = 0.013
RATE = 0.03
WEIGHT_DECAY = 5e-4


@dataclass
class TrainingData:
    """Training and evaluation data of a run.

    - photographs, cut_out: one pool for each source, in the same order; renders: one pool for all.
    - inputs [N, S, S] uint8 and labels [N] of the held-out faces.
    """

    photographs: list[Pool]
    cut_out: list[Pool]
    renders: Pool
    inputs: np.ndarray
    labels: np.ndarray


def optimisers(model: EmotionNetwork) -> list[torch.optim.Optimizer]:
    """Muon for the convolutions; plain momentum for normalization and the classifier."""
    convolutions = [p for p in model.parameters() if p.ndim == 4]
    classifier = [p for p in model.parameters() if p.ndim == 2]
    vectors = [p for p in model.parameters() if p.ndim == 1]
    groups = [{"params": classifier, "weight_decay": WEIGHT_DECAY}, {"params": vectors}]
    return [
        Muon(convolutions, MUON_RATE),
        torch.optim.SGD(groups, lr=RATE, momentum=0.9, nesterov=True),
    ]


class TrainingRun:
    """A network in training, the mean of its weights, and the location of their checkpoint."""

    def __init__(self, model: EmotionNetwork, stage: Stage, seed: int, checkpoint: Path):
        self.model, self.average = model, copy.deepcopy(model)
        self.optimisers = optimisers(model)
        self.stage, self.seed, self.checkpoint = stage, seed + stage.seed, checkpoint
        self.epoch = self.step = 0

    def start_from(self, other: Path) -> None:
        """Loads weights and momentum from the end of another run."""
        self._take(other)

    def resume(self) -> None:
        """Resumes from the run's checkpoint, if there is one."""
        if self.checkpoint.exists():
            self.epoch, self.step = self._take(self.checkpoint)

    def _take(self, checkpoint: Path) -> tuple[int, int]:
        """Loads a checkpoint's weights and momentum. Returns its epoch and step."""
        try:
            state = torch.load(checkpoint, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.average.load_state_dict(state["average"])
            for optimiser, kept in zip(self.optimisers, state["optimisers"], strict=True):
                optimiser.load_state_dict(kept)
            return state["epoch"], state["step"]
        except (OSError, EOFError, KeyError, RuntimeError, ValueError, UnpicklingError) as error:
            raise SystemExit(
                f"{checkpoint} is not a checkpoint of this network: remove it to start over ({type(error).__name__})"
            ) from error

    def finish(self, training_data: TrainingData) -> EmotionNetwork:
        """Trains until the stage ends; prints a line for each epoch. Returns the mean of the weights."""
        schedule = Schedule(self.stage.epochs, self.stage.level, self.stage.power)
        while self.epoch < min(self.stage.until, self.stage.epochs):
            began = time.time()
            # Each epoch has its own seeds, so that a resumed run equals an uninterrupted one.
            torch.manual_seed(self.seed * 1000 + self.epoch)
            mixture = mixture_of(
                training_data, self.stage.outlined, np.random.default_rng([self.seed, self.epoch])
            )
            augmenter = Augmenter(self.seed * 1_000_003 + self.epoch, self.stage.side)
            self.model.train()
            total = 0.0
            for index in range(mixture.steps):
                share = schedule.share(self.epoch + (index + 1) / mixture.steps) * self.stage.peak
                total += self._train(*mixture.batch(index, augmenter), share)
            self.epoch += 1
            self._log(training_data, total / mixture.steps, time.time() - began)
            self._save()
        self.average.eval()
        return self.average

    def _train(self, pixels: torch.Tensor, targets: torch.Tensor, share: float) -> float:
        for optimiser, rate in zip(self.optimisers, (MUON_RATE, RATE), strict=True):
            for group in optimiser.param_groups:
                group["lr"] = rate * share
        self.model.zero_grad(set_to_none=True)
        with torch.autocast("cpu", torch.bfloat16):
            logits = self.model(scaled(pixels))
        loss = F.cross_entropy(logits.float(), targets)
        loss.backward()
        for optimiser in self.optimisers:
            optimiser.step()
        self._update_average()
        self.step += 1
        return loss.item()

    @torch.no_grad()
    def _update_average(self) -> None:
        decay = min(self.stage.decay, (1 + self.step) / (10 + self.step))
        for kept, now in zip(self.average.state_dict().values(), self.model.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(now, 1 - decay)
            else:
                kept.copy_(now)

    def _log(self, training_data: TrainingData, loss: float, seconds: float) -> None:
        figures = report(logits_of(self.average, training_data.inputs), training_data.labels)
        line = {
            "run": self.checkpoint.stem,
            "epoch": self.epoch,
            "loss": round(loss, 4),
            "seconds": round(seconds),
            "accuracy": round(figures["accuracy"], 4),
            "macroRecall": round(figures["macroRecall"], 4),
            "recall": [round(r, 2) for r in figures["recall"]],
        }
        print(json.dumps(line), flush=True)

    def _save(self) -> None:
        state = {
            "model": self.model.state_dict(), "average": self.average.state_dict(),
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            "epoch": self.epoch, "step": self.step,
        }  # fmt: skip
        new = self.checkpoint.with_suffix(".new")
        torch.save(state, new)
        os.replace(new, self.checkpoint)


@torch.no_grad()
def logits_of(model: EmotionNetwork, inputs: np.ndarray) -> np.ndarray:
    """[N, S, S] uint8 → logits [N, 8], in full precision."""
    model.eval()
    parts = [
        model(scaled(torch.from_numpy(inputs[i : i + 256])[:, None].float())).numpy()
        for i in range(0, len(inputs), 256)
    ]
    return np.concatenate(parts)


def mixture_of(training_data: TrainingData, outlined: int, random: np.random.Generator) -> Mixture:
    """Photographs, the same cut out along their outlines, and renders, each with its part of a batch.

    Several sources of photographs share their part in proportion to their sizes.
    """

    def shares(pools: list[Pool], part: int) -> list[int]:
        total = sum(len(pool) for pool in pools)
        counts = [max(1, round(part * len(pool) / total)) for pool in pools[1:]]
        return [part - sum(counts), *counts]

    photographs, cut_out = training_data.photographs, training_data.cut_out
    counts = shares(photographs, BATCH - outlined - RENDERS_IN_BATCH)
    counts += shares(cut_out, outlined) + [RENDERS_IN_BATCH]
    steps = sum(len(pool) for pool in photographs) // (BATCH - RENDERS_IN_BATCH)
    return Mixture([*photographs, *cut_out, training_data.renders], counts, steps, random)


@torch.no_grad()
def mean_of(networks: list[Model]) -> Model:
    """The network with the mean weights and statistics of several."""
    mean = copy.deepcopy(networks[0])
    states = [network.state_dict() for network in networks]
    for name, kept in mean.state_dict().items():
        if kept.dtype.is_floating_point:
            kept.copy_(torch.stack([state[name] for state in states]).mean(0))
    return mean.eval()
