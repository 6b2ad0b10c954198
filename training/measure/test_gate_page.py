"""python3 -m unittest discover -s training -t ."""

import unittest
from types import SimpleNamespace

try:
    from training.measure.gate_page import covers
except ModuleNotFoundError as error:  # matplotlib draws the curves
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error


class GatePageTests(unittest.TestCase):
    def test_requested_expressions_are_reported_covered_more_often(self):
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
