"""Checks that responses for a sitting at the camera conform to the description (docs/openapi.json)."""

import concurrent.futures
import uuid

import pytest

import films
from asking import ask
from described import assert_described, in_a_sitting, operations
from face_sitting import PICTURE, SHOWN, SITTING, Sitting
from game_client import PIN
from game_server import GameServer, judge_program

NO_FACE = (films.FACES / "no-face-coffee.jpg").read_bytes()


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("face-openapi")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0


def test_a_sittings_responses_match_the_description(house):
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
    assert not left, f"never requested: {left}"


def test_a_sittings_error_responses_match_the_description(house):
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

    def look(_):
        return ask(house.port, "POST", address, PICTURE, cookie=sitting.cookie, kind="image/jpeg")

    # A busy machine may not reach the limit of pictures a second with one connection.
    with concurrent.futures.ThreadPoolExecutor(4) as senders:
        answers = list(senders.map(look, range(40)))
    for answer in answers:
        assert_described("POST", SITTING + "look", answer)
    assert 429 in {answer.status for answer in answers}
