"""A child before the fake camera: a server with the real judge, a browser that films, a screen to look at."""

import contextlib
import os
import pathlib
import sqlite3

from conftest import DESIGN, Watch, driver, new_account
from household_rows import CHILDREN

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


def judge_program():
    """The scoring service's program; None where it was not built."""
    named = os.environ.get("FAMILY_FACIALFUN")
    for path in [named] if named else [REPOSITORY / ".build/release/facialfun", REPOSITORY / ".build/debug/facialfun"]:
        if path and pathlib.Path(path).exists():
            return str(path)
    return None


@contextlib.contextmanager
def camera(server, film=None, ask="allow"):
    """A page for a new player, with a camera that shows a film; `ask`: allow, deny, or none for no camera."""
    arguments = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
    if ask != "none":
        arguments.append("--use-fake-device-for-media-stream")
    if ask == "allow":
        arguments.append("--use-fake-ui-for-media-stream")
    if ask == "deny":
        arguments.append("--deny-permission-prompts")
    if film:
        arguments.append(f"--use-file-for-fake-video-capture={film}")
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=arguments)
    try:
        context = browser.new_context(viewport=DESIGN, base_url=server.url)
        if ask == "none":
            context.grant_permissions(["camera"])
        name = new_account(context, server)
        page = context.new_page()
        page.username = name
        page.watch = Watch(page)
        yield page
    finally:
        browser.close()


class Screen:
    """The screen of Facial Fun."""

    def __init__(self, page, level=1, rest=True, hold=True):
        self.page = page
        self.answers = []
        page.on("response", self.listen)
        page.goto("/facial-fun")
        page.wait_for_selector(".face-level")
        if not hold:
            with page.expect_response(lambda r: r.url.endswith("/settings")):
                page.uncheck("#hold", force=True)
        page.click(f'[data-level="{level}"]')
        if rest:
            self.wait_mode("watching", 40_000)
        else:
            self.wait_mode("resting", 20_000)
            page.click("#skip")
            self.wait_mode("watching")

    def listen(self, response):
        if "/frames" not in response.url and "/tap" not in response.url:
            return
        with contextlib.suppress(Exception):
            self.answers.append(response.json())

    def mode(self):
        return self.page.evaluate("() => document.body.dataset.mode")

    def wait_mode(self, mode, timeout=15_000):
        self.page.wait_for_function("m => document.body.dataset.mode === m", arg=mode, timeout=timeout)

    def prompt(self):
        return self.page.inner_text("#prompt")

    def gauge(self):
        return int(self.page.get_attribute("#oval", "aria-valuenow"))

    def go_to(self, word):
        """Skips until the face with this word in its prompt is asked for."""
        for _ in range(60):
            if word in self.prompt() and self.mode() == "watching":
                return
            if self.mode() == "watching":
                before = self.prompt()
                self.page.click("#skip")
                self.page.wait_for_function(
                    "b => document.getElementById('prompt').textContent !== b"
                    " || document.body.dataset.mode === 'finished'", arg=before, timeout=15_000)
            self.page.wait_for_timeout(100)
        raise AssertionError(f"there was no face of {word}: {self.prompt()}")

    def wait_outcomes(self, count, timeout=5000):
        """Until so many answers with an outcome were noted here, which may be after they were shown."""
        for _ in range(timeout // 50):
            if len(self.outcomes()) >= count:
                return
            self.page.wait_for_timeout(50)

    def outcomes(self):
        return [a["outcome"]["kind"] for a in self.answers if a.get("outcome")]


def results(server, username):
    """How this player's showings ended: (target, ending, mode, tries)."""
    with contextlib.closing(sqlite3.connect(f"file:{server.folder}/pet.sqlite?mode=ro", uri=True)) as database:
        return database.execute(
            "SELECT target, ending, mode, tries FROM face_result JOIN face_round ON face_round.id = round"
            f" WHERE face_round.player IN ({CHILDREN}) ORDER BY face_result.at", (username.lower(),)).fetchall()


def assert_matches_nothing_but_neutral(server, page, words):
    """Each face of the level is asked for in turn, and a face at rest matches none of the others."""
    screen = Screen(page)
    for emotion, word in words.items():
        if emotion == "neutral":
            continue
        screen.go_to(word)
        page.wait_for_timeout(2500)
        assert screen.mode() == "watching" and word in screen.prompt()
        assert screen.gauge() < 70, f"{emotion}: {screen.gauge()}"
    page.wait_for_timeout(300)
    matched = {target for target, ending, *_ in results(server, page.username) if ending == "matched"}
    assert matched <= {"neutral"}


def judges_of(server):
    """The process ids of the scoring services that this server started."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "stat").read_text().rsplit(")", 1)[1].split()
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if int(words[1]) == server.process.pid and b"facialfun" in command:
            found.append(int(place.name))
    return found
