"""python3 -m unittest discover -s training -t ."""

import unittest

from training.contract import MOVEMENT_NAMES
from training.render.strengths import SHAPES, strengths


def told(expression: dict[str, float]) -> dict[str, float]:
    return {
        name: round(float(value), 6)
        for name, value in zip(MOVEMENT_NAMES, strengths(expression), strict=True) if value
    }  # fmt: skip


class StrengthTests(unittest.TestCase):
    def test_sides_are_distinguished_from_directions(self):
        self.assertEqual(told({"mouthSmile_L": 0.5, "jawLeft": 0.25}), {"mouthSmileLeft": 0.5, "jawLeft": 0.25})
        self.assertEqual(SHAPES["mouthLeft"], ("mouthLeft",))

    def test_movement_without_sides_is_the_mean_of_both(self):
        self.assertEqual(told({"browInnerUp_L": 0.5, "browInnerUp_R": 0.25}), {"browInnerUp": 0.375})

    def test_shape_without_sides_counts_for_both(self):
        self.assertEqual(told({"eyeLookDown": 0.5}), {"eyeLookDownLeft": 0.5, "eyeLookDownRight": 0.5})

    def test_strengths_are_clipped_to_0_and_1(self):
        self.assertEqual(told({"browDown_L": 1.8, "browInnerUp_L": -0.6, "browInnerUp_R": -0.6}), {"browDownLeft": 1.0})

    def test_unknown_shape_is_rejected_by_name(self):
        with self.assertRaisesRegex(ValueError, "earWiggle"):
            strengths({"earWiggle": 1.0})


if __name__ == "__main__":
    unittest.main()
