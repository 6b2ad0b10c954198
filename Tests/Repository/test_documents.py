"""python3 -m unittest discover -s Tests/Repository -t Tests/Repository"""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANUAL = ROOT / "Packaging/man"
#: The pages of docs/ for users of the programs; each option that they name must exist.
PAGES = ("pictures", "films", "levels", "camera", "service")
USERS = ["README.md", "SECURITY.md", *(f"docs/{name}.md" for name in PAGES)]
#: Options of other programs on these pages, and of the argument parser, which no manual lists.
FOREIGN = {
    "--unix-socket", "--data-binary", "--user", "--now", "--generate-completion-script", "--tag", "--detach",
    "--read-only", "--cap-drop", "--security-opt", "--network", "--volume", "--isolation"}
FOLDERS = ("Sources|Tests|Models|Benchmarks|Clients|Packaging|SampleFaces|Tools|training|docs|Family|Kit|PET|Program"
           "|Web|Content")

CODE = r"(?:py|swift|md|sh|c|h|json|js|svg)"


def files() -> set[str]:
    """All files except build products."""
    found = set()
    for folder, below, names in os.walk(ROOT):
        below[:] = [name for name in below if not name.startswith(".")]
        found |= {os.path.join(folder, name) for name in names}
    return found


def documents() -> list[Path]:
    """All pages except build products, downloads and the template of the model card."""
    return [file for file in sorted(ROOT.rglob("*.md"))
            if not any(part.startswith(".") for part in file.relative_to(ROOT).parts)
            and file.name != "model-card.md"]


def prose(text: str) -> str:
    """The text without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def code(text: str) -> str:
    """The code blocks of a text."""
    return "\n".join(re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S))


def anchors(file: Path) -> set[str]:
    """The fragments of links to a page's headings."""
    headings = re.findall(r"^#+ (.*)$", prose(file.read_text()), re.M)
    return {re.sub(r"[^\w -]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
            for heading in headings}


def options(command: str) -> set[str]:
    """The options of a command according to its manual; empty for an unknown command.

    A command with subcommands includes the options of its default subcommand.
    """
    name = command.replace(" ", "-")
    pages = [*MANUAL.glob(f"{name}.1"), *MANUAL.glob(f"{name}-*.1")]
    return {"-" + option for page in pages for option in re.findall(r"Fl (?:\w+ , )?(-[\w-]+)", page.read_text())}


class DocumentTests(unittest.TestCase):
    def test_readme_is_short(self):
        self.assertLess(len((ROOT / "README.md").read_text().split()), 700)

    def test_prohibition_in_schools_and_workplaces_is_stated(self):
        interface = json.loads((ROOT / "Family/PET/Content/languages/en/interface.json").read_text(encoding="utf-8"))
        texts = [(ROOT / name).read_text(encoding="utf-8")
                 for name in ("README.md", "training/emotion/model-card.md", "Models/emotion-v1/README.md")]
        for text in (*texts, json.dumps(interface)):
            plain = " ".join(text.replace("**", "").split())
            self.assertRegex(plain, r"In the EU, emotion recognition in schools and workplaces has been prohibited "
                                    r"since February 2025, except for medical or safety reasons")
            self.assertRegex(plain, r"for the home and for therapy|at home and in therapy")

    def test_links_lead_to_existing_files_and_headings(self):
        broken = []
        for file in documents():
            for link in re.findall(r"\]\(\s*<?([^)\s>]+)>?\s*\)", prose(file.read_text())):
                path, _, anchor = link.partition("#")
                if re.match(r"[a-z]+:", link):
                    continue
                target = (file.parent / path).resolve() if path else file
                if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
                    broken.append(f"{file.relative_to(ROOT)}: {link}")
        self.assertEqual(broken, [])

    def test_named_paths_exist(self):
        there, missing = files(), []
        for file in documents():
            text = file.read_text()
            for path in re.findall(rf"`((?:{FOLDERS})/[\w./-]+|[\w.-]+/[\w./-]+\.{CODE})`", text):
                places = [folder / path for folder in file.parents if folder.is_relative_to(ROOT)]
                # Pages about a folder name paths relative to it.
                if not (any(place.exists() for place in places) or any(name.endswith("/" + path) for name in there)
                        or "/.build/" in path or "PROCESSOR" in path):
                    missing.append(f"{file.relative_to(ROOT)}: {path}")
        self.assertEqual(missing, [])

    def test_pages_of_docs_are_listed_in_its_index(self):
        index = (ROOT / "docs/README.md").read_text()
        pages = {file.name for file in (ROOT / "docs").glob("*.md")} - {"README.md"}
        self.assertEqual({page for page in pages if f"]({page})" not in index}, set())

    def test_commands_and_their_options_are_in_the_manual(self):
        unknown, count = [], 0
        for file in documents():
            for program, command, rest in re.findall(
                    r"(?:^|[`$ /])(facialfun(?:-lab|-family)?) ([a-z][a-z-]*)((?: +[^`|\n]*)?)", file.read_text()):
                if not options(f"{program} {command}"):
                    continue
                for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", rest.split("#")[0]):
                    count += 1
                    if option not in options(f"{program} {command}"):
                        unknown.append(f"{file.relative_to(ROOT)}: {program} {command} {option}")
        self.assertEqual(unknown, [])
        self.assertGreater(count, 20)

    def test_options_on_pages_for_users_exist(self):
        known = FOREIGN.union(*(options(page.stem) for page in MANUAL.glob("*.1")))
        unknown = [f"{name}: {option}" for name in USERS
                   for option in re.findall(r"(?<=[`\s])--[a-z][a-z-]*", (ROOT / name).read_text())
                   if option not in known]
        self.assertEqual(unknown, [])

    def test_commands_on_pages_have_a_manual(self):
        unknown = []
        for file in documents():
            text = file.read_text()
            named = re.findall(r"`(facialfun(?:-lab)?) ([a-z][a-z-]*)", prose(text))
            named += re.findall(r"^(?:\$ )?(facialfun(?:-lab)?) ([a-z][a-z-]*)", code(text), re.M)
            unknown += [f"{file.relative_to(ROOT)}: {program} {command}" for program, command in named
                        if not options(f"{program} {command}")]
        self.assertEqual(unknown, [])

    def test_named_make_targets_exist(self):
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
        unknown = []
        for file in documents():
            text = file.read_text()
            named = re.findall(r"`make ([a-z-]+)", prose(text)) + re.findall(r"^make ([a-z-]+)", code(text), re.M)
            unknown += [f"{file.relative_to(ROOT)}: make {name}" for name in named if name not in targets]
        self.assertEqual(unknown, [])

    def test_pages_named_in_help_are_installed_and_link_only_to_installed_files(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["make", "--silent", "install-pages", f"DESTDIR={folder}", "PREFIX=/usr"], cwd=ROOT,
                           check=True, stdout=subprocess.DEVNULL)
            pages = {page.name: page.read_text() for page in Path(folder, "usr/share/doc/facialfun").iterdir()}
        named = set(re.findall(r"[\w-]+\.md", "".join(page.read_text() for page in MANUAL.glob("facialfun*.1"))))
        # Each model's README.md lies in its folder.
        self.assertEqual(named - set(pages) - {"README.md"}, set())
        self.assertIn("CHANGELOG.md", pages)
        for name, text in pages.items():
            self.assertEqual(re.findall(r"\]\((?!https?:|#)[^)]*\)", text), [], name)


if __name__ == "__main__":
    unittest.main()
