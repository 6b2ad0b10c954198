"""The server that most tests share, without a scoring service."""

import pytest

from game_client import PASSWORD
from game_server import GameServer


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("pet")
    server = GameServer(place / "data", ["--no-scoring"], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0, "Ctrl-C did not stop the server cleanly"
    log = server.log_path.read_text()
    assert "@example.org" not in log and PASSWORD not in log, "the log contains personal data"
