"""Writes the faces of a folder as CSV: with_facialfun.py FOLDER OUTPUT."""

import sys

import facialfun

facialfun.score(sys.argv[1]).to_pandas().to_csv(sys.argv[2], index=False)
