"""python3 -m unittest discover -s training -t ."""

import unittest

from training.contract import EMOTIONS
from training.measure.baseline import Judged, attempt_table, false_still, recall_table


def picture(matches: int, set: str = "emotion", target: str = "anger", **more) -> dict:
    """A picture of anger that matches at the first levels only, and at one more with a baseline."""
    return {
        "set": set, "emotion": "anger" if set == "emotion" else "", "strength": 0.9,
        "target": target, "alone": [level < matches for level in range(5)],
        "inLightOfBaseline": [level <= matches for level in range(5)], **more,
    }  # fmt: skip


def attempt(frames: str, in_light: bool, matched: bool) -> dict:
    return {
        "person": 1, "target": "anger", "level": 2, "frames": frames, "inLight": in_light,
        **({"phase": "matched"} if matched else {}),
    }  # fmt: skip


class MeasureBaselineTests(unittest.TestCase):
    def test_recall_counts_pictures_judged_with_and_without_a_baseline(self):
        judged = Judged([picture(1), picture(3), picture(5, reason="blurred")], [], [])
        count, alone, light = judged.rates("anger", lambda row: row["emotion"] == "anger")
        self.assertEqual(count, 2)
        self.assertEqual(alone.tolist(), [1, 0.5, 0.5, 0, 0])
        self.assertEqual(light.tolist(), [1, 1, 0.5, 0.5, 0])
        self.assertIn("| anger | 2 | 100% → 100% | 50% → 100% |", recall_table(judged))

    def test_matches_of_a_still_face_are_counted(self):
        still = Judged([picture(-1, set="rest")], [attempt("still", True, False)], [])
        self.assertEqual(false_still(still), 0)
        still.attempts.append(attempt("still", True, True))
        self.assertEqual(false_still(still), 1)
        still.attempts.append(attempt("still", False, True))  # without a baseline: not counted
        still.attempts.append(attempt("rising", True, True))
        self.assertEqual(false_still(still), 1)
        still.pictures.append(picture(1, set="rest"))
        self.assertEqual(false_still(still), 3)
        still.pictures.append(picture(4, set="rest", target="neutral"))
        self.assertEqual(false_still(still), 3)

    def test_attempts_are_compared_for_people_with_a_baseline(self):
        rows = [attempt("rising", False, False), attempt("rising", True, True)]
        made = [{"person": 1, "made": True}]
        self.assertIn("0/1 → 1/1", attempt_table(Judged([], rows, made)))
        self.assertNotIn("/1", attempt_table(Judged([], rows, [{"person": 1, "made": False}])))
        self.assertEqual(attempt_table(Judged([], [], [])).count("still"), len(EMOTIONS) - 1)


if __name__ == "__main__":
    unittest.main()
