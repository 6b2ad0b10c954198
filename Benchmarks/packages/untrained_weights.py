"""Weight files with random values of the right shapes, for machines that cannot download the weights of DeepFace and
py-feat.

    PYTHON untrained_weights.py deepface|pyfeat FOLDER

PYTHON is an interpreter with the package. Both packages search a folder before they download; this script fills
FOLDER and prints, as JSON, the environment variables that make the package search there. The same seed gives the same
files.

Only times are meaningful with these weights. The arithmetic of a network does not depend on its weights, but the
resulting emotions are noise.

DeepFace: the emotion network is random. It is rebuilt layer by layer from the PyTorch source from which DeepFace's
ONNX file is exported. Its face detector is real: OpenCV's cascade, which comes with OpenCV.

py-feat: all seven networks of Detectorv1 are random and built by its own code, including the face detector, because
no package on PyPI is known to have its weights. The last layer of the detector is set to report exactly one face per
picture, so the networks after it run once. The batch normalizations have the statistics of noise that passed through
them, so no value vanishes or overflows, which could take extra time. The classifiers of the action units have the
sizes in its source: 100 trees of depth 3 each, over 776, 1059 and 1243 principal components of the upper, lower and
full face and 136 coordinates.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

SEED = 20261
# Repository names of the packages' files; nothing is downloaded from there.
HUB = "py-feat"
REVISION = "0" * 40
# The features of a face: 13 x 13 blocks of 2 x 2 cells with 8 directions.
HISTOGRAM = 13 * 13 * 2 * 2 * 8
LANDMARKS = 68 * 2
COMPONENTS = {"upper": 776, "lower": 1059, "full": 1243}


def cache_file(cache: Path, repository: str, name: str) -> Path:
    """The path at which huggingface_hub looks for a repository's file in its cache; creates the folder."""
    root = cache / f"models--{HUB}--{repository}"
    (root / "refs").mkdir(parents=True, exist_ok=True)
    (root / "refs" / "main").write_text(REVISION)
    path = root / "snapshots" / REVISION / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def linked_package(package: Path, folder: Path) -> Path:
    """Links the package into a folder with a writable `resources` folder, which is returned. py-feat stores its weights
    in its own package, and an installed package must not be changed.
    """
    copy = folder / package.name
    resources = copy / "resources"
    resources.mkdir(parents=True)
    for one in package.iterdir():
        if one.name != "resources":
            (copy / one.name).symlink_to(one)
    for one in (package / "resources").iterdir():
        if not one.name.startswith("models--"):
            (resources / one.name).symlink_to(one)
    return resources


def deepface(folder: Path) -> dict[str, str]:
    """DeepFace's emotion network for onnxruntime, which a plain installation uses."""
    import numpy
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    random = numpy.random.default_rng(SEED)
    nodes, values, last = [], [], "picture"

    def add(kind: str, *shapes: tuple[int, ...], **settings: object) -> None:
        nonlocal last
        inputs = [last]
        for shape in shapes:
            scale = (2 / numpy.prod(shape[1:])) ** 0.5 if len(shape) > 1 else 0.01
            values.append(numpy_helper.from_array(
                (random.standard_normal(shape) * scale).astype(numpy.float32), f"weights{len(values)}"))
            inputs.append(values[-1].name)
        last = f"value{len(nodes)}"
        nodes.append(helper.make_node(kind, inputs, [last], **settings))

    add("Transpose", perm=[0, 3, 1, 2])
    for inputs, outputs, size, pool in (
            (1, 64, 5, "MaxPool"), (64, 64, 3, ""), (64, 64, 3, "AveragePool"), (64, 128, 3, ""),
            (128, 128, 3, "AveragePool")):
        add("Conv", (outputs, inputs, size, size), (outputs,), kernel_shape=[size, size])
        add("Relu")
        if pool:
            add(pool, kernel_shape=[size, size], strides=[2, 2])
    add("Flatten")
    for inputs, outputs, after in ((128, 1024, "Relu"), (1024, 1024, "Relu"), (1024, 7, "Softmax")):
        add("Gemm", (outputs, inputs), (outputs,), transB=1)
        add(after)
    graph = helper.make_graph(
        nodes, "untrained", [helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["n", 48, 48, 1])],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, ["n", 7])], values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    weights = folder / ".deepface" / "weights"
    weights.mkdir(parents=True)
    onnx.save(model, str(weights / "facial_expression_model_weights.onnx"))
    return {"DEEPFACE_HOME": str(folder), "DEEPFACE_BACKEND_ENGINE": "onnx"}


def pyfeat(folder: Path) -> dict[str, str]:
    """py-feat's networks, in a linked copy of the package, because it looks for its weights in its own folder."""
    found = importlib.util.find_spec("feat")
    if found is None or found.origin is None:
        raise ImportError("no py-feat")
    cache = linked_package(Path(found.origin).parent, folder)
    sys.path.insert(0, str(folder))
    # xgboost must be loaded before PyTorch.
    from feat.au_detectors.StatLearning.SL_test import XGBClassifier as ActionUnits  # isort: skip

    import numpy
    import torch
    from feat.emo_detectors.ResMaskNet.resmasknet_test import resmasking_dropout1
    from feat.face_detectors.Retinaface.Retinaface_model import RetinaFace
    from feat.gaze_detectors.l2cs import l2cs_resnet50
    from feat.identity_detectors.arcface.arcface_model import ArcFace
    from feat.landmark_detectors.mobilefacenet_test import MobileFaceNet
    from feat.utils.face_pose_mlp import PoseMLP
    from safetensors.torch import save_file
    from sklearn.decomposition import PCA
    from sklearn.preprocessing import StandardScaler
    from skops.io import dump
    from xgboost import XGBClassifier

    torch.manual_seed(SEED)
    random = numpy.random.default_rng(SEED)

    def settled(network: torch.nn.Module, side: int) -> dict[str, torch.Tensor]:
        """The weights after noise has passed through and set the statistics of the batch normalizations."""
        for module in network.modules():
            if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
                module.momentum = None
        network.train()
        with torch.no_grad():
            network(torch.rand(4, 3, side, side))
        return {name: value.contiguous() for name, value in network.state_dict().items()}

    detector = RetinaFace()
    weights = settled(detector, 320)
    # Exactly one face per picture: all anchors of 256 pixels on the coarsest map report a face and no others do, with
    # offsets so large that their boxes overlap and one is left.
    for level in range(3):
        for name, value in (("ClassHead", [10.0, -10.0] * 2), ("BboxHead", [0.0] * 8)):
            weights[f"{name}._convs.{level}.weight"].zero_()
            weights[f"{name}._convs.{level}.bias"].copy_(torch.tensor(value))
    weights["ClassHead._convs.2.bias"].copy_(torch.tensor([-10.0, 10.0, 10.0, -10.0]))
    weights["BboxHead._convs.2.bias"].copy_(torch.tensor([0.0, 0.0, 11.6, 11.6] * 2))
    save_file(weights, cache_file(cache, "retinaface_r34", "model.safetensors"))

    landmarks = MobileFaceNet([112, 112], LANDMARKS, device="cpu")
    torch.save(
        {"state_dict": settled(landmarks, 112)},
        cache_file(cache, "mobilefacenet", "mobilefacenet_model_best.pth.tar"))
    cache_file(cache, "resmasknet", "config.json").write_text(json.dumps({"in_channels": 3, "num_classes": 7}))
    torch.save(
        {"net": settled(resmasking_dropout1(in_channels=3, num_classes=7), 224)},
        cache_file(cache, "resmasknet", "ResMaskNet_Z_resmasking_dropout1_rot30.pth"))
    save_file(settled(ArcFace(backbone="r50").net, 112), cache_file(cache, "arcface_r50", "arcface_r50.safetensors"))
    save_file(settled(l2cs_resnet50(), 224), cache_file(cache, "l2cs", "l2cs_gaze360_resnet50.safetensors"))
    save_file(PoseMLP().state_dict(), cache_file(cache, "pose_mlp_v2", "pose_mlp_v2.safetensors"))
    cache_file(cache, "pose_mlp_v2", "pose_mlp_v2.json").write_text(json.dumps({"architecture": {
        "hidden": [512, 256, 128], "dropout": 0.15, "output_normalization": {"mean": [0.0] * 6, "std": [1.0] * 6}}}))

    units = ActionUnits()
    parts: dict[str, object] = {}
    for region, count in COMPONENTS.items():
        parts[f"scaler_{region}"] = StandardScaler().fit(random.random((8, HISTOGRAM)))
        components = PCA(n_components=count)
        components.components_ = random.standard_normal((count, HISTOGRAM)) / HISTOGRAM**0.5
        components.mean_ = numpy.zeros(HISTOGRAM)
        components.explained_variance_ = numpy.ones(count)
        components.n_components_, components.n_features_in_ = count, HISTOGRAM
        parts[f"pca_model_{region}"] = components
    classifiers = {}
    for unit in units.au_keys:
        region = {"AU1": "upper", "AU2": "upper", "AU7": "upper"}.get(unit, "full")
        if unit in ("AU11", "AU14", "AU17", "AU23", "AU24", "AU26"):
            region = "lower"
        classifiers[unit] = XGBClassifier(n_estimators=100, max_depth=3, random_state=SEED).fit(
            random.standard_normal((400, COMPONENTS[region] + LANDMARKS)), random.integers(0, 2, 400))
    units.load_weights(classifiers=classifiers, **parts)
    dump(units, cache_file(cache, "xgb_au", "xgb_au_classifier_v2.skops"))
    return {"PYTHONPATH": str(folder), "HF_HUB_OFFLINE": "1"}


PACKAGES = {"deepface": deepface, "pyfeat": pyfeat}


def main() -> None:
    if len(sys.argv) != 3 or sys.argv[1] not in PACKAGES:
        sys.exit(__doc__)
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
    folder = Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print(json.dumps(PACKAGES[sys.argv[1]](folder)))


if __name__ == "__main__":
    main()
