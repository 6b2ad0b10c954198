"""Writes the trained occlusion network as manifest, weights and golden outputs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.convert.network_format import FORMAT, parameter_count, save_golden, save_manifest, save_network
from training.convert.network_reference import ReferenceNetwork
from training.emotion.export import GraphWriter
from training.occlusion.network import INPUT_SIDE, OFFSET, SCALE, OcclusionNetwork


def bare(writer: GraphWriter, source: str, conv: nn.Conv2d, output: str, relu: bool) -> str:
    """A convolution without normalization or padding; returns its output's name."""
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
    """Writes the folder; `inputs` [N, 1, side, side] are those of the golden outputs."""
    model = model.eval()
    writer = GraphWriter()
    last = "input"
    for conv, norm in zip(model.convs, model.norms, strict=True):
        # Padded by one on all sides; at stride 2 the last row and column of even sides are not used.
        padding = [1, 0, 1, 0] if conv.stride[0] == 2 else [1, 1, 1, 1]
        last = writer.folded(last, conv, norm, padding, relu=True)
    last = bare(writer, last, model.look, "look", relu=True)
    bare(writer, last, model.answer, "hidden", relu=False)
    manifest = {
        "format": FORMAT, "name": folder.name, "version": "1.1.0",
        "task": "face-occlusion", "licence": "Apache-2.0",
        "source": "trained by training/occlusion/train.py on the FER+ images with things "
        "drawn over them and on rendered people with a hand before the face; README.md states the terms "
        "of that data",
        "weights": {},
        "input": {"name": "input", "height": INPUT_SIDE, "width": INPUT_SIDE, "channels": 1,
                  "colour": "grey", "scale": SCALE, "offset": OFFSET},
        "outputs": ["hidden"], "nodes": writer.nodes, "provenance": provenance,
    }  # fmt: skip
    save_network(folder, manifest, writer.weights)
    reference = ReferenceNetwork(folder)
    noise = np.random.default_rng(8).integers(0, 256, (1, INPUT_SIDE, INPUT_SIDE, 1))
    # Golden inputs are drawn: no face of the training data enters the repository.
    halves = np.full((1, INPUT_SIDE, INPUT_SIDE, 1), 192)
    halves[:, INPUT_SIDE // 2 :] = 32
    ramp = np.add.outer(np.arange(INPUT_SIDE), np.arange(INPUT_SIDE)) * 255 / 94
    golden = {}
    cases = [noise, halves, ramp[None, ..., None]]
    for case, pixels in enumerate(cases):
        seen = (pixels * SCALE + OFFSET).astype(np.float32)
        golden[f"case{case}.input"] = seen[0]
        golden[f"case{case}.hidden"] = reference(seen)[0].reshape(-1)
    save_golden(folder, golden)
    with torch.no_grad():
        trained = model(torch.from_numpy(inputs)).numpy()
    exported = reference(inputs.transpose(0, 2, 3, 1))[0].reshape(len(inputs), 2)
    difference = float(np.abs(trained - exported).max())
    manifest["provenance"] |= {
        "parameters": parameter_count(writer.weights),
        "exportDifference": float(f"{difference:.2g}"),
    }
    save_manifest(folder, manifest)
    print(json.dumps(manifest["provenance"], indent=2))
