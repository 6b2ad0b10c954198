"""Facts shared by training and service, all from one file: `Sources/FacialFunWire/contract.json`.

Training and service must use the same framing, and the scripts must use the service's movements and thresholds. One
file has all of it and is also compiled into the Swift libraries. To train with other framing or labels, change that
file first.
"""

from __future__ import annotations

import json
from typing import Any

from training import MODELS

FILE = MODELS.parent / "Sources/FacialFunWire/contract.json"
WIDTH = 100


def read() -> dict[str, Any]:
    """The whole contract."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def to_text(value: Any, indent: int = 0) -> str:
    """The value as JSON with short lists and objects on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or indent + len(line) <= WIDTH:
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {to_text(part, indent + 2)}" for key, part in value.items()]
    else:
        parts = [to_text(part, indent + 2) for part in value]
        if not any(isinstance(part, dict | list) for part in value):
            parts = _filled(parts, WIDTH - len(pad))
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n" + ",\n".join(pad + part for part in parts) + f"\n{' ' * indent}{end}"


def _filled(parts: list[str], width: int) -> list[str]:
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 2 + len(part) <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


_CONTRACT = read()
#: The eight emotions in the order of the scores.
EMOTIONS: list[str] = _CONTRACT["emotions"]
#: The side of a face's square divided by the width of the detector's box.
SIDE_OVER_BOX_WIDTH: float = _CONTRACT["framing"]["sideOverBoxWidth"]
#: Distance of the square's center below the midpoint of the eyes, as a fraction of its side.
CENTER_BELOW_EYES: float = _CONTRACT["framing"]["centreBelowEyes"]
#: The geometric features in a report.
FEATURES: list[str] = _CONTRACT["features"]
#: The movements in a report.
MOVEMENT_NAMES: list[str] = _CONTRACT["movements"]
#: Real depth divided by the depth that the mesh network reports.
DEPTH_SCALE: float = _CONTRACT["headPose"]["depthScale"]
#: Points of the mean face: index in the mesh, then x, y and z.
CANONICAL_FACE: list[list[float]] = _CONTRACT["headPose"]["canonicalFace"]
#: Minimum likeness of two faces that certainly belong to the same person.
SURE_LIKENESS: float = _CONTRACT["people"]["sureLikeness"]
#: Maximum share of the mouth or the eyes that may be hidden for requested expressions.
MAX_HIDDEN: float = _CONTRACT["judging"]["maxHidden"]
#: Minimum change from a person's neutral face, in logits.
MIN_CHANGE: float = _CONTRACT["judging"]["minChange"]
#: Limits of the thresholds of the five levels.
LEVELS: dict[str, Any] = _CONTRACT["levels"]
#: Minimum share of the cases in which an offered hint raises the target's score.
MIN_RAISED: float = _CONTRACT["hints"]["minRaised"]
#: Pairs of hints that are never given together.
CONTRADICTIONS: set[frozenset[str]] = {frozenset(pair) for pair in _CONTRACT["hints"]["contradictions"]}
