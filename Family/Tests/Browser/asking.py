"""Raw HTTP requests that no browser sends: any header, any bytes, from any loopback address."""

import http.client
import json
import socket
import time
import uuid

from game_client import PASSWORD, PIN, TERMS

SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
#: Maximum seconds for a page under attack: twice the documented time, because other tests run on the machine.
PROMPT = 2


class Answer:
    def __init__(self, status, headers, content, seconds):
        self.status = status
        self.headers = headers
        self.content = content
        self.seconds = seconds

    @property
    def json(self):
        return json.loads(self.content)

    @property
    def cookie(self):
        value = self.headers.get("Set-Cookie")
        return value.split(";")[0] if value else None


def ask(port, method, path, body=None, cookie=None, headers=SAME_ORIGIN, source="127.0.0.1", kind="application/json",
        timeout=20):
    """Sends one request on a new connection. A body that is not bytes is sent as JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(source, 0))
    headers = dict(headers)
    if cookie:
        headers["Cookie"] = cookie
    if body is not None:
        headers["Content-Type"] = kind
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
    start = time.monotonic()
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
    finally:
        connection.close()
    return Answer(answer.status, answer.headers, content, time.monotonic() - start)


def form(name=None, **changes):
    name = name or f"kid{uuid.uuid4().hex[:12]}"
    return {
        "fullName": "Robin", "birthYear": 2017, "gender": "", "username": name, "email": f"{name}@example.org",
        "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN, "terms": TERMS, "statistics": True, **changes}


def join(port, source="127.0.0.1", **changes):
    """Creates an account; returns its form and its cookie."""
    sent = form(**changes)
    for _ in range(5):
        answer = ask(port, "POST", "/api/accounts", sent, source=source, timeout=60)
        # Hashing is too slow on a busy machine; retry as the error message says.
        if answer.status != 503:
            break
    assert answer.status == 201, answer.content
    return sent, answer.cookie


def talk(port, *pieces, wait=5.0):
    """Sends bytes unchanged and reads until the other side closes or is silent for `wait` seconds.

    Returns the received bytes, and whether the server closed the connection.
    """
    out = b""
    with socket.create_connection(("127.0.0.1", port), timeout=wait) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
        except OSError:
            pass  # The request was rejected while it was being sent: only the response matters.
        try:
            while part := connection.recv(65536):
                out += part
            return out, True
        except TimeoutError:
            return out, False
        except ConnectionResetError:
            return out, True


def head(port, line, *fields, host=None):
    """The bytes of a request's header section."""
    lines = [line, f"Host: {host or f'127.0.0.1:{port}'}", *fields, "", ""]
    return "\r\n".join(lines).encode()


def status(answer):
    """The status of a response in bytes; None without a response."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None
