"""What `facialfun` says of each picture of a person; writes `checked.json` for the manifest.

    python check_people.py --facialfun PROGRAM

A whole face must read as its emotion: at full strength the emotion comes first of the network's
scores. At half strength, and where the head is turned, "neutral" may come before it, nothing else.
Eyes alone and a mouth alone are no faces to the network: they are looked at only. What fails is
listed, and the exit status is 1.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from people_questions import CONTENT, identifiers

CHECKED = Path(__file__).resolve().parent / "checked.json"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--facialfun", required=True)
    options = arguments.parse_args()
    shots = {id: shot for shot, id in identifiers().items()
             if (CONTENT / f"pictures/{id}.webp").exists() and shot.part == "whole"}
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for id in shots:
            file = Path(folder) / f"{id}.png"
            Image.open(CONTENT / f"pictures/{id}.webp").convert("RGB").save(file)
            files.append(str(file))
        out = subprocess.run([options.facialfun, "score", "--format", "jsonl", *files],
                             capture_output=True, text=True, check=True).stdout
    result, failed = {}, []
    for text in out.splitlines():
        report = json.loads(text)
        id = Path(report["path"]).stem
        shot = shots[id]
        if len(report.get("faces") or []) != 1:
            failed.append(f"{id} {shot.key}: {len(report.get('faces') or [])} faces found")
            continue
        scores = sorted(report["faces"][0]["scores"].items(), key=lambda item: -item[1])
        model = report["model"]
        result[id] = {"top": scores[0][0], "score": round(scores[0][1], 3),
                      "wanted": round(dict(scores)[shot.emotion], 3),
                      "version": f"{model['name']} {model['version']}"}
        faint = shot.strength < 1 or shot.turn
        ranked = [name for name, _ in scores if not (faint and name == "neutral")] \
            if shot.emotion != "neutral" else [name for name, _ in scores]
        if ranked[0] != shot.emotion:
            said = ", ".join(f"{name} {value:.2f}" for name, value in scores[:3])
            failed.append(f"{id} {shot.key}: {said}")
    CHECKED.write_text(json.dumps(result, indent=1, sort_keys=True) + "\n")
    print(f"{len(result)} whole faces, {len(failed)} recognized as another emotion")
    print("\n".join(failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
