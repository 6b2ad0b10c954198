"""What a sitting before the camera answers is as the description (docs/openapi.json) says it."""

import time
import uuid

import pytest

import films
from asking import ask, join
from conftest import PIN
from facial_fun import judge_program
from game_server import GameServer
from test_openapi import assert_described, in_a_sitting, operations

PICTURE = (films.FACES / "rendered-neutral.jpg").read_bytes()
NO_FACE = (films.FACES / "no-face-coffee.jpg").read_bytes()
SITTING = "/api/facial-fun/sittings/{id}/"
SHOWN = "?showing={showing}&elapsed=1000"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("face-openapi")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    yield server
    assert server.process.poll() is None, "the server did not live to the end"
    assert server.stop() == 0


class Sitting:
    """A round of faces of somebody who is signed in; every answer is held to the description."""

    def __init__(self, port):
        self.port = port
        self.cookie = join(port)[1]
        self.asked = set()
        self.states = set()
        deadline = time.monotonic() + 30
        begun = {}
        while "sitting" not in begun and time.monotonic() < deadline:
            answer = ask(port, "POST", "/api/facial-fun/sittings", {"level": 1}, cookie=self.cookie)
            assert_described("POST", "/api/facial-fun/sittings", answer)
            begun = answer.json
        self.id = begun["sitting"]
        self.showing = begun["round"]["showing"]

    def go(self, what, body=PICTURE, wanted=200, query="", identifier=None, method="POST", **options):
        path = what if what.startswith("/") else SITTING + what
        address = path.replace("{id}", identifier or self.id) + query.format(showing=self.showing)
        if isinstance(body, bytes):
            # At most twelve pictures a second are judged.
            time.sleep(0.15)
        kind = "image/jpeg" if isinstance(body, bytes) else "application/json"
        answer = ask(self.port, method, address, body, cookie=self.cookie, **{"kind": kind, **options})
        assert answer.status == wanted, (address, answer.status, answer.content[:300])
        assert_described(method, path, answer)
        self.asked.add((method, path))
        if answer.status == 200:
            self.states.add(answer.json["state"])
            self.showing = (answer.json.get("round") or {}).get("showing", self.showing)
        return answer

    def press(self):
        return {"id": str(uuid.uuid4()), "showing": self.showing, "elapsedMilliseconds": 1000}


def test_a_sitting_is_answered_as_described(house):
    sitting = Sitting(house.port)
    sitting.go("rest")
    sitting.go("rest", NO_FACE)
    sitting.go("look", query=SHOWN)
    for _ in range(6):
        sitting.go("frames", query=SHOWN)
    sitting.go("frames", NO_FACE, query=SHOWN)
    sitting.go("frames", query="?showing=99&elapsed=1")
    outcomes = set()
    for _ in range(4):
        answer = sitting.go("tap", query=SHOWN + f"&event={uuid.uuid4()}").json
        outcomes.add((answer.get("outcome") or {}).get("kind"))
    outcomes.add(sitting.go("skip", sitting.press()).json["outcome"]["kind"])
    sitting.go("seen", sitting.press(), 403)
    opened = ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=sitting.cookie)
    assert opened.status == 200
    outcomes.add(sitting.go("seen", sitting.press()).json["outcome"]["kind"])
    assert {"skipped", "seen"} <= outcomes and len(outcomes) >= 3, outcomes
    assert {"taken", "not_yet", "stale", "ended"} <= sitting.states, sitting.states
    sitting.go("/api/facial-fun/camera.mjpeg", None, 404, method="GET")
    sitting.go("rest/again", {}, 204)
    sitting.go("end", {}, 204)
    left = {(method, path) for method, path, _ in operations() if in_a_sitting(path)} - sitting.asked
    assert not left, f"never asked: {left}"


def test_refusals_in_a_sitting_are_as_described(house):
    sitting = Sitting(house.port)
    pictures = {"rest": "", "frames": SHOWN, "look": SHOWN, "tap": SHOWN + f"&event={uuid.uuid4()}"}
    for what, query in pictures.items():
        sitting.go(what, b"no picture", 422, query)
        sitting.go(what, PICTURE, 415, query, kind="image/png")
        sitting.go(what, PICTURE[:10] + bytes(300_000), 413, query)
        sitting.go(what, PICTURE, 404, query + ("&" if query else "?") + "camera=service")
        sitting.go(what, PICTURE, 404, query, identifier=str(uuid.uuid4()))
    for what in ("frames", "look", "tap"):
        sitting.go(what, PICTURE, 400)
    ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=sitting.cookie)
    for what in ("skip", "seen"):
        sitting.go(what, {"id": "x"}, 400)
        sitting.go(what, b"{}", 415, kind="text/plain")
        sitting.go(what, sitting.press(), 404, identifier="x")
    for what in ("rest/again", "end"):
        sitting.go(what, {}, 404, identifier=str(uuid.uuid4()))
        sitting.go(what, {}, 403, headers={"Sec-Fetch-Site": "cross-site"})
    address = (SITTING + "look").replace("{id}", sitting.id) + "?showing=0&elapsed=1"
    too_fast = [ask(house.port, "POST", address, PICTURE, cookie=sitting.cookie, kind="image/jpeg") for _ in range(40)]
    for answer in too_fast:
        assert_described("POST", SITTING + "look", answer)
    assert 429 in {answer.status for answer in too_fast}
