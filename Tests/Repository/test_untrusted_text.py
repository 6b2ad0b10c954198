"""Checks that text from outside is compared as bytes: no new code compares it as characters.

python3 -m unittest discover -s Tests/Repository -t Tests/Repository

Swift's `String` compares by canonical equivalence, in time that grows with the square of the number of combining
marks after a character. The lines that untrusted_text.txt lists compare text of bounded length or from the operator
of the machine. All other code uses `UTF8Key`, `hasSameUTF8(as:)` and their relatives in FacialFunWire.
`untrusted_text.py` in this folder prints the findings if it is run as a program.
"""

import unittest
from pathlib import Path

from untrusted_text import ALLOWED, PARTS, ROOT, allowed, findings, sources


class UntrustedTextTests(unittest.TestCase):
    def test_files_compare_no_more_text_as_characters_than_listed(self):
        permitted = allowed(ALLOWED.read_text())
        for name, lines in findings().items():
            count = permitted.get(name, 0)
            self.assertLessEqual(
                len(lines), count,
                f"{name} compares text as characters in {len(lines)} lines, {count} being allowed: compare it by its "
                "bytes (UTF8Key, hasSameUTF8(as:), splitUTF8 …), or list it in Tests/Repository/untrusted_text.txt "
                "with the reason why it cannot be long:\n" + "\n".join(lines))

    def test_listed_files_exist_and_have_a_reason(self):
        names = {Path(path).name for path in sources()}
        for line in ALLOWED.read_text().splitlines():
            if line and not line.startswith("#"):
                self.assertRegex(line, r"^\w[\w+.]*\.swift: [1-9]\d*: \S.{9,}$")
                self.assertIn(line.split(":")[0], names, "a file of the list is gone")

    def test_patterns_match_only_character_comparisons(self):
        for text in (
            'if path == "/x" {', 'let names: Set<String> = []', "var by: [String: Int] = [:]", 'text.hasPrefix("a")',
            'let parts = line.split(separator: ",")', "value.lowercased()", 'path.contains("/")', 'case "tick": return',
            "guard let emotion = Emotion(rawValue: name) else {", 'text.firstIndex(of: ":")', 'known.contains(name)',
        ):
            self.assertTrue(findings({"a.swift": text}), text)
        for text in (
            '// if path == "/x" {', "/// A `Set<String>`", 'let a = "hasPrefix("', 'line.utf8.split(separator: 10)',
            'text.hasSameUTF8(as: "x")', "case title = \"a\"", 'bytes.split(separator: UInt8(ascii: "/"))',
        ):
            self.assertFalse(findings({"a.swift": text}), text)

    def test_every_folder_of_sources_is_searched(self):
        for part in PARTS:
            self.assertTrue(any(path.startswith(part) for path in sources()), part)
        folders = {
            str(path.relative_to(ROOT)) for pattern in ("Sources", "*/Sources", "*/*/Sources")
            for path in ROOT.glob(pattern)
            if any(path.rglob("*.swift")) and not {".build", "Tests"} & set(path.relative_to(ROOT).parts)
        }
        self.assertIn("Family/Together/Sources", folders)
        self.assertLessEqual(folders, set(PARTS))


if __name__ == "__main__":
    unittest.main()
