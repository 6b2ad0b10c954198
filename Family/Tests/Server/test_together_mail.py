"""Modern Family sends mails through msmtp to a mail server that counts them. The family server is killed in between."""

import asyncio
import datetime
import email
import os
import signal
import sqlite3
import threading
import time
import uuid

import pytest
from aiosmtpd.controller import Controller

from asking import ask, join
from game_client import PIN
from game_server import GameServer, free_port


class Mailbox:
    """Stores each mail, and delays its response like a slow mail server."""

    def __init__(self):
        self.mails = []
        self.begun = threading.Event()
        self.pause = 0.0

    async def handle_DATA(self, server, session, envelope):
        self.begun.set()
        await asyncio.sleep(self.pause)
        self.mails.append((envelope.rcpt_tos, email.message_from_bytes(envelope.content)))
        return "250 OK"


@pytest.fixture
def mailbox():
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    mailbox.port = controller.port
    yield mailbox
    controller.stop()


@pytest.fixture
def place(tmp_path, mailbox):
    configuration = tmp_path / "msmtprc"
    configuration.write_text(
        f"account default\nhost 127.0.0.1\nport {mailbox.port}\nfrom family@example.net\nauth off\ntls off\n")
    configuration.chmod(0o600)
    return tmp_path


def server_in(place):
    sendmail = f"msmtp --file={place / 'msmtprc'}"
    return GameServer(place / "data", ["--no-scoring", "--sendmail", sendmail, "--mail-from", "family@example.net"],
                      log=place / "log")


def invite(server, cookie):
    """Enables mail, and opens a poll that another adult is notified of by mail."""
    assert ask(server.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie, timeout=60).status == 200
    with sqlite3.connect(f"{server.folder}/pet.sqlite", timeout=20) as database:
        household, = database.execute("SELECT min(household) FROM member").fetchone()
        name = f"adult{uuid.uuid4().hex[:8]}"
        adult = database.execute("INSERT INTO member (household, role, name, created_at) VALUES (?, 'adult', ?, 0)",
                                 (household, "Bo\r\nBcc: all@example.org")).lastrowid
        database.execute(
            "INSERT INTO login (member, username, username_key, email, email_key, password_hash, created_at)"
            " VALUES (?1, ?2, ?2, ?3, ?3, 'x', 0)", (adult, name, f"{name}@example.org"))
        database.execute("INSERT INTO together_member (member, household, gets_mail) VALUES (?, ?, 1)",
                         (adult, household))
        database.execute("INSERT OR REPLACE INTO home_enabled_app SELECT id, 'together', 1 FROM member"
                         " WHERE role = 'child'")
    on = ask(server.port, "PUT", "/together/api/settings/connections/mail", {"isOn": True}, cookie=cookie)
    assert on.status == 200, on.content
    made = ask(server.port, "POST", "/together/api/activities", {}, cookie=cookie).json["id"]
    deadline = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
    options = [{"name": "Zoo\r\nX-Evil: 1", "description": "Otters"}, {"name": "Lake", "description": "Swim"}]
    sent = ask(server.port, "POST", f"/together/api/activities/{made}/poll",
               {"options": options, "deadline": deadline.strftime("%Y-%m-%dT%H:%M:%SZ")}, cookie=cookie)
    assert sent.status == 200, sent.content
    return f"{name}@example.org"


def states(server):
    with sqlite3.connect(f"{server.folder}/pet.sqlite", timeout=20) as database:
        return [state for state, in database.execute("SELECT state FROM together_mail ORDER BY id")]


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the mail did not arrive in time"
        time.sleep(0.05)


@pytest.mark.parametrize("moment", ["before the mail server answers", "after it answered"])
def test_a_mail_arrives_once_even_if_the_server_is_killed(place, mailbox, moment):
    mailbox.pause = 1.5
    server = server_in(place).start()
    _, cookie = join(server.port)
    address = invite(server, cookie)
    assert mailbox.begun.wait(60)
    if moment == "after it answered":
        wait_for(lambda: mailbox.mails)
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    server.start()
    try:
        wait_for(lambda: states(server) == ["sent"])
        time.sleep(1)
        assert [recipients for recipients, _ in mailbox.mails] == [[address]]
        message = mailbox.mails[0][1]
        assert message["Message-ID"] and not message["Bcc"] and not message["X-Evil"]
        assert list((place / "data" / "outbox").iterdir()) == []
    finally:
        server.stop()


def test_mails_wait_while_the_mail_server_is_down(place, mailbox):
    configuration = place / "msmtprc"
    text = configuration.read_text()
    configuration.write_text(text.replace(str(mailbox.port), "1"))
    server = server_in(place).start()
    try:
        _, cookie = join(server.port)
        invite(server, cookie)
        with sqlite3.connect(f"{server.folder}/pet.sqlite", timeout=20) as database:
            def problem():
                return database.execute("SELECT problem FROM together_mail").fetchone()[0]
            wait_for(problem)
            configuration.write_text(text)
            database.execute("UPDATE together_mail SET due = 0")
            database.commit()
        wait_for(lambda: states(server) == ["sent"])
        assert len(mailbox.mails) == 1
    finally:
        server.stop()
