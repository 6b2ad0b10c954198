"""Trains the emotion network from labeled faces and exports its weights.

    python3 -m training.emotion.train --data FOLDER --output Models/emotion-v1 \
        --cache CACHE

FOLDER contains `ferplus-train-valid.npz`. Only its `train` part is used for training; a fixed stratified tenth of
that is held out to choose the prior and the temperature; `valid` is only reported. The weights start from dlib's face
recognition network in the package `face_recognition_models` (see requirements.txt). `recipe.py` defines the runs;
each saves a checkpoint in CACHE after each epoch, and resumes from it.
"""

import argparse
import dataclasses
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch

from training.emotion import dlib_backbone, dlib_start
from training.emotion.evaluate import printed
from training.emotion.export import export
from training.emotion.network import EmotionNetwork, multiply_adds, scaled
from training.emotion.outlines import outlined
from training.emotion.pools import extra_from, pool_of, renders_from
from training.emotion.recipe import FIRST, MEMBERS, Stage
from training.emotion.training_run import TrainingData, TrainingRun, mean_of
from training.faces import dataset, detect, framing

PEOPLE = 480
FACES_FOR_STATISTICS = 512


def renders_of(data: str, cache: str) -> Path:
    """The file of rendered training faces, rendered on the first call, which takes some minutes."""
    path = Path(cache) / "renders.npz"
    if not path.exists():
        command = [sys.executable, "-m", "training.render.faces", "--data", data]
        command += ["--cache", Path(cache) / "people", "--output", path, "--people", str(PEOPLE)]
        subprocess.run(command, check=True)
    return path


def backbone_file() -> Path:
    """dlib's weights in the installed package, without importing it."""
    found = importlib.util.find_spec("face_recognition_models")
    if found is None or found.origin is None:
        raise SystemExit(f"install {dlib_backbone.PACKAGE}: training starts from its weights")
    return Path(found.origin).parent / "models" / dlib_backbone.FILE


def started(sets: dict, seed: int) -> EmotionNetwork:
    """A network pretrained on faces, but not on emotions."""
    model = EmotionNetwork()
    train = sets["train"]
    chosen = np.random.default_rng(seed).permutation(len(train))[:FACES_FOR_STATISTICS]
    faces = train[chosen]
    squares = framing.squares(faces.faces, faces.images.shape[1])
    seen = framing.network_inputs(faces.images, squares, FIRST.side)
    pixels = scaled(torch.from_numpy(seen)[:, None].float())
    dlib_start.start(model, dlib_backbone.read(backbone_file()), pixels)
    return model.to(memory_format=torch.channels_last)


class Sources:
    """Labeled faces of all sources; pictures are cut out along their outlines once."""

    def __init__(self, data: str, found: np.ndarray, extra: list[dataset.Faces], renders: Path):
        self.data, self.found, self.extra = data, found, extra
        self.renders = pool_of(renders_from(renders))
        self.cut = [outlined(part) for part in self._sources(FIRST.original_label_share)]

    def _sources(self, original_label_share: float) -> list[dataset.Faces]:
        return [self.sets(original_label_share)["train"], *self.extra]

    def sets(self, original_label_share: float) -> dict[str, dataset.Faces]:
        """`train`, `held_out` and `valid`."""
        return dataset.load(self.data, self.found, original_label_share)

    def training_data(self, stage: Stage) -> TrainingData:
        """Sources of a stage. Faces without a mesh are never cut out."""
        sources = self._sources(stage.original_label_share)
        cut_out = [
            pool_of(dataclasses.replace(cut, targets=part.targets), found)
            for part, (cut, found) in zip(sources, self.cut, strict=True)
        ]
        held_out = self.sets(stage.original_label_share)["held_out"]
        squares = framing.squares(held_out.faces, held_out.images.shape[1])
        return TrainingData(
            [pool_of(part) for part in sources], cut_out, self.renders,
            framing.network_inputs(held_out.images, squares, stage.side), held_out.labels,
        )  # fmt: skip


def train(sources: Sources, seed: int, cache: Path) -> EmotionNetwork:
    """Executes all runs of the recipe, and averages the last ones."""
    torch.manual_seed(seed)
    first = cache / f"emotion-seed{seed}.pt"
    run = TrainingRun(started(sources.sets(FIRST.original_label_share), seed), FIRST, seed, first)
    run.resume()
    run.finish(sources.training_data(FIRST))
    members = []
    for stage in MEMBERS:
        model = EmotionNetwork().to(memory_format=torch.channels_last)
        run = TrainingRun(model, stage, seed, cache / f"{first.stem}-{stage.seed}.pt")
        run.start_from(first)
        run.resume()
        members.append(run.finish(sources.training_data(stage)))
    return mean_of(members)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--output", type=Path, required=True, help="folder of the model to write")
    parser.add_argument("--cache", required=True, help="folder for found faces and checkpoints")
    parser.add_argument(
        "--extra", type=Path, action="append", default=[],
        help="folder of further labeled faces, EMOTION/*.png; may be repeated",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def main() -> None:
    options = parsed()
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True)
    path = os.path.join(options.data, "ferplus-train-valid.npz")
    if not os.path.isfile(path):
        sys.exit(f"train: {path} does not exist: set its folder with --data")
    try:
        os.makedirs(options.cache, exist_ok=True)
        extra = [extra_from(folder) for folder in options.extra]
    except OSError as error:
        sys.exit(
            f"train: {error.filename}: {error.strerror}. --cache requires a writable folder, "
            "--extra one with pictures"
        )
    except ValueError as error:
        sys.exit(f"train: {error}")
    renders = renders_of(options.data, options.cache)
    sources = Sources(path, detect.faces_of(path, options.cache), extra, renders)
    sets = sources.sets(FIRST.original_label_share)
    print({name: len(part) for name, part in sets.items()}, flush=True)
    model = train(sources, options.seed, Path(options.cache))
    provenance = {
        "data": "FER2013 images with FER+ votes, train part less a held-out tenth: "
        f"{len(sets['train'])} images",
        "command": "python3 -m training.emotion.train --data FOLDER --cache CACHE "
        f"--output Models/{options.output.name} --seed {options.seed}",
        "start": f"{dlib_backbone.FILE} of {dlib_backbone.PACKAGE}, CC0 1.0, "
        f"SHA-256 {dlib_backbone.SHA256}",
        "multiplyAdds": multiply_adds(model),
    }
    print(printed(export(model, sets, options.output, provenance)))


if __name__ == "__main__":
    main()
