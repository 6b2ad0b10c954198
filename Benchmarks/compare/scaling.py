"""(d) Time of a picture by the number of faces and by size, the gain of a second job, and the throughput on a folder.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from setting import BENCHMARKS, MODELS, Setting
from whole_job import time_jobs
from worker import Conditions, Failed, Worker

PICTURES_A_JOB = 60
# Copies of each picture in the smaller and the larger folder; the difference of their times excludes the start of the
# process.
FEW, MANY = 5, 30


def measure(setting: Setting) -> dict:
    """Medians for pictures of many faces and sizes, and throughput."""
    return {
        "faces": _faces(setting), "sizes": _sizes(setting), "jobs": _jobs(setting), "folder": _folder(setting),
    }  # fmt: skip


def _faces(setting: Setting) -> list[dict]:
    print("  faces in a picture", file=sys.stderr)
    rows = []
    for picture in _pictures(setting, "faces"):
        wanted = int(picture.stem.removeprefix("faces-"))
        one = time_jobs(setting, picture, "service", setting.rounds(40), setting.one)
        two = _on_two(setting, picture)
        if one["facesPerRound"] != wanted:
            raise Failed(f"{one['facesPerRound']} faces are found in {picture.name}, not {wanted}")
        rows.append(
            {
                "faces": wanted,
                "one": {stage: times["p50"] for stage, times in one["stages"].items()},
                "two": {"total": two},
            }
        )
    return rows


def _on_two(setting: Setting, picture: Path) -> float:
    """Milliseconds of a picture with two threads."""
    words = ["frame", str(picture), "--models", str(MODELS), "--search", "service", "--threads", "2"]
    worker = Worker("FacialFun", [str(setting.engine_worker), *words], setting.two, setting.log)
    times = worker.run(setting.rounds(40))
    worker.end()
    return median(times) / 1e6


def _sizes(setting: Setting) -> list[dict]:
    print("  sizes of a picture", file=sys.stderr)
    rows = []
    for picture in _pictures(setting, "size"):
        row: dict = {"megapixels": float(picture.stem.removeprefix("size-"))}
        # Roughly equal total time: large pictures are measured less often.
        rounds = max(3, int(setting.rounds(60) / max(1, row["megapixels"] / 2)))
        for search in ("live", "service", "thorough"):
            found = time_jobs(setting, picture, search, rounds, setting.one)
            row[search] = {stage: times["p50"] for stage, times in found["stages"].items()}
            row[search]["faces"] = found["facesPerRound"]
        rows.append(row)
    return rows


def _jobs(setting: Setting) -> dict:
    print("  pictures a second with one job and with two", file=sys.stderr)
    folder = setting.work / "many"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number in range(PICTURES_A_JOB):
        shutil.copy(setting.picture("portrait-1280x720.jpg"), folder / f"{number:03}.jpg")
    seconds: dict[int, list[float]] = {1: [], 2: []}
    scores: set[str] = set()
    for _ in range(setting.rounds(10)):
        for jobs, durations in seconds.items():
            duration, output = _score(setting, folder, jobs)
            durations.append(duration)
            scores.add(_without_times(output))
    if len(scores) != 1:
        raise Failed("The scores are not the same with one job and with two.")
    speeds = {str(jobs): PICTURES_A_JOB / median(found) for jobs, found in seconds.items()}
    ratios = [one / two for one, two in zip(seconds[1], seconds[2], strict=True)]
    return {"picturesPerSecond": speeds, "speedUp": median(ratios)}


def _folder(setting: Setting) -> dict:
    """Throughput on one core at `thorough`, for the 640×480 pictures of `pictures` in equal numbers."""
    print("  a folder at thorough", file=sys.stderr)
    pictures = sorted((BENCHMARKS / "pictures").glob("*.jpg"))
    folders = {}
    for copies in (FEW, MANY):
        folders[copies] = setting.work / f"folder-{copies}"
        shutil.rmtree(folders[copies], ignore_errors=True)
        folders[copies].mkdir()
        for picture in pictures:
            for number in range(copies):
                shutil.copy(picture, folders[copies] / f"{picture.stem}-{number:03}.jpg")
    speeds = []
    for _ in range(setting.rounds(10)):
        seconds = {
            copies: _score(setting, folder, 1, "thorough", setting.one)[0] for copies, folder in folders.items()
        }
        speeds.append(len(pictures) * (MANY - FEW) / (seconds[MANY] - seconds[FEW]))
    return {"pictures": len(pictures), "picturesPerSecond": median(speeds)}


def _score(
    setting: Setting, folder: Path, jobs: int, search: str = "live", conditions: Conditions | None = None
) -> tuple[float, str]:
    command = [str(setting.facialfun), "score", str(folder), "--jobs", str(jobs)]
    command += ["--format", "jsonl", "--search", search]
    conditions = conditions or setting.two
    start = time.perf_counter()
    done = subprocess.run(
        command, capture_output=True, text=True, preexec_fn=conditions.apply, check=False
    )
    duration = time.perf_counter() - start
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)} failed: {done.stderr}")
    return duration, done.stdout


def _without_times(output: str) -> str:
    records = [json.loads(line) for line in output.splitlines()]
    for record in records:
        del record["milliseconds"]
    return json.dumps(records)


def _pictures(setting: Setting, kind: str) -> list[Path]:
    return sorted((setting.work / "pictures").glob(f"{kind}-*.jpg"))
