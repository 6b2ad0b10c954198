"""Settings beyond pyproject.toml: the version, and the platform tag of a wheel with the program.

The version is that of the checkout according to Packaging/version; outside a checkout, that in facialfun/_version.py.
`make wheel` first copies the program to facialfun/_program.
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
    """Writes the version into the installed package; an editable installation uses the checkout's own files."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            written = Path(self.build_lib) / "facialfun" / "_version.py"
            written.write_text(
                f'"""The version of this package."""\n\n__version__ = "{VERSION}"\n', encoding="utf-8"
            )


class WithProgram(Distribution):
    """Installed as a package for one platform."""

    def has_ext_modules(self) -> bool:
        return True


class ForAnyPython(bdist_wheel):
    """The program does not depend on Python: one wheel serves all versions."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


if _PROGRAM.is_dir():
    setup(
        version=VERSION, distclass=WithProgram,
        cmdclass={"bdist_wheel": ForAnyPython, "build_py": WithVersion},
    )  # fmt: skip
else:
    setup(version=VERSION, cmdclass={"build_py": WithVersion})
