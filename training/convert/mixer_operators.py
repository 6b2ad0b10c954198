"""Fuses the operators of an MLP mixer into larger ones.

The file represents a layer normalization by ten operators and the normalization of points by eight; each becomes one
operator. Anything that does not match the pattern exactly is rejected with its name.
"""

from __future__ import annotations

import numpy as np

from training.convert.tflite_graph import Graph, Operator

_POINTS = ["MEAN", "SUB", "MUL", "SUM", "SQRT", "MEAN", "DIV", "RESHAPE", "STRIDED_SLICE", "MUL"]
_LAYER_NORM = [
    "MEAN", "NEG", "SQUARED_DIFFERENCE", "MEAN", "ADD", "RSQRT", "MUL", "MUL", "MUL", "ADD",
]  # fmt: skip
_FIRST_PIXEL = ["STRIDED_SLICE", "STRIDED_SLICE"]


def fused(graph: Graph) -> Graph:
    """The graph with `NORMALIZE_POINTS`, `LAYER_NORM`, `PREPEND` and `CROP`, without operators that only drop axes of
    length 1 after the last of them.
    """
    kinds = [operator.kind for operator in graph.operators]
    operators: list[Operator] = []
    place = 0
    while place < len(kinds):
        rest = kinds[place:]
        if place == 0 and rest[: len(_POINTS)] == _POINTS:
            made, used = _points(graph, graph.operators[: len(_POINTS)]), len(_POINTS)
        elif rest[: len(_LAYER_NORM)] == _LAYER_NORM:
            used = len(_LAYER_NORM)
            made = _layer_norm(graph, graph.operators[place : place + used])
        elif rest[:2] == _FIRST_PIXEL:
            made, used = _first_pixel(graph, graph.operators[place : place + 2]), 2
        elif rest[0] == "CONCATENATION":
            made, used = _prepended(graph, graph.operators[place]), 1
        elif rest == ["RESHAPE", "STRIDED_SLICE"]:
            break  # [1, 1, 1, 52] to [52]
        else:
            made, used = graph.operators[place], 1
        operators.append(made)
        place += used
    last = operators[-1].outputs[0]
    graph.names[last] = graph.names[graph.outputs[0]]
    graph.operators, graph.outputs = operators, [last]
    return graph


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise SystemExit(f"{what} does not match the known pattern")


def _points(graph: Graph, parts: list[Operator]) -> Operator:
    mean, less, square, total, root, length, over, shape, whole, scaled = parts
    points = mean.inputs[0]
    chain = [
        (less.inputs, [points, mean.outputs[0]]), (square.inputs, less.outputs * 2),
        (total.inputs[:1], square.outputs), (root.inputs, total.outputs),
        (length.inputs[:1], root.outputs), (over.inputs, less.outputs + length.outputs),
        (shape.inputs[:1], over.outputs), (whole.inputs[:1], shape.outputs),
        (scaled.inputs[:1], whole.outputs),
    ]  # fmt: skip
    _expect(all(found == wanted for found, wanted in chain), "the normalization of the points")
    axes = [graph.constants[part.inputs[1]].reshape(-1).tolist() for part in (mean, total, length)]
    _expect(axes == [[-2], [-1], [-2]], "the axes of the normalization of the points")
    _expect(graph.shapes[whole.outputs[0]] == graph.shapes[shape.outputs[0]], "the slice of points")
    scale = float(graph.constants[scaled.inputs[1]])
    return Operator("NORMALIZE_POINTS", [points], scaled.outputs, {"scale": scale})


def _layer_norm(graph: Graph, parts: list[Operator]) -> Operator:
    mean, minus, squares, variance, sum_, root, gain, scaled, shift, result = parts
    value = mean.inputs[0]
    chain = [
        (minus.inputs, mean.outputs), (squares.inputs, [value, mean.outputs[0]]),
        (variance.inputs[:1], squares.outputs), (sum_.inputs[:1], variance.outputs),
        (root.inputs, sum_.outputs), (gain.inputs[:1], root.outputs),
        (scaled.inputs, [value, gain.outputs[0]]),
        (shift.inputs, [minus.outputs[0], gain.outputs[0]]),
        (result.inputs, [scaled.outputs[0], shift.outputs[0]]),
    ]  # fmt: skip
    _expect(all(found == wanted for found, wanted in chain), f"LAYER_NORM {graph.names[value]}")
    axes = [graph.constants[part.inputs[1]].reshape(-1).tolist() for part in (mean, variance)]
    _expect(axes == [[-1], [-1]] or axes == [[3], [3]], f"an axis of LAYER_NORM {axes}")
    epsilon = float(graph.constants[sum_.inputs[1]])
    return Operator("LAYER_NORM", [value, gain.inputs[1]], result.outputs, {"epsilon": epsilon})


def _prepended(graph: Graph, operator: Operator) -> Operator:
    pixel, value = operator.inputs
    _expect(pixel in graph.constants, "the pixel that is put before the others")
    _expect(operator.options.Axis() in (2, -2), "the axis on which a pixel is put before others")
    return Operator("PREPEND", [value, pixel], operator.outputs, None)


def _first_pixel(graph: Graph, parts: list[Operator]) -> Operator:
    first, second = parts
    _expect(second.inputs[:1] == first.outputs, "the slices before the last layer")
    for part in parts:
        begin, _, step = (graph.constants[n] for n in part.inputs[1:])
        _expect(not np.any(begin) and np.all(step == 1), "the begin or step of a slice")
    shape = graph.shapes[second.outputs[0]]
    _expect(shape[:3] == (1, 1, 1), "the result of the slices")
    return Operator("CROP", first.inputs[:1], second.outputs, {"rows": [0, 1], "columns": [0, 1]})
