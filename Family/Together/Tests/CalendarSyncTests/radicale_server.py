#!/usr/bin/env python3
"""Runs Debian's Radicale on a free port of this machine, for the tests of CalendarSync.

Creates the users ada0 to ada19 (password "secret"), each with the calendars home, school and tasks. Prints the port and
serves until its parent ends.
"""

import base64
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

USERS = [f"ada{number}" for number in range(20)]
CONFIGURATION = """
[server]
hosts = 127.0.0.1:{port}
[auth]
type = htpasswd
htpasswd_filename = {folder}/users
htpasswd_encryption = plain
delay = 0
[rights]
type = owner_only
[storage]
filesystem_folder = {folder}/collections
[logging]
level = error
"""

CALENDAR = """<?xml version="1.0"?>
<c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><set><prop>
<displayname>{name}</displayname>
<c:supported-calendar-component-set><c:comp name="{component}"/></c:supported-calendar-component-set>
</prop></set></c:mkcalendar>"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def wait_for(port: int, process: subprocess.Popen) -> None:
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("radicale ended before it listened")


def make_calendar(port: int, user: str, folder: str, name: str, component: str) -> None:
    path = f"/{user}/{folder}/"
    connection = http.client.HTTPConnection("127.0.0.1", port)
    login = base64.b64encode(f"{user}:secret".encode()).decode()
    body = CALENDAR.format(name=name, component=component).encode()
    connection.request("MKCALENDAR", path, body, {"Authorization": f"Basic {login}"})
    response = connection.getresponse()
    response.read()
    if response.status != 201:
        raise SystemExit(f"MKCALENDAR {path}: status {response.status}")
    connection.close()


def main() -> None:
    parent = os.getppid()
    # The tests may start this with all signals blocked; Radicale would inherit that and never stop.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        pathlib.Path(folder, "users").write_text("".join(f"{user}:secret\n" for user in USERS))
        configuration = pathlib.Path(folder, "config")
        configuration.write_text(CONFIGURATION.format(port=port, folder=folder))
        process = subprocess.Popen(["radicale", "--config", configuration], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            wait_for(port, process)
            for user in USERS:
                make_calendar(port, user, "home", "Home &amp; garden", "VEVENT")
                make_calendar(port, user, "school", "School", "VEVENT")
                make_calendar(port, user, "tasks", "Tasks", "VTODO")
            print(port, flush=True)
            while os.getppid() == parent:
                time.sleep(0.2)
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
