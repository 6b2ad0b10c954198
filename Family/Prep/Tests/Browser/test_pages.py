"""Home, settings, progress, schedule, offline, texts, accessibility: F4 to F7, N4, N5, N8, N9, REQ1, REQ3, REQ8."""

import json
import re
import subprocess
import sys
import time

import numpy
import pytest
from axe_playwright_python.sync_playwright import Axe

import house

SIZES = [(390, 844), (844, 390), (768, 1024), (1366, 1024)]


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_F4_F5_cards_can_be_swiped_by_buttons_and_keys(visitor, server):
    for number in range(6):
        house.dentist(server.store, bundled=False, title=f"Place {number}")
    house.dentist(server.store)
    visitor.open()
    page = visitor.page
    own, bundled = page.locator(".cards").all()
    assert own.locator("li").count() == 6
    first = own.locator("li").first
    assert "A visit from the door" in first.inner_text()
    assert first.locator("h3").inner_text() == "Place 0"
    image = server.store.own[first.get_attribute("data-id")]["panoramas"][0]["image"]
    assert image in first.locator("img").get_attribute("src")
    assert first.get_by_role("link", name="Play").count() == first.get_by_role("link", name="Edit").count() == 1
    assert bundled.get_by_role("link", name="Edit").count() == 0
    button(page, "Next").first.click()
    assert own.evaluate("row => row.scrollLeft") > 100
    own.focus()
    page.keyboard.press("ArrowLeft")
    assert own.evaluate("row => row.scrollLeft") < 100
    own.hover()
    page.mouse.wheel(400, 0)
    visitor.until("() => document.querySelector('.cards').scrollLeft > 100")


def test_F7_settings_are_saved_and_signing_out_clears_the_device(visitor, server):
    visitor.open("/settings")
    page = visitor.page
    assert page.get_by_label("Swipe only").is_checked()
    page.get_by_label("Swipe only").uncheck()
    page.get_by_text("Saved").wait_for()
    assert server.store.preferences == {"swipeOnly": False}
    page.get_by_label("Keep experiences on this device").check()
    button(page, "Sign out").click()
    page.wait_for_url("**/login?from=signed_out")
    assert page.evaluate("localStorage.getItem('prep-device-approved')") is None


def test_REQ2_the_volume_page_plays_until_the_user_leaves_it(visitor):
    visitor.open("/volume")
    page = visitor.page
    button(page, "Play").click()
    assert button(page, "Stop").get_attribute("aria-pressed") == "true"
    page.get_by_role("link", name="Back").click()
    page.get_by_label("Swipe only").wait_for()


def visit(experience, step, before, after):
    more = {"finished": after is not None, "tooMuch": step % 2}
    return {"id": str(step), "experience": experience["id"], "step": step, "before": before, "after": after, **more}


def test_N4_progress_shows_whether_visits_get_easier(visitor, server):
    experience = house.dentist(server.store)
    ratings = [(1, 2), (2, None), (None, 3), (3, 4), (4, 5)]
    server.store.visits = [visit(experience, step + 1, *pair) for step, pair in enumerate(ratings)]
    visitor.open("/progress")
    page = visitor.page
    page.get_by_text("Yes, it is getting easier.").wait_for()
    assert page.locator("svg circle.before").count() == page.locator("svg circle.after").count() == 4
    assert page.locator("tbody tr").count() == 5
    assert "skipped" in page.inner_text("tbody")


def test_N5_the_schedule_fits_on_two_pages(visitor, server):
    experience = house.dentist(server.store)
    places = experience["panoramas"]
    extra = [{**places[0], "id": str(n), "name": f"Place {n}", "story": "x" * 280, "triggers": []} for n in range(4)]
    places[1:1] = extra
    visitor.open(f"/schedule/{experience['id']}")
    page = visitor.page
    names = page.locator(".when").all_inner_texts()
    assert names[0] == "1. First: Waiting room"
    assert names[-2:] == ["6. Then: Dentist's room", "Then home"]
    visitor.until("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 1 <= pages <= 2


def test_N9_experiences_that_were_opened_once_play_without_a_network(visitor, server):
    experience = house.dentist(server.store)
    other = house.dentist(server.store, title="Other place")
    visitor.open("/settings")
    page = visitor.page
    page.get_by_label("Keep experiences on this device").check()
    visitor.until("() => navigator.serviceWorker.controller !== null")
    visitor.watch(experience)
    page.evaluate("prep.offline.keeping")
    button(page, "Exit").first.click()
    page.wait_for_selector(".after")
    page.locator(f"[data-id='{experience['id']}'] .ready").wait_for()
    assert page.locator(f"[data-id='{other['id']}'] .ready").is_hidden()
    server.wait_for(lambda store: len(store.visits) == 1)
    server.store.down = True
    visitor.open()
    titles = page.locator(".card h3").all_inner_texts()
    assert titles == ["The dentist"]
    visitor.watch(experience, feeling=3)
    visitor.trigger("Telephone").click()
    page.wait_for_selector(".trigger[data-played='true']")
    visitor.trigger("Dentist's room").click()
    visitor.shown(experience["panoramas"][1])
    visitor.trigger("Opening wide").click()
    visitor.until("() => document.querySelector('.player video').currentTime > 0.2")
    button(page, "Back").click()
    page.click(".overlay .exit")
    page.wait_for_selector(".cards")
    server.store.down = False
    visitor.open()
    server.wait_for(lambda store: len(store.visits) == 2 and store.visits[1]["before"] == 3)


def test_N9_an_unapproved_device_stores_nothing(visitor, server):
    experience = house.dentist(server.store)
    visitor.watch(experience)
    assert not visitor.page.evaluate("caches.has('prep-kept')")


def test_REQ3_screens_change_within_two_seconds_and_the_viewer_opens_within_four(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    visitor.open()
    page = visitor.page
    for path in (f"/edit/{experience['id']}", "/settings", "/progress", f"/schedule/{experience['id']}", "/"):
        start = time.monotonic()
        page.evaluate("(path) => prep.go(path)", path)
        assert time.monotonic() - start < 2, path
    page.get_by_role("link", name="Play").first.click()
    button(page, "Skip").wait_for()
    start = time.monotonic()
    button(page, "Skip").click()
    visitor.shown(experience["panoramas"][0])
    assert time.monotonic() - start < 4


def test_REQ2_nothing_blinks_or_flashes():
    """Styles must have no animations, and the bundled films no sudden changes of brightness."""
    styles = (house.WEB / "prep.css").read_text()
    code = "".join(path.read_text() for path in house.WEB.glob("*/*.js"))
    assert not re.search(r"@keyframes|animation(-name)?\s*:|blink", styles)
    assert ".animate(" not in code
    films = sorted(house.CONTENT.glob("*/media/*.mp4"))
    assert len(films) >= 6
    for film in films:
        command = ["ffmpeg", "-v", "error", "-i", film, "-vf", "scale=64:36,format=gray", "-f", "rawvideo", "-"]
        pixels = subprocess.run(command, capture_output=True, check=True).stdout
        frames = numpy.frombuffer(pixels, numpy.uint8).reshape(-1, 36 * 64).astype(float)
        # A flash changes a quarter of the picture by a tenth of the range or more (WCAG 2.3.1).
        changed = (numpy.abs(numpy.diff(frames, axis=0)) > 25).mean(axis=1)
        assert len(frames) > 10 and changed.max() < 0.25, film


def screens(server):
    experience = house.dentist(server.store, bundled=False)
    server.store.visits = [visit(experience, 1, 2, 3)]
    for path in ("/", "/settings", "/volume", "/progress"):
        yield path, None
    yield f"/schedule/{experience['id']}", None
    yield f"/view/{experience['id']}", None
    yield f"/view/{experience['id']}", lambda page: button(page, "Skip").click()
    yield f"/view/{experience['id']}", lambda page: (button(page, "Skip").click(), button(page, "Too much").click())
    yield f"/edit/{experience['id']}", None
    yield f"/edit/{experience['id']}", lambda page: button(page, "Edit: Waiting room").click()
    yield f"/edit/{experience['id']}", lambda page: (
        button(page, "Edit: Waiting room").click(),
        page.locator(".trigger").first.click(),
    )
    yield f"/edit/{experience['id']}", lambda page: button(page, "Capture").click()


@pytest.mark.parametrize(("scheme", "size"), zip(["light", "light", "dark", "light"], SIZES, strict=True))
def test_N8_REQ1_no_screen_has_an_axe_violation_and_every_button_has_symbol_and_label(
        make_visitor, server, scheme, size):
    visitor = make_visitor(size={"width": size[0], "height": size[1]}, color_scheme=scheme, bypass_csp=True)
    page = visitor.page
    for path, more in screens(server):
        visitor.open(path)
        if more:
            more(page)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{path}: {results.generate_report()}"
        bare = page.evaluate("""() => [...document.querySelectorAll('button, a')].filter((one) =>
            !one.querySelector('svg') || !one.innerText.trim() && one.offsetParent).map((one) => one.outerHTML)""")
        assert not bare, path


@pytest.mark.parametrize("size", SIZES)
def test_REQ8_every_screen_fits_in_both_orientations(make_visitor, server, size):
    visitor = make_visitor(size={"width": size[0], "height": size[1]})
    page = visitor.page
    for number, (path, more) in enumerate(screens(server)):
        visitor.open(path)
        if more:
            more(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        outside = page.evaluate("""() => [...document.querySelectorAll('.overlay button, .panel button, .calm button')]
            .filter((one) => one.offsetParent && !one.closest('[inert]')).filter((one) => {
                const { left, right } = one.getBoundingClientRect();
                return left < 0 || right > innerWidth;
            }).map((one) => one.innerText)""")
        assert not outside, path
        page.screenshot(path=f"/tmp/prep-{size[0]}x{size[1]}-{number:02}.png")


def test_texts_are_complete_and_child_sentences_are_short():
    texts = json.loads((house.WEB / "languages/en.json").read_text())["texts"]
    sources = [path.read_text() for folder in ("modules", "screens") for path in (house.WEB / folder).glob("*.js")]
    code = "\n".join(sources)
    direct = set(re.findall(r"""\bt\(\s*"([^"]+)\"""", code))
    assert direct <= texts.keys(), direct - texts.keys()
    prefixes = tuple(re.findall(r"\bt\(`([^`$]+)\$\{", code))
    unused = {key for key in texts if f'"{key}"' not in code and not key.startswith(prefixes)}
    assert not unused, unused
    for key, text in texts.items():
        if key.startswith("child."):
            assert all(len(part.split()) <= 8 for part in re.split(r"[.!?]\s*", text)), key


def test_the_workers_list_is_up_to_date():
    subprocess.run([sys.executable, house.PREP / "Content/making/files.py", "--check"], check=True)


def test_every_requirement_names_existing_tests():
    family = house.PREP.parent
    table = (house.PREP / "REQUIREMENTS.md").read_text()
    named = re.findall(r"`(test_\w+\.py)::(\w+)`", table)
    assert len(named) > 50
    for file, test in named:
        folders = (house.PREP / "Tests/Browser", family / "Tests/Browser", family / "Tests/Server")
        sources = [(folder / file).read_text() for folder in folders if (folder / file).exists()]
        assert any(f"def {test}(" in source for source in sources), f"{file}::{test}"
    for file in re.findall(r"`(\w+_test\.js)`", table):
        assert (house.PREP / "Tests/Unit" / file).exists(), file
    suites = {path.stem: path.read_text() for path in family.glob("*/**/*Tests.swift") if ".build" not in path.parts}
    swift = re.findall(r"`(\w+Tests)(?:\.(\w+))?`", table)
    assert len(swift) > 30
    for suite, test in swift:
        assert suite in suites, suite
        assert not test or f"func {test}(" in suites[suite], f"{suite}.{test}"
    # Every number of the requirements has a row.
    rows = set(re.findall(r"^\| ((?:F|REQ|N)\d+) \|", table, re.MULTILINE))
    assert rows == {f"{letter}{n}" for letter, last in (("F", 28), ("REQ", 8), ("N", 9)) for n in range(1, last + 1)}
