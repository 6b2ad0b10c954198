"""Packages that score faces, behind a common interface. Their weights are in their wheels: nothing is downloaded.

An adapter is a function without parameters that loads the package and returns a scorer. The scorer takes a picture,
and whether it is a cropped face, and returns scores by the package's own labels, or None without a face. To measure a
further package, name a file with such a function `load`: `--adapter NAME=FILE.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

Scorer = Callable[[Path, bool], "dict[str, float] | None"]


def load_fer() -> Scorer:
    """fer: OpenCV's cascade and a network trained on FER2013; a crop is passed as the rectangle of its face."""
    import cv2
    from fer.fer import FER

    detector = FER()
    # Crops have the framing of the training data, so no margin is added.
    exact = FER(offsets=(0, 0))

    def score(path: Path, is_crop: bool) -> dict[str, float] | None:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            return None
        height, width = picture.shape[:2]
        faces = exact.detect_emotions(picture, [(0, 0, width, height)]) if is_crop else detector.detect_emotions(
            picture)
        return largest(faces, lambda face: face["box"], lambda face: face["emotions"])

    return score


def load_facex() -> Scorer:
    """facex: OpenCV's cascade and a TFLite network; a crop is passed to the network unchanged."""
    import cv2
    import facex.core

    model = os.path.join(os.path.dirname(facex.core.__file__), "assets", "model_optimized.tflite")
    classifier = facex.core.EmotionClassifier(model)

    def score(path: Path, is_crop: bool) -> dict[str, float] | None:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            return None
        if is_crop:
            return dict(classifier.detect_emotion(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)))
        return largest(classifier.predict(picture), lambda face: face["bbox"], lambda face: face["emot"])

    return score


def largest(
        faces: list[Any], box: Callable[[Any], Any], scores: Callable[[Any], dict[str, float]]
) -> dict[str, float] | None:
    """The scores of the face with the largest box."""
    if not faces:
        return None
    return dict(scores(max(faces, key=lambda face: int(box(face)[2]) * int(box(face)[3]))))


ADAPTERS: dict[str, Callable[[], Scorer]] = {"fer": load_fer, "facex": load_facex}
