"""F1 to F4 in Chromium, with films in place of a child and the real judge behind the server."""

import base64
import io
import json
import os
import shutil
import signal
import subprocess
import time

import pytest
from PIL import Image

import films
import memory
from facial_fun import Screen, assert_matches_nothing_but_neutral, camera, judge_program, judges_of, results
from game_client import PIN
from game_server import GameServer

pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: there is no ffmpeg to make films with"),
]

WORDS = {
    "happiness": "happy", "neutral": "calm", "sadness": "sad", "anger": "angry", "surprise": "surprised",
    "disgust": "disgusted", "fear": "scared"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("faces")
    server = GameServer(
        place / "data", ["--facialfun", judge_program(), "--log-level", "debug"], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    server.place = place
    yield server
    assert server.process.poll() is None, "the server did not live to the end"
    assert server.stop() == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("films")


@pytest.fixture(scope="module")
def resting(folder):
    return films.still(folder, "rendered-neutral.jpg")


@pytest.mark.parametrize("emotion", [
    "happiness", *(pytest.param(e, marks=pytest.mark.slow) for e in WORDS if e not in ("happiness", "neutral"))])
def test_f2_the_right_expression_fills_the_gauge_and_matches(server, folder, emotion):
    with camera(server, films.expression(folder, emotion)) as page:
        screen = Screen(page)
        screen.go_to(WORDS[emotion])
        page.wait_for_function(
            "w => document.body.dataset.mode === 'feedback'"
            " && document.getElementById('oval').dataset.state === 'matched'"
            " && document.getElementById('prompt').textContent.includes(w)", arg=WORDS[emotion], timeout=60_000)
        # The child's own face as the judge cut it, beside the target, and gone after two seconds.
        assert page.is_visible("#own")
        own = page.evaluate("() => document.getElementById('own').toDataURL('image/png')")
        assert page.is_visible(".message[data-kind=right]")
        page.wait_for_function("() => document.getElementById('own').hidden", timeout=6000)
        assert page.evaluate("() => document.getElementById('own').width") == 0
        shares = [a["progress"] for a in screen.answers if a.get("verdict") == "not_yet"]
        assert shares and min(shares) < 0.5, "the resting face was near already"
        assert (emotion, "matched", "hold") in [r[:3] for r in results(server, page.username)]
        assert page.watch.complaints == []
        cut = Image.open(io.BytesIO(base64.b64decode(own.partition(",")[2]))).convert("RGB")
        assert cut.size == (600, 600)
        matched = [a for a in screen.answers if (a.get("outcome") or {}).get("kind") == "matched"]
        assert matched[0]["face"]["side"] == 600
        assert eyes_of(folder, cut) < 12


def eyes_of(folder, cut):
    """How far off the middle the eyes of a cut face are, and off level, in pixels: the judge's own report of it."""
    file = folder / "own.png"
    cut.save(file)
    said = subprocess.run([judge_program(), "score", "--format", "json", str(file)], capture_output=True, check=True)
    points = json.loads(said.stdout)[0]["faces"][0]["keypoints"]
    right, left = points["rightEye"], points["leftEye"]
    return max(abs((right["x"] + left["x"]) / 2 - 300), abs(right["y"] - left["y"]))


def test_a_resting_face_matches_nothing_but_neutral(server, resting):
    with camera(server, resting) as page:
        assert_matches_nothing_but_neutral(server, page, WORDS)


def test_f2_f3_a_tap_is_judged_hinted_and_tried_again(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, hold=False)
        page.wait_for_timeout(600)
        assert screen.answers == [], "frames are sent though holding is off"
        page.click("#model-picture")
        screen.wait_mode("not_yet")
        screen.wait_outcomes(1)
        assert screen.outcomes() == ["not_yet"]
        assert page.is_visible("#again") and page.is_visible("#hint[data-hint]")
        assert page.inner_text("#help") == screen.answers[0]["sentence"]
        page.click("#again")
        screen.wait_mode("watching")
        # Anywhere: on the mirror, too.
        page.click("#mirror .face-frame")
        screen.wait_mode("not_yet")
        page.keyboard.press("Tab")
        page.focus("#again")
        page.keyboard.press("Enter")
        screen.wait_mode("watching")
        page.focus("#ready")
        page.keyboard.press("Enter")
        screen.wait_mode("feedback")
        screen.wait_outcomes(3)
        assert screen.outcomes() == ["not_yet", "not_yet", "later"]
        assert [r[1:] for r in results(server, page.username)] == [("later", "tap", 3)]


@pytest.mark.parametrize("picture, reason, changes", [
    ("no-face-cat.jpg", "no_face", {}), ("two-people.jpg", "several_faces", {}),
    ("rendered-happiness.jpg", "too_dark", {"extra": "eq=brightness=-0.42:contrast=0.25"})])
def test_what_cannot_be_judged_is_said_and_never_wrong(server, folder, picture, reason, changes):
    with camera(server, films.still(folder, picture, **changes)) as page:
        screen = Screen(page, rest=False)
        page.wait_for_selector("#say:not([hidden])", timeout=10_000)
        assert page.get_attribute("#oval", "data-state") == "unseen"
        reasons = {a["reason"] for a in screen.answers if a.get("verdict") == "cannot_judge"}
        assert reason in reasons, reasons
        page.click("#ready")
        screen.wait_mode("watching")
        assert set(screen.outcomes()) <= {"unjudged"}
        assert not page.is_visible("#again")
        assert screen.gauge() == 0
        assert results(server, page.username) == []


def test_with_holding_off_the_oval_answers_before_any_touch_and_gives_no_verdict(server, folder):
    with camera(server, films.still(folder, "no-face-cat.jpg")) as page:
        screen = Screen(page, rest=False, hold=False)
        looks = []
        page.on("response", lambda r: "/look" in r.url and looks.append(r))
        page.wait_for_selector("#say:not([hidden])", timeout=10_000)
        assert page.get_attribute("#oval", "data-state") == "unseen"
        assert screen.answers == [] and screen.gauge() == 0
        page.wait_for_timeout(2500)
        assert 2 <= len(looks) <= 5
        assert all("progress" not in r.json() for r in looks)
        assert results(server, page.username) == []


def test_a_child_that_only_holds_its_face_is_there_and_an_empty_chair_is_not(server, folder, resting):
    for film, stays in ((resting, True), (films.still(folder, "no-face-cat.jpg"), False)):
        with camera(server, film) as page:
            Screen(page, rest=False)
            page.wait_for_timeout(1500)
            # Half an hour ago somebody touched something.
            before = page.evaluate(
                "() => { const then = Date.now() - 29 * 60000; localStorage.setItem('pet-active', then);"
                " return then; }")
            page.wait_for_timeout(3000)
            assert (int(page.evaluate("() => localStorage.getItem('pet-active')")) > before) is stays


def test_a_grown_up_saw_it_behind_the_pin_and_the_review_says_how_often_both_differed(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        assert "happy" in screen.prompt()
        page.click("#saw")
        page.wait_for_selector("#pin-dialog")
        count = len(screen.answers)
        page.wait_for_timeout(1000)
        assert len(screen.answers) <= count + 1, "the face is judged while the keypad is open"
        # Somebody thought better of it: on with the game.
        page.click("#pin-cancel")
        screen.wait_mode("watching")
        assert results(server, page.username) == []
        page.click("#saw")
        page.wait_for_selector("#pin-dialog")
        page.keyboard.type(PIN)
        screen.wait_mode("feedback", 30_000)
        assert page.is_visible("#own") and page.is_visible(".message[data-kind=right]")
        page.wait_for_function("() => !document.getElementById('prompt').textContent.includes('happy')", timeout=9000)
        assert [r[:3] for r in results(server, page.username)] == [("happiness", "seen", "saw")]
        # The parent's part is still open: no PIN is asked for again.
        screen.wait_mode("watching")
        page.click("#saw")
        screen.wait_mode("feedback")
        page.goto("/review")
        note = page.inner_text("#chart-faces .chart-note")
        assert note == "In 2 of 2 faces an adult saw a match that the camera missed."
        page.click("#chart-faces summary")
        rows = [r.inner_text().split() for r in page.query_selector_all("#chart-faces tbody tr")]
        assert [row[1:3] for row in rows] == [["0", "1"], ["0", "1"]] and rows[0][0] == "happy"


def test_f1_a_refused_camera_is_explained_and_asked_again(server):
    with camera(server, ask="deny") as page:
        page.goto("/facial-fun")
        assert "allow" in page.inner_text("#intro")
        page.click('[data-level="1"]')
        page.wait_for_selector('#trouble[data-kind="refused"]', timeout=15_000)
        assert "grown-up" in page.inner_text("#trouble-sentence")
        page.click("#trouble-again")
        page.wait_for_timeout(500)
        page.wait_for_selector('#trouble[data-kind="refused"]', timeout=15_000)
        page.click("#done")
        page.wait_for_url("**/levels*")


def test_f1_without_a_camera_the_other_levels_are_offered(server):
    with camera(server, ask="none") as page:
        page.goto("/facial-fun")
        page.click('[data-level="1"]')
        page.wait_for_selector('#trouble[data-kind="none"]', timeout=15_000)
        assert "other levels" in page.inner_text("#trouble-sentence")


@pytest.mark.parametrize("name, kind", [
    ("NotReadableError", "taken"), ("AbortError", "taken"), ("NotAllowedError", "refused"), ("TypeError", "other")])
def test_f1_each_fault_of_the_camera_has_its_own_words(server, resting, name, kind):
    with camera(server, resting) as page:
        page.add_init_script(
            "navigator.mediaDevices.getUserMedia = () => "
            f"Promise.reject(new DOMException('by a test', '{name}'))")
        page.goto("/facial-fun")
        page.click('[data-level="1"]')
        page.wait_for_selector(f'#trouble[data-kind="{kind}"]', timeout=15_000)


def test_a_camera_that_is_unplugged_is_missed_and_taken_up_again(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page)
        page.evaluate(
            "() => document.getElementById('camera').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
        page.wait_for_selector('#trouble[data-kind="lost"]', timeout=5000)
        assert page.evaluate("() => document.getElementById('camera').srcObject") is None
        page.click("#trouble-again")
        screen.wait_mode("watching", 20_000)
        count = len(screen.answers)
        page.wait_for_timeout(1500)
        assert len(screen.answers) > count
        assert results(server, page.username) == []


def test_a_hidden_page_lets_the_camera_go_and_sends_nothing(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page)
        page.wait_for_timeout(800)
        page.evaluate(
            "() => { window.track = document.getElementById('camera').srcObject.getVideoTracks()[0];"
            " Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
            " document.dispatchEvent(new Event('visibilitychange')); }")
        page.wait_for_timeout(700)
        assert page.evaluate("() => window.track.readyState") == "ended"
        count = len(screen.answers)
        page.wait_for_timeout(1500)
        assert len(screen.answers) == count
        page.evaluate(
            "() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
        page.wait_for_timeout(2500)
        assert len(screen.answers) > count


def test_one_frame_is_in_flight_and_at_most_twelve_come_a_second(server, resting):
    with camera(server, resting) as page:
        flying, most, sent = 0, 0, []

        def begin(request):
            nonlocal flying, most
            if "/frames" in request.url:
                flying += 1
                most = max(most, flying)
                sent.append(request)

        def end(request):
            nonlocal flying
            if "/frames" in request.url:
                flying -= 1

        page.on("request", begin)
        page.on("requestfinished", end)
        page.on("requestfailed", end)
        screen = Screen(page)
        count = len(sent)
        page.wait_for_timeout(4000)
        assert most == 1
        assert 4 <= len(sent) - count <= 48
        assert all(a["state"] in ("watching", "holding", "ended", "stale") for a in screen.answers)


def test_the_judge_dies_while_the_child_plays_and_nothing_is_counted(server, resting):
    """Hold-to-match is on: the attempt is lost with the service, and begun again without a word of a try."""
    with camera(server, resting) as page:
        screen = Screen(page)
        page.wait_for_timeout(600)
        judges = judges_of(server)
        assert len(judges) == 1
        os.kill(judges[0], signal.SIGKILL)
        page.wait_for_function("() => /moment/.test(document.getElementById('say').textContent)", timeout=15_000)
        count = len(screen.answers)
        page.wait_for_function(
            "() => document.getElementById('oval').dataset.state === 'watching'", timeout=40_000)
        page.wait_for_timeout(1500)
        assert any(a["state"] == "watching" for a in screen.answers[count:])
        assert results(server, page.username) == []
        assert judges_of(server) != judges


def test_another_window_takes_the_game_over_and_the_first_is_told(server, resting):
    with camera(server, resting) as page:
        Screen(page)
        second = page.context.new_page()
        Screen(second, rest=False)
        page.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=15_000)
        page.watch.expect("404")


def test_no_picture_of_a_face_is_on_the_disk_or_in_the_log(server, resting):
    mark = b"MARKED-FRAME-5f1c2a"
    with camera(server, resting) as page:
        marked = []

        def sign(route):
            marked.append(route.request.url)
            # Behind the end of a JPEG anything may stand.
            route.continue_(post_data=route.request.post_data_buffer + mark)

        for path in ("rest", "frames?**", "tap?**"):
            page.route(f"**/api/facial-fun/sittings/*/{path}", sign)
        screen = Screen(page)
        page.wait_for_timeout(1500)
        page.click("#ready")
        screen.wait_mode("not_yet")
        screen.wait_outcomes(1)
        assert any("/rest" in u for u in marked) and any("/frames" in u for u in marked)
        assert any("/tap" in u for u in marked) and screen.outcomes() == ["not_yet"]
        page.click("#done")
        page.wait_for_url("**/levels*")
    holders = [str(p) for p in server.place.rglob("*") if p.is_file() and mark in p.read_bytes()]
    assert holders == []
    # The search finds what is there.
    (server.place / "found").write_bytes(b"x" + mark)
    assert [p.name for p in server.place.rglob("*") if p.is_file() and mark in p.read_bytes()] == ["found"]
    (server.place / "found").unlink()


def test_answers_that_come_late_or_in_another_order_count_once_and_jump_nothing(server, resting):
    with camera(server, resting) as page:
        held = []

        def late(route):
            # The first frame's answer waits until long after the touch is answered.
            answer = route.fetch()
            if not held:
                held.append(route)
                page.wait_for_timeout(2500)
            route.fulfill(response=answer)

        screen = Screen(page, rest=False)
        page.route("**/frames?**", late)
        page.wait_for_timeout(400)
        page.click("#ready")
        screen.wait_mode("not_yet")
        page.wait_for_timeout(3500)
        # What came late is of a try that is over: the screen stays where it was, and one try was counted.
        assert screen.mode() == "not_yet" and page.is_visible("#again")
        page.unroute("**/frames?**")
        page.click("#again")
        screen.wait_mode("watching")
        page.click("#ready")
        screen.wait_mode("not_yet")
        screen.wait_outcomes(2)
        assert [a["outcome"]["triesLeft"] for a in screen.answers if a.get("outcome")] == [2, 1]


def test_a_camera_that_changes_its_resolution_plays_on(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        sizes = page.evaluate(
            "async () => { const video = document.getElementById('camera'), sizes = [];"
            " for (const [width, height] of [[320, 240], [1280, 720], [640, 480]]) {"
            "  await video.srcObject.getVideoTracks()[0].applyConstraints({ width, height });"
            "  await new Promise(resolve => setTimeout(resolve, 1200)); sizes.push(video.videoWidth); }"
            " return sizes; }")
        assert len(set(sizes)) > 1, "the fake camera did not change"
        count = len(screen.answers)
        page.wait_for_timeout(1500)
        seen = screen.answers[count:]
        assert seen and all(a["state"] == "watching" for a in seen) and screen.mode() == "watching"
        assert results(server, page.username) == []


@pytest.mark.parametrize("hours", [1, -1])
def test_a_clock_that_jumps_by_an_hour_ends_nothing(server, resting, hours):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        page.wait_for_timeout(800)
        page.evaluate(
            "hours => { const now = Date.now.bind(Date); Date.now = () => now() + hours * 3600000; }", hours)
        count = len(screen.answers)
        page.wait_for_timeout(2500)
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_timeout(1500)
        assert "/facial-fun" in page.url and screen.mode() == "watching"
        assert len(screen.answers) > count
        assert results(server, page.username) == []


def test_no_picture_of_a_face_stays_in_the_memory_of_the_server(server, resting):
    # Many marks behind the end of each JPEG, so that every part in which it comes has some.
    mark = b"MARKED-MEMORY-9d41e7"
    while_playing = 0
    with camera(server, resting) as page:
        for path in ("rest", "frames?**", "tap?**"):
            page.route(f"**/api/facial-fun/sittings/*/{path}", lambda route: route.continue_(
                post_data=route.request.post_data_buffer + mark * 3000))
        screen = Screen(page)
        for _ in range(5):
            page.wait_for_timeout(300)
            while_playing += memory.finds(server.process.pid, mark)
        page.click("#ready")
        screen.wait_mode("not_yet")
        page.click("#done")
        page.wait_for_url("**/levels*")
    # The search finds what is there: while it is played a picture is on its way through.
    assert while_playing > 0
    for _ in range(20):
        left = memory.finds(server.process.pid, mark)
        if left == 0:
            break
        time.sleep(0.5)
    assert left == 0, f"{left} marks of pictures stayed in the server's memory"


def test_f4_done_leaves_at_any_time_and_the_round_waits(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page)
        page.click("#skip")
        page.wait_for_function("() => !document.getElementById('prompt').textContent.includes('happy')")
        page.click("#done")
        page.wait_for_url("**/levels*")
        screen = Screen(page, rest=False)
        assert "happy" not in screen.prompt()


@pytest.mark.slow
def test_a_whole_round_ends_with_well_done_and_nobody_is_ever_wrong(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, hold=False)
        for _ in range(1400):
            mode = screen.mode()
            if mode == "finished":
                break
            if mode in ("watching", "not_yet"):
                page.click("#ready" if mode == "watching" else "#again")
            page.wait_for_timeout(150)
        assert page.is_visible("#finished")
        endings = {ending for _, ending, *_ in results(server, page.username)}
        assert endings <= {"matched", "later", "good_trying"} and "good_trying" in endings
        page.click("#play-again")
        screen.wait_mode("watching", 40_000)
