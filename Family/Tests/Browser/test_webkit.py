"""Safari's engine as far as Debian's WebKitGTK goes: MiniBrowser, driven by WebKitWebDriver, on an Xvfb display.

These tests replace neither an iPad nor Safari. WebKitGTK draws with the same engine, but has other media back ends and
no home screen.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from game_server import free_port

pytestmark = pytest.mark.skipif(
    not all(shutil.which(name) for name in ("WebKitWebDriver", "Xvfb", "dbus-run-session")),
    reason="SKIPPED: no WebKitGTK (apt-get install webkit2gtk-driver xvfb dbus-daemon)")
MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"


class Driver:
    """The part of WebDriver (W3C) that the tests need."""

    def __init__(self, port, arguments=()):
        self.base = f"http://127.0.0.1:{port}"
        said = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": {
            "binary": MINI_BROWSER, "args": ["--automation", *arguments]}}}})
        self.session = f"/session/{said['sessionId']}"

    def call(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.base + path, data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def go(self, address):
        self.call("POST", f"{self.session}/url", {"url": address})

    def run(self, script, *arguments):
        return self.call("POST", f"{self.session}/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return {script}"):
                return
            time.sleep(0.2)
        raise AssertionError(f"the condition was never true: {script}")

    def end(self):
        # The browser may already have ended.
        with contextlib.suppress(OSError, AssertionError):
            self.call("DELETE", self.session)


@pytest.fixture(scope="module")
def webkit():
    # A short path, because socket paths are limited.
    home = tempfile.mkdtemp(prefix="wk-")
    port = free_port()
    display = f":{90 + os.getpid() % 900}"
    environment = {**os.environ, "DISPLAY": display, "HOME": home, "XDG_RUNTIME_DIR": home,
                   "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
                   "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "GDK_BACKEND": "x11"}
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        for command in (["Xvfb", display, "-screen", "0", "1400x1100x24"],
                        ["dbus-run-session", "--", "WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]):
            process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True)
            stack.callback(process.wait)
            # Ends all of their child processes, too.
            stack.callback(os.killpg, process.pid, signal.SIGTERM)
            time.sleep(1.5)
        driver = Driver(port)
        stack.callback(driver.end)
        driver.call("POST", f"{driver.session}/window/rect", {"x": 0, "y": 0, "width": 1366, "height": 1024})
        yield driver


def test_webkit_shows_login_and_menu_and_runs_the_modules(webkit, server):
    webkit.go(f"http://localhost:{server.port}/login")
    webkit.wait("document.readyState === 'complete' && !!document.querySelector('form')")
    assert "AppleWebKit" in webkit.run("return navigator.userAgent")
    # The form calls the server and shows the error, so modules, fetch and the policy work.
    webkit.run(
        "window.said = null; fetch('/api/accounts', { method: 'POST', headers: { 'Content-Type': 'application/json' },"
        " body: '{}' }).then(r => { window.said = r.status; }, e => { window.said = String(e); });")
    webkit.wait("window.said !== null")
    assert webkit.run("return window.said") in (400, 422)
    assert webkit.run("return getComputedStyle(document.documentElement).touchAction") in ("pan-x pan-y", "")
    assert webkit.run("return !!document.querySelector('link[rel=apple-touch-icon]')")


def test_webkit_has_the_apis_for_facial_fun(webkit, server):
    webkit.go(f"http://localhost:{server.port}/login")
    webkit.wait("document.readyState === 'complete'")
    has = webkit.run(
        "return { secure: isSecureContext, media: !!(navigator.mediaDevices && navigator.mediaDevices.getUserMedia),"
        " frames: 'requestVideoFrameCallback' in HTMLVideoElement.prototype,"
        " bitmap: typeof createImageBitmap === 'function', uuid: typeof crypto.randomUUID === 'function',"
        " timeout: typeof AbortSignal.timeout === 'function', dialog: typeof HTMLDialogElement === 'function',"
        " database: !!indexedDB, worker: typeof Worker === 'function' }")
    assert has["secure"] and has["media"] and has["bitmap"] and has["uuid"] and has["timeout"], has
    assert has["dialog"] and has["database"] and has["worker"], has
    # The canvas encodes JPEG, with the same module as the game.
    webkit.run(
        "window.said = null; const canvas = document.createElement('canvas'); canvas.width = 64; canvas.height = 48;"
        " canvas.getContext('2d').fillRect(0, 0, 64, 48);"
        " import(document.body.dataset.assets + '/modules/jpeg-writer.js')"
        "  .then(m => m.writeJPEG(canvas, 0.8)).then(b => b.arrayBuffer())"
        "  .then(b => { window.said = Array.from(new Uint8Array(b).slice(0, 3)); }, e => { window.said = String(e); });"
    )
    webkit.wait("window.said !== null")
    assert webkit.run("return window.said") == [255, 216, 255]
