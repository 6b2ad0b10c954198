"""HTTP/1.1 over a Unix domain socket, with minimal work for the client.

The clients share the processors with the service: a general-purpose client would cost a tenth of the service's own
time.
"""

from __future__ import annotations

import contextlib
import socket
from dataclasses import dataclass


class Broken(Exception):
    """The connection ended before the response did."""


@dataclass
class Answer:
    """A response."""

    status: int
    head: bytes
    body: bytes


class Connection:
    """A connection that is opened on demand and kept until the service closes it."""

    def __init__(self, path: str, timeout: float = 30) -> None:
        self.path = path
        self.timeout = timeout
        self.socket: socket.socket | None = None

    def get(self, target: str) -> Answer:
        return self.exchange(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def post(self, target: str, body: bytes, media_type: str, deadline_ms: int) -> Answer:
        head = (
            f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\n"
            f"Deadline-Ms: {deadline_ms}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return self.exchange(head.encode() + body)

    def exchange(self, request: bytes) -> Answer:
        """Sends a request and reads its response."""
        if self.socket is None:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(self.timeout)
            self.socket.connect(self.path)
        # The service may reject a request before reading all of it; the response has the reason.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(request)
        answer = self._read(self.socket)
        if b"\r\nconnection: close\r\n" in answer.head:
            self.close()
        return answer

    @staticmethod
    def _read(stream: socket.socket) -> Answer:
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            part = stream.recv(65536)
            if not part:
                raise Broken("the service closed the connection before it had answered")
            received += part
        head, body = received[: end + 2], received[end + 4 :]
        place = head.find(b"content-length: ")
        length = int(head[place + 16 : head.index(b"\r", place)]) if place >= 0 else 0
        while len(body) < length:
            part = stream.recv(65536)
            if not part:
                raise Broken("the service closed the connection in the middle of its answer")
            body += part
        return Answer(int(head[9:12]), head, body)

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None
