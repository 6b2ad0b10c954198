"""Faults at the camera, in Chromium: the scoring service dies, the light changes, the tab sleeps, and others."""

import contextlib
import os
import shutil
import signal
import sqlite3
import time

import pytest
from PIL import Image

import films
from facial_fun import CHOSEN_CAMERA, Screen, camera, judges_of, results, show_face
from family_data import add_child, children, open_parent
from game_client import PASSWORD
from game_server import GameServer, judge_program
from household_rows import HOUSEHOLD

pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: ffmpeg is missing, which makes the films"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("faults")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0


@pytest.fixture(scope="module")
def resting(tmp_path_factory):
    return films.still(tmp_path_factory.mktemp("films"), "rendered-neutral.jpg")


def token(page):
    return next(c["value"] for c in page.context.cookies() if c["name"] == "__Host-pet")


def listen(page, part):
    """Collects the addresses of requests that contain this part."""
    found = []
    page.on("request", lambda r: part in r.url and found.append(r.url))
    return found


def test_a_crash_of_the_scoring_service_restarts_the_attempt(server, tmp_path):
    """Checks the state after a fault with a half-full gauge: "one moment" is shown, nothing is counted, the child's
    resting face is recorded again, and the same face is requested again.
    """
    with camera(server, films.expression(tmp_path, "happiness")) as page:
        killed = []

        def kill(route):
            answer = route.fetch()
            said = answer.json() if answer.ok else {}
            if not killed and said.get("state") == "holding" and said["held"] > 0.2:
                killed.append(said)
                os.kill(judges_of(server)[0], signal.SIGKILL)
            route.fulfill(response=answer)

        page.route("**/frames?**", kill)
        rests = listen(page, "/rest")
        # The browser paints late, as on a busy machine: the gauge must not start with the value left from recording the
        # resting face.
        page.add_init_script("""const frame = window.requestAnimationFrame.bind(window);
            window.requestAnimationFrame = (paint) => setTimeout(() => frame(paint), 60);""")
        screen = Screen(page, level=3)
        page.evaluate("""() => { window.samples = []; setInterval(() => window.samples.push([performance.now(),
            document.body.dataset.mode, Number(document.getElementById('oval').ariaValueNow)]), 30); }""")
        taken = len(rests)
        page.wait_for_function("() => /moment/.test(document.getElementById('say').textContent)", timeout=60_000)
        assert len(killed) == 1 and killed[0]["baseline"] and killed[0]["held"] < 1
        assert results(server, page.username) == []
        at = len(screen.answers)
        # The restarted service does not have the resting face, so it is recorded again first.
        screen.wait_mode("resting")
        assert page.is_visible("#game") and len(rests) > taken
        assert results(server, page.username) == []
        screen.wait_mode("watching")
        assert "happy" in screen.prompt()
        screen.wait_mode("feedback")
        screen.wait_outcomes(1)
        assert screen.outcomes() == ["matched"]
        assert results(server, page.username)[0] == ("happiness", "matched", "hold", 1)
        after = [a for a in screen.answers[at:] if a.get("baseline")]
        # This is a new attempt: the hold time of the lost one does not count.
        assert after and after[0]["held"] == 0
        # The gauge never jumps: while the child is watched, it falls by at most 0.08 per millisecond, plus rounding.
        falls = page.evaluate("""() => window.samples.flatMap(([t, mode, gauge], i) => {
            const before = window.samples[i - 1];
            return before && mode === 'watching' && before[1] === 'watching' && gauge < before[2]
                ? [(before[2] - gauge) - 0.08 * (t - before[0])] : []; })""")
        assert all(excess <= 4 for excess in falls), falls


def test_the_resting_face_is_recorded_again_only_after_a_large_change_of_light(server, tmp_path):
    bright = Image.open(films.PEOPLE / "child-neutral.jpg")
    bright.save(tmp_path / "bright.jpg")
    bright.point(lambda value: int(value * 0.35)).save(tmp_path / "dusk.jpg")
    with camera(server) as page:
        page.add_init_script(CHOSEN_CAMERA)
        forgotten = listen(page, "/rest/again")
        screen = Screen(page, face=tmp_path / "bright.jpg")
        screen.go_to("sad")
        assert forgotten == []
        show_face(page, tmp_path / "dusk.jpg")
        page.wait_for_function("""() => { const video = document.getElementById('camera');
            const canvas = document.createElement('canvas'); canvas.width = 4; canvas.height = 3;
            const context = canvas.getContext('2d'); context.drawImage(video, 0, 0, 4, 3);
            return context.getImageData(1, 1, 2, 1).data[0] < 110; }""", timeout=60_000, polling=250)
        # There is no condition to wait for: a change must last for a while, so that a hand in front of the lamp does
        # not count.
        page.wait_for_timeout(5000)
        assert forgotten == []
        page.click("#skip")
        screen.wait_mode("resting")
        screen.wait_mode("watching")
        assert len(forgotten) == 1
        assert [a["baseline"] for a in screen.answers[-1:]] == [True]
        # The resting face is recorded only once, because the light now matches.
        page.click("#skip")
        # There is no condition to wait for: the resting face must not be recorded again.
        page.wait_for_timeout(3000)
        assert len(forgotten) == 1


def test_each_child_of_a_family_has_its_own_resting_face(server, resting):
    with camera(server, resting) as page:
        add_child(server.folder, page.username, "Kim")
        robin, kim = children(server.folder, page.username)
        rests = listen(page, "/rest")
        screen = Screen(page)
        assert len(rests) >= 5
        page.click("#done")
        page.wait_for_url("**/levels*")
        answer = page.context.request.post(
            f"{server.url}/api/player", data={"player": str(kim)}, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.ok, answer.text()
        rests.clear()
        screen = Screen(page)
        assert len(rests) >= 5 and "happy" in screen.prompt()
        assert all(a["baseline"] for a in screen.wait_answers(5))
        # The player is switched on another device during the game: no child may continue with the resting face of
        # another.
        answer = page.context.request.post(
            f"{server.url}/api/player", data={"player": str(robin)}, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.ok, answer.text()
        page.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=60_000)
        rests.clear()
        page.click("#trouble-again")
        screen.wait_mode("watching")
        assert len(rests) >= 5


def test_an_emotion_that_a_parent_excluded_is_never_requested(server, resting):
    with camera(server, resting) as page:
        open_parent(server.folder, token(page))

        def exclude(*emotions):
            answer = page.context.request.put(
                f"{server.url}/api/settings/grown-ups", data={"excluded": emotions},
                headers={"Sec-Fetch-Site": "same-origin"})
            assert answer.ok, answer.text()

        exclude("sadness", "fear")
        screen = Screen(page, rest=False, hold=False)
        assert page.get_attribute("#progress", "aria-valuemax") == "5"
        asked = []
        for _ in range(100):
            page.wait_for_function("() => ['watching', 'finished'].includes(document.body.dataset.mode)",
                                   timeout=60_000)
            if screen.mode() == "finished":
                break
            asked.append(screen.prompt())
            page.click("#skip")
            page.wait_for_function("() => document.body.dataset.mode !== 'watching'", timeout=60_000)
        assert page.is_visible("#finished")
        assert len(asked) >= 15 and not any("sad" in p or "scared" in p for p in asked), asked
        # The current emotion is excluded: the next face appears, and nothing is counted.
        screen = Screen(page, rest=False)
        screen.go_to("angry")
        exclude("anger")
        page.wait_for_function(
            "() => document.body.dataset.mode === 'watching'"
            " && !document.getElementById('prompt').textContent.includes('angry')", timeout=60_000)
        assert not page.is_visible("#trouble")
        assert [r for r in results(server, page.username) if r[0] == "anger" and r[1] != "skipped"] == []


def test_two_windows_take_turns_and_the_waiting_one_can_continue(server, resting):
    with camera(server, resting) as page:
        first = Screen(page, rest=False)
        other = page.context.new_page()
        second = Screen(other, rest=False)
        page.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=60_000)
        assert "Go on" in page.inner_text("#trouble-again")
        second.wait_answers()
        page.click("#trouble-again")
        first.wait_mode("resting")
        page.click("#skip")
        first.wait_mode("watching")
        other.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=60_000)
        assert results(server, page.username) == []


def test_a_tab_suspended_for_an_hour_shows_the_login_and_keeps_its_round(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        page.click("#skip")
        page.wait_for_function("() => !document.getElementById('prompt').textContent.includes('happy')")
        before = results(server, page.username)
        page.evaluate(
            "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
            " document.dispatchEvent(new Event('visibilitychange')); }")
        page.wait_for_function("() => document.getElementById('camera').srcObject === null")
        # The browser suspends the tab like a background tab, while both clocks advance by an hour.
        devtools = page.context.new_cdp_session(page)
        devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
        place = f"{server.folder}/pet.sqlite"
        with contextlib.closing(sqlite3.connect(place, timeout=20, isolation_level=None)) as database:
            changed = database.execute(
                "UPDATE session SET last_seen_at = last_seen_at - 3600000, created_at = created_at - 3600000"
                f" WHERE household = {HOUSEHOLD}", (page.username,)).rowcount
        assert changed == 1
        time.sleep(2)
        count = len(screen.answers)
        devtools.send("Page.setWebLifecycleState", {"state": "active"})
        page.evaluate(
            "() => { const now = Date.now.bind(Date); Date.now = () => now() + 3600000; delete document.hidden;"
            " document.dispatchEvent(new Event('visibilitychange')); }")
        page.wait_for_url("**/login?from=idle*", timeout=60_000)
        assert len(screen.answers) == count and results(server, page.username)[:len(before)] == before
        page.fill("#name", page.username)
        page.fill("#password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/menu*", timeout=30_000)
        screen = Screen(page, rest=False)
        assert "happy" not in screen.prompt()
        assert [r[:2] for r in results(server, page.username)] == [("happiness", "skipped")]


def test_a_game_continued_elsewhere_is_reported_while_recording_the_resting_face(server, resting):
    """The verdict requests another resting face after the sitting has ended: the screen reports the end and does not
    wait.
    """
    with camera(server, resting) as page:
        begun = []
        page.on("response", lambda r: r.url.endswith("/sittings") and begun.append(r.json()))
        screen = Screen(page, level=2)
        gone = {"code": "unknown_sitting", "message": "This game of faces is over, or was continued in another window."}
        later = {"state": "ended", "outcome": {"kind": "later", "sentence": "We look at it again later."},
                 "round": begun[0]["round"]}
        page.route("**/tap?**", lambda route: route.fulfill(json=later))
        page.route("**/frames?**", lambda route: route.fulfill(json={"state": "watching", "verdict": "not_yet"}))
        page.route("**/rest/again", lambda route: route.fulfill(status=404, json=gone))
        page.route("**/rest", lambda route: route.fulfill(status=404, json=gone))
        page.click("#ready")
        screen.wait_mode("trouble")
        assert page.get_attribute("#trouble", "data-kind") == "elsewhere" and page.is_visible("#trouble-again")
