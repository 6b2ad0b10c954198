"""python3 -m unittest discover -s Benchmarks/datasets -t Benchmarks/datasets"""

import importlib.util
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from contenders import Answer, Run, RunError, renamed, run_peer
from figures import common_emotions, figures, table
from layouts import DataSet, LayoutError, Sample, gray_png, load, majority

CHECKOUT = Path(__file__).resolve().parents[2]
SAMPLES = CHECKOUT / "SampleFaces"
HAS_NUMPY = importlib.util.find_spec("numpy") is not None
LAB = os.environ.get("FACIALFUN_LAB_BINARY", str(CHECKOUT / ".build" / "release" / "facialfun-lab"))

#: A peer that finds no face in pictures named "none", and the same emotion in all others.
ADAPTER = """
def load():
    return lambda path, is_crop: None if path.stem == "none" else {"happy": 0.75, "sad": 0.25, "crop": is_crop}
"""

#: Like ADAPTER, but names another emotion if it has more than one processor.
SINGLE_PROCESSOR_ADAPTER = "import os\n" + ADAPTER.replace("0.75", "float(len(os.sched_getaffinity(0)) == 1)")


class FolderTestCase(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name, "data")
        self.work = Path(made.name, "work")
        self.folder.mkdir()
        self.work.mkdir()

    def write(self, name: str, content: "bytes | str" = b"x") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def labels(self, **options) -> dict[str, str]:
        data = load(self.folder, self.work, **options)
        return {sample.path.name: sample.label for sample in data.samples}


class LayoutTests(FolderTestCase):
    VOTES = (
        "Usage,Image name,neutral,happiness,surprise,sadness,anger,disgust,fear,contempt,unknown,NF\n"
        "Training,fer0000000.png,9,0,0,0,1,0,0,0,0,0\n"
        "PublicTest,fer0000001.png,1,8,0,0,0,0,0,0,1,0\n"
        "PublicTest,fer0000002.png,0,0,0,0,0,0,0,0,9,1\n"
        "PublicTest,,0,0,0,0,0,0,0,0,0,10\n"
        "PrivateTest,fer0000004.png,0,0,0,0,0,0,9,0,1,0\n")

    def test_ferplus_is_read_with_the_table_of_fer2013(self):
        self.write("fer2013new.csv", self.VOTES)
        pixels = " ".join(str(number % 256) for number in range(48 * 48))
        self.write("fer2013.csv", "emotion,pixels,Usage\n" + f"0,{pixels},x\n" * 5)
        self.assertEqual(self.labels(), {"fer0000001.png": "happiness"})
        self.assertEqual(self.labels(split="test"), {"fer0000004.png": "fear"})
        picture = (self.work / "fer0000001.png").read_bytes()
        self.assertEqual(picture, gray_png(bytes(number % 256 for number in range(48 * 48)), 48, 48))
        self.assertEqual(load(self.folder, self.work).name, "FER+ valid")

    def test_ferplus_is_read_from_folders_of_pictures(self):
        self.write("fer2013new.csv", self.VOTES)
        with self.assertRaisesRegex(LayoutError, "no pictures"):
            load(self.folder, self.work)
        self.write("FER2013Valid/fer0000001.png")
        self.assertEqual(self.labels(), {"fer0000001.png": "happiness"})
        with self.assertRaisesRegex(LayoutError, "train, valid, test"):
            load(self.folder, self.work, split="val")

    @unittest.skipUnless(HAS_NUMPY, "SKIPPED: NumPy is not installed")
    def test_ferplus_is_read_from_arrays(self):
        import numpy

        votes = numpy.zeros((3, 10), "uint8")
        votes[0, 3], votes[1, 8], votes[2, 6] = 9, 9, 9
        numpy.savez(self.folder / "ferplus-train-valid.npz", images=numpy.zeros((3, 48, 48), "uint8"), votes=votes,
                    split=numpy.array(["valid", "valid", "train"]), row=numpy.arange(3))
        self.assertEqual(self.labels(), {"fer0000000.png": "sadness"})
        self.assertEqual(self.labels(split="train"), {"fer0000002.png": "fear"})

    def test_label_is_the_choice_of_most_raters(self):
        self.assertEqual(majority([0, 5, 4, 0, 0, 0, 0, 0, 1, 0]), "happiness")
        self.assertIsNone(majority([4, 0, 0, 0, 0, 0, 0, 0, 6, 0]))
        self.assertIsNone(majority([0, 0, 0, 0, 0, 0, 0, 0, 4, 6]))

    def test_raf_db_is_read_with_its_list(self):
        self.write("EmoLabel/list_patition_label.txt", "train_00001.jpg 5\ntest_0001.jpg 1\ntest_0002.jpg 7\n")
        for name in ("test_0001", "test_0002"):
            self.write(f"Image/aligned/{name}_aligned.jpg")
        self.assertEqual(
            self.labels(), {"test_0001_aligned.jpg": "surprise", "test_0002_aligned.jpg": "neutral"})
        with self.assertRaisesRegex(LayoutError, "1 of 1 pictures are missing"):
            load(self.folder, self.work, split="train")

    def test_raf_db_is_read_from_numbered_folders(self):
        self.write("DATASET/test/4/a.jpg")
        self.write("DATASET/test/6/b.jpg")
        self.write("DATASET/test/6/notes.txt")
        self.assertEqual(self.labels(), {"a.jpg": "happiness", "b.jpg": "anger"})

    @unittest.skipUnless(HAS_NUMPY, "SKIPPED: NumPy is not installed")
    def test_affectnet_annotations_are_read_from_files(self):
        import numpy

        for name, number in (("0", "1"), ("17", "6"), ("23", "9")):
            self.write(f"val_set/images/{name}.jpg")
            (self.folder / "val_set" / "annotations").mkdir(exist_ok=True)
            numpy.save(self.folder / "val_set" / "annotations" / f"{name}_exp.npy", numpy.array(number))
        self.assertEqual(self.labels(), {"0.jpg": "happiness", "17.jpg": "anger"})

    def test_affectnet_is_read_with_a_table(self):
        self.write("validation.csv", "subDirectory_filePath,expression\n1/a.jpg,7\n2/b.jpg,3\n2/c.jpg,10\n")
        for name in ("1/a.jpg", "2/b.jpg"):
            self.write("Manually_Annotated_Images/" + name)
        self.assertEqual(self.labels(), {"a.jpg": "contempt", "b.jpg": "surprise"})

    def test_folders_with_the_names_of_emotions_are_read(self):
        for name in ("happy/a.jpg", "Anger/b.png", "other/c.jpg"):
            self.write(name)
        self.assertEqual(self.labels(), {"a.jpg": "happiness", "b.png": "anger"})
        self.assertFalse(load(self.folder, self.work).are_crops)

    def test_folders_split_into_parts_are_read(self):
        for name in ("train/happy/a.jpg", "train/sad/b.jpg", "test/happy/c.jpg", "test/sad/d.jpg"):
            self.write(name)
        self.assertEqual(self.labels(), {"c.jpg": "happiness", "d.jpg": "sadness"})
        self.assertEqual(set(self.labels(split="train")), {"a.jpg", "b.jpg"})

    def test_other_folders_are_rejected(self):
        self.write("a.jpg")
        with self.assertRaisesRegex(LayoutError, r"RAF-DB.*README"):
            load(self.folder, self.work)
        with self.assertRaisesRegex(LayoutError, "does not exist"):
            load(self.folder / "gone", self.work)
        with self.assertRaisesRegex(LayoutError, "unknown layout"):
            load(self.folder, self.work, layout="CK+")


class FigureTests(unittest.TestCase):
    LABELS = ("happiness", "happiness", "happiness", "sadness", "contempt")

    def answers(self, *tops: "str | None") -> tuple[Answer, ...]:
        return tuple(Answer(None if top is None else {
            name: float(name == top) for name in ("happiness", "sadness", "anger")}) for top in tops)

    def test_picture_without_a_result_counts_as_wrong(self):
        found = figures(self.answers("happiness", None, "happiness", "sadness", "anger"), self.LABELS, ["happiness"])
        self.assertAlmostEqual(found.accuracy, 3 / 5)
        self.assertAlmostEqual(found.macro_recall, (2 / 3 + 1 + 0) / 3)
        self.assertAlmostEqual(found.unanswered, 1 / 5)
        self.assertAlmostEqual(found.margin, 1.96 * math.sqrt(0.6 * 0.4 / 5))

    def test_accuracy_on_common_emotions_ignores_other_emotions(self):
        sure = Answer({"happiness": 0.4, "sadness": 0.1, "contempt": 0.5})
        found = figures([sure] * 5, self.LABELS, ["happiness", "sadness"])
        self.assertEqual(found.accuracy, 1 / 5)
        self.assertEqual(found.common, 3 / 4)

    def test_number_of_results_must_match_the_labels(self):
        with self.assertRaises(ValueError):
            figures([], self.LABELS, [])

    def test_table_has_a_column_for_each_contender(self):
        data = DataSet("FER+ valid", tuple(Sample(Path("a"), label) for label in self.LABELS), True)
        one = Run("FacialFun", "1", self.answers(*["happiness"] * 5), 0.5, 123.4, 8.1, 40.4)
        other = Run("fer", "2", self.answers(*["sadness"] * 5), 9, 1.234, 1.04, 640)
        self.assertEqual(common_emotions([one, other], data), ("happiness", "sadness"))
        lines = table(data, [one, other]).splitlines()
        self.assertIn("|  | FacialFun 1 | fer 2 |", lines)
        self.assertIn("| accuracy | 60.0 % ± 42.9 % | 20.0 % ± 35.1 % |", lines)
        self.assertIn("| accuracy on the 2 emotions of all | 75.0 % | 25.0 % |", lines)
        self.assertIn("| recall, happiness | 100.0 % | 0.0 % |", lines)
        self.assertIn("| pictures per second | 123 | 1.2 |", lines)
        self.assertIn("| CPU time per picture, ms | 8.1 | 1.0 |", lines)
        self.assertIn("| peak memory, MB | 40 | 640 |", lines)

    def test_labels_of_packages_are_mapped_to_ours(self):
        self.assertEqual(renamed({"Happy": 0.5, "surprised": 0.5}), {"happiness": 0.5, "surprise": 0.5})
        with self.assertRaisesRegex(RunError, "smile"):
            renamed({"smile": 1})


class PeerTests(FolderTestCase):
    def test_peer_runs_in_a_separate_process(self):
        adapter = self.write("adapter.py", ADAPTER)
        samples = (Sample(self.write("a.jpg"), "happiness"), Sample(self.write("none.jpg"), "sadness"))
        run = run_peer("mine", str(adapter), sys.executable, DataSet("folders", samples, False), self.work)
        self.assertEqual(run.answers, (Answer({"happiness": 0.75, "sadness": 0.25}), Answer(None)))
        self.assertGreater(run.megabytes, 1)
        self.assertGreater(run.first_seconds, 0)

    def test_failing_peer_is_named_with_its_last_line(self):
        adapter = self.write("adapter.py", "def load():\n    raise RuntimeError('no weights')\n")
        data = DataSet("folders", (Sample(self.write("a.jpg"), "happiness"),), False)
        with self.assertRaisesRegex(RunError, "no weights"):
            run_peer("mine", str(adapter), sys.executable, data, self.work)


@unittest.skipUnless(shutil.which(LAB), "SKIPPED: there is no .build/release/facialfun-lab and FACIALFUN_LAB_BINARY "
                                        "names none")
class CommandTests(FolderTestCase):
    def compare(self, *arguments: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, Path(__file__).parent, *map(str, arguments), "--program", LAB], capture_output=True,
            text=True, check=False)

    def test_one_command_compares_folders_of_pictures(self):
        for emotion in ("happiness", "sadness", "fear"):
            path = self.folder / emotion / f"{emotion}.jpg"
            path.parent.mkdir()
            shutil.copy(SAMPLES / f"rendered-{emotion}.jpg", path)
        shutil.copy(SAMPLES / "no-face-cat.jpg", self.folder / "fear" / "none.jpg")
        adapter, figures_file = self.write("adapter.py", SINGLE_PROCESSOR_ADAPTER), self.work / "figures.json"
        done = self.compare(self.folder, "--adapter", f"mine={adapter}", "--json", figures_file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("folders: 4 whole pictures.", done.stdout)
        ours, peer = (one for one in json.loads(figures_file.read_text())["contenders"]
                      if one["name"] in ("FacialFun", "mine"))
        self.assertEqual((ours["accuracy"], ours["unanswered"]), (0.75, 0.25))
        self.assertEqual((peer["accuracy"], peer["unanswered"]), (0.25, 0.25))
        self.assertGreater(ours["megabytes"], 10)
        self.assertGreater(ours["cpuMilliseconds"], peer["cpuMilliseconds"])
        begin, end = "<!-- Benchmarks/datasets: begin -->\n", "<!-- Benchmarks/datasets: end -->\n"
        page = self.write("page.md", f"# Page\n{begin}old\n{end}last\n")
        crops = self.compare(self.folder, "--crops", "--page", page)
        self.assertEqual(page.read_text(), f"# Page\n{begin}{crops.stdout}{end}last\n")
        self.assertIn("folders: 4 faces that have been cut out.", crops.stdout)

    def test_errors_are_reported(self):
        self.assertIn("RAF-DB", self.compare(self.folder).stderr)
        self.assertEqual(self.compare(self.folder).returncode, 1)
        for wrong in (("--python", "nobody=python3"), ("--adapter", "x"), ("--limit", "0"), ("--layout", "CK+"),
                      ("--page", self.write("other.md"))):
            self.assertEqual(self.compare(self.folder, *wrong).returncode, 2, wrong)


if __name__ == "__main__":
    unittest.main()
