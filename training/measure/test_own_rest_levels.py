"""Tests of the thresholds with a resting face."""

import unittest

import numpy as np

from training.contract import EMOTIONS
from training.measure import own_rest_levels as levels
from training.measure.own_rest import logarithms

ANGER, SADNESS = EMOTIONS.index("anger"), EMOTIONS.index("sadness")


def half(seed: int, strength: float, is_own: bool = False) -> levels.Half:
    """Eighty faces of each of seven emotions; their own emotion rises by `strength` log-odds on average."""
    random = np.random.default_rng(seed)
    labels = np.repeat(np.arange(7), 80)
    rest = np.log(np.array([0.7] + [0.3 / 7] * 7))
    logits = rest + random.normal(scale=2.5, size=(len(labels), 8))
    logits[np.arange(len(labels)), labels] += strength * random.uniform(0.5, 1.5, len(labels))
    scores = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    rests = [rest + random.normal(scale=0.1, size=(4, 8)) for _ in labels]
    return levels.Half(labels, logarithms(scores), rests, np.zeros((len(labels), 8), bool), is_own)


class OwnRestLevels(unittest.TestCase):
    def setUp(self):
        self.halves = [half(1, 3.0), half(2, 6.0, is_own=True)]

    def test_false_matches_stay_within_the_share_of_each_level(self):
        goals = levels.goals_of(self.halves, ANGER)
        for goal, share in zip(goals, levels.SHARES, strict=True):
            self.assertLessEqual(goal["falseAcceptRate"], share)
        self.assertGreater(goals[-1]["falseAcceptRate"], levels.SHARES[-1] - 0.01)
        thresholds = [goal["threshold"] for goal in goals]
        self.assertEqual(thresholds, sorted(thresholds))

    def test_both_halves_have_the_same_weight_with_any_number_of_faces(self):
        parts = [{0: np.zeros(10), 1: np.ones(10)}, {0: np.ones(1000), 1: np.ones(1)}]
        self.assertEqual(levels.share_of(parts, 0.5), 0.75)

    def test_threshold_is_the_lowest_that_keeps_the_share(self):
        parts = [{0: np.arange(100.0)}]
        self.assertEqual(levels.threshold_at(parts, 0.1), 90)
        self.assertEqual(levels.threshold_at(parts, 0.0), np.inf)

    def test_face_that_may_show_the_target_is_not_a_false_match(self):
        self.halves[0].may_show[self.halves[0].labels == SADNESS, ANGER] = True
        self.assertNotIn(SADNESS, self.halves[0].others(self.halves[0].judged(ANGER), ANGER))

    def test_no_person_matches_with_their_own_resting_face(self):
        own = self.halves[1]
        own.logs[0] = logarithms(np.array([0.1, 0, 0, 0, 0.9, 0, 0, 0]))
        first = levels.goals_of(self.halves, ANGER)[0]["threshold"]
        resting = own.judged(ANGER)[own.labels == 0]
        self.assertGreater(resting.max(), levels.log_odds_of(0.5))
        self.assertGreater(levels.log_odds_of(first), resting.max())

    def test_other_people_at_rest_do_not_raise_thresholds(self):
        before = levels.goals_of(self.halves, ANGER)[0]["threshold"]
        self.halves[0].logs[0] = logarithms(np.array([0.1, 0, 0, 0, 0.9, 0, 0, 0]))
        self.assertLess(levels.goals_of(self.halves, ANGER)[0]["threshold"], before + 0.1)

    def test_people_at_rest_pass_for_neutral_at_any_level(self):
        for goal in levels.goals_of(self.halves, 0):
            own = self.halves[1]
            passed = own.judged(0)[own.labels == 0] >= levels.log_odds_of(goal["threshold"])
            self.assertGreaterEqual(passed.mean(), 0.96)

    def test_directions_of_the_emotions_are_projected_out(self):
        random = np.random.default_rng(3)
        means, faces = random.normal(size=(7, 32)), random.normal(size=(50, 32))
        left = levels.without_emotion(faces, means)
        np.testing.assert_allclose(left @ (means[1:] - means[0]).T, 0, atol=1e-9)
        self.assertEqual(levels.nearest(faces, faces, 1)[:, 0].tolist(), list(range(50)))

    def test_score_is_never_below_the_log_odds(self):
        for log_odds in (-20.0, -2.0, 0.3, 9.0):
            score = levels.score_of(log_odds)
            self.assertGreaterEqual(levels.log_odds_of(score), log_odds)
        self.assertEqual(levels.score_of(np.inf), 1.0)


if __name__ == "__main__":
    unittest.main()
