"""Those who ask and do not read: what waits for them fills no memory, and holds nobody else up."""

import contextlib
import socket
import time

import pytest

from asking import PROMPT, ask, head
from house import assert_lives

CLIP = "/content/pictures/icon-512.png"


@pytest.mark.slow
def test_who_asks_for_much_and_reads_nothing_is_let_go_and_holds_nobody_up(house):
    """A hundred connections, each with two hundred requests for a picture that nobody takes."""
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
    start, worst, most = time.monotonic(), 0, 0
    while time.monotonic() - start < 40:
        worst = max(worst, ask(house.port, "GET", "/login").seconds)
        most = max(most, house.memory()[0])
        time.sleep(0.5)
    assert worst < PROMPT, f"somebody waited {worst:.2f} s"
    wanted = 100 * 200 * size / 2**20
    print(f"{wanted:.0f} MiB were asked for; memory {before:.0f} MiB before, {most:.0f} at most")
    assert most - before < 60, f"{most - before:.0f} MiB wait for people who do not read"
    for connection in people:
        connection.close()
    assert_lives(house)
