"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.contract import EMOTIONS

try:
    from training.measure.floors import SHOWN, Floor, masked_floors, own_rest_floors, posed_floors, table
    from training.measure.pipeline import ScoredFaces
except ModuleNotFoundError as error:  # publishing needs PyTorch, and areas need scikit-learn
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error


def sure(labels: list[int], said: list[int], outcomes: list[str] | None = None) -> ScoredFaces:
    """Faces with a score of 0.93 for one emotion."""
    scores = np.full((len(labels), 8), 0.01)
    scores[np.arange(len(labels)), said] = 0.93
    return ScoredFaces(
        [str(row) for row in range(len(labels))], np.array(labels), scores, scores,
        np.array(outcomes or ["judged"] * len(labels)),
    )  # fmt: skip


LEVELS = {"emotions": {name: [{"level": n, "threshold": 0.2 * n} for n in range(1, 6)] for name in SHOWN}}


class FloorsTests(unittest.TestCase):
    def named(self, floors: list[Floor]) -> dict[str, Floor]:
        return {floor.name: floor for floor in floors}

    def test_refused_face_with_scores_counts_as_failed(self):
        labels = list(range(7)) * 2
        floors = self.named(masked_floors(sure(labels, labels)))
        self.assertEqual([floor.measured for floor in floors.values()], [1, 1])
        refused = ["refused"] * 7 + ["judged"] * 7
        floors = self.named(masked_floors(sure(labels, labels, refused)))
        self.assertEqual(floors["masked faces, seven-way recall"].measured, 0.5)
        self.assertLess(floors["masked faces, area"].measured, 0.9)

    def test_others_are_counted_by_emotion(self):
        anger, disgust = EMOTIONS.index("anger"), EMOTIONS.index("disgust")
        # All other emotions occur once, and disgust, mistaken for anger, nine times.
        labels = [*range(1, 8), *[disgust] * 8]
        said = [*range(1, 8), *[anger] * 8]
        said[disgust - 1] = anger
        floors = self.named(posed_floors(sure(labels, said), LEVELS))
        self.assertEqual(floors["posed anger, level 1"].measured, 1)
        self.assertAlmostEqual(floors["posed anger, level 1, false"].measured, 1 / 6)
        self.assertFalse(floors["posed anger, level 1, false"].is_reached)
        self.assertEqual(floors["posed disgust, level 3"].measured, 0)
        self.assertAlmostEqual(floors["posed faces, eight-way recall"].measured, 6 / 7)

    def test_worst_level_of_the_worst_emotion_counts_at_rest(self):
        rows = [{"level": n, "passes": 9, "faces": 10, "falseAccepts": {"neutral": 0.0}} for n in range(1, 6)]
        counts = {"emotions": {name: [dict(row) for row in rows] for name in SHOWN}}
        counts["emotions"]["fear"][4]["falseAccepts"] = {"neutral": 0.02}
        floors = self.named(own_rest_floors({"children": counts}))
        self.assertAlmostEqual(floors["own rest, children, level 1"].measured, 0.9)
        self.assertFalse(floors["own rest, children, level 1"].is_reached)
        self.assertTrue(floors["own rest, children, level 3"].is_reached)
        self.assertEqual(floors["own rest, children, at rest in any level"].measured, 0.02)

    def test_large_difference_between_ages_fails(self):
        def counts(passes: int) -> dict:
            row = {"passes": passes, "faces": 100, "falseAccepts": {}}
            return {"emotions": {name: [row | {"level": n} for n in range(1, 6)] for name in SHOWN}}

        floors = self.named(own_rest_floors({"children": counts(97), "grown": counts(91)}))
        between = floors["own rest, between ages, level 1"]
        self.assertAlmostEqual(between.measured, 0.06)
        self.assertFalse(between.is_reached)
        floors = self.named(own_rest_floors({"children": counts(95), "grown": counts(99)}))
        self.assertTrue(floors["own rest, between ages, level 3"].is_reached)

    def test_table_marks_missed_requirements(self):
        said = table([Floor("this", 0.5, 0.4), Floor("that", 0.5, 0.4, is_most=True)])
        self.assertIn("| this | ≥ 0.5 | **0.4000** |", said)
        self.assertIn("| that | ≤ 0.5 | 0.4000 |", said)
        self.assertIn("1 of 2 floors are reached.", said)


if __name__ == "__main__":
    unittest.main()
