"""Runs a network of this project from its manifest and weights with PyTorch.

    python -m training.convert.network_reference Models/face-detector

prints the distance from the recorded golden outputs. A flexible network accepts other sizes, too.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file


class ReferenceNetwork:
    """Evaluates the nodes of a manifest in float32, for batches of any size, with NHWC inputs and outputs."""

    def __init__(self, folder: Path):
        self.manifest = json.loads((folder / "manifest.json").read_text())
        self.weights = {
            name: torch.from_numpy(values.astype(np.float32))
            for name, values in load_file(folder / self.manifest["weights"]["file"]).items()
        }

    def __call__(self, batch: np.ndarray) -> list[np.ndarray]:
        """Outputs in the manifest's order for inputs (N, H, W, C), with scale and offset already applied."""
        # Internal maps are (N, C, H, W), and transposed when the layout matters.
        tensors = {"input": torch.from_numpy(batch).permute(0, 3, 1, 2)}
        with torch.inference_mode():
            for node in self.manifest["nodes"]:
                inputs = [tensors[name] for name in node["inputs"]]
                result = getattr(self, f"_{node['op']}")(node, *inputs)
                tensors[node["output"]] = self._activated(node, result)
        results = [tensors[name] for name in self.manifest["outputs"]]
        return [
            (value.permute(0, 2, 3, 1) if value.ndim == 4 else value).float().numpy() for value in results
        ]

    def _activated(self, node: dict, value: torch.Tensor) -> torch.Tensor:
        activation = node.get("activation")
        if activation is None:
            return value
        if activation == "relu":
            return value.relu()
        return F.prelu(value, self.weights[activation["prelu"]])

    def _padded(self, node: dict, x: torch.Tensor, value: float = 0) -> torch.Tensor:
        top, bottom, left, right = node["padding"]
        return F.pad(x, (left, right, top, bottom), value=value)

    def _conv2d(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        weight = self.weights[node["weight"]].permute(0, 3, 1, 2)
        bias = self.weights.get(node.get("bias"))
        return F.conv2d(self._padded(node, x), weight, bias, tuple(node["stride"]))

    def _depthwise_conv2d(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        weight = self.weights[node["weight"]].permute(2, 0, 1)[:, None]
        bias = self.weights[node["bias"]]
        padded = self._padded(node, x)
        return F.conv2d(padded, weight, bias, tuple(node["stride"]), groups=x.shape[1])

    def _max_pool2d(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        padded = self._padded(node, x, -torch.inf)
        return F.max_pool2d(padded, tuple(node["size"]), tuple(node["stride"]))

    def _average_pool2d(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        assert not any(node["padding"]), "padding of an average pool is not implemented"
        return F.avg_pool2d(x, tuple(node["size"]), tuple(node["stride"]))

    def _global_average_pool(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        return x.mean((2, 3), keepdim=True)

    def _add(self, node: dict, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return a + b

    def _activation(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        return x

    def _channel_pad(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        return F.pad(x, (0, 0, 0, 0, node["before"], node["after"]))

    def _reshape(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        return x.permute(0, 2, 3, 1).reshape(x.shape[0], *node["shape"])

    def _concat(self, node: dict, *parts: torch.Tensor) -> torch.Tensor:
        return torch.cat(parts, 1)

    def _sigmoid(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        return x.sigmoid()

    def _transpose(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        return x.permute(0, 3, 2, 1)  # [N, C, H, W]: columns and channels

    def _layer_norm(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        bias = self.weights[node["bias"]] if "bias" in node else None
        weight = self.weights[node["weight"]]
        turned = x.permute(0, 2, 3, 1)
        normed = F.layer_norm(turned, weight.shape, weight, bias, node["epsilon"])
        return normed.permute(0, 3, 1, 2)

    def _prepend_pixel(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        pixel = self.weights[node["weight"]].view(1, -1, 1, 1)
        return torch.cat([pixel.expand(x.shape[0], -1, x.shape[2], 1), x], 3)

    def _crop(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        (top, bottom), (left, right) = node["rows"], node["columns"]
        return x[:, :, top:bottom, left:right]

    def _normalize_points(self, node: dict, x: torch.Tensor) -> torch.Tensor:
        apart = x - x.mean((2, 3), keepdim=True)
        length = apart.norm(dim=1, keepdim=True).mean((2, 3), keepdim=True)
        return apart / length * node["scale"]


def main() -> None:
    """Compares the network with the golden outputs."""
    folder = Path(sys.argv[1])
    network = ReferenceNetwork(folder)
    golden = load_file(folder / "golden.safetensors")
    cases = sum(name.endswith(".input") for name in golden)
    for case in range(cases):
        outputs = network(golden[f"case{case}.input"][None])
        for name, value in zip(network.manifest["outputs"], outputs, strict=True):
            expected = golden[f"case{case}.{name}"]
            assert value[0].shape == expected.shape, (value.shape, expected.shape)
            worst = np.abs(value[0] - expected).max()
            print(f"case {case} {name}: largest {np.abs(expected).max():.1f}, off by {worst:.1e}")


if __name__ == "__main__":
    main()
