"""Measures which hints lead toward each emotion, and writes the hints of the game.

    python -m training.render.people --data FOLDER --output PEOPLE
    python -m training.measure.hints --people PEOPLE --facialfun PROGRAM --models Models \
        --output Models/hints.json

All scores and geometric features are those of the shipped program. A case is a face before a movement of the 3D head,
and the same face with only that movement made. It counts if both can be judged and the hint would be given before.
The hint is offered if the target's score rises in 80 % of at least MIN_CASES cases, and by MIN_GAIN on average.
People are rendered with the same 3D head as some training faces, but none is among those. So the result is valid for
movements, but optimistic about the gain on a real face.

Toward each target, people start from rest and from half of their own expression without the movement. Hints that are
not candidates for a target are measured from rest only, for the table.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import CONTRADICTIONS, EMOTIONS, FEATURES, MIN_RAISED
from training.measure.movement_measures import MEASURED_BY, value, weights
from training.measure.people_scores import ScoredPicture, read, score
from training.render.movements import CANDIDATES, HINTS

MIN_CASES = 20
MIN_GAIN = 0.01  # smaller gains are invisible to a child and on a meter
HINT_BELOW, PRAISE_FROM = 0.5, 0.8
FULL = 0.9  # minimum strength of a full expression
REST_SHARE = 0.95  # share of resting faces within the goal of a distance


@dataclass
class Rest:
    """Features at rest: of people in general, and of each person. [20] each."""

    mean: np.ndarray
    spread: np.ndarray
    own: dict[int, np.ndarray]

    @staticmethod
    def of(seen: list[ScoredPicture]) -> Rest:
        """Computed from the pictures at rest; right and left are averaged."""
        frames = defaultdict(list)
        for face in seen:
            if face.entry["set"] == "rest" and face.features:
                frames[face.entry["person"]].append(values(face))
        own = {person: np.median(rows, 0) for person, rows in frames.items()}
        if len(own) < 3:
            raise SystemExit(f"{len(own)} people with faces at rest are too few: render more")
        people = np.array(list(own.values()))
        mean, variance = people.mean(0), people.var(0, ddof=1)
        for place, name in enumerate(FEATURES):
            if name.endswith("Right"):
                pair = [place, FEATURES.index(name.replace("Right", "Left"))]
                mean[pair], variance[pair] = mean[pair].mean(), variance[pair].mean()
        return Rest(mean, np.sqrt(variance), own)

    def changes(self, face: ScoredPicture) -> np.ndarray:
        """Changes from the person's own face at rest."""
        return (values(face) - self.own[face.entry["person"]]) / self.spread


def values(face: ScoredPicture) -> np.ndarray:
    """A face's features [20]."""
    return np.array([face.features[name] for name in FEATURES])


@dataclass
class Pair:
    """Measured effect of one hint on one target."""

    target: str
    hint: str
    goal: float
    rises: list[float] = field(default_factory=list)
    by_start: Counter = field(default_factory=Counter)
    raised_by_start: Counter = field(default_factory=Counter)
    left_out: Counter = field(default_factory=Counter)

    @property
    def raised(self) -> float:
        """The share of the cases in which the score rises."""
        return float(np.mean(np.array(self.rises) > 0)) if self.rises else 0.0

    @property
    def gain(self) -> float:
        """The mean rise."""
        return float(np.mean(self.rises)) if self.rises else 0.0

    @property
    def holds(self) -> bool:
        """Whether the hint leads toward the target."""
        return (
            self.hint in CANDIDATES[self.target]
            and len(self.rises) >= MIN_CASES
            and self.raised >= MIN_RAISED
            and self.gain >= MIN_GAIN
            and self.has_goal
        )

    @property
    def has_goal(self) -> bool:
        """Whether the target's faces make the movement at all."""
        return self.goal < 0 if MEASURED_BY[self.hint][0] == "distance" else self.goal > 0

    def is_missing(self, changes: np.ndarray) -> bool:
        """Whether the hint would be given to a face."""
        moved = float(value(self.hint, weights(self.hint), changes))
        if MEASURED_BY[self.hint][0] == "distance":
            return moved < self.goal
        return self.has_goal and moved / self.goal < HINT_BELOW

    def take(self, rest: Rest, before: ScoredPicture, after: ScoredPicture, start: str) -> None:
        """Counts a case."""
        if before.reason or after.reason or not before.features:
            self.left_out[before.reason or after.reason or "no_features"] += 1
        elif self.has_goal and not self.is_missing(rest.changes(before)):
            self.left_out["not_asked_for"] += 1
        else:
            place = EMOTIONS.index(self.target)
            rise = float(after.scores[place] - before.scores[place])
            self.rises.append(rise)
            self.by_start[start] += 1
            self.raised_by_start[start] += rise > 0


def goals(seen: list[ScoredPicture], rest: Rest) -> dict[tuple[str, str], float]:
    """The typical movement of each target's faces, by target and hint."""
    at_rest = [(values(face) - rest.mean) / rest.spread for face in seen
               if face.entry["set"] == "rest" and face.features and not face.reason]  # fmt: skip
    result = {}
    for target in EMOTIONS:
        full = [
            rest.changes(face) for face in seen
            if face.entry["emotion"] == target and face.entry["strength"] >= FULL
            and face.features and face.entry["person"] in rest.own
        ]  # fmt: skip
        for hint in HINTS:
            if MEASURED_BY[hint][0] == "distance":
                reach = value(hint, weights(hint), np.array(at_rest))
                result[target, hint] = float(np.quantile(reach, 1 - REST_SHARE))
            elif full:
                result[target, hint] = float(np.median(value(hint, weights(hint), np.array(full))))
            else:
                result[target, hint] = 0.0
    return result


def pairs_of(seen: list[ScoredPicture], rest: Rest) -> dict[tuple[str, str], Pair]:
    """All pairs of target and hint with their cases."""
    goal = goals(seen, rest)
    result = {key: Pair(*key, value) for key, value in goal.items()}
    first = {face.entry["person"]: face for face in seen
             if face.entry["set"] == "rest" and face.entry["frame"] == 0}  # fmt: skip
    hinted: dict[tuple, dict[str, ScoredPicture]] = defaultdict(dict)
    for face in seen:
        entry = face.entry
        if entry["set"] == "hint" and entry["person"] in rest.own:
            hinted[entry["person"], entry["target"], entry["hint"]][entry["step"]] = face
    for (person, start, hint), steps in hinted.items():
        before, after = steps.get("before", first.get(person)), steps.get("after")
        if before is None or after is None:
            continue
        if not start:  # from rest: for every target
            for target in EMOTIONS:
                if target != "neutral" or hint in CANDIDATES["neutral"]:
                    result[target, hint].take(rest, before, after, "rest")
        elif start.startswith("from-"):
            result["neutral", hint].take(rest, before, after, start)
        else:
            result[start, hint].take(rest, before, after, "partial")
    return result


def offered(pairs: dict[tuple[str, str], Pair]) -> set[tuple[str, str]]:
    """The valid pairs; of two contradictory ones, that with the larger gain."""
    result = set()
    for target in EMOTIONS:
        chosen: list[str] = []
        holding = [pair for (of, _), pair in pairs.items() if of == target and pair.holds]
        for pair in sorted(holding, key=lambda pair: -pair.gain):
            if not any({pair.hint, other} in CONTRADICTIONS for other in chosen):
                chosen.append(pair.hint)
        result |= {(target, hint) for hint in chosen}
    return result


def document(pairs, rest: Rest, model: dict, people: int) -> dict:
    """The contents of hints.json."""
    given = offered(pairs)

    def entry(pair: Pair) -> dict:
        return {
            "hint": pair.hint, "goal": round(pair.goal, 3), "gain": round(pair.gain, 4),
            "raised": round(pair.raised, 4), "cases": len(pair.rises),
            "offered": (pair.target, pair.hint) in given,
        }  # fmt: skip

    return {
        "schema": "facialfun.hints/1",
        "model": {"name": model["name"], "version": model["version"]},
        "hintBelow": HINT_BELOW,
        "praiseFrom": PRAISE_FROM,
        "rest": {
            name: {"mean": round(float(mean), 5), "spread": round(float(spread), 5)}
            for name, mean, spread in zip(FEATURES, rest.mean, rest.spread, strict=True)
        },
        "movements": {
            hint: {
                "kind": MEASURED_BY[hint][0],
                "weights": {
                    name: float(value) for name, value in zip(FEATURES, weights(hint), strict=True) if value
                },
            }
            for hint in HINTS
        },
        "targets": {
            target: [
                entry(pairs[target, hint]) for hint in CANDIDATES[target]
                if pairs[target, hint].has_goal
            ]
            for target in EMOTIONS
        },
        "measured": f"movements of a rendered 3D head, {people} people at rest, by "
        "training/measure/hints.py",
    }  # fmt: skip


def table(pairs: dict[tuple[str, str], Pair]) -> str:
    """One row for each pair with cases, candidates first."""
    given = offered(pairs)
    lines = [
        "| target | hint | raised | cases | from rest | from partial | mean rise | |",
        "|---|---|---|---|---|---|---|---|",
    ]
    order = sorted(
        pairs.values(),
        key=lambda pair: (
            EMOTIONS.index(pair.target), pair.hint not in CANDIDATES[pair.target], -pair.raised,
        ),
    )  # fmt: skip
    for pair in order:
        if not pair.rises:
            continue
        starts = Counter(), Counter()
        for start, count in pair.by_start.items():
            starts[0][start == "rest"] += count
            starts[1][start == "rest"] += pair.raised_by_start[start]
        shares = [f"{starts[1][k]}/{starts[0][k]}" if starts[0][k] else "–" for k in (True, False)]
        verdict = "no candidate"
        if (pair.target, pair.hint) in given:
            verdict = "offered"
        elif pair.hint in CANDIDATES[pair.target]:
            verdict = "contradicts a better one" if pair.holds else "fails"
        lines.append(
            f"| {pair.target} | {pair.hint} | {pair.raised:.0%} | {len(pair.rises)} | {shares[0]} | "
            f"{shares[1]} | {pair.gain:+.3f} | {verdict} |"
        )
    out = Counter()
    for pair in pairs.values():
        out += pair.left_out
    return "\n".join(lines) + f"\n\nLeft out: {dict(out)}\n"


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "people", models=True)
    parser.add_argument("--facialfun", type=Path, help="without it, use the last reports")
    parser.add_argument("--output", type=Path, required=True, help="hints.json")
    arguments = parser.parse_args()
    reports = arguments.people / "reports.jsonl"
    if arguments.facialfun:
        score(arguments.people, arguments.facialfun, arguments.models, reports)
    seen, model = read(arguments.people, reports)
    rest = Rest.of(seen)
    pairs = pairs_of(seen, rest)
    text = json.dumps(document(pairs, rest, model, len(rest.own)), indent=2)
    arguments.output.write_text(text + "\n")
    print(table(pairs))


if __name__ == "__main__":
    main()
