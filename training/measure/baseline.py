"""Measures the gain from a person's own neutral face: recall on rendered people, and false matches.

    python -m training.render.people --data FOLDER --output PEOPLE
    make build build-lab
    python -m training.measure.baseline --people PEOPLE --facialfun PROGRAM \
        --models Models

The shipped program scores the pictures. `facialfun-lab attempts`, next to it, judges them as single pictures and as
attempts over frames, each without and with a baseline of the person's first five frames at rest. The attempts of the
first people are replayed by `facialfun match --replay`, which must reach the same end.

`still` frames show a face that does not change, for which a match is false. `rising` frames show a transition from
rest to a full emotion.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.measure.people_scores import score
from training.measure.pipeline import lab_beside
from training.measure.programs import output_of

LEVELS = range(1, 6)
SHOWN = 0.6  # minimum strength of an emotion that counts as shown
FAINT = 0.4


@dataclass
class Judged:
    """The output of `facialfun-lab attempts` with the entries of each picture in `people.jsonl`."""

    pictures: list[dict]
    attempts: list[dict]
    baselines: list[dict]

    @staticmethod
    def of(people: Path, lines: str) -> Judged:
        """Parses the output."""
        entries = {
            entry["file"]: entry
            for entry in map(json.loads, (people / "people.jsonl").read_text().splitlines())
        }
        found = defaultdict(list)
        for line in map(json.loads, lines.splitlines()):
            found[line["kind"]].append({**entries.get(line.get("file"), {}), **line})
        return Judged(found["picture"], found["attempt"], found["baseline"])

    def rates(self, target: str, chosen) -> tuple[int, np.ndarray, np.ndarray]:
        """The number of pictures that are judged both ways, and the share that matches the target at each of the five
        levels, without and with the baseline.

        - chosen: filter of the pictures, by their entry.
        """
        rows = [
            row for row in self.pictures
            if row["target"] == target and "reason" not in row and "inLightOfBaseline" in row
            and chosen(row)
        ]  # fmt: skip
        if not rows:
            return 0, np.full(5, np.nan), np.full(5, np.nan)
        alone = np.array([row["alone"] for row in rows]).mean(0)
        light = np.array([row["inLightOfBaseline"] for row in rows]).mean(0)
        return len(rows), alone, light


def recall_table(judged: Judged) -> str:
    """Recall at each level, without → with the baseline."""
    lines = []
    for title, low, high in (("shown", SHOWN, 9), ("faint", FAINT, SHOWN)):
        lines += [
            f"\n### Recall, {title}: strength {low} {'and more' if high == 9 else ''}\n",
            "| emotion | pictures | " + " | ".join(f"level {level}" for level in LEVELS) + " |",
            "|---|---|" + "---|" * 5,
        ]
        for target in EMOTIONS[1:]:
            count, alone, light = judged.rates(
                target,
                lambda row, target=target, low=low, high=high: row["emotion"] == target
                and low <= row["strength"] < high,
            )
            cells = " | ".join(f"{a:.0%} → {b:.0%}" for a, b in zip(alone, light, strict=True))
            lines.append(f"| {target} | {count} | {cells} |")
    return "\n".join(lines) + "\n"


def false_table(judged: Judged) -> str:
    """False matches of faces with other emotions, without → with the baseline."""
    lines = [
        "\n### False matches of single pictures\n",
        "| target | at rest: pictures | "
        + " | ".join(f"level {level}" for level in LEVELS)
        + " | another emotion in full, level 3 |",
        "|---|---|" + "---|" * 6,
    ]
    for target in EMOTIONS[1:]:
        count, alone, light = judged.rates(target, lambda row: row["set"] == "rest")
        cells = " | ".join(f"{a:.1%} → {b:.1%}" for a, b in zip(alone, light, strict=True))
        _, other, shifted = judged.rates(
            target,
            lambda row, target=target: row["emotion"] not in ("", target) and row["strength"] >= 0.9,
        )
        lines.append(
            f"| {target} | {count} | {cells} | {other[2]:.1%} → {shifted[2]:.1%} |"
        )
    return "\n".join(lines) + "\n"


def attempt_table(judged: Judged) -> str:
    """Attempts that end matched: of an unchanged face, and of one that shows the emotion."""
    ended: dict[tuple, Counter] = defaultdict(Counter)
    made = {row["person"] for row in judged.baselines if row["made"]}
    for row in judged.attempts:
        if row["person"] in made:
            key = row["frames"], row["target"], row["inLight"]
            ended[key][row["level"], row.get("phase") == "matched"] += 1
    lines = [
        "\n### Attempts that end matched\n",
        "| target | frames | " + " | ".join(f"level {level}" for level in LEVELS) + " |",
        "|---|---|" + "---|" * 5,
    ]
    for target in EMOTIONS[1:]:
        for frames in ("still", "rising"):
            cells = []
            for level in LEVELS:
                pair = []
                for light in (False, True):
                    count = ended[frames, target, light]
                    total = count[level, True] + count[level, False]
                    pair.append(f"{count[level, True]}/{total}")
                cells.append(" → ".join(pair))
            lines.append(f"| {target} | {frames} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def false_still(judged: Judged) -> int:
    """Match rate of unchanged faces with a baseline: attempts and single pictures."""
    attempts = sum(
        row["frames"] == "still" and row["inLight"] and row.get("phase") == "matched"
        for row in judged.attempts
    )
    pictures = sum(
        sum(row["inLightOfBaseline"]) for row in judged.pictures
        if row["set"] == "rest" and row["target"] != "neutral" and "inLightOfBaseline" in row
    )  # fmt: skip
    return attempts + pictures


def replayed(records: Path, program: Path, models: Path, levels: Path) -> tuple[int, list[str]]:
    """Replays the records with the command line. Returns their number, and those with a different end.

    The last line of a record contains its end, if there was one.
    """
    wrong, files = [], sorted(records.glob("*.jsonl"))
    for file in files:
        last = json.loads(file.read_text().splitlines()[-1])
        command = [
            program, "match", "--replay", file, "--levels", levels, "--model", models,
            "--format", "json",
        ]  # fmt: skip
        run = subprocess.run(command, capture_output=True, text=True)
        phase = json.loads(run.stdout)["phase"] if run.returncode == 0 else None
        if phase is None or (phase == "matched") != (last.get("phase") == "matched"):
            wrong.append(f"{file.name}: {phase}, not {last.get('phase')} {run.stderr.strip()}")
    return len(files), wrong


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "people", "facialfun", models=True)
    parser.add_argument("--levels", type=Path, help="default: levels.json of the models")
    parser.add_argument("--scored", action="store_true", help="use the last reports")
    parser.add_argument("--output", type=Path, help="also write the tables to this file")
    arguments = parser.parse_args()
    levels = arguments.levels or arguments.models / "levels.json"
    hints = arguments.models / "hints.json"
    reports, records = arguments.people / "reports.jsonl", arguments.people / "records"
    if not arguments.scored:
        score(arguments.people, arguments.facialfun, arguments.models, reports)
    for old in records.glob("*.jsonl"):
        old.unlink()
    command = [
        lab_beside(arguments.facialfun), "attempts", arguments.people / "people.jsonl", reports,
        "--records", records, "--levels", levels, "--model", arguments.models,
        *([] if hints.exists() else ["--without-hints"]),
    ]  # fmt: skip
    judged = Judged.of(arguments.people, output_of(*command))

    problems = Counter(row.get("problem", "made") for row in judged.baselines)
    text = f"Baselines of {len(judged.baselines)} people: {dict(problems)}\n"
    text += recall_table(judged) + false_table(judged) + attempt_table(judged)
    still = false_still(judged)
    text += f"\nMatches of a face that does not change, with a baseline: {still}\n"
    count, wrong = replayed(records, arguments.facialfun, arguments.models, levels)
    text += f"Replayed by the command line: {count} attempts, {len(wrong)} with a different end\n"
    print(text)
    if arguments.output:
        arguments.output.write_text(text)
    if wrong:
        raise SystemExit("\n".join(wrong[:5]))
    if still:
        raise SystemExit("an unchanged face matches")


if __name__ == "__main__":
    main()
