"""Finds the program `facialfun`: the one that `FACIALFUN_BINARY` names, the wheel's own, or that in PATH."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

#: Environment variable that names the program, before all others.
VARIABLE = "FACIALFUN_BINARY"
#: The program in a wheel for this machine.
_OWN = Path(__file__).parent / "_program" / "bin" / "facialfun"


class NoProgramError(RuntimeError):
    """The program `facialfun` was not found."""


def find_program() -> Path:
    """Finds the program; raises NoProgramError, which lists the searched places and the remedy."""
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise NoProgramError(
                f"{VARIABLE} is {named}, which is not an executable program. Set it to the path of "
                "facialfun, or unset it."
            )
        return Path(found).absolute()
    if os.access(_OWN, os.X_OK):
        return _OWN
    found = shutil.which("facialfun")
    if found is None:
        raise NoProgramError(
            "There is no program `facialfun` in PATH, and this package does not include it. Install the wheel "
            f"that includes it, install the program, or set {VARIABLE} to its path."
        )
    return Path(found).absolute()


def run() -> None:
    """Replaces this process by the wheel's program: the command `facialfun` of an environment with the wheel."""
    try:
        program = _OWN if os.access(_OWN, os.X_OK) else find_program()
    except NoProgramError as error:
        sys.exit(f"facialfun: {error}")
    os.execv(program, [str(program), *sys.argv[1:]])
