"""Converts the shapes of a rendered head to the movements in a report, as exact training targets."""

from __future__ import annotations

import numpy as np

from training.contract import MOVEMENT_NAMES
from training.render.expression_variants import Expression

# Movements that are one in a report, but have a left and a right half on the head.
_BOTH_SIDES = ("browInnerUp", "cheekPuff")


def _shapes(movement: str) -> tuple[str, ...]:
    """Possible names of a movement on a head; the mean of existing ones counts."""
    if movement in _BOTH_SIDES:
        return movement, f"{movement}_L", f"{movement}_R"
    for side in ("Left", "Right"):
        base = movement.removesuffix(side)
        # `jawLeft` is a direction, not a side of `jaw`.
        if base != movement and f"{base}Left" in MOVEMENT_NAMES and base not in ("jaw", "mouth"):
            return f"{base}_{side[0]}", base
    return (movement,)


SHAPES: dict[str, tuple[str, ...]] = {name: _shapes(name) for name in MOVEMENT_NAMES}


def strengths(expression: Expression) -> np.ndarray:
    """[51] float32 from 0 to 1, in the order of MOVEMENT_NAMES, of an expression with its sides named.

    Opposite movements (inner brows drawn down) count as 0.
    """
    known = {shape for shapes in SHAPES.values() for shape in shapes}
    strange = sorted(name for name in expression if name not in known)
    if strange:
        raise ValueError(f"no movement has the shape {strange[0]}: add it to SHAPES")
    result = np.zeros(len(MOVEMENT_NAMES), np.float32)
    for place, shapes in enumerate(SHAPES.values()):
        there = [expression[shape] for shape in shapes if shape in expression]
        if there:
            result[place] = np.clip(np.mean(there), 0, 1)
    return result
