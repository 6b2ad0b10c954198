"""Batches: order, problems as reports, a busy service, a dying service; and the same scores as the command line."""

import http.server
import json
import os
import signal
import socketserver
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse
from pathlib import Path

import facialfun
from facialfun import batch
from facialfun.pictures import Picture, ScoreLimits, UnreadableError, local_path, read
from facialfun.report import SCHEMA

from .real import PROGRAM, SAMPLES, command_line, needs_program, use_program


def record(text: str) -> dict:
    """A record that contains a recognizable text."""
    return {"schema": SCHEMA, "path": "-", "image": {"width": 1, "height": 1, "format": text, "orientation": 1},
            "faces": [], "model": {"name": "m", "version": "1"}, "milliseconds": {}}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.answer(200, {"limits": {
            "maxBytes": 500, "maxPixels": 1, "maxScoreBytes": 1000, "maxScorePixels": 2_000_000}})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.seen.append(body)
        behave = self.server.behave(body, self.server.seen.count(body))
        if behave == "die":
            self.close_connection = True
            return
        self.answer(*behave)

    def answer(self, status: int, content: dict) -> None:
        text = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        if status == 503:
            self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(text)

    def address_string(self) -> str:
        return "local"

    def log_message(self, *_) -> None:
        pass


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, path: str, behave) -> None:
        self.behave, self.seen = behave, []
        super().__init__(path, Handler)


class FakeServiceTests(unittest.TestCase):
    def serve(self, behave) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "socket")
        self.server = Server(path, behave)
        self.addCleanup(self.server.server_close)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.shutdown)
        return path

    def test_results_are_in_the_order_of_the_pictures(self):
        def behave(body, _):
            time.sleep(0.02 if int(body) % 7 == 0 else 0)
            return 200, record(body)

        address = self.serve(behave)
        sources = [str(number).encode() for number in range(60)]
        reports = facialfun.score(sources, address=address, connections=5)
        self.assertEqual([report.format for report in reports], [str(number) for number in range(60)])

    def test_generator_is_read_only_as_far_ahead_as_the_connections_need(self):
        address = self.serve(lambda body, _: (200, record(body)))
        taken = []

        def endless():
            while True:
                taken.append(1)
                yield b"%d" % len(taken)

        reports = facialfun.score_iter(endless(), address=address, connections=2)
        for _ in range(30):
            next(reports)
        reports.close()
        self.assertLessEqual(len(taken), 30 + 2 * 4 + 1)

    def test_requests_to_a_busy_service_are_repeated(self):
        def behave(body, times):
            return (503, {"code": "overloaded", "detail": ""}) if times < 4 else (200, record(body))

        address = self.serve(behave)
        self.assertTrue(all(report.ok for report in facialfun.score([b"1", b"2"], address=address)))

    def test_only_the_picture_that_crashes_the_service_has_no_report(self):
        def behave(body, _):
            return "die" if body == "bad" else (200, record(body))

        address = self.serve(behave)
        reports = facialfun.score([b"1", b"bad", b"2"], address=address, connections=3)
        self.assertEqual([report.problem and report.problem.code for report in reports], [None, "no_answer", None])
        self.assertGreaterEqual(self.server.seen.count("bad"), 3)

    def test_file_above_the_limit_of_the_service_is_not_read(self):
        address = self.serve(lambda body, _: (200, record(body)))
        with tempfile.NamedTemporaryFile() as file:
            file.truncate(10**12)
            problem = facialfun.score([file.name], address=address)[0].problem
        self.assertEqual(problem.code, "too_many_bytes")
        self.assertIn("command line", problem.message)

    def test_missing_service_is_an_error_of_the_batch(self):
        with self.assertRaises(facialfun.FacialFunError):
            facialfun.score([b"1"], address="/nowhere/socket")


@needs_program
class RealServiceTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        cls.service = facialfun.PrivateService()
        cls.addClassCleanup(cls.service.close)

    def test_folders_give_bit_identical_results_to_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            self.fill(folder)
            inputs = [folder, os.path.join(folder, "missing.jpg"), str(SAMPLES / "README.md")]
            lines = command_line(
                "score", *inputs, "--search", "service", "--movements", "--format", "jsonl").splitlines()
            wanted = [json.loads(line) for line in lines]
            given = [report.record for report in facialfun.score(inputs, movements=True, service=self.service)]
        for one in wanted + given:
            one.pop("milliseconds", None)
            # Different limits have different messages and the same codes.
            one.get("error", {}).pop("message", None)
        self.assertGreater(len(wanted), 15)
        self.assertEqual(given, wanted)

    def fill(self, folder: str) -> None:
        for name in ("group.jpg", "no-face-cat.jpg", "cut-out.png", "dark.jpg", "sideways-exif.jpg"):
            Path(folder, name).write_bytes((SAMPLES / name).read_bytes())
        below = Path(folder, "B e\u00e9low")
        below.mkdir()
        for name in ("rendered-fear.jpg", "rendered-anger.jpg", "tiny.jpg"):
            (below / name).write_bytes((SAMPLES / name).read_bytes())
        hidden = Path(folder, ".hidden.jpg")
        hidden.write_bytes(b"no")
        Path(folder, "notes.txt").write_text("no picture")
        Path(folder, "unnamed").write_bytes((SAMPLES / "rendered-sadness.jpg").read_bytes())
        Path(folder, "empty.png").touch()
        Path(folder, "cut.jpg").write_bytes((SAMPLES / "group.jpg").read_bytes()[:3000])
        Path(folder, "moving.gif").write_bytes(b"GIF89a" + bytes(20))
        Path(folder, "gone.jpg").symlink_to("nothing")
        Path(folder, "loop.jpg").symlink_to("loop.jpg")
        Path(folder, "out.jpg").symlink_to(SAMPLES / "group.jpg")
        Path(folder, "again").symlink_to("B e\u00e9low")
        Path(folder, "round").symlink_to(".")
        os.mkfifo(Path(folder, "pipe.jpg"))

    def test_bytes_score_like_their_file_and_keep_name_and_frame(self):
        path = SAMPLES / "rendered-happiness.jpg"
        named = facialfun.Picture("a film", path.read_bytes(), 7)
        of_file, of_bytes, of_picture = facialfun.score([path, path.read_bytes(), named], service=self.service)
        self.assertEqual(of_file.faces, of_bytes.faces)
        self.assertEqual((of_picture.faces, of_picture.path, of_picture.frame), (of_file.faces, "a film", 7))
        self.assertEqual(of_file.face.top, "happiness")
        self.assertAlmostEqual(sum(score for _, score in of_file.face.scores.items()), 1, places=5)

    def test_killing_the_service_in_the_middle_loses_no_picture(self):
        sources = [str(SAMPLES / "rendered-fear.jpg")] * 40
        service = facialfun.PrivateService()
        reports = []
        for report in facialfun.score_iter(sources, service=service, connections=4):
            reports.append(report)
            if len(reports) in (8, 20):
                os.kill(service_process(service), signal.SIGKILL)
        service.close()
        self.assertEqual([report.problem for report in reports], [None] * 40)
        self.assertEqual(len({report.face for report in map(Plain, reports)}), 1)

    def test_picture_of_too_many_pixels_names_the_remedy(self):
        problem = facialfun.score([png_head(20_000, 20_000)], service=self.service)[0].problem
        self.assertEqual(problem.code, "too_many_pixels")
        self.assertIn("smaller", problem.message)
        with facialfun.PrivateService(large=False) as small:
            problem = facialfun.score([png_head(5_000, 5_000)], service=small)[0].problem
        self.assertEqual(problem.code, "too_many_pixels")
        self.assertIn("command line", problem.message)


class Plain:
    """A report whose faces can be counted."""

    def __init__(self, report: facialfun.Report) -> None:
        self.face = json.dumps(report.record["faces"])


def service_process(service: facialfun.PrivateService) -> int:
    """The process that owns the service's socket; waits for the end of a dying one, like its keeper."""
    wanted = os.path.realpath(PROGRAM)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        own = subprocess.run(["pgrep", "-f", f"serve --socket {service.address()}"], stdout=subprocess.PIPE, text=True,
                             check=False)
        for pid in own.stdout.split():
            # The keeper has the same words in its arguments.
            if os.path.realpath(f"/proc/{pid}/exe") == wanted:
                return int(pid)
        time.sleep(0.01)
    raise AssertionError("No process has the service's socket.")


def png_head(width: int, height: int) -> bytes:
    """A PNG file that declares a size and ends."""
    import struct
    import zlib

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


class ReadingTests(unittest.TestCase):
    def test_empty_file_is_reported_as_empty(self):
        with tempfile.NamedTemporaryFile() as file, self.assertRaises(UnreadableError) as caught:
            read(Picture(file.name), ScoreLimits(100, 100))
        self.assertEqual(caught.exception.code, "empty")

    def test_spark_paths_are_found_verbatim_and_escaped(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("ha#sh.jpg", "que?.jpg", "pct%41.jpg", "two words.jpg"):
                path = os.path.join(folder, name)
                Path(path).write_bytes(b"x")
                for written in (f"file:{path}", f"file://{path}", f"file://{urllib.parse.quote(path)}", path):
                    self.assertEqual(local_path(written), path)
            odd = os.path.join(folder, "file:loc.jpg")
            Path(odd).write_bytes(b"x")
            before = os.getcwd()
            os.chdir(folder)
            self.addCleanup(os.chdir, before)
            self.assertEqual(local_path("file:loc.jpg"), "file:loc.jpg")
            os.chdir(before)

    def test_number_of_connections_is_at_least_one(self):
        with self.assertRaises(ValueError):
            next(batch.records(iter(()), connections=-1))


if __name__ == "__main__":
    unittest.main()
