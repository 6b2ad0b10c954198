"""Prep's server is killed during an upload, a conversion and a stitching: no partial result remains."""

import http.client
import io
import json
import math
import pathlib
import subprocess
import time

import numpy
import pytest
from PIL import Image

from asking import SAME_ORIGIN, ask, join
from game_client import PIN
from game_server import GameServer
from prep_uploads import panorama, upload
from sittings import change


class Home:
    """A family with Prep on a server that a test may kill."""

    def __init__(self, folder):
        self.server = GameServer(folder, ["--no-scoring"], log=folder.parent / "pet.log").start()
        sent, self.cookie = join(self.server.port)
        change(self.server, sent["username"],
               "INSERT INTO home_enabled_app (app, enabled, player) VALUES ('prep', 1, ?)")
        self.confirm()

    @property
    def media(self):
        return self.server.folder / "media"

    def confirm(self):
        assert self.ask("POST", "/api/parent", {"pin": PIN}).status == 200

    def ask(self, method, path, body=None, kind="application/json", headers=SAME_ORIGIN):
        return ask(self.server.port, method, path, body, cookie=self.cookie, kind=kind, headers=headers, timeout=60)

    def kill(self):
        self.server.kill()

    def restart(self):
        self.server.start()

    def job(self, identifier):
        return self.ask("GET", f"/prep/api/jobs/{identifier}").json

    def until(self, identifier, condition, seconds=120):
        end = time.monotonic() + seconds
        while True:
            job = self.job(identifier)
            if condition(job):
                return job
            assert time.monotonic() < end, job
            time.sleep(0.05)

    def programs(self):
        """Processes other than the server that work in the family's media folder."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if any(str(self.media) in part for part in command):
                found.append(command[0])
        return found

    def leftovers(self):
        """Files outside the content-addressed folders."""
        return sorted(str(path.relative_to(self.media)) for path in self.media.rglob("*")
                      if path.is_file() and len(path.parent.name) != 2)

    def half_sent(self, method, path, kind, content):
        """Sends half of a body and leaves the connection open."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        connection.putrequest(method, path)
        for name, value in {**SAME_ORIGIN, "Cookie": self.cookie, "Content-Type": kind,
                            "Content-Length": len(content)}.items():
            connection.putheader(name, str(value))
        connection.endheaders()
        connection.send(content[:len(content) // 2])
        return connection


@pytest.fixture
def home(tmp_path):
    home = Home(tmp_path / "data")
    yield home
    if home.server.process.poll() is None:
        assert home.server.stop() == 0


def arrived(home, pattern):
    """Waits until a part of an upload is on the disk."""
    end = time.monotonic() + 20
    while not [path for path in home.media.glob(pattern) if path.stat().st_size > 0]:
        assert time.monotonic() < end, list(home.media.rglob("*"))
        time.sleep(0.02)


def film(seconds):
    command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=size=1280x720:rate=30:duration={seconds}",
               "-c:v", "libx264", "-preset", "ultrafast", "-f", "matroska", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def test_an_upload_is_discarded_if_the_server_is_killed(home):
    content = film(2)
    connection = home.half_sent("POST", "/prep/api/media?kind=video", "video/x-matroska", content)
    arrived(home, "work/*/input")
    home.kill()
    connection.close()
    home.restart()
    assert home.leftovers() == []
    job = upload(home.server, home.cookie, "video", content, "video/x-matroska")
    assert job["state"] == "done", job


def test_a_photo_is_removed_if_the_server_is_killed_and_the_capture_continues(home):
    capture = home.ask("POST", "/prep/api/captures", {}).json["id"]
    photos = f"/prep/api/captures/{capture}/photos"
    assert home.ask("PUT", f"{photos}/1", panorama(), "image/jpeg").status == 204
    connection = home.half_sent("PUT", f"{photos}/2", "image/jpeg", panorama() * 20)
    arrived(home, "captures/*/*.part")
    home.kill()
    connection.close()
    home.restart()
    assert home.leftovers() == [f"captures/{capture}/1.jpg"]
    assert home.ask("PUT", f"{photos}/2", panorama(), "image/jpeg").status == 204


def test_a_conversion_starts_again_if_the_server_is_killed(home):
    sent = home.ask("POST", "/prep/api/media?kind=video", film(60), "video/x-matroska").json
    home.until(sent["id"], lambda job: job["progress"] > 0.02 or job["state"] == "done")
    assert home.programs(), "the conversion was over before the server could be killed"
    home.kill()
    end = time.monotonic() + 20
    while home.programs():
        assert time.monotonic() < end, "ffmpeg outlives its server"
        time.sleep(0.1)
    home.restart()
    job = home.until(sent["id"], lambda job: job["state"] not in ("waiting", "running"))
    assert job["state"] == "done", job
    media = job["media"]["id"]
    served = home.ask("GET", f"/prep/media/{media}")
    assert served.status == 200 and len(served.content) == job["media"]["bytes"]
    assert home.leftovers() == []


def test_a_conversion_fails_with_a_message_if_the_server_is_killed_twice(home):
    sent = home.ask("POST", "/prep/api/media?kind=video", film(60), "video/x-matroska").json
    for _ in range(2):
        home.until(sent["id"], lambda job: job["progress"] > 0.02 or job["state"] == "done")
        home.kill()
        home.restart()
    job = home.job(sent["id"])
    assert job["state"] == "failed" and job["error"]["code"] == "interrupted", job
    assert "Send the file again" in job["error"]["message"]
    assert home.leftovers() == []


def photos(count=8, width=640, height=480, across=65):
    """Views of a wall around the camera, each with its yaw."""
    chance = numpy.random.default_rng(4)
    # Spots of several sizes, in which the stitcher finds features.
    wall = sum(numpy.asarray(Image.fromarray(chance.integers(0, 255, (high, 4 * high, 3), numpy.uint8))
                             .resize((4096, 1024), Image.Resampling.BICUBIC), float) for high in (16, 48, 128)) / 3
    focal = width / 2 / math.tan(math.radians(across / 2))
    x, y = numpy.meshgrid(numpy.arange(width) - width / 2 + 0.5, numpy.arange(height) - height / 2 + 0.5)
    for number in range(count):
        yaw = -180 + number * 360 / count
        column = (numpy.degrees(numpy.arctan2(x, focal)) + yaw + 180) % 360 / 360 * 4096
        row = (numpy.degrees(numpy.arctan2(y, numpy.hypot(x, focal))) + 45) / 90 * 1024
        picture = wall[numpy.clip(row, 0, 1023).astype(int), column.astype(int) % 4096]
        out = io.BytesIO()
        Image.fromarray(picture.astype(numpy.uint8)).save(out, "JPEG", quality=92)
        yield yaw, out.getvalue()


def test_a_stitching_starts_again_if_the_server_is_killed(home):
    capture = home.ask("POST", "/prep/api/captures", {}).json["id"]
    for number, (yaw, photo) in enumerate(photos(), 1):
        pose = {"X-Yaw": str(yaw), "X-Pitch": "0", "X-Roll": "0", "X-Field-Of-View": "65"}
        assert home.ask("PUT", f"/prep/api/captures/{capture}/photos/{number}", photo, "image/jpeg",
                        {**SAME_ORIGIN, **pose}).status == 204
    sent = home.ask("POST", f"/prep/api/captures/{capture}/stitch?faces=none", {}).json
    home.until(sent["id"], lambda job: job["progress"] > 0.01 or job["state"] == "done")
    assert any(program.endswith("prep-stitch") for program in home.programs()), home.programs()
    home.kill()
    end = time.monotonic() + 20
    while home.programs():
        assert time.monotonic() < end, "prep-stitch outlives its server"
        time.sleep(0.1)
    home.restart()
    job = home.until(sent["id"], lambda job: job["state"] not in ("waiting", "running"))
    assert job["state"] == "done", json.dumps(job)
    assert job["media"]["width"] == 2 * job["media"]["height"]
    # The photos stay until the user has decided about the panorama.
    assert all(name.startswith(f"captures/{capture}/") for name in home.leftovers()), home.leftovers()
    assert home.ask("DELETE", f"/prep/api/captures/{capture}").status == 204
    assert home.leftovers() == []
