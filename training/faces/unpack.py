"""Unpacks labelled faces into folders that `facialfun-lab evaluate` reads: CLASS/*.png or CLASS/*.jpg.

    python -m training.faces.unpack --data FOLDER --output FOLDER --set NAME

`--data` holds `ferplus-train-valid.npz` and `masked-faces-train.npz`. The sets:

- `ferplus-valid`: FER+ valid, 48×48 gray, as PNG without loss;
- `ferplus-held-out`: the tenth of FER+ train that training never sees;
- `ferplus-train`: the rest of FER+ train;
- `masked`: the masked faces, their JPEG bytes as they are.

FER+ labels are those of training (`dataset.load`): an image whose most frequent vote is `unknown` or
`not a face` is left out, and the label is the most frequent of the first eight; of emotions with
equally many votes the earlier in the order of the scores counts, and an emotion goes before
`unknown` and `not a face`. File names say the set and the place in it, so that two sets can be
unpacked into one folder. The faces are personal data under the terms of their collections: the
output belongs into no repository.
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
    """Writes a set of FER+. Returns how many faces, and what was left out, in words."""
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
    told = f"{dropped} images of FER+ {part} are mostly voted unknown or not a face"
    if name == "ferplus-train":
        all_used = len(sets["train"]) + len(sets["held_out"]) + dropped
        copies = int((split == part).sum()) - all_used
        told += f", and {copies} stand again in the held-out tenth"
    return len(faces), told + ": left out"


def unpack_masked(data: str, output: str) -> tuple[int, str]:
    """Writes the masked faces. Returns how many, and what was left out, in words."""
    arrays = np.load(os.path.join(data, "masked-faces-train.npz"))
    content, offset, labels = arrays["jpeg"], arrays["offset"], arrays["label"]
    for index, label in enumerate(labels):
        face = content[offset[index] : offset[index + 1]].tobytes()
        write(output, int(label), f"masked-{index:05d}.jpg", face)
    return len(labels), "none left out"


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
