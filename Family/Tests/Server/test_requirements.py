"""The requirements table: every number is listed, and every test in it exists. L3: the size limits."""

import pathlib
import re

from game_server import FAMILY, GAME, files_of_tests, program

NUMBERS = {"A": 15, "B": 8, "C": 4, "D": 9, "E": 2, "F": 4, "G": 6, "H": 3, "I": 1, "K": 2, "L": 3}


def rows():
    table = (GAME / "REQUIREMENTS.md").read_text()
    return dict(re.findall(r"^\| ([A-L]\d+) \|.*\| ([^|]+) \|$", table, re.M))


def test_every_number_is_in_the_table():
    assert set(rows()) == {f"{letter}{n}" for letter, count in NUMBERS.items() for n in range(1, count + 1)}


def test_every_test_that_the_table_names_exists():
    sources = {path.name: path.read_text() for path in files_of_tests()}
    missing = []
    others = re.findall(r"^\| (?![A-L]\d)([^|]+) \| (`.*) \|$", (GAME / "REQUIREMENTS.md").read_text(), re.M)
    assert others
    for number, shown in [*rows().items(), *others]:
        names = re.findall(r"`(?:\w+/)?([\w.]+\.(?:py|swift))(?:::(\w+))?`", shown)
        assert names or shown.startswith("not yet"), number
        for file, name in names:
            if file not in sources or (name and not re.search(rf"(def|func) {name}\b", sources[file])):
                missing.append((number, file, name))
    assert missing == []


def size(path):
    """Size on the disk in MiB."""
    return sum(f.stat().st_size for f in path.rglob("*") if f.is_file()) / 2**20


def test_L3_memory_and_disk_stay_within_their_limits(server):
    """The game with its content, and the service with its networks. A family's database grows by a few MB per year."""
    service = pathlib.Path(FAMILY.parent / ".build/release/facialfun").resolve()
    disk = (size(GAME / "Content") + size(GAME / "Web") + size(FAMILY.parent / "Models")
            + pathlib.Path(program()).resolve().stat().st_size / 2**20
            + (service.stat().st_size / 2**20 if service.exists() else 0))
    resident, peak = server.memory()
    print(f"disk {disk:.0f} MiB, memory {resident:.0f} MiB, at most {peak:.0f}")
    assert disk < 700
    # The service needs another 120 MiB, and hashing a second password 128 MiB.
    assert peak < 700
