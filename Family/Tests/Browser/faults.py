"""A family's game whose database a test damages, and the output of the commands about it."""

import hashlib
import re
import sqlite3
import subprocess
import uuid

import pytest

from asking import ask, join
from game_server import GameServer, program

PERSONAL = re.compile(r"@example|kid[0-9a-f]{12}|Robin|blue horse")


def pet(*arguments, before=()):
    """Runs a command of the game; returns its exit code and output."""
    done = subprocess.run([*before, program(), *map(str, arguments)], capture_output=True, text=True, timeout=60)
    said = done.stdout + done.stderr
    assert not PERSONAL.search(said) and "Fatal error" not in said and done.returncode >= 0, said
    return done.returncode, said


def doctor(folder, before=()):
    """The output of `facialfun-family doctor` about the database only."""
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
        """The number of stored events."""
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=20) as database:
            return database.execute("SELECT count(*) FROM answer").fetchone()[0]

    def log(self):
        return self.server.log_path.read_text(errors="replace")


@pytest.fixture
def game(tmp_path):
    game = Played(tmp_path / "data")
    yield game
    if game.server.process.poll() is None:
        assert game.server.stop() == 0
    assert not PERSONAL.search(game.log()), "the log contains personal data"


def stopped(tmp_path):
    """A database with played rounds, and a copy of it."""
    game = Played(tmp_path / "data")
    assert game.play().status == 200
    assert pet("backup", "--data", game.folder, tmp_path / "copy.sqlite")[0] == 0
    assert game.server.stop() == 0
    return game


def fingerprint(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def assert_kind(answer):
    """Checks that the error message reassures the player and does not mention files."""
    assert answer.status == 503 and answer.json["code"] == "not_stored", answer.content
    message = answer.json["message"]
    assert "try again" in message and not re.search(r"sqlite|/|database|disk", message), message
    assert int(answer.headers["Retry-After"]) > 0
