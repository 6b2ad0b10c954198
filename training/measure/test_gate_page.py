"""python3 -m unittest discover -s training -t ."""

import re
import unittest
from pathlib import Path
from types import SimpleNamespace

try:
    from training.measure.gate_page import MAX_HIDDEN_ASKED, covers
except ModuleNotFoundError as error:  # matplotlib draws the curves
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error

OBSERVATION = Path(__file__).parents[2] / "Sources/FacialFun/Levels/Matching/Observation.swift"


class GatePageTests(unittest.TestCase):
    def test_the_limit_of_who_is_asked_is_the_program_s(self):
        found = re.search(r"static let maxHidden = ([\d.]+)", OBSERVATION.read_text())
        self.assertEqual(float(found[1]), MAX_HIDDEN_ASKED)

    def test_who_is_asked_is_told_of_more_than_the_reasons_say(self):
        def picture(file: str, mouth: float) -> SimpleNamespace:
            return SimpleNamespace(file=file, source="photo", family="cover", level="hand", mouth=mouth, eyes=0.0)

        def face(reasons: list[str], hidden: float) -> dict:
            return {"reasons": reasons, "quality": {"mouthHidden": hidden, "eyesHidden": 0.1}}

        evidence = SimpleNamespace(
            pictures=[picture("told", 0.9), picture("seen", 0.7), picture("unseen", 0.6), picture("free", 0.1)],
            faces={
                "told": face(["mouth_covered"], 0.99), "seen": face([], 0.85), "unseen": face([], 0.8),
                "free": face([], 0.2),
            },
        )  # fmt: skip
        rows = [line for line in covers(evidence).splitlines() if line.startswith("| photographs | hand |")]
        self.assertEqual(rows, [
            "| photographs | hand | 33% of 3 | 0% of 1 | – | 0% of 4 |",
            "| photographs | hand | 67% of 3 | 0% of 1 | – | 0% of 4 |",
        ])  # fmt: skip


if __name__ == "__main__":
    unittest.main()
