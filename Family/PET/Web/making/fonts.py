"""Makes the web fonts from Debian's fonts-sil-andika: letters for reading, and asterisks.

    pip install 'fonttools[woff]'; apt-get install fonts-sil-andika
    python fonts.py

Writes beside it, in ../fonts: `letters-regular.woff2`, `letters-bold.woff2` (Latin, punctuation,
arrows) and `asterisk.woff2`, whose bullets are asterisks: browsers draw a password with bullets
of its font (requirement A11). The Open Font License reserves the names Andika and SIL for the
unchanged font, so what is changed here has names of its own.
"""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCES = Path("/usr/share/fonts/truetype/andika")
FONTS = Path(__file__).resolve().parent.parent / "fonts"
LETTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x180), 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2018,
    0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x2190, 0x2191, 0x2192, 0x2193,
    0x2212, 0x20AC, 0xD7, 0x25CF,
]
MASKS = [0x2022, 0x25CF, 0x25E6, 0x2A]


def subset(font, codepoints):
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "liga"]
    options.name_IDs = ["*"]
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codepoints)
    subsetter.subset(font)


def rename(font, family, style):
    """Keeps copyright, licence and makers; gives the changed font its own name."""
    names = font["name"]
    for record in list(names.names):
        if record.nameID in (16, 17, 21, 22, 25) or record.nameID >= 256:
            names.removeNames(record.nameID)
    for identifier, text in (
        (1, family), (2, style), (3, f"{family} {style}"), (4, f"{family} {style}"),
        (6, f"{family}-{style}".replace(" ", "")),
    ):
        names.removeNames(identifier)
        names.setName(text, identifier, 3, 1, 0x409)


def draw_masks_as_asterisks(font):
    """Replaces the outline behind every mask by the asterisk, lowered to the middle of a line."""
    glyphs, table, metrics = font.getGlyphSet(), font["glyf"], font["hmtx"]
    pen = DecomposingRecordingPen(glyphs)
    glyphs["asterisk"].draw(pen)
    low = -0.28 * font["OS/2"].sCapHeight
    for codepoint in MASKS:
        name = font.getBestCmap().get(codepoint)
        if name is None:
            continue
        outline = TTGlyphPen(None)
        pen.replay(TransformPen(outline, (1.15, 0, 0, 1.15, 0, low)))
        table[name] = outline.glyph()
        width = round(metrics["asterisk"][0] * 1.15)
        metrics[name] = (width, round(metrics["asterisk"][1] * 1.15))


def save(font, name):
    font.flavor = "woff2"
    path = FONTS / name
    font.save(path)
    return {"file": name, "bytes": path.stat().st_size,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def main():
    FONTS.mkdir(exist_ok=True)
    made = []
    for style in ("Regular", "Bold"):
        font = TTFont(SOURCES / f"Andika-{style}.ttf", recalcTimestamp=False)
        subset(font, LETTERS)
        rename(font, "PET Letters", style)
        made.append(save(font, f"letters-{style.lower()}.woff2"))
    font = TTFont(SOURCES / "Andika-Bold.ttf", recalcTimestamp=False)
    subset(font, MASKS)
    draw_masks_as_asterisks(font)
    rename(font, "PET Asterisk", "Regular")
    made.append(save(font, "asterisk.woff2"))
    shutil.copyfile("/usr/share/doc/fonts-sil-andika/copyright", FONTS / "LICENCE.txt")
    version = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", "fonts-sil-andika"],
        check=True, capture_output=True, text=True).stdout
    (FONTS / "origin.json").write_text(json.dumps({
        "source": f"Debian fonts-sil-andika {version}", "licence": "OFL-1.1",
        "script": "Web/making/fonts.py", "files": made}, indent=2) + "\n")


main()
