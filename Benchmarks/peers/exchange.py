"""The conversation with the program that compares; `engine-worker` speaks the same.

First one JSON object about what is loaded, with the first result behind it; then for each number
that is read the nanoseconds of so many runs, as one JSON array. It ends when its input ends.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable


def serve(loaded: dict, run: Callable[[], object]) -> None:
    """Says what is loaded, then runs whatever is asked for until the input ends."""
    say(loaded)
    for line in sys.stdin:
        durations = []
        for _ in range(int(line)):
            start = time.perf_counter_ns()
            run()
            durations.append(time.perf_counter_ns() - start)
        say(durations)


def say(value: object) -> None:
    """Prints one line of JSON at once."""
    print(json.dumps(value, separators=(",", ":")), flush=True)
