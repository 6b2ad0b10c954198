"""The pictures for measuring the judgeability limits: created once, and kept in a folder.

FER+ faces of the held-out tenth, some enlarged four times on gray, and all in their original size; photographs; heads
rendered with known pose, skin and expression. All but the second have versions with known damage.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.contract import EMOTIONS
from training.faces import degradation
from training.faces.dataset import held_out_tenth
from training.faces.degradation import SensorNoise
from training.measure import gate_damage as damage
from training.occlusion import occluders
from training.render.face_renderer import PROTOTYPES, Camera, FaceRenderer, Light, chance

# Side to which FER+ faces are enlarged, and side of the gray square behind them.
FACE_SIDE, CANVAS = 192, 288
PHOTOS_DAMAGED = 60
RENDER_SIDE = 320
POSE_PEOPLE = 4
POSE_EXPRESSIONS = ("happiness", "surprise")
TONE_PEOPLE = 2


@dataclass(frozen=True)
class Picture:
    """One picture: its file in the folder, its base, the damage, and the label, if any."""

    file: str
    source: str
    family: str
    level: str
    base: str
    label: str | None = None
    mouth: float = 0.0
    eyes: float = 0.0


class Pictures:
    """Creates missing pictures in a folder."""

    def __init__(self, data: Path, folder: Path, per_emotion: int):
        self.data, self.folder, self.per_emotion = data, folder, per_emotion
        # Hidden shares of mouth and eyes in the covered pictures, by file.
        self.shares: dict[str, tuple[float, float]] = {}
        if (folder / "shares.json").exists():
            self.shares = json.loads((folder / "shares.json").read_text())

    def close(self) -> None:
        """Saves data for another run."""
        (self.folder / "shares.json").write_text(json.dumps(self.shares))

    def file(self, source: str, family: str, level: str, base: str) -> str:
        place = f"{source}/{family}/{level.replace(' ', '_').replace(':', '')}"
        return f"{place}/{base}.png"

    def write(self, file: str, make) -> None:
        """Writes a picture unless it exists."""
        path = self.folder / file
        if path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        content = cv2.imencode(".png", make()[..., ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
        # Renamed in one step, so that an interrupted run leaves no partial picture.
        path.with_suffix(".part").write_bytes(content.tobytes())
        path.with_suffix(".part").rename(path)

    def read(self, file: str) -> np.ndarray:
        return cv2.imread(str(self.folder / file))[..., ::-1].copy()

    def bases(self) -> list[Picture]:
        """The undamaged pictures."""
        return [*self._ferplus(), *self._photographs(), *self._renders()]

    def _ferplus(self) -> list[Picture]:
        file = np.load(self.data / "ferplus-train-valid.npz")
        votes, split = file["votes"], file["split"]
        usable = (votes.argmax(1) < 8) & (split == "train")
        images, labels = file["images"][usable], votes[usable][:, :8].argmax(1)
        _, held_out = held_out_tenth(images, labels)
        order = np.random.default_rng(5).permutation(held_out)
        result = []
        for emotion, name in enumerate(EMOTIONS):
            for index in order[labels[order] == emotion]:
                # The folder's name makes the search treat them as small faces.
                file_name = self.file("crop", "small", "none", f"{index:05}")
                self.write(file_name, lambda i=index: np.repeat(images[i][..., None], 3, 2))
                result.append(Picture(file_name, "crop", "base", "none", f"{index:05}", name))
            for index in order[labels[order] == emotion][: self.per_emotion]:
                file_name = self.file("ferplus", "base", "none", f"{index:05}")
                self.write(file_name, lambda i=index: on_canvas(images[i]))
                result.append(Picture(file_name, "ferplus", "base", "none", f"{index:05}", name))
        return result

    def _photographs(self) -> list[Picture]:
        file = np.load(self.data / "photos.npz")
        image, offset = file["image"], file["offset"]
        result = []
        for number in range(len(offset) - 1):
            name = self.file("photo", "base", "none", f"{number:05}")
            content = image[offset[number] : offset[number + 1]]
            self.write(name, lambda c=content: cv2.imdecode(c, cv2.IMREAD_COLOR)[..., ::-1])
            result.append(Picture(name, "photo", "base", "none", f"{number:05}"))
        return result

    def _renders(self) -> list[Picture]:
        """Six skins in the same light, and some people in known poses."""
        renderer: list[FaceRenderer] = []
        result = []

        def render(name, person, expression, pose, skin=None, light=Light()):
            def make():
                if not renderer:
                    renderer.append(FaceRenderer.load(self.data / "face-model.npz"))
                identity, look = chance.person(np.random.default_rng([21, person]))
                if skin is not None:
                    look = with_skin(look, chance.SKINS[skin])
                return renderer[0].render(
                    identity, PROTOTYPES[expression], pose=pose, light=light, appearance=look,
                    size=(RENDER_SIDE, RENDER_SIDE), camera=Camera(36.0, (0.0, 0.0)),
                    supersampling=1).pixels  # fmt: skip
            self.write(name, make)

        for skin in range(len(chance.SKINS)):
            for person in range(TONE_PEOPLE):
                base = f"skin{skin}-{person}"
                name = self.file("render", "base", "none", base)
                render(name, person, "neutral", (0.0, 0.0, 0.0), skin)
                result.append(Picture(name, "render", "base", "none", base))
        for person in range(POSE_PEOPLE):
            for expression in POSE_EXPRESSIONS:
                base = f"{expression}-{person}"
                light = chance.light(np.random.default_rng([22, person]))
                poses = [("base", 0, (0.0, 0.0, 0.0))]
                poses += [("yaw", angle, (angle, 0.0, 0.0)) for angle in damage.YAWS]
                poses += [("pitch", angle, (0.0, angle, 0.0)) for angle in damage.PITCHES]
                poses += [("roll", angle, (0.0, 0.0, angle)) for angle in damage.ROLLS]
                for family, angle, pose in poses:
                    level = "none" if family == "base" else f"{angle:+}"
                    name = self.file("render", family, level, base)
                    render(name, person, expression, pose, light=light)
                    result.append(Picture(name, "render", family, level, base))
        return result

    def hands(self, path: Path) -> list[Picture]:
        """Rendered people with a hand in front of or next to the face, undamaged; small faces, by their folder."""
        arrays, result = np.load(path), []
        for number, image in enumerate(arrays["images"]):
            mouth, eyes = (float(share) for share in arrays["shares"][number])
            name = self.file("people", "small", "hand", f"{number:05}")
            self.write(name, lambda i=image: np.repeat(i[..., None], 3, 2))
            label = EMOTIONS[arrays["labels"][number]]
            result.append(Picture(name, "people", "cover", "hand", f"{number:05}", label, mouth, eyes))
        return result

    def damaged(self, base: Picture, eyes: tuple | None) -> list[Picture]:
        """The damaged versions of an undamaged picture; `eyes` are the detected ones."""
        result = []

        def add(family, level, make):
            name = self.file(base.source, family, level, base.base)
            self.write(name, make)
            result.append(Picture(name, base.source, family, level, base.base, base.label))

        def generator_for(*parts):
            return np.random.default_rng([ord(c) for c in "/".join(map(str, (base.base, *parts)))])

        picture = self.read(base.file)
        side = FACE_SIDE if base.source == "ferplus" else 0.5 * min(picture.shape[:2])
        for stops in (*damage.STOPS_DARK, *damage.STOPS_BRIGHT):
            family = "dark" if stops < 0 else "bright"
            add(family, f"{stops:+} stops",
                lambda s=stops: degradation.exposed(picture, s, SensorNoise(), generator_for("light", s)))  # fmt: skip
        if base.source != "render":
            for percent in damage.BLURS:
                add("blur", f"blur {percent} %",
                    lambda p=percent: degradation.blurred(picture, side * p / 100))  # fmt: skip
            for percent in damage.MOVEMENTS:
                add("moved", f"moved {percent} %",
                    lambda p=percent: degradation.motion_blurred(
                        picture, side * p / 100, generator_for("move", p)))  # fmt: skip
        if base.source == "ferplus":
            left = (CANVAS - FACE_SIDE) / 2
            for pixels in damage.SIDES:
                add("small", f"{pixels} pixels", lambda p=pixels: smaller(picture, p))
            for edge in ("left", "right", "top", "bottom"):
                for share in damage.CUTS:
                    add("cut", f"{edge} {share:.0%}",
                        lambda e=edge, s=share: degradation.cropped(picture, e, s, left, side))  # fmt: skip
        if eyes is not None:
            frame = occluders.Frame.between(*eyes)
            for cover in damage.COVERS:
                name = self.file(base.source, "cover", cover, base.base)
                if name not in self.shares or not (self.folder / name).exists():
                    made = damage.covered(picture, cover, frame, self._texture(base),
                                          generator_for("cover", cover))  # fmt: skip
                    self.shares[name] = made[1:]
                    self.write(name, lambda m=made: m[0])
                result.append(Picture(name, base.source, "cover", cover, base.base, base.label,
                                      *self.shares[name]))  # fmt: skip
        return result

    def _texture(self, base: Picture) -> np.ndarray:
        """A piece of a photograph, different for each picture."""
        number = int(np.random.default_rng([ord(c) for c in base.base]).integers(100))
        photo = cv2.imread(str(self.folder / self.file("photo", "base", "none", f"{number:05}")))
        gray = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY).astype(np.float32)
        height, width = gray.shape
        return gray[: height // 3, : width // 3]


def on_canvas(face: np.ndarray) -> np.ndarray:
    """A 48×48 gray face, enlarged, on a gray square."""
    canvas = np.full((CANVAS, CANVAS), 128, np.uint8)
    left = (CANVAS - FACE_SIDE) // 2
    large = cv2.resize(face, (FACE_SIDE, FACE_SIDE), interpolation=cv2.INTER_CUBIC)
    canvas[left : left + FACE_SIDE, left : left + FACE_SIDE] = large
    return np.repeat(canvas[..., None], 3, 2)


def smaller(picture: np.ndarray, pixels: int) -> np.ndarray:
    """The same face with this side in pixels, in the middle of a sufficiently large square."""
    size = round(CANVAS * pixels / FACE_SIDE)
    little = degradation.reduced(picture, size)
    canvas = np.full((160, 160, 3), 128, np.uint8)
    left = (160 - size) // 2
    canvas[left : left + size, left : left + size] = little
    return canvas


def with_skin(look, skin):
    """The same person with another skin and matching lips."""
    lips = (int(skin[0] * 0.86), int(skin[1] * 0.55), int(skin[2] * 0.6))
    return replace(look, skin=skin, lips=lips)
