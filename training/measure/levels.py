"""Thresholds of the difficulty levels, measured on labelled faces that the weights never saw.

    python -m training.measure.levels --data FOLDER --model Models/emotion-v1 --people PEOPLE \
        --program .build/release/facialfun --output Models/levels.json

FOLDER holds `ferplus-train-valid.npz`. Its `valid` part and the held-out tenth of `train` go through
the shipped pipeline, at the operating point `prompted`, contempt on offer only where it is the target.
For each emotion and level the threshold is the greatest score that the wanted share of the judged
faces with that label reaches, or, where that would let too many other faces pass, the least that lets
no more of them. A face that is not found or cannot be judged gets another picture and no verdict, so
it neither passes nor fails; `measured` says how many these were.

PEOPLE holds the pictures of `render/people.py` with people from TESTED on: those below it are a second
world, in which expressions were asked for. No threshold but neutral's lets more of their other faces pass
than MAX_PASSED_OF_PEOPLE, whatever FER+ says: fifty faces of disgust are too few to say it. And the thresholds
for judging with a baseline are measured on them, by `facialfun levels --fit`, from a strength of SHOWN
on; nobody needs more with a baseline than without. Without --people the latter stay as they are in the
output.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np

from training.contract import EMOTIONS, swift_constant
from training.faces.unpack import unpack_ferplus
from training.measure.pipeline import Pipeline, Scored
from training.measure.programs import output_of
from training.render.faces import EVALUATION_PEOPLE

PASS_RATES = [0.97, 0.93, 0.87, 0.78, 0.65]
# The most false accepts of a level.
MAX_PASSED = swift_constant("LevelsFit.swift", "maxFalseAccepts")
# The same of rendered people, at rest and showing another emotion.
MAX_PASSED_OF_PEOPLE = [0.15, 0.115, 0.08, 0.055, 0.035]
WITHHELD = ["contempt"]
# Rendered people from this number on are tested on, those from FITTED on below it fitted to.
FITTED, TESTED = 16, 68
SHOWN = 0.6
# How long a face has to be held, and when the first hint comes: chosen, not measured. Easier levels
# ask for less patience and help sooner; the hardest goes without help.
HOLD_MILLISECONDS = [300, 500, 700, 900, 1200]
HINT_AFTER_MILLISECONDS = [3000, 4000, 6000, 9000, None]
MAX_FALSE_ACCEPTS = swift_constant("LevelsFit.swift", "maxOfferedFalseAccepts")
MIN_THRESHOLD = 0.001
REPLICATES = 1000
SEED = 1


def min_thresholds(others: list[np.ndarray], shares: list[float]) -> np.ndarray:
    """[levels] the minimum thresholds that let at most these shares of the others pass, each emotion
    counted alike."""
    candidates = np.unique(np.concatenate(others))
    rates = np.mean(
        [1 - np.searchsorted(np.sort(scores), candidates, "left") / len(scores) for scores in others],
        0,
    )
    # A ten-thousandth above the last that more reach.
    last = [candidates[rates > share].max(initial=0) for share in shares]
    return np.array(last) + 1e-4


def thresholds(scores: np.ndarray, minimum: np.ndarray) -> np.ndarray:
    """[..., N] scores of true faces and [levels] minimum thresholds → [..., levels] thresholds.

    Rounded down to four decimals, so that whoever passes before rounding passes after it.
    """
    falling = -np.sort(-scores, -1)
    count = scores.shape[-1]
    places = [int(np.ceil(rate * count - 1e-9)) - 1 for rate in PASS_RATES]
    found = np.floor(np.maximum(falling[..., places], minimum) * 1e4) / 1e4
    return np.maximum(np.maximum.accumulate(found, -1), MIN_THRESHOLD)


def intervals(
    scores: np.ndarray, minimum: np.ndarray, random: np.random.Generator
) -> np.ndarray:
    """[levels, 2]: the 95 % intervals of the thresholds, by a bootstrap over the true faces."""
    drawn = random.choice(scores, (REPLICATES, len(scores)))
    return np.percentile(thresholds(drawn, minimum), [2.5, 97.5], axis=0).T


def on_offer(scores: np.ndarray, target: int) -> np.ndarray:
    """[N] the target's scores where what is withheld is not on offer."""
    left = scores.copy()
    for name in WITHHELD:
        if EMOTIONS.index(name) != target:
            left[:, EMOTIONS.index(name)] = 0
    return left[:, target] / left.sum(1)


def others_of(faces: Scored, target: int) -> list[np.ndarray]:
    """The target's scores of the judged faces of each other emotion that there is."""
    scores = on_offer(faces.prompted, target)
    others = [
        scores[faces.judged & (faces.labels == other)]
        for other in range(len(EMOTIONS))
        if other != target
    ]
    return [part for part in others if len(part)]


def goals_of(
    faces: Scored, shown: Scored | None, target: int, random: np.random.Generator
) -> list[dict]:
    """The five levels of one emotion; `shown` are the rendered people."""
    scores = on_offer(faces.prompted, target)
    true = scores[faces.judged & (faces.labels == target)]
    minimum = min_thresholds(others_of(faces, target), MAX_PASSED)
    # Who shows little of another emotion is not far from neutral, and was asked for something.
    if shown is not None and target != EMOTIONS.index("neutral"):
        minimum = np.maximum(minimum, min_thresholds(others_of(shown, target), MAX_PASSED_OF_PEOPLE))
    goals = []
    for level, (threshold, interval) in enumerate(
        zip(thresholds(true, minimum), intervals(true, minimum, random), strict=True), 1
    ):
        accepted = {
            EMOTIONS[other]: float(
                (scores[faces.judged & (faces.labels == other)] >= threshold).mean()
            )
            for other in range(len(EMOTIONS))
            if other != target
        }
        rate = float(np.mean(list(accepted.values())))
        goals.append(
            {
                "level": level,
                "threshold": float(threshold),
                "interval": [round(float(end), 4) for end in interval],
                "passRate": round(float((true >= threshold).mean()), 4),
                "falseAcceptRate": round(rate, 4),
                "falseAccepts": {name: round(share, 4) for name, share in accepted.items()},
                "offered": bool(rate <= MAX_FALSE_ACCEPTS),
            }
        )
    return goals


def levels_of(faces: Scored, model: dict, images: str, shown: Scored | None = None) -> dict:
    """The whole file. `images` says for people which faces these are; `shown` are rendered people."""
    second = ""
    if shown is not None:
        most = ", ".join(f"{100 * share:g}" for share in MAX_PASSED_OF_PEOPLE)
        second = (
            f"; nor does a level, but neutral's, let more than {most} % of the other faces of "
            f"{TESTED - FITTED} rendered people pass"
        )
    random = np.random.default_rng(SEED)
    counts = np.bincount(faces.labels[faces.judged], minlength=len(EMOTIONS))
    return {
        "schema": "facialfun.levels/1",
        "model": {"name": model["name"], "version": model["version"]},
        "operatingPoint": "prompted",
        "withheld": WITHHELD,
        "levels": [
            {
                "level": level, "passRate": rate, "holdMilliseconds": hold,
                "hintAfterMilliseconds": hint,
            }
            for level, (rate, hold, hint) in enumerate(
                zip(PASS_RATES, HOLD_MILLISECONDS, HINT_AFTER_MILLISECONDS, strict=True), 1
            )
        ],
        "emotions": {
            name: goals_of(faces, shown, target, random) for target, name in enumerate(EMOTIONS)
        },
        "measured": {
            "images": f"{images}; {(~faces.judged).mean():.1%} of the faces were not found or could "
            f"not be judged and are left out{second}",
            "faces": {name: int(count) for name, count in zip(EMOTIONS, counts, strict=True)},
        },
    }


IMAGES = (
    "FER+ valid and the held-out tenth of FER+ train, 48×48, through facialfun-lab evaluate --crops; the "
    "weights saw neither, the temperature was fitted on the held-out tenth"
)


def people_folders(people: Path, folder: Path, numbers: range) -> None:
    """Links the pictures of some rendered people as PERSON/EMOTION/FILE: at rest, and from SHOWN on."""
    for line in (people / "people.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        emotion = "neutral" if entry["set"] == "rest" else entry["emotion"]
        number = entry["person"] - EVALUATION_PEOPLE
        is_shown = entry["set"] == "rest" or (
            entry["set"] == "emotion" and entry["strength"] >= SHOWN
        )
        if number in numbers and is_shown:
            place = folder / f"{number:03}" / emotion
            place.mkdir(parents=True, exist_ok=True)
            (place / entry["file"]).symlink_to((people / entry["file"]).resolve())


def shown_by(people: Path | None, pipeline: Pipeline) -> Scored | None:
    """What the program says of the rendered people below TESTED; None where there are none."""
    if people is None:
        return None
    with tempfile.TemporaryDirectory() as work:
        people_folders(people, Path(work), range(FITTED, TESTED))
        return pipeline.evaluate(Path(work), crops=False, replicates=1)[1]


def with_baseline(levels: dict, people: Path, program: Path, model: Path) -> dict:
    """The thresholds for judging with a baseline, on the rendered people below TESTED."""
    with tempfile.TemporaryDirectory() as work:
        folder, file = Path(work) / "people", Path(work) / "levels.json"
        people_folders(people, folder, range(FITTED, TESTED))
        file.write_text(to_text(levels), encoding="utf-8")
        text = output_of(program, "levels", "--file", file, "--fit", folder, "--model", model)
        found = json.loads(text)["withBaseline"]
    found["measured"]["images"] = (
        f"{TESTED - FITTED} rendered people at rest and showing each emotion at a strength of {SHOWN} "
        "or more, each with the baseline of their other pictures at rest"
    )
    return found


def to_text(levels: dict) -> str:
    """The file's text, one level a line, so that a person can read it and a diff is short."""
    lines: dict[str, str] = {}
    tied = levels.get("withBaseline")

    def kept(value: dict) -> str:
        mark = f"@{len(lines)}@"
        lines[f'"{mark}"'] = json.dumps(value, ensure_ascii=False)
        return mark

    marked = levels | {
        "levels": [kept(level) for level in levels["levels"]],
        "emotions": {
            name: [kept(goal) for goal in goals] for name, goals in levels["emotions"].items()
        },
    }
    if tied:
        marked["withBaseline"] = tied | {
            "emotions": {
                name: [kept(goal) for goal in goals] for name, goals in tied["emotions"].items()
            }
        }
    text = json.dumps(marked, indent=2, ensure_ascii=False)
    for mark, line in lines.items():
        text = text.replace(mark, line)
    return text + "\n"


def table(levels: dict) -> str:
    """The thresholds as a Markdown table: what each costs, and which emotion is taken for it."""
    rates = " | ".join(f"level {n}: {rate:.0%}" for n, rate in enumerate(PASS_RATES, 1))
    rows = [f"| emotion | faces | {rates} |", "|---" * (2 + len(PASS_RATES)) + "|"]
    for name, goals in levels["emotions"].items():
        cells = []
        for goal in goals:
            low, high = goal["interval"]
            worst = max(goal["falseAccepts"], key=goal["falseAccepts"].get)
            told = (
                f"{goal['threshold']:.3f} ({low:.3f}–{high:.3f}), "
                f"{100 * goal['falseAcceptRate']:.1f} % false, "
                f"{worst} {100 * goal['falseAccepts'][worst]:.0f} %"
            )
            cells.append(told if goal["offered"] else f"not offered: {told}")
        count = levels["measured"]["faces"][name]
        rows.append(f"| {name} | {count} | {' | '.join(cells)} |")
    return "\n".join(rows)


def complete(
    levels: dict, output: Path, people: Path | None, program: Path, model: Path
) -> dict:
    """The levels with thresholds for judging with a baseline: measured anew, or as `output` has
    them."""
    if people:
        return levels | {"withBaseline": with_baseline(levels, people, program, model)}
    old = json.loads(output.read_text(encoding="utf-8")) if output.exists() else {}
    return levels | ({"withBaseline": old["withBaseline"]} if "withBaseline" in old else {})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument("--program", type=Path, required=True, help="the built facialfun")
    parser.add_argument("--people", type=Path, help="folder of render/people.py")
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ferplus-valid", "ferplus-held-out"):
            unpack_ferplus(options.data, folder, name)
        pipeline = Pipeline(options.program, options.model)
        report, faces = pipeline.evaluate(Path(folder))
    shown = shown_by(options.people, pipeline)
    levels = complete(
        levels_of(faces, report["model"], IMAGES, shown), options.output, options.people, options.program,
        options.model,
    )  # fmt: skip
    options.output.write_text(to_text(levels), encoding="utf-8")
    print(table(levels))


if __name__ == "__main__":
    main()
