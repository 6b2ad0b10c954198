"""Trains the second operating point of an emotion network: a classifier for requested expressions.

    python -m training.emotion.train_prompted --data FOLDER --cache CACHE --renders RENDERS.npz \
        --model Models/emotion-v1 [--renders MORE.npz:0.2 …] [--apart APART.npz:0.2 …] \
        [--anchor 0.1] [--withheld 0]

The network stays unchanged: a second dense layer is fitted to its embeddings of the training faces, and written to
the model's folder as `prompted.weight` and `prompted.bias`; then it is calibrated (`calibrate_prompted.py`, which
also describes APART). FOLDER contains `ferplus-train-valid.npz`; CACHE keeps the detected faces like `train.py`, and
the embeddings (remove `embeddings-*.npy` for another network); RENDERS.npz is a file of `render/faces.py` or
`render/training_humans.py`, followed by a colon and its share of the weight if that is not RENDERS_SHARE.

The labels of FER2013 itself are the requested emotions: each picture was found by a search for that emotion, whether
raters see it in the face or not. A target is the mean of that label and of the raters' votes; if at least one FER+
rater named the same emotion, it replaces the votes. Faces that raters call contempt, which was not a search term, stay
contempt. Each file of rendered people has its share of the weight. Every emotion has the same weight, so the layer
has no prior. It is kept near the first one, which is trained on ten raters' votes. Each emotion uses at most
MAX_PHOTOGRAPHS, by either label.

`--withheld` is the share of the loss without contempt, which the game offers only as a target: for other targets a
face of contempt counts as showing nothing, so that it does not pass for any other emotion.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from scipy.optimize import minimize

from training.contract import EMOTIONS
from training.convert.network_format import parameter_count, save_network
from training.emotion.calibrate_prompted import add_apart, calibrate
from training.emotion.evaluate import ExportedNetwork
from training.emotion.measures import softmax
from training.emotion.pools import renders_from
from training.emotion.prompted import (
    RENDERS_SHARE,
    Renders,
    embeddings,
    on_offer,
    weights_of,
    withheld,
)
from training.emotion.publish import log
from training.faces import dataset, detect
from training.faces.searched import Searched

# Weight of the squared distance from the first layer, relative to the mean log loss.
ANCHOR = 0.1
# The weight of the loss without contempt.
WITHHELD_SHARE = 0.0
ITERATIONS = 300
MAX_PHOTOGRAPHS = 1600
CHOICE_SEED = 1


def sampled_rows(labels: np.ndarray, searched: np.ndarray, most: int = MAX_PHOTOGRAPHS) -> np.ndarray:
    """Rows of at most `most` photographs of each emotion by either label, seeded."""
    random = np.random.default_rng(CHOICE_SEED)
    rows = [
        random.permutation(np.flatnonzero((labels == emotion) | (searched == emotion)))[:most]
        for emotion in range(len(EMOTIONS))
    ]
    return np.unique(np.concatenate(rows))


def fitted(
    seen: np.ndarray, targets: np.ndarray, weight: np.ndarray, start: tuple[np.ndarray, np.ndarray],
    anchor: float = ANCHOR, withheld_share: float = WITHHELD_SHARE,
) -> tuple[np.ndarray, np.ndarray]:
    """The layer [8, E] and bias [8] with the minimum weighted log loss near `start`. `anchor` is the strength of the
    attraction to `start`, `withheld_share` the share of the loss without contempt.
    """
    shape = start[0].shape
    left = withheld(targets)

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        layer, bias = parameters[: -shape[0]].reshape(shape), parameters[-shape[0] :]
        logits = seen @ layer.T + bias
        away = layer - start[0]
        value, error = anchor * (away**2).sum(), 0
        for share, wanted, given in (
            (1 - withheld_share, targets, logits), (withheld_share, left, on_offer(logits)),
        ):  # fmt: skip
            scores = softmax(given)
            value -= share * (weight[:, None] * wanted * np.log(scores.clip(1e-12))).sum()
            error = error + share * (scores - wanted) * weight[:, None]
        slope = np.concatenate([(error.T @ seen + 2 * anchor * away).ravel(), error.sum(0)])
        return value, slope

    found = minimize(
        loss, np.concatenate([start[0].ravel(), start[1]]), jac=True, method="L-BFGS-B",
        options={"maxiter": ITERATIONS},
    ).x  # fmt: skip
    return found[: -shape[0]].reshape(shape), found[-shape[0] :]


def write(model: Path, layer: np.ndarray, bias: np.ndarray, told: dict) -> None:
    """Writes the second classifier to weights and manifest, without calibration."""
    manifest = json.loads((model / "manifest.json").read_text())
    weights = load_file(model / "weights.safetensors")
    weights["prompted.weight"] = layer.astype(np.float32)
    weights["prompted.bias"] = bias.astype(np.float32)
    manifest["emotion"]["prompted"] = {
        "weight": "prompted.weight", "bias": "prompted.bias", "temperature": 1.0,
    }  # fmt: skip
    manifest["provenance"]["parameters"] = parameter_count(weights)
    manifest["provenance"]["prompted"] = told
    save_network(model, manifest, weights)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--cache", required=True, help="folder of the found faces")
    parser.add_argument(
        "--renders", type=Renders.named, action="append", required=True, metavar="FILE[:SHARE]",
        help=f"rendered people and their share of the weight ({RENDERS_SHARE}); may be repeated",
    )  # fmt: skip
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument(
        "--anchor", type=float, default=ANCHOR, help="weight of the penalty on the distance from the first layer"
    )
    parser.add_argument(
        "--withheld", type=float, default=WITHHELD_SHARE,
        help="share of the loss without contempt, from 0 to 1",
    )  # fmt: skip
    add_apart(parser)
    options = parser.parse_args()
    if not 0 <= options.withheld <= 1:
        parser.error(f"--withheld: {options.withheld:g} is not a share from 0 to 1")
    shares = [renders.share for renders in options.renders]
    for name, part in (("--renders", options.renders), ("--apart", options.apart)):
        total = sum(renders.share for renders in part)
        if total >= 1:
            parser.error(f"{name}: the shares sum to {total:g}; they must leave a share for photographs")
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    network = ExportedNetwork(options.model)
    searched, sets = Searched(path), dataset.load(path, detect.faces_of(path, options.cache))
    cache, train = Path(options.cache), sets["train"]
    chosen = train[sampled_rows(train.labels, searched.labels(train))]
    targets = searched.targets(chosen)
    photographs = embeddings(network, chosen, cache / "embeddings-train.npy", False)
    log(f"{len(targets)} photographs embedded")
    people, shown = [], []
    for number, renders in enumerate(options.renders):
        faces = renders_from(renders.path)
        # The first file keeps its old name, from when there was only one.
        kept = f"embeddings-renders{f'-{number}' if number else ''}.npy"
        people.append(embeddings(network, faces, cache / kept, True))
        shown.append(faces.targets.astype(np.float64))
        log(f"{len(faces)} renders of {renders.path} embedded")
    layer, bias = fitted(
        np.concatenate([photographs, *people]),
        np.concatenate([targets, *shown]),
        weights_of([targets, *shown], shares),
        (network.weight.astype(np.float64), network.bias.astype(np.float64)),
        options.anchor,
        options.withheld,
    )
    told = {
        "photographs": len(targets), "renders": sum(map(len, shown)), "rendersShare": round(sum(shares), 4),
        "anchor": options.anchor, "withheldShare": options.withheld,
    }  # fmt: skip
    write(options.model, layer, bias, told)
    held_out = sets["held_out"]
    calibrate(options.model, held_out, searched.targets(held_out), options.apart)


if __name__ == "__main__":
    main()
