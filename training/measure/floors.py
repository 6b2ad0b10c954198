"""Checks the minimum requirements of an emotion model with its thresholds, all with the program.

    python -m training.measure.floors --data FOLDER --facialfun PROGRAM --models MODELS [--unseen HUMANS]

FOLDER contains ferplus-train-valid.npz, masked-faces-train.npz and posed-faces.npz; nothing is ever fitted to the
latter two. MODELS is a folder like `Models`: every network is taken from it, and its `levels.json` is for its
`emotion-v1` (`measure/levels.py`). HUMANS: people of `render/humans.py` that nothing was fitted to. Undetected or
refused faces count as failed, and come last in an area under the curve. Prints Markdown.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from sklearn.metrics import roc_auc_score

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.emotion.publish import unpack_some_masked
from training.faces.searched import CONTEMPT
from training.faces.unpack import unpack_ferplus, write
from training.measure.humans import evaluated, pooled
from training.measure.levels import on_offer
from training.measure.pipeline import Pipeline, ScoredFaces
from training.measure.programs import use_models
from training.render.humans import AGES

MASKED = 3000
SHOWN = EMOTIONS[1:7]
# By level: the minimum share of true faces that pass, and the maximum of others.
POSED = {1: (0.90, 0.15), 3: (0.65, 0.08)}
OWN_REST = {1: 0.95, 3: 0.82}
# Maximum difference between children and adults, over all emotions together.
MAX_BETWEEN_AGES = 0.05


@dataclass(frozen=True)
class Floor:
    """A required minimum or maximum, and the measured value."""

    name: str
    wanted: float
    measured: float
    is_most: bool = False

    @property
    def is_reached(self) -> bool:
        return self.measured <= self.wanted if self.is_most else self.measured >= self.wanted


def unpack_posed(data: Path, output: Path) -> None:
    """Writes the posed faces as lossless PNG."""
    arrays = np.load(data / "posed-faces.npz")
    for number, (image, label) in enumerate(zip(arrays["image"], arrays["label"], strict=True)):
        write(str(output), int(label), f"posed-{number:04}.png", cv2.imencode(".png", image)[1].tobytes())


def without_contempt(faces: ScoredFaces) -> np.ndarray:
    """[N, 8] scores at `prompted` without contempt; -1 everywhere for faces that were not judged."""
    scores = np.nan_to_num(faces.prompted)
    scores[:, CONTEMPT] = 0
    scores = scores / scores.sum(1, keepdims=True).clip(1e-9)
    return np.where(faces.judged[:, None], scores, -1.0)


def mean_recall(scores: np.ndarray, faces: ScoredFaces) -> float:
    """Mean recall over the emotions present."""
    right = (scores.argmax(1) == faces.labels) & faces.judged
    return float(np.mean([right[faces.labels == label].mean() for label in np.unique(faces.labels)]))


def mean_area(scores: np.ndarray, labels: np.ndarray) -> float:
    """The mean area under the curves of each emotion versus the rest."""
    return float(np.mean([roc_auc_score(labels == label, scores[:, label]) for label in np.unique(labels)]))


def photograph_floors(summary: dict) -> list[Floor]:
    """Results on FER+ valid at `photograph`."""
    return [
        Floor("FER+ valid, accuracy", 0.845, summary["accuracy"]["value"]),
        Floor("FER+ valid, macro recall", 0.75, summary["macroRecall"]["value"]),
    ]


def masked_floors(faces: ScoredFaces) -> list[Floor]:
    scores = without_contempt(faces)
    return [
        Floor("masked faces, seven-way recall", 0.52, mean_recall(scores, faces)),
        Floor("masked faces, area", 0.88, mean_area(scores, faces.labels)),
    ]


def posed_floors(faces: ScoredFaces, levels: dict) -> list[Floor]:
    """Pass rates of true faces of each emotion, and of others; eight figures, of which neutral has none."""
    found = []
    for name in SHOWN:
        target = EMOTIONS.index(name)
        scores = np.where(faces.judged, on_offer(np.nan_to_num(faces.prompted), target), -1)
        for level, (least, most) in POSED.items():
            threshold = next(goal["threshold"] for goal in levels["emotions"][name] if goal["level"] == level)
            passes = scores >= threshold
            others = [
                passes[faces.labels == other].mean() for other in np.unique(faces.labels) if other != target
            ]
            found += [
                Floor(f"posed {name}, level {level}", least, float(passes[faces.labels == target].mean())),
                Floor(f"posed {name}, level {level}, false", most, float(np.mean(others)), is_most=True),
            ]
    scores = np.where(faces.judged[:, None], np.nan_to_num(faces.prompted), -1)
    return [*found, Floor("posed faces, eight-way recall", 0.78, mean_recall(scores, faces))]


def own_rest_floors(counted: dict[str, dict]) -> list[Floor]:
    """Results on unseen people with a baseline; `counted` by group, as returned by `humans.evaluated`.

    All emotions together; `BASELINE.md` has them one by one.
    """
    found = []
    shares: dict[int, list[float]] = {level: [] for level in OWN_REST}
    for group, counts in counted.items():
        for level, least in OWN_REST.items():
            passes, count = pooled(counts, level)
            shares[level].append(passes / count)
            found.append(Floor(f"own rest, {group}, level {level}", least, passes / count))
        rests = [
            row["falseAccepts"].get("neutral", 0) for name in SHOWN for row in counts["emotions"][name]
        ]
        found.append(Floor(f"own rest, {group}, at rest in any level", 0.01, max(rests), is_most=True))
    for level, each in shares.items():
        between = max(each) - min(each)
        found.append(Floor(f"own rest, between ages, level {level}", MAX_BETWEEN_AGES, between, is_most=True))
    return found


def table(floors: list[Floor]) -> str:
    """Markdown table, with missed requirements in bold."""
    lines = ["| floor | wanted | measured |", "|---|---|---|"]
    for floor in floors:
        wanted = f"{'≤' if floor.is_most else '≥'} {floor.wanted}"
        measured = f"{floor.measured:.4f}"
        lines.append(f"| {floor.name} | {wanted} | {measured if floor.is_reached else f'**{measured}**'} |")
    missed = sum(not floor.is_reached for floor in floors)
    return "\n".join([*lines, "", f"{len(floors) - missed} of {len(floors)} floors are reached."])


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "facialfun", models=True)
    parser.add_argument("--unseen", type=Path, help="folder of render/humans.py with unseen people")
    arguments = parser.parse_args()
    wanted = [arguments.data / f"{name}.npz" for name in ("ferplus-train-valid", "masked-faces-train", "posed-faces")]
    wanted += [arguments.models / "levels.json"]
    wanted += [arguments.unseen / group for group in AGES] if arguments.unseen else []
    for path in wanted:
        if not path.exists():
            parser.error(f"{path} does not exist")
    use_models(arguments.models)
    pipeline = Pipeline(arguments.facialfun, arguments.models / "emotion-v1")
    levels = json.loads((arguments.models / "levels.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        unpack_ferplus(str(arguments.data), str(work / "valid"), "ferplus-valid")
        unpack_some_masked(str(arguments.data), work / "masked", MASKED)
        unpack_posed(arguments.data, work / "posed")
        report, _ = pipeline.evaluate(work / "valid", replicates=1)
        floors = photograph_floors(report["results"]["all"]["summary"])
        floors += masked_floors(pipeline.evaluate(work / "masked", replicates=1)[1])
        floors += posed_floors(pipeline.evaluate(work / "posed", replicates=1)[1], levels)
    if arguments.unseen:
        floors += own_rest_floors({
            group: evaluated(arguments.unseen / group, 1.0, arguments.facialfun, arguments.models)["withBaseline"]
            for group in AGES
        })
    print(table(floors))


if __name__ == "__main__":
    main()
