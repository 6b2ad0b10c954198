"""The same job by four packages: the faces of a folder as a CSV file, bad pictures among them.

    python3 -m packages [--pictures 100] [--rounds 3] [--program FACIALFUN] NAME=PYTHON…

from Benchmarks, where NAME is facialfun, fer, deepface or pyfeat, and PYTHON an interpreter that has it. They take
turns. Prints JSON: the lines of each script, the seconds until one picture is done from a cold start, the pictures a
second of a longer run beyond that; or why it could not be run.
"""

from __future__ import annotations

import argparse
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


def lines_of_code(script: Path) -> int:
    """The lines that are neither empty nor a comment nor the docstring."""
    lines = [line.strip() for line in script.read_text().splitlines()]
    return sum(bool(line) and not line.startswith(("#", '"""')) for line in lines)


def run(name: str, python: str, folder: Path, output: Path, program: str) -> float:
    """How long the script takes; raises with its last line where it fails."""
    environment = {
        **os.environ, "PYTHONPATH": str(CHECKOUT / "Clients" / "python"), "FACIALFUN_BINARY": program,
        "CUDA_VISIBLE_DEVICES": "-1", "TF_CPP_MIN_LOG_LEVEL": "3"}
    environment.pop("XDG_RUNTIME_DIR", None)
    began = time.perf_counter()
    done = subprocess.run(
        [python, HERE / f"with_{name}.py", folder, output], env=environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, timeout=900, check=False)
    took = time.perf_counter() - began
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or ["it said nothing"])[-1][:300])
    rows = output.read_text().count("\n") - 1
    if rows < len(list(folder.iterdir())):
        raise RuntimeError(f"only {rows} rows")
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", metavar="NAME=PYTHON")
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", default=str(CHECKOUT / ".build" / "release" / "facialfun"))
    asked = parser.parse_args()
    interpreters = dict(one.split("=", 1) for one in asked.packages)
    results: dict[str, dict] = {
        name: {"lines": lines_of_code(HERE / f"with_{name}.py"), "first": [], "many": []} for name in interpreters}
    with tempfile.TemporaryDirectory(prefix="ff-", dir="/tmp") as made:
        folder = Path(made)
        for kind, count in (("one", 1), ("many", 1 + asked.pictures)):
            (folder / kind).mkdir()
            sources = itertools.cycle(sorted((HERE.parent / "pictures").glob("*.jpg")))
            for number in range(count):
                shutil.copyfile(next(sources), folder / kind / f"{number:05}.jpg")
        for _ in range(asked.rounds):
            for name, python in interpreters.items():
                result = results[name]
                if "failed" in result:
                    continue
                try:
                    result["first"].append(run(name, python, folder / "one", folder / "out.csv", asked.program))
                    result["many"].append(run(name, python, folder / "many", folder / "out.csv", asked.program))
                except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
                    result["failed"] = str(error)
                print(name, result, file=sys.stderr)
    for result in results.values():
        if result["many"]:
            first = statistics.median(result["first"])
            result["firstSeconds"] = first
            result["picturesASecond"] = asked.pictures / max(statistics.median(result["many"]) - first, 1e-9)
    print(json.dumps({"pictures": asked.pictures, "load": os.getloadavg()[0], "packages": results}, indent=2))


if __name__ == "__main__":
    main()
