#!/usr/bin/env python3
"""Measures the time from a tap to the result on the screen, in Chromium with a film as the camera.

    face_latency.py [--taps N] [--players N] [--seconds N] [--gate]

FAMILY_BINARY and FAMILY_FACIALFUN name release builds. Without FAMILY_BINARY, the family server's release build is
used, or else its debug build.

The first figures are the browser's own (performance.mark at the tap and after the frame with the result). `--players`
adds clients that post eleven frames per second each, like a child that holds a face. Then the face is held for
`--seconds`, which measures the time of a frame and the page's share of a core, both visible and hidden.

`--gate` exits with 1 if a target for two idle cores is missed, and lists each one: tap to result p50 60 ms and p95 100
ms for one player, p95 400 ms for up to eight; every tap and frame of all clients is answered within a second or with
"one moment"; camera to first live picture under 1 s; the page's own work under a quarter of a core; a hidden page under
a fiftieth of a core, sending only that it is hidden.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Browser")]

import films  # noqa: E402
from facial_fun import Screen, camera  # noqa: E402
from game_client import PASSWORD, PIN, TERMS, GameClient  # noqa: E402
from game_server import GameServer, judge_program  # noqa: E402


class Gate:
    """The targets, and the list of missed ones."""

    def __init__(self):
        self.broken = []

    def hold(self, name, value, most, unit="ms"):
        """Records a missed target if the value exceeds the maximum."""
        is_kept = value is not None and value <= most
        shown = "not measured" if value is None else f"{value:.1f} {unit}"
        print(f"  {'kept' if is_kept else 'BROKEN'}: {name}: {shown} (at most {most} {unit})", flush=True)
        if not is_kept:
            self.broken.append(name)


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))] if values else None


def line(name, values):
    if not values:
        print(f"{name}: none", flush=True)
        return
    print(f"{name}: n={len(values)} p50 {share(values, 0.5):.0f} ms, p95 {share(values, 0.95):.0f} ms, "
          f"most {max(values):.0f} ms", flush=True)


def renderers():
    """Renderer processes among the descendants of this one."""
    parents, found = {}, []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(place.name)] = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if b"--type=renderer" in (place / "cmdline").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue

    def is_ours(number):
        while number > 1:
            if number == os.getpid():
                return True
            number = parents.get(number, 0)
        return False

    return [number for number in found if is_ours(number)]


def processor_seconds(numbers):
    total = 0
    for number in numbers:
        with contextlib.suppress(OSError):
            words = pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(words[11]) + int(words[12])
    return total / os.sysconf("SC_CLK_TCK")


def shares(page, seconds, name):
    """The page's processes' share of one core."""
    numbers = renderers()
    before, start = processor_seconds(numbers), time.perf_counter()
    # There is no condition to wait for: this is the duration of the measurement.
    page.wait_for_timeout(seconds * 1000)
    passed = time.perf_counter() - start
    used = 100 * (processor_seconds(numbers) - before) / passed
    print(f"{name}: {used:.0f} % of a core", flush=True)
    return used


def holding(page, screen, seconds, gate):
    """Holds a face: measures frames and the page's own work."""
    page.goto("/facial-fun")
    page.check("#hold", force=True)
    page.click('[data-level="1"]')
    page.wait_for_function("() => document.body.dataset.mode === 'resting'", timeout=20_000)
    page.click("#skip")
    page.wait_for_function("() => document.body.dataset.mode === 'watching'", timeout=20_000)
    page.evaluate("() => { performance.setResourceTimingBufferSize(5000); performance.clearResourceTimings(); }")
    told = len(screen.answers)
    used = shares(page, seconds, "the page's own work while a face is held")
    gate.hold("the page's own work", used, 25, "% of a core")
    times = page.evaluate(
        "() => performance.getEntriesByType('resource').filter(e => e.name.includes('/frames')).map(e => e.duration)")
    line("a frame, request to answer", times)
    print(f"frames a second: {len(times) / seconds:.1f}; told:", states(screen.answers[told:]))
    gate.hold("the slowest frame", max(times, default=None), 1000)
    gate.hold("a second between frames", seconds / len(times) if times else None, 1, "s")
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); performance.clearResourceTimings(); }")
    # There is no condition to wait for: the last frame's answer may still be on its way.
    page.wait_for_timeout(1000)
    page.evaluate("() => performance.clearResourceTimings()")
    gate.hold("work while hidden", shares(page, seconds, "the same while the page is hidden"), 2, "% of a core")
    asked = page.evaluate("() => performance.getEntriesByType('resource').length")
    gate.hold("requests while it is hidden", asked, 0, "")


def states(answers):
    """The number of responses in each state."""
    return {state: sum(a.get("state") == state for a in answers) for state in {a.get("state") for a in answers}}


class Other(threading.Thread):
    """Another child, who posts frames, one in flight; records their times and responses."""

    def __init__(self, port, number, stop):
        super().__init__(daemon=True)
        self.client = GameClient(port)
        self.port, self.number, self.stop = port, number, stop
        self.times, self.states = [], {}
        # Responses that took more than a second and were not "one moment".
        self.late = 0

    def run(self):
        name = f"other{self.number}x{int(time.time())}"
        self.client.request("POST", "/api/accounts", {
            "fullName": "Robin", "birthYear": 2017, "gender": "", "username": name, "email": f"{name}@example.org",
            "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN, "terms": TERMS,
            "statistics": False})
        _, body = self.client.request("POST", "/api/facial-fun/sittings", {"level": 3})
        sitting = json.loads(body)["sitting"]
        picture = (films.FACES / "rendered-neutral.jpg").read_bytes()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        while not self.stop.is_set():
            start = time.perf_counter()
            connection.request(
                "POST", f"/api/facial-fun/sittings/{sitting}/frames?showing=0&elapsed=1", picture,
                {"Content-Type": "image/jpeg", "Cookie": self.client.cookie, "Sec-Fetch-Site": "same-origin"})
            answer = json.loads(connection.getresponse().read())
            state = answer.get("state") or answer.get("code")
            self.states[state] = self.states.get(state, 0) + 1
            passed = time.perf_counter() - start
            if passed > 1 and state not in ("moment", "away"):
                self.late += 1
            if state in ("watching", "holding"):
                self.times.append(passed * 1000)
            if answer.get("round") and answer["round"]["showing"] > 0:
                return
            time.sleep(max(0, 0.09 - passed))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--taps", type=int, default=30)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--gate", action="store_true", help="end with 1 where a promise is broken")
    options = parser.parse_args()
    place = pathlib.Path(tempfile.mkdtemp(prefix="face-latency-"))
    server = GameServer(place / "data", ["--facialfun", judge_program()],
                        log=place / "pet.log", cheap_passwords=False).start()
    server.url = f"http://127.0.0.1:{server.port}"
    stop = threading.Event()
    gate = Gate()
    others = [Other(server.port, n, stop) for n in range(options.players - 1)]
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {options.players} players")
    try:
        with camera(server, films.still(place, "rendered-neutral.jpg")) as page:
            page.add_init_script(
                "const media = navigator.mediaDevices, open = media?.getUserMedia.bind(media);"
                "if (media) media.getUserMedia = (...a) => { window.asked = performance.now(); return open(...a); };"
                "addEventListener('loadeddata', (e) => { if (e.target.id === 'camera') e.target"
                ".requestVideoFrameCallback(() => { window.live ??= performance.now() - window.asked; }); }, true);")
            asked = time.perf_counter()
            screen = Screen(page, hold=False, rest=False)
            ready = time.perf_counter() - asked
            for other in others:
                other.start()
                time.sleep(0.3)
            taps, answers = [], []
            while len(taps) < options.taps:
                if screen.mode() == "not_yet":
                    page.click("#again")
                if screen.mode() == "finished":
                    break
                if screen.mode() == "resting":
                    page.click("#skip")
                if screen.mode() == "watching":
                    page.evaluate("() => { performance.clearMarks(); performance.clearResourceTimings(); }")
                    page.click("#ready")
                    page.wait_for_function("() => performance.getEntriesByName('face-result').length > 0",
                                           timeout=20_000)
                    taps.append(page.evaluate(
                        "() => performance.getEntriesByName('face-result')[0].startTime"
                        " - performance.getEntriesByName('face-tap')[0].startTime"))
                    answers += page.evaluate(
                        "() => performance.getEntriesByType('resource').filter(e => e.name.includes('/tap'))"
                        ".map(e => e.duration)")
                # There is no condition to wait for: this polls two of them.
                page.wait_for_timeout(60)
            line("touch to result on the screen", taps)
            line("of which request to answer", answers)
            print(f"page to the first face asked for, rest skipped: {ready * 1000:.0f} ms")
            alone = options.players == 1
            if alone:
                gate.hold("touch to result, p50", share(taps, 0.5), 60)
            gate.hold("touch to result, p95", share(taps, 0.95), 100 if alone else 400)
            gate.hold("the slowest touch", max(taps, default=None), 1000)
            gate.hold("camera to its first live picture", page.evaluate("() => window.live ?? null"), 1000)
            holding(page, screen, options.seconds, gate)
        stop.set()
        for other in others:
            other.join(timeout=20)
        if others:
            line("frames of the others", [t for other in others for t in other.times])
            print("what they were told:", {k: sum(o.states.get(k, 0) for o in others)
                                           for o in others for k in o.states})
            gate.hold("frames of the others, p95", share([t for o in others for t in o.times], 0.95), 400)
            gate.hold("late without a message", sum(o.late for o in others), 0, "frames")
    finally:
        stop.set()
        server.stop()
    if gate.broken:
        print("broken:", ", ".join(gate.broken))
    return 1 if options.gate and gate.broken else 0


if __name__ == "__main__":
    sys.exit(main())
