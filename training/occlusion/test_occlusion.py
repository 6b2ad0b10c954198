"""python3 -m unittest discover -s training -t ."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training import MODELS

try:
    import torch

    from training.occlusion.export import export
    from training.occlusion.network import INPUT_SIDE, OcclusionNetwork
    from training.occlusion.train import FINE, HIDDEN, Hands, UnoccludedAugmenter, areas
except ModuleNotFoundError as error:  # training needs PyTorch, unlike most tests
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error


class OcclusionTests(unittest.TestCase):
    def test_exported_network_equals_the_trained_one_and_has_the_shipped_graph(self):
        torch.manual_seed(1)
        model = OcclusionNetwork()
        inputs = np.random.default_rng(1).normal(size=(4, 1, INPUT_SIDE, INPUT_SIDE)).astype(np.float32)
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            export(model, inputs, Path(folder) / "face-occlusion", {})
            manifest = json.loads((Path(folder) / "face-occlusion" / "manifest.json").read_text())
        self.assertLess(manifest["provenance"]["exportDifference"], 1e-3)
        shipped = json.loads((MODELS / "face-occlusion" / "manifest.json").read_text())
        self.assertEqual(manifest["nodes"], shipped["nodes"])

    def test_training_pictures_are_augmented_without_further_occluders(self):
        pictures = torch.full((3, FINE, FINE), 128, dtype=torch.uint8)
        squares = torch.tensor([[FINE / 2, FINE / 2, FINE, 0.0]] * 3)
        seen = UnoccludedAugmenter(1, INPUT_SIDE).batch([(pictures, squares)])
        self.assertEqual(tuple(seen.shape), (3, 1, INPUT_SIDE, INPUT_SIDE))

    def test_rendered_hands_come_with_their_shares_and_framing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "hands.npz"
            self.write_hands(path, side=FINE)
            hands = Hands(path)
            pictures, squares, shares = hands.drawn(40, np.random.default_rng(1))
        self.assertEqual(pictures.shape, (40, FINE, FINE))
        self.assertEqual(squares.shape, (40, 4))
        # The brightness of each picture is the hidden share of its mouth.
        np.testing.assert_allclose(pictures[:, 0, 0] / 100, shares[:, 0], atol=0.01)

    def test_pictures_of_another_side_are_rejected_by_name(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "hands.npz"
            self.write_hands(path, side=48)
            with self.assertRaisesRegex(SystemExit, r"hands.npz: pictures of \(48, 48\), not of \(96, 96\)"):
                Hands(path)

    def test_partly_hidden_faces_do_not_count_in_the_area(self):
        shares = np.float32([[0, 0], [0.1, 0.2], [0.4, 0.5], [HIDDEN, 0.9], [1, 1]])
        logits = np.float32([[0, 0], [1, 3], [9, -9], [2, 2], [3, 4]])
        mouth, eyes = areas(logits, shares)
        self.assertEqual(mouth, 1)
        self.assertEqual(eyes, 0.75)

    @staticmethod
    def write_hands(path: Path, side: int) -> None:
        shares = np.linspace(0, 1, 30, dtype=np.float32)
        np.savez(
            path,
            images=np.repeat(np.round(shares * 100).astype(np.uint8), side * side).reshape(-1, side, side),
            faces=np.tile(np.float32([1, 0.4, 0.4, 0.6, 0.4, 1]) * side, (30, 1)),
            shares=np.stack([shares, 1 - shares], 1),
        )


if __name__ == "__main__":
    unittest.main()
