"""A disk that fills up while playing, or cannot be written.

Both tests need root, and are skipped with a message without it.
"""

import re
import subprocess

import pytest

from asking import ask
from family_data import children
from faults import PERSONAL, Played, assert_kind, doctor, fingerprint, pet, stopped
from game_client import PIN


@pytest.fixture
def small_disk(tmp_path):
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m,mode=700", "tmpfs", place], capture_output=True,
                             text=True)
    if mounted.returncode:
        pytest.skip(f"cannot mount a small disk: {mounted.stderr.strip()}")
    yield place
    # A lazy unmount ends when the last process stops using it.
    subprocess.run(["umount", "--lazy", place], check=True)


def test_a_disk_that_fills_up_during_play_loses_nothing_and_play_continues(small_disk):
    game = Played(small_disk / "data")
    ballast = small_disk / "ballast"
    try:
        assert game.play().status == 200
        taken = 1
        assert game.ask("POST", "/api/parent", {"pin": PIN}).status == 200
        [child] = children(game.folder, game.sent["username"])
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        for _ in range(200):  # Until the log's remaining space is used up.
            event = game.skip()
            answer = game.play(event)
            if answer.status != 200:
                break
            taken += 1
            if game.round["finished"]:
                game.round = game.ask("POST", "/api/rounds", {"level": "1"}).json
        assert_kind(answer)
        assert ask(game.server.port, "GET", "/login").status == 200
        export = f"/api/children/{child}/export"
        for path in (f"/family?child={child}", f"{export}.json", f"{export}.csv"):
            assert game.ask("GET", path).status == 200, path
        code, said = doctor(game.folder)
        assert code == 3 and "Free space" in said, said
        code, said = pet("backup", "--data", game.folder, small_disk / "copy.sqlite")
        assert code == 3 and re.search("room|full|Free", said), said
        assert not list(small_disk.glob("copy*")), "a partial copy was left behind"
        ballast.unlink()
        answer = game.play(event)
        assert answer.status == 200 and answer.json["outcome"]["kind"] == "skipped"
        assert game.stored() == taken + 1
        assert "full" in game.log() and "Free space" in game.log() and not PERSONAL.search(game.log())
    finally:
        ballast.unlink(missing_ok=True)
        assert game.server.stop() == 0




def test_a_read_only_disk_is_reported_with_the_remedy(tmp_path):
    game = stopped(tmp_path)
    frozen = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"',
              game.folder]
    tried = subprocess.run([*frozen, "true"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"cannot make a folder read-only: {tried.stderr.strip()}")
    before = fingerprint(game.file)
    code, said = doctor(game.folder, before=frozen)
    assert code == 3 and "Cannot write" in said and "mounted for writing" in said, said
    code, said = pet("serve", "--port", "0", "--no-scoring", "--data", game.folder, before=frozen)
    assert code == 3 and "mounted for writing" in said, said
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite", before=frozen)
    assert code == 3 and str(tmp_path) in said, said
    assert fingerprint(game.file) == before and doctor(game.folder)[1].startswith("ok       database")
