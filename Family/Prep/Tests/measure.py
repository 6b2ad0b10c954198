"""Measures the viewer in Chromium on SwiftShader: frame rate, time to the first view, memory after 20 panoramas.

    cd Tests && python measure.py
"""

import os
import shutil
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent / "Browser"))
import conftest
import house

FRAMES = """() => new Promise((resolve) => {
    const times = [];
    const count = (time) => {
        times.push(time);
        if (time - times[0] < 3000) requestAnimationFrame(count);
        else resolve((times.length - 1) / (time - times[0]) * 1000);
    };
    requestAnimationFrame(count);
})"""


def memory():
    """Resident memory of all of the browser's processes in MB."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            command = (status.parent / "cmdline").read_bytes()
            if b"chromium" in command and MARK in command:
                found = [line for line in status.read_text().splitlines() if line.startswith("RssAnon")]
                total += int(found[0].split()[1]) if found else 0
        except OSError:
            continue
    return total / 1024


MARK = b"prep-measure"


def main():
    server = house.House()
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
        arguments = [*conftest.ARGUMENTS, "--user-agent=" + MARK.decode(), "--js-flags=--expose-gc"]
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        visitor = conftest.Visitor(browser, server, size={"width": 1366, "height": 1024}, device_scale_factor=2)
        page = visitor.page
        experience = house.dentist(server.store, width=4096)
        visitor.open()
        start = time.monotonic()
        page.evaluate("(path) => prep.go(path)", f"/view/{experience['id']}")
        visitor.shown(experience["panoramas"][0])
        print(f"first view of 4096×2048: {time.monotonic() - start:.2f} s")
        page.get_by_role("button", name="Skip").click()
        page.keyboard.down("ArrowRight")
        print(f"turning at 1366×1024, density 2: {page.evaluate(FRAMES):.1f} frames/s")
        page.keyboard.up("ArrowRight")
        for number in range(1, 21):
            page.evaluate("""() => {
                delete document.querySelector('.stage').dataset.shown;
                document.querySelector('.trigger.door').click();
                document.querySelector('dialog [data-value="go"]')?.click();
            }""")
            page.wait_for_selector(".stage[data-shown]")
            if number in (2, 10, 20):
                page.evaluate("globalThis.gc?.()")
                # There is no condition to wait for: garbage is collected in the background.
                page.wait_for_timeout(1500)
                print(f"memory after {number} panoramas: {memory():.0f} MB")
        browser.close()


if __name__ == "__main__":
    main()
