"""The protocol of the comparison program, which `engine-worker` also implements.

First a JSON object about the loaded network, followed by the first result. Then, for each number received, the
nanoseconds of that number of runs as a JSON array. The process ends when its input ends.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable


def serve(loaded: dict, run: Callable[[], object]) -> None:
    """Reports the loaded network, then runs requests until the input ends."""
    write_line(loaded)
    for line in sys.stdin:
        durations = []
        for _ in range(int(line)):
            start = time.perf_counter_ns()
            run()
            durations.append(time.perf_counter_ns() - start)
        write_line(durations)


def write_line(value: object) -> None:
    """Prints one line of JSON and flushes standard output."""
    print(json.dumps(value, separators=(",", ":")), flush=True)
