"""Tests of `.ci/plain-english`, each with a small repository of its own.

python3 -m unittest discover -s Tests/Repository -t Tests/Repository
"""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
sys.dont_write_bytecode = True

from plain_english import __main__ as command  # noqa: E402
from plain_english import check, commits, prose, sample  # noqa: E402

RULES = ROOT / ".ci/plain-english-rules.toml"
CODESPELL = os.environ.get("CODESPELL") or str(ROOT / ".build/plain-english/bin/codespell")


def kinds(file: str, text: str) -> list[tuple[str, int, str]]:
    """Kind, first line and text of each piece of a file."""
    return [(piece.kind, piece.lines[0][0], piece.text) for piece in prose.pieces(file, text)]


class ProseTests(unittest.TestCase):
    def test_swift_comments_and_messages(self):
        text = ('/// Opens the file,\n/// or throws.\nfunc open() {\n    // Not now.\n'
                '    throw Failure("cannot open \\(name ?? "a file"): not found") // really\n}\n')
        self.assertEqual(kinds("Sources/A/B.swift", text), [
            ("doc", 1, "Opens the file, or throws."), ("comment", 4, "Not now."),
            ("message", 5, "cannot open _: not found"), ("comment", 5, "really")])

    def test_swift_test_names(self):
        text = '@Suite("A tall tower") struct T {\n@Test func anEmptyFileIsRefused() {}\nfunc helperOfTests() {}\n' \
            '@Test("too large files fail") func large() { print("not a message") }\n' \
            '@Test(arguments: [1])\nfunc `one by one`(x: Int) {}\n}'
        self.assertEqual({text for kind, _, text in kinds("Tests/ATests/A.swift", text) if kind == "test"}, {
            "A tall tower", "an Empty File Is Refused", "too large files fail", "one by one"})
        self.assertNotIn("large", {text for _, _, text in kinds("Tests/ATests/A.swift", text)})
        self.assertNotIn("message", {kind for kind, _, _ in kinds("Tests/ATests/A.swift", text)})

    def test_python_docstrings_and_other_strings(self):
        text = '#!/usr/bin/env python3\n"""requests a picture"""\n\ndef f():\n    # why\n    """Returns it."""\n' \
            '    x = """\nnot a docstring"""\n    return "cannot read it"\n'
        self.assertEqual([entry[:2] for entry in kinds("a.py", text) if entry[0] == "doc"], [("doc", 2), ("doc", 6)])
        self.assertIn(("doc", 2, "requests a picture"), kinds("a.py", text))
        self.assertIn(("message", 9, "cannot read it"), kinds("a.py", text))

    def test_python_test_names(self):
        self.assertEqual(kinds("test_a.py", "def test_a_file_is_read(self):\n    pass\n"),
                         [("test", 1, "a file is read")])

    def test_c_documentation_and_scripts(self):
        self.assertEqual(kinds("a.h", "/** How long.\n * In ms. */\nint f; /* a note */"),
                         [("doc", 1, "How long. In ms."), ("comment", 3, "a note")])
        self.assertEqual(kinds("run", "#!/bin/sh\n# Runs it.\necho $# \"a # b\"\n")[0], ("comment", 2, "Runs it."))

    def test_markdown_paragraphs_without_code(self):
        text = "# Title\n\nOne line\nand `nobody` [there](nobody.md).\n\n```sh\nnobody\n```\n\nEnd.\n"
        self.assertEqual(kinds("a.md", text), [
            ("markdown", 1, "Title"), ("markdown", 3, "One line and `nobody` [there]."), ("markdown", 10, "End.")])

    def test_pages_and_descriptions(self):
        self.assertEqual(kinds("a.mustache", "<p class='x y'>\n{{name}} has won</p>\n"), [("message", 2, "has won")])
        self.assertEqual(kinds("a.schema.json", '{"description": "the width in pixels",\n"const": "two words"}'),
                         [("message", 1, "the width in pixels")])
        self.assertEqual(kinds("data.json", '{"description": "a recording of data"}'), [])

    def test_code_keeps_its_length_and_never_matches(self):
        piece = prose.Piece("doc", "a", ((1, "See `nobody"), (2, "else`, nobody.")))
        self.assertEqual(piece.without_code, "See `___________`, nobody.")

    def test_offset_maps_to_its_line(self):
        piece = prose.Piece("doc", "a", ((3, "ab"), (5, "cd")))
        self.assertEqual([piece.line(offset) for offset in (0, 1, 3, 4)], [3, 3, 5, 5])


class RuleTests(unittest.TestCase):
    def test_each_rule_finds_its_example_and_accepts_the_better_sentence(self):
        rules = check.settings(RULES).rules
        self.assertGreater(len(rules), 20)
        for rule in rules:
            for kind in rule.where:
                with self.subTest(rule=rule.name, kind=kind):
                    self.assertTrue(list(rule.matches(kind, rule.example)))
                    self.assertFalse(list(rule.matches(kind, rule.better)))
            self.assertTrue(rule.instead)

    def test_doc_comment_may_open_with_whether(self):
        rule = next(rule for rule in check.settings(RULES).rules if rule.name == "doc-opening")
        for opening in ("What", "How", "Who", "Where", "Of", "As", "So", "Why"):
            self.assertTrue(list(rule.matches("doc", f"{opening} it is.")), opening)
        for text in ("Whether it is.", "Offset of it.", "Shows how.", "Assets."):
            self.assertFalse(list(rule.matches("doc", text)), text)
        self.assertFalse(list(rule.matches("comment", "So it goes.")))

    def test_wrong_rules_file_is_rejected_with_the_name_of_the_rule(self):
        text = RULES.read_text()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "rules.toml")
            for wrong, message in (
                    (text + '\n[[rule]]\nname = "x"\nwhere = ["prose"]\n', "rule x: unknown prose"),
                    (text + text[text.index("[[rule]]"):], "duplicate rule doc-opening"),
                    (text.replace("'\\banew\\b'", "'('"), "rule anew: invalid pattern"),
                    (text.replace("instead = ", "# ", 1), "missing key 'instead'"),
                    ("rule = [", "cannot read")):
                file.write_text(wrong)
                with self.assertRaisesRegex(check.Failure, message):
                    check.settings(file)


class CommitTests(unittest.TestCase):
    def test_imperative_subjects_pass(self):
        for subject in ("Add a rule", "Pass the size on", "Embed the page", "Bring it back", "Address a warning",
                        "Need less memory", "Focus the field", "Re-add the test", "Run it", "Bound the area"):
            self.assertEqual(commits.problems(subject), [], subject)

    def test_other_subjects_are_rejected(self):
        for subject in ("Added a rule", "Adds a rule", "Adding a rule", "Fixes it", "Made it fast", "Used it",
                        "WIP: a rule", "fixup! Add a rule", "The rule is new", "Two rules", "2 rules", "", "Going on"):
            self.assertEqual(len(commits.problems(subject)), 1, subject)

    def test_subject_has_at_most_72_characters(self):
        self.assertEqual(commits.problems("Add " + "a" * 68), [])
        self.assertRegex(commits.problems("Add " + "a" * 69)[0], "73 characters")


class RepositoryTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.data = self.root / ".ci"
        self.data.mkdir()
        shutil.copy(RULES, self.data)
        (self.data / "plain-english-words.txt").write_text("colour\n")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.write("Sources/A.swift", "/// Opens.\nlet a = 1\n// Nobody knows.\nlet b = 1\n")
        self.commit("Add A")
        self.run_check("--write", "--allow-rise")

    def git(self, *arguments: str) -> str:
        identity = ("-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false")
        return subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True, capture_output=True,
                              text=True).stdout

    def write(self, file: str, text: str):
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commit(self, subject: str, *options: str):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject, *options)

    def run_check(self, *arguments: str) -> tuple[int, str]:
        """The exit status and the whole output."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = command.main(list(arguments), self.root, self.data)
        return status, printed.getvalue()

    def figures(self) -> dict:
        return json.loads((self.data / "plain-english-figures.json").read_text())

    def test_recorded_findings_pass(self):
        self.assertEqual(self.figures()["nobody"], {"Sources": 1})
        self.assertEqual(self.run_check(), (0, ""))

    def test_new_finding_fails_and_its_line_is_printed(self):
        self.write("Sources/B.swift", "// Fine.\n\n// It stands\n// there.\n/// How long.\nlet c = 1\n")
        status, printed = self.run_check()
        self.assertEqual(status, 1)
        self.assertIn("error: Sources: doc-opening: 1 findings, recorded 0", printed)
        self.assertIn('Sources/B.swift:5: doc-opening: "How"', printed)
        self.assertIn('Sources/B.swift:3: stands-in: "stands there"', printed)
        self.commit("Add B")
        status, printed = self.run_check()
        self.assertEqual(status, 1)
        self.assertIn("no line that is new since HEAD", printed)
        self.assertIn("Sources/B.swift:5", self.run_check("--base", "HEAD~1")[1])

    def test_only_findings_in_new_lines_are_printed(self):
        self.write("Sources/A.swift", "/// Opens.\nlet a = 1\n// Nobody knows.\nlet b = 1\n// Nobody.\n")
        status, printed = self.run_check()
        self.assertEqual(status, 1)
        self.assertIn("Sources/A.swift:5:", printed)
        self.assertNotIn("Sources/A.swift:3:", printed)

    def test_figures_may_fall_but_not_rise(self):
        self.write("Sources/A.swift", "// Nobody. Nobody.\n")
        status, printed = self.run_check("--write")
        self.assertEqual(status, 2)
        self.assertIn("the figures of nobody would rise", printed)
        self.assertEqual(self.figures()["nobody"], {"Sources": 1})
        self.assertEqual(self.run_check("--write", "--allow-rise")[0], 0)
        self.assertEqual(self.figures()["nobody"], {"Sources": 2})
        self.write("Sources/A.swift", "// No one.\n")
        self.assertEqual(self.run_check("--write")[0], 0)
        self.assertEqual(self.figures()["nobody"], {})
        self.write("Sources/A.swift", "// Nobody.\n")
        self.assertEqual(self.run_check()[0], 1)

    def test_moved_file_is_recorded_without_allow_rise(self):
        (self.root / "Family/Kit").mkdir(parents=True)
        self.git("mv", "Sources/A.swift", "Family/Kit/A.swift")
        status, printed = self.run_check()
        self.assertEqual(status, 1)
        self.assertIn("if files were moved", printed)
        self.assertEqual(self.run_check("--write")[0], 0)
        self.assertEqual(self.figures()["nobody"], {"Family/Kit": 1})
        self.assertEqual(self.run_check(), (0, ""))

    def test_ignored_and_excluded_files_are_not_searched(self):
        self.write(".gitignore", ".build/\n")
        self.write(".build/B.swift", "// Nobody.\n")
        self.write("Sources/licences/B.swift", "// Nobody.\n")
        self.assertEqual(self.run_check()[0], 0)

    def test_subjects_are_checked_by_revision_by_number_and_since_the_day_of_the_rule(self):
        self.commit("Added more")
        self.commit("Let nobody in")
        self.commit("Add the last")
        status, printed = self.run_check("--base", "HEAD~3")
        self.assertEqual(status, 1)
        self.assertRegex(printed, r'error: commit \w+ Added more: "Added" is not imperative')
        self.assertRegex(printed, r'error: commit \w+ Let nobody in: nobody: "nobody"')
        self.assertEqual(self.run_check("--last", "1"), (0, ""))
        self.assertIn("Let nobody", self.run_check("--last", "2")[1])
        rules = (self.data / RULES.name).read_text()
        for day, expected in (("2001-01-01T00:00:00Z", 1), ("2999-01-01T00:00:00Z", 0)):
            (self.data / RULES.name).write_text(re.sub(r'commits_from = ".*"', f'commits_from = "{day}"', rules))
            self.assertEqual(self.run_check()[0], expected)

    def test_subjects_of_merges_are_not_checked(self):
        self.git("checkout", "--quiet", "-b", "side")
        self.commit("Add to the side")
        self.git("checkout", "--quiet", "main")
        self.commit("Add to main")
        self.git("merge", "--quiet", "--no-ff", "--message", "Merged it", "side")
        self.assertEqual(self.run_check("--last", "1")[1], "")
        self.assertEqual(self.run_check("--base", "HEAD~2"), (0, ""))

    def test_unknown_revision_or_option_is_rejected(self):
        status, printed = self.run_check("--base", "nowhere")
        self.assertEqual(status, 2)
        self.assertIn("nowhere", printed)
        self.assertEqual(self.run_check("--list", "nothing")[0], 2)
        for wrong in (["--last", "0"], ["--allow-rise"], ["--last", "1", "--base", "HEAD"]):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                command.main(wrong, self.root, self.data)

    def test_list_prints_all_findings_of_a_rule(self):
        self.write("Sources/B.swift", "/// How long.\n// It stands there.\n")
        self.assertEqual(len(self.run_check("--list")[1].splitlines()), 3)
        self.assertEqual(self.run_check("--list", "doc-opening")[1].splitlines(), [
            'Sources/B.swift:1: doc-opening: "How"; write: open with a verb or a noun phrase'])

    def spelling(self, codespell: str):
        self.write("docs/a.md", "A page.\n\nIt is recieved in grey and `grey` colour from /usr/grey.\n")
        status, printed = self.run_check("--codespell", codespell)
        self.assertEqual(status, 1, printed)
        self.assertIn('docs/a.md:3: spelling: "recieved"; write: received', printed)
        self.assertEqual(self.run_check("--write", "--allow-rise", "--codespell", codespell)[0], 0)
        self.assertEqual(self.run_check("--codespell", codespell), (0, ""))
        self.write("docs/a.md", "A page.\n")
        # Without the checker, the figures of spelling stay the same.
        self.assertEqual(self.run_check("--write")[0], 0)
        return self.figures()["spelling"]

    def test_spelling_findings_match_the_report_of_the_checker(self):
        stub = self.root / ".ci/stub"
        stub.write_text("#!/bin/sh\nfor last; do :; done\nstatus=0\n"
                        "for file in *.txt; do\n"
                        "grep -n recieved $file /dev/null | while IFS=: read -r name line rest; do\n"
                        'echo "./$name:$line: recieved ==> received"; done; done | tee out.log\n'
                        "[ ! -s out.log ] || exit 65\n")
        stub.chmod(0o755)
        self.assertEqual(self.spelling(str(stub)), {"docs": 1})

    @unittest.skipUnless(Path(CODESPELL).exists(), "codespell is installed by .ci/plain-english")
    def test_spelling_is_american_except_for_project_words(self):
        self.assertEqual(self.spelling(CODESPELL), {"docs": 2})

    def test_failing_checker_is_reported(self):
        status, printed = self.run_check("--codespell", "/bin/false")
        self.assertEqual(status, 2)
        self.assertIn("codespell failed", printed)


class SampleTests(unittest.TestCase):
    def test_the_sample_has_its_numbers_and_depends_on_the_seed(self):
        pieces = [prose.Piece(kind, f"{kind}{number}", ((number, f"Some text about number {number}"),))
                  for kind in ("doc", "comment", "message", "test", "markdown") for number in range(200)]
        pieces += [prose.Piece("message", "sql", ((1, "SELECT name FROM player WHERE id = 1"),))] * 500
        page = sample.draw(pieces, "7")
        self.assertEqual(re.findall(r"^## (\d+) ([a-z ]+)", page, re.M), [
            ("100", "comments"), ("50", "test names"), ("50", "help and error lines"), ("3", "documents")])
        self.assertEqual(len(re.findall(r"^\d+\. ", page, re.M)), 203)
        self.assertNotIn("SELECT", page)
        self.assertEqual(page, sample.draw(pieces, "7"))
        self.assertNotEqual(page, sample.draw(pieces, "8"))

    def test_tags_directives_and_markup_are_not_prose(self):
        for text in ("MARK: - The state of the page", "shellcheck disable=SC2086 # split here on purpose",
                     "!/usr/bin/env python3 of this machine", "<p class=x>Some words about a page</p>",
                     ".a { color: red; } one two three four", "SELECT one FROM two WHERE three AND four",
                     "@param {App} app @returns {Promise<Screen | {of: string}>}"):
            self.assertEqual(re.findall(r"\b[a-z]{5,}\b", sample.prose_of(prose.Piece("comment", "a", ((1, text),)))),
                             [], text)
        piece = prose.Piece("doc", "a.js", ((1, "Opens a page. @param {App} app the app with the page"),))
        self.assertEqual(sample.prose_of(piece), "Opens a page. the app with the page")


class WiringTests(unittest.TestCase):
    def test_lint_runs_the_check_and_its_figures_cover_every_rule(self):
        makefile = (ROOT / "Makefile").read_text()
        self.assertRegex(makefile, r"(?m)^lint:.*\n(?:\t.*\n)*\t\.ci/plain-english$")
        self.assertTrue(os.access(ROOT / ".ci/plain-english", os.X_OK))
        recorded = json.loads((ROOT / ".ci/plain-english-figures.json").read_text())
        rules = {rule.name for rule in check.settings(RULES).rules}
        self.assertEqual(recorded.keys(), rules | {"spelling"})


if __name__ == "__main__":
    unittest.main()
