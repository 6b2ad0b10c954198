"""What a child chooses: the reward, the voice, the words of the voice, the look."""

import json

import pytest

from playing import CONTENT, Round

TEXTS = json.loads((CONTENT / "languages/en/interface.json").read_text())["texts"]
HEARD = """() => { window.heard = []; new MutationObserver(() => document.body.dataset.playing
    && window.heard.push(document.body.dataset.playing)).observe(document.body,
    { attributes: true, attributeFilter: ['data-playing'] }); }"""


def choose(page, name, value):
    """As a child does: by the settings' own buttons."""
    page.goto("/settings")
    button = page.locator(f"input[name={name}][value={value}]")
    if button.is_checked():
        return
    with page.expect_response("**/api/settings"):
        button.check(force=True)


@pytest.mark.parametrize("reward", ["star", "fish", "train", "none"])
def test_the_reward_is_the_one_that_was_chosen_and_lasts_two_seconds(fresh, reward):
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
    # Two seconds, and what the next picture takes on a busy machine.
    assert 1900 <= ended - began <= 3500, shown


def test_a_reward_moves_unless_motion_is_off_and_then_stands_still(fresh):
    moving = "() => document.querySelector('#reward .drawing').getAnimations().length"
    for motion, wanted in [("on", 1), ("off", 0)]:
        choose(fresh, "motion", motion)
        choose(fresh, "reward", "train")
        game = Round(fresh)
        game.choose(game.right)
        fresh.wait_for_selector("#reward .drawing", state="attached")
        assert fresh.evaluate(moving) == wanted, motion


def test_either_voice_can_be_chosen_and_reads_from_then_on(fresh):
    fresh.goto("/settings")
    voices = [v.get_attribute("value") for v in fresh.locator("input[name=voice]").all()]
    assert len(voices) == 2
    for voice in reversed(voices):
        fresh.goto("/settings")
        fresh.evaluate(HEARD)
        with fresh.expect_response("**/api/settings"):
            fresh.locator(f"input[name=voice][value={voice}]").check(force=True)
        # It says at once how it sounds.
        fresh.wait_for_function("v => window.heard.some((a) => a.includes(v))", arg=f"/narration/{voice}/",
                                timeout=8000)
        game = Round(fresh)
        asked = [game.round["current"], *game.round["upcoming"]]
        clips = [q[part] for q in asked for part in ["promptClip", "tipClip"]]
        clips += [a["wordClip"] for a in asked[0]["answers"]]
        assert all(f"/narration/{voice}/" in clip for clip in clips if clip), clips
        fresh.wait_for_function("c => document.body.dataset.playing === c", arg=asked[0]["promptClip"], timeout=8000)


def test_what_the_voice_says_stands_below_unless_it_is_not_wanted(fresh):
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


def test_hear_again_reads_the_question_and_then_each_answer_that_is_left(fresh):
    game = Round(fresh, 2)
    while game.round["current"]["picture"] is None:
        game.choose(game.right)
        fresh.wait_for_timeout(300)
        game.wait()
    gone = game.wrong[0]
    game.choose(gone)
    fresh.wait_for_timeout(2500)
    fresh.evaluate(HEARD)
    question = game.round["current"]
    words = [a["wordClip"] for a in question["answers"] if a["id"] != gone]
    assert all(words)
    fresh.click("#hear")
    fresh.wait_for_selector(".answer.told-now", timeout=10_000)
    fresh.wait_for_function("n => window.heard.length === n && !document.body.dataset.playing", arg=1 + len(words),
                            timeout=15_000)
    assert fresh.evaluate("() => window.heard") == [question["promptClip"], *words]
    assert fresh.locator(".answer.told-now").count() == 0
    # An answer ends it.
    fresh.evaluate(HEARD)
    fresh.click("#hear")
    fresh.wait_for_selector(".answer.told-now", timeout=10_000)
    game.choose(game.right)
    fresh.wait_for_timeout(1500)
    assert words[-1] not in fresh.evaluate("() => window.heard")


@pytest.mark.parametrize("theme", ["light", "dim"])
def test_the_theme_is_as_it_was_chosen_on_every_screen(fresh, theme):
    choose(fresh, "theme", theme)
    for path in ["menu", "levels", "play/1", "stickers"]:
        fresh.goto(f"/{path}")
        ground = fresh.evaluate("() => getComputedStyle(document.querySelector('.stage')).backgroundColor")
        light = sum(int(c) for c in ground.removeprefix("rgb(").removesuffix(")").split(",")) > 384
        assert light == (theme == "light"), (path, ground)
