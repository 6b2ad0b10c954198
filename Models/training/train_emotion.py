"""From labelled faces to exported weights, in one command.

    python3 Models/training/train_emotion.py --data FOLDER --output Models/emotion-v1 \
        --cache CACHE

FOLDER holds `ferplus-train-valid.npz`. Only its `train` part is trained on; a fixed stratified
tenth of that is held out for the choice of the prior and of the temperature; `valid` is only
reported. The weights start from dlib's face recognition network, which the package
`face_recognition_models` (see requirements.txt) holds.
"""

import argparse
import copy
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import dataset
import detect
import dlib_backbone
import dlib_start
import framing
from augment import Augmenter
from evaluate import printed
from export import export
from measures import report
from muon import Muon
from network import INPUT_SIDE, EmotionNetwork, multiply_adds, scaled
from outlines import outlined
from pools import Mixture, Pool, extra_from, pool_of, renders_from
from schedule import Schedule

BATCH = 128
OUTLINED_IN_BATCH = 30
RENDERS_IN_BATCH = 12
PEOPLE = 480
EPOCHS = 42
UNTIL = 35
LEVEL = 3
MUON_RATE = 0.013
RATE = 0.03
FACES_FOR_STATISTICS = 512
WEIGHT_DECAY = 5e-4
AVERAGE_DECAY = 0.998


def optimisers(model: EmotionNetwork) -> list[torch.optim.Optimizer]:
    """Muon for the convolutions; plain momentum for normalisation and the classifier."""
    convolutions = [p for p in model.parameters() if p.ndim == 4]
    classifier = [p for p in model.parameters() if p.ndim == 2]
    vectors = [p for p in model.parameters() if p.ndim == 1]
    groups = [{"params": classifier, "weight_decay": WEIGHT_DECAY}, {"params": vectors}]
    return [
        Muon(convolutions, MUON_RATE),
        torch.optim.SGD(groups, lr=RATE, momentum=0.9, nesterov=True),
    ]


@torch.no_grad()
def update_average(average: EmotionNetwork, model: EmotionNetwork, step: int) -> None:
    decay = min(AVERAGE_DECAY, (1 + step) / (10 + step))
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


def renders_of(data: str, cache: str) -> Path:
    """The file of rendered training faces, rendered on the first call: some minutes."""
    path = Path(cache) / "renders.npz"
    if not path.exists():
        script = Path(__file__).with_name("render_faces.py")
        command = [sys.executable, script, "--data", data, "--cache", Path(cache) / "people"]
        subprocess.run([*command, "--output", path, "--people", str(PEOPLE)], check=True)
    return path


def backbone_file() -> Path:
    """dlib's weights in the installed package, which need not be imported for that."""
    found = importlib.util.find_spec("face_recognition_models")
    if found is None or found.origin is None:
        raise SystemExit(f"install {dlib_backbone.PACKAGE}: training starts from its weights")
    return Path(found.origin).parent / "models" / dlib_backbone.FILE


def started(sets: dict, seed: int) -> EmotionNetwork:
    """A network that knows faces, but no emotions yet."""
    model = EmotionNetwork()
    train = sets["train"]
    chosen = np.random.default_rng(seed).permutation(len(train))[:FACES_FOR_STATISTICS]
    faces = train[chosen]
    squares = framing.squares(faces.faces, faces.images.shape[1])
    seen = framing.network_inputs(faces.images, squares, INPUT_SIDE)
    pixels = scaled(torch.from_numpy(seen)[:, None].float())
    dlib_start.start(model, dlib_backbone.read(backbone_file()), pixels)
    return model.to(memory_format=torch.channels_last)


def mixture_of(
    photographs: list[Pool], cut_out: list[Pool], renders: Pool, random: np.random.Generator
) -> Mixture:
    """Photographs, the same cut out along their outlines, and renders; each has its part of a batch.

    Photographs of several sources share their part by their numbers.
    """

    def shares(pools: list[Pool], part: int) -> list[int]:
        total = sum(len(pool) for pool in pools)
        counts = [max(1, round(part * len(pool) / total)) for pool in pools[1:]]
        return [part - sum(counts), *counts]

    counts = shares(photographs, BATCH - OUTLINED_IN_BATCH - RENDERS_IN_BATCH)
    counts += shares(cut_out, OUTLINED_IN_BATCH) + [RENDERS_IN_BATCH]
    steps = sum(len(pool) for pool in photographs) // (BATCH - RENDERS_IN_BATCH)
    return Mixture([*photographs, *cut_out, renders], counts, steps, random)


def cut_out_of(faces: dataset.Faces) -> Pool:
    """The faces along their outlines; those without a mesh are never drawn."""
    cut, found = outlined(faces)
    return pool_of(cut, found)


def train(
    sets: dict, extra: list[dataset.Faces], options: argparse.Namespace, checkpoint: str
) -> EmotionNetwork:
    """Trains with a checkpoint after each epoch, and goes on from one where it finds it."""
    torch.manual_seed(options.seed)
    model = started(sets, options.seed)
    average = copy.deepcopy(model)
    optims = optimisers(model)
    first = step = 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        for optim, kept in zip(optims, state["optimisers"]):
            optim.load_state_dict(kept)
        first, step = state["epoch"], state["step"]
    sources = [sets["train"], *extra]
    photographs = [pool_of(part) for part in sources]
    cut_out = [cut_out_of(part) for part in sources]
    renders = pool_of(renders_from(renders_of(options.data, options.cache)))
    held_out = sets["held_out"]
    held_squares = framing.squares(held_out.faces, held_out.images.shape[1])
    held_inputs = framing.network_inputs(held_out.images, held_squares, INPUT_SIDE)
    schedule = Schedule(options.epochs, options.level)
    for epoch in range(first, min(options.until, options.epochs)):
        began, total = time.time(), 0.0
        # Each epoch has its own seeds, so that a run that went on equals one that never stopped.
        torch.manual_seed(options.seed * 1000 + epoch)
        random = np.random.default_rng([options.seed, epoch])
        mixture = mixture_of(photographs, cut_out, renders, random)
        augmenter = Augmenter(options.seed * 1_000_003 + epoch, INPUT_SIDE)
        model.train()
        for index in range(mixture.steps):
            pixels, targets = mixture.batch(index, augmenter)
            share = schedule.share(epoch + (index + 1) / mixture.steps)
            for optim, rate in zip(optims, (MUON_RATE, RATE)):
                for group in optim.param_groups:
                    group["lr"] = rate * share
            model.zero_grad(set_to_none=True)
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(scaled(pixels))
            loss = F.cross_entropy(logits.float(), targets)
            loss.backward()
            for optim in optims:
                optim.step()
            update_average(average, model, step)
            step += 1
            total += loss.item()
        figures = report(logits_of(average, held_inputs), held_out.labels)
        line = {
            "epoch": epoch + 1,
            "loss": round(total / mixture.steps, 4),
            "seconds": round(time.time() - began),
            "accuracy": round(figures["accuracy"], 4),
            "macroRecall": round(figures["macroRecall"], 4),
            "recall": [round(r, 2) for r in figures["recall"]],
        }
        print(json.dumps(line), flush=True)
        state = {
            "model": model.state_dict(), "average": average.state_dict(),
            "optimisers": [optim.state_dict() for optim in optims],
            "epoch": epoch + 1, "step": step,
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
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="epoch when the rate is zero")
    parser.add_argument("--until", type=int, default=UNTIL, help="epoch after which to stop")
    parser.add_argument("--level", type=int, default=LEVEL, help="epoch when the rate begins to fall")
    parser.add_argument(
        "--extra", type=Path, action="append", default=[],
        help="folder of further labelled faces, EMOTION/*.png; may be given more than once",
    )  # fmt: skip
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
    extra = [extra_from(folder) for folder in options.extra]
    checkpoint = os.path.join(options.cache, f"emotion-seed{options.seed}.pt")
    model = train(sets, extra, options, checkpoint)
    provenance = {
        "data": "FER2013 images with FER+ votes, train part less a held-out tenth: "
        f"{len(sets['train'])} images",
        "command": "python3 Models/training/train_emotion.py --data FOLDER --cache CACHE "
        f"--output Models/{options.output.name} --epochs {options.epochs} --until {options.until} "
        f"--level {options.level} --seed {options.seed}",
        "start": f"{dlib_backbone.FILE} of {dlib_backbone.PACKAGE}, CC0 1.0, "
        f"SHA-256 {dlib_backbone.SHA256}",
        "multiplyAdds": multiply_adds(model),
    }
    print(printed(export(model, sets, options.output, provenance)))


if __name__ == "__main__":
    main()
