"""Recall of an exported emotion network on the masked faces: a second world, evaluation only.

    python3 -m training.emotion.evaluate_masked --model Models/emotion-v1 --data FOLDER

FOLDER holds `masked-faces-train.npz`. Nothing is trained, chosen or calibrated on these faces. They
are framed as service frames a face: by the detector, on a black border. There is no contempt among
them; a face that is called contempt counts as wrong.
"""

import argparse
import os
from pathlib import Path

import cv2
import numpy as np

from training.convert.network_reference import ReferenceNetwork
from training.emotion.evaluate import ExportedNetwork
from training.emotion.measures import report
from training.faces import detect, framing
from training.faces.dataset import EMOTIONS

SEED = 5


def masked_faces(path: str, count: int) -> tuple[np.ndarray, np.ndarray]:
    """A seeded choice of `count` images [N, 112, 112] and their labels."""
    data = np.load(path)
    offset, labels, files = data["offset"], data["label"], data["jpeg"]
    random = np.random.default_rng(SEED)
    chosen = np.sort(random.choice(len(labels), min(count, len(labels)), replace=False))
    images = [
        cv2.imdecode(files[offset[i] : offset[i + 1]], cv2.IMREAD_GRAYSCALE) for i in chosen
    ]
    return np.stack(images), labels[chosen]


def main() -> None:
    """Reads the command line and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--data", required=True, help="folder of masked-faces-train.npz")
    parser.add_argument("--count", type=int, default=1400)
    options = parser.parse_args()
    images, labels = masked_faces(
        os.path.join(options.data, "masked-faces-train.npz"), options.count
    )
    faces = detect.detect_faces(images, ReferenceNetwork(detect.DETECTOR), border_grey=0)
    squares = framing.squares(faces, images.shape[1])
    exported = ExportedNetwork(options.model)
    inputs = framing.network_inputs(images, squares, exported.manifest["input"]["height"])
    figures = report(exported.logits(inputs), labels)
    recall = figures["recall"][:7]
    print(f"{len(labels)} faces, {int((faces[:, 0] == 0).sum())} not detected and taken whole")
    print(f"accuracy {figures['accuracy']:.4f}, macro recall of seven {np.mean(recall):.4f}")
    print(", ".join(f"{name} {value:.3f}" for name, value in zip(EMOTIONS[:7], recall, strict=True)))


if __name__ == "__main__":
    main()
