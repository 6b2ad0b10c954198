"""Tests of distilling two views into one."""

import unittest

import numpy as np

try:
    import torch

    from training.emotion import distill_look
    from training.emotion.distill_look import Layers
    from training.emotion.network import EmotionNetwork
except ModuleNotFoundError as error:
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error


class DistillLook(unittest.TestCase):
    def setUp(self):
        torch.set_num_threads(1)
        torch.manual_seed(1)
        self.network = EmotionNetwork().eval()
        weight = torch.randn(8, 256) / 16
        self.layers = Layers((weight, torch.zeros(8)), (weight.flip(0), torch.ones(8)))
        self.pixels = torch.rand(2, 1, 64, 64) * 255

    def test_both_looks_are_the_same_for_the_mirror_image(self):
        one = distill_look.both_looks(self.network, self.pixels)
        other = distill_look.both_looks(self.network, self.pixels.flip(3))
        torch.testing.assert_close(one, other)
        self.assertFalse(torch.allclose(one, distill_look.embedded(self.network, self.pixels), atol=1e-3))

    def test_divergence_is_zero_only_for_the_same_scores(self):
        logits = torch.randn(4, 8)
        self.assertAlmostEqual(float(distill_look.divergence(logits, logits + 3)), 0, places=6)
        self.assertGreater(float(distill_look.divergence(logits, 2 * logits)), 0)

    def test_loss_decreases_toward_the_embedding_of_both_looks(self):
        student = EmotionNetwork().eval()  # with different weights
        taught = distill_look.both_looks(self.network, self.pixels)
        optimiser = torch.optim.SGD(student.parameters(), 1e-3)
        losses = []
        for _ in range(3):
            loss = distill_look.loss_of(student, self.layers, self.pixels, taught, torch.ones(256))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        self.assertTrue(np.isfinite(losses).all())
        self.assertLess(losses[-1], losses[0])


if __name__ == "__main__":
    unittest.main()
