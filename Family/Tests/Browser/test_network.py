"""A5 and slow networks: a server that is slow or unreachable."""

import sqlite3

import pytest

from game_server import GameServer
from house import PAGES
from pages import Watch, new_account
from playing import Round
from waiting import until

OFFLINE = "No network connection"


@pytest.fixture
def own_server(tmp_path):
    """A server that a test may kill."""
    server = GameServer(tmp_path / "data", log=tmp_path / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture
def player(browser, own_server):
    context = browser.new_context(viewport={"width": 1366, "height": 1024}, base_url=own_server.url)
    new_account(context, own_server)
    page = context.new_page()
    page.watch = Watch(page)
    yield page
    context.close()


def stored(server):
    with sqlite3.connect(f"file:{server.folder}/pet.sqlite?mode=ro", uri=True) as database:
        return database.execute("SELECT count(*), count(DISTINCT event) FROM answer WHERE action = 'answer'").fetchone()


def test_A5_an_outage_during_play_leads_to_the_login_and_loses_no_answer(player, own_server):
    player.goto("/menu")
    player.wait_for_load_state("networkidle")
    # The service worker stores the login screen for this case.
    player.evaluate("() => navigator.serviceWorker ? navigator.serviceWorker.ready.then(() => 1) : 0")
    game = Round(player)
    game.choose(game.right)
    game.wait()
    own_server.kill()
    game.button(game.right).click()
    player.wait_for_url("**/login*", timeout=40_000)
    assert OFFLINE in player.text_content("body")
    assert player.get_by_role("button", name="Login").is_visible()
    assert stored(own_server) == (1, 1)
    own_server.start()
    player.wait_for_selector("#continue:not([hidden])", timeout=30_000)
    player.click("#continue")
    player.wait_for_url("**/menu")
    until(player, lambda: stored(own_server) == (2, 2))
    again = Round(player)
    assert stored(own_server) == (2, 2)
    assert again.round["done"] == 2


def test_A5_without_a_server_every_address_shows_the_login_with_a_message(player, own_server):
    player.goto("/menu")
    player.wait_for_load_state("networkidle")
    player.wait_for_function("() => navigator.serviceWorker.controller")
    own_server.kill()
    for path in ["/", *PAGES, "/create-account"]:
        player.goto(path)
        player.wait_for_function("t => document.body.textContent.includes(t)", arg=OFFLINE, timeout=15_000)
        assert player.get_by_role("button", name="Login").is_visible(), path


def test_an_answer_over_a_slow_network_counts_once(player, own_server):
    session = player.context.new_cdp_session(player)
    session.send("Network.enable")
    game = Round(player)
    session.send("Network.emulateNetworkConditions",
                 {"offline": False, "latency": 900, "downloadThroughput": 50_000, "uploadThroughput": 20_000})
    game.choose(game.right)
    assert game.outcomes[-1]["kind"] == "right"
    assert stored(own_server) == (1, 1)


def test_a_quick_restart_of_the_server_is_not_noticed(player, own_server):
    game = Round(player)
    own_server.kill()
    own_server.start()
    with player.expect_response(lambda r: r.url.endswith("/events"), timeout=20_000):
        game.button(game.right).click()
    until(player, lambda: game.outcomes)
    assert game.outcomes[-1]["kind"] == "right"
    assert stored(own_server) == (1, 1)
