"""Computes curves and limits from faces with a measure and a right or wrong answer.

The rule is the same for every limit. For undamaged and damaged faces, the share of right answers is fitted as a
monotonic function of the measure that falls toward the bad end (isotonic regression). The limit is where it falls
below KEEP of the undamaged faces' share. If it never does, the limit is the worst measured value, because nothing is
known beyond it. The limit is relaxed until it refuses at most CAPS of the undamaged photographs and rendered heads,
and of the original FER+ pictures with a right answer: refused faces count as wrong, and a gate must not cost more
than it saves.

For blurred or covered faces (SEEN) the share is KEEP_SEEN instead of KEEP: an answer about something invisible is a
guess. And each kind of occlusion may refuse one right FER+ picture in a thousand, because some of these pictures have
a hand in front of the mouth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.isotonic import IsotonicRegression

KEEP = 0.75
SEEN = ("leastSharpness", "mostMouthHidden", "mostEyesHidden")
KEEP_SEEN = 0.9
CAPS = {"photo": 0.005, "render": 0.005, "crop": 0.0}
CAPS_SEEN = CAPS | {"crop": 0.001}


@dataclass
class Faces:
    """Detected faces: the measure, whether the answer was right, and their weight."""

    measure: np.ndarray
    right: np.ndarray
    weight: np.ndarray

    def accuracy(self, chosen: np.ndarray | None = None) -> float:
        chosen = np.ones(len(self.right), bool) if chosen is None else chosen
        if not chosen.any():
            return float("nan")
        return float(np.average(self.right[chosen], weights=self.weight[chosen]))


@dataclass
class Curve:
    """Measurements for one limit."""

    name: str
    pool: Faces
    reference: float
    natural: dict[str, np.ndarray]
    xs: np.ndarray
    fitted: np.ndarray
    crossing: float | None
    limit: float
    eased: bool

    @property
    def is_minimum(self) -> bool:
        return self.name.startswith("least")

    def refused(self, measure: np.ndarray, limit: float | None = None) -> np.ndarray:
        limit = self.limit if limit is None else limit
        return measure < limit if self.is_minimum else measure > limit


def curve(name: str, pool: Faces, reference: float, natural: dict[str, np.ndarray]) -> Curve:
    """Fits the curve and applies the rule.

    - natural: the same measure on undamaged faces, by source.
    """
    is_minimum = name.startswith("least")
    regression = IsotonicRegression(increasing=is_minimum, out_of_bounds="clip")
    regression.fit(pool.measure, pool.right, sample_weight=pool.weight)
    xs = np.unique(pool.measure)
    fitted = regression.predict(xs)
    keep, caps = (KEEP_SEEN, CAPS_SEEN) if name in SEEN else (KEEP, CAPS)
    bad = xs[fitted < keep * reference]
    crossing = None
    if len(bad):
        crossing = float(bad.max() if is_minimum else bad.min())
    limit = crossing if crossing is not None else float(xs.min() if is_minimum else xs.max())
    eased = False
    for source, values in natural.items():
        if len(values):
            cap = caps[source]
            quantile = float(np.quantile(values, cap if is_minimum else 1 - cap))
            if (quantile < limit) if is_minimum else (quantile > limit):
                limit, eased = quantile, True
    return Curve(name, pool, reference, natural, xs, fitted, crossing, rounded(limit, is_minimum), eased)


def rounded(limit: float, is_minimum: bool) -> float:
    """Rounds to three digits, toward judging more faces."""
    if limit == 0:
        return 0.0
    step = 10.0 ** (np.floor(np.log10(abs(limit))) - 2)
    return float(f"{(np.floor if is_minimum else np.ceil)(limit / step) * step:.3g}")
