"""Writes the faces of a folder as CSV: with_pyfeat.py FOLDER OUTPUT."""

import sys
from pathlib import Path

import pandas
from feat import Detectorv1

detector = Detectorv1(device="cpu")
results = []
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        results.append(detector.detect(str(path), progress_bar=False))
    except Exception as error:
        results.append(pandas.DataFrame([{"input": str(path), "error": str(error)}]))
pandas.concat(results).to_csv(sys.argv[2], index=False)
