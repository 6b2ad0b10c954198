"""Where the program `facialfun` is: the one that `FACIALFUN_BINARY` names, the wheel's own, or that of PATH."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

#: Names the program in the place of any other.
VARIABLE = "FACIALFUN_BINARY"
#: What a wheel for this machine brings.
_OWN = Path(__file__).parent / "_program" / "bin" / "facialfun"


class NoProgramError(RuntimeError):
    """There is no program `facialfun` that could be started."""


def find_program() -> Path:
    """The program; raises NoProgramError, which says what was looked at and what to do."""
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise NoProgramError(
                f"{VARIABLE} names {named}, which is no program that can be run. Give it the path of facialfun or none."
            )
        return Path(found).absolute()
    if os.access(_OWN, os.X_OK):
        return _OWN
    found = shutil.which("facialfun")
    if found is None:
        raise NoProgramError(
            "There is no program `facialfun` in PATH, and this package brings none. Install the wheel that has "
            f"one, or the program itself, or name it by {VARIABLE}."
        )
    return Path(found).absolute()


def run() -> None:
    """Becomes the wheel's own program: the command `facialfun` of an environment that has the wheel."""
    try:
        program = _OWN if os.access(_OWN, os.X_OK) else find_program()
    except NoProgramError as error:
        sys.exit(f"facialfun: {error}")
    os.execv(program, [str(program), *sys.argv[1:]])
