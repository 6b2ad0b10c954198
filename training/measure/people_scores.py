"""Scores of the released program for the pictures of `render/people.py`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.contract import EMOTIONS
from training.measure.programs import output_of


@dataclass(frozen=True)
class ScoredPicture:
    """A picture and the report of its face.

    - scores: [8], 0…1, at the operating point of the verdict; features: by name, empty if missing.
    - reason: why the face cannot be judged; None if it can.
    """

    entry: dict
    scores: np.ndarray
    features: dict[str, float]
    reason: str | None


def score(people: Path, program: Path, models: Path, reports: Path) -> None:
    """Runs `facialfun score` on the existing pictures, and writes its lines to `reports`."""
    lines = (people / "people.jsonl").read_text().splitlines()
    files = [people / json.loads(line)["file"] for line in lines]
    there = [file for file in files if file.exists()]
    if not there:
        raise SystemExit(f"{people} contains none of its pictures: run render/people.py")
    if len(there) < len(files):
        print(f"{len(files) - len(there)} of {len(files)} pictures are missing")
    reports.write_text(output_of(program, "score", "--format", "jsonl", "--model", models, *there))


def judged(report: dict) -> tuple[dict | None, str | None]:
    """The only face in a report, or the reason why it is missing. Pictures of `render/people.py` show one face."""
    if not report["faces"]:
        return None, "no_face"
    face = report["faces"][0]
    return face, (face["reasons"] or [None])[0]


def read(people: Path, reports: Path) -> tuple[list[ScoredPicture], dict]:
    """The scored pictures, in the order of `people.jsonl`, and the model's name and version."""
    by_file, model = {}, {}
    for line in reports.read_text().splitlines():
        report = json.loads(line)
        if "error" in report:
            raise SystemExit(f"{report['path']}: {report['error']}")
        by_file[Path(report["path"]).name] = report
        model = report["model"]
    result = []
    for line in (people / "people.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if entry["file"] not in by_file:
            continue
        face, reason = judged(by_file[entry["file"]])
        told = (face.get("promptedScores") or face["scores"]) if face else None
        scores = np.array([told[name] if told else np.nan for name in EMOTIONS])
        result.append(ScoredPicture(entry, scores, (face and face["features"]) or {}, reason))
    return result, model
