"""Data of another player is reported as unknown and stays unchanged."""

import io
import uuid

import pytest
from PIL import Image

from asking import ask
from game_client import PIN, next_event
from house import MEMBER_ROUTES, PAGES, ROUND, contents, filled, member, open_parents_part
from routes import api_routes


def picture(house, cookie):
    """The browser's reference to an uploaded picture for a question."""
    out = io.BytesIO()
    Image.effect_noise((300, 300), 40).convert("RGB").save(out, "PNG")
    looked = ask(house.port, "POST", "/api/questions/look", out.getvalue(), cookie=cookie, kind="image/png")
    assert looked.status == 200, looked.content
    return {"upload": looked.json["upload"], "place": {"a": 0.5, "b": 0, "tx": 0, "ty": 0}}


def own_things(house, cookie):
    """One object for each kind of address with an identifier: the identifier by its parent address, and a request body.

    A sitting at the camera needs the scoring service, so its own tests cover access to other players' sittings.
    """
    round_ = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    question = {"prompt": "How does Robin feel?", "answer": "happiness", "picture": picture(house, cookie)}
    identifier = str(uuid.uuid4())
    saved = ask(house.port, "PUT", f"/api/questions/{identifier}", question, cookie=cookie)
    assert saved.status == 201, saved.content
    return {
        "/api/rounds": (round_["id"], next_event(round_)),
        "/api/questions": (identifier, question),
        "/api/facial-fun/sittings": (ROUND, {}),
        "/api/children": (
            str(ask(house.port, "GET", "/api/account/export", cookie=cookie).json["account"]["players"][0]["id"]),
            {"pin": PIN, "fullName": "Kim", "birthYear": 2016, "day": "2026-11-22", "text": "a note"},
        ),
    }


def test_no_route_gives_access_to_another_players_data(house, player):
    _, own = player
    _, other = member(house)
    for cookie in [own, other]:
        open_parents_part(house, cookie)
    things = own_things(house, other)
    routes = [(method, path) for method, path in api_routes() if "{id}" in path]
    assert {path.split("/{id}")[0] for _, path in routes} == set(things), (
        "a new kind of address has no test here"
    )

    def state(cookie):
        export = ask(house.port, "GET", "/api/account/export", cookie=cookie).json
        return [export["account"], [player["rounds"] for player in export["players"]],
                *(ask(house.port, "GET", path, cookie=cookie).json
                  for path in ["/api/questions", f"/api/rounds/{things['/api/rounds'][0]}"])]

    before = state(other)
    for method, path in routes:
        identifier, body = things[path.split("/{id}")[0]]
        address = (
            filled(path, identifier)
            .replace("/part", "/picture")
            .replace("/days/day", "/days/2026-11-22")
            .replace("/notes/note", "/notes/1")
        )
        if method == "GET" and "sittings" not in path:
            assert ask(house.port, "GET", address, cookie=other).status == 200, f"{path} is missing for its owner"
        answer = ask(house.port, method, address, None if method in ("GET", "DELETE") else body, cookie=own)
        if (method, path) == ("PUT", "/api/questions/{id}"):
            # The other player's upload is unknown. The browser chooses the name of a new question, so a request with
            # another player's name creates a new question of this player.
            assert (answer.status, answer.json["code"]) == (409, "upload_gone")
            mine = {**body, "picture": picture(house, own)}
            assert ask(house.port, method, address, mine, cookie=own).status == 201
            assert ask(house.port, "DELETE", address, cookie=own).status == 204
        else:
            assert answer.status in (404, 415, 422) and b"Robin" not in answer.content, (
                method, path, answer.status, answer.content[:200])
        assert state(other) == before, (method, path)
    page = f"/questions/{things['/api/questions'][0]}"
    assert ask(house.port, "GET", page, cookie=other).status == 200
    stolen = ask(house.port, "GET", page, cookie=own)
    assert stolen.status == 404 and b"Robin feel" not in stolen.content


def test_another_players_round_is_unknown_and_unchanged(house, player):
    _, own = player
    _, other = member(house)
    theirs = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=other).json
    before = contents(house)
    answer = ask(house.port, "GET", f"/api/rounds/{theirs['id']}", cookie=own)
    assert answer.status == 404 and answer.json["code"] == "unknown_round"
    for _ in range(5):
        answer = ask(house.port, "POST", f"/api/rounds/{theirs['id']}/events", next_event(theirs), cookie=own)
        assert answer.status == 404 and answer.json["code"] == "unknown_round"
    assert contents(house) == before
    again = ask(house.port, "GET", f"/api/rounds/{theirs['id']}", cookie=other).json
    assert again == theirs


def test_an_event_counts_only_for_its_own_player(house, player):
    _, own = player
    _, other = member(house)
    theirs = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=other).json
    mine = ask(house.port, "POST", "/api/rounds", {"level": "2"}, cookie=own).json
    event = {**next_event(theirs), "kind": "skip"}
    assert ask(house.port, "POST", f"/api/rounds/{theirs['id']}/events", event, cookie=other).status == 200
    stolen = ask(house.port, "POST", f"/api/rounds/{mine['id']}/events", event, cookie=own)
    assert stolen.status in (200, 404, 409), stolen.content
    if stolen.status == 200:
        assert stolen.json["outcome"]["kind"] == "ignored" and stolen.json["round"]["id"] == mine["id"]
    assert ask(house.port, "GET", f"/api/rounds/{mine['id']}", cookie=own).json == mine


@pytest.mark.parametrize("identifier",
                         ["1", "x", "..", "%2e%2e", "%00", "null", ROUND, "-1", "1%20OR%201=1", "a" * 3000])
def test_rounds_with_invalid_names_are_unknown(house, player, identifier):
    answer = ask(house.port, "GET", f"/api/rounds/{identifier}", cookie=player[1])
    assert answer.status in (400, 404) and answer.json["message"]


def test_every_member_route_needs_a_cookie(house):
    before = contents(house)
    for method, path in MEMBER_ROUTES:
        answer = ask(house.port, method, path, {} if method != "GET" else None)
        assert answer.status == 401 and answer.json["code"] == "signed_out", (method, path, answer.status)
    for page in PAGES:
        answer = ask(house.port, "GET", page)
        assert answer.status == 303 and answer.headers["Location"] == "/login", page
    assert contents(house) == before
