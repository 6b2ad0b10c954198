"""Runs the shipped program for measurements: `facialfun-lab evaluate --crops`.

The program in service is the one that is measured: no figure of these scripts comes from another pipeline.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.contract import EMOTIONS
from training.measure.programs import lab_beside, output_of

# The later one adds refusals; the values read here are the same in both.
SCHEMAS = ("facialfun.evaluation/1", "facialfun.evaluation/2")


@dataclass
class ScoredFaces:
    """Results of the pipeline for labeled faces.

    paths [N]; labels [N] in the order of EMOTIONS; scores [N, 8] float64 at the operating point `photograph`, rows of
    NaN if missing; prompted [N, 8], the same at `prompted`; outcomes [N] of `judged`, `not_detected`, `refused`,
    `unreadable`. A refused face may have scores, which only serve to fit a calibration. may_show [N, 8]: whether a
    face may show an emotion besides its label, by a second opinion; initially false.
    """

    paths: list[str]
    labels: np.ndarray
    scores: np.ndarray
    prompted: np.ndarray
    outcomes: np.ndarray
    may_show: np.ndarray = None

    def __post_init__(self):
        if self.may_show is None:
            self.may_show = np.zeros(self.scores.shape, bool)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, chosen) -> ScoredFaces:
        chosen = np.arange(len(self))[chosen]
        return ScoredFaces(
            [self.paths[i] for i in chosen], self.labels[chosen], self.scores[chosen],
            self.prompted[chosen], self.outcomes[chosen], self.may_show[chosen],
        )  # fmt: skip

    @property
    def judged(self) -> np.ndarray:
        """[N] whether a face was judged."""
        return self.outcomes == "judged"

    @property
    def scored(self) -> np.ndarray:
        """[N] whether a face has scores, judged or refused."""
        return ~np.isnan(self.scores[:, 0])

    def logits(self, temperature: float) -> np.ndarray:
        """[N, 8] the logits before the temperature, each row up to a constant; NaN without scores."""
        return temperature * np.log(self.scores.clip(1e-30))


def joined(parts: list[ScoredFaces]) -> ScoredFaces:
    """Concatenates several results."""
    return ScoredFaces(
        [path for part in parts for path in part.paths],
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.prompted for part in parts]),
        np.concatenate([part.outcomes for part in parts]),
        np.concatenate([part.may_show for part in parts]),
    )


class Pipeline:
    """The program for measurements, with an emotion model."""

    def __init__(self, program: Path, model: Path):
        self.program, self.model = lab_beside(program), model.resolve()

    def evaluate(
        self, *sources: Path, cut_error: str | None = None, replicates: int = 1000, crops: bool = True
    ) -> tuple[dict, ScoredFaces]:
        """The printed report and the result of each face, in the order of the pictures.

        - crops: whether the pictures are faces that are already cropped.
        """
        with tempfile.TemporaryDirectory() as folder:
            lines = Path(folder) / "scores.jsonl"
            command = [
                self.program, "evaluate", *sources, "--format", "json", "--model", self.model,
                "--replicates", str(replicates), "--scores", lines,
            ]  # fmt: skip
            if crops:
                command.append("--crops")
            if cut_error:
                command += ["--cut-error", cut_error]
            report = json.loads(output_of(*command))
            if report["schema"] not in SCHEMAS:
                sys.exit(f"{self.program} writes {report['schema']}, but this script reads {SCHEMAS}")
            return report, scored_from(lines)


def scored_from(path: Path) -> ScoredFaces:
    """Reads the output of `--scores`."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    none = [np.nan] * len(EMOTIONS)

    def scores(key: str) -> np.ndarray:
        values = [[row[key][e] for e in EMOTIONS] if row.get(key) else none for row in rows]
        return np.array(values, np.float64).reshape(len(rows), len(EMOTIONS))

    return ScoredFaces(
        [row["path"] for row in rows],
        np.array([EMOTIONS.index(row["label"]) for row in rows]),
        scores("scores"),
        scores("promptedScores"),
        np.array([row["outcome"] for row in rows]),
    )
