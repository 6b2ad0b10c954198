"""Recording the resting face again: an expression held during the recording never becomes the child's resting face."""

import time
import uuid

import pytest

import films
from face_sitting import SHOWN, Sitting
from facial_fun import CHOSEN_CAMERA, Screen, camera, results, show_face
from game_server import GameServer, judge_program
from waiting import until

pytestmark = pytest.mark.skipif(
    judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("face-rest")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.stop() == 0


class Child(Sitting):
    """A rendered person at the camera, who tries each target until its end."""

    def __init__(self, port, name):
        super().__init__(port)
        self.name = name
        self.target = None

    def face(self, emotion):
        name = emotion if emotion == "neutral" else f"{emotion}-100"
        return (films.PEOPLE / f"{self.name}-{name}.jpg").read_bytes()

    def rest(self, emotion, times):
        """The verdicts on this many pictures. Pictures that a starting or busy service did not judge are sent again."""
        states, deadline = [], time.monotonic() + 60
        while len(states) < times:
            state = self.go("rest", self.face(emotion)).json["state"]
            if state not in ("away", "moment"):
                states.append(state)
            assert time.monotonic() < deadline, states
        return states

    def matches(self, emotion, shown):
        """Skips to the target; returns whether a tap with this face matches it."""
        for _ in range(40):
            current = self.current()
            if current == emotion:
                answer = self.go("tap", self.face(shown), query=SHOWN + f"&event={uuid.uuid4()}").json
                return answer["outcome"]["kind"] == "matched"
            self.go("skip", self.press())
        raise AssertionError(f"{emotion} was never requested")

    def current(self):
        answer = self.go("frames", self.face("neutral"), query="?showing=99&elapsed=1").json
        return answer["round"]["current"]["emotion"]


@pytest.mark.parametrize("name", ["child", "adult"])
def test_anger_held_while_recording_the_resting_face_is_neither_calm_nor_lost(house, name):
    child = Child(house.port, name)
    assert child.rest("neutral", 5) == ["taken"] * 5
    child.go("rest/again", {}, 204)
    assert child.rest("anger", 8) == ["not_yet"] * 8
    assert not child.matches("neutral", shown="anger"), "an angry face was accepted as neutral"
    assert child.matches("anger", shown="anger"), "an angry face was rejected as the target anger"
    # A real resting face is accepted, and everything matches as before.
    child.go("rest/again", {}, 204)
    assert child.rest("neutral", 5) == ["taken"] * 5
    assert child.matches("neutral", shown="neutral")


def progress(answers):
    return [a["progress"] for a in answers if a.get("verdict") == "not_yet"]


def held_progress(screen):
    """The progress of a face that has been held for a while; the first answers may still concern the previous face."""
    for count in (10, 15):
        screen.answers.clear()
        until(screen.page, lambda count=count: len(progress(screen.answers)) >= count)
    return progress(screen.answers)


def sentences(answers):
    return [a["outcome"]["sentence"] for a in answers if a.get("outcome")]


def tap(screen):
    """Taps, and returns the answer once it was recorded."""
    count = len(screen.outcomes())
    screen.page.click("#ready")
    screen.wait_outcomes(count + 1)
    return next(a for a in reversed(screen.answers) if a.get("outcome"))


@pytest.mark.parametrize("name", ["child", "adult"])
def test_held_anger_is_not_praised_as_calm_or_nearly_happy_and_matches_when_requested(house, name):
    """Neutral, anger held during the new recording, calm, anger: on the screen, with the gauge and the texts."""
    neutral, anger = films.PEOPLE / f"{name}-neutral.jpg", films.PEOPLE / f"{name}-anger-100.jpg"
    with camera(house) as page:
        page.add_init_script(CHOSEN_CAMERA)
        screen = Screen(page, face=neutral)
        show_face(page, anger)
        # Happiness comes first. An angry face is not nearly happy, and the gauge stays low.
        screen.go_to("happy")
        shown = held_progress(screen)
        assert max(shown) < 0.1, shown
        assert screen.gauge() < 10
        answer = tap(screen)
        assert answer["outcome"]["kind"] == "not_yet" and "Nearly" not in answer["outcome"]["sentence"]
        # The description of the face comes first, then the advice.
        words = page.inner_text("#help")
        assert words.startswith(answer["seenSentence"]) and answer["seenSentence"].startswith("I see "), words
        assert answer["sentence"] in words
        screen.page.click("#again")
        screen.go_to("calm")
        shown = held_progress(screen)
        assert max(shown) < 0.2, shown
        for tries in range(3):
            screen.wait_mode("watching")
            tap(screen)
            if tries < 2:
                screen.wait_mode("not_yet")
                page.click("#again")
        # After three misses the resting face is recorded again, while the anger is held all the time.
        screen.wait_mode("resting")
        screen.wait_mode("watching")
        assert "matched" not in screen.outcomes()
        assert not [s for s in sentences(screen.answers) if "Nearly" in s]
        screen.go_to("calm")
        tap(screen)
        assert "matched" not in screen.outcomes(), "an angry face was praised as calm"
        if screen.mode() == "not_yet":
            page.click("#again")
        show_face(page, neutral)
        page.wait_for_function(
            "() => document.body.dataset.mode === 'feedback' && document.getElementById('oval').dataset.state"
            " === 'matched'", timeout=60_000)
        screen.wait_mode("watching")
        screen.go_to("angry")
        show_face(page, anger)
        page.wait_for_function(
            "() => document.body.dataset.mode === 'feedback' && document.getElementById('oval').dataset.state"
            " === 'matched'", timeout=60_000)
        screen.wait_mode("watching")
        matched = [r[0] for r in results(house, page.username) if r[1] == "matched"]
        assert matched == ["neutral", "anger"], "an angry face was rejected as angry"
