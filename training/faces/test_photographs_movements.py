"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.contract import MOVEMENT_NAMES
from training.faces.photographs_movements import movements_in


class PhotographsMovementsTests(unittest.TestCase):
    def test_movements_are_placed_by_file_number_and_unknown_without_a_face(self):
        face = {"movements": dict(zip(MOVEMENT_NAMES, np.linspace(0, 1, len(MOVEMENT_NAMES)), strict=True))}
        found = movements_in([
            {"path": "fear/ferplus-train-00002.png", "faces": [face]},
            {"path": "anger/ferplus-train-00000.png", "faces": []},
        ], 3)  # fmt: skip
        self.assertEqual(np.isnan(found[:, 0]).tolist(), [True, True, False])
        np.testing.assert_allclose(found[2], np.linspace(0, 1, len(MOVEMENT_NAMES)), atol=1e-6)


if __name__ == "__main__":
    unittest.main()
