"""python3 -m unittest discover -s training -t ."""

import json
import unittest

from training import MODELS, contract
from training.render.movements import CANDIDATES, HINTS


class ContractTests(unittest.TestCase):
    def test_neutral_is_the_first_of_eight_emotions(self):
        self.assertEqual(len(contract.EMOTIONS), 8)
        self.assertEqual(contract.EMOTIONS[0], "neutral")

    def test_face_is_framed_a_little_wider_than_its_box_and_below_its_eyes(self):
        self.assertGreater(contract.SIDE_OVER_BOX_WIDTH, 1)
        self.assertGreater(contract.CENTER_BELOW_EYES, 0)

    def test_measures_have_both_sides(self):
        for names in (contract.FEATURES, contract.MOVEMENT_NAMES):
            for name in names:
                if name.endswith("Right"):
                    self.assertIn(f"{name.removesuffix('Right')}Left", names)

    def test_contradicting_hints_are_pairs_of_known_hints(self):
        pairs = contract.CONTRADICTIONS
        self.assertIn(frozenset(("open_mouth", "close_mouth")), pairs)
        self.assertTrue(all(len(pair) == 2 for pair in pairs))
        self.assertLessEqual(set().union(*pairs), {*HINTS, "hold_it"})

    def test_some_candidates_of_a_target_contradict_each_other(self):
        pairs = contract.CONTRADICTIONS
        found = {pair for hints in CANDIDATES.values() for pair in pairs if pair <= set(hints)}
        self.assertEqual(found, {
            frozenset(("open_eyes_wide", "narrow_eyes")), frozenset(("open_mouth", "close_mouth")),
            frozenset(("raise_inner_brows", "lower_brows")),
        })  # fmt: skip

    def test_the_shipped_network_has_the_labels_and_the_framing_of_the_contract(self):
        emotion = json.loads((MODELS / "emotion-v1/manifest.json").read_text())["emotion"]
        self.assertEqual(emotion["labels"], contract.EMOTIONS)
        self.assertEqual(emotion["framing"], contract.read()["framing"])

    def test_writing_the_contract_again_changes_no_byte(self):
        self.assertEqual(contract.to_text(contract.read()) + "\n", contract.FILE.read_text())

    def test_no_program_of_the_package_reads_a_swift_source(self):
        for file in (MODELS.parent / "training").rglob("*.py"):
            if file.name != "test_contract.py":
                self.assertNotRegex(file.read_text(), r"""["'/]\w*\.swift["']""", file)


if __name__ == "__main__":
    unittest.main()
