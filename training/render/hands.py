"""Random hands in front of or next to the mouth, as in people who think, hide a smile, or rest.

`hand_before` is for recognizing the expression: the hand leaves part of the mouth and both eyes visible.
`covering_hand` is for detecting occlusion: the hand hides the mouth, or the eyes, or nothing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.render.human_renderer import HandPose, Human, HumanRenderer

# The maximum covered shares of the mouth and of an eye.
MAX_MOUTH, MAX_EYE = 0.6, 0.1
# A hand that covers less than this of the mouth is next to it; this share may be.
MIN_MOUTH, BESIDE_SHARE = 0.05, 0.25
TRIES = 40
# Targets of covering hands, and their frequency. The shares at which a part counts as hidden or free are those of
# `occlusion/train.py`.
AIMS, AIM_SHARES = ("mouth", "eyes", "beside", "any", "none"), (0.36, 0.10, 0.25, 0.15, 0.14)
HIDDEN, FREE = 0.6, 0.25
# From the mouth up to the line of the eyes, in decimeters of an adult's face.
MOUTH_TO_EYES = 0.65


def hand_before(
    renderer: HumanRenderer, human: Human, expression: dict[str, float], generator: np.random.Generator
) -> HandPose | None:
    """A hand in front of a face; None if each of TRIES hides too much of it."""
    may_be_beside = generator.random() < BESIDE_SHARE
    for _ in range(TRIES):
        hand = any_hand(generator)
        mouth, eyes = renderer.covered(human, expression, hand)
        if mouth <= MAX_MOUTH and max(eyes) <= MAX_EYE and (may_be_beside or mouth >= MIN_MOUTH):
            return hand
    return None


def covering_hand(
    renderer: HumanRenderer, human: Human, expression: dict[str, float], generator: np.random.Generator
) -> HandPose | None:
    """A hand that hides most of the mouth, or most of both eyes, or next to nothing, or a random part. None for one
    picture in seven, or if each of TRIES fails.
    """
    aim = generator.choice(len(AIMS), p=AIM_SHARES)
    if AIMS[aim] == "none":
        return None
    for _ in range(TRIES):
        hand = any_hand(generator)
        if AIMS[aim] == "eyes":
            hand = replace(hand, offset=(hand.offset[0], hand.offset[1] + MOUTH_TO_EYES))
        mouth, eyes = renderer.covered(human, expression, hand)
        is_so = {
            "mouth": mouth >= HIDDEN,
            "eyes": np.mean(eyes) >= HIDDEN,
            "beside": mouth <= FREE and np.mean(eyes) <= FREE and max(mouth, *eyes) > 0,
            "any": True,
        }
        if is_so[AIMS[aim]]:
            return hand
    return None


def any_hand(generator: np.random.Generator) -> HandPose:
    """A flat hand across, a finger at the lips, or a fist under the chin, at a random position."""
    kind = generator.choice(3, p=(0.5, 0.2, 0.3))
    thumb = generator.uniform(0, 30)
    if kind == 0:
        bend = (thumb, *np.clip(generator.uniform(0, 45) + generator.normal(scale=8, size=4), 0, 75))
        lean, along = generator.uniform(25, 95), generator.uniform(0.8, 1.9)
        offset = generator.uniform(-0.4, 0.4), generator.uniform(-0.35, 0.1)
    elif kind == 1:
        bend = (thumb, generator.uniform(0, 20), *generator.uniform(60, 85, size=3))
        lean, along = generator.uniform(5, 60), generator.uniform(1.5, 2.0)
        offset = generator.uniform(-0.3, 0.3), generator.uniform(-0.15, 0.1)
    else:
        bend = (thumb, *np.clip(generator.uniform(45, 85) + generator.normal(scale=6, size=4), 0, 90))
        lean, along = generator.uniform(0, 90), generator.uniform(0.7, 1.2)
        offset = generator.uniform(-0.4, 0.4), generator.uniform(-0.55, -0.05)
    return HandPose(
        side="lr"[generator.integers(2)],
        bend=tuple(float(angle) for angle in bend),
        lean=float(lean),
        tilt=(float(generator.normal(scale=15)), float(generator.normal(scale=8))),
        along=float(along),
        offset=(float(offset[0]), float(offset[1])),
        sleeve=float(generator.choice((0.15, 0.6, 3.0))),
    )
