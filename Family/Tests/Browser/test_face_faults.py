"""What goes wrong before the camera, in Chromium: the judge dies, the light changes, the tab sleeps, and the like."""

import contextlib
import os
import shutil
import signal
import sqlite3
import time

import pytest
from PIL import Image

import films
from conftest import PASSWORD
from facial_fun import Screen, camera, judge_program, judges_of, results
from family_data import add_child, children, open_parent
from game_server import GameServer
from household_rows import HOUSEHOLD

pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: there is no ffmpeg to make films with"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("faults")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.process.poll() is None, "the server did not live to the end"
    assert server.stop() == 0


@pytest.fixture(scope="module")
def resting(tmp_path_factory):
    return films.still(tmp_path_factory.mktemp("films"), "rendered-neutral.jpg")


def token(page):
    return next(c["value"] for c in page.context.cookies() if c["name"] == "__Host-pet")


def listen(page, part):
    """The addresses of requests with this in them, as they come."""
    found = []
    page.on("request", lambda r: part in r.url and found.append(r.url))
    return found


def test_the_judge_dies_while_a_face_is_held_and_the_attempt_begins_again(server, tmp_path):
    """Mid-gauge: "one moment", nothing counted, the child's rest taken again, and the same face asked for again."""
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
        # A browser that paints late, as on a busy machine: no face begins with what the rest left on the gauge.
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
        # The service that comes back knows no rest: it is taken again before the face is judged.
        screen.wait_mode("resting", 40_000)
        assert page.is_visible("#game") and len(rests) > taken
        assert results(server, page.username) == []
        screen.wait_mode("watching", 40_000)
        assert "happy" in screen.prompt()
        screen.wait_mode("feedback", 60_000)
        screen.wait_outcomes(1)
        assert screen.outcomes() == ["matched"]
        assert results(server, page.username)[0] == ("happiness", "matched", "hold", 1)
        after = [a for a in screen.answers[at:] if a.get("baseline")]
        # Begun again: the hold of the attempt that was lost is none of the new one's.
        assert after and after[0]["held"] == 0
        # The gauge never jumps: while the child is watched it falls no faster than in a second and a half.
        falls = page.evaluate("""() => window.samples.flatMap(([t, mode, gauge], i) => {
            const before = window.samples[i - 1];
            return before && mode === 'watching' && before[1] === 'watching' && gauge < before[2]
                ? [(before[2] - gauge) - 0.08 * (t - before[0])] : []; })""")
        assert all(excess <= 4 for excess in falls), falls


def test_the_rest_is_taken_again_when_the_light_changes_much_and_not_before(server, tmp_path):
    bright = Image.open(films.PEOPLE / "child-neutral.jpg")
    bright.save(tmp_path / "bright.jpg")
    bright.point(lambda value: int(value * 0.35)).save(tmp_path / "dusk.jpg")
    film = films.film(tmp_path / "dusk.mjpeg", [(tmp_path / "bright.jpg", 16), (tmp_path / "dusk.jpg", 22)])
    with camera(server, film) as page:
        forgotten = listen(page, "/rest/again")
        screen = Screen(page)
        started = time.monotonic()
        screen.go_to("sad")
        assert forgotten == [] and time.monotonic() - started < 12, "the light was gone already"
        page.wait_for_function("""() => { const video = document.getElementById('camera');
            const canvas = document.createElement('canvas'); canvas.width = 4; canvas.height = 3;
            const context = canvas.getContext('2d'); context.drawImage(video, 0, 0, 4, 3);
            return context.getImageData(1, 1, 2, 1).data[0] < 110; }""", timeout=40_000, polling=250)
        # It has to be so for a while: a hand before the lamp is no new light.
        page.wait_for_timeout(5000)
        assert forgotten == []
        page.click("#skip")
        screen.wait_mode("resting")
        screen.wait_mode("watching", 20_000)
        assert len(forgotten) == 1
        assert [a["baseline"] for a in screen.answers[-1:]] == [True]
        # Once: the light is as it was at the new rest.
        page.click("#skip")
        page.wait_for_timeout(3000)
        assert len(forgotten) == 1


def test_each_child_of_a_family_rests_for_itself(server, resting):
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
        page.wait_for_timeout(800)
        assert screen.answers and all(a["baseline"] for a in screen.answers)
        # Switched while it is open, on another device: nobody plays on in the other's light.
        answer = page.context.request.post(
            f"{server.url}/api/player", data={"player": str(robin)}, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.ok, answer.text()
        page.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=15_000)
        rests.clear()
        page.click("#trouble-again")
        screen.wait_mode("watching", 40_000)
        assert len(rests) >= 5


def test_what_a_parent_took_out_is_asked_of_no_face(server, resting):
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
        end = time.monotonic() + 180
        while screen.mode() != "finished" and time.monotonic() < end:
            if screen.mode() == "watching":
                asked.append(screen.prompt())
                page.click("#skip")
            page.wait_for_timeout(150)
        assert page.is_visible("#finished")
        assert len(asked) >= 15 and not any("sad" in p or "scared" in p for p in asked), asked
        # While it is on the screen: the face goes, the next one comes, nothing is counted of it.
        screen = Screen(page, rest=False)
        screen.go_to("angry")
        exclude("anger")
        page.wait_for_function(
            "() => document.body.dataset.mode === 'watching'"
            " && !document.getElementById('prompt').textContent.includes('angry')", timeout=15_000)
        assert not page.is_visible("#trouble")
        assert [r for r in results(server, page.username) if r[0] == "anger" and r[1] != "skipped"] == []


def test_two_windows_take_turns_and_the_one_that_waits_can_go_on(server, resting):
    with camera(server, resting) as page:
        first = Screen(page, rest=False)
        other = page.context.new_page()
        second = Screen(other, rest=False)
        page.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=15_000)
        assert "Go on" in page.inner_text("#trouble-again")
        count = len(second.answers)
        other.wait_for_timeout(1000)
        assert len(second.answers) > count
        page.click("#trouble-again")
        first.wait_mode("resting", 20_000)
        page.click("#skip")
        first.wait_mode("watching")
        other.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=15_000)
        assert results(server, page.username) == []


def test_a_tab_that_sleeps_for_an_hour_wakes_up_at_the_login_and_its_round_waits(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        page.click("#skip")
        page.wait_for_function("() => !document.getElementById('prompt').textContent.includes('happy')")
        before = results(server, page.username)
        page.evaluate(
            "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
            " document.dispatchEvent(new Event('visibilitychange')); }")
        page.wait_for_timeout(500)
        # The browser lets it sleep as it does with tabs in the background; an hour passes, for both of their clocks.
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
        page.wait_for_url("**/login?from=idle*", timeout=20_000)
        assert len(screen.answers) == count and results(server, page.username)[:len(before)] == before
        page.fill("#name", page.username)
        page.fill("#password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/menu*", timeout=30_000)
        screen = Screen(page, rest=False)
        assert "happy" not in screen.prompt()
        assert [r[:2] for r in results(server, page.username)] == [("happiness", "skipped")]


def test_a_game_that_went_on_elsewhere_is_told_while_the_rest_is_taken_again(server, resting):
    """The verdict asks for another rest, and the sitting is gone by then: the screen says so and does not wait."""
    with camera(server, resting) as page:
        begun = []
        page.on("response", lambda r: r.url.endswith("/sittings") and begun.append(r.json()))
        screen = Screen(page, level=2)
        gone = {"code": "unknown_sitting", "message": "This game of faces is over, or goes on in another window."}
        later = {"state": "ended", "outcome": {"kind": "later", "sentence": "We look at it again later."},
                 "round": begun[0]["round"]}
        page.route("**/tap?**", lambda route: route.fulfill(json=later))
        page.route("**/frames?**", lambda route: route.fulfill(json={"state": "watching", "verdict": "not_yet"}))
        page.route("**/rest/again", lambda route: route.fulfill(status=404, json=gone))
        page.route("**/rest", lambda route: route.fulfill(status=404, json=gone))
        page.click("#ready")
        screen.wait_mode("trouble", 20_000)
        assert page.get_attribute("#trouble", "data-kind") == "elsewhere" and page.is_visible("#trouble-again")
