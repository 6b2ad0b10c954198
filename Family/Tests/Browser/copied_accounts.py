"""Accounts for tests without the half second of a hash each: copies of one that was made by the form's own route.

The copy's row has the first one's hashes, so its password and its PIN are the same; its session is a row, too.
"""

import hashlib
import os
import sqlite3
import time

COLUMNS = "password_hash, pin_hash, terms_version, terms_agreed_at, agrees_to_statistics, created_at"


def copied(folder, model, name, full_name="Robin", birth_year=2017):
    """Copies the account `model` and its child under another name; the cookie of who is signed in as it."""
    database = sqlite3.connect(f"{folder}/pet.sqlite", timeout=20, isolation_level=None)
    now = int(time.time() * 1000)
    token = os.urandom(16)
    try:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("BEGIN IMMEDIATE")
        account = database.execute(
            f"INSERT INTO account (username, username_key, email, email_key, {COLUMNS})"
            f" SELECT ?1, ?1, ?2, ?2, {COLUMNS} FROM account WHERE username_key = ?3",
            (name, f"{name}@example.org", model),
        ).lastrowid
        for subject, given in [("terms", "1"), ("statistics", "agrees_to_statistics")]:
            database.execute("INSERT INTO agreement (account, subject, version, given, at)"
                             f" SELECT id, '{subject}', terms_version, 1, terms_agreed_at FROM account"
                             f" WHERE id = ? AND {given}", (account,))
        player = database.execute("INSERT INTO player (account, name, birth_year, created_at) VALUES (?, ?, ?, ?)",
                                  (account, full_name, birth_year, now)).lastrowid
        sitting = database.execute(
            "INSERT INTO sitting (player, day, started_at, last_activity_at) VALUES (?, ?, ?, ?)",
            (player, now // 86_400_000, now, now),
        ).lastrowid
        database.execute("INSERT INTO session (digest, account, player, sitting, created_at, last_seen_at)"
                         " VALUES (?, ?, ?, ?, ?, ?)",
                         (hashlib.sha256(token).digest(), account, player, sitting, now, now))
        database.execute("COMMIT")
    finally:
        database.close()
    return token.hex()
