"""Renders faces from the 3D head: known identity, expression, pose and light.

    renderer = FaceRenderer.load(folder / "face-model.npz")
    picture = renderer.render(identity, PROTOTYPES["happiness"], pose=(10, 0, 0)).pixels
"""

from .appearance import Appearance
from .expressions import PROTOTYPES
from .model import FaceModel
from .renderer import Camera, FaceRenderer, Light, Rendered

__all__ = ["PROTOTYPES", "Appearance", "Camera", "FaceModel", "FaceRenderer", "Light", "Rendered"]
