"""Fills a database with accounts, sessions and answers of a whole city, without playing.

The rows have the form in which the game writes them, and `facialfun-family doctor` finds no faults in them.
"""

import os
import random
import sqlite3
import time

from household_rows import add_child, add_parent, add_session

EMOTIONS = ["happiness", "sadness", "anger", "surprise"]
DAY = 86_400_000
#: The children of the generated accounts.
FILLED = ("SELECT id FROM member WHERE role = 'child' AND household IN ("
          "SELECT household FROM member JOIN login ON login.member = member.id WHERE username LIKE 'filled%')")


def accounts(database, count, password_hash, first=0):
    """Adds accounts with one player each, named `filled<number>`."""
    now = int(time.time() * 1000)
    for n in range(first, first + count):
        household = database.execute(
            "INSERT INTO household (terms_version, terms_agreed_at, agrees_to_statistics, created_at)"
            " VALUES ('2026-11', ?, 1, ?)", (now, now)).lastrowid
        add_child(database, household, "Player", 2010 + household % 12, now)
        add_parent(database, household, f"filled{n}", password_hash, now)


def sessions(database, count):
    """Signs in the first generated players; returns their cookies."""
    players = database.execute(f"{FILLED} ORDER BY id LIMIT ?", (count,)).fetchall()
    return [f"__Host-pet={add_session(database, player).hex()}" for player, in players]


def answers(database, count, per_round=10):
    """Adds finished rounds of the generated players, and their sums."""
    now = int(time.time() * 1000)
    players = [row[0] for row in database.execute("SELECT id FROM member WHERE role = 'child' ORDER BY id")]
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


KINDS = [("cartoon", "whole", 1, 0), ("cartoon", "whole", 2, 0), ("person", "whole", 3, 0), ("person", "whole", 4, 1),
         ("person", "eyes", 4, 0), ("person", "mouth", 4, 0), ("situation", "whole", 5, 0)]
FEELINGS = {"happiness": 0.9, "sadness": 0.75, "anger": 0.72, "surprise": 0.7, "fear": 0.45, "disgust": 0.5,
            "neutral": 0.65}
TAKEN_FOR = {"happiness": "surprise", "sadness": "neutral", "anger": "disgust", "surprise": "fear", "fear": "surprise",
             "disgust": "anger", "neutral": "sadness"}


def learners(database, questions, per_round=8, seed=1, faces=True):
    """Adds questions answered like those of learning children: some emotions are hard, drawings are easier than
    people, and results improve. Also adds their sittings of Facial Fun.
    """
    chance = random.Random(seed)
    now = int(time.time() * 1000)
    asked = {}
    for form, part, level, probe in KINDS:
        for emotion in FEELINGS:
            row = database.execute(
                "INSERT INTO question (name, level, emotion, form, part, probe) VALUES (?, ?, ?, ?, ?, ?)",
                (f"learned-{form}-{part}-{level}-{emotion}", level, emotion, form, part, probe))
            asked[form, part, emotion, level] = row.lastrowid
    players = [row[0] for row in database.execute(FILLED)]
    first = database.execute("SELECT ifnull(max(id), 0) + 1 FROM round").fetchone()[0]
    rounds = questions // per_round
    each = -(-rounds // len(players))
    revisions = {}

    def played():
        emotions = list(FEELINGS)
        for count in range(rounds):
            player, number = count // each, count % each
            skill = 0.55 + (player % 37) / 90 + min(number, 60) / 250
            form, part, level, _ = KINDS[min(len(KINDS) - 1, int(chance.random() * (1 + number / 3)))]
            revision = 0
            at = now - (each - number) * 86_400_000 // 4 - 3_600_000
            for place in range(per_round):
                emotion = emotions[(number * per_round + place + player) % 7]
                question = asked[form, part, emotion, level]
                ease = (1.1 if form == "cartoon" else 1) * (0.85 if part != "whole" else 1)
                right = chance.random() < min(0.97, FEELINGS[emotion] * skill * ease)
                ordinal = number * per_round + place + 1
                if not right:
                    revision += 1
                    others = [e for e in emotions if e != emotion]
                    taken = TAKEN_FOR[emotion] if chance.random() < 0.7 else chance.choice(others)
                    yield (first + count, os.urandom(16), revision, question, place, "answer", taken, "wrong", 5200,
                           at + revision, ordinal)
                revision += 1
                skip = not right and chance.random() < 0.1
                yield (first + count, os.urandom(16), revision, question, place, "skip" if skip else "answer",
                       None if skip else emotion, "skipped" if skip else "right", 2500 + int(3000 * chance.random()),
                       at + revision, ordinal if right else None)
            revisions[first + count] = (players[player], level, at, revision)

    database.executemany(
        "INSERT INTO answer (round, event, revision, question, presentation, action, chosen, outcome, helped,"
        " elapsed_milliseconds, at, number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)", played())
    database.executemany(
        "INSERT INTO round (id, name, player, level, day, started_at, last_at, finished_at, revision)"
        " VALUES (?, randomblob(16), ?, ?, ?, ?, ?, ?, ?)",
        ((id, player, str(level), at // DAY, at, at + 60_000, at + 60_000, revision)
         for id, (player, level, at, revision) in revisions.items()))
    database.execute(
        "INSERT INTO portal_learner (player, questions) SELECT player, max(number) FROM answer JOIN round ON"
        " round.id = answer.round WHERE number IS NOT NULL GROUP BY player"
        " ON CONFLICT DO UPDATE SET questions = excluded.questions")
    if faces:
        for place, player in enumerate(players):
            row = database.execute(
                "INSERT INTO face_round (name, player, level, day, started_at, last_at, finished_at, revision)"
                " VALUES (randomblob(16), ?, ?, ?, ?, ?, ?, 0)", (player, 1 + place % 3, now // DAY, now, now, now))
            for showing, emotion in enumerate(["happiness", "sadness", "anger", "surprise"]):
                matched = chance.random() < FEELINGS[emotion]
                database.execute(
                    "INSERT INTO face_result (round, showing, target, level_asked, level_judged, ending, mode,"
                    " best_score, best_progress, tries, hints, milliseconds, at)"
                    " VALUES (?, ?, ?, ?, ?, ?, 'tap', 0.5, 0.8, 2, 1, 9000, ?)",
                    (row.lastrowid, showing, emotion, 1 + place % 3, 1 + place % 3,
                     "matched" if matched else chance.choice(["seen", "later", "skipped"]), now))


def fill(folder, account_count, answer_count, password_hash, signed_in):
    """Fills the database of a folder without a running server; returns the cookies of the signed-in players."""
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
    # Flushes everything to disk before measuring, and warms up the memory as in a long-running server.
    os.sync()
    with open(f"{folder}/pet.sqlite", "rb") as file:
        while file.read(1 << 24):
            pass
    return cookies
