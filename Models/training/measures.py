"""Figures of recognition: accuracy, recall of each emotion, confusion, calibration error."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    shifted = np.exp(logits - logits.max(1, keepdims=True))
    return shifted / shifted.sum(1, keepdims=True)


def confusion(logits: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """[8, 8] counts: rows are labels, columns what was recognised."""
    table = np.zeros((8, 8), int)
    np.add.at(table, (labels, logits.argmax(1)), 1)
    return table


def report(logits: np.ndarray, labels: np.ndarray) -> dict:
    """Accuracy, recall of each emotion and their mean."""
    table = confusion(logits, labels)
    recall = table.diagonal() / table.sum(1).clip(1)
    return {
        "accuracy": float(table.diagonal().sum() / table.sum()),
        "macroRecall": float(recall.mean()),
        "recall": [float(r) for r in recall],
        "confusion": table.tolist(),
    }


def calibration_error(scores: np.ndarray, labels: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error of the top score, in equal-width bins."""
    top, right = scores.max(1), scores.argmax(1) == labels
    place = np.minimum((top * bins).astype(int), bins - 1)
    error = 0.0
    for b in range(bins):
        inside = place == b
        if inside.any():
            error += inside.mean() * abs(top[inside].mean() - right[inside].mean())
    return float(error)
