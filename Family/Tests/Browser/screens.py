"""Pictures of the screens: made, quantised to stay small, and compared with the kept ones; how quick they are."""

import io
import json
import pathlib

import numpy as np
from PIL import Image, ImageChops

# A pixel differs where a channel is so far off; a screen differs where so many pixels do. A button of 64 px that moves
# by its own height changes more than 4,000 pixels of an area of 1366×1024.
CHANNEL = 48
PIXELS = 2500
TIMINGS = pathlib.Path(__file__).resolve().parents[2] / "PET" / "docs" / "screens" / "timings.json"


def note_timings(figures, update):
    """Keeps figures beside those that are kept already, where the pictures are made anew, too."""
    if not update:
        return
    kept = json.loads(TIMINGS.read_text()) if TIMINGS.exists() else {}
    TIMINGS.write_text(json.dumps({**kept, **figures}, indent=2) + "\n")


def quantised(png):
    """A screen in 64 colours: about 30 kB instead of 150."""
    return Image.open(io.BytesIO(png)).convert("RGB").quantize(64, dither=Image.Dither.NONE)


def difference(png, kept):
    """How many pixels of a screen differ from the kept picture; all of them where the sizes do."""
    new, old = quantised(png).convert("RGB"), Image.open(kept).convert("RGB")
    if new.size != old.size:
        return new.size[0] * new.size[1]
    return int((np.asarray(ImageChops.difference(new, old)).max(axis=2) > CHANNEL).sum())


def compare(png, kept, update):
    """Keeps the picture where it is to be updated; else holds the new one to it."""
    if update:
        kept.parent.mkdir(parents=True, exist_ok=True)
        quantised(png).save(kept, optimize=True)
        return
    assert kept.exists(), f"there is no kept picture {kept.name}; make it with --update"
    count = difference(png, kept)
    if count > PIXELS:
        quantised(png).save(kept.with_suffix(".new.png"), optimize=True)
    assert count <= PIXELS, f"{kept.name}: {count} pixels differ; see {kept.stem}.new.png, or run with --update"
