"""Fixtures of the tests without a browser. They share their helpers with the browser tests."""

import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
for folder in (TESTS / "Browser", TESTS / "Load"):
    sys.path.insert(0, str(folder))

from faults import game  # noqa: E402, F401
from house import house, player  # noqa: E402, F401
from shared_server import server  # noqa: E402, F401
