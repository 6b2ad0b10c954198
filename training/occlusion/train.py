"""Trains the network that detects hidden mouths and eyes, and writes its model.

    python -m training.occlusion.train --data FOLDER --cache FOLDER --output Models/face-occlusion \
        [--hands HANDS.npz --hands-apart APART.npz]

FOLDER contains ferplus-train-valid.npz; the cache keeps the detected faces. `occluders.py` draws hands, masks,
glasses, hair and other objects over the faces of FER+ train (without the held-out tenth); the target is whether more
than half of the mouth or of the eyes is hidden. Shares between 25 and 60 % are ignored. HANDS.npz and APART.npz:
rendered people with a hand in front of the face (`render/covering_hands.py`). HANDS_SHARE of them are added to each
epoch; those in APART.npz are only used for tests. Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from training.faces import dataset, detect, framing
from training.faces.augment import Augmenter
from training.occlusion import occluders
from training.occlusion.export import export
from training.occlusion.network import INPUT_SIDE, OcclusionNetwork, scaled
from training.render.hands import FREE, HIDDEN

SEED = 41
FINE = 96  # the side of the pictures that objects are drawn on, twice that of the FER+ images
BATCH = 128
RATE = 3e-3
# Rendered people in addition to the FER+ faces of an epoch.
HANDS_SHARE = 0.3


class UnoccludedAugmenter(Augmenter):
    """The augmentation of the emotion network without its own occluders."""

    def covered(self, pixels: torch.Tensor) -> torch.Tensor:
        return pixels


def frame_of(face: np.ndarray) -> occluders.Frame:
    """Position of a face in the picture of side FINE; undetected faces get the typical framing."""
    if face[0] <= 0:
        return occluders.Frame(0.5 * FINE, 0.394 * FINE, 0.365 * FINE)
    return occluders.Frame.between(face[1:3] * FINE / 48, face[3:5] * FINE / 48)


def drawn(image: np.ndarray, face: np.ndarray, r: np.random.Generator):
    """One picture with objects drawn over it; (picture, share of the mouth, share of the eyes)."""
    fine = cv2.resize(image, (FINE, FINE), interpolation=cv2.INTER_CUBIC)
    sketch = occluders.Sketch(fine, frame_of(face), r)
    for harmless in occluders.HARMLESS:
        if r.random() < 0.12:
            harmless(sketch)
    chance = r.random()
    if chance < 0.3:
        tool = occluders.OVER_MOUTH[r.integers(len(occluders.OVER_MOUTH))]
        tool(sketch, r.normal(0, 0.15), 1.0 + r.normal(0, 0.12))
    elif chance < 0.6:
        tool = occluders.OVER_EYES[r.integers(len(occluders.OVER_EYES))]
        tool(sketch, r.normal(0, 0.1), r.normal(0, 0.08))
    elif chance < 0.75:
        place = occluders.BESIDE[r.integers(len(occluders.BESIDE))]
        tool = (occluders.hand, occluders.thing)[r.integers(2)]
        tool(sketch, place[0] + r.normal(0, 0.15), place[1] + r.normal(0, 0.15))
    return sketch.pixels(), *sketch.shares()


def epoch_of(faces: dataset.Faces, chosen: np.ndarray, r: np.random.Generator):
    """Pictures [N, FINE, FINE] and hidden shares [N, 2] for the chosen faces."""
    pictures = np.empty((len(chosen), FINE, FINE), np.uint8)
    shares = np.empty((len(chosen), 2), np.float32)
    for row, index in enumerate(chosen):
        picture, mouth, eyes = drawn(faces.images[index], faces.faces[index], r)
        pictures[row], shares[row] = picture, (mouth, eyes)
    return pictures, shares


def loss_of(logits: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """Cross entropy where a part is clearly hidden or visible."""
    clear = ((shares <= FREE) | (shares >= HIDDEN)).float()
    each = F.binary_cross_entropy_with_logits(logits, (shares >= HIDDEN).float(), reduction="none")
    return (each * clear).sum() / clear.sum().clip(1)


def squares_of(faces: np.ndarray) -> np.ndarray:
    """Framing of the FER+ faces in the pictures with drawn occluders."""
    return framing.squares(faces * np.float32([FINE / 48] * 5 + [1]), FINE)


def inputs_of(pictures: np.ndarray, squares: np.ndarray) -> torch.Tensor:
    """Network inputs as in service, without augmentation: [N, 1, side, side]."""
    cut = framing.network_inputs(pictures, squares, INPUT_SIDE)
    return scaled(torch.from_numpy(cut)[:, None].float())


def areas(logits: np.ndarray, shares: np.ndarray) -> list[float]:
    """The area under the curve for mouth and eyes."""
    from sklearn.metrics import roc_auc_score

    clear = (shares <= FREE) | (shares >= HIDDEN)
    return [float(roc_auc_score(shares[clear[:, k], k] >= HIDDEN, logits[clear[:, k], k]))
            for k in (0, 1)]  # fmt: skip


class Hands:
    """Rendered people with a hand in front of the face: pictures, framing, hidden shares [N, 2]."""

    def __init__(self, path: Path):
        arrays = np.load(path)
        self.pictures, self.shares = arrays["images"], arrays["shares"]
        if self.pictures.shape[1:] != (FINE, FINE):
            raise SystemExit(f"{path}: pictures of {self.pictures.shape[1:]}, not of {(FINE, FINE)}")
        self.squares = framing.squares(arrays["faces"], FINE)

    def drawn(self, count: int, r: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Random pictures, with their squares and shares."""
        rows = r.choice(len(self.pictures), count, replace=count > len(self.pictures))
        return self.pictures[rows], self.squares[rows], self.shares[rows]


def main() -> None:
    """Reads the command line, trains and exports."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("data", "cache", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--faces", type=int, default=16000, help="number of faces per epoch")
    parser.add_argument("--hands", type=Path, help="rendered people with a hand in front of the face")
    parser.add_argument("--hands-apart", type=Path, help="other people, for testing")
    arguments = parser.parse_args()
    if (arguments.hands is None) != (arguments.hands_apart is None):
        parser.error("--hands and --hands-apart must be given together: the test needs other people")
    torch.manual_seed(SEED)
    torch.use_deterministic_algorithms(True)
    path = f"{arguments.data}/ferplus-train-valid.npz"
    sets = dataset.load(path, detect.faces_of(path, arguments.cache))
    train, held_out = sets["train"], sets["held_out"]
    hands = Hands(arguments.hands) if arguments.hands else None
    rendered = round(arguments.faces * HANDS_SHARE) if hands else 0
    model = OcclusionNetwork()
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-3)
    steps = arguments.epochs * ((arguments.faces + rendered) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, steps)
    augmenter = UnoccludedAugmenter(SEED, INPUT_SIDE)
    # The mean of the last weights of the run: more stable than the final ones.
    mean = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True)  # fmt: skip
    r = np.random.default_rng(SEED)
    pictures, shares = epoch_of(held_out, np.arange(len(held_out)), np.random.default_rng(SEED + 1))
    tests = {"drawnOverHeldOut": (inputs_of(pictures, squares_of(held_out.faces)), shares)}
    if hands:
        others = Hands(arguments.hands_apart)
        tests["renderedHands"] = inputs_of(others.pictures, others.squares), others.shares
    for epoch in range(arguments.epochs):
        start, total = time.monotonic(), 0.0
        chosen = r.permutation(len(train))[: arguments.faces]
        drawn_pictures, drawn_shares = epoch_of(train, chosen, r)
        squares = squares_of(train.faces[chosen])
        if hands:
            more = hands.drawn(rendered, r)
            drawn_pictures, squares, drawn_shares = (
                np.concatenate(both)
                for both in zip((drawn_pictures, squares, drawn_shares), more, strict=True)
            )
        mixed = torch.from_numpy(r.permutation(len(squares))) if hands else torch.arange(len(squares))
        batches = mixed.split(BATCH)
        model.train()
        for rows in batches:
            if len(rows) < BATCH:
                continue
            seen = augmenter.batch([
                (torch.from_numpy(drawn_pictures[rows]), torch.from_numpy(squares[rows]))
            ])
            loss = loss_of(model(scaled(seen)), torch.from_numpy(drawn_shares[rows]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            mean.update_parameters(model)
            total += loss.item()
        mean.module.eval()
        with torch.no_grad():
            reached = {
                name: areas(mean.module(inputs).numpy(), wanted) for name, (inputs, wanted) in tests.items()
            }
        told = "; ".join(f"{name}: mouth {mouth:.4f}, eyes {eyes:.4f}" for name, (mouth, eyes) in reached.items())
        print(f"epoch {epoch + 1}: loss {total / len(batches):.4f}, area under the curve: {told}; "
              f"{time.monotonic() - start:.0f} s", flush=True)  # fmt: skip
    figures = {name: {"mouthArea": round(mouth, 4), "eyesArea": round(eyes, 4)}
               for name, (mouth, eyes) in reached.items()}  # fmt: skip
    command = f"python3 -m training.occlusion.train --epochs {arguments.epochs} --faces {arguments.faces}"
    data = "FER+ train without the held-out tenth, things drawn over it"
    if hands:
        command += " --hands HANDS.npz --hands-apart APART.npz"
        data += f"; {len(hands.pictures)} pictures of rendered people with a hand before the face"
    export(mean.module, tests["drawnOverHeldOut"][0][:4].numpy(), Path(arguments.output),
           {"command": command, "data": data,
            "seed": SEED, "figures": figures})  # fmt: skip


if __name__ == "__main__":
    main()
