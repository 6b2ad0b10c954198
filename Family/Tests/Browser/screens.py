"""Screenshots: takes them, reduces their colors to keep them small, and compares them with stored ones. Also records
how fast screens appear.
"""

import io
import json
import pathlib

import numpy as np
from PIL import Image, ImageChops

# The minimum difference of a channel for a pixel to count as different, and the number of such pixels for a screen to
# count as different. A button of 64 px that moves by its own height changes more than 4,000 pixels of an area of
# 1366×1024.
CHANNEL = 48
PIXELS = 2500
TIMINGS = pathlib.Path(__file__).resolve().parents[2] / "PET" / "docs" / "screens" / "timings.json"


def note_timings(figures, update):
    """Stores figures next to the existing ones when screenshots are updated."""
    if not update:
        return
    kept = json.loads(TIMINGS.read_text()) if TIMINGS.exists() else {}
    TIMINGS.write_text(json.dumps({**kept, **figures}, indent=2) + "\n")


def quantised(png):
    """A screenshot in 64 colors: about 30 kB instead of 150."""
    return Image.open(io.BytesIO(png)).convert("RGB").quantize(64, dither=Image.Dither.NONE)


def difference(png, kept):
    """The number of pixels that differ from the stored screenshot; all of them if the sizes differ."""
    new, old = quantised(png).convert("RGB"), Image.open(kept).convert("RGB")
    if new.size != old.size:
        return new.size[0] * new.size[1]
    return int((np.asarray(ImageChops.difference(new, old)).max(axis=2) > CHANNEL).sum())


def compare(png, kept, update):
    """Updates the stored screenshot if requested; otherwise compares the new one with it."""
    if update:
        kept.parent.mkdir(parents=True, exist_ok=True)
        quantised(png).save(kept, optimize=True)
        return
    assert kept.exists(), f"there is no stored screenshot {kept.name}; create it with --update"
    count = difference(png, kept)
    if count > PIXELS:
        quantised(png).save(kept.with_suffix(".new.png"), optimize=True)
    assert count <= PIXELS, f"{kept.name}: {count} pixels differ; see {kept.stem}.new.png, or run with --update"
