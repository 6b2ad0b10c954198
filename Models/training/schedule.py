"""Learning rate of a run: a short warm-up, level, then a straight line to zero."""

from dataclasses import dataclass

WARM_UP_EPOCHS = 0.5


@dataclass(frozen=True)
class Schedule:
    """`epochs` in all; from epoch `level` on the rate falls in a straight line to zero.

    A level part and a late fall do as well as a fall from the beginning, and let a longer run begin
    from a shorter one's level part.
    """

    epochs: int
    level: int

    def share(self, epoch: float) -> float:
        """The share of the peak rate at a time, in epochs from 0."""
        rise = min(1.0, epoch / WARM_UP_EPOCHS)
        fall = (self.epochs - epoch) / (self.epochs - self.level)
        return max(0.0, min(rise, fall, 1.0))
