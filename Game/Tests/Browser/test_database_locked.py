"""A database that another program holds: waited for a while, then told kindly."""

import sqlite3
import subprocess

from asking import ask
from faults import assert_kind, doctor, pet, stopped


class Lock:
    """Another program that holds the database for some seconds."""

    def __init__(self, file, seconds):
        self.code = ("import sqlite3, sys, time; d = sqlite3.connect(sys.argv[1], isolation_level=None);"
                     "d.execute('BEGIN EXCLUSIVE'); print('held', flush=True); time.sleep(float(sys.argv[2])); d.execute('ROLLBACK')")
        self.arguments = [str(file), str(seconds)]

    def __enter__(self):
        self.process = subprocess.Popen(["python3", "-c", self.code, *self.arguments], stdout=subprocess.PIPE, text=True)
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
        assert page.status == 200 and page.seconds < 1, "who does not write waits for nobody"
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
