"""Migrates a large database of schema version 9, and reports time and memory.

    migration.py [--accounts 100000] [--answers 5000000] [--folder FOLDER]

The database is made from the fixture of that version, without playing. `facialfun-family doctor` migrates it on
opening. The numbers of accounts, children, answers and sessions are compared before and after.
"""

import argparse
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import time

from game_server import GAME, program

FIXTURE = GAME / "Tests" / "TrainerStoreTests" / "Fixtures" / "version-9.sqlite"
PER_ROUND = 10
CHUNK = 20_000


def fill(path, accounts, answers):
    """Fills a database of version 9 with accounts of one child each, who played rounds of ten questions."""
    shutil.copy(FIXTURE, path)
    path.chmod(0o600)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA page_size = 4096")
    database.execute("VACUUM")
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("PRAGMA synchronous = OFF")
    database.execute("PRAGMA foreign_keys = OFF")
    tables = [row[0] for row in database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " AND name NOT IN ('grdb_migrations', 'portal_state')")]
    for table in tables:
        database.execute(f"DELETE FROM {table}")
    database.execute("DELETE FROM portal_stale")
    start = 1_790_000_000_000
    database.execute("BEGIN")
    database.execute("INSERT INTO question VALUES (1, 'l1-anger-01', 1, 'anger', 'cartoon', 'main', 0, NULL)")
    database.executemany(
        "INSERT INTO account (id, username, username_key, email, email_key, password_hash, terms_version,"
        " terms_agreed_at, agrees_to_statistics, created_at, last_login_at, pin_hash)"
        " VALUES (?1, 'child' || ?1, 'child' || ?1, ?1 || '@example.org', ?1 || '@example.org', '$scrypt$' || ?1,"
        " '2026-11', ?2, ?1 % 2, ?2, ?2, '$scrypt$pin')", ((n, start) for n in range(1, accounts + 1)))
    database.executemany(
        "INSERT INTO player (id, account, name, birth_year, created_at) VALUES (?1, ?1, 'Child', 2017, ?2)",
        ((n, start) for n in range(1, accounts + 1)))
    database.executemany(
        "INSERT INTO agreement (account, subject, version, given, at) VALUES (?, 'terms', '2026-11', 1, ?)",
        ((n, start) for n in range(1, accounts + 1)))
    database.executemany(
        "INSERT INTO sitting (id, player, day, started_at, last_activity_at, milliseconds) VALUES (?1, ?1, 20000, ?2,"
        " ?2, 900000)", ((n, start) for n in range(1, accounts + 1)))
    database.executemany(
        "INSERT INTO session (digest, account, player, sitting, created_at, last_seen_at)"
        " VALUES (randomblob(32), ?1, ?1, ?1, ?2, ?2)", ((n, start) for n in range(1, accounts // 10 + 1)))
    rounds = answers // PER_ROUND
    database.executemany(
        "INSERT INTO round (id, name, player, level, day, started_at, last_at, finished_at, revision)"
        " VALUES (?1, randomblob(16), ?1 % ?2 + 1, '1', 20000, ?3, ?3, ?3, ?4)",
        ((n, accounts, start, PER_ROUND) for n in range(1, rounds + 1)))
    for first in range(1, rounds + 1, CHUNK):
        database.executemany(
            "INSERT INTO answer (round, event, revision, question, presentation, action, chosen, outcome, helped,"
            " elapsed_milliseconds, at) VALUES (?, ?, ?, 1, 1, 'answer', 'anger', 'right', 0, 3000, ?)",
            ((n, k.to_bytes(16, "big"), k, start + k) for n in range(first, min(first + CHUNK, rounds + 1))
             for k in range(1, PER_ROUND + 1)))
    database.execute("COMMIT")
    database.close()


def counts(path, queries):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return [database.execute(f"SELECT count(*) FROM {query}").fetchone()[0] for query in queries]
    finally:
        database.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--answers", type=int, default=5_000_000)
    parser.add_argument("--folder", type=pathlib.Path, help="where the database is made; a temporary folder by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        os.chmod(folder, 0o700)
        path = pathlib.Path(folder) / "pet.sqlite"
        start = time.monotonic()
        fill(path, options.accounts, options.answers)
        size = path.stat().st_size / 2**20
        print(f"made {options.accounts} accounts and {options.answers} answers ({size:.0f} MiB)"
              f" in {time.monotonic() - start:.0f} s", flush=True)
        before = counts(path, ["account", "player", "answer", "session"])
        start = time.monotonic()
        # Opening migrates; the listing reads every household.
        subprocess.run([program(), "accounts", "list", "--data", folder], check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        after = counts(path, ["household", "member WHERE role = 'child'", "answer", "session"])
        assert before == after, f"before {before}, after {after}"
        parents, = counts(path, ["member JOIN login ON login.member = member.id WHERE role = 'parent'"])
        assert parents == options.accounts
        size = path.stat().st_size / 2**20
        print(f"migrated and listed in {seconds:.1f} s with at most {peak:.0f} MiB of memory; {size:.0f} MiB on disk")


if __name__ == "__main__":
    main()
