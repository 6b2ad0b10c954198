"""python3 -m unittest discover -s Benchmarks -t Benchmarks"""

import math
import tempfile
import unittest
from pathlib import Path

import pages


class PagesTests(unittest.TestCase):
    def test_percentile_is_one_of_the_values(self):
        values = [float(n) for n in range(100, 0, -1)]
        self.assertEqual(pages.percentile(values, 0.5), 50)
        self.assertEqual(pages.percentile(values, 0.99), 99)
        self.assertEqual(pages.percentile(values, 1), 100)
        self.assertEqual(pages.percentile([7.0], 0.99), 7)
        self.assertTrue(math.isnan(pages.percentile([], 0.5)))

    def test_numbers_of_a_table_are_right_aligned(self):
        self.assertEqual(
            pages.table(["what", "ms"], [["decode", "1.0"]]), "| what | ms |\n|---|---:|\n| decode | 1.0 |")

    def test_rounding_applies_to_all_nested_numbers_and_nothing_else(self):
        self.assertEqual(
            pages.rounded({"a": [1.23456, 2], "b": "text"}, 3), {"a": [1.23, 2], "b": "text"})

    def test_section_is_appended_first_and_replaced_afterwards(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "RESULTS.md"
            page.write_text("# Figures\n")
            for text in ("## Load\n\nold", "## Load\n\nnew"):
                pages.replace_section(page, "serve-load.py", text)
                pages.replace_section(page, "camera-latency.py", "## Camera")
            content = page.read_text()
        begin, end = pages.marks("serve-load.py")
        self.assertEqual(pages.section(content, "serve-load.py"), f"{begin}\n## Load\n\nnew\n{end}")
        self.assertNotIn("old", content)
        self.assertEqual(content.count("## Camera"), 1)

    def test_sections_of_other_programs_are_preserved(self):
        text = "\n\n".join(f"{pages.marks(name)[0]}\n{name}\n{pages.marks(name)[1]}" for name in pages.SECTIONS)
        kept = pages.sections(f"# Old\n\n{text}\n")
        for name in pages.SECTIONS:
            self.assertEqual(pages.section(kept, name), pages.section(text, name))
        self.assertEqual(pages.sections("# Old\n"), "")


if __name__ == "__main__":
    unittest.main()
