"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.contract import EMOTIONS
from training.render.humans import NAMES
from training.render.training_humans import OWN_WAYS, SHARES, STRENGTHS, kept_apart, shown


class TrainingHumansTests(unittest.TestCase):
    def test_shares_cover_all_emotions_and_sum_to_one(self):
        self.assertEqual(list(SHARES), EMOTIONS)
        self.assertAlmostEqual(sum(SHARES.values()), 1)

    def test_a_fifth_of_the_people_is_kept_apart(self):
        seeds = np.repeat(np.arange(100_000, 100_100), 12)
        apart = kept_apart(seeds)
        self.assertEqual(apart.mean(), 0.2)
        self.assertFalse(set(seeds[apart]) & set(seeds[~apart]))

    def test_own_ways_use_existing_movements_and_grow_with_strength(self):
        for emotion in OWN_WAYS:
            for seed in range(20):
                weak, strong = (
                    shown(emotion, strength, np.random.default_rng(seed)) for strength in STRENGTHS
                )
                self.assertLessEqual(set(strong), NAMES)
                self.assertEqual(set(weak), set(strong))
                self.assertLess(
                    sum(map(abs, weak.values())), sum(map(abs, strong.values()))
                )

    def test_contempt_is_on_either_side(self):
        sides = set()
        for seed in range(40):
            face = shown("contempt", 1.0, np.random.default_rng(seed))
            left, right = (
                sum(value for name, value in face.items() if name.endswith(side)) for side in ("_L", "_R")
            )
            sides.add(left > right)
        self.assertEqual(sides, {True, False})


if __name__ == "__main__":
    unittest.main()
