"""Measures head pose and geometric features on rendered faces, with the shipped Swift code.

    python -m training.render.landmark_faces --data FOLDER --output FACES
    make build-lab
    .build/release/facialfun-lab faces FACES --model Models > MESHES
    python -m training.measure.landmarks --faces FACES --meshes MESHES \
        --card Models/face-mesh/README.md

Writes its tables between the two marks in the model card.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.measure.programs import replace_between

MARKS = ("<!-- training.measure.landmarks: begin -->\n", "<!-- training.measure.landmarks: end -->\n")

# Features that a shape must move, and their direction.
EXPECTED = {
    "mouthSmile": {"mouthCornerLift": 1, "mouthWidth": 1, "lowerLidDrop": -1},
    "mouthSmile_L": {"mouthCornerLiftLeft": 1, "mouthCornerLiftRight": 0},
    "mouthFrown": {"mouthCornerLift": -1},
    "mouthStretch": {"mouthWidth": 1},
    "mouthPucker": {"mouthWidth": -1},
    "jawOpen": {"mouthOpening": 1, "mouthCornerLift": 0},
    "mouthUpperUp": {"upperLipLength": -1, "noseWingHeight": 1},
    "browInnerUp": {"innerBrowHeight": 1, "browSlant": 1},
    "browOuterUp": {"outerBrowHeight": 1},
    "browDown": {"innerBrowHeight": -1, "outerBrowHeight": -1, "browToNoseWing": -1},
    "eyeWide": {"eyeOpening": 1},
    "eyeSquint": {"eyeOpening": -1, "lowerLidDrop": -1},
    "eyeBlink": {"eyeOpening": -1},
    "noseSneer": {"noseWingHeight": 1, "browToNoseWing": -1, "noseWidth": 1, "upperLipLength": -1},
}


class Measured:
    """Faces with the results of `facialfun-lab faces`."""

    def __init__(self, faces: Path, meshes: Path):
        """Reads faces.jsonl and the lines of `facialfun-lab faces`."""
        seen = {line["name"]: line for line in map(json.loads, meshes.read_text().splitlines())}
        lines = (faces / "faces.jsonl").read_text().splitlines()
        self.faces = [{**face, **seen[face["name"]]} | {"true": face["pose"]}
                      for face in map(json.loads, lines)]  # fmt: skip
        self.missed = [face["name"] for face in self.faces if not face["points"]]
        self.faces = [face for face in self.faces if face["points"]]
        self.by_name = {face["name"]: face for face in self.faces}
        self.neutral = [face for face in self.faces if face["set"] == "neutral"]
        self.posed = [face for face in self.faces if face["set"] == "pose"]

    def value(self, face: dict, feature: str) -> float:
        """A feature, or the mean of its two sides if the name has no side."""
        values = face["features"]
        if feature in values:
            return values[feature]
        return (values[f"{feature}Right"] + values[f"{feature}Left"]) / 2

    def spread(self, feature: str) -> tuple[float, float]:
        """Mean and standard deviation over neutral people."""
        values = [self.value(face, feature) for face in self.neutral]
        return float(np.mean(values)), float(np.std(values, ddof=1))

    def changes(self, shape: str, feature: str) -> np.ndarray:
        """[people, strengths]: change from the same person's neutral face, in neutral deviations."""
        faces = [face for face in self.faces if face["shape"] == shape]
        strengths = sorted({face["strength"] for face in faces})
        people = sorted({face["person"] for face in faces})
        deviation = self.spread(feature)[1]
        names = {(face["person"], face["strength"]): face for face in faces}
        return np.array([
            [(self.value(names[person, strength], feature)
              - self.value(self.by_name[f"neutral-{person:02}"], feature)) / deviation
             for strength in strengths]
            for person in people
        ])  # fmt: skip


def pose_table(measured: Measured) -> str:
    """Errors of yaw, pitch and roll over the grid."""
    true = np.array([face["true"] for face in measured.posed])
    found = np.array([face["pose"] for face in measured.posed])
    people = np.array([face["person"] for face in measured.posed])
    error = found - true
    tests = {
        "all": np.full(len(true), True),
        "yaw within ±20°, pitch within ±12.5°": (abs(true[:, 0]) <= 20) & (abs(true[:, 1]) <= 12.5),
        "yaw ±40°": abs(true[:, 0]) == 40,
    }
    lines = ["| poses | faces | yaw | pitch | roll |", "|---|---|---|---|---|"]
    for name, chosen in tests.items():
        mean, worst = abs(error[chosen]).mean(axis=0), abs(error[chosen]).max(axis=0)
        cells = " | ".join(f"{m:.1f}° ({w:.0f}°)" for m, w in zip(mean, worst, strict=True))
        lines.append(f"| {name} | {chosen.sum()} | {cells} |")
    slopes = [np.polyfit(true[:, axis], found[:, axis], 1)[0] for axis in range(3)]
    slope_text = ", ".join(f"{slope:.2f}" for slope in slopes)
    return (
        f"Mean absolute error, in parentheses the largest, over yaw ±40°, pitch ±25°, roll ±35° in "
        f"five steps each, {len(set(people))} people. Found against true angle, slope of yaw, pitch "
        f"and roll: {slope_text}.\n\n" + "\n".join(lines) + "\n"
    )


def drift_line(measured: Measured) -> str:
    """Effect of full expressions on the measured pose, in degrees."""
    parts = []
    for shape in EXPECTED:
        moved = [
            np.subtract(face["pose"], measured.by_name[f"neutral-{face['person']:02}"]["pose"])
            for face in measured.faces
            if face["shape"] == shape and face["strength"] == 1
        ]
        yaw, pitch, roll = np.mean(moved, axis=0)
        for axis, value in (("yaw", yaw), ("pitch", pitch), ("roll", roll)):
            if abs(value) >= 1:
                parts.append(f"{shape} {axis} {value:+.1f}°")
    return "Expressions at full strength pull the pose by at least 1°: " + ", ".join(parts) + ".\n"


def rest_table(measured: Measured) -> str:
    """Each feature at rest, and the effect of a turned head."""
    lines = [
        "| feature | mean at rest | SD between people | SD that turning adds |", "|---|---|---|---|"
    ]  # fmt: skip
    sides = [name for name in measured.neutral[0]["features"]]
    names = sorted({name.removesuffix("Right").removesuffix("Left") for name in sides})
    near = [face for face in measured.posed
            if abs(face["true"][0]) <= 20 and abs(face["true"][1]) <= 12.5]  # fmt: skip
    for name in names:
        one = name if name in sides else f"{name}Right"
        mean, deviation = measured.spread(one)
        by_person: dict[int, list[float]] = {}
        for face in near:
            by_person.setdefault(face["person"], []).append(measured.value(face, one))
        turning = np.sqrt(np.mean([np.var(values) for values in by_person.values()]))
        lines.append(f"| {name} | {mean:.3f} | {deviation:.4f} | {turning / deviation:.1f} |")
    return "\n".join(lines) + "\n"


def shape_table(measured: Measured) -> str:
    """The change of each shape with rising strength, in neutral standard deviations."""
    lines = [
        "| shape | feature | expected | at 33 % | at 67 % | at 100 % | least of the people | "
        "rises steadily |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for shape, features in EXPECTED.items():
        for feature, sign in features.items():
            change = measured.changes(shape, feature)
            means = " | ".join(f"{value:+.1f}" for value in change.mean(axis=0))
            steps = np.diff(np.hstack([np.zeros((len(change), 1)), change * sign]), axis=1)
            steady = "–" if sign == 0 else f"{(steps > 0).all(axis=1).sum()} of {len(change)}"
            least = "–" if sign == 0 else f"{(change[:, -1] * sign).min() * sign:+.1f}"
            arrow = {1: "up", -1: "down", 0: "still"}[sign]
            lines.append(f"| {shape} | {feature} | {arrow} | {means} | {least} | {steady} |")
    return "\n".join(lines) + "\n"


def report(measured: Measured) -> str:
    """All tables as Markdown."""
    total = len(measured.faces) + len(measured.missed)
    return (
        f"Face and mesh found on {len(measured.faces)} of {total} rendered faces.\n\n"
        "### Head pose\n\n" + pose_table(measured) + "\n" + drift_line(measured)
        + "\n### Features at rest\n\n"
        f"In eye distances, {len(measured.neutral)} people, the right one of paired features. The "
        "last column is what yaw within ±20° and pitch within ±12.5° add for one person, in "
        "deviations between people.\n\n" + rest_table(measured)
        + "\n### Features in movement\n\n"
        "Change from the person's own neutral face, in deviations between people (mean over "
        f"{len(measured.changes('mouthSmile', 'mouthWidth'))} people; the mean of both sides of "
        "paired features).\n\n" + shape_table(measured)
    )  # fmt: skip


def main() -> None:
    """Reads the command line and writes the tables into the card."""
    parser = parser_of(__doc__, "faces", "meshes", "card")
    arguments = parser.parse_args()
    text = report(Measured(arguments.faces, arguments.meshes))
    replace_between(arguments.card, MARKS, text)
    print(text)


if __name__ == "__main__":
    main()
