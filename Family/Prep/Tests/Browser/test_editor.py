"""The editor: F16 to F28."""

import io

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image

import house
from conftest import PHONE


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "place.jpg"
    path.write_bytes(house.panorama(90, 1024))
    return path


@pytest.fixture
def noise(tmp_path):
    path = tmp_path / "noise.wav"
    path.write_bytes(house.sound())
    return path


def choose(page, path, press):
    with page.expect_file_chooser() as chooser:
        press()
    chooser.value.set_files(path)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def add_panorama(page, photo, count):
    choose(page, photo, button(page, "From photos").click)
    page.wait_for_selector("dialog .stage[data-shown]")
    button(page, "Yes, keep it").click()
    page.wait_for_selector(f".panoramas .card:nth-child({count})")


def test_F6_F16_to_F28_a_parent_creates_an_experience(visitor, server, photo, noise):
    visitor.open()
    page = visitor.page
    steps = []
    page.expose_function("countStep", lambda: steps.append(1))
    page.evaluate("addEventListener('click', (event) => event.isTrusted && countStep(), true)")
    button(page, "New experience").click()
    page.get_by_label("Title").fill("Our bakery")
    for count in (1, 2, 3):
        add_panorama(page, photo, count)
    for number in (1, 2):
        button(page, f"Edit: Panorama {number}").click()
        page.wait_for_selector(".editor .stage[data-shown]")
        button(page, "Sound").click()
        choose(page, noise, button(page, "From files").click)
        button(page, "Done").click()
        button(page, "Door").click()
        page.locator("dialog").get_by_role("button", name=f"Panorama {number + 1}").click()
        button(page, "Exit").click()
        button(page, "Yes, keep the changes").click()
    page.locator(".card").nth(2).get_by_label("Final panorama").check()
    assert page.locator("ul.notice").count() == 0
    button(page, "Exit").click()
    button(page, "Yes, save").click()
    page.wait_for_selector(".cards")
    (saved,) = server.store.own.values()
    assert saved["title"] == "Our bakery"
    assert saved["final"] == saved["panoramas"][2]["id"]
    kinds = [[trigger["kind"] for trigger in place["triggers"]] for place in saved["panoramas"]]
    assert kinds == [["sound", "door"], ["sound", "door"], []]
    targets = [place["triggers"][1]["to"] for place in saved["panoramas"][:2]]
    assert targets == [place["id"] for place in saved["panoramas"][1:]]
    # A person needs about four seconds per press, which is far below five minutes in total.
    print("presses:", len(steps))
    assert len(steps) <= 40


def test_F16_F22_an_invalid_title_is_reported_and_replaced_by_the_default(visitor, server):
    house.dentist(server.store, bundled=False, title="The dentist")
    experience = house.dentist(server.store, bundled=False, title="My school")
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    for title, message in (("Bus", "at least 4"), ("A very long title", "at most 16"), ("the dentist", "already have")):
        page.get_by_label("Title").fill(title)
        assert message in page.inner_text("#title-error")
        assert page.get_by_label("Title").input_value() == title
    button(page, "Exit").click()
    button(page, "Yes, save").click()
    page.wait_for_selector(".cards")
    assert server.store.own[experience["id"]]["title"] == "Experience 1"


def test_F16_at_most_10_experiences(visitor, server):
    for number in range(10):
        house.dentist(server.store, bundled=False, title=f"Place {number}")
    visitor.open()
    button(visitor.page, "New experience").click()
    visitor.page.get_by_text("You have 10 experiences").wait_for()
    assert len(server.store.own) == 10


def test_F17_the_description_stops_at_128_characters(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    field = visitor.page.get_by_label("Description")
    field.fill("x" * 200)
    assert len(field.input_value()) == 128
    assert visitor.page.inner_text("#description-left") == "0 characters left"


def test_F18_a_panorama_is_viewed_deleted_and_restored_by_undo(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    page.get_by_label("Title").fill("Changed title")
    button(page, "View: Dentist's room").click()
    visitor.shown(experience["panoramas"][1])
    button(page, "Exit").click()
    page.wait_for_selector(".panoramas")
    assert page.get_by_label("Title").input_value() == "Changed title"
    button(page, "Delete: Dentist's room").click()
    button(page, "Delete").last.click()
    page.wait_for_selector(".panoramas .card:only-child")
    button(page, "Undo").click()
    page.wait_for_selector(".panoramas .card:nth-child(2)")


def test_F21_an_experience_is_deleted_only_after_confirmation(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    button(page, "Delete experience").click()
    button(page, "Cancel").click()
    assert server.store.own
    button(page, "Delete experience").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_selector(".cards, .page h2")
    server.wait_for(lambda store: not store.own)


def test_F22_leaving_without_saving_discards_all_changes(visitor, server):
    visitor.open()
    page = visitor.page
    button(page, "New experience").click()
    page.get_by_label("Title").fill("Unwanted")
    button(page, "Exit").click()
    button(page, "No, discard the changes").click()
    server.wait_for(lambda store: not store.own)


def open_room(visitor, experience):
    visitor.open(f"/edit/{experience['id']}")
    button(visitor.page, "Edit: Waiting room").click()
    visitor.page.wait_for_selector(".editor .stage[data-shown]")


def test_F24_F27_F28_icons_are_dragged_resized_and_deleted_with_undo(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    open_room(visitor, experience)
    page = visitor.page
    box = visitor.trigger_box("Telephone")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x + 5, y)
    page.mouse.down()
    page.mouse.move(x + 105, y - 60, steps=6)
    page.mouse.up()
    moved = visitor.trigger_box("Telephone")
    # Choosing opens the panel, which may shift the stage, so compare directions.
    place = page.evaluate("prep.screen.camera()")
    assert place["yaw"] == 0, "the view moved with the icon"
    assert moved["x"] > box["x"] + 50
    button(page, "Larger").click()
    assert visitor.trigger_box("Telephone")["width"] > moved["width"]
    button(page, "Undo").click()
    button(page, "Undo").click()
    button(page, "Redo").click()
    visitor.trigger("Telephone").click()
    button(page, "Delete").click()
    assert visitor.trigger("Telephone").count() == 0
    button(page, "Exit").click()
    button(page, "No, discard the changes").click()
    button(page, "Edit: Waiting room").click()
    page.wait_for_selector(".editor .stage[data-shown]")
    assert abs(visitor.trigger_box("Telephone")["x"] - box["x"]) < 2


def test_F23_F27_the_keyboard_moves_resizes_and_deletes(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    open_room(visitor, experience)
    page = visitor.page
    visitor.trigger("Telephone").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "+"):
        page.keyboard.press(key)
    button(page, "Exit").click()
    button(page, "Yes, keep the changes").click()
    button(page, "Exit").click()
    button(page, "Yes, save").click()
    page.wait_for_selector(".cards")
    changed = server.store.own[experience["id"]]["panoramas"][0]["triggers"][0]
    assert (changed["yaw"], changed["pitch"], changed["size"]) == (-18, -4, 12)


def test_F23_swipes_and_motion_look_around(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    open_room(visitor, experience)
    page = visitor.page
    box = page.locator(".editor .stage").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7 - 200, box["y"] + 40, steps=8)
    page.mouse.up()
    visitor.until("() => prep.screen.camera().yaw > 5")
    server.store.preferences = {"swipeOnly": False}
    page.add_init_script("DeviceOrientationEvent.requestPermission = async () => 'granted';")
    open_room(visitor, experience)
    page.evaluate("""() => setInterval(() => {
        globalThis.alpha ??= 0;
        globalThis.sent = (globalThis.sent ?? 0) + 1;
        dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha, beta: 90, gamma: 0, absolute: true }));
    }, 40)""")
    # The first orientation is straight ahead.
    visitor.until("() => globalThis.sent > 5")
    page.evaluate("globalThis.alpha = -30")
    visitor.until("() => Math.abs(prep.screen.camera().yaw - 30) < 0.1")


@pytest.mark.parametrize(("room", "name", "kind"), [("Waiting room", "Telephone", "audio"),
                                                    ("Dentist's room", "Opening wide", "video")])
def test_F27_sounds_and_videos_are_previewed(visitor, server, room, name, kind):
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    button(page, f"Edit: {room}").click()
    page.wait_for_selector(".editor .stage[data-shown]")
    visitor.trigger(name).click()
    button(page, "Preview").click()
    visitor.until("(kind) => document.querySelector(`dialog ${kind}`)?.currentTime > 0.1", kind)
    page.evaluate("(kind) => globalThis.previewed = document.querySelector(`dialog ${kind}`)", kind)
    page.locator("dialog").get_by_role("button", name="Back").click()
    visitor.until("() => previewed.paused")
    assert page.locator("dialog").count() == 0


def test_N4_the_strength_of_the_first_visit_is_set(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    open_room(visitor, experience)
    page = visitor.page
    visitor.trigger("Telephone").click()
    page.get_by_label("Start softer and shorter").check()
    page.get_by_label("Seconds on the first visit").fill("3")
    page.get_by_label("Visits until full strength").fill("6")
    button(page, "Done").click()
    server.wait_for(lambda store: store.drafts)
    button(page, "Exit").click()
    button(page, "Yes, keep the changes").click()
    button(page, "Exit").click()
    button(page, "Yes, save").click()
    page.wait_for_selector(".cards")
    changed = server.store.own[experience["id"]]["panoramas"][0]["triggers"][0]
    assert changed["intensity"] == {"volume": 0.3, "seconds": 3, "steps": 6}


@pytest.mark.parametrize("kind", ["sound", "video"])
def test_F25_a_recording_is_previewed_and_used(visitor, server, kind):
    visitor.context.grant_permissions(["microphone", "camera"])
    experience = house.dentist(server.store, bundled=False)
    open_room(visitor, experience)
    page = visitor.page
    button(page, kind.capitalize()).click()
    button(page, f"Record {kind}").click()
    button(page, "Start recording").click()
    page.get_by_text("Recording: 1 seconds").wait_for()
    button(page, "Stop").click()
    button(page, "Use it").click()
    button(page, "Done").wait_for()
    recorded = [(media, body) for media, body in server.store.media.values() if "webm" in media["type"]]
    assert [media["kind"] for media, body in recorded if len(body) > 1000].count(kind) >= 1
    server.wait_for(lambda store: store.drafts)


def test_autosave_keeps_the_changes_of_a_closed_page(visitor, server):
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    visitor.page.get_by_label("Title").fill("Half finished")
    server.wait_for(lambda store: store.drafts)
    visitor.open(f"/edit/{experience['id']}")
    button(visitor.page, "Continue with them").click()
    assert visitor.page.get_by_label("Title").input_value() == "Half finished"


@pytest.mark.parametrize(("answer", "title"), [("Keep this one", "Second"), ("Use the other one", "First one")])
def test_F22_the_user_resolves_a_conflict_of_two_windows(visitor, server, answer, title):
    experience = house.dentist(server.store, bundled=False)
    other = visitor.open_page()
    visitor.open(f"/edit/{experience['id']}")
    other.goto(f"{server.address}/edit/{experience['id']}")
    other.get_by_label("Title").fill("First one")
    button(other, "Exit").click()
    button(other, "Yes, save").click()
    other.wait_for_selector(".cards")
    page = visitor.page
    page.get_by_label("Title").fill("Second")
    button(page, "Exit").click()
    button(page, "Yes, save").click()
    button(page, answer).click()
    if answer == "Keep this one":
        page.wait_for_selector(".cards")
    else:
        visitor.until("(title) => document.querySelector('#title').value === title", title)
    assert server.store.own[experience["id"]]["title"] == title


def test_F20_REQ4_capture_takes_aligned_pictures_and_fills_the_sphere(visitor, server):
    visitor.context.grant_permissions(["camera", "accelerometer", "gyroscope", "magnetometer"])
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    button(page, "Capture").click()
    page.evaluate("""() => globalThis.turning = setInterval(() => dispatchEvent(
        new DeviceOrientationEvent('deviceorientation', { alpha: globalThis.alpha ?? 0, beta: 90, gamma: 0 })), 40)""")
    button(page, "Start").click()
    page.get_by_text("1 of").wait_for()
    total = int(page.inner_text(".panel p:nth-of-type(2)").split()[2])
    assert 8 <= total <= 60
    for number in range(2, 10):
        # Turns to the next dot on the horizon until the next picture is taken.
        page.evaluate("([step]) => globalThis.alpha = -step", [360 / horizon(page) * (number - 1)])
        page.get_by_text(f"{number} of").wait_for()
    server.wait_for(lambda store: len(next(iter(store.captures.values()))) == 9)
    poses = [pose for pose, body in next(iter(server.store.captures.values())).values()]
    assert all(abs(float(pose["X-Pitch"])) < 1 and float(pose["X-Field-Of-View"]) == 65 for pose in poses)
    assert sorted(float(pose["X-Yaw"]) for pose in poses)[0] < -100
    photo = next(iter(server.store.captures.values()))[0][1]
    assert Image.open(io.BytesIO(photo)).format == "JPEG"
    button(page, "Make panorama").click()
    page.get_by_text("Keep this panorama?").wait_for()
    page.evaluate("clearInterval(turning)")
    button(page, "No, discard it").click()
    button(page, "Start").wait_for()
    button(page, "Exit").click()
    page.wait_for_selector(".panoramas .card:nth-child(2)")
    assert page.locator(".panoramas .card").count() == 2
    server.wait_for(lambda store: not store.captures)


def horizon(page):
    return page.evaluate("""() => {
        const { videoWidth: w, videoHeight: h } = document.querySelector('.finder');
        const wide = w >= h ? 65 : 2 * Math.atan(Math.tan(32.5 * Math.PI / 180) * w / h) * 180 / Math.PI;
        return Math.ceil(360 / (wide * 0.65));
    }""")


def test_F20_without_motion_sensors_arrows_guide_the_user(visitor, server):
    visitor.context.grant_permissions(["camera"])
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    button(page, "Capture").click()
    button(page, "Start").click()
    for number in range(1, 9):
        button(page, "Take picture").click()
        page.get_by_text(f"{number} of").wait_for()
    assert "Turn right by" in page.inner_text(".panel .strong")
    button(page, "Make panorama").click()
    page.wait_for_selector("dialog .stage[data-shown]")
    button(page, "Yes, keep it").click()
    page.wait_for_selector(".panoramas .card:nth-child(3)")


def test_F20_a_denied_camera_is_explained(make_visitor, server):
    visitor = make_visitor()
    visitor.page.add_init_script("navigator.mediaDevices.getUserMedia = () => "
                                 "Promise.reject(new DOMException('no', 'NotAllowedError'))")
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    button(visitor.page, "Capture").click()
    button(visitor.page, "Start").click()
    visitor.page.get_by_text("The camera cannot be used: NotAllowedError.").wait_for()


FACES = [{"yaw": yaw, "pitch": -5, "width": 14, "height": 18} for yaw in (-175, 30)]


def asked_for(server, path):
    return [address for _, address, _ in server.store.asked if address.startswith(f"/prep/api/{path}")]


def test_N3_a_parent_confirms_the_faces_of_the_family_and_others_stay_blurred(make_visitor, server, photo):
    visitor = make_visitor(size=PHONE, bypass_csp=True)
    server.store.faces = FACES
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    choose(page, photo, button(page, "From photos").click)
    page.get_by_text("Blurred faces: 2").wait_for()
    first = page.locator("dialog .stage[data-shown]").get_attribute("data-shown")
    button(page, "Show faces of my family").click()
    page.get_by_label("Face 2").wait_for()
    assert page.locator(".person canvas").count() == 2
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.screenshot(path="/tmp/prep-faces.png")
    # Each picture shows the surroundings of its face, also across the edge of the panorama.
    bare = page.evaluate("""() => [...document.querySelectorAll('.person canvas')].filter((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, at) => at % 4 === 3 && value < 255);
    }).length""")
    assert bare == 0
    button(page, "Leave all blurred").click()
    page.get_by_text("Blurred faces: 2").wait_for()
    assert len(server.store.jobs) == 1
    button(page, "Show faces of my family").click()
    page.get_by_label("Face 2").check()
    button(page, "Show the chosen faces").click()
    page.get_by_text("Blurred faces: 1").wait_for()
    assert page.locator("dialog .stage").get_attribute("data-shown") != first
    button(page, "Yes, keep it").click()
    page.wait_for_selector(".panoramas .card:nth-child(3)")
    server.wait_for(lambda store: store.drafts)
    kept = next(iter(server.store.drafts.values()))["panoramas"][2]
    assert kept["blurred"] == FACES[:1] and kept["image"] != first


def test_N3_without_face_detection_a_parent_confirms_that_there_are_no_people(visitor, server, photo):
    server.store.blind = True
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    choose(page, photo, button(page, "From photos").click)
    page.get_by_text("Are there people in it?").wait_for()
    button(page, "Cancel").click()
    assert page.locator(".panoramas .card").count() == 2
    choose(page, photo, button(page, "From photos").click)
    button(page, "No, no people").click()
    page.wait_for_selector("dialog .stage[data-shown]")
    button(page, "Yes, keep it").click()
    page.wait_for_selector(".panoramas .card:nth-child(3)")


def test_N3_a_captured_place_is_stitched_again_with_the_faces_of_the_family(visitor, server):
    server.store.faces = FACES
    visitor.context.grant_permissions(["camera"])
    experience = house.dentist(server.store, bundled=False)
    visitor.open(f"/edit/{experience['id']}")
    page = visitor.page
    button(page, "Capture").click()
    button(page, "Start").click()
    for number in range(1, 9):
        button(page, "Take picture").click()
        page.get_by_text(f"{number} of").wait_for()
    button(page, "Make panorama").click()
    button(page, "Show faces of my family").click()
    page.get_by_label("Face 1").check()
    button(page, "Show the chosen faces").click()
    page.get_by_text("Blurred faces: 1").wait_for()
    page.wait_for_selector("dialog .stage[data-shown]")
    assert server.store.captures, "the photos are needed until the question is answered"
    button(page, "Yes, keep it").click()
    page.wait_for_selector(".panoramas .card:nth-child(3)")
    # The pictures show all people, and a family has room for only four captures.
    server.wait_for(lambda store: not store.captures)


def test_N6_an_experience_is_imported_on_the_home_page(visitor, server, tmp_path):
    server.store.blind = True
    path = tmp_path / "place.zip"
    path.write_bytes(b"PK")
    visitor.open()
    page = visitor.page
    choose(page, path, button(page, "Import").click)
    button(page, "No, no people").click()
    page.get_by_label("Title").wait_for()
    assert page.get_by_label("Title").input_value() == "Brought"
    assert len(asked_for(server, "import")) == 2
