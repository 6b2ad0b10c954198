"""Writes what follows from the codes in the sources: `python3 Tools/wire [--check]`.

These are docs/codes.md, the answers to requests that cannot be taken in the OpenAPI description, and the lists of
codes in all schemas. With --check nothing is written, and what is not as it is to be is named; the exit code is then 1.
"""

import sys

import wire


def main() -> int:
    stale = wire.stale()
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 64
    for path, text in stale.items():
        if sys.argv[1:]:
            print(f"{path.relative_to(wire.ROOT)} is stale: run `make documents`.", file=sys.stderr)
        else:
            path.write_text(text)
            print(f"wrote {path.relative_to(wire.ROOT)}")
    return 1 if stale and sys.argv[1:] else 0


sys.exit(main())
