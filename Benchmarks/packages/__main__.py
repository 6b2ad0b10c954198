"""Compares four packages on the same job: the faces of a folder, including bad pictures, as a CSV file.

    python3 -m packages [--pictures 100] [--rounds 3] [--untrained FOLDER] [--program FACIALFUN] NAME=PYTHON[:PICTURES]…

Run it in Benchmarks. NAME is facialfun, fer, deepface or pyfeat, and PYTHON an interpreter that has it; PICTURES
replaces --pictures for a package that is much faster or slower than the others. They take turns. Prints JSON: the
lines of each script, the seconds for one picture from a cold start and the pictures per second of a longer run beyond
that, or the reason for a failure.

DeepFace and py-feat download their weights on first use. For machines without network access, --untrained gives them
random weights of the same shapes (untrained_weights.py); then only their times are reported. The weights are stored
in FOLDER and reused by the next run.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
# Names of the packages on PyPI.
DISTRIBUTIONS = {"fer": "fer", "deepface": "deepface", "pyfeat": "py-feat"}
FETCHING = ("deepface", "pyfeat")


def lines_of_code(script: Path) -> int:
    """Number of lines that are not empty, a comment or the docstring."""
    lines = [line.strip() for line in script.read_text().splitlines()]
    return sum(bool(line) and not line.startswith(("#", '"""')) for line in lines)


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it said nothing"])[-1][:300]


def version(name: str, python: str) -> str | None:
    """The package's version in that interpreter; none for our own package, which runs from the checkout."""
    if name not in DISTRIBUTIONS:
        return None
    asked = f"from importlib.metadata import version; print(version({DISTRIBUTIONS[name]!r}))"
    done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def untrained(name: str, python: str, folder: Path) -> dict[str, str]:
    """Creates random weights in the folder unless they exist; returns the environment with which the package finds
    them.
    """
    kept = folder / "environment.json"
    if kept.exists():
        return json.loads(kept.read_text())
    done = subprocess.run(
        [python, HERE / "untrained_weights.py", name, folder], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(last_line(done.stderr))
    kept.write_text(done.stdout.splitlines()[-1])
    return json.loads(kept.read_text())


def check(output: Path, pictures: int) -> None:
    """Raises unless there is a row for each picture and none has an error: all pictures have a face."""
    with output.open(newline="") as file:
        rows = list(csv.DictReader(file))
    if len(rows) < pictures:
        raise RuntimeError(f"only {len(rows)} rows")
    for row in rows:
        if row.get("error"):
            raise RuntimeError(last_line(row["error"]))


def run(
        name: str, python: str, folder: Path, output: Path, program: str, further: dict[str, str] | None = None
) -> float:
    """Duration of the script; raises with its last line of output if it fails."""
    environment = {
        **os.environ, "PYTHONPATH": str(CHECKOUT / "Clients" / "python"), "FACIALFUN_BINARY": program,
        "CUDA_VISIBLE_DEVICES": "-1", "TF_CPP_MIN_LOG_LEVEL": "3", **(further or {})}
    environment.pop("XDG_RUNTIME_DIR", None)
    output.unlink(missing_ok=True)
    began = time.perf_counter()
    done = subprocess.run(
        [python, HERE / f"with_{name}.py", folder, output], env=environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, timeout=900, check=False)
    took = time.perf_counter() - began
    if done.returncode != 0:
        raise RuntimeError(last_line(done.stderr))
    check(output, len(list(folder.iterdir())))
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", metavar="NAME=PYTHON")
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--untrained", type=Path, metavar="FOLDER", help="DeepFace and py-feat with random weights")
    parser.add_argument("--program", default=str(CHECKOUT / ".build" / "release" / "facialfun"))
    asked = parser.parse_args()
    interpreters = {}
    pictures = {}
    for one in asked.packages:
        name, _, rest = one.partition("=")
        interpreters[name], _, count = rest.partition(":")
        if not (HERE / f"with_{name}.py").exists() or shutil.which(interpreters[name]) is None:
            parser.error(f"{one!r}: expected NAME=PYTHON[:PICTURES] with NAME facialfun, fer, deepface or pyfeat")
        if count and not (count.isdecimal() and int(count)):
            parser.error(f"{one!r}: PICTURES must be a number above 0")
        pictures[name] = int(count or asked.pictures)
    results: dict[str, dict] = {
        name: {
            "version": version(name, python), "untrained": asked.untrained is not None and name in FETCHING,
            "pictures": pictures[name], "lines": lines_of_code(HERE / f"with_{name}.py"), "first": [], "many": [],
        } for name, python in interpreters.items()}
    with tempfile.TemporaryDirectory(prefix="ff-", dir="/tmp") as made:
        folder = Path(made)
        for count in {1} | {1 + count for count in pictures.values()}:
            (folder / str(count)).mkdir()
            sources = itertools.cycle(sorted((HERE.parent / "pictures").glob("*.jpg")))
            for number in range(count):
                shutil.copyfile(next(sources), folder / str(count) / f"{number:05}.jpg")
        weights: dict[str, dict[str, str]] = {}
        for name, result in results.items():
            if result["untrained"]:
                try:
                    weights[name] = untrained(name, interpreters[name], asked.untrained.resolve() / name)
                except (RuntimeError, OSError) as error:
                    result["failed"] = str(error)
        for _ in range(asked.rounds):
            for name, python in interpreters.items():
                result = results[name]
                if "failed" in result:
                    continue
                try:
                    for count, took in ((1, result["first"]), (1 + pictures[name], result["many"])):
                        took.append(run(
                            name, python, folder / str(count), folder / "out.csv", asked.program, weights.get(name)))
                except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
                    result["failed"] = str(error)
                print(name, result, file=sys.stderr)
    for result in results.values():
        if result["many"]:
            first = statistics.median(result["first"])
            result["firstSeconds"] = first
            result["picturesASecond"] = result["pictures"] / max(statistics.median(result["many"]) - first, 1e-9)
    told = {"rounds": asked.rounds, "load": os.getloadavg()[0], "packages": results}
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
