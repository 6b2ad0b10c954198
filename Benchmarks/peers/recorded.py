"""The recorded input and outputs of a network, from its golden.safetensors."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np


class Recorded:
    """Case 0: the input and the expected outputs."""

    def __init__(self, model: Path):
        """Reads `case0.…` from a network's folder; the format is simple enough to read without a library."""
        self.manifest = json.loads((model / "manifest.json").read_text())
        data = (model / "golden.safetensors").read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])

        def tensor(name: str) -> np.ndarray:
            entry = header[f"case0.{name}"]
            if entry["dtype"] != "F32":
                raise SystemExit(f"{model}: case0.{name} is {entry['dtype']}, not F32")
            start, end = (8 + length + offset for offset in entry["data_offsets"])
            return np.frombuffer(data[start:end], np.float32).reshape(entry["shape"])

        source = self.manifest["input"]
        shape = (source["height"], source["width"], source["channels"])
        self.input = tensor(source["name"]).reshape(shape)
        self.outputs = {name: tensor(name) for name in self.manifest["outputs"]}

    @property
    def input_nchw(self) -> np.ndarray:
        """The input as (1, C, H, W)."""
        return np.ascontiguousarray(self.input.transpose(2, 0, 1)[None])

    def compare(self, outputs: dict[str, np.ndarray]) -> dict[str, float]:
        """The largest absolute difference, and the largest recorded number."""
        difference = 0.0
        for name, expected in self.outputs.items():
            value = np.asarray(outputs[name]).reshape(-1)
            if value.size != expected.size:
                raise SystemExit(f"{name} has {value.size} numbers, not {expected.size}")
            difference = max(difference, float(np.abs(value - expected.reshape(-1)).max()))
        largest = max(float(np.abs(expected).max()) for expected in self.outputs.values())
        return {"difference": difference, "largest": largest}
