"""The order of the files in folders."""

from __future__ import annotations

import os
import tempfile
import unittest

from facialfun.folders import in_folder, natural_key


class NaturalOrderTests(unittest.TestCase):
    def test_numbers_in_names_sort_as_numbers_and_other_parts_by_bytes(self):
        for names in (
            ["2.jpg", "10.jpg", "a.jpg"],
            ["clip 1 take 9.mp4", "clip 1 take 10.mp4", "clip 2 take 1.mp4"],
            ["a", "a1", "a01b", "a1c", "a2", "aa"],
            ["x007", "x07", "x7", "x8"],
            ["", "0", "00", "Z", "a", "ä"],
        ):
            self.assertEqual(sorted(reversed(names), key=natural_key), names)

    def test_folders_are_listed_in_this_order(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("10.jpg", "9.jpg", "b.jpg", "B.jpg"):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(b"\xff\xd8\xff")
            found = [os.path.basename(picture.path) for picture in in_folder(folder)]
        self.assertEqual(found, ["9.jpg", "10.jpg", "B.jpg", "b.jpg"])


if __name__ == "__main__":
    unittest.main()
