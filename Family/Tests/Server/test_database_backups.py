"""Backups are made while the game is played, are private and complete, and are never restored under a running game."""

import json
import sqlite3
import subprocess
import threading
import time

from asking import ask, join
from faults import doctor, pet, stopped
from game_client import PASSWORD, PIN, next_event
from game_server import GameServer, program


def test_nothing_is_restored_under_a_running_game(game, tmp_path):
    game.play()
    assert pet("backup", "--data", game.folder, tmp_path / "copy.sqlite")[0] == 0
    game.play()
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 3 and "Stop `facialfun-family serve`" in said, said
    assert game.play().status == 200 and game.stored() == 3


def test_a_backup_during_play_is_complete_and_private(game, tmp_path):
    stop = threading.Event()
    taken = []

    def play():
        while not stop.is_set():
            if game.round["finished"]:
                game.round = game.ask("POST", "/api/rounds", {"level": "1"}).json
            taken.append(game.play(next_event(game.round)).status)

    player = threading.Thread(target=play)
    player.start()
    try:
        for n in range(3):
            copy = tmp_path / f"copy{n}.sqlite"
            assert pet("backup", "--data", game.folder, copy)[0] == 0
            assert copy.stat().st_mode & 0o777 == 0o600
            with sqlite3.connect(copy) as database:
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                wrong = database.execute("SELECT count(*) FROM round WHERE revision <> "
                                         "(SELECT count(*) FROM answer WHERE answer.round = round.id)").fetchone()
                assert wrong == (0,)
            time.sleep(0.3)
    finally:
        stop.set()
        player.join()
    assert taken and set(taken) == {200}


def test_a_practice_without_clients_is_exported_backed_up_and_restored(tmp_path):
    server = GameServer(tmp_path / "data", ["--no-scoring"], log=tmp_path / "pet.log").start()
    sent, _ = join(server.port, practice=True, fullName="", birthYear="", gender="")
    export = json.loads(subprocess.run(
        [program(), "export", "account", "--data", server.folder, sent["username"]], capture_output=True, check=True,
        timeout=60).stdout)
    assert export["account"]["kind"] == "practice" and export["players"] == []
    assert pet("backup", "--data", server.folder, tmp_path / "copy.sqlite")[0] == 0
    assert server.stop() == 0
    folder = tmp_path / "restored"
    assert pet("restore", "--data", folder, tmp_path / "copy.sqlite")[0] == 0
    assert doctor(folder)[1].startswith("ok       database")
    restored = GameServer(folder, ["--no-scoring"], log=tmp_path / "restored.log").start()
    login = {"name": sent["username"], "password": PASSWORD}
    answer = ask(restored.port, "POST", "/api/login", login, timeout=60)
    assert answer.json["next"] == "/practice"

    def send(path, body):
        return ask(restored.port, "POST", path, body, cookie=answer.cookie, timeout=60).status

    assert send("/api/rounds", {"level": "1"}) == 409
    assert send("/api/parent", {"pin": PIN}) == 200
    assert send("/api/children", {"fullName": "Kim", "birthYear": 2018, "gender": ""}) == 201
    assert send("/api/rounds", {"level": "1"}) == 200
    assert restored.stop() == 0


def test_a_backup_to_an_impossible_path_is_rejected(game, tmp_path):
    for place in [tmp_path / "no" / "folder" / "copy.sqlite", tmp_path, "/proc/copy.sqlite"]:
        code, said = pet("backup", "--data", game.folder, place)
        assert code == 3 and "Choose another place" in said, said
    code, said = pet("backup", "--data", tmp_path / "nobody", tmp_path / "copy.sqlite")
    assert code == 3 and "There is no database" in said
    (tmp_path / "kept").write_text("kept")
    code, said = pet("backup", "--data", game.folder, tmp_path / "kept")
    assert code == 3 and "--overwrite" in said and (tmp_path / "kept").read_text() == "kept"
    assert pet("backup", "--data", game.folder, "--overwrite", tmp_path / "kept")[0] == 0
    assert (tmp_path / "kept").stat().st_size > 4096
    assert not (tmp_path / "copy.sqlite").exists()


def test_doctor_reports_files_readable_by_others(tmp_path):
    game = stopped(tmp_path)
    game.file.chmod(0o644)
    code, said = doctor(game.folder)
    assert code == 3 and "can be read by others" in said and f"chmod go= {game.file}" in said, said
