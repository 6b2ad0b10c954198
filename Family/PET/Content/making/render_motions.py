"""Makes the films of level 3: each person's face moves from rest to the expression of the picture.

    python render_motions.py --assets FOLDER [--only ID] [--samples 4] [--threads 1]

The part of the face that moves is rendered for each step with the picture's camera and light, and
put into the picture. The films are animated WebP that plays once; the last frame is the picture
itself, byte for byte. PNG files go to `making/renders/motions` (not kept in the repository), films
to `motions`. A calm face blinks instead. Pictures of LEFT_OUT have no film.
"""

import argparse
import json
import struct
import time
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from cast import PEOPLE
from expressions import LOWER_TEETH_COVERED, expression
from people_questions import CONTENT, identifiers

# The films that a child might find strange, with the reason.
LEFT_OUT = {
    "l3-disgust-03": "the eyes pass through the lower lids while they close",
}

LEVEL, SIZE, STEPS = 3, 600, 8
REST, STEP, END = 350, 90, 300  # milliseconds
# A blink: how far the lids are closed, and for how many milliseconds.
BLINK = [(0.5, 50), (1.0, 110), (0.7, 60), (0.3, 60)]
CALM_BEFORE, CALM_AFTER = 500, 500
QUALITY = 70
FEATHER = 6
# Greatest mean difference, of 255, between the rendered end and the picture.
NEAREST = 4.0


def steps(shot):
    """The face movements of each frame between the first and the last, and their milliseconds."""
    if shot.emotion == "neutral":
        return [({"eyeBlink": closed}, duration) for closed, duration in BLINK]
    whole = expression(shot.emotion, shot.way, shot.strength)
    shares = [k / STEPS for k in range(STEPS)]
    # Begins and ends slowly.
    eased = [x * x * (3 - 2 * x) for x in shares]
    return [({name: value * share for name, value in whole.items()}, STEP if share else REST)
            for share in eased]


def chunk(webp):
    """The compressed picture in a WebP file of one lossy picture without transparency."""
    if webp[:4] != b"RIFF" or webp[8:16] != b"WEBPVP8 ":
        raise SystemExit("A picture is not a simple lossy WebP. Render it again.")
    size = struct.unpack("<I", webp[16:20])[0]
    return webp[12:20 + size + size % 2]


def film(frames, side):
    """An animated WebP that plays once, of (compressed picture, left, top, width, height, ms)."""
    def three(number):
        return struct.pack("<I", number)[:3]

    def part(name, data):
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    is_animated, covers = 2, 2
    parts = part(b"VP8X", struct.pack("<I", is_animated) + three(side - 1) * 2)
    parts += part(b"ANIM", b"\xff" * 4 + struct.pack("<H", 1))
    for data, left, top, width, height, duration in frames:
        parts += part(b"ANMF", three(left // 2) + three(top // 2) + three(width - 1)
                      + three(height - 1) + three(duration) + bytes([covers]) + data)
    return part(b"RIFF", b"WEBP" + parts)


def compressed(picture):
    data = BytesIO()
    picture.save(data, "WEBP", quality=QUALITY, method=6)
    return chunk(data.getvalue())


def make(shot, id, renders, area):
    """Writes the film of a picture from its rendered steps."""
    file = CONTENT / f"pictures/{id}.webp"
    still = file.read_bytes()
    picture = Image.open(BytesIO(still)).convert("RGB")
    left, top, right, bottom = area
    width, height = right - left, bottom - top
    # The edge of the moving part fades into the picture, except where it is the picture's edge.
    mask = Image.new("L", (SIZE, SIZE), 0)
    ImageDraw.Draw(mask).rectangle([left + FEATHER, top + FEATHER, right - FEATHER - 1,
                                    bottom - FEATHER - 1], fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(FEATHER / 2.5))

    def whole(render):
        layer = picture.copy()
        layer.paste(Image.open(render).convert("RGB"), (left, top))
        return Image.composite(layer, picture, mask)

    off = sum(ImageStat.Stat(ImageChops.difference(whole(renders[-1]), picture).crop(area)).mean) / 3
    if off > NEAREST:
        raise SystemExit(f"{id}: the rendered end differs from the picture by {off:.1f} of 255 on "
                         "average. Render the picture again.")
    entire = (0, 0, SIZE, SIZE)
    frames = []
    if shot.emotion == "neutral":
        frames.append((chunk(still), *entire, CALM_BEFORE))
    for (_, duration), render in zip(steps(shot), renders, strict=False):
        if frames:
            part = compressed(whole(render).crop(area))
            frames.append((part, left, top, width, height, duration))
        else:
            frames.append((compressed(whole(render)), *entire, duration))
    frames.append((chunk(still), *entire, CALM_AFTER if shot.emotion == "neutral" else END))
    data = film(frames, SIZE)
    (CONTENT / f"motions/{id}.webp").write_bytes(data)
    print(f"{id} {len(frames)} frames, {width}×{height}, {len(data) / 1000:.0f} kB, "
          f"end differs by {off:.1f}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--assets", type=Path, required=True)
    arguments.add_argument("--only", action="append", default=[])
    arguments.add_argument("--samples", type=int, default=4)
    arguments.add_argument("--threads", type=int, default=1)
    options = arguments.parse_args()
    folder = Path(__file__).resolve().parent / "renders/motions"
    folder.mkdir(parents=True, exist_ok=True)
    (CONTENT / "motions").mkdir(exist_ok=True)
    for shot, id in identifiers().items():
        if shot.level != LEVEL or id in LEFT_OUT or (options.only and id not in options.only):
            continue
        moves = [movements for movements, _ in steps(shot)]
        moves.append(expression(shot.emotion, shot.way, shot.strength))
        renders = [folder / f"{id}-{k:02}.png" for k in range(len(moves))]
        place = folder / f"{id}.json"
        if not place.exists():
            from render_person import render_movement
            started = time.process_time()
            area = render_movement(
                PEOPLE[shot.person], moves, renders, options.assets, samples=options.samples,
                threads=options.threads, size=SIZE,
                lower_teeth=shot.emotion not in LOWER_TEETH_COVERED)
            place.write_text(json.dumps(area) + "\n")
            print(f"{id} {shot.key} {time.process_time() - started:.1f} s", flush=True)
        make(shot, id, renders, json.loads(place.read_text()))


if __name__ == "__main__":
    main()
