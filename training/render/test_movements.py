"""python3 -m unittest discover -s training -t ."""

import unittest

from training.contract import EMOTIONS
from training.measure.movement_measures import MEASURED_BY
from training.render.movements import CANDIDATES, HINTS, MOVEMENTS, after, before
from training.render.people import HINT_PEOPLE, pictures_of

SMILE = {"mouthSmile_L": 0.5, "mouthSmile_R": 0.5, "jawOpen": 0.1, "cheekSquint_L": 0.3}
OPENED = {"jawOpen": 0.3}


class MovementsTests(unittest.TestCase):
    def test_only_the_movement_changes_between_before_and_after(self):
        moved = {"mouthSmile_L": 0.8, "mouthSmile_R": 0.9}
        first = before("lift_mouth_corners", SMILE, OPENED)
        then = after("lift_mouth_corners", SMILE, moved)
        self.assertEqual(first, {"jawOpen": 0.1, "cheekSquint_L": 0.3})
        self.assertEqual(then, {**first, **moved})

    def test_mouth_is_open_before_it_is_closed(self):
        self.assertEqual(before("close_mouth", SMILE, OPENED)["jawOpen"], 0.3)
        self.assertNotIn("jawOpen", after("close_mouth", SMILE, {}))

    def test_relaxed_face_keeps_little_of_each_shape(self):
        self.assertEqual(before("relax_face", SMILE, OPENED), SMILE)
        then = after("relax_face", SMILE, {})
        self.assertTrue(all(0 < then[name] < 0.2 * SMILE[name] for name in SMILE))

    def test_every_hint_can_be_rendered_and_measured(self):
        self.assertEqual(set(HINTS), set(MEASURED_BY))
        self.assertEqual(list(CANDIDATES), EMOTIONS)
        for hints in CANDIDATES.values():
            self.assertLessEqual(set(hints), set(HINTS))
        self.assertLess(set(MOVEMENTS), set(HINTS))

    def test_file_names_are_unique_and_each_hint_has_two_pictures(self):
        files = [
            picture.file for number in (0, 1, HINT_PEOPLE)
            for picture in pictures_of(number, number < HINT_PEOPLE)
        ]  # fmt: skip
        self.assertEqual(len(files), len(set(files)))
        hints = [picture for picture in pictures_of(0, True) if picture.set == "hint"]
        steps = {(p.target, p.hint, p.step) for p in hints}
        for target, hint, _ in steps:
            self.assertIn((target, hint, "after"), steps)
            if target:
                self.assertIn((target, hint, "before"), steps)
        for target in EMOTIONS[1:]:
            for hint in CANDIDATES[target]:
                self.assertIn((target, hint, "before"), steps)


if __name__ == "__main__":
    unittest.main()
