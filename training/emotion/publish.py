"""Writes calibration, thresholds, figures and model card for exported weights.

    python -m training.emotion.publish --data FOLDER --model Models/emotion-v1 \
        --levels Models/levels.json --readme README.md --program .build/release/facialfun

FOLDER contains `ferplus-train-valid.npz` and `masked-faces-train.npz`. All figures are measured with the shipped
pipeline, in this order:

1. prior and temperature are fitted on the held-out tenth and written to the model;
2. FER+ valid, the same mirrored, valid with the held-out tenth, and masked faces are evaluated;
3. the thresholds of the levels are measured and written to `--levels`;
4. the effects of damaged pictures and of framing errors are measured;
5. `figures.json`, `calibration.svg` and the card `README.md` are written to the model's folder, and the figures
   between the marks of the project's README are updated.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from safetensors.numpy import load_file

from training.contract import EMOTIONS
from training.emotion import calibration_plot, write_card
from training.emotion.calibrate import calibrate
from training.faces.unpack import unpack_ferplus, write
from training.measure import damage as measure_damage
from training.measure import levels as measure_levels
from training.measure.pipeline import Pipeline, ScoredFaces

MASKED_SEED = 5


def log(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def mirrored(source: Path, output: Path) -> None:
    """Mirrors the pictures in class folders, under the same names."""
    for file in sorted(source.glob("*/*.png")):
        image = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        content = cv2.imencode(".png", cv2.flip(image, 1))[1].tobytes()
        write(str(output), EMOTIONS.index(file.parent.name), file.name, content)


def unpack_some_masked(data: str, output: Path, count: int) -> None:
    """Writes a seeded selection of the masked faces, or all of them if there are no more."""
    arrays = np.load(Path(data) / "masked-faces-train.npz")
    content, offset, labels = arrays["jpeg"], arrays["offset"], arrays["label"]
    random = np.random.default_rng(MASKED_SEED)
    for index in sorted(random.permutation(len(labels))[:count]):
        face = content[offset[index] : offset[index + 1]].tobytes()
        write(str(output), int(labels[index]), f"masked-{index:05d}.jpg", face)


def in_one_order(faces: ScoredFaces) -> ScoredFaces:
    """Sorts by file name, so that a face and its mirror image have the same index."""
    return faces[np.argsort([Path(path).name for path in faces.paths])]


def kept(report: dict) -> dict:
    """The committed part of a report, without paths and histograms."""
    return {
        counting: {
            key: result[key] for key in ("outcomes", "summary", "emotions", "confusion")
        }
        for counting, result in report["results"].items()
    }


def mirror_figures(faces: ScoredFaces, images: ScoredFaces) -> dict:
    """Agreement of the scores of faces and their mirror images."""
    both = faces.judged & images.judged
    one, other = faces.scores[both], images.scores[both]
    return {
        "faces": int(both.sum()),
        "sameAnswer": float((one.argmax(1) == other.argmax(1)).mean()),
        "meanDifference": float(np.abs(one - other).mean()),
    }


def publish(options: argparse.Namespace, work: Path) -> None:
    pipeline = Pipeline(options.program, options.model)
    valid, held_out = work / "valid", work / "held-out"
    unpack_ferplus(options.data, str(valid), "ferplus-valid")
    unpack_ferplus(options.data, str(held_out), "ferplus-held-out")
    for folder in (valid, held_out):
        mirrored(folder, folder.with_name(folder.name + "-mirrored"))
    unpack_some_masked(options.data, work / "masked", options.masked)
    log("faces unpacked")

    views = [
        in_one_order(pipeline.evaluate(folder, replicates=1)[1])
        for folder in (held_out, work / "held-out-mirrored")
    ]
    calibration = calibrate(options.model, views)
    log(f"prior {calibration['prior']}, temperature {calibration['temperature']}")

    sets, faces = {}, {}
    for name, sources in {
        "valid": [valid], "mirrored": [work / "valid-mirrored"],
        "both": [valid, held_out], "masked": [work / "masked"],
    }.items():  # fmt: skip
        report, faces[name] = pipeline.evaluate(*sources)
        sets[name] = kept(report)
        summary = sets[name]["all"]["summary"]
        log(
            f"{name}: accuracy {summary['accuracy']['value']:.4f}, "
            f"macro recall {summary['macroRecall']['value']:.4f}"
        )

    people = measure_levels.people_of(options)
    levels = measure_levels.complete(
        measure_levels.levels_of(
            measure_levels.with_second_opinions(faces["both"], options.data), report["model"],
            measure_levels.IMAGES, people.scored(pipeline) if people else None,
        ),
        options.levels,
    )
    options.levels.write_text(measure_levels.to_text(levels), encoding="utf-8")
    log(f"thresholds written to {options.levels}")

    damage = measure_damage.measure(pipeline, options.data, options.max_faces)
    log("damage measured")

    manifest = json.loads((options.model / "manifest.json").read_text(encoding="utf-8"))
    weights = load_file(options.model / "weights.safetensors")
    figures = {
        "format": "facialfun.figures/1",
        "model": {
            "name": manifest["name"],
            "version": manifest["version"],
            "sha256": manifest["weights"]["sha256"],
            "embedding": weights[manifest["emotion"]["classifier"]["weight"]].shape[1],
        },
        "calibration": calibration,
        "sets": sets,
        "mirror": mirror_figures(in_one_order(faces["valid"]), in_one_order(faces["mirrored"])),
        "damage": damage,
    }
    (options.model / "figures.json").write_text(
        json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    told = faces["valid"][faces["valid"].judged]
    (options.model / "calibration.svg").write_text(
        calibration_plot.plot(
            told.scores, told.labels, f"{manifest['name']} on FER+ valid, {len(told):,} judged faces"
        ),
        encoding="utf-8",
    )
    write_card.write(options.model, options.levels)
    if options.readme:
        write_card.write_readme(options.readme, options.model)
    log(f"{options.model}/README.md written")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of the npz files")
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument("--levels", type=Path, required=True, help="the file of thresholds to write")
    measure_levels.add_people(parser)
    parser.add_argument("--readme", type=Path, help="the README that quotes the figures")
    parser.add_argument("--program", type=Path, required=True, help="the built facialfun")
    parser.add_argument(
        "--masked", type=int, default=3000, help="number of masked faces to evaluate"
    )
    parser.add_argument(
        "--max-faces", type=int, default=100, help="maximum number of faces per emotion to damage"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        publish(options, Path(work))


if __name__ == "__main__":
    main()
