"""What the converters of MediaPipe's networks have in common: the files, what the original interpreter
makes of them, and what is written.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import matplotlib.cbook
import numpy as np
import skimage.data
from PIL import Image
from safetensors.numpy import save_file

from training.convert.letterbox import sample
from training.convert.network_nodes import convert
from training.convert.tflite_graph import Graph

# Their files carry it, and so do ours.
LICENCE = "Apache-2.0"


@dataclass(frozen=True)
class Source:
    """One network of an archive and what our manifest says of it."""

    name: str
    task: str
    path: str
    sha256: str
    outputs: dict[str, str]
    scale: float
    offset: float = 0.0
    colour: str = "rgb"
    flexible: bool = False

    def seen(self, pixels: np.ndarray) -> np.ndarray:
        """What the network sees of values from 0 to 255."""
        return (pixels * np.float32(self.scale) + np.float32(self.offset)).astype(np.float32)


@dataclass(frozen=True)
class Origin:
    """Where a network comes from, as its manifest says it."""

    text: str
    # The first members of `provenance`: the archive with its checksum.
    archive: dict[str, str]
    command: str


def checked(data: bytes, sha256: str, name: str) -> bytes:
    """The bytes themselves, if they have the checksum."""
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise SystemExit(f"{name}: sha256 is {found}, expected {sha256}")
    return data


def portraits() -> dict[str, np.ndarray]:
    """The two public-domain portraits that PyPI packages ship, as RGB8."""
    hopper = Image.open(matplotlib.cbook.get_sample_data("grace_hopper.jpg", asfileobj=False))
    return {
        "astronaut": skimage.data.astronaut(),
        "grace_hopper": np.asarray(hopper.convert("RGB")),
    }


def noise(side: int) -> np.ndarray:
    """A square of noise, the same each time, in 0…255."""
    return np.random.default_rng(20).integers(0, 256, (side, side, 3)).astype(np.float32)


def faces_and_noise(side: int) -> list[np.ndarray]:
    """Inputs of a mesh in 0…255: squares of 1.5 times the face's width about the face's centre, read
    off the portraits, and noise."""
    images = portraits()
    astronaut = sample(images["astronaut"], 143, 32, 160 / side, side, side)
    hopper = sample(images["grace_hopper"], 143, 53, 240 / side, side, side)
    return [astronaut, hopper, noise(side)]


class Original:
    """A network in the original interpreter."""

    def __init__(self, source: Source, model: bytes) -> None:
        from ai_edge_litert.interpreter import Interpreter

        self.source = source
        self.interpreter = Interpreter(model_content=model, num_threads=1)
        self.interpreter.allocate_tensors()

    def outputs(self, seen: np.ndarray) -> dict[str, np.ndarray]:
        """What it gives for one input with its first axis, by our names."""
        runner = self.interpreter
        runner.set_tensor(runner.get_input_details()[0]["index"], seen)
        runner.invoke()
        indices = {detail["name"]: detail["index"] for detail in runner.get_output_details()}
        return {
            ours: runner.get_tensor(indices[theirs]).copy()
            for theirs, ours in self.source.outputs.items()
        }


def write(
    source: Source, graph: Graph, golden: dict[str, np.ndarray], origin: Origin, output: Path
) -> None:
    """Writes manifest.json, weights.safetensors and golden.safetensors of one network."""
    nodes, weights = convert(graph, source.outputs)
    # Points have no height.
    height, width, channels = (1, *graph.shapes[graph.inputs[0]][1:])[-3:]
    folder = output / source.name
    folder.mkdir(parents=True, exist_ok=True)
    data = _saved(weights, folder / "weights.safetensors")
    manifest = {
        "format": "facialfun.network/1",
        "name": source.name,
        "version": "1.0.0",
        "task": source.task,
        "licence": LICENCE,
        "source": f"{source.path} in {origin.text}, copyright The MediaPipe Authors",
        "weights": {
            "file": "weights.safetensors",
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        },
        "input": {
            "name": "input",
            "height": height,
            "width": width,
            "channels": channels,
            "colour": source.colour,
            "scale": source.scale,
            "offset": source.offset,
        }
        | ({"flexible": True} if source.flexible else {}),
        "outputs": [source.outputs[graph.names[number]] for number in graph.outputs],
        "nodes": nodes,
        "provenance": origin.archive
        | {
            "file": source.path,
            "fileSHA256": source.sha256,
            "command": origin.command,
            "parameters": int(sum(values.size for values in weights.values())),
        },
    }
    (folder / "manifest.json").write_text(_text(manifest))
    _saved(golden, folder / "golden.safetensors")
    print(f"{folder}: {len(nodes)} nodes, {manifest['provenance']['parameters']} parameters")


def _saved(tensors: dict[str, np.ndarray], file: Path) -> bytes:
    """Writes tensors to a file that everybody may read; its bytes."""
    save_file(tensors, file)
    file.chmod(0o644)
    return file.read_bytes()


def _text(manifest: dict) -> str:
    """The manifest as JSON with one node a line, so that a person can read the graph."""
    nodes = ",\n".join("    " + json.dumps(node) for node in manifest["nodes"])
    text = json.dumps(manifest | {"nodes": ["NODES"]}, indent=2)
    return text.replace('    "NODES"', nodes) + "\n"
