"""Figures of an exported emotion network, computed from its manifest and weights.

    python3 -m training.emotion.evaluate --model Models/emotion-v1 --data FOLDER --cache FOLDER

prints accuracy, macro recall, each emotion's recall, the confusion matrix and the calibration error on FER+ valid and
on the held-out tenth of train, framed by the detector and as whole images.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import numpy as np

from training.contract import EMOTIONS
from training.convert.network_reference import ReferenceNetwork
from training.emotion.measures import calibration_error, report, softmax
from training.faces import dataset, detect, framing


class ExportedNetwork:
    """An emotion network from its folder: embedding, logits, scores."""

    def __init__(self, folder: Path):
        self.network = ReferenceNetwork(folder)
        self.manifest = self.network.manifest
        classifier = self.manifest["emotion"]["classifier"]
        self.weight = self.network.weights[classifier["weight"]].numpy()
        self.bias = self.network.weights[classifier["bias"]].numpy()
        self.temperature = classifier["temperature"]

    def embedding(self, seen: np.ndarray) -> np.ndarray:
        """[N, H, W, 1], scale and offset applied → [N, 1, 1, E]."""
        return self.network(seen)[0]

    def classified(self, embedding: np.ndarray) -> np.ndarray:
        """[N, 1, 1, E] → logits [N, 8]."""
        return embedding.reshape(len(embedding), -1) @ self.weight.T + self.bias

    def scores(self, logits: np.ndarray) -> np.ndarray:
        return softmax(logits / self.temperature).astype(np.float32)

    def logits(self, pixels: np.ndarray) -> np.ndarray:
        """[N, H, W] gray 0…255 → logits [N, 8], averaged over mirror images if the model requires it."""
        if self.manifest["emotion"].get("mirrorAveraging"):
            return (self.plain_logits(pixels) + self.plain_logits(pixels[:, :, ::-1])) / 2
        return self.plain_logits(pixels)

    def plain_logits(self, pixels: np.ndarray) -> np.ndarray:
        """[N, H, W] gray 0…255 → logits [N, 8] of the pixels without mirror averaging."""
        entry = self.manifest["input"]
        seen = pixels[..., None].astype(np.float32) * np.float32(entry["scale"])
        seen += np.float32(entry["offset"])
        parts = [self.embedding(seen[i : i + 256]) for i in range(0, len(seen), 256)]
        return self.classified(np.concatenate(parts))

    def framed(self, faces: dataset.Faces) -> np.ndarray:
        """Network inputs as in service: [N, H, W] uint8."""
        squares = framing.squares(faces.faces, faces.images.shape[1])
        return framing.network_inputs(faces.images, squares, self.manifest["input"]["height"])

    def views(self, faces: dataset.Faces) -> list[np.ndarray]:
        """The faces as in service, and mirrored."""
        framed = self.framed(faces)
        return [framed, np.ascontiguousarray(framed[:, :, ::-1])]


def figures_of(exported: ExportedNetwork, faces: dataset.Faces) -> dict:
    """Figures of faces framed by the detector, of mirrored faces and of whole images."""
    figures = {}
    framed, mirrored = exported.views(faces)
    for name, pixels in (("framed", framed), ("mirrored", mirrored), ("whole", faces.images)):
        logits = exported.logits(pixels)
        figures[name] = report(logits, faces.labels)
        figures[name]["calibrationError"] = calibration_error(exported.scores(logits), faces.labels)
    figures["notDetected"] = int((faces.faces[:, 0] == 0).sum())
    return figures


def printed(figures: dict) -> str:
    """The figures as readable text."""
    lines = []
    for split, part in figures.items():
        lines.append(f"{split}: {part['notDetected']} without a detected face, evaluated as whole images")
        for view in ("framed", "mirrored", "whole"):
            f = part[view]
            lines.append(
                f"  {view}: accuracy {f['accuracy']:.4f}, macro recall {f['macroRecall']:.4f}, "
                f"calibration error {f['calibrationError']:.4f}"
            )
            recalls = zip(EMOTIONS, f["recall"], strict=True)
            lines.append("    " + ", ".join(f"{name} {value:.3f}" for name, value in recalls))
        lines += ["    " + " ".join(f"{n:5d}" for n in row) for row in part["framed"]["confusion"]]
    return "\n".join(lines)


def main() -> None:
    """Reads the command line and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--cache", required=True, help="folder where the found faces are kept")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    sets = dataset.load(path, detect.faces_of(path, options.cache))
    exported = ExportedNetwork(options.model)
    figures = {name: figures_of(exported, sets[name]) for name in ("held_out", "valid")}
    print(printed(figures))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
