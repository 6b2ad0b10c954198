"""How long somebody has played, and what a grown-up sets: by the database and behind the PIN."""

import sqlite3

from conftest import PIN
from household_rows import CHILDREN


def database(server):
    return sqlite3.connect(next(server.folder.rglob("pet.sqlite")), timeout=30)


def change(server, username, sql, *arguments):
    """Changes what is stored of an account's player; `?` last is the player."""
    with database(server) as db:
        player, = db.execute(CHILDREN, (username.lower(),)).fetchone()
        db.execute(sql, (*arguments, player))
    db.close()


def grow_old(server, username, milliseconds=899_000, rounds=5):
    """So long a sitting was played, in so many rounds."""
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
    """Chooses one of several on the grown-ups' page and waits until it is kept."""
    with page.expect_response("**/api/settings/grown-ups") as answer:
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    assert answer.value.status == 200


def answer_to_the_end(game, where):
    """Answers a round right to its end, and waits for where that leads."""
    for _ in range(30):
        game.choose(game.right)
        if game.round["finished"]:
            break
        game.page.wait_for_timeout(300)
        game.page.wait_for_function("() => document.querySelector('#skip:not([disabled])')", timeout=15_000)
    game.page.wait_for_url(where, timeout=20_000)
