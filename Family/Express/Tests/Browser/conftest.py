"""Fixtures: server, browser, an empty app, and an app with entries."""

import os
import shutil
import time

import pytest
from playwright.sync_api import Error, sync_playwright

import house

PHONE = {"width": 390, "height": 844}
PASSWORD = "aB3!"


@pytest.fixture(scope="session")
def browser():
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=[
                "--no-sandbox",
                "--autoplay-policy=no-user-gesture-required",
                "--use-fake-device-for-media-stream",
                "--use-fake-ui-for-media-stream",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def server():
    served, handler = house.express_house()
    served.handler_class = handler
    yield served
    served.stop()


def poll(page, holds, described, timeout=60_000):
    """Waits until the function returns something true; the browser's events arrive meanwhile."""
    end = time.monotonic() + timeout / 1000
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"not true within {timeout} ms: {described}")
        # There is no condition to wait for: this is the poll.
        page.wait_for_timeout(20)


def waiting(page):
    """Replaces `wait_for_function`: Playwright's own needs `eval`, which the content policy forbids."""

    def wait_for_function(expression, arg=None, timeout=60_000):
        def holds():
            try:
                return page.evaluate(expression, arg)
            except Error as error:
                if "navigation" not in str(error):
                    raise
                return False

        poll(page, holds, expression, timeout)

    page.wait_for_function = wait_for_function
    return page


def record_voice(area):
    """Records the fake microphone with the buttons of a page or of a part of it."""
    area.get_by_role("button", name="Record", exact=True).click()
    # There is no condition to wait for: the recording has to have a length.
    getattr(area, "page", area).wait_for_timeout(1500)
    area.get_by_role("button", name="Stop", exact=True).click()


class Family:
    """A device with the app: a browser context and common actions."""

    def __init__(self, browser, server, size=PHONE, **options):
        self.server = server
        self.context = browser.new_context(
            viewport=size, device_scale_factor=1, has_touch=True, locale="en-US", **options
        )
        self.context.set_default_timeout(60_000)
        self.requests = []
        self.problems = []
        self.context.on("request", lambda request: self.requests.append(request))
        self.page = self.open_page()

    def open_page(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        return waiting(page)

    def start(self, hash=""):
        self.page.goto(self.server.address + hash)
        self.page.wait_for_selector("html[data-started]")
        # Tests press faster than people do. test_access.py tests the filtering of quick presses.
        self.page.evaluate("express.state.preferences.ignoreRepeat = 0; express.applyPreferences()")
        return self.page

    def fill(self, **changes):
        """Stores entries directly, like the setup."""
        self.page.evaluate(
            """async (changes) => {
            await express.save((state) => {
                state.setupDone = true;
                Object.assign(state.user, changes.user ?? {});
                Object.assign(state.preferences, changes.preferences ?? {});
                Object.assign(state.map, changes.map ?? {});
                if (changes.explained) state.locationExplained = true;
            });
            localStorage.setItem("express-setup", "done");
            await express.render();
        }""",
            changes,
        )

    def go(self, address):
        self.page.evaluate("(address) => express.go(address)", address)
        self.page.wait_for_function(
            "(address) => location.hash.slice(1) === address && express.shown !== null", arg=address
        )

    def settle(self):
        """Waits for the layout: text is fitted one frame after it is drawn."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def set_password(self, password=PASSWORD):
        self.page.evaluate(
            """async (password) => {
            const { hashed } = await import('./modules/secrets.js');
            const hash = await hashed(password);
            await express.save((state) => state.security.password = hash);
        }""",
            password,
        )

    def unlock(self):
        self.page.evaluate("express.unlocked = true")

    def ready(self):
        """Waits until the worker has stored every file, then restarts the app, which must start from the store."""
        self.page.wait_for_function("express.offline.evidence.check?.files > 0", timeout=60_000)
        self.page.reload()
        self.page.wait_for_selector("html[data-started]")
        self.page.wait_for_function("express.offline.state.state === 'ready'", timeout=60_000)

    def close(self):
        self.context.close()


USER = {
    "name": "Anna Maria Berger",
    "about": {"key": "autistic", "text": ""},
    "home": {
        "address": "12 Garden Street\nSpringfield",
        "position": {"lat": 52.5163, "lon": 13.3777},
        "steps": [
            {"text": "Walk to the red church.", "photo": None},
            {"text": "Turn left at the bakery.", "photo": None},
        ],
    },
    "school": {"address": "1 School Lane\nSpringfield", "position": None, "steps": []},
    "contacts": [
        {"name": "Mary Berger", "number": "+1 555 010 99", "relation": "Mother"},
        {"name": "Tom Berger", "number": "(555) 010-98", "relation": "Father"},
    ],
    "allergies": [{"key": "peanuts", "text": "", "sound": None}, {"key": "milk", "text": "", "sound": None}],
}


@pytest.fixture
def user():
    return USER


@pytest.fixture
def make_family(browser, server):
    made = []

    def make(**options):
        family = Family(browser, server, **options)
        made.append(family)
        return family

    yield make
    for family in made:
        family.close()


@pytest.fixture
def family(make_family):
    """A phone with all entries."""
    family = make_family()
    family.start()
    family.fill(user=USER)
    yield family
    assert family.problems == []
