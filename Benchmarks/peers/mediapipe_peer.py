"""Finds faces and their meshes with MediaPipe: mediapipe_peer.py PICTURE [--once] [--tracking].

Without --tracking every frame is searched, as in a folder of pictures; with it the mesh follows the face from frame
to frame. A run starts from the bytes of the file.
"""

from __future__ import annotations

import argparse
from importlib.metadata import version
from pathlib import Path

import cv2
import numpy as np
from mediapipe.python.solutions.face_mesh import FaceMesh

from exchange import serve, write_line

parser = argparse.ArgumentParser()
parser.add_argument("picture", type=Path)
parser.add_argument("--once", action="store_true")
parser.add_argument("--tracking", action="store_true")
parser.add_argument("--threads", type=int)
arguments = parser.parse_args()

def main() -> None:
    """Finds faces once, then serves."""
    if arguments.threads:
        cv2.setNumThreads(arguments.threads)
    data = np.frombuffer(arguments.picture.read_bytes(), np.uint8)
    mesh = FaceMesh(
        static_image_mode=not arguments.tracking, max_num_faces=1, refine_landmarks=False
    )

    def run() -> list:
        image = cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
        return mesh.process(image).multi_face_landmarks or []

    loaded = {"about": f"mediapipe {version('mediapipe')}", "faces": len(run())}
    if arguments.once:
        write_line(loaded)
    else:
        serve(loaded, run)


main()
