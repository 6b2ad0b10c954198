"""python3 -m unittest discover -s Benchmarks/compare -t Benchmarks/compare"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

from worker import Conditions, Failed, Series, Worker, alternate, whole_process

PEERS = Path(__file__).resolve().parents[1] / "peers"
PEER = f"""
import sys, time
sys.path.insert(0, {str(PEERS)!r})
from exchange import serve
serve({{"about": "a peer"}}, lambda: time.sleep(float(sys.argv[1])))
"""


class WorkerTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = Path(folder.name) / "log"
        self.conditions = Conditions(os.sched_getaffinity(0))

    def worker(self, name: str, program: str, *arguments: str) -> Worker:
        return Worker(name, [sys.executable, "-c", program, *arguments], self.conditions, self.log)

    def test_workers_alternate_and_the_ratio_compares_their_times(self):
        quick, slow = self.worker("quick", PEER, "0.002"), self.worker("slow", PEER, "0.01")
        self.assertEqual(quick.loaded, {"about": "a peer"})
        self.assertGreater(quick.resident_megabytes, 1)
        series = alternate([quick, slow], rounds=3, milliseconds=10)
        self.assertEqual([len(each.bursts) for each in series.values()], [3, 3])
        self.assertGreater(series["slow"].over(series["quick"])["median"], 2)
        for each in (quick, slow):
            each.end()

    def test_a_worker_that_dies_is_reported_with_its_command_and_its_log(self):
        with self.assertRaises(Failed) as failed:
            self.worker("broken", "import sys; sys.exit('no such picture')")
        for part in ("broken ended with exit code 1", str(self.log)):
            self.assertIn(part, str(failed.exception))
        self.assertIn("no such picture", self.log.read_text())

    def test_series_are_compared_round_by_round(self):
        ours, theirs = Series([1.0, 2.0, 30.0]), Series([2.0, 4.0, 60.0])
        self.assertEqual(ours.over(theirs), {"median": 0.5, "low": 0.5, "high": 0.5})
        with self.assertRaises(ValueError):
            ours.over(Series([1.0]))

    def test_a_whole_process_reports_its_first_result_before_it_ends(self):
        program = "import time; print('first', flush=True); time.sleep(0.05)"
        found = whole_process([sys.executable, "-c", program], self.conditions, self.log)
        self.assertGreater(found["process"], found["firstResult"] + 40)
        with self.assertRaises(Failed):
            whole_process([sys.executable, "-c", "pass"], self.conditions, self.log)


if __name__ == "__main__":
    unittest.main()
