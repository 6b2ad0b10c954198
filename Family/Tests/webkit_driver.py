"""A WebDriver session of Debian's WebKitGTK, for the scripts that run an app once in Safari's engine.

    apt-get install xvfb webkit2gtk-driver gstreamer1.0-plugins-good
"""

import contextlib
import json
import os
import subprocess
import time
import urllib.error
import urllib.request

MINIBROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"


@contextlib.contextmanager
def screen():
    """Starts a screen of Xvfb, unless there is one."""
    if "DISPLAY" in os.environ:
        yield
        return
    os.environ["DISPLAY"] = ":97"
    program = subprocess.Popen(["Xvfb", ":97", "-screen", "0", "1600x1300x24"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        yield
    finally:
        program.terminate()
        del os.environ["DISPLAY"]


def report(name, value, good):
    print(f"{'ok  ' if good else 'FAIL'} {name}: {value}", flush=True)
    return good


class Driver:
    """A W3C WebDriver session of MiniBrowser."""

    def __init__(self, port=4444):
        self.base = f"http://127.0.0.1:{port}"
        self.path = ""
        environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
        self.program = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment)
        options = {"binary": MINIBROWSER, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        for attempt in range(50):
            try:
                session = self.command("POST", "/session", wanted)
                break
            except urllib.error.URLError:
                if attempt == 49:
                    raise
                time.sleep(0.2)
        self.version = session["capabilities"]["browserVersion"]
        self.path = f"/session/{session['sessionId']}"
        self.command("POST", "/timeouts", {"script": 60_000})

    def command(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.base + self.path + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {json.load(error)['value']}") from None

    def run(self, script, *arguments):
        """Runs JavaScript in the page, as the body of an asynchronous function."""
        body = f"""const done = arguments[arguments.length - 1];
            (async (...given) => {{ {script} }})(...arguments).then(done, (error) => done('failed: ' + error));"""
        return self.command("POST", "/execute/async", {"script": body, "args": list(arguments)})

    def until(self, script, seconds=60):
        end = time.monotonic() + seconds
        while True:
            value = self.run(f"return {script};")
            if value and not str(value).startswith("failed"):
                return value
            if time.monotonic() > end:
                raise SystemExit(f"not true within {seconds} s: {script}: {value}")
            time.sleep(0.1)

    def open(self, address, started="document.documentElement.dataset.started === 'yes'"):
        self.command("POST", "/url", {"url": address})
        self.until(started)

    def click(self, selector):
        found = self.command("POST", "/element", {"using": "css selector", "value": selector})
        self.command("POST", f"/element/{next(iter(found.values()))}/click")

    def resize(self, width, height):
        """Gives the page this size; the window's bars are added to it."""
        for _ in range(3):
            inner = self.run("return [innerWidth, innerHeight];")
            if inner == [width, height]:
                return True
            rect = self.command("GET", "/window/rect")
            size = {"width": rect["width"] + width - inner[0], "height": rect["height"] + height - inner[1]}
            self.command("POST", "/window/rect", size)
            time.sleep(0.5)
        return self.run("return [innerWidth, innerHeight];") == [width, height]

    def close(self):
        with contextlib.suppress(SystemExit, OSError):
            self.command("DELETE", "")
        self.program.terminate()
