"""Draws the sample that two fresh readers judge."""

import random
import re
from collections.abc import Iterable

from . import prose

NUMBERS = {"comments": 100, "test names": 50, "help and error lines": 50}
DOCUMENTS = 3
# Queries are code, and a line of three words needs no reader.
QUERY = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA)\b")
FEWEST_WORDS = 4
# The structure of comments, tags for type checkers, directives, and pages or drawings in strings.
TAG = re.compile(r"@(?:param|returns?|type|typedef|property|template)\b"
                 r"(?: \{(?:[^{}]|\{[^{}]*\})*\})?(?: \[?[\w.]+\]?)?")
DIRECTIVE = re.compile(r"!/usr/bin|MARK:|swift-tools-version|swift-format-ignore|shellcheck |fmt: skip|type: ignore"
                       r"|python3 -m unittest discover|noqa")
MARKUP = re.compile(r"</?(?:svg|path|rect|text|p|div|td|th|tr|table|section|html|figure|line|circle)\b"
                    r"|[{;] ?[\w-]+: [^{};]+; ")


def prose_of(piece: prose.Piece) -> str:
    """The text of a piece without tags; empty if it is a directive, markup or code, which no reader judges."""
    text = re.sub(r"\s+", " ", TAG.sub("", piece.text)).strip()
    if DIRECTIVE.match(text) or MARKUP.search(text) or QUERY.match(text):
        return ""
    return text


def draw(pieces: Iterable[prose.Piece], seed: str) -> str:
    """A page with the sample of this seed: the same for the same files and seed."""
    groups: dict[str, list[prose.Piece]] = {name: [] for name in NUMBERS}
    documents = set()
    for piece in pieces:
        text = prose_of(piece)
        words = len(re.findall(r"[A-Za-z]{2,}", text))
        if piece.kind == "markdown":
            documents.add(piece.file)
        elif piece.kind == "test":
            groups["test names"].append(piece)
        elif words < FEWEST_WORDS:
            continue
        elif piece.kind in ("doc", "comment"):
            groups["comments"].append(piece)
        elif piece.kind == "message":
            groups["help and error lines"].append(piece)
    chooser = random.Random(seed)
    lines = [f"Sample {seed}. Mark each entry that needs a second reading."]
    for name, members in groups.items():
        chosen = chooser.sample(members, min(NUMBERS[name], len(members)))
        lines += ["", f"## {len(chosen)} {name}", ""]
        lines += [f"{number}. {prose_of(piece)} [{piece.file}:{piece.lines[0][0]}]"
                  for number, piece in enumerate(chosen, 1)]
    chosen = chooser.sample(sorted(documents), min(DOCUMENTS, len(documents)))
    lines += ["", f"## {len(chosen)} documents, sentence by sentence", ""]
    lines += [f"{number}. {file}" for number, file in enumerate(chosen, 1)]
    return "\n".join(lines)
