"""Searches the memory of a running process for bytes (Linux: /proc)."""

import pathlib


def finds(pid, mark):
    """The number of occurrences in the process's readable memory, except the kernel's own mappings."""
    count = 0
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, mode, *rest = line.split(maxsplit=5)
            if not mode.startswith("r") or (len(rest) == 4 and rest[3].startswith(("[vvar", "[vsyscall"))):
                continue
            start, end = (int(place, 16) for place in span.split("-"))
            tail = b""
            for place in range(start, end, 1 << 22):
                try:
                    memory.seek(place)
                    part = memory.read(min(1 << 22, end - place))
                except OSError:
                    break
                count += (tail + part).count(mark)
                # An occurrence that spans two reads counts once.
                tail = part[-(len(mark) - 1):]
    return count
