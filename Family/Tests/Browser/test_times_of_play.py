"""D2, D4, D5: the timing of the game, by the page's own clock, which only the test advances."""

import time

import pytest

from playing import Round

START = 1_795_000_000
# Events of the page, each with the time on its clock.
NOTES = """window.noted = []; addEventListener("DOMContentLoaded", () => {
    const note = (what, value) => window.noted.push([what, value, performance.now()]);
    const body = document.body, message = document.getElementById("message");
    for (const what of ["playing", "sound"])
        new MutationObserver(() => body.dataset[what] && note(what, body.dataset[what]))
            .observe(body, { attributeFilter: [`data-${what}`] });
    if (message) new MutationObserver(() => note("message", message.textContent))
        .observe(message, { childList: true, characterData: true, subtree: true });
});"""


@pytest.fixture
def halted(fresh):
    """A page whose clock is stopped; network, pictures and sounds work normally."""
    fresh.clock.install(time=START)
    fresh.clock.pause_at(START + 1)
    fresh.add_init_script(NOTES)
    return fresh


def noted(page, what):
    return [(value, at) for kind, value, at in page.evaluate("() => window.noted") if kind == what]


def until(condition, wanted):
    """Waits in real time for the network, decoders and sounds."""
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, wanted
        time.sleep(0.02)


def quiet(page, what, count):
    """Checks that nothing more happens, although there is time for it."""
    # There is no condition to wait for: nothing may happen.
    page.wait_for_timeout(400)
    assert len(noted(page, what)) == count, noted(page, what)


def now(page):
    return page.evaluate("() => performance.now()")


def test_D2_the_question_is_read_two_to_three_seconds_after_the_picture_and_again_after_thirty(halted):
    game = Round(halted)
    clip, shown = game.round["current"]["promptClip"], now(halted)
    assert clip, "the question has no recording"
    halted.clock.run_for(1990)
    quiet(halted, "playing", 0)
    halted.clock.run_for(1000)
    until(lambda: len(noted(halted, "playing")) == 1, "the question was not read")
    assert noted(halted, "playing")[0][0] == clip
    assert 2000 <= noted(halted, "playing")[0][1] - shown <= 3000
    # The first reading began at 2.5 s. It is repeated after thirty seconds, not before.
    halted.clock.run_for(29_400)
    quiet(halted, "playing", 1)
    # The page waits another 300 ms for a sleeping loudspeaker.
    halted.clock.run_for(250)
    until(lambda: len(noted(halted, "playing")) == 2, "the question was not read again")
    first, second = noted(halted, "playing")
    assert second[0] == clip and 30_000 - 500 <= second[1] - first[1] <= 31_000
    # There is no time limit: an answer after ten minutes counts like one at the beginning.
    question = game.question
    halted.clock.run_for(600_000)
    assert game.question == question
    game.choose(game.right)
    assert game.outcomes[-1]["kind"] == "right"


def test_D2_after_an_answer_only_the_next_question_is_read(halted):
    game = Round(halted)
    first = game.round["current"]["promptClip"]
    game.choose(game.right)
    halted.clock.run_for(250)
    until(lambda: noted(halted, "message"), "no message appeared")
    halted.clock.run_for(2000)
    until(lambda: halted.locator("#answers [data-answer]:not([disabled])").count() == 3, "no next question appeared")
    shown, told = now(halted), len(noted(halted, "playing"))
    halted.clock.run_for(1990)
    quiet(halted, "playing", told)
    halted.clock.run_for(1000)
    until(lambda: len(noted(halted, "playing")) == told + 1, "the next question was not read")
    clip, at = noted(halted, "playing")[-1]
    assert clip == game.round["current"]["promptClip"] and 2000 <= at - shown <= 3000
    assert [c for c, _ in noted(halted, "playing")].count(first) == (1 if clip == first else 0)


def answered(page, game, answer):
    """Chooses an answer, shows the press, and returns the time of the message."""
    game.choose(answer)
    page.clock.run_for(250)
    until(lambda: noted(page, "message"), "no message appeared")
    sentence, at = noted(page, "message")[0]
    assert sentence == game.outcomes[-1]["sentence"] and page.locator("#message").inner_text() == sentence
    return at


def assert_gone_after_two_seconds(page, at):
    page.clock.run_for(1500)
    assert page.locator("#message").inner_text()
    page.clock.run_for(500)
    until(lambda: not page.locator("#message").inner_text(), "the message stays")
    assert noted(page, "message")[-1][0] == "" and noted(page, "message")[-1][1] - at <= 2000


def test_D4_a_right_answer_has_a_sound_and_a_message_for_two_seconds_before_the_next_question(halted):
    game = Round(halted)
    first, right = game.question, game.right
    at = answered(halted, game, right)
    assert game.outcomes[-1]["kind"] == "right"
    assert halted.locator(f'#answers .right[data-answer="{right}"]').count() == 1
    until(lambda: ("/content/sounds/right.mp3") in [s for s, _ in noted(halted, "sound")], "no sound was heard")
    until(lambda: noted(halted, "playing"), "the narrator said nothing")
    assert noted(halted, "playing")[-1][0] == game.outcomes[-1]["clip"]
    assert_gone_after_two_seconds(halted, at)
    until(lambda: halted.locator("#answers .right").count() == 0, "the next question did not appear")
    assert game.question != first


def test_D5_a_wrong_answer_has_a_sound_and_a_message_for_two_seconds_and_another_chance(halted):
    game = Round(halted)
    first, wrong = game.question, game.wrong[0]
    at = answered(halted, game, wrong)
    assert game.outcomes[-1]["kind"] == "wrong"
    assert "rong" not in game.outcomes[-1]["sentence"], "the message says that it is wrong"
    assert game.button(wrong).is_disabled() and game.button(game.right).is_enabled(), "there is no other chance"
    until(lambda: "/content/sounds/wrong.mp3" in [s for s, _ in noted(halted, "sound")], "no sound was heard")
    until(lambda: noted(halted, "playing"), "the narrator said nothing")
    assert_gone_after_two_seconds(halted, at)
    assert game.question == first and game.button(wrong).is_disabled()
    # D2: the question is read again after thirty seconds without an answer.
    told = len(noted(halted, "playing"))
    halted.clock.run_for(27_900)
    quiet(halted, "playing", told)
    halted.clock.run_for(250)
    until(lambda: len(noted(halted, "playing")) == told + 1, "the question was not read again")
    assert noted(halted, "playing")[-1][0] == game.round["current"]["promptClip"]
