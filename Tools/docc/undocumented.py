"""Lists the undocumented public symbols of a symbol graph; exits with 1 if there are any.

    python3 Tools/docc/undocumented.py MODULE.symbols.json
"""

import json
import sys
from pathlib import Path

#: Symbols that the compiler generates or a protocol documents.
INHERITED = {"==(_:_:)", "!=(_:_:)", "hash(into:)", "hashValue", "init(from:)", "encode(to:)", "init(rawValue:)",
             "rawValue", "allCases", "description", "<(_:_:)"}


def undocumented(graph: dict) -> list[str]:
    """The paths of undocumented symbols, in order."""
    return sorted(
        ".".join(symbol["pathComponents"]) for symbol in graph["symbols"]
        if not symbol.get("docComment") and symbol["pathComponents"][-1] not in INHERITED
        and not symbol["kind"]["identifier"].endswith((".extension", ".typealias", ".associatedtype")))


def main() -> int:
    found = undocumented(json.loads(Path(sys.argv[1]).read_text()))
    for path in found:
        print(f"{sys.argv[1]}: {path} has no documentation", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
