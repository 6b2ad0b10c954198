"""Methods that an address does not support, and bodies of a type that is not accepted."""

import pytest

from asking import SAME_ORIGIN, ask
from house import JSON_ROUTES, ROUND, contents, open_parents_part


def test_unsupported_methods_change_nothing_and_list_the_supported_ones(house, player):
    before = contents(house)
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "POST"]:
        for path in ["/", "/settings", "/menu", "/play/1", "/content/pictures/icon.svg", "/assets/x/styles/base.css",
                     "/service-worker.js", "/healthz", "/api/narration/en/none", "/api/account/export"]:
            answer = ask(house.port, method, path, cookie=player[1])
            assert answer.status == 405 and answer.headers["Allow"] == "GET, HEAD", (method, path, answer.status)
            if method != "HEAD":
                assert answer.json["code"] == "method_not_allowed" and "GET, HEAD" in answer.json["message"]
            assert "Access-Control-Allow-Origin" not in answer.headers
    for method, path, offered in [
            ("GET", "/api/rounds", "POST"), ("GET", "/api/login", "POST"), ("DELETE", "/api/account", "PUT"),
            ("PUT", "/login", "GET, HEAD, POST"),
            ("GET", "/api/logout", "POST"), ("GET", "/api/progress/reset", "POST"),
            ("HEAD", "/api/account/delete", "POST"),
            ("POST", f"/api/rounds/{ROUND}", "GET, HEAD"), ("DELETE", f"/api/rounds/{ROUND}/events", "POST")]:
        answer = ask(house.port, method, path, cookie=player[1])
        assert answer.status == 405 and answer.headers["Allow"] == offered, (method, path, answer.status)
    # A missing address gets the same answer for every method.
    for method in ["GET", "POST", "DELETE", "OPTIONS"]:
        assert ask(house.port, method, "/api/nothing", cookie=player[1]).status == 404
        assert ask(house.port, method, "/nothing", cookie=player[1]).status == 404
    assert ask(house.port, "HEAD", "/login").status == 200
    assert contents(house) == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                                  "image/png",
                                  "application/jsonp", ""])
def test_every_route_rejects_bodies_of_another_type(house, player, kind):
    """Checked even without an Origin header, because forms of other sites cannot send JSON."""
    open_parents_part(house, player[1])
    before = contents(house)
    for headers in [{}, SAME_ORIGIN]:
        for method, path in JSON_ROUTES:
            answer = ask(house.port, method, path, b"{}", cookie=player[1], headers=headers, kind=kind)
            assert answer.status == 415 and answer.json["code"] == "not_json", (method, path, answer.status)
    assert contents(house) == before
    assert ask(house.port, "GET", "/api/account/export", cookie=player[1]).status == 200, "a form signed the user out"
