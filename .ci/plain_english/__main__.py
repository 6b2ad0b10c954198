"""The command line of `.ci/plain-english`."""

import argparse
import sys
from pathlib import Path

from . import check, commits, sample

FOLDER = Path(__file__).resolve().parents[1]
EPILOG = """
Figures may fall and never rise: .ci/plain-english-figures.json has the number of findings of each rule in each
folder. The check fails where there are more. The rules are in .ci/plain-english-rules.toml, the words that the
spelling checker accepts in .ci/plain-english-words.txt.
"""


def main(arguments: list[str], root: Path = FOLDER.parent, data: Path = FOLDER) -> int:
    """Runs the check: 0 if it passes, 1 if not, 2 where it cannot run."""
    parser = argparse.ArgumentParser(
        prog=".ci/plain-english", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Check comments, messages, documents, test names and commit subjects for plain English.")
    parser.add_argument("--base", metavar="REV", help="print the new lines and check the commits since REV")
    parser.add_argument("--last", metavar="N", type=int, help="check the subjects of the last N commits")
    parser.add_argument("--list", metavar="RULE", nargs="?", const="", help="print all findings, or those of one rule")
    parser.add_argument("--sample", metavar="SEED", help="draw the sample that two fresh readers judge")
    parser.add_argument("--write", action="store_true", help="record the figures where they have fallen")
    parser.add_argument("--allow-rise", action="store_true", help="with --write: record figures that have risen, too")
    parser.add_argument("--codespell", metavar="PROGRAM", help="the spelling checker; spelling is skipped without it")
    options = parser.parse_args(arguments)
    if options.allow_rise and not options.write:
        parser.error("--allow-rise needs --write")
    if options.last is not None and (options.last < 1 or options.base):
        parser.error("--last takes a number of at least 1, and no --base")
    try:
        return run(options, root, data)
    except check.Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 2


def run(options: argparse.Namespace, root: Path, data: Path) -> int:
    rules = check.settings(data / "plain-english-rules.toml")
    pieces = list(check.tree(root, rules))
    if options.sample is not None:
        print(sample.draw(pieces, options.sample))
        return 0
    found = check.findings(pieces, rules)
    if options.codespell:
        found += check.misspellings(pieces, rules, options.codespell, data / "plain-english-words.txt")
    if options.list is not None:
        known = {rule.name for rule in rules.rules} | {"spelling"}
        if options.list and options.list not in known:
            raise check.Failure(f"no rule {options.list}; the rules are {', '.join(sorted(known))}")
        print("\n".join(str(finding) for finding in found if options.list in ("", finding.rule)))
        return 0

    now = check.count(found, rules)
    file = data / "plain-english-figures.json"
    allowed = check.read_figures(file)
    if not options.codespell:
        # What was not measured neither falls nor rises.
        now["spelling"] = allowed.get("spelling", {})
    if options.write:
        check.write_figures(file, now, options.allow_rise)
        print(f"Recorded {sum(sum(folders.values()) for folders in now.values())} findings "
              f"(before: {sum(sum(folders.values()) for folders in allowed.values())}).")
        return 0

    base = options.base or "HEAD"
    rises = check.report(found, now, allowed, rules, check.added_lines(root, base), base) \
        if check.risen(now, allowed) else 0
    if options.base:
        start = check.git(root, "merge-base", options.base, "HEAD").strip()
        revisions, since = [f"{start}..HEAD"], None
    elif options.last is not None:
        revisions, since = [f"--max-count={options.last}", "HEAD"], None
    else:
        revisions, since = ["HEAD"], rules.commits_from
    subjects = commits.report(root, rules, revisions, since)
    for line in subjects:
        print(f"error: commit {line}", file=sys.stderr)
    return 1 if rises or subjects else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
