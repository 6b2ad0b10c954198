"""Measures the effects of degraded pictures and framing errors with the released pipeline.

    python -m training.measure.damage --data FOLDER --model Models/emotion-v1 \
        --program .build/release/facialfun

FOLDER contains `ferplus-train-valid.npz`. Faces of FER+ valid and the held-out tenth of train, at most `--max-faces`
of each emotion, are damaged, written as pictures and scored by `facialfun-lab evaluate --crops`. It detects the face
again, which partly corrects wrong framing. So framing is damaged twice: in the picture, and as an error of the cut
(`--cut-error`), which is not corrected. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from training.contract import EMOTIONS
from training.faces import degradation
from training.faces.unpack import unpack_ferplus
from training.measure.pipeline import Pipeline, ScoredFaces, joined

SEED = 3
REPLICATES = 1000
NOISE_SEED = 77

# A picture and its number → the damaged picture. Damage with a direction (shift, roll) is applied in one direction
# per face, by the face's number: right, left, down and up in turn, or clockwise and back.
Damage = Callable[[np.ndarray, int], np.ndarray]
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def shifted(image: np.ndarray, index: int) -> np.ndarray:
    right, down = DIRECTIONS[index % 4]
    return degradation.transformed(image, right=0.10 * right, down=0.10 * down)


def rolled(image: np.ndarray, index: int) -> np.ndarray:
    return degradation.transformed(image, roll=20 if index % 2 == 0 else -20)


def noisy(image: np.ndarray, index: int, sigma: float) -> np.ndarray:
    return degradation.noisy(image, sigma, np.random.default_rng([NOISE_SEED, index]))


PICTURE_DAMAGES: dict[str, Damage] = {
    "shift 10 %": shifted,
    "scale −15 %": lambda image, _: degradation.transformed(image, scale=0.85),
    "scale +15 %": lambda image, _: degradation.transformed(image, scale=1.15),
    "roll ±20°": rolled,
    "Gaussian blur, σ 1 px of 48": lambda image, _: degradation.blurred(
        image, image.shape[0] / 48, cv2.BORDER_REPLICATE),
    "Gaussian noise, σ 8 of 255": lambda image, index: noisy(image, index, 8),
    "Gaussian noise, σ 15 of 255": lambda image, index: noisy(image, index, 15),
    "JPEG, quality 30": lambda image, _: degradation.compressed(image, 30),
    "light −2 stops": lambda image, _: degradation.exposed(image, -2),
    "light +2 stops": lambda image, _: degradation.exposed(image, 2),
    "24×24 pixels": lambda image, _: degradation.reduced(image, 24),
}


def shift_errors(share: float) -> list[str]:
    """Framing errors of `share` of the side, in the four directions."""
    return [f"right={share * right},down={share * down}" for right, down in DIRECTIONS]


def roll_errors(degrees: float) -> list[str]:
    """Framing errors of a rotation by `degrees`, both ways."""
    return [f"roll={degrees}", f"roll={-degrees}"]


# Name → framing errors, which are applied to the faces in turn. A scale above 1 cuts too wide.
CUT_ERRORS: dict[str, list[str]] = {
    "shift 10 %": shift_errors(0.10),
    "scale −15 %": ["scale=1.15"],
    "scale +15 %": ["scale=0.85"],
    "roll ±20°": roll_errors(20),
}
FRAMING_ERRORS: dict[str, list[str]] = {
    "side × 0.7": ["scale=0.7"],
    "side × 0.8": ["scale=0.8"],
    "side × 0.9": ["scale=0.9"],
    "side × 1.1": ["scale=1.1"],
    "side × 1.2": ["scale=1.2"],
    "side × 1.3": ["scale=1.3"],
    "off by 5 %": shift_errors(0.05),
    "off by 15 %": shift_errors(0.15),
    "off by 20 %": shift_errors(0.20),
    "turned by 10°": roll_errors(10),
    "turned by 30°": roll_errors(30),
}


def chosen_files(folder: Path, max_faces: int) -> list[Path]:
    """At most `max_faces` files of each emotion, a seeded selection."""
    files = []
    for name in EMOTIONS:
        everything = sorted((folder / name).glob("*.png"))
        order = np.random.default_rng(SEED).permutation(len(everything))[:max_faces]
        files += [everything[i] for i in sorted(order)]
    return files


class DamagedFaces:
    """Labeled faces, with the pipeline's scores under each kind of damage."""

    def __init__(self, files: list[Path], pipeline: Pipeline, folder: Path):
        self.images = [cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in files]
        self.labels = np.array([EMOTIONS.index(file.parent.name) for file in files])
        self.pipeline, self.folder = pipeline, folder
        self.sets = 0

    def written(self, indices: np.ndarray, damage: Damage | None = None) -> Path:
        """Writes the damaged faces with these indices to a folder with class folders."""
        self.sets += 1
        folder = self.folder / f"set{self.sets}"
        for index in indices:
            image = self.images[index]
            if damage:
                image = damage(image, int(index))
            place = folder / EMOTIONS[self.labels[index]]
            place.mkdir(parents=True, exist_ok=True)
            if not cv2.imwrite(str(place / f"{index:06d}.png"), image):
                raise OSError(f"{place}: face {index} cannot be written")
        return folder

    def scored(self, parts: list[tuple[Path, str | None]]) -> ScoredFaces:
        """The faces of all parts in the order of their numbers."""
        every = joined(
            [
                self.pipeline.evaluate(source, cut_error=error, replicates=1)[1]
                for source, error in parts
            ]
        )
        return every[np.argsort([int(Path(path).stem) for path in every.paths])]

    def damaged(self, damage: Damage | None) -> ScoredFaces:
        return self.scored([(self.written(np.arange(len(self.images)), damage), None)])

    def cut_wrongly(self, errors: list[str]) -> ScoredFaces:
        """Scores with wrong framing; face number i gets error number i modulo their count."""
        places = np.arange(len(self.images))
        return self.scored(
            [
                (self.written(places[turn :: len(errors)]), error)
                for turn, error in enumerate(errors)
            ]
        )


def recalls(right: np.ndarray, labels: np.ndarray, weights: np.ndarray | None = None):
    """[..., 8] recall of each emotion; `weights` [..., N] are the multiplicities of the faces."""
    weights = np.ones(len(labels)) if weights is None else weights
    members = np.eye(len(EMOTIONS))[labels]
    return (weights * right) @ members / (weights @ members)


def hits(faces: ScoredFaces) -> np.ndarray:
    """[N] 1 if the greatest score is that of the label, 0 otherwise and without scores."""
    called = np.where(faces.judged, np.nan_to_num(faces.scores, nan=-1).argmax(1), -1)
    return (called == faces.labels).astype(float)


def bootstrap_weights(labels: np.ndarray) -> np.ndarray:
    """[REPLICATES, N] multiplicity of each face in a bootstrap, stratified by label."""
    random = np.random.default_rng(SEED)
    weights = np.zeros((REPLICATES, len(labels)))
    for emotion in np.unique(labels):
        members = np.flatnonzero(labels == emotion)
        weights[:, members] = random.multinomial(
            len(members), np.full(len(members), 1 / len(members)), REPLICATES
        )
    return weights


def row(faces: ScoredFaces, clean: ScoredFaces, shares: np.ndarray, weights: np.ndarray) -> dict:
    """The figures of one kind of damage; the change is paired with the undamaged faces."""
    right, before = hits(faces), hits(clean)
    recall = recalls(right, faces.labels)
    changes = recalls(right - before, faces.labels, weights).mean(-1)
    return {
        "macroRecall": float(recall.mean()),
        "accuracy": float((recall * shares).sum()),
        "change": float((recall - recalls(before, faces.labels)).mean()),
        "changeInterval": [float(end) for end in np.percentile(changes, [2.5, 97.5])],
        "recall": {name: float(value) for name, value in zip(EMOTIONS, recall, strict=True)},
        "notDetected": float((faces.outcomes == "not_detected").mean()),
        "refused": float((faces.outcomes == "refused").mean()),
    }


def measure(pipeline: Pipeline, data: str, max_faces: int) -> dict:
    """All figures: `faces` by emotion, `clean`, `picture`, `cut` and `framing` by name."""
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder) / "all"
        for name in ("ferplus-valid", "ferplus-held-out"):
            unpack_ferplus(data, str(everything), name)
        counts = np.array([len(list((everything / name).iterdir())) for name in EMOTIONS])
        chosen = DamagedFaces(chosen_files(everything, max_faces), pipeline, Path(folder))
        clean = chosen.damaged(None)
        weights = bootstrap_weights(chosen.labels)

        def figures(faces: ScoredFaces) -> dict:
            if not np.array_equal(faces.labels, chosen.labels):
                raise ValueError("the program has omitted faces")
            return row(faces, clean, counts / counts.sum(), weights)

        return {
            "faces": {
                name: int(count)
                for name, count in zip(EMOTIONS, np.bincount(chosen.labels, minlength=8), strict=True)
            },
            "clean": figures(clean),
            "picture": {
                name: figures(chosen.damaged(damage)) for name, damage in PICTURE_DAMAGES.items()
            },
            "cut": {
                name: figures(chosen.cut_wrongly(errors)) for name, errors in CUT_ERRORS.items()
            },
            "framing": {
                name: figures(chosen.cut_wrongly(errors)) for name, errors in FRAMING_ERRORS.items()
            },
        }


def table(rows: dict[str, dict]) -> str:
    """Named rows as a Markdown table."""
    lines = [
        "| | macro recall | change, 95 % interval | accuracy | not detected | not judged |",
        "|---|---|---|---|---|---|",
    ]
    for name, figures in rows.items():
        low, high = figures["changeInterval"]
        change = "" if name == "none" else f"{figures['change']:+.3f} ({low:+.3f} to {high:+.3f})"
        lines.append(
            f"| {name} | {figures['macroRecall']:.3f} | {change} | {figures['accuracy']:.3f} | "
            f"{100 * figures['notDetected']:.1f} % | {100 * figures['refused']:.1f} % |"
        )
    return "\n".join(lines).replace("-0.", "−0.")


def damage_table(figures: dict) -> str:
    """The effects of damaged pictures, and of the same framing errors in the cut."""
    rows = {"none": figures["clean"]} | {
        f"picture: {name}": row for name, row in figures["picture"].items()
    }
    return table(rows | {f"cut: {name}": row for name, row in figures["cut"].items()})


def framing_table(figures: dict) -> str:
    """Table of the effects of wrong framing."""
    return table({"none": figures["clean"]} | figures["framing"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", required=True, help="folder of ferplus-train-valid.npz")
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument("--program", type=Path, required=True, help="the built facialfun")
    parser.add_argument("--max-faces", type=int, default=100, help="maximum number of faces per emotion")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    options = parser.parse_args()
    figures = measure(Pipeline(options.program, options.model), options.data, options.max_faces)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    print(f"{sum(figures['faces'].values())} faces\n\n{damage_table(figures)}\n")
    print(framing_table(figures))


if __name__ == "__main__":
    main()
