"""The files of the wire as they are to be."""

import json
from pathlib import Path

import codes_page
import enumerations
import layout
import openapi
from swift_codes import ROOT

__all__ = ["ROOT", "stale"]


def stale() -> dict[Path, str]:
    """The files that are not as they are to be, with what they are to hold."""
    wanted = {ROOT / "docs" / "codes.md": codes_page.page()}
    listed = enumerations.enumerations()
    description = ROOT / "Sources/FacialFunServer/openapi.json"
    schemas = [*sorted((ROOT / "Sources").rglob("*.schema.json")), *sorted((ROOT / "Models").glob("*.schema.json"))]
    for file in [description, *schemas]:
        document = json.loads(file.read_text())
        if file == description:
            openapi.fill(document)
        enumerations.fill(document, file.name, listed)
        wanted[file] = layout.text(document)
    return {file: text for file, text in wanted.items() if not file.exists() or file.read_text() != text}
