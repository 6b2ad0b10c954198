"""B5, D4, D5: the length of the sounds for a press, a right and a wrong answer, in their files and as the page plays
them."""

import subprocess

import pytest

from game_server import GAME
from playing import Round
from waiting import until

RATE = 48_000
LONGEST = {"press": 0.5, "right": 2, "wrong": 2}
SOUNDS = GAME / "Content" / "sounds"
# Records each sound that starts, with the page's state; the record survives page changes.
LISTEN = """const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...all) {
    window.told(document.body.dataset.sound ?? "", document.body.dataset.playing ?? "", this.buffer.duration);
    return start.apply(this, all);
};"""


@pytest.mark.parametrize("name", ["press", "right", "wrong"])
def test_B5_D4_D5_sounds_do_not_exceed_their_maximum_length(name):
    samples = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", SOUNDS / f"{name}.mp3", "-f", "s16le", "-ac", "1", "-ar", str(RATE), "-"],
        capture_output=True, check=True).stdout
    seconds = len(samples) / 2 / RATE
    assert 0.02 < seconds <= LONGEST[name], f"{seconds:.3f} s"
    assert (
        max(abs(int.from_bytes(samples[n : n + 2], "little", signed=True)) for n in range(0, len(samples), 2)) > 500
    ), "no sound was played"


@pytest.fixture
def listened(fresh):
    """A player for whom only sounds matter; they are recorded in `fresh.heard`."""
    fresh.heard = []
    fresh.expose_function("told", lambda sound, playing, seconds: fresh.heard.append((sound, playing, seconds)))
    fresh.add_init_script(LISTEN)
    answer = fresh.request.put("/api/settings", data={"narration": False})
    assert answer.status == 200
    return fresh


def heard(page, count=1):
    """The sounds since the last call."""
    until(page, lambda: len(page.heard) >= count)
    found, page.heard = page.heard, []
    return found


def test_B5_the_sound_of_a_press_lasts_at_most_half_a_second(listened):
    pressed = [
        ("/menu", "main a[href='/levels']"), ("/levels", "main a[href='/play/1']"), ("/levels", "footer a"),
        ("/settings", "#softer"), ("/settings", "label:has(input[name=captions])"), ("/tutorial", "#next"),
        ("/play/1", "#skip"), ("/play/1", "#menu"), ("/edit-account", "#save"), ("/review", "footer a")]
    for path, selector in pressed:
        listened.goto(path)
        listened.wait_for_selector(f"{selector} >> visible=true")
        if path == "/play/1":
            listened.wait_for_selector("#skip:not([disabled])")
        listened.heard = []
        listened.locator(selector).first.click()
        told = heard(listened)
        assert told, f"{path} {selector} is silent"
        assert told[0][0] == "/content/sounds/press.mp3" and told[0][1] == "", (path, selector, told)
        assert 0.02 < told[0][2] <= LONGEST["press"], (path, selector, told)


def test_B5_a_disabled_button_is_silent(listened):
    listened.goto("/tutorial")
    box = listened.locator("#previous").bounding_box()
    listened.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # There is no condition to wait for: no sound may be played.
    listened.wait_for_timeout(500)
    assert listened.heard == []


def test_D4_D5_the_sounds_for_right_and_wrong_last_at_most_two_seconds(listened):
    game = Round(listened)
    for answer, name in [(game.wrong[0], "wrong"), (game.right, "right")]:
        listened.heard = []
        game.choose(answer)
        told = heard(listened, 2)
        assert [sound.rsplit("/", 1)[1] for sound, _, _ in told] == ["press.mp3", f"{name}.mp3"], told
        assert told[0][2] <= LONGEST["press"] and told[1][2] <= LONGEST[name], told
