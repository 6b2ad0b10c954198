"""python3 -m unittest discover -s training -t ."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.contract import MOVEMENT_NAMES

try:
    import torch

    from training.emotion.movement_head import either_way_round, movements_loss, movements_of
except ModuleNotFoundError as error:  # training needs PyTorch, unlike most tests
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error

COUNT = len(MOVEMENT_NAMES)


def mirrored(movements: np.ndarray) -> np.ndarray:
    """The movements of a face's mirror image."""
    swapped = [
        name.replace("Left", "Right") if "Left" in name else name.replace("Right", "Left") for name in MOVEMENT_NAMES
    ]
    return movements[:, [MOVEMENT_NAMES.index(name) for name in swapped]]


class MovementHeadTests(unittest.TestCase):
    def test_face_and_mirror_image_have_the_same_movements(self):
        movements = np.random.default_rng(1).random((20, COUNT)).astype(np.float32)
        both = either_way_round(movements)
        np.testing.assert_array_equal(both, either_way_round(mirrored(movements)))
        self.assertTrue((both != movements).any())
        left, right = (MOVEMENT_NAMES.index(f"mouthSmile{side}") for side in ("Left", "Right"))
        self.assertTrue((both[:, left] >= both[:, right]).all())
        np.testing.assert_allclose(both.sum(1), movements.sum(1), rtol=1e-5)

    def test_unknown_movements_are_ignored(self):
        wanted = torch.full((2, COUNT), float("nan"))
        wanted[0, 3] = 1.0
        logits = torch.zeros(2, COUNT, requires_grad=True)
        loss = movements_loss(logits, wanted)
        self.assertAlmostEqual(loss.item(), np.log(2), places=6)
        loss.backward()
        self.assertEqual(torch.count_nonzero(logits.grad).item(), 1)
        self.assertEqual(movements_loss(logits, torch.full((2, COUNT), float("nan"))).item(), 0)

    def test_renders_without_movements_are_rejected_by_name(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "old.npz")
            np.savez(file, labels=np.zeros(1))
            with self.assertRaisesRegex(ValueError, "old.npz"):
                movements_of(file)


if __name__ == "__main__":
    unittest.main()
