"""Compares the pass rates of children and adults on rendered people with known expressions.

    python -m training.measure.humans --humans HUMANS --facialfun PROGRAM \
        [--strength 1.0] [--models Models]

HUMANS is the output of `render/humans.py`. Each group is scored by `facialfun-lab evaluate --levels`, each person
with a baseline of the person's other pictures at rest; undetected or refused pictures count as failed. Prints
Markdown: the pass rates of children and adults, without and with a baseline, for each emotion and all six together
with Wilson's 95 % interval, and those of resting faces.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.measure.programs import lab_beside, output_of, use_models
from training.render.humans import AGES

LEVELS = (1, 3)
SHOWN = EMOTIONS[1:7]


def evaluated(group: Path, strength: float, program: Path, models: Path) -> dict:
    """Counts of `facialfun-lab evaluate --levels`: neutral faces, and one strength."""
    with tempfile.TemporaryDirectory() as work:
        for file in sorted(group.glob("*/*/*.jpg")):
            emotion = file.parent.name
            if emotion == "neutral" or file.stem == f"{round(100 * strength):03}":
                place = Path(work) / file.parent.parent.name / emotion
                place.mkdir(parents=True, exist_ok=True)
                (place / file.name).symlink_to(file.resolve())
        text = output_of(
            lab_beside(program), "evaluate", work, "--levels", "--format", "json", "--model",
            models / "emotion-v1", "--levels-file", models / "levels.json", "--replicates", 1,
        )  # fmt: skip
    return json.loads(text)["levels"]


def row_of(counted: dict, emotion: str, level: int) -> dict:
    """Counts of an emotion at a level."""
    return next(row for row in counted["emotions"][emotion] if row["level"] == level)


def pooled(counted: dict, level: int) -> tuple[int, int]:
    """Passes and faces of all emotions together."""
    rows = [row_of(counted, emotion, level) for emotion in SHOWN]
    return sum(row["passes"] for row in rows), sum(row["faces"] for row in rows)


def wilson(passes: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, spread = passes / count, z * z / count
    middle = share + spread / 2
    half = z * (share * (1 - share) / count + spread / (4 * count)) ** 0.5
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def table(groups: dict[str, dict], way: str) -> str:
    """The pass rates, children → adults."""
    lines = [
        "| emotion | faces | " + " | ".join(f"level {n}" for n in LEVELS)
        + " | at rest, level 1 | level 3 |",
        "|---" * (4 + len(LEVELS)) + "|",
    ]  # fmt: skip
    young, old = groups["children"][way], groups["grown"][way]
    for emotion in SHOWN:
        cells = []
        for level in LEVELS:
            one, other = row_of(young, emotion, level), row_of(old, emotion, level)
            cells.append(f"{one['passRate']:.0%}, {other['passRate']:.0%}")
        for level in LEVELS:
            rests = [
                row_of(group, emotion, level)["falseAccepts"].get("neutral", 0)
                for group in (young, old)
            ]
            cells.append(", ".join(f"{rest:.1%}" for rest in rests))
        faces = [row_of(group, emotion, 1)["faces"] for group in (young, old)]
        lines.append(f"| {emotion} | {faces[0]}, {faces[1]} | {' | '.join(cells)} |")
    together = []
    for level in LEVELS:
        parts = []
        for group in (young, old):
            passes, count = pooled(group, level)
            low, high = wilson(passes, count)
            parts.append(f"{passes / count:.1%} ({low:.1%}–{high:.1%})")
        together.append(", ".join(parts))
    lines.append(f"| all six | | {' | '.join(together)} | | |")
    return "\n".join(lines)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "humans", "facialfun", models=True)
    parser.add_argument("--strength", type=float, default=1.0)
    arguments = parser.parse_args()
    use_models(arguments.models)
    groups = {
        group: evaluated(
            arguments.humans / group, arguments.strength, arguments.facialfun, arguments.models
        )
        for group in AGES
    }
    for way, title in (("alone", "Without a baseline"), ("withBaseline", "With a baseline")):
        counted = [groups[group][way] for group in AGES]
        print(f"{title}: children, adults; strength {arguments.strength}; not judged: "
              + ", ".join(f"{one['notJudged']} of {one['pictures']}" for one in counted))  # fmt: skip
        print(f"\n{table(groups, way)}\n")


if __name__ == "__main__":
    main()
