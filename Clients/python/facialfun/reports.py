"""The reports of several pictures or of a film's frames, and the table of their faces."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from .report import Report

if TYPE_CHECKING:
    import pandas


class Reports(list[Report]):
    """The reports of all pictures and frames, in order."""

    def problems(self) -> list[Report]:
        """The reports of pictures that were not scored."""
        return [report for report in self if not report.ok]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with one row per face, as `facialfun.table.frame_of` makes it; needs the extra `pandas`."""
        from .table import frame_of

        return frame_of(self)

    def frame(self) -> pandas.DataFrame:
        """The earlier name of `to_pandas`, kept for one version."""
        warnings.warn(
            "Reports.frame() is now Reports.to_pandas(); the old name goes with the next version.", DeprecationWarning,
            stacklevel=2)
        return self.to_pandas()
