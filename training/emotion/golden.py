"""Golden outputs of an exported emotion network, for testing the engine."""

from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from training.convert.network_format import save_golden
from training.emotion.evaluate import ExportedNetwork
from training.emotion.measures import softmax


def renew_golden(folder: Path) -> None:
    """Recomputes the golden outputs of the existing inputs from the exported weights."""
    network, golden = ExportedNetwork(folder), load_file(folder / "golden.safetensors")
    prompted = network.manifest["emotion"]["prompted"]
    layer, bias = (network.network.weights[prompted[name]].numpy() for name in ("weight", "bias"))
    for name in [name for name in golden if name.endswith(".input")]:
        case = name.removesuffix(".input")
        embedding = network.embedding(golden[name][None])
        logits = network.classified(embedding)
        golden[f"{case}.embedding"] = embedding[0]
        golden[f"{case}.logits"] = logits[0]
        golden[f"{case}.scores"] = network.scores(logits)[0]
        asked = embedding.reshape(1, -1).astype(np.float64) @ layer.T + bias
        golden[f"{case}.promptedScores"] = softmax(asked / prompted["temperature"])[0].astype(np.float32)
    save_golden(folder, golden)
