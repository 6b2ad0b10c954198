"""Generates files from the codes in the sources: `python3 Tools/wire [--check]`.

These are docs/codes.md, the error responses in the OpenAPI description, and the lists of codes in all schemas.
--check writes nothing, names stale files and exits with 1 if there are any.
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
