"""Random people: age, sex and origin as MakeHuman's shapes, details of the face, skin and hair. A seed determines a
person.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

ORIGINS = ("african", "asian", "caucasian")
# Ages of MakeHuman's shapes, in years.
AGES = {"baby": 1, "child": 10, "young": 25, "old": 90}
# Skins in `skins/` by origin and sex; children have those without beard and wrinkles.
_DARK = ("young_african_male/young_darkskinned_male", "middleage_african_male/middleage_darkskinned_male")
_LIGHT_MALE = (
    "young_asian_male/young_lightskinned_male_diffuse3", "young_caucasian_male/young_lightskinned_male",
    "young_caucasian_male2/young_lightskinned_male_diffuse2",
    "middleage_caucasian_male/middleage_lightskinned_male",
    "middleage_asian_male/middleage_lightskinned_male_diffuse2",
)  # fmt: skip
_LIGHT_FEMALE = (
    "young_asian_female/young_lightskinned_female_diffuse3",
    "young_caucasian_female2/young_lightskinned_female_diffuse2",
    "middleage_asian_female/middleage_lightskinned_female_diffuse2",
)
# Without `bob02` and `short03`, whose hair covers an eye.
HAIRS_SHORT = ("short01", "short02", "short04")
HAIRS_LONG = ("braid01", "long01", "ponytail01")
HAIR_COLORS = {
    "african": ((20, 17, 15), (34, 26, 22)),
    "asian": ((18, 16, 15), (40, 28, 22)),
    "caucasian": ((46, 32, 24), (92, 62, 40), (150, 110, 68), (190, 158, 106), (132, 72, 40)),
}
EYES = {
    "african": ("brown",),
    "asian": ("brown", "brownlight"),
    "caucasian": ("brown", "brownlight", "blue", "green", "grey", "bluegreen", "deepblue"),
}
# Pairs of shapes of the face: less, more. Both sides of a face get the same.
DETAILS = {
    "nose": (
        "nose-base", "nose-curve", "nose-flaring", "nose-hump", "nose-point", "nose-point-width",
        "nose-scale-depth", "nose-scale-horiz", "nose-scale-vert", "nose-volume", "nose-width1",
        "nose-width2", "nose-width3", "nose-greek",
    ),
    "mouth": (
        "mouth-scale-horiz", "mouth-scale-vert", "mouth-lowerlip-height", "mouth-upperlip-height",
        "mouth-lowerlip-volume", "mouth-upperlip-volume", "mouth-trans", "mouth-cupidsbow",
    ),
    "eyes": (
        "eye-scale", "eye-height1", "eye-height2", "eye-height3", "eye-corner1", "eye-corner2",
        "eye-eyefold", "eye-bag", "eye-trans",
    ),
    "chin": ("chin-height", "chin-prominent", "chin-width", "chin-bones"),
    "cheek": ("cheek-bones", "cheek-inner", "cheek-volume", "cheek-trans"),
    "eyebrows": ("eyebrows-angle", "eyebrows-trans"),
    "forehead": ("forehead-scale-vert", "forehead-temple", "forehead-nubian"),
    "head": ("head-fat", "head-scale-horiz", "head-scale-vert", "head-scale-depth"),
}  # fmt: skip
_ENDS = {
    "nose-base": ("down", "up"), "nose-curve": ("concave", "convex"), "nose-point": ("down", "up"),
    "mouth-trans": ("down", "up"), "eye-corner1": ("down", "up"), "eye-corner2": ("down", "up"),
    "eye-eyefold": ("down", "up"), "eye-trans": ("down", "up"), "cheek-trans": ("down", "up"),
    "eyebrows-angle": ("down", "up"), "eyebrows-trans": ("down", "up"),
}  # fmt: skip


@dataclass(frozen=True)
class Human:
    """A person; `shapes` are weights of MakeHuman's targets, colors 8-bit sRGB."""

    seed: int
    years: float
    origin: str
    is_female: bool
    shapes: dict[str, float]
    skin: str
    tint: tuple[float, float, float]
    hair: str
    hair_color: tuple[int, int, int]
    eyes: str
    brows: str
    lashes: str
    clothing: tuple[int, int, int]


def person(seed: int, years: float) -> Human:
    """A person of an age; everything else follows from the seed."""
    generator = np.random.default_rng([61, seed])
    origin = ORIGINS[generator.integers(len(ORIGINS))]
    is_female = bool(generator.random() < 0.5)
    is_child = years < 14
    weight = float(np.clip(generator.normal(0.1, 0.4), -1, 1))
    shapes = _whole(years, origin, 0.12 if is_female else 0.88, weight) | _details(generator)
    if origin == "african":
        skins = _DARK[:1] if is_child else _DARK
    else:
        skins = _LIGHT_FEMALE[:2] if is_child else _LIGHT_FEMALE if is_female else _LIGHT_MALE
    light = float(generator.uniform(0.86, 1.08) * (1.12 if origin == "african" and is_child else 1))
    warm = float(generator.uniform(-0.04, 0.04))
    gray = years > 60 and generator.random() < 0.7
    colors = ((150, 148, 144), (196, 194, 190)) if gray else HAIR_COLORS[origin]
    long = generator.random() < (0.75 if is_female else 0.06)
    hairs = HAIRS_LONG if long else HAIRS_SHORT
    return Human(
        seed=seed,
        years=years,
        origin=origin,
        is_female=is_female,
        shapes=shapes,
        skin=skins[generator.integers(len(skins))],
        tint=(light * (1 + warm), light, light * (1 - warm)),
        hair=hairs[generator.integers(len(hairs))],
        hair_color=colors[generator.integers(len(colors))],
        eyes=EYES[origin][generator.integers(len(EYES[origin]))],
        brows=f"eyebrow{generator.integers(1, 13):03}",
        lashes=f"eyelashes{generator.integers(1, 5):02}",
        clothing=tuple(int(value) for value in generator.integers(40, 215, size=3)),
    )


def _whole(years: float, origin: str, male: float, weight: float) -> dict[str, float]:
    """The shapes for age, sex, origin and weight; an age between two shapes uses both."""
    names = list(AGES)
    later = next((n for n in names[1:] if years <= AGES[n]), names[-1])
    earlier = names[names.index(later) - 1]
    part = min((years - AGES[earlier]) / (AGES[later] - AGES[earlier]), 1.0)
    other = "maxweight" if weight > 0 else "minweight"
    result = {}
    for age, share in ((earlier, 1 - part), (later, part)):
        for sex, half in (("male", male), ("female", 1 - male)):
            both = share * half
            result[f"macrodetails/{origin}-{sex}-{age}"] = both
            name = f"macrodetails/universal-{sex}-{age}-averagemuscle"
            result[f"{name}-averageweight"] = both * (1 - abs(weight))
            result[f"{name}-{other}"] = both * abs(weight)
    return {name: value for name, value in result.items() if value > 0}


def _details(generator: np.random.Generator) -> dict[str, float]:
    """A random third of the pairs of shapes, toward one end or the other."""
    result = {}
    for folder, names in DETAILS.items():
        for name in names:
            amount = float(np.clip(generator.normal(scale=0.35), -0.8, 0.8))
            if generator.random() > 1 / 3:
                continue
            end = _ENDS.get(name, ("decr", "incr"))[amount > 0]
            sides = ("l-", "r-") if folder in ("eyes", "cheek") else ("",)
            for side in sides:
                result[f"{folder}/{side}{name}-{end}"] = abs(amount)
    return result
