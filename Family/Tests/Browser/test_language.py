"""A second language needs no code. The test adds a folder of texts in a made-up language, longer than English, and
plays a round in it.
"""

import json
import os
import re
import shutil

import pytest

from game_server import GAME, GameServer
from pages import DESIGN, Watch, new_account
from playing import Round
from sittings import grow_old, open_grown_ups

LETTERS = str.maketrans("aeiouynstrldcAEIOUYNSTRLDC", "áéíóúýñšţŕĺďçÁÉÍÓÚÝÑŠŢŔĹĎÇ")


def made_up(sentence):
    """Adds marks to letters, keeps `{names}`, and makes the text a third longer."""
    parts = re.split(r"(\{\w+\})", sentence)
    marked = "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts)
    return marked + " ·" * (len(re.sub(r"\{\w+\}", "", sentence)) // 8)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("language")
    for folder in ["Web", "Content"]:
        shutil.copytree(GAME / folder, place / "PET" / folder, ignore=shutil.ignore_patterns("making", "sheets"))
    target = place / "PET/Content/languages/xx"
    target.mkdir()
    for file in (place / "PET/Content/languages/en").glob("*.json"):
        catalogue = json.loads(file.read_text())
        catalogue["texts"] = {key: made_up(text) for key, text in catalogue["texts"].items()}
        (target / file.name).write_text(json.dumps(catalogue, ensure_ascii=False))
    before = os.environ.get("FAMILY_RESOURCES")
    os.environ["FAMILY_RESOURCES"] = str(place)
    server = GameServer(place / "data", ["--no-scoring", "--language", "xx"], log=place / "pet.log").start()
    if before is None:
        del os.environ["FAMILY_RESOURCES"]
    else:
        os.environ["FAMILY_RESOURCES"] = before
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.stop() == 0


# Excludes typed text, and names that are the same in every language.
SAME = {"Robin", "PIN"}
WORDS = """() => { const said = []; const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) { const e = walk.currentNode.parentElement;
        if (!['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(e.tagName)) said.push(walk.currentNode.textContent); }
    for (const e of document.querySelectorAll('[aria-label], [alt], [placeholder], [title], [aria-valuetext]'))
        for (const name of ['aria-label', 'alt', 'placeholder', 'title', 'aria-valuetext'])
            if (e.getAttribute(name)) said.push(e.getAttribute(name));
    return [document.title, ...said]; }"""


def english(page):
    said = " \n ".join(page.evaluate(WORDS))
    return {word for word in re.findall(r"\b[A-Za-z]{3,}\b", said)} - SAME


def test_a_round_is_played_in_a_language_unknown_to_the_code(browser, house):
    context = browser.new_context(viewport=DESIGN, base_url=house.url)
    page = context.new_page()
    page.watch = Watch(page)
    for path in ["login", "create-account", "create-account?for=family", "create-account?for=practice", "terms"]:
        page.goto(f"/{path}")
        assert page.locator("html").get_attribute("lang") == "xx"
        assert not english(page), path
    page.username = new_account(context, house)
    game = Round(page)
    assert not english(page)
    page.click("#tip")
    game.choose(game.wrong[0])
    page.wait_for_function("() => document.getElementById('message').textContent.trim()")
    assert not english(page)
    assert game.outcomes[-1]["sentence"] and not re.search(r"\b[A-Za-z]{3,}\b", game.outcomes[-1]["sentence"])
    assert game.play_to_the_end()
    for path in ["menu", "levels", "stickers", "settings", "tutorial", "review", "facial-fun", "question-bank",
                 "questions", "edit-account", "who", "family", "settings/grown-ups", "finished"]:
        if path == "settings/grown-ups":
            open_grown_ups(page)
        elif path == "finished":
            grow_old(house, page.username, 900_000, 6)
        page.goto(f"/{path}")
        page.wait_for_url(f"**/{path}")
        page.wait_for_load_state("networkidle")
        left = english(page) - {page.username}
        assert not left, (path, left)
        fits = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1")
        assert fits, path
    context.close()


def test_an_unknown_language_is_named_in_the_error(tmp_path):
    server = GameServer(tmp_path / "data", ["--no-scoring", "--language", "zz"], log=tmp_path / "pet.log")
    with pytest.raises(SystemExit):
        server.start()
    assert '"zz"' in server.log_path.read_text() and "en" in server.log_path.read_text()
