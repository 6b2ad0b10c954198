"""Checks that retired words do not return, and that the glossary defines the project's own terms.

python3 -m unittest discover -s Tests/Repository -t Tests/Repository
"""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
SOURCES = {".swift", ".c", ".h", ".cpp"}

# Retired identifiers; the history of the first version of this file has their replacements.
_RETIRED = """
    AcceptPause AttemptAnswer AttemptBoard AttemptOrder BaselineAnswer BaselineShelf Bell BenchPictures
    CalibratingWork CIK_GREY CloserLook Colour ColourOptions Complaint Crew DeadlineReserve Door
    DuplicateRemoval EmotionColours EmotionFigure Examination FaceExaminer FaceSignature FeatureRest Figure
    FigureTable FigureText FolderNames GameAnswers GreyPlane HostField Identifier JudgeFiles JudgedPicture
    Judging Kit LabelledPicture LabelledPictures Looks MatchAnswer MatchQuestion MemoryGate MeshPanel Mistake
    MistakeRecord NotFit OutsideProgram PictureJudge PictureMemories PictureMemory PictureOutputs PictureParts
    PictureScoring PlayedTerminal ProcessFigures Recognizing RefusalPace SecondChance ServiceManager
    ShareInterval Shot StageWatch SteadyAdvice StopCheck SummaryFigure Tally TurnOrder WeightedSuppression
    WorkShares
    centre centres cik_four cik_grey cik_look colour colourField colourOptions colours commonestReason
    cv4l_grey examiner facialfun_cv_colour facialfun_cv_grey facialfun_keep_little_memory
    facialfun_share_limited_memory facialfun_take_short_turns faintFace faintly forgetDamage giveBack
    giveUpSlow goOn goesOn grey hasPassedMore hopelessLogit isInLightOfBaseline isLeast lookPause lookScore
    looksPerEvaluation noColour notFit noteDamage notifyAll paceTimer passesBodyOver passingOver readingSide
    readingToImage refusesColours sampleGreyByArea scheduleSignOfLife secondChance sendSignOfLife shelf
    signOfLifeMilliseconds solitaryMaker staysAwayUntil takeShot twiceWon unlessNamed watchPace
"""
RETIRED = frozenset(_RETIRED.split())
# Limits are `min` and `max`.
EXTREME = re.compile(r"(?:least|fewest|smallest|shortest|most|largest|longest)[A-Z]\w*")
_NOT_EXTREME = """
    leastNonzeroMagnitude leastNormalMagnitude largestFace largestIndex longestSide mostFrequentReason
    shortestSide smallestFace smallestFaceInCrop smallestSeen
"""
NOT_EXTREME = frozenset(_NOT_EXTREME.split())
# Recordings of other programs use these names.
RECORDED = {
    "FaceMeshGolden.swift": {"centre"}, "FaceLandmarkerTests.swift": {"centre"},
    "OriginalPipelineTests.swift": {"centre"},
}


def identifiers(text: str) -> set[str]:
    """The identifiers in code, without comments and string literals."""
    code = re.sub(
        r'"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', " ", text, flags=re.S)
    return set(re.findall(r"(?<![\w$])[A-Za-z_]\w*", code))


def retired(name: str, text: str) -> set[str]:
    words = identifiers(text) - RECORDED.get(name, set())
    limits = {
        word for word in words if EXTREME.fullmatch(word)
        and not word.startswith(("mostSignificant", "leastSignificant"))}
    return words & RETIRED | limits - NOT_EXTREME


def sources():
    for folder in sorted(ROOT.iterdir()):
        if folder.is_dir() and not folder.name.startswith(".") and folder.name != "Family":
            yield from (
                path for path in sorted(folder.rglob("*"))
                if path.suffix in SOURCES and not any(part.startswith(".build") for part in path.parts))


class WordsTests(unittest.TestCase):
    def test_retired_words_do_not_return(self):
        files = list(sources())
        self.assertGreater(len(files), 400)
        found = {str(path.relative_to(ROOT)): sorted(words) for path in files
                 if (words := retired(path.name, path.read_text(encoding="utf-8", errors="replace")))}
        self.assertEqual(found, {}, "use the field's words, or give docs/glossary.md a line")

    def test_retired_words_are_found_in_code_only(self):
        self.assertEqual(retired("A.swift", "let a = CloserLook(leastWidth: 3)"), {"CloserLook", "leastWidth"})
        self.assertEqual(retired("a.c", "int cik_look; /* colour */"), {"cik_look"})
        self.assertEqual(retired("A.swift", 'case gray = "grey" // grey, and the least of all'), set())
        self.assertEqual(retired("A.swift", "x.leastNormalMagnitude + mostSignificantBit"), set())

    def test_glossary_has_one_line_per_word_in_order(self):
        rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]+ \|$", GLOSSARY.read_text(), re.M)[1:]
        self.assertGreater(len(rows), 15)
        self.assertEqual(rows, sorted(set(rows)), "the words in order, each once")
        self.assertFalse(set(rows) & RETIRED)


if __name__ == "__main__":
    unittest.main()
