"""python3 -m unittest discover -s Tests/Repository -t Tests/Repository"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(
    r'\.(?:target|executableTarget)\(\s*name: "([^"]+)"(.*?)'
    r"(?=\n        \.(?:target|executableTarget|testTarget)\(|\n    \],\n)", re.S)


def targets(package: str) -> dict[str, tuple[str, set[str]]]:
    """The targets of a manifest except tests, each with the folder of its sources and its dependencies."""
    found = {}
    for name, rest in BLOCK.findall(package):
        listed = re.search(r"dependencies: \[(.*?)\]", rest, re.S)
        path = re.search(r'path: "([^"]+)"', rest)
        found[name] = (
            path[1] if path else f"Sources/{name}", set(re.findall(r'"(\w+)"', re.sub(
                r"\.product\([^)]*\)", lambda product: re.search(r'"\w+"', product[0])[0],
                listed[1] if listed else ""))))
    return found


class ArchitectureTests(unittest.TestCase):
    def setUp(self):
        self.targets = targets((ROOT / "Package.swift").read_text())
        self.assertGreater(len(self.targets), 20)

    def test_targets_import_only_declared_dependencies(self):
        for name, (folder, declared) in self.targets.items():
            text = "\n".join(file.read_text() for file in (ROOT / folder).rglob("*.swift"))
            imported = set(re.findall(
                r"^\s*(?:@\w+ |public |package |internal |private )*import (?:\w+ )?(\w+)", text, re.M))
            self.assertEqual(declared - imported, set(), f"{name} declares what none of its files imports")
            undeclared = (imported & set(self.targets)) - declared - {name}
            self.assertEqual(undeclared, set(), f"{name} imports what it does not declare")

    def test_no_library_of_the_program_imports_all_of_foundation(self):
        # It links 36 MB of tables for languages, and each start takes a sixth longer.
        whole = re.compile(r"^\s*(?:@\w+ |public |package |internal |private )*import (?:\w+ )?"
                           r"(?:Foundation|FoundationInternationalization)\b", re.M)
        for name, (folder, _) in self.targets.items():
            if folder.startswith("Sources/") and "Lab" not in name:
                for file in (ROOT / folder).rglob("*.swift"):
                    self.assertIsNone(whole.search(file.read_text()), f"{file}: import FoundationEssentials instead")

    def test_page_lists_each_library_with_its_dependencies_and_no_arrow_points_up(self):
        page = (ROOT / "docs" / "architecture.md").read_text()
        rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]+ \|$", page, re.M)
        libraries = {
            name: declared for name, (folder, declared) in self.targets.items() if folder.startswith("Sources/")}
        self.assertEqual({name: set(re.findall(r"`(\w+)`", listed)) for name, listed in rows}, libraries)
        above: set[str] = set()
        for name, listed in rows:
            below = {other for other in re.findall(r"`(\w+)`", listed) if other in libraries}
            self.assertEqual(below - above, set(), f"{name} stands on what comes later")
            above.add(name)

    def test_picture_matches_the_page(self):
        drawn = subprocess.run([sys.executable, str(ROOT / "Tools/architecture/draw.py"), "--check"], check=False)
        self.assertEqual(drawn.returncode, 0, "docs/targets.svg is of another table: run `make documents`")


if __name__ == "__main__":
    unittest.main()
