"""Scores files by the local service and prints its JSON.

    python3 -m facialfun [--socket PATH | --listen 127.0.0.1:PORT] FILE...
"""

from __future__ import annotations

import argparse
import json
import sys

from .wire import FacialFun, FacialFunError


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python3 -m facialfun", description="Score pictures by the local FacialFun service.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--socket", help="the path of the service's socket")
    where.add_argument("--listen", metavar="127.0.0.1:PORT", help="the service's TCP address")
    parser.add_argument("--deadline", type=int, default=1000, help="in milliseconds")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    service = FacialFun(arguments.socket or arguments.listen, arguments.deadline)
    failures = 0
    for path in arguments.files:
        try:
            with open(path, "rb") as picture:
                print(json.dumps({**service.score(picture.read()), "path": path}))
        except (OSError, FacialFunError) as error:
            failures += 1
            print(f"{path}: {error}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
