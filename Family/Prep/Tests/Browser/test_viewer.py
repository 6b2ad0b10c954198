"""The viewer: F8 to F15, REQ5, REQ6, N4, N8."""

import itertools
import time

import pytest

import house

STILL = """() => new Promise((resolve) => {
    const before = JSON.stringify(prep.screen.camera());
    requestAnimationFrame(() => requestAnimationFrame(() =>
        resolve(before === JSON.stringify(prep.screen.camera()))));
})"""
# Notes the element that plays, and the milliseconds from its start to the first picture or sample.
DELAY = """() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
        globalThis.heard = this;
        const pressed = performance.now();
        this.addEventListener('playing', () => globalThis.delay ??= performance.now() - pressed, { once: true });
        return play.call(this);
    };
}"""
SOUND = "name => document.querySelector(`.trigger[aria-label$='${name}']`).getAttribute('aria-pressed')"


def swipe(page, dx, dy=0, steps=8, hold=False):
    page.mouse.move(500, 300)
    page.mouse.down()
    page.mouse.move(500 + dx, 300 + dy, steps=steps)
    if not hold:
        page.mouse.up()


def test_F8_a_swipe_glides_and_a_touch_stops_it(visitor, server):
    visitor.watch(house.dentist(server.store))
    page = visitor.page
    swipe(page, -200)
    assert visitor.camera()["yaw"] > 5
    visitor.until("() => prep.screen.camera().yaw > 20")
    page.mouse.down()
    assert page.evaluate(STILL)
    page.mouse.up()
    assert page.evaluate(STILL), "a touch without a swipe moved the view"


def test_F8_arrow_keys_look_around_without_roll(visitor, server):
    visitor.watch(house.dentist(server.store))
    page = visitor.page
    page.keyboard.down("ArrowRight")
    visitor.until("() => prep.screen.camera().yaw > 10")
    page.keyboard.up("ArrowRight")
    page.keyboard.down("ArrowUp")
    visitor.until("() => prep.screen.camera().pitch === 85")
    page.keyboard.up("ArrowUp")
    assert page.evaluate(STILL)
    assert "roll" not in visitor.camera()


ORIENT = """([alpha, beta, gamma]) =>
    dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha, beta, gamma, absolute: true }))"""


def test_F8_device_motion_turns_the_view_only_if_the_setting_allows_it(visitor, server):
    experience = house.dentist(server.store)
    visitor.watch(experience)
    visitor.page.evaluate(ORIENT, [0, 90, 0])
    visitor.page.evaluate(ORIENT, [-40, 90, 0])
    assert visitor.page.evaluate(STILL) and visitor.camera()["yaw"] == 0
    server.store.preferences = {"swipeOnly": False}
    # The headless shell has no window to ask for permission.
    visitor.page.add_init_script("DeviceOrientationEvent.requestPermission = async () => 'granted';")
    visitor.watch(experience)
    visitor.until("() => prep.screen.followsDevice()")
    visitor.page.evaluate(ORIENT, [0, 90, 0])
    assert visitor.camera()["yaw"] == 0
    visitor.page.evaluate(ORIENT, [-40, 100, 0])
    visitor.until("() => Math.abs(prep.screen.camera().yaw - 40) < 0.01 && prep.screen.camera().pitch > 9.9")


def test_F8_nothing_moves_by_itself(visitor, server):
    visitor.watch(house.dentist(server.store))
    before = visitor.page.locator(".stage").screenshot()
    # There is no condition to wait for: nothing may move.
    visitor.page.wait_for_timeout(700)
    assert visitor.page.locator(".stage").screenshot() == before
    assert visitor.page.evaluate("document.getAnimations().length") == 0


def test_F9_exit_leaves_immediately_and_home_asks_for_the_feeling(visitor, server):
    experience = house.dentist(server.store)
    visitor.watch(experience, feeling=2)
    start = time.monotonic()
    visitor.page.click(".overlay .exit")
    visitor.page.wait_for_selector(".cards")
    assert time.monotonic() - start < 2
    visitor.page.click(".after [data-feeling='4']")
    server.wait_for(lambda store: store.visits and store.visits[0]["after"] == 4)
    assert server.store.visits[0]["before"] == 2 and not server.store.visits[0]["finished"]


def test_F10_triggers_are_buttons_at_their_place_in_the_picture(visitor, server):
    experience = house.dentist(server.store)
    visitor.watch(experience)
    box = visitor.trigger_box("Telephone")
    stage = visitor.page.locator(".stage").bounding_box()
    # Yaw −20°, pitch −5° in a view of 90° across, from the center.
    focal = stage["width"] / 2
    assert abs(box["x"] + box["width"] / 2 - stage["x"] - (focal - 0.364 * focal)) < 3
    assert box["width"] >= 56
    names = visitor.page.locator(".trigger").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert names == ["Sound: Telephone", "Door: Dentist's room"]


OVERLAPS = """() => {
    const box = (element) => element.getBoundingClientRect();
    const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const near = [...document.querySelectorAll('.trigger[data-near=true]')];
    return near.flatMap((one) => near.filter((other) => other !== one && (
        shared(box(one.querySelector('.name')), box(other.querySelector('.disc'))) ||
        shared(box(one.querySelector('.name')), box(other.querySelector('.name')))
    )).map((other) => `${one.innerText} / ${other.innerText}`));
}"""


def close_pairs(panorama):
    """Pairs of triggers within 30 degrees of each other, with the yaw and pitch between them."""
    for one, other in itertools.combinations(panorama["triggers"], 2):
        yaw = (other["yaw"] - one["yaw"] + 180) % 360 - 180
        if abs(yaw) < 30 and abs(other["pitch"] - one["pitch"]) < 20:
            yield one["yaw"] + yaw / 2, (one["pitch"] + other["pitch"]) / 2


@pytest.mark.parametrize("size", [(1024, 768), (844, 390), (390, 844)])
def test_F10_the_names_of_bundled_triggers_do_not_overlap(make_visitor, server, size):
    visitor = make_visitor(size={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    visitor.open()
    looked = 0
    for folder in sorted(house.CONTENT.iterdir()):
        experience = house.bundled(server.store, folder.name)
        for panorama in experience["panoramas"]:
            for yaw, pitch in close_pairs(panorama):
                visitor.look_at(experience, panorama, yaw, pitch)
                assert visitor.page.evaluate(OVERLAPS) == [], (folder.name, panorama["name"], size)
                looked += 1
    assert looked > 3


def test_F11_REQ5_REQ6_a_sound_starts_pauses_and_resumes(visitor, server):
    visitor.watch(house.dentist(server.store, sound_seconds=4.0))
    page = visitor.page
    page.evaluate(DELAY)
    visitor.trigger("Telephone").click()
    visitor.until("() => globalThis.heard?.currentTime > 0.1")
    assert page.evaluate("delay") < 500
    assert page.evaluate(SOUND, "Telephone") == "true"
    visitor.trigger("Telephone").click()
    assert page.evaluate("heard.paused") and page.evaluate(SOUND, "Telephone") == "false"
    place = page.evaluate("heard.currentTime")
    visitor.trigger("Telephone").click()
    visitor.until("(place) => heard.currentTime > place", place)
    assert page.evaluate("heard.currentTime") < place + 2


def test_F12_REQ5_the_player_starts_hides_its_controls_and_shows_them_on_a_press(visitor, server):
    experience = house.dentist(server.store)
    experience["panoramas"].reverse()
    visitor.watch(experience)
    page = visitor.page
    page.evaluate(DELAY)
    visitor.trigger("Opening wide").click()
    visitor.until("() => document.querySelector('.player video')?.currentTime > 0")
    assert page.evaluate("delay") < 1000
    shown = time.monotonic()
    visitor.until("() => document.querySelector('.player').dataset.controls === 'hidden'")
    assert 2.5 < time.monotonic() - shown < 5
    page.mouse.click(512, 700)
    assert page.get_attribute(".player", "data-controls") == "shown"
    assert not page.evaluate("document.querySelector('.player video').paused"), "the press that shows also paused"
    page.get_by_role("button", name="Pause").click()
    assert page.evaluate("document.querySelector('.player video').paused")
    page.locator(".timeline").fill("100")
    visitor.until("() => Math.abs(document.querySelector('.player video').currentTime - 0.6) < 0.2")
    back, line = page.get_by_role("button", name="Back").bounding_box(), page.locator(".timeline").bounding_box()
    pause = page.locator(".toggle").bounding_box()
    assert back["x"] < 40 and back["y"] < 40 and line["y"] < 60 and pause["y"] > 600
    page.get_by_role("button", name="Back").click()
    assert page.locator(".player").count() == 0


def test_F13_F14_a_door_asks_if_media_are_unplayed_otherwise_opens_at_once(visitor, server):
    experience = house.dentist(server.store)
    visitor.watch(experience)
    page = visitor.page
    visitor.trigger("Dentist's room").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    assert page.inner_text(".place") == "Waiting room"
    visitor.trigger("Telephone").click()
    page.wait_for_selector(".trigger[data-played='true']")
    visitor.trigger("Dentist's room").click()
    assert page.locator("dialog").count() == 0
    assert page.inner_text(".place") == "Dentist's room"
    visitor.shown(experience["panoramas"][1])
    assert visitor.camera()["yaw"] == 0


def test_N8_a_returning_child_faces_the_door_that_it_came_through(visitor, server):
    experience = house.dentist(server.store)
    visitor.watch(experience)
    for name in ("Dentist's room", "Waiting room"):
        page = visitor.page
        visitor.trigger(name).focus()
        visitor.trigger(name).press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="No").click()
    visitor.shown(experience["panoramas"][0])
    assert visitor.camera()["yaw"] == 25


def test_F15_the_congratulation_follows_after_all_sounds_and_videos(visitor, server):
    experience = house.dentist(server.store)
    experience["panoramas"].reverse()
    visitor.watch(experience, feeling=1)
    page = visitor.page
    visitor.trigger("Drill").click()
    page.wait_for_selector(".trigger.sound[data-played='true']")
    assert page.locator(".calm").count() == 0
    visitor.trigger("Opening wide").click()
    visitor.until("() => document.querySelector('.player video').duration > 0")
    page.evaluate("document.querySelector('.player video').currentTime = 5.8")
    visitor.until("() => document.querySelector('.player video').ended")
    page.get_by_role("button", name="Back").click()
    page.click(".calm [data-feeling='5']")
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector(".cards")
    server.wait_for(lambda store: store.visits[0]["finished"] and store.visits[0]["after"] == 5)
    assert page.locator(".after").count() == 0


def test_N4_the_too_much_button_stops_everything_and_shows_a_calm_page(visitor, server):
    visitor.watch(house.dentist(server.store, sound_seconds=4.0))
    page = visitor.page
    visitor.trigger("Telephone").click()
    swipe(page, 200)
    page.get_by_role("button", name="Too much").click()
    assert page.evaluate(SOUND, "Telephone") == "false"
    assert page.evaluate(STILL)
    buttons = page.locator(".calm button").all_inner_texts()
    assert [text.strip() for text in buttons] == ["Continue", "Exit"]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(STILL)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Too much").click()
    page.locator(".calm").get_by_role("button", name="Exit").click()
    server.wait_for(lambda store: store.visits and store.visits[0]["tooMuch"] == 2)


def test_N4_a_sound_is_softer_and_shorter_on_the_first_visit(visitor, server):
    experience = house.dentist(server.store, sound_seconds=4.0)
    experience["panoramas"][0]["triggers"][0]["intensity"] = {"volume": 0.2, "seconds": 1, "steps": 3}
    page = visitor.page
    page.add_init_script("""const play = HTMLMediaElement.prototype.play;
        HTMLMediaElement.prototype.play = function () { globalThis.heard = this; return play.call(this); };""")
    visitor.watch(experience)
    visitor.trigger("Telephone").click()
    visitor.until("() => heard.currentTime > 0")
    assert abs(page.evaluate("heard.volume") - 0.2) < 0.01
    page.wait_for_selector(".trigger[data-played='true']", timeout=3000)
    for _ in range(2):
        visitor.watch(experience)
    visitor.trigger("Telephone").click()
    visitor.until("() => heard.currentTime > 0")
    assert page.evaluate("heard.volume") == 1


def test_N5_the_recorded_story_is_read_aloud_until_the_child_stops_it(visitor, server):
    experience = house.dentist(server.store)
    story = server.store.add_media("sound", "audio/wav", house.sound(4.0))["id"]
    experience["panoramas"][0]["narration"] = story
    page = visitor.page
    page.add_init_script("""const play = HTMLMediaElement.prototype.play;
        HTMLMediaElement.prototype.play = function () { globalThis.heard = this; return play.call(this); };""")
    visitor.watch(experience)
    page.get_by_role("button", name="Read to me").click()
    visitor.until("() => globalThis.heard?.currentTime > 0.1")
    assert story in page.evaluate("heard.src")
    page.get_by_role("button", name="Stop reading").click()
    assert page.evaluate("heard.paused")
    page.get_by_role("button", name="Read to me").wait_for()


def test_N8_focus_turns_the_view_to_triggers_outside_the_screen(make_visitor, server):
    visitor = make_visitor(reduced_motion="reduce")
    experience = house.dentist(server.store)
    experience["panoramas"].reverse()
    visitor.watch(experience)
    page = visitor.page
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "Door: Waiting room"
    visitor.until("() => prep.screen.camera().yaw === 170")
    page.wait_for_selector(".trigger.door[data-near='true']")
    box = visitor.trigger_box("Waiting room")
    assert abs(box["x"] + box["width"] / 2 - 512) < 2
    assert page.evaluate("document.querySelector('.stage').scrollLeft") == 0


def test_N8_without_webgl_a_flat_view_shows_the_place(make_visitor, server):
    visitor = make_visitor()
    visitor.page.add_init_script("""const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, options) {
            return kind === 'webgl' ? null : get.call(this, kind, options);
        };""")
    visitor.watch(house.dentist(server.store))
    assert [path for _, path, _ in server.store.asked if path.endswith("/2048")]
    colors = visitor.page.evaluate("""() => {
        const canvas = document.querySelector('.stage canvas');
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        return new Set(Array.from({ length: 200 }, (_, at) => data[at * 4001 * 4 % data.length])).size;
    }""")
    assert colors > 5
    swipe(visitor.page, -100)
    assert visitor.camera()["yaw"] > 5
    visitor.trigger("Telephone").click()


def test_N8_a_lost_webgl_context_is_restored_with_the_picture(visitor, server):
    visitor.watch(house.dentist(server.store))
    page = visitor.page
    page.evaluate("""() => {
        const gl = document.querySelector('.stage canvas').getContext('webgl');
        globalThis.lose = gl.getExtension('WEBGL_lose_context');
        lose.loseContext();
        delete document.querySelector('.stage').dataset.shown;
        setTimeout(() => lose.restoreContext(), 50);
    }""")
    page.wait_for_selector(".stage[data-shown]")


def test_a_missing_picture_is_reported_and_exit_works(make_visitor, server):
    visitor = make_visitor()
    experience = house.dentist(server.store)
    del server.store.media[experience["panoramas"][0]["image"]]
    visitor.open(f"/view/{experience['id']}")
    visitor.page.get_by_role("button", name="Skip").click()
    visitor.page.get_by_text("This picture is not here now.").wait_for()
    visitor.page.click(".overlay .exit")
    visitor.page.wait_for_selector(".cards")
