"""Command lines of the programs."""

from __future__ import annotations

import argparse
from pathlib import Path

from training import MODELS


def parser_of(documentation: str, *paths: str, models: bool = False) -> argparse.ArgumentParser:
    """A parser with a required option for each of these paths.

    - documentation: docstring of the module; its first line describes the program.
    - models: whether to add `--models` for the folder of the networks, by default that of the repository.
    """
    parser = argparse.ArgumentParser(description=documentation.splitlines()[0])
    for name in paths:
        parser.add_argument(f"--{name}", type=Path, required=True)
    if models:
        parser.add_argument("--models", type=Path, default=MODELS)
    return parser
