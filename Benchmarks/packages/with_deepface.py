"""Writes the faces of a folder as CSV: with_deepface.py FOLDER OUTPUT."""

import sys
from pathlib import Path

import pandas
from deepface import DeepFace

rows = []
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        faces = DeepFace.analyze(str(path), actions=["emotion"], silent=True)
    except Exception as error:
        rows.append({"path": str(path), "error": str(error)})
        continue
    for number, face in enumerate(faces, 1):
        region = face["region"]
        rows.append({
            "path": str(path), "face": number, "x": region["x"], "y": region["y"], "boxWidth": region["w"],
            "boxHeight": region["h"], "confidence": face["face_confidence"], **face["emotion"],
        })
pandas.DataFrame(rows).to_csv(sys.argv[2], index=False)
