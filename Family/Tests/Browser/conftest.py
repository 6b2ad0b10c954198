"""What every browser test stands on: a server of its own, one browser, a page for somebody who is signed in."""

import atexit
import functools
import os
import pathlib
import sys
import uuid

import pytest
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Load"))

from copied_accounts import copied  # noqa: E402
from faults import game  # noqa: E402, F401
from game_client import PASSWORD, PIN, TERMS  # noqa: E402
from game_server import GameServer  # noqa: E402
from house import house, player  # noqa: E402, F401

DESIGN = {"width": 1366, "height": 1024}
SCREENS = HERE.parents[1] / "PET" / "docs" / "screens"


@functools.cache
def driver():
    """Playwright, started once in a process: a second one beside it is refused."""
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="write the kept pictures of the screens anew")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("pet")
    server = GameServer(place / "data", ["--no-scoring"], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.process.poll() is None, "the server did not live to the end"
    assert server.stop() == 0, "Ctrl-C did not end the server cleanly"
    log = server.log_path.read_text()
    assert "@example.org" not in log and PASSWORD not in log, "the log names somebody"


@pytest.fixture(scope="session")
def browser():
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--force-color-profile=srgb"])
    yield browser
    browser.close()


def new_account(context, server, **changes):
    """Makes an account and signs the context in: the server's first by the form's own route, others as its copies."""
    name = f"kid{uuid.uuid4().hex[:12]}"
    model = getattr(server, "model", None)
    if model and set(changes) <= {"fullName", "birthYear"}:
        token = copied(server.folder, model, name, changes.get("fullName", "Robin"), changes.get("birthYear", 2017))
        # By https, or the browser refuses what is only for safe connections; it sends it to its own machine anyway.
        context.add_cookies([{"name": "__Host-pet", "value": token, "url": server.url.replace("http:", "https:"),
                              "httpOnly": True, "secure": True, "sameSite": "Strict"}])
        return name
    form = {
        "fullName": "Robin", "birthYear": 2017, "gender": "", "username": name,
        "email": f"{name}@example.org", "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN,
        "terms": TERMS, "statistics": True, **changes}
    for _ in range(5):
        answer = context.request.post(f"{server.url}/api/accounts", data=form, timeout=60_000)
        # A machine that is busy with other things hashes too slowly: tried again, as the sentence says.
        if answer.status != 503:
            break
    assert answer.status == 201, answer.text()
    if not changes:
        server.model = name
    return form["username"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report


class Watch:
    """Notes what a page complains of; what a test expects it takes out."""

    def __init__(self, page):
        self.complaints = []
        page.on("console", lambda m: m.type in ("error", "warning") and self.complaints.append(m.text))
        page.on("pageerror", lambda e: self.complaints.append(str(e)))

    def expect(self, *parts):
        self.complaints = [c for c in self.complaints if not any(p in c for p in parts)]

    def check(self, request):
        """Requires that no complaint is left; a test that failed may have left some that it would have expected."""
        if not request.node.failed:
            assert self.complaints == []


@pytest.fixture
def visitor(browser, server, request):
    """A page for somebody who is not signed in."""
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    page = context.new_page()
    page.watch = Watch(page)
    yield page
    context.close()
    page.watch.check(request)


@pytest.fixture(scope="module")
def state(browser, server):
    """An account for a module's tests: its name, and the cookies of who is signed in."""
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
    """A page for a player of its own, who never played."""
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    name = new_account(context, server)
    page = context.new_page()
    page.username = name
    page.watch = Watch(page)
    yield page
    context.close()
    page.watch.check(request)
