"""Served files: no address leads outside their folder."""

import pytest

from asking import ask, head, status, talk
from game_server import GameServer


@pytest.mark.parametrize("path", [
    "/../Package.swift", "/..%2fPackage.swift", "/%2e%2e/Package.swift", "/%2e%2e%2fPackage.swift",
    "/%252e%252e/Package.swift",
    "/..\\Package.swift", "/....//Package.swift", "//etc/passwd", "/%2fetc/passwd", "/etc/passwd%00.png",
    "/.%00./Package.swift",
    "/pictures/../../../../../etc/passwd", "/%c0%ae%c0%ae/Package.swift", "/"])
def test_no_path_leads_outside_the_folder(house, path):
    version = ask(house.port, "GET", "/login").content.decode().split("/assets/")[1].split("/")[0]
    for base in ["/content", f"/assets/{version}", f"/assets/{version}/styles", f"/assets/{version}/modules"]:
        answer, _ = talk(house.port, head(house.port, f"GET {base}{path} HTTP/1.1", "Connection: close"))
        assert status(answer) in (400, 404), (base, path, answer[:80])
        assert b"root:" not in answer and b"swift-tools-version" not in answer


def test_catalogs_manifests_and_templates_are_not_served(house):
    version = ask(house.port, "GET", "/login").content.decode().split("/assets/")[1].split("/")[0]
    for path in ["/content/questions.json", "/content/manifest.json", "/content/languages/en/game.json",
                 "/content/making/README.md",
                 "/content/pictures/", "/content", f"/assets/{version}/templates/login.mustache",
                 f"/assets/{version}/styles/",
                 f"/assets/{version}/README.md", "/pet.sqlite", "/content/pet.sqlite", "/.git/config", "/docs/web.md"]:
        assert ask(house.port, "GET", path).status == 404, path
    assert ask(house.port, "GET", f"/assets/{version}/styles/base.css").status == 200
    assert ask(house.port, "GET", "/assets/000000000000/styles/base.css").status == 404


def test_a_link_in_added_content_is_not_followed(tmp_path):
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
        return  # Even a rejection must not reveal the file.
    try:
        for path in ["/content/pictures/leak.png", "/content/mine/pictures/leak.png"]:
            answer = ask(server.port, "GET", path)
            assert answer.status == 404 and b"secret" not in answer.content
    finally:
        assert server.stop() == 0
