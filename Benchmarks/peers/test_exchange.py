"""python3 -m unittest discover -s Benchmarks/peers -t Benchmarks/peers"""

import contextlib
import io
import json
import sys
import unittest
from unittest import mock

from exchange import serve


class ExchangeTests(unittest.TestCase):
    def answers(self, asked: str) -> tuple[list, int]:
        """What is said where so much is asked for, and how often it ran."""
        runs = []
        said = io.StringIO()
        with mock.patch.object(sys, "stdin", io.StringIO(asked)), contextlib.redirect_stdout(said):
            serve({"about": "a peer 1.0"}, lambda: runs.append(None))
        return [json.loads(line) for line in said.getvalue().splitlines()], len(runs)

    def test_it_reports_what_is_loaded_and_then_the_time_of_each_run(self):
        answers, runs = self.answers("3\n1\n")
        self.assertEqual(answers[0], {"about": "a peer 1.0"})
        self.assertEqual([len(times) for times in answers[1:]], [3, 1])
        self.assertTrue(all(isinstance(time, int) and time >= 0 for times in answers[1:] for time in times))
        self.assertEqual(runs, 4)

    def test_it_ends_at_the_end_of_its_input(self):
        self.assertEqual(self.answers(""), ([{"about": "a peer 1.0"}], 0))

    def test_a_count_that_is_not_a_number_is_an_error(self):
        with self.assertRaises(ValueError):
            self.answers("many\n")


if __name__ == "__main__":
    unittest.main()
