"""A round of faces by requests, without a browser."""

import time
import uuid

import films
from asking import ask, join
from described import assert_described

PICTURE = (films.FACES / "rendered-neutral.jpg").read_bytes()
SITTING = "/api/facial-fun/sittings/{id}/"
SHOWN = "?showing={showing}&elapsed=1000"


class Sitting:
    """A signed-in user's round of faces. Every response is checked against the description."""

    def __init__(self, port):
        self.port = port
        self.cookie = join(port)[1]
        self.asked = set()
        self.states = set()
        deadline = time.monotonic() + 120
        begun = {}
        while "sitting" not in begun and time.monotonic() < deadline:
            answer = ask(port, "POST", "/api/facial-fun/sittings", {"level": 1}, cookie=self.cookie)
            assert_described("POST", "/api/facial-fun/sittings", answer)
            begun = answer.json
        self.id = begun["sitting"]
        self.showing = begun["round"]["showing"]

    def go(self, what, body=PICTURE, wanted=200, query="", identifier=None, method="POST", **options):
        path = what if what.startswith("/") else SITTING + what
        address = path.replace("{id}", identifier or self.id) + query.format(showing=self.showing)
        if isinstance(body, bytes):
            # At most twelve pictures per second are judged.
            time.sleep(0.15)
        kind = "image/jpeg" if isinstance(body, bytes) else "application/json"
        answer = ask(self.port, method, address, body, cookie=self.cookie, **{"kind": kind, **options})
        assert answer.status == wanted, (address, answer.status, answer.content[:300])
        assert_described(method, path, answer)
        self.asked.add((method, path))
        if answer.status == 200:
            self.states.add(answer.json["state"])
            self.showing = (answer.json.get("round") or {}).get("showing", self.showing)
        return answer

    def press(self):
        return {"id": str(uuid.uuid4()), "showing": self.showing, "elapsedMilliseconds": 1000}
