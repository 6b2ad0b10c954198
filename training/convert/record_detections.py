"""Records the original pipeline's detections in the portraits among the sample pictures.

    python -m training.convert.record_detections

Each whole picture is searched once: letterbox to 128×128 on black, network, anchors, scores of at least 0.5, weighted
suppression at an overlap of 0.3. The result is written to Models/face-detector/detections.json, in pixels of the
picture.
"""

from __future__ import annotations

import json

import numpy as np
from PIL import Image

from training import MODELS
from training.convert.letterbox import letterbox
from training.convert.network_reference import ReferenceNetwork
from training.faces.detect import anchors

PICTURES = ("collins.jpg", "hopper.jpg")


def overlap(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union of boxes (…, 2, 2): center and size."""
    low = np.maximum(a[..., 0, :] - a[..., 1, :] / 2, b[..., 0, :] - b[..., 1, :] / 2)
    high = np.minimum(a[..., 0, :] + a[..., 1, :] / 2, b[..., 0, :] + b[..., 1, :] / 2)
    shared = np.clip(high - low, 0, None).prod(-1)
    return shared / (a[..., 1, :].prod(-1) + b[..., 1, :].prod(-1) - shared)


def detect(network: ReferenceNetwork, image: np.ndarray) -> list[dict]:
    """The faces in a picture, most certain first."""
    pixels, x0, y0, step = letterbox(image, 128)
    boxes, logits = network((pixels / np.float32(127.5) - 1)[None])
    values = boxes[0].reshape(-1, 8, 2).astype(np.float64)
    size = values[:, 1].copy()
    values += anchors()[:, None] * 128
    values[:, 1] = size
    scores = 1 / (1 + np.exp(-logits[0, :, 0].astype(np.float64).clip(-100, 100)))
    order = np.argsort(-scores, kind="stable")
    rest = order[scores[order] >= 0.5]
    faces = []
    while len(rest):
        group = rest[overlap(values[rest], values[rest[0]][None]) > 0.3]
        weights = scores[group] / scores[group].sum()
        mean = (values[group] * weights[:, None, None]).sum(0) * step
        mean[np.arange(8) != 1] += [x0, y0]
        faces.append(
            {
                "centre": mean[0].round(3).tolist(),
                "size": mean[1].round(3).tolist(),
                "points": mean[2:].round(3).tolist(),
                "score": round(float(scores[rest[0]]), 5),
            }
        )
        rest = np.setdiff1d(rest, group, assume_unique=True)
        rest = rest[np.argsort(-scores[rest], kind="stable")]
    return faces


def main() -> None:
    """Writes detections.json."""
    models = MODELS
    network = ReferenceNetwork(models / "face-detector")
    found = {}
    for name in PICTURES:
        image = np.asarray(Image.open(models.parent / "SampleFaces" / name).convert("RGB"))
        found[name] = detect(network, image)
    (models / "face-detector" / "detections.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
