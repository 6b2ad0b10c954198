"""Renders the two people of the films: a child and an adult that no network was trained on.

    python render_film_people.py --assets FOLDER [--samples 4] [--further FOLDER]

FOLDER contains MakeHuman's unpacked skins, hair, eyes and so on, as for `Content/making/render_people.py`, whose
packages it needs. For each person, it renders the resting face, each emotion at rising strength, and two frames with
the head turned, as 400×400 JPEG into `film_people`. Existing files are kept. The game uses other bodies. The scoring
service's networks were trained on yet other MakeHuman bodies, drawn by another renderer.
"""

import argparse
import pathlib
import sys
import time

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "PET" / "Content" / "making"))

from cast import BLACK, BLOND, BROWN, D1, DARK, DM, F2, F3, FM, GRAY, LILAC, MM2, SKY, _person  # noqa: E402
from expressions import LOWER_TEETH_COVERED, expression  # noqa: E402
from render_person import render  # noqa: E402

PEOPLE = {
    "child": _person(
        "girl", 0.2, 0.75, {"asian": 0.5, "caucasian": 0.5}, F3, "long01", BROWN, "brown", (0.15, 0.45, 0.4), SKY,
        weight=0.15),
    "adult": _person(
        "man", 1, 2.25, {"african": 0.6, "caucasian": 0.4}, DM, "short01", DARK, "brown", (0.3, 0.15, 0.4), LILAC,
        brows="eyebrow008", weight=-0.2),
}
# These people are only measured (`film_table.py`), not stored: more people give a better estimate of how often faces
# are confused.
FURTHER = {
    "boy": _person(
        "boy", 0.95, 0.7, {"african": 0.5, "caucasian": 0.5}, D1, "short04", BLACK, "brown", (0.5, 0.4, 0.1), LILAC,
        brows="eyebrow008", weight=-0.1),
    "girl": _person(
        "girl", 0.05, 0.95, {"caucasian": 1}, F2, "long01", BLOND, "blue", (0.5, 0.15, 0.2), SKY, weight=0.3),
    "woman": _person(
        "woman", 0, 1.8, {"asian": 0.6, "african": 0.4}, FM, "ponytail01", DARK, "brown", (0.1, 0.3, 0.5), LILAC,
        weight=0.2),
    "old": _person(
        "grandpa", 0.95, 2.7, {"caucasian": 0.7, "asian": 0.3}, MM2, "short01", GRAY, "grey", (0.3, 0.35, 0.2), SKY,
        brows="eyebrow009", weight=0.3),
}
WAYS = {
    "happiness": "teeth", "sadness": "frown", "anger": "pressed", "surprise": "open", "disgust": "lip",
    "fear": "stretch"}
STRENGTHS = (35, 70, 100)
SIZE = 400
# The resting face, and a smile that is turned too far to be judged.
TURNS = {"turned-50": ("neutral", "rest", 0, 50), "turned": ("happiness", "teeth", 100, 80)}


def frames(people):
    """Name, emotion, variant, strength in percent, and turn of each frame."""
    for person in people:
        yield person, f"{person}-neutral", "neutral", "rest", 0, 0
    for emotion, way in WAYS.items():
        for strength in reversed(STRENGTHS):
            for person in people:
                yield person, f"{person}-{emotion}-{strength}", emotion, way, strength, 0
    for name, (emotion, way, strength, turn) in TURNS.items():
        for person in people:
            yield person, f"{person}-{name}", emotion, way, strength, turn


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--assets", type=pathlib.Path, required=True)
    arguments.add_argument("--samples", type=int, default=4)
    arguments.add_argument("--further", type=pathlib.Path, help="folder for four additional people, who are not stored")
    options = arguments.parse_args()
    folder = options.further or HERE / "film_people"
    people = FURTHER if options.further else PEOPLE
    folder.mkdir(exist_ok=True)
    for person, name, emotion, way, strength, turn in frames(people):
        final, raw = folder / f"{name}.jpg", folder / f"{name}.png"
        if final.exists():
            continue
        started = time.process_time()
        render(
            people[person], expression(emotion, way, strength / 100), raw, options.assets, turn=turn,
            samples=options.samples, threads=1, size=SIZE, lower_teeth=emotion not in LOWER_TEETH_COVERED)
        Image.open(raw).convert("RGB").save(final, "JPEG", quality=82, optimize=True)
        raw.unlink()
        print(f"{name} {time.process_time() - started:.1f} s, {final.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
