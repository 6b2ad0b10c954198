"""Thresholds of the levels with a person's resting face: `withBaseline` of `Models/levels.json`.

    python -m training.measure.own_rest_levels --data FOLDER --cache CACHE --model Models/emotion-v1 \
        --people PEOPLE --humans HUMANS --program .build/release/facialfun --levels Models/levels.json

All scores come from the program. Each threshold allows a fixed share of false matches, SHARES. Half of the weight is
on FER+ valid and half on rendered people; within each half all other emotions and neutral have the same weight,
without contempt:

- FER+ has no person twice. The resting face of a face is the mean of the NEAREST clear neutral faces in train (CLEAR
  of the raters) by distance of their embeddings, without the directions in which the six emotions differ from
  neutral. Faces whose search word is the target, or that two raters call so, are not false matches. The spread of
  such a resting face is not the noise of one person, so it does not raise the gate.
- PEOPLE are the people of `render/people.py` for fitting thresholds, HUMANS those of `render/humans.py` with
  `--strengths 0.5 1.0`, with a strength of at least MIN_SHOWN; each face is judged with the other resting faces of its
  person.

No threshold lets a resting rendered face match an emotion, and none is below the score of a resting face. Neutral
requires no change: its threshold lets a resting person pass at any level.

FOLDER contains ferplus-train-valid.npz; CACHE keeps detected faces and embeddings, as in training. Prints a table.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS, LEVELS, MIN_CHANGE
from training.faces import dataset
from training.faces.searched import CONTEMPT, Searched
from training.faces.unpack import unpack_ferplus, write
from training.measure.levels import PASS_RATES, RenderedPeople, people_count, to_text, with_second_opinions
from training.measure.own_rest import NEUTRAL, Rule, logarithms, rests_of
from training.measure.pipeline import Pipeline, ScoredFaces

# Shares of false matches, by level.
SHARES = LEVELS["maxFalseAcceptsWithBaseline"]
GATE = MIN_CHANGE
RULE = Rule("`photograph`", prompted=False, subtracted=1.0, gate=GATE)
# Neutral requires no change.
RESTING_RULE = Rule("`photograph`, no gate", prompted=False, subtracted=1.0, gate=None)
CLEAR = 0.8
NEAREST = 20
# Maximum number of faces for the mean embedding of an emotion.
OF_A_MEAN = 200
# The minimum strength of a rendered expression.
MIN_SHOWN = 0.5
# The score of each emotion at rest: COMMON_REST.
MIN_THRESHOLD = 0.02


@dataclass(frozen=True)
class Half:
    """Judged faces of one kind: log scores at `photograph`, and the log scores of each face's resting face.

    - rests: [N] arrays [frames, 8]; is_own: whether they are of the same person, so that their spread is noise.
    - may_show: [N, 8] whether a face may show an emotion besides its label.
    """

    labels: np.ndarray
    logs: np.ndarray
    rests: list[np.ndarray]
    may_show: np.ndarray
    is_own: bool

    def judged(self, target: int) -> np.ndarray:
        """[N] log-odds of the target, adjusted by the resting face; minus infinity without a change."""
        rule = RESTING_RULE if target == NEUTRAL else RULE
        pairs = zip(self.logs, self.rests, strict=True)
        return np.array([rule.judge(face, rest, target, self.is_own) for face, rest in pairs])

    def others(self, judged: np.ndarray, target: int) -> dict[int, np.ndarray]:
        """The target's log-odds of the faces of each other existing emotion, without contempt."""
        parts = {
            other: judged[(self.labels == other) & ~self.may_show[:, target]]
            for other in range(CONTEMPT) if other != target
        }  # fmt: skip
        return {other: part for other, part in parts.items() if len(part)}


def share_of(parts: list[dict[int, np.ndarray]], threshold: float) -> float:
    """The share of false matches at a threshold, with the same weight for all emotions of a half and for both
    halves.
    """
    return float(np.mean([np.mean([(part >= threshold).mean() for part in half.values()]) for half in parts]))


def threshold_at(parts: list[dict[int, np.ndarray]], share: float) -> float:
    """The lowest of the faces' log-odds from which on at most this share of others matches."""
    values = np.concatenate([part for half in parts for part in half.values()])
    candidates = np.unique(values[np.isfinite(values)])
    low, high = 0, len(candidates)
    while low < high:
        midpoint = (low + high) // 2
        if share_of(parts, candidates[midpoint]) <= share:
            high = midpoint
        else:
            low = midpoint + 1
    return float(candidates[low]) if low < len(candidates) else np.inf


def score_of(log_odds: float) -> float:
    """A score of four decimals, not below that of the log-odds and not below MIN_THRESHOLD."""
    return max(float(np.ceil(1e4 / (1 + np.exp(-log_odds))) / 1e4), MIN_THRESHOLD)


def log_odds_of(score: float) -> float:
    """The log-odds of a threshold."""
    return float(np.log(score / (1 - score))) if score < 1 else np.inf


def goals_of(halves: list[Half], target: int) -> list[dict]:
    """The five levels of one emotion."""
    judged = [half.judged(target) for half in halves]
    parts = [half.others(values, target) for half, values in zip(halves, judged, strict=True)]
    true = [values[half.labels == target] for half, values in zip(halves, judged, strict=True)]
    true = [values for values in true if len(values)]
    resting = np.concatenate([
        values[half.labels == NEUTRAL] for half, values in zip(halves, judged, strict=True) if half.is_own
    ])  # fmt: skip
    goals, last = [], MIN_THRESHOLD if target == NEUTRAL else above(resting)
    for level, share in enumerate(SHARES, 1):
        wanted = threshold_at(parts, share)
        if target == NEUTRAL:
            # Limited by the others only while a resting person still passes.
            wanted = min(wanted, np.quantile(resting, 1 - PASS_RATES[0]))
        last = max(last, score_of(wanted))
        reached = log_odds_of(last)
        accepted = {
            EMOTIONS[other]: np.mean([(half[other] >= reached).mean() for half in parts if other in half])
            for other in sorted({other for half in parts for other in half})
        }
        goals.append({
            "level": level, "threshold": last,
            "passRate": round(float(np.mean([(values >= reached).mean() for values in true])), 4),
            "falseAcceptRate": round(share_of(parts, reached), 4),
            "falseAccepts": {name: round(float(rate), 4) for name, rate in accepted.items()},
            "offered": True,
        })  # fmt: skip
    return goals


def above(resting: np.ndarray) -> float:
    """The lowest threshold that none of these log-odds of resting faces reaches."""
    greatest = float(resting.max(initial=-np.inf))
    return round(score_of(greatest) + 1e-4, 4) if np.isfinite(greatest) else MIN_THRESHOLD


def without_emotion(embeddings: np.ndarray, means: np.ndarray) -> np.ndarray:
    """Embeddings [N, E] without the directions from the mean of neutral, the first of means [7, E], to the others."""
    directions = np.linalg.qr((means[1:] - means[0]).T)[0]
    return embeddings - embeddings @ directions @ directions.T


def nearest(faces: np.ndarray, neutral: np.ndarray, count: int) -> np.ndarray:
    """[N, count] indices of the nearest neutral embeddings."""
    squares = (neutral**2).sum(1) - 2 * faces @ neutral.T
    return np.argsort(squares, axis=1, kind="stable")[:, :count]


class Photographs:
    """FER+ valid and the clear neutral faces of train: the program's scores and embeddings."""

    def __init__(self, data: Path, cache: Path, model: Path, pipeline: Pipeline):
        # PyTorch, which only this part and training need.
        from training.emotion.evaluate import ExportedNetwork
        from training.emotion.prompted import embeddings
        from training.faces import detect

        path = data / "ferplus-train-valid.npz"
        sets = dataset.load(str(path), detect.faces_of(str(path), str(cache)))
        train, valid = sets["train"], sets["valid"]
        votes = Searched(path).votes(train)
        clear = train[(train.labels == NEUTRAL) & (votes[:, NEUTRAL] >= CLEAR * votes.sum(1))]
        some = train[np.concatenate([np.flatnonzero(train.labels == e)[:OF_A_MEAN] for e in range(CONTEMPT)])]
        network = ExportedNetwork(model)
        seen = {
            name: embeddings(network, faces, cache / f"own-rest-{name}.npy", mirrored=True)
            for name, faces in (("valid", valid), ("clear", clear), ("means", some))
        }
        means = np.stack([seen["means"][some.labels == e].mean(0) for e in range(CONTEMPT)])
        self.valid, self.clear = (without_emotion(seen[name], means) for name in ("valid", "clear"))
        with tempfile.TemporaryDirectory() as work:
            folders = [Path(work) / name for name in ("valid", "clear")]
            unpack_ferplus(str(data), str(folders[0]), "ferplus-valid")
            for row, image in enumerate(clear.images):
                write(str(folders[1]), NEUTRAL, f"clear-{row:05d}.png", cv2.imencode(".png", image)[1].tobytes())
            self.faces, self.neutral = (pipeline.evaluate(folder, replicates=1)[1] for folder in folders)
        self.faces = with_second_opinions(self.faces, str(data))

    @staticmethod
    def _rows(faces: ScoredFaces) -> np.ndarray:
        return np.array([int(Path(path).stem.rpartition("-")[2]) for path in faces.paths])

    def half(self) -> Half:
        """The judged faces of valid, each with the nearest clear neutral faces as its resting face."""
        faces, neutral = self.faces[self.faces.judged], self.neutral[self.neutral.judged]
        chosen = nearest(self.valid[self._rows(faces)], self.clear[self._rows(neutral)], NEAREST)
        logs, rests = logarithms(faces.scores), logarithms(neutral.scores)
        # One frame: the mean is subtracted, and the spread is not noise.
        return Half(faces.labels, logs, [rests[row].mean(0, keepdims=True) for row in chosen], faces.may_show, False)


def half_of_people(faces: ScoredFaces) -> Half:
    """The judged faces PERSON/EMOTION/FILE, each with the other resting faces of its person."""
    faces = faces[faces.judged]
    people = np.array([Path(path).parts[-3] for path in faces.paths])
    resting = {person for person in people if ((people == person) & (faces.labels == NEUTRAL)).sum() > 1}
    faces = faces[np.array([person in resting for person in people])]
    people = np.array([Path(path).parts[-3] for path in faces.paths])
    logs = logarithms(faces.scores)
    rests = [logs[rest] for rest in rests_of(faces.labels, people, np.random.default_rng(0))]
    return Half(faces.labels, logs, rests, np.zeros((len(faces), len(EMOTIONS)), bool), True)


def table(emotions: dict[str, list[dict]]) -> str:
    """Thresholds, pass rates and false matches, by level."""
    lines = ["| emotion | " + " | ".join(f"level {n}" for n in range(1, 6)) + " |", "|---" * 6 + "|"]
    for name, goals in emotions.items():
        cells = (f"{g['threshold']:.4f}: {g['passRate']:.2f}, {g['falseAcceptRate']:.3f} false" for g in goals)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "cache", "model", "people", "humans", "program", "levels")
    arguments = parser.parse_args()
    pipeline = Pipeline(arguments.program, arguments.model)
    people = RenderedPeople(arguments.people, arguments.humans).scored(pipeline, MIN_SHOWN)
    photographs = Photographs(arguments.data, arguments.cache, arguments.model, pipeline)
    halves = [photographs.half(), half_of_people(people)]
    emotions = {name: goals_of(halves, target) for target, name in enumerate(EMOTIONS)}
    print(table(emotions))
    shares = ", ".join(f"{100 * share:g}" for share in SHARES)
    levels = json.loads(arguments.levels.read_text(encoding="utf-8"))
    levels["withBaseline"] = {
        "operatingPoint": "photograph",
        "emotions": emotions,
        "measured": {
            "images": f"half on {len(halves[0].labels)} judged faces of FER+ valid, each with the mean of its "
            f"{NEAREST} nearest clear neutral faces of other people as its rest; half on {people_count(people)} "
            "rendered people, each with the own other pictures at rest. From level to level at most "
            f"{shares} % of the other faces match",
            "faces": {
                name: int(sum((half.labels == target).sum() for half in halves))
                for target, name in enumerate(EMOTIONS)
            },
        },
    }  # fmt: skip
    arguments.levels.write_text(to_text(levels), encoding="utf-8")


if __name__ == "__main__":
    main()
