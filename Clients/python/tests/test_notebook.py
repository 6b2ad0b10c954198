"""The example notebook, run from the first to the last cell."""

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
    def test_all_cells_run_and_plots_exist(self):
        use_program()
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        variables = {"PYTHONPATH": str(PACKAGE), "FACIALFUN_BINARY": PROGRAM, "FACIALFUN_PICTURES": str(SAMPLES)}
        with mock.patch.dict(os.environ, variables):
            nbclient.NotebookClient(notebook, timeout=300).execute(cwd=str(NOTEBOOK.parent))
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        plots = [output for output in outputs if "image/png" in output.get("data", {})]
        self.assertEqual(len(plots), 4)
        self.assertIn("faces", "".join(output.get("text", "") for output in outputs))
        self.assertEqual(texts(notebook), texts(nbformat.read(NOTEBOOK, as_version=4)),
                         "run Clients/python/examples/run_notebook.py")

    def test_notebook_is_committed_with_its_outputs(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.assertEqual([cell.execution_count for cell in code], list(range(1, len(code) + 1)))
        self.assertEqual(sum("image/png" in output.get("data", {}) for cell in code for output in cell.outputs), 4)
        # The outputs must not reveal the machine.
        self.assertNotIn(str(Path.home()), NOTEBOOK.read_text())
        self.assertNotIn(str(PACKAGE), NOTEBOOK.read_text())


def texts(notebook) -> list[str]:
    """The text output of its cells."""
    return [output["text"] for cell in notebook.cells for output in cell.get("outputs", []) if "text" in output]


if __name__ == "__main__":
    unittest.main()
