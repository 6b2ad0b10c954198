"""Calibrates the second operating point of an exported emotion network on unseen faces.

    python -m training.emotion.calibrate_prompted --data FOLDER --cache CACHE \
        --apart HEADS.npz:0.1 --apart PEOPLE.npz:0.2 --model Models/emotion-v1

A temperature and an offset for each emotion are fitted to the requested emotions (`prompted.py`), on the held-out
tenth of the photographs and on held-out rendered people. Each of their files has the weight that such people have in
training; within a file all emotions have the same weight. As in the game, contempt is not offered; its own offset is
fitted last. The offsets are added to the bias of the layer. Raters' votes would be misleading targets here: raters
call many faces neutral although the person tried to show an expression.

The quality is measured on the photographs without contempt, by cross-fitting.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from scipy.optimize import minimize, minimize_scalar

from training.contract import EMOTIONS
from training.convert.network_format import save_network
from training.emotion import calibration
from training.emotion.evaluate import ExportedNetwork
from training.emotion.golden import renew_golden
from training.emotion.measures import softmax
from training.emotion.pools import renders_from
from training.emotion.prompted import (
    Renders,
    balanced,
    embeddings,
    on_offer,
    withheld,
)
from training.emotion.publish import log
from training.faces import dataset, detect
from training.faces.searched import CONTEMPT, Searched

BINS = 15
# The bounds of the inverse temperature and of the offsets. They are wide, but prevent uninformative faces from
# inverting the scores.
SCALES, MAX_OFFSET = (0.2, 5.0), 5.0


@dataclass(frozen=True)
class Calibration:
    """Scores are softmax(logits / temperature + offsets). The sum of the offsets [8], except that of contempt, is 0."""

    temperature: float
    offsets: np.ndarray

    def applied(self, logits: np.ndarray) -> np.ndarray:
        """[N, 8] calibrated logits."""
        return logits / self.temperature + self.offsets


@dataclass(frozen=True)
class Asked:
    """Faces with their requested emotions: logits and targets [N, 8], and the file index [N] of each.

    - shares: weight of each file.
    """

    logits: np.ndarray
    targets: np.ndarray
    file: np.ndarray
    shares: list[float]

    def __getitem__(self, rows: np.ndarray) -> Asked:
        return Asked(self.logits[rows], self.targets[rows], self.file[rows], self.shares)

    def weight(self, targets: np.ndarray) -> np.ndarray:
        """[N] weights with a sum of 1, the same for every emotion of these targets within each file."""
        weight = np.zeros(len(targets))
        for number, share in enumerate(self.shares):
            weight[self.file == number] = share * balanced(targets[self.file == number])
        return weight


def fitted(faces: Asked) -> Calibration:
    """The calibration with the minimum weighted log loss without contempt, as in the game; then contempt's own offset
    with it.
    """
    logits, targets = faces.logits, faces.targets
    left = withheld(targets)
    weight, weight_with_contempt = faces.weight(left), faces.weight(targets)

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        scores = softmax(on_offer(logits * parameters[0] + parameters[1:]))
        error = weight[:, None] * (scores - left)
        value = -(weight[:, None] * left * np.log(scores.clip(1e-12))).sum()
        return value, np.concatenate([[(error * logits).sum()], error.sum(0)])

    found = minimize(
        loss, np.concatenate([[1.0], np.zeros(8)]), jac=True, method="L-BFGS-B",
        bounds=[SCALES] + 8 * [(-MAX_OFFSET, MAX_OFFSET)],
    ).x  # fmt: skip
    offsets = found[1:]

    def loss_with_contempt(offset: float) -> float:
        given = logits * found[0] + offsets
        given[:, CONTEMPT] = logits[:, CONTEMPT] * found[0] + offset
        return -(weight_with_contempt[:, None] * targets * np.log(softmax(given).clip(1e-12))).sum()

    offsets[CONTEMPT] = minimize_scalar(loss_with_contempt, bounds=(-MAX_OFFSET, MAX_OFFSET), method="bounded").x
    offsets -= np.delete(offsets, CONTEMPT).mean()
    return Calibration(round(float(1 / found[0]), 4), np.round(offsets, 4))


def calibration_error(scores: np.ndarray, targets: np.ndarray) -> float:
    """Mean distance between the highest score and the share of correct answers, in BINS bins of equal width, with the
    same weight for each emotion.
    """
    weight, best = balanced(targets), scores.argmax(1)
    sure, right = scores.max(1), targets[np.arange(len(targets)), best]
    place = np.minimum((sure * BINS).astype(int), BINS - 1)
    return float(
        sum(
            abs((weight * (sure - right))[place == number].sum()) for number in range(BINS)
        )
    )


def cross_fitted_error(faces: Asked) -> float:
    """The calibration error on the first file's faces without contempt; each face is scored by a calibration that was
    fitted without it.
    """
    folds = calibration.folds_of(faces.targets.argmax(1))
    scores = np.empty_like(faces.logits)
    for fold in range(calibration.FOLDS):
        inside = folds == fold
        found = fitted(faces[~inside])
        scores[inside] = softmax(on_offer(found.applied(faces.logits[inside])))
    judged = (faces.file == 0) & (faces.targets[:, CONTEMPT] < 0.5)
    return calibration_error(scores[judged], withheld(faces.targets[judged]))


def calibrate(
    model: Path, held_out: dataset.Faces, wanted: np.ndarray, apart: list[Renders]
) -> Calibration:
    """Fits the calibration with the exported weights and writes it to the model's folder.

    - wanted: [N, 8] requested emotions of the held-out faces.
    """
    network, shown = ExportedNetwork(model), [renders_from(renders.path) for renders in apart]
    sets = [held_out, *shown]
    with tempfile.TemporaryDirectory() as work:
        seen = [
            embeddings(network, faces, Path(work) / f"{number}.npy", True)
            for number, faces in enumerate(sets)
        ]
    entry = network.manifest["emotion"]["prompted"]
    layer, bias = (network.network.weights[entry[name]].numpy().astype(np.float64) for name in ("weight", "bias"))
    targets = [wanted, *(part.targets.astype(np.float64) for part in shown)]
    shares = [renders.share for renders in apart]
    faces = Asked(
        np.concatenate(seen) @ layer.T + bias, np.concatenate(targets),
        np.repeat(np.arange(len(sets)), [len(part) for part in sets]), [1 - sum(shares), *shares],
    )  # fmt: skip
    found, error = fitted(faces), cross_fitted_error(faces)

    manifest, weights = network.manifest, load_file(model / "weights.safetensors")
    weights[entry["bias"]] = (bias + found.temperature * found.offsets).astype(np.float32)
    entry["temperature"] = found.temperature
    manifest["provenance"]["prompted"] |= {
        "calibrationFaces": len(held_out),
        "calibrationRenders": sum(map(len, shown)),
        "calibrationRendersShare": round(sum(shares), 4),
        "offsets": dict(zip(EMOTIONS, found.offsets.tolist(), strict=True)),
        "crossFittedCalibrationError": round(error, 4),
    }
    save_network(model, manifest, weights)
    renew_golden(model)
    told = json.dumps(manifest["provenance"]["prompted"]["offsets"])
    log(f"prompted: temperature {found.temperature}, error {error:.4f}, offsets {told}")
    return found


def add_apart(parser: argparse.ArgumentParser) -> None:
    """Adds the option for held-out rendered people."""
    parser.add_argument(
        "--apart", type=Renders.named, action="append", default=[], metavar="FILE[:SHARE]",
        help="unseen rendered people, and their share of the weight in calibration; "
        "may be repeated",
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--cache", required=True, help="folder of the found faces")
    add_apart(parser)
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    options = parser.parse_args()
    if sum(renders.share for renders in options.apart) >= 1:
        parser.error("--apart: the shares must sum to less than 1, to leave a share for photographs")
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    held_out = dataset.load(path, detect.faces_of(path, options.cache))["held_out"]
    calibrate(options.model, held_out, Searched(path).targets(held_out), options.apart)


if __name__ == "__main__":
    main()
