"""Converts a TensorFlow Lite graph to the nodes and weights of `facialfun.network/1`.

See Models/README.md for the format. Activations are fused into the preceding node if possible, SAME padding becomes
numbers, and names follow the order of computation.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import tflite

from training.convert.tflite_graph import Graph, Operator

_NODE_OF_KIND = {
    "CONV_2D": "conv2d",
    "DEPTHWISE_CONV_2D": "depthwise_conv2d",
    "ADD": "add",
    "MAX_POOL_2D": "max_pool2d",
    "PAD": "channel_pad",
    "RESHAPE": "reshape",
    "CONCATENATION": "concat",
    "RELU": "activation",
    "PRELU": "activation",
    "TRANSPOSE": "transpose",
    "LOGISTIC": "sigmoid",
    # Operators created by `mixer_operators` from several others.
    "NORMALIZE_POINTS": "normalize_points",
    "LAYER_NORM": "layer_norm",
    "PREPEND": "prepend_pixel",
    "CROP": "crop",
}
_TAKES_ACTIVATION = {"conv2d", "depthwise_conv2d", "add"}


def convert(graph: Graph, output_names: dict[str, str]) -> tuple[list[dict], dict[str, np.ndarray]]:
    """Nodes and weights of a graph.

    `output_names` maps the name of each output in the file to its name in our manifest.
    """
    builder = _Builder(graph, output_names)
    for operator in graph.operators:
        builder.append(operator)
    return builder.nodes, builder.weights


class _Builder:
    def __init__(self, graph: Graph, output_names: dict[str, str]):
        self.graph = graph
        self.nodes: list[dict] = []
        self.weights: dict[str, np.ndarray] = {}
        self.counts: Counter[str] = Counter()
        self.users = Counter(n for operator in graph.operators for n in operator.inputs)
        self.tensor_names = {graph.inputs[0]: "input"}
        for number in graph.outputs:
            self.tensor_names[number] = output_names[graph.names[number]]

    def append(self, operator: Operator) -> None:
        if operator.kind not in _NODE_OF_KIND:
            raise SystemExit(f"unsupported operator {operator.kind}")
        if operator.kind in ("RELU", "PRELU") and self._fuse(operator):
            return
        kind = _NODE_OF_KIND[operator.kind]
        self.counts[kind] += 1
        name = f"{kind}_{self.counts[kind]}"
        output = operator.outputs[0]
        node = {
            "op": kind,
            "name": name,
            "inputs": [
                self.tensor_names[n] for n in operator.inputs if n not in self.graph.constants
            ],
            "output": self.tensor_names.setdefault(output, name),
        }
        getattr(self, f"_{kind}")(operator, node)
        self.nodes.append(node)

    def _fuse(self, activation: Operator) -> bool:
        """Fuses an activation into the node of its input, unless another node reads that."""
        source, result = activation.inputs[0], activation.outputs[0]
        maker = next(node for node in self.nodes if node["output"] == self.tensor_names[source])
        if self.users[source] != 1 or maker["op"] not in _TAKES_ACTIVATION:
            return False
        self._activation(activation, maker)
        self.tensor_names[result] = maker["output"]
        return True

    def _activation(self, operator: Operator, node: dict) -> None:
        if operator.kind == "RELU":
            node["activation"] = "relu"
            return
        slope = self.graph.constants[operator.inputs[1]]
        if slope.shape[:-1] != (1, 1):
            raise SystemExit(f"the slopes of {node['name']} do not have one number per channel")
        node["activation"] = {"prelu": self._store(node, "slope", slope.reshape(-1))}

    def _store(self, node: dict, role: str, values: np.ndarray) -> str:
        name = f"{node['name']}.{role}"
        self.weights[name] = np.ascontiguousarray(values)
        return name

    def _window(self, operator: Operator, node: dict, size: tuple[int, int]) -> None:
        """Stride and padding in numbers; SAME puts the odd pixel at the end."""
        options = operator.options
        if getattr(options, "DilationHFactor", lambda: 1)() != 1:
            raise SystemExit(f"{node['name']} is dilated, which is not supported")
        stride = (options.StrideH(), options.StrideW())
        padding = []
        in_shape = self.graph.shapes[operator.inputs[0]][1:3]
        out_shape = self.graph.shapes[operator.outputs[0]][1:3]
        for kernel, step, length, out in zip(size, stride, in_shape, out_shape, strict=True):
            total = 0
            if options.Padding() == tflite.Padding.SAME:
                total = max((out - 1) * step + kernel - length, 0)
            padding += [total // 2, total - total // 2]
        node["stride"] = list(stride)
        node["padding"] = padding

    def _conv2d(self, operator: Operator, node: dict) -> None:
        weight = self.graph.constants[operator.inputs[1]]
        node["weight"] = self._store(node, "weight", weight)
        node["bias"] = self._store(node, "bias", self.graph.constants[operator.inputs[2]])
        self._window(operator, node, weight.shape[1:3])

    def _depthwise_conv2d(self, operator: Operator, node: dict) -> None:
        weight = self.graph.constants[operator.inputs[1]]
        if operator.options.DepthMultiplier() != 1:
            raise SystemExit(f"{node['name']} has a depth multiplier")
        node["weight"] = self._store(node, "weight", weight[0])
        node["bias"] = self._store(node, "bias", self.graph.constants[operator.inputs[2]])
        self._window(operator, node, weight.shape[1:3])

    def _max_pool2d(self, operator: Operator, node: dict) -> None:
        size = (operator.options.FilterHeight(), operator.options.FilterWidth())
        node["size"] = list(size)
        self._window(operator, node, size)

    def _add(self, operator: Operator, node: dict) -> None:
        pass

    def _channel_pad(self, operator: Operator, node: dict) -> None:
        amounts = self.graph.constants[operator.inputs[1]]
        if amounts[:3].any():
            raise SystemExit(f"{node['name']} pads more than channels")
        node["before"], node["after"] = int(amounts[3, 0]), int(amounts[3, 1])

    def _reshape(self, operator: Operator, node: dict) -> None:
        # The batch axis is dropped; the number of rows follows from the size of the input.
        node["shape"] = [-1, self.graph.shapes[operator.outputs[0]][-1]]

    def _concat(self, operator: Operator, node: dict) -> None:
        if operator.options.Axis() != 1:
            raise SystemExit(f"{node['name']} does not concatenate rows")
        node["axis"] = 0

    def _transpose(self, operator: Operator, node: dict) -> None:
        if self.graph.constants[operator.inputs[1]].tolist() != [0, 1, 3, 2]:
            raise SystemExit(f"{node['name']} does not swap columns and channels")

    def _sigmoid(self, operator: Operator, node: dict) -> None:
        pass

    def _normalize_points(self, operator: Operator, node: dict) -> None:
        node["scale"] = operator.options["scale"]

    def _layer_norm(self, operator: Operator, node: dict) -> None:
        node["weight"] = self._store(node, "weight", self.graph.constants[operator.inputs[1]])
        node["epsilon"] = operator.options["epsilon"]

    def _prepend_pixel(self, operator: Operator, node: dict) -> None:
        pixel = self.graph.constants[operator.inputs[1]]
        node["weight"] = self._store(node, "weight", pixel.reshape(-1))

    def _crop(self, operator: Operator, node: dict) -> None:
        node |= operator.options
