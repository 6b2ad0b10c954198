"""Finds what the rules forbid, and compares the number of findings with the recorded figures."""

import datetime
import fnmatch
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from . import prose

#: A larger file is data.
LARGEST = 1_000_000

Figures = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Rule:
    """A construction to avoid, as `plain-english-rules.toml` describes it."""

    name: str
    where: frozenset[str]
    pattern: re.Pattern[str]
    opening: bool
    instead: str
    example: str
    better: str

    def matches(self, kind: str, text: str) -> Iterator[re.Match[str]]:
        """All matches in a text of this kind."""
        if kind not in self.where:
            return
        if self.opening:
            if match := self.pattern.match(text):
                yield match
        else:
            yield from self.pattern.finditer(text)


@dataclass(frozen=True)
class Settings:
    """The rules file."""

    rules: tuple[Rule, ...]
    deep: frozenset[str]
    exclude: tuple[str, ...]
    commits_from: datetime.datetime
    dictionaries: str

    def folder(self, file: str) -> str:
        """The folder that a file is counted under; `.` for a file at the root."""
        parts = file.split("/")[:-1]
        return "/".join(parts[:2 if parts[0] in self.deep else 1]) if parts else "."

    def excludes(self, file: str) -> bool:
        return any(fnmatch.fnmatchcase(file, pattern) for pattern in self.exclude)


@dataclass(frozen=True, order=True)
class Finding:
    """A match of a rule in a file."""

    file: str
    line: int
    rule: str
    found: str
    instead: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.rule}: \"{self.found}\"; write: {self.instead}"


class Failure(Exception):
    """A problem that prevents the check, with its remedy."""


def settings(file: Path) -> Settings:
    """Reads the rules file.

    Raises `Failure` with the name of the rule that is incomplete, duplicate or wrong.
    """
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
        rules = tuple(_rule(file, value) for value in values["rule"])
        commits_from = datetime.datetime.fromisoformat(values["commits_from"])
        names = Counter(rule.name for rule in rules)
        if duplicates := [name for name, count in names.items() if count > 1]:
            raise Failure(f"{file.name}: duplicate rule {duplicates[0]}; give each rule a name of its own")
        return Settings(
            rules, frozenset(values["deep"]), tuple(values["exclude"]), commits_from, values["dictionaries"])
    except KeyError as error:
        raise Failure(f"{file.name}: missing key {error}; the head of the file lists the keys") from None
    except (OSError, ValueError) as error:
        raise Failure(f"cannot read {file}: {error}") from None


def _rule(file: Path, value: dict) -> Rule:
    name = value.get("name", "without a name")
    unknown = value.keys() - {"name", "where", "opening", "pattern", "instead", "example", "better"}
    kinds = set(value.get("where", ())) - set(prose.KINDS)
    if unknown or kinds:
        raise Failure(f"{file.name}: rule {name}: unknown {', '.join(sorted(unknown | kinds))}")
    try:
        pattern = re.compile(value["pattern"], re.I)
    except re.error as error:
        raise Failure(f"{file.name}: rule {name}: invalid pattern: {error}") from None
    return Rule(name, frozenset(value["where"]), pattern, value.get("opening", False),
                value["instead"], value["example"], value["better"])


def git(root: Path, *arguments: str) -> str:
    """The output of git in a folder."""
    result = subprocess.run(["git", *arguments], cwd=root, capture_output=True, encoding="utf-8", errors="replace")
    if result.returncode != 0:
        raise Failure(f"git {' '.join(arguments)} failed: {result.stderr.strip()}")
    return result.stdout


def tree(root: Path, rules: Settings) -> Iterator[prose.Piece]:
    """All prose of the files that git tracks or would add."""
    listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for file in sorted(set(listed) - {""}):
        path = root / file
        if rules.excludes(file) or path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        yield from prose.pieces(file, text)


def findings(pieces: Iterable[prose.Piece], rules: Settings) -> list[Finding]:
    """All matches of the rules, in the order of files and lines."""
    found = []
    for piece in pieces:
        text = piece.without_code
        found += [
            Finding(piece.file, piece.line(match.start()), rule.name, match.group().strip(), rule.instead)
            for rule in rules.rules for match in rule.matches(piece.kind, text)]
    return sorted(found)


def misspellings(pieces: Iterable[prose.Piece], rules: Settings, codespell: str, words: Path) -> list[Finding]:
    """What codespell corrects in the prose, except the words of the project's dictionary.

    Test names are left out: they repeat the identifiers of the code.
    """
    with tempfile.TemporaryDirectory() as folder:
        files: dict[str, list[str]] = {}
        origins: dict[str, list[tuple[str, int]]] = {}
        for piece in pieces:
            if piece.kind == "test":
                continue
            # One flat file for each folder: codespell's own paths and exclusions do not matter.
            name = rules.folder(piece.file).replace("/", "-").lstrip(".") or "root"
            for number, text in piece.lines:
                files.setdefault(name, []).append(re.sub(r"\S*(?:[/_@\\]|\.\w)\S*", " ", prose.without_code(text)))
                origins.setdefault(name, []).append((piece.file, number))
        for name, lines in files.items():
            Path(folder, f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [codespell, "--config", "/dev/null", "--builtin", rules.dictionaries, "--ignore-words", str(words),
                   "--disable-colors", *(f"{name}.txt" for name in files)]
        result = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
        if result.returncode not in (0, 65) or (result.returncode == 65) != bool(result.stdout.strip()):
            raise Failure(f"codespell failed ({result.returncode}): {(result.stderr or result.stdout).strip()[-400:]}")
        found = []
        for output in result.stdout.splitlines():
            if match := re.match(r"(?:\./)?(.+?)\.txt:(\d+): (\S+) ==> (.*)", output):
                file, number = origins[match.group(1)][int(match.group(2)) - 1]
                found.append(Finding(file, number, "spelling", match.group(3), match.group(4)))
        return sorted(found)


def count(found: Iterable[Finding], rules: Settings) -> Figures:
    """The number of findings of each rule in each folder."""
    figures: Figures = {rule.name: {} for rule in rules.rules}
    for finding in found:
        folders = figures.setdefault(finding.rule, {})
        folder = rules.folder(finding.file)
        folders[folder] = folders.get(folder, 0) + 1
    return {rule: dict(sorted(folders.items())) for rule, folders in sorted(figures.items())}


def read_figures(file: Path) -> Figures:
    """The recorded figures; empty if there is no file yet."""
    if not file.exists():
        return {}
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Failure(f"cannot read {file}: {error}; restore it from git") from None


def risen(now: Figures, allowed: Figures) -> list[tuple[str, str, int, int]]:
    """Rule, folder, findings and recorded findings, where there are more than recorded."""
    return [(rule, folder, found, recorded) for rule, folders in now.items() for folder, found in folders.items()
            if found > (recorded := allowed.get(rule, {}).get(folder, 0))]


def moved(now: Figures, allowed: Figures) -> bool:
    """Whether every rule has at most as many findings in total as recorded, wherever they are now."""
    return all(sum(folders.values()) <= sum(allowed.get(rule, {}).values()) for rule, folders in now.items())


def write_figures(file: Path, now: Figures, allow_rise: bool) -> None:
    """Records the figures.

    Raises `Failure` where a rule's total would rise, unless that is allowed.
    """
    allowed = read_figures(file)
    if not allow_rise and not moved(now, allowed):
        rules = [rule for rule, folders in now.items()
                 if sum(folders.values()) > sum(allowed.get(rule, {}).values())]
        raise Failure(f"the figures of {', '.join(rules)} would rise; rewrite the new lines, which --base REV lists, "
                      "or give --allow-rise and the reason in the commit")
    file.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def added_lines(root: Path, base: str) -> dict[str, set[int]]:
    """The lines of each file that are new or changed since a revision, including files git does not track yet."""
    added: dict[str, set[int]] = {}
    file = ""
    diff = git(root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff",
               "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", base, "--")
    for line in diff.splitlines():
        if line.startswith("+++ "):
            file = line[len("+++ b/"):].rstrip("\t")
        elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, lines = int(match.group(1)), int(match.group(2) or 1)
            added.setdefault(file, set()).update(range(first, first + lines))
    for name in git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0"):
        if name:
            added[name] = set(range(1, LARGEST))
    return added


def report(
    found: list[Finding], now: Figures, allowed: Figures, rules: Settings, added: dict[str, set[int]], base: str,
) -> int:
    """Prints where the figures have risen, with the new lines; returns the number of such figures."""
    more = risen(now, allowed)
    for rule, folder, number, recorded in more:
        print(f"error: {folder}: {rule}: {number} findings, recorded {recorded}", file=sys.stderr)
        new = [finding for finding in found if finding.rule == rule and rules.folder(finding.file) == folder
               and finding.line in added.get(finding.file, ())]
        for finding in new:
            print(f"  {finding}", file=sys.stderr)
        if not new:
            print(f"  no line that is new since {base} is among them; name an earlier revision by --base REV",
                  file=sys.stderr)
    if more and moved(now, allowed):
        print("The totals have not risen: if files were moved, record that by .ci/plain-english --write",
              file=sys.stderr)
    return len(more)
