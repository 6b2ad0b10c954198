"""python3 -m unittest discover -s training -t ."""

import unittest

import numpy as np

from training.contract import EMOTIONS, FEATURES
from training.measure.hints import (
    MEASURED_BY,
    MIN_CASES,
    Pair,
    Rest,
    document,
    offered,
    pairs_of,
    value,
    weights,
)  # fmt: skip
from training.measure.people_scores import ScoredPicture, judged

MOUTH = FEATURES.index("mouthOpening")


def face(person: int, set: str, opening: float = 0.0, surprise: float = 0.1, **entry) -> ScoredPicture:
    """A face with this opening of the mouth and this score of surprise."""
    generator = np.random.default_rng(person)
    features = dict(zip(FEATURES, generator.normal(0.3, 0.01, len(FEATURES)), strict=True))
    features["mouthOpening"] += opening
    scores = np.full(8, (1 - surprise) / 7)
    scores[EMOTIONS.index("surprise")] = surprise
    empty = {"frame": 0, "emotion": "", "strength": 0.0, "target": "", "hint": "", "step": ""}
    return ScoredPicture({**empty, "person": person, "set": set, **entry}, scores, features, None)


def people(count: int, surprised_by_opening: float) -> list[ScoredPicture]:
    """People at rest, surprised, and with an opening mouth."""
    result = []
    for person in range(count):
        rise = surprised_by_opening if person % 10 else -surprised_by_opening
        result += [
            face(person, "rest"),
            face(person, "emotion", 0.3, 0.9, emotion="surprise", strength=1.2),
            face(person, "hint", 0.2, 0.1 + rise, hint="open_mouth", step="after"),
            face(person, "hint", 0, 0.1, target="surprise", hint="open_mouth", step="before"),
            face(person, "hint", 0.2, 0.1 + rise, target="surprise", hint="open_mouth",
                 step="after"),
        ]  # fmt: skip
    return result


class MeasureHintsTests(unittest.TestCase):
    def test_weights_are_symmetric_and_sum_to_one(self):
        mirrored = [
            FEATURES.index(name.replace("Right", "?").replace("Left", "Right").replace("?", "Left"))
            for name in FEATURES
        ]
        for hint, (kind, _) in MEASURED_BY.items():
            given = weights(hint)
            self.assertAlmostEqual(float(np.abs(given).sum()), 1)
            sign = -1 if kind == "asymmetry" else 1
            np.testing.assert_array_equal(given, sign * given[mirrored])

    def test_each_kind_of_movement_is_measured_by_its_formula(self):
        changes = np.zeros(len(FEATURES))
        self.assertEqual(float(value("open_mouth", weights("open_mouth"), changes)), 0)
        changes[MOUTH] = 2
        self.assertEqual(float(value("open_mouth", weights("open_mouth"), changes)), 2)
        self.assertEqual(float(value("close_mouth", weights("close_mouth"), changes)), -2)
        changes[FEATURES.index("mouthCornerLiftLeft")] = 3
        self.assertEqual(float(value("lift_one_mouth_corner", weights("lift_one_mouth_corner"), changes)), 1.5)

    def test_only_hints_that_raise_the_score_are_offered(self):
        for rise, expected in ((0.3, True), (-0.3, False)):
            seen = people(30, rise if rise > 0 else -0.05)
            rest = Rest.of(seen)
            pairs = pairs_of(seen, rest)
            pair = pairs["surprise", "open_mouth"]
            self.assertEqual(len(pair.rises), 60)
            self.assertAlmostEqual(pair.raised, 0.9 if expected else 0.1)
            self.assertEqual(("surprise", "open_mouth") in offered(pairs), expected)
            self.assertNotIn(("anger", "raise_eyebrows"), offered(pairs))

    def test_cases_without_a_hint_do_not_count(self):
        seen = people(30, 0.3)
        rest = Rest.of(seen)
        pair = Pair("surprise", "open_mouth", goal=1.0)
        open_already = face(3, "hint", 0.2)
        pair.take(rest, open_already, face(3, "hint", 0.3, 0.8), "partial")
        self.assertEqual(pair.rises, [])
        self.assertEqual(pair.left_out["not_asked_for"], 1)

    def test_hint_needs_a_minimum_of_cases_and_of_gain(self):
        pair = Pair("surprise", "open_mouth", goal=1.0, rises=[0.1] * (MIN_CASES - 1))
        self.assertFalse(pair.holds)
        pair.rises.append(0.1)
        self.assertTrue(pair.holds)
        slight = Pair("surprise", "open_mouth", goal=1.0, rises=[0.001] * MIN_CASES)
        self.assertFalse(slight.holds)
        pair.goal = -0.1  # the feature moves in the opposite direction on the target's faces
        self.assertFalse(pair.holds)

    def test_better_of_two_contradicting_hints_is_offered(self):
        pairs = {
            ("anger", hint): Pair("anger", hint, goal, rises=[gain] * 30)
            for hint, goal, gain in (
                ("narrow_eyes", 1.0, 0.1), ("open_eyes_wide", 1.0, 0.2), ("lower_brows", 1.0, 0.05),
            )
        }  # fmt: skip
        self.assertEqual(
            offered(pairs), {("anger", "open_eyes_wide"), ("anger", "lower_brows")}
        )

    def test_document_contains_the_measurements(self):
        seen = people(30, 0.3)
        rest = Rest.of(seen)
        text = document(pairs_of(seen, rest), rest, {"name": "e", "version": "1", "x": 1}, 30)
        self.assertEqual(set(text["rest"]), set(FEATURES))
        self.assertEqual(text["model"], {"name": "e", "version": "1"})
        self.assertEqual(
            text["rest"]["eyeOpeningRight"], text["rest"]["eyeOpeningLeft"]
        )
        entry = next(e for e in text["targets"]["surprise"] if e["hint"] == "open_mouth")
        self.assertTrue(entry["offered"])
        self.assertEqual(entry["cases"], 60)
        for entries in text["targets"].values():
            for entry in entries:
                distance = text["movements"][entry["hint"]]["kind"] == "distance"
                self.assertEqual(entry["goal"] < 0, distance)

    def test_face_that_cannot_be_judged_has_a_reason(self):
        self.assertEqual(judged({"faces": []}), (None, "no_face"))
        blurred = {"reasons": ["blurred", "too_small"]}
        self.assertEqual(judged({"faces": [blurred]}), (blurred, "blurred"))


if __name__ == "__main__":
    unittest.main()
