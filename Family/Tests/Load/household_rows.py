"""Rows of households, members, logins and sessions, for tests that write them into the database directly."""

import hashlib
import os
import time

#: The household with a username.
HOUSEHOLD = "(SELECT household FROM member JOIN login ON login.member = member.id WHERE username_key = ?)"
#: The children in the household with a username.
CHILDREN = f"SELECT id FROM member WHERE role = 'child' AND household = {HOUSEHOLD}"


def add_parent(database, household, username, password_hash, created_at):
    """Adds a parent with a login to a household."""
    member = database.execute(
        "INSERT INTO member (household, role, name, created_at) VALUES (?, 'parent', ?, ?)",
        (household, username, created_at)).lastrowid
    database.execute(
        "INSERT INTO login (member, username, username_key, email, email_key, password_hash, created_at)"
        " VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?5)",
        (member, username, f"{username}@example.org", password_hash, created_at))


def add_child(database, household, name, birth_year, created_at):
    """Adds a child to a household; returns its number."""
    return database.execute(
        "INSERT INTO member (household, role, name, birth_year, created_at) VALUES (?, 'child', ?, ?, ?)",
        (household, name, birth_year, created_at)).lastrowid


def add_session(database, child, now=None):
    """Signs in the first parent of a child's household, with the child playing; returns the session's token."""
    now = now or int(time.time() * 1000)
    token = os.urandom(16)
    digest = hashlib.sha256(token).digest()
    sitting = database.execute(
        "INSERT INTO sitting (player, day, started_at, last_activity_at) VALUES (?, ?, ?, ?)",
        (child, now // 86_400_000, now, now)).lastrowid
    database.execute(
        "INSERT INTO session (digest, household, login, member, created_at, last_seen_at)"
        " SELECT ?, child.household, min(login.id), child.id, ?, ?"
        " FROM member AS child JOIN member AS parent ON parent.household = child.household AND parent.role = 'parent'"
        " JOIN login ON login.member = parent.id WHERE child.id = ?",
        (digest, now, now, child))
    database.execute("INSERT INTO session_sitting (session, sitting) VALUES (?, ?)", (digest, sitting))
    return token
