"""A cluster on one machine: the results of the command line, without losses when a worker or a service is killed."""

import csv
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

from .real import PROGRAM, SAMPLES, command_line, needs_program, use_program

try:
    import pandas  # noqa: F401
    import pyarrow  # noqa: F401
    import pyspark
    from pyspark.sql import SparkSession
except ImportError:
    pyspark = None

PACKAGE = str(Path(__file__).parents[1])
NAMES = ("group.jpg", "no-face-cat.jpg", "rendered-fear.jpg", "rendered-anger.jpg", "README.md", "hopper.jpg")


@needs_program
@unittest.skipUnless(pyspark and shutil.which("java"), "SKIPPED: the extra `spark` or Java is not installed")
class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        warnings.simplefilter("ignore")
        own = {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable,
               "PYTHONPATH": os.pathsep.join(filter(None, (PACKAGE, os.environ.get("PYTHONPATH")))),
               "SPARK_LOCAL_IP": "127.0.0.1"}
        os.environ.update(own)
        folder = tempfile.TemporaryDirectory(prefix="ff", dir="/tmp")
        cls.addClassCleanup(folder.cleanup)
        os.environ["TMPDIR"] = folder.name
        cls.addClassCleanup(setattr, tempfile, "tempdir", None)
        cls.addClassCleanup(os.environ.pop, "TMPDIR")
        cls.spark = (
            SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "8")
            .config("spark.local.dir", folder.name).getOrCreate())
        cls.addClassCleanup(cls.spark.stop)
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.base = Path(folder.name, f"facialfun-{os.getuid()}")

    def paths(self, times: int = 1) -> "list[str]":
        return [str(SAMPLES / name) for name in NAMES] * times

    def table(self, paths, partitions: int = 2):
        rows = [(path, number) for number, path in enumerate(paths)]
        return self.spark.createDataFrame(rows, ["path", "number"]).repartition(partitions)

    def test_paths_give_the_rows_of_the_command_line(self):
        import facialfun.spark

        paths = [*self.paths(), "/missing.jpg"]
        text = command_line("score", *paths, "--search", "service", "--format", "csv")
        wanted = list(csv.DictReader(io.StringIO(text)))
        rows = facialfun.spark.score(self.table(paths), keep=["number"]).orderBy("number", "face").collect()
        self.assertEqual([row["errorCode"] or "" for row in rows], [row["errorCode"] for row in wanted])
        for row, line in zip(rows, wanted, strict=True):
            for name in ("face", "x", "boxWidth", "confidence", "neutral", "fear", "contempt"):
                self.assertEqual(row[name], float(line[name]) if line[name] else None)
            self.assertEqual(row["path"], line["path"])

    def test_bytes_give_the_results_of_their_files(self):
        import facialfun.spark

        files = self.spark.read.format("binaryFile").load([str(SAMPLES / name) for name in NAMES])
        by_bytes = facialfun.spark.score(files, movements=True).orderBy("path", "face").collect()
        by_path = facialfun.spark.score(files.select("path"), movements=True).orderBy("path", "face").collect()
        self.assertEqual(by_bytes, by_path)
        self.assertTrue(by_bytes[0]["path"].startswith("file:"))
        self.assertGreater(max(row["jawOpen"] or 0 for row in by_bytes), 0)

    def test_missing_columns_are_named(self):
        import facialfun.spark

        table = self.table(self.paths())
        for arguments in ({"path": "nowhere"}, {"path": "number"}, {"content": "path"}, {"path": None},
                          {"keep": ["nowhere"]}, {"keep": ["path"]}):
            with self.subTest(arguments), self.assertRaises(ValueError):
                facialfun.spark.score(table, **arguments)

    def test_killed_workers_and_services_lose_nothing(self):
        import facialfun.spark

        paths = self.paths(40)
        killed = {"worker": 0, "service": 0}
        ends = threading.Event()

        def kill():
            while not ends.is_set() and min(killed.values()) < 2:
                time.sleep(0.7)
                wanted = "service" if killed["service"] < killed["worker"] else "worker"
                pids = self.workers() if wanted == "worker" else self.services()
                if pids and self.services():
                    os.kill(pids[0], signal.SIGKILL)
                    killed[wanted] += 1

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            scored = facialfun.spark.score(self.table(paths, 8), keep=["number"], connections=2)
            rows = scored.select("number", "face", "errorCode", "fear").collect()
        finally:
            ends.set()
            killer.join()
        self.assertGreaterEqual(min(killed.values()), 1, killed)
        self.assertEqual({row["number"] for row in rows}, set(range(len(paths))))
        self.assertEqual(len(rows), len(set((row["number"], row["face"]) for row in rows)))
        self.assertEqual({row["errorCode"] for row in rows}, {None, "unsupported_format"})
        first = {(row["number"] % len(NAMES), row["face"]): row["fear"] for row in rows}
        for row in rows:
            self.assertEqual(row["fear"], first[row["number"] % len(NAMES), row["face"]])

    def workers(self) -> "list[int]":
        """The Python workers of this session's daemon."""
        daemons = children(self.java())
        return [worker for daemon in daemons for worker in children(daemon)
                if b"pyspark" in Path(f"/proc/{worker}/cmdline").read_bytes()]

    def services(self) -> "list[int]":
        own = subprocess.run(["pgrep", "-f", f"serve --socket {self.base}/"], stdout=subprocess.PIPE, text=True,
                             check=False)
        return [int(pid) for pid in own.stdout.split()
                if os.path.realpath(f"/proc/{pid}/exe") == os.path.realpath(PROGRAM)]

    def java(self) -> int:
        return int(self.spark._jvm.java.lang.ProcessHandle.current().pid())


def children(pid: int) -> "list[int]":
    found = subprocess.run(["pgrep", "-P", str(pid)], stdout=subprocess.PIPE, text=True, check=False)
    return [int(child) for child in found.stdout.split()]


if __name__ == "__main__":
    unittest.main()
