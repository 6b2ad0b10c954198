"""Fake server: serves Web and the API from memory, with synthetic media."""

import functools
import hashlib
import http.server
import io
import json
import re
import subprocess
import threading
import time
import uuid
import wave
from pathlib import Path

import numpy
from PIL import Image, ImageDraw

PREP = Path(__file__).resolve().parent.parent.parent
WEB = PREP / "Web"
CONTENT = PREP / "Content/experiences"
POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob: data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@functools.cache
def panorama(hue, width):
    """A grid of colored fields every 15°, each labeled with its yaw and pitch, as JPEG."""
    height = width // 2
    y, x = numpy.mgrid[0:height, 0:width]
    column, row = x * 24 // width, y * 12 // height
    picture = numpy.empty((height, width, 3), numpy.uint8)
    picture[..., 0] = 120 + column * 5 % 100
    picture[..., 1] = 120 + row * 10 % 100
    picture[..., 2] = hue
    image = Image.fromarray(picture)
    draw = ImageDraw.Draw(image)
    for r in range(12):
        for c in range(24):
            place = (c * width // 24 + width // 90, r * height // 12 + height // 40)
            draw.text(place, f"{c * 15 - 180}/{90 - r * 15}", fill=(20, 30, 40), font_size=width // 90)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=80)
    return buffer.getvalue()


@functools.cache
def sound(seconds=1.0, rate=16_000):
    """A soft tone that swells and fades, as WAV."""
    time_axis = numpy.arange(int(seconds * rate)) / rate
    samples = 0.05 * numpy.sin(2 * numpy.pi * 330 * time_axis) * numpy.sin(numpy.pi * time_axis / seconds)
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return buffer.getvalue()


@functools.cache
def video(seconds=6):
    """A gray gradient that changes slowly, as WebM."""
    command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"gradients=s=320x180:d={seconds}:speed=0.01:r=12"]
    command += ["-f", "lavfi", "-i", f"sine=330:d={seconds}", "-pix_fmt", "yuv420p"]
    command += ["-c:v", "libvpx", "-b:v", "200k", "-c:a", "libopus"]
    return subprocess.run([*command, "-f", "webm", "-"], check=True, capture_output=True).stdout


class Store:
    """Data of the fake server."""

    def __init__(self):
        self.media = {}
        self.own = {}
        self.bundled = {}
        self.revisions = {}
        self.drafts = {}
        self.jobs = {}
        self.captures = {}
        self.visits = []
        self.preferences = {"swipeOnly": True}
        self.asked = []
        # The regions of the faces to be found, and whether the search for faces is unavailable.
        self.faces = []
        self.blind = False
        self.blurred = {}
        self.down = False
        self.lock = threading.RLock()

    def add_media(self, kind, content_type, body):
        media = {"id": hashlib.sha256(body).hexdigest(), "kind": kind, "type": content_type, "bytes": len(body)}
        self.media[media["id"]] = (media, body)
        return media

    def add(self, experience, bundled=False):
        (self.bundled if bundled else self.own)[experience["id"]] = experience
        self.revisions[experience["id"]] = 1
        return experience

    def find(self, identifier):
        return self.own.get(identifier) or self.bundled.get(identifier)

    def summary(self, experience):
        panoramas = experience["panoramas"]
        return {
            "id": experience["id"],
            "title": experience["title"],
            "description": experience["description"],
            "cover": panoramas[0]["image"] if panoramas else None,
            "panoramas": len(panoramas),
            "revision": self.revisions[experience["id"]],
        }

    def new_panorama(self, query, hue):
        """A panorama with its faces, except those that `own` confirms; None if faces cannot be searched for."""
        if self.blind and "faces=none" not in query:
            return None
        own = [float(part.split(",")[0]) for part in re.findall(r"own=([^&]*)", query) for part in part.split(";")]
        left = [region for region in self.faces if region["yaw"] not in own]
        media = self.add_media("panorama", "image/jpeg", panorama(hue + len(left), 2048))
        self.blurred[media["id"]] = left
        return media

    def job(self, media):
        job = {"id": str(uuid.uuid4()), "state": "running", "progress": 0.5, "looks": 0, "media": media}
        self.jobs[job["id"]] = job
        return job


def shown_job(job):
    answer = {key: job[key] for key in ("id", "state", "progress")}
    if job["state"] == "done":
        answer["media"] = job["media"]
    if job["state"] == "failed":
        answer["error"] = {"code": "faces_unavailable", "message": "This server cannot look for faces."}
    return answer


class Problem(Exception):
    """An error response."""

    def __init__(self, status, code, field=None):
        super().__init__(code)
        self.status = status
        self.body = {"code": code, "message": f"refused: {code}"} | ({"field": field} if field else {})


class Handler(http.server.BaseHTTPRequestHandler):
    """Handles the API routes."""

    protocol_version = "HTTP/1.1"
    store: Store

    def handle_one(self):
        self.path, _, self.query = self.path.partition("?")
        length = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(length)
        self.store.asked.append((self.command, self.path, dict(self.headers)))
        if self.store.down:
            self.close_connection = True
            return
        try:
            with self.store.lock:
                self.route()
        except Problem as problem:
            self.send_json(problem.body, problem.status)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_one

    def route(self):
        for method, pattern, answer in ROUTES:
            match = re.fullmatch(pattern, self.path)
            if method == self.command and match:
                return answer(self, *match.groups())
        raise Problem(404, "not_found")

    def send(self, body, content_type, status=200, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def send_json(self, value, status=200, headers=()):
        if status == 204:
            self.send_response(204)
            return self.end_headers()
        self.send(json.dumps(value).encode(), "application/json", status, headers)

    def shell(self, *_):
        headers = [("Content-Security-Policy", POLICY), ("Cache-Control", "no-cache")]
        self.send((WEB / "index.html").read_bytes(), TYPES[".html"], headers=headers)

    def file(self, name):
        file = (WEB / name).resolve()
        if not file.is_relative_to(WEB) or not file.is_file():
            raise Problem(404, "not_found")
        self.send(file.read_bytes(), TYPES[file.suffix], headers=[("Cache-Control", "no-cache")])

    def worker(self):
        self.file("sw.js")

    def get_media(self, identifier, width=None):
        if identifier not in self.store.media:
            raise Problem(404, "not_found")
        media, body = self.store.media[identifier]
        if width:
            body = reduced(body, int(width))
        headers = [("Cache-Control", "max-age=31536000, immutable"), ("Accept-Ranges", "bytes")]
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if not wanted:
            return self.send(body, media["type"], headers=headers)
        first = int(wanted[1])
        last = min(int(wanted[2] or len(body) - 1), len(body) - 1)
        headers.append(("Content-Range", f"bytes {first}-{last}/{len(body)}"))
        self.send(body[first : last + 1], media["type"], 206, headers)

    def list(self):
        lists = {"bundled": self.store.bundled, "own": self.store.own}
        self.send_json({key: [self.store.summary(item) for item in found.values()] for key, found in lists.items()})

    def create(self):
        if len(self.store.own) >= 10:
            raise Problem(409, "too_many")
        titles = {item["title"] for item in self.store.own.values()}
        number = next(n for n in range(1, 12) if f"Experience {n}" not in titles)
        empty = {"description": "", "language": "en", "final": None, "panoramas": []}
        experience = {"version": 1, "id": str(uuid.uuid4()), "title": f"Experience {number}", **empty}
        self.send_json(self.store.add(experience), 201)

    def existing(self, identifier):
        found = self.store.find(identifier)
        if not found:
            raise Problem(404, "not_found")
        return found

    def get(self, identifier):
        found = self.existing(identifier)
        self.send_json(found, headers=[("ETag", f'"{self.store.revisions[identifier]}"')])

    def put(self, identifier):
        self.existing(identifier)
        if self.headers.get("If-Match") != f'"{self.store.revisions[identifier]}"':
            raise Problem(409, "edited_elsewhere")
        changed = json.loads(self.body)
        others = {item["title"].lower() for key, item in self.store.own.items() if key != identifier}
        if changed["title"].lower() in others:
            raise Problem(422, "title_taken", "title")
        self.store.own[identifier] = changed
        self.store.revisions[identifier] += 1
        self.store.drafts.pop(identifier, None)
        self.send_json(changed, headers=[("ETag", f'"{self.store.revisions[identifier]}"')])

    def delete(self, identifier):
        self.existing(identifier)
        self.store.own.pop(identifier, None)
        self.send_json(None, 204)

    def get_draft(self, identifier):
        if identifier not in self.store.drafts:
            raise Problem(404, "not_found")
        self.send_json(self.store.drafts[identifier])

    def put_draft(self, identifier):
        self.existing(identifier)
        self.store.drafts[identifier] = json.loads(self.body)
        self.send_json(None, 204)

    def delete_draft(self, identifier):
        self.store.drafts.pop(identifier, None)
        self.send_json(None, 204)

    def upload(self):
        kind = re.search(r"kind=(\w+)", self.query)[1]
        if kind == "panorama":
            media = self.store.new_panorama(self.query, 90)
        else:
            media = self.store.add_media(kind, self.headers["Content-Type"], self.body)
        self.send_json(shown_job(self.store.job(media)), 202)

    def details(self, identifier):
        if identifier not in self.store.blurred:
            raise Problem(404, "not_found")
        self.send_json({"blurred": self.store.blurred[identifier], "unphotographed": []})

    def bring(self):
        """Accepts a file of an experience, which only the real server parses."""
        if self.store.blind and "faces=none" not in self.query:
            raise Problem(422, "faces_unavailable")
        self.send_json(dentist(self.store, bundled=False, title="Brought"), 201)

    def get_job(self, identifier):
        job = self.store.jobs[identifier]
        job["looks"] += 1
        if job["state"] == "running" and job["looks"] >= 2:
            job |= {"state": "done", "progress": 1} if job["media"] else {"state": "failed"}
        self.send_json(shown_job(job))

    def cancel_job(self, identifier):
        self.store.jobs[identifier]["state"] = "cancelled"
        self.send_json(None, 204)

    def create_capture(self):
        identifier = str(uuid.uuid4())
        self.store.captures[identifier] = {}
        self.send_json({"id": identifier}, 201)

    def put_photo(self, identifier, number):
        names = ("X-Yaw", "X-Pitch", "X-Roll", "X-Field-Of-View")
        pose = {name: self.headers.get(name) for name in names}
        self.store.captures[identifier][int(number)] = (pose, self.body)
        self.send_json(None, 204)

    def stitch(self, identifier):
        if len(self.store.captures[identifier]) < 8:
            raise Problem(422, "too_few_photos")
        media = self.store.new_panorama(self.query, 140)
        self.send_json(shown_job(self.store.job(media)), 202)

    def delete_capture(self, identifier):
        self.store.captures.pop(identifier, None)
        self.send_json(None, 204)

    def create_visit(self):
        asked = json.loads(self.body)
        step = 1 + sum(visit["experience"] == asked["experience"] for visit in self.store.visits)
        visit = {"id": str(uuid.uuid4()), **asked, "step": step, "after": None, "finished": False, "tooMuch": 0}
        self.store.visits.append(visit)
        self.send_json({"id": visit["id"], "step": step}, 201)

    def change_visit(self, identifier):
        visit = next(visit for visit in self.store.visits if visit["id"] == identifier)
        visit |= json.loads(self.body)
        self.send_json(visit)

    def list_visits(self):
        wanted = self.query.partition("experience=")[2]
        self.send_json([visit for visit in self.store.visits if visit["experience"] == wanted])

    def get_preferences(self):
        self.send_json(self.store.preferences)

    def put_preferences(self):
        self.store.preferences = json.loads(self.body)
        self.send_json(self.store.preferences)

    def sign_out(self):
        self.send_json({"next": "/login?from=signed_out"})

    def sign_in_page(self):
        self.send(b"<!DOCTYPE html><title>Sign in</title>", TYPES[".html"])

    def log_message(self, *arguments):
        pass


EXPERIENCE = r"/prep/api/experiences/([^/]+)"
ROUTES = [
    ("POST", r"/api/logout", Handler.sign_out),
    ("GET", r"/login", Handler.sign_in_page),
    ("GET", r"/prep/sw\.js", Handler.worker),
    ("GET", r"/prep/web/(.+)", Handler.file),
    ("GET", r"/prep/media/([^/]+)(?:/(512|2048))?", Handler.get_media),
    ("GET", r"/prep/(|settings|volume|progress|(?:view|edit|schedule)/[^/]+)", Handler.shell),
    ("GET", r"/prep/api/experiences", Handler.list),
    ("POST", r"/prep/api/experiences", Handler.create),
    ("GET", EXPERIENCE, Handler.get),
    ("PUT", EXPERIENCE, Handler.put),
    ("DELETE", EXPERIENCE, Handler.delete),
    ("GET", EXPERIENCE + "/draft", Handler.get_draft),
    ("PUT", EXPERIENCE + "/draft", Handler.put_draft),
    ("DELETE", EXPERIENCE + "/draft", Handler.delete_draft),
    ("POST", r"/prep/api/media", Handler.upload),
    ("GET", r"/prep/api/media/([^/]+)", Handler.details),
    ("POST", r"/prep/api/import", Handler.bring),
    ("GET", r"/prep/api/jobs/([^/]+)", Handler.get_job),
    ("DELETE", r"/prep/api/jobs/([^/]+)", Handler.cancel_job),
    ("POST", r"/prep/api/captures", Handler.create_capture),
    ("PUT", r"/prep/api/captures/([^/]+)/photos/(\d+)", Handler.put_photo),
    ("POST", r"/prep/api/captures/([^/]+)/stitch", Handler.stitch),
    ("DELETE", r"/prep/api/captures/([^/]+)", Handler.delete_capture),
    ("POST", r"/prep/api/visits", Handler.create_visit),
    ("PATCH", r"/prep/api/visits/([^/]+)", Handler.change_visit),
    ("GET", r"/prep/api/visits", Handler.list_visits),
    ("GET", r"/prep/api/preferences", Handler.get_preferences),
    ("PUT", r"/prep/api/preferences", Handler.put_preferences),
]


@functools.cache
def reduced(body, width):
    image = Image.open(io.BytesIO(body)).convert("RGB").resize((width, width // 2))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=80)
    return buffer.getvalue()


class House(http.server.ThreadingHTTPServer):
    """The server with its store; `address` ends with /prep."""

    daemon_threads = True

    def __init__(self):
        self.store = Store()
        super().__init__(("127.0.0.1", 0), type("Bound", (Handler,), {"store": self.store}))
        self.address = f"http://127.0.0.1:{self.server_address[1]}/prep"
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def handle_error(self, request, client_address):
        """Tolerates browsers that close a connection early."""

    def wait_for(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition(self.store):
            if time.monotonic() > end:
                raise AssertionError("the server did not see it in time")
            time.sleep(0.02)


def trigger(kind, yaw, pitch=0, name="", **more):
    return {"id": str(uuid.uuid4()), "kind": kind, "yaw": yaw, "pitch": pitch, "size": 10, "name": name, **more}


def dentist(store, bundled=True, title="The dentist", sound_seconds=1.0, width=2048):
    """Two panoramas with doors both ways; a sound in the first, a sound and a video in the final one."""
    images = [store.add_media("panorama", "image/jpeg", panorama(hue, width))["id"] for hue in (60, 200)]
    noise = store.add_media("sound", "audio/wav", sound(sound_seconds))["id"]
    film = store.add_media("video", "video/webm", video())["id"]
    hall, room = str(uuid.uuid4()), str(uuid.uuid4())
    places = [
        {
            "id": hall,
            "name": "Waiting room",
            "story": "People wait here. You can look around.",
            "image": images[0],
            "start": {"yaw": 0, "pitch": 0},
            "blurred": [],
            "triggers": [
                trigger("sound", -20, -5, "Telephone", media=noise),
                trigger("door", 25, 0, "Dentist's room", to=room),
            ],
        },
        {
            "id": room,
            "name": "Dentist's room",
            "story": "The chair can move up and down.",
            "image": images[1],
            "start": {"yaw": 0, "pitch": 0},
            "blurred": [],
            "triggers": [
                trigger("sound", -20, 0, "Drill", media=noise),
                trigger("video", 15, 0, "Opening wide", media=film),
                trigger("door", 170, 0, "Waiting room", to=hall),
            ],
        },
    ]
    about = {"description": "A visit from the door to the chair.", "language": "en", "final": room}
    experience = {"version": 1, "id": str(uuid.uuid4()), "title": title, **about, "panoramas": places}
    return store.add(experience, bundled=bundled)


MEDIA = {".jpg": ("panorama", "image/jpeg"), ".m4a": ("sound", "audio/mp4"), ".mp4": ("video", "video/mp4")}


def bundled(store, name):
    """Adds an experience of the app's content with its files."""
    folder = CONTENT / name
    experience = json.loads((folder / "experience.json").read_text())
    for file in (folder / "media").iterdir():
        identifier, *variant = file.name.split(".")
        if len(variant) == 1:
            kind, content_type = MEDIA[file.suffix]
            media = {"id": identifier, "kind": kind, "type": content_type, "bytes": file.stat().st_size}
            store.media[identifier] = (media, file.read_bytes())
    return store.add(experience, bundled=True)
