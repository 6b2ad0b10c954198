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
        """The responses to these requests, and the number of runs."""
        runs = []
        said = io.StringIO()
        with mock.patch.object(sys, "stdin", io.StringIO(asked)), contextlib.redirect_stdout(said):
            serve({"about": "a peer 1.0"}, lambda: runs.append(None))
        return [json.loads(line) for line in said.getvalue().splitlines()], len(runs)

    def test_loaded_network_is_reported_before_the_time_of_each_run(self):
        answers, runs = self.answers("3\n1\n")
        self.assertEqual(answers[0], {"about": "a peer 1.0"})
        self.assertEqual([len(times) for times in answers[1:]], [3, 1])
        self.assertTrue(all(isinstance(time, int) and time >= 0 for times in answers[1:] for time in times))
        self.assertEqual(runs, 4)

    def test_process_ends_with_its_input(self):
        self.assertEqual(self.answers(""), ([{"about": "a peer 1.0"}], 0))

    def test_count_that_is_not_a_number_is_an_error(self):
        with self.assertRaises(ValueError):
            self.answers("many\n")


if __name__ == "__main__":
    unittest.main()
