"""A rendered child and adult at the camera, on whom no network was trained (F1 to F3).

`film_table.py` measures which of their faces match; `docs/facial-fun.md` has the results. These tests play the
matching films through the whole system, from the camera to the screen, and also cases that must never match.
"""

import shutil
import statistics

import pytest
from PIL import Image, ImageDraw

import films
from facial_fun import Screen, assert_matches_nothing_but_neutral, camera, results
from game_server import GameServer, judge_program
from test_facial_fun import WORDS
from waiting import until

pytestmark = [
    pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`"),
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="SKIPPED: ffmpeg is missing, which makes the films"),
]

# Faces that match at level 1 after recording the person's own resting face.
MATCHING = [
    (person, emotion) for emotion in ("happiness", "sadness", "anger", "surprise", "disgust", "fear")
    for person in ("child", "adult")]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    place = tmp_path_factory.mktemp("films")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0


# Most browsers deliver the requested 640×480 pixels; here the camera delivers its full size. The test records the sizes
# of the pictures that are sent.
LARGEST = """
const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = () =>
    own({ video: { width: { exact: 3840 }, height: { exact: 2160 } } });
const send = window.fetch;
window.sent = [];
window.fetch = (address, order = {}) => {
    if (String(address).includes("/frames")) {
        const blob = new Blob([order.body]);
        createImageBitmap(blob).then(({ width, height }) => window.sent.push([width, height, blob.size]));
    }
    return send(address, order);
};
"""


def test_f1_pictures_of_3840_by_2160_are_reduced_before_sending(server, tmp_path):
    film = films.of_person(tmp_path, "adult", "neutral", after=films.LARGE)
    with camera(server, film) as page:
        page.add_init_script(LARGEST)
        screen = Screen(page, rest=False)
        until(page, lambda: page.evaluate("() => window.sent.length") >= 5
              and any(a.get("verdict") for a in screen.answers))
        assert page.evaluate("() => [...document.querySelectorAll('video')].map(v => [v.videoWidth, v.videoHeight])"
                             ) == [[3840, 2160]]
        sent = page.evaluate("() => window.sent")
        assert len(sent) >= 5
        for width, height, size in sent:
            assert max(width, height) <= 1280 and 1000 < size < 200_000, (width, height, size)
        # The face is still visible in the pictures: only the sides were cropped.
        assert any(a.get("verdict") in ("matched", "not_yet") for a in screen.answers), \
            screen.answers


def quick(person, emotion):
    return (person, emotion) in (("child", "happiness"), ("adult", "disgust"))


@pytest.mark.parametrize("person, emotion", [
    pytest.param(*both, marks=[] if quick(*both) else [pytest.mark.slow]) for both in MATCHING])
def test_f2_the_gauge_rises_with_the_strength_of_an_unknown_persons_expression(server, tmp_path, person, emotion):
    with camera(server, films.rising(tmp_path, person, emotion)) as page:
        screen = Screen(page)
        screen.go_to(WORDS[emotion])
        page.wait_for_function(
            "w => document.body.dataset.mode === 'feedback' && document.getElementById('oval').dataset.state"
            " === 'matched' && document.getElementById('prompt').textContent.includes(w)", arg=WORDS[emotion],
            timeout=70_000)
        assert (emotion, "matched", "hold") in [r[:3] for r in results(server, page.username)]
        until(page, lambda: "matched" in screen.outcomes())
        last = [a for a in screen.answers if a.get("verdict")]
        end = max(i for i, a in enumerate(last) if (a.get("outcome") or {}).get("kind") == "matched")
        # The last rise of the gauge, from the resting face to the match.
        start = max((i for i, a in enumerate(last[:end]) if a.get("progress") is not None and a["progress"] < 0.2),
                    default=0)
        shares = [a["progress"] + a["held"] for a in last[start:end] if a.get("progress") is not None]
        assert shares[0] < 0.5 and shares[-1] >= 0.7, shares
        third = max(1, len(shares) // 3)
        assert statistics.mean(shares[:third]) < statistics.mean(shares[-third:]), shares
        # After smoothing, the gauge may fall a little, but never to zero.
        high = next(at for at, share in enumerate(shares) if share >= 0.7)
        assert min(shares[high:]) > 0.3, shares


@pytest.mark.slow
@pytest.mark.parametrize("person, shown, asked", [
    ("child", "happiness", "sadness"), ("adult", "happiness", "fear"), ("child", "fear", "happiness"),
    ("adult", "disgust", "happiness"), ("child", "sadness", "happiness"), ("adult", "sadness", "surprise")])
def test_a_different_expression_does_not_match(server, tmp_path, person, shown, asked):
    with camera(server, films.rising(tmp_path, person, shown)) as page:
        screen = Screen(page)
        screen.go_to(WORDS[asked])
        # There is no condition to wait for: nothing may match while the whole film is played once, from any start.
        page.wait_for_timeout(21_500)
        assert screen.mode() == "watching" and WORDS[asked] in screen.prompt()
        assert (asked, "matched") not in [r[:2] for r in results(server, page.username)]


@pytest.mark.slow
@pytest.mark.parametrize("person", ["child", "adult"])
def test_an_unknown_persons_resting_face_matches_only_neutral(server, tmp_path, person):
    with camera(server, films.of_person(tmp_path, person, "neutral")) as page:
        assert_matches_nothing_but_neutral(server, page, WORDS)


def person(name):
    return Image.open(films.PEOPLE / f"{name}.jpg")


def two_people():
    both = Image.new("RGB", (800, 400))
    both.paste(person("child-neutral"), (0, 0))
    both.paste(person("adult-neutral"), (400, 0))
    return both


def behind_a_hand(name, colour):
    """A hand in front of the mouth: four fingers, with the palm below."""
    picture = person(name)
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = 130, 225, 270, 330
    width = (right - left) / 4
    edge = tuple(value * 3 // 4 for value in colour)
    for finger in range(4):
        x = left + finger * width
        draw.rounded_rectangle((x + 1, top, x + width - 1, bottom), radius=14, fill=colour, outline=edge)
    draw.rounded_rectangle((left, bottom - 20, right, bottom + 60), radius=22, fill=colour)
    return picture


def far_away(name):
    """A person at the far end of the room."""
    room = Image.new("RGB", (640, 480), (178, 201, 214))
    room.paste(person(name).resize((120, 120), Image.Resampling.LANCZOS), (260, 160))
    return room


def in_the_dark(name):
    return person(name).point(lambda value: int(value * 0.05))


SCENES = {
    "dark": lambda folder: films.drawn(folder, "dark", in_the_dark("child-happiness-100")),
    "turned": lambda folder: films.of_person(folder, "adult", "turned"),
    "turned by 50 degrees": lambda folder: films.of_person(folder, "child", "turned-50"),
    "far away": lambda folder: films.drawn(folder, "far", far_away("child-neutral")),
    "two people": lambda folder: films.drawn(folder, "two", two_people()),
    "nobody": lambda folder: films.drawn(folder, "nobody", Image.new("RGB", (400, 400), (178, 201, 214))),
    "a child's hand before its mouth": lambda folder: films.drawn(
        folder, "hand", behind_a_hand("child-neutral", (236, 205, 180))),
    "an adult's hand before the mouth": lambda folder: films.drawn(
        folder, "hand", behind_a_hand("adult-neutral", (146, 92, 70))),
}
REASONS = {
    "dark": {"too_dark", "no_face"}, "turned": {"turned_away", "no_face", "low_confidence"},
    "turned by 50 degrees": {"turned_away"}, "far away": {"too_small"},
    "two people": {"several_faces"}, "nobody": {"no_face"},
    "a child's hand before its mouth": {"mouth_covered"}, "an adult's hand before the mouth": {"mouth_covered"},
}


def heard(page, screen):
    """Whether the advice of an answer was read aloud."""
    played = page.evaluate("() => window.heard")
    return any(clip and clip.endswith(answer["clip"]) for clip in played for answer in screen.answers)


@pytest.mark.parametrize("scene", list(SCENES))
def test_f3_unusable_pictures_show_a_remedy_and_never_count_as_wrong(server, tmp_path, scene):
    with camera(server, SCENES[scene](tmp_path)) as page:
        screen = Screen(page, rest=False)
        page.wait_for_selector("#say:not([hidden])", timeout=60_000)
        said = page.inner_text("#say")
        assert said and page.get_attribute("#oval", "data-state") == "unseen"
        page.evaluate("""() => { window.heard = [];
            new MutationObserver(() => window.heard.push(document.body.dataset.playing))
                .observe(document.body, { attributeFilter: ['data-playing'] }); }""")
        page.click("#ready")
        screen.wait_mode("watching")
        until(page, lambda: heard(page, screen))
        reasons = {a["reason"] for a in screen.answers if a.get("verdict") == "cannot_judge"}
        assert reasons and reasons <= REASONS[scene], reasons
        assert {a.get("verdict") for a in screen.answers} == {"cannot_judge"}
        # The advice is shown as text and read aloud.
        assert heard(page, screen)
        assert set(screen.outcomes()) <= {"unjudged"}
        assert screen.gauge() == 0 and not page.is_visible("#again")
        assert not page.is_visible(".message[data-kind=wrong]")
        assert results(server, page.username) == []
