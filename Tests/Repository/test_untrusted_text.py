"""Text from outside is compared by its bytes: no new place compares it as characters.

python3 -m unittest discover -s Tests/Repository -t Tests/Repository

Swift's `String` compares canonical equivalents, in time that grows with the square of the combining marks behind a
character. What is listed in untrusted_text.txt is known to be bounded, or from this machine's own operator; all else
uses `UTF8Key` and `hasSameUTF8(as:)` with their neighbors, of FacialFunWire. `untrusted_text.py` beside this
file, run as a program, prints what it finds.
"""

import unittest
from pathlib import Path

from untrusted_text import ALLOWED, PARTS, allowed, findings, sources


class UntrustedTextTests(unittest.TestCase):
    def test_no_file_compares_more_text_as_characters_than_is_allowed_with_a_reason(self):
        permitted = allowed(ALLOWED.read_text())
        for name, lines in findings().items():
            count = permitted.get(name, 0)
            self.assertLessEqual(
                len(lines), count,
                f"{name} compares text as characters in {len(lines)} lines, {count} being allowed: compare it by its "
                "bytes (UTF8Key, hasSameUTF8(as:), splitUTF8 …), or list it in Tests/Repository/untrusted_text.txt "
                "with the reason why it cannot be long:\n" + "\n".join(lines))

    def test_each_line_of_the_list_is_for_a_file_that_there_is_and_gives_a_reason(self):
        names = {Path(path).name for path in sources()}
        for line in ALLOWED.read_text().splitlines():
            if line and not line.startswith("#"):
                self.assertRegex(line, r"^\w[\w+.]*\.swift: [1-9]\d*: \S.{9,}$")
                self.assertIn(line.split(":")[0], names, "a file of the list is gone")

    def test_what_is_looked_for_is_found_and_nothing_else(self):
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

    def test_the_pattern_is_looked_for_in_both_packages(self):
        for part in PARTS:
            self.assertTrue(any(path.startswith(part) for path in sources()), part)


if __name__ == "__main__":
    unittest.main()
