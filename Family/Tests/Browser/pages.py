"""One browser, and pages for signed-in users."""

import atexit
import functools
import os
import pathlib
import uuid

import pytest
from playwright.sync_api import sync_playwright

from game_client import PASSWORD, PIN, TERMS

HERE = pathlib.Path(__file__).resolve().parent

DESIGN = {"width": 1366, "height": 1024}
SCREENS = HERE.parents[1] / "PET" / "docs" / "screens"


@functools.cache
def driver():
    """Playwright, started once per process, because it rejects a second instance."""
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright


@pytest.fixture(scope="session")
def browser():
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"),
        args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--force-color-profile=srgb"])
    yield browser
    browser.close()


def new_account(context, server, **changes):
    """Creates an account through the form's route and signs the context in; returns the username."""
    name = f"kid{uuid.uuid4().hex[:12]}"
    form = {
        "fullName": "Robin", "birthYear": 2017, "gender": "", "username": name,
        "email": f"{name}@example.org", "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN,
        "terms": TERMS, "statistics": True, **changes}
    for _ in range(5):
        answer = context.request.post(f"{server.url}/api/accounts", data=form, timeout=60_000)
        # Hashing is too slow on a busy machine, so retry as the error message says.
        if answer.status != 503:
            break
    assert answer.status == 201, answer.text()
    return form["username"]


class Watch:
    """Collects a page's errors; tests remove the ones that they expect."""

    def __init__(self, page):
        self.complaints = []
        page.on("console", lambda m: m.type in ("error", "warning") and self.complaints.append(m.text))
        page.on("pageerror", lambda e: self.complaints.append(str(e)))

    def expect(self, *parts):
        self.complaints = [c for c in self.complaints if not any(p in c for p in parts)]

    def check(self, request):
        """Checks that no errors are left, unless the test has failed already."""
        if not request.node.failed:
            assert self.complaints == [], str(self.complaints)[:2000]


@pytest.fixture
def visitor(browser, server, request):
    """A page for a user who is not signed in."""
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    page = context.new_page()
    page.watch = Watch(page)
    yield page
    context.close()
    page.watch.check(request)


@pytest.fixture(scope="module")
def state(browser, server):
    """An account shared by a module's tests: its name and its session cookies."""
    context = browser.new_context(base_url=server.url)
    name = new_account(context, server)
    state = context.storage_state()
    context.close()
    return name, state


@pytest.fixture
def page(browser, server, state, request):
    """A page for the module's player."""
    context = browser.new_context(viewport=DESIGN, base_url=server.url, storage_state=state[1])
    page = context.new_page()
    page.watch = Watch(page)
    yield page
    context.close()
    page.watch.check(request)


@pytest.fixture
def fresh(browser, server, request):
    """A page for a new player who has never played."""
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    name = new_account(context, server)
    page = context.new_page()
    page.username = name
    page.watch = Watch(page)
    yield page
    context.close()
    page.watch.check(request)
