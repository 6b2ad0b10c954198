"""Access to a child's data by every route: open to the child, or only with the parent's PIN or the password.

A new route is in none of the lists and fails here until it is classified.
"""

import pytest

from asking import ask
from game_client import PASSWORD, PIN
from house import ROUND, contents, filled, open_parents_part
from routes import member_routes

# Open to the child: play, settings and pictures. Nothing is deleted or exported, and nothing of a sibling is shown.
CHILDS = {
    "GET /api/facial-fun",
    "PUT /api/facial-fun/settings",
    "POST /api/facial-fun/sittings",
    "GET /api/facial-fun/camera.mjpeg",
    "POST /api/facial-fun/sittings/{id}/frames",
    "POST /api/facial-fun/sittings/{id}/look",
    "POST /api/facial-fun/sittings/{id}/tap",
    "POST /api/facial-fun/sittings/{id}/rest",
    "POST /api/facial-fun/sittings/{id}/rest/again",
    "POST /api/facial-fun/sittings/{id}/skip",
    "POST /api/facial-fun/sittings/{id}/end",
    "GET /api/parent",
    "POST /api/parent",
    "DELETE /api/parent",
    "POST /api/player",
    "PUT /api/player/badge",
    "GET /api/sitting",
    "POST /api/stickers/shown",
    "PUT /api/settings",
    "POST /api/activity",
    "POST /api/speech",
    "GET /api/speech/{name}",
    "POST /api/rounds",
    "GET /api/rounds/{id}",
    "POST /api/rounds/{id}/events",
    # The Question Manager belongs to the player (B1, G1): it is in the main menu, and asks before deleting (G4).
    "GET /api/questions",
    "POST /api/questions/look",
    "POST /api/questions/recordings",
    "GET /api/questions/{id}",
    "PUT /api/questions/{id}",
    "DELETE /api/questions/{id}",
    "GET /api/questions/{id}/{part}",
}
# The parent's: routes that export or permanently delete data, are meant for adults, or set the questions and length of
# play.
PARENTS = {
    "GET /api/account/export",
    "POST /api/progress/reset",
    "POST /api/sitting",
    "PUT /api/settings/grown-ups",
    "PUT /api/question-bank",
    "POST /api/agreement",
    "GET /api/family",
    "POST /api/family/delete",
    "POST /api/children",
    "GET /api/children/{id}",
    "PUT /api/children/{id}",
    "POST /api/children/{id}/delete",
    "GET /api/children/{id}/export.json",
    "GET /api/children/{id}/export.csv",
    "GET /api/children/{id}/days/{day}",
    "POST /api/children/{id}/days/{day}/delete",
    "POST /api/children/{id}/notes",
    "PUT /api/children/{id}/notes/{note}",
    "DELETE /api/children/{id}/notes/{note}",
}
# At the camera, the sitting is checked first: without one, there is nothing that a PIN could unlock.
PARENTS_BEFORE_THE_CAMERA = {"POST /api/facial-fun/sittings/{id}/seen"}
# The account owner's: needs the password; for a name or the consent to statistics, the PIN is enough.
OWNERS = {"POST /api/account/delete", "PUT /api/account"}


def test_every_route_is_classified_for_child_parent_or_owner():
    found = {f"{method} {path}" for method, path in member_routes()}
    known = [CHILDS, PARENTS, PARENTS_BEFORE_THE_CAMERA, OWNERS]
    assert found - set().union(*known) == set(), "a new route is not classified"
    assert sum(map(len, known)) == len(set().union(*known))
    assert set().union(*known) - found == set(), "the lists contain a route that does not exist"


@pytest.mark.parametrize("door", sorted(PARENTS))
def test_parents_routes_need_the_pin(house, player, door):
    method, path = door.split()
    cookie = player[1]
    assert ask(house.port, "DELETE", "/api/parent", cookie=cookie).status == 200
    before = contents(house)
    body = (
        None
        if method in ("GET", "DELETE")
        else {
            "pin": PIN,
            "password": PASSWORD,
            "fullName": "X",
            "birthYear": "2015",
            "gender": "",
            "day": "2026-05-01",
            "text": "x",
            "mix": True,
            "excluded": [],
            "version": "2026-11",
        }
    )
    answer = ask(
        house.port,
        method,
        filled(path, "1").replace("/days/day", "/days/2026-05-01").replace("/notes/note", "/notes/1"),
        body,
        cookie=cookie,
    )
    assert (answer.status, answer.json["code"]) == (403, "parent_needed"), answer.content
    assert contents(house) == before


def test_the_account_is_changed_only_with_the_pin_or_the_password(house, player):
    sent, cookie = player
    assert ask(house.port, "DELETE", "/api/parent", cookie=cookie).status == 200
    before = contents(house)
    for change in [
        {"fullName": "X"},
        {"birthYear": "2015"},
        {"gender": "other"},
        {"statistics": False},
        {},
        {"fullName": "X", "password": "", "pin": "", "currentPassword": ""},
    ]:
        answer = ask(house.port, "PUT", "/api/account", change, cookie=cookie)
        assert (answer.status, answer.json["code"]) == (403, "parent_needed"), change
    for change in [
        {"username": "another"},
        {"username": sent["username"], "fullName": "X"},
        {"pin": "1953", "fullName": "X"},
    ]:
        answer = ask(house.port, "PUT", "/api/account", change, cookie=cookie)
        assert answer.status == 422 and answer.json["fields"]["currentPassword"], change
    assert contents(house) == before
    with_password = {"gender": "other", "currentPassword": PASSWORD}
    assert ask(house.port, "PUT", "/api/account", with_password, cookie=cookie, timeout=60).status == 200
    assert contents(house) != before
    open_parents_part(house, cookie)
    assert ask(house.port, "PUT", "/api/account", {"statistics": True}, cookie=cookie).status == 200
    # The PIN is not a password: it changes neither the password nor itself.
    assert ask(house.port, "PUT", "/api/account", {"pin": "1953"}, cookie=cookie).status == 422


def test_parents_pages_show_nothing_of_a_child_without_the_pin(house, player):
    cookie = player[1]
    assert ask(house.port, "DELETE", "/api/parent", cookie=cookie).status == 200
    closed = ask(house.port, "GET", "/family", cookie=cookie)
    assert closed.status == 200 and b'class="chart' not in closed.content and b"note-form" not in closed.content
    settings = ask(house.port, "GET", "/settings/grown-ups", cookie=cookie)
    assert settings.status == 303 and settings.headers["Location"] == "/settings"


def test_an_adults_rating_at_the_camera_needs_the_pin(house, player):
    answer = ask(
        house.port,
        "POST",
        f"/api/facial-fun/sittings/{ROUND}/seen",
        {"id": ROUND, "showing": 0, "elapsedMilliseconds": 1},
        cookie=player[1],
    )
    assert answer.status in (403, 404), answer.content
