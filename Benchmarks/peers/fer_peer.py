"""Scores a picture with fer: fer_peer.py PICTURE [--once] [--threads N].

Uses fer's defaults, which are its fastest settings: the Haar cascade and the quantized network. A run starts from the
bytes of the file.
"""

from __future__ import annotations

import argparse
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np
from fer.fer import FER

from exchange import serve, write_line

parser = argparse.ArgumentParser()
parser.add_argument("picture", type=Path)
parser.add_argument("--once", action="store_true")
parser.add_argument("--threads", type=int)
arguments = parser.parse_args()

def main() -> None:
    """Scores once, then serves."""
    if arguments.threads:
        cv2.setNumThreads(arguments.threads)
    data = np.frombuffer(arguments.picture.read_bytes(), np.uint8)
    detector = FER()

    def run() -> list:
        return detector.detect_emotions(cv2.imdecode(data, cv2.IMREAD_COLOR))

    loaded = {"about": f"fer {version('fer')}", "faces": len(run())}
    if arguments.once:
        write_line(loaded)
    else:
        serve(loaded, run)


main()
