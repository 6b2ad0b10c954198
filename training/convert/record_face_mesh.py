"""Records the results of the original package's FaceMesh: the golden fixture of the whole path.

    python -m training.convert.record_face_mesh --samples SampleFaces \
        --output Models/face-mesh/golden-path.json

Needs mediapipe 0.10.21 and numpy below 2 in a separate environment: they conflict with requirements.txt. The graph is
that of `mediapipe.solutions.face_mesh` with static_image_mode and without attention; its internal streams are read as
well, so that the fixture contains the detection, the region and the points.

All coordinates are pixels by the package's definition: its normalized numbers times width and height.
"""

from __future__ import annotations

import json
from pathlib import Path

import mediapipe
import numpy as np
from mediapipe.python.solution_base import SolutionBase
from PIL import Image, ImageOps

from training.command_line import parser_of

FILES = ("collins.jpg", "hopper.jpg", "tilted-left.jpg", "tilted-right.jpg")
THRESHOLDS = {
    "facedetectionshortrangecpu__facedetectionshortrange__facedetection__"
    "TensorsToDetectionsCalculator.min_score_thresh": 0.5,
    "facelandmarkcpu__ThresholdingCalculator.threshold": 0.5,
}


def graph() -> SolutionBase:
    """The package's graph for single pictures, with its internal streams."""
    return SolutionBase(
        binary_graph_path="mediapipe/modules/face_landmark/face_landmark_front_cpu.binarypb",
        side_inputs={"num_faces": 1, "use_prev_landmarks": False, "with_attention": False},
        calculator_params=THRESHOLDS,
        outputs=["multi_face_landmarks", "face_detections", "face_rects_from_detections"],
    )


def record(path: Path) -> dict:
    """The package's result for a picture with one face."""
    picture = np.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB"))
    height, width = picture.shape[:2]
    with graph() as solution:
        found = solution.process(picture)
    (detection,), (rectangle,) = found.face_detections, found.face_rects_from_detections
    box = detection.location_data.relative_bounding_box
    points = found.multi_face_landmarks[0].landmark
    return {
        "file": path.name,
        "width": width,
        "height": height,
        "box": numbers([box.xmin * width, box.ymin * height, box.width * width, box.height * height]),
        "keypoints": [
            numbers([point.x * width, point.y * height])
            for point in detection.location_data.relative_keypoints
        ],
        "region": {
            "centre": numbers([rectangle.x_center * width, rectangle.y_center * height]),
            "side": round(rectangle.width * width, 4),
            "radians": round(rectangle.rotation, 6),
        },
        "points": [numbers([p.x * width, p.y * height, p.z * width]) for p in points],
    }  # fmt: skip


def numbers(values: list[float]) -> list[float]:
    """The numbers rounded to a thousandth of a pixel, a hundredth of the tolerance."""
    return [round(float(value), 3) for value in values]


def main() -> None:
    """Reads the command line and writes the fixture."""
    parser = parser_of(__doc__, "samples", "output")
    arguments = parser.parse_args()
    fixture = {
        "source": f"mediapipe {mediapipe.__version__}, face_landmark_front_cpu",
        "pictures": [record(arguments.samples / name) for name in FILES],
    }
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps(fixture, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
