"""(a) Compares the engine with alternative engines on each network."""

from __future__ import annotations

import sys
from pathlib import Path

from setting import MODELS, NETWORKS, Setting
from worker import Failed, Worker, alternate

# Maximum difference from the recorded result; a larger one means a different computation.
TOLERANCE = 1e-3
TFLITE = {
    "face-detector": "modules/face_detection/face_detection_short_range.tflite",
    "face-mesh": "modules/face_landmark/face_landmark.tflite",
}


def measure(setting: Setting) -> dict:
    """Median times of each engine on each network with one thread, and their ratios to ours."""
    return {name: _network(setting, name) for name in NETWORKS}


def _network(setting: Setting, name: str) -> dict:
    model = MODELS / name
    onnx = setting.work / "onnx" / f"{name}.onnx"
    relu = onnx.with_name(f"{name}-relu.onnx")
    commands = {
        "FacialFun": [str(setting.engine_worker), "network", str(model)],
        "onnxruntime": setting.peer("engines", "onnxruntime_peer.py", relu, model, 1),
        "OpenCV DNN 4.6": setting.peer("opencv46", "opencv_peer.py", onnx, model, 1),
        "OpenCV DNN 5.0": setting.peer("opencv5", "opencv_peer.py", onnx, model, 1),
    }
    if name in TFLITE:
        commands["TFLite"] = setting.peer(
            "engines", "tflite_peer.py", _tflite(setting, TFLITE[name]), model, 1
        )
    workers = [
        Worker(engine, command, setting.one, setting.log) for engine, command in commands.items()
    ]
    for worker in workers:
        found = worker.loaded
        if not found["difference"] <= TOLERANCE * max(1.0, found["largest"]):
            raise Failed(f"{worker.name} on {name} is off by {found['difference']:.2e}")
    print(f"  {name}: {len(workers)} engines in turn", file=sys.stderr)
    series = alternate(workers, setting.rounds(30), milliseconds=30)
    ours = series["FacialFun"]
    result = {
        "multiplyAdds": workers[0].loaded["multiplyAdds"],
        "engines": {
            worker.name: {
                "about": worker.loaded["about"],
                "difference": worker.loaded["difference"],
                "milliseconds": series[worker.name].median,
                "oursOverTheirs": ours.over(series[worker.name]),
            }
            for worker in workers
        },
    }
    for worker in workers:
        worker.end()
    return result


def _tflite(setting: Setting, name: str) -> Path:
    packages = setting.peers / "mediapipe" / "lib"
    found = list(packages.glob(f"python*/site-packages/mediapipe/{name}"))
    if not found:
        raise Failed(f"mediapipe in {packages} holds no {name}")
    return found[0]
