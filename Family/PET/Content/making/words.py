"""Words for children: the emotions. Writes languages/en/emotions.json.

    python words.py
"""

import json
from pathlib import Path

CONTENT = Path(__file__).resolve().parent.parent

EMOTIONS = {"happiness": "happy", "sadness": "sad", "anger": "angry", "surprise": "surprised",
            "fear": "scared", "disgust": "disgusted", "neutral": "calm", "contempt": "mocking"}
TAUGHT = [emotion for emotion in EMOTIONS if emotion != "contempt"]

# The visible features, for a revealed answer and for parents' pages.
ABOUT = {
    "happiness": "The mouth goes up. The cheeks go up too.",
    "sadness": "The mouth goes down. The eyebrows go up in the middle.",
    "anger": "The eyebrows go down. The eyes look hard.",
    "surprise": "The eyebrows go up. The eyes and the mouth are open.",
    "fear": "The eyes are wide. The mouth is pulled to the sides.",
    "disgust": "The nose is wrinkled. The top lip goes up.",
    "neutral": "The face is at rest. Nothing is pulled up or down.",
}


def catalogue():
    texts, spoken = {}, []
    for emotion, word in EMOTIONS.items():
        texts[f"emotion.{emotion}"] = word
        if emotion not in TAUGHT:
            continue
        for who, name in (("she", "She"), ("he", "He"), ("i", "I")):
            verb = "feel" if who == "i" else "feels"
            texts[f"emotion.{emotion}.{who}"] = f"{name} {verb} {word}."
        texts[f"emotion.{emotion}.sentence"] = f"This face is {word}."
        texts[f"emotion.{emotion}.about"] = ABOUT[emotion]
        texts[f"revealed.{emotion}"] = f"This is {word}. We will look at it again later."
        spoken += [f"emotion.{emotion}", f"emotion.{emotion}.sentence", f"emotion.{emotion}.about",
                   f"revealed.{emotion}"]
    texts["revealed.answer"] = "Here is the answer. We will look at it again later."
    spoken.append("revealed.answer")
    return {"texts": texts, "spoken": spoken}


def main():
    file = CONTENT / "languages/en/emotions.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(catalogue(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
