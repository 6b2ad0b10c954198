"""python3 -m unittest discover -s Tests/Repository -t Tests/Repository"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANUAL = ROOT / "Packaging/man"
#: Of docs/, the pages for people who use the programs; whatever option they name must be one of the programs'.
PAGES = ("pictures", "films", "levels", "camera", "service")
USERS = ["README.md", "SECURITY.md", *(f"docs/{name}.md" for name in PAGES)]
#: Options of other programs that these pages call, and of the parser, which no manual lists.
FOREIGN = {
    "--unix-socket", "--data-binary", "--user", "--now", "--generate-completion-script", "--tag", "--detach",
    "--read-only", "--cap-drop", "--security-opt", "--network", "--volume", "--isolation"}
FOLDERS = ("Sources|Tests|Models|Benchmarks|Clients|Packaging|SampleFaces|Tools|training|docs|Family|Kit|PET|Program"
           "|Web|Content")

CODE = r"(?:py|swift|md|sh|c|h|json|js|svg)"


def files() -> set[str]:
    """All files, but those of what is built."""
    found = set()
    for folder, below, names in os.walk(ROOT):
        below[:] = [name for name in below if not name.startswith(".")]
        found |= {os.path.join(folder, name) for name in names}
    return found


def documents() -> list[Path]:
    """All pages, but those of what is built or fetched, and the card's template, which is no page yet."""
    return [file for file in sorted(ROOT.rglob("*.md"))
            if not any(part.startswith(".") for part in file.relative_to(ROOT).parts)
            and file.name != "model-card.md"]


def prose(text: str) -> str:
    """The text without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def code(text: str) -> str:
    """The blocks of code of a text."""
    return "\n".join(re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S))


def anchors(file: Path) -> set[str]:
    """What a link to one of a page's headings ends with."""
    headings = re.findall(r"^#+ (.*)$", prose(file.read_text()), re.M)
    return {re.sub(r"[^\w -]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
            for heading in headings}


def options(command: str) -> set[str]:
    """The options of a command, as its manual lists them; empty where there is no such command.

    A command of commands takes those of the one that runs by itself.
    """
    name = command.replace(" ", "-")
    pages = [*MANUAL.glob(f"{name}.1"), *MANUAL.glob(f"{name}-*.1")]
    return {"-" + option for page in pages for option in re.findall(r"Fl (?:\w+ , )?(-[\w-]+)", page.read_text())}


class DocumentTests(unittest.TestCase):
    def test_the_readme_is_read_in_five_minutes(self):
        self.assertLess(len((ROOT / "README.md").read_text().split()), 1_000)

    def test_each_link_leads_to_a_file_and_a_heading_that_are_there(self):
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

    def test_each_path_that_is_named_is_there(self):
        there, missing = files(), []
        for file in documents():
            text = file.read_text()
            for path in re.findall(rf"`((?:{FOLDERS})/[\w./-]+|[\w.-]+/[\w./-]+\.{CODE})`", text):
                places = [folder / path for folder in file.parents if folder.is_relative_to(ROOT)]
                # Pages on a folder leave out what leads to it.
                if not (any(place.exists() for place in places) or any(name.endswith("/" + path) for name in there)
                        or "/.build/" in path or "PROCESSOR" in path):
                    missing.append(f"{file.relative_to(ROOT)}: {path}")
        self.assertEqual(missing, [])

    def test_each_page_of_the_folder_stands_in_its_index(self):
        index = (ROOT / "docs/README.md").read_text()
        pages = {file.name for file in (ROOT / "docs").glob("*.md")} - {"README.md"}
        self.assertEqual({page for page in pages if f"]({page})" not in index}, set())

    def test_each_command_and_each_of_its_options_is_in_the_manual(self):
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

    def test_each_option_that_a_page_for_users_names_is_one_of_the_programs(self):
        known = FOREIGN.union(*(options(page.stem) for page in MANUAL.glob("*.1")))
        unknown = [f"{name}: {option}" for name in USERS
                   for option in re.findall(r"(?<=[`\s])--[a-z][a-z-]*", (ROOT / name).read_text())
                   if option not in known]
        self.assertEqual(unknown, [])

    def test_each_command_that_a_page_names_has_a_manual(self):
        unknown = []
        for file in documents():
            text = file.read_text()
            named = re.findall(r"`(facialfun(?:-lab)?) ([a-z][a-z-]*)", prose(text))
            named += re.findall(r"^(?:\$ )?(facialfun(?:-lab)?) ([a-z][a-z-]*)", code(text), re.M)
            unknown += [f"{file.relative_to(ROOT)}: {program} {command}" for program, command in named
                        if not options(f"{program} {command}")]
        self.assertEqual(unknown, [])

    def test_each_target_of_make_that_is_named_is_in_the_makefile(self):
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
        unknown = []
        for file in documents():
            text = file.read_text()
            named = re.findall(r"`make ([a-z-]+)", prose(text)) + re.findall(r"^make ([a-z-]+)", code(text), re.M)
            unknown += [f"{file.relative_to(ROOT)}: make {name}" for name in named if name not in targets]
        self.assertEqual(unknown, [])

    def test_the_pages_that_help_names_are_installed_and_lead_to_nothing_that_is_not(self):
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
