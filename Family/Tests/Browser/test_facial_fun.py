"""F1 to F4 in Chromium, with films instead of a child and the real scoring service behind the server."""

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
from facial_fun import Screen, assert_matches_nothing_but_neutral, camera, judges_of, results
from game_client import PIN
from game_server import GameServer, judge_program
from waiting import until

pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: ffmpeg is missing, which makes the films"),
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
    assert server.process.poll() is None, "the server did not survive the tests"
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
        # The service crops the child's own face; it is shown next to the target and disappears after two seconds.
        assert page.is_visible("#own")
        own = page.evaluate("() => document.getElementById('own').toDataURL('image/png')")
        assert page.is_visible(".message[data-kind=right]")
        page.wait_for_function("() => document.getElementById('own').hidden", timeout=60_000)
        assert page.evaluate("() => document.getElementById('own').width") == 0
        shares = [a["progress"] for a in screen.answers if a.get("verdict") == "not_yet"]
        assert shares and min(shares) < 0.5, "the resting face was close to the target"
        assert (emotion, "matched", "hold") in [r[:3] for r in results(server, page.username)]
        assert page.watch.complaints == []
        cut = Image.open(io.BytesIO(base64.b64decode(own.partition(",")[2]))).convert("RGB")
        assert cut.size == (600, 600)
        matched = [a for a in screen.answers if (a.get("outcome") or {}).get("kind") == "matched"]
        assert matched[0]["face"]["side"] == 600
        assert eyes_of(folder, cut) < 12


def eyes_of(folder, cut):
    """The offset of the eyes in a cropped face from the center, and their tilt, in pixels, as reported by the
    service."""
    file = folder / "own.png"
    cut.save(file)
    said = subprocess.run([judge_program(), "score", "--format", "json", str(file)], capture_output=True, check=True)
    points = json.loads(said.stdout)[0]["faces"][0]["keypoints"]
    right, left = points["rightEye"], points["leftEye"]
    return max(abs((right["x"] + left["x"]) / 2 - 300), abs(right["y"] - left["y"]))


def test_a_resting_face_matches_only_neutral(server, resting):
    with camera(server, resting) as page:
        assert_matches_nothing_but_neutral(server, page, WORDS)


def test_f2_f3_a_tap_is_judged_and_leads_to_a_hint_and_another_try(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, hold=False)
        # There is no condition to wait for: no frame may be sent.
        page.wait_for_timeout(600)
        assert screen.answers == [], "frames are sent although hold-to-match is off"
        page.click("#model-picture")
        screen.wait_mode("not_yet")
        screen.wait_outcomes(1)
        assert screen.outcomes() == ["not_yet"]
        assert page.is_visible("#again") and page.is_visible("#hint[data-hint]")
        assert page.inner_text("#help") == screen.answers[0]["sentence"]
        page.click("#again")
        screen.wait_mode("watching")
        # A tap anywhere counts, even on the mirror.
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


def test_f1_the_face_to_make_moves_on_request_without_a_verdict(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, hold=False)
        assert page.locator(".film").count() == 0
        page.get_by_role("button", name="See it move", exact=True).click()
        page.wait_for_selector("#model-picture + .film", state="attached")
        page.wait_for_selector(".film", state="detached")
        assert screen.mode() == "watching" and screen.outcomes() == []


@pytest.mark.parametrize("picture, reason, changes", [
    ("no-face-cat.jpg", "no_face", {}), ("two-people.jpg", "several_faces", {}),
    ("rendered-happiness.jpg", "too_dark", {"extra": "eq=brightness=-0.42:contrast=0.25"})])
def test_unusable_pictures_are_reported_and_never_count_as_wrong(server, folder, picture, reason, changes):
    with camera(server, films.still(folder, picture, **changes)) as page:
        screen = Screen(page, rest=False)
        page.wait_for_selector("#say:not([hidden])", timeout=60_000)
        assert page.get_attribute("#oval", "data-state") == "unseen"
        reasons = {a["reason"] for a in screen.answers if a.get("verdict") == "cannot_judge"}
        assert reason in reasons, reasons
        page.click("#ready")
        screen.wait_mode("watching")
        assert set(screen.outcomes()) <= {"unjudged"}
        assert not page.is_visible("#again")
        assert screen.gauge() == 0
        assert results(server, page.username) == []


def test_without_hold_to_match_the_oval_reacts_before_a_tap_without_a_verdict(server, folder):
    with camera(server, films.still(folder, "no-face-cat.jpg")) as page:
        screen = Screen(page, rest=False, hold=False)
        looks, started = [], time.monotonic()
        page.on("response", lambda r: "/look" in r.url and looks.append(r))
        page.wait_for_selector("#say:not([hidden])", timeout=60_000)
        assert page.get_attribute("#oval", "data-state") == "unseen"
        assert screen.answers == [] and screen.gauge() == 0
        until(page, lambda: len(looks) >= 4)
        # One preview every 700 ms.
        assert len(looks) <= 2 + (time.monotonic() - started) / 0.7
        assert all("progress" not in r.json() for r in looks)
        assert results(server, page.username) == []


def test_holding_a_face_counts_as_activity_but_an_empty_chair_does_not(server, folder, resting):
    for film, stays in ((resting, True), (films.still(folder, "no-face-cat.jpg"), False)):
        with camera(server, film) as page:
            screen = Screen(page, rest=False)
            screen.wait_answers()
            # The last input of the user was half an hour ago.
            before = page.evaluate(
                "() => { const then = Date.now() - 29 * 60000; localStorage.setItem('pet-active', then);"
                " return then; }")
            active = "b => Number(localStorage.getItem('pet-active')) > b"
            if stays:
                page.wait_for_function(active, arg=before)
            else:
                screen.wait_answers(10)
                # There is no condition to wait for: nothing may be recorded.
                page.wait_for_timeout(2000)
                assert not page.evaluate(active, before)


def test_an_adult_judges_behind_the_pin_and_the_review_counts_disagreements(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        assert "happy" in screen.prompt()
        page.click("#saw")
        page.wait_for_selector("#pin-dialog")
        count = len(screen.answers)
        # There is no condition to wait for: no frame may be sent.
        page.wait_for_timeout(1000)
        assert len(screen.answers) <= count + 1, "the face was judged while the keypad was open"
        # The adult cancels, and the game continues.
        page.click("#pin-cancel")
        screen.wait_mode("watching")
        assert results(server, page.username) == []
        page.click("#saw")
        page.wait_for_selector("#pin-dialog")
        page.keyboard.type(PIN)
        screen.wait_mode("feedback")
        assert page.is_visible("#own") and page.is_visible(".message[data-kind=right]")
        page.wait_for_function("() => !document.getElementById('prompt').textContent.includes('happy')", timeout=60_000)
        assert [r[:3] for r in results(server, page.username)] == [("happiness", "seen", "saw")]
        # The parent's area is still open, so the PIN is not required again.
        screen.wait_mode("watching")
        page.click("#saw")
        screen.wait_mode("feedback")
        page.goto("/review")
        note = page.inner_text("#chart-faces .chart-note")
        assert note == "In 2 of 2 faces an adult saw a match that the camera missed."
        page.click("#chart-faces summary")
        rows = [r.inner_text().split() for r in page.query_selector_all("#chart-faces tbody tr")]
        assert [row[1:3] for row in rows] == [["0", "1"], ["0", "1"]] and rows[0][0] == "happy"


def test_f1_a_denied_camera_is_explained_and_can_be_requested_again(server):
    with camera(server, ask="deny") as page:
        page.goto("/facial-fun")
        assert "allow" in page.inner_text("#intro")
        page.click('[data-level="1"]')
        page.wait_for_selector('#trouble[data-kind="refused"]', timeout=60_000)
        assert "grown-up" in page.inner_text("#trouble-sentence")
        page.evaluate("() => delete document.getElementById('trouble').dataset.kind")
        page.click("#trouble-again")
        page.wait_for_selector('#trouble[data-kind="refused"]', timeout=60_000)
        page.click("#done")
        page.wait_for_url("**/levels*")


def test_f1_without_a_camera_the_other_levels_are_offered(server):
    with camera(server, ask="none") as page:
        page.goto("/facial-fun")
        page.click('[data-level="1"]')
        page.wait_for_selector('#trouble[data-kind="none"]', timeout=60_000)
        assert "other levels" in page.inner_text("#trouble-sentence")


@pytest.mark.parametrize("name, kind", [
    ("NotReadableError", "taken"), ("AbortError", "taken"), ("NotAllowedError", "refused"), ("TypeError", "other")])
def test_f1_each_camera_fault_has_its_own_message(server, resting, name, kind):
    with camera(server, resting) as page:
        page.add_init_script(
            "navigator.mediaDevices.getUserMedia = () => "
            f"Promise.reject(new DOMException('by a test', '{name}'))")
        page.goto("/facial-fun")
        page.click('[data-level="1"]')
        page.wait_for_selector(f'#trouble[data-kind="{kind}"]', timeout=60_000)


def test_an_unplugged_camera_is_reported_and_used_again_when_back(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page)
        page.evaluate(
            "() => document.getElementById('camera').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
        page.wait_for_selector('#trouble[data-kind="lost"]', timeout=60_000)
        assert page.evaluate("() => document.getElementById('camera').srcObject") is None
        page.click("#trouble-again")
        screen.wait_mode("watching")
        screen.wait_answers()
        assert results(server, page.username) == []


def test_a_hidden_page_releases_the_camera_and_sends_nothing(server, resting):
    with camera(server, resting) as page:
        sent = []
        page.on("request", lambda r: "/frames" in r.url and sent.append(r))
        screen = Screen(page)
        screen.wait_answers()
        page.evaluate(
            "() => { window.track = document.getElementById('camera').srcObject.getVideoTracks()[0];"
            " Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
            " document.dispatchEvent(new Event('visibilitychange')); }")
        page.wait_for_function("() => window.track.readyState === 'ended'")
        count = len(sent)
        # There is no condition to wait for: nothing may be sent, except a picture that was being taken.
        page.wait_for_timeout(1500)
        assert len(sent) <= count + 1
        page.evaluate(
            "() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
        screen.wait_answers()


def test_only_one_frame_is_in_flight_and_at_most_twelve_per_second(server, resting):
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
        count, started = len(sent), time.monotonic()
        until(page, lambda: len(sent) >= count + 20)
        assert most == 1
        assert len(sent) - count <= 1 + 12 * (time.monotonic() - started)
        assert all(a["state"] in ("watching", "holding", "ended", "stale") for a in screen.answers)


def test_a_crash_of_the_scoring_service_counts_no_try(server, resting):
    """With hold-to-match, a crash of the service loses the attempt, which restarts without counting a try."""
    with camera(server, resting) as page:
        screen = Screen(page)
        screen.wait_answers()
        judges = judges_of(server)
        assert len(judges) == 1
        os.kill(judges[0], signal.SIGKILL)
        page.wait_for_function("() => /moment/.test(document.getElementById('say').textContent)", timeout=60_000)
        count = len(screen.answers)
        page.wait_for_function(
            "() => document.getElementById('oval').dataset.state === 'watching'", timeout=60_000)
        until(page, lambda: any(a["state"] == "watching" for a in screen.answers[count:]))
        assert results(server, page.username) == []
        assert judges_of(server) != judges


def test_another_window_takes_over_and_the_first_shows_it(server, resting):
    with camera(server, resting) as page:
        Screen(page)
        second = page.context.new_page()
        Screen(second, rest=False)
        page.wait_for_selector('#trouble[data-kind="elsewhere"]', timeout=60_000)
        page.watch.expect("404")


def test_no_picture_of_a_face_is_on_the_disk_or_in_the_log(server, resting):
    mark = b"MARKED-FRAME-5f1c2a"
    with camera(server, resting) as page:
        marked = []

        def sign(route):
            marked.append(route.request.url)
            # After the end of a JPEG, any bytes may follow.
            route.continue_(post_data=route.request.post_data_buffer + mark)

        for path in ("rest", "frames?**", "tap?**"):
            page.route(f"**/api/facial-fun/sittings/*/{path}", sign)
        screen = Screen(page)
        screen.wait_answers()
        page.click("#ready")
        screen.wait_mode("not_yet")
        screen.wait_outcomes(1)
        assert any("/rest" in u for u in marked) and any("/frames" in u for u in marked)
        assert any("/tap" in u for u in marked) and screen.outcomes() == ["not_yet"]
        page.click("#done")
        page.wait_for_url("**/levels*")
    holders = [str(p) for p in server.place.rglob("*") if p.is_file() and mark in p.read_bytes()]
    assert holders == []
    # Makes sure that the search finds the mark if it exists.
    (server.place / "found").write_bytes(b"x" + mark)
    assert [p.name for p in server.place.rglob("*") if p.is_file() and mark in p.read_bytes()] == ["found"]
    (server.place / "found").unlink()


def test_late_and_reordered_responses_count_once_and_skip_nothing(server, resting):
    with camera(server, resting) as page:
        held = []

        def late(route):
            # The first frame's response is delayed until the tap is answered.
            answer = route.fetch()
            if held:
                route.fulfill(response=answer)
            else:
                held.append((route, answer))

        screen = Screen(page, rest=False)
        page.route("**/frames?**", late)
        until(page, lambda: held)
        page.click("#ready")
        screen.wait_mode("not_yet")
        screen.wait_outcomes(1)
        held[0][0].fulfill(response=held[0][1])
        # There is no condition to wait for: the late response must change nothing.
        page.wait_for_timeout(1000)
        # The late response belongs to a finished try: the screen stays as it is, and one try was counted.
        assert screen.mode() == "not_yet" and page.is_visible("#again")
        page.unroute("**/frames?**")
        page.click("#again")
        screen.wait_mode("watching")
        page.click("#ready")
        screen.wait_mode("not_yet")
        screen.wait_outcomes(2)
        assert [a["outcome"]["triesLeft"] for a in screen.answers if a.get("outcome")] == [2, 1]


def test_play_continues_after_a_change_of_resolution(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        sizes = page.evaluate(
            "async () => { const video = document.getElementById('camera'), sizes = [];"
            " for (const [width, height] of [[320, 240], [1280, 720], [640, 480]]) {"
            "  await video.srcObject.getVideoTracks()[0].applyConstraints({ width, height });"
            "  await new Promise(resolve => setTimeout(resolve, 1200)); sizes.push(video.videoWidth); }"
            " return sizes; }")
        assert len(set(sizes)) > 1, "the fake camera did not change"
        seen = screen.wait_answers(5)
        assert all(a["state"] == "watching" for a in seen) and screen.mode() == "watching"
        assert results(server, page.username) == []


@pytest.mark.parametrize("hours", [1, -1])
def test_play_continues_after_a_clock_jump_of_an_hour(server, resting, hours):
    with camera(server, resting) as page:
        screen = Screen(page, rest=False)
        screen.wait_answers()
        page.evaluate(
            "hours => { const now = Date.now.bind(Date); Date.now = () => now() + hours * 3600000; }", hours)
        screen.wait_answers(10)
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        screen.wait_answers(5)
        assert "/facial-fun" in page.url and screen.mode() == "watching"
        assert results(server, page.username) == []


def test_no_picture_of_a_face_stays_in_the_memory_of_the_server(server, resting):
    # Many marks after the end of each JPEG, so that every chunk contains some.
    mark = b"MARKED-MEMORY-9d41e7"
    with camera(server, resting) as page:
        for path in ("rest", "frames?**", "tap?**"):
            page.route(f"**/api/facial-fun/sittings/*/{path}", lambda route: route.continue_(
                post_data=route.request.post_data_buffer + mark * 3000))
        screen = Screen(page)
        # Makes sure that the search works: during play, pictures pass through the memory.
        until(page, lambda: memory.finds(server.process.pid, mark))
        page.click("#ready")
        screen.wait_mode("not_yet")
        page.click("#done")
        page.wait_for_url("**/levels*")
    for _ in range(20):
        left = memory.finds(server.process.pid, mark)
        if left == 0:
            break
        time.sleep(0.5)
    assert left == 0, f"{left} marks of pictures remained in the server's memory"


def test_f4_done_leaves_at_any_time_and_keeps_the_round(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page)
        page.click("#skip")
        page.wait_for_function("() => !document.getElementById('prompt').textContent.includes('happy')")
        page.click("#done")
        page.wait_for_url("**/levels*")
        screen = Screen(page, rest=False)
        assert "happy" not in screen.prompt()


@pytest.mark.slow
def test_a_whole_round_ends_with_well_done_and_never_calls_a_face_wrong(server, resting):
    with camera(server, resting) as page:
        screen = Screen(page, hold=False)
        for _ in range(200):
            page.wait_for_function(
                "() => ['watching', 'not_yet', 'finished'].includes(document.body.dataset.mode)", timeout=60_000)
            mode = screen.mode()
            if mode == "finished":
                break
            page.click("#ready" if mode == "watching" else "#again")
            page.wait_for_function("m => document.body.dataset.mode !== m", arg=mode, timeout=60_000)
        assert page.is_visible("#finished")
        endings = {ending for _, ending, *_ in results(server, page.username)}
        assert endings <= {"matched", "later", "good_trying"} and "good_trying" in endings
        page.click("#play-again")
        screen.wait_mode("watching")
