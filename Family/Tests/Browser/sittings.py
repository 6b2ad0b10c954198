"""Changes the length of sittings in the database, and the adults' settings behind the PIN."""

import sqlite3

from game_client import PIN
from household_rows import CHILDREN


def database(server):
    return sqlite3.connect(next(server.folder.rglob("pet.sqlite")), timeout=30)


def change(server, username, sql, *arguments):
    """Changes stored data of an account's player. The last `?` of the statement is the player's number."""
    with database(server) as db:
        player, = db.execute(CHILDREN, (username.lower(),)).fetchone()
        db.execute(sql, (*arguments, player))
    db.close()


def grow_old(server, username, milliseconds=899_000, rounds=5):
    """Sets the length and the number of rounds of the current sitting."""
    change(server, username, "UPDATE sitting SET milliseconds = ?, rounds = ? WHERE player = ?", milliseconds, rounds)


def enter_pin(page):
    for digit in PIN:
        page.click(f'#pin-dialog [data-key="{digit}"]')


def open_grown_ups(page):
    page.goto("/settings")
    page.click("#grown-ups")
    enter_pin(page)
    page.wait_for_url("**/settings/grown-ups", timeout=30_000)


def set_by_grown_up(page, name, value):
    """Chooses an option on the adults' page and waits until it is saved."""
    with page.expect_response("**/api/settings/grown-ups") as answer:
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    assert answer.value.status == 200


def answer_to_the_end(game, where):
    """Answers all questions of a round correctly, and waits for the next screen."""
    for _ in range(30):
        game.choose(game.right)
        if game.round["finished"]:
            break
        game.wait()
    game.page.wait_for_url(where, timeout=60_000)
