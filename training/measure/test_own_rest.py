"""Tests of the rules for judging a face with a resting face."""

import unittest

import numpy as np

from training.contract import EMOTIONS
from training.faces.searched import CONTEMPT
from training.measure import own_rest
from training.measure.own_rest import Rule

ANGER = EMOTIONS.index("anger")


def scored(**shares: float) -> np.ndarray:
    """[8] log scores: the named shares; the remainder is divided evenly."""
    left = (1 - sum(shares.values())) / (8 - len(shares))
    return own_rest.logarithms(np.array([shares.get(emotion, left) for emotion in EMOTIONS]))


class OwnRest(unittest.TestCase):
    def test_log_odds_ignore_contempt(self):
        face = scored(anger=0.5, contempt=0.2)
        louder = face.copy()
        louder[CONTEMPT] += 3
        odds = own_rest.target_log_odds(np.stack([face, louder]), ANGER)
        self.assertAlmostEqual(odds[0], np.log(0.5 / 0.3))
        self.assertEqual(odds[0], odds[1])

    def test_resting_face_fails_the_gate(self):
        rest = np.stack([scored(anger=0.6)] * 4)
        rule = Rule("", False, 1.0, 1.5)
        self.assertEqual(rule.judge(rest[0], rest, ANGER), -np.inf)
        self.assertGreater(rule.judge(scored(anger=0.97), rest, ANGER), -np.inf)

    def test_noise_of_the_rest_raises_the_gate(self):
        calm = np.stack([scored(anger=0.3)] * 4)
        noisy = np.stack([scored(anger=share) for share in (0.1, 0.6, 0.1, 0.6)])
        face, rule = scored(anger=0.8), Rule("", False, 1.0, 1.5)
        self.assertTrue(np.isfinite(rule.judge(face, calm, ANGER)))
        self.assertEqual(rule.judge(face, noisy, ANGER), -np.inf)

    def test_bound_limits_the_subtraction_of_a_stern_rest(self):
        rest, face = np.stack([scored(anger=0.97)] * 4), scored(anger=0.98)
        free = Rule("", True, 1.0, None).judge(face, rest, ANGER)
        bounded = Rule("", True, 1.0, None, bounded=True).judge(face, rest, ANGER)
        self.assertGreater(bounded, free)

    def test_threshold_keeps_the_false_share(self):
        labels = np.repeat([0, 1, ANGER], 50)
        judged = np.random.default_rng(1).normal(size=150) + 2 * (labels == ANGER)
        threshold = own_rest.threshold_at(judged, labels, ANGER, 0.1)
        false = np.mean([(judged[labels == other] >= threshold).mean() for other in (0, 1)])
        self.assertLessEqual(false, 0.1)
        self.assertGreater(false, 0.08)

    def test_rest_never_contains_the_face_itself(self):
        rests = own_rest.rests_of(np.zeros(6, int), None, np.random.default_rng(0))
        self.assertFalse(any(face in rest for face, rest in enumerate(rests)))

    def test_own_rest_is_of_the_same_person(self):
        labels, people = np.array([0, 0, 1, 0, 0, 1]), np.array(["a", "a", "a", "b", "b", "b"])
        rests = own_rest.rests_of(labels, people, np.random.default_rng(0))
        self.assertEqual([list(rest) for rest in rests], [[1], [0], [0, 1], [4], [3], [3, 4]])

    def test_exits_with_the_remedy_if_neutral_faces_are_missing(self):
        random = np.random.default_rng(0)
        with self.assertRaisesRegex(SystemExit, "expected more than 4 judged neutral faces, found 2"):
            own_rest.rests_of(np.array([0, 0, 1]), None, random)
        with self.assertRaisesRegex(SystemExit, "person a has no other judged neutral picture"):
            own_rest.rests_of(np.array([0, 1]), np.array(["a", "b"]), random)


if __name__ == "__main__":
    unittest.main()
