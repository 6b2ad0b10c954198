"""Compares FacialFun with its peers on a public data set that you have; downloads nothing.

    python3 Benchmarks/datasets FOLDER [--crops] [--python fer=PYTHON]... [--adapter NAME=FILE.py]... [--json FILE]
        [--page FILE.md]

FOLDER contains FER+, RAF-DB or AffectNet as published, or a folder of pictures for each emotion. Each of `fer` and
`facex` takes part if it is installed in this Python or the one that --python names. Prints accuracy, macro recall,
speed and memory side by side.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import random
import shutil
import sys
import tempfile
from pathlib import Path

from adapters import ADAPTERS
from contenders import Run, RunError, run_facialfun, run_peer, use_one_processor, version_of
from figures import common_emotions, figures, table
from layouts import LAYOUTS, DataSet, LayoutError, load

CHECKOUT = Path(__file__).resolve().parents[2]
SEED = 1
BEGIN, END = "<!-- Benchmarks/datasets: begin -->", "<!-- Benchmarks/datasets: end -->"


def some(data: DataSet, limit: int | None) -> DataSet:
    """A seeded random selection of `limit` pictures; all without a limit."""
    if limit is None or limit >= len(data.samples):
        return data
    chosen = set(random.Random(SEED).sample(range(len(data.samples)), limit))
    return dataclasses.replace(
        data, samples=tuple(sample for place, sample in enumerate(data.samples) if place in chosen))


def pairs(parser: argparse.ArgumentParser, values: list[str], option: str) -> dict[str, str]:
    """NAME=VALUE arguments."""
    found = dict(value.partition("=")[::2] for value in values)
    for name, value in found.items():
        if not name or not value:
            parser.error(f"{option} expects NAME=VALUE, found {name!r}")
    return found


def has_place(page: Path) -> bool:
    """Whether a page has a place for the table."""
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    return text.count(BEGIN) == 1 and text.count(END) == 1 and text.index(BEGIN) < text.index(END)


def write(text: str, page: Path) -> None:
    """Replaces the table of a page."""
    content = page.read_text(encoding="utf-8")
    before, after = content.split(BEGIN)[0], content.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python3 Benchmarks/datasets", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--layout", choices=LAYOUTS, help="layout of the folder; default: detected")
    parser.add_argument("--split", help="part of the data set; default: the test part")
    parser.add_argument("--crops", action="store_true", help="the pictures are cropped faces")
    parser.add_argument("--limit", type=int, help="a seeded random selection of N pictures")
    parser.add_argument("--python", action="append", default=[], metavar="NAME=PYTHON", help="has a peer installed")
    parser.add_argument("--adapter", action="append", default=[], metavar="NAME=FILE.py", help="a further peer")
    parser.add_argument("--program", type=Path, default=CHECKOUT / ".build" / "release" / "facialfun-lab",
                        help="facialfun-lab (default: the release build)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures to a file")
    parser.add_argument("--page", type=Path, metavar="FILE.md",
                        help=f"also write the table between the lines {BEGIN} and {END} of a page")
    asked = parser.parse_args()
    if asked.limit is not None and asked.limit < 1:
        parser.error("--limit must be at least 1")
    pythons, further = pairs(parser, asked.python, "--python"), pairs(parser, asked.adapter, "--adapter")
    unknown = [name for name in pythons if name not in ADAPTERS and name not in further]
    if unknown:
        parser.error(f"--python {unknown[0]}: the peers are {', '.join([*ADAPTERS, *further])}")
    if shutil.which(asked.program) is None:
        parser.error(f"{asked.program} does not exist: run make build-lab, or name it with --program")
    if asked.page is not None and not has_place(asked.page):
        parser.error(f"--page: {asked.page} must contain {BEGIN} and, after it, {END}, once each")
    runs: list[Run] = []
    use_one_processor()
    with tempfile.TemporaryDirectory(prefix="facialfun-datasets-") as made:
        work = Path(made)
        try:
            data = some(load(asked.folder, work, asked.layout, asked.split), asked.limit)
            data = dataclasses.replace(data, are_crops=data.are_crops or asked.crops)
        except LayoutError as error:
            print(error, file=sys.stderr)
            return 1
        print(f"{data.name}: {len(data.samples):,} pictures", file=sys.stderr)
        peers = {**{name: name for name in ADAPTERS}, **further}
        try:
            runs.append(run_facialfun(asked.program, data, work))
        except RunError as error:
            print(f"FacialFun: {error}", file=sys.stderr)
            return 1
        failed = False
        for name, adapter in peers.items():
            python = pythons.get(name, sys.executable)
            if name in ADAPTERS and not version_of(name, python):
                print(f"{name} is not installed in {python}: left out", file=sys.stderr)
                failed = failed or name in pythons
                continue
            print(name, file=sys.stderr)
            try:
                runs.append(run_peer(name, adapter, python, data, work))
            except RunError as error:
                print(f"{name}: {error}", file=sys.stderr)
                failed = True
    text = table(data, runs)
    print(text, end="")
    if asked.page is not None and not failed:
        write(text, asked.page)
    if asked.json is not None:
        asked.json.write_text(json.dumps(summary(data, runs), indent=2) + "\n")
    return 1 if failed else 0


def summary(data: DataSet, runs: list[Run]) -> dict:
    """All figures as JSON."""
    common = common_emotions(runs, data)
    labels = [sample.label for sample in data.samples]
    found = []
    for run in runs:
        costs = {"firstSeconds": run.first_seconds, "picturesPerSecond": run.pictures_per_second,
                 "cpuMilliseconds": run.cpu_milliseconds, "megabytes": run.megabytes}
        right = dataclasses.asdict(figures(run.answers, labels, common))
        values = {key: None if isinstance(value, float) and math.isnan(value) else value
                  for key, value in {**right, **costs}.items()}
        found.append({"name": run.name, "version": run.version, **values})
    return {"dataSet": data.name, "pictures": len(data.samples), "areCrops": data.are_crops,
            "commonEmotions": list(common), "contenders": found}


if __name__ == "__main__":
    sys.exit(main())
