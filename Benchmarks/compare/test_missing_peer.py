"""Tests that a peer which cannot be run affects neither the other peers nor FacialFun."""

import json
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import report
import whole_job
from goals import goals
from setting import BENCHMARKS
from whole_job import FER, MESH, TRACKING
from worker import Conditions

RESULTS = BENCHMARKS / "results" / "results.json"


def without(peers: list[str]) -> dict:
    """The saved results as if these peers had been missing."""
    results = json.loads(RESULTS.read_text())
    job = results["wholeJob"]
    for picture in job["pictures"].values():
        for part in ("starts", "one", "two"):
            for name in peers:
                picture[part].pop(name, None)
    for name in peers:
        job["install"].pop(name, None)
    job["missing"] = {name: f"no python for {name}" for name in peers}
    return results


class MissingPeerTests(unittest.TestCase):
    def test_peer_that_does_not_start_is_named_with_the_reason(self):
        commands = {"fer": ["/nowhere/python"], "mediapipe": ["sh", "-c", "echo ready"]}
        with TemporaryDirectory() as folder:
            setting = SimpleNamespace(
                one=Conditions({0}),
                log=Path(folder) / "log",
                picture=lambda name: Path(name),
                peer=lambda environment, script, *arguments: commands[environment],
            )
            missing = whole_job.missing_peers(setting)
        self.assertEqual(list(missing), [FER])
        self.assertIn("/nowhere/python", missing[FER])

    def test_missing_peer_is_not_run(self):
        commands = {"ours": ["a"], FER: ["b"], MESH: ["c"], TRACKING: ["d"]}
        self.assertEqual(list(whole_job._present(commands, {MESH: "gone"})), ["ours", FER])
        self.assertEqual(list(whole_job._present(commands, {})), list(commands))

    def test_page_names_missing_peers_and_shows_the_rest(self):
        for peers, gone, kept in [([FER], "fer steady", "mediapipe"), ([MESH, TRACKING], "mediapipe", "fer steady")]:
            results = without(peers)
            named = {goal.id for goal in goals(results)}
            self.assertNotIn(gone, named)
            self.assertIn(kept, named)
            self.assertIn("frame", named)
            page = report.page(results, {})
            self.assertIn(f"Without {peers[0]}, which could not be run: no python for {peers[0]}", page)


if __name__ == "__main__":
    unittest.main()
