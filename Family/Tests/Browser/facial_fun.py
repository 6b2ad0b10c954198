"""A child at a fake camera: a server with the real scoring service, a browser that plays a film as its camera, and
its screen.
"""

import base64
import contextlib
import os
import pathlib

from family_data import results
from pages import DESIGN, Watch, driver, new_account
from waiting import until


@contextlib.contextmanager
def camera(server, film=None, ask="allow"):
    """A page for a new player whose camera shows a film. `ask` is the answer to the permission request: allow or
    deny, or none for no camera."""
    arguments = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
    if ask != "none":
        arguments.append("--use-fake-device-for-media-stream")
    if ask == "allow":
        arguments.append("--use-fake-ui-for-media-stream")
    if ask == "deny":
        arguments.append("--use-fake-ui-for-media-stream=deny")
    if film:
        arguments.append(f"--use-file-for-fake-video-capture={film}")
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=arguments)
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


# A camera whose picture the test chooses, so that a face can follow the requests on the screen.
CHOSEN_CAMERA = """
(() => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 640, height: 480 });
    const context = canvas.getContext("2d");
    let shown = null;
    const paint = () => {
        context.fillStyle = "#6a7078";
        context.fillRect(0, 0, 640, 480);
        if (shown) context.drawImage(shown, 80, 0, 480, 480);
    };
    setInterval(paint, 50);
    window.showFace = async (base64) => {
        // The page's policy lets it fetch no data address.
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        shown = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
        paint();
    };
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
})();
"""


def show_face(page, path):
    """Shows this picture at the chosen camera from now on."""
    page.evaluate("bytes => window.showFace(bytes)", base64.b64encode(path.read_bytes()).decode())


class Screen:
    """The screen of Facial Fun."""

    def __init__(self, page, level=1, rest=True, hold=True, face=None):
        self.page = page
        self.answers = []
        page.on("response", self.listen)
        page.goto("/facial-fun")
        if face:
            show_face(page, face)
        page.wait_for_selector(".face-level")
        if not hold:
            with page.expect_response(lambda r: r.url.endswith("/settings")):
                page.uncheck("#hold", force=True)
        page.click(f'[data-level="{level}"]')
        if rest:
            self.wait_mode("watching")
        else:
            self.wait_mode("resting")
            page.click("#skip")
            self.wait_mode("watching")

    def listen(self, response):
        if "/frames" not in response.url and "/tap" not in response.url:
            return
        with contextlib.suppress(Exception):
            self.answers.append(response.json())

    def mode(self):
        return self.page.evaluate("() => document.body.dataset.mode")

    def wait_mode(self, mode, timeout=60_000):
        self.page.wait_for_function("m => document.body.dataset.mode === m", arg=mode, timeout=timeout)

    def prompt(self):
        return self.page.inner_text("#prompt")

    def gauge(self):
        return int(self.page.get_attribute("#oval", "aria-valuenow"))

    def go_to(self, word):
        """Skips to the face whose prompt contains this word."""
        for _ in range(60):
            self.wait_mode("watching")
            before = self.prompt()
            if word in before:
                return
            self.page.click("#skip")
            self.page.wait_for_function(
                "b => document.getElementById('prompt').textContent !== b"
                " || document.body.dataset.mode === 'finished'", arg=before, timeout=60_000)
        raise AssertionError(f"no target contains {word}: {self.prompt()}")

    def wait_outcomes(self, count):
        """Waits until this many results were recorded, which may happen after they were shown."""
        until(self.page, lambda: len(self.outcomes()) >= count)

    def wait_answers(self, count=1):
        """Waits until this many more frames were answered; returns the answers."""
        known = len(self.answers)
        until(self.page, lambda: len(self.answers) >= known + count)
        return self.answers[known:]

    def outcomes(self):
        return [a["outcome"]["kind"] for a in self.answers if a.get("outcome")]


def assert_matches_nothing_but_neutral(server, page, words):
    """Goes through all targets of the level; a resting face matches only neutral."""
    screen = Screen(page)
    for emotion, word in words.items():
        if emotion == "neutral":
            continue
        screen.go_to(word)
        # There is no condition to wait for: nothing may match.
        page.wait_for_timeout(2500)
        assert screen.mode() == "watching" and word in screen.prompt()
        assert screen.gauge() < 70, f"{emotion}: {screen.gauge()}"
    matched = {target for target, ending, *_ in results(server, page.username) if ending == "matched"}
    assert matched <= {"neutral"}


def judges_of(server):
    """The process ids of the scoring services started by this server."""
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
