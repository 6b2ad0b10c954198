"""python3 -m unittest discover -s training -t ."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
from PIL import Image

from training.render.human_renderer import person, wavefront
from training.render.human_renderer.body import REACH, reach_of, together
from training.render.human_renderer.fitted import Fitted, sampled
from training.render.human_renderer.people import AGES

SQUARE = """v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
g front
f 1/1 2/2 3/3 4/4
"""


class HumanRendererTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_quad_becomes_two_triangles_of_its_group_with_one_winding(self):
        (self.folder / "square.obj").write_text(SQUARE)
        mesh = wavefront.read(self.folder / "square.obj")
        self.assertEqual(mesh.triangles.tolist(), [[0, 1, 2], [0, 2, 3]])
        self.assertEqual(mesh.vertices_of("front").tolist(), [0, 1, 2, 3])
        found = wavefront.normals(mesh.positions, mesh.triangles)
        np.testing.assert_allclose(found, [[0, 0, 1]] * 4)

    def test_a_mesh_without_faces_is_rejected_by_name(self):
        (self.folder / "empty.obj").write_text("v 0 0 0\n")
        with self.assertRaisesRegex(ValueError, "empty.obj contains no faces"):
            wavefront.read(self.folder / "empty.obj")

    def test_a_fitted_mesh_follows_the_body(self):
        (self.folder / "thing.obj").write_text(SQUARE)
        (self.folder / "thing.mhclo").write_text(
            "x_scale 0 1 1.0\nverts 0\n0 1 2 0.5 0.5 0 0.25 0 0\n0\n1\n2\n"
        )
        Image.fromarray(np.full((4, 4, 4), 255, np.uint8)).save(self.folder / "thing.png")
        thing = Fitted(self.folder)
        body = np.float32([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
        np.testing.assert_allclose(thing.on(body)[0], [0.75, 0, 0])
        np.testing.assert_allclose(thing.on(2 * body)[0], [1.5, 0, 0])
        np.testing.assert_allclose(thing.on(body)[1:], body)

    def test_a_fitting_with_too_few_vertices_is_rejected(self):
        (self.folder / "thing.obj").write_text(SQUARE)
        (self.folder / "thing.mhclo").write_text("verts 0\n0\n1\n")
        Image.fromarray(np.full((4, 4, 4), 255, np.uint8)).save(self.folder / "thing.png")
        with self.assertRaisesRegex(ValueError, "fits 2 vertices, its mesh has 4"):
            Fitted(self.folder)

    def test_texture_coordinates_start_at_the_lower_left(self):
        texture = np.zeros((8, 8, 4), np.float32)
        texture[6:, :2, 0] = 1
        corners = sampled(texture, np.float32([[0.06, 0.06], [0.94, 0.06], [0.06, 0.94]]))
        np.testing.assert_allclose(corners[:, 0], [1, 0, 0])

    def test_shapes_of_the_3d_head_have_makehuman_names(self):
        found = together({"browInnerUp_L": 1.0, "browInnerUp_R": 0.6, "browDown_L": 0.5,
                          "eyeLookUp": 0.3, "jawOpen": 0.2})  # fmt: skip
        self.assertAlmostEqual(found.pop("browInnerUp"), 0.8)
        self.assertEqual(
            found,
            {"browDownLeft": 0.5, "eyeLookUpLeft": 0.3, "eyeLookUpRight": 0.3, "jawOpen": 0.2},
        )

    def test_outer_brows_move_the_inner_ones_on_either_side(self):
        found = together({"browOuterUp_L": 1.0, "browInnerUp": 0.2})
        self.assertEqual(found, {"browOuterUpLeft": 1.0, "browInnerUp": 0.45})
        both = together({"browOuterUp_L": 1.0, "browOuterUp_R": 1.0})
        self.assertEqual(both["browInnerUp"], 0.5)
        self.assertNotIn("browInnerUp", together({"browDown_L": 1.0}))

    def test_movements_of_both_sides_have_the_same_size(self):
        for name, reach in REACH.items():
            self.assertEqual(reach_of(name), reach)
        self.assertEqual(reach_of("noseSneerLeft"), reach_of("noseSneerRight"))
        self.assertEqual(reach_of("mouthLeft"), REACH["mouthLeft"])
        self.assertEqual(reach_of("browDownLeft"), 1.0)

    def test_person_follows_from_seed_and_weights_sum_to_one(self):
        for years in (5, 8, 12, 30, 75):
            human = person(3, years)
            self.assertEqual(human, person(3, years))
            whole = [v for n, v in human.shapes.items() if n.count("-") == 2 and "macro" in n]
            self.assertAlmostEqual(sum(whole), 1, places=6)
            ages = {n.split("-")[2] for n in human.shapes if "macro" in n and n.count("-") == 2}
            self.assertLessEqual(ages, set(AGES))
        self.assertNotEqual(person(3, 8), person(4, 8))


if __name__ == "__main__":
    unittest.main()
