"""Reads a TensorFlow Lite flatbuffer into a plain list of operators with their constants.

Only the features used by mediapipe's face networks are supported; anything else is rejected with its name, so that a
different file cannot be converted wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import tflite

_OPERATOR_NAMES = {
    number: name for name, number in vars(tflite.BuiltinOperator).items() if isinstance(number, int)
}
_ELEMENT_TYPES = {
    tflite.TensorType.FLOAT32: np.float32,
    tflite.TensorType.FLOAT16: np.float16,
    tflite.TensorType.INT32: np.int32,
}
_OPTIONS = {
    "CONV_2D": tflite.Conv2DOptions,
    "DEPTHWISE_CONV_2D": tflite.DepthwiseConv2DOptions,
    "MAX_POOL_2D": tflite.Pool2DOptions,
    "ADD": tflite.AddOptions,
    "CONCATENATION": tflite.ConcatenationOptions,
}
# A fused ReLU becomes a separate operator, which the conversion fuses into its node again.
_FUSED_RELU = 1


@dataclass
class Operator:
    """One operator: its kind, the numbers of its input and output tensors, its options."""

    kind: str
    inputs: list[int]
    outputs: list[int]
    options: object | None


@dataclass
class Graph:
    """The operators in order, constants and shapes by tensor number, inputs and outputs."""

    operators: list[Operator]
    shapes: dict[int, tuple[int, ...]]
    names: dict[int, str]
    constants: dict[int, np.ndarray]
    inputs: list[int]
    outputs: list[int]


def read_graph(data: bytes) -> Graph:
    """The graph of a .tflite file, with every DEQUANTIZE of a constant folded away.

    The constants keep their 16-bit type: the reader of the weights can widen them to 32 bits exactly.
    """
    model = tflite.Model.GetRootAsModel(data, 0)
    if model.SubgraphsLength() != 1:
        raise SystemExit(f"expected one subgraph, found {model.SubgraphsLength()}")
    subgraph = model.Subgraphs(0)

    shapes, names, constants = {}, {}, {}
    for number in range(subgraph.TensorsLength()):
        tensor = subgraph.Tensors(number)
        lengths = tensor.ShapeAsNumpy() if tensor.ShapeLength() else ()  # a number has none
        shapes[number] = tuple(int(n) for n in lengths)
        names[number] = tensor.Name().decode()
        buffer = model.Buffers(tensor.Buffer())
        if buffer.DataLength() > 0:
            element = _ELEMENT_TYPES[tensor.Type()]
            constants[number] = np.frombuffer(buffer.DataAsNumpy(), dtype=element).reshape(
                shapes[number]
            )

    operators = []
    for index in range(subgraph.OperatorsLength()):
        operator = subgraph.Operators(index)
        code = model.OperatorCodes(operator.OpcodeIndex())
        kind = _OPERATOR_NAMES[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
        inputs = [int(n) for n in operator.InputsAsNumpy()]
        outputs = [int(n) for n in operator.OutputsAsNumpy()]
        if kind == "DEQUANTIZE":
            if inputs[0] not in constants or constants[inputs[0]].dtype != np.float16:
                raise SystemExit(f"DEQUANTIZE of {names[inputs[0]]} is not of a 16-bit constant")
            constants[outputs[0]] = constants[inputs[0]]
            continue
        options = None
        if kind in _OPTIONS:
            table = operator.BuiltinOptions()
            options = _OPTIONS[kind]()
            options.Init(table.Bytes, table.Pos)
        operators.append(Operator(kind, inputs, outputs, options))
        fused = getattr(options, "FusedActivationFunction", lambda: 0)()
        if fused not in (0, _FUSED_RELU):
            raise SystemExit(f"{kind} {names[outputs[0]]} has a fused activation")
        if fused == _FUSED_RELU:
            # The sums get a separate number; readers of the result read the ReLU's output.
            sums = subgraph.TensorsLength() + len(operators)
            shapes[sums], names[sums] = shapes[outputs[0]], f"{names[outputs[0]]}:sums"
            operators[-1].outputs = [sums]
            operators.append(Operator("RELU", [sums], outputs, None))

    return Graph(
        operators=operators,
        shapes=shapes,
        names=names,
        constants=constants,
        inputs=[int(n) for n in subgraph.InputsAsNumpy()],
        outputs=[int(n) for n in subgraph.OutputsAsNumpy()],
    )
