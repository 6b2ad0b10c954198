"""The recipe of the emotion network: one run at a small input, then several at the final one.

The runs at the final input start from the end of the first one and differ in seed, batches and targets. They end so
close to each other that the mean of their weights is better than any of them, at the cost of one network (M. Wortsman
and others, "Model soups", 2022).
"""

from dataclasses import dataclass

from training.emotion.network import INPUT_SIDE

BATCH = 128
RENDERS_IN_BATCH = 12


@dataclass(frozen=True)
class Stage:
    """Data and learning-rate schedule of a run: see `schedule.py`.

    - seed: added to the command's seed.
    - side: side of the input, in pixels.
    - epochs, until, level, power: of the schedule; the run stops at `until`.
    - peak: initial fraction of the full rates.
    - outlined: number of photographs in a batch that are cut out along their outlines.
    - original_label_share: share of the original FER2013 label in a target.
    - decay: of the mean over the steps' weights.
    """

    seed: int
    side: int
    epochs: int
    until: int
    level: int
    power: int
    peak: float
    outlined: int
    original_label_share: float
    decay: float


FIRST = Stage(
    seed=0, side=48, epochs=42, until=35, level=3, power=2, peak=1, outlined=30,
    original_label_share=0.1, decay=0.998,
)  # fmt: skip


def _member(seed: int, epochs: int, outlined: int, original_label_share: float) -> Stage:
    return Stage(
        seed, INPUT_SIDE, epochs, epochs, level=0, power=1, peak=0.5, outlined=outlined,
        original_label_share=original_label_share, decay=0.99,
    )  # fmt: skip


MEMBERS = (_member(4, 9, 30, 0.1), _member(6, 8, 30, 0.35), _member(10, 8, 50, 0.1))
