"""Movements as a second training target besides emotions: a layer that is removed at export.

On renders the strengths are exact; on photographs they are measured by the program's movement network. Training
pictures may be mirrored, so of the two sides of a movement the stronger one comes first, which is invariant to
mirroring.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.contract import MOVEMENT_NAMES

_LEFT = [name for name in MOVEMENT_NAMES if name.endswith("Left")]
PAIRS = [
    (MOVEMENT_NAMES.index(left), MOVEMENT_NAMES.index(left.removesuffix("Left") + "Right")) for left in _LEFT
]


def either_way_round(movements: np.ndarray) -> np.ndarray:
    """[N, 51] strengths in the order of MOVEMENT_NAMES → the same with the stronger of two sides first."""
    result = movements.copy()
    for left, right in PAIRS:
        result[:, left] = movements[:, (left, right)].max(1)
        result[:, right] = movements[:, (left, right)].min(1)
    return result


def movements_of(renders: Path) -> np.ndarray:
    """[N, 51] mirror-invariant strengths in a file of `render/faces.py`. Raises ValueError for a file without
    movements.
    """
    data = np.load(renders)
    if "movements" not in data:
        raise ValueError(f"{renders} has no movements: render it again, or omit --movements")
    return either_way_round(data["movements"])


def movements_loss(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross-entropy with strengths [N, 51] from 0 to 1: the mean over known strengths (not NaN)."""
    known = ~torch.isnan(wanted)
    if not known.any():
        return logits.sum() * 0
    return nn.functional.binary_cross_entropy_with_logits(logits[known], wanted[known])
