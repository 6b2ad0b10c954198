"""The demo page of the scoring service in a browser whose fake camera shows a rendered face."""

import contextlib
import os
import re
import subprocess

import pytest

from game_server import REPOSITORY, judge_program
from pages import Watch, driver

FACE = REPOSITORY / "SampleFaces" / "rendered-happiness.jpg"
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 900}

pytestmark = pytest.mark.skipif(judge_program() is None, reason="the scoring service is not built: make build")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The address of a service with the demo page."""
    place = tmp_path_factory.mktemp("demo")
    with open(place / "log", "w+") as log:
        process = subprocess.Popen(
            [judge_program(), "serve", "--demo", "--socket", str(place / "socket"), "--listen", "127.0.0.1:0"],
            stderr=log)
        address = None
        while address is None or "facialfun: ready" not in (place / "log").read_text():
            assert process.poll() is None, (place / "log").read_text()
            address = re.search(r"the demo is at (http://127\.0\.0\.1:\d+/demo)$", (place / "log").read_text(), re.M)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
        yield address[1]
        process.terminate()
        assert process.wait(30) == 0


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A looping film of one face for the fake camera."""
    path = tmp_path_factory.mktemp("film") / "face.mjpeg"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-loop", "1", "-i", str(FACE), "-t", "1", "-r", "10", "-vf",
         "scale=640:480:force_original_aspect_ratio=decrease,pad=640:480:(ow-iw)/2:(oh-ih)/2:gray", "-c:v", "mjpeg",
         "-q:v", "3", str(path)], check=True)
    return path


@pytest.fixture(scope="module")
def filming(film):
    """A browser whose camera shows the film, with permission."""
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"),
        args=["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
              f"--use-file-for-fake-video-capture={film}"])
    yield browser
    browser.close()


@contextlib.contextmanager
def opened(browser, address, request, **options):
    """The page, which must not log any error."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.watch = Watch(page)
    page.goto(address)
    yield page
    context.close()
    page.watch.check(request)


#: The bytes of the overlay `c` as `d`, read from a copy because reading makes a canvas slow.
COPIED = (
    "const copy = new OffscreenCanvas(Math.max(1, c.width), Math.max(1, c.height));"
    " const context = copy.getContext('2d', {willReadFrequently: true}); context.drawImage(c, 0, 0);"
    " const d = context.getImageData(0, 0, copy.width, copy.height).data;")


def drawn_pixels(page):
    """The number of pixels of the overlay that are not transparent."""
    return page.evaluate(
        "() => { const c = document.getElementById('overlay');"
        f" {COPIED} let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; }}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_face_at_the_camera_is_scored_and_outlined(demo, filming, request, size, scheme, tmp_path):
    with opened(filming, demo, request, viewport=size, color_scheme=scheme) as page:
        page.click("#start")
        page.wait_for_function("() => /^happiness 0\\.\\d\\d$/.test(document.getElementById('title').textContent)")
        assert page.locator("#scores li").count() == 8
        values = page.evaluate("() => [...document.querySelectorAll('#scores meter')].map((m) => m.value)")
        assert abs(sum(values) - 1) < 1e-3
        assert page.inner_text("#status") == "Live. Scored on this computer."
        assert re.fullmatch(r"1 face, \d+ ms per frame", page.inner_text("#speed"))
        assert drawn_pixels(page) > 1000
        # Nothing extends beyond the screen, and the button is large enough for a thumb.
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("#start").bounding_box()["height"] >= 44
        shots = os.environ.get("DEMO_SHOTS")
        if shots:
            page.screenshot(path=f"{shots}/demo-{size['width']}-{scheme}.png", full_page=True)
        page.click("#start")
        assert page.inner_text("#status") == "Stopped. Press Start to continue."
        assert drawn_pixels(page) == 0
        assert page.evaluate("() => document.getElementById('video').srcObject === null")


def test_the_box_is_mirrored_like_the_picture(demo, filming, request):
    with opened(filming, demo, request, viewport=DESKTOP) as page:
        with page.expect_response("**/v1/score") as answer:
            page.click("#start")
        report = answer.value.json()
        box, width = report["faces"][0]["box"], report["image"]["width"]
        page.wait_for_function("() => document.getElementById('overlay').width > 300")
        columns = page.evaluate(
            "() => { const c = document.getElementById('overlay');"
            f" {COPIED} const found = [];"
            " for (let x = 0; x < c.width; x++) for (let y = 0; y < c.height; y++)"
            " if (d[4 * (y * c.width + x) + 3]) { found.push(x); break; } return found; }")
        left = width - box["x"] - box["width"]
        assert abs(min(columns) - left) < 12, (min(columns), left)


def test_without_a_camera_or_permission_the_page_names_a_remedy(demo, browser, request):
    context = browser.new_context()
    page = context.new_page()
    page.goto(demo)
    page.click("#start")
    page.wait_for_function("() => /Connect one|Allow it/.test(document.getElementById('status').textContent)")
    assert page.inner_text("#start") == "Start"
    context.close()


def test_an_unavailable_service_and_its_return_are_shown(demo, filming, request):
    with opened(filming, demo, request, viewport=DESKTOP) as page:
        page.route("**/v1/score", lambda route: route.abort())
        page.click("#start")
        page.wait_for_function("() => document.getElementById('status').textContent.includes('does not respond')")
        page.unroute("**/v1/score")
        page.wait_for_function("() => document.getElementById('status').textContent.startsWith('Live.')")
        page.watch.expect("net::ERR_FAILED")
