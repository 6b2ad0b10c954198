"""python3 -m unittest discover -s Benchmarks/compare -t Benchmarks/compare"""

import json
import sys
import unittest
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[1]


class ReadmeTests(unittest.TestCase):
    def test_readme_quotes_the_last_run(self):
        # Modules shared with run.sh.
        sys.path.insert(0, str(BENCHMARKS))
        import readme

        results = json.loads((BENCHMARKS / "results/results.json").read_text())
        self.assertIn(readme.body(results), (BENCHMARKS.parent / "README.md").read_text(), "Benchmarks/run.sh --readme")


if __name__ == "__main__":
    unittest.main()
