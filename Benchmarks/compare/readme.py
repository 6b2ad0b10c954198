"""Writes the figures that the project's README quotes, between its marks."""

from __future__ import annotations

from pathlib import Path

from report import table
from whole_job import FER, LIVE, MESH
from worker import Failed

MARKS = ("<!-- Benchmarks/run.sh: begin -->", "<!-- Benchmarks/run.sh: end -->")
FACES = {
    "live": "`--search live` (faces from 120 px)",
    "service": "`--search service` (faces from 60 px)",
    "thorough": "`--search thorough`, what `score` does (faces from 40 px)",
}


def write(results: dict, readme: Path) -> None:
    """Replaces what stands between the marks."""
    text = readme.read_text()
    if any(text.count(mark) != 1 for mark in MARKS):
        raise Failed(f"{readme} must have each of {' and '.join(MARKS)} once.")
    if "wholeJob" not in results or "networks" not in results:
        raise Failed("The README quotes the parts a and c: measure both.")
    head, tail = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
    readme.write_text(f"{head}{MARKS[0]}\n{_body(results)}\n{MARKS[1]}{tail}")


def _body(results: dict) -> str:
    machine = results["machine"]
    picture = results["wholeJob"]["pictures"]["640x480"]
    start, live = picture["starts"][LIVE], picture["one"][LIVE]
    rows = [
        [
            "a whole process: start, load the networks, score, end",
            f"{start['process']:.0f} ms, {start['residentMegabytes']:.0f} MB resident",
        ]
    ]
    for search, words in FACES.items():
        times = {name: found["p50"] for name, found in picture["stages"][search]["stages"].items()}
        total = f"{times.pop('total'):.1f} ms"
        if search == "live":
            words = f"one picture in a running process, {words}"
            total += ": " + ", ".join(
                f"{name} {time:.1f}" for name, time in times.items() if time >= 0.05
            )
        rows.append([words, total])
    fer, mesh = picture["one"][FER], picture["one"][MESH]
    first = picture["starts"][FER]["firstResult"] / start["firstResult"]
    rows.append(
        [
            f"against `{fer['about']}`, live",
            f"{1 / fer['liveOverThis']['median']:.0f} times as fast, {first:.0f} times to the first "
            f"result, {live['residentMegabytes']:.0f} MB against {fer['residentMegabytes']:.0f}",
        ]
    )
    rows.append(
        [
            f"against {mesh['about']}'s face detection and mesh, without emotions",
            f"{mesh['liveOverThis']['median']:.2f} of its time",
        ]
    )
    for engine in ("onnxruntime", "TFLite"):
        ratios = [
            f"{network['engines'][engine]['oursOverTheirs']['median']:.2f} ({name})"
            for name, network in results["networks"].items()
            if engine in network["engines"]
        ]
        rows.append(
            [f"the engine against {engine}, one thread", ", ".join(ratios) + " of its time"]
        )
    lines = [
        f"On {machine['processor']} ({machine['processors']} processors, "
        f"{machine['instructions'][0]}), `Benchmarks/run.sh`, a 640×480 JPEG with one",
        "face, medians, one core; [all figures](Benchmarks/RESULTS.md):",
        "",
        table(["what", "figure"], rows).replace("---:", "---"),
    ]
    return "\n".join(lines)
