"""Recognizes the emotions that faces show. FacialFun scores pictures and films on this machine; nothing leaves it.

    import facialfun

    for report in facialfun.score("photos/"):                # a path, a folder, bytes, an array, an image, or many
        print(report.path, report.problem or [face.top for face in report.faces])
    facialfun.score(cv2.imread("me.jpg"), color="bgr")       # OpenCV's order of colors
    table = facialfun.score("clip.mp4").to_pandas()          # a row per person and frame, by the extra `pandas`
    facialfun.people("clip.mp4")                             # a summary of each person in a film

    client = facialfun.Client()                              # the user's own `facialfun serve`
    client.match(open("me.jpg", "rb").read(), "happiness", level=1).verdict

A score describes the expression that a face shows, not what the person feels.
"""

from . import table
from ._version import __version__ as __version__
from .batch import score, score_iter
from .client import Attempt, AttemptStatus, Baseline, Client, Evidence, Limits, Match, ModelInfo, Verdict
from .film_people import FilmError, Peak, People, Person, people
from .pictures import Picture
from .private import PrivateService, ServiceStartError
from .program import NoProgramError, find_program
from .progress import Progress
from .report import (
    EMOTIONS,
    Box,
    Direction,
    Face,
    Features,
    Gaze,
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
    "EMOTIONS", "Attempt", "AttemptStatus", "Baseline", "Box", "Client", "Direction", "Evidence", "Face", "FacialFun",
    "FacialFunError", "Features", "FilmError", "Gaze", "Limits", "Match", "ModelInfo", "NoProgramError", "Peak",
    "People", "Person", "Picture", "Point", "Pose", "PrivateService", "Problem", "Progress", "Quality", "Rectangle",
    "Report", "Reports", "Scores", "ServiceStartError", "Verdict", "find_program", "people", "score", "score_iter",
    "table",
]
