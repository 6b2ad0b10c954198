"""Fixtures: the fake server, one browser for all tests, and a page."""

import os
import shutil
import time

import pytest
from playwright.sync_api import Error, sync_playwright

import house

TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
ARGUMENTS = [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--autoplay-policy=no-user-gesture-required",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]


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


class Visitor:
    """A browser context with one page and common actions."""

    def __init__(self, browser, server, size=TABLET, **options):
        self.server = server
        self.problems = []
        self.context = browser.new_context(viewport=size, locale="en-US", **options)
        self.context.set_default_timeout(60_000)
        self.page = self.open_page()

    def open_page(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self.note)
        return page

    def note(self, message):
        """Errors of the pages, without refused requests, which have their own tests."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.problems.append(message.text)

    def open(self, path="/"):
        self.page.goto(self.server.address + path)
        self.page.wait_for_selector("html[data-started]")
        return self.page

    def watch(self, experience, feeling=None):
        """Opens the viewer and answers the first question."""
        self.open(f"/view/{experience['id']}")
        if feeling:
            self.page.click(f".calm [data-feeling='{feeling}']")
        else:
            self.page.get_by_role("button", name="Skip").click()
        self.shown(experience["panoramas"][0])

    def look_at(self, experience, panorama, yaw, pitch=0):
        """Shows a direction of a panorama as the editor's preview does, without the question about feelings."""
        places = [{**place, "start": {"yaw": yaw, "pitch": pitch}} for place in experience["panoramas"]]
        preview = {"experience": {**experience, "panoramas": places}, "at": panorama["id"]}
        self.page.evaluate("([preview, path]) => { prep.preview = preview; return prep.go(path); }",
                           [preview, f"/view/{experience['id']}"])
        self.shown(panorama)

    def shown(self, panorama):
        self.page.wait_for_selector(f".stage[data-shown='{panorama['id']}']")
        self.page.wait_for_selector(".stage .loading", state="hidden")

    def until(self, expression, argument=None, seconds=60):
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

    def camera(self):
        return self.page.evaluate("prep.screen.camera()")

    def trigger(self, name):
        return self.page.locator(".trigger").filter(has_text=name)

    def trigger_box(self, name):
        """The trigger's position after the next drawn frame, which moves the trigger there."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self.trigger(name).bounding_box()


@pytest.fixture
def make_visitor(browser, server):
    opened = []

    def make(**options):
        visitor = Visitor(browser, server, **options)
        opened.append(visitor)
        return visitor

    yield make
    problems = [problem for visitor in opened for problem in visitor.problems]
    for visitor in opened:
        visitor.context.close()
    assert not problems


@pytest.fixture
def visitor(make_visitor):
    return make_visitor()
