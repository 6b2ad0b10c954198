"""Unpacks labeled faces into folders for `facialfun-lab evaluate`: CLASS/*.png or CLASS/*.jpg.

    python -m training.faces.unpack --data FOLDER --output FOLDER --set NAME

`--data` contains `ferplus-train-valid.npz` and `masked-faces-train.npz`. The sets:

- `ferplus-valid`: FER+ valid, 48×48 gray, as lossless PNG;
- `ferplus-held-out`: the tenth of FER+ train that is never used for training;
- `ferplus-train`: the rest of FER+ train;
- `masked`: the masked faces, with their original JPEG bytes.

FER+ labels are those of training (`dataset.load`): images whose most frequent vote is `unknown` or `not a face` are
omitted, and the label is the most frequent of the first eight. In a tie the first emotion in the order of the scores
counts, and emotions take precedence over `unknown` and `not a face`. File names contain the set and the index in it,
so that two sets can be unpacked into one folder. The faces are personal data under the terms of their collections:
never commit the output to a repository.
"""

import argparse
import os
import sys

import cv2
import numpy as np

from training.contract import EMOTIONS
from training.faces import dataset

FERPLUS = {"ferplus-valid": "valid", "ferplus-held-out": "held_out", "ferplus-train": "train"}


def write(folder: str, label: int, name: str, content: bytes) -> None:
    """Writes one file into its class's folder."""
    place = os.path.join(folder, EMOTIONS[label])
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, name), "wb") as file:
        file.write(content)


def unpack_ferplus(data: str, output: str, name: str) -> tuple[int, str]:
    """Writes a set of FER+. Returns the number of faces, and a description of omitted ones."""
    path = os.path.join(data, "ferplus-train-valid.npz")
    votes, split = (np.load(path)[key] for key in ("votes", "split"))
    sets = dataset.load(path, np.zeros((len(votes), 6), np.float32))
    faces = sets[FERPLUS[name]]
    for index, (image, label) in enumerate(zip(faces.images, faces.labels, strict=True)):
        encoded, content = cv2.imencode(".png", image)
        if not encoded:
            sys.exit(f"{name}: image {index} cannot be written as PNG")
        write(output, int(label), f"{name}-{index:05d}.png", content.tobytes())
    part = "valid" if name == "ferplus-valid" else "train"
    dropped = int((votes.argmax(1) >= 8)[split == part].sum())
    told = f"{dropped} images of FER+ {part} have a majority of votes for unknown or not a face"
    if name == "ferplus-train":
        all_used = len(sets["train"]) + len(sets["held_out"]) + dropped
        copies = int((split == part).sum()) - all_used
        told += f", and {copies} have a copy in the held-out tenth"
    return len(faces), told + ": left out"


def unpack_masked(data: str, output: str) -> tuple[int, str]:
    """Writes the masked faces. Returns their number, and a description of omitted ones."""
    arrays = np.load(os.path.join(data, "masked-faces-train.npz"))
    content, offset, labels = arrays["jpeg"], arrays["offset"], arrays["label"]
    for index, label in enumerate(labels):
        face = content[offset[index] : offset[index + 1]].tobytes()
        write(output, int(label), f"masked-{index:05d}.jpg", face)
    return len(labels), "none omitted"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of the npz files")
    parser.add_argument("--output", required=True, help="folder to write to")
    parser.add_argument("--set", required=True, choices=[*FERPLUS, "masked"])
    chosen = parser.parse_args()
    try:
        if chosen.set == "masked":
            count, told = unpack_masked(chosen.data, chosen.output)
        else:
            count, told = unpack_ferplus(chosen.data, chosen.output, chosen.set)
    except OSError as error:
        sys.exit(f"unpack: {error}")
    print(f"{chosen.set}: {count} faces in {chosen.output} ({told})")


if __name__ == "__main__":
    main()
