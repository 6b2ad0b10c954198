"""Looks for bytes in the memory of a running process (Linux: /proc)."""

import pathlib


def finds(pid, mark):
    """How often the bytes lie in what the process can read; what the kernel maps into it is left out."""
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
                # One that lies across two reads counts, too, and once.
                tail = part[-(len(mark) - 1):]
    return count
