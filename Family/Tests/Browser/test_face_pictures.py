"""How Facial Fun looks while it is played: pictures of each state with a rendered child, and the hints' drawings."""

import os
import shutil
import signal

import pytest

import films
from conftest import SCREENS
from facial_fun import Screen, camera, judge_program, judges_of
from game_server import GameServer
from screens import quantised

pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: there is no ffmpeg to make films with"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("pictures")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.stop() == 0


@pytest.fixture
def shoot(request, tmp_path):
    """Takes a picture of a screen; it is kept where the pictures are made anew."""
    folder = SCREENS if request.config.getoption("--update") else tmp_path

    def take(page, name):
        picture = quantised(page.screenshot())
        picture.save(folder / f"{name}.png", optimize=True)
        return picture
    return take


def test_each_state_of_the_play_is_pictured(server, tmp_path, shoot):
    with camera(server, films.of_person(tmp_path, "child", "neutral")) as page:
        page.goto("/facial-fun")
        screen = Screen.__new__(Screen)
        screen.page, screen.answers = page, []
        page.on("response", screen.listen)
        page.click('[data-level="1"]')
        screen.wait_mode("resting", 20_000)
        page.wait_for_timeout(900)
        shoot(page, "face-rest")
        screen.wait_mode("watching", 30_000)
        page.wait_for_timeout(1200)
        # What to do stands there until there is something better to say.
        assert page.inner_text("#help")
        shoot(page, "face-watching")
        page.wait_for_selector("#hint[data-hint]", timeout=30_000)
        page.wait_for_timeout(700)
        shoot(page, "face-hint")
        # A calm face is next, which this child makes.
        page.click("#skip")
        screen.wait_mode("feedback", 60_000)
        page.wait_for_selector("#own:not([hidden])")
        page.wait_for_timeout(300)
        assert page.is_visible("#own")
        # The reward is seen whole, below the child's own picture, and nothing lies over that.
        reward, frame = (page.locator(at).bounding_box() for at in ("#reward .drawing", "#mirror .face-frame"))
        assert reward["y"] >= frame["y"] + frame["height"] and reward["y"] + reward["height"] < 1024
        assert reward["x"] >= frame["x"] and reward["x"] + reward["width"] <= frame["x"] + frame["width"]
        assert page.evaluate("() => getComputedStyle(document.getElementById('oval')).opacity") == "0"
        shoot(page, "face-matched")
        screen.wait_mode("watching")
        page.click("#ready")
        screen.wait_mode("not_yet")
        page.wait_for_timeout(900)
        shoot(page, "face-not-yet")
        page.click("#again")
        screen.wait_mode("watching")
        os.kill(judges_of(server)[0], signal.SIGKILL)
        page.wait_for_function("() => /moment/.test(document.getElementById('say').textContent)", timeout=15_000)
        shoot(page, "face-moment")
        page.click("#done")
        page.wait_for_url("**/levels*")


def test_what_cannot_be_judged_and_what_is_missing_is_pictured(server, tmp_path, shoot):
    with camera(server, films.of_person(tmp_path, "adult", "turned")) as page:
        Screen(page, rest=False)
        page.wait_for_selector("#say:not([hidden])", timeout=15_000)
        page.wait_for_timeout(500)
        shoot(page, "face-turned")
    with camera(server, ask="deny") as page:
        page.goto("/facial-fun")
        page.click('[data-level="1"]')
        page.wait_for_selector('#trouble[data-kind="refused"]', timeout=15_000)
        shoot(page, "face-refused")


DRAW = """async () => {
    const assets = document.body.dataset.assets + '/modules/';
    const { HintDrawing, drawnHints } = await import(assets + 'facial-fun-hint.js');
    const place = document.getElementById('main');
    place.replaceChildren();
    Object.assign(place.style,
        { display: 'grid', gridTemplateColumns: 'repeat(5, 1fr)', gap: '12px', overflow: 'auto' });
    window.drawings = drawnHints.map((code) => {
        const figure = document.createElement('figure');
        figure.style.margin = '0';
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        svg.setAttribute('viewBox', '0 0 120 120');
        svg.classList.add('face-hint');
        figure.append(svg, code);
        place.append(figure);
        const drawing = new HintDrawing(svg);
        drawing.show(code, false);
        return { code, svg, drawing };
    });
    return drawnHints;
}"""
PATHS = """() => window.drawings.map(({ svg }) =>
    [...svg.querySelectorAll('path')].map(p => p.getAttribute('d')).join(' '))"""


def test_every_hint_is_drawn_differently_and_moves_unless_motion_is_off(server, shoot):
    with camera(server, ask="none") as page:
        page.goto("/facial-fun")
        codes = page.evaluate(DRAW)
        posed = page.evaluate(PATHS)
        picture = shoot(page, "face-hints")
        assert picture.size == (1366, 1024)
        # Back to rest and "keep it" end as a face at rest; every other movement is its own.
        still = {"close_mouth", "relax_face", "hold_it"}
        moving = [path for code, path in zip(codes, posed, strict=True) if code not in still]
        assert len(set(moving)) == len(codes) - len(still) and len(codes) == 15
        page.wait_for_timeout(700)
        assert page.evaluate(PATHS) == posed, "something moves though motion is off"
        page.evaluate("() => { for (const { code, drawing } of window.drawings) { drawing.show(null);"
                      " drawing.show(code, true); } }")
        seen = [set() for _ in codes]
        for _ in range(14):
            for at, path in enumerate(page.evaluate(PATHS)):
                seen[at].add(path)
            page.wait_for_timeout(150)
        for code, paths in zip(codes, seen, strict=True):
            assert len(paths) > 3 or code == "hold_it", f"{code} does not move"
