"""The typed client with a real service; the camera's routes are simulated."""

import json
import unittest

import facialfun

from . import test_wire
from .real import SAMPLES, needs_program, use_program
from .test_wire import JPEG


@needs_program
class RealClientTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        service = facialfun.PrivateService()
        cls.addClassCleanup(service.close)
        cls.client = facialfun.Client(service.address(), deadline_ms=30_000)
        cls.calm, cls.happy = (
            (SAMPLES / name).read_bytes() for name in ("rendered-neutral.jpg", "rendered-happiness.jpg"))

    def test_report_has_everything_in_the_schema(self):
        report = self.client.score(self.happy, movements=True)
        face = report.face
        self.assertEqual((report.ok, report.format, face.top), (True, "jpeg", "happiness"))
        self.assertEqual(len(face.movements), 51)
        self.assertGreater(face.scores["happiness"], 0.5)
        self.assertGreater(face.prompted_scores.happiness, 0.5)
        self.assertIsNotNone(face.features.mouth_width)
        self.assertIsNotNone(face.pose.yaw)
        with self.assertRaises(KeyError):
            face.scores["joy"]

    def test_matches_baselines_and_attempts(self):
        match = self.client.match(self.happy, "happiness", 1)
        self.assertEqual(match.verdict.verdict, "matched")
        self.assertIsNotNone(match.evidence)
        self.assertGreater(match.evidence.excess, 0)
        self.assertLess(match.evidence.lead, 0)
        own = self.client.make_baseline(self.calm)
        self.assertEqual(self.client.add_to_baseline(own.id, self.calm).pictures, 2)
        calm = self.client.match(self.calm, "happiness", 1, own.id)
        self.assertEqual(calm.verdict.verdict, "not_yet")
        self.assertIsNotNone(calm.rectangle)
        attempt = self.client.begin_attempt("happiness", 1, own.id, 60_000)
        self.assertTrue(attempt.status.goes_on)
        events = attempt.events()
        next(events)
        attempt.frame(self.happy, movements=True)
        self.assertGreater(next(events).peak, 0.5)
        self.assertEqual(attempt.skip().phase, "skipped")
        self.assertEqual(attempt.retry().phase, "watching")
        self.assertEqual(attempt.look().phase, "watching")
        attempt.delete()
        self.client.delete_baseline(own.id)
        with self.assertRaises(facialfun.FacialFunError) as gone:
            attempt.look()
        self.assertEqual(gone.exception.code, "unknown_attempt")

    def test_service_describes_itself(self):
        self.assertTrue(self.client.ready())
        self.client.check_health()
        self.assertEqual(tuple(self.client.emotions()), facialfun.EMOTIONS)
        model = self.client.model()
        self.assertEqual((model.emotions, model.limits.max_bytes), (facialfun.EMOTIONS, 2_000_000))
        self.assertEqual(len(self.client.levels()["levels"]), 5)
        self.assertIn("image-report.schema.json", self.client.schemas())
        self.assertIn("facialfun_requests_total", self.client.metrics())
        self.assertTrue(self.client.rectangle(self.happy, format="jpeg").startswith(b"\xff\xd8"))

    def test_azure_routes(self):
        self.assertIn("faceAttributes", self.client.json.azure_detect(self.happy)[0])
        self.assertIn("scores", self.client.json.azure_recognize(self.happy)[0])
        with self.assertRaises(facialfun.FacialFunError) as refused:
            self.client.json.azure_detect(self.happy, "age")
        self.assertNotEqual(refused.exception.code, "bad_answer")

    def test_table_has_the_movements_of_the_schema(self):
        schema = self.client.schemas()["image-report.schema.json"]["$defs"]
        self.assertEqual(facialfun.table.MOVEMENTS, tuple(schema["movements"]["required"]))
        self.assertEqual(facialfun.Features.wire_names(), tuple(schema["features"]["required"]))
        self.assertEqual(
            {*facialfun.Quality.wire_names(), *facialfun.Pose.wire_names()}, set(schema["quality"]["required"]))


class CameraTests(unittest.TestCase):
    """The camera's routes, simulated."""

    setUp = test_wire.ClientTests.setUp

    def test_camera_requests_have_the_token(self):
        match = {"target": "fear", "level": 2, "offered": True, "operatingPoint": "prompted", "threshold": 0.3,
                 "score": None, "verdict": {"verdict": "cannot_judge", "reason": {
                     "code": "no_face", "remedy": "sit", "sentence": "I cannot see you."}},
                 "rectangle": None, "frame": 3, "sequence": 9, "latencyMilliseconds": 12.5}
        stream = b'event: frame\ndata: {"a": 1}\n\nevent: shutdown\ndata: {}\n\n'
        preview = b"".join(
            b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(picture), picture)
            for picture in (JPEG, b"\xff\xd8\r\n\r\nline"))
        self.server.answers = [(200, json.dumps(match).encode()), (200, stream), (200, preview)]
        client = facialfun.Client(self.service.address, camera_token="secret of the camera")
        answer = client.camera_match("fear", 2)
        self.assertEqual((answer.frame, answer.latency_ms, answer.verdict.reason), (3, 12.5, "no_face"))
        self.assertEqual([name for name, _ in client.camera_scores()], ["frame", "shutdown"])
        self.assertEqual(list(client.camera_preview()), [JPEG, b"\xff\xd8\r\n\r\nline"])
        self.assertEqual(self.server.asked[0][:2], ("POST", "/v2/camera/match?target=fear&level=2"))
        self.assertEqual(self.server.asked[0][2]["Authorization"], "Bearer secret of the camera")


if __name__ == "__main__":
    unittest.main()
