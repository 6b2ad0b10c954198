"""Cookies that are forged, cut or replayed open nothing."""

import hashlib

from asking import ask, form
from game_client import PASSWORD
from house import member


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
