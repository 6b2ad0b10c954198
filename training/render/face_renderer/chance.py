"""Random people, light and poses, for thousands of pictures. All random numbers come from the given generator, so
that a seed determines a picture.
"""

import numpy as np

from .appearance import Appearance, Color
from .expressions import PROTOTYPES
from .renderer import Light

IDENTITY_SHAPES = 60  # the later ones move vertices by less than half a millimeter

# From light to dark; a person's skin lies between two neighbors.
SKINS = (
    (240, 206, 188), (226, 184, 158), (206, 160, 128), (168, 120, 88), (124, 84, 62), (88, 60, 46),
)  # fmt: skip
HAIRS = ((24, 20, 18), (50, 36, 28), (86, 58, 38), (140, 100, 62), (176, 140, 92), (128, 70, 40))
EYES = ((50, 34, 24), (84, 60, 40), (104, 100, 72), (92, 116, 136), (110, 120, 124))


def person(generator: np.random.Generator) -> tuple[np.ndarray, Appearance]:
    """An identity and an appearance."""
    identity = generator.normal(scale=0.85, size=IDENTITY_SHAPES)
    tone = generator.uniform(0, len(SKINS) - 1)
    skin = _between(SKINS, tone)
    hair = HAIRS[generator.integers(len(HAIRS))] if tone < 2 else HAIRS[generator.integers(2)]
    eyes = EYES[generator.integers(len(EYES))] if tone < 2 else EYES[generator.integers(2)]
    redness = generator.uniform(0.75, 1.0)
    return identity, Appearance(
        skin=skin,
        lips=(int(skin[0] * 0.86), int(skin[1] * 0.62 * redness), int(skin[2] * 0.68 * redness)),
        brows=tuple(int(value * generator.uniform(0.7, 1.0)) for value in hair),
        hair=None if generator.random() < 0.1 else hair,
        eyes=eyes,
        clothing=tuple(int(value) for value in generator.integers(30, 220, size=3)),
        brow_thickness=generator.uniform(0.8, 1.7),
        hair_thickness=generator.uniform(0.2, 1.2),
        hairline_shift=generator.uniform(-6, 8),
        blush=generator.uniform(0.3, 1.5),
        seed=int(generator.integers(2**31)),
    )


def light(generator: np.random.Generator) -> Light:
    """A lamp somewhere in front, between hard and soft, warm and cold."""
    azimuth = np.deg2rad(generator.uniform(-75, 75))
    height = np.deg2rad(generator.uniform(0, 60))
    direction = (
        float(np.sin(azimuth) * np.cos(height)),
        float(np.sin(height)),
        float(np.cos(azimuth) * np.cos(height)),
    )
    key, fill = generator.uniform(0.5, 1.3), generator.uniform(0.2, 0.75)
    warmth = generator.uniform(-0.15, 0.2)
    return Light(
        direction=direction,
        key=(key * (1 + warmth), key, key * (1 - warmth)),
        sky=(fill * 0.98, fill, fill * 1.05),
        ground=(fill * 0.52, fill * 0.48, fill * 0.44),
    )


def pose(generator: np.random.Generator, spread: float = 1.0) -> tuple[float, float, float]:
    """Yaw, pitch and roll in degrees, normal with 14, 7 and 6 degrees times `spread`."""
    return tuple(float(value) for value in generator.normal(scale=(14, 7, 6)) * spread)


def expression(emotion: str, generator: np.random.Generator) -> dict[str, float]:
    """A variation of an emotion's prototype: stronger or weaker, each part slightly different, with small unrelated
    movements.
    """
    strength = generator.uniform(0.6, 1.1)
    result = {}
    for name, value in {**_IDLE, **PROTOTYPES[emotion]}.items():
        value *= strength * generator.uniform(0.75, 1.2)
        if name in _IDLE and name not in PROTOTYPES[emotion]:
            value = _IDLE[name] * generator.uniform(0, 1) ** 2
        result[name] = value
    look = generator.normal(scale=0.15, size=2)
    _add(result, "eyeLookOut_L" if look[0] > 0 else "eyeLookIn_L", abs(look[0]))
    _add(result, "eyeLookIn_R" if look[0] > 0 else "eyeLookOut_R", abs(look[0]))
    _add(result, "eyeLookUp" if look[1] > 0 else "eyeLookDown", abs(look[1]))
    return result


_IDLE = {"jawOpen": 0.06, "mouthPress": 0.2, "browInnerUp": 0.12, "eyeSquint": 0.15, "jawLeft": 0.1}


def _add(weights: dict[str, float], name: str, value: float) -> None:
    weights[name] = weights.get(name, 0.0) + float(value)


def _between(colors: tuple[Color, ...], place: float) -> Color:
    low = min(int(place), len(colors) - 2)
    part = place - low
    return tuple(int(a + (b - a) * part) for a, b in zip(colors[low], colors[low + 1], strict=True))
