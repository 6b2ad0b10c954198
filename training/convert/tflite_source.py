"""Common parts of the converters of MediaPipe's networks: input files, outputs of the original interpreter, and output
files.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import matplotlib.cbook
import numpy as np
import skimage.data
from PIL import Image

from training.convert.letterbox import sample
from training.convert.network_format import FORMAT, parameter_count, save_golden, save_network
from training.convert.network_nodes import convert
from training.convert.tflite_graph import Graph

# License of the original files, and of ours.
LICENCE = "Apache-2.0"


@dataclass(frozen=True)
class Source:
    """One network in an archive, with its entries for our manifest."""

    name: str
    task: str
    path: str
    sha256: str
    outputs: dict[str, str]
    scale: float
    offset: float = 0.0
    color: str = "rgb"
    flexible: bool = False

    def seen(self, pixels: np.ndarray) -> np.ndarray:
        """Scaled network input for pixels from 0 to 255."""
        return (pixels * np.float32(self.scale) + np.float32(self.offset)).astype(np.float32)


@dataclass(frozen=True)
class Origin:
    """Origin of a network, for its manifest."""

    text: str
    # The first members of `provenance`: the archive with its checksum.
    archive: dict[str, str]
    command: str


def verified(data: bytes, sha256: str, name: str) -> bytes:
    """The data, if its checksum is correct."""
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
    """A square of noise in 0…255, the same on each call."""
    return np.random.default_rng(20).integers(0, 256, (side, side, 3)).astype(np.float32)


def faces_and_noise(side: int) -> list[np.ndarray]:
    """Inputs of a mesh in 0…255: squares of 1.5 times the face's width around the face's center, measured in the
    portraits, and noise.
    """
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
        """Outputs for one input including its first axis, by our names."""
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
    # Inputs that are points have no height.
    height, width, channels = (1, *graph.shapes[graph.inputs[0]][1:])[-3:]
    folder = output / source.name
    manifest = {
        "format": FORMAT,
        "name": source.name,
        "version": "1.0.0",
        "task": source.task,
        "licence": LICENCE,
        "source": f"{source.path} in {origin.text}, copyright The MediaPipe Authors",
        "weights": {},
        "input": {
            "name": "input",
            "height": height,
            "width": width,
            "channels": channels,
            "colour": source.color,
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
            "parameters": parameter_count(weights),
        },
    }
    save_network(folder, manifest, weights)
    save_golden(folder, golden)
    print(f"{folder}: {len(nodes)} nodes, {manifest['provenance']['parameters']} parameters")

