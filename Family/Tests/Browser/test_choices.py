"""A child's choices: the reward, the voice, the captions, the theme."""

import json

import pytest

from playing import CONTENT, Round

TEXTS = json.loads((CONTENT / "languages/en/interface.json").read_text())["texts"]
HEARD = """() => { window.heard = []; new MutationObserver(() => document.body.dataset.playing
    && window.heard.push(document.body.dataset.playing)).observe(document.body,
    { attributes: true, attributeFilter: ['data-playing'] }); }"""


def choose(page, name, value):
    """Chooses with the buttons of the settings, like a child."""
    page.goto("/settings")
    button = page.locator(f"input[name={name}][value={value}]")
    if button.is_checked():
        return
    with page.expect_response("**/api/settings"):
        button.check(force=True)


@pytest.mark.parametrize("reward", ["star", "fish", "train", "none"])
def test_the_chosen_reward_is_shown_for_two_seconds(fresh, reward):
    choose(fresh, "reward", reward)
    game = Round(fresh)
    fresh.evaluate("""() => { window.rewards = []; new MutationObserver(() => window.rewards.push(
        [performance.now(), document.querySelector('#reward .drawing')?.classList.item(1) ?? null]))
        .observe(document.getElementById('reward'), { childList: true }); }""")
    game.choose(game.right)
    fresh.wait_for_function("() => document.querySelector('.answer.right')")
    fresh.wait_for_function("() => !document.querySelector('.answer.right')", timeout=8000)
    shown = [(at, what) for at, what in fresh.evaluate("() => window.rewards")]
    if reward == "none":
        assert all(what is None for _, what in shown)
        return
    began = next(at for at, what in shown if what == reward)
    ended = next(at for at, what in shown if what is None and at > began)
    assert {what for _, what in shown} == {reward, None}
    # Two seconds, plus the delay of the next frame on a busy machine.
    assert 1900 <= ended - began <= 3500, shown


def test_a_reward_is_animated_unless_motion_is_off(fresh):
    moving = "() => document.querySelector('#reward .drawing').getAnimations().length"
    for motion, wanted in [("on", 1), ("off", 0)]:
        choose(fresh, "motion", motion)
        choose(fresh, "reward", "train")
        game = Round(fresh)
        game.choose(game.right)
        fresh.wait_for_selector("#reward .drawing", state="attached")
        assert fresh.evaluate(moving) == wanted, motion


def test_the_chosen_voice_is_used_from_then_on(fresh):
    fresh.goto("/settings")
    voices = [v.get_attribute("value") for v in fresh.locator("input[name=voice]").all()]
    assert len(voices) == 2
    for voice in reversed(voices):
        fresh.goto("/settings")
        fresh.evaluate(HEARD)
        with fresh.expect_response("**/api/settings"):
            fresh.locator(f"input[name=voice][value={voice}]").check(force=True)
        # The voice immediately speaks a sample.
        fresh.wait_for_function("v => window.heard.some((a) => a.includes(v))", arg=f"/narration/{voice}/",
                                timeout=8000)
        game = Round(fresh)
        asked = [game.round["current"], *game.round["upcoming"]]
        clips = [q[part] for q in asked for part in ["promptClip", "tipClip"]]
        clips += [a["wordClip"] for a in asked[0]["answers"]]
        assert all(f"/narration/{voice}/" in clip for clip in clips if clip), clips
        fresh.wait_for_function("c => document.body.dataset.playing === c", arg=asked[0]["promptClip"], timeout=8000)


def test_captions_are_shown_unless_they_are_switched_off(fresh):
    fresh.goto("/menu")
    fresh.click("[data-hear]")
    fresh.wait_for_function("w => document.getElementById('caption').textContent === w", arg=TEXTS["menu.spoken"])
    fresh.goto("/settings")
    with fresh.expect_response("**/api/settings"):
        fresh.locator("input[name=captions]").uncheck(force=True)
    fresh.goto("/menu")
    fresh.evaluate(HEARD)
    fresh.click("[data-hear]")
    fresh.wait_for_function("() => window.heard.length > 0", timeout=8000)
    assert fresh.inner_text("#caption") == ""


def test_hear_again_reads_the_question_and_the_remaining_answers(fresh):
    game = Round(fresh, 2)
    while game.round["current"]["picture"] is None:
        game.choose(game.right)
        game.wait()
    gone = game.wrong[0]
    fresh.evaluate(HEARD)
    game.choose(gone)
    game.wait()
    # The sentence about the wrong answer ends first.
    fresh.wait_for_function("() => window.heard.length && !document.body.dataset.playing"
                            " && !document.getElementById('message').textContent")
    fresh.evaluate("() => { window.heard = []; }")
    question = game.round["current"]
    words = [a["wordClip"] for a in question["answers"] if a["id"] != gone]
    assert all(words)
    fresh.click("#hear")
    fresh.wait_for_selector(".answer.told-now", timeout=10_000)
    fresh.wait_for_function("n => window.heard.length === n && !document.body.dataset.playing", arg=1 + len(words),
                            timeout=15_000)
    assert fresh.evaluate("() => window.heard") == [question["promptClip"], *words]
    assert fresh.locator(".answer.told-now").count() == 0
    # An answer stops the voice.
    fresh.evaluate("() => { window.heard = []; }")
    fresh.click("#hear")
    fresh.wait_for_selector(".answer.told-now", timeout=10_000)
    game.choose(game.right)
    # There is no condition to wait for: the other answers must not be read any more.
    fresh.wait_for_timeout(1500)
    assert words[-1] not in fresh.evaluate("() => window.heard")


@pytest.mark.parametrize("theme", ["light", "dim"])
def test_every_screen_has_the_chosen_theme(fresh, theme):
    choose(fresh, "theme", theme)
    for path in ["menu", "levels", "play/1", "stickers", "garden"]:
        fresh.goto(f"/{path}")
        ground = fresh.evaluate("() => getComputedStyle(document.querySelector('.stage')).backgroundColor")
        light = sum(int(c) for c in ground.removeprefix("rgb(").removesuffix(")").split(",")) > 384
        assert light == (theme == "light"), (path, ground)
