"""Machine failures under a running server: memory runs out, or the disk becomes read-only.

Each test needs root or an optional program, and is skipped with a message otherwise.
"""

import pathlib
import signal
import sqlite3
import subprocess
import threading
import time
import uuid

import pytest

from asking import ask
from game_client import GameClient, next_event
from game_server import GameServer

CGROUPS = pathlib.Path("/sys/fs/cgroup/memory")


def wait_until(condition, message, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, message
        time.sleep(0.05)


def integrity(folder):
    with sqlite3.connect(f"file:{folder / 'pet.sqlite'}?mode=ro", uri=True) as database:
        return database.execute("PRAGMA integrity_check").fetchone()[0]


def events(folder):
    with sqlite3.connect(f"file:{folder / 'pet.sqlite'}?mode=ro", uri=True) as database:
        return {row[0] for row in database.execute("SELECT hex(event) FROM answer")}


@pytest.fixture
def memory_group():
    """A memory control group; the kernel kills processes that exceed its limit."""
    group = CGROUPS / f"family-{uuid.uuid4().hex[:8]}"
    try:
        group.mkdir()
    except OSError as error:
        pytest.skip(f"no memory control group can be made here: {error}")
    yield group
    wait_until(lambda: not (group / "cgroup.procs").read_text().strip(), "the group is still in use")
    group.rmdir()


def test_out_of_memory_kill_loses_no_acknowledged_answer(tmp_path, memory_group):
    server = GameServer(tmp_path / "data", cheap_passwords=False).start()
    child = GameClient(server.port)
    child.sign_up()
    round_ = child.begin("1")
    (memory_group / "cgroup.procs").write_text(str(server.process.pid))
    acknowledged = set()

    def play():
        nonlocal round_
        while True:
            event = next_event(round_)
            try:
                status, _ = child.request("POST", f"/api/rounds/{round_['id']}/events", event)
                if status != 200:
                    return
                acknowledged.add(event["id"].replace("-", "").upper())
                round_ = child.call("GET", f"/api/rounds/{round_['id']}")
                if round_["finished"]:
                    round_ = child.begin("1")
            except Exception:
                return

    player = threading.Thread(target=play)
    player.start()
    wait_until(lambda: len(acknowledged) >= 5, "no answer was acknowledged")
    # The limit is below the current use, so the kernel kills the process at its next allocations.
    (memory_group / "memory.limit_in_bytes").write_text(str(24 * 1024 * 1024))
    # A sign-in hashes a password, which takes 64 MiB.
    try:
        ask(server.port, "POST", "/api/login", {"name": child.name, "password": "wrong horse 43"})
    except OSError:
        pass
    except Exception as error:  # The connection ends without a response.
        assert "Remote" in type(error).__name__ or "Status" in type(error).__name__, error
    assert server.process.wait(timeout=60) == -signal.SIGKILL
    player.join(timeout=30)
    assert integrity(server.folder) == "ok"
    assert acknowledged <= events(server.folder)
    server.start()
    child.close()
    assert child.sign_in(child.name)
    assert server.stop() == 0


@pytest.fixture
def ext4_disk(tmp_path):
    """A small ext4 disk, and a function that makes the kernel remount it read-only, as after a failed write."""
    image, disk = tmp_path / "disk.img", tmp_path / "disk"
    disk.mkdir()
    with image.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
    for command in (["mkfs.ext4", "-q", image], ["mount", "-o", "loop,errors=remount-ro", image, disk]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"no disk can be made here: {done.stderr.strip()}")
    device = subprocess.run(["losetup", "-j", image], capture_output=True, text=True).stdout.split(":")[0]
    trigger = pathlib.Path("/sys/fs/ext4") / pathlib.Path(device).name / "trigger_fs_error"
    if not trigger.exists():
        subprocess.run(["umount", disk], check=True)
        pytest.skip("the kernel cannot report a failed disk on request")

    def remount():
        subprocess.run(["umount", disk], check=True)
        subprocess.run(["e2fsck", "-p", image], check=False, capture_output=True)
        subprocess.run(["mount", "-o", "loop", image, disk], check=True)

    yield disk, lambda: trigger.write_text("test"), remount
    subprocess.run(["umount", "--lazy", disk], check=True)


def test_a_disk_that_becomes_read_only_is_logged_and_loses_no_acknowledged_answer(tmp_path, ext4_disk):
    disk, fail, remount = ext4_disk
    server = GameServer(disk / "data", log=tmp_path / "family.log").start()
    try:
        child = GameClient(server.port)
        child.sign_up()
        round_ = child.begin("1")
        first = next_event(round_)
        round_ = child.call("POST", f"/api/rounds/{round_['id']}/events", first)["round"]
        fail()
        status, content = child.request("POST", f"/api/rounds/{round_['id']}/events", next_event(round_))
        assert status == 503 and b"stored" in content, content
        assert ask(server.port, "GET", "/login").status == 200
        assert "Check the disk" in server.log_path.read_text()
        server.stop()
    finally:
        if server.process.poll() is None:
            server.kill()
    remount()
    assert integrity(server.folder) == "ok"
    assert first["id"].replace("-", "").upper() in events(server.folder)
    server.start()
    child.close()
    assert child.sign_in(child.name)
    assert server.stop() == 0
