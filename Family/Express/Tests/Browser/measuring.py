"""Measures starts and taps after cold starts without network and server, and the size of the app."""

import math
from dataclasses import dataclass, field

import conftest
import house

# Limits of the requirements: bytes and milliseconds.
SIZE_LIMIT, START_LIMIT, TAP_LIMIT = 15_000_000, 5000, 2000
# Examines the output of the audio element in blocks of 256 samples. The meter runs on the page's throttled thread, so
# its own delay is included. A tap begins when the finger is lifted.
METER = """async () => {
    const context = new AudioContext({ latencyHint: 'interactive' });
    await context.resume();
    const source = context.createMediaElementSource(express.speech.audio);
    const meter = context.createScriptProcessor(256, 1, 1);
    window.heard = 0;
    meter.onaudioprocess = ({ inputBuffer }) => {
        const loud = inputBuffer.getChannelData(0).some((sample) => Math.abs(sample) > 0.001);
        if (heard === 0 && loud) heard = performance.now();
    };
    source.connect(meter).connect(context.destination);
    addEventListener('pointerup', (event) => { window.tapped = event.timeStamp; window.heard = 0; }, true);
}"""
SHOWN = "performance.getEntriesByType('paint').find((p) => p.name === 'first-contentful-paint').startTime"
PRESSED = "performance.getEntriesByName('started')[0].startTime"


@dataclass
class Figures:
    """Milliseconds of each start and tap."""

    shown: list = field(default_factory=list)
    usable: list = field(default_factory=list)
    first_taps: list = field(default_factory=list)
    later_taps: list = field(default_factory=list)


def percentile(values, share):
    """Nearest-rank percentile."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def throttle(context, page, rate):
    """Slows down the page's main thread."""
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def tap_to_sample(page, tile):
    """Milliseconds from the tap to the first audible sample. Needs METER on the page."""
    tile.tap()
    page.wait_for_function("heard > 0")
    delay = page.evaluate("heard - tapped")
    page.evaluate("express.speech.stop()")
    return delay


def cold_starts(browser_type, program, profile, starts, rate=4):
    """Installs the app, stops the server, and then restarts the browser for each start."""

    def opened():
        return browser_type.launch_persistent_context(
            profile,
            executable_path=program,
            args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
            viewport=conftest.PHONE,
            has_touch=True,
            locale="en-US",
        )

    server, _ = house.express_house()
    context = opened()
    page = conftest.waiting(context.new_page())
    page.goto(server.address)
    page.wait_for_selector("html[data-started]")
    page.evaluate(
        "(user) => express.save((state) => { state.setupDone = true; Object.assign(state.user, user); })", conftest.USER
    )
    page.wait_for_function("express.offline.evidence.check?.files > 0", timeout=120_000)
    context.close()
    server.stop()

    figures = Figures()
    for _ in range(starts):
        context = opened()
        context.set_offline(True)
        page = conftest.waiting(context.new_page())
        throttle(context, page, rate)
        page.goto(server.address)
        page.wait_for_selector("html[data-started]", timeout=60_000)
        figures.shown.append(page.evaluate(SHOWN))
        figures.usable.append(page.evaluate(PRESSED))
        page.evaluate(METER)
        page.tap("#menu-library")
        page.tap("[data-page=feelings]")
        page.wait_for_selector("[data-phrase=sick]")
        tiles = page.locator("[data-phrase]").all()
        figures.first_taps.append(tap_to_sample(page, tiles[0]))
        figures.later_taps += [tap_to_sample(page, tile) for tile in tiles[1:]]
        context.close()
    return figures


def sizes():
    """Bytes of the app's files by kind, the largest first."""
    found = {}
    for path in house.WEB.rglob("*"):
        if path.is_file():
            kind = path.relative_to(house.WEB).parts[0] if path.parent != house.WEB else "pages, styles and lists"
            found[kind] = found.get(kind, 0) + path.stat().st_size
    return dict(sorted(found.items(), key=lambda item: -item[1]))
