"""python3 -m unittest discover -s Tests/Repository -t Tests/Repository"""

import contextlib
import datetime
import io
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
sys.dont_write_bytecode = True

import once_more  # noqa: E402

PASSED, FAILED = "", "<failure message='x'/>"
TAKEN_DOWN = '<error message="failed on teardown with x"/>'
SET_UP = '<error message="failed on setup with x"/>'

#: A substitute for a test run: records its arguments and writes the next prepared report.
PLAYED = """
import json, pathlib, sys
place = pathlib.Path(sys.argv[1])
calls = place / "calls"
number = len(calls.read_text().splitlines()) if calls.exists() else 0
with calls.open("a") as file: print(json.dumps(sys.argv[2:]), file=file)
status, report = json.loads((place / "runs").read_text())[number]
name = next(a for a in sys.argv if a.startswith("--junitxml=")).partition("=")[2]
if report is not None: pathlib.Path(name).write_text(report)
sys.exit(status)
"""


def report(**tests: str) -> str:
    cases = "".join(f'<testcase classname="test_play" name="{name}">{said}</testcase>' for name, said in tests.items())
    return f"<testsuites><testsuite>{cases}</testsuite></testsuites>"


class OnceMoreTests(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.quarantine = {f"test_play.py::{name}": datetime.date.today() for name in "bc"}

    def play(self, *runs: tuple[int, str | None]) -> tuple[int, str, list[list[str]]]:
        """The exit status, the output, and the arguments of each run."""
        (self.place / "runs").write_text(json.dumps(runs))
        said = io.StringIO()
        listing = self.place / "quarantine.txt"
        listing.write_text("".join(f"{address} | {since} | reason\n" for address, since in self.quarantine.items()))
        with contextlib.redirect_stdout(said), contextlib.chdir(ROOT):
            status = once_more.run("pytest", [sys.executable, "-c", PLAYED, str(self.place)], listing=listing)
        calls = [json.loads(line) for line in (self.place / "calls").read_text().splitlines()]
        return status, said.getvalue(), calls

    def test_passing_run_is_not_repeated(self):
        status, said, calls = self.play((0, report(a=PASSED)))
        self.assertEqual((status, said, len(calls)), (0, "", 1))

    def test_test_that_passes_when_repeated_is_listed(self):
        status, said, calls = self.play((1, report(a=PASSED, b=FAILED, c=SET_UP)), (0, report(b=PASSED, c=PASSED)))
        self.assertEqual(status, 0)
        self.assertIn("passed when played alone: test_play b, test_play c", said)
        self.assertEqual(calls[1][1:], ["--numprocesses", "0", "test_play.py::b", "test_play.py::c"])

    def test_test_that_passes_when_repeated_must_be_in_quarantine(self):
        today = datetime.date.today()
        for since in (None, today - datetime.timedelta(days=61)):
            with self.subTest(since=since):
                self.setUp()
                del self.quarantine["test_play.py::c"]
                if since:
                    self.quarantine["test_play.py::c"] = since
                status, said, _ = self.play((1, report(b=FAILED, c=FAILED)), (0, report(b=PASSED, c=PASSED)))
                self.assertEqual(status, 1)
                self.assertIn("passed when played alone: test_play b, test_play c", said)
                self.assertIn("not in quarantine: test_play.py::c\n", said)

    def test_entry_covers_all_parameters_of_a_test(self):
        cases = '<testcase classname="test_play" name="b[child]">{}</testcase>'
        status, said, _ = self.play((1, cases.format(FAILED)), (0, cases.format(PASSED)))
        self.assertEqual(status, 0, said)

    def test_test_that_fails_twice_fails(self):
        status, said, calls = self.play((1, report(a=FAILED, b=FAILED)), (1, report(a=PASSED, b=FAILED)))
        self.assertEqual((status, len(calls)), (1, 2))
        self.assertIn("failed twice, or was not repeated: test_play b", said)
        self.assertNotIn("passed when", said)

    def test_test_missing_from_the_second_run_fails(self):
        for left in ({}, {"b": "<skipped/>"}, {"c": PASSED}):
            with self.subTest(left=left):
                self.setUp()
                status, said, _ = self.play((1, report(a=PASSED, b=FAILED)), (0, report(**left)))
                self.assertEqual(status, 1)
                self.assertNotIn("passed when", said)

    def test_failure_that_one_test_cannot_reproduce_is_not_repeated(self):
        many = {f"t{number}": FAILED for number in range(once_more.FEW + 1)}
        for runs in ((1, report(**many)), (1, report(a=FAILED, b=TAKEN_DOWN)), (2, None), (1, "<testsuites"),
                     (1, report(a=PASSED)), (70, None)):
            with self.subTest(runs=runs):
                self.setUp()
                status, _, calls = self.play(runs)
                self.assertEqual((status, len(calls)), (runs[0], 1))

    def test_parameterized_test_fails_if_one_case_fails(self):
        path = self.place / "report.xml"
        cases = "".join(f'<testcase classname="test_play" name="a">{said}</testcase>' for said in (FAILED, PASSED))
        path.write_text(f"<testsuite>{cases}</testsuite>")
        self.assertEqual(once_more.outcomes(path), {("test_play", "a"): once_more.FAILED})

    def test_swift_tests_are_selected_by_their_full_names(self):
        chosen = once_more.Swift(self.place).alone(
            [("FooTests.OuterTests.InnerTests", "works(size:)"), ("FooTests", "`a b.c`()")])
        self.assertEqual(chosen, [
            "--skip-build", "--no-parallel", "--filter", r"^FooTests\.OuterTests/InnerTests/works\(size:\)(/|$)",
            "--filter", r"^FooTests\.`a\ b\.c`\(\)(/|$)"])

    def test_makefile_and_browser_runner_use_it(self):
        self.assertTrue(os.access(ROOT / ".ci/once_more.py", os.X_OK))
        makefile = (ROOT / "Makefile").read_text()
        for tests in "TEST_SERVICE", "TEST_FAMILY":
            self.assertIn(f"\t.ci/once_more.py swift $({tests})", makefile)
            self.assertEqual(makefile.count(f"\n{tests} := swift test"), 2)
        self.assertIn("once_more.py pytest", (ROOT / "Family/Tests/Browser/run.sh").read_text())


if __name__ == "__main__":
    unittest.main()
