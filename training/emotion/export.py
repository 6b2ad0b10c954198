"""Writes a trained emotion network as manifest, weights and golden outputs.

Batch normalization is folded into the convolutions, and the correction of the training prior into the classifier's
bias; the temperature is fitted on the held-out tenth.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import matplotlib.cbook
import numpy as np
import skimage.data
import torch
from torch import nn

from training import MODELS
from training.contract import EMOTIONS
from training.convert.network_format import FORMAT, parameter_count, save_golden, save_manifest, save_network
from training.emotion.calibration import prior, prior_correction, temperature_of
from training.emotion.evaluate import ExportedNetwork, figures_of
from training.emotion.network import INPUT_SIDE, OFFSET, SCALE, Convolution, Downsampling, EmotionNetwork
from training.faces import framing

VERSION = "1.6.0"
# Squares (center x, center y, side, angle) around the faces of the two public-domain portraits.
ASTRONAUT = np.float32([223, 118, 132, 0.0])
HOPPER = np.float32([262, 204, 200, 0.0])


class GraphWriter:
    """Collects nodes and weights from a network."""

    def __init__(self):
        self.nodes: list[dict] = []
        self.weights: dict[str, np.ndarray] = {}

    def node(self, op: str, inputs: list[str], prefix: str, **values) -> str:
        """Appends a node, named after its kind and number; returns its output's name."""
        name = f"{prefix}{sum(n['op'] == op for n in self.nodes) + 1}"
        self.nodes.append({"op": op, "name": name, "inputs": inputs, "output": name, **values})
        return name

    def convolution(self, source: str, layer: Convolution, relu: bool) -> str:
        """One convolution of the emotion network; at stride 2 its window extends to the right and down."""
        padding = [0, 1, 0, 1] if layer.conv.stride[0] == 2 else [layer.conv.kernel_size[0] // 2] * 4
        return self.folded(source, layer.conv, layer.norm, padding, relu)

    def folded(
        self, source: str, conv: nn.Conv2d, norm: nn.BatchNorm2d, padding: list[int], relu: bool
    ) -> str:
        """One convolution with its normalization folded in; padding: top, bottom, left, right."""
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight = conv.weight * factor[:, None, None, None]
        bias = norm.bias - norm.running_mean * factor
        stride = conv.stride[0]
        index = sum(n["op"] == "conv2d" for n in self.nodes) + 1
        self.weights[f"conv{index}.weight"] = (
            weight.permute(0, 2, 3, 1).contiguous().detach().numpy().astype(np.float16)
        )
        self.weights[f"conv{index}.bias"] = bias.detach().numpy().astype(np.float32)
        activation = {"activation": "relu"} if relu else {}
        return self.node(
            "conv2d", [source], "conv", weight=f"conv{index}.weight", bias=f"conv{index}.bias",
            stride=[stride, stride], padding=padding, **activation,
        )  # fmt: skip

    def network(self, model: EmotionNetwork) -> None:
        """All layers, from `input` to `embedding`."""
        halves = {"size": [2, 2], "stride": [2, 2], "padding": [0, 0, 0, 0]}
        last = self.convolution("input", model.stem, relu=True)
        last = self.node("max_pool2d", [last], "maxpool", **halves)
        for layer in model.layers:
            inner = self.convolution(last, layer.first, relu=True)
            inner = self.convolution(inner, layer.second, relu=False)
            if isinstance(layer, Downsampling):
                last = self.node("average_pool2d", [last], "avgpool", **halves)
                last = self.node("channel_pad", [last], "widen", before=0, after=layer.more)
            last = self.node("add", [last, inner], "add", activation="relu")
        self.nodes.append(
            {
                "op": "global_average_pool", "name": "pool", "inputs": [last],
                "output": "embedding",
            }
        )


def golden_inputs() -> list[np.ndarray]:
    """[side, side] gray 0…255 float32: two public-domain portraits, noise, a gradient, plain gray."""
    hopper = cv2.imread(str(matplotlib.cbook.get_sample_data("grace_hopper.jpg", asfileobj=False)))
    astronaut = cv2.cvtColor(skimage.data.astronaut(), cv2.COLOR_RGB2GRAY)
    hopper = cv2.cvtColor(hopper, cv2.COLOR_BGR2GRAY)
    faces = [
        framing.network_inputs(image[None], square[None], INPUT_SIDE)[0]
        for image, square in ((astronaut, ASTRONAUT), (hopper, HOPPER))
    ]
    noise = np.random.default_rng(8).integers(0, 256, (INPUT_SIDE, INPUT_SIDE))
    gradient = np.add.outer(np.arange(INPUT_SIDE), np.arange(INPUT_SIDE))
    gradient = gradient * 255 / gradient.max()
    plain = np.full((INPUT_SIDE, INPUT_SIDE), 128)
    return [x.astype(np.float32) for x in (*faces, noise, gradient, plain)]


def manifest_of(name: str, version: str, writer: GraphWriter, temperature: float) -> dict:
    """The manifest without checksum of the weights and provenance."""
    return {
        "format": FORMAT,
        "name": name,
        "version": version,
        "task": "emotion-recognition",
        "licence": "Apache-2.0",
        "source": "trained by training/emotion/train.py on the FER+ images from a start by dlib's "
        "face recognition network (CC0 1.0); README.md states the terms of that data",
        "weights": {},
        "input": {
            "name": "input", "height": INPUT_SIDE, "width": INPUT_SIDE, "channels": 1,
            "colour": "grey", "scale": SCALE, "offset": OFFSET,
        },
        "outputs": ["embedding"],
        "nodes": writer.nodes,
        "emotion": {
            "labels": EMOTIONS,
            "framing": {
                "sideOverBoxWidth": framing.SIDE_OVER_BOX_WIDTH,
                "centreBelowEyes": framing.CENTER_BELOW_EYES,
            },
            "mirrorAveraging": True,
            "classifier": {
                "weight": "classifier.weight", "bias": "classifier.bias",
                "temperature": round(temperature, 4),
            },
        },
        "provenance": {},
    }  # fmt: skip


def copy_default_limits(folder: Path) -> None:
    """Copies the shipped network's judgeability limits to a new folder, as initial values.

    They do not affect scores; measure/gate.py measures the network's own limits.
    """
    shipped = MODELS / "emotion-v1" / "judgeability.json"
    if not (folder / shipped.name).exists() and shipped.exists():
        shutil.copy(shipped, folder)
        print(f"{folder / shipped.name}: copied; measure/gate.py measures this network's own")


def export(model: EmotionNetwork, sets: dict, folder: Path, provenance: dict) -> dict:
    """Writes the model's folder and returns the figures of its exported weights."""
    folder.mkdir(parents=True, exist_ok=True)
    copy_default_limits(folder)
    model = model.eval()
    writer = GraphWriter()
    writer.network(model)
    writer.weights["classifier.weight"] = model.classifier.weight.detach().numpy()
    writer.weights["classifier.bias"] = model.classifier.bias.detach().numpy()
    manifest = manifest_of(folder.name, VERSION, writer, 1.0)

    def write() -> ExportedNetwork:
        save_network(folder, manifest, writer.weights)
        return ExportedNetwork(folder)

    # Prior and temperature are fitted with the exported weights, on the held-out tenth only.
    exported = write()
    logits = [exported.logits(view) for view in exported.views(sets["held_out"])]
    labels = sets["held_out"].labels
    share = np.bincount(sets["train"].labels, minlength=8) / len(sets["train"])
    natural, balance = prior_correction(logits, labels, share)
    correction = prior(natural, balance, share)
    writer.weights["classifier.bias"] = (writer.weights["classifier.bias"] + correction).astype(
        np.float32
    )
    temperature = temperature_of([each + correction for each in logits], labels)
    manifest["emotion"]["classifier"]["temperature"] = round(temperature, 4)
    exported = write()

    inputs = golden_inputs()
    golden = {}
    for case, pixels in enumerate(inputs):
        seen = (pixels * np.float32(SCALE) + np.float32(OFFSET))[..., None]
        embedding = exported.embedding(seen[None])
        golden[f"case{case}.input"] = seen
        golden[f"case{case}.embedding"] = embedding[0]
        golden[f"case{case}.logits"] = exported.classified(embedding)[0]
        golden[f"case{case}.scores"] = exported.scores(golden[f"case{case}.logits"][None])[0]
    save_golden(folder, golden)

    batch = torch.from_numpy(np.stack([golden[f"case{i}.input"] for i in range(len(inputs))]))
    with torch.no_grad():
        trained = model(batch.permute(0, 3, 1, 2)).numpy() + correction
    difference = max(
        float(np.abs(trained[i] - golden[f"case{i}.logits"]).max()) for i in range(len(inputs))
    )
    figures = {
        "heldOut": figures_of(exported, sets["held_out"]),
        "valid": figures_of(exported, sets["valid"]),
    }
    manifest["provenance"] = provenance | {
        "parameters": parameter_count(writer.weights),
        "labelShares": share.tolist(),
        "prior": {"natural": natural, "balance": balance},
        "exportDifference": float(f"{difference:.2g}"),
        "figures": {
            split: {key: part["framed"][key] for key in ("accuracy", "macroRecall", "recall")}
            for split, part in figures.items()
        },
    }
    save_manifest(folder, manifest)
    return figures
