#!/usr/bin/env python3
"""Times `facialfun score` on one picture: whole process, resident memory, and each stage.

    make build && Benchmarks/score-one-file.py [--picture FILE] [--runs 20]

Prints medians. The whole-process figures are of fresh processes, one after the other; the first run,
which reads the binary from disk, is shown apart. The stage figures come from the reports of one
process that scores many copies of the picture, its first report left out. Standard library alone.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "SampleFaces" / "backlit.jpg"


def find_binary() -> str:
    """The release binary of this package."""
    command = ["swift", "build", "--configuration", "release", "--show-bin-path"]
    folder = subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    binary = Path(folder) / "facialfun"
    if not binary.exists():
        sys.exit(f"{binary} is not there: run `make build` first.")
    return str(binary)


def run_once(command: list[str]) -> tuple[float, float]:
    """Wall-clock milliseconds and peak resident megabytes of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = (time.perf_counter() - start) * 1e3
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with exit code {process.returncode}.")
    return elapsed, usage.ru_maxrss / 1024


def stage_medians(binary: str, picture: str, options: list[str], runs: int) -> dict[str, float]:
    """The median milliseconds of each stage within one process."""
    command = [binary, "score", "--format", "jsonl", "--jobs", "1", *options, *[picture] * (runs + 1)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    reports = [json.loads(line)["milliseconds"] for line in output.splitlines()][1:]
    return {stage: statistics.median(r[stage] for r in reports) for stage in reports[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--picture", default=str(PICTURE), help="a JPEG or PNG file")
    parser.add_argument("--runs", type=int, default=20, help="how many processes and reports")
    parser.add_argument("--binary", help="the facialfun to time; default: this package's release")
    arguments = parser.parse_args()
    if arguments.runs < 3:
        parser.error("--runs must be at least 3, or a median says little")
    binary = arguments.binary or find_binary()

    command = [binary, "score", "--format", "jsonl", arguments.picture]
    first, _ = run_once(command)
    runs = [run_once(command) for _ in range(arguments.runs)]
    milliseconds = [run[0] for run in runs]
    print(f"picture            {arguments.picture}")
    print(f"first process      {first:8.1f} ms")
    print(
        f"whole process      {statistics.median(milliseconds):8.1f} ms median, "
        f"{min(milliseconds):.1f} least, {max(milliseconds):.1f} most of {len(runs)}"
    )
    print(f"resident at peak   {statistics.median(run[1] for run in runs):8.1f} MB")
    for search in ("live", "service", "thorough"):
        print(f"stages, --search {search}:")
        options = ["--search", search]
        for stage, value in stage_medians(
            binary, arguments.picture, options, arguments.runs
        ).items():
            print(f"  {stage:<16} {value:8.2f} ms")


if __name__ == "__main__":
    main()
