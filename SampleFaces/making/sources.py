"""Photographs in installed packages: finds, checks and opens them.

Every photograph is identified by package, version, path inside the package and SHA-256. A file with another checksum
is rejected because the outlines and boxes below fit that file only.
"""

import hashlib
import importlib.metadata
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter


@dataclass(frozen=True)
class Photograph:
    """A picture in a package, and the license stated by the package or the picture."""

    package: str
    version: str
    path: str
    sha256: str
    work: str
    licence: str
    terms: str

    def open(self) -> Image.Image:
        """The picture as RGB; rejects a missing package and a file with another checksum."""
        try:
            installed = importlib.metadata.distribution(self.package)
        except importlib.metadata.PackageNotFoundError as error:
            raise SystemExit(
                f"{self.package} is not installed: pip install {self.package}=={self.version}"
            ) from error
        path = Path(str(installed.locate_file(self.path)))
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != self.sha256:
            raise SystemExit(
                f"{path} has the checksum {found}, expected {self.sha256}: "
                f"install {self.package}=={self.version}"
            )
        return Image.open(path).convert("RGB")

    def origin(self) -> dict:
        """The manifest's entry."""
        return {
            "package": self.package,
            "version": self.version,
            "file": self.path,
            "sha256": self.sha256,
            "work": self.work,
            "terms": self.terms,
        }


COLLINS = Photograph(
    package="scikit-image",
    version="0.26.0",
    path="skimage/data/astronaut.png",
    sha256="88431cd9653ccd539741b555fb0a46b61558b301d4110412b5bc28b5e3ea6cb5",
    work="NASA portrait of the astronaut Eileen Collins",
    licence="public domain",
    terms="skimage.data.astronaut: from the NASA Great Images database, "
    "no known copyright restrictions, released into the public domain",
)

HOPPER = Photograph(
    package="matplotlib",
    version="3.11.2",
    path="matplotlib/mpl-data/sample_data/grace_hopper.jpg",
    sha256="a8ca6d734765703b09728ab47fe59f473d93ae3967fc24c7c0288c3c7adb7130",
    work="US Navy portrait of Grace Hopper",
    licence="public domain",
    terms="official portrait by the United States Navy, a work of the federal government; the "
    "file's own comment names Grace_Hopper.jpg of Wikimedia Commons as its source",
)

COFFEE = Photograph(
    package="scikit-image",
    version="0.26.0",
    path="skimage/data/coffee.png",
    sha256="cc02f8ca188b167c775a7101b5d767d1e71792cf762c33d6fa15a4599b5a8de7",
    work="Photograph of a cup of coffee by Rachel Michetti",
    licence="CC0-1.0",
    terms="skimage.data.coffee: no copyright restrictions, CC0 by the photographer",
)

CHELSEA = Photograph(
    package="scikit-image",
    version="0.26.0",
    path="skimage/data/chelsea.png",
    sha256="596aa1e7cb875eb79f437e310381d26b338a81c2da23439704a73c4651e8c4bb",
    work="Photograph of the cat Chelsea by Stefan van der Walt",
    licence="CC0-1.0",
    terms="skimage.data.chelsea: no copyright restrictions, CC0 by the photographer",
)


@dataclass(frozen=True)
class Sitter:
    """A person cut out of a photograph.

    `face` is (x, y, width, height) in the photograph's pixels: from the middle of the forehead to
    the chin and from ear to ear. `outline` is a polygon in the same pixels.
    """

    photograph: Photograph
    face: tuple[float, float, float, float]
    outline: tuple[tuple[int, int], ...]

    def cut_out(self, extend: int = 0) -> Image.Image:
        """The person as RGBA with a soft edge, black outside.

        `extend` repeats the last row that many times below, to continue a coat.
        """
        picture = np.asarray(self.photograph.open())
        height, width = picture.shape[:2]
        mask = Image.new("L", (width, height), 0)
        ImageDraw.Draw(mask).polygon(self.outline, fill=255)
        mask = mask.filter(ImageFilter.MinFilter(3)).filter(ImageFilter.GaussianBlur(0.9))
        alpha = np.asarray(mask)
        if extend:
            picture = np.concatenate([picture, np.repeat(picture[-1:], extend, axis=0)])
            alpha = np.concatenate([alpha, np.repeat(alpha[-3:-2], extend, axis=0)])
        visible = np.where(alpha[..., None] > 0, picture, 0).astype(np.uint8)
        return Image.fromarray(np.dstack([visible, alpha]))


COLLINS_SITTER = Sitter(
    photograph=COLLINS,
    face=(172, 74, 104, 106),
    outline=(
        (248, 18), (238, 18), (237, 16), (205, 21), (156, 58), (153, 68), (155, 98), (157, 104),
        (170, 116), (174, 128), (180, 132), (185, 155), (185, 166), (159, 171), (143, 188),
        (120, 189), (120, 201), (113, 202), (113, 205), (101, 216), (101, 230), (56, 262),
        (44, 282), (39, 305), (26, 342), (25, 375), (22, 379), (20, 419), (24, 432), (23, 460),
        (26, 484), (30, 495), (39, 507), (39, 511), (280, 511), (276, 485), (279, 450),
        (290, 410), (312, 375), (340, 356), (360, 344), (356, 302), (340, 262), (319, 243),
        (303, 233), (299, 219), (289, 203), (276, 189), (256, 174), (256, 163), (264, 149),
        (266, 137), (275, 134), (290, 117), (296, 107), (300, 92), (296, 58), (288, 43), (276, 31),
    ),
)  # fmt: skip

HOPPER_SITTER = Sitter(
    photograph=HOPPER,
    face=(162, 128, 208, 206),
    outline=(
        (231, 25), (210, 37), (200, 41), (194, 51), (181, 64), (176, 73), (175, 84), (156, 98),
        (148, 104), (149, 150), (155, 166), (153, 195), (156, 221), (161, 236), (168, 262),
        (172, 275), (186, 294), (196, 296), (199, 318), (192, 325), (183, 333), (165, 344),
        (129, 355), (121, 360), (96, 363), (80, 368), (61, 380), (53, 381), (47, 387), (38, 411),
        (31, 432), (27, 459), (17, 526), (11, 599), (511, 599), (511, 434), (506, 433), (494, 396),
        (488, 389), (483, 389), (464, 377), (422, 366), (381, 347), (365, 342), (335, 319),
        (336, 308), (341, 302), (341, 296), (346, 287), (346, 276), (353, 267), (361, 262),
        (367, 227), (370, 223), (370, 208), (375, 196), (373, 185), (369, 183), (371, 134),
        (369, 129), (369, 100), (365, 89), (352, 86), (348, 71), (334, 55), (329, 44), (297, 38),
        (289, 31), (270, 24),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Model:
    """The 3D head from which faces are rendered. The file itself is not in the repository."""

    sha256: str
    licence: str = "MIT"
    work: str = "ICT-FaceKit (light version), a 3D morphable face"
    terms: str = "ICT-FaceKit, Copyright (c) 2020 USC Institute for Creative Technologies, MIT"

    def checked(self, path: Path) -> Path:
        """The path, if the file has the expected checksum."""
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != self.sha256:
            raise SystemExit(f"{path} has the checksum {found}, expected {self.sha256}")
        return path

    def origin(self) -> dict:
        """The manifest's entry."""
        return {
            "package": "ICT-FaceKit",
            "version": "light",
            "file": "face-model.npz",
            "sha256": self.sha256,
            "work": self.work,
            "terms": self.terms,
        }


FACE_MODEL = Model(sha256="46547257a5b0cbd18c2651920bf194e3cf19d9d0df2c2e20a2eaccc668e47c3c")
