"""Films: frames, people, progress, and unreadable films."""

import io
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from contextlib import redirect_stderr
from pathlib import Path
from unittest import mock

import facialfun
from facialfun.film_people import Film
from facialfun.films import FilmOptions, frames_of
from facialfun.pictures import Film as FilmInput
from facialfun.progress import reported

from .real import SAMPLES, command_line, needs_program, use_program

try:
    import pandas
except ImportError:
    pandas = None

needs_ffmpeg = unittest.skipUnless(shutil.which("ffmpeg"), "SKIPPED: ffmpeg is not installed")


def make_film(path: str, names: tuple[str, ...], seconds: float = 1, fps: int = 5) -> None:
    """A film that shows each picture for a while."""
    inputs = [word for name in names
              for word in ("-loop", "1", "-t", str(seconds), "-i", str(SAMPLES / name))]
    scaled = "".join(f"[{place}]scale=480:480,fps={fps},setsar=1[v{place}];" for place in range(len(names)))
    joined = "".join(f"[v{place}]" for place in range(len(names)))
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", *inputs, "-filter_complex",
         f"{scaled}{joined}concat=n={len(names)}", "-pix_fmt", "yuv420p", path], check=True)


@needs_program
@needs_ffmpeg
class FilmTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.path = os.path.join(cls.folder, "clip.mp4")
        make_film(cls.path, ("rendered-happiness.jpg", "rendered-fear.jpg"))
        shutil.copy(SAMPLES / "rendered-anger.jpg", os.path.join(cls.folder, "a.jpg"))
        shutil.copy(SAMPLES / "rendered-anger.jpg", os.path.join(cls.folder, "z.jpg"))
        cls.reports = facialfun.score(cls.path)

    def test_film_gives_the_results_of_the_command_line(self):
        wanted = [json.loads(line) for line in command_line("score", self.path, "--format", "jsonl").splitlines()]
        given = [dict(report.record) for report in self.reports]
        for one in wanted + given:
            one.pop("milliseconds", None)
        self.assertEqual(len(given), 10)
        self.assertEqual(given, wanted)

    def test_frames_have_numbers_times_and_people(self):
        self.assertEqual([report.frame for report in self.reports], list(range(1, 11)))
        self.assertAlmostEqual(self.reports[9].time, 1.8)
        self.assertEqual({report.face.person for report in self.reports}, {1, 2})
        self.assertEqual([self.reports[place].face.top for place in (0, 9)], ["happiness", "fear"])

    def test_films_in_folders_are_sorted_among_the_pictures(self):
        reports = facialfun.score(self.folder)
        names = [os.path.basename(report.path) for report in reports]
        self.assertEqual(names, ["a.jpg", *["clip.mp4"] * 10, "z.jpg"])
        self.assertIsNone(reports[0].time)
        without = facialfun.score(self.folder, films=False)
        self.assertEqual([os.path.basename(report.path) for report in without], ["a.jpg", "z.jpg"])

    def test_fps_reduces_the_number_of_frames(self):
        self.assertEqual(len(facialfun.score(self.path, fps=1)), 2)
        for fps in (0, -1, float("nan"), 5000):
            with self.assertRaisesRegex(ValueError, "fps"):
                facialfun.score(self.path, fps=fps)

    def test_frames_arrive_during_reading_and_the_reader_ends_with_the_iterator(self):
        started = []
        start = subprocess.Popen

        def popen(*arguments, **options):
            started.append(start(*arguments, **options))
            return started[-1]

        with mock.patch.object(subprocess, "Popen", popen):
            frames = frames_of(FilmInput(self.path), FilmOptions())
            self.assertEqual(next(frames)["frame"], 1)
            frames.close()
        self.assertEqual(len(started), 1)
        self.assertIsNotNone(started[0].returncode)

    def test_movements_are_measured_in_films(self):
        report = next(facialfun.score_iter(self.path, movements=True, fps=1))
        self.assertEqual(len(report.face.movements), 51)

    def test_damaged_film_is_a_report_with_a_problem(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "-bad.mp4")
            Path(path).write_bytes(b"\0\0\0\x20ftypisom" + bytes(2000))
            before = os.getcwd()
            os.chdir(folder)
            try:
                reports = facialfun.score("-bad.mp4")
            finally:
                os.chdir(before)
            self.assertEqual([report.path for report in reports], ["-bad.mp4"])
            self.assertIsNotNone(reports[0].problem)
            with self.assertRaisesRegex(facialfun.FilmError, "bad.mp4") as caught:
                facialfun.people(path)
            self.assertEqual(caught.exception.code, reports[0].problem.code)

    def test_problem_names_ffmpeg_if_it_is_missing(self):
        with mock.patch.dict(os.environ, {"PATH": self.folder}):
            report, = facialfun.score(self.path)
        self.assertEqual(report.problem.code, "reader_missing")

    def test_people_have_their_times_and_scores(self):
        people = facialfun.people(self.path)
        self.assertEqual([person.person for person in people], [1, 2])
        happy, afraid = people
        self.assertEqual((happy.top, afraid.top), ("happiness", "fear"))
        self.assertEqual((happy.frames, happy.judgeable_frames), (5, 5))
        self.assertAlmostEqual(happy.seconds, 1.0)
        self.assertAlmostEqual(afraid.first_seen, 1.0)
        self.assertAlmostEqual(afraid.last_seen, 1.8)
        self.assertGreater(afraid.peaks["fear"].score, 0.5)
        self.assertGreaterEqual(afraid.peaks["fear"].time, 1.0)
        self.assertAlmostEqual(sum(score for _, score in happy.scores.items()), 1, places=5)
        self.assertEqual(facialfun.people(self.reports), people)

    def test_pictures_have_no_people(self):
        with self.assertRaisesRegex(ValueError, "picture"):
            facialfun.people(SAMPLES / "group.jpg")

    @unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
    def test_tables_have_a_row_per_person_and_frame_and_one_per_person(self):
        frame = self.reports.to_pandas()
        self.assertEqual(len(frame), 10)
        self.assertEqual(list(frame.groupby("person")["time"].min()), [0.0, 1.0])
        self.assertEqual(str(frame["person"].dtype), "Int64")
        people = facialfun.people(self.reports).to_pandas()
        self.assertEqual(list(people["top"]), ["happiness", "fear"])
        self.assertEqual(list(people["shareFear"]), [0.0, 1.0])
        self.assertEqual(len(facialfun.People().to_pandas()), 0)
        # Pictures alone have neither column.
        pictures = facialfun.score(self.folder, films=False).to_pandas()
        self.assertNotIn("person", pictures.columns)

    @unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
    def test_table_of_a_film_equals_the_csv(self):
        text = command_line("score", self.path, "--format", "csv")
        wanted = pandas.read_csv(io.StringIO(text), float_precision="round_trip")
        given = self.reports.to_pandas()
        for name in ("frame", "time", "person", "top", "happiness", "x"):
            self.assertEqual(list(given[name]), list(wanted[name]), name)

    def test_progress_is_reported_after_each_report(self):
        told = []
        facialfun.score(self.path, progress=told.append)
        self.assertEqual([one.done for one in told], list(range(1, 11)))
        self.assertEqual((told[9].total, told[9].frame), (None, 10))
        self.assertAlmostEqual(told[9].time, 1.8)
        told.clear()
        facialfun.score([os.path.join(self.folder, "a.jpg"), "/nowhere.jpg"], progress=told.append)
        self.assertEqual([(one.done, one.total, one.failed) for one in told], [(1, 2, 0), (2, 2, 1)])

    def test_progress_is_a_bar_with_tqdm_and_a_line_without_it(self):
        for modules in ({}, {"tqdm": None, "tqdm.auto": None}):
            with mock.patch.dict("sys.modules", modules), redirect_stderr(io.StringIO()) as drawn:
                facialfun.score(self.path, progress=True)
            self.assertIn("10", drawn.getvalue())
            self.assertIn("1.8 s of the film", drawn.getvalue())


class PeopleTests(unittest.TestCase):
    def frame(self, time: float, *people: int) -> facialfun.Report:
        face = mock.Mock(judgeable=False)
        return mock.Mock(faces=[mock.Mock(wraps=face, person=person, judgeable=False) for person in people])

    def test_face_in_few_frames_is_left_out_of_a_long_film(self):
        film = Film("a.mp4")
        for number in range(40):
            people = (1, 2) if number < 2 else (1,)
            film.add(self.frame(number, *people), number / 10)
        self.assertEqual([person.person for person in film.people(3)], [1])
        self.assertEqual([person.person for person in film.people(1)], [1, 2])

    def test_unjudgeable_person_has_no_scores(self):
        film = Film("a.mp4")
        film.add(self.frame(0, 1), 0)
        person, = film.people(3)
        self.assertEqual((person.top, person.scores, person.shares, person.peaks), (None, None, None, {}))
        self.assertEqual((person.frames, person.judgeable_frames), (1, 0))


class ProgressTests(unittest.TestCase):
    def test_caller_that_stops_early_closes_the_batch(self):
        closed = []

        def reports():
            try:
                while True:
                    yield mock.Mock(ok=True, time=None)
            finally:
                closed.append(True)

        told = reported(reports(), None, lambda progress: None)
        next(told)
        told.close()
        self.assertEqual(closed, [True])


@needs_program
class NoProgramTests(unittest.TestCase):
    def test_service_at_an_address_scores_pictures_without_the_program(self):
        use_program()
        with facialfun.PrivateService() as service, tempfile.NamedTemporaryFile(suffix=".mp4") as film:
            address = service.address()
            with mock.patch.dict(os.environ, {"FACIALFUN_BINARY": "/nowhere"}):
                reports = facialfun.score([film.name, SAMPLES / "rendered-fear.jpg"], address=address)
        self.assertEqual([report.problem and report.problem.code for report in reports], ["no_program", None])


if __name__ == "__main__":
    unittest.main()
