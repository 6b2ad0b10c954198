"""Checks that sentences for children are short: at most eight words, and simple words.

Sentences for parents (account, agreement, settings, errors) are not checked.

python3 -m unittest discover -s Tests/Repository -t Tests/Repository
"""

import json
import re
import unittest
from collections.abc import Iterator
from pathlib import Path

FAMILY = Path(__file__).resolve().parents[2] / "Family"
PET = "PET/Content/languages/en"
MAX_WORDS = 8
# Flesch-Kincaid grade of all sentences of a group together; that of a single short sentence says little.
MAX_GRADE = 3.0

# Group: (file, pattern of the keys, sentences that may be longer, highest grade).
# All of the longer ones have recordings. Lower the figures when some are recorded again.
GROUPS = {
    "P.E.T. questions": (f"{PET}/questions.json", r"question\..*\.prompt", 0, MAX_GRADE),
    "P.E.T. tips": (f"{PET}/questions.json", r"question\..*\.tip", 0, MAX_GRADE),
    "P.E.T. game": (
        f"{PET}/interface.json",
        r"(?:finished|garden|hint|message|outcome|play|praise|reason|seen|sitting|stickers)\.",
        0,
        MAX_GRADE,
    ),
    "P.E.T. menus": (f"{PET}/interface.json", r"(?:game|levels|menu)\.", 0, MAX_GRADE),
    "P.E.T. tutorial": (f"{PET}/interface.json", r"tutorial\.", 0, MAX_GRADE),
    "P.E.T. faces": (f"{PET}/facial-fun.json", r"face\.(?!trouble\.)", 0, MAX_GRADE),
    "P.E.T. camera trouble": (f"{PET}/facial-fun.json", r"face\.trouble\.", 0, 4.0),
    "P.E.T. own questions": (f"{PET}/bank.json", r"(?:bank|play)\.", 0, MAX_GRADE),
    "P.E.T. home": (f"{PET}/home.json", r"home\.(?!apps_)", 0, MAX_GRADE),
    "P.E.T. emotions": (f"{PET}/emotions.json", r"", 0, MAX_GRADE),
    "Prep": ("Prep/Web/languages/en.json", r"child\.", 0, MAX_GRADE),
    "Prep schedule": ("Prep/Web/languages/en.json", r"schedule", 0, MAX_GRADE),
    "Prep stories": ("Prep/Content/experiences", r"", 0, MAX_GRADE),
    "Modern Family": ("Together/Web/languages/en.json", r"child\.", 0, MAX_GRADE),
    "Modern Family schedule": ("Together/Web/languages/en.json", r"sheet\.", 0, MAX_GRADE),
    "Express²": ("Express/Web/languages/en.json", r"say:(?!tutorial\.|allerg)", 0, MAX_GRADE),
}


def texts(file: str) -> dict[str, str]:
    """The file's texts by key; keys of Express²'s spoken texts begin with `say:`.

    A folder contains Prep's experiences: their titles, stories and the names of places and icons."""
    if (FAMILY / file).is_dir():
        return {key: text for path in sorted((FAMILY / file).glob("*/*.json")) for key, text in stories(path)}
    document = json.loads((FAMILY / file).read_text(encoding="utf-8"))
    found = dict(document["texts"])
    found.update({f"say:{key}": text for key, text in document.get("say", {}).items()})
    return found


def stories(file: Path) -> Iterator[tuple[str, str]]:
    """The titles, names and stories of an experience, each with its path in the file."""

    def visit(part: object, path: str) -> Iterator[tuple[str, str]]:
        entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        for key, value in entries:
            if isinstance(value, str) and key in ("title", "name", "story"):
                yield f"{path}.{key}", value
            else:
                yield from visit(value, f"{path}.{key}")

    yield from visit(json.loads(file.read_text(encoding="utf-8")), file.parent.name)


def sentences(text: str) -> list[list[str]]:
    """The words of each sentence; a placeholder such as `{name}` counts as one word."""
    parts = re.split(r"(?<=[.!?…])\s+", re.sub(r"\{\w+\}", "Name", text))
    words = (re.findall(r"[\w'’-]*[A-Za-z0-9][\w'’-]*", part) for part in parts)
    return [found for found in words if found]


def syllables(word: str) -> int:
    """An estimate from groups of vowels, without a silent final e or ed."""
    letters = re.sub(r"[^a-z]", "", word.lower())
    count = len(re.findall(r"[aeiouy]+", letters))
    if count > 1 and re.search(r"(?:(?<![^aeiouy]l)e|[^dt]ed)$", letters):
        count -= 1
    return max(1, count)


def grade(found: list[list[str]]) -> float:
    """The Flesch-Kincaid grade of sentences."""
    words = [word for sentence in found for word in sentence]
    return 0.39 * len(words) / len(found) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59


class ChildSentencesTest(unittest.TestCase):
    def test_sentences_have_at_most_eight_words(self) -> None:
        for group, (file, pattern, longer, _) in GROUPS.items():
            with self.subTest(group):
                long = [
                    f"{key}: {' '.join(sentence)}"
                    for key, text in texts(file).items()
                    if re.match(pattern, key)
                    for sentence in sentences(text)
                    if len(sentence) > MAX_WORDS
                ]
                self.assertLessEqual(len(long), longer, "Split or shorten:\n" + "\n".join(long))
                self.assertGreaterEqual(len(long), longer, f"Lower the figure of {group} to {len(long)}.")

    def test_groups_read_at_grade_three_or_below(self) -> None:
        for group, (file, pattern, _, highest) in GROUPS.items():
            with self.subTest(group):
                found = [
                    sentence
                    for key, text in texts(file).items()
                    if re.match(pattern, key)
                    for sentence in sentences(text)
                ]
                self.assertGreater(len(found), 2)
                self.assertLessEqual(grade(found), highest)

    def test_measures_of_known_sentences(self) -> None:
        self.assertEqual(sentences("Hi, {name}! Look here."), [["Hi", "Name"], ["Look", "here"]])
        self.assertEqual([syllables(word) for word in ("closed", "wanted", "apple", "smile")], [1, 2, 2, 1])
        self.assertLess(grade(sentences("How does the boy feel?")), 1)
        self.assertGreater(grade(sentences("Authentication necessitates considerable concentration.")), 20)


if __name__ == "__main__":
    unittest.main()
