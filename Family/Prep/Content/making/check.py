"""Measures every bundled clip again, and checks loudness, sizes and the manifest: `python check.py`.

Ends with status 1 if a rule of `loudness.py` is violated, a figure differs from the manifest, or the size is too large.
Needs ffmpeg and numpy.
"""

import hashlib
import json
from pathlib import Path

import loudness

CONTENT = Path(__file__).resolve().parent.parent
MOST_BYTES = 40_000_000
# Other versions of ffmpeg may decode and measure slightly differently.
TOLERANCE = 0.3


def main():
    assets = json.loads((CONTENT / "manifest.json").read_text(encoding="utf-8"))["assets"]
    problems, clips = [], 0
    print("| experience | clip | kind | LUFS | highest momentary, LUFS | steepest onset, dB in 100 ms |")
    print("|---|---|---|---|---|---|")
    for asset in assets:
        path = CONTENT / asset["file"]
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != asset["sha256"] or len(data) != asset["bytes"]:
            problems.append(f"{asset['file']} differs from the manifest.")
        if asset["kind"] == "panorama":
            continue
        clips += 1
        found = loudness.measure(path)
        place = asset["file"].split("/")[1]
        print(
            f"| {place} | {asset['name']} | {asset['kind']} | {found['loudness']} | {found['momentary']} "
            f"| {found['onset']} |"
        )
        problems += [f"{place}, {asset['name']}: {problem}" for problem in loudness.problems(found)]
        for key in ("loudness", "momentary", "onset"):
            if abs(found[key] - asset["measured"][key]) > TOLERANCE:
                problems.append(f"{place}, {asset['name']}: {key} {found[key]}, not {asset['measured'][key]}")
    listed = {asset["file"] for asset in assets}
    for path in sorted((CONTENT / "experiences").glob("*/media/*")):
        if str(path.relative_to(CONTENT)) not in listed:
            problems.append(f"{path.relative_to(CONTENT)} is not in the manifest.")
    total = sum(path.stat().st_size for path in (CONTENT / "experiences").rglob("*") if path.is_file())
    if total > MOST_BYTES:
        problems.append(f"{total / 1e6:.1f} MB, over {MOST_BYTES / 1e6:.0f} MB")
    print(f"\n{clips} clips, {len(assets)} files, {total / 1e6:.2f} MB of {MOST_BYTES / 1e6:.0f} MB")
    if problems:
        raise SystemExit("\n".join(problems))


if __name__ == "__main__":
    main()
