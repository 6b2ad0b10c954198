"""Checks with a speech recognizer that each recorded allergy, Yes and No is recognized as its own word.

    python tell_apart.py

Needs ffmpeg and PyPI's pocketsphinx, whose wheel includes an English model. Spanish words are spelled in the model's
English sounds. The vocabulary is closed, so this finds swapped, cut and unintelligible clips, but not an accent.
"""

import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

from pocketsphinx import Decoder

WEB = Path(__file__).resolve().parent.parent.parent / "Web"
RATE = 16_000
SOUNDS = {
    "a": "AA",
    "e": "EH",
    "i": "IY",
    "o": "OW",
    "u": "UW",
    "b": "B",
    "v": "B",
    "p": "P",
    "t": "T",
    "d": "D",
    "k": "K",
    "f": "F",
    "s": "S",
    "z": "S",
    "m": "M",
    "n": "N",
    "l": "L",
    "r": "R",
    "j": "HH",
    "y": "Y",
    "w": "W",
    "x": "K S",
}


def spanish(word):
    """Returns the sounds of a Spanish word, with seseo and identical b and v."""
    word = word.replace("ñ", "ny").replace("ch", "[CH]").replace("ll", "y").replace("rr", "r").replace("qu", "k")
    word = "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
    word = re.sub("g(?=[ei])", "j", word.replace("h", "")).replace("gu", "g").replace("g", "[G]")
    word = re.sub("c(?=[ei])", "s", word).replace("c", "k")
    parts = re.findall(r"\[(\w+)\]|(\w)", word)
    return " ".join(sound or SOUNDS[sign] for sound, sign in parts)


def listener(language, words):
    """Returns a recognizer for these words, and a map from its results to the words."""
    decoder = Decoder(samprate=RATE, loglevel="FATAL", lm=None)
    answers, known = {}, set()
    for key, text in words.items():
        if language == "en":
            answers[text] = key
            continue
        tokens = []
        for word in text.split():
            token = "x" + word.encode().hex()
            if token not in known:
                decoder.add_word(token, spanish(word), True)
            known.add(token)
            tokens.append(token)
        answers[" ".join(tokens)] = key
    decoder.add_jsgf_string("words", f"#JSGF V1.0; grammar words; public <word> = {' | '.join(answers)};")
    decoder.activate_search("words")
    return decoder, answers


def heard(decoder, answers, clip):
    command = ["ffmpeg", "-v", "error", "-i", clip, "-af", "adelay=300,apad=pad_dur=0.4"]
    command += ["-ar", str(RATE), "-ac", "1", "-f", "s16le", "-"]
    decoder.start_utt()
    decoder.process_raw(subprocess.run(command, capture_output=True, check=True).stdout, full_utt=True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    return answers.get(hypothesis.hypstr) if hypothesis else None


def main():
    wrong = 0
    for language in ("en", "es"):
        say = json.loads((WEB / f"languages/{language}.json").read_text(encoding="utf-8"))["say"]
        words = {
            key: re.sub(r"[^\w ]", "", text.lower())
            for key, text in say.items()
            if key.startswith("allergen.") or key in ("yes", "no")
        }
        decoder, answers = listener(language, words)
        for voice in ("female", "male"):
            for key in words:
                found = heard(decoder, answers, WEB / f"voices/{language}/{voice}/{key}.mp3")
                if found != key:
                    wrong += 1
                    print(f"{language}/{voice}/{key}.mp3 is heard as {found}")
        print(f"{language}: {2 * len(words)} clips")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
