"""Measures the movements in the photographs of FER+ train with the released program.

    python -m training.faces.photographs_movements --data FOLDER --facialfun PROGRAM --models Models \
        --output MOVEMENTS.npy

FOLDER contains ferplus-train-valid.npz. MOVEMENTS.npy is [N, 51] float32 from 0 to 1 for the N photographs of
`dataset.load(...)["train"]`, in the order of a report; NaN if no face was found.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import MOVEMENT_NAMES
from training.faces.unpack import unpack_ferplus
from training.measure.programs import reports_of

SET = "ferplus-train"


def movements_in(reports: list[dict], count: int) -> np.ndarray:
    """[count, 51], NaN if a report has no face with movements; the picture's index is the number in its name."""
    result = np.full((count, len(MOVEMENT_NAMES)), np.nan, np.float32)
    for report in reports:
        faces = report.get("faces") or []
        if faces and "movements" in faces[0]:
            place = int(Path(report["path"]).stem.rsplit("-", 1)[1])
            result[place] = [faces[0]["movements"][name] for name in MOVEMENT_NAMES]
    return result


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "facialfun", models=True)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count, _ = unpack_ferplus(arguments.data, folder, SET)
        reports = reports_of(
            arguments.facialfun, [Path(folder)], "--movements", "--search", "live", "--jobs", 1,
            "--model", arguments.models,
        )  # fmt: skip
    found = movements_in(reports, count)
    np.save(arguments.output, found)
    print(f"{(~np.isnan(found[:, 0])).sum()} of {count} photographs have a face with movements")


if __name__ == "__main__":
    main()
