"""Forged, truncated or replayed cookies give no access."""

import hashlib

from asking import ask, form
from game_client import PASSWORD
from house import member, open_parents_part


def test_forged_cut_and_replayed_cookies_are_rejected(house):
    _, cookie = member(house)
    name, token = cookie.split("=")
    assert ask(house.port, "GET", "/api/questions", cookie=cookie).status == 200
    forged = [token[:-1], token + "A", token[::-1], token.swapcase(), "A" * len(token), "", "null", "%00",
              token + "%00",
              "' OR 1=1 --", "../../etc/passwd", "x" * 6000, hashlib.sha256(token.encode()).hexdigest()]
    for value in forged:
        assert ask(house.port, "GET", "/api/questions", cookie=f"{name}={value}").status == 401, value
        page = ask(house.port, "GET", "/menu", cookie=f"{name}={value}")
        assert page.status == 303 and page.headers["Location"].startswith("/login")
    assert ask(house.port, "GET", "/api/questions", cookie=f"pet={token}").status == 401
    out = ask(house.port, "POST", "/api/logout", {}, cookie=cookie)
    assert out.status == 200 and "Max-Age=0" in out.headers["Set-Cookie"]
    assert out.headers["Clear-Site-Data"] == '"cache"'
    assert ask(house.port, "GET", "/api/questions", cookie=cookie).status == 401


def test_the_cookie_is_host_only_and_not_readable_by_scripts(house):
    answer = ask(house.port, "POST", "/api/accounts", form())
    parts = {part.strip() for part in answer.headers["Set-Cookie"].split(";")[1:]}
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= parts
    assert answer.headers["Set-Cookie"].startswith("__Host-pet=") and not any("Domain" in p for p in parts)


def test_signing_in_starts_a_new_session(house):
    sent, old = member(house)
    answer = ask(house.port, "POST", "/api/login", {"name": sent["username"], "password": PASSWORD}, cookie=old)
    assert answer.status == 200 and answer.cookie != old
    assert ask(house.port, "GET", "/api/questions", cookie=old).status == 401


def test_cookies_end_with_a_password_change_or_deletion(house):
    sent, first = member(house)
    second = ask(house.port, "POST", "/api/login", {"name": sent["username"], "password": PASSWORD}).cookie
    house.named.add(second.split("=")[1])
    new = "a green horse 43"
    changed = ask(house.port, "PUT", "/api/account", {
        "password": new, "confirmation": new, "currentPassword": PASSWORD}, cookie=first)
    assert changed.status == 200, changed.content
    assert ask(house.port, "GET", "/api/questions", cookie=second).status == 401, "the other device is still signed in"
    assert ask(house.port, "GET", "/api/questions", cookie=first).status == 200
    third = ask(house.port, "POST", "/api/login", {"name": sent["username"], "password": new}).cookie
    house.named |= {third.split("=")[1], new}
    assert ask(house.port, "POST", "/api/account/delete", {"password": new}, cookie=first).status == 200
    for cookie in [first, second, third]:
        assert ask(house.port, "GET", "/api/questions", cookie=cookie).status == 401


def test_a_second_cookie_of_the_same_name_opens_no_other_account(house):
    """A forged cookie is sent next to the real one. Either may be used, but there is no third identity and no server
    error."""
    sent, cookie = member(house)
    open_parents_part(house, cookie)
    for both in [f"__Host-pet={'A' * 43}; {cookie}", f"{cookie}; __Host-pet={'A' * 43}", f"{cookie}; {cookie}",
                 f"a=b; ;=;{cookie};;"]:
        answer = ask(house.port, "GET", "/api/account/export", cookie=both)
        assert answer.status == 401 or answer.json["account"]["username"] == sent["username"], both
