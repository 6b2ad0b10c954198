"""Larger text: on all of a child's screens, no text is cut or overlaps other text."""

import pytest

from pages import Watch, new_account
from playing import Round
from sittings import change, grow_old
from test_learning import shipped_questions

SMALL = {"width": 1024, "height": 768}
SCREENS = ["menu", "levels", "stickers", "tutorial", "settings", "facial-fun", "question-bank", "questions", "review",
           "who"]

# Finds problems of the text on the screen: cut by its container, off the screen, or overlapping other text.
FAULTS = """() => {
    const words = [], faults = [];
    const frames = '.button, .tool, .panel, .leaf, .mark, .tip-panel, .caption, .picture, .choice span, dialog, main, '
        + 'header, footer';
    const within = (r, q, across, down) => r.left >= q.left - across && r.right <= q.right + across
        && r.top >= q.top - down && r.bottom <= q.bottom + down;
    const overlap = (r, q) => Math.min(r.right, q.right) - Math.max(r.left, q.left) > 2
        && Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top) > 1;
    const top = [...document.querySelectorAll('dialog[open]')].pop() ?? document.querySelector('.stage');
    const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
        if (!text || element.closest('template, script, style, noscript, svg, .skip-link, .spoken')) continue;
        const style = getComputedStyle(element);
        if (style.visibility !== 'visible' || element.closest('[hidden]')) continue;
        // What is only for readers of the screen is clipped away.
        let clipped = false;
        for (let e = element; e; e = e.parentElement) clipped ||= getComputedStyle(e).clipPath.includes('inset(50%');
        if (clipped) continue;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const rows = [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
        if (!rows.length) continue;
        const scrolls = element.closest('.scroll, .own-list');
        for (const row of rows) {
            if (!scrolls && !within(row, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, 1, 1))
                faults.push(['off the screen', text]);
            for (let frame = element.closest(frames); frame; frame = frame.parentElement.closest(frames)) {
                if (scrolls && frame.contains(scrolls)) break;
                const box = frame.getBoundingClientRect();
                if (!within(row, box, 2, 4))
                    faults.push(['out of ' + (frame.className || frame.tagName), text]);
            }
            words.push([element, text, row]);
        }
    }
    // Letters fill the middle half of their line.
    const middle = ({ left, right, top, bottom, height }) =>
        ({ left, right, top: top + height / 4, bottom: bottom - height / 4 });
    for (let a = 0; a < words.length; a++) for (let b = a + 1; b < words.length; b++) {
        const [one, s, r] = words[a], [other, t, q] = words[b];
        if (one === other || one.contains(other) || other.contains(one)) continue;
        if (overlap(middle(r), middle(q))) faults.push(['over each other', s + ' | ' + t]);
    }
    const presses = [...top.querySelectorAll('a.button, a.tool, button')]
        .filter((e) => e.getClientRects().length && getComputedStyle(e).visibility === 'visible')
        .filter((e) => !e.closest('.scroll, .own-list'))
        .map((e) => [e.textContent.trim() || e.ariaLabel, e.getBoundingClientRect()]);
    for (let a = 0; a < presses.length; a++) for (let b = a + 1; b < presses.length; b++) {
        const [s, r] = presses[a], [t, q] = presses[b];
        if (overlap(r, q)) faults.push(['buttons over each other', s + ' | ' + t]);
    }
    return [...new Map(faults.map((f) => [f.join(), f])).values()];
}"""

SHOW = """async (question) => {
    const view = await import(document.body.dataset.assets + '/modules/question-view.js');
    const band = await import(document.body.dataset.assets + '/modules/band.js');
    view.showQuestion(question);
    view.showTip(question.tip, question.point);
    band.showMessage(question.message, { kind: 'right', duration: 0 });
}"""


def is_large(page):
    return page.evaluate("() => document.documentElement.dataset.textSize") == "large"


@pytest.fixture(params=["light", "dim"])
def large(request, browser, server):
    """A player with larger text, on a small screen, in one of the themes."""
    context = browser.new_context(viewport=SMALL, base_url=server.url)
    name = new_account(context, server)
    page = context.new_page()
    page.username = name
    page.watch = Watch(page)
    answer = context.request.put(
        f"{server.url}/api/settings", data={"textSize": "large", "theme": request.param},
        headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status == 200, answer.text()
    yield page
    context.close()
    assert page.watch.complaints == []


def test_larger_text_fits_on_every_screen_of_a_child(large, server):
    for level, emotion in [(1, "happiness"), (1, "surprise"), (2, "disgust"), (5, "fear")]:
        change(server, large.username,
               "INSERT INTO sticker (level, emotion, day, shown, player) VALUES (?, ?, 20000, 1, ?)", level, emotion)
    found = {}
    for path in SCREENS:
        large.goto(f"/{path}")
        large.wait_for_load_state("networkidle")
        assert is_large(large)
        found[path] = large.evaluate(FAULTS)
    large.goto("/tutorial")
    for number in range(2, 10):
        large.keyboard.press("ArrowRight")
        large.get_by_text(f"Page {number} of 9").wait_for()
        found[f"tutorial {number}"] = large.evaluate(FAULTS)
    large.goto("/menu")
    large.click("#me")
    large.wait_for_selector("#badge-dialog[open]")
    found["badge"] = large.evaluate(FAULTS)
    Round(large)
    large.click("#menu")
    large.wait_for_selector("#menu-dialog[open]")
    found["menu of the game"] = large.evaluate(FAULTS)
    grow_old(server, large.username, 900_000, 6)
    large.goto("/finished")
    large.wait_for_load_state("networkidle")
    found["finished"] = large.evaluate(FAULTS)
    found = {path: faults for path, faults in found.items() if faults}
    assert found == {}, found


def test_larger_text_fits_with_every_question_and_its_tip(large):
    Round(large)
    assert is_large(large)
    found = {}
    for question in shipped_questions():
        large.evaluate(SHOW, {**question, "message": "Yes! You looked very well."})
        faults = large.evaluate(FAULTS)
        if faults:
            found[question["id"]] = faults
    assert found == {}, found
