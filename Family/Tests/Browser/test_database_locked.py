"""A database that another program holds: waited for a while, then told kindly."""

import re
import sqlite3
import subprocess

import pytest

from asking import PROMPT, ask
from conftest import DESIGN
from faults import assert_kind, doctor, pet, stopped
from playing import Round


class Lock:
    """Another program that holds the database for some seconds."""

    def __init__(self, file, seconds):
        self.code = ("import sqlite3, sys, time; d = sqlite3.connect(sys.argv[1], isolation_level=None);"
                     "d.execute('BEGIN EXCLUSIVE'); print('held', flush=True); time.sleep(float(sys.argv[2]));"
                     "d.execute('ROLLBACK')")
        self.arguments = [str(file), str(seconds)]

    def __enter__(self):
        self.process = subprocess.Popen(["python3", "-c", self.code, *self.arguments], stdout=subprocess.PIPE,
                                        text=True)
        assert self.process.stdout.readline() == "held\n"
        return self

    def __exit__(self, *_):
        assert self.process.wait(timeout=60) == 0


def test_a_lock_of_three_seconds_is_waited_for(game):
    with Lock(game.file, 3):
        answer = game.play()
    assert answer.status == 200 and answer.json["outcome"]["kind"] == "skipped"
    assert 2 < answer.seconds < 6
    assert game.stored() == 1


def test_a_longer_lock_is_told_kindly_and_the_answer_counts_once_afterwards(game):
    event = game.skip()
    with Lock(game.file, 12):
        assert_kind(game.play(event))
        page = ask(game.server.port, "GET", "/login")
        assert page.status == 200 and page.seconds < PROMPT, "who does not write waits for nobody"
    for _ in range(3):
        answer = game.play(event)
        assert answer.status == 200 and answer.json["outcome"]["kind"] == "skipped"
    assert game.stored() == 1 and game.round["revision"] == 1
    assert "locked" in game.log() and "held by another process" in game.log()


def test_backup_works_while_another_program_holds_the_database(game, tmp_path):
    game.play()
    with Lock(game.file, 3):
        code, said = pet("backup", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 0, said
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy:
        assert copy.execute("SELECT count(*) FROM answer").fetchone() == (1,)


def test_the_doctor_does_not_wait_for_good_for_a_database_that_is_held(tmp_path):
    game = stopped(tmp_path)
    with Lock(game.file, 20) as lock:
        code, said = doctor(game.folder)
        assert (code == 3 and "held by another process" in said) or "is whole" in said, said
        lock.process.kill()
        lock.process.wait()
        lock.process.wait = lambda timeout: 0
    assert doctor(game.folder)[1].startswith("ok       database")


@pytest.mark.slow
def test_a_child_hears_a_kind_word_while_the_database_is_held_and_its_answer_counts_once(game, browser):
    """What the child sees: no fault of its own, no English of machines; and it plays on where it was."""
    context = browser.new_context(viewport=DESIGN, base_url=f"http://127.0.0.1:{game.server.port}")
    # By https, or the browser refuses what is only for safe connections; it sends it to its own machine all the same.
    context.add_cookies([{"name": "__Host-pet", "value": game.cookie.split("=", 1)[1], "url": f"https://127.0.0.1:{game.server.port}",
                          "secure": True, "httpOnly": True, "sameSite": "Strict"}])
    page = context.new_page()
    said = set()
    page.expose_function("told", lambda words: said.add(words))
    page.add_init_script("""addEventListener("DOMContentLoaded", () => { const m = document.getElementById("message");
        if (m) new MutationObserver(() => m.textContent && window.told(m.textContent))
            .observe(m, { childList: true }); });""")
    round_ = Round(page)
    first, right = round_.question, round_.right
    with Lock(game.file, 25):
        round_.button(right).click()
        page.wait_for_timeout(24_000)
    # A page instead of the round says that nothing is lost, and its only button leads back.
    page.wait_for_selector("main a:visible, #skip:not([disabled])")
    if not page.locator("#skip").count():
        assert "Nothing is lost" in page.inner_text("main") or "No network connection" in page.inner_text("main")
        page.locator("main a:visible").first.click()
        page.wait_for_url("**/menu")
        Round(page)
    page.wait_for_selector("#skip:not([disabled])", timeout=60_000)
    for _ in range(60):
        if game.stored() == 1:
            break
        page.wait_for_timeout(500)
    assert game.stored() == 1, "the answer is lost, or counted twice"
    assert said and not any(re.search(r"sqlite|database|locked|500|503|undefined", words) for words in said), said
    again = Round(page)
    assert again.question != first and again.round["done"] == 1
    context.close()
    assert "locked" in game.log()
