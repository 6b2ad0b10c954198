"""The four sounds, made with sox: soft attack, no harsh overtones, levelled to -23 LUFS.

    python sounds.py         writes sounds/{press,right,wrong,reward}.mp3
"""

import re
import subprocess
import tempfile
from pathlib import Path

CONTENT = Path(__file__).resolve().parent.parent
LOUDNESS = -23.0

# Start, length, pitch (s, s, Hz) and amplitude of each note; a note is a sine with a quiet octave.
NOTES = {
    "press": [(0.0, 0.12, 440.0, 1.0)],
    "right": [(0.0, 0.34, 523.25, 0.8), (0.13, 0.34, 659.26, 0.8), (0.26, 0.52, 783.99, 0.9)],
    "wrong": [(0.0, 0.36, 349.23, 0.8), (0.2, 0.5, 293.66, 0.8)],
    "reward": [(0.0, 0.4, 523.25, 0.7), (0.16, 0.4, 659.26, 0.7), (0.32, 0.4, 783.99, 0.7),
               (0.48, 0.5, 1046.5, 0.6), (0.74, 0.4, 783.99, 0.55), (0.9, 0.9, 1046.5, 0.7)],
}
LIMIT = {"press": 0.25, "right": 1.0, "wrong": 1.0, "reward": 2.0}


def sox(*arguments):
    subprocess.run(["sox", "-D", "-V1", *map(str, arguments)], check=True)


def measured(file):
    """Integrated loudness in LUFS; the sound is repeated, because the gate needs more than 400 ms."""
    out = subprocess.run(["ffmpeg", "-hide_banner", "-nostats", "-stream_loop", "20", "-i",
                          str(file), "-af", "ebur128", "-f", "null", "-"], capture_output=True,
                         text=True, check=True).stderr
    return float(re.search(r"I:\s+(-?[\d.]+) LUFS", out[out.rindex("Summary:"):])[1])


def note(folder, number, begin, length, pitch, loud):
    parts = []
    for part, (factor, share) in enumerate(((1, 1.0), (2, 0.14), (3, 0.03))):
        file = folder / f"{number}-{part}.wav"
        sox("-n", "-r", 44100, "-c", 1, "-b", 24, file, "synth", length, "sine", pitch * factor,
            "vol", 0.3 * loud * share)
        parts.append(file)
    mixed = folder / f"{number}.wav"
    sox("-m", *parts, mixed, "fade", "h", 0.018, length, length * 0.8, "pad", begin, 0)
    return mixed


def make(name):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        notes = [note(folder, k, *n) for k, n in enumerate(NOTES[name])]
        whole = folder / "whole.wav"
        if len(notes) == 1:
            sox(notes[0], whole, "lowpass", 3500)
        else:
            sox("-m", *notes, whole, "lowpass", 3500, "gain", "-n", -6)
        gain = LOUDNESS - measured(whole)
        file = CONTENT / f"sounds/{name}.mp3"
        file.parent.mkdir(exist_ok=True)
        for _ in range(2):
            levelled = folder / "levelled.wav"
            sox(whole, "-b", 16, levelled, "gain", gain)
            subprocess.run(["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-i", levelled,
                            "-codec:a", "libmp3lame", "-b:a", "64k", "-map_metadata", "-1",
                            "-fflags", "+bitexact", "-flags:a", "+bitexact", "-id3v2_version", "0",
                            file], check=True)
            gain += LOUDNESS - measured(file)
        length = max(begin + duration for begin, duration, _, _ in NOTES[name])
        if length > LIMIT[name]:
            raise SystemExit(f"{name} takes {length:.2f} s, over {LIMIT[name]} s.")
        print(f"{name}: {length:.2f} s, {measured(file):.1f} LUFS, {file.stat().st_size} bytes")


def main():
    for name in NOTES:
        make(name)


if __name__ == "__main__":
    main()
