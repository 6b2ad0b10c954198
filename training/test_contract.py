"""python3 -m unittest discover -s training -t ."""

import unittest

from training import contract
from training.render.movements import CANDIDATES, HINTS


class ContractTests(unittest.TestCase):
    def test_there_are_eight_emotions_and_neutral_is_the_first(self):
        self.assertEqual(len(contract.EMOTIONS), 8)
        self.assertEqual(contract.EMOTIONS[0], "neutral")

    def test_a_face_is_framed_a_little_wider_than_its_box_and_below_its_eyes(self):
        self.assertGreater(contract.SIDE_OVER_BOX_WIDTH, 1)
        self.assertGreater(contract.CENTER_BELOW_EYES, 0)

    def test_measures_have_both_sides(self):
        for names in (contract.FEATURES, contract.MOVEMENT_NAMES):
            for name in names:
                if name.endswith("Right"):
                    self.assertIn(f"{name.removesuffix('Right')}Left", names)

    def test_contradicting_hints_are_pairs_of_known_hints(self):
        pairs = contract.contradictions()
        self.assertIn(frozenset(("open_mouth", "close_mouth")), pairs)
        self.assertTrue(all(len(pair) == 2 for pair in pairs))
        self.assertLessEqual(set().union(*pairs), {*HINTS, "hold_it"})

    def test_some_candidates_of_a_target_contradict_each_other(self):
        pairs = contract.contradictions()
        found = {pair for hints in CANDIDATES.values() for pair in pairs if pair <= set(hints)}
        self.assertEqual(found, {
            frozenset(("open_eyes_wide", "narrow_eyes")), frozenset(("open_mouth", "close_mouth")),
            frozenset(("raise_inner_brows", "lower_brows")),
        })  # fmt: skip

    def test_a_constant_missing_in_the_source_is_reported_by_name(self):
        with self.assertRaisesRegex(ValueError, "noSuchNumber"):
            contract.swift_constant("HeadPose.swift", "noSuchNumber")
        with self.assertRaisesRegex(ValueError, "NoSuchFile.swift"):
            contract.swift_constant("NoSuchFile.swift", "depthScale")


if __name__ == "__main__":
    unittest.main()
