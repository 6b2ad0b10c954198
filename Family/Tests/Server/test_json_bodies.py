"""Unreadable JSON bodies, and invalid values."""

import uuid

import pytest

from asking import ask
from game_client import next_event
from house import MARKUP, ROUND, SQL, contents, member

BAD_JSON = {
    "nothing": b"", "null": b"null", "a list": b"[]", "a number": b"1", "a text": b'"x"', "broken": b'{"name": "a"',
    "deep lists": b'{"name":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "open lists": b"[" * 60_000, "a trailing word": b'{"name":"a","password":"x"} x',
    "comments": b'/**/{"name":"a"}'}
BAD_VALUES = {
    "a raw NUL": b'{"name":"a\0","password":"x"}', "no UTF-8": b'{"name":"\xff\xfe","password":"x"}',
    "half a pair": b'{"name":"\\ud800","password":"x"}', "a huge number": b'{"name":1e999999,"password":"x"}',
    "NaN": b'{"name":NaN,"password":"x"}'}


@pytest.mark.parametrize("body", BAD_JSON.values(), ids=BAD_JSON)
def test_invalid_json_is_rejected_with_a_message(house, player, body):
    before = contents(house)
    for path in ["/api/login", "/api/accounts", "/api/rounds", "/api/account/delete", f"/api/rounds/{ROUND}/events"]:
        answer = ask(house.port, "POST", path, body, cookie=player[1])
        assert answer.status == 400 and answer.json["code"] == "malformed", (path, answer.status, answer.content[:200])
    for path in ["/api/account", "/api/settings"]:
        assert ask(house.port, "PUT", path, body, cookie=player[1]).status == 400
    assert contents(house) == before


@pytest.mark.parametrize("body", BAD_VALUES.values(), ids=BAD_VALUES)
def test_invalid_values_are_rejected_with_a_message(house, body):
    answer = ask(house.port, "POST", "/api/login", body)
    assert answer.status == 400 and answer.json["code"] == "malformed", answer.content


def test_duplicate_and_unknown_members_are_harmless(house, player):
    twice = ask(house.port, "PUT", "/api/settings", b'{"volume": 50, "volume": 75}', cookie=player[1])
    assert twice.status in (200, 400) and (twice.status == 400 or twice.json["volume"] in (50, 75))
    unknown = ask(house.port, "PUT", "/api/settings", {"volume": 60, "admin": True, "player": 1}, cookie=player[1])
    assert unknown.status == 200 and unknown.json["volume"] == 60 and "admin" not in unknown.json


@pytest.mark.parametrize("change", [
    {"id": "1"}, {"id": ""}, {"id": "zz000000-0000-4000-8000-000000000000"}, {"question": ""}, {"question": "x" * 101},
    {"presentation": -1}, {"presentation": 2**62}, {"presentation": 2**70}, {"presentation": 0.5},
    {"presentation": "1"},
    {"kind": "win"}, {"kind": ""}, {"kind": None}, {"kind": "answer", "answer": None}, {"kind": "answer", "answer": ""},
    {"kind": "answer", "answer": "x" * 101}, {"elapsedMilliseconds": 1e300}, {"elapsedMilliseconds": None}], ids=str)
def test_impossible_events_are_rejected_and_not_stored(house, change):
    _, cookie = member(house)
    played = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    before = contents(house)
    answer = ask(house.port, "POST", f"/api/rounds/{played['id']}/events", {**next_event(played), **change},
                 cookie=cookie)
    assert answer.status == 400 and answer.json["code"] == "malformed", answer.content
    assert contents(house) == before


def test_unoffered_events_are_ignored_and_repeated_ones_count_once(house):
    _, cookie = member(house)
    played = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    place = f"/api/rounds/{played['id']}/events"
    base = {"question": played["current"]["id"], "presentation": played["presentation"], "elapsedMilliseconds": 900}
    for change in [{"answer": "pride"}, {"answer": SQL}, {"answer": "x\0"},
                   {"question": MARKUP, "answer": "happiness"}]:
        answer = ask(house.port, "POST", place, {**base, "id": str(uuid.uuid4()), "kind": "answer", **change},
                     cookie=cookie)
        assert answer.status == 200 and answer.json["outcome"]["kind"] == "ignored", change
        assert "right" not in answer.json["outcome"]
    long = {**base, "id": str(uuid.uuid4()), "kind": "tip", "elapsedMilliseconds": -(2**62)}
    first = ask(house.port, "POST", place, long, cookie=cookie)
    again = ask(house.port, "POST", place, long, cookie=cookie)
    assert first.status == again.status == 200 and first.json["round"]["revision"] == again.json["round"]["revision"]


@pytest.mark.parametrize("change", [{"volume": 24}, {"volume": 101}, {"volume": -5}, {"volume": 52}, {"theme": "red"},
                                    {"motion": ""},
                                    {"reward": MARKUP}, {"voice": "../../etc/passwd"}, {"voice": "x" * 60_000}],
                                    ids=lambda c: str(c)[:30])
def test_settings_out_of_range_are_rejected(house, player, change):
    before = contents(house)
    answer = ask(house.port, "PUT", "/api/settings", change, cookie=player[1])
    assert answer.status == 422 and answer.json["message"]
    assert contents(house) == before
