"""Sound files: trimming, loudness, MP3, and measurement with ffmpeg."""

import re
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

from kokoro import SAMPLE_RATE

LOUDNESS = -16.0
PEAK = -2.5


def measure(path):
    """Integrated loudness in LUFS (EBU R128) and true peak in dBTP.

    Clips are looped to several seconds first, because the gate of R128 needs blocks of 400 ms.
    """
    out = subprocess.run(
        [
            "ffmpeg",
            "-hide_banner",
            "-nostats",
            "-stream_loop",
            "9",
            "-i",
            str(path),
            "-af",
            "ebur128=peak=true",
            "-f",
            "null",
            "-",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    summary = out[out.rindex("Summary:") :]
    return (
        float(re.search(r"I:\s+(-?[\d.]+) LUFS", summary)[1]),
        float(re.search(r"Peak:\s+(-?[\d.]+|-inf) dBFS", summary)[1]),
    )


def trimmed(samples, before=0.015, after=0.16, threshold=0.008):
    """Trims silence and fades both ends. Speech begins within 20 ms."""
    loud = np.flatnonzero(np.abs(samples) > threshold)
    if len(loud) == 0:
        raise SystemExit("The voice model answered with silence.")
    first = max(0, loud[0] - int(before * SAMPLE_RATE))
    last = min(len(samples), loud[-1] + int(after * SAMPLE_RATE))
    cut = samples[first:last].copy()
    fade = int(0.005 * SAMPLE_RATE)
    cut[:fade] *= np.linspace(0, 1, fade)
    cut[-fade:] *= np.linspace(1, 0, fade)
    return cut


def last_phrase(samples, pause=0.07, threshold=0.01):
    """Returns the samples after the last pause, or None if there is no pause."""
    loud = np.flatnonzero(np.abs(samples) > threshold)
    gaps = np.flatnonzero(np.diff(loud) > pause * SAMPLE_RATE)
    # A pause within the last 0.2 s is the closure of a consonant.
    gaps = [gap for gap in gaps if loud[-1] - loud[gap + 1] > 0.2 * SAMPLE_RATE]
    return samples[loud[gaps[-1] + 1] - int(0.02 * SAMPLE_RATE) :] if gaps else None


def encode(samples, path):
    """Normalizes to LOUDNESS, limits to PEAK and writes MP3: mono, 24 kHz, 40 kbit/s."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.wav"
        scaled = samples / max(1e-6, np.abs(samples).max()) * 0.5
        with wave.open(str(raw), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes((np.clip(scaled, -1, 1) * 32767).astype("<i2").tobytes())
        gain = LOUDNESS - measure(raw)[0]
        limit = 10 ** ((PEAK - 0.5) / 20)
        path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(3):  # The limiter lowers the level a little; the next pass compensates.
            subprocess.run(
                [
                    "ffmpeg",
                    "-hide_banner",
                    "-loglevel",
                    "error",
                    "-y",
                    "-i",
                    str(raw),
                    "-af",
                    "highpass=f=90,"
                    "acompressor=threshold=0.125:ratio=2.5:attack=4:release=80,"
                    f"volume={gain:.2f}dB,alimiter=limit={limit:.4f}:level=false:attack=2:release=40",
                    "-ar",
                    str(SAMPLE_RATE),
                    "-ac",
                    "1",
                    "-codec:a",
                    "libmp3lame",
                    "-b:a",
                    "40k",
                    "-map_metadata",
                    "-1",
                    "-fflags",
                    "+bitexact",
                    "-flags:a",
                    "+bitexact",
                    "-write_xing",
                    "0",
                    "-id3v2_version",
                    "0",
                    str(path),
                ],
                check=True,
            )
            gain += LOUDNESS - measure(path)[0]
