"""Fits the gaze to rendered eyes of known direction, and measures the program's error on other people.

    python -m training.render.gaze_faces --data FOLDER --output GAZE
    python -m training.measure.gaze --gaze GAZE --facialfun PROGRAM --models Models --output training/measure/GAZE.md

GAZE contains the pictures and `gaze.jsonl`. The constants are fitted to people with even numbers and printed in the
format of `Gaze+Landmarks.swift`; the errors are those of people with odd numbers. The table is written between the
marks of the page.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import CANONICAL_FACE, DEPTH_SCALE
from training.measure.programs import replace_between, reports_of

MARKS = "<!-- training.measure.gaze: begin -->", "<!-- training.measure.gaze: end -->"
# For each eye: outer and inner corner, center of the iris, lids; the sign maps both eyes to one.
EYES = {
    "right": (-1, 33, 133, 468, (158, 159, 160), (153, 145, 144)),
    "left": (1, 263, 362, 473, (385, 386, 387), (380, 374, 373)),
}  # fmt: skip
SETS = {
    "eyes": "eyes turned, head straight", "head": "head turned, eyes straight in it",
    "both": "both turned", "expression": "both turned, an expression that moves the lids",
}  # fmt: skip


def canonical() -> tuple[np.ndarray, np.ndarray]:
    """Indices [N] and positions [N, 3] of the points for the head's rotation."""
    rows = np.array(CANONICAL_FACE)
    return rows[:, 0].astype(int), rows[:, 1:]


def rotation(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The best rotation [3, 3] from points [N, 3] to others, by Kabsch's algorithm."""
    u, _, vt = np.linalg.svd((source - source.mean(0)).T @ (target - target.mean(0)))
    return (u @ np.diag([1, 1, np.sign(np.linalg.det(u @ vt))]) @ vt).T


def direction(yaw: np.ndarray, pitch: np.ndarray) -> np.ndarray:
    """Unit vectors [N, 3] of angles in degrees."""
    y, p = np.deg2rad(yaw), np.deg2rad(pitch)
    return np.stack([np.sin(y) * np.cos(p), np.sin(p), np.cos(y) * np.cos(p)], -1)


class Eyes:
    """Both eyes of all faces, the right one of each first."""

    def __init__(self, lines: list[dict], reports: dict[str, dict]):
        """Creates them from the lines of gaze.jsonl and the program's faces by file."""
        index, places = canonical()
        rows = []
        self.lines = [line for line in lines if line["file"] in reports]
        for line in self.lines:
            points = np.array(reports[line["file"]]["landmarks"]) * [1, -1, -DEPTH_SCALE]
            head = rotation(places, points[index])
            for eye, (sign, outer, inner, iris, upper, lower) in EYES.items():
                midpoint = (points[outer] + points[inner]) / 2
                width = np.linalg.norm(points[outer] - points[inner])
                seen = points[iris], points[list(upper)].mean(0), points[list(lower)].mean(0)
                in_head = [head.T @ (place - midpoint) / width for place in seen]
                rows.append((sign, *in_head, head, line[eye]))
        self.sign = np.array([row[0] for row in rows])
        self.iris, self.upper, self.lower, self.head, self.true = (
            np.stack([np.asarray(row[k]) for row in rows]) for k in range(1, 6))

    def terms(self) -> tuple[np.ndarray, np.ndarray]:
        """The terms of the linear models of yaw and pitch in the head, [N, 3] and [N, 4]."""
        one, x = np.ones(len(self.sign)), self.iris[:, 0]
        both = np.repeat((x[0::2] + x[1::2]) / 2, 2)
        return (
            np.stack([self.sign, x, both], 1),
            np.stack([one, self.iris[:, 1], self.upper[:, 1], self.lower[:, 1]], 1),
        )

    def fit(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The factors of the terms, by least squares over the chosen eyes."""
        true = np.einsum("nij,ni->nj", self.head, direction(*self.true.T))
        angles = np.rad2deg(np.arctan2(true[:, 0], true[:, 2])), np.rad2deg(np.arcsin(true[:, 1]))
        return tuple(
            np.linalg.lstsq(terms[chosen], angle[chosen], rcond=None)[0]
            for terms, angle in zip(self.terms(), angles, strict=True))  # type: ignore[return-value]


def table(lines: list[dict], faces: dict[str, dict], all_of_them: int) -> str:
    """Errors of the mean of both eyes, compared with those of the head's rotation."""
    rows = [
        "| pictures | n | yaw | pitch | angle | 90 % below | the head's yaw, pitch as gaze |",
        "|---|---|---|---|---|---|---|",
    ]

    def row(name: str, chosen: list[dict]) -> str:
        true = np.array([np.mean([line["right"], line["left"]], 0) for line in chosen])
        seen = np.array([[faces[line["file"]]["gaze"]["mean"][k] for k in ("yaw", "pitch")] for line in chosen])
        head = np.array([[faces[line["file"]]["quality"][k] for k in ("yaw", "pitch")] for line in chosen])
        cosine = (direction(*true.T) * direction(*seen.T)).sum(1)
        angle = np.rad2deg(np.arccos(np.clip(cosine, -1, 1)))
        yaw, pitch = abs(seen - true).mean(0)
        other = abs(head - true).mean(0)
        return (f"| {name} | {len(chosen)} | {yaw:.1f}° | {pitch:.1f}° | {angle.mean():.1f}° | "
                f"{np.quantile(angle, 0.9):.1f}° | {other[0]:.1f}°, {other[1]:.1f}° |")  # fmt: skip

    found = [line for line in lines if line["file"] in faces and faces[line["file"]]["gaze"]]
    sets = {name: [line for line in found if line["set"] == kind] for kind, name in SETS.items()}
    rows += [row(name, chosen) for name, chosen in sets.items() if chosen]
    rows.append(row("all", found))
    single = np.array([
        [abs(faces[line["file"]]["gaze"][eye][k] - line[eye][place]) for place, k in enumerate(("yaw", "pitch"))]
        for line in found for eye in EYES])  # fmt: skip
    yaw, pitch = single.mean(0)
    people = len({line["person"] for line in lines})
    heading = (f"{len(found)} of {all_of_them} pictures of {people} people have a gaze. Mean absolute errors of the "
               "mean of both eyes:")  # fmt: skip
    return f"\n{heading}\n\n" + "\n".join(rows) + f"\n\nOf one eye: yaw {yaw:.1f}°, pitch {pitch:.1f}°.\n"


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "gaze", "facialfun", "output", models=True)
    options = parser.parse_args()
    text = (options.gaze / "gaze.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    pictures = [options.gaze / line["file"] for line in lines]
    found = reports_of(options.facialfun, pictures, "--landmarks", "--jobs", 1, "--model", options.models)
    faces = {Path(report["path"]).name: report["faces"][0] for report in found
             if report["faces"] and "landmarks" in report["faces"][0]}  # fmt: skip
    eyes = Eyes(lines, faces)
    even = np.repeat([line["person"] % 2 == 0 for line in eyes.lines], 2)
    for name, factors in zip(("yaw", "pitch"), eyes.fit(even), strict=True):
        print(name, np.round(factors, 2).tolist())
    odd = [line for line in lines if line["person"] % 2]
    replace_between(options.output, MARKS, table(odd, faces, len(odd)))


if __name__ == "__main__":
    main()
