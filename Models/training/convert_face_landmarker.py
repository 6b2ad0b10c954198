"""Converts the mesh of 478 points and the movement coefficients of MediaPipe's face landmarker.

    python Models/training/convert_face_landmarker.py --task face_landmarker.task [--output Models]

The bundle and the two files in it are refused when their checksums differ from those below. The
golden tensors are recorded with the original interpreter (ai-edge-litert) on public-domain portraits
and noise; the points of the coefficients' cases are those that the mesh finds there.
"""

from __future__ import annotations

import argparse
import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from convert_mediapipe import checked, portraits, to_text
from letterbox import sample
from mixer_operators import put_together
from network_nodes import convert
from tflite_graph import Graph, read_graph

BUNDLE_NAME = "face_landmarker.task"
BUNDLE_SHA256 = "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"

# The points that the coefficients are made of, by their index in the mesh, in the network's order:
# `kLandmarksSubsetIdxs` of mediapipe/tasks/cc/vision/face_landmarker/face_blendshapes_graph.cc.
MOVEMENT_POINTS = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66,
    67, 70, 78, 80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145,
    146, 148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178,
    181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291,
    293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334, 336, 338, 356,
    361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397,
    398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
]  # fmt: skip


@dataclass(frozen=True)
class Source:
    """One network of the bundle and what our manifest says of it."""

    name: str
    task: str
    path: str
    sha256: str
    colour: str
    scale: float
    outputs: dict[str, str]


MESH = Source(
    name="face-mesh-478",
    task="face-landmarks",
    path="face_landmarks_detector.tflite",
    sha256="c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5",
    colour="rgb",
    scale=1 / 255,
    outputs={"Identity": "landmarks", "Identity_1": "presence"},
)
MOVEMENTS = Source(
    name="face-movements",
    task="face-movements",
    path="face_blendshapes.tflite",
    sha256="4f36dded049db18d76048567439b2a7f58f1daabc00d78bfe8f3ad396a2d2082",
    colour="points",
    scale=1.0,
    outputs={"StatefulPartitionedCall:0": "coefficients"},
)


def only(graph: Graph, names: dict[str, str]) -> Graph:
    """The graph without the outputs that we have no name for, and without what only they need."""
    graph.outputs = [number for number in graph.outputs if graph.names[number] in names]
    needed, kept = set(graph.outputs), []
    for operator in reversed(graph.operators):
        if needed & set(operator.outputs):
            needed |= set(operator.inputs)
            kept.append(operator)
    graph.operators = kept[::-1]
    return graph


def interpreter(model: bytes):
    """The original interpreter, ready to run."""
    from ai_edge_litert.interpreter import Interpreter

    result = Interpreter(model_content=model, num_threads=1)
    result.allocate_tensors()
    return result


def outputs(runner, source: Source, seen: np.ndarray) -> dict[str, np.ndarray]:
    """What the interpreter gives, by our names."""
    runner.set_tensor(runner.get_input_details()[0]["index"], seen)
    runner.invoke()
    details = {detail["name"]: detail for detail in runner.get_output_details()}
    result = {}
    for theirs, ours in source.outputs.items():
        result[ours] = runner.get_tensor(details[theirs]["index"]).reshape(-1).copy()
    return result


def record(mesh: bytes, movements: bytes) -> dict[str, dict[str, np.ndarray]]:
    """The golden tensors of both networks."""
    images = portraits()
    side = 256
    astronaut = sample(images["astronaut"], 143, 32, 160 / side, side, side)
    hopper = sample(images["grace_hopper"], 143, 53, 240 / side, side, side)
    noise = np.random.default_rng(20).integers(0, 256, (side, side, 3)).astype(np.float32)
    runners = interpreter(mesh), interpreter(movements)
    golden: dict[str, dict[str, np.ndarray]] = {MESH.name: {}, MOVEMENTS.name: {}}
    points = []
    for number, pixels in enumerate((astronaut, hopper, noise)):
        seen = (pixels * np.float32(MESH.scale)).astype(np.float32)
        found = outputs(runners[0], MESH, seen[None])
        golden[MESH.name][f"case{number}.input"] = seen
        for name, values in found.items():
            golden[MESH.name][f"case{number}.{name}"] = values.reshape(1, 1, -1)
        points.append(found["landmarks"].reshape(-1, 3)[MOVEMENT_POINTS, :2])
    # A face elsewhere in a larger picture, turned, with a mouth that was pulled open.
    turned = points[0] @ np.array([[0.98, 0.2], [-0.2, 0.98]]) * 1.7 + np.array([412.0, 95.0])
    opened = points[1] + np.random.default_rng(21).normal(scale=2, size=points[1].shape)
    for number, values in enumerate([*points[:2], turned, opened]):
        seen = np.ascontiguousarray(values, np.float32)
        found = outputs(runners[1], MOVEMENTS, seen[None])
        golden[MOVEMENTS.name][f"case{number}.input"] = seen[None]
        for name, result in found.items():
            golden[MOVEMENTS.name][f"case{number}.{name}"] = result.reshape(1, 1, -1)
    return golden


def write(source: Source, model: bytes, golden: dict[str, np.ndarray], output: Path) -> None:
    """Writes manifest.json, weights.safetensors and golden.safetensors of one network."""
    graph = read_graph(model)
    graph = put_together(graph) if source is MOVEMENTS else only(graph, source.outputs)
    nodes, weights = convert(graph, source.outputs)
    shape = graph.shapes[graph.inputs[0]]
    height, width, channels = shape[1:] if len(shape) == 4 else (1, *shape[1:])
    folder = output / source.name
    folder.mkdir(parents=True, exist_ok=True)
    weights_file = folder / "weights.safetensors"
    save_file(weights, weights_file)
    weights_file.chmod(0o644)
    data = weights_file.read_bytes()
    manifest = {
        "format": "facialfun.network/1",
        "name": source.name,
        "version": "1.0.0",
        "task": source.task,
        "licence": "Apache-2.0",
        "source": f"{source.path} in MediaPipe's {BUNDLE_NAME}, copyright The MediaPipe Authors",
        "weights": {
            "file": weights_file.name,
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
            "offset": 0.0,
        },
        "outputs": [source.outputs[graph.names[number]] for number in graph.outputs],
        "nodes": nodes,
        "provenance": {
            "bundle": BUNDLE_NAME,
            "bundleSHA256": BUNDLE_SHA256,
            "file": source.path,
            "fileSHA256": source.sha256,
            "command": f"python Models/training/convert_face_landmarker.py --task {BUNDLE_NAME}",
            "parameters": int(sum(values.size for values in weights.values())),
        },
    }
    (folder / "manifest.json").write_text(to_text(manifest))
    golden_file = folder / "golden.safetensors"
    save_file(golden, golden_file)
    golden_file.chmod(0o644)
    print(f"{folder}: {len(nodes)} nodes, {manifest['provenance']['parameters']} parameters")


def main() -> None:
    """Reads the command line and converts both networks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--task", type=Path, required=True)
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parents[1])
    arguments = parser.parse_args()
    checked(arguments.task.read_bytes(), BUNDLE_SHA256, arguments.task.name)
    with zipfile.ZipFile(arguments.task) as bundle:
        models = [
            checked(bundle.read(source.path), source.sha256, source.path)
            for source in (MESH, MOVEMENTS)
        ]
    golden = record(*models)
    for source, model in zip((MESH, MOVEMENTS), models, strict=True):
        write(source, model, golden[source.name], arguments.output)


if __name__ == "__main__":
    main()
