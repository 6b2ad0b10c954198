"""(b) GFLOP/s of every relevant layer shape, compared with the peak of the core."""

from __future__ import annotations

import json
import subprocess
import sys

from setting import MODELS, NETWORKS, Setting
from worker import Failed

# Minimum share of a network's multiply-adds for a layer in the table; stems are always listed.
MIN_SHARE = 0.03


def measure(setting: Setting) -> dict:
    """GFLOP/s and share of the peak of each shape."""
    layers = [layer for name in NETWORKS for layer in _layers(name)]
    shapes: list[dict] = []
    for layer in layers:
        if layer["shape"] not in shapes:
            shapes.append(layer["shape"])
    path = setting.work / "shapes.json"
    path.write_text(json.dumps(shapes))
    print(f"  {len(shapes)} shapes in turn", file=sys.stderr)
    command = [str(setting.engine_worker), "layers", str(path)]
    command += ["--rounds", str(setting.rounds(60))]
    done = subprocess.run(
        command, capture_output=True, text=True, preexec_fn=setting.one.apply, check=False
    )
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)} failed: {done.stderr}")
    answer = json.loads(done.stdout)
    for layer in layers:
        layer.update(answer["layers"][shapes.index(layer["shape"])])
    return {
        "cpuPath": answer["cpuPath"],
        "peakGigaflops": answer["peakGigaflops"],
        "layers": layers,
    }


def _layers(name: str) -> list[dict]:
    """The convolutions of a network, without duplicates."""
    manifest = json.loads((MODELS / name / "manifest.json").read_text())
    weights = _weight_shapes(MODELS / name / manifest["weights"]["file"])
    source = manifest["input"]
    images = 2 if manifest.get("emotion", {}).get("mirrorAveraging") else 1
    sizes = {source["name"]: (source["height"], source["width"], source["channels"])}
    found: list[dict] = []
    total = 0
    for node in manifest["nodes"]:
        if node["op"] in ("conv2d", "depthwise_conv2d"):
            shape, output = _shape(node, sizes[node["inputs"][0]], weights[node["weight"]], images)
            per_output = shape["kernel"] ** 2 * (shape["inputs"] if node["op"] == "conv2d" else 1)
            work = output[0] * output[1] * output[2] * per_output
            total += work
            sizes[node["output"]] = output
            same = next((layer for layer in found if layer["shape"] == shape), None)
            if same is None:
                same = {"network": name, "shape": shape, "count": 0, "multiplyAdds": 0}
                found.append(same)
            same["count"] += 1
            same["multiplyAdds"] += work
        elif len(sizes.get(node["inputs"][0], ())) == 3:
            sizes[node["output"]] = _other(node, sizes[node["inputs"][0]])
    for layer in found:
        layer["share"] = layer["multiplyAdds"] / total
        layer["kind"] = kind(layer["shape"])
    return [
        layer for layer in found if layer["share"] >= MIN_SHARE or layer["kind"] == "stem"
    ]


def kind(shape: dict) -> str:
    """The goal that applies to a layer."""
    if shape["inputs"] in (1, 3):
        return "stem"
    if shape["op"] == "depthwise_conv2d":
        return "depthwise"
    if min(shape["height"], shape["width"]) < 12:
        return "small map"
    if shape["kernel"] == 3 and min(shape["inputs"], shape["outputs"]) >= 32:
        return "3×3"
    return "pointwise" if shape["kernel"] == 1 else "other"


def _shape(
    node: dict, size: tuple, weight: list[int], images: int
) -> tuple[dict, tuple[int, int, int]]:
    height, width, channels = size
    kernel = weight[1]
    outputs = weight[0] if node["op"] == "conv2d" else channels
    top, bottom, left, right = node["padding"]
    stride = node["stride"][0]
    shape = {
        "op": node["op"],
        "height": height,
        "width": width,
        "inputs": channels,
        "outputs": outputs,
        "kernel": kernel,
        "stride": stride,
        "padding": node["padding"],
        "images": images,
    }
    rows = (height + top + bottom - kernel) // stride + 1
    columns = (width + left + right - kernel) // stride + 1
    return shape, (rows, columns, outputs)


def _other(node: dict, size: tuple[int, int, int]) -> tuple[int, ...]:
    height, width, channels = size
    if node["op"] in ("max_pool2d", "average_pool2d"):
        top, bottom, left, right = node["padding"]
        (rows, columns), (down, across) = node["size"], node["stride"]
        return (
            (height + top + bottom - rows) // down + 1,
            (width + left + right - columns) // across + 1,
            channels,
        )
    if node["op"] == "channel_pad":
        return height, width, channels + node["before"] + node["after"]
    if node["op"] == "global_average_pool":
        return 1, 1, channels
    if node["op"] in ("reshape", "concat", "dense", "softmax"):
        return ()
    return size


def _weight_shapes(path) -> dict[str, list[int]]:
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    return {name: entry["shape"] for name, entry in header.items() if name != "__metadata__"}
