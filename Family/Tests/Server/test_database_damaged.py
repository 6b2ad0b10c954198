"""A damaged database is reported, and one command restores a backup."""

import re

import pytest

from faults import PERSONAL, assert_kind, doctor, fingerprint, pet, stopped


def spoil_pages(file):
    data = bytearray(file.read_bytes())
    for start in range(4096, len(data), 4096):
        data[start:start + 600] = b"\xa5" * 600
    file.write_bytes(data)


def spoil_head(file):
    data = bytearray(file.read_bytes())
    data[:100] = b"not a database at all" + b"." * 79
    file.write_bytes(data)


def cut_off(file):
    data = file.read_bytes()
    file.write_bytes(data[:len(data) // 2 + 17])


DAMAGES = [spoil_pages, spoil_head, cut_off]


@pytest.mark.parametrize("spoil", DAMAGES, ids=lambda spoil: spoil.__name__)
def test_a_damaged_database_is_reported_and_restored_by_one_command(tmp_path, spoil):
    game = stopped(tmp_path)
    spoil(game.file)
    code, said = doctor(game.folder)
    assert code == 3 and "damaged" in said and "facialfun-family restore" in said, said
    spoilt = fingerprint(game.file)
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 0, said
    kept = list(game.folder.glob("pet.sqlite.before-*"))
    assert spoilt in [fingerprint(path) for path in kept], "the damaged database was not kept"
    assert doctor(game.folder)[1].startswith("ok       database")
    game.server.start()
    assert game.stored() == 1 and game.play().status == 200 and game.stored() == 2
    assert game.server.stop() == 0


def test_the_game_does_not_start_on_a_file_that_is_not_a_database(tmp_path):
    game = stopped(tmp_path)
    spoil_head(game.file)
    before = fingerprint(game.file)
    code, said = pet("serve", "--port", "0", "--no-scoring", "--data", game.folder)
    assert code == 3 and "damaged" in said and "facialfun-family restore" in said, said
    assert fingerprint(game.file) == before


@pytest.mark.parametrize("spoil", [spoil_pages, cut_off], ids=lambda spoil: spoil.__name__)
def test_damage_while_running_is_reported_and_survived(tmp_path, spoil):
    game = stopped(tmp_path)
    spoil(game.file)
    spoilt = fingerprint(game.file)
    try:
        game.server.start()
    except SystemExit:
        assert "damaged" in game.log() and "facialfun-family restore" in game.log(), game.log()[-1000:]
    else:
        name, password = game.sent["username"], game.sent["password"]
        assert_kind(game.ask("POST", "/api/login", {"name": name, "password": password}))
        assert_kind(game.play())
        page = game.ask("GET", "/menu")
        assert page.status == 503 and b"Nothing is lost" in page.content, page.content[-500:]
        assert game.ask("GET", "/login").status in (200, 503) and game.ask("GET", "/healthz").status == 200
        log = game.log()
        assert "damaged" in log and "facialfun-family restore" in log and not PERSONAL.search(log), log[-1000:]
        assert game.server.stop() == 0
    assert pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")[0] == 0
    assert spoilt in [fingerprint(path) for path in game.folder.glob("pet.sqlite.before-*")] or spoil is spoil_pages
    game.server.start()
    assert game.stored() == 1
    assert game.server.stop() == 0


@pytest.mark.parametrize("spoil", [*DAMAGES, lambda file: file.write_bytes(b""), lambda file: file.unlink()],
                         ids=["pages", "head", "cut", "empty", "gone"])
def test_a_damaged_backup_is_rejected_and_nothing_changes(tmp_path, spoil):
    game = stopped(tmp_path)
    spoil(tmp_path / "copy.sqlite")
    before = fingerprint(game.file)
    code, said = pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")
    assert code == 3 and "copy.sqlite" in said and re.search("damaged|empty|Cannot read", said), said
    assert fingerprint(game.file) == before
    assert sorted(path.name for path in game.folder.glob("pet.sqlite.*")) == [], "a file was left behind"
    assert doctor(game.folder)[1].startswith("ok       database")
