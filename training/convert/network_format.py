"""The files of a network's folder; `Models/README.md` describes the manifest."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

FORMAT = "facialfun.network/1"


def save_tensors(tensors: dict[str, np.ndarray], file: Path) -> bytes:
    """Writes tensors to a world-readable file, and returns its bytes."""
    save_file({name: np.ascontiguousarray(values) for name, values in tensors.items()}, file)
    file.chmod(0o644)
    return file.read_bytes()


def save_network(folder: Path, manifest: dict, weights: dict[str, np.ndarray]) -> None:
    """Writes weights.safetensors and manifest.json, with the size and the checksum of the weights."""
    folder.mkdir(parents=True, exist_ok=True)
    data = save_tensors(weights, folder / "weights.safetensors")
    manifest["weights"] = {
        "file": "weights.safetensors", "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(),
    }  # fmt: skip
    save_manifest(folder, manifest)


def save_manifest(folder: Path, manifest: dict) -> None:
    """Writes manifest.json with one node per line, so that the graph is readable."""
    nodes = ",\n".join("    " + json.dumps(node) for node in manifest["nodes"])
    text = json.dumps(manifest | {"nodes": ["NODES"]}, indent=2)
    (folder / "manifest.json").write_text(text.replace('    "NODES"', nodes) + "\n")


def save_golden(folder: Path, golden: dict[str, np.ndarray]) -> None:
    """Writes golden.safetensors: inputs, and the original outputs for them."""
    save_tensors(golden, folder / "golden.safetensors")


def parameter_count(weights: dict[str, np.ndarray]) -> int:
    """Number of weights."""
    return int(sum(values.size for values in weights.values()))
