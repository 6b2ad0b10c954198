"""python3 -m unittest discover -s training -t ."""

import ast
import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path

from training import MODELS, reproduce
from training.reproduce import NEEDS, STAGES

PACKAGE = MODELS.parent / "training"


def options_of(module: str) -> set[str]:
    """Every string constant of a module that may be the name of an option, with those that it calls for more."""
    files = [PACKAGE / (module.replace(".", "/") + ".py"), PACKAGE / "command_line.py"]
    text = files[0].read_text()
    for source, names in re.findall(r"from training\.([\w.]+) import \(?([^)\n]*)", text):
        if "add_" in names:
            files.append(PACKAGE / (source.replace(".", "/") + ".py"))
    files += [PACKAGE / "measure/levels.py"] if "measure_levels.add_people" in text else []
    return {
        node.value.removeprefix("--")
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


class ReproduceTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def places(self) -> dict[str, str]:
        given = {}
        for option, need in NEEDS.items():
            place = self.work / option
            for file in need.files or ():
                place.mkdir(exist_ok=True)
                if file != ".":
                    (place / file).touch()
            if not need.files:
                place.touch()
            given[option] = str(place)
        return given | {"work": str(self.work), "models": str(MODELS), "root": str(MODELS.parent)}

    def run_stages(self, first: str | None = None, fails: str = "") -> list[list[str]]:
        """The commands that run; the stage `fails` raises."""
        commands: list[list[str]] = []

        def execute(command: list[str], **_: object) -> None:
            if fails and f"training.{fails}" in command:
                raise RuntimeError(fails)
            commands.append(command)

        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(RuntimeError):
            reproduce.run(self.places(), first, execute)
        return commands

    def test_every_module_exists_and_knows_the_options_that_it_is_given(self):
        for stage in STAGES:
            given = {word[2:] for word in stage.arguments.split() if word.startswith("--")}
            if stage.module != "program":
                self.assertLessEqual(given, options_of(stage.module), stage.name)

    def test_an_option_that_no_module_has_is_found(self):
        self.assertNotIn("no-such-option", options_of("emotion.train"))

    def test_everything_that_ships_is_written_by_a_stage(self):
        written = {name for stage in STAGES for name in stage.writes}
        shipped = {
            path.name for path in MODELS.iterdir()
            if path.name != "README.md" and not path.name.endswith(".schema.json")
        }
        self.assertEqual(written, shipped)

    def test_files_of_the_working_folder_are_made_before_they_are_read(self):
        made: set[str] = set()
        for stage in STAGES:
            words = stage.arguments.split()
            for option, word in zip(["", *words], words, strict=False):
                file = word.partition(":")[0]
                if not file.startswith("{work}/"):
                    continue
                if option in ("--output", "--apart", "--cache", "--work") and file not in made and ":" not in word:
                    made.add(file)
                else:
                    self.assertIn(file, made, f"{stage.name}: {option} {word}")
            if stage.output:
                made.add(f"{{work}}/{stage.output}")

    def test_everything_missing_is_named_at_once(self):
        lines = reproduce.missing({})
        self.assertEqual([line.split(":")[0] for line in lines], [
            f"--{option}" for option in ("mediapipe", "data", "landmarker", "anny", "looks", "program")
        ])  # fmt: skip
        places = self.places()
        (Path(places["data"]) / "photos.npz").unlink()
        found = reproduce.missing(places)
        self.assertEqual(len(found), 1)
        self.assertIn("photos.npz does not exist", found[0])

    def test_nothing_is_missing_if_everything_is_there(self):
        self.assertEqual(reproduce.missing(self.places()), [])

    def test_finished_stages_are_not_repeated(self):
        self.assertEqual(len(self.run_stages()), len(STAGES))
        self.assertEqual(self.run_stages(), [])

    def test_a_failed_stage_is_run_again_with_all_later_ones(self):
        before = self.run_stages(fails="emotion.train_prompted")
        after = self.run_stages()
        self.assertEqual(len(before) + len(after), len(STAGES))
        self.assertIn("training.emotion.train_prompted", after[0])

    def test_from_repeats_a_stage_and_all_later_ones(self):
        self.run_stages()
        again = self.run_stages(first="hints")
        self.assertEqual(len(again), 3)
        self.assertIn("training.measure.hints", again[0])


if __name__ == "__main__":
    unittest.main()
