"""Clients that send requests and do not read the responses: they fill no memory and do not delay others."""

import contextlib
import socket
import statistics
import time

import pytest

from asking import PROMPT, ask, head
from house import assert_lives

CLIP = "/content/pictures/icon-512.png"


@pytest.mark.slow
def test_clients_that_never_read_use_little_memory_and_delay_no_one(house):
    """A hundred connections, each with two hundred unread responses of a picture."""
    size = len(ask(house.port, "GET", CLIP).content)
    before = house.memory()[0]
    many = head(house.port, f"GET {CLIP} HTTP/1.1") * 200
    people = []
    for _ in range(100):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", house.port))
        connection.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            connection.send(many)
        people.append(connection)
    start, took, most = time.monotonic(), [], 0
    while time.monotonic() - start < 40:
        took.append(ask(house.port, "GET", "/login").seconds)
        most = max(most, house.memory()[0])
        time.sleep(0.5)
    # Other tests keep the processors busy, too, so a single slow page proves nothing.
    assert statistics.median(took) < PROMPT / 2 and max(took) < 5 * PROMPT, sorted(took)[-10:]
    wanted = 100 * 200 * size / 2**20
    print(f"{wanted:.0f} MiB were requested; memory {before:.0f} MiB before, {most:.0f} at most")
    assert most - before < 60, f"{most - before:.0f} MiB are buffered for clients that do not read"
    for connection in people:
        connection.close()
    assert_lives(house)
