#!/usr/bin/env python3
"""Runs tests, and repeats failed ones alone: `.ci/once_more.py swift|pytest COMMAND ARGUMENTS...`

Tests that wait for processes, browsers and cameras may fail on a busy machine. Those that pass in the second run are
listed at the end ("passed when played alone: ..."), and the run fails unless `.ci/quarantine.txt` lists all of them.
Tests that fail twice fail here. So do failures that a single test cannot reproduce: a crashed program, an error in the
teardown of a test, more failures than FEW, and a test missing from the second run.
"""

import datetime
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import quarantine

#: More failures than these are not caused by a busy machine.
FEW = 5
PASSED, SKIPPED, FAILED, BROKEN = range(4)


def outcomes(report: Path) -> dict[tuple[str, str], int]:
    """Result of each test in a JUnit report, the worst of several cases; empty without a report."""
    try:
        cases = ElementTree.parse(report).iter("testcase")
    except (OSError, ElementTree.ParseError):
        return {}
    found: dict[tuple[str, str], int] = {}
    for case in cases:
        test = (case.get("classname", ""), case.get("name", ""))
        ended = PASSED
        for child in case:
            if child.tag == "failure" or (child.tag == "error" and "on setup" in child.get("message", "")):
                ended = max(ended, FAILED)
            elif child.tag == "error":
                ended = BROKEN
            elif child.tag == "skipped":
                ended = max(ended, SKIPPED)
        found[test] = max(ended, found.get(test, PASSED))
    return found


class Swift:
    """`swift test`: a report by --xunit-output, tests selected by regular expressions."""

    def __init__(self, folder: Path):
        self.file = folder / "tests.xml"
        # Swift Testing writes its report next to that of XCTest, which has no tests here.
        self.report = folder / "tests-swift-testing.xml"

    def reported(self) -> list[str]:
        return ["--xunit-output", str(self.file)]

    def alone(self, tests: list[tuple[str, str]]) -> list[str]:
        chosen = ["--skip-build", "--no-parallel"]
        for suite, name in tests:
            target, _, inner = suite.partition(".")
            path = "/".join([*inner.split("."), name] if inner else [name])
            chosen += ["--filter", f"^{re.escape(f'{target}.{path}')}(/|$)"]
        return chosen

    def address(self, suite: str, name: str) -> str:
        return quarantine.swift_address(suite, name)


class Pytest:
    """`python3 -m pytest`: a report by --junitxml, tests selected by their addresses."""

    def __init__(self, folder: Path):
        self.report = folder / "tests.xml"

    def reported(self) -> list[str]:
        return [f"--junitxml={self.report}"]

    def alone(self, tests: list[tuple[str, str]]) -> list[str]:
        addresses = [f"{module.replace('.', '/')}.py::{name}" for module, name in tests]
        return ["--numprocesses", "0", *addresses]

    def address(self, suite: str, name: str) -> str:
        return quarantine.pytest_address(suite, name, Path.cwd())


def run(kind: str, command: list[str], few: int = FEW, listing: Path = quarantine.LIST) -> int:
    # Read first: an invalid list fails at once.
    today = datetime.date.today()
    allowed = [entry for entry in quarantine.parse(listing.read_text()) if quarantine.is_valid_on(entry, today)]
    with tempfile.TemporaryDirectory() as place:
        runner = {"swift": Swift, "pytest": Pytest}[kind](Path(place))
        status = subprocess.run([*command, *runner.reported()]).returncode
        if status == 0:
            return 0
        found = outcomes(runner.report)
        failed = [test for test, ended in found.items() if ended == FAILED]
        if not failed or len(failed) > few or BROKEN in found.values():
            return status
        print(f"\nPlayed once more, alone: {listed(failed)}", flush=True)
        runner.report.unlink()
        again = subprocess.run([*command, *runner.reported(), *runner.alone(failed)]).returncode
        second = outcomes(runner.report)
        if again != 0 or any(second.get(test) != PASSED for test in failed):
            print(f"\nfailed twice, or was not repeated: "
                  f"{listed([test for test in failed if second.get(test) != PASSED] or failed)}", flush=True)
            return again or status
        print(f"\npassed when played alone: {listed(failed)}", flush=True)
        unlisted = [address for address in (runner.address(*test) for test in failed)
                    if not any(quarantine.covers(entry, address) for entry in allowed)]
        if unlisted:
            print("not in quarantine: " + ", ".join(unlisted) + "\nFix what makes these tests depend on the load of the"
                  f" machine, or list them in {listing.name} with today's date and the reason.", flush=True)
            return status
        return 0


def listed(tests: list[tuple[str, str]]) -> str:
    return ", ".join(f"{suite} {name}" for suite, name in tests)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("swift", "pytest"):
        sys.exit(__doc__)
    sys.exit(run(sys.argv[1], sys.argv[2:]))
