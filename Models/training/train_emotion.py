"""From labelled faces to exported weights, in one command.

    python3 Models/training/train_emotion.py --data FOLDER --output Models/emotion-v1 \
        --cache CACHE

FOLDER holds `ferplus-train-valid.npz`. Only its `train` part is trained on; a fixed stratified
tenth of that is held out for the choice of the prior and of the temperature; `valid` is only
reported.
"""

import argparse
import copy
import json
import os
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import dataset
import detect
import framing
from augment import Augmenter
from evaluate import printed
from export import export
from measures import report
from network import INPUT_SIDE, EmotionNetwork, multiply_adds, scaled
from schedule import PEAK_RATE, SHIPPED_PLAN, learning_rate, plan_from, stage_of

BATCH = 128
WEIGHT_DECAY = 5e-4


def sampling_weights(labels: np.ndarray) -> np.ndarray:
    """Draw an image with a probability of one over the square root of its emotion's count."""
    weight = 1 / np.sqrt(np.bincount(labels, minlength=8).clip(1))
    weight = weight[labels]
    return weight / weight.sum()


def optimiser(model: EmotionNetwork) -> torch.optim.Optimizer:
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": WEIGHT_DECAY}, {"params": plain}]
    return torch.optim.SGD(groups, lr=PEAK_RATE, momentum=0.9, nesterov=True)


@torch.no_grad()
def update_average(
    average: EmotionNetwork, model: EmotionNetwork, step: int, decay: float
) -> None:
    decay = min(decay, (1 + step) / (10 + step))
    for kept, now in zip(average.state_dict().values(), model.state_dict().values()):
        if kept.dtype.is_floating_point:
            kept.lerp_(now, 1 - decay)
        else:
            kept.copy_(now)


@torch.no_grad()
def logits_of(model: EmotionNetwork, inputs: np.ndarray) -> np.ndarray:
    """[N, S, S] uint8 → logits [N, 8], in full precision."""
    model.eval()
    parts = [
        model(scaled(torch.from_numpy(inputs[i : i + 256])[:, None].float())).numpy()
        for i in range(0, len(inputs), 256)
    ]
    return np.concatenate(parts)


def train(sets: dict, options: argparse.Namespace, checkpoint: str) -> EmotionNetwork:
    """Trains with a checkpoint after each epoch, and goes on from one where it finds it."""
    torch.manual_seed(options.seed)
    part = sets["train"]
    model = EmotionNetwork().to(memory_format=torch.channels_last)
    average = copy.deepcopy(model)
    optim = optimiser(model)
    first = 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optim.load_state_dict(state["optimiser"])
        first = state["epoch"]
    images = torch.from_numpy(part.images)
    targets = torch.from_numpy(part.targets)
    squares = torch.from_numpy(framing.squares(part.faces, part.images.shape[1]))
    held_out = sets["held_out"]
    held_squares = framing.squares(held_out.faces, held_out.images.shape[1])
    held_inputs = framing.network_inputs(held_out.images, held_squares, INPUT_SIDE)
    weights = sampling_weights(part.labels)
    epoch_steps = len(part) // BATCH
    plan = plan_from(options.plan)
    for epoch in range(first, plan[-1].until):
        stage = stage_of(plan, epoch)
        began, total = time.time(), 0.0
        # Each epoch has its own seeds, so that a run that went on equals one that never stopped.
        torch.manual_seed(options.seed * 1000 + epoch)
        random = np.random.default_rng([options.seed, epoch])
        augmenter = Augmenter(options.seed * 1_000_003 + epoch, INPUT_SIDE)
        order = random.choice(len(part), epoch_steps * BATCH, p=weights)
        model.train()
        for index in range(epoch_steps):
            step = epoch * epoch_steps + index
            chosen = torch.from_numpy(order[index * BATCH : (index + 1) * BATCH])
            pixels = augmenter.batch(images[chosen], squares[chosen])
            for group in optim.param_groups:
                group["lr"] = learning_rate(stage, step, epoch_steps)
            optim.zero_grad(set_to_none=True)
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(scaled(pixels))
            loss = F.cross_entropy(logits.float(), targets[chosen])
            loss.backward()
            optim.step()
            update_average(average, model, step, stage.average_decay)
            total += loss.item()
        figures = report(logits_of(average, held_inputs), held_out.labels)
        print(
            json.dumps(
                {
                    "epoch": epoch + 1,
                    "loss": round(total / epoch_steps, 4),
                    "seconds": round(time.time() - began),
                    "accuracy": round(figures["accuracy"], 4),
                    "macroRecall": round(figures["macroRecall"], 4),
                    "recall": [round(r, 2) for r in figures["recall"]],
                }
            ),
            flush=True,
        )
        state = {
            "model": model.state_dict(), "average": average.state_dict(),
            "optimiser": optim.state_dict(), "epoch": epoch + 1,
        }  # fmt: skip
        torch.save(state, checkpoint + ".new")
        os.replace(checkpoint + ".new", checkpoint)
    average.eval()
    return average


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--output", type=Path, required=True, help="folder of the model to write")
    parser.add_argument("--cache", required=True, help="folder for found faces and checkpoints")
    parser.add_argument(
        "--plan", default=SHIPPED_PLAN, help="number of epochs, or until:horizon:decay,…"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def main() -> None:
    options = parsed()
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True)
    os.makedirs(options.cache, exist_ok=True)
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    sets = dataset.load(path, detect.faces_of(path, options.cache))
    print({name: len(part) for name, part in sets.items()}, flush=True)
    model = train(sets, options, os.path.join(options.cache, f"emotion-seed{options.seed}.pt"))
    provenance = {
        "data": "FER2013 images with FER+ votes, train part less a held-out tenth: "
        f"{len(sets['train'])} images",
        "command": "python3 Models/training/train_emotion.py --data FOLDER --cache CACHE "
        f"--output Models/{options.output.name} --plan {options.plan} --seed {options.seed}",
        "multiplyAdds": multiply_adds(),
    }
    print(printed(export(model, sets, options.output, provenance)))


if __name__ == "__main__":
    main()
