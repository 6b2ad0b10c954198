"""A database locked by another program: the game waits for a while, then shows a friendly message."""

import re
import sqlite3
import subprocess

import pytest

from asking import PROMPT, ask
from faults import assert_kind, doctor, pet, stopped
from pages import DESIGN
from playing import Round
from waiting import until


class Lock:
    """Another program that locks the database for some seconds."""

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


def test_a_lock_of_three_seconds_delays_the_answer(game):
    with Lock(game.file, 3):
        answer = game.play()
    assert answer.status == 200 and answer.json["outcome"]["kind"] == "skipped"
    assert 2 < answer.seconds < 6
    assert game.stored() == 1


def test_a_longer_lock_shows_a_friendly_message_and_the_retried_answer_counts_once(game):
    event = game.skip()
    with Lock(game.file, 12):
        assert_kind(game.play(event))
        page = ask(game.server.port, "GET", "/login")
        assert page.status == 200 and page.seconds < PROMPT, "readers must not wait for a lock"
    for _ in range(3):
        answer = game.play(event)
        assert answer.status == 200 and answer.json["outcome"]["kind"] == "skipped"
    assert game.stored() == 1 and game.round["revision"] == 1
    assert "locked by another process" in game.log()


def test_backup_works_while_another_program_locks_the_database(game, tmp_path):
    game.play()
    with Lock(game.file, 3):
        code, said = pet("backup", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 0, said
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy:
        assert copy.execute("SELECT count(*) FROM answer").fetchone() == (1,)


def test_doctor_does_not_wait_forever_for_a_locked_database(tmp_path):
    game = stopped(tmp_path)
    with Lock(game.file, 20) as lock:
        code, said = doctor(game.folder)
        assert (code == 3 and "locked by another process" in said) or "is intact" in said, said
        lock.process.kill()
        lock.process.wait()
        lock.process.wait = lambda timeout: 0
    assert doctor(game.folder)[1].startswith("ok       database")


@pytest.mark.slow
def test_a_child_sees_a_friendly_message_while_the_database_is_locked_and_its_answer_counts_once(game, browser):
    """From the child's view, the message blames no one and uses no technical terms, and the game continues where it
    was."""
    context = browser.new_context(viewport=DESIGN, base_url=f"http://127.0.0.1:{game.server.port}")
    # The address must begin with https, or the browser rejects the cookie as secure-only; it still sends the cookie to
    # localhost.
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
        # There is no condition to wait for: the database stays locked, while the page tries again and then opens
        # another page.
        page.wait_for_timeout(24_000)
    # A page instead of the round says that nothing is lost, and its only button leads back.
    page.wait_for_selector("main a:visible, #skip:not([disabled])")
    if not page.locator("#skip").count():
        assert "Nothing is lost" in page.inner_text("main") or "No network connection" in page.inner_text("main")
        page.locator("main a:visible").first.click()
        page.wait_for_url("**/menu")
        Round(page)
    page.wait_for_selector("#skip:not([disabled])", timeout=60_000)
    until(page, lambda: game.stored() >= 1)
    assert game.stored() == 1, "the answer was counted twice"
    assert said and not any(re.search(r"sqlite|database|locked|500|503|undefined", words) for words in said), said
    again = Round(page)
    assert again.question != first and again.round["done"] == 1
    context.close()
    assert "locked" in game.log()
