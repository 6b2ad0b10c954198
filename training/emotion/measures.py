"""Metrics: accuracy, recall of each emotion, confusion, calibration error."""

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    shifted = np.exp(logits - logits.max(-1, keepdims=True))
    return shifted / shifted.sum(-1, keepdims=True)


def confusion(logits: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """[8, 8] counts: rows are labels, columns are answers."""
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


def binned_error(scores: np.ndarray, hits: np.ndarray, bins: int) -> float:
    """Mean distance between score and hit rate over bins of equal width, weighted by their faces."""
    place = np.minimum((scores * bins).astype(int), bins - 1)
    distance = np.bincount(place, hits, bins) - np.bincount(place, scores, bins)
    return float(np.abs(distance).sum() / len(scores))


def calibration_error(scores: np.ndarray, labels: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error of the top score (Guo et al., 2017)."""
    return binned_error(scores.max(1), scores.argmax(1) == labels, bins)


def classwise_errors(scores: np.ndarray, labels: np.ndarray, bins: int = 15) -> list[float]:
    """The calibration error of each emotion's score (Kull et al., 2019); their mean is the
    classwise calibration error."""
    return [binned_error(scores[:, e], labels == e, bins) for e in range(scores.shape[1])]


def log_loss(scores: np.ndarray, labels: np.ndarray) -> float:
    """Mean negative log likelihood of the labels."""
    return float(-np.log(scores[np.arange(len(labels)), labels].clip(1e-12)).mean())
