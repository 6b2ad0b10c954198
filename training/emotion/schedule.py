"""Learning rate of a run: a short warm-up, a constant rate, then a smooth decrease to zero."""

from dataclasses import dataclass

WARM_UP_EPOCHS = 0.2


@dataclass(frozen=True)
class Schedule:
    """`epochs` in total; from epoch `level` on the rate decreases to zero.

    With a power of 2 the decrease is a parabola, with 1 a straight line: most of a run's gain comes at low rates (see
    RUNS.md).
    """

    epochs: int
    level: int
    power: int

    def share(self, epoch: float) -> float:
        """The fraction of the peak rate at a time, in epochs from 0."""
        rise = min(1.0, epoch / WARM_UP_EPOCHS)
        fall = max(0.0, (self.epochs - epoch) / (self.epochs - self.level)) ** self.power
        return min(rise, fall, 1.0)
