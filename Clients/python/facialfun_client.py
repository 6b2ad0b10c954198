"""A client of the local FacialFun service, in one file, on Python's standard library alone.

    from facialfun_client import FacialFun

    service = FacialFun()                        # $XDG_RUNTIME_DIR/facialfun.sock
    service = FacialFun("/run/user/1000/facialfun.sock")
    service = FacialFun("127.0.0.1:8600")        # facialfun serve --listen 127.0.0.1:8600

    with open("photo.jpg", "rb") as picture:
        for face in service.score(picture.read())["faces"]:
            print(face["top"], face["scores"])

Run as a program it scores files and prints the service's JSON:

    python3 facialfun_client.py [--socket PATH | --listen 127.0.0.1:PORT] FILE...
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import sys

from typing import Any


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

    def score(self, picture: bytes) -> dict[str, Any]:
        """The report of a JPEG or PNG picture: a list of faces, each with eight scores."""
        return json.loads(self.request("POST", "/v1/score", picture))

    def rectangle(self, picture: bytes, face: int = 0) -> bytes:
        """The 600×600 rectangle of a face as a PNG file; face 0 is the largest."""
        return self.request("POST", f"/v1/rectangle?face={face}", picture)

    def emotions(self) -> list[str]:
        """The eight emotions, in the order of the scores."""
        return json.loads(self.request("GET", "/v1/emotions"))["emotions"]

    def model(self) -> dict[str, Any]:
        """What gives the scores, and the service's limits."""
        return json.loads(self.request("GET", "/v1/model"))

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
        headers = {"Deadline-Ms": str(self.deadline_ms)}
        if body is not None:
            headers["Content-Type"] = media_type or _media_type(body)
        connection = self._connection()
        try:
            try:
                connection.request(method, target, body, headers)
            except (BrokenPipeError, ConnectionResetError):
                pass  # It may have refused before it had read everything: its answer says why.
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise FacialFunError(
                0, "no_answer", f"{self.address}: {error or type(error).__name__}. "
                "Is the service running? `facialfun serve` starts it."
            ) from error
        finally:
            connection.close()
        if not 200 <= answer.status < 300:
            raise _refusal(answer.status, content)
        return content

    def _connection(self) -> http.client.HTTPConnection:
        # The service keeps the deadline; a second more tells its silence from its word.
        timeout = self.deadline_ms / 1000 + 1
        host, colon, port = self.address.rpartition(":")
        if colon and port.isdigit() and "/" not in self.address:
            return http.client.HTTPConnection(host.strip("[]"), int(port), timeout=timeout)
        return _UnixConnection(self.address, timeout)


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
