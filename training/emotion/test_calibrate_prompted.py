"""python3 -m unittest discover -s training -t ."""

import shutil
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training import MODELS
from training.contract import EMOTIONS
from training.faces.dataset import Faces

try:
    from safetensors.numpy import load_file

    from training.emotion.calibrate_prompted import Asked, calibrate, cross_fitted_error, fitted
    from training.emotion.evaluate import ExportedNetwork
    from training.emotion.measures import softmax
    from training.emotion.prompted import CONTEMPT, NEUTRAL, on_offer
except ModuleNotFoundError as error:  # training needs PyTorch and SciPy, unlike most tests
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error

SHIPPED = MODELS / "emotion-v1"


def asked(count: int, seed: int = 3) -> Asked:
    """Faces with emotions drawn from the scores of their logits."""
    random = np.random.default_rng(seed)
    logits = random.normal(scale=2, size=(count, 8))
    drawn = [random.choice(8, p=scores) for scores in softmax(logits)]
    return Asked(logits, np.eye(8)[drawn], np.zeros(count, int), [1.0])


class CalibratePromptedTests(unittest.TestCase):
    def test_fitted_recovers_temperature_and_offsets(self):
        true = asked(6000)
        wrong = np.array([0.8, 0, -0.5, 0, 0, 0.4, 0, 1.5])
        found = fitted(Asked(2 * true.logits + wrong, true.targets, true.file, [1.0]))
        straight = fitted(true)
        self.assertAlmostEqual(found.temperature, 2 * straight.temperature, delta=0.05)
        np.testing.assert_allclose(
            softmax(found.applied(2 * true.logits + wrong)), softmax(straight.applied(true.logits)), atol=0.01
        )
        self.assertAlmostEqual(np.delete(found.offsets, CONTEMPT).sum(), 0, places=3)

    def test_fitted_counts_unoffered_contempt_as_neutral_without_changing_other_offsets(self):
        faces = asked(3000)
        shown = faces.targets.argmax(1) == CONTEMPT
        targets = faces.targets.copy()
        targets[shown] = np.eye(8)[NEUTRAL]
        moved = fitted(Asked(faces.logits, targets, faces.file, [1.0])).offsets
        np.testing.assert_allclose(fitted(faces).offsets[:CONTEMPT], moved[:CONTEMPT], atol=0.02)

    def test_weight_gives_each_file_its_share_and_each_emotion_the_same(self):
        targets = np.eye(8)[[0] * 30 + [4] * 10 + [4] * 5 + [6]]
        faces = Asked(np.zeros((46, 8)), targets, np.array([0] * 40 + [1] * 6), [0.8, 0.2])
        weight = faces.weight(targets)
        self.assertAlmostEqual(weight[40:].sum(), 0.2)
        self.assertAlmostEqual(weight[:30].sum(), 0.4)
        self.assertAlmostEqual(weight[30:40].sum(), 0.4)
        self.assertAlmostEqual(weight[45], 0.1)

    def test_calibration_reduces_the_error_of_overconfident_scores_on_held_out_faces(self):
        true = asked(4000)
        sure = Asked(3 * true.logits, true.targets, true.file, [1.0])
        self.assertLess(cross_fitted_error(sure), 0.06)
        judged = true.targets[:, CONTEMPT] < 0.5
        scores = softmax(on_offer(sure.logits))[judged]
        right = true.targets[judged][np.arange(judged.sum()), scores.argmax(1)]
        self.assertGreater(scores.max(1).mean() - right.mean(), 0.15)

    def test_written_layer_is_calibrated(self):
        random = np.random.default_rng(5)
        labels = np.arange(64) % len(EMOTIONS)
        images = random.integers(0, 255, (64, 48, 48), np.uint8)
        images[labels == 1, 24:] //= 2
        faces = Faces(images, labels, np.eye(8)[labels], np.zeros((64, 6)))
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "emotion-v1"
            shutil.copytree(SHIPPED, model)
            first = calibrate(model, faces, faces.targets, [])
            again = calibrate(model, faces, faces.targets, [])
            self.assertGreater(np.abs(first.offsets).max(), 0.1)
            self.assertGreater(first.temperature, 0)
            np.testing.assert_allclose(again.offsets, 0, atol=0.02)
            self.assertAlmostEqual(again.temperature, first.temperature, delta=0.02 * first.temperature)
            told = ExportedNetwork(model).manifest["provenance"]["prompted"]
            self.assertEqual(told["calibrationFaces"], 64)
            weights, old = load_file(model / "weights.safetensors"), load_file(SHIPPED / "weights.safetensors")
            for name, values in old.items():
                self.assertEqual((values != weights[name]).any(), name == "prompted.bias", name)


if __name__ == "__main__":
    unittest.main()
