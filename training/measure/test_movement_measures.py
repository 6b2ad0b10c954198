"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.contract import FEATURES
from training.measure.movement_hints import MIN_MADE, MIN_MISSING, auc, praised_goal, threshold
from training.measure.movement_measures import (
    MEASURED_BY,
    QUANTITIES,
    REPORTED,
    SHAPES,
    by_features,
    by_strengths,
    true_strength,
    value,
)  # fmt: skip
from training.render.movements import MOVEMENTS


class MovementMeasuresTests(unittest.TestCase):
    def test_weights_are_symmetric_and_sum_to_one(self):
        swapped = [
            QUANTITIES.index(name.replace("Right", "?").replace("Left", "Right").replace("?", "Left"))
            if name not in ("jawLeft", "jawRight", "mouthLeft", "mouthRight") else k
            for k, name in enumerate(QUANTITIES)
        ]
        for hint, (kind, _) in MEASURED_BY.items():
            for given in (by_features(hint), by_strengths(hint)):
                if given is None:
                    continue
                self.assertAlmostEqual(float(np.abs(given).sum()), 1)
                sign = -1 if kind == "asymmetry" else 1
                np.testing.assert_allclose(given, sign * given[swapped])
        self.assertLess(set(REPORTED), set(MEASURED_BY))

    def test_movement_is_measured_from_its_reported_strength(self):
        changes = np.zeros(len(QUANTITIES))
        changes[QUANTITIES.index("mouthSmileLeft")] = 4
        self.assertEqual(float(value("lift_mouth_corners", by_strengths("lift_mouth_corners"), changes)), 2)
        self.assertEqual(
            float(value("lift_one_mouth_corner", by_strengths("lift_one_mouth_corner"), changes)), 1
        )
        self.assertEqual(float(value("lift_mouth_corners", by_features("lift_mouth_corners"), changes)), 0)
        self.assertIsNone(by_strengths("wrinkle_nose"))
        self.assertEqual(QUANTITIES[: len(FEATURES)], FEATURES)

    def test_true_strength_is_that_of_the_weakest_part_averaged_over_both_sides(self):
        self.assertEqual(true_strength("lower_brows", {"browDown_L": 1.3, "browDown_R": 1.3}), 1)
        self.assertEqual(true_strength("lower_brows", {"browDown_L": 1.3}), 0.5)
        self.assertEqual(true_strength("raise_eyebrows", {"browInnerUp_L": 1, "browInnerUp_R": 1}), 0)
        self.assertEqual(true_strength("open_mouth", {"jawOpen": 0.45}), 1)
        self.assertEqual(true_strength("close_mouth", {"jawOpen": 0.3}), 0)
        self.assertEqual(true_strength("close_mouth", {}), 1)
        both = {"mouthSmile_L": 0.7, "mouthSmile_R": 0.7}
        self.assertEqual(true_strength("lift_one_mouth_corner", both), 0)
        one = {"mouthSmile_L": 0.7, "mouthDimple_L": 0.6}
        self.assertAlmostEqual(true_strength("lift_one_mouth_corner", one), 1)
        self.assertLess(set(SHAPES), set(MOVEMENTS))

    def test_nearly_all_faces_below_the_threshold_lack_the_movement(self):
        values = np.arange(100, dtype=float)
        limit, count = threshold(values, values < 60)
        self.assertGreaterEqual(limit, 59.5)
        self.assertLessEqual(limit, 65)
        self.assertGreaterEqual((values < 60)[values < limit].mean(), MIN_MISSING)
        self.assertEqual(count, int((values < limit).sum()))
        self.assertEqual(threshold(values, np.zeros(100, bool)), (0.0, 0))

    def test_nearly_all_praised_faces_make_the_movement(self):
        values = np.arange(1, 101, dtype=float)
        self.assertEqual(praised_goal(values, values > 10, 50.0), 50)
        goal = praised_goal(values, values > 70, 50.0)
        self.assertGreater(goal, 50)
        self.assertGreaterEqual((values > 70)[values >= 0.8 * goal].mean(), MIN_MADE)

    def test_area_under_the_curve_is_that_of_the_ranks(self):
        self.assertEqual(auc(np.array([3.0, 4]), np.array([1.0, 2])), 1)
        self.assertEqual(auc(np.array([1.0, 4]), np.array([2.0, 3])), 0.5)


if __name__ == "__main__":
    unittest.main()
