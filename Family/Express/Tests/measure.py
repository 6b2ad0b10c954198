"""Measures the promises of Express²: start and speech after a cold start without network and server, and size.

    ../run-tests.sh --unit    (once: installs Playwright into .build/express-venv)
    ../../../.build/express-venv/bin/python measure.py [--starts 20] [--throttle 4] [--readme]

Each start is a new process of chromium-headless-shell with an installed app, offline, with its server stopped and the
CPU of the page throttled. The first tap after each start and five more are measured up to the first audible sample.
Fails if a limit is exceeded. --readme writes the figures into the README. On a busy machine, `chrt --rr 5` runs the
measurement ahead of other processes.
"""

import argparse
import os
import re
import shutil
import statistics
import sys
import tempfile
import textwrap
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent / "Browser"))
from playwright.sync_api import sync_playwright  # noqa: E402

import house  # noqa: E402
import measuring  # noqa: E402

README = house.EXPRESS / "README.md"
FIGURES = re.compile(r"(?<=<!-- measure\.py -->\n).*?(?=<!-- end -->)", re.DOTALL)


def processor():
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "unknown processor"


def milliseconds(values):
    median, p95, worst = statistics.median(values), measuring.percentile(values, 0.95), max(values)
    return f"median {median:.0f} ms, p95 {p95:.0f} ms, worst {worst:.0f} ms (n = {len(values)})"


def table(figures, sizes, about):
    total = sum(sizes.values())
    rows = [
        ("cold start to the menu on the screen", "5 s", milliseconds(figures.shown)),
        ("cold start to buttons that work", "5 s", milliseconds(figures.usable)),
        ("first tap to first audible sample", "2 s", milliseconds(figures.first_taps)),
        ("later taps to first audible sample", "2 s", milliseconds(figures.later_taps)),
        ("size of all files", "15 MB", f"{total / 1e6:.2f} MB"),
        *((f"… {kind}", "", f"{size / 1000:.0f} kB") for kind, size in sizes.items()),
    ]
    lines = [textwrap.fill(f"{about}:", 120), "", "| measure | limit | result |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=20, help="cold starts to measure")
    parser.add_argument("--throttle", type=float, default=4, help="factor by which the page's CPU is slowed down")
    parser.add_argument("--readme", action="store_true", help="write the figures into the README")
    options = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
    if not program:
        sys.exit("chromium-headless-shell is missing: apt-get install chromium-headless-shell")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        version = browser.version
        browser.close()
        figures = measuring.cold_starts(playwright.chromium, program, folder, options.starts, options.throttle)
    sizes = measuring.sizes()
    ahead = os.sched_getscheduler(0) == os.SCHED_RR
    about = (
        f"`{'chrt --rr 5 ' if ahead else ''}Tests/measure.py --starts {options.starts}`: Chromium {version} with "
        f"{options.throttle:g}× CPU throttling, offline, server stopped, {os.cpu_count()} cores of {processor()}, "
        + ("ahead of all other processes" if ahead else f"load {os.getloadavg()[0]:.0f}")
    )
    text = table(figures, sizes, about)
    print(text)
    if options.readme:
        readme = README.read_text(encoding="utf-8")
        README.write_text(FIGURES.sub(lambda _: text, readme), encoding="utf-8")
    exceeded = [
        sum(sizes.values()) > measuring.SIZE_LIMIT,
        max(figures.usable + figures.shown) > measuring.START_LIMIT,
        measuring.percentile(figures.first_taps + figures.later_taps, 0.95) > measuring.TAP_LIMIT,
    ]
    sys.exit("a limit is exceeded" if any(exceeded) else 0)


if __name__ == "__main__":
    main()
