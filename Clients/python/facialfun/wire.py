"""A client of the local FacialFun service with plain JSON results, in one file that needs only the standard library.

    from facialfun.wire import FacialFun

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

`facialfun.Client` returns dataclasses instead, and `facialfun.score` scores many pictures.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import urllib.parse
from collections.abc import Iterator
from typing import Any

#: The formats that the service accepts: file signatures and media types.
MEDIA_TYPES = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}
# Maximum interval between heartbeats of a quiet event stream, in seconds.
_LONGEST_SILENCE = 60


class FacialFunError(Exception):
    """The service rejected a request or did not respond.

    `status` and `code` are those of its problem details (RFC 9457), such as 503 and "overloaded". Without a response
    `status` is 0 and `code` is "no_answer". `retry_after` is the number of seconds until a retry, if the service
    gives one.
    """

    def __init__(
        self, status: int, code: str, detail: str, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.code, self.detail, self.retry_after)


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

    Each call opens its own connection, so one object may be used by many threads. `camera_token` is the token that
    the service requires for its camera over TCP.
    """

    def __init__(
        self, address: str | None = None, deadline_ms: int = 1000,
        camera_token: str | None = None,
    ) -> None:
        if address is None:
            address = default_address()
            if address is None:
                raise ValueError("XDG_RUNTIME_DIR is not set: name the service's socket.")
        self.address = address
        self.deadline_ms = deadline_ms
        self.camera_token = camera_token

    def score(self, picture: bytes, movements: bool = False, landmarks: bool = False) -> dict[str, Any]:
        """The report of a JPEG or PNG picture: a list of faces, each with eight scores and, if `movements` is set, the
        strength of 51 movements.
        """
        return self._object("POST", "/v1/score" + asking(movements, landmarks), picture)

    def rectangle(self, picture: bytes, face: int = 0, format: str = "png") -> bytes:
        """The 600×600 rectangle of a face as a file, "png" or "jpeg"; face 0 is the largest."""
        query = urllib.parse.urlencode({"face": face, "format": format})
        return self.request("POST", f"/v1/rectangle?{query}", picture)

    def match(
        self, picture: bytes, target: str, level: int, baseline: str | None = None,
        movements: bool = False,
    ) -> dict[str, Any]:
        """Judges whether the face shows the target; the `verdict` of the result is an object whose `verdict` is
        "matched", "not_yet" or "cannot_judge". With `movements` the result contains those of the face, and the hint
        is one of the missing ones.
        """
        query = _goal(target, level, baseline)
        if movements:
            query["movements"] = "true"
        return self._object("POST", "/v2/match?" + urllib.parse.urlencode(query), picture)

    def begin_attempt(
        self, target: str, level: int, baseline: str | None = None,
        time_limit_ms: float | None = None,
    ) -> Attempt:
        """Creates an attempt at an expression, over several frames."""
        return self._begin("/v1/attempts", _goal(target, level, baseline), time_limit_ms)

    def camera_match(self, target: str, level: int, baseline: str | None = None) -> dict[str, Any]:
        """Takes a picture with the service's camera (`serve --camera`) and judges it."""
        query = urllib.parse.urlencode(_goal(target, level, baseline))
        return self._object("POST", "/v2/camera/match?" + query)

    def begin_camera_attempt(
        self, target: str, level: int, baseline: str | None = None,
        time_limit_ms: float | None = None, movements: bool = False,
    ) -> Attempt:
        """Creates an attempt that judges the frames of the service's own camera; its `events` report the progress."""
        where = "/v1/camera/attempts" + asking(movements)
        return self._begin(where, _goal(target, level, baseline), time_limit_ms)

    def camera_scores(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields names and data of the events of the service's own camera: "frame" with the scores of each scored
        frame, "away" and "back", "shutdown" when the service stops.
        """
        yield from self._events("/v1/camera/scores", ends=("shutdown",))

    def camera_preview(self) -> Iterator[bytes]:
        """Yields the pictures of the service's own camera as JPEG files; slow readers get the newest."""
        with self._answer("GET", "/v1/camera/preview.mjpeg", timeout=_LONGEST_SILENCE) as answer:
            # Each part has its own head with the length of its picture.
            length = 0
            for line in answer:
                name, _, value = line.partition(b":")
                if name.strip().lower() == b"content-length":
                    length = int(value)
                elif not line.strip() and length:
                    picture = answer.read(length)
                    if len(picture) < length:
                        return
                    yield picture
                    length = 0

    def _begin(
        self, where: str, order: dict[str, Any], time_limit_ms: float | None
    ) -> Attempt:
        if time_limit_ms is not None:
            order["timeLimitMilliseconds"] = time_limit_ms
        return Attempt(
            self, self._object("POST", where, json.dumps(order).encode(), "application/json"))

    def make_baseline(self, picture: bytes, movements: bool = False) -> dict[str, Any]:
        """Makes a baseline of a person's neutral face; its `id` is for matches and attempts. Those with movements
        need a baseline with movements.
        """
        return self._object("POST", "/v1/baselines" + asking(movements), picture)

    def add_to_baseline(
        self, baseline: str, picture: bytes, movements: bool = False
    ) -> dict[str, Any]:
        """Adds a picture to a baseline, which makes it more reliable."""
        target = f"/v1/baselines/{_escaped(baseline)}/pictures" + asking(movements)
        return self._object("POST", target, picture)

    def delete_baseline(self, baseline: str) -> None:
        """Deletes a baseline."""
        self.request("DELETE", f"/v1/baselines/{_escaped(baseline)}")

    def levels(self) -> dict[str, Any]:
        """The requirements of each level, common and by emotion."""
        return self._object("GET", "/v1/levels")

    def emotions(self) -> list[str]:
        """The eight emotions, in the order of the scores."""
        return list(self._object("GET", "/v1/emotions")["emotions"])

    def model(self) -> dict[str, Any]:
        """The network, and the service's limits."""
        return self._object("GET", "/v1/model")

    def schemas(self) -> list[str]:
        """The paths of the JSON schemas of records and responses."""
        return list(self._object("GET", "/v1/schemas")["schemas"])

    def schema(self, name: str) -> dict[str, Any]:
        """One JSON schema by its name or by its path."""
        return self._object("GET", "/v1/schemas/" + _escaped(name.rpartition("/")[2]))

    def metrics(self) -> str:
        """Counters, gauges and histograms in the text format of Prometheus."""
        return self.request("GET", "/metrics").decode()

    def azure_detect(self, picture: bytes, attributes: str = "emotion") -> list[dict[str, Any]]:
        """The response of the retired Azure Face service to `detect`."""
        query = urllib.parse.urlencode({"returnFaceAttributes": attributes})
        return list(json.loads(self.request("POST", "/face/v1.0/detect?" + query, picture)))

    def azure_recognize(self, picture: bytes) -> list[dict[str, Any]]:
        """The response of the retired Emotion API to `recognize`."""
        return list(json.loads(self.request("POST", "/emotion/v1.0/recognize", picture)))

    def check_health(self) -> None:
        """Raises `no_answer` if the service does not run."""
        self.request("GET", "/healthz")

    def ready(self) -> bool:
        """Whether the service is warmed up and accepts pictures."""
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
        """The body of the response to any request; a picture's media type is detected from its bytes."""
        with self._answer(method, target, body, media_type) as answer:
            return answer.read()

    def _object(
        self, method: str, target: str, body: bytes | None = None, media_type: str | None = None
    ) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.request(method, target, body, media_type))
        return content

    def _events(
        self, target: str, ends: tuple[str, ...]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields server-sent events up to one that ends the stream; a stream that breaks off raises `no_answer`."""
        with self._answer("GET", target, timeout=_LONGEST_SILENCE) as answer:
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
            if last not in ends:
                # http.client treats a broken connection as the end of the body.
                raise http.client.HTTPException("the stream broke off")

    @contextlib.contextmanager
    def _answer(
        self, method: str, target: str, body: bytes | None = None,
        media_type: str | None = None, timeout: float | None = None,
    ) -> Iterator[http.client.HTTPResponse]:
        """The response to a request, to be read while the connection is open."""
        # The service enforces the deadline; waiting a second longer distinguishes its response from silence.
        connection = self._connection(timeout or self.deadline_ms / 1000 + 1)
        try:
            # The service may reject a request before reading all of it; the response has the reason.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.request(method, target, body, self._headers(body, media_type))
            answer = connection.getresponse()
            if not 200 <= answer.status < 300:
                raise _refusal(answer)
            yield answer
        except (OSError, http.client.HTTPException) as error:
            raise self._no_answer(error) from error
        finally:
            connection.close()

    def _headers(self, body: bytes | None, media_type: str | None) -> dict[str, str]:
        headers = {"Deadline-Ms": str(self.deadline_ms)}
        if body is not None:
            headers["Content-Type"] = media_type or _media_type(body)
        if self.camera_token is not None:
            headers["Authorization"] = "Bearer " + self.camera_token
        return headers

    def _no_answer(self, error: Exception) -> FacialFunError:
        return FacialFunError(
            0, "no_answer", f"{self.address}: {error or type(error).__name__}. "
            "Is the service running? `facialfun serve` starts it.")

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        host, colon, port = self.address.rpartition(":")
        if colon and port.isdigit() and "/" not in self.address:
            return http.client.HTTPConnection(host.strip("[]"), int(port), timeout=timeout)
        return _UnixConnection(self.address, timeout)


class Session(FacialFun):
    """The same client over one connection that stays open between calls; for one thread at a time."""

    def __init__(
        self, address: str | None = None, deadline_ms: int = 1000,
        camera_token: str | None = None,
    ) -> None:
        super().__init__(address, deadline_ms, camera_token)
        self._kept: http.client.HTTPConnection | None = None

    def request(
        self, method: str, target: str, body: bytes | None = None, media_type: str | None = None
    ) -> bytes:
        """The body of the response to any request."""
        while True:
            was_kept = self._kept is not None and self._kept.sock is not None
            try:
                return self._exchange(method, target, body, media_type)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                # The service closes idle connections, which is not a failure of the request.
                if not (was_kept and isinstance(error, ConnectionError)):
                    raise self._no_answer(error) from error

    def close(self) -> None:
        """Closes the connection; the next call opens another."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _exchange(
        self, method: str, target: str, body: bytes | None, media_type: str | None
    ) -> bytes:
        connection = self._kept
        if connection is None:
            connection = self._kept = self._connection(self.deadline_ms / 1000 + 1)
        is_whole = True
        try:
            connection.request(method, target, body, self._headers(body, media_type))
        except (BrokenPipeError, ConnectionResetError):
            # The service may reject a request before reading all of it; the response has the reason.
            is_whole = False
        answer = connection.getresponse()
        content = answer.read()
        if not is_whole:
            self.close()
        if not 200 <= answer.status < 300:
            raise _refusal(answer, content)
        return content


class Attempt:
    """A current attempt; the service deletes it after ten minutes without use.

    `id` is its name and `status` the most recent status, which each call also returns: `phase`, `verdict`, `held`,
    `peak` and more.
    """

    def __init__(self, service: FacialFun, status: dict[str, Any]) -> None:
        self.service = service
        self.id: str = status["id"]
        self.status = status

    def frame(self, picture: bytes, movements: bool = False) -> dict[str, Any]:
        """Judges the next frame; it counts at its time of arrival."""
        return self._ask("POST", "/frames" + asking(movements), picture)

    def look(self) -> dict[str, Any]:
        """Requests the current status."""
        return self._ask("GET", "")

    def retry(self) -> dict[str, Any]:
        """Starts it over."""
        return self._ask("POST", "/retry")

    def skip(self) -> dict[str, Any]:
        """Skips it."""
        return self._ask("POST", "/skip")

    def delete(self) -> None:
        """Deletes it."""
        self.service.request("DELETE", self._path)

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields names and data of its events: "status" with the current status, finally "end" with the reason, or
        "shutdown". A stream that breaks off raises `no_answer`.
        """
        yield from self.service._events(self._path + "/events", ends=("end", "shutdown"))

    @property
    def _path(self) -> str:
        return "/v1/attempts/" + _escaped(self.id)

    def _ask(self, method: str, rest: str, picture: bytes | None = None) -> dict[str, Any]:
        self.status = self.service._object(method, self._path + rest, picture)
        return self.status


def default_address() -> str | None:
    """The socket of the user's own service; None if no folder for it is known."""
    folder = os.environ.get("XDG_RUNTIME_DIR")
    return os.path.join(folder, "facialfun.sock") if folder else None


def _goal(target: str, level: int, baseline: str | None) -> dict[str, Any]:
    goal: dict[str, Any] = {"target": target, "level": level}
    if baseline is not None:
        goal["baseline"] = baseline
    return goal


def asking(movements: bool, landmarks: bool = False) -> str:
    """The query that requests movements and landmarks; empty for neither."""
    wanted = [f"{name}=true" for name, asked in (("movements", movements), ("landmarks", landmarks)) if asked]
    return "?" + "&".join(wanted) if wanted else ""


def _escaped(name: str) -> str:
    """A name as a single path segment."""
    return urllib.parse.quote(name, safe="")


def _media_type(picture: bytes) -> str:
    return next((name for start, name in MEDIA_TYPES.items() if picture.startswith(start)), "image/jpeg")


def _refusal(
    answer: http.client.HTTPResponse, content: bytes | None = None
) -> FacialFunError:
    try:
        problem = json.loads(answer.read() if content is None else content)
        # Azure's format nests the same members in another object.
        problem = problem.get("error", problem)
        detail = problem.get("detail") or problem.get("message") or ""
        after = answer.headers.get("Retry-After")
        return FacialFunError(
            answer.status, problem["code"], detail, float(after) if after else None)
    except (ValueError, KeyError, TypeError, AttributeError):
        return FacialFunError(answer.status, "bad_answer", "the service gave no reason")
