"""Tests of the landmark errors: known places are found, and known shifts are measured."""

import unittest

import numpy as np

from training.measure.landmark_errors import (
    PARTS,
    SETS,
    Picture,
    Surface,
    errors,
    nearest_places,
    parts_478,
    points_68,
    set_of,
    table,
)


class Model:
    """Two triangles of skin that share an edge, one triangle of an eyeball, and a hidden one of teeth."""

    def __init__(self):
        self.neutral = np.zeros((26719, 3), dtype=np.float32)
        self.triangles = np.array([[0, 1, 2], [1, 3, 2], [4, 5, 6], [7, 8, 9]])
        self.material_names = ["M_Face", "M_ScleraLeft", "M_ScleraRight", "M_Teeth", "M_GumsTongue"]
        self.material = np.array([0, 0, 1, 3])


class LandmarkErrorTests(unittest.TestCase):
    def pictures(self, count: int, shift: float = 0.0) -> tuple[list[Picture], np.ndarray, np.ndarray]:
        """Random candidates, of which the first hundred are on eyeballs, and the true place of each landmark."""
        generator = np.random.default_rng(1)
        is_eye = np.arange(1000) < 100
        truth = generator.permutation(np.arange(100, 1000))[:478]
        truth[list(PARTS["irises"])] = np.arange(10)
        pictures = []
        for number in range(count):
            true = generator.uniform(0, 300, (1000, 2)).astype(np.float32)
            reported = true[truth] + [shift, 0]
            pictures.append(Picture(number, SETS[0], reported, true, np.zeros((68, 2)), 100.0))
        return pictures, is_eye, truth

    def test_places_are_found_and_a_shift_is_the_error(self):
        pictures, is_eye, truth = self.pictures(8)
        places = nearest_places(pictures, is_eye)
        np.testing.assert_array_equal(places, truth)
        shifted, _, _ = self.pictures(8, shift=5)
        np.testing.assert_allclose(errors(shifted, places), 5, atol=1e-3)

    def test_iris_points_are_placed_on_eyeballs_only(self):
        pictures, is_eye, _ = self.pictures(8)
        self.assertTrue((nearest_places(pictures, ~is_eye)[list(PARTS["irises"])] >= 100).all())

    def test_surface_has_vertices_edges_and_triangles_without_teeth(self):
        surface = Surface(Model())
        vertices = np.stack([np.arange(10.0), np.zeros(10)], axis=1)
        found = surface.positions(vertices)[:, 0]
        skin, eye = set(np.round(found[~surface.is_eye], 3)), set(np.round(found[surface.is_eye], 3))
        self.assertEqual(skin, {0, 1, 2, 3, 0.5, 1.5, 2.5})
        self.assertEqual(eye, {4, 5, 6, 4.5, 5.5})

    def test_every_point_belongs_to_one_part(self):
        every = np.concatenate(list(parts_478().values()))
        np.testing.assert_array_equal(np.sort(every), np.arange(478))
        self.assertEqual(len(points_68()), 68)

    def test_table_has_the_mean_of_each_part_and_set(self):
        pictures, is_eye, _ = self.pictures(4, shift=3)
        error = errors(pictures, nearest_places(self.pictures(4)[0], is_eye))
        text = table(pictures, error, parts_478(), "part")
        self.assertIn("| irises | 10 | 3.0 % | 3.0 % | 3.0 % |", text)
        self.assertIn("straight (4)", text)

    def test_set_follows_the_pose(self):
        def kind(name: str, yaw: float, pitch: float) -> str:
            return set_of({"set": name, "pose": [yaw, pitch, 35.0]})

        self.assertEqual(kind("pose", 20, 12.5), SETS[1])
        self.assertEqual(kind("pose", 0, 25), SETS[2])
        self.assertEqual(kind("neutral", 0, 0), SETS[0])
        self.assertEqual(kind("shape", 0, 0), SETS[3])


if __name__ == "__main__":
    unittest.main()
