"""A face at rest that is recorded again: an expression held meanwhile never becomes the child's rest."""

import uuid

import pytest

import films
from facial_fun import judge_program
from game_server import GameServer
from test_face_openapi import SHOWN, Sitting

pytestmark = pytest.mark.skipif(
    judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("face-rest")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    yield server
    assert server.stop() == 0


class Child(Sitting):
    """A rendered person before the camera, who tries each target until it is over."""

    def __init__(self, port, name):
        super().__init__(port)
        self.name = name
        self.target = None

    def face(self, emotion):
        name = emotion if emotion == "neutral" else f"{emotion}-100"
        return (films.PEOPLE / f"{self.name}-{name}.jpg").read_bytes()

    def rest(self, emotion, times):
        return [self.go("rest", self.face(emotion)).json["state"] for _ in range(times)]

    def matches(self, emotion, shown):
        """Whether a touch before this face matches the target, which is skipped to first."""
        for _ in range(40):
            current = self.current()
            if current == emotion:
                answer = self.go("tap", self.face(shown), query=SHOWN + f"&event={uuid.uuid4()}").json
                return answer["outcome"]["kind"] == "matched"
            self.go("skip", self.press())
        raise AssertionError(f"{emotion} was never asked")

    def current(self):
        answer = self.go("frames", self.face("neutral"), query="?showing=99&elapsed=1").json
        return answer["round"]["current"]["emotion"]


@pytest.mark.parametrize("name", ["child", "adult"])
def test_anger_that_is_held_while_the_rest_is_taken_again_is_neither_calm_nor_lost(house, name):
    child = Child(house.port, name)
    assert child.rest("neutral", 5) == ["taken"] * 5
    child.go("rest/again", {}, 204)
    assert child.rest("anger", 8) == ["not_yet"] * 8
    assert not child.matches("neutral", shown="anger"), "an angry face was praised as calm"
    assert child.matches("anger", shown="anger"), "an angry face was rejected as angry"
    # A real rest is accepted, and everything matches as before.
    child.go("rest/again", {}, 204)
    assert child.rest("neutral", 5) == ["taken"] * 5
    assert child.matches("neutral", shown="neutral")
