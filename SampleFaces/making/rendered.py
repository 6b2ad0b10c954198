"""The rendered samples: one face for each emotion, from the 3D head of ICT-FaceKit.

ICT-FaceKit, Copyright (c) 2020 USC Institute for Creative Technologies, MIT License. The labels come from a person
who looked at each picture before the service scored it.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from cases import Case, Made, exactly
from sources import FACE_MODEL

sys.path.insert(0, str(Path(__file__).parents[2]))

from training.render.face_renderer import (
    PROTOTYPES,
    Appearance,
    Camera,
    FaceRenderer,
    Light,
)

IDENTITY_SHAPES = 60
IDENTITY_SPREAD = 0.8


@dataclass(frozen=True)
class Portrait:
    """One person, one expression, one lamp."""

    emotion: str
    person: int
    appearance: Appearance
    light: Light
    pose: tuple[float, float, float]
    background: tuple
    picture: str
    acceptable: tuple[str, ...]
    size: tuple[int, int] = (480, 480)


LEFT_WINDOW = Light()
RIGHT_LAMP = Light((0.6, 0.4, 0.7), (1.15, 1.0, 0.82), (0.36, 0.36, 0.40), (0.22, 0.20, 0.18))
OVERCAST = Light((0.1, 0.8, 0.6), (0.6, 0.62, 0.66), (0.75, 0.78, 0.84), (0.36, 0.35, 0.34))
EVENING = Light((-0.7, 0.25, 0.65), (1.2, 0.92, 0.66), (0.26, 0.28, 0.36), (0.20, 0.17, 0.16))

GREY = ((178, 184, 190), (120, 126, 134))
BEIGE = ((206, 196, 180), (150, 138, 122))
BLUE = ((150, 172, 196), (92, 112, 138))
GREEN = ((170, 186, 168), (104, 124, 108))

PORTRAITS = [
    Portrait(
        "neutral", 115, Appearance(seed=1), LEFT_WINDOW, (8, 0, 0), GREY,
        "A rendered person at rest: brows level, lips closed, head turned a little to the right.",
        ("neutral",),
    ),
    Portrait(
        "happiness", 111,
        Appearance(
            skin=(150, 104, 76), lips=(140, 78, 74), brows=(26, 20, 18), hair=(28, 22, 20),
            eyes=(58, 38, 26), clothing=(196, 168, 92), seed=2,
        ),
        RIGHT_LAMP, (-12, 2, 3), BEIGE,
        "A rendered person with a broad smile: lip corners up, teeth showing, cheeks raised.",
        ("happiness",),
    ),
    Portrait(
        "surprise", 103,
        Appearance(
            skin=(236, 200, 180), lips=(204, 126, 118), brows=(120, 88, 56), hair=(150, 112, 70),
            eyes=(86, 116, 140), clothing=(120, 60, 66), seed=3,
        ),
        OVERCAST, (5, 4, -2), BLUE,
        "A rendered person, brows high, eyes wide, mouth fallen open.",
        ("surprise",),
    ),
    Portrait(
        "sadness", 107,
        Appearance(
            skin=(214, 170, 138), lips=(178, 104, 96), brows=(34, 28, 26), hair=(30, 26, 26),
            eyes=(52, 36, 26), clothing=(72, 92, 84), seed=4,
        ),
        EVENING, (-8, -6, -4), GREY,
        "A rendered person, inner brows up, lids and gaze lowered, lip corners down, head bent.",
        ("sadness",),
    ),
    Portrait(
        "anger", 104,
        Appearance(
            skin=(226, 184, 158), lips=(176, 100, 92), brows=(52, 36, 28), hair=(58, 40, 30),
            eyes=(84, 92, 70), clothing=(60, 60, 66), brow_thickness=1.6, seed=5,
        ),
        LEFT_WINDOW, (0, -8, 0), GREEN,
        "A rendered person, brows drawn down and together, a hard stare, lips pressed.",
        ("anger",),
    ),
    Portrait(
        "disgust", 109,
        Appearance(
            skin=(198, 150, 116), lips=(168, 96, 86), brows=(40, 30, 26), hair=(40, 30, 28),
            eyes=(70, 48, 32), clothing=(102, 124, 150), seed=6,
        ),
        OVERCAST, (12, 3, 4), BEIGE,
        "A rendered person, nose wrinkled, upper lip raised, brows down, eyes narrowed.",
        ("disgust",),
    ),
    Portrait(
        "fear", 106,
        Appearance(
            skin=(232, 190, 166), lips=(190, 112, 104), brows=(96, 62, 38), hair=(120, 72, 44),
            eyes=(104, 122, 96), clothing=(90, 78, 110), seed=7,
        ),
        RIGHT_LAMP, (-6, 0, -3), BLUE,
        "A rendered person, brows up and together, eyes wide, mouth stretched sideways, open.",
        ("fear",),
    ),
    Portrait(
        "contempt", 110,
        Appearance(
            skin=(138, 94, 70), lips=(124, 70, 64), brows=(20, 16, 14), hair=(22, 18, 16),
            eyes=(46, 30, 22), clothing=(176, 180, 186), seed=8,
        ),
        LEFT_WINDOW, (-6, 5, 3), GREEN,
        "A rendered person, one lip corner (at the right of the picture) drawn up, lids low.",
        ("contempt",),
    ),
]  # fmt: skip


def cases(data: Path) -> list[Case]:
    """The rendered samples; `data` is the folder with face-model.npz."""
    renderer = FaceRenderer.load(FACE_MODEL.checked(data / "face-model.npz"))
    return [
        Case(
            f"rendered-{portrait.emotion}.jpg", _maker(renderer, portrait), [FACE_MODEL],
            exactly(1), [list(portrait.acceptable)], portrait.picture,
        )
        for portrait in PORTRAITS
    ]  # fmt: skip


def _maker(renderer: FaceRenderer, portrait: Portrait):
    def render() -> Made:
        """Rendered by face_renderer: the emotion's prototype, a seeded identity, one lamp."""
        generator = np.random.default_rng(portrait.person)
        rendered = renderer.render(
            generator.normal(scale=IDENTITY_SPREAD, size=IDENTITY_SHAPES),
            PROTOTYPES[portrait.emotion],
            pose=portrait.pose,
            light=portrait.light,
            size=portrait.size,
            background=portrait.background,
            appearance=portrait.appearance,
            camera=Camera(height=32.5, center=(0, 0.6)),
            supersampling=3,
        )
        return Made(Image.fromarray(rendered.pixels), [rendered.face_box])

    return render
