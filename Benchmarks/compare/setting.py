"""Paths, and the thoroughness of this run."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from worker import Conditions

BENCHMARKS = Path(__file__).resolve().parent.parent
PACKAGE = BENCHMARKS.parent
# Modules shared with the programs of the parent folder: pages.py and machine.py.
sys.path.append(str(BENCHMARKS))
MODELS = PACKAGE / "Models"
NETWORKS = ["face-detector", "face-mesh", "emotion-v1"]


@dataclass
class Setting:
    """One run of the benchmarks."""

    facialfun: Path
    engine_worker: Path
    peers: Path
    work: Path
    quick: bool
    one: Conditions
    two: Conditions

    def rounds(self, usual: int) -> int:
        """Number of rounds of this run; `usual` is that of a full run."""
        return max(3, usual // 5) if self.quick else usual

    def python(self, environment: str) -> str:
        """The interpreter of a peer's environment."""
        return str(self.peers / environment / "bin" / "python")

    def peer(self, environment: str, script: str, *arguments: object) -> list[str]:
        """The command of a peer."""
        words = [self.python(environment), str(BENCHMARKS / "peers" / script)]
        return words + [str(argument) for argument in arguments]

    def picture(self, name: str) -> Path:
        """A picture made by `make_pictures.py`."""
        return self.work / "pictures" / name

    @property
    def log(self) -> Path:
        """File for the standard error of the processes."""
        return self.work / "errors.log"
