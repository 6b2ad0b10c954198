"""Runs an exported network in OpenCV's DNN module: opencv_peer.py MODEL.onnx MODELFOLDER THREADS."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

from exchange import serve
from recorded import Recorded


def main() -> None:
    """Loads, checks against the recorded outputs, serves."""
    recorded = Recorded(Path(sys.argv[2]))
    cv2.setNumThreads(int(sys.argv[3]))
    network = cv2.dnn.readNetFromONNX(sys.argv[1])
    network.setPreferableBackend(cv2.dnn.DNN_BACKEND_OPENCV)
    network.setPreferableTarget(cv2.dnn.DNN_TARGET_CPU)
    names = recorded.manifest["outputs"]
    blob = recorded.input_nchw

    def run() -> list:
        network.setInput(blob)
        return network.forward(names)

    found = recorded.compare(dict(zip(names, run(), strict=True)))
    serve({"about": f"OpenCV {cv2.__version__}", **found}, run)


main()
