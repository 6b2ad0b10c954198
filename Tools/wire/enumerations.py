"""Lists of Swift enumerations in the schemas: the values of `enum`, and the members of objects with one member per
case.
"""

import swift_codes

#: Omitted cases, by the end of the schema's file name and the path of the list in it.
WITHOUT = {
    # A detected face cannot have this reason.
    ("image-report.schema.json", "/$defs/face/properties/reasons/items"): {"no_face", "several_faces"},
    # Phases that do not end an attempt.
    ("attempt-record.schema.json", "/$defs/ending/properties/phase"): {"watching", "holding"},
    # Shown for a matching face, not measured.
    ("hints.schema.json", "/properties/movements"): {"hold_it"},
    ("hints.schema.json", "/$defs/measuresWithMovements"): {"hold_it"},
    ("hints.schema.json", "/$defs/entry/properties/hint"): {"hold_it"},
}


def enumerations() -> list[dict[str, str]]:
    """The enumerations of the wire format: the documentation of each case by its code."""
    listed = [swift_codes.cases(name, inside) for name, inside in [
        ("Emotion", ""), ("Kind", "enum Verdict: "), ("OperatingPoint", ""), ("Phase", "struct AttemptStatus:"),
        ("CannotJudgeReason", ""), ("HintCode", ""), ("PraiseCode", ""), ("PixelFormat", ""),
        ("ImageFormat", ""), ("GeometricFeature", ""), ("FaceMovement", "")]]
    listed.append(swift_codes.camera_errors())
    units = swift_codes.values("FaceMovement", "actionUnit")

    def text(case: swift_codes.Case) -> str:
        return f"{case.text[:-1]} ({units[case.name]})." if case.name in units else case.text

    return [{case.code: text(case) for case in cases} for cases in listed]


def fill(schema: object, file: str, listed: list[dict[str, str]], path: str = "") -> None:
    """Rewrites the lists.

    Args:
        schema: A part of the file.
        file: The name of the file.
        listed: The enumerations.
        path: Position of the part in the file.
    """
    if isinstance(schema, list):
        for index, part in enumerate(schema):
            fill(part, file, listed, f"{path}/{index}")
    if not isinstance(schema, dict):
        return
    for key in ("enum", "required", "properties"):
        codes = _codes(schema.get(key), listed)
        wanted = {code: text for code, text in codes.items() if code not in WITHOUT.get((file, path), ())}
        if not wanted:
            continue
        schema[key] = list(wanted) if key != "properties" else _members(schema[key], wanted)
    for key, part in schema.items():
        fill(part, file, listed, f"{path}/{key}")


def _codes(names: object, listed: list[dict[str, str]]) -> dict[str, str]:
    """The enumeration that contains most names of a list; empty if there is none."""
    if not isinstance(names, list | dict) or not all(isinstance(name, str) for name in names):
        return {}
    codes: dict[str, str] = {}
    for enumeration in listed:
        if len(enumeration.keys() & set(names)) > 1:
            codes |= enumeration
    return codes if 2 * len(codes.keys() & set(names)) > len(names) else {}


def _members(members: dict[str, dict], wanted: dict[str, str]) -> dict[str, dict]:
    """A member for each code: the existing one, or a copy of the first, with the documentation of the case."""
    first = next(iter(members.values()))
    described = {code: first | ({"description": text} if "description" in first else {})
                 for code, text in wanted.items()}
    return {code: members.get(code, described[code]) | (
        {"description": text} if "description" in first and text else {}) for code, text in wanted.items()}
