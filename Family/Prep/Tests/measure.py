"""Measures Prep's pages on SwiftShader: frame rate, opening times, lag of the capture, media, and memory.

    ../run-tests.sh --unit    (once: installs Playwright into .build/prep-venv)
    ../../../.build/prep-venv/bin/python measure.py [--times 5] [--readme]

The window has 1366×1024 points at density 2, and the panoramas 4096×2048 pixels. Fails if a limit is exceeded. --readme
writes the figures into the README. On a busy machine, `chrt --rr 5` runs the measurement ahead of other processes.
"""

import argparse
import datetime
import os
import re
import shutil
import statistics
import sys
import tempfile
import textwrap
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "Browser"))
from playwright.sync_api import sync_playwright  # noqa: E402

import conftest  # noqa: E402
import house  # noqa: E402

README = house.PREP / "README.md"
FIGURES = re.compile(r"(?<=<!-- measure\.py -->\n).*?(?=<!-- end -->)", re.DOTALL)
SIZE = {"width": 1366, "height": 1024}
PANORAMAS = 20
# Megabytes that the browser may gain from the second to the last panorama.
GROWTH_LIMIT = 50

FRAMES = """() => new Promise((resolve) => {
    const times = [];
    const count = (time) => {
        times.push(time);
        if (time - times[0] < 3000) requestAnimationFrame(count);
        else resolve((times.length - 1) / (time - times[0]) * 1000);
    };
    requestAnimationFrame(count);
})"""
# Resolves with the milliseconds until the screen shows `selector` and the next frame has been drawn.
OPEN = """async ([path, selector]) => {
    const start = performance.now();
    const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    await prep.go(path);
    do await frame();
    while (!document.querySelector(selector) && performance.now() - start < 20000);
    if (!document.querySelector(selector)) throw new Error(`${path} does not show ${selector}`);
    return performance.now() - start;
}"""
# Each turn of the device ends when the frame with the moved dots has been drawn.
LAG = """async (turns) => {
    const dots = () => document.querySelector('.capture .triggers').innerHTML;
    const lags = [];
    for (let turn = 1; turn <= turns; turn++) {
        const before = dots();
        const start = performance.now();
        const angles = { alpha: 360 - turn * 0.5, beta: 90, gamma: 0 };
        dispatchEvent(new DeviceOrientationEvent('deviceorientation', angles));
        do await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
        while (dots() === before && performance.now() - start < 2000);
        lags.push(performance.now() - start);
    }
    return lags;
}"""
# Notes when a press arrives, and when the media start to advance or stop.
WATCH = """() => {
    globalThis.watched = {};
    addEventListener('pointerup', () => { watched.pressed = performance.now(); }, true);
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
        const began = this.currentTime;
        watched.started = 0;
        watched.element = this;
        const look = () => {
            if (this.currentTime > began) watched.started = performance.now();
            else setTimeout(look, 5);
        };
        look();
        this.addEventListener('pause', () => { watched.paused = performance.now(); }, { once: true });
        return play.call(this);
    };
}"""


def memory(folder):
    """Anonymous memory of all processes of the browser with this profile, in MB."""
    total, own = 0, set()
    processes = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
            if folder.encode() in (status.parent / "cmdline").read_bytes():
                own.add(fields["Pid"])
        except (OSError, KeyError):
            continue
        processes[fields["Pid"]] = (fields["PPid"], int(fields.get("RssAnon", "0").split()[0]))
    while more := {pid for pid, (parent, _) in processes.items() if parent in own} - own:
        own |= more
    for pid in own & processes.keys():
        total += processes[pid][1]
    return total / 1024


class Measurement:
    """Milliseconds of every repetition, and the other figures."""

    def __init__(self, playwright, program, folder, times):
        self.times = times
        self.folder = folder
        self.server = house.House()
        self.browser = playwright.chromium.launch_persistent_context(
            folder, executable_path=program, args=[*conftest.ARGUMENTS, "--js-flags=--expose-gc"],
            viewport=SIZE, device_scale_factor=2, locale="en-US",
            permissions=["camera", "accelerometer", "gyroscope", "magnetometer"],
        )  # fmt: skip
        self.version = self.browser.browser.version if self.browser.browser else program
        self.experience = house.dentist(self.server.store, sound_seconds=4.0, width=4096, bundled=False)
        self.page = self.browser.new_page()
        self.page.goto(self.server.address + "/")
        self.page.wait_for_selector("html[data-started]")
        self.page.evaluate(WATCH)

    def opening(self, path, selector):
        """Opens a screen several times, each time from the home page."""
        found = []
        for _ in range(self.times):
            self.page.evaluate(OPEN, ["/", ".cards"])
            found.append(self.page.evaluate(OPEN, [path, selector]))
        return found

    def first_views(self):
        """Opens a panorama several times without the question about feelings."""
        found = []
        for _ in range(self.times):
            self.page.evaluate(OPEN, ["/", ".cards"])
            preview = {"experience": self.experience, "at": self.experience["panoramas"][0]["id"]}
            self.page.evaluate("(preview) => { prep.preview = preview; }", preview)
            found.append(self.page.evaluate(OPEN, [f"/view/{self.experience['id']}", ".stage[data-shown]"]))
        return found

    def visit(self):
        # The preview of `first_views` does not ask for the feeling.
        self.page.evaluate("() => { prep.preview = null; }")
        self.page.evaluate(OPEN, [f"/view/{self.experience['id']}", ".calm"])
        self.page.get_by_role("button", name="Skip").click()
        self.page.wait_for_selector(".stage[data-shown]")

    def frame_rate(self):
        self.page.keyboard.down("ArrowRight")
        rate = self.page.evaluate(FRAMES)
        self.page.keyboard.up("ArrowRight")
        return rate

    def until(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while not self.page.evaluate(expression):
            if time.monotonic() > end:
                raise SystemExit(f"not true within {seconds} s: {expression}")
            # There is no condition to wait for: this is the poll.
            self.page.wait_for_timeout(20)

    def press(self, name, what):
        """Presses a button and returns the milliseconds until the media start or pause."""
        self.page.evaluate("() => { watched.started = watched.paused = 0; }")
        self.page.locator(f"[aria-label$='{name}'], button:has-text('{name}')").first.click()
        self.until(f"() => watched.{what} > 0")
        return self.page.evaluate(f"watched.{what} - watched.pressed")

    def media(self):
        """Returns milliseconds until a sound starts, pauses and resumes, and a video starts and pauses."""
        sounds, pauses, films = [], [], []
        for _ in range(self.times):
            self.visit()
            sounds.append(self.press("Telephone", "started"))
            pauses.append(self.press("Telephone", "paused"))
            sounds.append(self.press("Telephone", "started"))
            self.page.evaluate("document.querySelector('.trigger.door').click()")
            self.page.locator('dialog [data-value="go"]').click()
            self.page.wait_for_selector(f".stage[data-shown='{self.experience['panoramas'][1]['id']}']")
            films.append(self.press("Opening wide", "started"))
            pauses.append(self.press("Pause", "paused"))
            self.page.get_by_role("button", name="Back").click()
        return sounds, pauses, films

    def lag(self):
        self.page.evaluate(OPEN, [f"/edit/{self.experience['id']}", ".panoramas .card"])
        self.page.get_by_role("button", name="Capture", exact=True).click()
        self.page.evaluate("""() => { globalThis.turning = setInterval(() => dispatchEvent(
            new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 90, gamma: 0 })), 40); }""")
        self.page.get_by_role("button", name="Start", exact=True).click()
        self.page.get_by_text("1 of").wait_for()
        self.page.evaluate("clearInterval(turning)")
        lags = self.page.evaluate(LAG, 20)
        self.page.evaluate(OPEN, ["/", ".cards"])
        return lags

    def growth(self):
        """Returns the memory after 2, 10 and 20 panoramas."""
        self.visit()
        found = []
        for number in range(1, PANORAMAS + 1):
            self.page.evaluate("""() => {
                delete document.querySelector('.stage').dataset.shown;
                document.querySelector('.trigger.door').click();
                document.querySelector('dialog [data-value="go"]')?.click();
            }""")
            self.page.wait_for_selector(".stage[data-shown]")
            if number in (2, PANORAMAS // 2, PANORAMAS):
                self.page.evaluate("globalThis.gc?.()")
                # There is no condition to wait for: the garbage collector works in the background.
                self.page.wait_for_timeout(1500)
                found.append(memory(self.folder))
        return found


def milliseconds(values):
    return f"median {statistics.median(values):.0f} ms, worst {max(values):.0f} ms (n = {len(values)})"


def processor():
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "unknown processor"


def table(rows, rate, sizes, about):
    lines = [textwrap.fill(f"{about}:", 120), "", "| measure | limit | result |", "|---|---|---|"]
    lines += [f"| {name} | {limit / 1000:g} s | {milliseconds(values)} |" for name, limit, values in rows]
    lines.append(f"| frame rate while turning | | {rate:.1f} fps |")
    early, middle, late = (f"{size:.0f}" for size in sizes)
    lines.append(
        f"| memory of all browser processes after 2, {PANORAMAS // 2} and {PANORAMAS} panoramas "
        f"| {GROWTH_LIMIT} MB more | {early}, {middle}, {late} MB |"
    )
    return "\n".join(lines) + "\n"


def measure(measurement):
    """Returns the rows of the table with their limits in milliseconds, the frame rate, and the memory."""
    identifier = measurement.experience["id"]
    rows = [
        ("REQ3: first view of a panorama", 4000, measurement.first_views()),
        ("REQ3: opening the editor", 4000, measurement.opening(f"/edit/{identifier}", ".panoramas .card")),
    ]
    changes = []
    for path in ("/settings", "/progress", f"/schedule/{identifier}"):
        changes += measurement.opening(path, "main")
    rows.append(("REQ3: other screens", 2000, changes))
    rows.append(("REQ4: motion of the device to the moved view", 100, measurement.lag()))
    sounds, pauses, films = measurement.media()
    rows += [
        ("REQ5: press to a playing sound", 500, sounds),
        ("REQ5: press to a playing video", 1000, films),
        ("REQ6: press to a paused sound or video", 500, pauses),
    ]
    measurement.visit()
    rate = measurement.frame_rate()
    return rows, rate, measurement.growth()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=5, help="repetitions of each measurement")
    parser.add_argument("--readme", action="store_true", help="write the figures into the README")
    options = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    if not program:
        sys.exit("chromium-headless-shell is missing: apt-get install chromium-headless-shell")
    with tempfile.TemporaryDirectory(prefix="prep-measure-") as folder, sync_playwright() as playwright:
        measurement = Measurement(playwright, program, folder, options.times)
        rows, rate, sizes = measure(measurement)
        version = measurement.version
        measurement.browser.close()
    ahead = os.sched_getscheduler(0) == os.SCHED_RR
    about = (
        f"`{'chrt --rr 5 ' if ahead else ''}Tests/measure.py --times {options.times}` on "
        f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}: Chromium {version} with SwiftShader (no GPU), "
        f"{SIZE['width']}×{SIZE['height']} at density 2, panoramas of 4096×2048 pixels, {os.cpu_count()} cores of "
        f"{processor()}, " + ("ahead of all other processes" if ahead else f"load {os.getloadavg()[0]:.0f}")
    )
    text = table(rows, rate, sizes, about)
    print(text)
    if options.readme:
        readme = README.read_text(encoding="utf-8")
        README.write_text(FIGURES.sub(lambda _: text, readme), encoding="utf-8")
    exceeded = [name for name, limit, values in rows if max(values) > limit]
    if sizes[-1] > sizes[0] + GROWTH_LIMIT:
        exceeded.append("memory")
    sys.exit(f"over the limit: {', '.join(exceeded)}" if exceeded else 0)


if __name__ == "__main__":
    main()
