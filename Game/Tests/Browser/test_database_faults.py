"""L: a database that is locked, full, read-only, newer, foreign or damaged: everybody hears what helps, nothing is lost.

What needs root (a small disk, a disk that cannot be written) is left out aloud where there is none.
"""

import hashlib
import re
import shutil
import sqlite3
import subprocess
import threading
import time
import uuid

import pytest
from asking import ask, join
from game_client import next_event
from game_server import GameServer, program

PERSONAL = re.compile(r"@example|kid[0-9a-f]{12}|Robin|blue horse")


def pet(*arguments, before=()):
    """A command of the game: its exit code and all that it said."""
    done = subprocess.run([*before, program(), *map(str, arguments)], capture_output=True, text=True, timeout=60)
    said = done.stdout + done.stderr
    assert not PERSONAL.search(said) and "Fatal error" not in said and done.returncode >= 0, said
    return done.returncode, said


def doctor(folder, before=()):
    """What `pet doctor` says of the database alone."""
    code, said = pet("doctor", "--data", folder, "--no-scoring", "--port", "1", before=before)
    lines = [line for line in said.splitlines() if re.match(r"\w+ +(database|disk|data folder):", line)]
    assert lines, said
    return code, "\n".join(lines)


class Played:
    """A family's game in the middle of a round."""

    def __init__(self, folder):
        self.server = GameServer(folder, ["--no-scoring"], log=folder.parent / "pet.log").start()
        self.sent, self.cookie = join(self.server.port)
        self.round = self.ask("POST", "/api/rounds", {"level": "1"}).json

    @property
    def folder(self):
        return self.server.folder

    @property
    def file(self):
        return self.folder / "pet.sqlite"

    def ask(self, method, path, body=None):
        return ask(self.server.port, method, path, body, cookie=self.cookie, timeout=60)

    def skip(self):
        return {"id": str(uuid.uuid4()), "question": self.round["current"]["id"], "kind": "skip",
                "presentation": self.round["presentation"], "elapsedMilliseconds": 1000}

    def play(self, event=None):
        answer = self.ask("POST", f"/api/rounds/{self.round['id']}/events", event or self.skip())
        if answer.status == 200:
            self.round = answer.json["round"]
        return answer

    def stored(self):
        """How many things were done in the round, as the account's export tells."""
        export = self.ask("GET", "/api/account/export").json
        return sum(len(r["answers"]) for p in export["players"] for r in p["rounds"])

    def log(self):
        return self.server.log_path.read_text(errors="replace")


@pytest.fixture
def game(tmp_path):
    game = Played(tmp_path / "data")
    yield game
    if game.server.process.poll() is None:
        assert game.server.stop() == 0
    assert not PERSONAL.search(game.log()), "the log names somebody"


def stopped(tmp_path):
    """A database that was played with, and a copy of it."""
    game = Played(tmp_path / "data")
    assert game.play().status == 200
    assert pet("backup", "--data", game.folder, tmp_path / "copy.sqlite")[0] == 0
    assert game.server.stop() == 0
    return game


def fingerprint(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def assert_kind(answer):
    """The player hears that it will be well, and nothing of files."""
    assert answer.status == 503 and answer.json["code"] == "not_stored", answer.content
    message = answer.json["message"]
    assert "try again" in message and not re.search(r"sqlite|/|database|disk", message), message
    assert int(answer.headers["Retry-After"]) > 0


# Locked

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


# Full

@pytest.fixture
def small_disk(tmp_path):
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m,mode=700", "tmpfs", place], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_disk_that_fills_up_while_playing_loses_nothing_and_the_game_goes_on(small_disk):
    game = Played(small_disk / "data")
    ballast = small_disk / "ballast"
    try:
        assert game.play().status == 200
        taken = 1
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        for _ in range(200):  # Until what room the log still has is used up.
            event = game.skip()
            answer = game.play(event)
            if answer.status != 200:
                break
            taken += 1
            if game.round["finished"]:
                game.round = game.ask("POST", "/api/rounds", {"level": "1"}).json
        assert_kind(answer)
        assert ask(game.server.port, "GET", "/login").status == 200
        code, said = doctor(game.folder)
        assert code == 3 and "Free some" in said, said
        code, said = pet("backup", "--data", game.folder, small_disk / "copy.sqlite")
        assert code == 3 and re.search("room|full|Free", said), said
        assert not list(small_disk.glob("copy*")), "half a copy was left behind"
        ballast.unlink()
        answer = game.play(event)
        assert answer.status == 200 and answer.json["outcome"]["kind"] == "skipped"
        assert game.stored() == taken + 1
        assert "full" in game.log() and "Free space" in game.log() and not PERSONAL.search(game.log())
    finally:
        ballast.unlink(missing_ok=True)
        assert game.server.stop() == 0


# Not to be written

def test_a_disk_that_cannot_be_written_is_told_with_the_remedy(tmp_path):
    game = stopped(tmp_path)
    frozen = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', game.folder]
    tried = subprocess.run([*frozen, "true"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"no folder can be made read-only here: {tried.stderr.strip()}")
    before = fingerprint(game.file)
    code, said = doctor(game.folder, before=frozen)
    assert code == 3 and "Cannot write" in said and "mount the disk for writing" in said, said
    code, said = pet("serve", "--port", "0", "--no-scoring", "--data", game.folder, before=frozen)
    assert code == 3 and "mount the disk for writing" in said, said
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite", before=frozen)
    assert code == 3 and str(tmp_path) in said, said
    assert fingerprint(game.file) == before and doctor(game.folder)[1].startswith("ok       database")


# Newer, foreign

def test_a_database_of_a_newer_version_is_left_as_it_is(tmp_path):
    game = stopped(tmp_path)
    with sqlite3.connect(game.file) as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('99 from tomorrow')")
    database.close()
    before = fingerprint(game.file)
    for code, said in [doctor(game.folder), pet("serve", "--port", "0", "--no-scoring", "--data", game.folder),
                       pet("backup", "--data", game.folder, tmp_path / "new.sqlite")]:
        assert code == 3 and "newer version" in said and "Update the game" in said, said
    assert fingerprint(game.file) == before and not (tmp_path / "new.sqlite").exists()
    shutil.copy(game.file, tmp_path / "tomorrow.sqlite")
    assert pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")[0] == 0
    code, said = pet("restore", "--data", game.folder, tmp_path / "tomorrow.sqlite")
    assert code == 3 and "newer version" in said
    assert doctor(game.folder)[1].startswith("ok       database")


def test_another_programs_database_is_refused(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    with sqlite3.connect(folder / "pet.sqlite") as database:
        database.execute("CREATE TABLE recipe (name TEXT)")
    database.close()
    before = fingerprint(folder / "pet.sqlite")
    for code, said in [doctor(folder), pet("serve", "--port", "0", "--no-scoring", "--data", folder)]:
        assert code == 3 and "another program" in said and "--data" in said, said
    assert fingerprint(folder / "pet.sqlite") == before


# Damaged

def spoil_pages(file):
    data = bytearray(file.read_bytes())
    for start in range(4096, len(data), 4096):
        data[start:start + 600] = b"\xa5" * 600
    file.write_bytes(data)


def spoil_head(file):
    data = bytearray(file.read_bytes())
    data[:100] = b"not a database at all" + b"." * 79
    file.write_bytes(data)


def cut_off(file):
    data = file.read_bytes()
    file.write_bytes(data[:len(data) // 2 + 17])


DAMAGES = [spoil_pages, spoil_head, cut_off]


@pytest.mark.parametrize("spoil", DAMAGES, ids=lambda spoil: spoil.__name__)
def test_a_damaged_database_is_told_and_one_command_puts_the_backup_back(tmp_path, spoil):
    game = stopped(tmp_path)
    spoil(game.file)
    code, said = doctor(game.folder)
    assert code == 3 and "damaged" in said and "pet restore" in said, said
    spoilt = fingerprint(game.file)
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 0, said
    kept = list(game.folder.glob("pet.sqlite.before-*"))
    assert spoilt in [fingerprint(path) for path in kept], "the damaged one was not kept"
    assert doctor(game.folder)[1].startswith("ok       database")
    game.server.start()
    assert game.stored() == 1 and game.play().status == 200 and game.stored() == 2
    assert game.server.stop() == 0


def test_the_game_does_not_start_on_what_is_no_database(tmp_path):
    game = stopped(tmp_path)
    spoil_head(game.file)
    before = fingerprint(game.file)
    code, said = pet("serve", "--port", "0", "--no-scoring", "--data", game.folder)
    assert code == 3 and "damaged" in said and "pet restore" in said, said
    assert fingerprint(game.file) == before


@pytest.mark.parametrize("spoil", [*DAMAGES, lambda file: file.write_bytes(b""), lambda file: file.unlink()],
                         ids=["pages", "head", "cut", "empty", "gone"])
def test_a_backup_that_is_damaged_is_refused_and_nothing_changes(tmp_path, spoil):
    game = stopped(tmp_path)
    spoil(tmp_path / "copy.sqlite")
    before = fingerprint(game.file)
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 3 and "copy.sqlite" in said and re.search("damaged|empty|Cannot read", said), said
    assert fingerprint(game.file) == before
    assert sorted(path.name for path in game.folder.glob("pet.sqlite.*")) == [], "something was left behind"
    assert doctor(game.folder)[1].startswith("ok       database")


# Backups

def test_nothing_is_restored_under_a_running_game(game, tmp_path):
    game.play()
    assert pet("backup", "--data", game.folder, tmp_path / "copy.sqlite")[0] == 0
    game.play()
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 3 and "End `pet serve`" in said, said
    assert game.play().status == 200 and game.stored() == 3


def test_a_backup_while_answers_come_is_whole_and_private(game, tmp_path):
    stop = threading.Event()
    taken = []

    def play():
        while not stop.is_set():
            if game.round["finished"]:
                game.round = game.ask("POST", "/api/rounds", {"level": "1"}).json
            taken.append(game.play(next_event(game.round)).status)

    player = threading.Thread(target=play)
    player.start()
    try:
        for n in range(3):
            copy = tmp_path / f"copy{n}.sqlite"
            assert pet("backup", "--data", game.folder, copy)[0] == 0
            assert copy.stat().st_mode & 0o777 == 0o600
            with sqlite3.connect(copy) as database:
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                wrong = database.execute("SELECT count(*) FROM round WHERE revision <> "
                                         "(SELECT count(*) FROM answer WHERE answer.round = round.id)").fetchone()
                assert wrong == (0,)
            time.sleep(0.3)
    finally:
        stop.set()
        player.join()
    assert taken and set(taken) == {200}


def test_a_backup_to_where_nothing_can_be_is_told(game, tmp_path):
    for place in [tmp_path / "no" / "folder" / "copy.sqlite", tmp_path, "/proc/copy.sqlite"]:
        code, said = pet("backup", "--data", game.folder, place)
        assert code == 3 and "Choose another place" in said, said
    code, said = pet("backup", "--data", tmp_path / "nobody", tmp_path / "copy.sqlite")
    assert code == 3 and "There is no database" in said
    assert not (tmp_path / "copy.sqlite").exists()


def test_files_that_others_may_read_are_named_by_the_doctor(tmp_path):
    game = stopped(tmp_path)
    game.file.chmod(0o644)
    code, said = doctor(game.folder)
    assert code == 3 and "can be read by others" in said and f"chmod go= {game.file}" in said, said
