"""Lists of a Swift enumeration in the schemas: the values of `enum`, and the members of objects that have
one for each case."""

import swift_codes

#: Cases that are not listed, by the end of the schema's file and the path of the list in it.
WITHOUT = {
    # A face that was found is one face.
    ("image-report.schema.json", "/$defs/face/properties/reasons/items"): {"no_face", "several_faces"},
    # How an attempt ends.
    ("attempt-record.schema.json", "/$defs/ending/properties/phase"): {"watching", "holding"},
    # Shown for a face that matches, not measured.
    ("hints.schema.json", "/properties/movements"): {"hold_it"},
    ("hints.schema.json", "/$defs/measuresWithMovements"): {"hold_it"},
    ("hints.schema.json", "/$defs/entry/properties/hint"): {"hold_it"},
}


def enumerations() -> list[dict[str, str]]:
    """The enumerations that go over the wire: the documentation of each case by its code."""
    listed = [swift_codes.cases(name, inside) for name, inside in [
        ("Emotion", ""), ("Kind", "enum Verdict: "), ("OperatingPoint", ""), ("Phase", "struct AttemptStatus:"),
        ("CannotJudgeReason", ""), ("HintCode", ""), ("Code", "struct CameraError:"), ("PixelFormat", ""),
        ("ImageFormat", ""), ("GeometricFeature", ""), ("FaceMovement", "")]]
    units = swift_codes.values("FaceMovement", "actionUnit")

    def text(case: swift_codes.Case) -> str:
        return f"{case.text[:-1]} ({units[case.name]})." if case.name in units else case.text

    return [{case.code: text(case) for case in cases} for cases in listed]


def fill(schema: object, file: str, listed: list[dict[str, str]], path: str = "") -> None:
    """Rewrites the lists.

    Args:
        schema: A part of the file.
        file: Its name.
        listed: The enumerations.
        path: Position of the part in it.
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
    """The enumerations of which a list has most of its names; empty where it has them from elsewhere."""
    if not isinstance(names, list | dict) or not all(isinstance(name, str) for name in names):
        return {}
    codes: dict[str, str] = {}
    for enumeration in listed:
        if len(enumeration.keys() & set(names)) > 1:
            codes |= enumeration
    return codes if 2 * len(codes.keys() & set(names)) > len(names) else {}


def _members(members: dict[str, dict], wanted: dict[str, str]) -> dict[str, dict]:
    """A member for each code: its own, or one as the first, with what the case says of itself."""
    first = next(iter(members.values()))
    described = {code: first | ({"description": text} if "description" in first else {})
                 for code, text in wanted.items()}
    return {code: members.get(code, described[code]) | (
        {"description": text} if "description" in first and text else {}) for code, text in wanted.items()}
