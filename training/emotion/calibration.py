"""Correction of the training prior and calibration of the scores, fitted on held-out faces.

A calibration is an affine map of the logits, `logits · scale + offset` with eight numbers each: temperature scaling
has one scale for all emotions and no offset, vector scaling has separate ones for each (Guo et al., "On Calibration
of Modern Neural Networks", 2017).
"""

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from training.emotion.measures import calibration_error, classwise_errors, log_loss, report, softmax

ACCURACY_PRICE = 0.0075
RARE_SHARE = 0.1
FOLDS = 5
FOLD_SEED = 2024
# Vector scaling fits sixteen numbers to only sixteen faces of disgust: its offsets are kept near 0.
OFFSET_WEIGHT = 1e-3

Affine = tuple[np.ndarray, np.ndarray]
Fit = Callable[[list[np.ndarray], np.ndarray], Affine]


def prior(natural: float, balance: float, share: np.ndarray) -> np.ndarray:
    """[8] offsets of the logits that make the scores follow a chosen prior.

    - natural: how far the balanced drawing is undone, natural · log(share). 0.5 undoes all of it, because an image is
      drawn with a probability of one over the square root of its emotion's count. Emotions with a share below
      RARE_SHARE are excluded.
    - balance: the weight of each emotion's recall compared with accuracy. For accuracy + balance · (sum of the
      recalls) the best answer is the emotion with the greatest probability times 1 + balance / share (Bayes' decision
      rule).
    - share: [8] the emotions' shares of the training labels.
    """
    usual = np.maximum(share, RARE_SHARE)
    return natural * np.log(usual / usual.max()) + np.log1p(balance / share)


def prior_correction(
    views: list[np.ndarray], labels: np.ndarray, share: np.ndarray
) -> tuple[float, float]:
    """The two strengths of `prior`, chosen on held-out faces.

    Separate biases for each emotion would be fitted to only sixteen faces of disgust, unlike two numbers for all
    emotions. `natural` maximizes the likelihood of the labels, together with the best temperature; `balance` is the
    largest that costs at most ACCURACY_PRICE of accuracy, on the mean over all views of the faces.

    - views: logits [N, 8] of several views of the same faces.
    """

    def corrected(natural: float, balance: float) -> list[np.ndarray]:
        return [view + prior(natural, balance, share) for view in views]

    def loss(natural: float) -> float:
        logits = corrected(natural, 0)
        scores = softmax(np.concatenate(logits) / temperature_of(logits, labels))
        return log_loss(scores, np.tile(labels, len(views)))

    def accuracy(balance: float) -> float:
        return float(np.mean([report(x, labels)["accuracy"] for x in corrected(natural, balance)]))

    natural = float(min(np.arange(0, 0.501, 0.05), key=loss))
    reached = {float(balance): accuracy(balance) for balance in np.arange(0, 0.1501, 0.005)}
    enough = max(reached.values()) - ACCURACY_PRICE
    balance = max(balance for balance, value in reached.items() if value >= enough)
    return round(natural, 2), round(balance, 3)


def temperature_of(views: list[np.ndarray], labels: np.ndarray) -> float:
    """The temperature from 0.3 to 3 with the minimum negative log likelihood of the labels."""
    logits, repeated = np.concatenate(views), np.tile(labels, len(views))
    found = minimize_scalar(
        lambda logarithm: log_loss(softmax(logits / np.exp(logarithm)), repeated),
        bounds=np.log([0.3, 3]),
        method="bounded",
    )
    return float(np.exp(found.x))


def temperature_scaling(views: list[np.ndarray], labels: np.ndarray) -> Affine:
    """Temperature scaling as an affine map."""
    return np.full(8, 1 / temperature_of(views, labels)), np.zeros(8)


def vector_scaling(views: list[np.ndarray], labels: np.ndarray) -> Affine:
    """Vector scaling: a scale and an offset for each emotion, by minimum log loss."""
    logits, repeated = np.concatenate(views), np.tile(labels, len(views))
    truth = np.eye(8)[repeated]

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        scale, offset = parameters[:8], parameters[8:]
        scores = softmax(logits * scale + offset)
        error = (scores - truth) / len(repeated)
        value = log_loss(scores, repeated) + OFFSET_WEIGHT * (offset**2).sum()
        slope = (error * logits).sum(0), error.sum(0) + 2 * OFFSET_WEIGHT * offset
        return value, np.concatenate(slope)

    start = np.concatenate(temperature_scaling(views, labels))
    found = minimize(loss, start, jac=True, method="L-BFGS-B").x
    return found[:8], found[8:]


def folds_of(labels: np.ndarray) -> np.ndarray:
    """[N] a fold for each face; seeded, with each emotion spread evenly over the folds."""
    order = np.random.default_rng(FOLD_SEED).permutation(len(labels))
    folds = np.empty(len(labels), int)
    for emotion in range(8):
        members = order[labels[order] == emotion]
        folds[members] = np.arange(len(members)) % FOLDS
    return folds


def cross_fitted(fit: Fit, views: list[np.ndarray], labels: np.ndarray) -> list[np.ndarray]:
    """Scores of each view; each face is scored by a calibration that was fitted without its fold.

    All views of a face are in one fold, so that no face is calibrated with its own mirror image.
    """
    folds = folds_of(labels)
    scores = [np.empty_like(view) for view in views]
    for fold in range(FOLDS):
        inside = folds == fold
        scale, offset = fit([view[~inside] for view in views], labels[~inside])
        for view, part in zip(views, scores, strict=True):
            part[inside] = softmax(view[inside] * scale + offset)
    return scores


def calibration_figures(scores: np.ndarray, labels: np.ndarray) -> dict:
    """Calibration errors, log loss, accuracy and macro recall of some scores."""
    classwise = classwise_errors(scores, labels)
    told = report(scores, labels)
    return {
        "calibrationError": calibration_error(scores, labels),
        "classwiseCalibrationError": float(np.mean(classwise)),
        "greatestOfAnEmotion": float(np.max(classwise)),
        "logLoss": log_loss(scores, labels),
        "accuracy": told["accuracy"],
        "macroRecall": told["macroRecall"],
    }
