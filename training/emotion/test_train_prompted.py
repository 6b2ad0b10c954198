"""python3 -m unittest discover -s training -t ."""

import argparse
import unittest
from pathlib import Path

import numpy as np

try:
    from training.emotion.train_prompted import (
        ANCHOR,
        RENDERS_SHARE,
        Renders,
        fitted,
        weights_of,
    )  # fmt: skip
except ModuleNotFoundError as error:  # what trains wants PyTorch and SciPy, which few tests need
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error


class TrainPromptedTests(unittest.TestCase):
    def test_a_file_of_renders_is_named_with_or_without_its_share(self):
        self.assertEqual(Renders.named("a/b.npz"), Renders(Path("a/b.npz"), RENDERS_SHARE))
        self.assertEqual(Renders.named("a/b.npz:0.2"), Renders(Path("a/b.npz"), 0.2))
        for wrong in ("a.npz:much", "a.npz:0", "a.npz:1", "a.npz:-0.5"):
            with self.assertRaises(argparse.ArgumentTypeError):
                Renders.named(wrong)

    def test_each_file_has_its_share_and_in_it_every_emotion_the_same(self):
        eye = np.eye(8)
        photographs, humans = eye[[0] * 30 + [4] * 10], eye[[7] * 5 + [4] * 1]
        weight = weights_of([photographs, humans], [0.2])
        self.assertAlmostEqual(weight.sum(), 1)
        self.assertAlmostEqual(weight[40:].sum(), 0.2)
        self.assertAlmostEqual(weight[:30].sum(), weight[30:40].sum())
        self.assertAlmostEqual(weight[40:45].sum(), weight[45:].sum())

    def test_a_looser_anchor_goes_farther_from_the_first_layer_and_fits_better(self):
        random = np.random.default_rng(3)
        seen = random.normal(size=(200, 16))
        targets = np.eye(8)[(seen @ random.normal(size=(16, 8))).argmax(1)]
        weight = np.full(200, 1 / 200)
        start = np.zeros((8, 16)), np.zeros(8)

        def loss(layer, bias):
            logits = seen @ layer.T + bias
            logits = logits - logits.max(1, keepdims=True)
            return -(targets * (logits - np.log(np.exp(logits).sum(1, keepdims=True)))).sum(1).mean()

        near, far = (fitted(seen, targets, weight, start, anchor) for anchor in (ANCHOR, ANCHOR / 10))
        self.assertLess((near[0] ** 2).sum(), (far[0] ** 2).sum())
        self.assertLess(loss(*far), loss(*near))
        self.assertLess(loss(*near), loss(*start))


if __name__ == "__main__":
    unittest.main()
