"""Tests of the gaze fit: known factors are recovered."""

import unittest

import numpy as np

from training.measure.gaze import EYES, Eyes, canonical, direction
from training.render.face_renderer.renderer import rotation
from training.render.gaze_faces import angles, lids


class GazeTests(unittest.TestCase):
    def face(self, yaw: float, pitch: float, head: np.ndarray) -> dict:
        """A face of 478 points with irises and lids at the positions for a gaze, rotated with the head."""
        index, places = canonical()
        points = np.zeros((478, 3))
        points[index] = places
        for _, outer, inner, iris, upper, lower in EYES.values():
            midpoint = (points[outer] + points[inner]) / 2
            width = np.linalg.norm(points[outer] - points[inner])
            points[iris] = midpoint + width * np.array([yaw / 100, pitch / 200, 0])
            points[list(upper)] = midpoint + width * np.array([0, 0.2 + pitch / 300, 0])
            points[list(lower)] = midpoint + width * np.array([0, -0.1 + 0.001 * yaw, 0])
        return {"landmarks": ((points @ head.T) * [1, -1, -1 / 0.85]).tolist()}

    def test_fit_recovers_the_factors_of_the_eyes(self):
        generator = np.random.default_rng(1)
        lines, faces = [], {}
        for number in range(40):
            yaw, pitch = generator.uniform(-30, 30), generator.uniform(-15, 15)
            head = rotation(*generator.uniform(-20, 20, 3)).astype(float)
            seen = angles(head @ direction(np.array(yaw), np.array(pitch)))
            lines.append({"file": str(number), "right": seen, "left": seen})
            faces[str(number)] = self.face(yaw, pitch, head)
        eyes = Eyes(lines, faces)
        yaw_factors, pitch_factors = eyes.fit(np.full(80, True))
        self.assertAlmostEqual(yaw_factors[0], 0, places=2)
        self.assertAlmostEqual(yaw_factors[1] + yaw_factors[2], 100, places=1)
        found = eyes.terms()[1] @ pitch_factors
        true = np.repeat([angles(eyes.head[2 * k].T @ direction(*np.array(line["right"])))[1]
                          for k, line in enumerate(lines)], 2)  # fmt: skip
        np.testing.assert_allclose(found, true, atol=0.02)

    def test_lids_follow_the_eyes_on_their_own_side(self):
        self.assertEqual(lids(35, 25), {"eyeLookOut_L": 1, "eyeLookIn_R": 1, "eyeLookUp": 1})
        self.assertEqual(lids(-35, -25), {"eyeLookIn_L": 1, "eyeLookOut_R": 1, "eyeLookDown": 1})


if __name__ == "__main__":
    unittest.main()
