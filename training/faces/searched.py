"""Search words of the photographs of FER2013.

Its labels are the search words: each picture was found by a search for that emotion, whether raters see it in the
face or not.
"""

from pathlib import Path

import numpy as np

from training.contract import EMOTIONS
from training.faces import dataset

CONTEMPT = EMOTIONS.index("contempt")
# Agreement of two of ten raters is not chance: single votes are ignored in FER+.
MIN_RATERS = 2


def prompted_targets(labels: np.ndarray, votes: np.ndarray, searched: np.ndarray) -> np.ndarray:
    """[N, 8] targets, rows that sum to 1.

    - labels [N]: the raters' majority; votes [N, 10]; searched [N]: the FER2013 label, 255 for none.
    """
    agreed = dataset.targets_from(votes, searched, 1.0).astype(np.float64)
    alone = agreed.copy()
    known = (searched < len(EMOTIONS)) & (labels != CONTEMPT)
    alone[known] = np.eye(len(EMOTIONS))[searched[known]]
    return (alone + agreed) / 2


class Searched:
    """The search words with which the pictures of FER2013 were collected.

    - path: `ferplus-train-valid.npz`.
    """

    def __init__(self, path: Path | str):
        arrays = np.load(path)
        self._votes, self._labels = arrays["votes"], arrays["fer2013_label"]
        self._row = {image.tobytes(): row for row, image in enumerate(arrays["images"])}

    def __len__(self) -> int:
        return len(self._labels)

    def _rows(self, faces: dataset.Faces) -> np.ndarray:
        return np.array([self._row[image.tobytes()] for image in faces.images])

    def labels(self, faces: dataset.Faces) -> np.ndarray:
        """[N] emotions; 255 if unknown."""
        return self._labels[self._rows(faces)]

    def votes(self, faces: dataset.Faces) -> np.ndarray:
        """[N, 10] votes of the raters."""
        return self._votes[self._rows(faces)]

    def may_show(self, faces: dataset.Faces) -> np.ndarray:
        """[N, 8] bool: each emotion that is the search word, or that MIN_RATERS of ten raters see in the face."""
        shown = self.votes(faces)[:, : len(EMOTIONS)] >= MIN_RATERS
        labels = self.labels(faces)
        known = labels < len(EMOTIONS)
        shown[known, labels[known]] = True
        return shown

    def targets(self, faces: dataset.Faces) -> np.ndarray:
        """[N, 8] targets from the search words."""
        return prompted_targets(faces.labels, self.votes(faces), self.labels(faces))
