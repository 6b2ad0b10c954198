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
    from training.occlusion.train import FINE, UnoccludedAugmenter
except ModuleNotFoundError as error:  # what trains wants PyTorch, which few tests need
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error


class OcclusionTests(unittest.TestCase):
    def test_the_exported_network_computes_what_was_trained_and_has_the_shipped_graph(self):
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


if __name__ == "__main__":
    unittest.main()
