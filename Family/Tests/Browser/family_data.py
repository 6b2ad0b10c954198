"""A family with data: `facialfun-family simulate` fills the database with children's answers."""

import contextlib
import hashlib
import secrets
import sqlite3
import subprocess
import time
import uuid

import household_rows
from asking import join
from game_server import program
from household_rows import CHILDREN, HOUSEHOLD


def add_child(folder, account, name, year=2016):
    database = sqlite3.connect(f"{folder}/pet.sqlite", timeout=20, isolation_level=None)
    try:
        household, = database.execute(f"SELECT {HOUSEHOLD}", (account,)).fetchone()
        return household_rows.add_child(database, household, name, year, int(time.time() * 1000))
    finally:
        database.close()


def children(folder, account):
    """The numbers of an account's children."""
    database = sqlite3.connect(f"file:{folder}/pet.sqlite?mode=ro", uri=True, timeout=20)
    try:
        return [row[0] for row in database.execute(f"{CHILDREN} ORDER BY id", (account,))]
    finally:
        database.close()


def simulate(folder, account, child=1, kind="confusing", sittings=6, seed=None):
    """Simulates the sittings of one of an account's children, the last one today."""
    database = sqlite3.connect(f"{folder}/pet.sqlite", timeout=20, isolation_level=None)
    try:
        # Answers belong to a child's latest sitting, so the one created with the account must be older than the
        # simulated ones.
        database.execute(f"UPDATE sitting SET day = 0 WHERE milliseconds = 0 AND player IN ({CHILDREN})", (account,))
    finally:
        database.close()
    subprocess.run([program(), "simulate", account, "--data", str(folder), "--child", str(child), "--kind", kind,
                    "--sittings", str(sittings), "--seed", str(seed or secrets.randbits(62))], check=True, timeout=300)


def family(server, name="Robin"):
    """A new account with one child: its name and its cookie's value."""
    account = f"fam{uuid.uuid4().hex[:12]}"
    _, cookie = join(server.port, name=account, fullName=name)
    return account, cookie.split("=")[1]


def results(server, username):
    """This player's results: (target, ending, mode, tries)."""
    with contextlib.closing(sqlite3.connect(f"file:{server.folder}/pet.sqlite?mode=ro", uri=True)) as database:
        return database.execute(
            "SELECT target, ending, mode, tries FROM face_result JOIN face_round ON face_round.id = round"
            f" WHERE face_round.player IN ({CHILDREN}) ORDER BY face_result.at", (username.lower(),)).fetchall()


def open_parent(folder, token):
    """Opens the parent's area as the PIN does, without hashing."""
    database = sqlite3.connect(f"{folder}/pet.sqlite", timeout=20, isolation_level=None)
    try:
        database.execute("UPDATE session SET parent_until = ? WHERE digest = ?",
                         (int(time.time() * 1000) + 590_000, hashlib.sha256(bytes.fromhex(token)).digest()))
    finally:
        database.close()
