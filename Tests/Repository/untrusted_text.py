"""Finds Swift code that compares, hashes or splits text as characters. As a program, it prints the findings."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = (
    "Sources", "Family/Kit/Sources", "Family/PET/Sources", "Family/Prep/Sources", "Family/Prep/Stitch/prep-stitch",
    "Family/Together/Sources", "Family/Program",
)
ALLOWED = Path(__file__).with_name("untrusted_text.txt")

PATTERN = re.compile(r"""
    \bSet<String>                                   # hashes
    | (?<![\w.])\[String:\s                         # so does a dictionary
    | \bDictionary<String
    | \.has(?:Prefix|Suffix)\(
    | \.(?:split|components)\(separat\w+:\s*"       # at a character
    | \.(?:lower|upper)cased\(\)
    | \.(?:contains|firstIndex|lastIndex|range)\((?:of:\s*)?"
    | (?<!\$0\s)[!=]=\s"(?!")                       # with a literal; == "" is told by the length
    | \$0\s[!=]=\s"
    | ^\s*case\s"                                   # a switch over text
    | \(rawValue:\s(?!\.)[^)]*\b(?:name|text|string|argument|value|label|first|member)\b
    | \.contains\((?:name|text|string|key|origin|member|path)\)
""", re.X)


def code(line: str) -> str:
    """A line without its comment, each string literal reduced to one letter."""
    line = re.sub(r'"(?:\\.|[^"\\])*"', lambda found: '"x"' if len(found[0]) > 2 else '""', line)
    return line.split("//")[0]


def sources() -> dict[str, str]:
    """The text of each Swift file, by its path relative to the repository."""
    files = [file for part in PARTS for file in sorted((ROOT / part).rglob("*.swift"))]
    return {str(file.relative_to(ROOT)): file.read_text() for file in files}


def findings(texts: dict[str, str] | None = None) -> dict[str, list[str]]:
    """The lines that compare text as characters, by file name, because files may move to other folders."""
    found: dict[str, list[str]] = {}
    for path, text in (sources() if texts is None else texts).items():
        lines = [
            f"{path}:{number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1)
            if PATTERN.search(code(line))]
        if lines:
            found.setdefault(Path(path).name, []).extend(lines)
    return found


def allowed(text: str) -> dict[str, int]:
    """Maximum number of lines per file."""
    lines = [line.split(": ", 2) for line in text.splitlines() if line and not line.startswith("#")]
    return {name: int(count) for name, count, _ in lines}


if __name__ == "__main__":
    for name, lines in sorted(findings().items()):
        print(f"{name}: {len(lines)}")
        print("\n".join("    " + line for line in lines))
