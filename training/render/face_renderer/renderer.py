"""Pictures of the 3D head: `FaceRenderer.render`."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import appearance as looks
from .appearance import Appearance
from .model import EYE_SOCKETS, MOUTH_SOCKET, FaceModel
from .rasteriser import Visible, visible
from .shading import backdrop, dot, lamp_reach, linear, occlusion, srgb, unit

CAMERA_DISTANCE = 85.0  # cm, from the rotation center of the head
TURNING_POINT = np.array([0.0, -2.0, 2.0], dtype=np.float32)


@dataclass(frozen=True)
class Light:
    """One lamp and ambient light.

    `direction` points to the lamp in the viewer's axes (x right, y up, z toward the viewer). `key`, `sky` and
    `ground` are linear RGB; the ambient light varies from `ground` below to `sky` above.
    """

    direction: tuple[float, float, float] = (-0.5, 0.6, 0.75)
    key: tuple[float, float, float] = (1.1, 1.05, 1.0)
    sky: tuple[float, float, float] = (0.42, 0.44, 0.48)
    ground: tuple[float, float, float] = (0.22, 0.20, 0.18)


@dataclass(frozen=True)
class Rendered:
    """A picture [height, width, 3] uint8 sRGB and the 68 landmarks [68, 2] in its pixels."""

    pixels: np.ndarray
    landmarks68: np.ndarray

    @property
    def face_box(self) -> tuple[float, float, float, float]:
        """(x, y, width, height) from the middle of the forehead to the chin, ear to ear."""
        left, top = self.landmarks68.min(axis=0).tolist()
        right, bottom = self.landmarks68.max(axis=0).tolist()
        forehead = 0.16 * (bottom - top)
        return left, top - forehead, right - left, bottom - top + forehead


@dataclass(frozen=True)
class Camera:
    """`height` is the height of the picture in centimeters of the scene, `center` (x, y) the point of the head's frame
    in its middle.
    """

    height: float = 36.0
    center: tuple[float, float] = (0.0, -0.5)


@dataclass
class FaceRenderer:
    """Renders faces. Reading the model takes a second, a picture of 400 by 400 some tenths."""

    model: FaceModel
    _painted: dict = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path | str) -> "FaceRenderer":
        """A renderer that uses the model file face-model.npz."""
        return cls(FaceModel(path))

    def render(
        self,
        identity: np.ndarray,
        expression: dict[str, float],
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
        light: Light = Light(),
        size: tuple[int, int] = (480, 480),
        background=((178, 184, 190), (120, 126, 134)),
        appearance: Appearance = Appearance(),
        camera: Camera = Camera(),
        supersampling: int = 2,
    ) -> Rendered:
        """Renders one face.

        `identity` in standard deviations, `expression` as in `FaceModel.vertices`. `pose` is (yaw, pitch, roll) in
        degrees: yaw turns the face to the viewer's right, pitch lifts the chin, roll tilts the head to the viewer's
        right. `size` is (width, height). `background` is an sRGB picture [height, width, 3], or the two colors of a
        gradient from top to bottom.
        """
        width, height = size[0] * supersampling, size[1] * supersampling
        turned = self._turned(identity, expression, pose, appearance)
        normals = self.model.normals(turned)

        scale = height / camera.height
        points, depth = _projected(turned, scale, camera, width, height)
        seen = visible(points, depth, self.model.triangles, width, height, fronts_only=True)
        color = self._shaded(seen, turned, normals, light, appearance)
        ambient = occlusion(seen, width, height, scale)
        color *= ambient[:, None]

        canvas = linear(backdrop(background, size)).repeat(supersampling, 0)
        canvas = canvas.repeat(supersampling, 1).reshape(-1, 3)
        canvas[seen.sample] = color
        canvas = canvas.reshape(size[1], supersampling, size[0], supersampling, 3)
        canvas = canvas.sum(axis=1).sum(axis=2) / supersampling**2
        landmarks = points[self.model.landmarks68] / supersampling
        return Rendered(srgb(canvas), landmarks)

    def positions(
        self,
        identity: np.ndarray,
        expression: dict[str, float],
        pose: tuple[float, float, float],
        size: tuple[int, int],
        appearance: Appearance,
        camera: Camera,
    ) -> np.ndarray:
        """Pixel positions [V, 2] of all vertices, visible or not, in the picture that `render` draws."""
        turned = self._turned(identity, expression, pose, appearance)
        return _projected(turned, size[1] / camera.height, camera, *size)[0]

    def _turned(
        self, identity, expression, pose: tuple[float, float, float], appearance: Appearance
    ) -> np.ndarray:
        """The vertices in the axes of the camera."""
        vertices = self._dressed(self.model.vertices(identity, expression), appearance)
        return (vertices - TURNING_POINT) @ rotation(*pose).T + TURNING_POINT

    def _paint(self, appearance: Appearance) -> looks.Paint:
        if appearance not in self._painted:
            if len(self._painted) > 8:
                self._painted.clear()
            marks = self.model.neutral[self.model.landmarks68]
            self._painted[appearance] = looks.paint(marks, appearance)
        return self._painted[appearance]

    def _dressed(self, vertices: np.ndarray, appearance: Appearance) -> np.ndarray:
        """The head with the volume of hair and shirt."""
        rest = self.model.neutral
        inside = np.zeros(len(rest), dtype=bool)
        inside[MOUTH_SOCKET.start :] = True
        hair = np.where(inside, 0, looks.hair_cover(rest, appearance, ramp=30))
        shirt = np.where(inside, 0, looks.clothing_cover(rest, ramp=3))
        thickness = hair * appearance.hair_thickness + 0.25 * shirt
        return vertices + thickness[:, None] * self.model.normals(vertices)

    def _shaded(
        self, seen: Visible, vertices, normals, light: Light, appearance: Appearance
    ) -> np.ndarray:
        """Linear RGB of the samples."""
        triangles = self.model.triangles
        rest = seen.interpolated(triangles, self.model.neutral)
        position = seen.interpolated(triangles, vertices)
        normal = unit(seen.interpolated(triangles, normals))
        view = unit(np.array([0, 0, CAMERA_DISTANCE], dtype=np.float32) - position)
        # A surface seen from behind (the inside of the mouth's skin) is lit from the visible side.
        normal *= np.where(dot(normal, view) < -0.2, -1, 1)[:, None].astype(np.float32)
        toward = unit(np.asarray([light.direction], dtype=np.float32))[0]
        surface = self._surface(seen, rest, appearance)

        facing = normal @ toward
        lit = lamp_reach(position + 0.12 * normal, vertices, self.model.triangles, toward)
        wrap = surface.wrap
        diffuse = np.clip((facing[:, None] + wrap) / (1 + wrap), 0, 1) ** (1 + wrap)
        diffuse *= lit[:, None] * (1 - wrap * 0.25) + wrap * 0.25
        up = (0.5 + 0.5 * normal[:, 1])[:, None]
        around = np.float32(light.sky) * up + np.float32(light.ground) * (1 - up)
        color = surface.albedo * (diffuse * np.float32(light.key) + around)

        half = unit(toward + view)
        shine = np.clip(dot(normal, half), 0, 1) ** surface.sharpness
        fresnel = 1 + 3 * (1 - np.clip(dot(normal, view), 0, 1)) ** 4
        gloss = surface.gloss * shine * fresnel * lit * np.clip(facing * 4, 0, 1)
        color = (color + gloss[:, None] * np.float32(light.key)) * surface.open_air[:, None]
        return color.astype(np.float32)

    def _surface(self, seen: Visible, rest: np.ndarray, appearance: Appearance) -> "_Surface":
        """Surface hit at each sample."""
        names = self.model.material_names
        material = self.model.material[seen.triangle]
        first = self.model.triangles[seen.triangle, 0]
        layers = self._paint(appearance)
        count = len(rest)

        skin, lips = linear(appearance.skin), linear(appearance.lips)
        red = (looks.sample(layers.blush, rest) * 0.35 * appearance.blush)[:, None]
        albedo = skin * (1 - red * np.float32([0.05, 0.5, 0.45]))
        albedo *= (1 + 0.035 * looks.sample(layers.mottle, rest))[:, None]
        lip = looks.sample(layers.lips, rest)[:, None] * 0.85
        albedo = albedo * (1 - lip) + lips * lip
        brow = looks.sample(layers.brows, rest)[:, None] * 0.92
        albedo = albedo * (1 - brow) + linear(appearance.brows) * brow
        albedo *= 1 - 0.8 * looks.sample(layers.lids, rest)[:, None]
        gloss = 0.10 + 0.10 * lip[:, 0] - 0.08 * brow[:, 0]
        sharpness = np.full(count, 16, dtype=np.float32)
        wrap = np.tile(np.float32([0.35, 0.16, 0.12]), (count, 1))
        open_air = np.ones(count, dtype=np.float32)

        hair = looks.hair_cover(rest, appearance)[:, None]
        if appearance.hair is not None:
            strand = np.clip(looks.strands(rest, appearance.seed), 0.3, 2)
            tint = linear(appearance.hair) * strand[:, None]
            # The edge of the hair is irregular.
            hair = np.clip(hair * 1.6 + (strand[:, None] - 1.3) * 0.8 * (hair < 0.95), 0, 1)
            hair = np.where(looks.hair_cover(rest, appearance)[:, None] > 0, hair, 0)
            albedo = albedo * (1 - hair) + tint * hair
            gloss = gloss * (1 - hair[:, 0]) + 0.05 * strand * hair[:, 0]
        shirt = looks.clothing_cover(rest)[:, None]
        albedo = albedo * (1 - shirt) + linear(appearance.clothing) * shirt
        gloss *= 1 - shirt[:, 0]

        socket = (first >= MOUTH_SOCKET.start) & (first < MOUTH_SOCKET.stop)
        gums = material == names.index("M_GumsTongue")
        teeth = material == names.index("M_Teeth")
        albedo[socket] = linear((120, 52, 48))
        albedo[gums] = linear((190, 104, 102))
        albedo[teeth] = linear((232, 224, 208))
        mouth = socket | gums | teeth
        open_air[mouth] = np.clip((rest[mouth, 2] - 4.5) / 5.5, 0.04, 1) ** 1.3
        gloss[mouth], gloss[teeth] = 0.05, 0.12
        sharpness[teeth] = 40
        eye_socket = (first >= EYE_SOCKETS.start) & (first < EYE_SOCKETS.stop)
        albedo[eye_socket] = linear((150, 84, 76))
        open_air[eye_socket] = 0.6

        for name in ("M_ScleraLeft", "M_ScleraRight"):
            eye = material == names.index(name)
            albedo[eye] = self._eyeball(name, rest[eye], appearance)
            gloss[eye], sharpness[eye], wrap[eye] = 0.8, 180, 0.2
        return _Surface(albedo, gloss, sharpness, wrap, open_air)

    def _eyeball(self, name: str, rest: np.ndarray, appearance: Appearance) -> np.ndarray:
        """The colors of white, iris and pupil, by the angle from the axis of the eye."""
        center, radius = self.model.eyeball(name)
        offset = (rest - center) / radius
        angle = np.rad2deg(np.arctan2(np.hypot(offset[:, 0], offset[:, 1]), offset[:, 2]))
        around = np.arctan2(offset[:, 1], offset[:, 0])
        fibres = 1 + 0.22 * np.sin(37 * around + 3 * np.sin(5 * around)) * np.clip(angle / 20, 0, 1)
        iris = linear(appearance.eyes) * (fibres * (0.8 + angle / 40))[:, None]
        ring = np.clip((angle - 19.5) / 3.5, 0, 1)[:, None]
        iris = iris * (1 - 0.75 * ring)
        white = linear((226, 220, 214)) * (1 - 0.004 * np.clip(angle - 30, 0, 60))[:, None]
        outside = np.clip((angle - 22.5) / 1.8, 0, 1)[:, None]
        pupil = np.clip((10.0 - angle) / 1.2, 0, 1)[:, None]
        color = iris * (1 - outside) + white * outside
        return (color * (1 - pupil) + 0.004 * pupil).astype(np.float32)


@dataclass
class _Surface:
    albedo: np.ndarray  # [N, 3] linear
    gloss: np.ndarray  # [N]
    sharpness: np.ndarray  # [N] exponent of the highlight
    wrap: np.ndarray  # [N, 3] how far light scatters under the skin
    open_air: np.ndarray  # [N] 1 outside, less in the mouth


def rotation(yaw: float, pitch: float, roll: float) -> np.ndarray:
    """The rotation matrix of a pose in degrees; see `FaceRenderer.render`."""
    (cy, cp, cr), (sy, sp, sr) = (
        f(np.deg2rad([yaw, -pitch, -roll])) for f in (np.cos, np.sin)
    )
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_x = np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    about_z = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    return (about_z @ about_x @ about_y).astype(np.float32)


def _projected(vertices, scale, camera: Camera, width, height):
    depth = CAMERA_DISTANCE - vertices[:, 2]
    factor = scale * CAMERA_DISTANCE / depth
    x = width / 2 + (vertices[:, 0] - camera.center[0]) * factor
    y = height / 2 - (vertices[:, 1] - camera.center[1]) * factor
    return np.stack([x, y], axis=1), depth
