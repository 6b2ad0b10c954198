"""Methods that an address does not offer."""

from asking import ask
from house import contents


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
