"""Finds the prose in a source file or document: comments, messages, test names and paragraphs.

The scanners are regular expressions, not parsers: they know comments and string literals, and nothing else of a
language. That is enough to count prose the same way on every Python version.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

KINDS = ("doc", "comment", "message", "markdown", "test", "commit")

C_LIKE = {".swift", ".c", ".h", ".cpp", ".hpp", ".js"}
#: Files whose comments begin with a number sign.
HASH = {".sh", ".toml", ".yml", ".yaml", ".ini", ".service", ".socket"}

_NESTED = r'"(?:\\.|[^"\\\n])*"'
# One level of parentheses within an interpolation is enough in practice.
_INTERPOLATION = rf"\\\((?:[^()\"\n]|{_NESTED}|\((?:[^()\"\n]|{_NESTED})*\))*\)"
SWIFT = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|(?P<string>#"""[\s\S]*?"""#|"""(?:\\.|[^\\])*?"""|#".*?"#'
    rf'|"(?:{_INTERPOLATION}|\\.|[^"\\\n])*")',
    re.S)
C = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"""|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')""",
    re.S)
JAVASCRIPT = re.compile(C.pattern.replace(r"(?P<string>", r"(?P<string>`(?:\\.|[^`\\])*`|"), re.S)
PYTHON = re.compile(
    r"(?P<comment>\#[^\n]*)"
    r'''|(?P<string>[rRbBfFuU]{0,2}(?:"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\''''
    r'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))''',
    re.S)
NUMBER_SIGN = re.compile(r"(?m)(?:^|(?<=\s))(?P<comment>#(?!!)[^\n]*)(?P<string>(?!))?")

MARKER = re.compile(r"^\s*(?:///|//!?|/\*\*?|\*/|\*(?!\*)|#:?)[ \t]?|\s*\*/\s*$")
TEST_FUNCTION = re.compile(r"\bfunc\s+(`[^`]+`|\w+)\s*\(|^[ \t]*(?:async\s+)?def\s+(test_\w+)\s*\(", re.M)
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
#: A string of at least two words, not a format, path or key.
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]{1,}")


@dataclass(frozen=True)
class Piece:
    """A stretch of prose, with the line of the file on which each of its lines stands."""

    kind: str
    file: str
    lines: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        """The lines joined by single spaces."""
        return " ".join(text for _, text in self.lines)

    @property
    def without_code(self) -> str:
        """`text` with a placeholder of the same length for code between backticks."""
        return without_code(self.text)

    def line(self, offset: int) -> int:
        """The line of the file for an offset into `text`."""
        for number, text in self.lines:
            if offset <= len(text):
                return number
            offset -= len(text) + 1
        return self.lines[-1][0]


class _Lines:
    """Maps offsets of a text to line numbers, from 1."""

    def __init__(self, text: str):
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def __call__(self, offset: int) -> int:
        return bisect_right(self.starts, offset)


def without_code(text: str) -> str:
    """A text in which code between backticks keeps its length and nothing else."""
    return re.sub(r"`[^`]*`", lambda code: "`" + "_" * (len(code.group()) - 2) + "`", text)


def is_test(file: str) -> bool:
    """Whether a file holds tests, whose string literals are not messages to people."""
    path = PurePosixPath(file)
    return path.name.startswith("test_") or any(re.search(r"Tests?$|^tests?$", part) for part in path.parts)


def pieces(file: str, text: str) -> Iterator[Piece]:
    """All prose of a file, in order; nothing for a file of an unknown type."""
    suffix = PurePosixPath(file).suffix
    if suffix == ".swift":
        yield from _source(file, text, SWIFT)
    elif suffix == ".js":
        yield from _source(file, text, JAVASCRIPT)
    elif suffix in C_LIKE or suffix == ".css":
        yield from _source(file, text, C)
    elif suffix in (".py", ".pyi") or re.match(r"#!.*python", text):
        yield from _source(file, text, PYTHON)
    elif suffix == ".md":
        yield from _markdown(file, text)
    elif suffix in (".mustache", ".html"):
        yield from _page(file, text)
    elif suffix == ".json":
        yield from _json(file, text)
    elif suffix in HASH or PurePosixPath(file).name == "Makefile" or text.startswith("#!"):
        yield from _source(file, text, NUMBER_SIGN)


def _source(file: str, text: str, tokens: re.Pattern[str]) -> Iterator[Piece]:
    line = _Lines(text)
    tests = is_test(file)
    block: list[tuple[int, str]] = []
    block_kind = ""
    for match in tokens.finditer(text):
        start, token = match.start(), match.group(match.lastgroup)
        number = line(start)
        before = text[text.rfind("\n", 0, start) + 1:start]
        if match.lastgroup == "comment":
            kind = "doc" if re.match(r"///|/\*\*|#:", token) else "comment"
            alone = not before.strip()
            if block and not (alone and kind == block_kind and number == block[-1][0] + 1):
                yield from _piece(block_kind, file, block)
                block = []
            block_kind = kind
            block += [(number + index, MARKER.sub("", part)) for index, part in enumerate(token.split("\n"))]
            continue
        if block:
            yield from _piece(block_kind, file, block)
            block = []
        if tokens is PYTHON and not before.strip() and re.match(r"[rR]?(\"\"\"|''')", token) and _opens(text, start):
            yield from _piece("doc", file, _numbered(number, re.sub(r"^[rR]?.{3}|.{3}$", "", token)))
            continue
        if before.rstrip().endswith(("@Test(", "@Suite(")):
            yield from _piece("test", file, _numbered(number, token.strip('#"')))
        elif not tests and SENTENCE.search(token):
            yield from _piece("message", file, _numbered(number, _literal(token)))
    if block:
        yield from _piece(block_kind, file, block)
    if tests and tokens in (SWIFT, PYTHON):
        for match in TEST_FUNCTION.finditer(text):
            name = match.group(1) or match.group(2)
            annotation = text[max(0, match.start() - 400):match.start()]
            if match.group(1) and not re.search(r"@Test\b[^{}]*$", annotation):
                continue
            # A display name replaces that of the function in every report.
            if match.group(1) and re.search(r'@Test\(\s*"(?:(?!@Test\b)[^{}])*$', annotation):
                continue
            words = CAMEL.sub(" ", name.strip("`").removeprefix("test_")).replace("_", " ")
            if " " in words:
                yield from _piece("test", file, [(line(match.start(match.lastindex)), words)])


def _opens(text: str, start: int) -> bool:
    """Whether a Python string at `start` is the first statement of a module, class or function."""
    above = text[:start].rstrip()
    while above.endswith("\n") or (last := above[above.rfind("\n") + 1:]).lstrip().startswith("#"):
        above = above[:-len(last)].rstrip()
    return not above or above.endswith(":")


def _literal(token: str) -> str:
    """A string literal without its quotes, with a placeholder for each interpolation and escape."""
    token = re.sub(r"^[rRbBfFuU]{0,2}#?(\"\"\"|'''|[\"'`])(.*)\1#?$", r"\2", token, flags=re.S)
    token = re.sub(_INTERPOLATION, "_", token)
    token = re.sub(r"\\\n", "\n", token)
    return re.sub(r"\\[nrt]", "  ", token).replace("\\", "")


def _numbered(first: int, text: str) -> list[tuple[int, str]]:
    return [(first + index, part) for index, part in enumerate(text.split("\n"))]


def _piece(kind: str, file: str, lines: list[tuple[int, str]]) -> Iterator[Piece]:
    kept = tuple((number, stripped) for number, text in lines if (stripped := text.strip()))
    if kept:
        yield Piece(kind, file, kept)


def _markdown(file: str, text: str) -> Iterator[Piece]:
    paragraph: list[tuple[int, str]] = []
    fenced = False
    for number, part in enumerate([*text.split("\n"), ""], 1):
        if re.match(r"\s*(```|~~~)", part):
            fenced = not fenced
            part = ""
        elif fenced:
            continue
        part = re.sub(r"\]\([^)]*\)", "]", re.sub(r"^[#>|*\s-]+", "", part))
        if part.strip() and not part.startswith("<"):
            paragraph.append((number, part))
            continue
        yield from _piece("markdown", file, paragraph)
        paragraph = []
    yield from _piece("markdown", file, paragraph)


def _page(file: str, text: str) -> Iterator[Piece]:
    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match.group())

    text = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", blank, text, flags=re.S)
    text = re.sub(r"\{\{\{?[^}]*\}?\}\}|<[^>]*>", blank, text)
    for number, part in enumerate(text.split("\n"), 1):
        if SENTENCE.search(part):
            yield from _piece("message", file, [(number, part)])


def _json(file: str, text: str) -> Iterator[Piece]:
    path = PurePosixPath(file)
    described = path.name.endswith(".schema.json") or path.name.startswith("openapi")
    if not described and "languages" not in path.parts:
        return
    keys = "title|description|summary" if described else "[^\"]*"
    line = _Lines(text)
    for match in re.finditer(rf'"(?:{keys})"\s*:\s*("(?:\\.|[^"\\])*")', text):
        if SENTENCE.search(match.group(1)):
            yield from _piece("message", file, [(line(match.start(1)), _literal(match.group(1)))])
