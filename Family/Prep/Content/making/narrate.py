"""Records the story of every panorama with the voice of Express²'s narration, at the loudness of Prep.

    python narrate.py --voices FOLDER [--experience dentist]

FOLDER contains Kokoro's `kokoro-voice-af_heart.bin`. Clips are in `narration`, with `clips.json`. A clip is re-recorded
only if its text changed. Whisper transcribes each clip; misunderstood clips are spoken again at other speeds.
"""

import argparse
import importlib
import json
import sys
import tempfile
from pathlib import Path

import loudness

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent.parent.parent / "Express/Content/making"))

from kokoro import SAMPLE_RATE, Voice  # noqa: E402
from sound import trimmed  # noqa: E402
from speak import Listener, distance, words  # noqa: E402

VOICE = "af_heart"
SPEEDS = [0.92, 0.86, 0.98]
LIMIT = 0.15


def heard_error(listener, clip, text):
    """Transcribes a clip; returns the text and the share of words that differ."""
    segments, _ = listener.model.transcribe(
        str(clip), language="en", beam_size=5, temperature=0, condition_on_previous_text=False
    )
    heard = " ".join(segment.text.strip() for segment in segments)
    expected = words(text)
    return heard, distance(expected, words(heard)) / len(expected)


def record(voice, listener, text, target):
    """Speaks a text until Whisper understands it; keeps the best clip."""
    best = None
    with tempfile.TemporaryDirectory() as folder:
        for speed in SPEEDS:
            clip = Path(folder) / f"{speed}.m4a"
            found = loudness.encode(trimmed(voice.speak(text, speed)), clip, SAMPLE_RATE, "48k")
            heard, error = heard_error(listener, clip, text)
            if best is None or error < best[0]:
                best = (
                    error,
                    {"text": text, "speed": speed, "error": round(error, 3), "heard": heard, **found},
                    clip.read_bytes(),
                )
            if error <= LIMIT:
                break
    target.write_bytes(best[2])
    return best[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--voices", type=Path, required=True)
    parser.add_argument("--experience", action="append", required=True)
    options = parser.parse_args()
    folder = HERE / "narration"
    folder.mkdir(exist_ok=True)
    report = folder / "clips.json"
    known = json.loads(report.read_text()) if report.exists() else {}
    voice = listener = None
    for key in options.experience:
        for panorama in importlib.import_module(key).EXPERIENCE.panoramas:
            name = f"{key}-{panorama.key}.m4a"
            if known.get(name, {}).get("text") == panorama.story and (folder / name).exists():
                continue
            listener = listener or Listener()
            voice = voice or Voice(options.voices / f"kokoro-voice-{VOICE}.bin", "en")
            known[name] = record(voice, listener, panorama.story, folder / name)
            print(f"{name}: {known[name]}", flush=True)
            report.write_text(json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
