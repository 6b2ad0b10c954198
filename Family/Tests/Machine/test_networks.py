"""The server in a home network (`--lan`, two network namespaces) and behind nginx (`--public`).

Each test needs root or an optional program, and is skipped with a message otherwise.
"""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import time
import uuid

import pytest

from asking import PROMPT, ask, form
from game_server import GameServer, free_port, program

HOUSE, TABLET = "10.77.0.1", "10.77.0.2"


def run(*command, check=True):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=60)
    assert not check or done.returncode == 0, (command, done.stderr)
    return done


@pytest.fixture(scope="module")
def namespaces():
    """Two connected network namespaces, for the server and a tablet."""
    if not shutil.which("ip") or os.geteuid():
        pytest.skip("network namespaces need root and iproute2")
    tag = uuid.uuid4().hex[:6]
    names = {HOUSE: f"house-{tag}", TABLET: f"tablet-{tag}"}
    made = run("ip", "netns", "add", names[HOUSE], check=False)
    if made.returncode:
        pytest.skip(f"no network namespace can be made here: {made.stderr.strip()}")
    run("ip", "netns", "add", names[TABLET])
    cable = f"h{tag}", f"t{tag}"
    run("ip", "link", "add", cable[0], "type", "veth", "peer", "name", cable[1])
    for end, (address, name) in zip(cable, names.items(), strict=True):
        run("ip", "link", "set", end, "netns", name)
        run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", end)
        run("ip", "-n", name, "link", "set", end, "up")
        run("ip", "-n", name, "link", "set", "lo", "up")
    yield names
    for name in names.values():
        run("ip", "netns", "delete", name)


class Tablet:
    """curl in the tablet's namespace; `trust` is the authority's file."""

    def __init__(self, names, trust):
        self.names, self.trust = names, trust

    def curl(self, address, *arguments, trusting=True):
        """Exit status and output of curl."""
        trust = ["--cacert", self.trust] if trusting else []
        done = run("ip", "netns", "exec", self.names[TABLET], "curl", "--silent", "--show-error", "--max-time", "15",
                   *trust, *arguments, address, check=False)
        return done.returncode, done.stdout


@pytest.fixture(scope="module")
def home(namespaces, tmp_path_factory):
    """The server in the home's namespace, and a tablet that has downloaded the authority's certificate."""
    place = tmp_path_factory.mktemp("house")
    log = (place / "log").open("wb")
    server = subprocess.Popen(
        ["ip", "netns", "exec", namespaces[HOUSE], program(), "serve", "--no-scoring", "--port", "8610",
         "--data", place / "data", "--lan"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    tablet = Tablet(namespaces, place / "authority.crt")
    end = time.monotonic() + 30
    while tablet.curl(f"http://{HOUSE}:8680/authority.crt", "--output", tablet.trust, "--fail", trusting=False)[0]:
        assert server.poll() is None and time.monotonic() < end, (place / "log").read_text()
        time.sleep(0.2)
    tablet.trust.write_text(ssl.DER_cert_to_PEM_cert(tablet.trust.read_bytes()))
    yield tablet
    server.terminate()
    assert server.wait(timeout=15) == 0
    assert "error facialfun-family" not in (place / "log").read_text()


def test_tablet_signs_up_over_the_home_network(home, tmp_path):
    jar = tmp_path / "cookies"
    code, answer = home.curl(f"https://{HOUSE}:8643/login", "--fail")
    assert code == 0 and "<form" in answer
    code, answer = home.curl(
        f"https://{HOUSE}:8643/api/accounts", "--fail-with-body", "--cookie-jar", jar, "--json", json.dumps(form()),
        "--header", "Sec-Fetch-Site: same-origin")
    assert code == 0, answer
    # No domain, the path / and the attribute Secure, as the prefix __Host- requires.
    assert "\tFALSE\t/\tTRUE\t0\t__Host-pet\t" in jar.read_text(), jar.read_text()
    code, answer = home.curl(f"https://{HOUSE}:8643/menu", "--fail", "--cookie", jar)
    assert code == 0 and "Robin" in answer


@pytest.mark.parametrize("address, arguments, trusting, expected", [
    (f"https://{HOUSE}:8643/login", [], False, 60),
    (f"http://{HOUSE}:8643/login", ["--fail"], True, (1, 22, 52, 56)),
    (f"https://{HOUSE}:8643/login", ["--tls-max", "1.1"], True, 35),
    (f"http://{HOUSE}:8610/login", [], True, 7),
], ids=["authority not trusted", "no TLS", "TLS 1.1", "the port of this machine alone"])
def test_home_network_listener_rejects_invalid_requests(home, address, arguments, trusting, expected):
    code, answer = home.curl(address, *arguments, trusting=trusting)
    assert code in (expected if isinstance(expected, tuple) else (expected,)), (code, answer)


def test_foreign_host_name_is_refused(home):
    # The server's address with a foreign host name, as in DNS rebinding.
    code, answer = home.curl(
        "https://games.example.com:8643/login", "--insecure", "--resolve", f"games.example.com:8643:{HOUSE}",
        "--write-out", "%{http_code}", "--output", "/dev/null", trusting=False)
    assert (code, answer) == (0, "421")


NGINX = """
daemon off;
pid {place}/nginx.pid;
error_log {place}/nginx.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    client_max_body_size 16m;
    server {{
        listen 0.0.0.0:{port};
        location / {{
            proxy_pass http://127.0.0.1:{game};
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host pet.example.org;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }}
    }}
}}
"""


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """A public server behind nginx, configured as in docs/operations.md, without TLS."""
    if not shutil.which("nginx"):
        pytest.skip("there is no nginx: apt-get install nginx-light")
    place = tmp_path_factory.mktemp("nginx")
    server = GameServer(
        place / "data", ["--no-scoring", "--public", "--host-name", "pet.example.org"], log=place / "pet.log").start()
    server.proxy = free_port()
    (place / "nginx.conf").write_text(NGINX.format(place=place, port=server.proxy, game=server.port))
    nginx = subprocess.Popen(["nginx", "-c", place / "nginx.conf"], stdin=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    end = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", server.proxy), timeout=1).close()
            break
        except OSError:
            assert nginx.poll() is None and time.monotonic() < end, (place / "nginx.log").read_text()
            time.sleep(0.05)
    yield server
    nginx.terminate()
    nginx.wait(timeout=15)
    assert server.stop() == 0
    assert "error facialfun-family" not in server.log_path.read_text(errors="replace")


def test_family_signs_up_behind_nginx(proxied):
    answer = ask(proxied.proxy, "POST", "/api/accounts", form(), timeout=60)
    assert answer.status == 201, answer.content
    assert "Secure" in answer.headers["Set-Cookie"]
    menu = ask(proxied.proxy, "GET", "/menu", cookie=answer.cookie)
    assert menu.status == 200 and b"Robin" in menu.content


def test_flooding_client_is_slowed_down_and_others_are_not(proxied):
    # The address that a client claims precedes the one that nginx adds, and is ignored.
    storm = http.client.HTTPConnection("127.0.0.1", proxied.proxy, timeout=20, source_address=("127.0.0.7", 0))
    answers = set()
    for number in range(3000):
        storm.request("GET", "/healthz", headers={"X-Forwarded-For": f"203.0.113.{number % 250}"})
        answer = storm.getresponse()
        answer.read()
        answers.add(answer.status)
        if answers == {200, 429}:
            break
    storm.close()
    assert answers == {200, 429}, answers
    other = ask(proxied.proxy, "GET", "/login", source="127.0.0.8")
    assert other.status == 200 and other.seconds < PROMPT


def test_body_with_two_lengths_passes_neither_nginx_nor_the_server(proxied):
    smuggled = (b"POST /api/login HTTP/1.1\r\nHost: pet.example.org\r\nContent-Length: 4\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: pet.example.org\r\n\r\n")
    for port in (proxied.proxy, proxied.port):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(smuggled)
            received = b""
            while part := connection.recv(65536):
                received += part
        assert received.startswith(b"HTTP/1.1 400"), received[:200]
        assert received.count(b"HTTP/1.1 ") == 1 and b"pet_requests_total" not in received


def test_restarted_server_is_reachable_through_nginx(proxied):
    assert proxied.stop() == 0
    assert ask(proxied.proxy, "GET", "/login").status == 502
    proxied.start()
    assert ask(proxied.proxy, "GET", "/login").status == 200
