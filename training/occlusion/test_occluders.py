"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.occlusion import occluders

SIDE = 96
FRAME = occluders.Frame(SIDE / 2, 0.39 * SIDE, 0.36 * SIDE)


def sketch(seed: int) -> occluders.Sketch:
    """A gray picture with noise."""
    generator = np.random.default_rng(seed)
    picture = generator.uniform(100, 180, (SIDE, SIDE)).astype(np.float32)
    return occluders.Sketch(picture, FRAME, generator)


class OccludersTests(unittest.TestCase):
    def test_harmless_objects_are_visible_and_hide_nothing(self):
        for draw in occluders.HARMLESS:
            for seed in range(20):
                made = sketch(seed)
                before = made.pixels()
                draw(made)
                self.assertEqual(made.shares(), (0, 0), draw.__name__)
                self.assertFalse(np.array_equal(made.pixels(), before), draw.__name__)

    def test_objects_over_the_mouth_hide_most_of_it_and_glasses_the_eyes(self):
        for draw in occluders.OVER_MOUTH:
            hidden = []
            for seed in range(40):
                made = sketch(seed)
                draw(made, 0.0, 1.0)
                hidden.append(made.shares()[0])
            self.assertGreater(np.median(hidden), 0.6, draw.__name__)
        made = sketch(1)
        occluders.dark_glasses(made, 0.0, 0.0)
        self.assertGreater(made.shares()[1], 0.9)

    def test_shaded_eyes_are_dark_but_keep_their_details(self):
        inside = sketch(0).mask(occluders.ellipse(*occluders.EYES[0])) > 0.5
        darkened = 0
        for seed in range(20):
            made = sketch(seed)
            before = made.pixels()[inside].astype(float)
            occluders.shaded_eyes(made)
            after = made.pixels()[inside].astype(float)
            self.assertLess(after.mean(), before.mean())
            self.assertGreater(np.corrcoef(before, after)[0, 1], 0.3)
            darkened += after.mean() < 0.75 * before.mean()
        self.assertGreater(darkened, 5)


if __name__ == "__main__":
    unittest.main()
