"""Prep's pages on the real server: a parent makes an experience, a child looks around in it."""

import io
import time

from PIL import Image, ImageDraw

from asking import ask, join
from game_client import PIN
from sittings import change
from test_learning import cookie_of

PANORAMA = "c0ffee00-0000-4000-8000-000000000001"


def panorama():
    """A JPEG of a whole sphere: colored stripes."""
    image = Image.new("RGB", (1024, 512), "#cde")
    draw = ImageDraw.Draw(image)
    for stripe in range(8):
        draw.rectangle((stripe * 128, 128, stripe * 128 + 64, 384), fill=(30 * stripe, 120, 200 - 20 * stripe))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90)
    return out.getvalue()


def allowed(server, username, cookie):
    """Enables Prep for the child and enters the parent PIN: an adult has to confirm that a picture shows no one."""
    change(server, username, "INSERT INTO home_enabled_app (app, enabled, player) VALUES ('prep', 1, ?)")
    assert ask(server.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie, timeout=60).status == 200
    return cookie


def upload(server, cookie, kind, content, media_type):
    sent = ask(server.port, "POST", f"/prep/api/media?kind={kind}&faces=none", content, cookie=cookie, kind=media_type)
    assert sent.status == 202, sent.content
    job = sent.json
    end = time.monotonic() + 60
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < end, job
        time.sleep(0.1)
        job = ask(server.port, "GET", f"/prep/api/jobs/{job['id']}", cookie=cookie).json
    return job


def test_an_experience_is_made_stored_and_looked_at(fresh, server):
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
    fresh.watch.expect("GPU stall")  # the software renderer, when the test looks at the canvas


def test_another_family_gets_nothing_of_it_by_any_id(fresh, server):
    cookie = allowed(server, fresh.username, cookie_of(fresh))
    picture = upload(server, cookie, "panorama", panorama(), "image/jpeg")["media"]["id"]
    experience = ask(server.port, "POST", "/prep/api/experiences", {}, cookie=cookie).json["id"]
    sent, other = join(server.port)
    allowed(server, sent["username"], other)
    assert ask(server.port, "GET", f"/prep/media/{picture}", cookie=cookie).status == 200
    for path in (f"/prep/media/{picture}", f"/prep/api/experiences/{experience}",
                 f"/prep/api/experiences/{experience}/export"):
        assert ask(server.port, "GET", path, cookie=other).status == 404, path


def test_a_damaged_picture_is_refused_with_a_reason(fresh, server):
    cookie = allowed(server, fresh.username, cookie_of(fresh))
    job = upload(server, cookie, "panorama", panorama()[:2000], "image/jpeg")
    assert job["state"] == "failed" and job["error"]["message"], job
