"""Runs FacialFun and its peers on the same pictures, each in a separate process."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from layouts import EMOTIONS, SYNONYMS, DataSet, Sample

HERE = Path(__file__).resolve().parent


class RunError(RuntimeError):
    """A contender that could not be run; the message is its last line of output."""


@dataclass(frozen=True)
class Answer:
    """A contender's result for a picture: scores by FacialFun's names, None without a face. `is_refused` marks a face
    that is scored but reported as too unclear to judge.
    """

    scores: dict[str, float] | None
    is_refused: bool = False

    @property
    def top(self) -> str | None:
        """The emotion with the highest score."""
        return max(self.scores, key=lambda name: self.scores[name]) if self.scores else None


@dataclass(frozen=True)
class Run:
    """All results of a contender, in the order of the pictures, with their cost."""

    name: str
    version: str
    answers: tuple[Answer, ...]
    first_seconds: float
    pictures_per_second: float
    cpu_milliseconds: float
    megabytes: float


def use_one_processor() -> None:
    """Restricts this process and its children to one processor, so that no contender has more threads than others."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def run_facialfun(program: Path, data: DataSet, work: Path) -> Run:
    """FacialFun's own evaluation, one picture at a time, with the pipeline of `facialfun score`."""
    first, _ = _evaluate(program, data.samples[:1], data.are_crops, work / "facialfun-first")
    cost, answers = _evaluate(program, data.samples, data.are_crops, work / "facialfun")
    further = len(data.samples) - 1
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return Run("FacialFun", version, answers, first.seconds, _rate(further, cost.seconds - first.seconds),
               _milliseconds(further, cost.cpu_seconds - first.cpu_seconds), cost.megabytes)


@dataclass(frozen=True)
class _Cost:
    """The cost of a process."""

    seconds: float
    cpu_seconds: float
    megabytes: float


def _evaluate(
        program: Path, samples: tuple[Sample, ...], are_crops: bool, work: Path
) -> tuple[_Cost, tuple[Answer, ...]]:
    """Cost and results of `facialfun-lab evaluate`."""
    table, scores = work.with_suffix(".csv"), work.with_suffix(".jsonl")
    with table.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("path", "label"))
        writer.writerows((sample.path.resolve(), sample.label) for sample in samples)
    # The bootstrap of its intervals is not part of scoring.
    command = [program, "evaluate", table, "--format", "json", "--scores", scores, "--jobs", "1", "--replicates", "1",
               *(["--crops"] if are_crops else [])]
    errors = work.with_suffix(".log")
    began = time.perf_counter()
    with errors.open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - began
    if process.returncode not in (0, 1):
        raise RunError(last_line(errors.read_text(errors="replace")))
    lines = [json.loads(line) for line in scores.read_text().splitlines()]
    by_path = {line["path"]: line for line in lines}
    answers = tuple(_answer(by_path[str(sample.path.resolve())]) for sample in samples)
    return _Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), answers


def _answer(line: dict) -> Answer:
    scores = line.get("scores") if line["outcome"] in ("judged", "refused") else None
    if isinstance(scores, list):
        scores = dict(zip(EMOTIONS, scores, strict=True))
    return Answer(scores, line["outcome"] == "refused")


def run_peer(name: str, adapter: str, python: str, data: DataSet, work: Path) -> Run:
    """Runs a Python package; `adapter` is the name of a known one or the file of an adapter."""
    pictures, output = work / f"{name}.txt", work / f"{name}.jsonl"
    pictures.write_text("".join(f"{sample.path.resolve()}\n" for sample in data.samples))
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1", "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [python, HERE / "worker.py", adapter, pictures, output, "1" if data.are_crops else "0"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RunError(last_line(done.stderr))
    *lines, cost = [json.loads(line) for line in output.read_text().splitlines()]
    if len(lines) != len(data.samples):
        raise RunError(f"only {len(lines)} of {len(data.samples)} pictures have an answer")
    answers = tuple(Answer(None if scores is None else renamed(scores)) for scores in lines)
    further = len(lines) - 1
    return Run(name, version_of(name, python), answers, cost["first"], _rate(further, cost["seconds"]),
               _milliseconds(further, cost["cpu"]), cost["megabytes"])


def renamed(scores: dict[str, float]) -> dict[str, float]:
    """The scores by FacialFun's names; labels without a corresponding emotion are dropped."""
    known = {SYNONYMS[name.lower()]: value for name, value in scores.items() if name.lower() in SYNONYMS}
    if not known:
        raise RunError(f"none of its labels is an emotion: {', '.join(scores)}")
    return known


def version_of(distribution: str, python: str = sys.executable) -> str:
    """The version of an installed package; empty if it is not installed."""
    code = f"from importlib.metadata import version; print(version({distribution!r}))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=False).stdout.strip()


def _rate(pictures: int, seconds: float) -> float:
    return pictures / seconds if pictures > 0 and seconds > 0 else float("nan")


def _milliseconds(pictures: int, seconds: float) -> float:
    return 1000 * seconds / pictures if pictures > 0 and seconds > 0 else float("nan")


def last_line(text: str) -> str:
    """The last line of an error output, which names the cause."""
    return (text.strip().splitlines() or ["it gave no reason"])[-1][:300]
