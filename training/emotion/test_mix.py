"""python3 -m unittest discover -s training -t ."""

import argparse
import unittest
from pathlib import Path

import numpy as np

try:
    from training.emotion.mix import mean_weights, weighted
except ModuleNotFoundError as error:  # training needs PyTorch and SciPy, unlike most tests
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error


class MixTests(unittest.TestCase):
    def test_mean_is_weighted_and_keeps_the_types(self):
        one = {"a": np.float16([0, 4]), "b": np.float32([[1.0]])}
        other = {"a": np.float16([4, 0]), "b": np.float32([[3.0]])}
        mean = mean_weights([(one, 1.0), (other, 3.0)])
        np.testing.assert_array_equal(mean["a"], np.float16([3, 1]))
        np.testing.assert_array_equal(mean["b"], np.float32([[2.5]]))
        self.assertEqual([mean["a"].dtype, mean["b"].dtype], [np.float16, np.float32])

    def test_networks_of_other_shapes_are_rejected(self):
        with self.assertRaisesRegex(ValueError, "differ in shape"):
            mean_weights([({"a": np.zeros(2)}, 1.0), ({"a": np.zeros(3)}, 1.0)])
        with self.assertRaisesRegex(ValueError, "differ in shape"):
            mean_weights([({"a": np.zeros(2)}, 1.0), ({"b": np.zeros(2)}, 1.0)])

    def test_weighted_parses_folder_and_weight(self):
        self.assertEqual(weighted("some/where:0.25"), (Path("some/where"), 0.25))
        for wrong in ("folder", "folder:", "folder:x", ":1", "folder:0", "folder:-1", "folder:nan"):
            with self.assertRaises(argparse.ArgumentTypeError):
                weighted(wrong)


if __name__ == "__main__":
    unittest.main()
