"""Runs the examples for users of other packages in docs/python.md."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import facialfun

from .real import CHECKOUT, PROGRAM, SAMPLES, needs_program, use_program
from .test_films import make_film

try:
    import cv2
    import pandas
except ImportError:
    cv2 = pandas = None

PAGE = CHECKOUT / "docs" / "python.md"


def first_lines() -> list[tuple[str, str]]:
    """The other package and the line, in the order of the page."""
    table = PAGE.read_text().split("<!-- first lines: begin -->")[1].split("<!-- first lines: end -->")[0]
    rows = re.findall(r"^\| ([\w-]+): `.*` \| `(.*)` \|$", table, re.MULTILINE)
    return [(name, line) for name, line in rows]


class PageTests(unittest.TestCase):
    def test_page_has_ten_lines_for_four_packages(self):
        self.assertEqual(len(first_lines()), 10)
        self.assertEqual({name for name, _ in first_lines()}, {"DeepFace", "py-feat", "OpenFace", "MediaPipe"})


@needs_program
@unittest.skipUnless(cv2 and pandas, "SKIPPED: OpenCV or pandas is not installed")
@unittest.skipUnless(shutil.which("ffmpeg"), "SKIPPED: ffmpeg is not installed")
class FirstLineTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.folder = Path(made.name)
        shutil.copy(SAMPLES / "rendered-happiness.jpg", cls.folder / "img.jpg")
        shutil.copy(SAMPLES / "group.jpg", cls.folder / "group.jpg")
        (cls.folder / "images").mkdir()
        shutil.copy(SAMPLES / "rendered-fear.jpg", cls.folder / "images" / "a.jpg")
        make_film(str(cls.folder / "clip.mp4"), ("rendered-happiness.jpg", "rendered-fear.jpg"))
        before = os.getcwd()
        os.chdir(cls.folder)
        cls.addClassCleanup(os.chdir, before)
        rgb = cv2.imread("img.jpg")[:, :, ::-1]
        cls.values = [cls.run_line(line, rgb) for _, line in first_lines()]

    @classmethod
    def run_line(cls, line: str, rgb: object) -> object:
        """The value of a line of Python, or the table that a command wrote."""
        if not line.startswith("$ "):
            return eval(line, {"facialfun": facialfun, "cv2": cv2, "rgb": rgb})
        search = f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}"
        with mock.patch.dict(os.environ, {"PATH": search}):
            subprocess.run(line[2:], shell=True, check=True, stderr=subprocess.DEVNULL)
        return pandas.read_csv(line.rpartition(" ")[2])

    def test_deepface_has_the_dominant_emotion(self):
        self.assertEqual(self.values[0], "happiness")

    def test_deepface_accepts_a_picture_of_opencv(self):
        report, = self.values[1]
        self.assertEqual((report.face.top, len(report.faces)), ("happiness", 1))

    def test_deepface_has_the_scores_of_each_face(self):
        self.assertGreater(len(self.values[2]), 1)
        for scores in self.values[2]:
            self.assertEqual(tuple(scores), facialfun.EMOTIONS)
            self.assertAlmostEqual(sum(scores.values()), 1, places=5)

    def test_py_feat_has_a_table_of_emotions(self):
        table = self.values[3]
        self.assertEqual(list(table.columns), list(facialfun.EMOTIONS))
        self.assertGreater(len(table), 2)
        self.assertEqual(table.iloc[0].idxmax(), "happiness")

    def test_py_feat_has_a_table_of_a_film(self):
        self.assertEqual(list(self.values[4]["time"]), [0.0, 1.0])
        self.assertEqual(list(self.values[4]["top"]), ["happiness", "fear"])

    def test_openface_has_a_table_of_a_folder(self):
        self.assertEqual(list(self.values[5]["top"]), ["fear"])

    def test_openface_returns_a_table_for_a_film(self):
        self.assertEqual(len(self.values[6]), 10)
        self.assertEqual(set(self.values[6]["person"]), {1, 2})

    def test_openface_returns_pose_and_gaze_for_a_film(self):
        table = self.values[7]
        self.assertEqual(list(table.columns), ["time", "person", "yaw", "pitch", "roll", "gazeYaw", "gazePitch"])
        self.assertEqual(len(table), 10)
        self.assertTrue((table[["yaw", "pitch", "roll"]].abs() < 20).all(axis=None))
        self.assertTrue((table[["gazeYaw", "gazePitch"]].abs() < 20).all(axis=None))

    def test_mediapipe_has_the_movements(self):
        self.assertEqual(len(self.values[8]), 51)
        self.assertGreater(self.values[8]["mouthSmileLeft"], 0.3)

    def test_mediapipe_has_the_landmarks_of_an_array(self):
        self.assertEqual(len(self.values[9]), 478)
        self.assertTrue(all(0 < x < 480 and 0 < y < 480 for x, y, _ in self.values[9]))


if __name__ == "__main__":
    unittest.main()
