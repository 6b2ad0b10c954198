"""python3 -m unittest discover -s training -t ."""

import unittest
from importlib.util import find_spec

import numpy as np

from training.render.hands import (
    AIM_SHARES,
    AIMS,
    MAX_EYE,
    MAX_MOUTH,
    MIN_MOUTH,
    any_hand,
    covering_hand,
    hand_before,
)  # fmt: skip
from training.render.photographed_walls import FILES, photograph, photographed_wall


class Renderer:
    """Returns prepared shares of hands, one after the other."""

    def __init__(self, *covered):
        self.covered_by, self.asked = covered, 0

    def covered(self, human, expression, hand):
        self.asked += 1
        return self.covered_by[(self.asked - 1) % len(self.covered_by)]


class HandsTests(unittest.TestCase):
    def test_hand_that_hides_too_much_is_replaced(self):
        renderer = Renderer((MAX_MOUTH + 0.1, (0, 0)), (0.3, (0, MAX_EYE + 0.1)), (0.3, (0, 0)))
        self.assertIsNotNone(hand_before(renderer, None, {}, np.random.default_rng(1)))
        self.assertEqual(renderer.asked, 3)

    def test_no_hand_if_all_hide_too_much(self):
        self.assertIsNone(hand_before(Renderer((1.0, (0, 0))), None, {}, np.random.default_rng(1)))

    def test_some_hands_are_next_to_the_mouth_and_most_in_front_of_it(self):
        beside = 0
        for seed in range(200):
            renderer = Renderer((0.0, (0, 0)), (MIN_MOUTH, (0, 0)))
            hand_before(renderer, None, {}, np.random.default_rng(seed))
            beside += renderer.asked == 1
        self.assertTrue(30 < beside < 70, beside)

    def test_covering_hands_hide_their_target(self):
        hides = {"mouth": (0.9, (0.1, 0.1)), "eyes": (0.1, (0.9, 0.5)), "beside": (0.2, (0.0, 0.0))}
        for aim, (mouth, eyes) in hides.items():
            others = [covered for other, covered in hides.items() if other != aim]
            found = 0
            for seed in range(200):
                renderer = Renderer(*others, (mouth, eyes))
                generator = np.random.default_rng(seed)
                chosen = AIMS[np.random.default_rng(seed).choice(len(AIMS), p=AIM_SHARES)]
                hand = covering_hand(renderer, None, {}, generator)
                self.assertEqual(hand is None, chosen == "none")
                if chosen == aim:
                    self.assertEqual(renderer.asked, 3)
                    found += 1
            self.assertGreater(found, 5)

    def test_hands_follow_from_the_seed_and_differ(self):
        hands = [any_hand(np.random.default_rng(seed)) for seed in range(50)]
        self.assertEqual(hands[7], any_hand(np.random.default_rng(7)))
        self.assertEqual({hand.side for hand in hands}, {"l", "r"})
        self.assertEqual(len({hand.lean for hand in hands}), 50)
        for hand in hands:
            self.assertTrue(all(0 <= angle <= 90 for angle in hand.bend), hand)


class PhotographedWallsTests(unittest.TestCase):
    def setUp(self):
        for package in {package for package, _ in FILES}:
            if self._testMethodName != "test_missing_photograph_is_named" and find_spec(package) is None:
                self.skipTest(f"SKIPPED: {package} is not installed")

    def test_every_photograph_exists_in_color(self):
        for file in FILES:
            self.assertEqual(photograph(*file).shape[2], 3)

    def test_missing_photograph_is_named(self):
        for package in ("numpy", "nowhere_to_be_found"):
            with self.assertRaisesRegex(ValueError, f"{package} with its data/nothing.png is not installed"):
                photograph(package, "data/nothing.png")

    def test_wall_has_the_size_and_follows_from_the_seed(self):
        one, again, other = (photographed_wall(np.random.default_rng(seed), 96) for seed in (1, 1, 2))
        self.assertEqual(one.shape, (96, 96, 3))
        np.testing.assert_array_equal(one, again)
        self.assertGreater(np.abs(one - other).mean(), 5)
        self.assertTrue(one.min() >= 0 and one.max() <= 255)


if __name__ == "__main__":
    unittest.main()
