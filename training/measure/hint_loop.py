"""Follows the hints of the program, and measures whether they helped.

    python -m training.measure.hint_loop --data FOLDER --pictures PICTURES \
        --facialfun PROGRAM --models Models

FOLDER contains face-model.npz; PICTURES keeps the renders. The people are new: nothing was fitted to them. For
each emotion they start from rest, from a weak face and from a half face that lacks one part, and from another
emotion's face; most of them have their own resting face. `facialfun match` with their baseline gives a hint,
with and without --movements. Only that movement is made, and the picture is judged again. A hint is right if
the movement was missing (less than half of that in people with the full expression of the target) and the
target's score rises.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.measure.movement_measures import true_strength
from training.measure.programs import json_lines, output_of
from training.render import jpeg, process_renderer
from training.render.expression_variants import Expression, halves, way
from training.render.faces import EVALUATION_PEOPLE
from training.render.movements import CANDIDATES, MOVEMENTS, after, before
from training.render.people import Person

FIRST = 3000  # of EVALUATION_PEOPLE: not rendered by other measurements
REST_FRAMES = 3
LEVEL = 3
SEED = 67


@dataclass
class Start:
    """A face for which a hint is requested."""

    file: str
    number: int
    target: str
    kind: str
    expression: Expression


class Loop:
    """The pictures, and the program that judges them."""

    def __init__(self, arguments: argparse.Namespace):
        self.renderer = process_renderer.loaded(arguments.data / "face-model.npz")
        self.names = set(self.renderer.model.expression_names)
        self.folder: Path = arguments.pictures
        self.folder.mkdir(parents=True, exist_ok=True)
        self.program, self.models = arguments.facialfun, arguments.models
        self.people: dict[int, Person] = {}
        self.typical = {
            (target, hint): self._typical(target, hint)
            for target in EMOTIONS[1:] for hint in (*MOVEMENTS, "close_mouth")
        }  # fmt: skip

    def _typical(self, target: str, hint: str) -> float:
        ways = [way(target, self.names, np.random.default_rng([SEED, k])) for k in range(200)]
        return float(np.median([true_strength(hint, one) for one in ways]))

    def person(self, number: int) -> Person:
        """A person; every fourth has a common resting face."""
        if number not in self.people:
            self.people[number] = Person(
                self.renderer, EVALUATION_PEOPLE + FIRST + number, has_own_rest=number % 4 != 0
            )
        return self.people[number]

    def render(self, file: str, number: int, expression: Expression, key: str) -> None:
        """Creates a missing picture; the same key gives the same pose and light."""
        if (self.folder / file).exists():
            return
        jpeg.save(self.person(number).show(expression, key), self.folder / file)

    def starts(self, number: int) -> list[Start]:
        """The faces of a person for which hints are requested."""
        person, generator = self.person(number), np.random.default_rng([SEED, number])
        opened = halves({"jawOpen": 0.3}, self.names)
        result = []
        for target in EMOTIONS[1:]:
            faces: dict[str, Expression] = {"rest": {}}
            for kind, strength in (("weak", 0.35), ("half", 0.6)):
                lacking = CANDIDATES[target][generator.integers(len(CANDIDATES[target]))]
                shown = {n: v * strength for n, v in person.way(target).items()}
                faces[kind] = before(lacking, shown, opened)
            other = EMOTIONS[1:][generator.integers(len(EMOTIONS) - 1)]
            if other == target:
                other = EMOTIONS[1:][(EMOTIONS.index(other)) % (len(EMOTIONS) - 1)]
            faces["other"] = {n: v * 0.6 for n, v in person.way(other).items()}
            result += [
                Start(f"{number:02}-{target}-{kind}.jpg", number, target, kind, expression)
                for kind, expression in faces.items()
            ]
        return result

    def judge(self, number: int, target: str, files: list[str], movements: bool) -> list[dict]:
        """Results of the program for pictures of a person, relative to the person's neutral face."""
        rest = [f"--baseline={self.folder}/{number:02}-rest-{k}.jpg" for k in range(REST_FRAMES)]
        command = [self.program, "match", "--target", target, "--level", str(LEVEL), *rest,
                   "--model", self.models, "--format", "jsonl",
                   *(["--movements"] if movements else []), *(self.folder / f for f in files)]  # fmt: skip
        return json_lines(output_of(*command))

    def is_missing(self, hint: str, start: Start) -> bool:
        """Whether a face lacks a movement: less than half of what the target's faces show."""
        if hint == "close_mouth":
            return start.expression.get("jawOpen", 0) > 0.1
        whole = self.typical[start.target, hint]
        return true_strength(hint, start.expression) < max(whole, 0.2) / 2

    def run(self, people: range) -> list[tuple[Start, bool, dict]]:
        """All cases: a start, whether movements were measured, and the effect of the hint."""
        cases = []
        for number in people:
            for k in range(REST_FRAMES):
                self.render(f"{number:02}-rest-{k}.jpg", number, {}, f"rest{k}")
            starts = self.starts(number)
            for start in starts:
                self.render(start.file, number, start.expression, start.file)
            for target in EMOTIONS[1:]:
                own = [start for start in starts if start.target == target]
                for movements in (False, True):
                    first = self.judge(number, target, [s.file for s in own], movements)
                    cases += self._follow(number, target, movements, own, first)
        return cases

    def _follow(self, number: int, target: str, movements: bool, own: list[Start], first: list):
        given = []
        for start, report in zip(own, first, strict=True):
            hint = (report["verdict"].get("hint") or {}).get("code")
            if not hint:
                yield start, movements, {"kind": report["verdict"]["verdict"]}
                continue
            file = start.file.replace(".jpg", f"-{hint}.jpg")
            moved = self.person(number).movement(hint) if hint in MOVEMENTS else {}
            self.render(file, number, after(hint, start.expression, moved), start.file)
            given.append((start, hint, file, report))
        if not given:
            return
        then = self.judge(number, target, [file for _, _, file, _ in given], movements)
        for (start, hint, _, report), report_after in zip(given, then, strict=True):
            case = {"kind": "hint", "hint": hint, "missing": self.is_missing(hint, start)}
            if report_after["scores"]:
                case["rise"] = report_after["scores"][target] - report["scores"][target]
            yield start, movements, case


def interval(right: int, count: int) -> str:
    """A share with its 95 % interval (Wilson)."""
    if count == 0:
        return "–"
    p, z = right / count, 1.96
    midpoint = (p + z * z / (2 * count)) / (1 + z * z / count)
    reach = z * np.sqrt(p * (1 - p) / count + z * z / (4 * count**2)) / (1 + z * z / count)
    return f"{p:.3f} ({midpoint - reach:.3f} … {min(1, midpoint + reach):.3f}) of {count}"


def table(cases: list) -> str:
    """Results without and with movements."""
    lines = []
    for movements in (False, True):
        own = [(start, case) for start, m, case in cases if m == movements]
        hints = [(start, case) for start, case in own if case["kind"] == "hint"]
        rated = [(start, case) for start, case in hints if "rise" in case]
        both = [case["missing"] and case["rise"] > 0 for _, case in rated]
        lines += [
            f"## {'with' if movements else 'without'} movements",
            f"starts {len(own)}: {dict(Counter(case['kind'] for _, case in own))}",
            f"missing: {interval(sum(case['missing'] for _, case in hints), len(hints))}",
            f"raised: {interval(sum(case['rise'] > 0 for _, case in rated), len(rated))}",
            f"both: {interval(sum(both), len(rated))}",
            f"mean rise {np.mean([case['rise'] for _, case in rated]):+.3f}",
        ]
        by: dict = defaultdict(list)
        for (start, case), right in zip(rated, both, strict=True):
            by[start.target, case["hint"]].append(right)
            by[start.kind].append(right)
        lines += [f"  {key}: {sum(rights)}/{len(rights)}" for key, rights in sorted(by.items(), key=str)]
    return "\n".join(lines)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "pictures", "facialfun", models=True)
    parser.add_argument("--people", type=int, default=16)
    parser.add_argument("--first", type=int, default=0, help="number of the first person")
    arguments = parser.parse_args()
    print(table(Loop(arguments).run(range(arguments.first, arguments.first + arguments.people))))


if __name__ == "__main__":
    main()
