"""The reports of several pictures, and the table of their faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .report import Report

if TYPE_CHECKING:
    import pandas


class Reports(list[Report]):
    """A report of each picture, in their order."""

    def problems(self) -> list[Report]:
        """The reports of pictures that were not scored."""
        return [report for report in self if not report.ok]

    def frame(self) -> pandas.DataFrame:
        """One row a face, as `facialfun.table.frame_of` says; the extra `pandas` brings what it needs."""
        from .table import frame_of

        return frame_of(self)
