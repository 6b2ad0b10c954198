"""Makes the sample pictures and their manifest.

    python3 SampleFaces/making/make_samples.py --output SampleFaces --data FOLDER
    python3 SampleFaces/making/make_samples.py --output SampleFaces --only photographs

FOLDER contains face-model.npz, the 3D head of the rendered faces. Without it, `--only photographs` makes the other
pictures and keeps the rendered faces and their entries. The same versions of the packages (requirements.txt) give the
same photographs byte for byte, and the same renders on processors with the same vector instructions.
"""

import argparse
import hashlib
import inspect
import io
import json
import re
from pathlib import Path

from PIL import Image

import photographs
from cases import Case, Made

FORMAT = "facialfun.samples/1"
JPEG_QUALITY = 92
EXIF_ORIENTATION = 0x0112


def encoded(case: Case, made: Made) -> bytes:
    """The bytes of the picture's file, in the format of its extension."""
    buffer = io.BytesIO()
    if case.file.endswith(".png"):
        made.picture.save(buffer, "PNG", optimize=True)
        return buffer.getvalue()
    exif = Image.Exif()
    if made.orientation != 1:
        exif[EXIF_ORIENTATION] = made.orientation
    made.picture.save(
        buffer, "JPEG", quality=JPEG_QUALITY, progressive=case.progressive, optimize=True,
        exif=exif.tobytes() if made.orientation != 1 else b"",
    )  # fmt: skip
    return buffer.getvalue()


def entry(case: Case, made: Made, data: bytes, known_miss: str | None) -> dict:
    """The manifest's entry of a sample; README.md documents the keys."""
    width, height = made.picture.size
    if made.orientation >= 5:
        width, height = height, width
    if len(case.emotions) != len(made.boxes):
        raise SystemExit(f"{case.file}: {len(case.emotions)} emotions, {len(made.boxes)} faces")
    licences = sorted({source.licence for source in case.sources}) or ["Apache-2.0"]
    summary = re.split(r"\n\s*\n", inspect.getdoc(case.make) or "")[0]
    return {
        "file": case.file,
        "width": width,
        "height": height,
        "sha256": hashlib.sha256(data).hexdigest(),
        "licence": " AND ".join(licences),
        "origin": [source.origin() for source in case.sources],
        "made": {
            "by": f"making/{case.make.__module__}.py: {case.make.__name__}",
            "how": " ".join(summary.split()) or None,
        },
        "picture": case.picture,
        "faces": [
            {
                "box": dict(zip(("x", "y", "width", "height"), (round(float(v), 1) for v in box), strict=True)),
                "emotion": names[0] if len(names) == 1 else None,
                "acceptable": names or None,
            }
            for box, names in zip(made.boxes, case.emotions, strict=True)
        ],
        "expect": {"atLeast": case.faces[0], "atMost": case.faces[1]},
        "knownMiss": known_miss,
    }


def read_manifest(path: Path) -> dict[str, dict]:
    """The entries of the existing manifest, by file; empty if there is none."""
    if not path.exists():
        return {}
    return {sample["file"]: sample for sample in json.loads(path.read_text())["samples"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="the folder SampleFaces")
    parser.add_argument("--data", type=Path, help="the folder that holds face-model.npz")
    parser.add_argument("--only", choices=["photographs", "rendered"], help="make only these")
    options = parser.parse_args()

    before = read_manifest(options.output / "manifest.json")
    cases = [] if options.only == "rendered" else list(photographs.CASES)
    if options.only != "photographs":
        if options.data is None:
            parser.error("the rendered faces need --data FOLDER; or choose --only photographs")
        import rendered

        cases += rendered.cases(options.data)

    samples = {}
    for case in cases:
        made = case.make()
        data = encoded(case, made)
        (options.output / case.file).write_bytes(data)
        # Known misses are entered by hand after a run of the service, and kept here.
        known_miss = before.get(case.file, {}).get("knownMiss")
        samples[case.file] = entry(case, made, data, known_miss)
        print(f"{case.file}: {len(data)} bytes")
    kept = [sample for file, sample in before.items() if options.only and file not in samples]
    everything = (
        [*kept, *samples.values()] if options.only == "rendered" else [*samples.values(), *kept]
    )
    text = json.dumps({"format": FORMAT, "samples": everything}, indent=2, ensure_ascii=False)
    (options.output / "manifest.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
