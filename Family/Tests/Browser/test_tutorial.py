"""K: the tutorial, operated by buttons, keys, mouse and touch."""

import hashlib
import json

import pytest

from game_server import GAME
from pages import DESIGN

TEXTS = json.loads((GAME / "Content" / "languages" / "en" / "interface.json").read_text())["texts"]


class Fingers:
    """Touch input through the browser's own protocol."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]})

    def swipe(self, *paths, steps=8):
        """Moves each finger along its path, all at the same time."""
        self.send("touchStart", *(start for start, _ in paths))
        for step in range(1, steps + 1):
            self.send("touchMove",
                      *((a + (c - a) * step / steps, b + (d - b) * step / steps) for (a, b), (c, d) in paths))
        self.send("touchEnd")

    def left(self):
        self.swipe(((900, 500), (500, 510)))

    def right(self):
        self.swipe(((500, 500), (900, 490)))


@pytest.fixture
def touched(browser, server, state):
    """The tutorial on a touch screen."""
    context = browser.new_context(viewport=DESIGN, base_url=server.url, storage_state=state[1], has_touch=True)
    page = context.new_page()
    page.goto("/tutorial")
    page.get_by_text("Page 1 of 9").wait_for()
    page.fingers = Fingers(page)
    yield page
    context.close()


def assert_shown(page, number):
    page.get_by_text(f"Page {number} of 9").wait_for()
    assert page.locator("section.page:visible").count() == 1
    assert page.locator("#previous").is_disabled() == (number == 1)
    assert page.locator("#next").is_disabled() == (number == 9)


def assert_stays(page, number):
    """Checks that nothing happens, although there is time for it."""
    # There is no condition to wait for: nothing may happen.
    page.wait_for_timeout(300)
    assert_shown(page, number)


def clip_of(sentence):
    return hashlib.sha256(sentence.encode()).hexdigest()[:16] + ".mp3"


def test_K1_nine_pages_have_text_picture_and_narration(page):
    page.goto("/tutorial")
    heard = "c => (document.body.dataset.playing ?? '').endsWith(c)"
    seen = set()
    for number in range(1, 10):
        assert_shown(page, number)
        shown = page.locator("section.page:visible")
        title, sentence = shown.locator("h2").inner_text(), shown.locator(".sentence-told").inner_text()
        drawing = shown.locator(".drawing")
        box = drawing.bounding_box()
        assert box["width"] > 400 and box["height"] > 250, (number, box)
        assert len(sentence.split()) >= 4 and sentence in TEXTS.values(), sentence
        page.wait_for_function(heard, arg=clip_of(sentence), timeout=8000)
        seen.add((title, sentence, drawing.inner_html()))
        if number < 9:
            page.locator("#next").click()
    for part in range(3):
        assert len({each[part] for each in seen}) == 9, "two pages are the same"


def test_K1_the_hand_of_a_drawing_covers_no_word(page):
    overlaps = """number => {
        const drawing = document.querySelector(`#page-${number} .drawing`);
        const pointing = [...drawing.querySelectorAll(".d-ring, .d-hand use")].map((one) => one.getBBox());
        return [...drawing.querySelectorAll("text")].filter((word) => pointing.some((box) => {
            const text = word.getBBox();
            return text.x < box.x + box.width && box.x < text.x + text.width &&
                text.y < box.y + box.height && box.y < text.y + text.height;
        })).map((word) => word.textContent);
    }"""
    page.goto("/tutorial")
    for number in range(1, 10):
        assert_shown(page, number)
        assert page.evaluate(overlaps, number) == [], number
        page.keyboard.press("ArrowRight")


def test_K1_the_drawings_are_animated_unless_motion_is_switched_off(fresh):
    moving = """n => document.getElementById(`page-${n}`).getAnimations({ subtree: true })
        .filter((a) => a.playState === 'running').length"""
    for motion in ["on", "off"]:
        fresh.goto("/settings")
        with fresh.expect_response("**/api/settings"):
            fresh.locator(f"input[name=motion][value={motion}]").check(force=True)
        fresh.goto("/tutorial")
        for number in range(1, 10):
            assert_shown(fresh, number)
            assert (fresh.evaluate(moving, number) > 0) == (motion == "on"), (motion, number)
            if number < 9:
                fresh.keyboard.press("ArrowRight")


def test_K2_buttons_and_keys_turn_pages_and_stop_at_the_ends(page):
    page.goto("/tutorial")
    assert_shown(page, 1)
    page.keyboard.press("ArrowLeft")
    assert_stays(page, 1)
    for number in range(2, 10):
        if number % 2:
            page.keyboard.press("ArrowRight")
        else:
            page.locator("#next").click()
        assert_shown(page, number)
    page.keyboard.press("ArrowRight")
    assert_stays(page, 9)
    for number in range(8, 0, -1):
        if number % 2:
            page.keyboard.press("ArrowLeft")
        else:
            page.locator("#previous").click()
        assert_shown(page, number)
    page.keyboard.press("End")
    assert_shown(page, 9)
    page.keyboard.press("Home")
    assert_shown(page, 1)


def test_K2_swiping_turns_pages_and_stops_at_the_ends(touched):
    touched.fingers.right()
    assert_stays(touched, 1)
    for number in range(2, 10):
        touched.fingers.left()
        assert_shown(touched, number)
    touched.fingers.left()
    assert_stays(touched, 9)
    for number in range(8, 0, -1):
        touched.fingers.right()
        assert_shown(touched, number)
    touched.fingers.right()
    assert_stays(touched, 1)


def test_K2_other_gestures_do_not_turn_the_page(touched):
    touched.fingers.left()
    assert_shown(touched, 2)
    still = {"up and down": [((700, 700), (690, 300))], "aslant": [((900, 300), (600, 600))],
             "a touch": [((700, 500), (700, 500))],
             "a little": [((700, 500), (640, 500))],
             "two fingers apart": [((650, 500), (300, 500)), ((700, 500), (1050, 500))]}
    for paths in still.values():
        touched.fingers.swipe(*paths)
        assert_stays(touched, 2)


def test_K2_swiping_with_the_mouse_works_too(page):
    page.goto("/tutorial")
    assert_shown(page, 1)
    for (start, end), number in [((900, 500), 2), ((900, 500), 3), ((500, 900), 2)]:
        page.mouse.move(start, 500)
        page.mouse.down()
        page.mouse.move((start + end) / 2, 500)
        page.mouse.move(end, 500)
        page.mouse.up()
        assert_shown(page, number)


def test_K2_return_leads_to_the_main_menu_from_each_page(page):
    for number in range(1, 10):
        page.goto("/tutorial")
        for _ in range(number - 1):
            page.keyboard.press("ArrowRight")
        assert_shown(page, number)
        page.get_by_role("link", name="Return").click()
        page.wait_for_url("**/menu")
