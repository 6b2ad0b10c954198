"""Creates accounts without half a second of hashing each: copies of one that was created through the form route.

The copies share its hashes, so password and PIN are the same. Their sessions are copied rows, too.
"""

import sqlite3
import time

from household_rows import HOUSEHOLD, add_child, add_parent, add_session

COLUMNS = "pin_hash, terms_version, terms_agreed_at, agrees_to_statistics, created_at"


def copied(folder, model, name, full_name="Robin", birth_year=2017):
    """Copies the account `model` and its child under another name; returns the cookie of a session."""
    database = sqlite3.connect(f"{folder}/pet.sqlite", timeout=20, isolation_level=None)
    now = int(time.time() * 1000)
    try:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("BEGIN IMMEDIATE")
        household = database.execute(
            f"INSERT INTO household ({COLUMNS}) SELECT {COLUMNS} FROM household WHERE id = {HOUSEHOLD}", (model,)
        ).lastrowid
        for subject, given in [("terms", "1"), ("statistics", "agrees_to_statistics")]:
            database.execute("INSERT INTO agreement (account, subject, version, given, at)"
                             f" SELECT id, '{subject}', terms_version, 1, terms_agreed_at FROM household"
                             f" WHERE id = ? AND {given}", (household,))
        child = add_child(database, household, full_name, birth_year, now)
        password_hash, = database.execute(
            "SELECT password_hash FROM login WHERE username_key = ?", (model,)).fetchone()
        add_parent(database, household, name, password_hash, now)
        token = add_session(database, child, now)
        database.execute("COMMIT")
    finally:
        database.close()
    return token.hex()
