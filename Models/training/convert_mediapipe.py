"""Converts the face detector and the face mesh of the mediapipe package into this project's format.

    python Models/training/convert_mediapipe.py --wheel mediapipe-0.10.21-….whl [--output Models]

The wheel is the one for CPython 3.11 on x86-64 Linux (`pip download --no-deps --only-binary :all:
--python-version 3.11 --platform manylinux_2_28_x86_64 mediapipe==0.10.21`). It and the two files in
it are refused when their checksums differ from those below. The golden tensors are recorded with
the original interpreter (ai-edge-litert) on public-domain portraits, noise and a gradient.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path

import matplotlib.cbook
import numpy as np
import skimage.data
from PIL import Image
from safetensors.numpy import save_file

from letterbox import letterbox, sample
from network_nodes import convert
from tflite_graph import read_graph

WHEEL_NAME = "mediapipe-0.10.21-cp311-cp311-manylinux_2_28_x86_64.whl"
WHEEL_SHA256 = "05dc4a9e593655a79558d05d6227d31018c2537a4bd3362b51e230cf22aecfe3"


@dataclass(frozen=True)
class Source:
    """One network in the wheel and what our manifest says of it."""

    name: str
    task: str
    path: str
    sha256: str
    scale: float
    offset: float
    flexible: bool
    outputs: dict[str, str]


DETECTOR = Source(
    name="face-detector",
    task="face-detection",
    path="mediapipe/modules/face_detection/face_detection_short_range.tflite",
    sha256="bbff11cebd1eb27a1e004cae0b0e63ec8c551cbf34a4451148b4908b8db3eca8",
    scale=1 / 127.5,
    offset=-1.0,
    flexible=True,
    outputs={"regressors": "boxes", "classificators": "logits"},
)
MESH = Source(
    name="face-mesh",
    task="face-landmarks",
    path="mediapipe/modules/face_landmark/face_landmark.tflite",
    sha256="1055cb9d4a9ca8b8c688902a3a5194311138ba256bcc94e336d8373a5f30c814",
    scale=1 / 255,
    offset=0.0,
    flexible=False,
    outputs={"conv2d_21": "landmarks", "conv2d_31": "presence"},
)


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


def golden_pixels(source: Source, side: int) -> list[np.ndarray]:
    """Inputs in 0…255, (side, side, 3)."""
    images = portraits()
    noise = np.random.default_rng(20).integers(0, 256, (side, side, 3)).astype(np.float32)
    ramp = np.linspace(0, 255, side, dtype=np.float32)
    gradient = np.stack(
        np.broadcast_arrays(ramp[:, None], ramp[None, :], (ramp[:, None] + ramp[None, ::-1]) / 2),
        -1,
    )
    if source is DETECTOR:
        faces = [letterbox(image, side)[0] for image in images.values()]
        return [*faces, noise, gradient]
    # Squares of 1.5 times the face's width about the face's centre, read off the pictures.
    astronaut = sample(images["astronaut"], 143, 32, 160 / side, side, side)
    hopper = sample(images["grace_hopper"], 143, 53, 240 / side, side, side)
    return [astronaut, hopper, noise]


def record_golden(source: Source, model: bytes, inputs: list[np.ndarray]) -> dict[str, np.ndarray]:
    """Runs the original interpreter and names what comes out as our manifest does."""
    from ai_edge_litert.interpreter import Interpreter

    interpreter = Interpreter(model_content=model, num_threads=1)
    interpreter.allocate_tensors()
    golden = {}
    for number, pixels in enumerate(inputs):
        seen = (pixels * np.float32(source.scale) + np.float32(source.offset)).astype(np.float32)
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], seen[None])
        interpreter.invoke()
        golden[f"case{number}.input"] = seen
        for detail in interpreter.get_output_details():
            name = source.outputs[detail["name"]]
            golden[f"case{number}.{name}"] = interpreter.get_tensor(detail["index"])[0].copy()
    return golden


def convert_one(source: Source, wheel: zipfile.ZipFile, output: Path) -> None:
    """Writes manifest.json, weights.safetensors and golden.safetensors of one network."""
    model = checked(wheel.read(source.path), source.sha256, source.path)
    graph = read_graph(model)
    nodes, weights = convert(graph, source.outputs)
    _, height, width, channels = graph.shapes[graph.inputs[0]]

    folder = output / source.name
    folder.mkdir(parents=True, exist_ok=True)
    weights_file = folder / "weights.safetensors"
    save_file(weights, weights_file)
    weights_file.chmod(0o644)
    data = weights_file.read_bytes()
    network_input = {
        "name": "input",
        "height": height,
        "width": width,
        "channels": channels,
        "colour": "rgb",
        "scale": source.scale,
        "offset": source.offset,
    }
    if source.flexible:
        network_input["flexible"] = True
    manifest = {
        "format": "facialfun.network/1",
        "name": source.name,
        "version": "1.0.0",
        "task": source.task,
        "licence": "Apache-2.0",
        "source": f"{source.path} in the PyPI package mediapipe 0.10.21, "
        "copyright The MediaPipe Authors",
        "weights": {
            "file": weights_file.name,
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        },
        "input": network_input,
        "outputs": [source.outputs[graph.names[number]] for number in graph.outputs],
        "nodes": nodes,
        "provenance": {
            "wheel": WHEEL_NAME,
            "wheelSHA256": WHEEL_SHA256,
            "file": source.path,
            "fileSHA256": source.sha256,
            "command": f"python Models/training/convert_mediapipe.py --wheel {WHEEL_NAME}",
            "parameters": int(sum(values.size for values in weights.values())),
        },
    }
    (folder / "manifest.json").write_text(to_text(manifest))
    inputs = golden_pixels(source, height)
    golden_file = folder / "golden.safetensors"
    save_file(record_golden(source, model, inputs), golden_file)
    golden_file.chmod(0o644)
    print(f"{folder}: {len(nodes)} nodes, {manifest['provenance']['parameters']} parameters")


def to_text(manifest: dict) -> str:
    """The manifest as JSON with one node a line, so that a person can read the graph."""
    nodes = ",\n".join("    " + json.dumps(node) for node in manifest["nodes"])
    text = json.dumps(manifest | {"nodes": ["NODES"]}, indent=2)
    return text.replace('    "NODES"', nodes) + "\n"


def main() -> None:
    """Reads the command line and converts both networks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parents[1])
    arguments = parser.parse_args()
    checked(arguments.wheel.read_bytes(), WHEEL_SHA256, arguments.wheel.name)
    with zipfile.ZipFile(arguments.wheel) as wheel:
        for source in (DETECTOR, MESH):
            convert_one(source, wheel, arguments.output)


if __name__ == "__main__":
    main()
