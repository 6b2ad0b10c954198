"""Reads the codes of the wire format from the Swift sources, where they are defined."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTED_CASE = re.compile(r'((?:^ +/// ?.*\n)*)^ +case (\w+)(?: = "(\w+)")?$', re.M)
DOCUMENTED_CODE = re.compile(
    r'((?:^ +/// ?.*\n)+)^ +(?:public|package) static let (\w+) = Self\("(\w+)"\)$', re.M)
PROBLEM = r'\(\s*\.(\w+), "(\w+)",'
# SwiftNIO's names.
STATUSES = {
    "badRequest": 400, "unauthorized": 401, "forbidden": 403, "notFound": 404, "methodNotAllowed": 405,
    "notAcceptable": 406, "requestTimeout": 408, "payloadTooLarge": 413, "unsupportedMediaType": 415,
    "expectationFailed": 417, "unprocessableEntity": 422, "requestHeaderFieldsTooLarge": 431,
    "internalServerError": 500, "notImplemented": 501, "serviceUnavailable": 503, "gatewayTimeout": 504,
    "httpVersionNotSupported": 505,
}


@dataclass(frozen=True)
class Case:
    """A case of an enumeration."""

    name: str
    #: Its raw value, as in the wire format.
    code: str
    #: Its documentation as one paragraph.
    text: str


@dataclass
class Problem:
    """An error of the service."""

    code: str
    status: int
    #: Condition of the error; several sentences for several conditions.
    text: str


def paragraph(comment: str) -> str:
    """The first paragraph of a documentation comment, with links as code."""
    lines = [line.strip().removeprefix("///").strip() for line in comment.strip().splitlines()]
    first = " ".join(lines[:lines.index("")] if "" in lines else lines)
    return re.sub(r"``(?:\w+/)*(\w+)(?:\([^)]*\))?``", r"`\1`", first)


@cache
def _sources() -> tuple[str, ...]:
    return tuple(file.read_text() for file in sorted((ROOT / "Sources").rglob("*.swift")))


def source(declaration: str) -> str:
    """The text from a declaration, such as `enum Emotion:`, to the end of its braces."""
    opening = re.compile(rf"^( *)(?:public |package )?{re.escape(declaration)}.*\{{\n", re.M)
    found = [(text, match) for text in _sources() if (match := opening.search(text))]
    if len(found) != 1:
        raise SystemExit(f"{declaration!r} is declared {len(found)} times below Sources, not once: "
                         "if it was renamed, rename it in Tools/wire, too.")
    text, match = found[0]
    return text[match.end():text.index(f"\n{match[1]}}}\n", match.end()) + 1]


def cases(name: str, inside: str = "") -> list[Case]:
    """The cases of an enumeration of strings, in order.

    Args:
        name: The enumeration's name.
        inside: The enclosing declaration, such as `struct AttemptStatus:`, if the name is ambiguous.
    """
    text = source(inside or f"enum {name}:")
    if inside:
        text = re.search(rf"^    (?:public |package )?enum {name}:.*?\n    \}}\n", text, re.M | re.S)[0]
    found = [Case(case, raw or case, paragraph(comment)) for comment, case, raw in DOCUMENTED_CASE.findall(text)]
    if not found:
        raise SystemExit(f"No cases were found in {name}.")
    return found


def error_codes(file: str) -> list[Case]:
    """The codes of `FacialFunError` that a file below Sources declares, in order."""
    found = [
        Case(name, code, paragraph(comment)) for comment, name, code in DOCUMENTED_CODE.findall(
            (ROOT / "Sources" / file).read_text())]
    if not found:
        raise SystemExit(f"No codes were found in {file}.")
    return found


def image_errors() -> list[Case]:
    """The codes of pictures that cannot be read."""
    return error_codes("FacialFun/Imaging/ImageErrors.swift")


def camera_errors() -> list[Case]:
    """The codes of cameras that deliver no frames."""
    return error_codes("FacialFun/Camera/CameraErrors.swift")


def documented_verdicts() -> list[Case]:
    """The verdicts with the documentation of their cases with values."""
    texts = {
        name: paragraph(comment) for comment, name in re.findall(
            r"((?:^    /// ?[^\n]*\n)+)^    case (\w+)\(", source("enum Verdict: "), re.M)}
    return [Case(case.name, case.code, texts[case.name]) for case in cases("Kind", "enum Verdict: ")]


def values(name: str, member: str) -> dict[str, str]:
    """Values of a computed string property for each case: `case .noFace: "show_face"`."""
    text = source(f"enum {name}:")
    body = text[text.index(f"var {member}: String"):] + "\n    }\n"
    body = body[:body.index("\n    }\n")]
    return {
        case: value for listed, value in re.findall(r'case ((?:\.\w+(?:,\s+)?)+):\s+"([^"]*)"', body)
        for case in re.findall(r"\.(\w+)", listed)}


def problems() -> list[Problem]:
    """All problems of the service except those with the codes of cameras and faces, in order."""
    errors = {case.name: case.text for case in image_errors()}
    found: dict[str, Problem] = {}
    for file in sorted((ROOT / "Sources/FacialFunServer").rglob("Problem+*.swift")):
        text = file.read_text()
        members = re.findall(
            r"((?:^    /// ?[^\n]*\n)*)^    (?:private )?static (?:let|func) (\w+)(.*?)(?=\n\n|\n}\n)", text,
            re.M | re.S)
        texts: dict[str, str] = {}
        for comment, member, _ in members:
            if comment:
                texts[member] = paragraph(comment)
        told = [(texts[member], match) for _, member, body in members
                if (match := re.search(r"Problem" + PROBLEM, body))]
        pictures = [(errors[case], match) for case, body in re.findall(
                        r"case \.(\w+):(.*?)(?=\n        case|\n        \})", text, re.S)
                    if (match := re.search(r"self\.init" + PROBLEM, body))]
        images = {(match[2], said) for said, match in pictures}
        told += pictures
        for said, match in told:
            status, code = STATUSES[match[1]], match[2]
            problem = found.setdefault(code, Problem(code, status, said))
            if problem.status != status:
                raise SystemExit(f"{code} has two statuses, {problem.status} and {status}.")
            if said not in problem.text and (code, said) not in images:
                problem.text += " " + said
    return sorted(found.values(), key=lambda problem: problem.status)
