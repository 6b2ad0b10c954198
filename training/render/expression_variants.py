"""Variants of each emotion's expression, as shapes of the 3D head.

`face_renderer.expressions.PROTOTYPES` has one textbook face for each emotion. Real people part or press their lips,
shout or stay silent, or show only half of it: a network trained on a single textbook face learns only that face. The
combinations follow the same action units; the strengths were set by eye.
"""

from __future__ import annotations

import numpy as np

from training.contract import EMOTIONS
from training.render.face_renderer import PROTOTYPES

Expression = dict[str, float]

# Resting faces: most are like the mean, some look sad or angry.
RESTS: list[dict[str, float]] = [
    {},
    {},
    {"mouthFrown": 0.4},  # drooping corners
    {"browDown": 0.45},  # low brows
    {"mouthFrown": 0.25, "browDown": 0.25, "eyeBlink": 0.15},
    {"browInnerUp": 0.3, "eyeBlink": 0.1},
    {"mouthPress": 0.4},
    {"mouthSmile": 0.15},
]

# Essential parts of the emotion: they vary in strength but are never omitted.
_ESSENTIAL = {
    "happiness": ("mouthSmile",),
    "surprise": ("browInnerUp", "browOuterUp"),
    "sadness": ("mouthFrown", "browInnerUp"),
    "anger": ("browDown",),
    "disgust": ("noseSneer",),
    "fear": ("browInnerUp", "mouthStretch", "eyeWide"),
    "contempt": ("mouthSmile_L", "mouthDimple_L", "mouthSmile_R", "mouthDimple_R"),
}


def _mirrored(expression: Expression) -> Expression:
    """Left and right exchanged."""
    swap = {"_L": "_R", "_R": "_L", "mouthLeft": "mouthRight", "mouthRight": "mouthLeft"}
    return {swap.get(n, n[:-2] + swap.get(n[-2:], n[-2:])): v for n, v in expression.items()}


_ANGRY_BROWS = {"browDown": 1.8, "browInnerUp": -0.6, "browOuterUp": 0.2, "eyeSquint": 0.3}
_FEARFUL_EYES = {"browInnerUp": 1.2, "browOuterUp": 0.5, "browDown": 0.35, "eyeWide": 1.0}
# A common way of posing anger: weaker brows, and a strength that the mesh tolerates.
_POSED_BROWS = {"browDown": 1.0, "browInnerUp": -0.35, "eyeSquint": 0.5}
_POSED_FEAR = {"browInnerUp": 1.2, "browOuterUp": 0.3, "browDown": 0.45, "eyeWide": 0.3}
_DIMPLE = {"mouthSmile_L": 0.45, "mouthDimple_L": 1.3, "mouthPress_L": 0.4, "eyeSquint": 0.3}
_LIFTED = {
    "mouthSmile_L": 0.6, "mouthDimple_L": 0.8, "mouthUpperUp_L": 0.45, "cheekSquint_L": 0.5,
    "noseSneer_L": 0.2, "eyeSquint": 0.35, "eyeBlink": 0.15,
}  # fmt: skip

VARIANTS: dict[str, list[Expression]] = {
    "neutral": [
        {},
        {},
        {"mouthPress": 0.25},
        {"jawOpen": 0.12, "mouthLowerDown": 0.15},  # lips parted
        {"jawOpen": 0.25, "mouthFunnel": 0.35, "mouthLowerDown": 0.15},  # speaking: "o"
        {"jawOpen": 0.16, "mouthStretch": 0.2, "mouthLowerDown": 0.3},  # speaking: "e"
        {"mouthPucker": 0.55, "mouthFunnel": 0.2},  # speaking: "u"
        {"mouthRollLower": 0.3, "mouthRollUpper": 0.3},  # speaking: "m"
        {"eyeBlink": 0.35, "eyeLookDown": 0.5},
        {"eyeBlink": 0.95},
    ],
    "happiness": [
        PROTOTYPES["happiness"],
        {"mouthSmile": 1.0, "cheekSquint": 0.6, "eyeSquint": 0.3, "mouthDimple": 0.3},  # closed
        {
            "mouthSmile": 1.1, "cheekSquint": 0.9, "eyeSquint": 0.5, "jawOpen": 0.3,
            "mouthUpperUp": 0.45, "mouthLowerDown": 0.35,
        },  # laughing
        {"mouthSmile": 1.0, "cheekSquint": 0.5, "mouthUpperUp": 0.3, "browOuterUp": 0.35},
        {"mouthSmile": 0.7, "cheekSquint": 0.4, "mouthDimple": 0.3},  # half a smile
    ],
    "surprise": [
        PROTOTYPES["surprise"],
        {
            "browInnerUp": 1.0, "browOuterUp": 1.0, "eyeWide": 1.0, "jawOpen": 0.22,
            "mouthFunnel": 0.5,
        },  # a small round mouth
        {
            "browInnerUp": 1.2, "browOuterUp": 1.1, "eyeWide": 0.9, "jawOpen": 0.9,
        },  # the jaw fallen
        {"browInnerUp": 1.1, "browOuterUp": 1.1, "eyeWide": 1.0, "jawOpen": 0.1},
        {"browInnerUp": 1.0, "browOuterUp": 1.0, "eyeWide": 0.5, "jawOpen": 0.4},
    ],
    "sadness": [
        PROTOTYPES["sadness"],
        {"browInnerUp": 1.2, "mouthFrown": 0.9, "mouthShrugLower": 0.4, "eyeBlink": 0.15},
        {
            "browInnerUp": 0.7, "mouthFrown": 1.2, "mouthShrugLower": 0.8, "mouthRollLower": 0.2,
            "eyeLookDown": 0.45, "eyeBlink": 0.3,
        },  # pouting
        {
            "browInnerUp": 1.0, "browDown": 0.5, "mouthFrown": 1.0, "mouthStretch": 0.4,
            "jawOpen": 0.15, "eyeSquint": 0.7, "cheekSquint": 0.4, "mouthLowerDown": 0.3,
        },  # crying
        # By the inner brows, without tears: AU 1 + 4 + 15, and with the chin, AU 17.
        {"browInnerUp": 1.1, "browDown": 0.3, "mouthFrown": 0.7},
        {"browInnerUp": 1.0, "browDown": 0.3, "mouthFrown": 1.0, "mouthShrugLower": 0.9},
    ],
    "anger": [
        PROTOTYPES["anger"],
        {
            **_ANGRY_BROWS, "eyeWide": 0.5, "noseSneer": 0.7, "jawOpen": 0.14, "mouthUpperUp": 0.6,
            "mouthLowerDown": 0.8, "mouthStretch": 0.6,
        },  # teeth bared
        {
            **_ANGRY_BROWS, "eyeWide": 0.5, "noseSneer": 0.7, "jawOpen": 0.55, "mouthUpperUp": 0.6,
            "mouthLowerDown": 0.6, "mouthFunnel": 0.25,
        },  # shouting
        {**_ANGRY_BROWS, "mouthPress": 0.7, "mouthFrown": 0.4, "noseSneer": 0.3},  # glowering
        {**_ANGRY_BROWS, "eyeWide": 0.6, "mouthFunnel": 0.6, "mouthPress": 0.5, "jawForward": 0.6},
        # When asked to pose anger, most people close their lips: AU 4 + 7 + 24, + 17, or lips drawn in, AU 23 + 24.
        {**_POSED_BROWS, "mouthPress": 1.0, "mouthShrugLower": 0.5},
        {**_POSED_BROWS, "mouthPress": 0.8, "mouthRollLower": 0.5, "mouthRollUpper": 0.4},
        {**_POSED_BROWS, "eyeWide": 0.5, "mouthPress": 0.9, "noseSneer": 0.3, "mouthFrown": 0.3},
        {**_POSED_BROWS, "mouthPucker": 0.35, "mouthPress": 0.6, "mouthShrugUpper": 0.3},
    ],
    "disgust": [
        PROTOTYPES["disgust"],
        {
            "noseSneer": 1.25, "mouthUpperUp": 0.7, "jawOpen": 0.2, "mouthLowerDown": 0.4,
            "mouthFrown": 0.5, "browDown": 0.8, "eyeSquint": 0.8, "cheekSquint": 0.7,
        },  # the mouth open
        {
            "noseSneer": 1.3, "mouthUpperUp": 0.8, "browDown": 0.5, "eyeSquint": 0.6,
            "cheekSquint": 0.8, "mouthFrown": 0.3,
        },  # the lip raised
        {
            "noseSneer_L": 1.4, "noseSneer_R": 0.8, "mouthUpperUp_L": 0.9, "mouthUpperUp_R": 0.3,
            "browDown": 0.8, "eyeSquint": 0.7, "cheekSquint": 0.6, "mouthFrown": 0.5,
        },  # more on one side
        {
            "noseSneer": 1.2, "mouthUpperUp": 0.5, "jawOpen": 0.35, "mouthFrown": 0.7,
            "mouthShrugLower": 0.3, "browDown": 0.9, "eyeBlink": 0.25, "eyeSquint": 0.8,
        },  # gagging
        # By the nose alone, AU 9, and by the lip alone, AU 10.
        {"noseSneer": 1.2, "cheekSquint": 0.6, "eyeSquint": 0.5, "browDown": 0.5},
        {"noseSneer": 0.4, "mouthUpperUp": 0.9, "mouthFrown": 0.35, "eyeSquint": 0.3},
    ],
    "fear": [
        PROTOTYPES["fear"],
        {**_FEARFUL_EYES, "mouthStretch": 1.0, "jawOpen": 0.45, "mouthLowerDown": 0.6},
        {**_FEARFUL_EYES, "mouthStretch": 0.8, "jawOpen": 0.75, "mouthLowerDown": 0.5},  # screaming
        {**_FEARFUL_EYES, "mouthStretch": 1.3, "mouthPress": 0.3, "jawOpen": 0.05},  # tense, closed
        # Posed fear: the mouth drawn wide, the lids raised less.
        {**_POSED_FEAR, "mouthStretch": 1.1},
        {**_POSED_FEAR, "mouthStretch": 1.1, "jawOpen": 0.15, "mouthLowerDown": 0.6},
        {**_POSED_FEAR, "mouthStretch": 0.9, "mouthFrown": 0.3, "eyeWide": 0.5},
    ],
    "contempt": [
        PROTOTYPES["contempt"],
        _DIMPLE,
        _LIFTED,
        _mirrored(PROTOTYPES["contempt"]),
        _mirrored(_DIMPLE),
        _mirrored(_LIFTED),
    ],
}  # fmt: skip


def halves(expression: Expression, names: set[str]) -> Expression:
    """The same expression with both sides named: `browDown` becomes `browDown_L`, `browDown_R`.

    `names` are the shapes of the head.
    """
    result: Expression = {}
    for name, value in expression.items():
        sides = (name,) if name in names else (f"{name}_L", f"{name}_R")
        for side in sides:
            result[side] = result.get(side, 0.0) + value
    return result


def way(emotion: str, names: set[str], generator: np.random.Generator) -> Expression:
    """One person's way of showing an emotion fully, with the sides named.

    A variant with random changes: the strength of each part by up to 30 %, one part omitted in a third of the cases,
    and the sides different by up to 15 %.
    """
    variant = dict(VARIANTS[emotion][generator.integers(len(VARIANTS[emotion]))])
    loose = [name for name in variant if name not in _ESSENTIAL.get(emotion, ())]
    if loose and generator.random() < 1 / 3:
        del variant[loose[generator.integers(len(loose))]]
    return varied(variant, names, generator)


def varied(
    expression: Expression, names: set[str], generator: np.random.Generator, is_turned: bool = False
) -> Expression:
    """An expression with individual variation, with the sides named: the strength of each part changes by up to 30 %,
    and that of the sides by up to 15 %; `is_turned`: left and right exchanged.
    """
    jittered = {n: v * generator.uniform(0.7, 1.3) for n, v in expression.items()}
    result = halves(_mirrored(jittered) if is_turned else jittered, names)
    return {n: v * generator.uniform(0.85, 1.15) for n, v in result.items()}


def shown(
    emotion: str, strength: float, names: set[str], generator: np.random.Generator
) -> Expression:
    """A person's way of showing an emotion at a strength (1: full), with the sides named, and with small unrelated
    movements.
    """
    full = way(emotion, names, generator)
    return together({n: v * strength for n, v in full.items()}, idle(names, generator))


def together(*expressions: Expression) -> Expression:
    """The sum of expressions."""
    result: Expression = {}
    for expression in expressions:
        for name, value in expression.items():
            result[name] = result.get(name, 0.0) + value
    return result


def idle(names: set[str], generator: np.random.Generator, reach: float = 1.0) -> Expression:
    """Movements that belong to no emotion: most are nearly invisible, a few are visible."""
    small = {
        "jawOpen": 0.05, "mouthPress": 0.15, "browInnerUp": 0.15, "browDown": 0.2,
        "eyeSquint": 0.2, "mouthShrugUpper": 0.1, "cheekPuff": 0.1, "eyeBlink": 0.15,
        "mouthFrown": 0.12, "mouthSmile": 0.08,
    }  # fmt: skip
    result = {n: reach * v * generator.uniform() ** 3 for n, v in small.items()}
    across, up = generator.normal(scale=0.2 * reach, size=2)
    result["eyeLookOut_L" if across > 0 else "eyeLookIn_L"] = abs(across)
    result["eyeLookIn_R" if across > 0 else "eyeLookOut_R"] = abs(across)
    result["eyeLookUp" if up > 0 else "eyeLookDown"] = abs(up)
    result["jawLeft" if generator.random() < 0.5 else "jawRight"] = (
        0.15 * reach * generator.uniform() ** 3
    )
    return halves(result, names)


# The most likely answer of raters who do not recognize the emotion.
_NEXT_BEST = {
    "neutral": {"sadness": 0.6, "anger": 0.4},
    "happiness": {"surprise": 0.5, "neutral": 0.5},
    "surprise": {"fear": 0.6, "neutral": 0.2, "happiness": 0.2},
    "sadness": {"neutral": 0.6, "fear": 0.2, "disgust": 0.2},
    "anger": {"disgust": 0.5, "neutral": 0.5},
    "disgust": {"anger": 0.7, "sadness": 0.3},
    "fear": {"surprise": 0.8, "sadness": 0.2},
    "contempt": {"neutral": 0.5, "happiness": 0.3, "disgust": 0.2},
}
_DOUBT = 0.06


def target(emotion: str, strength: float) -> np.ndarray:
    """The training target [8]: a weak expression is partly neutral, a full one hardly at all.

    The emotion's share grows from 0.56 at strength 0.4 to 0.94 from strength 0.85 on.
    """
    seen = float(np.clip(0.6 + (strength - 0.4) * 0.4 / 0.45, 0, 1))
    result = np.zeros(len(EMOTIONS), np.float32)
    result[EMOTIONS.index(emotion)] += seen * (1 - _DOUBT)
    result[EMOTIONS.index("neutral")] += (1 - seen) * (1 - _DOUBT)
    for other, share in _NEXT_BEST[emotion].items():
        result[EMOTIONS.index(other)] += _DOUBT * share
    return result
