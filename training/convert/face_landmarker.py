"""Converts the mesh of 478 points and the movement coefficients of MediaPipe's face landmarker.

    python -m training.convert.face_landmarker --task face_landmarker.task [--output Models]

The bundle and the two files in it are rejected if their checksums differ from those below. The golden tensors are
recorded with the original interpreter (ai-edge-litert) on public-domain portraits and noise; the coefficients are
recorded for the points that the mesh finds in them.
"""

from __future__ import annotations

import argparse
import zipfile
from pathlib import Path

import numpy as np

from training import MODELS
from training.convert.mixer_operators import fused
from training.convert.tflite_graph import Graph, read_graph
from training.convert.tflite_source import Origin, Original, Source, faces_and_noise, verified, write

BUNDLE_NAME = "face_landmarker.task"
BUNDLE_SHA256 = "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"
ORIGIN = Origin(
    text=f"MediaPipe's {BUNDLE_NAME}",
    archive={"bundle": BUNDLE_NAME, "bundleSHA256": BUNDLE_SHA256},
    command=f"python -m training.convert.face_landmarker --task {BUNDLE_NAME}",
)

# The points for the coefficients, by index in the mesh and in the network's order: `kLandmarksSubsetIdxs` of
# mediapipe/tasks/cc/vision/face_landmarker/face_blendshapes_graph.cc.
MOVEMENT_POINTS = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66,
    67, 70, 78, 80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145,
    146, 148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178,
    181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291,
    293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334, 336, 338, 356,
    361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397,
    398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
]  # fmt: skip


MESH = Source(
    name="face-mesh-478",
    task="face-landmarks",
    path="face_landmarks_detector.tflite",
    sha256="c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5",
    outputs={"Identity": "landmarks", "Identity_1": "presence"},
    scale=1 / 255,
)
MOVEMENTS = Source(
    name="face-movements",
    task="face-movements",
    path="face_blendshapes.tflite",
    sha256="4f36dded049db18d76048567439b2a7f58f1daabc00d78bfe8f3ad396a2d2082",
    outputs={"StatefulPartitionedCall:0": "coefficients"},
    scale=1.0,
    color="points",
)


def only(graph: Graph, names: dict[str, str]) -> Graph:
    """The graph without unnamed outputs, and without nodes that only they need."""
    graph.outputs = [number for number in graph.outputs if graph.names[number] in names]
    needed, kept = set(graph.outputs), []
    for operator in reversed(graph.operators):
        if needed & set(operator.outputs):
            needed |= set(operator.inputs)
            kept.append(operator)
    graph.operators = kept[::-1]
    return graph


def record(mesh: bytes, movements: bytes) -> dict[str, dict[str, np.ndarray]]:
    """The golden tensors of both networks."""
    originals = Original(MESH, mesh), Original(MOVEMENTS, movements)
    golden: dict[str, dict[str, np.ndarray]] = {MESH.name: {}, MOVEMENTS.name: {}}
    points = []
    for number, pixels in enumerate(faces_and_noise(256)):
        golden[MESH.name][f"case{number}.input"] = seen = MESH.seen(pixels)
        found = originals[0].outputs(seen[None])
        for name, values in found.items():
            golden[MESH.name][f"case{number}.{name}"] = values.reshape(1, 1, -1)
        points.append(found["landmarks"].reshape(-1, 3)[MOVEMENT_POINTS, :2])
    # A face at another position in a larger picture, rotated, with an open mouth.
    turned = points[0] @ np.array([[0.98, 0.2], [-0.2, 0.98]]) * 1.7 + np.array([412.0, 95.0])
    opened = points[1] + np.random.default_rng(21).normal(scale=2, size=points[1].shape)
    for number, values in enumerate([*points[:2], turned, opened]):
        golden[MOVEMENTS.name][f"case{number}.input"] = seen = np.ascontiguousarray(
            values, np.float32
        )[None]
        for name, result in originals[1].outputs(seen).items():
            golden[MOVEMENTS.name][f"case{number}.{name}"] = result.reshape(1, 1, -1)
    return golden


def main() -> None:
    """Reads the command line and converts both networks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--task", type=Path, required=True)
    parser.add_argument("--output", type=Path, default=MODELS)
    arguments = parser.parse_args()
    verified(arguments.task.read_bytes(), BUNDLE_SHA256, arguments.task.name)
    with zipfile.ZipFile(arguments.task) as bundle:
        models = [
            verified(bundle.read(source.path), source.sha256, source.path)
            for source in (MESH, MOVEMENTS)
        ]
    golden = record(*models)
    graphs = only(read_graph(models[0]), MESH.outputs), fused(read_graph(models[1]))
    for source, graph in zip((MESH, MOVEMENTS), graphs, strict=True):
        write(source, graph, golden[source.name], ORIGIN, arguments.output)


if __name__ == "__main__":
    main()
