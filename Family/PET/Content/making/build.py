"""Writes questions.json and the questions' catalog from the scripts of the levels.

    python build.py [--ahead]

A question whose picture is not there is left out and said so;
`--ahead` takes it in all the same, so that its narration can be recorded while pictures are rendered.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import cartoons
import people_questions
import situations
from question import checked

CONTENT = Path(__file__).resolve().parent.parent


READINGS = CONTENT / "making/readings.json"
EMOTIONS = ["happiness", "sadness", "anger", "surprise", "fear", "disgust", "neutral"]


def all_questions():
    questions = checked(cartoons.questions() + people_questions.questions() + situations.questions())
    return with_readings(questions, json.loads(READINGS.read_text(encoding="utf-8"))["pictures"])


def with_readings(questions, readings):
    """The questions with the emotions that a reader saw in their pictures; none of them is a wrong answer."""
    plausible = {}
    for q in questions:
        if not q.picture:
            continue
        name = Path(q.picture).stem
        readers = readings.get(name, [])
        if len(readers) < 2 and "--ahead" not in sys.argv:
            raise SystemExit(f"{q.picture}: two people must read it first; see README.md.")
        seen = {emotion for marks in readers for emotion in marks}
        if not all(q.emotion in marks for marks in readers):
            raise SystemExit(f"{q.id}: a reader did not see {q.emotion}. Choose another picture.")
        plausible[q.picture] = q.plausible = [e for e in EMOTIONS if e in seen - {q.emotion}]
        refuse(q, [answer["id"] for answer in q.answers if answer.get("emotion") in q.plausible])
    for q in questions:
        refuse(q, [answer["id"] for answer in q.answers
                   if answer["id"] != q.right and q.emotion in plausible.get(answer.get("picture"), [])])
    return questions


def refuse(question, wrong):
    if wrong:
        raise SystemExit(f"{question.id}: a reader saw {', '.join(wrong)} as right. Choose other wrong answers.")


def shown(questions):
    """The questions whose pictures all exist."""
    kept = []
    for q in questions:
        files = [q.picture] if q.picture else []
        files += [answer["picture"] for answer in q.answers if "picture" in answer]
        missing = [file for file in files if not (CONTENT / file).exists()]
        if missing:
            print(f"left out: {q.id}, {missing[0]} does not exist", file=sys.stderr)
        else:
            kept.append(q)
    return kept


def main():
    questions = all_questions()
    if "--ahead" not in sys.argv:
        questions = shown(questions)
    texts, spoken = {}, []
    for q in questions:
        own, aloud = q.texts()
        texts.update(own)
        spoken += aloud
    write(CONTENT / "questions.json", {"version": 1, "questions": [q.entry() for q in questions]})
    write(CONTENT / "languages/en/questions.json", {"texts": texts, "spoken": spoken})
    for level in range(1, 6):
        own = [q for q in questions if q.level == level]
        emotions = dict(Counter(q.emotion for q in own))
        print(f"level {level}: {len(own)} questions, {sum(q.probe for q in own)} probes, {emotions}")


def write(file, value):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
