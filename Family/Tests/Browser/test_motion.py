"""The films of level 3: a face moves from rest to its expression, once, on request."""

import io

import pytest
from PIL import Image, ImageChops

from playing import Round
from test_choices import choose
from waiting import settled

# The number of frames, repetitions after the first, milliseconds, and how many pixels of the first and the last frame
# differ from the picture.
FRAMES = """async ([film, picture]) => {
    const pixels = (image) => {
        const canvas = new OffscreenCanvas(600, 600);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, 600, 600).data;
    };
    const bytes = async (address) => await (await fetch(address)).arrayBuffer();
    const decoder = new ImageDecoder({ data: await bytes(film), type: "image/webp" });
    await decoder.tracks.ready;
    await decoder.completed;
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    const still = pixels(await createImageBitmap(new Blob([await bytes(picture)])));
    const differing = [];
    let microseconds = 0;
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex });
        microseconds += image.duration;
        const shown = pixels(image);
        let count = 0;
        for (let at = 0; at < shown.length; at += 4) {
            const far = Math.max(...[0, 1, 2].map((k) => Math.abs(shown[at + k] - still[at + k])));
            if (far > 24 || (far > 0 && frameIndex === frameCount - 1)) count += 1;
        }
        differing.push(count);
    }
    return [frameCount, repetitionCount, microseconds / 1000, differing[0], differing.at(-1)];
}"""


@pytest.fixture
def asked(fresh):
    """A question about the picture of a person at level 3, and the requests for films."""
    fresh.films = []
    fresh.on("request", lambda r: fresh.films.append(r.url) if "/content/motions/" in r.url else None)
    game = Round(fresh, level=3)
    show_person(game)
    return game


def show_person(game):
    for _ in range(12):
        picture = game.round["current"]["picture"]
        if picture and "l3-" in picture and "disgust-03" not in picture:
            return
        game.skip()
        game.wait()
    raise AssertionError("no question shows a person")


def looks(page):
    """The picture as shown, without the part with the button."""
    shot = Image.open(io.BytesIO(page.locator("#scene .picture").screenshot(animations="allow"))).convert("RGB")
    return shot.crop((0, 0, shot.width, shot.height * 4 // 5))


def differs(one, other):
    """Whether two screenshots show different pictures. Chromium may scale the same one slightly differently."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema()) > 40


def test_d1_a_face_moves_once_on_request_and_ends_at_its_picture(asked):
    page = asked.page
    button = page.get_by_role("button", name="See it move", exact=True)
    settled(page)
    page.mouse.move(5, 5)
    still = looks(page)
    # Nothing moves or loads by itself.
    assert page.films == [] and page.locator(".film").count() == 0
    box, = page.evaluate("() => [document.getElementById('motion').getBoundingClientRect().toJSON()]")
    rem = float(page.evaluate("() => parseFloat(getComputedStyle(document.documentElement).fontSize)"))
    assert box["height"] >= 0.64 * rem - 0.5
    for play in (1, 2):
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#picture + .film", state="attached")
        shown = page.evaluate("() => document.querySelector('.film').getBoundingClientRect().toJSON()")
        assert shown == page.evaluate("() => document.getElementById('picture').getBoundingClientRect().toJSON()")
        page.wait_for_selector(".film", state="detached")
        assert len(page.films) == play
    page.evaluate("() => document.activeElement.blur()")
    settled(page)
    assert not differs(looks(page), still)


def test_d1_a_film_begins_with_another_face_and_ends_with_the_picture(asked):
    picture = asked.round["current"]["picture"]
    count, repetitions, milliseconds, first, last = asked.page.evaluate(
        FRAMES, [picture.replace("/pictures/", "/motions/"), picture])
    assert count >= 5 and repetitions == 0 and 1000 <= milliseconds <= 2000
    assert last == 0 and first > 100, "number of pixels that differ from the picture"


def test_d1_an_answer_or_the_next_question_ends_a_film(asked):
    page = asked.page
    page.click("#motion")
    page.wait_for_selector("#picture + .film", state="attached")
    before = page.locator("#picture").get_attribute("src")
    asked.skip()
    asked.wait()
    assert page.locator("#picture").get_attribute("src") != before or asked.round["total"] == 1
    assert page.locator(".film").count() == 0


def test_d1_without_a_film_the_picture_stays(asked):
    page = asked.page
    page.route("**/content/motions/**", lambda route: route.fulfill(content_type="image/webp", body="damaged"))
    page.click("#motion")
    page.wait_for_selector("#motion", state="hidden")
    assert page.is_visible("#picture") and page.locator(".film").count() == 0


def test_d1_films_are_offered_unless_motion_is_off(fresh):
    for motion, preference, offered in [
            ("off", "no-preference", False), ("auto", "reduce", False), ("auto", "no-preference", True),
            ("on", "reduce", True)]:
        fresh.emulate_media(reduced_motion=preference)
        choose(fresh, "motion", motion)
        game = Round(fresh, level=3)
        show_person(game)
        assert fresh.is_visible("#motion") == offered, (motion, preference)


def test_d1_other_levels_have_no_films(fresh):
    Round(fresh, level=1)
    assert fresh.is_hidden("#motion")
