"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.contract import EMOTIONS
from training.render.expression_variants import VARIANTS, halves, shown, target, varied

NAMES = {
    f"{name}_{side}"
    for variants in VARIANTS.values() for variant in variants
    for name in (key.removesuffix("_L").removesuffix("_R") for key in variant) for side in "LR"
} | {"jawOpen", "jawForward", "jawLeft", "jawRight", "mouthFunnel", "mouthPucker", "mouthLeft",
     "mouthRight", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper",
     "mouthClose"}  # fmt: skip


class ExpressionVariantsTests(unittest.TestCase):
    def test_targets_sum_to_one_and_grow_with_strength(self):
        for index, emotion in enumerate(EMOTIONS):
            shares = [target(emotion, strength) for strength in (0.4, 0.6, 0.8, 1.0, 1.3)]
            for share in shares:
                self.assertAlmostEqual(float(share.sum()), 1, places=5)
                self.assertEqual(int(share.argmax()), index)
            own = [float(share[index]) for share in shares]
            self.assertEqual(own, sorted(own))

    def test_targets_of_weak_expressions_are_shared_with_neutral(self):
        neutral = EMOTIONS.index("neutral")
        for emotion in EMOTIONS[1:]:
            self.assertGreater(target(emotion, 0.4)[neutral], target(emotion, 1.2)[neutral] + 0.2)

    def test_paired_shapes_are_split_into_sides_and_others_kept(self):
        self.assertEqual(
            halves({"browDown": 0.5, "browDown_R": 0.25, "jawOpen": 1}, NAMES),
            {"browDown_L": 0.5, "browDown_R": 0.75, "jawOpen": 1},
        )

    def test_expression_is_seeded_and_grows_with_its_strength(self):
        for emotion in EMOTIONS[1:]:
            weak, strong, again = (
                shown(emotion, strength, NAMES, np.random.default_rng(4))
                for strength in (0.4, 1.2, 1.2)
            )
            self.assertEqual(strong, again)
            self.assertGreater(
                sum(abs(value) for value in strong.values()),
                sum(abs(value) for value in weak.values()),
            )

    def test_expression_varies_within_bounds_and_can_be_mirrored(self):
        for seed in range(20):
            face = {"mouthDimple_L": 1.0, "mouthLeft": 0.5, "browDown": 1.0}
            own = varied(face, NAMES, np.random.default_rng(seed))
            self.assertEqual(set(own), {"mouthDimple_L", "mouthLeft", "browDown_L", "browDown_R"})
            for name, value in own.items():
                full = face.get(name, 1.0)
                self.assertTrue(0.7 * 0.85 * full <= value <= 1.3 * 1.15 * full, (name, value))
            turned = varied(face, NAMES, np.random.default_rng(seed), is_turned=True)
            self.assertEqual(set(turned), {"mouthDimple_R", "mouthRight", "browDown_L", "browDown_R"})

    def test_contempt_is_one_sided_on_either_side(self):
        sides = set()
        for seed in range(40):
            face = shown("contempt", 1, NAMES, np.random.default_rng(seed))
            sides.add(face.get("mouthDimple_L", 0) > face.get("mouthDimple_R", 0))
        self.assertEqual(sides, {True, False})


if __name__ == "__main__":
    unittest.main()
