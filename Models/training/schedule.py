"""Learning rate and weight averaging over a run, and the plan of the run that shipped."""

from dataclasses import dataclass

import numpy as np

PEAK_RATE = 0.08
WARM_UP_EPOCHS = 2
# The shipped run was cut short and stretched again; its plan is kept so that one command repeats it.
SHIPPED_PLAN = "5:40:0.999,6:12:0.999,9:9:0.997,11:11:0.997"


@dataclass(frozen=True)
class Stage:
    """Some epochs of a run.

    until: the last epoch of the stage. horizon: the epoch at which the cosine that the learning rate
    follows would reach zero. average_decay: how much of the averaged weights stays at a step.
    """

    until: int
    horizon: int
    average_decay: float


def plan_from(text: str) -> list[Stage]:
    """`until:horizon:decay,…` → stages; a mere number of epochs is one stage that ends at zero."""
    if text.isdigit():
        return [Stage(int(text), int(text), 0.997)]
    parts = [part.split(":") for part in text.split(",")]
    return [Stage(int(until), int(horizon), float(decay)) for until, horizon, decay in parts]


def stage_of(plan: list[Stage], epoch: int) -> Stage:
    """The stage that epoch number `epoch` (from 0) belongs to."""
    return next(stage for stage in plan if epoch < stage.until)


def learning_rate(stage: Stage, step: int, epoch_steps: int) -> float:
    """Linear warm-up, then half a cosine that reaches zero at the stage's horizon."""
    warm_up = WARM_UP_EPOCHS * epoch_steps
    if step < warm_up:
        return PEAK_RATE * (step + 1) / warm_up
    part = (step - warm_up) / max(1, stage.horizon * epoch_steps - warm_up)
    return PEAK_RATE * 0.5 * (1 + float(np.cos(np.pi * part)))
