"""python3 -m unittest discover -s Tests/Repository -t Tests/Repository"""

import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAMILY = ROOT / "Family"
CALL = ".wait_for_timeout("
REASON = "# There is no condition to wait for: "
#: Fixed times that remain, mostly to show that nothing happens. Await a condition instead of adding one.
MOST = 33


def fixed_times(text: str) -> list[tuple[int, bool]]:
    """The line numbers of waits for a fixed time, and whether the comment above each gives the reason."""
    lines = [line.strip() for line in text.splitlines()]
    found = []
    for at, line in enumerate(lines):
        if CALL in line and not line.startswith("#"):
            top = at
            while top > 0 and lines[top - 1].startswith("#"):
                top -= 1
            found.append((at + 1, any(above.startswith(REASON) for above in lines[top:at])))
    return found


class WaitingTests(unittest.TestCase):
    def test_browser_tests_wait_for_conditions_or_say_why_there_is_none(self):
        found = [(f"{path.relative_to(ROOT)}:{number}", reasoned)
                 for path in sorted(FAMILY.rglob("*.py")) if ".build" not in path.parts
                 for number, reasoned in fixed_times(path.read_text())]
        self.assertEqual([place for place, reasoned in found if not reasoned], [])
        self.assertLessEqual(len(found), MOST, found)

    def test_reason_is_in_the_comment_directly_above(self):
        self.assertEqual(fixed_times(f"a{CALL}1)\n\n{REASON}x\n\na{CALL}2)\n{REASON}x\n# y\na{CALL}3)\n# a{CALL}4)"),
                         [(1, False), (5, False), (8, True)])


if __name__ == "__main__":
    unittest.main()
