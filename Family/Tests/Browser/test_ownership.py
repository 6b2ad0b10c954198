"""What is another player's is unknown, and stays as it is."""

import io
import uuid

import pytest
from PIL import Image

from asking import ask
from game_client import PIN, next_event
from house import MEMBER_ROUTES, PAGES, ROUND, contents, filled, member, open_parents_part
from routes import api_routes


def picture(house, cookie):
    """A question's picture, which is uploaded, as the browser refers to it."""
    out = io.BytesIO()
    Image.effect_noise((300, 300), 40).convert("RGB").save(out, "PNG")
    looked = ask(house.port, "POST", "/api/questions/look", out.getvalue(), cookie=cookie, kind="image/png")
    assert looked.status == 200, looked.content
    return {"upload": looked.json["upload"], "place": {"a": 0.5, "b": 0, "tx": 0, "ty": 0}}


def own_things(house, cookie):
    """One of each thing that has an address of its own: its identifier, by the address above it, and a body for it.

    A sitting before the camera begins with the judge of faces alone: who asks for another's there is tested with that.
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


def test_another_players_things_are_nobody_elses_by_any_route(house, player):
    _, own = player
    _, other = member(house)
    for cookie in [own, other]:
        open_parents_part(house, cookie)
    things = own_things(house, other)
    routes = [(method, path) for method, path in api_routes() if "{id}" in path]
    assert {path.split("/{id}")[0] for _, path in routes} == set(things), (
        "something new has an address and no test here"
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
            assert ask(house.port, "GET", address, cookie=other).status == 200, f"{path} is not there for its owner"
        answer = ask(house.port, method, address, None if method in ("GET", "DELETE") else body, cookie=own)
        if (method, path) == ("PUT", "/api/questions/{id}"):
            # The other's upload is unknown. The browser names a new question: with another's name it is one more,
            # of one's own.
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


def test_another_players_round_is_unknown_and_stays_as_it_is(house, player):
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


def test_another_players_event_counts_for_nobody_else(house, player):
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
def test_rounds_that_cannot_be_are_unknown(house, player, identifier):
    answer = ask(house.port, "GET", f"/api/rounds/{identifier}", cookie=player[1])
    assert answer.status in (400, 404) and answer.json["message"]


def test_every_member_route_wants_a_cookie(house):
    before = contents(house)
    for method, path in MEMBER_ROUTES:
        answer = ask(house.port, method, path, {} if method != "GET" else None)
        assert answer.status == 401 and answer.json["code"] == "signed_out", (method, path, answer.status)
    for page in PAGES:
        answer = ask(house.port, "GET", page)
        assert answer.status == 303 and answer.headers["Location"] == "/login?from=idle", page
    assert contents(house) == before
