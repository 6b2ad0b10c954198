"""Bad input and bad people: each gets a clear answer or none, nobody else notices, and nothing is changed.

The server is one of its own, so that who is slowed down here is slowed down nowhere else.
"""

import hashlib
import http.server
import json
import socket
import sqlite3
import threading
import time
import uuid

import pytest
from asking import SAME_ORIGIN, ask, form, head, join, status, talk
from conftest import PASSWORD
from game_client import next_event
from game_server import GameServer

PAGES = ["/menu", "/levels", "/play/1", "/play/bank", "/facial-fun", "/question-bank", "/questions", "/tutorial",
         "/settings", "/edit-account", "/review"]
OPEN_PAGES = ["/login", "/create-account", "/terms", "/nothing-here"]
ROUND = "00000000-0000-4000-8000-000000000000"
MEMBER_ROUTES = [
    ("PUT", "/api/account"), ("GET", "/api/account/export"), ("POST", "/api/account/delete"),
    ("PUT", "/api/settings"), ("POST", "/api/progress/reset"), ("POST", "/api/rounds"),
    ("GET", f"/api/rounds/{ROUND}"), ("POST", f"/api/rounds/{ROUND}/events"), ("POST", "/api/activity"),
    ("GET", "/api/facial-fun"), ("PUT", "/api/facial-fun/settings"), ("POST", "/api/facial-fun/sittings"),
    *(("POST", f"/api/facial-fun/sittings/{ROUND}/{deed}")
      for deed in ["rest", "rest/forget", "frames", "tap", "skip", "end"])]
SQL = "Robin'); DROP TABLE account;--"
MARKUP = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    place = tmp_path_factory.mktemp("hostile")
    server = GameServer(place / "data", ["--no-scoring"], log=place / "pet.log").start()
    server.named = set()
    yield server
    assert server.process.poll() is None, "the server did not live to the end"
    peak = server.memory()[1]
    assert server.stop() == 0
    log = server.log_path.read_text(errors="replace")
    assert "error pet" not in log, "the server stumbled: " + log[-2000:]
    told = [word for word in server.named | {"@example.org", PASSWORD, "__Host-pet", "Robin"} if word in log]
    assert not told, f"the log names {told}"
    assert peak < 300, f"{peak:.0f} MiB"


def member(house, **changes):
    sent, cookie = join(house.port, **changes)
    house.named |= {sent["username"], cookie.split("=")[1]}
    return sent, cookie


@pytest.fixture(scope="module")
def player(house):
    return member(house)


def contents(house):
    """What the database holds, but for sessions and sittings, which live on with each request."""
    with sqlite3.connect(f"file:{house.folder / 'pet.sqlite'}?mode=ro", uri=True) as database:
        tables = [row[0] for row in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('session', 'sitting') ORDER BY name")]
        rows = {table: database.execute(f'SELECT * FROM "{table}" ORDER BY 1').fetchall() for table in tables}
    return {table: hashlib.sha256(repr(found).encode()).hexdigest() for table, found in rows.items()}


def assert_lives(house):
    answer = ask(house.port, "GET", "/login")
    assert answer.status == 200 and answer.seconds < 1


# Fields

WRONG = {
    "nothing": "", "blanks": "   \t ", "control characters": "Ro\u0007bin", "a line break": "Ro\nbin",
    "a NUL": "Ro\0bin", "a mark that turns the writing": "\u202enibor", "what is not to be seen": "Ro\u2060bin",
    "far too long": "x" * 5000, "letters with a thousand accents": "e" + "\u0301" * 1000}


@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("field", ["fullName", "birthYear", "gender", "username", "email", "terms"])
def test_a_field_that_is_at_fault_is_named_with_a_sentence(house, field, value):
    if field == "gender" and not value:
        return  # Nothing is a choice there.
    before = contents(house)
    answer = ask(house.port, "POST", "/api/accounts", form(**{field: value}))
    assert answer.status == 422, answer.content
    assert answer.json["code"] == "invalid"
    sentence = answer.json["fields"][field]
    assert sentence[0].isupper() and sentence[-1] in ".!?" and len(sentence) < 200, sentence
    assert "fullName" not in answer.json["fields"] or field == "fullName"
    assert contents(house) == before


@pytest.mark.parametrize("value", ["", "short", "x" * 129, "x" * 5000, "e" + "\u0301" * 5000], ids=len)
def test_a_password_that_cannot_be_is_named_with_a_sentence(house, value):
    """Which characters it has is nobody's business: it is never shown."""
    answer = ask(house.port, "POST", "/api/accounts", form(password=value, confirmation=value))
    assert answer.status == 422 and answer.json["fields"]["password"].endswith("."), answer.content


def test_emoji_markup_and_sql_are_kept_and_shown_as_text(house):
    for name, shown in [("Robin 👩‍👩‍👧", "Robin 👩‍👩‍👧"), (SQL, "Robin&#39;); DROP TABLE account;--"),
                        (MARKUP, "&lt;script&gt;alert(1)&lt;/script&gt;"), ("{{text.login.title}}", "{{text.login.title}}")]:
        _, cookie = member(house, fullName=name)
        assert ask(house.port, "GET", "/api/account/export", cookie=cookie).json["account"]["players"][0]["name"] == name
        for page in ["/menu", "/edit-account"]:
            html = ask(house.port, "GET", page, cookie=cookie).content.decode()
            assert "<script>alert" not in html
            assert shown in html or shown.replace("&#39;", "'") in html, (page, name)
    assert contents(house)["account"]


def test_usernames_and_emails_of_markup_or_sql_are_refused_at_their_field(house):
    for field in ["username", "email", "birthYear", "gender"]:
        for value in [SQL, MARKUP, "👩‍👩‍👧"]:
            answer = ask(house.port, "POST", "/api/accounts", form(**{field: value}))
            assert answer.status == 422 and answer.json["fields"][field], (field, value)


def test_ten_megabytes_are_too_large_and_the_sender_hears_so(house):
    for field in ["fullName", "username", "email", "password"]:
        answer = ask(house.port, "POST", "/api/accounts", form(**{field: "x" * 10_000_000}))
        assert answer.status == 413 and answer.json["code"] == "too_large" and "65536" in answer.json["message"]
    assert_lives(house)


def test_a_name_that_is_not_known_is_said_back_as_text_alone(house):
    answer = ask(house.port, "POST", "/api/login", {"name": MARKUP, "password": "x"}, source="127.0.1.1")
    assert answer.status == 401 and answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


# Cookies

def test_cookies_that_are_forged_cut_or_replayed_open_nothing(house):
    _, cookie = member(house)
    name, token = cookie.split("=")
    assert ask(house.port, "GET", "/api/account/export", cookie=cookie).status == 200
    forged = [token[:-1], token + "A", token[::-1], token.swapcase(), "A" * len(token), "", "null", "%00", token + "%00",
              "' OR 1=1 --", "../../etc/passwd", "x" * 6000, hashlib.sha256(token.encode()).hexdigest()]
    for value in forged:
        assert ask(house.port, "GET", "/api/account/export", cookie=f"{name}={value}").status == 401, value
        page = ask(house.port, "GET", "/menu", cookie=f"{name}={value}")
        assert page.status == 303 and page.headers["Location"].startswith("/login")
    assert ask(house.port, "GET", "/api/account/export", cookie=f"pet={token}").status == 401
    out = ask(house.port, "POST", "/api/logout", {}, cookie=cookie)
    assert out.status == 200 and "Max-Age=0" in out.headers["Set-Cookie"]
    assert ask(house.port, "GET", "/api/account/export", cookie=cookie).status == 401


def test_the_cookie_is_bound_to_the_host_and_closed_to_scripts(house):
    answer = ask(house.port, "POST", "/api/accounts", form())
    parts = {part.strip() for part in answer.headers["Set-Cookie"].split(";")[1:]}
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= parts
    assert answer.headers["Set-Cookie"].startswith("__Host-pet=") and not any("Domain" in p for p in parts)


def test_a_session_that_was_there_before_signing_in_does_not_become_the_players(house):
    sent, old = member(house)
    answer = ask(house.port, "POST", "/api/login", {"name": sent["username"], "password": PASSWORD}, cookie=old)
    assert answer.status == 200 and answer.cookie != old
    assert ask(house.port, "GET", "/api/account/export", cookie=old).status == 401


# Others' things

def test_another_players_round_is_unknown_and_stays_as_it_is(house, player):
    _, own = player
    _, other = member(house)
    theirs = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=other).json
    before = contents(house)
    answer = ask(house.port, "GET", f"/api/rounds/{theirs['id']}", cookie=own)
    assert answer.status == 404 and answer.json["code"] == "unknown_round"
    for _ in range(5):
        answer = ask(house.port, "POST", f"/api/rounds/{theirs['id']}/events", next_event(theirs), cookie=own)
        assert answer.status == 404 and answer.json["code"] == "unknown_round"
    assert contents(house) == before
    again = ask(house.port, "GET", f"/api/rounds/{theirs['id']}", cookie=other).json
    assert again == theirs


def test_another_players_event_counts_for_nobody_else(house, player):
    _, own = player
    _, other = member(house)
    theirs = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=other).json
    mine = ask(house.port, "POST", "/api/rounds", {"level": "2"}, cookie=own).json
    event = {**next_event(theirs), "kind": "skip"}
    assert ask(house.port, "POST", f"/api/rounds/{theirs['id']}/events", event, cookie=other).status == 200
    stolen = ask(house.port, "POST", f"/api/rounds/{mine['id']}/events", event, cookie=own)
    assert stolen.status in (200, 404, 409), stolen.content
    if stolen.status == 200:
        assert stolen.json["outcome"]["kind"] == "ignored" and stolen.json["round"]["id"] == mine["id"]
    assert ask(house.port, "GET", f"/api/rounds/{mine['id']}", cookie=own).json == mine


@pytest.mark.parametrize("identifier", ["1", "x", "..", "%2e%2e", "%00", "null", ROUND, "-1", "1%20OR%201=1", "a" * 3000])
def test_rounds_that_cannot_be_are_unknown(house, player, identifier):
    answer = ask(house.port, "GET", f"/api/rounds/{identifier}", cookie=player[1])
    assert answer.status in (400, 404) and answer.json["message"]


def test_every_member_route_wants_a_cookie(house):
    before = contents(house)
    for method, path in MEMBER_ROUTES:
        answer = ask(house.port, method, path, {} if method != "GET" else None)
        assert answer.status == 401 and answer.json["code"] == "signed_out", (method, path, answer.status)
    for page in PAGES:
        answer = ask(house.port, "GET", page)
        assert answer.status == 303 and answer.headers["Location"] == "/login?from=idle", page
    assert contents(house) == before


# Other web sites

@pytest.mark.parametrize("headers", [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": ""}, {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1"},
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}, {"Origin": ""}])
def test_what_another_site_makes_a_browser_send_is_refused(house, player, headers):
    before = contents(house)
    for kind in ["application/json", "text/plain", "application/x-www-form-urlencoded"]:
        for method, path in [*MEMBER_ROUTES, ("POST", "/api/login"), ("POST", "/api/accounts"), ("POST", "/api/logout")]:
            if method == "GET":
                continue
            answer = ask(house.port, method, path, b'{"level": "1"}', cookie=player[1], headers=headers, kind=kind)
            assert answer.status == 403 and answer.json["code"] == "cross_site", (path, kind)
    assert contents(house) == before
    assert ask(house.port, "GET", "/api/account/export", cookie=player[1]).status == 200


def test_a_form_without_a_word_of_its_origin_is_not_read(house, player):
    before = contents(house)
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "image/png"]:
        answer = ask(house.port, "POST", "/api/rounds", b'{"level": "3"}', cookie=player[1], headers={}, kind=kind)
        assert answer.status == 415 and answer.json["code"] == "not_json"
    assert contents(house) == before


def evil_site(html):
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    return site


def test_a_page_of_another_site_can_neither_frame_nor_post_nor_read(house, browser):
    url = f"http://127.0.0.1:{house.port}"
    context = browser.new_context()
    answer = context.request.post(f"{url}/api/accounts", data=form())
    assert answer.status == 201
    before = contents(house)
    site = evil_site(f"""<iframe name="in" src="{url}/menu"></iframe><iframe name="out"></iframe>
        <form method="post" target="out" enctype="text/plain" action="{url}/api/progress/reset"><input name='{{"a":"' value='"}}'></form>
        <script>document.forms[0].submit()
        fetch("{url}/api/account/export", {{credentials: "include"}}).then(() => document.title = "read", () => document.title = "kept")
        </script>""")
    try:
        page = context.new_page()
        refused = []
        page.on("response", lambda r: refused.append((r.url, r.status)))
        page.goto(f"http://localhost:{site.server_port}/")
        page.wait_for_function("() => document.title")
        page.wait_for_timeout(500)
        assert page.title() == "kept"
        assert (f"{url}/api/progress/reset", 403) in refused
        frame = page.frame("in")
        assert "menu" not in (frame.url or "") or not frame.query_selector("h1"), "the menu stands in a frame"
        assert frame.url.startswith("chrome-error:") or frame.url == "about:blank", frame.url
    finally:
        site.shutdown()
        context.close()
    assert contents(house) == before


def test_every_answer_has_the_headers_that_keep_it_to_itself(house, player):
    asked = [(page, player[1]) for page in PAGES + OPEN_PAGES] + [(page, None) for page in OPEN_PAGES + PAGES]
    asked += [("/api/nothing", None), ("/content/pictures/icon.svg", None), ("/service-worker.js", None), ("/healthz", None),
              ("/manifest.webmanifest", None), ("/api/account/export", player[1]), ("/content/../x", None), ("/%", None)]
    for path, cookie in asked:
        answer = ask(house.port, "GET", path, cookie=cookie)
        policy = answer.headers["Content-Security-Policy"]
        for part in ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'", "form-action 'self'"]:
            assert part in policy, (path, policy)
        assert "unsafe" not in policy and "*" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Server" not in answer.headers
        if answer.headers["Content-Type"] and "html" in answer.headers["Content-Type"]:
            assert answer.headers["Cache-Control"] == "no-store", path


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "127.0.0.2",
                                  "[::2]", "localhost:", "localhost@evil.example", "127.0.0.1:80:80"])
def test_a_foreign_name_for_this_machine_gets_nothing(house, host):
    for line in ["GET /login HTTP/1.1", "GET /api/account/export HTTP/1.1", "GET /content/pictures/icon.svg HTTP/1.1",
                 "GET /healthz HTTP/1.1"]:
        answer, _ = talk(house.port, f"{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert status(answer) in (400, 421), (line, answer[:60])


# Files

@pytest.mark.parametrize("path", [
    "/../Package.swift", "/..%2fPackage.swift", "/%2e%2e/Package.swift", "/%2e%2e%2fPackage.swift", "/%252e%252e/Package.swift",
    "/..\\Package.swift", "/....//Package.swift", "//etc/passwd", "/%2fetc/passwd", "/etc/passwd%00.png", "/.%00./Package.swift",
    "/pictures/../../../../../etc/passwd", "/%c0%ae%c0%ae/Package.swift", "/"])
def test_no_path_leads_out_of_a_folder(house, path):
    version = ask(house.port, "GET", "/login").content.decode().split("/assets/")[1].split("/")[0]
    for base in ["/content", f"/assets/{version}", f"/assets/{version}/styles", f"/assets/{version}/modules"]:
        answer, _ = talk(house.port, head(house.port, f"GET {base}{path} HTTP/1.1", "Connection: close"))
        assert status(answer) in (400, 404), (base, path, answer[:80])
        assert b"root:" not in answer and b"swift-tools-version" not in answer


def test_catalogues_manifests_and_templates_are_not_files_for_everybody(house):
    version = ask(house.port, "GET", "/login").content.decode().split("/assets/")[1].split("/")[0]
    for path in ["/content/questions.json", "/content/manifest.json", "/content/languages/en/game.json", "/content/making/README.md",
                 "/content/pictures/", "/content", f"/assets/{version}/templates/login.mustache", f"/assets/{version}/styles/",
                 f"/assets/{version}/README.md", "/pet.sqlite", "/content/pet.sqlite", "/.git/config", "/docs/web.md"]:
        assert ask(house.port, "GET", path).status == 404, path
    assert ask(house.port, "GET", f"/assets/{version}/styles/base.css").status == 200
    assert ask(house.port, "GET", "/assets/000000000000/styles/base.css").status == 404


def test_a_link_in_added_content_leads_nowhere(tmp_path):
    server = GameServer(tmp_path / "data", ["--no-scoring"], log=tmp_path / "pet.log")
    folder = server.folder / "content" / "mine" / "pictures"
    folder.mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(b"secret")
    (folder / "leak.png").symlink_to(tmp_path / "secret.png")
    (folder.parent / "questions.json").write_text('{"version": 1, "questions": []}')
    (folder.parent / "manifest.json").write_text('{"version": 1, "files": []}')
    try:
        server.start()
    except SystemExit:
        log = server.log_path.read_text()
        assert "mine" in log and "secret" not in log
        return  # Refused with a word why: that leaks nothing either.
    try:
        for path in ["/content/pictures/leak.png", "/content/mine/pictures/leak.png"]:
            answer = ask(server.port, "GET", path)
            assert answer.status == 404 and b"secret" not in answer.content
    finally:
        assert server.stop() == 0


def test_methods_that_are_not_offered_change_nothing(house, player):
    before = contents(house)
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "POST"]:
        for path in ["/login", "/menu", "/content/pictures/icon.svg", "/api/narration/en/none"]:
            answer = ask(house.port, method, path, cookie=player[1])
            assert answer.status in (404, 405) and answer.json["message"], (method, path)
            assert "Access-Control-Allow-Origin" not in answer.headers
    for method, path in [("GET", "/api/rounds"), ("GET", "/api/login"), ("DELETE", "/api/account"), ("GET", "/api/logout"),
                         ("GET", "/api/progress/reset"), ("GET", "/api/account/delete")]:
        assert ask(house.port, method, path, cookie=player[1]).status in (404, 405), (method, path)
    assert ask(house.port, "HEAD", "/login").status == 200
    assert contents(house) == before


# Bytes

def json_head(port, *fields):
    return head(port, "POST /api/login HTTP/1.1", "Content-Type: application/json", "Sec-Fetch-Site: same-origin", *fields)


def test_heads_that_are_too_large_end_the_connection(house):
    for fields in [[f"X-A: {'a' * 20_000}"], [f"X-A: {'a' * 2_000_000}"], [f"X-{n}: a" for n in range(200)],
                   [f"X-{n}: {'a' * 6000}" for n in range(20)], [f"Cookie: __Host-pet={'a' * 30_000}"]]:
        answer, closed = talk(house.port, head(house.port, "GET /login HTTP/1.1", *fields))
        assert closed and status(answer) in (None, 400, 431), answer[:60]
    answer, closed = talk(house.port, head(house.port, f"GET /{'a' * 1_000_000} HTTP/1.1"))
    assert closed and status(answer) in (None, 400, 414, 431)
    assert_lives(house)


@pytest.mark.parametrize("bytes_", [
    b"\x00\xff\xfe garbage\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 300, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /login\r\n\r\n", b"GET /login HTTP/9.9\r\n\r\n", b"FOO /login HTTP/1.1\r\n\r\n", b"\r\n" * 1000,
    b"GET  /login  HTTP/1.1\r\nHost : x\r\n\r\n"], ids=range(8))
def test_what_is_no_http_is_refused_or_ends(house, bytes_):
    answer, _ = talk(house.port, bytes_, wait=1)
    assert status(answer) in (None, 400, 421, 505), answer[:60]
    assert_lives(house)


@pytest.mark.parametrize("fields,body", [
    (["Transfer-Encoding: chunked"], b"ZZZ\r\nxx\r\n"), (["Transfer-Encoding: chunked"], b"-1\r\n\r\n"),
    (["Transfer-Encoding: chunked"], b"FFFFFFFFFFFFFFFFF\r\nxx\r\n"), (["Transfer-Encoding: chunked", "Content-Length: 3"], b"0\r\n\r\n"),
    (["Content-Length: -1"], b""), (["Content-Length: 99999999999999999999999"], b"{}"), (["Content-Length: x"], b"{}"),
    (["Content-Length: 2", "Content-Length: 3"], b"{} "), (["Transfer-Encoding: gzip"], b"{}")], ids=range(9))
def test_bodies_whose_length_is_a_lie_are_refused(house, fields, body):
    answer, closed = talk(house.port, json_head(house.port, *fields), body, wait=12)
    assert status(answer) in (400, 411, 413, 501) and closed, answer[:300]
    assert answer.count(b"HTTP/1.1 2") == 0
    assert_lives(house)


def test_a_body_that_breaks_off_leaves_no_trace(house):
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", house.port)) as connection:
            connection.sendall(json_head(house.port, "Content-Length: 1000") + b'{"name": "')
    assert_lives(house)


@pytest.mark.parametrize("line", ["POST /api/login", "POST /api/rounds", "POST /api/logout", "POST /api/nothing", "POST /content/x.png",
                                  "GET /login", "GET /content/pictures/icon.svg", "PUT /login"])
def test_a_body_without_end_is_cut_off(house, line):
    """Whether a route reads it or not, and whoever sends it."""
    start = time.monotonic()
    sent = 0
    with socket.create_connection(("127.0.0.1", house.port), timeout=15) as connection:
        connection.sendall(head(house.port, f"{line} HTTP/1.1", "Content-Type: application/json", "Sec-Fetch-Site: same-origin",
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
def test_slow_senders_are_let_go_and_hold_nobody_up(house):
    """A body that never comes, one of a byte a second, a head of a byte a second, and somebody who says nothing."""
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
        ("never", json_head(port, "Content-Length: 100"), b"", 40), ("drip", json_head(port, "Content-Length: 100"), b"a", 40),
        ("chunks", json_head(port, "Transfer-Encoding: chunked"), b"1\r\na\r\n", 40),
        ("head", b"GET /login HTTP/1.1\r\n", b"a", 40), ("silent", b"", b"", 40)]
    threads = [threading.Thread(target=slow, args=each) for each in people for _ in range(20)]
    for thread in threads:
        thread.start()
    worst = 0
    while any(thread.is_alive() for thread in threads):
        worst = max(worst, ask(port, "GET", "/login").seconds)
        time.sleep(0.2)
    assert worst < 1, f"somebody waited {worst:.1f} s for a page"
    for name in ["never", "drip", "chunks"]:
        assert found[name][0] == 408 and found[name][1] < 15, found
    for name in ["head", "silent"]:
        assert found[name][0] in (None, 400, 408) and found[name][1] < 35, found


def test_a_hundred_requests_in_one_breath_are_all_answered_in_order(house):
    lines = b"".join(head(house.port, f"GET /play/{n} HTTP/1.1") for n in range(99))
    answer, closed = talk(house.port, lines + head(house.port, "GET /healthz HTTP/1.1", "Connection: close"))
    assert closed and answer.count(b"HTTP/1.1 303") == 99 and answer.count(b"HTTP/1.1 200") == 1
    assert answer.rindex(b"HTTP/1.1 200") > answer.rindex(b"HTTP/1.1 303")


# JSON

BAD_JSON = {
    "nothing": b"", "null": b"null", "a list": b"[]", "a number": b"1", "a text": b'"x"', "broken": b'{"name": "a"',
    "deep lists": b'{"name":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "open lists": b"[" * 60_000, "a trailing word": b'{"name":"a","password":"x"} x',
    "comments": b'/**/{"name":"a"}'}
BAD_VALUES = {
    "a raw NUL": b'{"name":"a\0","password":"x"}', "no UTF-8": b'{"name":"\xff\xfe","password":"x"}',
    "half a pair": b'{"name":"\\ud800","password":"x"}', "a huge number": b'{"name":1e999999,"password":"x"}',
    "NaN": b'{"name":NaN,"password":"x"}'}


@pytest.mark.parametrize("body", BAD_JSON.values(), ids=BAD_JSON)
def test_json_that_cannot_be_read_is_refused_with_a_word(house, player, body):
    before = contents(house)
    for path in ["/api/login", "/api/accounts", "/api/rounds", "/api/account/delete", f"/api/rounds/{ROUND}/events"]:
        answer = ask(house.port, "POST", path, body, cookie=player[1])
        assert answer.status == 400 and answer.json["code"] == "malformed", (path, answer.status, answer.content[:200])
    for path in ["/api/account", "/api/settings"]:
        assert ask(house.port, "PUT", path, body, cookie=player[1]).status == 400
    assert contents(house) == before


@pytest.mark.parametrize("body", BAD_VALUES.values(), ids=BAD_VALUES)
def test_values_that_cannot_be_read_are_refused_with_a_word(house, body):
    answer = ask(house.port, "POST", "/api/login", body)
    assert answer.status == 400 and answer.json["code"] == "malformed", answer.content


def test_a_member_that_stands_twice_or_is_not_known_does_no_harm(house, player):
    twice = ask(house.port, "PUT", "/api/settings", b'{"volume": 50, "volume": 75}', cookie=player[1])
    assert twice.status in (200, 400) and (twice.status == 400 or twice.json["volume"] in (50, 75))
    unknown = ask(house.port, "PUT", "/api/settings", {"volume": 60, "admin": True, "player": 1}, cookie=player[1])
    assert unknown.status == 200 and unknown.json["volume"] == 60 and "admin" not in unknown.json


@pytest.mark.parametrize("change", [
    {"id": "1"}, {"id": ""}, {"id": "zz000000-0000-4000-8000-000000000000"}, {"question": ""}, {"question": "x" * 101},
    {"presentation": -1}, {"presentation": 2**62}, {"presentation": 2**70}, {"presentation": 0.5}, {"presentation": "1"},
    {"kind": "win"}, {"kind": ""}, {"kind": None}, {"kind": "answer", "answer": None}, {"kind": "answer", "answer": ""},
    {"kind": "answer", "answer": "x" * 101}, {"elapsedMilliseconds": 1e300}, {"elapsedMilliseconds": None}], ids=str)
def test_events_that_cannot_be_are_refused_and_not_stored(house, change):
    _, cookie = member(house)
    played = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    before = contents(house)
    answer = ask(house.port, "POST", f"/api/rounds/{played['id']}/events", {**next_event(played), **change}, cookie=cookie)
    assert answer.status == 400 and answer.json["code"] == "malformed", answer.content
    assert contents(house) == before


def test_an_event_that_was_not_offered_is_ignored_and_one_that_comes_again_counts_once(house):
    _, cookie = member(house)
    played = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    place = f"/api/rounds/{played['id']}/events"
    base = {"question": played["current"]["id"], "presentation": played["presentation"], "elapsedMilliseconds": 900}
    for change in [{"answer": "pride"}, {"answer": SQL}, {"answer": "x\0"}, {"question": MARKUP, "answer": "happiness"}]:
        answer = ask(house.port, "POST", place, {**base, "id": str(uuid.uuid4()), "kind": "answer", **change}, cookie=cookie)
        assert answer.status == 200 and answer.json["outcome"]["kind"] == "ignored", change
        assert "right" not in answer.json["outcome"]
    long = {**base, "id": str(uuid.uuid4()), "kind": "tip", "elapsedMilliseconds": -(2**62)}
    first = ask(house.port, "POST", place, long, cookie=cookie)
    again = ask(house.port, "POST", place, long, cookie=cookie)
    assert first.status == again.status == 200 and first.json["round"]["revision"] == again.json["round"]["revision"]


@pytest.mark.parametrize("change", [{"volume": 24}, {"volume": 101}, {"volume": -5}, {"volume": 52}, {"theme": "red"}, {"motion": ""},
                                    {"reward": MARKUP}, {"voice": "../../etc/passwd"}, {"voice": "x" * 60_000}], ids=lambda c: str(c)[:30])
def test_settings_out_of_their_range_are_refused(house, player, change):
    before = contents(house)
    answer = ask(house.port, "PUT", "/api/settings", change, cookie=player[1])
    assert answer.status == 422 and answer.json["message"]
    assert contents(house) == before


# A storm

def test_two_hundred_wrong_logins_are_slowed_down_and_a_player_plays_on(house):
    sent, cookie = member(house)
    played = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    found = []

    def storm(names):
        for name in names:
            found.append(ask(house.port, "POST", "/api/login", {"name": name, "password": "wrong 123"}, source="127.0.2.1"))

    names = [f"nobody{n}" for n in range(180)] + [sent["username"]] * 20
    threads = [threading.Thread(target=storm, args=(names[n::4],)) for n in range(4)]
    for thread in threads:
        thread.start()
    worst, answers = 0, 0
    while any(thread.is_alive() for thread in threads) or answers < 20:
        if played["finished"]:
            played = ask(house.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
        answer = ask(house.port, "POST", f"/api/rounds/{played['id']}/events", next_event(played), cookie=cookie)
        assert answer.status == 200, answer.content
        played, worst, answers = answer.json["round"], max(worst, answer.seconds), answers + 1
    assert worst < 1, f"a player waited {worst:.2f} s"
    told = [answer.status for answer in found]
    assert len(told) == 200 and set(told) == {401, 429}, set(told)
    assert told.count(401) <= 40, f"{told.count(401)} tries were let through"
    refused = next(answer for answer in found if answer.status == 429)
    assert refused.json["code"] in ("too_many", "denied") and 1 <= refused.json["seconds"] == int(refused.headers["Retry-After"])
    assert "nobody" not in refused.json["message"]
    elsewhere = ask(house.port, "POST", "/api/login", {"name": "nobody0", "password": "x"}, source="127.0.2.2")
    assert elsewhere.status == 401, "another address pays for the storm"


def test_a_storm_from_many_addresses_leaves_pages_and_the_right_person_alone(house):
    sent, _ = member(house)
    worst = 0
    for n in range(60):
        answer = ask(house.port, "POST", "/api/login", {"name": f"nobody{n}", "password": "x"}, source=f"127.0.3.{n + 1}")
        assert answer.status == 401
        worst = max(worst, ask(house.port, "GET", "/login").seconds)
    assert worst < 1
    answer = ask(house.port, "POST", "/api/login", {"name": sent["username"], "password": PASSWORD}, source="127.0.4.1")
    assert answer.status == 200 and answer.seconds < 15
