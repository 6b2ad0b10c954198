"""Texts without a recording: the browser's voice reads them, otherwise the server's, if Debian's festival is
installed."""

import os
import shutil

import pytest

from asking import ask, join
from game_client import PASSWORD
from game_server import GameServer
from pages import DESIGN, Watch, new_account

WORDS = "How does my brother feel today?"
NARRATE = """async (words) => { const address = document.body.dataset.assets + '/modules/narrator.js';
    const { narrate } = await import(address); return narrate(words, { asked: true }); }"""


@pytest.fixture(params=["with", "without"])
def house(request, tmp_path):
    there = shutil.which("text2wave") is not None
    if request.param == "with" and not there:
        pytest.skip("festival is not installed: apt-get install festival")
    path = os.environ["PATH"]
    if request.param == "without":
        os.environ["PATH"] = str(tmp_path)
    try:
        server = GameServer(tmp_path / "data", ["--no-scoring"], log=tmp_path / "pet.log").start()
    finally:
        os.environ["PATH"] = path
    server.url = f"http://127.0.0.1:{server.port}"
    server.speaks = request.param == "with"
    yield server
    assert server.stop() == 0
    assert "brother" not in server.log_path.read_text()


def test_a_familys_prompt_is_spoken_by_the_server_or_only_shown(browser, house):
    context = browser.new_context(viewport=DESIGN, base_url=house.url)
    page = context.new_page()
    page.watch = Watch(page)
    new_account(context, house)
    page.goto("/menu")
    assert page.evaluate("() => speechSynthesis.getVoices().filter((v) => v.localService).length") == 0
    page.evaluate("""() => { window.heard = []; new MutationObserver(() => document.body.dataset.playing
        && window.heard.push(document.body.dataset.playing)).observe(document.body,
        { attributes: true, attributeFilter: ['data-playing'] }); }""")
    result = page.evaluate(NARRATE, WORDS)
    heard = page.evaluate("() => window.heard")
    if house.speaks:
        assert result == "spoken" and heard[0].startswith("/api/speech/"), (result, heard)
        clip = page.request.get(heard[0])
        assert clip.headers["content-type"] == "audio/wav" and clip.body()[:4] == b"RIFF"
        kept = list((house.folder / "speech").glob("*/*"))
        assert len(kept) == 1
        page.evaluate(NARRATE, WORDS)
        assert list((house.folder / "speech").glob("*/*")) == kept
    else:
        assert result == "silent" and heard == []
    assert page.watch.complaints == []
    context.close()


def test_speech_needs_a_player_and_is_limited(house):
    _, cookie = join(house.port)
    assert ask(house.port, "POST", "/api/speech", {"text": WORDS}).status == 401
    told = ask(house.port, "POST", "/api/speech", {"text": WORDS}, cookie=cookie)
    if not house.speaks:
        assert told.status == 404 and told.json["code"] == "no_voice"
        return
    assert told.status == 200
    for text in ["", " ", "a" * 301]:
        assert ask(house.port, "POST", "/api/speech", {"text": text}, cookie=cookie).status == 422
    assert ask(house.port, "GET", told.json["clip"]).status == 401
    assert ask(house.port, "GET", "/api/speech/..%2f..%2fpet.sqlite", cookie=cookie).status in (400, 404)


def test_spoken_clips_belong_to_their_family_and_are_deleted_with_the_account(house):
    if not house.speaks:
        pytest.skip("no speech program is installed")
    clips = []
    for number in range(2):
        _, cookie = join(house.port)
        told = ask(house.port, "POST", "/api/speech", {"text": f"How does Aunt Mary {number} feel?"}, cookie=cookie)
        clips.append((cookie, told.json["clip"]))
    (first, mine), (second, theirs) = clips
    assert ask(house.port, "GET", mine, cookie=first).status == 200
    assert ask(house.port, "GET", theirs, cookie=first).status == 404
    assert len(list((house.folder / "speech").glob("*/*.wav"))) == 2
    gone = ask(house.port, "POST", "/api/account/delete", {"password": PASSWORD}, cookie=first, timeout=60)
    assert gone.status == 200
    (left,) = (house.folder / "speech").glob("*/*.wav")
    assert ask(house.port, "GET", theirs, cookie=second).status == 200 and left.stem == theirs.rsplit("/", 1)[1]
