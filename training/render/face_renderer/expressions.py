"""The expression of each emotion as strengths of the model's shapes.

The combinations follow the prototypes of the Facial Action Coding System: P. Ekman, W. V. Friesen and J. C. Hager,
"Facial Action Coding System: Investigator's Guide" (2002), table of emotion predictions, and EMFACS (W. V. Friesen
and P. Ekman, 1983); contempt after P. Ekman and W. V. Friesen, "A new pan-cultural facial expression of emotion"
(Motivation and Emotion 10, 1986). The action units (AU) are named next to each shape; the strengths were set by eye.
"""

PROTOTYPES: dict[str, dict[str, float]] = {
    "neutral": {},
    # AU 6 + 12 (25)
    "happiness": {
        "mouthSmile": 1.1,  # AU 12 lip corner puller
        "cheekSquint": 0.9,  # AU 6 cheek raiser
        "eyeSquint": 0.4,  # AU 6
        "mouthUpperUp": 0.35,  # AU 25 lips part
        "mouthLowerDown": 0.15,
        "jawOpen": 0.06,
    },
    # AU 1 + 2 + 5B + 26
    "surprise": {
        "browInnerUp": 1.0,  # AU 1 inner brow raiser
        "browOuterUp": 1.0,  # AU 2 outer brow raiser
        "eyeWide": 0.85,  # AU 5 upper lid raiser
        "jawOpen": 0.6,  # AU 26 jaw drop
        "mouthFunnel": 0.25,
    },
    # AU 1 + 4 + 15 (17)
    "sadness": {
        "browInnerUp": 1.0,  # AU 1
        "browDown": 0.35,  # AU 4 brow lowerer
        "mouthFrown": 1.0,  # AU 15 lip corner depressor
        "mouthShrugLower": 0.5,  # AU 17 chin raiser
        "eyeBlink": 0.2,  # drooping lids
        "eyeLookDown": 0.25,
        "mouthPress": 0.2,
    },
    # AU 4 + 5 + 7 + 23/24
    "anger": {
        "browDown": 1.8,  # AU 4
        "browInnerUp": -0.6,  # AU 4, drawn together: the inner ends lowest
        "browOuterUp": 0.2,
        "eyeSquint": 0.3,  # AU 7 lid tightener
        "eyeWide": 0.7,  # AU 5
        "noseSneer": 0.65,
        "mouthPress": 1.2,  # AU 24 lip pressor
        "mouthRollLower": 0.35,  # AU 23 lip tightener
        "mouthStretch": 0.3,
        "mouthShrugLower": 0.6,  # AU 17 chin raiser, which goes with pressed lips
    },
    # AU 9 + 10 + 15/16 (4, 7)
    "disgust": {
        "noseSneer": 1.25,  # AU 9 nose wrinkler
        "mouthUpperUp": 0.45,  # AU 10 upper lip raiser
        "browDown": 0.9,  # AU 4
        "eyeSquint": 0.75,  # AU 7
        "cheekSquint": 0.7,
        "mouthFrown": 0.8,  # AU 15
        "mouthShrugLower": 0.55,  # AU 17
    },
    # AU 1 + 2 + 4 + 5 + 20 + 25/26
    "fear": {
        "browInnerUp": 1.2,  # AU 1
        "browOuterUp": 0.5,  # AU 2
        "browDown": 0.35,  # AU 4
        "eyeWide": 1.0,  # AU 5
        "mouthStretch": 1.2,  # AU 20 lip stretcher
        "jawOpen": 0.22,  # AU 26
        "mouthLowerDown": 0.5,
    },
    # Unilateral AU 12 + 14
    "contempt": {
        "mouthSmile_L": 0.75,  # AU 12, one side
        "mouthDimple_L": 1.1,  # AU 14 dimpler
        "mouthUpperUp_L": 0.2,
        "cheekSquint_L": 0.4,
        "eyeSquint": 0.45,
        "mouthPress_R": 0.4,
        "browOuterUp_L": 0.5,
        "browDown_R": 0.4,
        "mouthLeft": 0.2,
    },
}
