"""python3 -m unittest discover -s Tests/Repository -t Tests/Repository"""

import contextlib
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

#: Plays a run of tests: notes its arguments, and writes the next report that it is to write.
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

    def play(self, *runs: tuple[int, str | None]) -> tuple[int, str, list[list[str]]]:
        """The exit status, what was said, and the arguments of each run."""
        (self.place / "runs").write_text(json.dumps(runs))
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = once_more.run("pytest", [sys.executable, "-c", PLAYED, str(self.place)])
        calls = [json.loads(line) for line in (self.place / "calls").read_text().splitlines()]
        return status, said.getvalue(), calls

    def test_what_passes_at_once_is_played_once(self):
        status, said, calls = self.play((0, report(a=PASSED)))
        self.assertEqual((status, said, len(calls)), (0, "", 1))

    def test_what_passes_alone_is_named(self):
        status, said, calls = self.play((1, report(a=PASSED, b=FAILED, c=SET_UP)), (0, report(b=PASSED, c=PASSED)))
        self.assertEqual(status, 0)
        self.assertIn("passed when played alone: test_play b, test_play c", said)
        self.assertEqual(calls[1][1:], ["--numprocesses", "0", "test_play.py::b", "test_play.py::c"])

    def test_what_fails_twice_fails(self):
        status, said, calls = self.play((1, report(a=FAILED, b=FAILED)), (1, report(a=PASSED, b=FAILED)))
        self.assertEqual((status, len(calls)), (1, 2))
        self.assertIn("failed twice, or was not repeated: test_play b", said)
        self.assertNotIn("passed when", said)

    def test_what_the_second_run_leaves_out_fails(self):
        for left in ({}, {"b": "<skipped/>"}, {"c": PASSED}):
            with self.subTest(left=left):
                self.setUp()
                status, said, _ = self.play((1, report(a=PASSED, b=FAILED)), (0, report(**left)))
                self.assertEqual(status, 1)
                self.assertNotIn("passed when", said)

    def test_what_no_test_alone_can_repeat_fails_at_once(self):
        many = {f"t{number}": FAILED for number in range(once_more.FEW + 1)}
        for runs in ((1, report(**many)), (1, report(a=FAILED, b=TAKEN_DOWN)), (2, None), (1, "<testsuites"),
                     (1, report(a=PASSED)), (70, None)):
            with self.subTest(runs=runs):
                self.setUp()
                status, _, calls = self.play(runs)
                self.assertEqual((status, len(calls)), (runs[0], 1))

    def test_a_test_of_several_cases_is_as_good_as_its_worst(self):
        path = self.place / "report.xml"
        cases = "".join(f'<testcase classname="test_play" name="a">{said}</testcase>' for said in (FAILED, PASSED))
        path.write_text(f"<testsuite>{cases}</testsuite>")
        self.assertEqual(once_more.outcomes(path), {("test_play", "a"): once_more.FAILED})

    def test_swift_tests_are_chosen_by_their_whole_names(self):
        chosen = once_more.Swift(self.place).alone(
            [("FooTests.OuterTests.InnerTests", "works(size:)"), ("FooTests", "`a b.c`()")])
        self.assertEqual(chosen, [
            "--skip-build", "--no-parallel", "--filter", r"^FooTests\.OuterTests/InnerTests/works\(size:\)(/|$)",
            "--filter", r"^FooTests\.`a\ b\.c`\(\)(/|$)"])

    def test_both_runners_of_the_makefile_and_of_the_browser_use_it(self):
        self.assertTrue(os.access(ROOT / ".ci/once_more.py", os.X_OK))
        makefile = (ROOT / "Makefile").read_text()
        self.assertEqual(makefile.count("\t.ci/once_more.py swift swift test"), 2)
        self.assertIn("once_more.py pytest", (ROOT / "Family/Tests/Browser/run.sh").read_text())


if __name__ == "__main__":
    unittest.main()
