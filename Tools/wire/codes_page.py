"""The page of all codes, for authors of client programs."""

import json

import swift_codes

INTRODUCTION = """\
# Codes

Codes that programs receive; a game translates them. Codes are never renamed; new ones may be added. The sentences are
in English for a five-year-old. `make documents` generates this page from the Swift sources.
"""


def page() -> str:
    """The generated page."""
    remedies = swift_codes.values("CannotJudgeReason", "remedy")
    sentences = {
        name: swift_codes.values(name, "sentence") for name in ("CannotJudgeReason", "HintCode", "PraiseCode")}
    units = swift_codes.values("FaceMovement", "actionUnit")
    cameras = swift_codes.camera_errors()
    movements = swift_codes.cases("FaceMovement")
    contract = json.loads((swift_codes.ROOT / "Sources/FacialFunWire/contract.json").read_text())
    yaw, hidden = contract["judging"]["maxYaw"], contract["judging"]["maxHidden"]
    return INTRODUCTION + "".join([
        _section(
            "Verdicts",
            "`not_yet` has progress from 0 to 1, and a hint and praise if there are any. `cannot_judge` has\n"
            "the reason, and never counts against the child.",
            ("code", "meaning"), [(case.code, case.text) for case in swift_codes.documented_verdicts()]),
        _section(
            "Reasons of `cannot_judge`",
            "Matches, attempts and baselines are stricter than `score`, because the person can look at the\n"
            f"camera and uncover the face. They reject heads turned by more than {yaw:g}°, and mouths or eyes that\n"
            f"are hidden with more than {hidden:g} ([measurements](../training/measure/GATE.md)).",
            ("code", "remedy", "sentence"),
            [(case.code, f"`{remedies[case.name]}`", sentences["CannotJudgeReason"][case.name])
             for case in swift_codes.cases("CannotJudgeReason")]),
        _section(
            "Hints",
            "`Models/hints.json` lists the hints for each target, as measured. A verdict has at most one hint.",
            ("code", "sentence"),
            [(case.code, sentences["HintCode"][case.name]) for case in swift_codes.cases("HintCode")]),
        _section(
            "Praise", "", ("code", "sentence"),
            [(case.code, sentences["PraiseCode"][case.name]) for case in swift_codes.cases("PraiseCode")]),
        _section(
            "Phases of an attempt", "The last three end the attempt.", ("code", "meaning"),
            [(case.code, case.text) for case in swift_codes.cases("Phase", "struct AttemptStatus:")]),
        _section(
            "Operating points",
            "The use that scores are calibrated for. Reports name the operating point of their scores.",
            ("code", "meaning"), [(case.code, case.text) for case in swift_codes.cases("OperatingPoint")]),
        _section(
            "Problems of the service", "The `code` of an `application/problem+json` response. "
            "[The OpenAPI description](../Sources/FacialFunServer/openapi.json)\nlists the codes of each route. "
            "Pictures that are unsuitable as a baseline get 422 with the reason why they cannot be\njudged, or "
            "`not_at_rest`. If `/v1/rectangle` does not find the face, it responds with 422 `no_face`.",
            ("code", "status", "meaning"),
            [(problem.code, str(problem.status), problem.text) for problem in swift_codes.problems()]),
        _section(
            "Cameras", "In events while the camera is unavailable, and in 503 responses of the service.",
            ("code", "meaning"),
            [(case.code, case.text) for case in cameras]),
        _section(
            "Movements", f"The strength of {len(movements)} movements, 0 to 1, on request (`--movements`, "
            "`?movements=true`). The names are ARKit's;\nleft and right are the subject's. The unit is the nearest "
            "action unit (AU) or descriptor (AD) of the Facial Action\nCoding System, which counts both sides as one. "
            "ARKit's `tongueOut` is not measured. The accuracy varies widely\nbetween movements "
            "([measurements](../training/measure/MOVEMENTS.md)).",
            ("name", "unit", "movement"),
            [(case.code, units.get(case.name, "–"), case.text) for case in movements]),
    ])


def _section(title: str, text: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    head = f"\n## {title}\n\n" + (text + "\n\n" if text else "")
    table = [columns, tuple("---" for _ in columns), *((f"`{code}`", *rest) for code, *rest in rows)]
    return head + "".join("| " + " | ".join(row) + " |\n" for row in table).replace("| --- ", "|---").replace(
        "--- |", "---|")
