"""Tests that may fail at first and pass when repeated, listed in `.ci/quarantine.txt` for a limited time."""

import ast
import datetime
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / ".ci/quarantine.txt"
#: Days until an entry expires: by then its test has been fixed.
DAYS = 60


class Entry(NamedTuple):
    address: str
    since: datetime.date
    reason: str


def parse(text: str) -> list[Entry]:
    """The entries, each a line "ADDRESS | YYYY-MM-DD | REASON". Raises ValueError with the number of a wrong line."""
    entries: list[Entry] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split(" | ")]
        if len(fields) != 3 or not all(fields):
            raise ValueError(f'line {number}: expected "ADDRESS | YYYY-MM-DD | REASON"')
        try:
            since = datetime.date.fromisoformat(fields[1])
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        if any(entry.address == fields[0] for entry in entries):
            raise ValueError(f"line {number}: duplicate entry {fields[0]}")
        entries.append(Entry(fields[0], since, fields[2]))
    return entries


def is_valid_on(entry: Entry, today: datetime.date) -> bool:
    """Whether the entry has not expired."""
    return today - entry.since <= datetime.timedelta(days=DAYS)


def covers(entry: Entry, address: str) -> bool:
    """Whether the entry names this test, or by a final asterisk a group that contains it."""
    if entry.address.endswith("*"):
        return address.startswith(entry.address[:-1])
    return address == entry.address


def pytest_address(module: str, name: str, folder: Path, root: Path = ROOT) -> str:
    """Address of a test in pytest's report: its file from the repository's root, and its name without parameters."""
    file = (folder / (module.replace(".", "/") + ".py")).resolve()
    inside = file.relative_to(root) if file.is_relative_to(root) else file
    return f"{inside}::{name.partition('[')[0]}"


def swift_address(suite: str, name: str) -> str:
    """Address of a test in Swift Testing's report, as `swift test list` prints it: Target.Suite/name(labels:)."""
    target, _, inner = suite.partition(".")
    return f"{target}." + "/".join([*inner.split("."), name] if inner else [name])


def exists(address: str, root: Path = ROOT) -> bool:
    """Whether the sources contain a test with this address, or the folder or file of a group. Swift tests are searched
    by target, suites and name."""
    if address.endswith("/*") or address.endswith("::*"):
        return (root / address.rstrip("*").rstrip("/:")).exists()
    file, separator, name = address.partition("::")
    if separator:
        if not (root / file).is_file():
            return False
        return any(isinstance(node, ast.FunctionDef) and node.name == name
                   for node in ast.parse((root / file).read_text()).body)
    target, _, path = address.partition(".")
    *suites, function = path.split("/")
    name = function.rpartition("(")[0]
    if not target or not name:
        return False
    wanted = [re.compile(rf"\bfunc {re.escape(name)}\s*[(<]")]
    wanted += [re.compile(rf"\b(?:struct|class|enum|actor|extension) {re.escape(suite)}\b") for suite in suites]
    folders = [*root.glob(f"Tests/{target}"), *root.glob(f"Family/*/Tests/{target}")]
    sources = [path.read_text() for folder in folders for path in folder.rglob("*.swift")]
    return all(any(pattern.search(source) for source in sources) for pattern in wanted)
