"""E and G: the Question Manager and the Question Bank, with the real scoring service if it was built."""

import base64
import http.client
import io
import os
import re
import socket
import sqlite3

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image

from game_client import PASSWORD, PIN
from game_server import GameServer, judge_program
from household_rows import HOUSEHOLD
from managing import Form, add, distance, drawn, picture, questions, stored
from pages import DESIGN, SCREENS, Watch, driver, new_account
from screens import compare
from test_screens import still
from waiting import settled, until

needs_judge = pytest.mark.skipif(judge_program() is None, reason="SKIPPED: facialfun was not built: run `make build`")


@pytest.fixture(scope="module")
def seeing(tmp_path_factory):
    """A server with the real scoring service."""
    place = tmp_path_factory.mktemp("seeing")
    server = GameServer(place / "data", ["--facialfun", judge_program()], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0
    log = server.log_path.read_text()
    assert "Aunt Mary" not in log and "error facialfun-family" not in log


@pytest.fixture(scope="module")
def devices():
    """A browser whose camera shows a moving disc and whose microphone beeps."""
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"),
        args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--use-fake-device-for-media-stream",
              "--use-fake-ui-for-media-stream", "--force-color-profile=srgb"])
    yield browser
    browser.close()


def page_of(browser, server, **options):
    context = browser.new_context(**{"viewport": DESIGN, "base_url": server.url, **options})
    name = new_account(context, server)
    page = context.new_page()
    page.username = name
    page.watch = Watch(page)
    return page


@pytest.fixture
def parent(devices, seeing):
    page = page_of(devices, seeing)
    yield page
    page.context.close()
    assert page.watch.complaints == []


@pytest.fixture
def alone(devices, server):
    """A parent on a server without a scoring service."""
    page = page_of(devices, server)
    yield page
    page.context.close()
    assert page.watch.complaints == []


# G1

def test_G1_the_list_is_empty_at_first_and_has_its_buttons(fresh):
    fresh.goto("/questions")
    assert fresh.get_by_text("There are no questions of your own yet.").is_visible()
    assert fresh.get_by_role("link", name="Create Question").is_visible()
    assert fresh.get_by_role("button", name="Edit Question").is_visible()
    add(fresh, prompt="First?")
    add(fresh, prompt="Second?", answer="fear", level=3)
    fresh.reload()
    assert not fresh.get_by_text("There are no questions of your own yet.").is_visible()
    rows = fresh.locator(".own")
    assert [text.split("\n")[0] for text in rows.all_inner_texts()] == ["First?", "Second?"]
    assert "scared · Level 3" in rows.nth(1).inner_text()
    for row in rows.all():
        assert row.get_by_role("button", name=re.compile("^Delete Question:")).is_visible()
        assert row.locator("img").evaluate("i => i.complete && i.naturalWidth") == 600
    fresh.get_by_role("link", name="Main Menu").click()
    fresh.wait_for_url("**/menu")


# G2

def test_G2_missing_parts_are_named(fresh):
    form = Form(fresh)
    fresh.click("#save")
    assert form.fault("picture") == "Choose a picture."
    assert form.fault("prompt") == "Enter the question."
    assert form.fault("answer") == "Choose the right answer."
    fresh.fill("#prompt", "   ")
    form.choose("answer", "fear")
    fresh.click("#save")
    assert form.fault("prompt") == "Enter the question." and not form.fault("answer")
    form.choose("way", "picked").choose("picked", "anger")
    fresh.click("#save")
    assert form.fault("answers") == "Choose 2 to 4 wrong answers."
    assert questions(fresh) == [] and fresh.url.endswith("/questions/new")


@needs_judge
def test_G2_a_question_is_made_from_a_file_with_an_optional_suggestion(parent):
    parent.goto("/questions")
    parent.click("#create")
    parent.wait_for_url("**/questions/new")
    form = Form(parent).give(picture("rendered-surprise"))
    proposal = parent.locator("#proposal")
    assert proposal.inner_text() == "Looks like: surprised"
    assert parent.locator("input[name=answer]:checked").count() == 0, "the person decides"
    proposal.click()
    assert parent.locator("input[name=answer]:checked").get_attribute("value") == "surprise"
    # Another permitted answer is selected.
    form.write("How does Aunt Mary feel?", "fear", "Look at her eyes.").choose("level", 4)
    form.save()
    parent.get_by_text("The question is saved.").wait_for()
    made, = questions(parent)
    assert (made["prompt"], made["tip"], made["answer"], made["level"]) == (
        "How does Aunt Mary feel?", "Look at her eyes.", "fear", 4)
    assert made["picked"] is None and len(made["distractors"]) == 3


@needs_judge
def test_G2_there_is_no_suggestion_for_an_unusable_face(parent):
    form = Form(parent).give(picture("blurred"))
    assert "A face was found" in form.state
    assert not parent.is_visible("#proposal")


def test_G2_a_tap_takes_a_picture_with_the_camera(alone):
    form = Form(alone)
    alone.click("#camera")
    alone.wait_for_selector("#camera-take:not([disabled])", timeout=20_000)
    alone.click("#camera-view")
    alone.wait_for_function("() => !document.getElementById('camera-dialog').open")
    alone.wait_for_function("() => /not available/.test(document.getElementById('picture-state').textContent)")
    assert alone.evaluate("() => document.getElementById('camera-view').srcObject") is None, "the camera is still on"
    # The fake camera is green.
    assert form.shown()[..., 1].mean() > form.shown()[..., 0].mean() + 40
    form.write().save()
    pixels, _ = stored(alone)
    assert pixels[..., 1].mean() > pixels[..., 0].mean() + 40


def test_G2_a_picture_can_be_dropped_onto_the_form(fresh):
    form = Form(fresh)
    data = base64.b64encode(picture().read_bytes()).decode()
    fresh.evaluate("""data => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'aunt.jpg', { type: 'image/jpeg' }));
        const drop = document.getElementById('drop');
        for (const kind of ['dragenter', 'dragover', 'drop']) {
            drop.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
        }
    }""", data)
    fresh.wait_for_selector("#frame:not([hidden])")
    fresh.wait_for_function("() => /not available/.test(document.getElementById('picture-state').textContent)")
    form.write().save()
    assert len(questions(fresh)) == 1


def test_G2_a_denied_camera_is_explained(server):
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"),
        args=["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream=deny"])
    page = page_of(browser, server)
    Form(page)
    page.click("#camera")
    page.wait_for_function("() => document.getElementById('camera-sentence').textContent.length > 20")
    assert page.is_disabled("#camera-take")
    page.click("#camera-cancel")
    page.locator('[data-field="promptRecording"] .voice-record').click()
    page.wait_for_function(
        "() => document.querySelector('[data-field=promptRecording] .sentence').textContent.includes('microphone')")
    browser.close()


def test_G2_the_level_chooses_wrong_answers_or_the_user_selects_them(fresh):
    for level in [1, 3, 5]:
        add(fresh, level=level)
    form = Form(fresh).give(picture()).write(answer="sadness").choose("way", "picked")
    assert fresh.is_disabled("input[name=picked][value=sadness]"), "the right answer can be picked as a wrong one"
    for word in ["fear", "contempt"]:
        form.choose("picked", word)
    form.save()
    by_level = {q["level"]: len(q["distractors"]) for q in questions(fresh) if q["picked"] is None}
    assert by_level == {1: 2, 3: 3, 5: 4}
    assert sorted(questions(fresh)[-1]["picked"]) == ["contempt", "fear"]


# G3

def test_G3_without_questions_there_is_a_message(fresh):
    fresh.goto("/questions")
    fresh.get_by_role("button", name="Edit Question").click()
    assert fresh.inner_text("#message") == "There are no custom questions to edit"


def test_G3_a_question_is_changed_and_saving_leads_back_to_the_list(fresh):
    first, second = add(fresh, prompt="First?"), add(fresh, prompt="Second?", tip="")
    before = stored(fresh, second)[1]
    fresh.goto("/questions")
    fresh.get_by_role("button", name="Edit Question").click()
    assert fresh.inner_text("#message") == "Press the question that you want to change."
    fresh.locator(f'.own[data-id="{second}"] .own-edit').click()
    fresh.wait_for_url(f"**/questions/{second}")
    assert fresh.locator("h1").inner_text() == "Edit Question"
    fresh.wait_for_selector("#frame:not([hidden])")
    assert fresh.input_value("#prompt") == "Second?"
    form = Form(fresh, second)
    fresh.fill("#prompt", "How does Uncle Bob feel?")
    form.choose("answer", "anger")
    fresh.get_by_role("button", name="Save Question").click()
    fresh.wait_for_url("**/questions")
    assert [(q["id"], q["prompt"], q["answer"]) for q in questions(fresh)] == [
        (first, "First?", "happiness"), (second, "How does Uncle Bob feel?", "anger")]
    assert stored(fresh, second)[1] == before, "the picture's bytes changed"
    # If there is only one question, the button opens it directly.
    fresh.request.delete(f"/api/questions/{first}")
    fresh.goto("/questions")
    fresh.get_by_role("button", name="Edit Question").click()
    fresh.wait_for_url(f"**/questions/{second}")
    form = Form(fresh, second).give(("blue.png", "image/png", drawn(300, 300, "PNG", (9, 9, 200), (9, 9, 200))))
    form.save()
    assert stored(fresh, second)[0][..., 2].mean() > 150


# G4

def test_G4_deleting_needs_a_confirmation_and_no_keeps_the_question(fresh):
    kept, gone = add(fresh, prompt="Kept?"), add(fresh, prompt="Gone?")
    fresh.goto("/questions")
    fresh.locator(f'.own[data-id="{gone}"] .own-delete').click()
    dialog = fresh.get_by_role("dialog", name="Are you sure you want to delete this question?")
    assert dialog.is_visible() and dialog.get_by_text("Gone?").is_visible()
    dialog.get_by_role("button", name="No").click()
    assert len(questions(fresh)) == 2 and not dialog.is_visible()
    fresh.locator(f'.own[data-id="{gone}"] .own-delete').click()
    dialog.get_by_role("button", name="Yes").click()
    fresh.wait_for_selector(f'.own[data-id="{gone}"]', state="detached")
    assert [q["id"] for q in questions(fresh)] == [kept]
    fresh.get_by_text("1 of 100 questions, 1 of 60 MB").wait_for()
    fresh.locator(".own-delete").click()
    dialog.get_by_role("button", name="Yes").click()
    fresh.get_by_text("There are no questions of your own yet.").wait_for()
    assert questions(fresh) == []


# G5

@needs_judge
def test_G5_the_face_is_found_and_the_shown_area_is_stored(parent, seeing):
    form = Form(parent).give(picture("tilted-left"))
    assert form.state.startswith("A face was found.")
    shown = form.shown()
    form.write().save()
    pixels, content = stored(parent)
    assert pixels.shape == (600, 600, 3) and content[:3] == b"\xff\xd8\xff"
    assert distance(shown, pixels) < 6, "the stored area differs from the shown one"
    # The crop area is the one that the service itself would use.
    sockets = [line.split("listening on ")[1].strip() for line in seeing.log_path.read_text().splitlines()
               if "listening on /" in line]
    rectangle = rectangle_of(sockets[-1], picture("tilted-left").read_bytes())
    assert distance(rectangle, pixels) < 4, "the service crops differently"


def rectangle_of(path, content):
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(path)
    connection.request("POST", "/v1/rectangle?face=0&format=png", content, {"Content-Type": "image/jpeg"})
    answer = connection.getresponse().read()
    connection.close()
    return np.asarray(Image.open(io.BytesIO(answer)).convert("RGB")).astype(int)


@needs_judge
def test_G5_without_a_face_the_middle_is_used_with_a_message(parent):
    form = Form(parent).give(picture("no-face-cat"))
    assert form.state.startswith("No face was found. The frame shows the middle of the picture.")
    assert not parent.is_visible("#proposal")
    image = Image.open(picture("no-face-cat")).convert("RGB")
    side = min(image.size)
    box = ((image.width - side) // 2, (image.height - side) // 2)
    centre = image.crop((*box, box[0] + side, box[1] + side)).resize((600, 600))
    assert distance(form.shown(), np.asarray(centre).astype(int)) < 12


@needs_judge
def test_G5_one_of_several_faces_can_be_chosen(parent):
    form = Form(parent).give(picture("two-people"))
    assert form.state == "There are several faces. Choose one."
    buttons = parent.locator("#faces button")
    assert buttons.count() == 2
    pictures = []
    for button in buttons.all():
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        pictures.append(form.shown())
    assert distance(*pictures) > 15
    form.write().save()
    assert distance(stored(parent)[0], pictures[1]) < 6


@needs_judge
def test_G5_a_crowd_of_a_thousand_faces_can_be_cropped_by_hand(parent):
    face = Image.open(picture("rendered-happiness")).convert("RGB").resize((80, 80))
    crowd = Image.new("RGB", (3200, 2000))
    for number in range(1000):
        crowd.paste(face, (number % 40 * 80, number // 40 * 80))
    out = io.BytesIO()
    crowd.save(out, "JPEG", quality=60)
    assert len(out.getvalue()) < 2_000_000
    form = Form(parent).give(("crowd.jpg", "image/jpeg", out.getvalue()))
    # Faces this small are not detected, and the form never offers more than twelve.
    assert form.state.startswith(("There are several faces", "No face was found", "Face detection is not available"))
    assert parent.locator("#faces button").count() <= 12
    form.write().save()
    assert stored(parent)[0].shape == (600, 600, 3)


def test_G5_without_the_service_the_picture_is_cropped_by_hand_with_a_message(fresh):
    form = Form(fresh).give(picture())
    assert form.state.startswith("Face detection is not available right now. Move the frame by hand.")
    form.write().save()
    assert len(questions(fresh)) == 1


def test_G5_the_picture_is_moved_and_zoomed_by_mouse_wheel_touch_and_keys(browser, server):
    page = page_of(browser, server, has_touch=True)
    form = Form(page).give(("two.png", "image/png", drawn(1200, 600, "PNG")))
    red = lambda: float((form.shown()[..., 0] > 120).mean())  # noqa: E731
    assert 0.45 < red() < 0.55
    box = page.locator("#frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + box["width"] / 4, y, steps=4)
    page.mouse.up()
    assert 0.7 < red() < 0.8, "dragged to the right, more of the left is seen"
    page.focus("#frame")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert 0.45 < red() < 0.6
    before = form.shown()
    page.mouse.move(box["x"] + 20, y)
    page.mouse.wheel(0, -400)
    assert red() > 0.6, "zoomed in at the left edge"
    page.keyboard.press("-")
    page.keyboard.press("+")
    page.click("#smaller")
    assert distance(before, form.shown()) > 1
    # Spreads two fingers: the picture grows around the point between them.
    form.give(("two.png", "image/png", drawn(1200, 600, "PNG")))
    client = page.context.new_cdp_session(page)
    quarter = box["width"] / 8
    touch = lambda kind, *points: client.send("Input.dispatchTouchEvent", {  # noqa: E731
        "type": kind, "touchPoints": [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]})
    touch("touchStart", (x - quarter, y), (x + quarter, y))
    touch("touchMove", (x - 3 * quarter, y), (x + quarter, y))
    touch("touchMove", (x - 3 * quarter, y), (x + 3 * quarter, y))
    touch("touchEnd")
    pinched = form.shown()
    form.write().save()
    assert distance(stored(page)[0], pinched) < 6
    place = page.request.post("/api/questions/look", data=drawn(1200, 600, "PNG"),
                              headers={"Content-Type": "image/png"})
    looked = place.json()
    assert looked.pop("upload") and looked == {"width": 1200, "height": 600, "judge": "away", "faces": []}
    page.context.close()
    assert page.watch.complaints == []


def test_G5_a_phone_photo_above_2000_kb_is_reduced_in_the_browser(fresh):
    noise = np.random.default_rng(3).integers(0, 255, (1800, 2600, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).save(out, "JPEG", quality=92)
    assert len(out.getvalue()) > 4_000_000
    fresh.add_init_script("""const send = window.fetch; window.sent = [];
        window.fetch = (path, options) => {
            if (options?.body instanceof Blob) window.sent.push([path, options.body.size, options.body.type]);
            return send(path, options);
        };""")
    form = Form(fresh).give(("phone.jpg", "image/jpeg", out.getvalue()))
    (path, size, kind), = fresh.evaluate("() => window.sent")
    assert (path, kind) == ("/api/questions/look", "image/jpeg") and 100_000 < size <= 2_000_000
    sizes = []
    fresh.on("request", lambda request: sizes.append(len(request.post_data_buffer or b"")))
    form.write().save()
    assert 0 < max(sizes) < 2_000, "the picture was sent a second time"
    assert stored(fresh)[0].shape == (600, 600, 3)


def exif_picture():
    image = Image.open(io.BytesIO(drawn(800, 600)))
    exif = Image.Exif()
    exif[0x010E] = "Zebulonia at home"
    exif[0x9286] = "secret comment"
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2], gps[29] = "N", (48.0, 8.0, 14.0), "2026:11:22"
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif, comment=b"Zebulonia's comment", icc_profile=b"x" * 200)
    return out.getvalue()


def test_G5_only_pixels_are_stored(fresh, server):
    given = exif_picture()
    assert b"Zebulonia" in given and b"2026:11:22" in given
    Form(fresh).give(("aunt.jpg", "image/jpeg", given)).write("How does she feel?").save()
    _, content = stored(fresh)
    for word in [b"Zebulonia", b"2026:11:22", b"secret", b"Exif", b"ICC_PROFILE"]:
        assert word not in content
        assert word not in b"".join(p.read_bytes() for p in server.folder.glob("pet.sqlite*")), word
    assert not Image.open(io.BytesIO(content)).getexif()


@pytest.mark.parametrize("name,kind,content,sentence", [
    ("cat.jpg", "image/jpeg", b"GIF89a" + b"\0" * 200, "This is not a JPEG or PNG picture. Choose another."),
    ("cat.png", "image/png", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
     "This is not a JPEG or PNG picture. Choose another."),
    ("cat.jpg", "image/jpeg", b"", "This is not a JPEG or PNG picture. Choose another."),
    ("cat.jpg", "image/jpeg", drawn()[:300], "This picture is damaged. Choose another."),
    ("cat.jpg", "image/jpeg", drawn(40, 40), "This picture is too small. Choose a larger one."),
], ids=["gif", "svg", "empty", "cut-off", "small"])
def test_G5_a_file_that_is_not_a_picture_is_reported_and_not_stored(fresh, name, kind, content, sentence):
    form = Form(fresh)
    fresh.set_input_files("#file", {"name": name, "mimeType": kind, "buffer": content})
    fresh.wait_for_function(
        "() => document.querySelector('[data-field=picture] .sentence').textContent.trim()", timeout=10_000)
    assert form.fault("picture") == sentence
    assert questions(fresh) == []


# G6

def test_G6_another_familys_questions_are_inaccessible(browser, server):
    mine, theirs = page_of(browser, server), page_of(browser, server)
    name = add(theirs, prompt="Secret?")
    found, = questions(theirs)
    assert questions(mine) == []
    for path in [f"/api/questions/{name}", found["picture"]]:
        assert theirs.request.get(path).status == 200
        answer = mine.request.get(path)
        assert answer.status == 404 and "Secret" not in answer.text()
    assert mine.request.delete(f"/api/questions/{name}").status == 404
    mine.goto(f"/questions/{name}")
    assert mine.locator("h1").inner_text() == "Nothing here"
    mine.watch.expect("404")
    assert [q["prompt"] for q in questions(theirs)] == ["Secret?"]
    for page in [mine, theirs]:
        page.context.close()
        assert page.watch.complaints == []


# E

class Bank:
    """A round of the Question Bank on the screen."""

    def __init__(self, page):
        self.page, self.round, self.outcomes = page, None, []
        page.on("response", self.listen)
        page.goto("/play/bank")
        self.wait()

    def listen(self, response):
        if "/api/rounds" in response.url and response.status == 200:
            body = response.json()
            if body.get("outcome", {}).get("kind") == "noted":
                return
            if "outcome" in body:
                self.outcomes.append(body["outcome"])
                body = body["round"]
            self.round = body

    def wait(self):
        self.page.wait_for_selector("#skip:not([disabled])", timeout=15_000)

    def press(self, answer):
        self.do(lambda: self.page.click(f'#answers [data-answer="{answer}"]'))

    def do(self, deed):
        """Runs an action and waits for the server's response to it. The request that records a tip does not count."""
        count = len(self.outcomes)
        deed()
        until(self.page, lambda: len(self.outcomes) > count)


def test_E1_own_questions_follow_the_rules_of_standard_ones(fresh):
    add(fresh, prompt="How does Aunt Mary feel?", answer="happiness", tip="Look at her mouth.")
    add(fresh, prompt="And Uncle Bob?", answer="happiness", tip="Look at his mouth.")
    fresh.goto("/levels")
    assert "2" in fresh.get_by_role("link", name=re.compile("Question Bank")).inner_text()
    fresh.get_by_role("link", name=re.compile("Question Bank")).click()
    fresh.wait_for_url("**/question-bank")
    fresh.get_by_role("link", name="Play").click()
    fresh.wait_for_url("**/play/bank")
    game = Bank(fresh)
    assert game.round["total"] == 2
    first = game.round["current"]["id"]
    assert fresh.locator("#prompt").inner_text() in ("How does Aunt Mary feel?", "And Uncle Bob?")
    assert fresh.locator("#picture").evaluate("i => i.naturalWidth") == 600
    assert len(game.round["current"]["answers"]) == 3
    fresh.click("#tip")
    assert "mouth" in fresh.inner_text("#tip-panel")
    wrong = [a["id"] for a in game.round["current"]["answers"] if a["id"] != "happiness"]
    game.press(wrong[0])
    assert game.outcomes[-1]["kind"] == "wrong"
    fresh.wait_for_selector(f'[data-answer="{wrong[0]}"][disabled]')
    game.do(lambda: fresh.click("#skip"))
    assert game.outcomes[-1]["kind"] == "skipped" and game.round["current"]["id"] != first
    for _ in range(2):
        game.wait()
        game.press("happiness")
        assert game.outcomes[-1]["kind"] == "right"
    fresh.wait_for_url("**/levels*", timeout=15_000)
    fresh.goto("/review")
    assert not fresh.get_by_text("nothing to see").is_visible()


@pytest.mark.parametrize("voices", ["[]", "[{ localService: true, lang: 'en-GB', name: 'here' }]"])
def test_E1_without_any_voice_a_recording_is_suggested(fresh, voices):
    fresh.add_init_script(f"speechSynthesis.getVoices = () => {voices};")
    fresh.goto("/questions/new")
    has_voice = voices != "[]" or fresh.evaluate("() => 'serverVoice' in document.body.dataset")
    words = "The game's voice reads it." if has_voice else "No voice on this device can read it."
    fresh.wait_for_function(
        "words => document.querySelector('[data-field=promptRecording] .voice-state').textContent.startsWith(words)",
        arg=words, timeout=5_000)


def test_E1_the_recorded_voice_reads_the_question(alone):
    form = Form(alone).give(picture()).write("How does Aunt Mary feel?", tip="Look at her.")
    box = alone.locator('[data-field="promptRecording"]')
    box.locator(".voice-record").click()
    alone.wait_for_function(
        "() => document.querySelector('[data-field=promptRecording] .voice-state').textContent.includes('1 of 15')",
        timeout=10_000)
    box.locator(".voice-record").click()
    box.locator(".voice-hear").wait_for()
    box.locator(".voice-hear").click()
    alone.wait_for_function("() => document.body.dataset.playing === 'recording'")
    form.save()
    made, = questions(alone)
    assert made["promptRecording"] and made["tipRecording"] is None
    sound = alone.request.get(made["promptRecording"])
    assert sound.headers["content-type"] == "audio/webm" and sound.body()[:4] == b"\x1a\x45\xdf\xa3"
    Bank(alone)
    alone.wait_for_function("() => (document.body.dataset.playing || '').startsWith('/api/questions/')", timeout=8_000)
    # After erasing the recording, the game's own voice reads it.
    Form(alone, made["id"])
    alone.locator('[data-field="promptRecording"] .voice-erase').click()
    alone.click("#save")
    alone.wait_for_url("**/questions")
    assert questions(alone)[0]["promptRecording"] is None


def test_E1_a_recording_ends_by_itself_after_15_seconds(alone):
    Form(alone)
    box = alone.locator('[data-field="tipRecording"]')
    box.locator(".voice-record").click()
    box.locator(".voice-hear").wait_for(timeout=20_000)
    assert box.locator(".voice-state").inner_text() == "Your voice has been recorded."
    assert not box.locator(".sentence").inner_text()


def test_E1_standard_questions_are_mixed_in_on_request(fresh):
    for number in range(3):
        add(fresh, prompt=f"Own {number}?")
    answer = fresh.request.put("/api/question-bank", data={"mix": True})
    assert answer.status == 403 and answer.json()["code"] == "parent_needed"
    fresh.goto("/questions")
    fresh.locator("label:has(#mix)").click()
    fresh.wait_for_selector("#pin-dialog[open]")
    with fresh.expect_response("**/api/question-bank"):
        for digit in PIN:
            fresh.click(f'#pin-dialog [data-key="{digit}"]')
    fresh.reload()
    assert fresh.is_checked("#mix")
    played = fresh.request.post("/api/rounds", data={"level": "bank"}).json()
    assert played["total"] == 8
    asked = [played["current"], *played["upcoming"]]
    assert all(q["picture"] or q["answers"][0]["picture"] for q in asked)


def test_E2_without_questions_a_message_leads_to_the_question_manager(fresh):
    fresh.goto("/levels")
    fresh.get_by_role("link", name=re.compile("Question Bank")).click()
    fresh.wait_for_url("**/question-bank")
    assert fresh.get_by_text("There are no questions of your own yet.").is_visible()
    fresh.get_by_role("link", name="Question Manager").click()
    fresh.wait_for_url("**/questions")
    assert fresh.locator("h1").inner_text() == "Question Manager"
    # Opening the address directly works, too.
    fresh.goto("/play/bank")
    fresh.wait_for_url("**/question-bank")
    fresh.watch.expect("409")


# Failures

def test_deleting_a_question_played_in_another_tab_shows_a_message_and_the_round_continues(browser, server):
    page = page_of(browser, server)
    for number in range(2):
        add(page, prompt=f"Own {number}?")
    game = Bank(page)
    gone = game.round["current"]["id"]
    assert page.request.delete(f"/api/questions/{gone.removeprefix('bank-')}").status == 204
    game.press("happiness")
    assert (game.outcomes[-1]["kind"], game.outcomes[-1]["reason"]) == ("ignored", "withdrawn")
    page.get_by_text("This question was taken away. Here comes the next one.").wait_for()
    game.wait()
    assert game.round["current"]["id"] != gone
    # After deleting the last question, the round ends and the levels appear.
    assert page.request.delete(f"/api/questions/{game.round['current']['id'].removeprefix('bank-')}").status == 204
    game.press("happiness")
    page.wait_for_url("**/levels*", timeout=15_000)
    page.context.close()
    assert page.watch.complaints == []


def test_without_a_connection_nothing_is_saved_and_the_form_keeps_its_input(alone):
    form = Form(alone).give(picture()).write("How does Aunt Mary feel?", "anger", "Look.").choose("level", 3)
    alone.context.set_offline(True)
    alone.click("#save")
    alone.wait_for_function("() => document.getElementById('message').textContent.includes('No network connection')")
    alone.watch.expect("ERR_INTERNET_DISCONNECTED")
    assert alone.url.endswith("/questions/new") and alone.input_value("#prompt") == "How does Aunt Mary feel?"
    alone.context.set_offline(False)
    assert questions(alone) == []
    form.save()
    assert [(q["answer"], q["level"], q["tip"]) for q in questions(alone)] == [("anger", 3, "Look.")]


def test_a_lost_response_creates_no_second_question(alone):
    form = Form(alone).give(picture()).write()
    lost = []

    def lose(route):
        if not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    alone.route("**/api/questions/*-*", lose)
    alone.click("#save")
    alone.wait_for_function("() => document.getElementById('message').textContent.includes('No network connection')")
    alone.watch.expect("ERR_FAILED")
    assert lost[0].status == 201 and len(questions(alone)) == 1
    form.save()
    # The upload was used by the request whose response was lost, so the picture is uploaded again.
    alone.watch.expect("409 (Conflict)")
    assert len(questions(alone)) == 1


def drafts(page):
    """The unsaved questions that the browser stores, of all accounts."""
    return page.evaluate("""() => new Promise((resolve) => {
        const opening = indexedDB.open("pet-drafts");
        // Where there is none yet, none is made.
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
            const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
            all.onsuccess = () => { opening.result.close(); resolve(all.result.map((one) => one.key)); };
        };
    })""")


# The time of the latest draft.
KEPT_AT = """() => new Promise((resolve) => {
    const opening = indexedDB.open("pet-drafts");
    opening.onsuccess = () => {
        const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
        all.onsuccess = () => { opening.result.close(); resolve(Math.max(...all.result.map((one) => one.at))); };
    };
})"""


def sign_in(page):
    page.wait_for_url("**/login*")
    page.fill("#name", page.username)
    page.fill("#password", PASSWORD)
    page.click("#login-button")
    page.wait_for_url("**/menu", timeout=60_000)


def test_a_forced_login_restores_picture_texts_and_recording(alone, server):
    """The session ends while a form is open, as after 30 minutes. All input is restored and can be saved."""
    form = Form(alone).write("How does Aunt Mary feel?", "anger", "Look.")
    form.choose("level", "3").choose("way", "picked").choose("picked", "fear").choose("picked", "disgust")
    box = alone.locator('[data-field="promptRecording"]')
    box.locator(".voice-record").click()
    box.locator("text=Recording:").wait_for()
    # The recording must have some length.
    box.locator("text=Recording: 1").wait_for()
    box.locator(".voice-record").click()
    box.locator(".voice-hear:visible").wait_for()
    form.give(("face.jpg", "image/jpeg", drawn(900, 600)), wait=False)
    by_hand = "() => document.getElementById('picture-state').textContent.includes('by hand')"
    alone.wait_for_function(by_hand, timeout=30_000)
    alone.focus("#frame")
    for key in ["ArrowLeft", "ArrowLeft", "ArrowDown", "+"]:
        pressed = alone.evaluate("() => Date.now()")
        alone.keyboard.press(key)
    # The draft is stored when no key was pressed for 150 ms.
    until(alone, lambda: alone.evaluate(KEPT_AT) >= pressed + 150)
    before = form.shown()
    with sqlite3.connect(server.folder / "pet.sqlite", timeout=20) as base:
        base.execute(f"DELETE FROM session WHERE household = {HOUSEHOLD}", (alone.username,))
    alone.click("#save")
    sign_in(alone)
    alone.watch.expect("401")
    alone.goto("/questions")
    alone.wait_for_function("() => document.getElementById('message').textContent.includes('unsaved question')")
    form = Form(alone)
    assert "still here" in alone.inner_text("#message")
    assert (alone.input_value("#prompt"), alone.input_value("#tip")) == ("How does Aunt Mary feel?", "Look.")
    assert alone.locator("input[name=answer]:checked").get_attribute("value") == "anger"
    picked = alone.locator("input[name=picked]:checked").all()
    assert sorted(one.get_attribute("value") for one in picked) == ["disgust", "fear"]
    assert box.locator(".voice-hear").is_visible() and "Your voice has been recorded" in box.inner_text()
    assert distance(form.shown(), before) < 1
    form.save()
    (kept,) = questions(alone)
    assert kept["promptRecording"] and kept["level"] == 3 and sorted(kept["picked"]) == ["disgust", "fear"]
    assert distance(stored(alone)[0], before) < 6
    assert drafts(alone) == []


def test_a_picture_rejected_for_a_missing_login_is_not_lost(fresh):
    """The session is over when the picture is checked. The server rejects the session, not the picture."""
    form = Form(fresh).write("How does Aunt Mary feel?", "anger", "Look.")
    fresh.request.post("/api/logout", data={})
    form.give(picture(), wait=False)
    sign_in(fresh)
    fresh.watch.expect("401")
    form = Form(fresh)
    assert fresh.input_value("#prompt") == "How does Aunt Mary feel?" and fresh.locator("#frame").is_visible()
    form.save()
    assert len(questions(fresh)) == 1


def test_a_draft_belongs_to_its_family_and_ends_with_the_logout(browser, fresh, server):
    Form(fresh).write("A secret question").give(picture())
    until(fresh, lambda: len(drafts(fresh)) == 1)
    fresh.request.post("/api/logout", data={})
    # Another family signs in with the same browser; the first one did not log out.
    other = new_account(fresh.context, server)
    form = Form(fresh)
    assert fresh.input_value("#prompt") == "" and fresh.locator("#frame").is_hidden()
    assert "still here" not in fresh.inner_text("#message")
    form.write("Another question")
    until(fresh, lambda: len(drafts(fresh)) == 2)
    assert other != fresh.username
    fresh.goto("/menu")
    fresh.click("#logout")
    fresh.wait_for_url("**/login*")
    assert drafts(fresh) == []
    fresh.watch.expect("401")


def test_two_tabs_with_a_new_question_have_separate_drafts(fresh):
    form = Form(fresh).write("The first one")
    until(fresh, lambda: len(drafts(fresh)) == 1)
    other = fresh.context.new_page()
    second = Form(other)
    assert other.input_value("#prompt") == ""
    second.write("The second one").give(picture())
    second.save()
    form.give(picture())
    form.save()
    assert sorted(q["prompt"] for q in questions(fresh)) == ["The first one", "The second one"]
    other.close()


def test_a_draft_expires_after_a_day(fresh):
    Form(fresh).write("An old question")
    until(fresh, lambda: len(drafts(fresh)) == 1)
    fresh.goto("/menu")
    fresh.evaluate("""() => new Promise((resolve) => {
        const opening = indexedDB.open("pet-drafts");
        opening.onsuccess = () => {
            const change = opening.result.transaction("drafts", "readwrite");
            const all = change.objectStore("drafts").openCursor();
            all.onsuccess = () => {
                if (!all.result) return;
                all.result.update({ ...all.result.value, at: Date.now() - 25 * 3600_000 });
                all.result.continue();
            };
            change.oncomplete = () => { opening.result.close(); resolve(); };
        };
    })""")
    fresh.goto("/questions")
    until(fresh, lambda: drafts(fresh) == [])
    Form(fresh)
    assert fresh.input_value("#prompt") == ""


def test_leaving_unsaved_changes_asks_first(fresh):
    Form(fresh)
    fresh.click("#cancel")
    fresh.wait_for_url("**/questions")
    Form(fresh).write()
    fresh.click("#cancel")
    assert fresh.get_by_role("dialog", name="Leave without saving?").is_visible()
    fresh.click("#leave-no")
    assert fresh.input_value("#prompt")
    fresh.click("#cancel")
    fresh.click("#leave-yes")
    fresh.wait_for_url("**/questions")
    Form(fresh)
    assert fresh.input_value("#prompt") == ""


def test_html_in_a_prompt_is_shown_as_text(fresh):
    words = "<img src=x onerror=alert(1)> & <b>she</b>?"
    add(fresh, prompt=words, tip="<script>alert(2)</script>")
    fresh.goto("/questions")
    assert fresh.locator(".own-prompt").inner_text() == words
    assert fresh.locator(".own img").count() == 1
    fresh.locator(".own-delete").click()
    assert fresh.inner_text("#delete-prompt") == words
    Bank(fresh)
    assert fresh.inner_text("#prompt") == words
    fresh.click("#tip")
    assert fresh.inner_text("#tip-text") == "<script>alert(2)</script>"
    Form(fresh, questions(fresh)[0]["id"])
    assert fresh.input_value("#prompt") == words


def test_the_hundred_and_first_question_is_rejected_with_a_message(fresh):
    small = {"file": drawn(64, 64), "place": {"a": 64 / 600, "b": 0, "tx": 0, "ty": 0}}
    for _ in range(100):
        add(fresh, **small)
    form = Form(fresh).give(picture()).write()
    fresh.click("#save")
    fresh.wait_for_function("() => document.getElementById('message').textContent.includes('100 questions')")
    fresh.watch.expect("409")
    assert len(questions(fresh)) == 100 and form.page.input_value("#prompt")


# Keyboard operation, accessibility, and appearance

def test_a_question_is_created_and_deleted_by_keyboard(fresh):
    press = fresh.keyboard.press
    # The listener is added first: if the page reacted to the key before it, the browser might open its own dialog.
    fresh.on("filechooser", lambda chooser: None)

    def tab_to(selector):
        for _ in range(60):
            if fresh.evaluate("s => document.activeElement?.matches(s)", selector):
                return
            press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    fresh.goto("/questions")
    tab_to("#create")
    press("Enter")
    fresh.wait_for_url("**/questions/new")
    fresh.wait_for_selector("#question[data-ready]")
    tab_to("#files")
    with fresh.expect_file_chooser() as chooser:
        press("Enter")
    chooser.value.set_files(picture())
    fresh.wait_for_function("() => /not available/.test(document.getElementById('picture-state').textContent)")
    tab_to("#frame")
    press("ArrowLeft")
    press("+")
    tab_to("#prompt")
    fresh.keyboard.type("How does he feel?")
    tab_to("input[name=answer]")
    press("ArrowRight")
    press("ArrowRight")
    tab_to("#save")
    press("Enter")
    fresh.wait_for_url("**/questions")
    assert questions(fresh)[0]["prompt"] == "How does he feel?"
    tab_to(".own-delete")
    press("Enter")
    fresh.wait_for_selector("#delete-dialog[open]")
    assert fresh.evaluate("() => document.activeElement.id") == "delete-no"
    press("Shift+Tab")
    press("Enter")
    fresh.wait_for_selector(".own", state="detached")
    assert fresh.evaluate("() => document.activeElement.id") == "create"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation_in_the_question_manager(browser, server, theme):
    page = page_of(browser, server, color_scheme=theme, bypass_csp=True)
    axe, found = Axe(), {}

    def look(name):
        settled(page)
        violations = axe.run(page).response["violations"]
        if violations:
            found[name] = [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in violations]

    page.goto("/questions")
    look("empty")
    name = add(page, prompt="How does Aunt Mary feel?")
    page.goto("/questions")
    look("list")
    page.locator(".own-delete").click()
    look("delete")
    form = Form(page)
    page.click("#save")
    look("missing")
    form.give(picture()).choose("way", "picked")
    look("form")
    Form(page, name)
    look("edit")
    page.goto("/play/bank")
    page.wait_for_selector("#skip:not([disabled])")
    look("play")
    page.context.close()
    assert found == {}


@pytest.mark.parametrize("size", [(1366, 1024), (1024, 768), (1280, 720)])
def test_the_question_manager_fits_its_screen(browser, server, size):
    page = page_of(browser, server, viewport={"width": size[0], "height": size[1]})
    name = add(page)
    for path in ["questions", "questions/new", f"questions/{name}"]:
        page.goto(f"/{path}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("() => [document.documentElement.scrollWidth <= innerWidth + 1,"
                             " document.documentElement.scrollHeight <= innerHeight + 1]") == [True, True], path
        for button in page.locator("main button:visible, main a:visible").all():
            box = button.bounding_box()
            assert box["x"] >= -1 and box["x"] + box["width"] <= size[0] + 1, (path, button.inner_text())
    page.context.close()


def test_the_question_managers_screens_match_their_screenshots(browser, server, request):
    page = page_of(browser, server, color_scheme="light", reduced_motion="reduce", bypass_csp=True)
    update = request.config.getoption("--update")

    def keep(name):
        page.wait_for_function(
            "() => [...document.querySelectorAll('.voice-state')].every((state) => state.textContent)")
        still(page)
        compare(page.screenshot(), SCREENS / f"{name}.png", update)

    Form(page)
    keep("question-new")
    page.click("#save")
    keep("question-missing")
    Form(page).give(picture()).write().choose("way", "picked")
    keep("question-filled")
    name = add(page, file=picture().read_bytes(), place={"a": 1, "b": 0, "tx": 0, "ty": 0},
               prompt="How does Aunt Mary feel?")
    page.goto("/questions")
    keep("questions-filled")
    page.locator(".own-delete").click()
    # Whether the page behind the dialog still shows the button under the pointer depends on the moment.
    page.mouse.move(2, 2)
    keep("questions-delete")
    page.goto(f"/questions/{name}")
    page.wait_for_selector("#frame:not([hidden])")
    keep("question-edit")
    page.context.close()
