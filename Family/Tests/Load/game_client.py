"""A simulated player: signs up, plays rounds through the JSON routes, and remembers the accepted answers.

Uses only the standard library. Each client has one persistent connection; its caller reopens it after a failure.
"""

import http.client
import json
import random
import uuid

TERMS = "2026-11"
PASSWORD = "blue horse 42"
PIN = "2580"
# Results of stored events; ignored events are not stored.
STORED = {"right", "wrong", "revealed", "skipped", "set_aside", "noted"}


class Refused(Exception):
    """An unexpected response of the server."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body[:200]!r}")
        self.status = status
        self.body = body


class GameClient:
    def __init__(self, port, timeout=20):
        self.port = port
        self.timeout = timeout
        self.cookie = None
        self.connection = None

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def request(self, method, path, body=None):
        """The status and body of the response. Raises OSError or HTTPException if there is none."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        headers = {"Sec-Fetch-Site": "same-origin"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        try:
            self.connection.request(method, path, data, headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        for value in answer.headers.get_all("Set-Cookie") or []:
            if value.startswith("__Host-pet="):
                self.cookie = value.split(";")[0]
        if answer.headers.get("Connection") == "close":
            self.close()
        return answer.status, content

    def call(self, method, path, body=None):
        status, content = self.request(method, path, body)
        if not 200 <= status < 300:
            raise Refused(status, content)
        return json.loads(content) if content else None

    def sign_up(self, name=None):
        self.name = name or f"p{uuid.uuid4().hex[:16]}"
        self.call("POST", "/api/accounts", {
            "fullName": "Player", "birthYear": 2017, "gender": "", "username": self.name,
            "email": f"{self.name}@example.org", "password": PASSWORD, "confirmation": PASSWORD,
            "pin": PIN,
            "terms": TERMS, "statistics": True})

    def sign_in(self, name, password=PASSWORD):
        return self.call("POST", "/api/login", {"name": name, "password": password})

    def begin(self, level):
        return self.call("POST", "/api/rounds", {"level": str(level)})


def next_event(round_, chance=random):
    """A random action of a child: usually an answer, sometimes a skip, a tip or a repetition."""
    question = round_["current"]
    draw = chance.random()
    kind = "skip" if draw < 0.05 else "tip" if draw < 0.08 else "replay" if draw < 0.1 else "answer"
    event = {
        "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)), "question": question["id"],
        "presentation": round_["presentation"], "kind": kind,
        "elapsedMilliseconds": chance.randrange(300, 9000)}
    if kind == "answer":
        event["answer"] = chance.choice([a["id"] for a in question["answers"] if not a["disabled"]])
    return event
