"""Tables: the command line's columns and values."""

import csv
import io
import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import ClassVar

import facialfun
from facialfun.film_people import Film, People
from facialfun.pictures import failure
from facialfun.spark import own_classes
from facialfun.table import columns, rows_of

from .real import SAMPLES, command_line, needs_program, use_program

try:
    import pandas
except ImportError:
    pandas = None

INPUTS = ("group.jpg", "no-face-cat.jpg", "tiny.jpg", "README.md", "dark.jpg")


class PathTests(unittest.TestCase):
    def test_name_that_is_not_text_is_shown_like_on_the_command_line(self):
        row = next(rows_of(failure(os.fsdecode(b"a\xff.jpg"), "not_found", "It is gone.")))
        self.assertEqual(row[0], "a\N{REPLACEMENT CHARACTER}.jpg")


class ClassTests(unittest.TestCase):
    """Models with the user's own classes."""

    RECORD: ClassVar = {
        "schema": "facialfun.image-report/2", "path": "a.jpg", "milliseconds": {},
        "image": {"width": 1, "height": 1, "format": "jpeg", "orientation": 1},
        "model": {"name": "emotion-v1", "version": "1"}, "operatingPoint": "photograph",
    }
    FACE: ClassVar = {
        "box": {"x": 0, "y": 0, "width": 1, "height": 1}, "confidence": 1.0, "judgeable": True, "reasons": [],
        "top": "fear", "scores": dict.fromkeys(facialfun.EMOTIONS, 0.125), "features": None, "keypoints": {},
        "rectangle": {"side": 600, "toImage": {"a": 1, "b": 0, "tx": 0, "ty": 0}},
        "quality": dict.fromkeys(
            ("visibleShare", "sharpness", "meanLuma", "darkShare", "brightShare", "contrast", "mouthHidden",
             "eyesHidden", "meshPresence", "yaw", "pitch", "roll"), 0.0),
        "classes": {"top": "tense", "scores": {"calm": 0.25, "tense": 0.75}},
    }

    def reports(self):
        with_classes = facialfun.Report.of({**self.RECORD, "faces": [self.FACE]})
        return facialfun.Reports([with_classes, facialfun.Report.of({**self.RECORD, "faces": []})])

    def test_face_has_the_scores_of_the_classes(self):
        face = self.reports()[0].face
        self.assertEqual(face.top_class, "tense")
        self.assertEqual(face.classes, {"calm": 0.25, "tense": 0.75})
        plain = {name: value for name, value in self.FACE.items() if name != "classes"}
        self.assertIsNone(facialfun.Face.of(plain).classes)

    def test_rows_have_class_columns_if_named(self):
        names = ["calm", "tense"]
        self.assertEqual(list(columns(film=True, classes=names))[-5:], ["time", "person", "topClass", "class.calm",
                                                                       "class.tense"])
        row, = rows_of(self.reports()[0].record, classes=names)
        self.assertEqual(row[-3:], ("tense", 0.25, 0.75))
        without_face, = rows_of(self.reports()[1].record, classes=names)
        self.assertEqual(without_face[-3:], (None, None, None))
        self.assertEqual(len(row), len(columns(classes=names)))

    @unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
    def test_data_frame_finds_the_class_columns_itself(self):
        frame = self.reports().to_pandas()
        self.assertEqual(frame["topClass"][0], "tense")
        self.assertEqual(frame["class.calm"][0], 0.25)
        self.assertTrue(frame["class.calm"].isna()[1])

    def people(self) -> People:
        film = Film("a.mp4")
        for number, calm in enumerate((0.25, 0.75, 0.875)):
            classes = {"top": "calm" if calm > 0.5 else "tense", "scores": {"calm": calm, "tense": 1 - calm}}
            face = {**self.FACE, "person": 1, "classes": classes}
            film.add(facialfun.Report.of({**self.RECORD, "faces": [face]}), number / 10)
        return People(film.people(3))

    def test_person_of_a_film_has_class_means(self):
        person, = self.people()
        self.assertEqual(person.classes, {"calm": 0.625, "tense": 0.375})
        self.assertEqual(person.top_class, "calm")

    @unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
    def test_data_frame_of_people_has_class_columns(self):
        frame = self.people().to_pandas()
        self.assertEqual(list(frame.columns)[-3:], ["topClass", "class.calm", "class.tense"])
        self.assertEqual((frame["topClass"][0], frame["class.calm"][0]), ("calm", 0.625))

    def test_class_names_are_read_from_the_model(self):
        with tempfile.TemporaryDirectory() as folder:
            manifest = Path(folder, "manifest.json")
            for emotion, names in (({"classes": {"labels": ["calm", "tense"]}}, ("calm", "tense")), ({}, ())):
                manifest.write_text(json.dumps({"emotion": emotion}))
                self.assertEqual(own_classes(folder), names)
            self.assertEqual(own_classes(Path(folder).parent / Path(folder).name), ())
            for text in ("{}", "[]", "{"):
                manifest.write_text(text)
                with self.assertRaisesRegex(ValueError, "model"):
                    own_classes(folder)
            manifest.unlink()
            with self.assertRaisesRegex(ValueError, "contains no emotion model"):
                own_classes(folder)


@needs_program
class TableTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        cls.paths = [str(SAMPLES / name) for name in INPUTS]
        with facialfun.PrivateService() as service:
            cls.reports = facialfun.score(cls.paths, movements=True, landmarks=True, service=service)

    def test_rows_equal_the_csv_of_the_command_line(self):
        options = ("--search", "service", "--movements", "--landmarks", "--format", "csv")
        text = command_line("score", *self.paths, *options)
        wanted = list(csv.DictReader(io.StringIO(text)))
        names = list(columns(movements=True, landmarks=True))
        given = [
            dict(zip(names, row, strict=True))
            for report in self.reports
            for row in rows_of(report.record, movements=True, landmarks=True)
        ]
        self.assertEqual(len(given), len(wanted))
        self.assertGreater(len(given), 6)
        # The same columns except `frame`, which the command line does not have.
        self.assertEqual(set(names) - {"frame"}, set(wanted[0]))
        for ours, theirs in zip(given, wanted, strict=True):
            for name, cell in theirs.items():
                value = ours[name]
                if isinstance(value, bool):
                    self.assertEqual(str(value).lower(), cell)
                elif isinstance(value, (int, float)):
                    self.assertEqual(value, float(cell), name)
                else:
                    self.assertEqual(value or "", cell, name)

    @unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
    def test_data_frame_has_types_and_missing_values(self):
        frame = self.reports.to_pandas()
        self.assertEqual(frame["picture"].nunique(), len(INPUTS))
        problem = frame[frame["errorCode"].notna()]
        self.assertEqual(list(problem["errorCode"]), ["unsupported_format"])
        self.assertTrue(problem["happiness"].isna().all())
        faces = frame[frame["face"].notna()]
        self.assertTrue(((faces[list(facialfun.EMOTIONS)].sum(axis=1) - 1).abs() < 1e-5).all())
        self.assertEqual(str(frame["judgeable"].dtype), "boolean")
        self.assertEqual(len(facialfun.Reports().to_pandas()), 0)

    @unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
    def test_landmarks_are_columns_of_a_data_frame_and_members_of_a_face(self):
        frame = self.reports.to_pandas()
        face = self.reports[0].face
        self.assertEqual(len(face.landmarks), 478)
        self.assertEqual(tuple(frame.loc[0, ["x_477", "y_477", "z_477"]]), face.landmarks[477])
        if face.gaze is not None:
            self.assertEqual(frame.loc[0, "gazeYaw"], face.gaze.mean.yaw)
        self.assertTrue(frame[frame["face"].isna()]["x_0"].isna().all())

    @unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
    def test_former_name_of_to_pandas_warns_and_returns_the_same_table(self):
        with self.assertWarnsRegex(DeprecationWarning, "to_pandas"):
            frame = self.reports.frame()
        pandas.testing.assert_frame_equal(frame, self.reports.to_pandas())


if __name__ == "__main__":
    unittest.main()
