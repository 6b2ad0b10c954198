"""Which emotion does a face show? FacialFun scores pictures on this machine; nothing leaves it.

    import facialfun

    for report in facialfun.score("photos/"):            # a file, a folder, bytes, or many of them
        print(report.path, report.problem or [face.top for face in report.faces])
    frame = facialfun.score(["a.jpg", "b.png"]).frame()  # one row a face, by the extra `pandas`

    client = facialfun.Client()                          # the user's own `facialfun serve`
    client.match(open("me.jpg", "rb").read(), "happiness", level=1).verdict

A score describes the expression that a face shows, not what the person feels.
"""

from . import table
from ._version import __version__ as __version__
from .batch import score, score_iter
from .client import Attempt, AttemptStatus, Baseline, Client, Limits, Match, ModelInfo, Verdict
from .pictures import Picture
from .private import PrivateService, ServiceStartError
from .program import NoProgramError, find_program
from .report import (
    EMOTIONS,
    Box,
    Face,
    Features,
    Point,
    Pose,
    Problem,
    Quality,
    Rectangle,
    Report,
    Scores,
)
from .reports import Reports
from .wire import FacialFun, FacialFunError

__all__ = [
    "EMOTIONS", "Attempt", "AttemptStatus", "Baseline", "Box", "Client", "Face", "FacialFun", "FacialFunError",
    "Features", "Limits", "Match", "ModelInfo", "NoProgramError", "Picture", "Point", "Pose", "PrivateService",
    "Problem", "Quality", "Rectangle", "Report", "Reports", "Scores", "ServiceStartError", "Verdict", "find_program",
    "score", "score_iter", "table",
]
