"""What is another player's is unknown, and stays as it is."""

import pytest
from asking import ask
from game_client import next_event
from house import MEMBER_ROUTES, PAGES, ROUND, contents, member


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


@pytest.mark.parametrize("identifier", ["1", "x", "..", "%2e%2e", "%00", "null", ROUND, "-1", "1%20OR%201=1", "a" * 3000])
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
