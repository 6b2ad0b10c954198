"""Levels 1 and 2: clear cartoon faces on Open Peeps heads.

    python cartoons.py        draws the pictures that are missing (--all: all)
"""

import io
import subprocess
import sys
from pathlib import Path

from PIL import Image

import peeps
from faces import FACES
from question import Question, said_of

CONTENT = Path(__file__).resolve().parent.parent
VIEW = (84, 34, 600)  # left, top and side of the visible part of the style's canvas
ORIGIN = "dicebear-styles 10.6.0, Open Peeps by Pablo Stanley"

# head, person, description
BOYS = [("short1", "boy", "short black hair"), ("twists2", "boy", "curly black hair"),
        ("short5", "boy", "black hair"), ("hatBeanie", "boy", "a woolly hat"),
        ("short4", "boy", "wavy hair"), ("flatTop", "boy", "flat black hair"),
        ("grayShort", "boy", "combed hair"), ("short2", "boy", "very short hair"),
        ("twists", "boy", "twisted hair"), ("pomp", "boy", "a big tuft of hair"),
        ("shaved2", "boy", "short curly hair"), ("dreads2", "boy", "long locks")]
GIRLS = [("bangs", "girl", "a fringe"), ("mediumBangs", "girl", "black hair and a fringe"),
         ("buns", "girl", "five little buns"), ("medium2", "girl", "black hair"),
         ("cornrows2", "girl", "a long plait"), ("mediumBangs2", "girl", "curly hair"),
         ("bangs2", "girl", "straight black hair"), ("longBangs", "girl", "long black hair"),
         ("bantuKnots", "girl", "little knots of hair"), ("medium3", "girl", "long dark hair"),
         ("afro", "girl", "round curly hair"), ("mediumBangs3", "girl", "black hair in a tail")]
GROWN = [("hijab", "woman", "a headscarf"), ("turban", "man", "a turban"),
         ("grayBun", "woman", "a bun"), ("noHair1", "man", "no hair"),
         ("long", "woman", "long black hair"), ("shaved1", "man", "short black hair"),
         ("grayMedium", "woman", "hair tied behind"), ("short3", "man", "dark hair")]

SKINS = ["#ffdbb4", "#ae5d29", "#edb98a", "#84593f", "#d08b5b", "#f4c9a4", "#8d5a3b"]
DARK_SKINS = {"#ae5d29", "#84593f", "#8d5a3b"}
CLOTHES = [("#8fa7df", "blue"), ("#78c98a", "green"), ("#ffcf77", "yellow"), ("#d98cc4", "pink"),
           ("#e78276", "red"), ("#7fc7c9", "light blue"), ("#b79be0", "purple")]
HAIRS = ["#2c1b18", "#a55728", "#d6b370", "#724133", "#c93305", "#4a312c", "#b58143"]
WALLS = ["#eaf1f6", "#f6efe2", "#e9f3ea", "#f3ecf6", "#f7ebe7", "#eef0e3", "#e6f2f2"]
GRAY_HEADS = {"grayBun", "grayMedium"}

# The faces of each emotion: drawn here, or ":name" for one of Open Peeps' own.
SHOWN = {
    "happiness": ["happy-grin", "happy-smile", "happy-shut", "happy-laugh"],
    "sadness": ["sad-tear", "sad-frown", "sad-dots", "sad-shut"],
    "anger": ["angry-shout", ":veryAngry", "angry-teeth", "angry-press", ":rage"],
    "surprise": ["surprised-big", "surprised-dots", "surprised-oh"],
    "fear": ["scared-sweat", "scared-teeth", "scared-open", "scared-tremble", ":hectic"],
    "disgust": ["disgusted-tongue", "disgusted-shut"],
    "neutral": ["calm-rest", "calm-plain"],
}
TIPS = {
    "happy-grin": "{P} mouth is open in a big smile.",
    "happy-smile": "{P} mouth goes up at both ends.",
    "happy-shut": "{P} mouth goes up at both ends.",
    "happy-laugh": "{P} eyes are closed and {s} is laughing.",
    "sad-tear": "There is a tear under {p} eye.",
    "sad-frown": "{P} mouth goes down at both ends.",
    "sad-dots": "{P} eyebrows slope down to the sides. {P} mouth goes down.",
    "sad-shut": "{P} eyes are closed. {P} mouth goes down.",
    "angry-shout": "{P} eyebrows are low and {s} is shouting.",
    ":veryAngry": "{P} eyebrows are low. {P} mouth goes down.",
    "angry-teeth": "{P} eyebrows are low. {S} presses {p} teeth together.",
    "angry-press": "{P} eyebrows are low. {P} mouth is shut tight.",
    ":rage": "{P} eyebrows are low and {s} is shouting.",
    "surprised-big": "{P} eyebrows are up. {P} mouth is round and open.",
    "surprised-dots": "{P} eyebrows are up. {P} mouth is round and open.",
    "surprised-oh": "{P} eyes are wide. {P} mouth is round.",
    "scared-sweat": "{P} eyes are very wide. There is a drop of sweat.",
    "scared-teeth": "{P} eyes are very wide. {P} eyebrows go up in the middle.",
    "scared-open": "{P} eyes are very wide. {P} mouth is pulled to the sides.",
    "scared-tremble": "{P} eyes are very wide. {P} mouth is shaking.",
    ":hectic": "{P} eyes are very wide. {P} teeth are pressed together.",
    "disgusted-tongue": "{P} nose is wrinkled. {P} tongue is out.",
    "disgusted-shut": "{P} eyes are shut tight. {P} tongue is out.",
    "calm-rest": "{P} mouth is straight. {P} eyebrows are at rest.",
    "calm-plain": "{P} mouth is straight. {P} eyes are at rest.",
}
PROMPTS = ["How does the {w} feel?", "Look at the {w}. How does {s} feel?",
           "How is the {w} feeling?", "What does the {w} feel?"]
POINTS = {"eyes": (116, 84, 0.17), "mouth": (128, 202, 0.14), "nose": (132, 128, 0.12),
          "tear": (46, 132, 0.13)}
# Faces whose tip describes another part than those of their emotion.
TOLD = {"sad-tear": "tear"}
WHERE = {"happiness": "mouth", "sadness": "mouth", "anger": "eyes", "surprise": "mouth",
         "fear": "eyes", "disgust": "nose", "neutral": "mouth"}

# Number of faces of each emotion, and their distractors in turn: distant emotions first, similar ones last.
PLAN = {
    1: {"happiness": (7, [("sadness", "anger"), ("anger", "surprise"), ("sadness", "surprise")]),
        "sadness": (7, [("happiness", "surprise"), ("happiness", "anger")]),
        "anger": (6, [("happiness", "surprise"), ("happiness", "sadness")]),
        "surprise": (6, [("sadness", "happiness"), ("anger", "sadness"), ("anger", "happiness")])},
    2: {"fear": (6, [("happiness", "neutral"), ("happiness", "anger"), ("disgust", "happiness"),
                     ("anger", "happiness"), ("neutral", "disgust"), ("anger", "surprise")]),
        "disgust": (5, [("happiness", "surprise"), ("happiness", "neutral"),
                        ("surprise", "neutral"), ("fear", "happiness"), ("surprise", "sadness")]),
        "neutral": (5, [("happiness", "anger"), ("surprise", "anger"), ("fear", "happiness"),
                        ("disgust", "surprise"), ("sadness", "happiness")]),
        "happiness": (3, [("fear", "disgust"), ("disgust", "neutral"), ("surprise", "neutral")]),
        "sadness": (3, [("happiness", "disgust"), ("surprise", "fear"), ("neutral", "happiness")]),
        "anger": (2, [("fear", "happiness"), ("surprise", "neutral")]),
        "surprise": (2, [("neutral", "disgust"), ("fear", "sadness")])},
}
# Pictures as answers: the prompt, the right question's picture, and the two others.
CHOICES = {
    1: [("happiness", "Which face is happy?", ["sadness", "anger"]),
        ("sadness", "Which face is sad?", ["happiness", "surprise"]),
        ("anger", "Which face is angry?", ["happiness", "sadness"]),
        ("surprise", "Which face is surprised?", ["sadness", "happiness"]),
        ("happiness", "Who is happy?", ["surprise", "anger"]),
        ("anger", "Who is angry?", ["surprise", "happiness"])],
    2: [("fear", "Which face is scared?", ["happiness", "neutral"]),
        ("disgust", "Which face is disgusted?", ["happiness", "surprise"]),
        ("neutral", "Which face is calm?", ["anger", "fear"]),
        ("fear", "Who is scared?", ["disgust", "happiness"]),
        ("disgust", "Who is disgusted?", ["neutral", "sadness"]),
        ("neutral", "Who is calm?", ["disgust", "surprise"])],
}
CHOICE_TIPS = {
    "happiness": "Look for a mouth that goes up.", "sadness": "Look for a mouth that goes down.",
    "anger": "Look for eyebrows that are low.", "surprise": "Look for a round, open mouth.",
    "fear": "Look for very wide eyes.", "disgust": "Look for a wrinkled nose.",
    "neutral": "Look for a straight mouth and calm eyes.",
}


def place(point):
    """A point of the face's box as fractions of the picture."""
    x, y, radius = POINTS[point]
    left, top, side = VIEW
    return {"x": round((351 + x - left) / side, 3), "y": round((275 + y - top) / side, 3),
            "radius": radius}


def _looks(number):
    """The person in the n-th picture: heads, skins and clothes repeat after different numbers of pictures."""
    kind = (BOYS, GIRLS, GIRLS, BOYS, GROWN)[number % 5]
    turn = number // 5
    offset = {0: 0, 1: 0, 2: 6, 3: 6, 4: 0}[number % 5]
    head, word, hair = kind[(turn + offset) % len(kind)]
    return head, word, hair, number


def drawings():
    """The picture of each question with a single face, as file -> SVG."""
    files, questions, number = {}, [], 0
    for level, plan in PLAN.items():
        for emotion, (count, distractors) in plan.items():
            for k in range(count):
                head, word, hair, n = _looks(number)
                number += 1
                face = SHOWN[emotion][k % len(SHOWN[emotion])]
                cloth, color = CLOTHES[(n * 3 + level) % len(CLOTHES)]
                own = {"expression": face[1:]} if face.startswith(":") else {"face": FACES[face]}
                skin = SKINS[(n * 2 + level) % len(SKINS)]
                hair_color = HAIRS[0 if skin in DARK_SKINS else n % len(HAIRS)]
                if head in GRAY_HEADS:
                    hair_color = "#c9c4c0"
                content = peeps.peep(head, skin=skin, hair=hair_color, clothing=cloth, **own)
                id = f"l{level}-{emotion}-{k + 1:02}"
                left, top, side = VIEW
                files[f"pictures/{id}.webp"] = peeps.svg(
                    content, background=WALLS[n % len(WALLS)], view=f"{left} {top} {side} {side}")
                answers = [emotion, *distractors[k % len(distractors)]]
                questions.append(Question(
                    id=id, level=level, emotion=emotion, form="cartoon",
                    person=f"cartoon-{number:02}",
                    picture=f"pictures/{id}.webp",
                    answers=[{"id": a, "emotion": a} for a in answers], right=emotion,
                    prompt=said_of(word, PROMPTS[n % len(PROMPTS)]),
                    tip=said_of(word, TIPS[face]),
                    description=f"A drawing of a {word} with {hair} and a {color} shirt.",
                    point=place(TOLD.get(face, WHERE[emotion])), origin=ORIGIN, maker="cartoons.py", seed=None))
    return files, questions


def choices(singles):
    """Questions whose answers are pictures of other questions."""
    used, result = {}, []
    for level, listed in CHOICES.items():
        for emotion, prompt, others in listed:
            picks = {}
            for wanted in [emotion, *others]:
                # A level shows its own pictures. The first of them are used as single faces.
                own = [q for q in singles if q.emotion == wanted and q.level == level]
                turn = used.get((level, wanted), 0)
                used[level, wanted] = turn + 1
                picks[wanted] = own[-1 - turn % len(own)]
            count = 1 + sum(q.emotion == emotion and q.level == level for q in result)
            total = PLAN[level][emotion][0] + count
            result.append(Question(
                id=f"l{level}-{emotion}-{total:02}", level=level, emotion=emotion, form="cartoon",
                person=picks[emotion].person, prompt=prompt, tip=CHOICE_TIPS[emotion],
                description="Three drawings of faces. Choose one.",
                answers=[{"id": f"face-{p.id}", "picture": p.picture} for p in picks.values()],
                right=f"face-{picks[emotion].id}", point=place(WHERE[emotion]),
                about={f"face-{p.id}": p.description for p in picks.values()}))
    return result


def questions():
    singles = drawings()[1]
    return singles + choices(singles)


def raster(svg, size=600):
    out = subprocess.run(["rsvg-convert", "-w", str(size), "-h", str(size)], input=svg.encode(),
                         capture_output=True, check=True).stdout
    return Image.open(io.BytesIO(out)).convert("RGB")


def main():
    for name, svg in drawings()[0].items():
        file = CONTENT / name
        if file.exists() and "--all" not in sys.argv:
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        raster(svg).save(file, "WEBP", quality=80, method=6)


if __name__ == "__main__":
    main()
