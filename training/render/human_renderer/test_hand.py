"""python3 -m unittest discover -s training -t ."""

import unittest
from dataclasses import replace

import numpy as np

from training.render.human_renderer.hand import FINGERS, GAP, Hand, HandPose
from training.render.human_renderer.wavefront import Mesh

FLAT = HandPose(
    "l", bend=(0, 0, 0, 0, 0), lean=0, tilt=(0, 0), along=1.0, offset=(0.0, 0.0), sleeve=0.2
)


class StickBody:
    """A flat face at z = 1 and two arms of sticks to the sides, palms down: a minimal body for `Hand`."""

    def __init__(self):
        positions, triangles, self._joints = [], [], {}

        def vertex(*place):
            positions.append(place)
            return len(positions) - 1

        for name, place in {
            "mouth": (0, 5, 0.8), "l-eye": (0.3, 5.6, 1), "r-eye": (-0.3, 5.6, 1),
        }.items():  # fmt: skip
            self._joints[name] = vertex(*place)
        side = np.linspace(-1, 1, 41)
        first = len(positions)
        for y in side:
            for x in side:
                vertex(x, 5 + y, 1.0)
        for row in range(40):
            for column in range(40):
                corner = first + 41 * row + column
                triangles.append((corner, corner + 1, corner + 41))
        self.triangles = np.array(triangles)
        for letter, sign in (("l", 1), ("r", -1)):
            self._joints[f"{letter}-elbow"] = vertex(sign * 2.0, 5, 0)
            wrist = self._joints[f"{letter}-hand"] = vertex(sign * 4.0, 5, 0)
            triangles.append((vertex(sign * 2.5, 5, 0), wrist, vertex(sign * 2.5, 5, 0.1)))
            for finger in range(1, FINGERS + 1):
                # The thumb is in front, palms face down.
                last, z = wrist, 0.3 - 0.1 * finger
                for joint in range(1, 5):
                    now = vertex(sign * (4.4 + 0.2 * joint), 5, z)
                    self._joints[f"{letter}-finger-{finger}-{joint}"] = now
                    triangles.append((last, now, vertex(sign * (4.4 + 0.2 * joint), 5, z + 0.08)))
                    last = now
        triangles = np.array(triangles)
        self.mesh = Mesh(
            np.array(positions, np.float32), np.zeros((1, 2), np.float32), triangles,
            np.zeros_like(triangles), np.array(["body"] * len(triangles)),
        )  # fmt: skip

    def joint(self, name, positions):
        return positions[self._joints[name]]

    def eye_distance(self, positions):
        return float(np.linalg.norm(self.joint("l-eye", positions) - self.joint("r-eye", positions)))

    def place(self, hand, side, finger, joint):
        """The index of a joint among a hand's vertices."""
        return int(np.flatnonzero(hand.vertices == self._joints[f"{side}-finger-{finger}-{joint}"])[0])


class HandTests(unittest.TestCase):
    def setUp(self):
        self.body = StickBody()
        self.rest = self.body.mesh.positions

    def held(self, pose, finger=3, joint=4):
        hand = Hand(self.body, pose.side)
        positions, under = hand.before(self.rest, self.rest, pose)
        return positions, under, positions[self.body.place(hand, pose.side, finger, joint)]

    def test_upright_hand_has_tips_above_and_thumb_on_its_own_side(self):
        for side, sign in (("l", 1), ("r", -1)):
            pose = replace(FLAT, side=side)
            tip, knuckle = self.held(pose)[2], self.held(pose, joint=1)[2]
            thumb, little = self.held(pose, 1, 1)[2], self.held(pose, 5, 1)[2]
            self.assertGreater(tip[1], knuckle[1] + 0.5)
            self.assertGreater(sign * (thumb[0] - little[0]), 0.3)
            np.testing.assert_allclose(knuckle[:2], [0, 5], atol=0.01)

    def test_bent_fingers_move_toward_the_face(self):
        for side in "lr":
            flat, bent = (
                self.held(replace(FLAT, side=side, bend=(0, 0, bend, 0, 0)))
                for bend in (0, 40)
            )
            relative = [
                found[2][2] - self.held(replace(FLAT, side=side, bend=(0, 0, bend, 0, 0)), joint=1)[2][2]
                for found, bend in ((flat, 0), (bent, 40))
            ]
            self.assertLess(relative[1], relative[0] - 0.1)

    def test_lean_tilts_the_hand_to_the_other_side(self):
        self.assertLess(self.held(replace(FLAT, lean=80))[2][0], -0.4)
        self.assertGreater(self.held(replace(FLAT, side="r", lean=80))[2][0], 0.4)

    def test_hand_does_not_enter_the_face_and_nearly_touches_it(self):
        for bend in (0, 60):
            near = self.held(replace(FLAT, bend=(bend,) * 5, tilt=(10, 5)))[0]
            over = near[np.linalg.norm(near[:, :2] - [0, 5], axis=1) < 0.85]
            self.assertAlmostEqual(float(over[:, 2].min()), 1 + GAP, delta=0.02)

    def test_sleeve_begins_behind_the_wrist(self):
        under = self.held(FLAT)[1]
        self.assertGreater(under.max(), 1.0)
        hand = Hand(self.body, "l")
        self.assertLess(under[self.body.place(hand, "l", 3, 4)], -0.5)

    def test_hand_covers_the_mouth_in_front_of_it_but_not_next_to_it(self):
        hand = Hand(self.body, "l")
        self.assertEqual(hand.covered(self.rest, self.rest, replace(FLAT, offset=(0.9, 0.0)))[0], 0)
        self.assertGreater(hand.covered(self.rest, self.rest, FLAT)[0], 0.1)

    def test_each_eye_is_measured_separately(self):
        hand = Hand(self.body, "l")
        above = replace(FLAT, offset=(0.3, 0.3))
        left, right = hand.covered(self.rest, self.rest, above)[1]
        self.assertGreater(left, 0.1)
        self.assertNotEqual(left, right)


if __name__ == "__main__":
    unittest.main()
