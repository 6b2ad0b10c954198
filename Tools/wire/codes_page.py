"""The page of all codes, for those who write programs that read them."""

import swift_codes

INTRODUCTION = """\
# Codes of the wire

What a program reads; a game translates the code. Codes are never renamed; new ones may come. The sentences are
English, in words for a child of five. This page is written by `make documents` from the sources in Swift.
"""


def page() -> str:
    """The page as it is to be."""
    remedies = swift_codes.values("CannotJudgeReason", "remedy")
    sentences = {
        name: swift_codes.values(name, "sentence") for name in ("CannotJudgeReason", "HintCode", "PraiseCode")}
    units = swift_codes.values("FaceMovement", "actionUnit")
    cameras = swift_codes.cases("Code", "struct CameraError:")
    movements = swift_codes.cases("FaceMovement")
    yaw, hidden = (swift_codes.number(name, "extension Observation") for name in ("maxYaw", "maxHidden"))
    return INTRODUCTION + "".join([
        _section(
            "Verdicts", "`not_yet` comes with progress from 0 to 1, and a hint and praise where there is one;\n"
            "`cannot_judge` with the reason, and is never held against the child.",
            ("code", "meaning"), [(case.code, case.text) for case in swift_codes.documented_verdicts()]),
        _section(
            "Reasons of `cannot_judge`",
            "Who was asked for a face looks at the camera and can take away what is before it: matches,\n"
            f"attempts and baselines refuse a head that is turned by more than {yaw:g}°, and a mouth or eyes that\n"
            f"are hidden with more than {hidden:g}, which `score` still judges in a photograph\n"
            "([measured](../training/measure/GATE.md)).",
            ("code", "remedy", "sentence"),
            [(case.code, f"`{remedies[case.name]}`", sentences["CannotJudgeReason"][case.name])
             for case in swift_codes.cases("CannotJudgeReason")]),
        _section(
            "Hints",
            "Which hint is offered for which target is measured: see `Models/hints.json`. Only one is given at a time.",
            ("code", "sentence"),
            [(case.code, sentences["HintCode"][case.name]) for case in swift_codes.cases("HintCode")]),
        _section(
            "Praise", "", ("code", "sentence"),
            [(case.code, sentences["PraiseCode"][case.name]) for case in swift_codes.cases("PraiseCode")]),
        _section(
            "Phases of an attempt", "The last three are its end.", ("code", "meaning"),
            [(case.code, case.text) for case in swift_codes.cases("Phase", "struct AttemptStatus:")]),
        _section(
            "Operating points", "Which question scores answer. Reports name it where they give scores.",
            ("code", "meaning"), [(case.code, case.text) for case in swift_codes.cases("OperatingPoint")]),
        _section(
            "Problems of the service", "The `code` of an answer as `application/problem+json`. Which route answers "
            "which, and when, is in\n[the OpenAPI description](../Sources/FacialFunServer/openapi.json). Pictures that "
            "cannot serve as a baseline are\nanswered by 422 with the reason why they cannot be judged, or "
            "`not_at_rest`; a face that `/v1/rectangle` does\nnot find by 422 `no_face`.",
            ("code", "status", "answers"),
            [(problem.code, str(problem.status), problem.text) for problem in swift_codes.problems()]),
        _section(
            "Cameras", "In events of a camera that is away, and with 503 from the service.", ("code", "meaning"),
            [(case.code, case.text) for case in cameras]),
        _section(
            "Movements", f"How strongly a face makes each of {len(movements)} movements, 0 to 1: on request "
            "(`--movements`, `?movements=true`).\nThe names are ARKit's; left and right are the subject's. Beside "
            "each stands the nearest action unit (AU) or\ndescriptor (AD) of the Facial Action Coding System, which "
            "counts both sides as one. `tongueOut`, which ARKit\nhas too, is not measured. Some are hardly seen: "
            "[what each is worth](" + "../training/measure/MOVEMENTS.md) is measured.",
            ("name", "unit", "what moves"),
            [(case.code, units.get(case.name, "–"), case.text) for case in movements]),
    ])


def _section(title: str, text: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    head = f"\n## {title}\n\n" + (text + "\n\n" if text else "")
    table = [columns, tuple("---" for _ in columns), *((f"`{code}`", *rest) for code, *rest in rows)]
    return head + "".join("| " + " | ".join(row) + " |\n" for row in table).replace("| --- ", "|---").replace(
        "--- |", "---|")
