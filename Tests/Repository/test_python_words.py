"""Checks the identifiers of the Python code for training and benchmarks, as `test_words.py` does for Swift and C.

python3 -m unittest discover -s Tests/Repository -t Tests/Repository
"""

import re
import tokenize
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("training", "Benchmarks")
# American spelling, as in NumPy, OpenCV and PyTorch; limits are MIN and MAX.
RETIRED = re.compile(r"\w*(?:grey|colour|centre)\w*|(?:least|fewest|most|largest|longest)_\w+|go_on|goes_on", re.I)
# A method of `collections.Counter`.
ALLOWED = {"most_common"}


def retired(file: Path) -> set[str]:
    """The retired identifiers of a file; strings and comments are prose, file formats or wire names."""
    with tokenize.open(file) as text:
        names = {token.string for token in tokenize.generate_tokens(text.readline) if token.type == tokenize.NAME}
    return {name for name in names if RETIRED.fullmatch(name)} - ALLOWED


class PythonWordsTests(unittest.TestCase):
    def test_identifiers_use_terms_of_the_field(self):
        files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
        self.assertGreater(len(files), 100)
        found = {str(file.relative_to(ROOT)): names for file in files if (names := retired(file))}
        self.assertEqual(found, {})


if __name__ == "__main__":
    unittest.main()
