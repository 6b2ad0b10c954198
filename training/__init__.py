"""Trains, converts and measures the networks of `Models`.

Run from the root of the repository: `python3 -m training.PACKAGE.NAME`.
"""

from pathlib import Path

MODELS = Path(__file__).resolve().parents[1] / "Models"
