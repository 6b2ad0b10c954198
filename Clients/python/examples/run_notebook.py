"""Runs faces.ipynb from its first cell to its last and writes it back with its outputs.

    python3 Clients/python/examples/run_notebook.py

It needs nbclient and what the notebook needs; FACIALFUN_BINARY names the program where PATH has none.
"""

from __future__ import annotations

import os
from pathlib import Path

import nbclient
import nbformat

HERE = Path(__file__).resolve().parent
NOTEBOOK = HERE / "faces.ipynb"


def main() -> None:
    # The package of this checkout, and its sample faces by the path that the notebook shows.
    os.environ["PYTHONPATH"] = str(HERE.parent)
    os.environ.pop("FACIALFUN_PICTURES", None)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, record_timing=False).execute(cwd=str(HERE))
    # The interpreter's version and paths would change with each machine.
    notebook.metadata = nbformat.from_dict({
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"}})
    nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    main()
