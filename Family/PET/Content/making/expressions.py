"""How people show each emotion, as face movements (ARKit's names) at full strength.

After the Facial Action Coding System's prototypes; more than one way for each emotion, because
people differ. A name without a side moves both.
"""

CLAMP = 1.6

WAYS = {
    "neutral": {"rest": {}},
    "happiness": {
        # cheek raiser and lip corner puller (6 + 12), teeth shown (25)
        "teeth": {"mouthSmile": 1.15, "cheekSquint": 0.7, "eyeSquint": 0.2, "jawOpen": 0.2,
                  "mouthUpperUp": 0.45, "mouthLowerDown": 0.2, "browInnerUp": 0.4,
                  "browOuterUp": 0.25},
        "closed": {"mouthSmile": 1.25, "cheekSquint": 0.7, "eyeSquint": 0.2, "mouthDimple": 0.3,
                   "browInnerUp": 0.4, "browOuterUp": 0.25},
        "laugh": {"mouthSmile": 1.2, "cheekSquint": 0.9, "eyeSquint": 0.4, "jawOpen": 0.45,
                  "mouthUpperUp": 0.5, "mouthLowerDown": 0.15, "browInnerUp": 0.5,
                  "browOuterUp": 0.4},
    },
    "surprise": {
        # brows up (1 + 2), eyes wide (5), jaw dropped (26)
        "open": {"browInnerUp": 1.6, "browOuterUp": 0.95, "eyeWide": 1.3, "jawOpen": 0.75,
                 "mouthFunnel": 0.25, "mouthShrugLower": 0.2},
        "oh": {"browInnerUp": 1.6, "browOuterUp": 0.95, "eyeWide": 1.2, "jawOpen": 0.6,
               "mouthFunnel": 0.6},
    },
    "sadness": {
        # inner brows up (1 + 4), lip corners down (15), chin raised (17)
        "frown": {"browInnerUp": 1.6, "browOuterUp": -0.6, "mouthFrown": 1.5,
                  "mouthShrugLower": 0.6, "eyeBlink": 0.12, "eyeLookDown": 0.15},
        "pout": {"browInnerUp": 1.6, "browOuterUp": -0.6, "mouthFrown": 1.5, "mouthShrugLower": 1.0,
                 "mouthPucker": 0.25, "eyeBlink": 0.15, "eyeLookDown": 0.3},
        "cry": {"browInnerUp": 1.6, "browOuterUp": -0.6, "mouthFrown": 1.2, "mouthStretch": 0.4,
                "jawOpen": 0.12, "mouthLowerDown": 0.3, "eyeSquint": 0.6, "cheekSquint": 0.5},
    },
    "anger": {
        # brows lowered (4), lids tightened (7), upper lids raised (5), lips pressed (23, 24)
        "pressed": {"browDown": 1.5, "browInnerUp": -0.7, "browOuterUp": 0.45, "eyeWide": 0.35,
                    "eyeSquint": 0.4, "noseSneer": 0.5, "mouthPress": 0.8, "mouthFrown": 0.7,
                    "mouthShrugLower": 0.3, "mouthRollUpper": 0.3},
        "shout": {"browDown": 1.5, "browInnerUp": -0.7, "browOuterUp": 0.45, "eyeWide": 0.5,
                  "noseSneer": 0.8, "jawOpen": 0.5, "mouthUpperUp": 0.6, "mouthLowerDown": 0.7,
                  "mouthStretch": 0.3},
        "teeth": {"browDown": 1.5, "browInnerUp": -0.7, "browOuterUp": 0.45, "eyeWide": 0.45,
                  "noseSneer": 0.8, "jawOpen": 0.14, "mouthUpperUp": 0.7, "mouthLowerDown": 0.95,
                  "mouthStretch": 0.5, "mouthFrown": 0.2},
    },
    "disgust": {
        # nose wrinkled (9), upper lip raised (10), corners down (15)
        "lip": {"noseSneer": 1.6, "mouthUpperUp": 1.1, "browDown": 0.2, "browInnerUp": 0.3,
                "eyeSquint": 0.9, "cheekSquint": 0.9, "mouthFrown": 0.7, "mouthShrugLower": 0.4},
        "tongue": {"noseSneer": 1.6, "mouthUpperUp": 0.8, "browInnerUp": 0.5, "eyeSquint": 0.9,
                   "eyeBlink": 0.2, "cheekSquint": 0.9, "jawOpen": 0.4, "tongueOut": 1.2,
                   "mouthFrown": 0.6, "mouthLowerDown": 0.4},
    },
    "fear": {
        # brows up and together (1 + 2 + 4), eyes wide (5), lips stretched (20)
        "stretch": {"browInnerUp": 1.6, "browOuterUp": 0.2, "eyeWide": 1.2, "mouthStretch": 1.2,
                    "jawOpen": 0.2, "mouthLowerDown": 0.55, "mouthFrown": 0.3},
        "open": {"browInnerUp": 1.6, "browOuterUp": 0.3, "eyeWide": 1.2, "mouthStretch": 1.1,
                 "jawOpen": 0.5, "mouthLowerDown": 0.35, "mouthFrown": 0.25},
        "closed": {"browInnerUp": 1.6, "browOuterUp": 0.2, "eyeWide": 1.2, "mouthStretch": 1.3,
                   "mouthPress": 0.3, "jawOpen": 0.03},
    },
}


# A relaxed, dropped jaw leaves the lower teeth behind the lip; the movements alone would show them.
LOWER_TEETH_COVERED = {"surprise"}


def expression(emotion, way, strength):
    """The movements at a strength, limited to CLAMP."""
    return {name: min(CLAMP, value * strength) for name, value in WAYS[emotion][way].items()}
