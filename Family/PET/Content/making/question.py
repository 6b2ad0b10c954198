"""A question as the scripts define it, and its conversion to questions.json and the catalog."""

from dataclasses import dataclass, field

PRONOUNS = {"boy": "he", "man": "he", "grandpa": "he", "girl": "she", "woman": "she",
            "grandma": "she", "baby": "it"}
FORMS = {"he": {"s": "he", "S": "He", "p": "his", "P": "His", "o": "him"},
         "she": {"s": "she", "S": "She", "p": "her", "P": "Her", "o": "her"},
         "it": {"s": "it", "S": "It", "p": "its", "P": "Its", "o": "it"}}


def said_of(word, text):
    """Fills in {w} (boy) and its pronouns {s} {S} {p} {P} {o}."""
    return text.format(w=word, **FORMS[PRONOUNS[word]])


@dataclass
class Question:
    id: str
    level: int
    emotion: str
    form: str
    person: str
    answers: list          # dicts: {"id", "emotion"}, {"id", "text": words} or {"id", "picture"}
    right: str
    prompt: str
    tip: str
    description: str
    picture: str = None
    part: str = "whole"
    strength: float = 1.0
    probe: bool = False
    plausible: list = field(default_factory=list)  # other emotions that a reader saw in the picture
    point: dict = None
    origin: str = ""       # package and version that the picture comes from
    maker: str = ""        # the script that draws it
    seed: int = None
    about: dict = field(default_factory=dict)  # answer id -> description of a picture answer

    def entry(self):
        answers = []
        for answer in self.answers:
            shown = {"id": answer["id"]}
            if "emotion" in answer:
                shown["emotion"] = answer["emotion"]
            elif "picture" in answer:
                shown["picture"] = answer["picture"]
            else:
                shown["text"] = True
            answers.append(shown)
        entry = {"id": self.id, "level": self.level, "emotion": self.emotion, "form": self.form,
                 "part": self.part, "strength": self.strength, "person": self.person,
                 "probe": self.probe, "picture": self.picture, "answers": answers,
                 "right": self.right, "point": self.point}
        return entry | ({"plausible": self.plausible} if self.plausible else {})

    def texts(self):
        """The catalog's entries, and those of them that are spoken."""
        start = f"question.{self.id}"
        texts = {f"{start}.prompt": self.prompt, f"{start}.tip": self.tip,
                 f"{start}.description": self.description}
        spoken = [f"{start}.prompt", f"{start}.tip"]
        for answer in self.answers:
            key = f"{start}.answer.{answer['id']}"
            if "text" in answer:
                texts[key] = answer["text"]
                spoken.append(key)
            elif "picture" in answer:
                texts[key] = self.about[answer["id"]]
        return texts, spoken


def checked(questions):
    """Checks the questions for typical mistakes of their authors and returns them."""
    answers_at = {1: 3, 2: 3, 3: 4, 4: 4, 5: 5}
    seen = set()
    for q in questions:
        ids = [answer["id"] for answer in q.answers]
        problems = []
        if q.id in seen:
            problems.append("duplicate id")
        if len(ids) != answers_at[q.level]:
            problems.append(f"expected {answers_at[q.level]} answers, found {len(ids)}")
        if len(set(ids)) != len(ids):
            problems.append("duplicate answer id")
        if ids.count(q.right) != 1:
            problems.append("the right answer must be among the answers exactly once")
        if any("{" in text for text in q.texts()[0].values()):
            problems.append("a text contains a placeholder that was not filled")
        if problems:
            raise SystemExit(f"{q.id}: {', '.join(problems)}.")
        seen.add(q.id)
    return questions
