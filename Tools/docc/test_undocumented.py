"""python3 -m unittest discover -s Tools/docc -t Tools/docc"""

import unittest

from undocumented import undocumented


def symbol(path: list[str], comment: str | None, kind: str = "swift.method") -> dict:
    found = {"pathComponents": path, "kind": {"identifier": kind}}
    return found if comment is None else found | {"docComment": {"lines": [{"text": comment}]}}


class UndocumentedTests(unittest.TestCase):
    def test_only_symbols_without_a_comment_are_listed(self):
        graph = {"symbols": [
            symbol(["Recognizer"], "Scores faces.", "swift.class"),
            symbol(["Recognizer", "model"], None, "swift.property"),
            symbol(["Level", "five"], None, "swift.enum.case"),
        ]}
        self.assertEqual(undocumented(graph), ["Level.five", "Recognizer.model"])

    def test_generated_symbols_need_no_comment(self):
        graph = {"symbols": [symbol(["Level", "init(rawValue:)"], None), symbol(["Point", "==(_:_:)"], None)]}
        self.assertEqual(undocumented(graph), [])


if __name__ == "__main__":
    unittest.main()
