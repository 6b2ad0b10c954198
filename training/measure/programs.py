"""Runs the programs built from this repository, and reads their output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path


def output_of(*command: object) -> str:
    """Output of a program; exits with its command and error output if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\nfailed:\n{done.stderr.strip()}")
    return done.stdout


def use_models(folder: Path) -> None:
    """Makes all later programs take every network from a folder like `Models`; their option `--model` only replaces the
    emotion network.
    """
    os.environ["FACIALFUN_MODELS"] = str(folder.resolve())


def json_lines(text: str) -> list[dict]:
    """One object per line."""
    return [json.loads(line) for line in text.splitlines()]


def reports_of(program: Path, pictures: Iterable[Path], *options: object) -> list[dict]:
    """Reports of `facialfun score` for pictures or folders, one per picture."""
    return json_lines(output_of(program, "score", "--format", "jsonl", *options, *pictures))


def lab_beside(program: Path) -> Path:
    """Path of facialfun-lab next to facialfun, as built and installed."""
    lab = program.resolve().with_name("facialfun-lab")
    if not os.access(lab, os.X_OK):
        sys.exit(
            f"{lab} is not a program: build it with `make build-lab`, "
            "or pass --program with the facialfun next to it"
        )
    return lab


def replace_between(page: Path, marks: tuple[str, str], text: str) -> None:
    """Writes a text between two marks of a page, each of which must occur exactly once."""
    old = page.read_text(encoding="utf-8")
    if any(old.count(mark) != 1 for mark in marks):
        sys.exit(f"{page} must contain {' and '.join(marks)} exactly once")
    before, after = old.split(marks[0])[0], old.split(marks[1])[1]
    page.write_text(f"{before}{marks[0]}{text}{marks[1]}{after}", encoding="utf-8")
