"""Invalid input to the Question Manager's routes: clear errors, no partial changes, and no access to other families'
data.
"""

import base64
import io
import sqlite3
import struct
import time
import uuid
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from asking import ask
from game_client import PASSWORD
from house import assert_lives, contents, member, open_parents_part
from managing import drawn, middle, order

LOOK = "/api/questions/look"
BANK = "/api/rounds"


RECORDINGS = "/api/questions/recordings"
NOWHERE = "00000000-0000-4000-8000-000000000000"


def look(house, cookie, content):
    return ask(house.port, "POST", LOOK, content, cookie=cookie, kind="image/jpeg")


def put(house, cookie, name=None, file=None, **changes):
    """Uploads a picture and stores a question with it. Returns the response, or the one that rejected the picture."""
    looked = look(house, cookie, drawn() if file is None else file)
    if looked.status != 200:
        return looked
    return ask(house.port, "PUT", f"/api/questions/{name or uuid.uuid4()}", order(looked.json["upload"], **changes),
               cookie=cookie)


def png(width, height, data=b"\0"):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))


NO_PICTURES = {
    "empty": (b"", "not_a_picture"),
    "a GIF named .jpg": (b"GIF89a" + bytes(500), "not_a_picture"),
    "SVG with script": (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "not_a_picture"),
    "HTML": (b"<html><script>alert(1)</script>", "not_a_picture"),
    "a bomb of 2.5 gigapixels": (png(50_000, 50_000), "too_many_pixels"),
    "a JPEG that says 65,000 square": (
        drawn(64, 64).replace(b"\x00\x40\x00\x40\x03", b"\xfd\xe8\xfd\xe8\x03"), "too_many_pixels"),
    "too small": (drawn(47, 600), "too_small"),
}


def another(house):
    """The cookie of another family."""
    return member(house)[1]


@pytest.fixture
def parent(house):
    return another(house)


@pytest.mark.parametrize("name", NO_PICTURES)
def test_a_file_that_is_not_a_picture_is_rejected_and_not_stored(house, parent, name):
    content, code = NO_PICTURES[name]
    before = contents(house)
    looked = look(house, parent, content)
    assert (looked.status, looked.json["code"]) == (422, code), looked.content
    assert "upload" not in looked.json and looked.seconds < 3
    assert contents(house) == before
    assert_lives(house)


def test_a_truncated_or_inflating_picture_is_rejected(house, parent):
    before = contents(house)
    whole = drawn(900, 700)
    for content in [whole[:len(whole) // 2], png(3000, 3000, bytes(9_000_000)), png(200, 200)]:
        answer = put(house, parent, file=content, place=middle(200, 200))
        assert answer.status == 422 and "damaged" in answer.json["fields"]["picture"], answer.content
    assert contents(house) == before


def test_a_picture_has_at_most_two_million_bytes(house, parent):
    whole = drawn()
    most = whole + bytes(2_000_000 - len(whole))
    answer = look(house, parent, most + b"\0")
    assert (answer.status, answer.json["code"]) == (413, "too_large") and "2,000 KB" in answer.json["message"]
    assert put(house, parent, file=most).status == 201
    assert put(house, parent, file=whole + bytes(4_000_000)).status == 413


def test_the_texts_of_a_question_have_a_size_limit(house, parent):
    answer = ask(house.port, "PUT", f"/api/questions/{uuid.uuid4()}", order(NOWHERE, prompt="x" * 66_000),
                 cookie=parent)
    assert (answer.status, answer.json["code"]) == (413, "too_large")


def test_an_upload_belongs_to_its_family_and_is_used_once(house, parent):
    name, other = uuid.uuid4(), another(house)
    upload = look(house, parent, drawn()).json["upload"]
    for cookie, used in [(other, upload), (parent, NOWHERE), (parent, "x")]:
        answer = ask(house.port, "PUT", f"/api/questions/{name}", order(used), cookie=cookie)
        assert (answer.status, answer.json["code"]) == (409, "upload_gone"), answer.content
    for status in [201, 409]:
        assert ask(house.port, "PUT", f"/api/questions/{name}", order(upload), cookie=parent).status == status


def test_only_the_latest_uploads_are_kept(house, parent):
    uploads = [look(house, parent, drawn()).json["upload"] for _ in range(5)]
    answers = [ask(house.port, "PUT", f"/api/questions/{uuid.uuid4()}", order(upload), cookie=parent).status
               for upload in uploads]
    assert answers == [409, 201, 201, 201, 201]


WEBM = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm"


@pytest.mark.parametrize("content,kind,status,code", [
    (b"RIFF0000WAVE" + bytes(100), "audio/webm", 422, "not_a_recording"), (b"", "audio/webm", 422, "not_a_recording"),
    (WEBM, "text/html", 415, "not_a_recording"), (WEBM + bytes(300_000), "audio/webm", 413, "too_long")])
def test_a_file_that_is_not_a_recording_is_rejected(house, parent, content, kind, status, code):
    answer = ask(house.port, "POST", RECORDINGS, content, cookie=parent, kind=kind)
    assert (answer.status, answer.json["code"]) == (status, code), answer.content
    assert len(answer.json["message"]) > 10


def test_a_recording_is_uploaded_and_saved_with_its_question(house, parent):
    made = ask(house.port, "POST", RECORDINGS, WEBM + bytes(1000), cookie=parent, kind="audio/webm;codecs=opus")
    assert made.status == 201, made.content
    saved = put(house, parent, tipRecording=made.json["upload"])
    assert saved.status == 201, saved.content
    sound = ask(house.port, "GET", saved.json["tipRecording"], cookie=parent)
    assert sound.content == WEBM + bytes(1000) and sound.headers["Content-Type"] == "audio/webm"
    picture_ = look(house, parent, drawn()).json["upload"]
    mistaken = put(house, parent, promptRecording=picture_)
    assert mistaken.status == 422 and list(mistaken.json["fields"]) == ["promptRecording"]


def test_a_picture_of_another_type_or_without_one_is_rejected(house, parent):
    for kind in ["image/gif", "text/html", "application/json", "multipart/form-data; boundary=x"]:
        answer = ask(house.port, "POST", LOOK, drawn(), cookie=parent, kind=kind)
        assert (answer.status, answer.json["code"]) == (415, "not_a_picture"), kind


@pytest.mark.parametrize("place", [
    {"a": 1, "b": 0, "tx": 1e9, "ty": 0}, {"a": 0, "b": 0, "tx": 300, "ty": 200},
    {"a": 1e300, "b": 1e300, "tx": 0, "ty": 0},
    {"a": 0.001, "b": 0, "tx": 300, "ty": 200}])
def test_a_crop_area_outside_the_picture_is_rejected(house, parent, place):
    answer = put(house, parent, place=place)
    assert answer.status == 422 and list(answer.json["fields"]) == ["picture"]


@pytest.mark.parametrize("body", [
    [], "x", 7, None, {"prompt": 7}, {"picture": "x"}, {"picture": {"upload": 7, "place": {}}}, {"picked": "fear"},
    {"level": "1"}, {"picture": {"upload": "", "place": {"a": "NaN", "b": 0, "tx": 0, "ty": 0}}}])
def test_a_body_of_another_type_is_rejected(house, parent, body):
    answer = ask(house.port, "PUT", f"/api/questions/{uuid.uuid4()}", body if body is not None else b"null",
                 cookie=parent)
    assert answer.status in (400, 422) and answer.json["message"], answer.content


def test_all_missing_parts_are_named_at_once(house, parent):
    answer = ask(house.port, "PUT", f"/api/questions/{uuid.uuid4()}", {}, cookie=parent)
    assert answer.status == 422 and set(answer.json["fields"]) == {"picture", "prompt", "answer"}
    assert all(len(sentence) > 10 for sentence in answer.json["fields"].values())


@pytest.mark.parametrize("changes,field", [
    ({"prompt": " \t  "}, "prompt"), ({"prompt": "x" * 121}, "prompt"), ({"prompt": "x" * 60_000}, "prompt"),
    ({"prompt": "two\nlines"}, "prompt"), ({"prompt": "a\0b"}, "prompt"), ({"prompt": "\u202eback"}, "prompt"),
    ({"tip": "x" * 201}, "tip"), ({"tip": "a\0b"}, "tip"), ({"answer": "joy"}, "answer"), ({"answer": ""}, "answer"),
    ({"level": 0}, "level"), ({"level": 6}, "level"), ({"picked": []}, "answers"), ({"picked": ["fear"]}, "answers"),
    ({"picked": ["fear", "fear"]}, "answers"), ({"picked": ["happiness", "fear"]}, "answers"),
    ({"picked": ["fear", "joy"]}, "answers"),
    ({"picked": ["fear", "anger", "sadness", "surprise", "disgust"]}, "answers")])
def test_invalid_values_are_named_and_nothing_is_stored(house, parent, changes, field):
    before = contents(house)
    answer = put(house, parent, **changes)
    assert answer.status == 422 and list(answer.json["fields"]) == [field], answer.content
    assert len(answer.json["fields"][field]) > 10
    assert contents(house) == before


def test_texts_in_all_languages_are_stored_unchanged(house, parent):
    for words in ["Wie fühlt sie sich?", "她感觉如何\uff1f", "كيف تشعر؟", "👨‍👩‍👧 ?", "<b>&amp;'\"--", "x" * 120]:
        answer = put(house, parent, prompt=words)
        assert answer.status == 201 and answer.json["prompt"] == words


def test_a_failed_save_leaves_the_old_question_unchanged(house, parent):
    name = uuid.uuid4()
    assert put(house, parent, name).status == 201
    before = contents(house)
    assert put(house, parent, name, prompt="Another?", file=drawn()[:200]).status == 422
    assert put(house, parent, name, prompt="Another?", tipRecording=NOWHERE).status == 409
    assert contents(house) == before


def test_another_familys_question_is_unknown_and_unchanged(house, parent):
    other = another(house)
    name = uuid.uuid4()
    theirs = put(house, other, name, prompt="Theirs?").json
    before = contents(house)
    unknown = uuid.uuid4()
    for method, path, body in [
            ("GET", "/api/questions/{}", None), ("GET", "/api/questions/{}/picture", None),
            ("GET", "/api/questions/{}/prompt", None), ("DELETE", "/api/questions/{}", None)]:
        answers = [ask(house.port, method, path.format(one), body, cookie=parent) for one in (name, unknown)]
        assert [a.status for a in answers] == [404, 404]
        assert answers[0].content == answers[1].content, "it differs from a missing one"
    # A request with the same name creates the player's own question, which needs its own picture.
    order_ = order(NOWHERE)
    del order_["picture"]
    answer = ask(house.port, "PUT", f"/api/questions/{name}", order_, cookie=parent)
    assert answer.status == 422 and "picture" in answer.json["fields"]
    assert contents(house) == before
    page = ask(house.port, "GET", f"/questions/{name}", cookie=parent)
    assert page.status == 404 and b"Theirs" not in page.content
    assert ask(house.port, "GET", theirs["picture"]).status == 401
    # The player cannot play the other question, either.
    assert ask(house.port, "POST", BANK, {"level": "bank"}, cookie=parent).json["code"] == "no_questions"


@pytest.mark.parametrize("name", ["1", "..", "%2e%2e%2f", "new", "null", "x" * 3000, "1%20OR%201=1"])
def test_invalid_names_are_unknown(house, parent, name):
    for method, path in [("GET", f"/api/questions/{name}"), ("PUT", f"/api/questions/{name}"),
                         ("DELETE", f"/api/questions/{name}"), ("GET", f"/api/questions/{name}/picture")]:
        answer = ask(house.port, method, path, order(NOWHERE) if method == "PUT" else None, cookie=parent)
        assert answer.status in (400, 404, 405), (method, path, answer.status)


def test_another_site_can_neither_change_nor_delete(house, parent):
    name = uuid.uuid4()
    put(house, parent, name)
    foreign = {"Sec-Fetch-Site": "cross-site"}
    for method, path, body in [("PUT", f"/api/questions/{name}", order(NOWHERE, prompt="Mine now?")),
                               ("DELETE", f"/api/questions/{name}", None), ("POST", LOOK, b"x"),
                               ("PUT", "/api/question-bank", {"mix": True})]:
        answer = ask(house.port, method, path, body, cookie=parent, headers=foreign)
        assert (answer.status, answer.json["code"]) == (403, "cross_site")
    assert ask(house.port, "GET", f"/api/questions/{name}", cookie=parent).json["prompt"] == "How does she feel?"


def test_pictures_are_private_and_revalidated_each_time(house, parent):
    made = put(house, parent).json
    answer = ask(house.port, "GET", made["picture"], cookie=parent)
    assert answer.status == 200 and answer.headers["Content-Type"] == "image/jpeg"
    assert (
        answer.headers["Cache-Control"] == "private, no-cache" and answer.headers["X-Content-Type-Options"] == "nosniff"
    )
    same = ask(house.port, "GET", made["picture"], cookie=parent,
               headers={"Sec-Fetch-Site": "same-origin", "If-None-Match": answer.headers["ETag"]})
    assert same.status == 304 and same.content == b""


def test_the_quota_is_exact_to_the_byte(house):
    cookie = another(house)
    name = uuid.uuid4()
    assert put(house, cookie, name).status == 201
    used = ask(house.port, "GET", "/api/questions", cookie=cookie).json["usage"]
    assert used["mostBytes"] == 60_000_000 and used["mostQuestions"] == 100
    second = put(house, cookie)
    assert second.status == 201
    size = ask(house.port, "GET", "/api/questions", cookie=cookie).json["usage"]["bytes"] - used["bytes"]
    # Forty copies of the first question have tips of such a size that only one more picture fits.
    filling = 60_000_000 - used["bytes"] - 2 * size
    each = filling // 40
    with sqlite3.connect(house.folder / "pet.sqlite", timeout=20) as database:
        columns = ", ".join(row[1] for row in database.execute("PRAGMA table_info(own_question)")
                            if row[1] not in ("id", "name"))
        for number in range(40):
            row = database.execute(f"INSERT INTO own_question (name, {columns}) SELECT randomblob(16), {columns}"
                                   " FROM own_question WHERE name = ?", (name.bytes,)).lastrowid
            bytes_now = each if number < 39 else filling - 39 * each + 1
            database.execute("INSERT INTO own_file VALUES (?, 'tip', 'audio/webm', ?, zeroblob(32), zeroblob(?))",
                             (row, bytes_now, bytes_now))
    before = contents(house)
    answer = put(house, cookie)
    assert (answer.status, answer.json["code"]) == (409, "too_many_bytes") and "60 MB" in answer.json["message"]
    assert contents(house) == before
    with sqlite3.connect(house.folder / "pet.sqlite", timeout=20) as database:
        database.execute("UPDATE own_file SET bytes = ?, content = zeroblob(?) WHERE part = 'tip' AND question = ?",
                         (bytes_now - 1, bytes_now - 1, row))
    assert put(house, cookie).status == 201
    usage = ask(house.port, "GET", "/api/questions", cookie=cookie).json["usage"]
    assert usage["bytes"] == 60_000_000
    # The export is written picture by picture, so the server's memory stays small.
    house.forget_peak()
    start = house.memory()[0]
    open_parents_part(house, cookie)
    out = ask(house.port, "GET", "/api/account/export", cookie=cookie, timeout=60)
    export = out.json
    assert out.status == 200 and sum(len(base64.b64decode(f["content"])) for f in export["files"]) == 60_000_000
    assert {f["part"] for f in export["files"]} == {"picture", "tip"}
    assert house.memory()[1] - start < 120, "the export is in memory more than once"
    deleted = ask(house.port, "POST", "/api/account/delete", {"password": PASSWORD}, cookie=cookie, timeout=60)
    assert deleted.status == 200, deleted.content
    with sqlite3.connect(f"file:{house.folder / 'pet.sqlite'}?mode=ro", uri=True) as database:
        assert database.execute("SELECT count(*) FROM own_question WHERE name = ?", (name.bytes,)).fetchone() == (0,)


def test_the_export_contains_every_question_and_picture_during_play(house, parent):
    made = [put(house, parent, prompt=f"{n}?").json for n in range(3)]
    played = ask(house.port, "POST", BANK, {"level": "bank"}, cookie=parent).json
    open_parents_part(house, parent)
    export = ask(house.port, "GET", "/api/account/export", cookie=parent).json
    assert [q["question"]["prompt"] for q in export["questions"]] == ["0?", "1?", "2?"]
    pictures = {f["question"].lower(): base64.b64decode(f["content"]) for f in export["files"]}
    for one in made:
        assert pictures[one["id"]] == ask(house.port, "GET", one["picture"], cookie=parent).content
    event = {"id": str(uuid.uuid4()), "question": played["current"]["id"], "presentation": 0, "kind": "answer",
             "answer": "happiness", "elapsedMilliseconds": 5}
    assert (
        ask(house.port, "POST", f"{BANK}/{played['id']}/events", event, cookie=parent).json["outcome"]["kind"]
        == "right"
    )


def test_forty_pictures_at_once_are_processed_or_must_be_retried(house, parent):
    large = io.BytesIO()
    Image.effect_noise((3000, 3000), 40).save(large, "JPEG", quality=20)
    content = large.getvalue()
    assert len(content) < 2_000_000
    house.forget_peak()
    start = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: put(house, parent, file=content, place=middle(3000, 3000)), range(40)))
    # Some pictures are uploaded again because others replaced their uploads.
    assert {a.status for a in answers} <= {201, 409, 429, 503}, {a.status for a in answers}
    assert 201 in {a.status for a in answers} and time.monotonic() - start < 60
    refused = [a for a in answers if a.status != 201]
    assert all(put(house, parent, file=content, place=middle(3000, 3000)).status == 201 for _ in refused[:3])
    assert house.memory()[1] < 300
    assert_lives(house)
