"""The description of the JSON routes (docs/openapi.json) is valid, and every response conforms to it.

Two thousand seeded random requests, most of them nonsense: none may cause a server error.
"""

import json
import os
import random
import re
import time
import uuid

import pytest
from openapi_spec_validator import validate

from asking import PROMPT, ask, form, join
from described import DESCRIPTION, assert_described, in_a_sitting, operations
from game_client import PASSWORD, PIN, TERMS, next_event
from game_server import GameServer
from managing import drawn, order
from routes import api_routes

REQUESTS = 2000
SEED = int(os.environ.get("FAMILY_FUZZ_SEED", "20261122"))


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("openapi")
    server = GameServer(place / "data", ["--no-scoring"], log=place / "pet.log").start()
    yield server
    assert server.process.poll() is None, "the server did not survive the tests"
    assert server.stop() == 0
    log = server.log_path.read_text(errors="replace")
    assert "error facialfun-family" not in log, log[-2000:]
    assert "@example" not in log and PASSWORD not in log and "__Host-pet" not in log, "the log contains personal data"


def test_the_description_is_valid_openapi():
    validate(DESCRIPTION)


def test_every_json_route_of_the_server_is_described():
    def known(routes):
        return {(method, re.sub(r"\{.*?\}", "{}", path)) for method, path in routes}

    found = known(api_routes())
    described = known((method, path) for method, path, _ in operations())
    assert len(found) >= 25 and found <= described, found - described


def test_accepted_requests_are_answered_as_described(house):
    """A child plays for a long time: every route at least once, each with valid input."""
    port = house.port
    sent, cookie = join(port)
    asked = set()

    def go(method, path, body=None, wanted=200, cookie_=None, **parts):
        answer = ask(port, method, path.format(**parts), body, cookie=cookie_ or cookie)
        assert answer.status == wanted, (path, answer.status, answer.content[:300])
        assert_described(method, path, answer)
        asked.add((method, path))
        return answer

    go("GET", "/healthz")
    made = go("POST", "/api/accounts", form(), 201, cookie_="none=1")
    go("POST", "/api/accounts", form(username="a b", email="x", password="short"), 422, cookie_="none=1")
    go("GET", "/api/parent")
    go("POST", "/api/parent", {"pin": "12"}, 422)
    go("POST", "/api/parent", {"pin": "0000"}, 403)
    go("POST", "/api/parent", {"pin": PIN})
    go("DELETE", "/api/parent")
    go("PUT", "/api/settings", {"volume": 75, "theme": "dim"})
    go("PUT", "/api/settings", {})
    go("PUT", "/api/settings/grown-ups", {"sittingMinutes": 10}, 403)
    go("POST", "/api/sitting", {}, 403)
    go("POST", "/api/parent", {"pin": PIN})
    go("PUT", "/api/settings/grown-ups", {"sittingMinutes": 0, "difficulty": "hand", "excluded": ["fear"]})
    go("PUT", "/api/settings/grown-ups", {"excluded": ["fear", "anger", "disgust", "sadness", "neutral"]}, 422)
    go("PUT", "/api/settings/grown-ups", {"excluded": []})
    spoken = ask(port, "POST", "/api/speech", {"text": "How does my brother feel?"}, cookie=cookie)
    assert_described("POST", "/api/speech", spoken)
    asked.add(("POST", "/api/speech"))
    go("GET", "/api/speech/{name}", None, 404, name="x")
    go("GET", "/api/sitting")
    go("POST", "/api/sitting", {})
    go("POST", "/api/stickers/shown", {"stickers": [{"level": 1, "emotion": "fear"}]}, 204)
    go("POST", "/api/activity", {"hidden": True}, 204)
    go("POST", "/api/activity", {}, 204)
    go("PUT", "/api/account", {"fullName": "Kim", "statistics": False}, 403)
    go("GET", "/api/account/export", None, 403)
    go("POST", "/api/progress/reset", {}, 403)
    go("POST", "/api/agreement", {"version": TERMS}, 403)
    go("POST", "/api/parent", {"pin": PIN})
    go("PUT", "/api/account", {"fullName": "Kim", "statistics": False})
    go("POST", "/api/agreement", {"version": "x"}, 422)
    go("POST", "/api/agreement", {"version": TERMS})
    go("PUT", "/api/account", {"username": "anothername", "currentPassword": ""}, 422)
    page = ask(port, "GET", "/menu", cookie=cookie).content.decode()
    voice = re.search(r"/api/narration/en/([\w-]+)", page)[1]
    index = go("GET", "/api/narration/{language}/{voice}", language="en", voice=voice)
    assert len(index.json) > 100
    go("GET", "/api/narration/{language}/{voice}", None, 404, language="xx", voice=voice)
    go("GET", "/api/facial-fun")
    go("PUT", "/api/facial-fun/settings", {"hold": False})
    go("POST", "/api/facial-fun/sittings", {"level": 1})
    chance = random.Random(SEED)
    kinds = set()
    for level in "12345":
        played = go("POST", "/api/rounds", {"level": level}).json
        while not played["finished"]:
            event = next_event(played, chance)
            answer = go("POST", "/api/rounds/{id}/events", event, id=played["id"])
            again = go("POST", "/api/rounds/{id}/events", event, id=played["id"])
            assert again.json["round"] == answer.json["round"]
            kinds.add(answer.json["outcome"]["kind"])
            played = answer.json["round"]
        go("GET", "/api/rounds/{id}", id=played["id"])
        ended = {**event, "id": str(uuid.uuid4())}
        assert go("POST", "/api/rounds/{id}/events", ended, id=played["id"]).json["outcome"]["kind"] == "ignored"
    assert {"right", "wrong", "skipped", "noted"} <= kinds, kinds
    go("POST", "/api/rounds", {"level": "bank"}, 409)
    own = str(uuid.uuid4())
    seen = ask(port, "POST", "/api/questions/look", drawn(), cookie=cookie, kind="image/jpeg")
    assert_described("POST", "/api/questions/look", seen)
    asked.add(("POST", "/api/questions/look"))
    go("PUT", "/api/questions/{id}", order(seen.json["upload"]), 201, id=own)
    go("PUT", "/api/questions/{id}", order(seen.json["upload"]), 409, id=own)
    go("PUT", "/api/questions/{id}", {**order(""), "picture": None, "picked": ["fear", "anger"]}, id=own)
    recorded = ask(port, "POST", "/api/questions/recordings", b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm" + bytes(99),
                   cookie=cookie, kind="audio/webm")
    assert recorded.status == 201
    assert_described("POST", "/api/questions/recordings", recorded)
    asked.add(("POST", "/api/questions/recordings"))
    go("PUT", "/api/questions/{id}", {"prompt": ""}, 422, id=uuid.uuid4())
    go("GET", "/api/questions")
    go("GET", "/api/questions/{id}", id=own)
    go("GET", "/api/questions/{id}/{part}", id=own, part="picture")
    go("GET", "/api/questions/{id}/{part}", None, 404, id=own, part="tip")
    go("PUT", "/api/question-bank", {"mix": True}, 403)
    go("POST", "/api/rounds", {"level": "bank"})
    go("DELETE", "/api/questions/{id}", None, 204, id=own)
    go("DELETE", "/api/questions/{id}", None, 404, id=own)
    go("GET", "/api/rounds/{id}", None, 404, id=uuid.uuid4())
    a_family(go)
    go("POST", "/api/parent", {"pin": PIN})
    go("GET", "/api/account/export")
    go("POST", "/api/progress/reset", {})
    go("POST", "/api/login", {"name": sent["username"], "password": "wrong 123"}, 401)
    signed = go("POST", "/api/login", {"name": sent["username"], "password": PASSWORD})
    go("POST", "/api/account/delete", {"password": ""}, 422, cookie_=made.cookie)
    go("POST", "/api/account/delete", {"password": PASSWORD}, cookie_=made.cookie)
    go("POST", "/api/logout", {}, cookie_=signed.cookie)
    # Routes for a sitting at the camera need the scoring service: see test_face_openapi.py.
    left = {(method, path) for method, path, _ in operations() if not in_a_sitting(path)} - asked
    assert not left, f"never requested: {left}"


def test_a_practice_without_clients_is_answered_as_described(house):
    _, cookie = join(house.port, practice=True, fullName="", birthYear="", gender="")
    for method, path, body, wanted in [
            ("POST", "/api/parent", {"pin": PIN}, 200), ("GET", "/api/family", None, 200),
            ("GET", "/api/account/export", None, 200), ("POST", "/api/rounds", {"level": "1"}, 409),
            ("PUT", "/api/settings", {"volume": 75}, 409), ("GET", "/api/sitting", None, 409),
            ("GET", "/api/questions", None, 409), ("GET", "/api/facial-fun", None, 409),
            ("POST", "/api/children", {"fullName": "Kim", "birthYear": "2018", "gender": ""}, 201),
            ("GET", "/api/sitting", None, 200)]:
        answer = ask(house.port, method, path, body, cookie=cookie)
        assert answer.status == wanted, (path, answer.status, answer.content[:300])
        assert_described(method, path, answer)


def a_family(go):
    """A parent's actions on the family's page."""
    child = {"fullName": "Kim", "birthYear": "2018", "gender": ""}
    go("POST", "/api/parent", {"pin": PIN})
    kim = go("POST", "/api/children", child, 201).json["id"]
    go("POST", "/api/children", {"fullName": ""}, 422)
    go("PUT", "/api/children/{id}", {**child, "fullName": "Kimmy"}, id=kim)
    go("POST", "/api/player", {"player": kim})
    go("POST", "/api/player", {"player": "0"}, 404)
    go("PUT", "/api/player/badge", {"drawing": "boat", "colour": "green"})
    go("PUT", "/api/player/badge", {"drawing": "x", "colour": "green"}, 422)
    go("GET", "/api/family", None, 403)
    go("POST", "/api/parent", {"pin": PIN})
    go("GET", "/api/family")
    go("GET", "/api/children/{id}", id=kim)
    go("GET", "/api/children/{id}", None, 404, id="0")
    note = go("POST", "/api/children/{id}/notes", {"day": "2026-05-01", "text": "x"}, 201, id=kim).json["id"]
    go("POST", "/api/children/{id}/notes", {"day": "2026-05-01", "text": " "}, 422, id=kim)
    go("PUT", "/api/children/{id}/notes/{note}", {"day": "2026-05-02", "text": "y"}, id=kim, note=note)
    go("DELETE", "/api/children/{id}/notes/{note}", id=kim, note=note)
    go("DELETE", "/api/children/{id}/notes/{note}", None, 404, id=kim, note=note)
    go("GET", "/api/children/{id}/export.json", id=kim)
    go("GET", "/api/children/{id}/export.csv", id=kim)
    go("GET", "/api/children/{id}/days/{day}", id=kim, day="2026-05-01")
    go("POST", "/api/children/{id}/days/{day}/delete", {"pin": "0000"}, 403, id=kim, day="2026-05-01")
    go("POST", "/api/children/{id}/days/{day}/delete", {"pin": PIN}, id=kim, day="2026-05-01")
    last = go("POST", "/api/children/{id}/delete", {"pin": PIN}, id=kim)
    assert last.json["children"] == 1
    go("POST", "/api/family/delete", {"pin": "0000"}, 403)


# Nonsense

NONSENSE = [
    None, True, False, 0, 1, -1, 2**31, 2**63, -(2**63), 10**40, 0.1, 1e308, "", " ", "a", "\0", "\n", "x" * 300,
    "x" * 20_000, "é" * 50,
    "\u202e", "👩‍👩‍👧", "'; DROP TABLE account;--", "<script>alert(1)</script>", "../../etc/passwd", "%s%n",
    "{{page.player}}", "${7*7}",
    [], [1], ["a"] * 100, {}, {"a": {}}, [[[[]]]], "1", "5", "bank", "happiness", "true", "2017", str(uuid.UUID(int=7)),
    "2026-11"]


class Fuzz:
    """Random requests: valid ones with members changed, omitted or added, and meaningless ones."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.rounds = [str(uuid.UUID(int=1))]
        self.questions = ["l1-happiness-01"]

    def value(self, schema):
        """A random value, usually a valid one."""
        chance = self.chance
        if chance.random() < 0.25:
            return chance.choice(NONSENSE)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        kind = schema.get("type", "string")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "array":
            return [self.value(schema.get("items", {})) for _ in range(chance.randrange(4))]
        if kind == "object":
            return {name: self.value(part) for name, part in schema.get("properties", {}).items()}
        if schema.get("format") == "uuid":
            return str(uuid.UUID(int=chance.getrandbits(128), version=4))
        return {
            "integer": lambda: chance.randrange(-10, 120),
            "boolean": lambda: chance.random() < 0.5,
            "array": list,
            "object": dict,
            "string": lambda: chance.choice([*self.questions, "happiness", PASSWORD, "af_heart", "dim", "on", "star"]),
        }[kind]()

    def body(self, schema):
        chance = self.chance
        if "$ref" in schema:
            schema = DESCRIPTION["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        members = {name: self.value(part) for name, part in schema.get("properties", {}).items()
                   if chance.random() < 0.85}
        draw = chance.random()
        if draw < 0.05:
            members[chance.choice(["__proto__", "id", "", "player", "x" * 500])] = chance.choice(NONSENSE)
        if draw > 0.93:
            return json.dumps(chance.choice(NONSENSE)).encode()
        data = json.dumps(members).encode()
        if draw > 0.88:
            data = bytearray(data)
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            data = bytes(data)
        return data

    def path(self, path):
        chance = self.chance
        identifiers = [*self.rounds[-5:], str(uuid.UUID(int=chance.getrandbits(128))), "x", "%00", "%ff", "..%2f..",
                       "a" * 500]
        path = path.replace("{id}", chance.choice(identifiers)).replace("{name}", chance.choice(identifiers))
        path = path.replace("{part}", chance.choice(["picture", "prompt", "x", "%00"]))
        path = path.replace("{language}", chance.choice(["en", "xx", "%2e%2e"])).replace(
            "{voice}", chance.choice(["af_heart", "..", "x"])
        )
        if chance.random() < 0.1:
            path += chance.choice(["?", "?a=b", "?from=%3Cscript%3E", "?" + "a=1&" * 200, "/", "//", "?%00=%ff"])
        return path


@pytest.mark.slow
def test_two_thousand_random_requests_cause_no_server_error(house):
    port = house.port
    fuzz = Fuzz(SEED)
    chance = fuzz.chance
    _, cookie = join(port, source="127.1.0.1")
    routes = [route for route in operations() if route[2]["operationId"] not in ("deleteAccount",)]
    # Hashing passwords is deliberately slow, so these requests are rarer.
    weights = [0.2
               if what["operationId"] in ("login", "createAccount", "changeAccount", "openParentPart", "deleteFamily",
                                                "removeChild", "deleteDay") else 1 for _, _, what in routes]
    told = {}
    begun = time.monotonic()
    for number in range(REQUESTS):
        method, path, what = chance.choices(routes, weights)[0]
        schema = what.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        body = fuzz.body(schema) if schema else None
        headers = (
            {"Sec-Fetch-Site": "same-origin"}
            if chance.random() < 0.97
            else {"Sec-Fetch-Site": chance.choice(["none", "x"])}
        )
        kind = (
            "application/json"
            if chance.random() < 0.96
            else chance.choice(["text/plain", "application/json;charset=x", "/", "a/b;;"])
        )
        asked = fuzz.path(path)
        # Uses many addresses, so that rate limits do not reject everything.
        source = f"127.1.{chance.randrange(1, 200)}.{chance.randrange(1, 250)}"
        answer = ask(port, method, asked, body, cookie=cookie if chance.random() < 0.9 else None, headers=headers,
                     kind=kind, source=source)
        note = (f"request {number} of seed {SEED}: {method} {asked} {body[:300] if body else b''!r}"
                f" -> {answer.status} {answer.content[:300]!r}")
        assert answer.status < 500, note
        assert answer.seconds < 10, note
        told[answer.status] = told.get(answer.status, 0) + 1
        if asked == path or ("?" not in asked and "%" not in asked and not asked.endswith("/") and ".." not in asked):
            try:
                assert_described(method, path, answer)
            except AssertionError as error:
                raise AssertionError(f"{error}\n{note}") from None
        if path == "/api/rounds" and answer.status == 200 and method == "POST":
            fuzz.rounds.append(answer.json["id"])
            fuzz.questions = [answer.json["current"]["id"]]
        left = (path == "/api/logout" and answer.status == 200) or answer.status == 401
        if left and ask(port, "GET", "/api/questions", cookie=cookie).status == 401:
            _, cookie = join(port, source=f"127.2.0.{chance.randrange(1, 250)}")
    assert len(told) >= 7 and told.get(200, 0) > REQUESTS / 10, told
    assert ask(port, "GET", "/login").seconds < PROMPT
    resting, peak = house.memory()
    print(
        f"{REQUESTS} requests in {time.monotonic() - begun:.0f} s: {told}; memory {resting:.0f} MiB, at most {peak:.0f}"
    )
    assert peak < 300, f"{peak:.0f} MiB"
