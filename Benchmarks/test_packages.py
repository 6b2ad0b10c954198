"""Tests of the checks for failed measurements, and of the paths for untrained weights."""

import tempfile
import unittest
from pathlib import Path

from packages import __main__ as driver
from packages import untrained_weights


class CheckTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.output = self.folder / "out.csv"

    def refused(self, text: str, pictures: int) -> str:
        self.output.write_text(text)
        with self.assertRaises(RuntimeError) as caught:
            driver.check(self.output, pictures)
        return str(caught.exception)

    def test_each_picture_needs_a_row_and_more_rows_are_accepted(self):
        self.output.write_text("path,face\na,1\na,2\nb,1\n")
        driver.check(self.output, 2)
        driver.check(self.output, 3)
        self.assertEqual(self.refused("path,face\na,1\n", 2), "only 1 rows")

    def test_picture_with_an_error_is_not_a_measurement(self):
        self.output.write_text("path,face,error\na,1,\nb,1,\n")
        driver.check(self.output, 2)
        self.assertEqual(self.refused('path,face,error\na,1,\nb,,"It fails:\nno weights"\n', 2), "no weights")

    def test_script_without_output_does_not_reuse_the_output_of_the_last_one(self):
        (self.folder / "pictures").mkdir()
        (self.folder / "pictures" / "a.jpg").touch()
        self.output.write_text("path\na\n")
        with self.assertRaises(OSError):
            driver.run("fer", "true", self.folder / "pictures", self.output, "facialfun")

    def test_empty_lines_comments_and_the_docstring_are_not_code(self):
        script = self.folder / "script.py"
        script.write_text('"""What it does."""\n\nimport sys\n\n# Why.\nprint(sys.argv)\n')
        self.assertEqual(driver.lines_of_code(script), 2)


class UntrainedWeightsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_file_is_at_its_path_in_the_hub_s_cache(self):
        for name in ("config.json", "model.safetensors"):
            path = untrained_weights.cache_file(self.folder, "resmasknet", name)
            self.assertTrue(path.parent.is_dir())
            repository = self.folder / "models--py-feat--resmasknet"
            revision = (repository / "refs" / "main").read_text()
            self.assertEqual(path, repository / "snapshots" / revision / name)

    def test_linked_package_works_and_additions_do_not_reach_the_installed_one(self):
        installed = self.folder / "installed" / "feat"
        for name in ("utils", "resources/models--py-feat--l2cs"):
            (installed / name).mkdir(parents=True)
        (installed / "__init__.py").write_text("here = True\n")
        (installed / "resources" / "regions.json").write_text("{}")
        resources = untrained_weights.linked_package(installed, self.folder / "again")
        (resources / "weights").write_text("random")
        again = self.folder / "again" / "feat"
        self.assertEqual({one.name for one in again.iterdir()}, {"__init__.py", "utils", "resources"})
        self.assertEqual({one.name for one in resources.iterdir()}, {"regions.json", "weights"})
        self.assertEqual((again / "__init__.py").read_text(), "here = True\n")
        self.assertFalse((installed / "resources" / "weights").exists())


if __name__ == "__main__":
    unittest.main()
