"""Accuracy and macro recall of results, and the table of all contenders."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from contenders import Answer, Run
from layouts import DataSet


@dataclass(frozen=True)
class Figures:
    """Accuracy of a contender; a picture without a result counts as wrong.

    `common` is the accuracy on the emotions that all contenders have; other scores are ignored.
    """

    accuracy: float
    margin: float
    macro_recall: float
    recalls: dict[str, float]
    unanswered: float
    refused: float
    common: float


def figures(answers: Sequence[Answer], labels: Sequence[str], common: Sequence[str]) -> Figures:
    """The figures of a contender on labeled pictures."""
    if not labels or len(answers) != len(labels):
        raise ValueError(f"{len(answers)} answers for {len(labels)} labels")
    right = [answer.top == label for answer, label in zip(answers, labels, strict=True)]
    accuracy = sum(right) / len(right)
    recalls = {}
    for emotion in dict.fromkeys(labels):
        own = [hit for hit, label in zip(right, labels, strict=True) if label == emotion]
        recalls[emotion] = sum(own) / len(own)
    among = [among_common(answer, common) == label
             for answer, label in zip(answers, labels, strict=True) if label in common]
    return Figures(
        accuracy, 1.96 * math.sqrt(accuracy * (1 - accuracy) / len(right)),
        sum(recalls.values()) / len(recalls), recalls,
        sum(answer.scores is None for answer in answers) / len(answers),
        sum(answer.is_refused for answer in answers) / len(answers),
        sum(among) / len(among) if among else float("nan"))


def among_common(answer: Answer, common: Sequence[str]) -> str | None:
    """The emotion with the highest score among the common ones."""
    scores = {name: value for name, value in (answer.scores or {}).items() if name in common}
    return max(scores, key=lambda name: scores[name]) if scores else None


def common_emotions(runs: Sequence[Run], data: DataSet) -> tuple[str, ...]:
    """The emotions of the data set for which every contender has a score."""
    known = [{name for answer in run.answers for name in (answer.scores or {})} for run in runs]
    return tuple(emotion for emotion in data.emotions if all(emotion in names for names in known))


def table(data: DataSet, runs: Sequence[Run]) -> str:
    """The comparison as a table in Markdown."""
    common = common_emotions(runs, data)
    labels = [sample.label for sample in data.samples]
    found = [(run, figures(run.answers, labels, common)) for run in runs]
    columns = ["", *(f"{run.name} {run.version}".strip() for run in runs)]
    rows = [
        ["accuracy", *(f"{percent(one.accuracy)} ± {percent(one.margin)}" for _, one in found)],
        ["macro recall", *(percent(one.macro_recall) for _, one in found)],
        [f"accuracy on the {len(common)} emotions of all", *(percent(one.common) for _, one in found)],
        *([f"recall, {emotion}", *(percent(one.recalls[emotion]) for _, one in found)] for emotion in data.emotions),
        ["no face found", *(percent(one.unanswered) for _, one in found)],
        ["called too unclear to judge", *(percent(one.refused) for _, one in found)],
        ["pictures per second", *(number(run.pictures_per_second) for run in runs)],
        ["CPU time per picture, ms", *(number(run.cpu_milliseconds) for run in runs)],
        ["first result, seconds", *(number(run.first_seconds) for run in runs)],
        ["peak memory, MB", *(f"{run.megabytes:.0f}" for run in runs)],
    ]
    kind = "faces that have been cut out" if data.are_crops else "whole pictures"
    head = f"{data.name}: {len(data.samples):,} {kind}. A picture without an answer counts as wrong.\n\n"
    lines = [columns, ["---", *("---:" for _ in runs)], *rows]
    return head + "".join("| " + " | ".join(line) + " |\n" for line in lines)


def percent(share: float) -> str:
    """A share as a percentage."""
    return "–" if math.isnan(share) else f"{100 * share:.1f} %"


def number(value: float) -> str:
    """A figure with at least two digits."""
    return "–" if math.isnan(value) else f"{value:.0f}" if value >= 100 else f"{value:#.2g}".rstrip(".")
