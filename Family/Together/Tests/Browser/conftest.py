"""Fixtures: the fake server, one browser for all tests, and members with their own contexts."""

import os
import shutil
import time

import pytest
from playwright.sync_api import Error, sync_playwright

import house

TABLET = {"width": 1024, "height": 768}
ADA, BEN, CLEO = 12, 13, 14
ARGUMENTS = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]


@pytest.fixture(scope="session")
def browser():
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def server():
    server = house.House()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def store(server):
    return server.store


class Visitor:
    """One member in a browser context with one page, and common actions in it."""

    def __init__(self, browser, server, member=ADA, size=TABLET, **options):
        self.server = server
        self.problems = []
        settings = {"locale": "en-US", "timezone_id": house.ZONE, "viewport": size} | options
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(30_000)
        if member:
            self.context.add_cookies([{"name": "member", "value": str(member), "url": server.origin}])
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self.note)

    def note(self, message):
        """Records the pages' errors. The browser also logs rejected requests, which have their own tests."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.problems.append(message.text)

    def open(self, path="/"):
        self.page.goto(self.server.address + path)
        self.page.wait_for_selector("html[data-started]")
        return self.page

    def press(self, name, role="button", exact=True, inside=None):
        (inside or self.page).get_by_role(role, name=name, exact=exact).first.click()

    def follow(self, name, exact=True):
        self.press(name, role="link", exact=exact)

    def title(self, text):
        """Waits for the screen with this title."""
        self.page.get_by_role("heading", level=1, name=text, exact=True).wait_for()

    def says(self, text):
        """Waits for a text on the screen or in a dialog."""
        self.page.locator("main, dialog").get_by_text(text).first.wait_for()

    def unread(self, count):
        self.page.get_by_role("link", name=f"Notifications, {count} unread").wait_for()

    def until(self, expression, argument=None, seconds=30):
        """Waits for a condition. Playwright's own wait needs `eval`, which the content policy forbids."""
        end = time.monotonic() + seconds
        while True:
            try:
                if self.page.evaluate(expression, argument):
                    return
            except Error as error:
                if "navigation" not in str(error):
                    raise
            if time.monotonic() > end:
                raise AssertionError(f"not true within {seconds} s: {expression}")
            # There is no condition to wait for: this loop is the poll.
            self.page.wait_for_timeout(20)


@pytest.fixture
def make_visitor(browser, server):
    opened = []

    def make(member=ADA, **options):
        visitor = Visitor(browser, server, member, **options)
        opened.append(visitor)
        return visitor

    yield make
    problems = [problem for visitor in opened for problem in visitor.problems]
    for visitor in opened:
        visitor.context.close()
    assert not problems


@pytest.fixture
def ada(make_visitor):
    return make_visitor(ADA)


@pytest.fixture
def ben(make_visitor):
    return make_visitor(BEN)


@pytest.fixture
def cleo(make_visitor):
    return make_visitor(CLEO)
