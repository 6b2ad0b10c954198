"""A client of the local FacialFun service, in one file, on Python's standard library alone.

    from facialfun_client import FacialFun

    service = FacialFun()                        # $XDG_RUNTIME_DIR/facialfun.sock
    service = FacialFun("/run/user/1000/facialfun.sock")
    service = FacialFun("127.0.0.1:8600")        # facialfun serve --listen 127.0.0.1:8600

    with open("photo.jpg", "rb") as picture:
        for face in service.score(picture.read())["faces"]:
            print(face["top"], face["scores"])

    attempt = service.begin_attempt("happiness", level=1)
    for picture in pictures_of_the_camera:
        status = attempt.frame(picture)
        if status["phase"] == "matched":
            break

Run as a program it scores files and prints the service's JSON:

    python3 facialfun_client.py [--socket PATH | --listen 127.0.0.1:PORT] FILE...
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import socket
import sys
import urllib.parse
from collections.abc import Iterator
from typing import Any

# A quiet stream of events shows a sign of life more often than this, in seconds.
_LONGEST_SILENCE = 60


class FacialFunError(Exception):
    """The service refused, or did not answer.

    `status` and `code` are those of its problem details (RFC 9457): 503 and "overloaded", for
    instance. Without an answer `status` is 0 and `code` is "no_answer".
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail


class _UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix domain socket."""

    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class FacialFun:
    """A service at an address: the path of its socket, or 127.0.0.1:PORT or [::1]:PORT.

    Each call opens a connection of its own, so that one object serves many threads.
    """

    def __init__(self, address: str | None = None, deadline_ms: int = 1000) -> None:
        if address is None:
            folder = os.environ.get("XDG_RUNTIME_DIR")
            if not folder:
                raise ValueError("XDG_RUNTIME_DIR is not set: name the service's socket.")
            address = os.path.join(folder, "facialfun.sock")
        self.address = address
        self.deadline_ms = deadline_ms

    def score(self, picture: bytes, movements: bool = False) -> dict[str, Any]:
        """The report of a JPEG or PNG picture: a list of faces, each with eight scores and, where
        `movements` is asked for, how strongly it makes each of 51 movements."""
        return json.loads(self.request("POST", "/v1/score" + _asking(movements), picture))

    def rectangle(self, picture: bytes, face: int = 0, format: str = "png") -> bytes:
        """The 600×600 rectangle of a face as a file, "png" or "jpeg"; face 0 is the largest."""
        query = urllib.parse.urlencode({"face": face, "format": format})
        return self.request("POST", f"/v1/rectangle?{query}", picture)

    def match(
        self, picture: bytes, target: str, level: int, baseline: str | None = None,
        movements: bool = False,
    ) -> dict[str, Any]:
        """Whether the face shows the target: its `verdict` is an object whose `verdict` is "matched",
        "not_yet" or "cannot_judge". With `movements` the answer has those of the face, and the hint
        comes from those that are missing."""
        query = {"target": target, "level": level}
        if movements:
            query["movements"] = "true"
        if baseline is not None:
            query["baseline"] = baseline
        return json.loads(
            self.request("POST", "/v2/match?" + urllib.parse.urlencode(query), picture))

    def begin_attempt(
        self, target: str, level: int, baseline: str | None = None,
        time_limit_ms: float | None = None,
    ) -> Attempt:
        """Begins an attempt at an expression, over several frames."""
        order: dict[str, Any] = {"target": target, "level": level}
        if baseline is not None:
            order["baseline"] = baseline
        if time_limit_ms is not None:
            order["timeLimitMilliseconds"] = time_limit_ms
        body = json.dumps(order).encode()
        status = json.loads(self.request("POST", "/v1/attempts", body, "application/json"))
        return Attempt(self, status)

    def make_baseline(self, picture: bytes, movements: bool = False) -> dict[str, Any]:
        """Makes a baseline of a person's own neutral face; its `id` is for match and attempts. Those
        that ask for movements want a baseline with movements."""
        return json.loads(self.request("POST", "/v1/baselines" + _asking(movements), picture))

    def add_to_baseline(
        self, baseline: str, picture: bytes, movements: bool = False
    ) -> dict[str, Any]:
        """Makes a baseline surer by one more picture."""
        target = f"/v1/baselines/{_escaped(baseline)}/pictures" + _asking(movements)
        return json.loads(self.request("POST", target, picture))

    def delete_baseline(self, baseline: str) -> None:
        """Has a baseline forgotten."""
        self.request("DELETE", f"/v1/baselines/{_escaped(baseline)}")

    def levels(self) -> dict[str, Any]:
        """What each level asks, of every emotion alike and of each."""
        return json.loads(self.request("GET", "/v1/levels"))

    def emotions(self) -> list[str]:
        """The eight emotions, in the order of the scores."""
        return json.loads(self.request("GET", "/v1/emotions"))["emotions"]

    def model(self) -> dict[str, Any]:
        """What gives the scores, and the service's limits."""
        return json.loads(self.request("GET", "/v1/model"))

    def check_health(self) -> None:
        """Raises `no_answer` if the service does not live."""
        self.request("GET", "/healthz")

    def ready(self) -> bool:
        """Whether the service is warmed up and takes pictures."""
        try:
            self.request("GET", "/readyz")
        except FacialFunError as error:
            if error.code == "not_ready":
                return False
            raise
        return True

    def request(
        self, method: str, target: str, body: bytes | None = None, media_type: str | None = None
    ) -> bytes:
        """The body of the answer to any request; a picture's media type is told by its bytes."""
        with self._answer(method, target, body, media_type) as answer:
            return answer.read()

    @contextlib.contextmanager
    def _answer(
        self, method: str, target: str, body: bytes | None = None,
        media_type: str | None = None, timeout: float | None = None,
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to a request, to be read while the connection is open."""
        headers = {"Deadline-Ms": str(self.deadline_ms)}
        if body is not None:
            headers["Content-Type"] = media_type or _media_type(body)
        # The service keeps the deadline; a second more tells its silence from its word.
        connection = self._connection(timeout or self.deadline_ms / 1000 + 1)
        try:
            # It may have refused before it had read everything: its answer says why.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.request(method, target, body, headers)
            answer = connection.getresponse()
            if not 200 <= answer.status < 300:
                raise _refusal(answer.status, answer.read())
            yield answer
        except (OSError, http.client.HTTPException) as error:
            raise FacialFunError(
                0, "no_answer", f"{self.address}: {error or type(error).__name__}. "
                "Is the service running? `facialfun serve` starts it."
            ) from error
        finally:
            connection.close()

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        host, colon, port = self.address.rpartition(":")
        if colon and port.isdigit() and "/" not in self.address:
            return http.client.HTTPConnection(host.strip("[]"), int(port), timeout=timeout)
        return _UnixConnection(self.address, timeout)


class Attempt:
    """An attempt that goes on; the service forgets it when it is not used for ten minutes.

    `id` is its name and `status` where it stood when it was last asked, which is also what each
    call returns: `phase`, `verdict`, `held`, `peak` and more.
    """

    def __init__(self, service: FacialFun, status: dict[str, Any]) -> None:
        self.service = service
        self.id: str = status["id"]
        self.status = status

    def frame(self, picture: bytes, movements: bool = False) -> dict[str, Any]:
        """Has the next frame judged; it counts for the moment at which it comes."""
        return self._ask("POST", "/frames" + _asking(movements), picture)

    def look(self) -> dict[str, Any]:
        """Asks where it stands."""
        return self._ask("GET", "")

    def retry(self) -> dict[str, Any]:
        """Begins it anew."""
        return self._ask("POST", "/retry")

    def skip(self) -> dict[str, Any]:
        """Gives it up."""
        return self._ask("POST", "/skip")

    def delete(self) -> None:
        """Has it forgotten."""
        self.service.request("DELETE", self._path)

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Names and data of its events, as they happen: "status" with where it stands, at last "end"
        with the reason, or "shutdown". A stream that breaks off before raises `no_answer`."""
        target = self._path + "/events"
        with self.service._answer("GET", target, timeout=_LONGEST_SILENCE) as answer:
            name, data, last = "", "{}", ""
            for line in answer:
                text = line.decode().rstrip("\r\n")
                if text.startswith("event: "):
                    name = text[7:]
                elif text.startswith("data: "):
                    data = text[6:]
                elif not text and name:
                    yield name, json.loads(data)
                    name, data, last = "", "{}", name
            if last not in ("end", "shutdown"):
                # http.client takes a broken connection for the end of the body.
                raise http.client.HTTPException("the stream broke off")

    @property
    def _path(self) -> str:
        return "/v1/attempts/" + _escaped(self.id)

    def _ask(self, method: str, rest: str, picture: bytes | None = None) -> dict[str, Any]:
        self.status = json.loads(self.service.request(method, self._path + rest, picture))
        return self.status


def _asking(movements: bool) -> str:
    """The query that asks for movements, or does not."""
    return "?movements=true" if movements else ""


def _escaped(name: str) -> str:
    """A name as a part of a path, of which it can be no more."""
    return urllib.parse.quote(name, safe="")


def _media_type(picture: bytes) -> str:
    return "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg"


def _refusal(status: int, content: bytes) -> FacialFunError:
    try:
        problem = json.loads(content)
        return FacialFunError(status, problem["code"], problem["detail"])
    except (ValueError, KeyError, TypeError):
        return FacialFunError(status, "bad_answer", "the service gave no reason")


def main() -> int:
    parser = argparse.ArgumentParser(description="Score pictures by the local FacialFun service.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--socket", help="the path of the service's socket")
    where.add_argument("--listen", metavar="127.0.0.1:PORT", help="the service's TCP address")
    parser.add_argument("--deadline", type=int, default=1000, help="in milliseconds")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    service = FacialFun(arguments.socket or arguments.listen, arguments.deadline)
    failures = 0
    for path in arguments.files:
        try:
            with open(path, "rb") as picture:
                print(json.dumps({**service.score(picture.read()), "path": path}))
        except (OSError, FacialFunError) as error:
            failures += 1
            print(f"{path}: {error}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
