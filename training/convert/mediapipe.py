"""Converts the face detector and the face mesh of the mediapipe package to this project's format.

    python -m training.convert.mediapipe --wheel mediapipe-0.10.21-….whl [--output Models]

The wheel is that for CPython 3.11 on x86-64 Linux (`pip download --no-deps --only-binary :all: --python-version 3.11
--platform manylinux_2_28_x86_64 mediapipe==0.10.21`). The wheel and the two files in it are rejected if their
checksums differ from those below. The golden tensors are recorded with the original interpreter (ai-edge-litert) on
public-domain portraits, noise and a gradient.
"""

from __future__ import annotations

import argparse
import zipfile
from pathlib import Path

import numpy as np

from training import MODELS
from training.convert.letterbox import letterbox
from training.convert.tflite_graph import read_graph
from training.convert.tflite_source import Origin, Original, Source, faces_and_noise, noise, portraits, verified, write

WHEEL_NAME = "mediapipe-0.10.21-cp311-cp311-manylinux_2_28_x86_64.whl"
WHEEL_SHA256 = "05dc4a9e593655a79558d05d6227d31018c2537a4bd3362b51e230cf22aecfe3"
ORIGIN = Origin(
    text="the PyPI package mediapipe 0.10.21",
    archive={"wheel": WHEEL_NAME, "wheelSHA256": WHEEL_SHA256},
    command=f"python -m training.convert.mediapipe --wheel {WHEEL_NAME}",
)

DETECTOR = Source(
    name="face-detector",
    task="face-detection",
    path="mediapipe/modules/face_detection/face_detection_short_range.tflite",
    sha256="bbff11cebd1eb27a1e004cae0b0e63ec8c551cbf34a4451148b4908b8db3eca8",
    outputs={"regressors": "boxes", "classificators": "logits"},
    scale=1 / 127.5,
    offset=-1.0,
    flexible=True,
)
MESH = Source(
    name="face-mesh",
    task="face-landmarks",
    path="mediapipe/modules/face_landmark/face_landmark.tflite",
    sha256="1055cb9d4a9ca8b8c688902a3a5194311138ba256bcc94e336d8373a5f30c814",
    outputs={"conv2d_21": "landmarks", "conv2d_31": "presence"},
    scale=1 / 255,
)


def golden_pixels(source: Source, side: int) -> list[np.ndarray]:
    """Inputs in 0…255, (side, side, 3)."""
    if source is MESH:
        return faces_and_noise(side)
    ramp = np.linspace(0, 255, side, dtype=np.float32)
    gradient = np.stack(
        np.broadcast_arrays(ramp[:, None], ramp[None, :], (ramp[:, None] + ramp[None, ::-1]) / 2),
        -1,
    )
    faces = [letterbox(image, side)[0] for image in portraits().values()]
    return [*faces, noise(side), gradient]


def record_golden(source: Source, model: bytes, inputs: list[np.ndarray]) -> dict[str, np.ndarray]:
    """Runs the original interpreter and names its outputs as in our manifest."""
    original = Original(source, model)
    golden = {}
    for number, pixels in enumerate(inputs):
        golden[f"case{number}.input"] = seen = source.seen(pixels)
        for name, values in original.outputs(seen[None]).items():
            golden[f"case{number}.{name}"] = values[0]
    return golden


def convert_one(source: Source, wheel: zipfile.ZipFile, output: Path) -> None:
    """Writes the files of one network."""
    model = verified(wheel.read(source.path), source.sha256, source.path)
    graph = read_graph(model)
    inputs = golden_pixels(source, graph.shapes[graph.inputs[0]][1])
    write(source, graph, record_golden(source, model, inputs), ORIGIN, output)


def main() -> None:
    """Reads the command line and converts both networks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--output", type=Path, default=MODELS)
    arguments = parser.parse_args()
    verified(arguments.wheel.read_bytes(), WHEEL_SHA256, arguments.wheel.name)
    with zipfile.ZipFile(arguments.wheel) as wheel:
        for source in (DETECTOR, MESH):
            convert_one(source, wheel, arguments.output)


if __name__ == "__main__":
    main()
