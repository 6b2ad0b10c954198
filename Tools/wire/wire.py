"""The generated files of the wire format."""

import json
from pathlib import Path

import codes_page
import enumerations
import layout
import openapi
from swift_codes import ROOT

__all__ = ["REPORT", "ROOT", "stale"]

#: The schema of image reports, in any folder.
REPORT = "image-report.schema.json"


def stale() -> dict[Path, str]:
    """The stale files with their correct contents."""
    wanted = {ROOT / "docs" / "codes.md": codes_page.page()}
    listed = enumerations.enumerations()
    description = ROOT / "Sources/FacialFunServer/openapi.json"
    schemas = [*sorted((ROOT / "Sources").rglob("*.schema.json")), *sorted((ROOT / "Models").glob("*.schema.json"))]
    filled: dict[Path, dict] = {}
    # The description comes last because it copies a schema whose lists must be filled before.
    for file in [*schemas, description]:
        document = filled[file] = json.loads(file.read_text())
        enumerations.fill(document, file.name, listed)
        if file == description:
            openapi.fill(document, next(filled[path] for path in schemas if path.name == REPORT))
        wanted[file] = layout.text(document)
    return {file: text for file, text in wanted.items() if not file.exists() or file.read_text() != text}
