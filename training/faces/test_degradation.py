"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.faces import degradation

GRAY = np.random.default_rng(1).integers(0, 256, (48, 48)).astype(np.uint8)


class DegradationTests(unittest.TestCase):
    def test_zero_stops_change_nothing(self):
        np.testing.assert_array_equal(degradation.exposed(GRAY, 0), GRAY)

    def test_less_light_is_darker_and_more_light_is_clipped(self):
        self.assertLess(degradation.exposed(GRAY, -2).mean(), GRAY.mean())
        self.assertEqual(degradation.exposed(np.full((4, 4), 200, np.uint8), 3).min(), 255)

    def test_sensor_noise_is_seeded(self):
        noise = degradation.SensorNoise()
        one, same, other = (
            degradation.exposed(GRAY, -4, noise, np.random.default_rng(seed)) for seed in (3, 3, 4)
        )
        np.testing.assert_array_equal(one, same)
        self.assertFalse(np.array_equal(one, other))

    def test_blur_lowers_contrast_and_keeps_the_mean(self):
        for blurred in (
            degradation.blurred(GRAY, 2), degradation.motion_blurred(GRAY, 9, np.random.default_rng(2)),
        ):
            self.assertLess(blurred.std(), GRAY.std())
            self.assertAlmostEqual(blurred.mean(), GRAY.mean(), delta=3)

    def test_jpeg_and_noise_keep_shape_and_type(self):
        for damaged in (degradation.compressed(GRAY, 30), degradation.noisy(GRAY, 8, np.random.default_rng(1))):
            self.assertEqual((damaged.shape, damaged.dtype), (GRAY.shape, GRAY.dtype))
            self.assertFalse(np.array_equal(damaged, GRAY))

    def test_shift_moves_the_content(self):
        shifted = degradation.transformed(GRAY, right=0.25)
        np.testing.assert_array_equal(shifted[:, 12:], GRAY[:, :36])

    def test_crop_removes_part_of_the_face_at_the_given_edge(self):
        for edge, shape in (("left", (48, 32)), ("right", (48, 32)), ("top", (32, 48)), ("bottom", (32, 48))):
            self.assertEqual(degradation.cropped(GRAY, edge, 0.25, 8, 32).shape, shape)


if __name__ == "__main__":
    unittest.main()
