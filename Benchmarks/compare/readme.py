"""Writes the figures that the project's README quotes, between its marks."""

from __future__ import annotations

from pathlib import Path

from pages import marks, replace_section, section, table
from whole_job import FER, LIVE
from worker import Failed


def write(results: dict, readme: Path) -> None:
    """Replaces the text between the marks."""
    if not section(readme.read_text(), "run.sh"):
        raise Failed(f"{readme} must have each of {' and '.join(marks('run.sh'))} once.")
    if "wholeJob" not in results or "networks" not in results:
        raise Failed("The README quotes the parts a and c: measure both.")
    replace_section(readme, "run.sh", body(results))


def body(results: dict) -> str:
    """The figures that the README quotes."""
    machine = results["machine"]
    picture = results["wholeJob"]["pictures"]["640x480"]
    start, live, fer = picture["starts"][LIVE], picture["one"][LIVE], picture["one"][FER]
    totals = {search: found["stages"]["total"]["p50"] for search, found in picture["stages"].items()}
    ratios = [
        f"{network['engines']['onnxruntime']['oursOverTheirs']['median']:.2f}"
        for network in results["networks"].values()
        if "onnxruntime" in network["engines"]
    ]
    rows = [
        ["one picture, faces of at least 120 px", f"{totals['live']:.1f} ms"],
        ["one picture, faces of at least 40 px", f"{totals['thorough']:.1f} ms"],
        [
            "one process, from start to exit",
            f"{start['process']:.0f} ms, {start['residentMegabytes']:.0f} MB",
        ],
        [
            f"compared with `{fer['about']}`, one picture at a time",
            f"{1 / fer['liveOverThis']['median']:.0f} times as fast, "
            f"{live['residentMegabytes']:.0f} MB instead of {fer['residentMegabytes']:.0f} MB",
        ],
        ["time of the engine relative to onnxruntime, one thread", " to ".join([min(ratios), max(ratios)])],
    ]
    lines = [
        f"A 640×480 JPEG with one face on one core of an {machine['processor']} "
        f"({machine['instructions'][0]}), medians of",
        f"`{results['command']}` on {machine['date'].split()[0]} ([all figures](Benchmarks/RESULTS.md)):",
        "",
        table(["measurement", "result"], rows).replace("---:", "---"),
    ]
    return "\n".join(lines)
