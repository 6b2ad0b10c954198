"""The example notebook, run from its first cell to its last."""

import json
import os
import unittest
from pathlib import Path
from unittest import mock

from .real import PROGRAM, SAMPLES, needs_program, use_program

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401
    import nbclient
    import nbformat
    import pandas  # noqa: F401
except ImportError:
    nbclient = None

PACKAGE = Path(__file__).parents[1]
NOTEBOOK = PACKAGE / "examples" / "faces.ipynb"


@needs_program
@unittest.skipUnless(nbclient, "SKIPPED: the notebook's packages (nbclient, ipykernel, matplotlib, pandas) are missing")
class NotebookTests(unittest.TestCase):
    def test_every_cell_runs_and_the_plots_are_there(self):
        use_program()
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        variables = {"PYTHONPATH": str(PACKAGE), "FACIALFUN_BINARY": PROGRAM, "FACIALFUN_PICTURES": str(SAMPLES)}
        with mock.patch.dict(os.environ, variables):
            nbclient.NotebookClient(notebook, timeout=300).execute(cwd=str(NOTEBOOK.parent))
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        plots = [output for output in outputs if "image/png" in output.get("data", {})]
        self.assertEqual(len(plots), 4)
        self.assertIn("faces", "".join(output.get("text", "") for output in outputs))
        where = os.environ.get("NOTEBOOK_OUTPUT")
        if where:
            nbformat.write(notebook, where)

    def test_the_repository_has_it_without_outputs(self):
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            self.assertEqual((cell.get("outputs", []), cell.get("execution_count")), ([], None))


if __name__ == "__main__":
    unittest.main()
