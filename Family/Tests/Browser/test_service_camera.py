"""`facialfun-family serve --camera`: a kiosk with a camera of the machine itself, which is emulated here."""

import contextlib
import os
import shutil
import subprocess
import urllib.error
import urllib.request

import pytest

import films
from asking import ask, join
from facial_fun import Screen, camera, results
from game_server import REPOSITORY, GameServer, judge_program

# CI builds the tests in release mode.
EMULATOR = next((path for kind in ("release", "debug")
                 if (path := REPOSITORY / f".build/{kind}/libV4L2Emulator.so").exists()), None)
pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: ffmpeg is missing, which makes the films"),
    pytest.mark.skipif(EMULATOR is None, reason="SKIPPED: no emulated camera: run `swift build` in the root"),
]


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory):
    place = tmp_path_factory.mktemp("kiosk")
    film = films.expression(place, "happiness")
    frames = place / "frames"
    frames.mkdir()
    subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(film), "-q:v", "3", f"{frames}/%05d.jpg"], check=True, timeout=120)
    cameras = place / "cameras.conf"
    cameras.write_text(
        f"[/dev/video0]\nname = Kiosk Webcam\nformat = MJPG 640x480@15\nframes = {frames}\n")
    server = GameServer(
        place / "data", ["--facialfun", judge_program(), "--camera", "/dev/video0", "--log-level", "debug"],
        log=place / "pet.log", environment={"LD_PRELOAD": str(EMULATOR), "V4L2_EMULATOR": str(cameras)}).start()
    server.url = f"http://127.0.0.1:{server.port}"
    server.place = place
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0


def test_f1_f2_a_kiosk_plays_with_the_machines_own_camera(kiosk):
    # This browser has no camera.
    with camera(kiosk, ask="none") as page:
        pictures = []
        page.on("request", lambda r: r.post_data_buffer and "/sittings/" in r.url and pictures.append(r.url))
        screen = Screen(page)
        assert page.is_visible("#camera-picture") and not page.is_visible("#camera")
        assert page.evaluate("() => document.getElementById('camera-picture').naturalWidth") == 640
        assert "happy" in screen.prompt()
        screen.wait_mode("feedback", 60_000)
        assert page.get_attribute("#oval", "data-state") == "matched"
        assert page.evaluate("() => document.getElementById('own').width") == 600
        screen.wait_mode("watching")
        assert ("happiness", "matched", "hold") in [r[:3] for r in results(kiosk, page.username)]
        shares = [a["progress"] for a in screen.answers if a.get("verdict") == "not_yet"]
        assert shares and min(shares) < 0.5
        page.click("#ready")
        page.wait_for_function("() => ['not_yet', 'feedback'].includes(document.body.dataset.mode)", timeout=15_000)
        assert [u for u in pictures if "/frames" in u or "/tap" in u or "/rest" in u] == [], "pictures were sent"
        page.click("#done")
        page.wait_for_url("**/levels*")
        assert page.watch.complaints == []


def look(port, cookie=None, host="127.0.0.1", **headers):
    request = urllib.request.Request(f"http://{host}:{port}/api/facial-fun/camera.mjpeg", headers=headers)
    if cookie:
        request.add_header("Cookie", cookie)
    with contextlib.closing(urllib.request.urlopen(request, timeout=10)) as answer:
        return answer.headers["Content-Type"], answer.read(60_000)


def test_the_pictures_need_a_sign_in_on_this_machine(kiosk):
    with pytest.raises(urllib.error.HTTPError) as refused:
        look(kiosk.port)
    assert refused.value.code == 401
    _, cookie = join(kiosk.port)
    kind, content = look(kiosk.port, cookie)
    assert kind.startswith("multipart/x-mixed-replace") and b"\xff\xd8\xff" in content
    overview = ask(kiosk.port, "GET", "/api/facial-fun", cookie=cookie).json
    assert overview["camera"] == "service"


def test_a_game_without_its_own_camera_says_so(tmp_path):
    server = GameServer(tmp_path / "data", ["--facialfun", judge_program()], log=tmp_path / "pet.log").start()
    try:
        _, cookie = join(server.port)
        assert ask(server.port, "GET", "/api/facial-fun", cookie=cookie).json["camera"] == "browser"
        answer = ask(server.port, "GET", "/api/facial-fun/camera.mjpeg", cookie=cookie)
        assert answer.status == 404 and answer.json["code"] == "no_camera"
    finally:
        server.stop()


def test_a_camera_requires_a_service_started_by_the_game(tmp_path):
    from game_server import program
    said = subprocess.run(
        [program(), "serve", "--camera", "0", "--no-scoring", "--data", str(tmp_path)], capture_output=True, text=True,
        timeout=60, env=dict(os.environ))
    assert said.returncode == 64 and "--camera" in said.stderr
