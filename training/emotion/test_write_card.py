import unittest

from training import MODELS
from training.emotion import write_card


class WriteCardTests(unittest.TestCase):
    def test_readme_quotes_the_figures_of_the_network(self):
        readme = (MODELS.parent / "README.md").read_text(encoding="utf-8")
        self.assertIn(write_card.quoted(MODELS / "emotion-v1"), readme, "run `make publish`")


if __name__ == "__main__":
    unittest.main()
