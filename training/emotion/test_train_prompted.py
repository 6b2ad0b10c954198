"""python3 -m unittest discover -s training -t ."""

import argparse
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training import MODELS
from training.contract import EMOTIONS
from training.faces.dataset import Faces

try:
    from training.emotion.evaluate import ExportedNetwork
    from training.emotion.measures import softmax
    from training.emotion.prompted import (
        NEUTRAL,
        RENDERS_SHARE,
        Renders,
        embeddings,
        on_offer,
        weights_of,
        withheld,
    )
    from training.emotion.train_prompted import ANCHOR, fitted
    from training.faces.searched import CONTEMPT
except ModuleNotFoundError as error:  # training needs PyTorch and SciPy, unlike most tests
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error

ANGER = EMOTIONS.index("anger")


class TrainPromptedTests(unittest.TestCase):
    def test_renders_are_named_with_or_without_a_share(self):
        self.assertEqual(Renders.named("a/b.npz"), Renders(Path("a/b.npz"), RENDERS_SHARE))
        self.assertEqual(Renders.named("a/b.npz:0.2"), Renders(Path("a/b.npz"), 0.2))
        for wrong in ("a.npz:much", "a.npz:0", "a.npz:1", "a.npz:-0.5"):
            with self.assertRaises(argparse.ArgumentTypeError):
                Renders.named(wrong)

    def test_embeddings_are_computed_once_and_mirrored_faces_include_mirror_images(self):
        network = ExportedNetwork(MODELS / "emotion-v1")
        image = np.random.default_rng(1).integers(0, 255, (48, 48), np.uint8)
        both = Faces(np.stack([image, image[:, ::-1]]), np.zeros(2, int), np.eye(8)[:2], np.zeros((2, 6)))
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "seen.npy"
            seen = embeddings(network, both, kept, True)
            self.assertEqual(seen.shape, (2, network.weight.shape[1]))
            self.assertGreater(np.abs(seen).max(), 0)
            np.testing.assert_allclose(seen[0], seen[1], atol=0.02)
            np.testing.assert_array_equal(embeddings(None, both, kept, True), seen)

    def test_weights_give_each_file_its_share_and_each_emotion_the_same(self):
        eye = np.eye(8)
        photographs, humans = eye[[0] * 30 + [4] * 10], eye[[7] * 5 + [4] * 1]
        weight = weights_of([photographs, humans], [0.2])
        self.assertAlmostEqual(weight.sum(), 1)
        self.assertAlmostEqual(weight[40:].sum(), 0.2)
        self.assertAlmostEqual(weight[:30].sum(), weight[30:40].sum())
        self.assertAlmostEqual(weight[40:45].sum(), weight[45:].sum())

    def test_weaker_anchor_moves_the_layer_farther_and_fits_better(self):
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

    def test_faces_of_unoffered_contempt_count_as_neutral(self):
        left = withheld(np.array([[0.1, 0.2, 0, 0, 0.3, 0, 0, 0.4]]))
        np.testing.assert_allclose(left, [[0.5, 0.2, 0, 0, 0.3, 0, 0, 0]])

    def test_loss_without_contempt_reduces_its_faces_that_pass_for_anger(self):
        random = np.random.default_rng(5)
        labels = np.repeat([NEUTRAL, ANGER, CONTEMPT], 80)
        # Contempt lies on anger's side of neutral, and apart from both.
        middle = np.array([[0, 0, 1.0], [2, 0, 1], [2, 1.5, 1]])[np.repeat([0, 1, 2], 80)]
        seen = middle + np.array([1, 1, 0]) * random.normal(scale=0.7, size=(240, 3))
        targets, weight = np.eye(8)[labels], np.full(240, 1 / 240)
        start = np.zeros((8, 3)), np.zeros(8)

        def passed_for_anger(share):
            layer, bias = fitted(seen, targets, weight, start, 0.001, share)
            scores = softmax(on_offer(seen @ layer.T + bias))[:, ANGER]
            return scores[labels == CONTEMPT].mean()

        self.assertLess(passed_for_anger(0.5), passed_for_anger(0) - 0.1)

    def test_gradient_matches_the_loss(self):
        # A wrong gradient would end the search far from the minimum, where a nearby step lowers the loss.
        random = np.random.default_rng(7)
        seen = random.normal(size=(60, 4))
        targets = random.dirichlet(np.ones(8), 60)
        weight = np.full(60, 1 / 60)
        start = np.zeros((8, 4)), np.zeros(8)
        layer, bias = fitted(seen, targets, weight, start, 0.01, 0.5)

        def loss(layer, bias):
            logits = seen @ layer.T + bias
            value = 0.01 * (layer**2).sum()
            for wanted, given in ((targets, logits), (withheld(targets), on_offer(logits))):
                value -= 0.5 * (wanted * np.log(softmax(given).clip(1e-12))).sum(1).mean()
            return value

        least = loss(layer, bias)
        for _ in range(20):
            away = random.normal(scale=0.03, size=layer.shape)
            self.assertLess(least, loss(layer + away, bias) + 1e-6)


if __name__ == "__main__":
    unittest.main()
