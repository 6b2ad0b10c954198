"""The whole game by keyboard: from the login through a whole level to Review Gameplay."""

import re

from game_client import PASSWORD
from pages import new_account
from playing import Round

NAME = """() => { const e = document.activeElement;
    return e === document.body ? '' : (e.labels?.[0] ?? e).innerText || e.ariaLabel || ''; }"""


def tab_to(page, pattern, most=40):
    """Presses Tab until the element with this name has visible focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if re.search(pattern, re.sub(r"\s+", " ", page.evaluate(NAME)).strip()):
            ring = page.evaluate("() => { const s = getComputedStyle(document.activeElement);"
                                 " return [s.outlineStyle, parseFloat(s.outlineWidth), s.boxShadow]; }")
            assert (ring[0] != "none" and ring[1] >= 2) or ring[2] != "none", (
                f"{pattern} has the focus, but not visibly"
            )
            return
    raise AssertionError(f"Tab did not reach {pattern}")


class Typist(Round):
    """A round played without a mouse."""

    def __init__(self, page):
        self.page, self.round, self.outcomes = page, None, []
        page.on("response", self.listen)

    def answer(self, answer):
        """Answers with the number key if the question has the focus, otherwise with Tab and Enter."""
        number = self.button(answer).get_attribute("data-number")
        at_answers = self.page.evaluate("() => Boolean(document.activeElement.closest('.asked'))")
        by_number = at_answers and len(self.outcomes) % 2

        def act():
            if by_number:
                self.page.keyboard.press(number)
                return
            for _ in range(40):
                self.page.keyboard.press("Tab")
                if self.page.evaluate("() => document.activeElement.dataset.answer ?? ''") == answer:
                    break
            self.page.keyboard.press("Enter")

        self.press(act)


def test_the_keyboard_is_enough_from_the_login_through_a_level_to_the_review(visitor, browser, server):
    page = visitor
    name = new_account(browser.new_context(base_url=server.url), server)
    page.goto("/login")
    tab_to(page, "^Username or email")
    page.keyboard.type(name)
    tab_to(page, "^Password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/menu", timeout=60_000)
    tab_to(page, "^Play$")
    page.keyboard.press("Enter")
    page.wait_for_url("**/levels*")
    game = Typist(page)
    tab_to(page, "^Level 1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/1")
    game.wait()
    # Also uses a tip, the repeated prompt and a skip.
    tab_to(page, "^Tip")
    with page.expect_response(lambda r: r.url.endswith("/events")):
        page.keyboard.press("Enter")
    assert page.locator("#tip-panel").is_visible()
    tab_to(page, "^Skip")
    game.press(lambda: page.keyboard.press("Enter"))
    assert game.outcomes[-1]["kind"] == "skipped"
    game.wait()
    game.answer(game.wrong[0])
    assert game.outcomes[-1]["kind"] == "wrong"
    for _ in range(12):
        game.wait()
        game.answer(game.right)
        if game.round["finished"]:
            break
    page.wait_for_url("**/levels*", timeout=60_000)
    tab_to(page, "^Main Menu")
    page.keyboard.press("Enter")
    page.wait_for_url("**/menu")
    tab_to(page, "^Review Gameplay$")
    page.keyboard.press("Space")
    page.wait_for_url("**/review")
    figures = dict(zip(page.locator(".figure dt").all_inner_texts(), page.locator(".figure dd").all_inner_texts(),
                       strict=True))
    assert figures["Right answers"] == "8" and figures["Wrong answers"] == "1", figures
    assert figures["Skips"] == "1" and figures["Tips"] == "1" and figures["Levels completed"] == "1", figures
    tab_to(page, "^Main Menu")
    page.keyboard.press("Enter")
    page.wait_for_url("**/menu")
    tab_to(page, "^Logout")
    page.keyboard.press("Enter")
    page.wait_for_url("**/login*")


def test_the_games_menu_opens_and_closes_by_keyboard(fresh):
    fresh.goto("/play/1")
    fresh.wait_for_selector("#skip:not([disabled])")
    tab_to(fresh, "^Menu")
    fresh.keyboard.press("Enter")
    fresh.wait_for_selector("#menu-dialog[open]")
    fresh.keyboard.press("Escape")
    fresh.wait_for_selector("#menu-dialog:not([open])", state="attached")
    assert fresh.evaluate("() => document.activeElement.id") == "menu", "the focus was lost"
    fresh.keyboard.press("Enter")
    fresh.wait_for_selector("#menu-dialog[open]")
    tab_to(fresh, "^Main Menu")
    fresh.keyboard.press("Enter")
    fresh.wait_for_url("**/menu")
