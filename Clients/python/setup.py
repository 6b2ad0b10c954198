"""What pyproject.toml cannot say: a wheel that carries the program is one for its machine.

`make wheel` lays the program out in facialfun/_program before it comes here.
"""

from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel

_PROGRAM = Path(__file__).parent / "facialfun" / "_program"


class WithProgram(Distribution):
    """Goes where packages for one kind of machine go."""

    def has_ext_modules(self) -> bool:
        return True


class ForAnyPython(bdist_wheel):
    """The program knows no Python: one wheel serves all versions."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


if _PROGRAM.is_dir():
    setup(distclass=WithProgram, cmdclass={"bdist_wheel": ForAnyPython})
else:
    setup()
