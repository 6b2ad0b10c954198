"""python3 -m unittest discover --start-directory Clients/python/tests --top-level-directory Clients/python"""

import http.server
import json
import os
import socketserver
import tempfile
import threading
import unittest
from unittest import mock

from facialfun.wire import FacialFun, FacialFunError

PNG, JPEG = b"\x89PNG\r\n\x1a\n and more", b"\xff\xd8 and more"


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Answers each request with the next prepared response, and records the request."""

    daemon_threads = True

    def __init__(self, path: str) -> None:
        self.asked, self.answers = [], []
        super().__init__(path, Handler)


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append((self.command, self.path, dict(self.headers), body))
        status, content = self.server.answers.pop(0)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = answer

    def address_string(self) -> str:
        return "local"

    def log_message(self, *_) -> None:
        pass


class ClientTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "socket")
        self.server = Server(path)
        self.addCleanup(self.server.server_close)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.shutdown)
        self.service = FacialFun(path, deadline_ms=700)

    def test_picture_is_sent_with_its_type_and_deadline(self):
        self.server.answers = [(200, b'{"faces": []}')] * 2
        self.assertEqual(self.service.score(PNG), {"faces": []})
        self.service.score(JPEG, movements=True)
        (_, plain, headers, body), (_, moving, other, _) = self.server.asked
        self.assertEqual((plain, moving), ("/v1/score", "/v1/score?movements=true"))
        self.assertEqual((headers["Content-Type"], other["Content-Type"]), ("image/png", "image/jpeg"))
        self.assertEqual((headers["Deadline-Ms"], body), ("700", PNG))

    def test_rejection_is_raised_with_its_code(self):
        problem = json.dumps({"code": "overloaded", "detail": "Come back later."}).encode()
        self.server.answers = [(503, problem), (500, b"<html>"), (500, b"[]")]
        for status, code in ((503, "overloaded"), (500, "bad_answer"), (500, "bad_answer")):
            with self.assertRaises(FacialFunError) as refused:
                self.service.match(JPEG, "fear", 2)
            self.assertEqual((refused.exception.status, refused.exception.code), (status, code))

    def test_readiness_is_false_if_the_service_is_not_ready_and_raises_on_other_errors(self):
        def problem(code: str) -> bytes:
            return json.dumps({"code": code, "detail": ""}).encode()

        self.server.answers = [(200, b""), (503, problem("not_ready")), (503, problem("overloaded"))]
        self.assertTrue(self.service.ready())
        self.assertFalse(self.service.ready())
        with self.assertRaises(FacialFunError):
            self.service.ready()

    def test_names_cannot_leave_their_path_segment(self):
        self.server.answers = [(200, b"")]
        self.service.delete_baseline("../levels?x=1")
        self.assertEqual(self.server.asked[0][:2], ("DELETE", "/v1/baselines/..%2Flevels%3Fx%3D1"))

    def test_attempt_yields_its_events_until_their_end(self):
        status = b'{"id": "a b", "phase": "watching"}'
        stream = b'event: status\ndata: {"phase": "holding"}\n\nevent: end\ndata: {"reason": "deleted"}\n\n'
        self.server.answers = [(201, status), (200, stream), (200, stream.split(b"event: end")[0])]
        attempt = self.service.begin_attempt("fear", 2, baseline="n", time_limit_ms=5000)
        self.assertEqual(
            json.loads(self.server.asked[0][3]),
            {"target": "fear", "level": 2, "baseline": "n", "timeLimitMilliseconds": 5000})
        events = [("status", {"phase": "holding"}), ("end", {"reason": "deleted"})]
        self.assertEqual(list(attempt.events()), events)
        with self.assertRaises(FacialFunError) as broken:
            list(attempt.events())
        self.assertEqual(broken.exception.code, "no_answer")
        self.assertEqual(self.server.asked[1][1], "/v1/attempts/a%20b/events")

    def test_address_without_a_service_is_no_answer_with_the_remedy(self):
        for address in ("/nowhere/socket", "127.0.0.1:1", "[::1]:1"):
            with self.assertRaises(FacialFunError) as nobody:
                FacialFun(address).check_health()
            self.assertEqual((nobody.exception.status, nobody.exception.code), (0, "no_answer"))
            self.assertIn("facialfun serve", nobody.exception.detail)

    def test_default_address_is_in_the_runtime_folder(self):
        with mock.patch.dict(os.environ, {"XDG_RUNTIME_DIR": "/run/user/7"}):
            self.assertEqual(FacialFun().address, "/run/user/7/facialfun.sock")
        with mock.patch.dict(os.environ):
            os.environ.pop("XDG_RUNTIME_DIR", None)
            with self.assertRaisesRegex(ValueError, "XDG_RUNTIME_DIR"):
                FacialFun()


if __name__ == "__main__":
    unittest.main()
