"""Checks that responses conform to the description of the JSON routes (docs/openapi.json)."""

import json

from jsonschema import Draft202012Validator

from game_server import GAME

DESCRIPTION = json.loads((GAME / "docs" / "openapi.json").read_text())


def operations():
    return [(method.upper(), path, what) for path, item in DESCRIPTION["paths"].items()
            for method, what in item.items()]


def in_a_sitting(path):
    return "/sittings/" in path or path.endswith("camera.mjpeg")


def follow(schema):
    """A schema of the document as a standalone one, with references into `$defs`."""
    text = json.dumps(schema).replace("#/components/schemas/", "#/$defs/")
    definitions = json.dumps(DESCRIPTION["components"]["schemas"]).replace("#/components/schemas/", "#/$defs/")
    return Draft202012Validator({**json.loads(text), "$defs": json.loads(definitions)},
                                format_checker=Draft202012Validator.FORMAT_CHECKER)


VALIDATORS = {}


def assert_described(method, path, answer):
    """Checks that status, type and body of a response conform to the description."""
    what = DESCRIPTION["paths"][path][method.lower()]
    told = what["responses"].get(str(answer.status))
    assert told, f"{method} {path}: {answer.status} is not described: {answer.content[:300]}"
    if "content" not in told:
        assert answer.content == b"", f"{method} {path} {answer.status}"
        return
    (kind, content), = told["content"].items()
    if not kind.startswith(("application/json", "text/")):
        # Pictures and recordings; other tests check their bytes.
        assert answer.headers["Content-Type"].startswith((kind, "audio/"))
        return
    assert answer.headers["Content-Type"].startswith(kind)
    value = answer.json if kind == "application/json" else answer.content.decode(errors="replace")
    key = (method, path, answer.status)
    if key not in VALIDATORS:
        VALIDATORS[key] = follow(content["schema"])
    faults = [f"{'/'.join(map(str, fault.path))}: {fault.message[:200]}"
              for fault in VALIDATORS[key].iter_errors(value)]
    assert not faults, f"{method} {path} {answer.status}: {faults}"
    if kind == "application/json" and not path.startswith("/api/narration"):
        assert answer.headers["Cache-Control"] == "no-store"
