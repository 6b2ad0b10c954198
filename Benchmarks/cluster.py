#!/usr/bin/env python3
"""Compares the throughput of Spark with that of the command line, in turns, and their results.

    python3 Benchmarks/cluster.py PROGRAM [--pictures 2000] [--rounds 3] [--processors 2]

Needs an interpreter with the package's extra `spark`, and Java. The pictures are copies of Benchmarks/pictures:
640×480, one face each. Each side is measured from the start of its work to its last row in a file: the command line
including its start, Spark without the start of its session, which is reported separately. The CPU time of all
processes is listed next to the wall-clock time because it depends little on other load: on a busy machine, use the
ratio of CPU times. Prints JSON.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(CHECKOUT / "Clients" / "python"))
os.environ["PYTHONPATH"] = str(CHECKOUT / "Clients" / "python")
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--pictures", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processors", type=int, default=2)
    asked = parser.parse_args()
    os.environ["FACIALFUN_BINARY"] = str(asked.program.resolve())
    with tempfile.TemporaryDirectory(prefix="ff-", dir="/tmp") as folder:
        measure(asked, Path(folder))


def measure(asked: argparse.Namespace, folder: Path) -> None:
    """Both sides in turns, and the comparison of the first round's results."""
    from pyspark.sql import SparkSession

    import facialfun.spark

    pictures = folder / "pictures"
    pictures.mkdir()
    sources = itertools.cycle(sorted((CHECKOUT / "Benchmarks" / "pictures").glob("*.jpg")))
    for number in range(asked.pictures):
        shutil.copyfile(next(sources), pictures / f"{number:06}.jpg")
    began = time.perf_counter()
    spark = (
        SparkSession.builder.master(f"local[{asked.processors},4]").config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "256").config("spark.local.dir", str(folder))
        .getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    start = time.perf_counter() - began
    rounds = []
    for number in range(asked.rounds):
        began, used = time.perf_counter(), children_seconds()
        with open(folder / "scores.jsonl", "wb") as output:
            subprocess.run(
                [asked.program, "score", pictures, "--search", "service", "--format", "jsonl", "--jobs",
                 str(asked.processors)],
                stdout=output, stderr=subprocess.DEVNULL, check=True)
        alone, used_alone = time.perf_counter() - began, children_seconds() - used
        began, used = time.perf_counter(), processor_seconds()
        paths = [(str(path),) for path in sorted(pictures.iterdir())]
        table = spark.createDataFrame(paths, ["path"]).repartition(4 * asked.processors)
        faces = str(folder / f"faces-{number}")
        facialfun.spark.score(table).write.parquet(faces)
        cluster, used_cluster = time.perf_counter() - began, processor_seconds() - used
        rounds.append({"commandLine": asked.pictures / alone, "spark": asked.pictures / cluster,
                       "ratio": alone / cluster, "processorRatio": used_alone / used_cluster,
                       "processorMilliseconds": {"commandLine": 1000 * used_alone / asked.pictures,
                                                 "spark": 1000 * used_cluster / asked.pictures},
                       "load": os.getloadavg()[0]})
        print(rounds[-1], file=sys.stderr)
    same = compare(folder / "scores.jsonl", spark.read.parquet(faces).collect())
    spark.stop()
    print(json.dumps({
        "pictures": asked.pictures, "processors": asked.processors, "equal": same, "sessionSeconds": start,
        "rounds": rounds, "ratio": statistics.median(one["ratio"] for one in rounds),
        "processorRatio": statistics.median(one["processorRatio"] for one in rounds)}, indent=2))


def children_seconds() -> float:
    """CPU time of the children that were waited for; Spark's processes are never among them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def processor_seconds() -> float:
    """CPU time of this process and all its descendants, including those that ended and were waited for."""
    below: dict[int, list[int]] = {}
    used: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            below.setdefault(int(fields[1]), []).append(int(folder.name))
            used[int(folder.name)] = sum(int(field) for field in fields[11:15])
    wanted, ticks = [os.getpid()], 0
    while wanted:
        pid = wanted.pop()
        ticks += used.get(pid, 0)
        wanted += below.get(pid, [])
    return ticks / os.sysconf("SC_CLK_TCK")


def compare(lines: Path, rows: list) -> bool:
    """Whether both have the same faces with the same scores."""
    from facialfun.table import columns, rows_of

    names = list(columns())
    with open(lines) as records:
        wanted = [dict(zip(names, row, strict=True)) for line in records for row in rows_of(json.loads(line))]
    given = [row.asDict() for row in rows]

    def order(row: dict) -> tuple:
        return row["path"], row["face"] or 0

    return sorted(wanted, key=order) == sorted(given, key=order)


if __name__ == "__main__":
    main()
