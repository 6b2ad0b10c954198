"""Records every spoken text of every catalog with Kokoro, and checks each recording.

    python narrate.py --voices FOLDER [--voice af_heart] [--voice am_michael] [--check]

FOLDER holds `kokoro-voice-<name>.bin`. Clips that stand already are kept, so a changed
sentence costs one clip; clips that nothing asks for any more are removed. A clip is named
by the first 16 hex digits of the SHA-256 of its text, so the game finds it by the text.
"""

import argparse
import functools
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from listener import Listener
from recogniser import Recogniser
from voice import SAMPLE_RATE, Synthesizer

CONTENT = Path(__file__).resolve().parent.parent
LOUDNESS = -19.0
PEAK = -1.5
WORD_ERROR_LIMIT = 0.3
# Speeds that are tried in order until the recognizer understands the clip.
TRIES = [0.9, 0.84, 0.96]
# Further speeds that --improve tries for clips that are not understood.
MORE_TRIES = [0.8, 0.87, 1.0]


def spoken_texts(language):
    """Each spoken text of the language's catalogues with the keys that use it."""
    wanted = {}
    for file in sorted((CONTENT / "languages" / language).glob("*.json")):
        catalogue = json.loads(file.read_text(encoding="utf-8"))
        for key in catalogue.get("spoken", []):
            if key not in catalogue["texts"]:
                raise SystemExit(f"{file}: \"spoken\" names {key}, which \"texts\" does not hold.")
            wanted.setdefault(catalogue["texts"][key], []).append(key)
    return wanted


def clip_name(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16] + ".mp3"


def loudness(path):
    """Integrated loudness in LUFS (EBU R128) and true peak in dBTP of a sound file.

    Clips are looped to five seconds first: R128's gate needs blocks of 400 ms."""
    out = subprocess.run(
        ["ffmpeg", "-hide_banner", "-nostats", "-stream_loop", "9", "-i", str(path),
         "-af", "ebur128=peak=true", "-f", "null", "-"],
        capture_output=True, text=True, check=True).stderr
    summary = out[out.rindex("Summary:"):]
    return (float(re.search(r"I:\s+(-?[\d.]+) LUFS", summary)[1]),
            float(re.search(r"Peak:\s+(-?[\d.]+|-inf) dBFS", summary)[1]))


def write_wave(path, samples):
    import wave
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def trimmed(samples, before=0.06, after=0.16, threshold=0.008):
    """Removes the silence around the speech and fades both ends."""
    loud = np.flatnonzero(np.abs(samples) > threshold)
    if len(loud) == 0:
        raise SystemExit("The voice model answered with silence.")
    first = max(0, loud[0] - int(before * SAMPLE_RATE))
    last = min(len(samples), loud[-1] + int(after * SAMPLE_RATE))
    cut = samples[first:last].copy()
    fade = int(0.01 * SAMPLE_RATE)
    cut[:fade] *= np.linspace(0, 1, fade)
    cut[-fade:] *= np.linspace(1, 0, fade)
    return np.concatenate([np.zeros(int(0.04 * SAMPLE_RATE), np.float32), cut])


def encode(samples, path):
    """Adjusts the loudness to LOUDNESS, limits peaks to PEAK and writes MP3: mono, 24 kHz, 32 kbit/s."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.wav"
        write_wave(raw, samples / max(1e-6, np.abs(samples).max()) * 0.5)
        gain = LOUDNESS - loudness(raw)[0]
        limit = 10 ** (PEAK / 20)
        path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(2):  # The limiter reduces the loudness a little; the second pass compensates for it.
            subprocess.run(
                ["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-i", str(raw), "-af",
                 f"volume={gain:.2f}dB,alimiter=limit={limit:.4f}:level=false:attack=2:release=40",
                 "-ar", str(SAMPLE_RATE), "-ac", "1", "-codec:a", "libmp3lame", "-b:a", "32k",
                 "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact",
                 "-write_xing", "0", "-id3v2_version", "0", str(path)], check=True)
            gain += LOUDNESS - loudness(path)[0]


class Ears:
    """The two recognizers: PocketSphinx transcribes each clip, and Whisper those that PocketSphinx does not understand.
    """

    def __init__(self, texts):
        self.texts = list(texts)

    @functools.cached_property
    def first(self):
        return Recogniser(self.texts)

    @functools.cached_property
    def second(self):
        return Listener(self.first.same_sound)

    def heard(self, text, path):
        """The report's entries about the recognition of a clip."""
        error, heard, method = self.first.word_error(text, path)
        record = {"wordError": round(error, 3), "heard": heard, "method": method}
        return record if error <= WORD_ERROR_LIMIT else {**record, **self.heard_again(text, path)}

    def heard_again(self, text, path):
        error, heard = self.second.word_error(text, path)
        return {"secondError": round(error, 3), "secondHeard": heard}


def error_of(record):
    """The lower word error of the two recognizers."""
    return min(record["wordError"], record.get("secondError", record["wordError"]))


def level_of(path):
    """Loudness and peak of a clip, for its record."""
    lufs, peak = loudness(path)
    return {"loudness": round(lufs, 1), "peak": round(peak, 1)}


def make_clip(text, path, synthesizer, ears, tries=TRIES, known=None):
    """Speaks the text up to three times and keeps what is understood best; a record that is `known`
    already stays where none is better."""
    best = known and (known, None)
    with tempfile.TemporaryDirectory() as folder:
        for speed in tries:
            samples = trimmed(synthesizer.speak(text, speed))
            candidate = Path(folder) / f"{speed}.mp3"
            encode(samples, candidate)
            record = {"speed": speed, **ears.heard(text, candidate), **level_of(candidate),
                      "seconds": round(len(samples) / SAMPLE_RATE, 2)}
            if best is None or error_of(record) < error_of(best[0]):
                best = (record, candidate.read_bytes())
            if error_of(record) <= WORD_ERROR_LIMIT:
                break
    if best[1] is not None:
        path.write_bytes(best[1])
    return best[0]


def write_report(folder, records):
    records = sorted(records.values(), key=lambda r: (r["voice"], r["text"]))
    (folder / "report.json").write_text(
        json.dumps({"version": 1, "clips": records}, indent=1, ensure_ascii=False) + "\n",
        encoding="utf-8")
    lines = ["# Narration", "", "Written by `making/narrate.py`. The word errors are those of PocketSphinx. With "
             "`sentence`, it may recognize any words; with `word`, only the short texts of the game, "
             "because a single word without context is rarely recognized.", "",
             "Clips with a word error over 0.3 are also checked with Whisper base. PocketSphinx "
             "recognizes sounds but has a simple language model, and fails at \"eyebrows\", "
             "\"wrinkled\" and names; Whisper has a good one. The lower of the two word errors "
             "counts, and clips over 0.3 with both are marked.", "",
             "| voice | clips | minutes | kB | kB a clip | loudness, LUFS | mean word error, PocketSphinx | "
             "over 0.3 for PocketSphinx | of those over 0.3 for Whisper, too |",
             "|---|---|---|---|---|---|---|---|---|"]
    for voice in sorted({r["voice"] for r in records}):
        own = [r for r in records if r["voice"] == voice]
        size = sum(r["bytes"] for r in own)
        lines.append(
            f"| {voice} | {len(own)} | {sum(r['seconds'] for r in own) / 60:.1f} | "
            f"{size / 1000:.0f} | {size / 1000 / len(own):.1f} | "
            f"{min(r['loudness'] for r in own):.1f} to {max(r['loudness'] for r in own):.1f} | "
            f"{sum(r['wordError'] for r in own) / len(own):.3f} | "
            f"{sum(r['wordError'] > WORD_ERROR_LIMIT for r in own)} | "
            f"{sum(error_of(r) > WORD_ERROR_LIMIT for r in own)} |")
    lines += ["", "## Marked clips: over 0.3 with both, the best of at least three tries", "",
              "| voice | text | heard by PocketSphinx | word error | heard by Whisper | word error |",
              "|---|---|---|---|---|---|"]
    lines += [_doubted(r) for r in records if error_of(r) > WORD_ERROR_LIMIT]
    lines += ["", "## Clips that only Whisper understands", "",
              "| voice | text | heard by PocketSphinx | word error | heard by Whisper | word error |",
              "|---|---|---|---|---|---|"]
    lines += [_doubted(r) for r in records
              if error_of(r) <= WORD_ERROR_LIMIT < r["wordError"]]
    lines += ["", "## All clips", "", "| voice | file | text | s | bytes | LUFS | word error |",
              "|---|---|---|---|---|---|---|"]
    lines += [f"| {r['voice']} | {r['file']} | {r['text']} | {r['seconds']} | {r['bytes']} | "
              f"{r['loudness']} | {error_of(r):.2f} |" for r in records]
    (folder / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _doubted(record):
    second = record.get("secondError")
    return (f"| {record['voice']} | {record['text']} | {record['heard']} | {record['wordError']:.2f} | "
            f"{record.get('secondHeard', '')} | {'' if second is None else f'{second:.2f}'} |")


def complete(records, folder, ears, recheck):
    """Measures what a report of an earlier day does not say of its clips."""
    for (voice, name), record in records.items():
        path = folder / voice / name
        if not path.exists():
            continue
        if "loudness" not in record:
            record.update(level_of(path))
        if recheck and error_of(record) > WORD_ERROR_LIMIT:
            record.update(ears.heard(record["text"], path))
        elif record["wordError"] > WORD_ERROR_LIMIT and "secondError" not in record:
            record.update(ears.heard_again(record["text"], path))
            print(f"{record['wordError']:.2f}, {record['secondError']:.2f} {record['text']}", flush=True)
    if records:
        write_report(folder, records)


def improve(records, names, voice, target, options):
    """Records clips that were not understood at other speeds, the worst first."""
    end = time.monotonic() + options.improve * 60
    weak = sorted((r for (own, name), r in records.items() if own == voice and name in names
                   and error_of(r) > WORD_ERROR_LIMIT and "tried" not in r),
                  key=lambda r: -error_of(r))
    if not weak:
        return
    synthesizer = Synthesizer(options.voices / f"kokoro-voice-{voice}.bin")
    ears = Ears(names.values())
    for record in weak:
        if time.monotonic() > end:
            break
        path = target / record["file"]
        before = error_of(record)
        better = make_clip(record["text"], path, synthesizer, ears, MORE_TRIES, record)
        record.update(better, bytes=path.stat().st_size, tried=len(TRIES + MORE_TRIES))
        print(f"{before:.2f} -> {error_of(record):.2f} {record['text']}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--voices", type=Path, required=True)
    arguments.add_argument("--voice", action="append")
    arguments.add_argument("--language", default="en")
    arguments.add_argument("--check", action="store_true", help="list missing clips and record nothing")
    arguments.add_argument("--recheck", action="store_true",
                           help="run both recognizers again on clips over the limit")
    arguments.add_argument("--improve", type=float, metavar="MINUTES", default=0,
                           help="record clips over the limit at other speeds, for this long at most")
    options = arguments.parse_args()
    wanted = spoken_texts(options.language)
    unspeakable = [text for text in wanted if re.search(r"[{}<>]", text)]
    if unspeakable:
        raise SystemExit(f"A spoken text holds a placeholder: {unspeakable[0]!r}. "
                         "Take its key out of \"spoken\".")
    folder = CONTENT / "narration"
    folder.mkdir(exist_ok=True)
    report = folder / "report.json"
    known = json.loads(report.read_text(encoding="utf-8"))["clips"] if report.exists() else []
    names = {clip_name(text): text for text in wanted}
    records = {(r["voice"], r["file"]): r for r in known if r["file"] in names}
    if len(names) != len(wanted):
        raise SystemExit("Two spoken texts share one name. Change one of them by a word.")
    ears = Ears(wanted)
    if not options.check:
        complete(records, folder, ears, options.recheck)
    for voice in options.voice or ["af_heart"]:
        target = folder / voice
        for old in sorted(target.glob("*.mp3")):
            if old.name not in names:
                old.unlink()
                records.pop((voice, old.name), None)
                print(f"removed {voice}/{old.name}")
        missing = [(name, text) for name, text in names.items()
                   if not (target / name).exists() or (voice, name) not in records]
        print(f"{voice}: {len(names)} texts, {len(missing)} to record", flush=True)
        if options.check:
            continue
        if missing:
            synthesizer = Synthesizer(options.voices / f"kokoro-voice-{voice}.bin")
            target.mkdir(exist_ok=True)
        if options.improve:
            improve(records, names, voice, target, options)
        for number, (name, text) in enumerate(missing):
            record = make_clip(text, target / name, synthesizer, ears)
            records[voice, name] = {"voice": voice, "file": name, "text": text, **record,
                                    "bytes": (target / name).stat().st_size}
            print(f"{number + 1}/{len(missing)} {error_of(record):.2f} {text}", flush=True)
            if number % 4 == 3:  # limits the loss if it is stopped
                write_report(folder, records)
    if not options.check:
        write_report(folder, records)


if __name__ == "__main__":
    sys.exit(main())
