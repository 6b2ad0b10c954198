"""Waits for conditions, because fixed times are too short for a busy machine and too long for an idle one."""

import time

FINITE = """() => Promise.all(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => {})))"""


def until(page, condition, seconds=60):
    """Waits until a function of the test returns a true value, and returns that value. The page's events are
    processed meanwhile."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"not true within {seconds} s"
        # There is no condition to wait for: this polls a variable of the test; Playwright delivers events meanwhile.
        page.wait_for_timeout(20)
    return found


def painted(page):
    """Waits until the page has drawn its current state."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def settled(page):
    """Waits for the end of all animations and transitions that end at all."""
    painted(page)
    page.evaluate(FINITE)
    painted(page)
