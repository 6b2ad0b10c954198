"""`docs/privacy.md` matches the software: its claims, its tables, the browser's storage, and all connections."""

import pathlib
import re
import sqlite3
import subprocess

import pytest

from game_server import GAME, GameServer, files_of_tests, program
from playing import Round

PAGE = GAME / "docs" / "privacy.md"


def section(title):
    """The rows of a section's table without its header, as lists of cells."""
    text = PAGE.read_text().split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return rows[2:]


def test_every_database_table_is_documented_with_purpose_and_retention(tmp_path):
    server = GameServer(tmp_path / "data", ["--no-scoring"], log=tmp_path / "pet.log").start()
    assert server.stop() == 0
    base = sqlite3.connect(tmp_path / "data" / "pet.sqlite")
    tables = {
        name
        for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        if not name.startswith("sqlite_") and name != "grdb_migrations"
    }
    base.close()
    rows = section("What is kept")
    assert all(len(row) == 4 and all(row) for row in rows), rows
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row[2])}
    assert len(tables) > 20 and tables <= told, tables - told


def test_every_claim_and_duty_names_existing_evidence():
    sources = {path.name: path.read_text() for path in files_of_tests()}
    help_ = subprocess.run([program(), "--help"], capture_output=True, text=True, timeout=60).stdout
    commands = set(re.findall(r"^  (\w+) ", help_, re.M))
    text = PAGE.read_text()
    missing = []
    for file, name in re.findall(r"`(?:\w+/)*([\w.]+\.(?:py|swift))(?:::(\w+))?`", text):
        if file not in sources or (name and not re.search(rf"(def|func) {name}\b", sources[file])):
            missing.append((file, name))
    for command in re.findall(r"`pet (\w+)", text):
        if command not in commands:
            missing.append(("pet", command))
    for address in re.findall(r"\]\((\w+\.md)\)", text):
        if not (PAGE.parent / address).exists():
            missing.append(("docs", address))
    assert missing == []
    claims, duties = section("How to see that it is true"), section("Duties, and what answers them")
    assert len(claims) >= 12 and all(len(row) == 2 and all(row) for row in claims)
    assert len(duties) >= 20 and all(len(row) == 3 and all(row) for row in duties)
    articles = " ".join(row[0] for row in duties)
    for article in [
        "5(1)(a)",
        "5(1)(b)",
        "5(1)(e)",
        "5(1)(f)",
        "5(2)",
        "6,",
        "7(3)",
        "8:",
        "9:",
        "12",
        "13",
        "15",
        "16",
        "17",
        "20",
        "21",
        "22",
        "25",
        "30",
        "32",
        "33",
        "34",
        "35",
        "44",
        "312.4",
        "312.5",
        "312.6",
        "312.7",
        "312.8",
        "312.10",
    ]:
        assert article in articles, article


def test_the_browser_stores_only_documented_data(fresh):
    """All storage of a browser after a long session: the page lists everything in it."""
    fresh.goto("/menu")
    fresh.evaluate("() => navigator.serviceWorker ? navigator.serviceWorker.ready.then(() => 1) : 0")
    game = Round(fresh)
    game.choose(game.right)
    for page in ["/settings", "/review", "/questions/new", "/edit-account", "/family", "/stickers", "/garden"]:
        fresh.goto(page)
        fresh.wait_for_load_state("networkidle")
    kept = fresh.evaluate("""async () => ({
        local: Object.keys(localStorage), session: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).map((one) => one.name), shelves: await caches.keys(),
        cached: (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys())
            .map((one) => new URL(one.url).pathname)))).flat() })""")
    cookies = {cookie["name"] for cookie in fresh.context.cookies()}
    # Only signing in with the form marks the device; copied accounts sign in with a cookie.
    assert cookies - {"__Host-pet-device"} == {"__Host-pet"}
    told = PAGE.read_text()
    for name in [*cookies, *kept["local"], *kept["session"], *kept["databases"]]:
        assert f"`{name}`" in told, kept
    # The service worker's cache contains only files that are the same for everyone.
    assert all(
        path == "/login" or path.startswith(("/assets/", "/content/pictures/icon")) for path in kept["cached"]
    ), kept["cached"]
    # The names in the source code are listed, too.
    names = set()
    for module in (GAME / "Web" / "modules").glob("*.js"):
        names |= set(re.findall(r"\"(pet(?:-\w+)?)\"", module.read_text()))
    assert {"pet", "pet-drafts", "pet-active"} <= names
    assert names <= {
        "pet",
        "pet-drafts",
        "pet-active",
        "pet-denied-until",
        "pet-family",
        "pet-account",
        "pet-outbox",
    }, names


def test_pages_contact_only_their_own_server(fresh, server):
    asked = []
    fresh.on("request", lambda request: asked.append(request.url))
    game = Round(fresh)
    game.choose(game.right)
    for page in [
        "/menu",
        "/levels",
        "/tutorial",
        "/settings",
        "/review",
        "/questions/new",
        "/family",
        "/stickers",
        "/garden",
        "/statistics",
        "/terms",
        "/facial-fun",
    ]:
        fresh.goto(page)
        fresh.wait_for_load_state("networkidle")
    assert len(asked) > 100
    assert {url for url in asked if not url.startswith((server.url, "data:", "blob:"))} == set()


def connections(process):
    """The connections of a process and its children, from the kernel's list."""
    family = [process]
    for number in family:
        children = pathlib.Path(f"/proc/{number}/task/{number}/children").read_text().split()
        family += [int(child) for child in children]
    sockets = set()
    for number in family:
        for descriptor in pathlib.Path(f"/proc/{number}/fd").iterdir():
            try:
                target = str(descriptor.readlink())
            except OSError:
                continue  # The connection was closed meanwhile.
            if target.startswith("socket:["):
                sockets.add(target[8:-1])
    found = set()
    for kind in ["tcp", "tcp6", "udp", "udp6"]:
        for line in pathlib.Path(f"/proc/{process}/net/{kind}").read_text().splitlines()[1:]:
            parts = line.split()
            if parts[9] in sockets:
                found.add((kind, parts[1], parts[2]))
    return found


LOOPBACK = ("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F", "00000000", "0" * 32)


def test_playing_opens_no_outside_connection(fresh, server):
    """Watches the kernel's list of the server's sockets: only loopback connections."""
    looks = []
    for level in [1, 2]:
        game = Round(fresh, level)
        for _ in range(4):
            game.choose(game.right)
            looks.append(connections(server.process.pid))
            if game.round["finished"]:
                break
            game.wait()
    for page in ["/questions/new", "/family", "/statistics"]:
        fresh.goto(page)
        looks.append(connections(server.process.pid))
    seen = set().union(*looks)
    assert any(kind == "tcp" for kind, _, _ in seen), "no connection was seen, so this test would find nothing"
    far = {entry for entry in seen if entry[2].split(":")[0] not in LOOPBACK}
    assert far == set(), far
    # A datagram socket without a peer may send anywhere. Sockets that are gone at the next check are ignored: to query
    # addresses, the C library binds one for a moment and sends nothing.
    datagrams = {entry for entry in seen if entry[0].startswith("udp")}
    free = {
        entry
        for entry in datagrams
        if set(entry[2].split(":")[0]) == {"0"} and sum(entry in look for look in looks) > 1
    }
    assert free == set(), datagrams


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__]))
