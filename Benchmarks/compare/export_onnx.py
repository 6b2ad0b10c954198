"""Writes our networks as ONNX files, from manifest and weights: export_onnx.py OUTPUT MODELFOLDER….

Each is written twice: NAME.onnx has PRelu nodes like the network, NAME-relu.onnx expresses them by Relu, which
onnxruntime runs in half the time. Internal maps are NCHW, the layout for which the other engines are optimized;
outputs are transposed to NHWC, as in the manifest. Every file is run once and compared with the recorded outputs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "peers"))
from recorded import Recorded

# The tolerance of the engine's own tests, relative to the largest recorded number.
TOLERANCE = 1e-4


class Export:
    """The ONNX graph of one network."""

    def __init__(self, folder: Path, keeps_prelu: bool):
        self.keeps_prelu = keeps_prelu
        self.manifest = json.loads((folder / "manifest.json").read_text())
        self.weights = load_file(folder / self.manifest["weights"]["file"])
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, np.ndarray] = {}
        # Values that are maps: (1, C, H, W) here and (H, W, C) in the manifest.
        self.are_maps = {self.manifest["input"]["name"]: True}

    def model(self) -> onnx.ModelProto:
        """The whole model, checked, with inferred shapes."""
        for node in self.manifest["nodes"]:
            maps = getattr(self, f"_{node['op']}")(node, self._target(node))
            self._activate(node)
            self.are_maps[node["output"]] = maps is not False
        source = self.manifest["input"]
        shape = (1, source["channels"], source["height"], source["width"])
        graph = helper.make_graph(
            self.nodes + self._turned_outputs(),
            self.manifest["name"],
            [helper.make_tensor_value_info(source["name"], TensorProto.FLOAT, shape)],
            [
                helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
                for name in self.manifest["outputs"]
            ],
            [numpy_helper.from_array(value, name) for name, value in self.constants.items()],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
        model.ir_version = 8
        model = onnx.shape_inference.infer_shapes(model, strict_mode=True)
        onnx.checker.check_model(model, full_check=True)
        return model

    def _append(self, op: str, inputs: list[str], output: str, **attributes: object) -> None:
        self.nodes.append(helper.make_node(op, inputs, [output], name=output, **attributes))

    def _constant(self, name: str, value: np.ndarray) -> str:
        self.constants[name] = np.ascontiguousarray(value)
        return name

    def _weight(self, name: str) -> np.ndarray:
        return self.weights[name].astype(np.float32)

    def _target(self, node: dict) -> str:
        """Output of the operation itself, before the activation if there is one."""
        return self._inner(node["output"]) + (".linear" if node.get("activation") else "")

    def _inner(self, name: str) -> str:
        """The internal name of a value; an output gets its own name when it is transposed."""
        return f"{name}.inner" if name in self.manifest["outputs"] else name

    def _inputs(self, node: dict) -> list[str]:
        return [self._inner(name) for name in node["inputs"]]

    def _activate(self, node: dict) -> None:
        activation = node.get("activation")
        if activation == "relu":
            self._append("Relu", [self._target(node)], self._inner(node["output"]))
        elif activation:
            slope = self._weight(activation["prelu"]).reshape(-1, 1, 1)
            source, output = self._target(node), self._inner(node["output"])
            if self.keeps_prelu:
                slope = self._constant(activation["prelu"], slope)
                self._append("PRelu", [source, slope], output)
            else:
                self._prelu_by_relu(source, slope, output)

    def _prelu_by_relu(self, source: str, slope: np.ndarray, output: str) -> None:
        """max(x, 0) − slope · max(−x, 0)."""
        negative = self._constant(f"{output}.negative", -slope[None])
        self._append("Relu", [source], f"{output}.above")
        self._append("Neg", [source], f"{output}.turned")
        self._append("Relu", [f"{output}.turned"], f"{output}.below")
        self._append("Mul", [f"{output}.below", negative], f"{output}.scaled")
        self._append("Add", [f"{output}.above", f"{output}.scaled"], output)

    def _window(self, node: dict) -> dict:
        top, bottom, left, right = node["padding"]
        return {"strides": node["stride"], "pads": [top, left, bottom, right]}

    def _convolution(self, node: dict, target: str, weight: np.ndarray, group: int) -> None:
        inputs = [*self._inputs(node), self._constant(node["weight"], weight)]
        if node.get("bias"):
            inputs.append(self._constant(node["bias"], self._weight(node["bias"])))
        self._append(
            "Conv", inputs, target, group=group,
            kernel_shape=list(weight.shape[2:]), **self._window(node),
        )  # fmt: skip

    def _conv2d(self, node: dict, target: str) -> None:
        self._convolution(node, target, self._weight(node["weight"]).transpose(0, 3, 1, 2), 1)

    def _depthwise_conv2d(self, node: dict, target: str) -> None:
        weight = self._weight(node["weight"]).transpose(2, 0, 1)[:, None]
        self._convolution(node, target, weight, weight.shape[0])

    def _max_pool2d(self, node: dict, target: str) -> None:
        self._append(
            "MaxPool", self._inputs(node), target, kernel_shape=node["size"], **self._window(node)
        )

    def _average_pool2d(self, node: dict, target: str) -> None:
        self._append(
            "AveragePool", self._inputs(node), target,
            kernel_shape=node["size"], count_include_pad=0, **self._window(node),
        )  # fmt: skip

    def _global_average_pool(self, node: dict, target: str) -> None:
        self._append("GlobalAveragePool", self._inputs(node), target)

    def _add(self, node: dict, target: str) -> None:
        self._append("Add", self._inputs(node), target)

    def _activation(self, node: dict, target: str) -> None:
        self._append("Identity", self._inputs(node), target)

    def _channel_pad(self, node: dict, target: str) -> None:
        pads = np.array([0, node["before"], 0, 0, 0, node["after"], 0, 0], np.int64)
        self._append("Pad", [*self._inputs(node), self._constant(f"{target}.pads", pads)], target)

    def _dense(self, node: dict, target: str) -> None:
        raise SystemExit(f"{node['name']}: dense layers are not exported yet")

    def _reshape(self, node: dict, target: str) -> bool:
        source = self._inputs(node)[0]
        if self.are_maps[node["inputs"][0]]:
            self._append("Transpose", [source], f"{target}.nhwc", perm=[0, 2, 3, 1])
            source = f"{target}.nhwc"
        shape = self._constant(f"{target}.shape", np.array([1, *node["shape"]], np.int64))
        self._append("Reshape", [source, shape], target)
        return False

    def _concat(self, node: dict, target: str) -> bool:
        self._append("Concat", self._inputs(node), target, axis=1)
        return False

    def _turned_outputs(self) -> list[onnx.NodeProto]:
        nodes = []
        for name in self.manifest["outputs"]:
            inner = self._inner(name)
            if self.are_maps[name]:
                nodes.append(helper.make_node("Transpose", [inner], [name], perm=[0, 2, 3, 1]))
            else:
                nodes.append(helper.make_node("Identity", [inner], [name]))
        return nodes


def check(path: Path, folder: Path) -> str:
    """Runs a file on the recorded input and compares the results with the recorded outputs."""
    recorded = Recorded(folder)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    feed = {session.get_inputs()[0].name: recorded.input_nchw}
    found = recorded.compare(dict(zip(names, session.run(None, feed), strict=True)))
    if not found["difference"] <= TOLERANCE * max(1.0, found["largest"]):
        raise SystemExit(
            f"{path} is off by {found['difference']:.2e}, with numbers up to "
            f"{found['largest']:.1f}: the export is wrong"
        )
    return f"{path.name}: off by {found['difference']:.1e}, numbers up to {found['largest']:.1f}"


def main() -> None:
    """Exports and checks each network."""
    output = Path(sys.argv[1])
    output.mkdir(parents=True, exist_ok=True)
    for folder in map(Path, sys.argv[2:]):
        for name, keeps_prelu in [(folder.name, True), (f"{folder.name}-relu", False)]:
            path = output / f"{name}.onnx"
            onnx.save(Export(folder, keeps_prelu).model(), path)
            print(check(path, folder), file=sys.stderr)


if __name__ == "__main__":
    main()
