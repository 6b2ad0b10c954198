"""Writes the trained occlusion network as manifest, weights and golden outputs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.convert.network_reference import ReferenceNetwork
from training.emotion.export import GraphWriter, save, to_text
from training.occlusion.network import INPUT_SIDE, OFFSET, SCALE, OcclusionNetwork


def bare(writer: GraphWriter, source: str, conv: nn.Conv2d, output: str, relu: bool) -> str:
    """A convolution without normalisation or padding; returns its output's name."""
    writer.weights[f"{output}.weight"] = (
        conv.weight.permute(0, 2, 3, 1).contiguous().detach().numpy().astype(np.float16)
    )
    writer.weights[f"{output}.bias"] = conv.bias.detach().numpy().astype(np.float32)
    node = {
        "op": "conv2d", "name": output, "inputs": [source], "output": output,
        "weight": f"{output}.weight", "bias": f"{output}.bias", "stride": [1, 1],
        "padding": [0, 0, 0, 0],
    }  # fmt: skip
    writer.nodes.append(node | ({"activation": "relu"} if relu else {}))
    return output


def export(model: OcclusionNetwork, inputs: np.ndarray, folder: Path, provenance: dict) -> None:
    """Writes the folder; `inputs` [N, 1, side, side] are what the golden outputs are given for."""
    folder.mkdir(parents=True, exist_ok=True)
    model = model.eval()
    writer = GraphWriter()
    last = "input"
    for conv, norm in zip(model.convs, model.norms, strict=True):
        last = writer.conv(last, conv, norm, relu=True)
    last = bare(writer, last, model.look, "look", relu=True)
    bare(writer, last, model.answer, "hidden", relu=False)
    save(writer.weights, folder / "weights.safetensors")
    data = (folder / "weights.safetensors").read_bytes()
    manifest = {
        "format": "facialfun.network/1", "name": folder.name, "version": "1.0.0",
        "task": "face-occlusion", "licence": "Apache-2.0",
        "source": "trained by training/occlusion/train.py on the FER+ images with things "
        "drawn over them; README.md states the terms of that data",
        "weights": {"file": "weights.safetensors", "bytes": len(data),
                    "sha256": hashlib.sha256(data).hexdigest()},
        "input": {"name": "input", "height": INPUT_SIDE, "width": INPUT_SIDE, "channels": 1,
                  "colour": "grey", "scale": SCALE, "offset": OFFSET},
        "outputs": ["hidden"], "nodes": writer.nodes, "provenance": provenance,
    }  # fmt: skip
    (folder / "manifest.json").write_text(to_text(manifest))
    reference = ReferenceNetwork(folder)
    noise = np.random.default_rng(8).integers(0, 256, (1, INPUT_SIDE, INPUT_SIDE, 1))
    # Golden inputs are noise and plain grey: no face of the training data enters the repository.
    plain = np.full((1, INPUT_SIDE, INPUT_SIDE, 1), 128)
    ramp = np.add.outer(np.arange(INPUT_SIDE), np.arange(INPUT_SIDE)) * 255 / 94
    golden = {}
    cases = [noise, plain, ramp[None, ..., None]]
    for case, pixels in enumerate(cases):
        seen = (pixels * SCALE + OFFSET).astype(np.float32)
        golden[f"case{case}.input"] = seen[0]
        golden[f"case{case}.hidden"] = reference(seen)[0].reshape(-1)
    save(golden, folder / "golden.safetensors")
    with torch.no_grad():
        trained = model(torch.from_numpy(inputs)).numpy()
    exported = reference(inputs.transpose(0, 2, 3, 1))[0].reshape(len(inputs), 2)
    difference = float(np.abs(trained - exported).max())
    manifest["provenance"] |= {
        "parameters": int(sum(values.size for values in writer.weights.values())),
        "exportDifference": float(f"{difference:.2g}"),
    }
    (folder / "manifest.json").write_text(to_text(manifest))
    print(json.dumps(manifest["provenance"], indent=2))
