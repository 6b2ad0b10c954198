"""Formats JSON for people: parts that fit are on one line."""

import json

WIDTH = 118


def text(value: object) -> str:
    """JSON text with a final line break."""
    return _lines(value, "", 0) + "\n"


def _lines(value: object, indentation: str, taken: int) -> str:
    compact = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or len(indentation) + taken + len(compact) <= WIDTH:
        return compact
    inner = indentation + "  "
    if isinstance(value, list):
        parts = [_lines(part, inner, 1) for part in value]
        body = _filled(parts, inner) if all(not isinstance(part, dict | list) for part in value) else [
            inner + part for part in parts]
        return "[\n" + ",\n".join(body) + "\n" + indentation + "]"
    members = [(json.dumps(key, ensure_ascii=False) + ": ", member) for key, member in value.items()]
    body = [inner + key + _lines(member, inner, len(key) + 1) for key, member in members]
    return "{\n" + ",\n".join(body) + "\n" + indentation + "}"


def _filled(parts: list[str], indentation: str) -> list[str]:
    """Fills lines with as many parts as fit; the lines still lack their commas."""
    lines = [indentation + parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 3 <= WIDTH:
            lines[-1] += ", " + part
        else:
            lines.append(indentation + part)
    return lines
