"""Fills a database with accounts, sessions and answers as a city's worth of play leaves them, without playing.

What is made has the form of what the game writes; `pet doctor` finds nothing wrong with it.
"""

import hashlib
import os
import sqlite3
import time

EMOTIONS = ["happiness", "sadness", "anger", "surprise"]
DAY = 86_400_000


def accounts(database, count, password_hash, first=0):
    """Accounts with a player each; their names are `filled<number>`."""
    now = int(time.time() * 1000)
    database.executemany(
        "INSERT INTO account (username, username_key, email, email_key, password_hash, terms_version,"
        " terms_agreed_at, agrees_to_statistics, created_at) VALUES (?, ?, ?, ?, ?, '2026-11', ?, 1, ?)",
        ((f"filled{n}", f"filled{n}", f"filled{n}@example.org", f"filled{n}@example.org", password_hash, now, now)
         for n in range(first, first + count)))
    database.execute(
        "INSERT INTO player (account, name, birth_year, created_at)"
        " SELECT id, 'Player', 2010 + id % 12, created_at FROM account WHERE username LIKE 'filled%'"
        " AND id NOT IN (SELECT account FROM player)")


def sessions(database, count):
    """Signs the first filled players in; their cookies."""
    now = int(time.time() * 1000)
    cookies = []
    players = database.execute(
        "SELECT player.id, account FROM player JOIN account ON account.id = player.account"
        " WHERE username LIKE 'filled%' ORDER BY player.id LIMIT ?", (count,)).fetchall()
    for player, account in players:
        token = os.urandom(16)
        sitting = database.execute(
            "INSERT INTO sitting (player, day, started_at, last_activity_at) VALUES (?, ?, ?, ?)",
            (player, now // DAY, now, now)).lastrowid
        database.execute(
            "INSERT INTO session (digest, account, player, sitting, created_at, last_seen_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (hashlib.sha256(token).digest(), account, player, sitting, now, now))
        cookies.append(f"__Host-pet={token.hex()}")
    return cookies


def answers(database, count, per_round=10):
    """Finished rounds of the filled players, and the sums over them."""
    now = int(time.time() * 1000)
    players = [row[0] for row in database.execute("SELECT id FROM player ORDER BY id")]
    database.executemany(
        "INSERT INTO question (name, level, emotion, form, part, probe) VALUES (?, 1, ?, 'cartoon', 'whole', 0)",
        ((f"filled-{n}", EMOTIONS[n % 4]) for n in range(32)))
    first = database.execute("SELECT min(id) FROM question WHERE name LIKE 'filled-%'").fetchone()[0]
    start = database.execute("SELECT ifnull(max(id), 0) + 1 FROM round").fetchone()[0]
    rounds = count // per_round
    database.executemany(
        "INSERT INTO round (id, name, player, level, day, started_at, last_at, finished_at, revision)"
        " VALUES (?, randomblob(16), ?, '1', ?, ?, ?, ?, ?)",
        ((start + n, players[n % len(players)], (now - n % 300 * DAY) // DAY, now - n % 300 * DAY,
          now - n % 300 * DAY, now - n % 300 * DAY, per_round) for n in range(rounds)))
    database.executemany(
        "INSERT INTO answer (round, event, revision, question, presentation, action, chosen, outcome, helped,"
        " elapsed_milliseconds, at) VALUES (?, randomblob(16), ?, ?, ?, 'answer', 'happiness', ?, 0, 4000, ?)",
        ((start + n // per_round, n % per_round + 1, first + n % 32, n % per_round,
          "right" if n % 4 else "wrong", now) for n in range(rounds * per_round)))
    database.executemany(
        "INSERT INTO emotion_day (player, day, level, emotion, asked, first_right, later_right, wrong, revealed,"
        " skipped, tips, replays, helped, helped_right, milliseconds, answers_timed)"
        " VALUES (?, ?, '1', ?, 12, 8, 2, 3, 0, 0, 0, 0, 0, 0, 48000, 12)",
        ((player, now // DAY - 1 - day * 7, emotion)
         for player in players for day in range(2) for emotion in EMOTIONS))


def fill(folder, account_count, answer_count, password_hash, signed_in):
    """Fills the database of a folder that no server uses; the cookies of those who are signed in."""
    database = sqlite3.connect(f"{folder}/pet.sqlite", isolation_level=None)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("BEGIN")
    accounts(database, account_count, password_hash)
    cookies = sessions(database, signed_in)
    if answer_count:
        answers(database, answer_count)
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    # What was written lies on the disk before anything is timed, and as in a server that runs for long, in memory.
    os.sync()
    with open(f"{folder}/pet.sqlite", "rb") as file:
        while file.read(1 << 24):
            pass
    return cookies
