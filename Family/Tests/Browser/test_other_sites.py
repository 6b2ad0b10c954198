"""Attacks by other web sites through the browser: sending forms, framing, reading, and DNS rebinding."""

import http.server
import threading

import pytest

from asking import ask, form, status, talk
from house import MEMBER_ROUTES, OPEN_PAGES, PAGES, contents
from waiting import until


@pytest.mark.parametrize("headers", [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": ""}, {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1"},
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}, {"Origin": ""}])
def test_cross_site_requests_are_rejected(house, player, headers):
    before = contents(house)
    for kind in ["application/json", "text/plain", "application/x-www-form-urlencoded"]:
        for method, path in [*MEMBER_ROUTES, ("POST", "/api/login"), ("POST", "/api/accounts"),
                             ("POST", "/api/logout")]:
            if method == "GET":
                continue
            answer = ask(house.port, method, path, b'{"level": "1"}', cookie=player[1], headers=headers, kind=kind)
            assert answer.status == 403 and answer.json["code"] == "cross_site", (path, kind)
    assert contents(house) == before
    assert ask(house.port, "GET", "/api/questions", cookie=player[1]).status == 200


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
        <form method="post" target="out" enctype="text/plain" action="{url}/api/progress/reset">
        <input name='{{"a":"' value='"}}'></form>
        <script>document.forms[0].submit()
        fetch("{url}/api/questions", {{credentials: "include"}})
            .then(() => document.title = "read", () => document.title = "kept")
        </script>""")
    try:
        page = context.new_page()
        refused = []
        page.on("response", lambda r: refused.append((r.url, r.status)))
        page.goto(f"http://localhost:{site.server_port}/")
        page.wait_for_function("() => document.title")
        until(page, lambda: (f"{url}/api/progress/reset", 403) in refused)
        until(page, lambda: page.frame("in").url not in ("", f"{url}/menu"))
        assert page.title() == "kept"
        assert (f"{url}/api/progress/reset", 403) in refused
        frame = page.frame("in")
        assert "menu" not in (frame.url or "") or not frame.query_selector("h1"), "the menu was framed"
        assert frame.url.startswith("chrome-error:") or frame.url == "about:blank", frame.url
    finally:
        site.shutdown()
        context.close()
    assert contents(house) == before


def test_every_response_has_the_security_headers(house, player):
    asked = [(page, player[1]) for page in PAGES + OPEN_PAGES] + [(page, None) for page in OPEN_PAGES + PAGES]
    asked += [("/api/nothing", None), ("/content/pictures/icon.svg", None), ("/service-worker.js", None),
              ("/healthz", None), ("/manifest.webmanifest", None), ("/api/account/export", player[1]),
              ("/api/questions", player[1]), ("/content/../x", None), ("/%", None)]
    for path, cookie in asked:
        answer = ask(house.port, "GET", path, cookie=cookie)
        policy = answer.headers["Content-Security-Policy"]
        for part in ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'",
                     "form-action 'self'"]:
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


def test_a_request_with_two_hosts_is_rejected(house, player):
    own = f"127.0.0.1:{house.port}"
    for first, second in [(own, own), (own, "evil.example"), ("evil.example", own)]:
        for line in ["GET /login HTTP/1.1", "GET /content/pictures/icon.svg HTTP/1.1",
                     "GET /api/account/export HTTP/1.1"]:
            answer, _ = talk(house.port, f"{line}\r\nHost: {first}\r\nhost: {second}\r\nCookie: {player[1]}\r\n"
                                         "Connection: close\r\n\r\n".encode())
            assert status(answer) == 400, (first, second, answer[:60])
            assert b"more than one host" in answer or b"Something went wrong" in answer


@pytest.mark.parametrize("host",
                         ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "127.0.0.2",
                                  "[::2]", "localhost:", "localhost@evil.example", "127.0.0.1:80:80"])
def test_a_foreign_host_name_for_this_machine_gets_no_page(house, host):
    for line in ["GET /login HTTP/1.1", "GET /api/account/export HTTP/1.1", "GET /content/pictures/icon.svg HTTP/1.1",
                 "GET /healthz HTTP/1.1"]:
        answer, _ = talk(house.port, f"{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert status(answer) in (400, 421), (line, answer[:60])
