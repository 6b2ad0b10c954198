#!/usr/bin/env python3
"""Calls a running service with Microsoft's own, unmodified client of the retired Azure Face API.

    Tests/AzureClient/run.sh .build/release/facialfun

installs the client, starts a service and runs this script, as does `make azure`.

Detects the sample faces, checks how the client parses responses and errors, and prints a line for each. Exits with 1
if anything differs from the promises of the client's own types.
"""

import io
import sys
from pathlib import Path

from azure.cognitiveservices.vision.face import FaceClient
from azure.cognitiveservices.vision.face.models import APIErrorException
from msrest.authentication import CognitiveServicesCredentials

SAMPLES = Path(__file__).resolve().parent.parent.parent / "SampleFaces"
EMOTIONS = ["anger", "contempt", "disgust", "fear", "happiness", "neutral", "sadness", "surprise"]


def check(condition: bool, what: str) -> None:
    if not condition:
        sys.exit(f"wrong: {what}")


def detect(client: FaceClient, name: str) -> None:
    """Sends a picture through `detect_with_stream`."""
    with open(SAMPLES / name, "rb") as picture:
        faces = client.face.detect_with_stream(
            picture,
            return_face_id=False,
            return_face_landmarks=True,
            return_face_attributes=["emotion", "headPose", "blur", "exposure", "occlusion"],
        )
    check(len(faces) == 1, f"{name} has one face, not {len(faces)}")
    face = faces[0]
    scores = {emotion: getattr(face.face_attributes.emotion, emotion) for emotion in EMOTIONS}
    check(abs(sum(scores.values()) - 1) < 1e-3, f"{name}: the scores sum to 1")
    check(face.face_rectangle.width > 50, f"{name}: the rectangle has a size")
    check(face.face_landmarks.pupil_left.x < face.face_landmarks.pupil_right.x, "pupils")
    check(abs(face.face_attributes.head_pose.yaw) < 60, f"{name}: a pose")
    check(face.face_attributes.blur.blur_level in ("Low", "Medium", "High", "low", "medium", "high"),
          f"{name}: a blur level")
    check(0 <= face.face_attributes.exposure.value <= 1, f"{name}: an exposure")
    occlusion = face.face_attributes.occlusion
    check(occlusion.mouth_occluded is False and occlusion.eye_occluded is False,
          f"{name}: nothing is covered")
    check(occlusion.forehead_occluded is None, f"{name}: of the forehead nothing is said")
    top = max(scores, key=scores.get)
    box = face.face_rectangle
    print(f"{name}: {box.width}×{box.height} at {box.left},{box.top}; {top} {scores[top]:.3f}")


def expect_error(client: FaceClient, code: str, content: bytes, attributes: list[str]) -> None:
    """Sends a request that must fail, and checks the error that the client reports."""
    try:
        client.face.detect_with_stream(
            io.BytesIO(content), return_face_id=False, return_face_attributes=attributes)
    except APIErrorException as error:
        found = error.error.error
        check(found.code == code, f"{found.code} instead of {code}")
        print(f"{found.code}: {found.message}")
    else:
        sys.exit(f"wrong: no error where {code} belongs")


def expect_no_fetching(client: FaceClient) -> None:
    """Checks that a picture URL is rejected, because the service has no network access."""
    try:
        client.face.detect_with_url("http://127.0.0.1/picture.jpg", return_face_id=False)
    except APIErrorException as error:
        check(error.error.error.code == "InvalidMediaType", error.error.error.code)
        print(f"{error.error.error.code}: {error.error.error.message}")
    else:
        sys.exit("wrong: a picture was fetched")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: detect.py http://127.0.0.1:PORT")
    client = FaceClient(sys.argv[1], CognitiveServicesCredentials("any key will do"))
    for name in ("hopper.jpg", "collins.jpg"):
        detect(client, name)
    picture = (SAMPLES / "hopper.jpg").read_bytes()
    expect_error(client, "InvalidImage", b"this is no picture", ["emotion"])
    expect_error(client, "InvalidImage", picture[: len(picture) // 2], ["emotion"])
    expect_error(client, "InvalidImageSize", b"x" * 2_000_001, ["emotion"])
    expect_error(client, "BadArgument", picture, ["emotion", "age"])
    expect_no_fetching(client)
    print("all as the client expects")


if __name__ == "__main__":
    main()
