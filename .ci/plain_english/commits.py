"""Checks the subjects of commits: short, and in the imperative."""

import datetime
import re
from pathlib import Path

from . import check

LONGEST = 72

_PAST = """
    became began bent blew bought broke brought built came caught chose clung did dealt drew drove fell felt
    fled flew forgot found fought froze gave got grew had heard held hid hung kept knew laid led left lent lost made
    meant met paid ran rang rose said sang sank sat saw sent shook shone shot shrank slept sold sought spent spoke
    spun stole stood struck stuck swam swept swore taught thought threw told took tore understood was went were woke
    won wore wove wrote
"""
PAST = frozenset(_PAST.split())
_NO_VERB = """
    a all also an and another any as at because before both but by for from he how i if in into is it its many more
    most my new no not now of on one only or our she so some still that the their then there these they this those
    three to two we what when where which who why will with you your
    wip fixup squash tmp todo misc
"""
NO_VERB = frozenset(_NO_VERB.split())
# Bases of verbs that end like a gerund, a past tense or a third person.
_BASES = """
    bring cling fling ping ring sing sling spring sting string swing wring
    bleed breed embed exceed feed heed need proceed seed shed shred sled speed succeed weed wed
    alias bias bypass canvas focus discus plus
"""
BASES = frozenset(_BASES.split())


def problems(subject: str) -> list[str]:
    """What is wrong with a commit's subject, each with its remedy."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"{len(subject)} characters; shorten it to {LONGEST} and move the rest to the body")
    # The first part of `Re-add` or `fixup!`.
    first = re.match(r"[A-Za-z'’]*", subject).group()
    word = first.lower()
    if not word:
        found.append("begins with no word; begin with a verb in the imperative, such as Add or Fix")
    elif word in NO_VERB:
        found.append(f"begins with \"{first}\"; begin with a verb in the imperative, such as Add or Fix")
    elif word in PAST or (word not in BASES and len(word) > 3 and word.endswith(("ing", "ed"))):
        found.append(f"\"{first}\" is not imperative; write what the commit does, such as Add, not Added or Adding")
    elif word not in BASES and re.search(r"[^s]s$", word):
        found.append(f"\"{first}\" is not imperative; write Add, not Adds")
    return found


def subjects(root: Path, revisions: list[str], since: datetime.datetime | None) -> list[tuple[str, str]]:
    """The short hash and subject of each commit that is no merge, newest first, written at `since` or later."""
    output = check.git(root, "log", "--no-merges", "--format=%h%x09%at%x09%s", *revisions, "--")
    lines = [line.split("\t", 2) for line in output.splitlines()]
    return [(commit, subject) for commit, written, subject in lines
            if since is None or int(written) >= since.timestamp()]


def report(root: Path, rules: check.Settings, revisions: list[str], since: datetime.datetime | None) -> list[str]:
    """One line for each problem of the commits' subjects, the constructions that the rules forbid included."""
    lines = []
    for commit, subject in subjects(root, revisions, since):
        found = problems(subject)
        found += [f"{rule.name}: \"{match.group()}\"; write: {rule.instead}"
                  for rule in rules.rules for match in rule.matches("commit", subject)]
        lines += [f"{commit} {subject}: {problem}" for problem in found]
    return lines
