"""python3 -m unittest discover -s Tests/Repository -t Tests/Repository"""

import datetime
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
sys.dont_write_bytecode = True

import quarantine  # noqa: E402

TODAY = datetime.date(2026, 3, 1)


def entry(address: str, days: int = 0) -> quarantine.Entry:
    return quarantine.Entry(address, TODAY - datetime.timedelta(days=days), "reason")


class QuarantineTests(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = Path(place.name)
        (self.root / "Family/Tests").mkdir(parents=True)
        (self.root / "Family/Tests/test_a.py").write_text(
            "import x\n\n# def test_gone(): ...\n@y\ndef test_works():\n    def test_inner(): ...\n")
        (self.root / "Family/Kit/Tests/FooTests").mkdir(parents=True)
        (self.root / "Family/Kit/Tests/FooTests/Bar.swift").write_text(
            "@Suite struct BarTests {\n    @Test func works(size: Int) {}\n    @Test func `a b`() {}\n}\n")

    def test_listed_tests_exist(self):
        entries = quarantine.parse(quarantine.LIST.read_text())
        self.assertEqual([entry.address for entry in entries if not quarantine.exists(entry.address)], [])

    def test_line_has_an_address_a_date_and_a_reason(self):
        entries = quarantine.parse("# comment\n\na.py::b | 2026-02-01 | waits for a | b\n".replace("a | b", "paint"))
        self.assertEqual(entries, [quarantine.Entry("a.py::b", datetime.date(2026, 2, 1), "waits for paint")])
        for wrong, said in (("a.py::b", "line 1: expected"), ("a.py::b | 2026-02-01 | ", "line 1: expected"),
                            ("\na.py::b | soon | x", "line 2: "), ("a | 2026-02-30 | x", "line 1: "),
                            ("a | 2026-02-01 | x\na | 2026-02-02 | x", "line 2: duplicate entry a")):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(ValueError, said):
                quarantine.parse(wrong)

    def test_entry_expires(self):
        address = "Family/Tests/test_a.py::test_works"
        self.assertTrue(quarantine.is_valid_on(entry(address, quarantine.DAYS), TODAY))
        self.assertFalse(quarantine.is_valid_on(entry(address, quarantine.DAYS + 1), TODAY))

    def test_entry_covers_its_test_or_its_group(self):
        test = "Family/Tests/test_a.py::test_works"
        for address in (test, "Family/Tests/*", "Family/Tests/test_a.py::*"):
            self.assertTrue(quarantine.covers(entry(address), test), address)
        for address in (f"{test}_twice", "Family/Tests/test_a.py::test_work", "Family/Tests/test_b.py::*", "Tests/*"):
            self.assertFalse(quarantine.covers(entry(address), test), address)

    def test_entry_must_name_a_test(self):
        for address in ("Family/Tests/test_a.py::test_works", "FooTests.BarTests/works(size:)",
                        "FooTests.BarTests/`a b`()", "Family/Tests/*", "Family/Tests/test_a.py::*"):
            self.assertTrue(quarantine.exists(address, self.root), address)
        for address in ("Family/Tests/test_a.py::test_gone", "Family/Tests/test_a.py::test_inner", "works",
                        "Family/Tests/test_b.py::test_works", "FooTests.BarTests/fails()", "FooTests.BazTests/works()",
                        "BarTests.BarTests/works(size:)", "FooTests.works", "", "Family/Gone/*"):
            self.assertFalse(quarantine.exists(address, self.root), address)

    def test_addresses_of_reports(self):
        self.assertEqual(
            quarantine.pytest_address("test_a", "test_works[child-2]", self.root / "Family/Tests", self.root),
            "Family/Tests/test_a.py::test_works")
        self.assertEqual(
            quarantine.swift_address("FooTests.BarTests.InnerTests", "works(size:)"),
            "FooTests.BarTests/InnerTests/works(size:)")


if __name__ == "__main__":
    unittest.main()
