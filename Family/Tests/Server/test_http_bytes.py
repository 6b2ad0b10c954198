"""Invalid requests, and headers and bodies that are too large, endless or slow."""

import socket
import threading
import time

import pytest

from asking import PROMPT, ask, head, status, talk
from house import assert_lives


def json_head(port, *fields):
    return head(port, "POST /api/login HTTP/1.1", "Content-Type: application/json", "Sec-Fetch-Site: same-origin",
                *fields)


def test_oversized_headers_end_the_connection(house):
    for fields in [[f"X-A: {'a' * 20_000}"], [f"X-A: {'a' * 2_000_000}"], [f"X-{n}: a" for n in range(200)],
                   [f"X-{n}: {'a' * 6000}" for n in range(20)], [f"Cookie: __Host-pet={'a' * 30_000}"]]:
        answer, closed = talk(house.port, head(house.port, "GET /login HTTP/1.1", *fields))
        assert closed and status(answer) in (None, 400, 431), answer[:60]
    answer, closed = talk(house.port, head(house.port, f"GET /{'a' * 1_000_000} HTTP/1.1"))
    assert closed and status(answer) in (None, 400, 414, 431)
    assert_lives(house)


@pytest.mark.parametrize("bytes_", [
    b"\x00\xff\xfe garbage\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 300,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /login\r\n\r\n", b"GET /login HTTP/9.9\r\n\r\n", b"FOO /login HTTP/1.1\r\n\r\n", b"\r\n" * 1000,
    b"GET  /login  HTTP/1.1\r\nHost : x\r\n\r\n"], ids=range(8))
def test_invalid_http_is_rejected_or_disconnected(house, bytes_):
    answer, _ = talk(house.port, bytes_, wait=1)
    assert status(answer) in (None, 400, 421, 505), answer[:60]
    assert_lives(house)


@pytest.mark.parametrize("fields,body", [
    (["Transfer-Encoding: chunked"], b"ZZZ\r\nxx\r\n"), (["Transfer-Encoding: chunked"], b"-1\r\n\r\n"),
    (["Transfer-Encoding: chunked"], b"FFFFFFFFFFFFFFFFF\r\nxx\r\n"),
    (["Transfer-Encoding: chunked", "Content-Length: 3"], b"0\r\n\r\n"),
    (["Content-Length: -1"], b""), (["Content-Length: 99999999999999999999999"], b"{}"), (["Content-Length: x"], b"{}"),
    (["Content-Length: 2", "Content-Length: 3"], b"{} "), (["Transfer-Encoding: gzip"], b"{}")], ids=range(9))
def test_bodies_with_a_wrong_length_are_rejected(house, fields, body):
    answer, closed = talk(house.port, json_head(house.port, *fields), body, wait=12)
    assert status(answer) in (400, 411, 413, 501) and closed, answer[:300]
    assert answer.count(b"HTTP/1.1 2") == 0
    assert_lives(house)


def test_an_interrupted_body_has_no_effect(house):
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", house.port)) as connection:
            connection.sendall(json_head(house.port, "Content-Length: 1000") + b'{"name": "')
    assert_lives(house)


@pytest.mark.parametrize("line", ["POST /api/login", "POST /api/rounds", "POST /api/logout", "POST /api/nothing",
                                  "POST /content/x.png",
                                  "GET /login", "GET /content/pictures/icon.svg", "PUT /login"])
def test_an_endless_body_ends_the_connection(house, line):
    """Tests every route without a sign-in, whether or not the route reads the body."""
    start = time.monotonic()
    sent = 0
    with socket.create_connection(("127.0.0.1", house.port), timeout=15) as connection:
        connection.sendall(head(house.port, f"{line} HTTP/1.1", "Content-Type: application/json",
                                "Sec-Fetch-Site: same-origin",
                                "Transfer-Encoding: chunked"))
        try:
            while time.monotonic() - start < 15:
                connection.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
                sent += 65536
        except OSError:
            pass
    assert time.monotonic() - start < 14 and sent < 200_000_000, f"{sent} bytes were taken"
    assert house.memory()[1] < 300
    assert_lives(house)


@pytest.mark.slow
def test_slow_senders_are_disconnected_and_delay_no_one(house):
    """Sends a body that never arrives, a body or header at one byte per second, and nothing at all."""
    found = {}

    def slow(name, first, piece, patience):
        start = time.monotonic()
        out = b""
        with socket.create_connection(("127.0.0.1", house.port), timeout=1) as connection:
            connection.sendall(first)
            while time.monotonic() - start < patience:
                try:
                    part = connection.recv(4096)
                    out += part
                    break
                except TimeoutError:
                    try:
                        connection.sendall(piece)
                    except OSError:
                        break
                except OSError:
                    break
        found[name] = (status(out), time.monotonic() - start)

    port = house.port
    people = [
        ("never", json_head(port, "Content-Length: 100"), b"", 40),
        ("drip", json_head(port, "Content-Length: 100"), b"a", 40),
        ("chunks", json_head(port, "Transfer-Encoding: chunked"), b"1\r\na\r\n", 40),
        ("head", b"GET /login HTTP/1.1\r\n", b"a", 40), ("silent", b"", b"", 40)]
    threads = [threading.Thread(target=slow, args=each) for each in people for _ in range(20)]
    for thread in threads:
        thread.start()
    worst = 0
    while any(thread.is_alive() for thread in threads):
        worst = max(worst, ask(port, "GET", "/login").seconds)
        time.sleep(0.2)
    assert worst < PROMPT, f"somebody waited {worst:.1f} s for a page"
    for name in ["never", "drip", "chunks"]:
        assert found[name][0] == 408 and found[name][1] < 15, found
    for name in ["head", "silent"]:
        assert found[name][0] in (None, 400, 408) and found[name][1] < 35, found


def test_a_hundred_pipelined_requests_are_answered_in_order(house):
    lines = b"".join(head(house.port, f"GET /play/{n} HTTP/1.1") for n in range(99))
    answer, closed = talk(house.port, lines + head(house.port, "GET /healthz HTTP/1.1", "Connection: close"))
    assert closed and answer.count(b"HTTP/1.1 303") == 99 and answer.count(b"HTTP/1.1 200") == 1
    assert answer.rindex(b"HTTP/1.1 200") > answer.rindex(b"HTTP/1.1 303")
