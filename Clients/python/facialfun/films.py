"""The frames of a film, read and tracked by the program `facialfun score`."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import os
import subprocess
import tempfile
from collections.abc import Iterator
from typing import IO, Any

from .pictures import Film, failure
from .program import find_program

#: Maximum time for the program to stop, in seconds.
_STOP = 10.0


@dataclasses.dataclass(frozen=True)
class FilmOptions:
    """Options for films: at most `fps` frames per second, the measurements, and the models."""

    fps: float | None = None
    movements: bool = False
    model: str | None = None
    landmarks: bool = False

    def __post_init__(self) -> None:
        if self.fps is not None and not (math.isfinite(self.fps) and 0.01 <= self.fps <= 1000):
            raise ValueError(f"fps is from 0.01 to 1000 frames a second, or None for every frame, not {self.fps}.")

    def arguments(self) -> list[str]:
        """The options of `facialfun score`."""
        arguments = ["--format", "jsonl"]
        if self.fps is not None:
            arguments += ["--fps", f"{self.fps:.6f}"]
        if self.movements:
            arguments.append("--movements")
        if self.landmarks:
            arguments.append("--landmarks")
        if self.model is not None:
            arguments += ["--model", self.model]
        return arguments


def frames_of(film: Film, options: FilmOptions) -> Iterator[dict[str, Any]]:
    """Yields the records of a film's frames as they arrive, including those that could not be read.

    The program pauses while no record is taken, and stops when the iterator is closed.

    Raises:
        NoProgramError: The program `facialfun` was not found.
    """
    program = find_program()
    # Prevents a name with a leading dash from being parsed as an option.
    path = film.path if film.path.startswith("/") else os.path.join(".", film.path)
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [str(program), "score", *options.arguments(), path],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        fault = False
        try:
            assert process.stdout is not None
            for line in process.stdout:
                try:
                    record: dict[str, Any] = json.loads(line)
                except ValueError:
                    # The program died in the middle of a record.
                    break
                record["path"] = film.path
                fault = fault or ("error" in record and "time" not in record)
                yield record
            status = process.wait()
            if status not in (0, 1) and not fault:
                yield failure(film.path, "no_answer", _last_words(errors, status))
        finally:
            _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.stdout is not None:
        process.stdout.close()
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_STOP)
            return
        process.kill()
        process.wait()


def _last_words(errors: IO[bytes], status: int) -> str:
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - 4000))
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return f"The program that reads films ended with {status}: {lines[-1] if lines else 'it gave no reason'}"
