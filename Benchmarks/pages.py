"""Functions shared by all benchmarks: percentiles, tables, and the sections of RESULTS.md."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent
# Programs whose sections of RESULTS.md are kept when the comparison rewrites the rest, in this order.
SECTIONS = ("serve-load.py", "camera-latency.py")


def release_folder() -> Path:
    """The folder in which `make build` puts the release programs of this package."""
    command = ["swift", "build", "--configuration", "release", "--static-swift-stdlib", "--show-bin-path"]
    found = subprocess.run(command, cwd=BENCHMARKS.parent, check=True, capture_output=True, text=True)
    return Path(found.stdout.strip())


def release_binary() -> str:
    """The release build of facialfun; exits with a message if it does not exist."""
    binary = release_folder() / "facialfun"
    if not binary.exists():
        sys.exit(f"{binary} does not exist: run `make build` first.")
    return str(binary)


def percentile(values: list[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed (nearest rank); NaN without values."""
    if not values:
        return math.nan
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def rounded(value: object, digits: int) -> object:
    """Rounds all numbers to significant digits; more digits than the machine can reproduce are meaningless."""
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if isinstance(value, dict):
        return {key: rounded(inner, digits) for key, inner in value.items()}
    if isinstance(value, list):
        return [rounded(inner, digits) for inner in value]
    return value


def table(header: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with right-aligned numbers."""
    lines = ["| " + " | ".join(header) + " |", "|---" + "|---:" * (len(header) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def marks(name: str) -> tuple[str, str]:
    """The markers around a program's section of a page."""
    return f"<!-- Benchmarks/{name}: begin -->", f"<!-- Benchmarks/{name}: end -->"


def section(text: str, name: str) -> str:
    """A program's section of a page, including its markers; empty if the page has none."""
    begin, end = marks(name)
    if text.count(begin) != 1 or text.count(end) != 1:
        return ""
    return begin + text.split(begin)[1].split(end)[0] + end


def replace_section(page: Path, name: str, text: str) -> None:
    """Replaces a section of a page, or appends it."""
    content = page.read_text() if page.exists() else ""
    begin, end = marks(name)
    marked = f"{begin}\n{text.rstrip()}\n{end}"
    if old := section(content, name):
        page.write_text(content.replace(old, marked))
    else:
        page.write_text(f"{content.rstrip()}\n\n{marked}\n".lstrip("\n"))


def sections(text: str) -> str:
    """All sections of SECTIONS in a page, for the end of a new one."""
    return "".join(f"\n{found}\n" for name in SECTIONS if (found := section(text, name)))
