"""Writes the faces of a folder as CSV: with_fer.py FOLDER OUTPUT."""

import sys
from pathlib import Path

import cv2
import pandas
from fer.fer import FER

detector = FER()
rows = []
for path in sorted(Path(sys.argv[1]).iterdir()):
    picture = cv2.imread(str(path))
    if picture is None:
        rows.append({"path": str(path), "error": "unreadable"})
        continue
    for number, face in enumerate(detector.detect_emotions(picture), 1):
        x, y, width, height = face["box"]
        rows.append({
            "path": str(path), "face": number, "x": x, "y": y, "boxWidth": width, "boxHeight": height,
            **face["emotions"],
        })
pandas.DataFrame(rows).to_csv(sys.argv[2], index=False)
