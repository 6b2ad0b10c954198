"""Renders the people of levels 3 and 4 that are not there yet.

    python render_people.py --assets FOLDER [--only ID] [--samples 4] [--threads 1]

FOLDER holds MakeHuman's skins, hair, eyes and so on, unpacked. PNG files go to `making/renders`
(not kept in the repository), WebP to `pictures`, and where eyes and mouth lie to
`people_places.json`.
"""

import argparse
import json
import time
from pathlib import Path

from PIL import Image

from cast import PEOPLE
from expressions import LOWER_TEETH_COVERED, expression
from people_questions import CONTENT, PLACES, identifiers
from render_person import render


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--assets", type=Path, required=True)
    arguments.add_argument("--only", action="append", default=[])
    arguments.add_argument("--samples", type=int, default=4)
    arguments.add_argument("--threads", type=int, default=1)
    options = arguments.parse_args()
    renders = Path(__file__).resolve().parent / "renders"
    renders.mkdir(exist_ok=True)
    for shot, id in identifiers().items():
        if options.only and id not in options.only:
            continue
        raw, final = renders / f"{shot.key}.png", CONTENT / f"pictures/{id}.webp"
        places = json.loads(PLACES.read_text()) if PLACES.exists() else {}
        if not raw.exists() or shot.key not in places:
            started = time.process_time()
            # Skin in close-ups is smooth, so fewer pixels are enough; they are enlarged below.
            whole = shot.part == "whole"
            places[shot.key] = render(
                PEOPLE[shot.person], expression(shot.emotion, shot.way, shot.strength), raw,
                options.assets, turn=shot.turn, samples=options.samples, threads=options.threads,
                close=None if whole else shot.part, size=600 if whole else 420,
                lower_teeth=shot.emotion not in LOWER_TEETH_COVERED)
            PLACES.write_text(json.dumps(places, indent=1, sort_keys=True) + "\n")
            print(f"{id} {shot.key} {time.process_time() - started:.1f} s", flush=True)
        picture = Image.open(raw).convert("RGB").resize((600, 600), Image.Resampling.LANCZOS)
        picture.save(final, "WEBP", quality=80, method=6)


if __name__ == "__main__":
    main()
