"""Requirements of tests with the real program: the program and the sample faces, or a message that they are missing."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
SAMPLES = CHECKOUT / "SampleFaces"


def _program() -> "str | None":
    named = os.environ.get("FACIALFUN_BINARY")
    built = CHECKOUT / ".build" / "release" / "facialfun"
    return shutil.which(named) if named else str(built) if os.access(built, os.X_OK) else None


PROGRAM = _program()
needs_program = unittest.skipUnless(
    PROGRAM, "SKIPPED: there is no .build/release/facialfun (make build) and FACIALFUN_BINARY names none")


def use_program() -> None:
    """Makes the package start this program instead of using a service of the user."""
    os.environ["FACIALFUN_BINARY"] = PROGRAM or ""
    os.environ.pop("XDG_RUNTIME_DIR", None)


def command_line(*arguments: str) -> str:
    """The standard output of the program."""
    done = subprocess.run(
        [PROGRAM or "", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout
