"""python3 -m unittest discover -s Benchmarks/peers -t Benchmarks/peers"""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

from recorded import Recorded

MANIFEST = {
    "input": {"name": "image", "height": 2, "width": 3, "channels": 1},
    "outputs": ["scores"],
}


def written(folder: Path, tensors: dict[str, np.ndarray], dtype: str = "F32") -> Path:
    """A network's folder with these recorded numbers."""
    header, data = {}, b""
    for name, value in tensors.items():
        content = value.astype(np.float32).tobytes()
        header[name] = {
            "dtype": dtype, "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    (folder / "golden.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + data)
    return folder


class RecordedTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tensors = {
            "case0.image": np.arange(6).reshape(2, 3, 1), "case0.scores": np.array([0.5, -2.0, 1.0])}

    def test_input_is_available_as_recorded_and_channels_first(self):
        recorded = Recorded(written(self.folder, self.tensors))
        self.assertEqual(recorded.input.shape, (2, 3, 1))
        self.assertEqual(recorded.input_nchw.shape, (1, 1, 2, 3))
        np.testing.assert_array_equal(recorded.input_nchw[0, 0], np.arange(6).reshape(2, 3))

    def test_maximum_difference_is_reported(self):
        recorded = Recorded(written(self.folder, self.tensors))
        found = recorded.compare({"scores": np.array([[0.5, -2.25, 1.0]])})
        self.assertEqual(found, {"difference": 0.25, "largest": 2.0})

    def test_outputs_of_another_length_or_type_are_rejected(self):
        recorded = Recorded(written(self.folder, self.tensors))
        with self.assertRaisesRegex(SystemExit, "scores has 2 numbers, not 3"):
            recorded.compare({"scores": np.zeros(2)})
        with self.assertRaisesRegex(SystemExit, "is F16, not F32"):
            Recorded(written(self.folder, self.tensors, "F16"))

    def test_every_shipped_network_has_golden_outputs(self):
        models = Path(__file__).resolve().parents[2] / "Models"
        for name in ("face-detector", "face-mesh", "emotion-v1"):
            recorded = Recorded(models / name)
            self.assertEqual(recorded.compare(recorded.outputs)["difference"], 0, name)
            self.assertGreater(recorded.compare(recorded.outputs)["largest"], 0, name)


if __name__ == "__main__":
    unittest.main()
