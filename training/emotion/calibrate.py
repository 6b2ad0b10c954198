"""Refits prior and temperature of an exported emotion network, with scores of the shipped pipeline.

The held-out tenth, original and mirrored, is scored by `facialfun-lab evaluate`; prior and temperature are fitted to
the scores and written to the model's folder. Their quality is measured by cross-fitting: each face is scored with
values that were fitted without it.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from training.convert.network_format import save_golden, save_network
from training.emotion import calibration
from training.emotion.measures import softmax
from training.measure.pipeline import ScoredFaces


def calibrate(model: Path, views: list[ScoredFaces]) -> dict:
    """Rewrites prior and temperature of `model`; returns the fitted values and their quality.

    - views: scores of several views of the held-out faces, in the same order.
    """
    manifest = json.loads((model / "manifest.json").read_text())
    classifier = manifest["emotion"]["classifier"]
    old = prior_of(manifest)
    both = np.all([view.scored for view in views], 0)
    labels = views[0].labels[both]
    raw = [view[both].logits(classifier["temperature"]) - old for view in views]
    share = np.array(manifest["provenance"]["labelShares"])
    natural, balance = calibration.prior_correction(raw, labels, share)
    lifted = [view + calibration.prior(natural, balance, share) for view in raw]
    temperature = round(calibration.temperature_of(lifted, labels), 4)
    strengths = {"natural": natural, "balance": balance}
    rewrite(model, manifest, strengths, temperature)

    def worth(fit: calibration.Fit) -> dict:
        scores = calibration.cross_fitted(fit, lifted, labels)
        return calibration.calibration_figures(np.concatenate(scores), np.tile(labels, len(views)))

    return {
        "prior": strengths,
        "temperature": temperature,
        "faces": int(both.sum()),
        "folds": calibration.FOLDS,
        "temperatureScaling": worth(calibration.temperature_scaling),
        "vectorScaling": worth(calibration.vector_scaling),
    }


def prior_of(manifest: dict) -> np.ndarray:
    """[8] the logit offsets from the export or an earlier calibration."""
    provenance = manifest["provenance"]
    return calibration.prior(**provenance["prior"], share=np.array(provenance["labelShares"]))


def rewrite(model: Path, manifest: dict, strengths: dict, temperature: float) -> None:
    """Writes another prior and temperature to weights, manifest and golden outputs."""
    old = prior_of(manifest)
    manifest["provenance"]["prior"] = strengths
    bias_change = prior_of(manifest) - old
    classifier = manifest["emotion"]["classifier"]
    weights = load_file(model / "weights.safetensors")
    weights[classifier["bias"]] = (weights[classifier["bias"]] + bias_change).astype(np.float32)
    classifier["temperature"] = temperature
    golden = load_file(model / "golden.safetensors")
    for name in [name for name in golden if name.endswith(".logits")]:
        golden[name] = (golden[name] + bias_change).astype(np.float32)
        golden[name.replace(".logits", ".scores")] = softmax(golden[name] / temperature).astype(
            np.float32
        )
    save_golden(model, golden)
    save_network(model, manifest, weights)
