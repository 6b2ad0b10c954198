"""Averages exported emotion networks of the same shape with weights, and recalibrates `prompted`.

    python -m training.emotion.mix --data FOLDER --cache CACHE --apart HEADS.npz:0.1 --apart PEOPLE.npz:0.2 \
        --output FOLDER MODEL:WEIGHT MODEL:WEIGHT …

Networks can be averaged if they were trained from the same start; a series of weights gives a curve between the
strengths of two networks. Everything but the numbers is taken from the last MODEL. The prior of `photograph` is
averaged with its layer; `publish.py` fits it again.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from training.convert.network_format import save_network
from training.emotion.calibrate_prompted import add_apart, calibrate
from training.faces import dataset, detect
from training.faces.searched import Searched


def weighted(text: str) -> tuple[Path, float]:
    """`FOLDER:WEIGHT`, with a weight above 0."""
    path, _, weight = text.rpartition(":")
    try:
        value = float(weight)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected a number as the weight in MODEL:WEIGHT, found {text!r}") from error
    if not path or not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a folder and a weight above 0 as MODEL:WEIGHT, found {text!r}")
    return Path(path), value


def mean_weights(parts: list[tuple[dict[str, np.ndarray], float]]) -> dict[str, np.ndarray]:
    """The mean of each tensor in its own type; raises ValueError if shapes differ."""
    first, total = parts[0][0], sum(weight for _, weight in parts)
    for tensors, _ in parts[1:]:
        if {name: part.shape for name, part in tensors.items()} != {
            name: part.shape for name, part in first.items()
        }:
            raise ValueError("these networks differ in shape: only those of one training can be averaged")
    return {
        name: (sum(weight * tensors[name].astype(np.float64) for tensors, weight in parts) / total).astype(part.dtype)
        for name, part in first.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", nargs="+", type=weighted, metavar="MODEL:WEIGHT")
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--cache", required=True, help="folder of the found faces")
    add_apart(parser)
    parser.add_argument("--output", type=Path, required=True, help="folder to write; it must not exist")
    options = parser.parse_args()
    if options.output.exists():
        parser.error(f"--output: {options.output} already exists")
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    weights = [str(folder / "weights.safetensors") for folder, _ in options.models]
    # Checked before anything is written: an incomplete model must not be mistaken for a complete one.
    for file in (path, *weights, *(str(renders.path) for renders in options.apart)):
        if not os.path.isfile(file):
            parser.error(f"{file} does not exist")
    try:
        mean = mean_weights([
            (load_file(folder / "weights.safetensors"), weight) for folder, weight in options.models
        ])
    except ValueError as error:
        parser.error(str(error))
    shutil.copytree(options.models[-1][0], options.output)
    save_network(options.output, json.loads((options.output / "manifest.json").read_text()), mean)
    held_out = dataset.load(path, detect.faces_of(path, options.cache))["held_out"]
    calibrate(options.output, held_out, Searched(path).targets(held_out), options.apart)


if __name__ == "__main__":
    main()
