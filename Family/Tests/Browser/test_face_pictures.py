"""Screenshots of Facial Fun in each state with a rendered child, and of the hints' drawings."""

import os
import shutil
import signal

import pytest

import films
from facial_fun import Screen, camera, judges_of
from game_server import GameServer, judge_program
from pages import SCREENS
from screens import quantised
from waiting import painted, settled, until

pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: ffmpeg is missing, which makes the films"),
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
    """Takes a screenshot; it is stored only if screenshots are to be updated."""
    folder = SCREENS if request.config.getoption("--update") else tmp_path

    def take(page, name):
        picture = quantised(page.screenshot())
        picture.save(folder / f"{name}.png", optimize=True)
        return picture
    return take


# Measures the opacity of the oval at the end of its transition, and the positions of the reward and the mirror, while
# the child's own picture is shown.
MATCHED = """() => new Promise((done) => {
    const box = (at) => document.querySelector(at).getBoundingClientRect().toJSON();
    const look = () => {
        const { opacity } = getComputedStyle(document.getElementById('oval'));
        if (document.getElementById('own').hidden || opacity !== '0') requestAnimationFrame(look);
        else done([opacity, box('#reward .drawing'), box('#mirror .face-frame')]);
    };
    look();
})"""


def test_each_state_of_play_has_a_screenshot(server, tmp_path, shoot):
    with camera(server, films.of_person(tmp_path, "child", "neutral")) as page:
        page.goto("/facial-fun")
        screen = Screen.__new__(Screen)
        screen.page, screen.answers = page, []
        page.on("response", screen.listen)
        page.click('[data-level="1"]')
        screen.wait_mode("resting")
        page.wait_for_function("() => Number(document.getElementById('oval').ariaValueNow) > 0", timeout=60_000)
        shoot(page, "face-rest")
        screen.wait_mode("watching")
        screen.wait_answers(3)
        # The instruction stays until there is a better hint.
        assert page.inner_text("#help")
        shoot(page, "face-watching")
        page.wait_for_selector("#hint[data-hint]", timeout=60_000)
        settled(page)
        shoot(page, "face-hint")
        # The next target is a neutral face, which this child makes.
        page.click("#skip")
        screen.wait_mode("feedback")
        # The child's own picture is shown for only two seconds, so the page itself measures.
        opacity, reward, frame = page.evaluate(MATCHED)
        # The whole reward is visible below the child's own picture, and nothing covers it.
        assert reward["y"] >= frame["y"] + frame["height"] and reward["y"] + reward["height"] < 1024
        assert reward["x"] >= frame["x"] and reward["x"] + reward["width"] <= frame["x"] + frame["width"]
        assert opacity == "0"
        shoot(page, "face-matched")
        screen.wait_mode("watching")
        page.click("#ready")
        screen.wait_mode("not_yet")
        settled(page)
        shoot(page, "face-not-yet")
        page.click("#again")
        screen.wait_mode("watching")
        os.kill(judges_of(server)[0], signal.SIGKILL)
        page.wait_for_function("() => /moment/.test(document.getElementById('say').textContent)", timeout=60_000)
        shoot(page, "face-moment")
        page.click("#done")
        page.wait_for_url("**/levels*")


def test_each_fault_has_a_screenshot(server, tmp_path, shoot):
    with camera(server, films.of_person(tmp_path, "adult", "turned")) as page:
        Screen(page, rest=False)
        page.wait_for_selector("#say:not([hidden])", timeout=60_000)
        painted(page)
        shoot(page, "face-turned")
    with camera(server, ask="deny") as page:
        page.goto("/facial-fun")
        page.click('[data-level="1"]')
        page.wait_for_selector('#trouble[data-kind="refused"]', timeout=60_000)
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


def test_every_hint_has_its_own_animation_unless_motion_is_off(server, shoot):
    with camera(server, ask="none") as page:
        page.goto("/facial-fun")
        codes = page.evaluate(DRAW)
        posed = page.evaluate(PATHS)
        picture = shoot(page, "face-hints")
        assert picture.size == (1366, 1024)
        # The hints "back to rest" and "keep it" end with a resting face. Every other hint ends with a different face.
        still = {"close_mouth", "relax_face", "hold_it"}
        moving = [path for code, path in zip(codes, posed, strict=True) if code not in still]
        assert len(set(moving)) == len(codes) - len(still) and len(codes) == 15
        # There is no condition to wait for: nothing may move.
        page.wait_for_timeout(700)
        assert page.evaluate(PATHS) == posed, "something moves although motion is off"
        page.evaluate("() => { for (const { code, drawing } of window.drawings) { drawing.show(null);"
                      " drawing.show(code, true); } }")
        seen = {code: set() for code in codes}

        def all_moved():
            for code, path in zip(codes, page.evaluate(PATHS), strict=True):
                seen[code].add(path)
            return all(len(paths) > 3 or code == "hold_it" for code, paths in seen.items())

        until(page, all_moved)
