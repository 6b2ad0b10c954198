"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.render.face_renderer.rasteriser import fragments, visible

SIZE = 40


def mesh(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A jittered grid over the middle of the picture: points [V, 2] and triangles [T, 3]."""
    generator = np.random.default_rng(seed)
    count = 8
    column, row = np.meshgrid(np.arange(count), np.arange(count))
    points = np.stack([column.ravel(), row.ravel()], axis=1) * 4.0 + 5
    points += generator.uniform(-1, 1, size=points.shape)
    corner = (row[:-1, :-1] * count + column[:-1, :-1]).ravel()
    upper = np.stack([corner, corner + 1, corner + count + 1], axis=1)
    lower = np.stack([corner, corner + count + 1, corner + count], axis=1)
    return points, np.concatenate([upper, lower])


class RasteriserTests(unittest.TestCase):
    def test_adjacent_triangles_cover_each_sample_exactly_once(self):
        for seed in range(20):
            points, triangles = mesh(seed)
            depth = np.ones(len(points))
            each = [
                visible(points, depth, triangle[None], SIZE, SIZE).sample for triangle in triangles
            ]
            counted = np.bincount(np.concatenate(each), minlength=SIZE * SIZE)
            self.assertLessEqual(counted.max(), 1)
            inner = counted.reshape(SIZE, SIZE)[7:32, 7:32]
            self.assertEqual(inner.min(), 1)

    def test_the_nearer_triangle_wins(self):
        points = np.array([[2, 2], [38, 2], [2, 38]] * 2, dtype=float)
        triangles = np.array([[0, 1, 2], [3, 4, 5]])
        for near, far in ((0, 1), (1, 0)):
            depth = np.repeat([0.0, 0.0], 3)
            depth[near * 3 : near * 3 + 3], depth[far * 3 : far * 3 + 3] = 10, 20
            seen = visible(points, depth, triangles, SIZE, SIZE)
            self.assertTrue((seen.triangle == near).all())

    def test_fragments_of_a_sample_are_sorted_by_depth(self):
        points = np.array([[2, 2], [38, 2], [2, 38]] * 2, dtype=float)
        triangles = np.array([[0, 1, 2], [3, 4, 5]])
        depth = np.repeat([20.0, 10.0], 3)
        every = fragments(points, depth, triangles, SIZE, SIZE)
        nearest = visible(points, depth, triangles, SIZE, SIZE)
        self.assertEqual(len(every.sample), 2 * len(nearest.sample))
        np.testing.assert_array_equal(every.sample[::2], nearest.sample)
        np.testing.assert_array_equal(every.sample[1::2], nearest.sample)
        self.assertEqual(set(every.triangle[::2]), {1})
        self.assertEqual(set(every.triangle[1::2]), {0})
        np.testing.assert_allclose(every.weights[::2], nearest.weights)

    def test_barycentric_weights_are_perspective_correct(self):
        # A slanted triangle in space: the interpolated point must lie on the ray.
        corners = np.array([[-1.0, -1.0, 4.0], [1.5, -1.0, 9.0], [-1.0, 1.5, 6.0]])
        points = corners[:, :2] / corners[:, 2:] * 60 + SIZE / 2
        triangles = np.array([[0, 1, 2]])
        seen = visible(points, corners[:, 2], triangles, SIZE, SIZE)
        self.assertGreater(len(seen.sample), 50)
        hit = seen.interpolated(triangles, corners)
        pixel = hit[:, :2] / hit[:, 2:] * 60 + SIZE / 2
        self.assertLess(np.abs(pixel[:, 0] - (seen.sample % SIZE + 0.5)).max(), 1e-4)
        self.assertLess(np.abs(pixel[:, 1] - (seen.sample // SIZE + 0.5)).max(), 1e-4)
        self.assertLess(np.abs(hit[:, 2] - seen.depth).max(), 1e-4)

    def test_the_back_of_a_closed_surface_is_culled(self):
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        sides = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4],
                          [1, 5, 7, 3]])  # fmt: skip
        triangles = np.concatenate([sides[:, [0, 1, 2]], sides[:, [0, 2, 3]]])
        turn, _ = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))
        turned = corners @ (turn * np.sign(np.linalg.det(turn))) * 6
        depth = 60 - turned[:, 2]
        points = np.stack([turned[:, 0], -turned[:, 1]], 1) / depth[:, None] * 100 + SIZE / 2
        every = visible(points, depth, triangles, SIZE, SIZE)
        fronts = visible(points, depth, triangles, SIZE, SIZE, fronts_only=True)
        self.assertGreater(len(every.sample), 200)
        np.testing.assert_array_equal(every.sample, fronts.sample)
        np.testing.assert_array_equal(every.triangle, fronts.triangle)

    def test_triangles_outside_the_picture_are_clipped(self):
        points = np.array([[-50, -50], [90, -50], [20, 90]], dtype=float)
        seen = visible(points, np.ones(3), np.array([[0, 1, 2]]), SIZE, SIZE)
        self.assertTrue((seen.sample >= 0).all() and (seen.sample < SIZE * SIZE).all())
        away = visible(points + 500, np.ones(3), np.array([[0, 1, 2]]), SIZE, SIZE)
        self.assertEqual(len(away.sample), 0)


if __name__ == "__main__":
    unittest.main()
