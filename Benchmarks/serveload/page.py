"""The part of RESULTS.md that serve-load.py writes."""

from __future__ import annotations

from pathlib import Path

MARKS = ("<!-- Benchmarks/serve-load.py: begin -->", "<!-- Benchmarks/serve-load.py: end -->")


def part(text: str) -> str:
    """What stands between the marks of a page, with them; empty where it has none."""
    if any(text.count(mark) != 1 for mark in MARKS):
        return ""
    return MARKS[0] + text.split(MARKS[0])[1].split(MARKS[1])[0] + MARKS[1]


def replace(page: Path, section: str) -> None:
    """Puts a section between the marks; into a page that has none before the part on the camera,
    whose own script replaces all from there on, or at the end."""
    text = page.read_text()
    marked = f"{MARKS[0]}\n{section}\n{MARKS[1]}"
    if old := part(text):
        page.write_text(text.replace(old, marked))
        return
    before, heading, camera = text.partition("\n## (e) ")
    page.write_text(f"{before.rstrip()}\n\n{marked}\n{heading}{camera}")
