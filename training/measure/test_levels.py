"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.contract import EMOTIONS
from training.measure import levels as measure_levels
from training.measure.pipeline import ScoredFaces

DISGUST, ANGER, NEUTRAL = map(EMOTIONS.index, ("disgust", "anger", "neutral"))


def faces(labels: np.ndarray, disgust: np.ndarray) -> ScoredFaces:
    """Judged faces with a score of disgust; the remaining emotions share the rest evenly."""
    scores = np.repeat((1 - disgust)[:, None] / 7, 8, 1)
    scores[:, DISGUST] = disgust
    paths = [str(place) for place in range(len(labels))]
    return ScoredFaces(paths, labels, scores, scores, np.full(len(labels), "judged"))


class LevelsTests(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(3)
        self.labels = np.repeat(np.arange(8), 400)
        shown = self.labels == DISGUST
        self.photographs = faces(
            self.labels, np.where(shown, random.uniform(0.05, 1, 3200), random.uniform(0, 0.3, 3200))
        )
        angry = self.labels == ANGER
        self.people = faces(
            self.labels, np.where(shown | angry, random.uniform(0.2, 1, 3200), 0.01)
        )

    def goals(self, shown: ScoredFaces | None) -> list[dict]:
        return measure_levels.goals_of(self.photographs, shown, DISGUST, np.random.default_rng(1))

    def test_no_level_exceeds_its_maximum_of_false_accepts(self):
        for goal, most in zip(self.goals(None), measure_levels.MAX_PASSED, strict=True):
            self.assertLessEqual(goal["falseAcceptRate"], most + 1e-3)

    def test_false_accepts_among_rendered_people_raise_the_threshold(self):
        alone, both = self.goals(None), self.goals(self.people)
        others = measure_levels.others_of(self.people, DISGUST)
        for before, after, most in zip(
            alone, both, measure_levels.MAX_PASSED, strict=True
        ):
            self.assertGreaterEqual(after["threshold"], before["threshold"])
            passed = np.mean([(part >= after["threshold"]).mean() for part in others.values()])
            self.assertLessEqual(passed, most + 1e-3)
        self.assertGreater(both[2]["threshold"], alone[2]["threshold"])

    def test_rendered_people_without_false_accepts_change_no_threshold(self):
        calm = faces(self.labels, np.full(3200, 0.001))
        self.assertEqual(self.goals(None), self.goals(calm))

    def test_face_that_may_show_the_target_is_not_a_false_accept(self):
        angry = self.labels == ANGER
        seen = faces(self.labels, np.where(angry, 0.9, self.photographs.prompted[:, DISGUST]))
        strict = measure_levels.goals_of(seen, None, DISGUST, np.random.default_rng(1))
        seen.may_show[angry, DISGUST] = True
        fair = measure_levels.goals_of(seen, None, DISGUST, np.random.default_rng(1))
        self.assertIn("anger", strict[0]["falseAccepts"])
        self.assertNotIn("anger", fair[0]["falseAccepts"])
        self.assertLess(fair[4]["threshold"], strict[4]["threshold"])

    def test_passes_at_rest_are_limited_even_without_false_accepts(self):
        resting = self.labels == NEUTRAL
        random = np.random.default_rng(5)
        seen = faces(self.labels, np.where(resting, random.uniform(0, 1, 3200), self.photographs.prompted[:, DISGUST]))
        seen.may_show[resting, DISGUST] = True
        scores = measure_levels.on_offer(seen.prompted, DISGUST)[resting]
        goals = measure_levels.goals_of(seen, None, DISGUST, np.random.default_rng(1))
        for goal, most in zip(goals, measure_levels.MAX_AT_REST, strict=True):
            self.assertLessEqual((scores >= goal["threshold"]).mean(), most)
        self.assertAlmostEqual((scores >= goals[0]["threshold"]).mean(), measure_levels.MAX_AT_REST[0], delta=0.01)

    def test_no_threshold_is_below_chance(self):
        low = faces(self.labels, np.where(self.labels == DISGUST, 0.05, 0.001))
        goals = measure_levels.goals_of(low, None, DISGUST, np.random.default_rng(1))
        self.assertEqual({goal["threshold"] for goal in goals}, {measure_levels.MIN_THRESHOLD})
        self.assertEqual(measure_levels.MIN_THRESHOLD, 1 / len(EMOTIONS))

    def test_emotions_without_faces_do_not_count(self):
        few = self.people[self.people.labels != ANGER]
        self.assertEqual(len(measure_levels.others_of(few, DISGUST)), 6)


if __name__ == "__main__":
    unittest.main()
