"""A database of a newer version or another program stays unchanged."""

import shutil
import sqlite3

from faults import doctor, fingerprint, pet, stopped


def test_a_database_of_a_newer_version_stays_unchanged(tmp_path):
    game = stopped(tmp_path)
    with sqlite3.connect(game.file) as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('99 from tomorrow')")
    database.close()
    before = fingerprint(game.file)
    for code, said in [doctor(game.folder), pet("serve", "--port", "0", "--no-scoring", "--data", game.folder),
                       pet("backup", "--data", game.folder, tmp_path / "new.sqlite")]:
        assert code == 3 and "newer version" in said and "Update the game" in said, said
    assert fingerprint(game.file) == before and not (tmp_path / "new.sqlite").exists()
    shutil.copy(game.file, tmp_path / "tomorrow.sqlite")
    assert pet("restore", "--data", game.folder, tmp_path / "copy.sqlite")[0] == 0
    code, said = pet("restore", "--data", game.folder, tmp_path / "tomorrow.sqlite")
    assert code == 3 and "newer version" in said
    assert doctor(game.folder)[1].startswith("ok       database")


def test_another_programs_database_is_rejected(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    with sqlite3.connect(folder / "pet.sqlite") as database:
        database.execute("CREATE TABLE recipe (name TEXT)")
    database.close()
    before = fingerprint(folder / "pet.sqlite")
    for code, said in [doctor(folder), pet("serve", "--port", "0", "--no-scoring", "--data", folder)]:
        assert code == 3 and "another program" in said and "--data" in said, said
    assert fingerprint(folder / "pet.sqlite") == before
