"""A11: passwords are shown only as asterisks."""

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from game_server import GAME
from waiting import painted

FONTS = GAME / "Web" / "fonts"
BULLET, ASTERISK = 0x2022, 0x2A


def outline(font, codepoint):
    """The outline of a character: pen moves, with points as fractions of the glyph's own box."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[codepoint]].draw(pen)
    points = [point for _, points in pen.value for point in points]
    low = [min(point[axis] for point in points) for axis in (0, 1)]
    size = [max(point[axis] for point in points) - low[axis] for axis in (0, 1)]
    moves = [(move, [tuple((point[axis] - low[axis]) / size[axis] for axis in (0, 1)) for point in points])
             for move, points in pen.value]
    return moves, size


@pytest.mark.parametrize("codepoint", [BULLET, ASTERISK], ids=hex)
def test_A11_the_mask_glyph_looks_like_an_asterisk(codepoint):
    mask, mask_size = outline(TTFont(FONTS / "asterisk.woff2"), codepoint)
    asterisk, size = outline(TTFont(FONTS / "letters-bold.woff2"), ASTERISK)
    assert [move for move, _ in mask] == [move for move, _ in asterisk] and len(mask) > 10
    far = max(abs(a - b) for (_, mine), (_, theirs) in zip(mask, asterisk, strict=True)
              for one, other in zip(mine, theirs, strict=True) for a, b in zip(one, other, strict=True))
    assert far < 0.005, "a point differs by more than rounding"
    assert abs(mask_size[0] / mask_size[1] - size[0] / size[1]) < 0.01, "the glyph is stretched"
    # The asterisk is not too small: at least as large as in the regular font.
    assert mask_size[0] >= size[0]


def test_A11_the_font_contains_only_asterisks():
    assert set(TTFont(FONTS / "asterisk.woff2").getBestCmap()) == {BULLET, ASTERISK}


def field(page, selector, value):
    """A screenshot of a field with a value, without the caret."""
    page.fill(selector, value)
    page.evaluate("s => { const f = document.querySelector(s); f.blur(); f.scrollLeft = 0; }", selector)
    painted(page)
    return page.locator(selector).screenshot(animations="disabled")


@pytest.mark.parametrize("path,selector", [("/login", "#password"), ("/create-account?for=family", "#input-password"),
                                           ("/create-account?for=family", "#input-confirmation")])
def test_A11_a_password_is_shown_as_asterisks(visitor, path, selector):
    visitor.goto(path)
    visitor.evaluate("document.fonts.ready")
    family = visitor.evaluate("s => getComputedStyle(document.querySelector(s)).fontFamily", selector)
    first = family.split(",")[0].strip("\"'")
    loaded = visitor.evaluate("async f => (await document.fonts.load(`24px '${f}'`, '\\u2022')).map(l => l.family)",
                              first)
    assert [name.strip("\"'") for name in loaded] == ["PET Asterisk"]
    # The screenshot reveals only the length: one asterisk for each character.
    shown = field(visitor, selector, "seven77")
    assert shown == field(visitor, selector, "WiM*•é4")
    assert shown != field(visitor, selector, "eight888")
    assert "seven77" not in visitor.inner_text("body") and "eight888" not in visitor.inner_text("body")
    # It equals a screenshot of seven of the font's bullets, which look like asterisks, written as text.
    visitor.evaluate("s => { const f = document.querySelector(s); const family = getComputedStyle(f).fontFamily;"
                     " const space = getComputedStyle(f).letterSpacing; f.type = 'text'; f.style.fontFamily = family;"
                     " f.style.letterSpacing = space; }", selector)
    assert shown == field(visitor, selector, "•" * 7)
