"""What pyproject.toml cannot say: the version, and that a wheel with the program in it is one for its machine.

The version is that of the checkout, as Packaging/version tells it; where there is none about this folder,
what facialfun/_version.py says. `make wheel` lays the program out in facialfun/_program before it comes here.
"""

import re
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

_HERE = Path(__file__).resolve().parent
_PROGRAM = _HERE / "facialfun" / "_program"


def _version() -> str:
    program = _HERE.parents[1] / "Packaging" / "version"
    if program.exists():
        told = subprocess.run([program, "--python"], capture_output=True, text=True, check=False)
        if told.returncode == 0:
            return told.stdout.strip()
    own = (_HERE / "facialfun" / "_version.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+)"$', own, re.MULTILINE)[1]


VERSION = _version()


class WithVersion(build_py):
    """Writes the version into what is installed; an editable installation is the checkout's own files."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            written = Path(self.build_lib) / "facialfun" / "_version.py"
            written.write_text(
                f'"""The version of this package."""\n\n__version__ = "{VERSION}"\n', encoding="utf-8"
            )


class WithProgram(Distribution):
    """Goes where packages for one kind of machine go."""

    def has_ext_modules(self) -> bool:
        return True


class ForAnyPython(bdist_wheel):
    """The program knows no Python: one wheel serves all versions."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


if _PROGRAM.is_dir():
    setup(
        version=VERSION, distclass=WithProgram,
        cmdclass={"bdist_wheel": ForAnyPython, "build_py": WithVersion},
    )  # fmt: skip
else:
    setup(version=VERSION, cmdclass={"build_py": WithVersion})
