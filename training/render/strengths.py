"""Shapes of a rendered head as the movements of a report: what a network can be told of a render exactly."""

from __future__ import annotations

import numpy as np

from training.contract import MOVEMENT_NAMES
from training.render.expression_variants import Expression

# Whole in a report, two sides on the head.
_BOTH_SIDES = ("browInnerUp", "cheekPuff")


def _shapes(movement: str) -> tuple[str, ...]:
    """What a movement may be called on a head; the mean of those that are there counts."""
    if movement in _BOTH_SIDES:
        return movement, f"{movement}_L", f"{movement}_R"
    for side in ("Left", "Right"):
        base = movement.removesuffix(side)
        # `jawLeft` is a direction, and no side of a `jaw`.
        if base != movement and f"{base}Left" in MOVEMENT_NAMES and base not in ("jaw", "mouth"):
            return f"{base}_{side[0]}", base
    return (movement,)


SHAPES: dict[str, tuple[str, ...]] = {name: _shapes(name) for name in MOVEMENT_NAMES}


def strengths(expression: Expression) -> np.ndarray:
    """[51] float32 from 0 to 1, in the order of MOVEMENT_NAMES, of an expression with its sides named.

    What goes against a movement (inner brows drawn down) is none of it.
    """
    known = {shape for shapes in SHAPES.values() for shape in shapes}
    strange = sorted(name for name in expression if name not in known)
    if strange:
        raise ValueError(f"no movement of a report has the shape {strange[0]}: name it in SHAPES")
    result = np.zeros(len(MOVEMENT_NAMES), np.float32)
    for place, shapes in enumerate(SHAPES.values()):
        there = [expression[shape] for shape in shapes if shape in expression]
        if there:
            result[place] = np.clip(np.mean(there), 0, 1)
    return result
