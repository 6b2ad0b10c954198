"""python3 -m unittest discover -s training -t ."""

import copy
import shutil
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training import MODELS
from training.contract import EMOTIONS, MOVEMENT_NAMES
from training.faces.dataset import Faces

try:
    import torch
    from safetensors.numpy import load_file

    from training.emotion import train_last_blocks as last
    from training.emotion.calibrate import prior_of
    from training.emotion.evaluate import ExportedNetwork
    from training.emotion.measures import softmax
    from training.emotion.movement_head import movements_loss
except ModuleNotFoundError as error:  # training needs PyTorch and SciPy, unlike most tests
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error

SHIPPED = MODELS / "emotion-v1"
SIDE = 64


def some_faces(count: int) -> Faces:
    random = np.random.default_rng(3)
    images = random.integers(0, 255, (count, 48, 48), np.uint8)
    labels = np.arange(count) % len(EMOTIONS)
    return Faces(images, labels, np.eye(len(EMOTIONS))[labels], np.zeros((count, 6)))


class TrainLastBlocksTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exported = ExportedNetwork(SHIPPED)
        cls.model = last.torch_network(cls.exported)

    def setUp(self):
        self.blocks = last.LastBlocks(self.model, self.exported)
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def maps(self, faces: Faces, variants: int = 0) -> list[np.ndarray]:
        return last.maps_kept(self.model, faces, self.folder / "maps", SIDE, variants, 1)

    def test_maps_followed_by_the_last_blocks_equal_the_network(self):
        faces = some_faces(3)
        photograph, _ = last.said_before(self.blocks, self.maps(faces))
        logits = self.exported.logits(self.exported.framed(faces))
        told = photograph.numpy() + prior_of(self.exported.manifest)
        np.testing.assert_allclose(told, logits, atol=0.25)  # maps are kept in 16 bits
        np.testing.assert_array_equal(told.argmax(1), logits.argmax(1))

    def test_maps_are_computed_once_and_variants_differ(self):
        faces = some_faces(2)
        maps = self.maps(faces, variants=2)
        self.assertEqual(len(maps), 4)
        for number, found in enumerate(maps):
            self.assertEqual(found.shape, (2, 128, 8, 8))
            for other in maps[:number]:
                self.assertGreater(np.abs(found.astype(np.float32) - other).max(), 0)
        again = last.maps_kept(None, faces, self.folder / "maps", SIDE, 2, 1)
        np.testing.assert_array_equal(again[3], maps[3])

    def test_thinned_emotions_are_drawn_by_the_root_of_their_share(self):
        labels = np.array([0] * 10 + [1] * 40)
        weight = last.natural_weights(labels, np.array([0.8, 0.2, 0, 0, 0, 0, 0, 0]))
        self.assertAlmostEqual(weight.sum(), 1)
        self.assertAlmostEqual(weight[:10].sum() / weight[10:].sum(), 2)

    def test_previous_answers_have_no_loss_and_unoffered_contempt_counts_as_neutral(self):
        said = torch.randn(4, 8)
        votes = said[2:].softmax(1)
        entropy = -(votes * votes.log()).sum(1).mean()
        self.assertAlmostEqual(
            last.photograph_loss(said, said, votes).item(), (1 - last.PHOTOGRAPH_HELD) * entropy.item(), places=5
        )
        contempt = torch.eye(8)[[7]]
        sure = torch.tensor([[20.0, 0, 0, 0, 0, 0, 0, 20.0]])
        happy = torch.tensor([[0, 20.0, 0, 0, 0, 0, 0, 20.0]])
        self.assertLess(last.prompted_loss(contempt, sure), last.prompted_loss(contempt, happy) - 5)

    def test_known_movements_are_learned_and_unknown_ones_are_ignored(self):
        faces = some_faces(16)
        seen = self.maps(faces)
        before = last.said_before(self.blocks, seen)
        moved = np.full((16, len(MOVEMENT_NAMES)), np.nan, np.float32)
        moved[:8] = np.eye(8, len(MOVEMENT_NAMES))
        photographs = last.Photographs(
            seen, faces.targets, 16, faces.targets, np.full(16, 1 / 16), before, movements=moved
        )
        average = last.trained(self.blocks, photographs, [], 40, 1)

        def told(blocks) -> float:
            with torch.no_grad():
                seen_now = blocks.eval().embedding(torch.from_numpy(np.array(seen[0])).float())
                return movements_loss(blocks.movements(seen_now), torch.from_numpy(moved)).item()

        fresh = last.LastBlocks(self.model, self.exported)
        self.assertLess(told(average), told(fresh))
        model = self.folder / "emotion-v1"
        shutil.copytree(SHIPPED, model)
        last.write(model, average, {"photographs": 16, "renders": 0, "rendersShare": 0})
        written, shipped = (load_file(folder / "weights.safetensors") for folder in (model, SHIPPED))
        self.assertEqual({n: v.shape for n, v in written.items()}, {n: v.shape for n, v in shipped.items()})

    def test_mean_of_two_runs_lies_between_them(self):
        other = copy.deepcopy(self.blocks)
        with torch.no_grad():
            for parameter in other.parameters():
                parameter.add_(2)
        for one, mean in zip(
            self.blocks.parameters(), last.mean_of([self.blocks, other]).parameters(), strict=True
        ):
            torch.testing.assert_close(mean, one + 1)

    def test_training_lowers_the_loss_and_writes_the_trained_weights(self):
        faces = some_faces(16)
        seen = self.maps(faces)
        before = last.said_before(self.blocks, seen)
        photographs = last.Photographs(
            seen, faces.targets, 12, faces.targets, np.full(16, 1 / 16), before
        )
        people = [last.Source(seen, faces.targets, 4)]

        def loss(model) -> float:
            random = np.random.default_rng(5)
            return last.loss_of(model.eval(), photographs, people, random).item()

        start, untold = loss(self.blocks), self.blocks.movements.weight.detach().clone()
        average = last.trained(self.blocks, photographs, people, 30, 1)
        self.assertLess(loss(average), start)
        # Without movements that layer stays unchanged.
        np.testing.assert_allclose(average.movements.weight.detach(), untold, atol=1e-5)

        model = self.folder / "emotion-v1"
        shutil.copytree(SHIPPED, model)
        told = {"photographs": 16, "renders": 16, "rendersShare": 0.25, "steps": 30}
        last.write(model, average, told)
        written, weights = ExportedNetwork(model), load_file(model / "weights.safetensors")
        self.assertEqual(written.manifest["provenance"]["lastBlocks"], told)
        for name, values in load_file(SHIPPED / "weights.safetensors").items():
            number = int(name[4:].split(".")[0]) if name.startswith("conv") else 25
            self.assertEqual((values != weights[name]).any(), number >= 22, name)
        told = written.logits(written.framed(faces)) - prior_of(written.manifest)
        np.testing.assert_allclose(last.said_before(average, seen)[0], told, atol=0.3)
        golden = load_file(model / "golden.safetensors")
        asked = golden["case0.embedding"].reshape(-1) @ weights["prompted.weight"].T + weights["prompted.bias"]
        scores = softmax(asked[None] / written.manifest["emotion"]["prompted"]["temperature"])[0]
        np.testing.assert_allclose(golden["case0.promptedScores"], scores, atol=1e-5)


if __name__ == "__main__":
    unittest.main()
