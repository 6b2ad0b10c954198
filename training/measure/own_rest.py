"""Compares rules for judging a face with the person's resting face.

    facialfun-lab evaluate PICTURES [--crops] --scores scores.jsonl
    python -m training.measure.own_rest --scores scores.jsonl [--people]

PICTURES are EMOTION folders, or with `--people` PERSON/EMOTION folders. With `--people` each face is judged with
other neutral pictures of the same person. Without it, as in FER+, four neutral faces of other people are a
substitute; their spread is not the noise of one person and does not raise the gate. This ranks rules, but gives no
absolute pass rates. Thresholds allow a fixed share of false matches in one half of the faces, or of the people, and
are tested on the other half, both ways. Prints Markdown.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.faces.searched import CONTEMPT

LEAST = 1e-6  # the value of LogOdds.least in Swift
NEUTRAL = 0
TARGETS = range(1, CONTEMPT)
FRAMES = 4
# Baseline.restScores in Swift.
COMMON_REST = np.log(np.array([0.86] + [0.02] * 7))
# The rule of 1.6.0: the maximum that the resting face subtracts from a target, and the required change.
MAX_TAKEN = {EMOTIONS.index("sadness"): 2.0, EMOTIONS.index("anger"): 3.5, EMOTIONS.index("fear"): 2.0}
MIN_CHANGE = 1.0
NOISE_FACTOR = 3.0


def logarithms(scores: np.ndarray) -> np.ndarray:
    """Natural logarithms of scores, none below that of LEAST."""
    return np.log(scores.clip(LEAST))


def target_log_odds(logits: np.ndarray, target: int) -> np.ndarray:
    """[N] log-odds of the target among the offered emotions: all but contempt, unless that is the target."""
    others = np.delete(logits, sorted({CONTEMPT, target}), axis=1)
    greatest = others.max(1, keepdims=True)
    return logits[:, target] - greatest[:, 0] - np.log(np.exp(others - greatest).sum(1))


def spread(values: np.ndarray) -> float:
    """The standard deviation, estimated from the distance between the tenths, as in Median.spread in Swift."""
    low, high = np.quantile(values, (0.1, 0.9))
    return (high - low) / 2.5631


@dataclass(frozen=True)
class Rule:
    """The effect of a resting face on the log-odds of a target.

    - prompted: whether the scores are those of `prompted`, not of `photograph`.
    - subtracted: the share of the resting log scores that is subtracted; 0 ignores them.
    - gate: the minimum rise of the target's log-odds above rest; None for no gate.
    - bounded: whether the subtraction is bounded by MAX_TAKEN, with the median of the resting scores instead of the
      mean.
    """

    name: str
    prompted: bool
    subtracted: float
    gate: float | None
    bounded: bool = False

    def judge(self, face: np.ndarray, rest: np.ndarray, target: int, noisy: bool = True) -> float:
        """The log-odds for judging a face; minus infinity if the change is below the gate.

        - face: [8] log scores.
        - rest: [frames, 8] log scores of the resting face.
        - noisy: whether the spread of the resting scores raises the gate.
        """
        if self.subtracted == 0:
            return float(target_log_odds(face[None], target)[0])
        center = np.median(rest, 0) if self.bounded else rest.mean(0)
        shift = self.subtracted * (COMMON_REST - center)
        if self.bounded and target in MAX_TAKEN:
            shift[target] = max(shift[target], shift[NEUTRAL] - MAX_TAKEN[target])
        if self.gate is not None:
            at_rest = target_log_odds(rest, target)
            middle = np.median(at_rest) if self.bounded else at_rest.mean()
            rise = target_log_odds(face[None], target)[0] - middle
            noise = NOISE_FACTOR * spread(at_rest) if noisy else 0.0
            least = max(self.gate, noise) if self.bounded else self.gate * max(1.0, noise)
            if rise < least:
                return -np.inf
        return float(target_log_odds((face + shift)[None], target)[0])


RULES = (
    Rule("no rest, `prompted`", True, 0.0, None),
    Rule("1.6.0, `prompted`", True, 1.0, MIN_CHANGE, bounded=True),
    Rule("`photograph`, gate 1.5", False, 1.0, 1.5),
    Rule("`photograph`, gate 1.0", False, 1.0, 1.0),
    Rule("`photograph`, no gate", False, 1.0, None),
)


def threshold_at(judged: np.ndarray, labels: np.ndarray, target: int, share: float) -> float:
    """The lowest threshold at which at most this share of other faces matches, with the same weight for each emotion.
    """
    others = [np.flatnonzero(labels == e) for e in range(CONTEMPT) if e != target and (labels == e).any()]
    weight = np.zeros(len(labels))
    for chosen in others:
        weight[chosen] = 1 / len(others) / len(chosen)
    for candidate in np.unique(judged[np.isfinite(judged)]):
        if weight[judged >= candidate].sum() <= share:
            return float(candidate)
    return np.inf


def rates(judged: np.ndarray, labels: np.ndarray, target: int, share: float, half: np.ndarray) -> tuple:
    """The pass rates of true faces, of others and of resting faces, with thresholds fitted on the other half."""
    passed = np.zeros(len(labels), bool)
    for side in (False, True):
        fitted = half == side
        threshold = threshold_at(judged[fitted], labels[fitted], target, share)
        passed[~fitted] = judged[~fitted] >= threshold
    false = [passed[labels == e].mean() for e in range(CONTEMPT) if e != target and (labels == e).any()]
    return passed[labels == target].mean(), float(np.mean(false)), passed[labels == NEUTRAL].mean()


def rests_of(labels: np.ndarray, people: np.ndarray | None, random: np.random.Generator) -> list[np.ndarray]:
    """For each face the neutral faces that it is judged with, never itself: all of the same person, or FRAMES of other
    people if people are unknown.
    """
    neutral = np.flatnonzero(labels == NEUTRAL)
    found = []
    for face in range(len(labels)):
        chosen = neutral[neutral != face]
        if people is not None:
            chosen = chosen[people[chosen] == people[face]]
            if len(chosen) == 0:
                raise SystemExit(f"person {people[face]} has no other judged neutral picture; add one")
        elif len(chosen) < FRAMES:
            raise SystemExit(f"expected more than {FRAMES} judged neutral faces, found {len(neutral)}; add some")
        else:
            chosen = random.choice(chosen, FRAMES, replace=False)
        found.append(chosen)
    return found


@dataclass(frozen=True)
class Faces:
    """Judged faces without contempt: labels, log scores at both operating points, and people."""

    labels: np.ndarray
    photograph: np.ndarray
    prompted: np.ndarray
    people: np.ndarray | None

    @staticmethod
    def read(scores: Path, with_people: bool) -> Faces:
        """Reads the output of `facialfun-lab evaluate --scores`."""
        rows = [json.loads(line) for line in scores.read_text().splitlines()]
        rows = [row for row in rows if row["outcome"] == "judged" and row["label"] != EMOTIONS[CONTEMPT]]
        if not rows:
            raise SystemExit(f"{scores} contains no judged face")
        photograph, prompted = (
            logarithms(np.array([[row[kind][emotion] for emotion in EMOTIONS] for row in rows]))
            for kind in ("scores", "promptedScores")
        )
        people = np.array([Path(row["path"]).parts[-3] for row in rows]) if with_people else None
        labels = np.array([EMOTIONS.index(row["label"]) for row in rows])
        return Faces(labels, photograph, prompted, people)


def table(faces: Faces, share: float, seed: int) -> str:
    """A row for each rule: pass rates of true faces for each emotion, and the mean rates of passes, false matches and
    matches at rest.
    """
    random = np.random.default_rng(seed)
    labels, own = faces.labels, faces.people is not None
    rests = rests_of(labels, faces.people, random)
    groups = np.unique(faces.people, return_inverse=True)[1] if own else np.arange(len(labels))
    half = (random.permutation(groups.max() + 1) % 2 == 0)[groups]
    names = [EMOTIONS[target] for target in TARGETS]
    lines = [f"| rule | {' | '.join(names)} | mean | false | at rest |", "|---|" + "---|" * (len(names) + 3)]
    for rule in RULES:
        logs = faces.prompted if rule.prompted else faces.photograph
        results = []
        for target in TARGETS:
            judged = np.array([
                rule.judge(logs[face], logs[rest], target, own) for face, rest in enumerate(rests)
            ])  # fmt: skip
            results.append(rates(judged, labels, target, share, half))
        passes, false, at_rest = np.array(results).T
        cells = " | ".join(f"{value:.2f}" for value in passes)
        means = f"{passes.mean():.3f} | {false.mean():.3f} | {at_rest.mean():.3f}"
        lines.append(f"| {rule.name} | {cells} | {means} |")
    return "\n".join(lines)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "scores")
    parser.add_argument("--people", action="store_true", help="the pictures are in PERSON/EMOTION folders")
    parser.add_argument("--false", type=float, default=0.1, help="share of false matches (default: 0.1)")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    faces = Faces.read(arguments.scores, arguments.people)
    print(f"{len(faces.labels)} judged faces\n")
    print(table(faces, arguments.false, arguments.seed))


if __name__ == "__main__":
    main()
