"""The rule for bundled audio: quiet, even, without sudden onsets. Leveling, encoding and measuring.

Integrated loudness is −30 ± 1 LUFS, which a device set to "quiet conversation" plays at about 40 dB. Momentary loudness
is at most 10 LU above it, and the level never rises by more than 10 dB in 100 ms. Levels below SILENCE, about 20 dB at
the ear, are quieter than a quiet room and count as silence.
"""

import re
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

RATE = 32_000
LOUDNESS = -30.0
TOLERANCE = 1.0
MOST_MOMENTARY = 10.0
MOST_ONSET = 10.0
SILENCE = -50.0
WINDOW = 0.1
# The initial limit for soften. It is lower than the rule's, because soften uses other windows and coding blurs the
# signal.
RISE = 6.5


def levels(samples, rate=RATE, window=WINDOW, hop=0.02):
    """Levels in dBFS of windows that begin every `hop` seconds, not below SILENCE."""
    size, step = int(window * rate), int(hop * rate)
    padded = np.concatenate([np.zeros(size), samples, np.zeros(size)])
    total = np.concatenate([[0], np.cumsum(padded**2)])
    power = (total[size::step] - total[:-size:step]) / size
    return np.maximum(10 * np.log10(power + 1e-12), SILENCE)


def steepest_onset(samples, rate=RATE):
    """The largest rise of the level in 100 ms, in dB."""
    found = levels(samples, rate)
    shift = round(WINDOW / 0.02)
    return float(np.max(found[shift:] - found[:-shift]))


def soften(samples, rate=RATE, rise=RISE):
    """Limits every rise of the level to `rise` dB in 100 ms. The samples must have their final loudness."""
    hop = int(0.005 * rate)
    count = len(samples) // hop + 1
    total = np.concatenate([[0], np.cumsum(samples**2)])
    middle = np.arange(count) * hop
    first, last = np.maximum(middle - 2 * hop, 0), np.minimum(middle + 2 * hop, len(samples))
    level = np.maximum(10 * np.log10((total[last] - total[first]) / (4 * hop) + 1e-12), SILENCE)
    allowed = np.empty(count)
    reached = SILENCE
    fall = 0.005 * 250
    for k in range(count):
        reached = min(level[k], reached + rise / 20) if level[k] > reached else max(level[k], reached - fall)
        allowed[k] = reached
    gain = np.minimum(0, allowed - level)
    # A gain that is already active at the start of a sound and changes smoothly.
    gain = np.array([gain[max(0, k - 1) : k + 2].min() for k in range(count)])
    smooth = np.interp(np.arange(len(samples)), np.arange(count) * hop, gain)
    return samples * 10 ** (smooth / 20)


def measure(path):
    """Measures a file: integrated and maximum momentary loudness (LUFS), steepest onset (dB in 100 ms), and seconds."""
    command = [
        "ffmpeg",
        "-hide_banner",
        "-nostats",
        "-i",
        str(path),
        "-af",
        "ebur128=framelog=verbose",
        "-f",
        "null",
        "-",
    ]
    out = subprocess.run(
        [*command[:1], "-loglevel", "verbose", *command[1:]], capture_output=True, text=True, check=True
    ).stderr
    integrated = float(re.search(r"I:\s+(-?[\d.]+) LUFS", out[out.rindex("Summary:") :])[1])
    momentary = max(float(value) for value in re.findall(r" M:\s*(-?[\d.]+)", out))
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(path), "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"],
        capture_output=True,
        check=True,
    ).stdout
    samples = np.frombuffer(raw, np.float32)
    return {
        "loudness": integrated,
        "momentary": momentary,
        "onset": round(steepest_onset(samples), 1),
        "seconds": round(len(samples) / RATE, 2),
    }


def problems(found):
    """The rules that a measured file violates."""
    broken = []
    if abs(found["loudness"] - LOUDNESS) > TOLERANCE:
        broken.append(f"{found['loudness']} LUFS, not {LOUDNESS} ± {TOLERANCE}")
    if found["momentary"] - found["loudness"] > MOST_MOMENTARY:
        broken.append(f"momentary loudness {found['momentary']} LUFS, over {MOST_MOMENTARY} LU above the whole")
    if found["onset"] > MOST_ONSET:
        broken.append(f"rises by {found['onset']} dB in 100 ms, over {MOST_ONSET}")
    return broken


def _write_wave(path, samples, rate):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def encode(samples, path, rate=RATE, bits="64k"):
    """Levels and softens samples and writes them as M4A: AAC, mono."""
    samples = samples / max(1e-9, float(np.abs(samples).max())) * 0.1
    gain, rise = 0.0, RISE
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.wav"
        for _ in range(9):
            _write_wave(raw, soften(samples * 10 ** (gain / 20), rate, rise), rate)
            subprocess.run(
                [
                    "ffmpeg",
                    "-v",
                    "error",
                    "-y",
                    "-i",
                    str(raw),
                    "-c:a",
                    "aac",
                    "-b:a",
                    bits,
                    "-map_metadata",
                    "-1",
                    "-fflags",
                    "+bitexact",
                    "-flags:a",
                    "+bitexact",
                    "-movflags",
                    "+faststart",
                    str(path),
                ],
                check=True,
            )
            found = measure(path)
            if abs(found["loudness"] - LOUDNESS) < 0.3 and found["onset"] <= MOST_ONSET:
                break
            if found["onset"] > MOST_ONSET - 0.5:
                rise *= 0.85
            gain += LOUDNESS - found["loudness"]
    broken = problems(found)
    if broken:
        raise SystemExit(f"{path.name}: {'; '.join(broken)}. Make the sound more even.")
    return found
