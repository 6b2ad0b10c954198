"""Prep's pages on the real server: a parent creates an experience, and a child visits it."""

from asking import ask, join
from game_client import PIN
from prep_uploads import panorama, upload
from sittings import change
from test_learning import cookie_of

PANORAMA = "c0ffee00-0000-4000-8000-000000000001"


def allowed(server, username, cookie):
    """Enables Prep for the child and enters the parent PIN, because an adult must confirm that a picture shows no
    people.
    """
    change(server, username, "INSERT INTO home_enabled_app (app, enabled, player) VALUES ('prep', 1, ?)")
    assert ask(server.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie, timeout=60).status == 200
    return cookie


def test_an_experience_is_created_stored_and_viewed(fresh, server):
    cookie = allowed(server, fresh.username, cookie_of(fresh))
    job = upload(server, cookie, "panorama", panorama(), "image/jpeg")
    assert job["state"] == "done", job
    picture = job["media"]["id"]
    made = ask(server.port, "POST", "/prep/api/experiences", {}, cookie=cookie)
    assert made.status == 201 and made.json["title"] == "Experience 1"
    experience = made.json
    experience["panoramas"] = [{"id": PANORAMA, "name": "Waiting room", "story": "We wait here.", "image": picture,
                                "start": {"yaw": 0, "pitch": 0}, "blurred": [], "triggers": []}]
    experience["final"] = PANORAMA
    headers = {"Sec-Fetch-Site": "same-origin", "If-Match": made.headers["ETag"]}
    stored = ask(server.port, "PUT", f"/prep/api/experiences/{experience['id']}", experience, cookie=cookie,
                 headers=headers)
    assert stored.status == 200, stored.content

    fresh.goto("/prep/")
    fresh.wait_for_selector("html[data-started]")
    assert "Experience 1" in fresh.inner_text("main")
    fresh.goto(f"/prep/view/{experience['id']}")
    fresh.wait_for_selector("html[data-started]")
    fresh.get_by_role("button", name="Skip").click()
    fresh.wait_for_selector(f".stage[data-shown='{PANORAMA}']")
    assert fresh.get_by_role("button", name="Exit").is_visible()
    fresh.watch.expect("GPU stall")  # uses the software renderer because the test reads the canvas


def test_another_family_cannot_access_an_experience_by_any_id(fresh, server):
    cookie = allowed(server, fresh.username, cookie_of(fresh))
    picture = upload(server, cookie, "panorama", panorama(), "image/jpeg")["media"]["id"]
    experience = ask(server.port, "POST", "/prep/api/experiences", {}, cookie=cookie).json["id"]
    sent, other = join(server.port)
    allowed(server, sent["username"], other)
    assert ask(server.port, "GET", f"/prep/media/{picture}", cookie=cookie).status == 200
    for path in (f"/prep/media/{picture}", f"/prep/api/experiences/{experience}",
                 f"/prep/api/experiences/{experience}/export"):
        assert ask(server.port, "GET", path, cookie=other).status == 404, path


def test_a_damaged_picture_is_rejected_with_a_reason(fresh, server):
    cookie = allowed(server, fresh.username, cookie_of(fresh))
    job = upload(server, cookie, "panorama", panorama()[:2000], "image/jpeg")
    assert job["state"] == "failed" and job["error"]["message"], job
