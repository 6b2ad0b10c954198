"""Facts shared by training and service, each read from the one place that states it.

A network must see in service the framing that it saw in training, and a script must ask for the movements and the
thresholds that the service knows. So nothing of this is typed a second time: what the shipped model says is
read from its manifest, the names of measures from the schema of a report, the rest from the Swift source.
To train with another framing, or for other labels, change the manifest first.
"""

from __future__ import annotations

import json
import re

from training import MODELS

SOURCES = MODELS.parent / "Sources"


def _emotion_model() -> dict:
    return json.loads((MODELS / "emotion-v1" / "manifest.json").read_text(encoding="utf-8"))["emotion"]


def _report_members(name: str) -> list[str]:
    schema = json.loads((SOURCES / "FacialFunWire/Records/image-report.schema.json").read_text(encoding="utf-8"))
    return schema["$defs"][name]["required"]


_MODEL = _emotion_model()
#: The eight emotions in the order of the scores.
EMOTIONS: list[str] = _MODEL["labels"]
#: The side of a face's square over the width of the detector's box.
SIDE_OVER_BOX_WIDTH: float = _MODEL["framing"]["sideOverBoxWidth"]
#: Distance of the square's center below the midpoint of the eyes, as a fraction of its side.
CENTER_BELOW_EYES: float = _MODEL["framing"]["centreBelowEyes"]
#: The geometric features of a report.
FEATURES: list[str] = _report_members("features")
#: The movements of a report.
MOVEMENT_NAMES: list[str] = _report_members("movements")


def _source(name: str) -> str:
    found = list(SOURCES.rglob(name))
    if len(found) != 1:
        raise ValueError(f"{len(found)} files below {SOURCES} are called {name}, expected one: update the name here")
    return found[0].read_text(encoding="utf-8")


def swift_constant(file: str, name: str) -> float | list[float]:
    """A number, or a list of numbers, that a file of this name states as `static let NAME = …`."""
    found = re.search(rf"static let {name}\b[^=\n]*= (\[[^\]]*\]|[-\d._]+)", _source(file))
    if found is None:
        raise ValueError(f"{file} states no number {name}: name here what it is called there now")
    return json.loads(found[1].replace("_", ""))


def contradictions() -> set[frozenset[str]]:
    """Pairs of hints that are never given together."""
    text = _source("HintCode.swift")
    codes = dict(re.findall(r'case (\w+) = "(\w+)"', text))
    body = text.partition("var contradictions")[2].partition("var praise")[0]
    pairs = {
        frozenset((codes[hint], codes[other]))
        for hints, others in re.findall(r"case ([.\w, ]+):\s*\[([^\]]*)\]", body)
        for hint in re.findall(r"\.(\w+)", hints)
        for other in re.findall(r"\.(\w+)", others)
    }
    if not pairs:
        raise ValueError("HintCode.swift no longer states contradictions in the expected form: update this parser")
    return pairs
