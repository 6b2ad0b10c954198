"""python3 -m unittest discover -s Benchmarks -t Benchmarks"""

import unittest

from serveload.tally import Tally


class TallyTests(unittest.TestCase):
    def test_results_rejections_and_lateness_are_counted_separately(self):
        tally = Tally()
        tally.add(200, 0.04, 0.1, True, 0.03)
        tally.add(503, 0.001, 0.1, True, None)
        tally.add(200, 0.12, 0.1, False, None)
        self.assertEqual((tally.answered, tally.refused), ([0.04, 0.12], [0.001]))
        self.assertEqual(tally.statuses, {200: 2, 503: 1})
        self.assertAlmostEqual(tally.latest, 0.02)
        self.assertAlmostEqual(tally.beyond[0], 0.01)
        self.assertEqual((tally.wrong, tally.broken), (1, 0))

    def test_tallies_are_merged(self):
        one, other = Tally(), Tally()
        one.add(200, 0.04, 0.1, True, None)
        other.add(200, 0.2, 0.1, True, None)
        other.add(504, 0.11, 0.1, False, None)
        one.merge(other)
        self.assertEqual(one.statuses, {200: 2, 504: 1})
        self.assertAlmostEqual(one.latest, 0.1)
        self.assertEqual(one.wrong, 1)


if __name__ == "__main__":
    unittest.main()
