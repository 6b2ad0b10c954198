"""The machine on which figures were measured."""

from __future__ import annotations

import os
import platform
import time
from datetime import UTC, datetime
from pathlib import Path


def description() -> dict:
    """Processor, memory, system and date."""
    lines = [line.partition(":") for line in Path("/proc/cpuinfo").read_text().splitlines()]
    said = {name.strip(): value.strip() for name, _, value in lines}
    processor = said.get("model name", "unknown")
    # The name in a virtual machine may contain only the vendor, for processors that differ by a factor of two.
    if {"cpu family", "model"} <= said.keys():
        processor += f" (family {said['cpu family']}, model {said['model']})"
    flags = set(said.get("flags", "").split())
    names = ["avx512f", "avx2", "fma", "sse4_2"]
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.platform())
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "processor": processor,
        "instructions": [name for name in names if name in flags],
        "processors": len(os.sched_getaffinity(0)),
        "memoryGigabytes": round(pages / 2**30, 1),
        "system": system,
        "kernel": platform.release(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def busy_shares(seconds: float = 1.0) -> dict[int, float]:
    """Current load of each processor, 0 to 1."""

    def ticks() -> dict[int, tuple[int, int]]:
        found = {}
        for line in Path("/proc/stat").read_text().splitlines():
            if line.startswith("cpu") and line[3].isdigit():
                name, *fields = line.split()
                numbers = [int(field) for field in fields]
                idle = numbers[3] + numbers[4]
                found[int(name[3:])] = (idle, sum(numbers[:8]))
        return found

    before = ticks()
    time.sleep(seconds)
    shares = {}
    for processor, (idle, total) in ticks().items():
        idle_before, total_before = before[processor]
        shares[processor] = 1 - (idle - idle_before) / max(1, total - total_before)
    return shares


def quietest(shares: dict[int, float]) -> int:
    """The least busy processor among those that this process may use."""
    return min(os.sched_getaffinity(0), key=lambda processor: shares.get(processor, 1.0))
