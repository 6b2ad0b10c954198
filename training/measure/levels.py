"""Thresholds of the difficulty levels, measured on labeled faces that were not used for training.

    python -m training.measure.levels --data FOLDER --model Models/emotion-v1 --people PEOPLE \
        --humans HUMANS --program .build/release/facialfun --output Models/levels.json

FOLDER contains `ferplus-train-valid.npz`. Its `valid` part and the held-out tenth of `train` are scored by the
shipped pipeline at the operating point `prompted`; contempt is only offered as a target. For each emotion and
level the threshold is the highest that the intended share of the judged faces with that label reaches. If too
many other faces would pass, it is the lowest that limits them to the maximum. It is never below chance, nor
below the score at which MAX_AT_REST of the neutral faces pass: a face at rest need not be accepted as an
emotion. A face is never a false accept of its search word, or of an emotion that two raters name, even against
the majority. Faces that are not found or cannot be judged get another picture and no verdict in the game, so
they neither pass nor fail; `measured` contains their number.

PEOPLE contains the pictures of `render/people.py` with people from TESTED on, HUMANS those of `render/humans.py`: a
second data set, with requested expressions. Except for neutral, no threshold lets more than MAX_PASSED of their other
faces pass, independent of FER+, in which fifty faces of disgust are too few. The thresholds with a baseline stay as
they are in the output: `own_rest_levels.py` fits them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.contract import EMOTIONS, LEVELS
from training.faces import dataset
from training.faces.searched import MIN_RATERS, Searched
from training.faces.unpack import FERPLUS, unpack_ferplus
from training.measure.pipeline import Pipeline, ScoredFaces
from training.render.faces import EVALUATION_PEOPLE

PASS_RATES = [0.97, 0.93, 0.87, 0.78, 0.65]
# The maximum false accepts of a level.
MAX_PASSED = LEVELS["maxFalseAccepts"]
# The maximum share of neutral faces that pass for another emotion, independent of second opinions.
MAX_AT_REST = LEVELS["maxAtRest"]
NEUTRAL = EMOTIONS.index("neutral")
WITHHELD = ["contempt"]
# Rendered people from TESTED on are for tests, those from FITTED on below it for fitting.
FITTED, TESTED = 16, 68
SHOWN = 0.6
# Hold time, and time before the first hint: chosen, not measured. Easier levels require less patience and help
# sooner; the hardest has no hints.
HOLD_MILLISECONDS = [300, 500, 700, 900, 1200]
HINT_AFTER_MILLISECONDS = [3000, 4000, 6000, 9000, None]
MAX_FALSE_ACCEPTS = LEVELS["maxOfferedFalseAccepts"]
LEAST = 0.001
# Chance: below it a face is less likely to show the target than the average emotion.
MIN_THRESHOLD = LEVELS["minThreshold"]
REPLICATES = 1000
SEED = 1


def min_thresholds(others: list[np.ndarray], shares: list[float]) -> np.ndarray:
    """[levels] the minimum thresholds that let at most these shares of the others pass, with the same weight for each
    emotion.
    """
    candidates = np.unique(np.concatenate(others))
    rates = np.mean(
        [1 - np.searchsorted(np.sort(scores), candidates, "left") / len(scores) for scores in others],
        0,
    )
    # A ten-thousandth above the last candidate that too many reach.
    last = [candidates[rates > share].max(initial=0) for share in shares]
    return np.array(last) + 1e-4


def thresholds(scores: np.ndarray, minimum: np.ndarray) -> np.ndarray:
    """[..., N] scores of true faces and [levels] minimum thresholds → [..., levels] thresholds.

    Rounded down to four decimals, so that rounding makes no face fail.
    """
    falling = -np.sort(-scores, -1)
    count = scores.shape[-1]
    places = [int(np.ceil(rate * count - 1e-9)) - 1 for rate in PASS_RATES]
    found = np.floor(np.maximum(falling[..., places], minimum) * 1e4) / 1e4
    return np.maximum(np.maximum.accumulate(found, -1), LEAST)


def intervals(
    scores: np.ndarray, minimum: np.ndarray, random: np.random.Generator
) -> np.ndarray:
    """[levels, 2]: the 95 % intervals of the thresholds, by a bootstrap over the true faces."""
    drawn = random.choice(scores, (REPLICATES, len(scores)))
    return np.percentile(thresholds(drawn, minimum), [2.5, 97.5], axis=0).T


def on_offer(scores: np.ndarray, target: int) -> np.ndarray:
    """[N] the target's scores without withheld emotions."""
    left = scores.copy()
    for name in WITHHELD:
        if EMOTIONS.index(name) != target:
            left[:, EMOTIONS.index(name)] = 0
    return left[:, target] / left.sum(1)


def others_of(faces: ScoredFaces, target: int) -> dict[int, np.ndarray]:
    """The target's scores of the judged faces of each other emotion, without faces that may also show the target."""
    scores, counts = on_offer(faces.prompted, target), faces.judged & ~faces.may_show[:, target]
    others = {
        other: scores[counts & (faces.labels == other)]
        for other in range(len(EMOTIONS))
        if other != target
    }
    return {other: part for other, part in others.items() if len(part)}


def goals_of(
    faces: ScoredFaces, shown: ScoredFaces | None, target: int, random: np.random.Generator
) -> list[dict]:
    """The five levels of one emotion; `shown` are the rendered people."""
    scores, others = on_offer(faces.prompted, target), others_of(faces, target)
    true = scores[faces.judged & (faces.labels == target)]
    minimum = min_thresholds(list(others.values()), MAX_PASSED)
    # Withheld emotions have no meaningful chance level: raters name contempt in one face of two hundred.
    if EMOTIONS[target] not in WITHHELD:
        minimum = np.maximum(minimum, MIN_THRESHOLD)
    at_rest = scores[faces.judged & (faces.labels == NEUTRAL)]
    if target != NEUTRAL and len(at_rest):
        minimum = np.maximum(minimum, min_thresholds([at_rest], MAX_AT_REST))
    # Weak expressions of other emotions are close to neutral, although they were requested.
    if shown is not None and target != NEUTRAL:
        rendered = list(others_of(shown, target).values())
        minimum = np.maximum(minimum, min_thresholds(rendered, MAX_PASSED))
    goals = []
    for level, (threshold, interval) in enumerate(
        zip(thresholds(true, minimum), intervals(true, minimum, random), strict=True), 1
    ):
        accepted = {
            EMOTIONS[other]: float((part >= threshold).mean()) for other, part in others.items()
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


def levels_of(faces: ScoredFaces, model: dict, images: str, shown: ScoredFaces | None = None) -> dict:
    """The whole file. `images` describes the faces for people; `shown` are rendered people."""
    second = ""
    if shown is not None:
        most = ", ".join(f"{100 * share:g}" for share in MAX_PASSED)
        second = (
            f"; nor does a level, but neutral's, let more than {most} % of the other faces of "
            f"{people_count(shown)} rendered people pass"
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
            "not be judged and are left out; a face that was found by the search for the target, or that "
            f"{MIN_RATERS} raters name so, is no false accept; of the neutral faces, whatever they may show, at most "
            f"{', '.join(f'{100 * share:g}' for share in MAX_AT_REST)} % pass{second}",
            "faces": {name: int(count) for name, count in zip(EMOTIONS, counts, strict=True)},
        },
    }


IMAGES = (
    "FER+ valid and the held-out tenth of FER+ train, 48×48, through facialfun-lab evaluate --crops; the "
    "weights saw neither, the temperature was fitted on the held-out tenth"
)


def with_second_opinions(faces: ScoredFaces, data: str) -> ScoredFaces:
    """The faces of `unpack_ferplus`, with the emotions that each may show besides its label."""
    path = Path(data) / "ferplus-train-valid.npz"
    searched = Searched(path)
    sets = dataset.load(str(path), np.zeros((len(searched), 6), np.float32))
    found = {name: searched.may_show(sets[part]) for name, part in FERPLUS.items() if part in sets}
    for row, file in enumerate(map(Path, faces.paths)):
        name, _, index = file.stem.rpartition("-")
        faces.may_show[row] = found[name][int(index)]
    return faces


def people_count(faces: ScoredFaces) -> int:
    """Number of people in the pictures PERSON/EMOTION/FILE."""
    return len({Path(path).parent.parent.name for path in faces.paths})


def humans_folders(humans: Path, folder: Path, least: float) -> None:
    """Links the pictures of MakeHuman people as PERSON/EMOTION/FILE, with the group before the person's number: at
    rest, and with a strength of at least `least`.
    """
    for file in sorted(humans.glob("*/*/*/*.jpg")):
        group, person, emotion, name = file.relative_to(humans).parts
        if emotion != "neutral" and int(file.stem) < round(100 * least):
            continue
        place = folder / f"{group}-{person}" / emotion
        place.mkdir(parents=True, exist_ok=True)
        (place / name).symlink_to(file.resolve())


def people_folders(people: Path, folder: Path, numbers: range, least: float) -> None:
    """Links pictures of rendered people as PERSON/EMOTION/FILE: at rest, and with a strength of at least `least`."""
    for line in (people / "people.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        emotion = "neutral" if entry["set"] == "rest" else entry["emotion"]
        number = entry["person"] - EVALUATION_PEOPLE
        is_shown = entry["set"] == "rest" or (
            entry["set"] == "emotion" and entry["strength"] >= least
        )
        if number in numbers and is_shown:
            place = folder / f"{number:03}" / emotion
            place.mkdir(parents=True, exist_ok=True)
            (place / entry["file"]).symlink_to((people / entry["file"]).resolve())


@dataclass(frozen=True)
class RenderedPeople:
    """Rendered people for fitting thresholds.

    - people: folder of `render/people.py`, of which those below TESTED are used; humans: of `render/humans.py`, None
      for none.
    """

    people: Path
    humans: Path | None

    def scored(self, pipeline: Pipeline, least: float = SHOWN) -> ScoredFaces:
        """Their scores, at rest and with a strength of at least `least`."""
        with tempfile.TemporaryDirectory() as work:
            people_folders(self.people, Path(work), range(FITTED, TESTED), least)
            if self.humans:
                humans_folders(self.humans, Path(work), least)
            return pipeline.evaluate(Path(work), crops=False, replicates=1)[1]


def to_text(levels: dict) -> str:
    """The file's text with one level per line, for readability and short diffs."""
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
    """The thresholds as a Markdown table: the cost of each, and the emotion most often mistaken for it."""
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


def complete(levels: dict, output: Path) -> dict:
    """Adds the thresholds for judging with a baseline, from the file `output` (`own_rest_levels.py`)."""
    old = json.loads(output.read_text(encoding="utf-8")) if output.exists() else {}
    return levels | ({"withBaseline": old["withBaseline"]} if "withBaseline" in old else {})


def add_people(parser: argparse.ArgumentParser) -> None:
    """Adds the options for rendered people."""
    parser.add_argument("--people", type=Path, help="folder of render/people.py")
    parser.add_argument("--humans", type=Path, help="folder of render/humans.py; with --people only")


def people_of(options: argparse.Namespace) -> RenderedPeople | None:
    """The rendered people in the options."""
    return RenderedPeople(options.people, options.humans) if options.people else None


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument("--program", type=Path, required=True, help="the built facialfun")
    add_people(parser)
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ferplus-valid", "ferplus-held-out"):
            unpack_ferplus(options.data, folder, name)
        pipeline = Pipeline(options.program, options.model)
        report, faces = pipeline.evaluate(Path(folder))
    people = people_of(options)
    levels = complete(
        levels_of(
            with_second_opinions(faces, options.data), report["model"], IMAGES,
            people.scored(pipeline) if people else None,
        ),
        options.output,
    )
    options.output.write_text(to_text(levels), encoding="utf-8")
    print(table(levels))


if __name__ == "__main__":
    main()
