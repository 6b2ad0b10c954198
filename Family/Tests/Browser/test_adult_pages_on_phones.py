"""The pages for adults on a phone in both orientations, and on a desktop at a browser zoom of 200 %.

At 200 %, the page has half as many CSS pixels: a window of 1366 × 1024 has 683 × 512 of them.
"""

import pytest

from family_data import open_parent
from pages import DESIGN, new_account

SIGNED_OUT = ["/login", "/create-account", "/create-account?for=family", "/create-account?for=practice",
              "/terms", "/statistics"]
SIGNED_IN = ["/edit-account", "/settings/grown-ups", "/questions", "/questions/new", "/family", "/review"]
SIZES = {"upright": (390, 844), "on its side": (844, 390), "zoomed": (683, 512), "tablet": (768, 1024)}
# The smallest font size in CSS pixels, and elements beyond the right edge of the window.
MEASURE = """() => {
  const texts = [], out = [];
  for (const element of document.querySelectorAll("main *, header *, footer *")) {
    if (element.closest("svg, .audit, details, [hidden], .spoken") || !element.checkVisibility()) continue;
    const box = element.getBoundingClientRect();
    if (box.right > innerWidth + 1 && box.width > 1) out.push(element.outerHTML.slice(0, 120));
    if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
      texts.push([parseFloat(getComputedStyle(element).fontSize), element.textContent.trim().slice(0, 40)]);
  }
  texts.sort((a, b) => a[0] - b[0]);
  const buttons = [...document.querySelectorAll("footer .button, form button, form .button")]
    .filter((button) => button.checkVisibility()).map((button) => button.getBoundingClientRect().height);
  return { smallest: texts[0], out, width: document.documentElement.scrollWidth,
    lowest: Math.min(...buttons, 1000), asksToTurn: document.querySelector(".turn").checkVisibility() };
}"""


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_adult_pages_fit_and_have_readable_text(browser, server, size):
    context = browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), base_url=server.url)
    page = context.new_page()

    def check(address):
        page.goto(address)
        page.wait_for_load_state()
        seen = page.evaluate(MEASURE)
        assert not seen["asksToTurn"], address
        assert seen["width"] <= size[0] and seen["out"] == [], (address, seen)
        assert seen["smallest"][0] >= 13, (address, seen["smallest"])
        assert seen["lowest"] >= 36, (address, seen["lowest"])

    for address in SIGNED_OUT:
        check(address)
    new_account(context, server, fullName="Ada")
    token = next(c["value"] for c in context.cookies() if c["name"] == "__Host-pet")
    open_parent(server.folder, token)
    for address in SIGNED_IN:
        check(address)
    context.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768), (1366, 1024)])
@pytest.mark.parametrize("kind", ["family", "practice"])
def test_the_first_error_is_visible(browser, server, kind, size):
    """The page scrolls to the first field in red, even if the reader pressed the button at the end of the form."""
    context = browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), base_url=server.url)
    page = context.new_page()
    page.goto(f"/create-account?for={kind}")
    page.locator("#statistics").scroll_into_view_if_needed()
    page.click("#create-button")
    page.wait_for_selector(".field.wrong")
    first = page.locator(".field.wrong").first
    page.wait_for_function(
        "box => { const r = box.getBoundingClientRect(); return r.top >= 0 && r.bottom < innerHeight }",
        arg=first.element_handle())
    context.close()


@pytest.mark.parametrize("size", [(390, 844), (768, 1024)])
def test_a_dialog_is_visible_in_portrait(browser, server, size):
    context = browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)), base_url=server.url)
    new_account(context, server)
    page = context.new_page()
    page.goto("/questions/new")
    page.wait_for_selector("#question[data-ready]")
    page.click("#camera")
    page.wait_for_selector("#camera-cancel")
    box = page.locator("#camera-dialog").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
    page.click("#camera-cancel")
    page.wait_for_selector("#camera-dialog", state="hidden")
    context.close()


def test_the_stage_keeps_its_size_on_large_screens(browser, server):
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    page = context.new_page()
    page.goto("/create-account?for=family")
    box = page.locator(".stage").bounding_box()
    assert (box["width"], box["height"]) == (1366, 1024)
    context.close()
