"""python3 -m unittest discover -s training -t ."""

import unittest

import cv2
import numpy as np

from training import MODELS

try:
    from training.convert.network_reference import ReferenceNetwork
    from training.faces.detect import DETECTOR, detect_faces
except ModuleNotFoundError as error:  # training needs PyTorch, unlike most tests
    raise unittest.SkipTest(f"SKIPPED: {error.name} is not installed") from error

SIDE = 96


class DetectTests(unittest.TestCase):
    def test_shipped_detector_finds_a_face_but_none_in_gray(self):
        path = MODELS.parent / "SampleFaces" / "rendered-anger.jpg"
        face = cv2.resize(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        found = detect_faces(np.stack([face, np.full_like(face, 128)]), ReferenceNetwork(DETECTOR))
        width, right_x, right_y, left_x, left_y, _ = found[0]
        self.assertTrue(20 < width < SIDE, width)
        self.assertLess(right_x, left_x)
        self.assertTrue(0 < right_y < SIDE * 0.7 and 0 < left_y < SIDE * 0.7)
        self.assertEqual(found[1, 0], 0)


if __name__ == "__main__":
    unittest.main()
