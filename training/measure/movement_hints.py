"""Measures hints for faces with reported movements, and writes them to the hints file.

    python -m training.measure.movement_hints --data FOLDER --people PEOPLE --reports REPORTS \
        --hints Models/hints.json

PEOPLE is the output of `render/people.py`, REPORTS that of `facialfun score --movements --format jsonl` for it. The
file's entries for faces without movements stay unchanged.

Each hint is measured by geometry or by the reported movements: by the better detector of its movement. For each target
the hint is given below the greatest value at which MIN_MISSING of the faces on the way to the target lack the
movement: they have less than half of that in the target's faces. A hint is offered if that value is above 0, at least
MIN_CASES faces were below it, and the movement raised the target's score in MIN_RAISED of the cases.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS, FEATURES, MOVEMENT_NAMES
from training.measure.hints import CONTRADICTIONS, FULL, PRAISE_FROM, REST_SHARE
from training.measure.movement_measures import (
    MEASURED_BY,
    QUANTITIES,
    SHAPES,
    STRENGTH_SPREAD,
    by_features,
    by_strengths,
    true_strength,
    value,
)  # fmt: skip
from training.measure.people_scores import read
from training.render.face_renderer import FaceRenderer
from training.render.movements import CANDIDATES, HINTS
from training.render.people import Person, Picture

MIN_MISSING = 0.95
MIN_RAISED = 0.95
MIN_MADE = 0.97
MIN_OPEN = 0.5  # in spreads, equal to a strength of 0.05: less is not an open mouth
MIN_CASES = 20
MIN_TYPICAL = 0.2  # minimum share of the full movement in the target's faces


class Faces:
    """All pictures with their changes from rest, and their true expressions."""

    def __init__(self, data: Path, people: Path, reports: Path):
        seen, self.model = read(people, reports)
        moved = {}
        for line in reports.read_text().splitlines():
            report = json.loads(line)
            faces = report.get("faces") or [{}]
            moved[Path(report["path"]).name] = faces[0].get("movements")
        self.seen = [face for face in seen if face.features and moved.get(face.entry["file"])]
        raw = np.array([
            [face.features[name] for name in FEATURES]
            + [moved[face.entry["file"]][name] for name in MOVEMENT_NAMES]
            for face in self.seen
        ])  # fmt: skip
        self.person = np.array([face.entry["person"] for face in self.seen])
        resting = np.array([face.entry["set"] == "rest" for face in self.seen])
        self.people = [p for p in np.unique(self.person) if (resting & (self.person == p)).any()]
        own = {p: np.median(raw[resting & (self.person == p)], 0) for p in self.people}
        at_rest = np.array(list(own.values()))
        self.mean, self.spread = at_rest.mean(0), at_rest.std(0, ddof=1)
        for place, name in enumerate(QUANTITIES):
            if name.endswith("Right"):
                pair = [place, QUANTITIES.index(name.replace("Right", "Left"))]
                self.mean[pair] = self.mean[pair].mean()
                self.spread[pair] = np.sqrt((self.spread[pair] ** 2).mean())
        self.spread[len(FEATURES) :] = STRENGTH_SPREAD
        self.changes = (raw - np.array([own[p] for p in self.person])) / self.spread
        self.judged = np.array([face.reason is None for face in self.seen])
        self._truth(data)

    def _truth(self, data: Path) -> None:
        renderer = FaceRenderer.load(data / "face-model.npz")
        people, rows = {}, []
        for face in self.seen:
            number = face.entry["person"]
            if number not in people:
                people[number] = Person(renderer, number, has_own_rest=False)
            expression = people[number].expression(Picture(**face.entry))
            rows.append([
                true_strength(h, expression) if h in SHAPES or h in ("lift_one_mouth_corner", "close_mouth")
                else np.nan for h in HINTS
            ])  # fmt: skip
        self.truth = np.array(rows)

    def pictures(self, **wanted) -> np.ndarray:
        """The indices of the pictures whose entries have these values."""
        return np.array([
            all(face.entry[key] == value for key, value in wanted.items()) for face in self.seen
        ])  # fmt: skip


def auc(there: np.ndarray, absent: np.ndarray) -> float:
    """The area under the curve."""
    order = np.argsort(np.argsort(np.concatenate([there, absent])))
    n = len(there)
    return float((order[:n].sum() - n * (n - 1) / 2) / (n * len(absent)))


def measures(faces: Faces) -> tuple[dict[str, np.ndarray], list[str]]:
    """The weights of each hint, and a line of a table for each."""
    chosen, lines = {}, []
    for place, hint in enumerate(HINTS):
        geometry, reported = by_features(hint), by_strengths(hint)
        chosen[hint] = geometry
        if reported is None:
            lines.append(f"| {hint} | – | – | geometry |")
            continue
        true = faces.truth[:, place]
        there, absent = true >= 0.6, true <= 0.15
        areas = [
            auc(*(value(hint, given, faces.changes[which]) for which in (there, absent)))
            for given in (geometry, reported)
        ]
        better = areas[1] > areas[0]
        if better:
            chosen[hint] = reported
        words = "movements" if better else "geometry"
        lines.append(f"| {hint} | {areas[0]:.3f} | {areas[1]:.3f} | {words} |")
    return chosen, lines


def threshold(values: np.ndarray, missing: np.ndarray) -> tuple[float, int]:
    """The greatest value below which MIN_MISSING of the faces lack the movement, and the number of these."""
    order = np.argsort(values)
    share = np.cumsum(missing[order]) / np.arange(1, len(order) + 1)
    fit = np.flatnonzero((share >= MIN_MISSING) & (np.arange(len(order)) + 1 >= MIN_CASES))
    if not len(fit):
        return 0.0, 0
    last = fit[-1]
    above = values[order[last + 1]] if last + 1 < len(order) else values[order[last]]
    return float((values[order[last]] + above) / 2), int(last + 1)


def praised_goal(values: np.ndarray, there: np.ndarray, median: float) -> float:
    """The typical movement of the target's faces, or more if necessary for MIN_MADE of the praised faces to make the
    movement.
    """
    steps = np.quantile(values[values > 0], np.linspace(0, 0.99, 100)) / PRAISE_FROM
    for goal in (float(median), *steps[steps > median]):
        praised = values >= PRAISE_FROM * goal
        if goal > 0 and praised.any() and there[praised].mean() >= MIN_MADE:
            return float(goal)
    return float(values.max() / PRAISE_FROM)


def rises(faces: Faces) -> dict[tuple[str, str], list[tuple[int, float]]]:
    """For each target and hint the pictures before, and the rise of the score from the movement."""
    place = {face.entry["file"]: k for k, face in enumerate(faces.seen)}
    result: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for face in faces.seen:
        entry = face.entry
        if entry["set"] != "hint" or entry["step"] != "after" or face.reason:
            continue
        number = entry["file"].split("-")[0]
        before = place.get(entry["file"].replace("-after", "-before"))
        if before is None and not entry["target"]:
            before = place.get(f"{number}-rest-0.jpg")
        if before is None or faces.seen[before].reason:
            continue
        start = entry["target"]
        targets = ["neutral"] if start.startswith("from-") else [start] if start else EMOTIONS[1:]
        for target in targets:
            score = EMOTIONS.index(target)
            rise = face.scores[score] - faces.seen[before].scores[score]
            result[target, entry["hint"]].append((before, float(rise)))
    return result


def release_entry(faces: Faces, given: np.ndarray, hint: str, cases: list) -> list[dict]:
    """The entry of a hint that relaxes something: given beyond the range of resting faces."""
    resting = faces.pictures(set="rest")
    values = value(hint, given, faces.changes)
    goal = min(-MIN_OPEN, float(np.quantile(values[resting], 1 - REST_SHARE)))
    asked = [rise for before, rise in cases if values[before] < goal]
    share = float(np.mean(np.array(asked) > 0)) if asked else 0.0
    gain = float(np.mean(asked)) if asked else 0.0
    offered = share >= MIN_RAISED and len(asked) >= MIN_CASES and gain >= 0.01
    return [{
        "hint": hint, "goal": round(goal, 3), "gain": round(gain, 4), "raised": round(share, 4),
        "cases": len(asked), "offered": bool(offered),
    }]  # fmt: skip


def entries(faces: Faces, chosen: dict[str, np.ndarray], old: dict) -> dict[str, list[dict]]:
    """The entries of each target."""
    raised = rises(faces)
    # Measured by geometry only, as without movements.
    relax = [entry for entry in old["targets"]["neutral"] if entry["hint"] == "relax_face"]
    result: dict[str, list[dict]] = {"neutral": relax}
    for target in EMOTIONS[1:]:
        full = faces.pictures(set="emotion", emotion=target) & np.array(
            [face.entry["strength"] >= FULL for face in faces.seen]
        )
        way = (faces.pictures(set="emotion", emotion=target) | faces.pictures(target=target)
               | faces.pictures(set="rest", frame=0)) & faces.judged  # fmt: skip
        found = []
        for hint in CANDIDATES[target]:
            kind = MEASURED_BY[hint][0]
            cases = raised[target, hint]
            if kind == "distance":
                found += release_entry(faces, chosen[hint], hint, cases)
                continue
            true = faces.truth[:, HINTS.index(hint)]
            typical = float(np.median(true[full]))
            if typical < MIN_TYPICAL:
                continue
            values = value(hint, chosen[hint], faces.changes)
            limit, _ = threshold(values[way], true[way] < typical / 2)
            asked = [rise for before, rise in cases if values[before] < limit]
            share = float(np.mean(np.array(asked) > 0)) if asked else 0.0
            if limit <= 0:
                continue
            goal = praised_goal(values[way], true[way] >= typical / 2, np.median(values[full]))
            found.append({
                "hint": hint, "goal": round(goal, 3),
                "hintBelow": round(min(max(limit / goal, 0.001), PRAISE_FROM), 3),
                "gain": round(float(np.mean(asked)) if asked else 0.0, 4),
                "raised": round(share, 4), "cases": len(asked),
                "offered": bool(share >= MIN_RAISED and len(asked) >= MIN_CASES
                                and np.mean(asked) >= 0.01),
            })  # fmt: skip
        chosen_hints: list[str] = []
        for entry in sorted(found, key=lambda entry: -entry["gain"]):
            if any({entry["hint"], other} in CONTRADICTIONS for other in chosen_hints):
                entry["offered"] = False
            if entry["offered"]:
                chosen_hints.append(entry["hint"])
        result[target] = found
    return result


def profiles(faces: Faces) -> str:
    """The movements that rise by 0.05 in the median on each emotion's faces at full strength."""
    lines = ["| emotion | pictures | movements that rise, median |", "|---|---|---|"]
    strong = np.array([face.entry["strength"] >= FULL for face in faces.seen])
    for emotion in EMOTIONS[1:]:
        which = faces.pictures(set="emotion", emotion=emotion) & strong
        rise = np.median(faces.changes[which][:, len(FEATURES) :], 0) * STRENGTH_SPREAD
        both: dict[str, list[float]] = defaultdict(list)
        for name, value_ in zip(MOVEMENT_NAMES, rise, strict=True):
            base = name.removesuffix("Left").removesuffix("Right")
            both[name if base in ("jaw", "mouth") else base].append(value_)
        means = {name: float(np.mean(values)) for name, values in both.items()}
        shown = sorted((n for n in means if means[n] >= 0.05), key=lambda n: -means[n])
        text = ", ".join(f"{name} {means[name]:.2f}" for name in shown)
        lines.append(f"| {emotion} | {which.sum()} | {text} |")
    return "\n".join(lines)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "people", "reports", "hints")
    arguments = parser.parse_args()
    faces = Faces(arguments.data, arguments.people, arguments.reports)
    document = json.loads(arguments.hints.read_text())
    document.pop("withMovements", None)
    chosen, lines = measures(faces)
    document["withMovements"] = {
        "rest": {
            name: {"mean": round(float(mean), 5), "spread": round(float(spread), 5)}
            for name, mean, spread in zip(QUANTITIES, faces.mean, faces.spread, strict=True)
        },
        "movements": {
            hint: {
                "kind": MEASURED_BY[hint][0],
                "weights": {n: round(float(w), 6) for n, w in zip(QUANTITIES, given, strict=True) if w},
            }
            for hint, given in chosen.items()
        },
        "targets": entries(faces, chosen, document),
        "measured": f"a rendered 3D head, {len(faces.people)} people at rest, by "
        "training/measure/movement_hints.py",
    }
    arguments.hints.write_text(json.dumps(document, indent=2) + "\n")
    print(profiles(faces))
    print("| hint | geometry | movements | measured by |\n|---|---|---|---|\n" + "\n".join(lines))
    for target, found in document["withMovements"]["targets"].items():
        for entry in found:
            print(target, entry)


if __name__ == "__main__":
    main()
