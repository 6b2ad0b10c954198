"""The second operating point of an emotion network: a classifier for expressions that were asked for.

    python -m training.emotion.train_prompted --data FOLDER --cache CACHE --renders RENDERS.npz \
        --model Models/emotion-v1 [--renders MORE.npz:0.2 …] [--anchor 0.1] [--withheld 0]

The network stays as it is: a second dense layer is fitted to its embedding of the training faces, and
written into the model's folder as `prompted.weight` and `prompted.bias`, with its temperature in the
manifest. FOLDER holds `ferplus-train-valid.npz`; CACHE keeps the detected faces as `train.py`
does, and the embeddings (remove `embeddings-*.npy` for another network); RENDERS.npz is what
`render/faces.py` or `render/training_humans.py` wrote, with the share of the weight that it gets behind
a colon where that is not RENDERS_SHARE.

What was asked for is what FER2013's own labels say: each picture was found by the search for that
emotion, whether raters see it in the face or not. A target is the mean of that label and of the same
where at least one FER+ rater named it too, else the raters' votes; what raters call contempt, for
which nobody searched, stays contempt. Each file of rendered people has its share of the weight. Every
emotion weighs the same: the layer has no prior. It is held near the first one, which ten raters'
votes have shaped. Of each emotion MOST photographs are enough, by either label.

`--withheld` is the share of the loss that is taken without contempt, which the game offers only where it is the
target: there a face of contempt counts as one that shows nothing, so that it passes for no other emotion.

The temperature is fitted on the held-out tenth, each emotion weighing the same; what it is worth is
measured cross-fitted.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file
from scipy.optimize import minimize, minimize_scalar

from training.contract import EMOTIONS
from training.convert.network_format import parameter_count, save_golden, save_network
from training.emotion import calibration
from training.emotion.evaluate import ExportedNetwork
from training.emotion.measures import softmax
from training.emotion.pools import renders_from
from training.emotion.publish import log
from training.faces import dataset, detect, framing

CONTEMPT, NEUTRAL = EMOTIONS.index("contempt"), EMOTIONS.index("neutral")
RENDERS_SHARE = 0.15
# How much the squared distance from the first layer counts beside the mean log loss.
ANCHOR = 0.1
# How much the scores count in which contempt is not on offer.
WITHHELD_SHARE = 0.0
ITERATIONS = 300
MAX_PHOTOGRAPHS = 1600
CHOICE_SEED = 1
BATCH = 256
BINS = 15


def embeddings(
    network: ExportedNetwork, faces: dataset.Faces, kept: Path, mirrored: bool
) -> np.ndarray:
    """[N, E] float64, computed once in bfloat16 and kept in a file.

    - mirrored: whether they are the mean of each face's and its mirror image's, as in service.
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


def sampled_rows(labels: np.ndarray, searched: np.ndarray) -> np.ndarray:
    """Rows of at most MOST photographs of each emotion by either label, seeded."""
    random = np.random.default_rng(CHOICE_SEED)
    rows = [
        random.permutation(np.flatnonzero((labels == emotion) | (searched == emotion)))[:MAX_PHOTOGRAPHS]
        for emotion in range(len(EMOTIONS))
    ]
    return np.unique(np.concatenate(rows))


def prompted_targets(labels: np.ndarray, votes: np.ndarray, searched: np.ndarray) -> np.ndarray:
    """[N, 8] targets, rows that sum to 1.

    - labels [N]: the raters' majority; votes [N, 10]; searched [N]: the FER2013 label, 255 for none.
    """
    agreed = dataset.targets_from(votes, searched, 1.0).astype(np.float64)
    alone = agreed.copy()
    known = (searched < len(EMOTIONS)) & (labels != CONTEMPT)
    alone[known] = np.eye(len(EMOTIONS))[searched[known]]
    return (alone + agreed) / 2


def balanced(targets: np.ndarray) -> np.ndarray:
    """[N] weights that sum to 1, with which each emotion has the same sum of targets."""
    weight = (targets / targets.sum(0).clip(1e-9)).sum(1)
    return weight / weight.sum()


@dataclass(frozen=True)
class Renders:
    """A file of rendered people, and the share of the weight that they get together."""

    path: Path
    share: float

    @classmethod
    def named(cls, text: str) -> Renders:
        """`FILE` or `FILE:SHARE`, a share between 0 and 1."""
        path, colon, share = text.rpartition(":")
        if not colon:
            return cls(Path(text), RENDERS_SHARE)
        try:
            value = float(share)
        except ValueError as error:
            raise argparse.ArgumentTypeError(
                f"{share!r} is no number: FILE:SHARE wants a share between 0 and 1"
            ) from error
        if not 0 < value < 1:
            raise argparse.ArgumentTypeError(f"{value} is no share between 0 and 1")
        return cls(Path(path), value)


def weights_of(targets: list[np.ndarray], shares: list[float]) -> np.ndarray:
    """[ΣN] weights that sum to 1, of the photographs and of each file of renders, every emotion alike in
    each of them; `shares` are the renders', the photographs get the rest."""
    parts = [1 - sum(shares), *shares]
    return np.concatenate(
        [balanced(part) * share for part, share in zip(targets, parts, strict=True)]
    )


def withheld(targets: np.ndarray) -> np.ndarray:
    """The targets where contempt is not on offer: what is contempt shows nothing else."""
    left = targets.copy()
    left[:, NEUTRAL] += left[:, CONTEMPT]
    left[:, CONTEMPT] = 0
    return left


def fitted(
    seen: np.ndarray, targets: np.ndarray, weight: np.ndarray, start: tuple[np.ndarray, np.ndarray],
    anchor: float = ANCHOR, withheld_share: float = WITHHELD_SHARE,
) -> tuple[np.ndarray, np.ndarray]:
    """The layer [8, E] and bias [8] of least weighted log loss near `start`; `anchor` says how near,
    `withheld_share` how much of the loss is taken where contempt is not on offer."""
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


def temperature_of(logits: np.ndarray, targets: np.ndarray) -> float:
    """The temperature with the least log loss, each emotion weighing the same."""
    weight = balanced(targets)[:, None] * targets

    def loss(logarithm: float) -> float:
        return -(weight * np.log(softmax(logits / np.exp(logarithm)).clip(1e-12))).sum()

    return float(np.exp(minimize_scalar(loss, bounds=np.log([0.2, 5]), method="bounded").x))


def calibration_error(scores: np.ndarray, targets: np.ndarray) -> float:
    """Mean distance of the greatest score from the share of right answers, in BINS bins of equal
    width, each emotion weighing the same."""
    weight, best = balanced(targets), scores.argmax(1)
    sure, right = scores.max(1), targets[np.arange(len(targets)), best]
    place = np.minimum((sure * BINS).astype(int), BINS - 1)
    return float(
        sum(
            abs((weight * (sure - right))[place == number].sum()) for number in range(BINS)
        )
    )


def cross_fitted_error(logits: np.ndarray, targets: np.ndarray) -> float:
    """The calibration error, each face's score by a temperature that was fitted without it."""
    folds = calibration.folds_of(targets.argmax(1))
    scores = np.empty_like(logits)
    for fold in range(calibration.FOLDS):
        inside = folds == fold
        scores[inside] = softmax(logits[inside] / temperature_of(logits[~inside], targets[~inside]))
    return calibration_error(scores, targets)


def on_offer(logits: np.ndarray) -> np.ndarray:
    """Logits with contempt not on offer."""
    left = logits.copy()
    left[:, CONTEMPT] = -1e9
    return left


def write(
    model: Path, layer: np.ndarray, bias: np.ndarray, temperature: float, told: dict
) -> None:
    """Writes the second classifier into weights, manifest and golden outputs."""
    manifest = json.loads((model / "manifest.json").read_text())
    weights = load_file(model / "weights.safetensors")
    weights["prompted.weight"] = layer.astype(np.float32)
    weights["prompted.bias"] = bias.astype(np.float32)
    manifest["emotion"]["prompted"] = {
        "weight": "prompted.weight", "bias": "prompted.bias", "temperature": temperature,
    }  # fmt: skip
    manifest["provenance"]["parameters"] = parameter_count(weights)
    manifest["provenance"]["prompted"] = told
    golden = load_file(model / "golden.safetensors")
    for name in [name for name in golden if name.endswith(".embedding")]:
        logits = golden[name].reshape(-1).astype(np.float64) @ layer.T + bias
        golden[name.replace(".embedding", ".promptedScores")] = softmax(
            logits[None] / temperature
        )[0].astype(np.float32)
    save_golden(model, golden)
    save_network(model, manifest, weights)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--cache", required=True, help="folder of the found faces")
    parser.add_argument(
        "--renders", type=Renders.named, action="append", required=True, metavar="FILE[:SHARE]",
        help=f"rendered people and their share of the weight ({RENDERS_SHARE}); may be given more than once",
    )  # fmt: skip
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument(
        "--anchor", type=float, default=ANCHOR, help="how near the first layer it is held"
    )
    parser.add_argument(
        "--withheld", type=float, default=WITHHELD_SHARE,
        help="share of the loss that is taken where contempt is not on offer, from 0 to 1",
    )  # fmt: skip
    options = parser.parse_args()
    if not 0 <= options.withheld <= 1:
        parser.error(f"--withheld: {options.withheld:g} is no share from 0 to 1")
    shares = [renders.share for renders in options.renders]
    if sum(shares) >= 1:
        parser.error(f"--renders: the shares sum to {sum(shares):g}, nothing is left for photographs")
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    network = ExportedNetwork(options.model)
    arrays = np.load(path)
    row_of = {image.tobytes(): row for row, image in enumerate(arrays["images"])}
    sets = dataset.load(path, detect.faces_of(path, options.cache))

    cache = Path(options.cache)

    def asked(faces: dataset.Faces) -> tuple[np.ndarray, np.ndarray]:
        """What was searched for [N], and the targets [N, 8]."""
        rows = np.array([row_of[image.tobytes()] for image in faces.images])
        searched = arrays["fer2013_label"][rows]
        return searched, prompted_targets(faces.labels, arrays["votes"][rows], searched)

    train = sets["train"]
    chosen = sampled_rows(train.labels, asked(train)[0])
    targets = asked(train[chosen])[1]
    photographs = embeddings(network, train[chosen], cache / "embeddings-train.npy", False)
    log(f"{len(targets)} photographs seen")
    people, shown = [], []
    for number, renders in enumerate(options.renders):
        faces = renders_from(renders.path)
        # The first file's name is as it was when there was but one.
        kept = f"embeddings-renders{f'-{number}' if number else ''}.npy"
        people.append(embeddings(network, faces, cache / kept, True))
        shown.append(faces.targets.astype(np.float64))
        log(f"{len(faces)} renders of {renders.path} seen")
    layer, bias = fitted(
        np.concatenate([photographs, *people]),
        np.concatenate([targets, *shown]),
        weights_of([targets, *shown], shares),
        (network.weight.astype(np.float64), network.bias.astype(np.float64)),
        options.anchor,
        options.withheld,
    )
    wanted = asked(sets["held_out"])[1]
    seen = embeddings(network, sets["held_out"], cache / "embeddings-held-out.npy", True)
    offered = wanted[:, CONTEMPT] < 0.5
    logits = on_offer(seen[offered] @ layer.T + bias)
    wanted = wanted[offered]
    temperature = round(temperature_of(logits, wanted), 4)
    told = {
        "photographs": len(targets), "renders": sum(map(len, shown)), "rendersShare": round(sum(shares), 4),
        "anchor": options.anchor, "withheldShare": options.withheld, "calibrationFaces": len(wanted),
        "crossFittedCalibrationError": round(cross_fitted_error(logits, wanted), 4),
    }  # fmt: skip
    write(options.model, layer, bias, temperature, told)
    log(f"temperature {temperature}, {told}")


if __name__ == "__main__":
    main()
