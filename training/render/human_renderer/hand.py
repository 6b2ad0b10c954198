"""A hand in front of the face: the body's own, with bent fingers, lifted to the mouth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.render.face_renderer.rasteriser import visible
from training.render.face_renderer.renderer import rotation

from .body import Body

FINGERS = 5  # the thumb first
JOINTS = 4  # of a finger: three that bend, and the tip
# Distance over which a joint bends, in decimeters of an adult's hand.
BEND_OVER = 0.08
# Distance of the hand's nearest point from the skin, in decimeters.
GAP = 0.02
# The part of the body that the hand can touch: distance from the mouth, in decimeters of an adult's face.
REACHED = 0.9
# Half the width and height of a mouth and of an eye, in decimeters of an adult's face.
MOUTH, EYE = (0.27, 0.13), (0.17, 0.10)
_SAMPLES = 48  # side of the picture for computing the covered shares


@dataclass(frozen=True)
class HandPose:
    """Pose of a hand, in the axes of the head: x to the person's left, y up, z to the front.

    - side: `l` or `r`.
    - bend: angle of each joint of each finger, in degrees.
    - lean: from upright toward the other side, in degrees.
    - tilt: out of the plane of the face, around the hand's long axis and around its transverse axis, in degrees.
    - along: the point of the hand that lies at `offset`: 0 the wrist, 1 the middle finger's knuckle, 2 its tip.
    - offset: from the middle of the mouth, in decimeters of an adult's face.
    - sleeve: start of the sleeve behind the wrist, in decimeters; beyond the elbow the arm is bare.
    """

    side: str
    bend: tuple[float, float, float, float, float]
    lean: float
    tilt: tuple[float, float]
    along: float
    offset: tuple[float, float]
    sleeve: float = 0.3


class Hand:
    """The hand and the forearm of one side, in the body's vertices."""

    def __init__(self, body: Body, side: str):
        """`side`: `l` or `r`."""
        self._body, self._side = body, side
        mesh = body.mesh
        beyond = np.abs(body.joint(f"{side}-elbow", mesh.positions)[0]) + 0.15
        sign = 1 if side == "l" else -1
        arm = (mesh.group == "body") & (sign * mesh.positions[mesh.triangles][..., 0] > beyond).all(1)
        self.vertices, corners = np.unique(mesh.triangles[arm], return_inverse=True)
        self.triangles = corners.reshape(-1, 3)
        self.uv_triangles = mesh.uv_triangles[arm]
        self._finger, self._place = self._nearest_fingers(mesh.positions)

    def _joint(self, finger: int, joint: int, positions: np.ndarray) -> np.ndarray:
        """A joint [3] of a finger from 1; joint 0 is the wrist."""
        name = "hand" if joint == 0 else f"finger-{finger}-{joint}"
        return self._body.joint(f"{self._side}-{name}", positions)

    def _nearest_fingers(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each vertex the number of its finger, from 1, and the position along it: 1.5 lies midway between the
        first and the second joint; positions below 1 are on the palm and the arm.
        """
        points = positions[self.vertices]
        best = np.full(len(points), np.inf)
        finger, place = np.zeros(len(points), int), np.zeros(len(points))
        for number in range(1, FINGERS + 1):
            for joint in range(JOINTS):
                start, end = (self._joint(number, joint + k, positions) for k in (0, 1))
                part = (points - start) @ (end - start) / ((end - start) @ (end - start))
                nearest = start + np.clip(part, 0, 1)[:, None] * (end - start)
                far = np.linalg.norm(points - nearest, axis=1)
                is_nearer = far < best
                best[is_nearer], finger[is_nearer] = far[is_nearer], number
                place[is_nearer] = joint + np.clip(part, 0, 1)[is_nearer]
        return finger, place

    def _axes(self, positions: np.ndarray) -> np.ndarray:
        """Rows: across, along the hand from the wrist, out of the back of the hand; right-handed for the left hand, and
        mirrored for the right one.
        """
        wrist, knuckle = self._joint(3, 0, positions), self._joint(3, 1, positions)
        along = _unit(knuckle - wrist)
        across = self._joint(2, 1, positions) - self._joint(5, 1, positions)
        across = _unit(across - along * (across @ along))
        back = np.cross(across, along)
        return np.stack([across, along, back if self._side == "l" else -back])

    def _bent(self, positions: np.ndarray, bend: tuple[float, ...]) -> np.ndarray:
        """The vertices [H, 3] with bent fingers, from the body's positions."""
        points = positions[self.vertices].astype(np.float64)
        palm = -self._axes(positions)[2]
        for number in range(1, FINGERS + 1):
            joints = [self._joint(number, joint, positions) for joint in range(JOINTS + 1)]
            axis = _unit(np.cross(_unit(joints[4] - joints[1]), palm))
            rows = self._finger == number
            # The joint nearest to the tip first: the later ones take it along.
            for joint in range(JOINTS - 1, 0, -1):
                length = np.linalg.norm(joints[joint + 1] - joints[joint])
                part = np.clip(0.5 + (self._place[rows] - joint) * length / BEND_OVER, 0, 1)
                turned = np.deg2rad(bend[number - 1]) * part
                points[rows] = _turned(points[rows] - joints[joint], axis, turned) + joints[joint]
        return points

    def before(
        self, face: np.ndarray, shaped: np.ndarray, pose: HandPose
    ) -> tuple[np.ndarray, np.ndarray]:
        """The hand in front of a face: its positions [H, 3] in decimeters, and how far each vertex is under the sleeve
        [H].

        `face`: the body's positions with the expression; `shaped`: without, for the hand.
        """
        size = self._size(shaped)
        axes, bent = self._axes(shaped), self._bent(shaped, pose.bend)
        wrist, knuckle, tip = (self._joint(3, joint, shaped) for joint in (0, 1, 4))
        local = (bent - wrist) @ axes.T
        reach = np.linalg.norm(knuckle - wrist) * np.clip(pose.along, 0, 1)
        reach += np.linalg.norm(tip - knuckle) * np.clip(pose.along - 1, 0, 1)
        local[:, 1] -= reach
        # The palm faces the face: across runs to the person's left for the left hand.
        side = 1.0 if self._side == "l" else -1.0
        local[:, 0] *= side
        turn = rotation(side * pose.tilt[0], pose.tilt[1], 0.0)
        lean = np.deg2rad(side * pose.lean)
        upright = np.array([
            [np.cos(lean), -np.sin(lean), 0], [np.sin(lean), np.cos(lean), 0], [0, 0, 1],
        ])  # fmt: skip
        placed = local @ turn.T @ upright.T
        mouth = self._mouth(face)
        placed[:, :2] += mouth[:2] + size * np.array(pose.offset)
        placed[:, 2] += self._touching(face, placed, mouth, size)
        under = -((bent - wrist) @ axes[1]) - pose.sleeve * size
        return placed.astype(np.float32), under.astype(np.float32)

    def covered(
        self, face: np.ndarray, shaped: np.ndarray, pose: HandPose
    ) -> tuple[float, tuple[float, float]]:
        """The shares of the mouth, the left and the right eye that the hand covers, seen from the front."""
        hand, size = self.before(face, shaped, pose)[0], self._size(shaped)
        left, right = (
            self._share(hand, self._body.joint(f"{side}-eye", face), size * np.array(EYE)) for side in "lr"
        )
        return self._share(hand, self._mouth(face), size * np.array(MOUTH)), (left, right)

    def _size(self, shaped: np.ndarray) -> float:
        """The size of a person's face relative to an adult's."""
        return self._body.eye_distance(shaped) / self._body.eye_distance(self._body.mesh.positions)

    def _mouth(self, face: np.ndarray) -> np.ndarray:
        """The middle of the lips [3], on the skin."""
        inside = self._body.joint("mouth", face)
        near = np.abs(face[:, :2] - inside[:2]).max(1) < 0.1
        return np.array([inside[0], inside[1], face[near, 2].max()])

    def _touching(self, face: np.ndarray, hand: np.ndarray, mouth: np.ndarray, size: float) -> float:
        """The forward motion of the hand after which its nearest point just does not touch the face."""
        vertices = np.unique(self._body.triangles)
        body = face[vertices]
        body = body[np.linalg.norm(body[:, :2] - mouth[:2], axis=1) < REACHED * size]
        near = hand[np.linalg.norm(hand[:, :2] - mouth[:2], axis=1) < REACHED * size]
        if not len(near):
            return float(mouth[2] + GAP - hand[:, 2].min())
        # The front of the body in cells of a few millimeters, including adjacent cells.
        cell = 0.06 * size
        count = int(2 * REACHED * size / cell) + 4
        front = np.full((count, count), -np.inf)
        row, column = (((body[:, k] - mouth[k]) / cell + count / 2).astype(int) for k in (0, 1))
        np.maximum.at(front, (row, column), body[:, 2])
        for axis in (0, 1):
            front = np.maximum(front, np.maximum(np.roll(front, 1, axis), np.roll(front, -1, axis)))
        row, column = (((near[:, k] - mouth[k]) / cell + count / 2).astype(int) for k in (0, 1))
        behind = front[row, column] + GAP * size - near[:, 2]
        behind = behind[np.isfinite(behind)]
        return float(behind.max()) if len(behind) else float(mouth[2] + GAP - near[:, 2].min())

    def _share(self, hand: np.ndarray, middle: np.ndarray, span: np.ndarray) -> float:
        """The share of an ellipse on the face that the hand covers."""
        points = (hand[:, :2] - middle[:2]) / span * (_SAMPLES / 2) + _SAMPLES / 2
        seen = visible(points, 100 - hand[:, 2].astype(np.float64), self.triangles, _SAMPLES, _SAMPLES)
        center = (np.arange(_SAMPLES) + 0.5) / (_SAMPLES / 2) - 1
        inside = (center[:, None] ** 2 + center[None] ** 2 < 1).ravel()
        return float(inside[seen.sample].sum() / inside.sum())


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def _turned(points: np.ndarray, axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Points [N, 3] rotated around an axis [3] through the origin, each by its own angle [N]."""
    cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
    along = (points @ axis)[:, None] * axis
    return points * cosine + np.cross(axis, points) * sine + along * (1 - cosine)
