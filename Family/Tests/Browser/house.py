"""A server for hostile clients, one for each test file, so that its limits do not affect other tests. At the end it
must still run without logged errors or personal data, and with little memory.
"""

import hashlib
import json
import sqlite3

import pytest

from asking import PROMPT, ask, join
from game_client import PASSWORD, PIN
from game_server import GAME, GameServer
from routes import member_routes

PAGES = ["/menu", "/levels", "/play/1", "/play/bank", "/facial-fun", "/question-bank", "/questions", "/tutorial",
         "/settings", "/settings/grown-ups", "/edit-account", "/review", "/questions/new", "/stickers", "/garden",
         "/finished"]
OPEN_PAGES = ["/login", "/create-account", "/create-account?for=practice", "/terms", "/nothing-here"]
ROUND = "00000000-0000-4000-8000-000000000000"
SQL = "Robin'); DROP TABLE account;--"
MARKUP = "<script>alert(1)</script>"


def described():
    """The described routes: method, address with its `{…}`, and description."""
    description = json.loads((GAME / "docs" / "openapi.json").read_text())
    return [(method.upper(), path, what) for path, item in description["paths"].items()
            for method, what in item.items() if method in ("get", "put", "post", "delete", "patch")]


def filled(path, identifier=ROUND):
    """An address with its identifier replaced by the given one, or by one that does not exist."""
    return path.replace("{id}", identifier).replace("{", "").replace("}", "")


# Every route that needs a signed-in member.
MEMBER_ROUTES = [(method, filled(path)) for method, path in member_routes()]
# Routes that read JSON from any client. Routes of a sitting at the camera check the sitting first
# (test_face_openapi.py).
JSON_ROUTES = [(method, filled(path)) for method, path, what in described()
               if "application/json" in what.get("requestBody", {}).get("content", {}) and "/sittings/" not in path]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("hostile")
    server = GameServer(place / "data", ["--no-scoring"], log=place / "pet.log").start()
    server.named = set()
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    peak = server.memory()[1]
    assert server.stop() == 0
    log = server.log_path.read_text(errors="replace")
    assert "error facialfun-family" not in log, "the server logged an error: " + log[-2000:]
    told = [word for word in server.named | {"@example.org", PASSWORD, "__Host-pet", "Robin"} if word in log]
    assert not told, f"the log contains {told}"
    assert peak < 200, f"{peak:.0f} MiB"


def member(house, **changes):
    """Creates an account whose name and cookie must not appear in the log; returns its form and its cookie."""
    sent, cookie = join(house.port, **changes)
    house.named |= {sent["username"], cookie.split("=")[1]}
    return sent, cookie


@pytest.fixture(scope="module")
def player(house):
    return member(house)


def open_parents_part(house, cookie):
    """Opens the parent's area, because some routes check nothing before the PIN was entered."""
    assert ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie, timeout=60).status == 200


def contents(house):
    """The content of the database, except sessions and sittings, which change with each request, and the portal's
    editions, which the server makes in the background."""
    with sqlite3.connect(f"file:{house.folder / 'pet.sqlite'}?mode=ro", uri=True) as database:
        tables = [row[0] for row in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
            " AND name NOT IN ('session', 'sitting', 'portal_edition', 'portal_state') ORDER BY name")]
        rows = {table: database.execute(f'SELECT * FROM "{table}" ORDER BY 1').fetchall() for table in tables}
    return {table: hashlib.sha256(repr(found).encode()).hexdigest() for table, found in rows.items()}


def assert_lives(house):
    answers = [ask(house.port, "GET", "/login") for _ in range(3)]
    assert all(answer.status == 200 for answer in answers)
    # The fastest response counts, because other tests keep the processors busy, too.
    assert min(answer.seconds for answer in answers) < PROMPT
