"""Scores pictures with one package in a separate process: worker.py NAME|FILE.py PICTURES OUTPUT CROPS.

PICTURES has one path per line; CROPS is 1 if each is a cropped face. OUTPUT gets one line of JSON per picture, the
scores or null, and a last line with the seconds until the package was loaded and the first picture done, the seconds
and the CPU time of the others, and the peak memory.
"""

from __future__ import annotations

import importlib.util
import json
import resource
import sys
import time
from pathlib import Path

from adapters import ADAPTERS, Scorer


def load(name: str) -> Scorer:
    """The scorer of a known package, or from the file of an adapter."""
    if name in ADAPTERS:
        return ADAPTERS[name]()
    described = importlib.util.spec_from_file_location("adapter", name)
    if described is None or described.loader is None:
        raise ImportError(f"{name} is not a Python file")
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    scorer: Scorer = module.load()
    return scorer


def main() -> None:
    name, pictures, output, crops = sys.argv[1:]
    began = time.perf_counter()
    score = load(name)
    paths = [Path(line) for line in Path(pictures).read_text().splitlines()]
    first = first_cpu = 0.0
    with Path(output).open("w") as file:
        for place, path in enumerate(paths):
            scores = score(path, crops == "1")
            found = None if scores is None else {key: float(value) for key, value in scores.items()}
            file.write(json.dumps(found) + "\n")
            if place == 0:
                first, first_cpu = time.perf_counter() - began, time.process_time()
        seconds = time.perf_counter() - began - first
        cpu = time.process_time() - first_cpu
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        file.write(json.dumps({"first": first, "seconds": seconds, "cpu": cpu, "megabytes": peak}) + "\n")


if __name__ == "__main__":
    main()
