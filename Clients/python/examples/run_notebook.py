"""Runs all cells of faces.ipynb and saves it with its outputs.

    python3 Clients/python/examples/run_notebook.py

Needs nbclient and the notebook's dependencies; FACIALFUN_BINARY names the program if it is not in PATH.
"""

from __future__ import annotations

import os
from pathlib import Path

import nbclient
import nbformat

HERE = Path(__file__).resolve().parent
NOTEBOOK = HERE / "faces.ipynb"


def main() -> None:
    # The package of this checkout, and its sample faces under the path in the notebook.
    os.environ["PYTHONPATH"] = str(HERE.parent)
    os.environ.pop("FACIALFUN_PICTURES", None)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, record_timing=False).execute(cwd=str(HERE))
    # The interpreter's version and paths would differ between machines.
    notebook.metadata = nbformat.from_dict({
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"}})
    nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    main()
