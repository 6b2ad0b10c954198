"""A fake server: the routes of API.md and the files of Web, in memory, for several members at once."""

import functools
import hashlib
import http.server
import io
import json
import queue
import re
import threading
import time
import uuid
import wave
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs
from zoneinfo import ZoneInfo

import numpy
from PIL import Image

TOGETHER = Path(__file__).resolve().parent.parent.parent
WEB = TOGETHER / "Web"
ZONE = "Europe/Berlin"
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
HOURS = {"morning": (6, 12), "afternoon": (12, 17), "evening": (17, 21), "night": (21, 30)}
TRANSMITS = {
    "calendars": "Addresses, names and passwords of calendars go to the hosts of those calendars.",
    "mail": "Notifications and invitations go to the mail service of this server.",
    "media": "Links go to the hosts that are listed, which then know the address of this house.",
}


@functools.cache
def sound(seconds=1.0, rate=16_000):
    """A soft tone as WAV."""
    axis = numpy.arange(int(seconds * rate)) / rate
    samples = 0.05 * numpy.sin(2 * numpy.pi * 330 * axis) * numpy.sin(numpy.pi * axis / seconds)
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return buffer.getvalue()


@functools.cache
def photo():
    """A JPEG of a green field under a blue sky."""
    image = Image.new("RGB", (320, 240), (150, 190, 220))
    image.paste((120, 170, 110), (0, 150, 320, 240))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG")
    return buffer.getvalue()


def wire(moment):
    return moment.astimezone(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")


def read(text):
    return datetime.fromisoformat(text)


def now():
    return datetime.now(UTC)


class Problem(Exception):
    """An error response of the server."""

    def __init__(self, status, code, **fields):
        super().__init__(code)
        self.status = status
        self.body = {"code": code, "message": f"refused: {code}", "fields": {k: str(v) for k, v in fields.items()}}


class Store:
    """The server's data of one family."""

    def __init__(self):
        self.lock = threading.RLock()
        self.members = [
            {"id": 12, "name": "Ada", "role": "parent", "hasEmail": True, "badge": None},
            {"id": 13, "name": "Ben", "role": "adult", "hasEmail": True, "badge": None},
            {"id": 14, "name": "Cleo", "role": "child", "hasEmail": False, "badge": None},
        ]
        self.parents = {12}
        self.zone = ZONE
        self.family_zone = ZONE
        self.connections = {name: False for name in TRANSMITS}
        self.hosts = []
        self.mail_installed = False
        self.mails = []
        self.invitations = {}
        self.activities = {}
        self.types = [
            {"id": "outing", "name": "Outing", "tasks": ["Pack a snack", "Check the way"], "isPreset": True},
            {"id": "meal", "name": "Meal", "tasks": ["Buy food", "Cook", "Lay the table"], "isPreset": True},
        ]
        self.resources = {}
        self.bookings = {}
        self.requests = {}
        self.notices = {}
        self.calendars = {}
        self.feeds = {}
        self.busy = {}
        self.unreadable = {}
        self.playlists = {}
        self.media = {}
        self.jobs = {}
        self.notifications = {}
        self.listeners = []
        self.numbers = 100
        self.version = 1
        self.asked = []
        self.down = False
        self.voice = []

    def number(self):
        self.numbers += 1
        return self.numbers

    def name(self, member):
        return next((one["name"] for one in self.members if one["id"] == member), "")

    def everyone(self):
        return [one["id"] for one in self.members]

    def tell(self, event, data, members=None, number=None):
        for member, waiting in list(self.listeners):
            if members is None or member in members:
                waiting.put((event, data, number))

    def change(self, *parts):
        self.version += 1
        self.tell("change", {"version": self.version, "parts": list(parts)})

    def notify(self, members, kind, title, text, path, **values):
        for member in members:
            one = {"id": self.number(), "kind": kind, "title": title, "text": text, "path": f"/together{path}"}
            one |= {"values": values, "created": wire(now()), "read": False}
            self.notifications.setdefault(member, []).append(one)
            self.tell("notification", one, {member}, one["id"])

    def unread(self, member):
        return sum(not one["read"] for one in self.notifications.get(member, []))

    def add_media(self, content_type, body):
        digest = hashlib.sha256(body).hexdigest()
        self.media[digest] = (content_type, body)
        return digest

    def add_resource(self, name, description=""):
        one = {"id": str(uuid.uuid4()), "name": name, "description": description, "calendar": "available"}
        self.resources[one["id"]] = one
        return one

    def add_booking(self, resource, member, start, hours, reason="Shopping", priority="medium"):
        times = {"start": wire(start), "end": wire(start + timedelta(hours=hours))}
        one = {"id": self.number(), "resource": resource["id"], "member": member, **times}
        self.bookings[one["id"]] = one | {"priority": priority, "reason": reason}
        return self.bookings[one["id"]]

    def add_playlist(self, name, owner=12, items=2, state="private"):
        songs = []
        for index in range(items):
            media = self.add_media("audio/wav", sound(1.0 + index / 1000))
            songs.append(self.item(f"Song {index + 1}", "song", media=media, by=owner, seconds=1))
        one = {"id": str(uuid.uuid4()), "name": name, "description": "", "owner": owner, "editors": []}
        self.playlists[one["id"]] = one | {"state": state, "items": songs, "revision": 1}
        return self.playlists[one["id"]]

    def item(self, name, kind, media=None, address=None, by=12, seconds=None, host=""):
        place = {"host": host, "seconds": seconds, "address": address, "media": media, "by": by}
        return {"id": str(uuid.uuid4()), "name": name, "kind": kind, **place}

    def add_activity(self, host=12, **more):
        times = {"created": wire(now()), "changed": wire(now())}
        one = {"id": str(uuid.uuid4()), "host": host, "stage": "draft", "invitees": self.everyone(), "name": ""}
        one |= {"description": "", "poll": None, "votes": {}, "start": None, "end": None, "allowsLookup": True}
        one |= {"search": None, "location": "", "type": "", "tasks": [], "experience": None, "repeat": None}
        one |= {"form": {}, "changes": []} | times | more
        self.activities[one["id"]] = one
        return one

    def invited(self, name="Zoo", days=3, **more):
        """An activity with sent invitations."""
        start = now().replace(minute=0, second=0) + timedelta(days=days)
        tasks = [{"name": "Pack a snack", "assignee": 13, "done": False}]
        times = {"start": wire(start), "end": wire(start + timedelta(hours=2))}
        about = {"name": name, "description": "See the otters.", "location": "Main entrance", "type": "Outing"}
        return self.add_activity(**{"stage": "invited", "tasks": tasks} | times | about | more)

    def polling(self, names=("Zoo", "Cinema"), hours=24, **more):
        options = [{"name": name, "description": f"About {name}", "picture": None} for name in names]
        poll = {"options": options, "deadline": wire(now() + timedelta(hours=hours))}
        return self.add_activity(**{"stage": "polling", "poll": poll} | more)

    def close(self, activity):
        """Ends a poll as if its deadline had passed."""
        counts = self.counts(activity)
        most = max(counts)
        best = [index for index, count in enumerate(counts) if count == most]
        path = f"/activities/{activity['id']}"
        host = [activity["host"]]
        if most == 0:
            activity["stage"] = "unvoted"
            self.notify(host, "poll_unvoted", "No votes", "You can enter an activity yourself.", path)
        elif len(best) > 1:
            activity["stage"] = "tied"
            self.notify(host, "poll_tied", "It is a tie", "Choose one of the tied options.", path)
        else:
            self.decide(activity, best[0])
            self.notify(host, "poll_won", "The poll has a winner", f"{activity['name']} won.", path)
        self.change("activities")

    def decide(self, activity, index):
        option = activity["poll"]["options"][index]
        activity |= {"name": option["name"], "description": option["description"], "stage": "scheduling"}

    def counts(self, activity):
        votes = activity["votes"].values()
        return [sum(index in chosen for chosen in votes) for index in range(len(activity["poll"]["options"]))]


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the routes of API.md for the member in the cookie."""

    protocol_version = "HTTP/1.1"
    store: Store

    def handle_one(self):
        self.path, _, query = self.path.partition("?")
        self.query = {key: values[0] for key, values in parse_qs(query).items()}
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        cookie = re.search(r"member=(\d+)", self.headers.get("Cookie") or "")
        self.member = int(cookie[1]) if cookie else None
        if self.query.get("profile") == "child":
            self.member = 14
        self.store.asked.append((self.command, self.path, self.query, self.member))
        if self.store.down:
            self.close_connection = True
            return
        try:
            if self.path == "/together/api/events":
                return self.events()
            with self.store.lock:
                self.route()
        except Problem as problem:
            self.send_json(problem.body, problem.status)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_one

    def route(self):
        for method, pattern, answer in ROUTES:
            match = re.fullmatch(pattern, self.path)
            if method == self.command and match:
                if answer not in OPEN and self.member not in self.store.everyone():
                    raise Problem(401, "signed_out")
                return answer(self, *match.groups())
        raise Problem(404, "not_found")

    @property
    def json(self):
        return json.loads(self.body or b"{}")

    @property
    def role(self):
        return next(one["role"] for one in self.store.members if one["id"] == self.member)

    def need_parent(self):
        if self.member not in self.store.parents:
            raise Problem(403, "parent_needed")

    def need_adult(self):
        if self.role == "child":
            raise Problem(403, "adult_needed")

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

    def other_page(self, *_):
        self.send(b"<!DOCTYPE html><title>Another page</title>", TYPES[".html"])

    def file(self, name):
        file = (WEB / name).resolve()
        if not file.is_relative_to(WEB) or not file.is_file():
            raise Problem(404, "not_found")
        self.send(file.read_bytes(), TYPES[file.suffix], headers=[("Cache-Control", "no-cache")])

    def events(self):
        """The event stream of one member, after the last received notification."""
        if self.member not in self.store.everyone():
            raise Problem(401, "signed_out")
        waiting = queue.Queue()
        after = self.headers.get("Last-Event-ID") or self.query.get("after")
        with self.store.lock:
            hello = {"unread": self.store.unread(self.member), "version": self.store.version, "now": wire(now())}
            missed = self.store.notifications.get(self.member, []) if after else []
            missed = [one for one in missed if one["id"] > int(after)]
            self.store.listeners.append((self.member, waiting))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            self.write_event("hello", hello)
            for one in missed:
                self.write_event("notification", one, one["id"])
            while not self.store.down:
                try:
                    self.write_event(*waiting.get(timeout=0.25))
                except queue.Empty:
                    self.wfile.write(b": still here\n\n")
                    self.wfile.flush()
        except OSError:
            pass
        finally:
            with self.store.lock:
                self.store.listeners.remove((self.member, waiting))

    def write_event(self, event, data, number=None):
        head = f"id: {number}\n" if number else ""
        self.wfile.write(f"{head}event: {event}\ndata: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()

    # Overview

    def me(self):
        store = self.store
        own = {"member": self.member, "role": self.role, "zone": store.zone, "unread": store.unread(self.member)}
        own |= {"profile": "child" if self.query.get("profile") else "own", "isParent": self.member in store.parents}
        own |= {"canHost": self.role != "child", "child": 14 if self.role == "parent" else None}
        more = {"members": store.members, "connections": store.connections, "mailInstalled": store.mail_installed}
        self.send_json(own | more)

    def overview(self):
        store = self.store
        steps = []
        for one in store.activities.values():
            step = self.next_step(one)
            if step in ("wait", "none", "change_vote"):
                continue
            if step == "tasks":
                task = next(i for i, t in enumerate(one["tasks"]) if t["assignee"] == self.member and not t["done"])
                steps.append({"kind": "task", "activity": one["id"], "task": task, "name": one["tasks"][task]["name"]})
            else:
                by = {"by": one["poll"]["deadline"]} if step == "vote" else {}
                steps.append({"kind": step, "activity": one["id"], "name": one["name"]} | by)
        for one in store.requests.values():
            if one["state"] == "open" and store.bookings[one["booking"]]["member"] == self.member:
                name = store.resources[one["resource"]]["name"]
                steps.insert(0, {"kind": "answer", "request": one["id"], "name": name, "by": one["deadline"]})
        today = [item for item in self.items() if item["start"][:10] == wire(now())[:10]]
        self.send_json({"unread": store.unread(self.member), "next": steps, "today": today, "invitations": 0})

    def items(self, everyone=False):
        for one in self.store.activities.values():
            if everyone and one["stage"] in ("invited", "done") and not self.sees(one):
                times = {"start": one["start"], "end": one["end"], "members": one["invitees"]}
                rest = {"id": "", "name": "", "location": "", "experience": None, "done": False}
                yield {"kind": "busy", **times, **rest}
            elif one["stage"] in ("invited", "done") and self.sees(one):
                about = {"id": one["id"], "name": one["name"], "start": one["start"], "end": one["end"]}
                about |= {"location": one["location"], "experience": None, "done": False}
                yield {"kind": "activity", "members": one["invitees"], **about}
                for number, task in enumerate(one["tasks"]):
                    if task["assignee"] == self.member:
                        more = {"name": task["name"], "done": task["done"], "task": number, "members": [self.member]}
                        yield {"kind": "task", **about, **more}
        for one in self.store.bookings.values():
            if everyone or one["member"] == self.member:
                name = self.store.resources[one["resource"]]["name"]
                times = {"start": one["start"], "end": one["end"], "resource": one["resource"]}
                rest = {"location": "", "experience": None, "done": False, "members": [one["member"]]}
                yield {"kind": "booking", "id": one["id"], "name": name, **times, **rest}

    def plan(self):
        first = datetime.fromisoformat(self.query["from"]).replace(tzinfo=ZoneInfo(ZONE))
        last = first + timedelta(days=int(self.query.get("days", 7)))
        items = [i for i in self.items("everyone" in self.query) if first <= read(i["start"]) < last]
        items.sort(key=lambda item: item["start"])
        self.send_json({"from": self.query["from"], "zone": ZONE, "items": items})

    def list_notifications(self):
        mine = self.store.notifications.get(self.member, [])[::-1]
        before = int(self.query.get("before", 10**9))
        older = [one for one in mine if one["id"] < before]
        unread = self.store.unread(self.member)
        self.send_json({"notifications": older[:50], "unread": unread, "more": len(older) > 50})

    def mark_read(self):
        for one in self.store.notifications.get(self.member, []):
            if one["id"] in self.json.get("ids", []) or one["id"] <= self.json.get("upTo", 0):
                one["read"] = True
        unread = self.store.unread(self.member)
        self.store.tell("change", {"version": self.store.version, "parts": ["notifications"]}, {self.member})
        self.send_json({"unread": unread})

    # Activities

    def sees(self, one):
        return self.member == one["host"] or (self.member in one["invitees"] and one["stage"] != "draft")

    def next_step(self, one):
        is_host = one["host"] == self.member
        stage = one["stage"]
        if stage == "polling" and self.member in one["invitees"]:
            return "change_vote" if self.member in one["votes"] else "vote"
        if is_host:
            steps = {"draft": "invite", "tied": "choose_tied", "unvoted": "enter", "scheduling": "schedule"}
            found = (steps | {"detailing": "details"}).get(stage)
            if found:
                return found
        if stage == "invited":
            mine = any(task["assignee"] == self.member and not task["done"] for task in one["tasks"])
            return "tasks" if mine else "none"
        return "none" if stage in ("done", "cancelled") else "wait"

    def shown(self, one):
        is_host = one["host"] == self.member
        poll = None
        if one["poll"]:
            counts = None if one["stage"] == "polling" else self.store.counts(one)
            tied = [i for i, count in enumerate(counts) if count == max(counts)] if one["stage"] == "tied" else None
            sums = {"voted": len(one["votes"]), "of": len(one["invitees"]), "counts": counts, "tied": tied}
            poll = one["poll"] | {"mine": one["votes"].get(self.member, [])} | sums
        rest = {key: value for key, value in one.items() if key != "votes"}
        form = one["form"] if is_host else {}
        version = self.version(form) if is_host else None
        form = {"form": form, "formVersion": version}
        return rest | {"poll": poll, "isHost": is_host, "next": self.next_step(one)} | form

    @staticmethod
    def version(form):
        return hashlib.sha256(json.dumps(form, sort_keys=True).encode()).hexdigest()[:24]

    def list_activities(self):
        past = self.query.get("state") == "past"
        found = [one for one in self.store.activities.values() if self.sees(one)]
        found = [one for one in found if (one["stage"] in ("done", "cancelled")) == past]
        found.sort(key=lambda one: one["start"] or "")
        self.send_json({"activities": [self.shown(one) for one in found], "more": False})

    def create_activity(self):
        if self.role == "child":
            raise Problem(403, "cannot_host")
        self.send_json(self.shown(self.store.add_activity(host=self.member)), 201)

    def activity(self, identifier, *stages, host=False):
        one = self.store.activities.get(identifier)
        if not one or not self.sees(one):
            raise Problem(404, "not_found")
        if host and one["host"] != self.member:
            raise Problem(404, "not_found")
        if stages and one["stage"] not in stages:
            raise Problem(409, "not_now", stage=one["stage"])
        return one

    def get_activity(self, identifier):
        self.send_json(self.shown(self.activity(identifier)))

    def done(self, one):
        self.store.change("activities")
        self.send_json(self.shown(one))

    def put_form(self, identifier):
        one = self.activity(identifier, host=True)
        stored, form = self.version(one["form"]), self.json["form"]
        if self.json.get("version", stored) != stored and form != one["form"]:
            raise Problem(409, "changed_elsewhere", form=json.dumps(one["form"]), version=stored)
        one["form"] = form
        self.send_json({"version": self.version(form)})

    def put_invitees(self, identifier):
        one = self.activity(identifier, "draft", host=True)
        if not self.json["invitees"]:
            raise Problem(422, "no_invitees")
        before = set(self.json.get("before", one["invitees"]))
        if before != set(one["invitees"]) != set(self.json["invitees"]):
            raise Problem(409, "changed_elsewhere", invitees=" ".join(map(str, one["invitees"])))
        one["invitees"] = self.json["invitees"]
        self.done(one)

    def enter(self, identifier):
        one = self.activity(identifier, "draft", "unvoted", "scheduling", "detailing", host=True)
        if not self.json["name"].strip() or not self.json["description"].strip():
            raise Problem(422, "missing_name_or_description")
        self.check_before(one, "description")
        one |= {"name": self.json["name"], "description": self.json["description"], "stage": "scheduling"}
        self.done(one)

    def open_poll(self, identifier):
        one = self.activity(identifier, "draft", "unvoted", host=True)
        if len(self.json["options"]) < 2:
            raise Problem(422, "too_few_options")
        if read(self.json["deadline"]) <= now():
            raise Problem(422, "deadline_in_the_past")
        one |= {"poll": {"options": self.json["options"], "deadline": self.json["deadline"]}, "stage": "polling"}
        text = f"{self.store.name(self.member)} asks: what shall we do?"
        self.store.notify(one["invitees"], "poll_opened", "A new poll", text, f"/activities/{identifier}")
        self.done(one)

    def vote(self, identifier):
        one = self.activity(identifier)
        if one["stage"] != "polling":
            raise Problem(409, "poll_closed")
        if self.member not in one["invitees"]:
            raise Problem(403, "not_invited")
        one["votes"][self.member] = self.json["options"]
        if len(one["votes"]) == len(one["invitees"]):
            self.store.close(one)
        self.done(one)

    def close_poll(self, identifier):
        one = self.activity(identifier, "polling", host=True)
        self.store.close(one)
        self.send_json(self.shown(one))

    def break_tie(self, identifier):
        one = self.activity(identifier, "tied", host=True)
        self.store.decide(one, self.json["option"])
        self.done(one)

    def slots(self, identifier):
        one = self.activity(identifier, "scheduling", "detailing", host=True)
        one["search"] = search = self.json
        first = datetime.fromisoformat(search["from"]).replace(tzinfo=ZoneInfo(ZONE))
        days = (datetime.fromisoformat(search["to"]) - datetime.fromisoformat(search["from"])).days + 1
        length = timedelta(hours=search["hours"])
        members = set(one["invitees"]) - set(search["without"])
        busy = [span for member in members for span in self.store.busy.get(member, [])]
        found = []
        for day in range(days):
            for start_hour, end_hour in sorted(HOURS[name] for name in search["timesOfDay"]):
                start = first + timedelta(days=day, hours=start_hour)
                while start + length <= first + timedelta(days=day, hours=end_hour):
                    free = all(start >= end or start + length <= begin for begin, end in busy)
                    if start > now() and free:
                        found.append({"start": wire(start), "end": wire(start + length)})
                    start += timedelta(minutes=30)
        bad = [{"member": m, "reason": r} for m, r in self.store.unreadable.items() if m in members]
        self.send_json({"slots": found[:500], "zone": ZONE, "unreadable": bad, "more": len(found) > 500})

    def put_slot(self, identifier):
        one = self.activity(identifier, "scheduling", host=True)
        start, end = read(self.json["start"]), read(self.json["end"])
        if start <= now():
            raise Problem(422, "slot_in_the_past")
        if end <= start:
            raise Problem(422, "slot_ends_before_it_starts")
        one |= {"start": self.json["start"], "end": self.json["end"], "stage": "detailing"}
        self.done(one)

    def back(self, identifier):
        one = self.activity(identifier, "detailing", host=True)
        one["stage"] = "scheduling"
        self.done(one)

    def send_invites(self, identifier):
        one = self.activity(identifier, "detailing", host=True)
        asked, stored = self.json, self.version(one["form"])
        if asked.get("version", stored) != stored:
            raise Problem(409, "changed_elsewhere", form=json.dumps(one["form"]), version=stored)
        if not asked["location"].strip() or not asked["type"].strip():
            raise Problem(422, "missing_location_or_type")
        if not asked["tasks"]:
            raise Problem(422, "no_tasks")
        tasks = [task | {"done": False} for task in asked["tasks"]]
        one |= {key: asked[key] for key in ("location", "type", "experience", "repeat")}
        one |= {"tasks": tasks, "stage": "invited", "form": {}}
        host = self.store.name(self.member)
        text = f"{host} invites you to {one['name']}."
        self.store.notify(one["invitees"], "invited", "You are invited", text, f"/activities/{identifier}")
        self.done(one)

    def change_activity(self, identifier):
        one = self.activity(identifier, "invited", host=True)
        for what, after in self.json.items():
            change = {"what": what, "before": one[what], "after": after}
            one["changes"].append({"at": wire(now()), **change})
            one[what] = after
            others = [member for member in one["invitees"] if member != self.member]
            path = f"/activities/{identifier}"
            self.store.notify(others, "changed", f"{one['name']} changed", "Look at what is new.", path, **change)
        self.done(one)

    def complete_task(self, identifier, number):
        one = self.activity(identifier, "invited")
        task = one["tasks"][int(number)]
        if self.member not in (one["host"], task["assignee"]):
            raise Problem(403, "not_the_host")
        task["done"] = self.json["done"]
        self.done(one)

    def reassign(self, identifier, number):
        one = self.activity(identifier, "invited", host=True)
        task = one["tasks"][int(number)]
        task["assignee"] = self.json["assignee"]
        path = f"/activities/{identifier}"
        self.store.notify([task["assignee"]], "task_assigned", "A task for you", task["name"], path)
        self.done(one)

    def remind(self, identifier, number):
        one = self.activity(identifier, "invited", host=True)
        task = one["tasks"][int(number)]
        path = f"/activities/{identifier}"
        self.store.notify([task["assignee"]], "task_reminder", "A reminder", task["name"], path)
        self.send_json({})

    def put_repeat(self, identifier):
        one = self.activity(identifier, "detailing", "invited", host=True)
        one["repeat"] = self.json["repeat"]
        self.done(one)

    def delete_activity(self, identifier):
        one = self.activity(identifier, host=True)
        if one["stage"] == "draft":
            del self.store.activities[identifier]
            return self.send_json(None, 204)
        one["stage"] = "cancelled"
        others = [member for member in one["invitees"] if member != self.member]
        self.store.notify(others, "cancelled", "Canceled", f"{one['name']} is canceled.", f"/activities/{identifier}")
        self.done(one)

    def list_types(self):
        self.send_json({"types": self.store.types})

    def add_type(self):
        self.need_adult()
        one = {"id": str(uuid.uuid4()), "name": self.json["name"], "tasks": self.json["tasks"], "isPreset": False}
        self.store.types.append(one)
        self.send_json(one, 201)

    def change_type(self, identifier):
        one = next(one for one in self.store.types if one["id"] == identifier)
        self.check_before(one, "tasks")
        one |= {"name": self.json["name"], "tasks": self.json["tasks"]}
        self.send_json(one)

    def check_before(self, one, more):
        """Rejects a change of a text that another member has changed since the page showed it."""
        before = self.json.pop("before", None)
        now = {"name": one["name"], more: one[more]}
        if before and before != now:
            raise Problem(409, "changed_elsewhere", **{key: "\n".join([value] if isinstance(value, str) else value)
                                                       for key, value in now.items()})

    def delete_type(self, identifier):
        self.store.types = [one for one in self.store.types if one["id"] != identifier]
        self.send_json(None, 204)

    # Resources

    def resource(self, identifier):
        if identifier not in self.store.resources:
            raise Problem(404, "not_found")
        return self.store.resources[identifier]

    def bookings_of(self, identifier):
        found = [one for one in self.store.bookings.values() if one["resource"] == identifier]
        return sorted(found, key=lambda one: one["start"])

    def shown_booking(self, one):
        return one | {"isMine": one["member"] == self.member}

    def shown_resource(self, one):
        future = [b for b in self.bookings_of(one["id"]) if read(b["end"]) > now()]
        following = self.shown_booking(future[0]) if future else None
        return one | {"bookings": len(future), "next": following}

    def shown_request(self, one):
        booking = self.store.bookings.get(one["booking"])
        mine = {"isMine": one["requester"] == self.member}
        mine["canAnswer"] = bool(booking) and booking["member"] == self.member and one["state"] == "open"
        return one | {"booking": booking and self.shown_booking(booking)} | mine

    def list_resources(self):
        found = [self.shown_resource(one) for one in self.store.resources.values()]
        self.send_json({"resources": found, "notices": list(self.store.notices.values())})

    def add_resource(self):
        self.need_adult()
        name = self.json["name"].strip()
        if any(one["name"].lower() == name.lower() for one in self.store.resources.values()):
            raise Problem(409, "name_taken")
        one = self.store.add_resource(name, self.json["description"])
        self.store.change("resources")
        self.send_json(self.shown_resource(one), 201)

    def change_resource(self, identifier):
        one = self.resource(identifier)
        self.check_before(one, "description")
        one |= self.json
        self.store.change("resources")
        self.send_json(self.shown_resource(one))

    def delete_resource(self, identifier):
        one = self.resource(identifier)
        held = self.bookings_of(identifier)
        if int(self.query["bookings"]) != len(held):
            raise Problem(409, "changed", bookings=len(held))
        for booking in held:
            del self.store.bookings[booking["id"]]
            title = f"{one['name']} was removed"
            self.store.notify([booking["member"]], "resource_deleted", title, "Your booking is gone.", "/resources")
        del self.store.resources[identifier]
        self.store.change("resources")
        self.send_json(None, 204)

    def get_bookings(self, identifier):
        one = self.resource(identifier)
        first, last = self.query["from"], self.query["to"]
        held = [b for b in self.bookings_of(identifier) if b["start"] < last and b["end"] > first]
        requests = [self.shown_request(r) for r in self.store.requests.values() if r["resource"] == identifier]
        found = {"resource": self.shown_resource(one), "bookings": [self.shown_booking(b) for b in held]}
        self.send_json(found | {"requests": requests, "busy": [], "free": []})

    def check(self, resource, times, but=()):
        if times["end"] <= times["start"]:
            raise Problem(422, "ends_before_it_starts")
        if read(times["start"]) < now():
            raise Problem(422, "in_the_past")
        if not times["reason"].strip():
            raise Problem(422, "missing_reason")
        for held in self.bookings_of(resource):
            if held["id"] not in but and held["start"] < times["end"] and times["start"] < held["end"]:
                raise Problem(409, "taken", booking=held["id"])

    def book(self, identifier):
        one = self.resource(identifier)
        self.check(identifier, self.json)
        booking = {"id": self.store.number(), "resource": identifier, "member": self.member, **self.json}
        self.store.bookings[booking["id"]] = booking
        others = [member for member in self.store.everyone() if member != self.member]
        text = f"{self.store.name(self.member)} booked {one['name']}."
        self.store.notify(others, "booked", "A booking", text, f"/resources/{identifier}")
        self.store.change("resources")
        self.send_json(self.shown_booking(booking), 201)

    def change_booking(self, number):
        booking = self.store.bookings[int(number)]
        self.check(booking["resource"], booking | self.json, [booking["id"]])
        booking |= self.json
        self.store.change("resources")
        self.send_json(self.shown_booking(booking))

    def delete_booking(self, number):
        del self.store.bookings[int(number)]
        self.store.change("resources")
        self.send_json(None, 204)

    def ask_override(self, number):
        booking = self.store.bookings.get(int(number))
        if not booking:
            raise Problem(404, "not_found")
        self.check(booking["resource"], self.json, [booking["id"]])
        one = {"id": self.store.number(), "resource": booking["resource"], "booking": booking["id"], **self.json}
        one |= {"requester": self.member, "deadline": wire(now() + timedelta(hours=24)), "state": "open"}
        self.store.requests[one["id"]] = one
        text = f"{self.store.name(self.member)} asks for your booking."
        path = f"/requests/{one['id']}"
        self.store.notify([booking["member"]], "override_asked", "A request", text, path)
        self.store.change("resources")
        self.send_json(self.shown_request(one), 201)

    def list_requests(self):
        found = [self.shown_request(one) for one in self.store.requests.values()]
        mine = [one for one in found if one["isMine"] or one["canAnswer"] or one["id"] in self.answered()]
        self.send_json({"requests": mine})

    def answered(self):
        return {one["id"] for one in self.store.requests.values() if one.get("by") == self.member}

    def open_request(self, number):
        one = self.store.requests.get(int(number))
        if not one or not self.shown_request(one)["canAnswer"]:
            raise Problem(409, "request_closed", state=one["state"] if one else "")
        one["by"] = self.member
        return one

    def approve(self, number):
        one = self.open_request(number)
        old = self.store.bookings.pop(one["booking"])
        times = {key: one[key] for key in ("start", "end", "priority", "reason")}
        new = {"id": self.store.number(), "resource": one["resource"], "member": one["requester"], **times}
        self.store.bookings[new["id"]] = new
        one["state"] = "approved"
        offer = {"start": one["end"], "end": wire(read(one["end"]) + (read(old["end"]) - read(old["start"])))}
        path = f"/requests/{one['id']}"
        self.store.notify([one["requester"]], "override_approved", "Approved", "The time is yours.", path)
        self.store.change("resources")
        shown = {"request": self.shown_request(one), "booking": self.shown_booking(new)}
        self.send_json(shown | {"offer": offer})

    def deny(self, number):
        one = self.open_request(number)
        one["state"] = "denied"
        path = f"/requests/{one['id']}"
        self.store.notify([one["requester"]], "override_denied", "Declined", "Choose another time.", path)
        self.store.change("resources")
        self.send_json(self.shown_request(one))

    def withdraw(self, number):
        self.store.requests[int(number)]["state"] = "withdrawn"
        self.store.change("resources")
        self.send_json(None, 204)

    def fairness(self, identifier):
        sums = {member: [0.0, 0] for member in self.store.everyone()}
        for one in self.bookings_of(identifier):
            sums[one["member"]][0] += (read(one["end"]) - read(one["start"])).total_seconds() / 3600
            sums[one["member"]][1] += 1
        total = sum(hours for hours, _ in sums.values()) or 1
        members = [
            {"member": member, "hours": hours, "bookings": count, "share": hours / total}
            for member, (hours, count) in sums.items()
        ]
        self.send_json({"from": wire(now() - timedelta(days=30)), "to": wire(now()), "members": members})

    def resource_calendar(self, identifier):
        one = self.resource(identifier)
        one["calendar"] = self.json["state"]
        if self.json["state"] == "unavailable":
            number = self.store.number()
            text = f"The calendar of {one['name']} is not available. You can still book."
            about = {"id": number, "resource": identifier, "text": text, "created": wire(now()), "acknowledged": []}
            self.store.notices[number] = about
        self.store.change("resources")
        self.send_json(self.shown_resource(one))

    def acknowledge(self, number):
        self.store.notices[int(number)]["acknowledged"].append(self.member)
        self.send_json({})

    # Calendars

    def feed(self):
        token = self.store.feeds.setdefault(self.member, uuid.uuid4().hex)
        return {"address": f"/together/feed/{token}.ics"}

    def list_calendars(self):
        mine = [one for one in self.store.calendars.values() if one["member"] == self.member]
        self.send_json({"calendars": mine, "feed": self.feed()})

    def add_calendar(self):
        if not self.store.connections["calendars"]:
            raise Problem(409, "connection_off")
        asked = self.json
        if asked["kind"] == "caldav" and asked["address"].endswith("/dav/"):
            found = [{"address": asked["address"] + name, "name": name} for name in ("home", "work")]
            return self.send_json({"found": found})
        one = {"id": str(uuid.uuid4()), "kind": asked["kind"], "name": "", "address": asked["address"]}
        one |= {"state": "waiting", "problem": None, "checked": None, "member": self.member, "hidden": []}
        one |= {"isWritable": asked["kind"] == "caldav", "isTarget": False}
        self.store.calendars[one["id"]] = one
        self.send_json(one, 201)

    def change_calendar(self, identifier):
        self.store.calendars[identifier] |= self.json
        self.send_json(self.store.calendars[identifier])

    def refresh_calendar(self, identifier):
        self.store.calendars[identifier] |= {"state": "fresh", "problem": None, "checked": wire(now())}
        self.send_json({}, 202)

    def delete_calendar(self, identifier):
        del self.store.calendars[identifier]
        self.send_json(None, 204)

    def renew_feed(self):
        self.store.feeds[self.member] = uuid.uuid4().hex
        self.send_json(self.feed())

    # Playlists

    def playlist(self, identifier, owner=False):
        one = self.store.playlists.get(identifier)
        if not one or (self.member != one["owner"] and (owner or self.member not in one["editors"])):
            raise Problem(404, "not_found")
        return one

    def changed_playlist(self, one):
        one["revision"] += 1
        self.store.change("playlists")

    def list_playlists(self):
        mine = [o for o in self.store.playlists.values() if self.member == o["owner"] or self.member in o["editors"]]
        self.send_json({"playlists": [one | {"items": len(one["items"])} for one in mine]})

    def add_playlist(self):
        one = self.store.add_playlist(self.json["name"], self.member, 0, "draft")
        one["description"] = self.json["description"]
        self.send_json(one, 201)

    def get_playlist(self, identifier):
        self.send_json(self.playlist(identifier))

    def change_playlist(self, identifier):
        one = self.playlist(identifier)
        self.check_before(one, "description")
        one |= self.json
        self.changed_playlist(one)
        self.send_json(one)

    def delete_playlist(self, identifier):
        self.playlist(identifier, owner=True)
        del self.store.playlists[identifier]
        self.store.change("playlists")
        self.send_json(None, 204)

    def add_item(self, identifier):
        one = self.playlist(identifier)
        if "job" in self.json:
            job = self.store.jobs[self.json["job"]]
            item = self.store.item(job["name"], job["kind"], media=job["media"], by=self.member, seconds=1)
        else:
            address = self.json["address"]
            if "missing" in address:
                raise Problem(422, "file_not_found")
            if "list" in address:
                songs = [f"{address}/{n}" for n in range(3)]
                found = [self.store.item(f"From list {n + 1}", "song", address=a) for n, a in enumerate(songs)]
                one["items"] += found
                self.changed_playlist(one)
                return self.send_json({"imported": 3}, 201)
            host = address.split("/")[2]
            item = self.store.item(address.rsplit("/", 1)[-1], "video", address=address, by=self.member, host=host)
        one["items"].append(item)
        self.changed_playlist(one)
        self.send_json(item, 201)

    def delete_item(self, identifier, item):
        one = self.playlist(identifier)
        one["items"] = [each for each in one["items"] if each["id"] != item]
        self.changed_playlist(one)
        self.send_json(None, 204)

    def put_order(self, identifier):
        one = self.playlist(identifier)
        if self.json["revision"] != one["revision"]:
            raise Problem(409, "changed")
        one["items"].sort(key=lambda item: self.json["items"].index(item["id"]))
        self.changed_playlist(one)
        self.send_json(one)

    def put_sharing(self, identifier):
        one = self.playlist(identifier, owner=True)
        before = set(self.json.get("before", one["editors"]))
        if before != set(one["editors"]) != set(self.json["members"]):
            raise Problem(409, "changed_elsewhere", members=" ".join(map(str, one["editors"])))
        new = [member for member in self.json["members"] if member not in one["editors"]]
        one["editors"] = self.json["members"]
        one["state"] = one["state"] if one["state"] == "draft" else "shared" if one["editors"] else "private"
        text = f"{self.store.name(self.member)} shares {one['name']} with you."
        self.store.notify(new, "playlist_shared", "A playlist for you", text, f"/playlists/{identifier}")
        self.store.change("playlists")
        self.send_json(one)

    def preview(self, identifier):
        one = self.playlist(identifier, owner=True)
        link = f"http://family.example/together/shared/{identifier[:8]}"
        text = f"Hello,\n\n{self.store.name(self.member)} shares the playlist {one['name']} with you:\n{link}\n"
        self.send_json({"subject": f"A playlist for you: {one['name']}", "text": text, "link": link})

    def invite(self, identifier):
        self.playlist(identifier, owner=True)
        self.store.mails.append(self.json["email"])
        invitation = {"id": f"{len(self.store.mails):064x}", "email": self.json["email"]}
        invitation |= {"created": wire(now()), "until": wire(now() + timedelta(days=30))}
        self.store.invitations.setdefault(identifier, {})[invitation["id"]] = invitation
        if self.store.connections["mail"]:
            return self.send_json({"sent": True})
        self.send_json({"sent": False, "link": f"http://family.example/together/shared/{identifier[:8]}"})

    def list_invitations(self, identifier):
        self.playlist(identifier, owner=True)
        self.send_json({"invitations": list(self.store.invitations.get(identifier, {}).values())[::-1]})

    def revoke(self, identifier, invitation):
        self.playlist(identifier, owner=True)
        if not self.store.invitations.get(identifier, {}).pop(invitation, None):
            raise Problem(404, "not_found")
        self.send_json(None, 204)

    def complete_playlist(self, identifier):
        one = self.playlist(identifier, owner=True)
        one["state"] = "shared" if one["editors"] else "private"
        self.store.change("playlists")
        self.send_json(one)

    def export(self, identifier):
        self.playlist(identifier)
        self.send(b"#EXTM3U\n", "audio/mpegurl", headers=[("Content-Disposition", "attachment")])

    def import_playlist(self):
        one = self.store.add_playlist("Imported", self.member, 1)
        self.send_json(one, 201)

    def upload(self, identifier):
        self.playlist(identifier)
        if self.body.startswith(b"broken"):
            raise Problem(422, "unreadable_media")
        media = self.store.add_media(self.headers["Content-Type"], self.body)
        job = {"id": str(uuid.uuid4()), "state": "running", "progress": 0.5, "name": self.query["name"]}
        self.store.jobs[job["id"]] = job | {"media": media, "kind": self.query["kind"]}
        self.send_json({key: job[key] for key in ("id", "state", "progress")}, 202)

    def upload_picture(self, identifier):
        self.activity(identifier, "draft", "unvoted", host=True)
        if self.body.startswith(b"broken"):
            raise Problem(422, "unreadable_media")
        media = self.store.add_media(self.headers["Content-Type"], self.body)
        job = {"id": str(uuid.uuid4()), "state": "running", "progress": 0.5}
        self.store.jobs[job["id"]] = job | {"media": media}
        self.send_json(job, 202)

    def get_job(self, identifier):
        job = self.store.jobs[identifier]
        job["state"] = "done"
        self.send_json({key: job[key] for key in ("id", "state", "progress")} | {"media": {"id": job["media"]}})

    def formats(self):
        self.send_json({"song": ["MP3", "M4A", "OGG", "WAV"], "video": ["MP4"], "picture": ["JPEG", "PNG"]})

    def shared(self, token):
        one = next((o for o in self.store.playlists.values() if o["id"].startswith(token)), None)
        if not one:
            raise Problem(404, "not_found")
        self.send_json(one)

    def get_media(self, digest):
        if digest not in self.store.media:
            raise Problem(404, "not_found")
        content_type, body = self.store.media[digest]
        headers = [("Cache-Control", "private, max-age=31536000, immutable"), ("Accept-Ranges", "bytes")]
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if not wanted:
            return self.send(body, content_type, headers=headers)
        first = int(wanted[1])
        last = min(int(wanted[2] or len(body) - 1), len(body) - 1)
        headers.append(("Content-Range", f"bytes {first}-{last}/{len(body)}"))
        self.send(body[first : last + 1], content_type, 206, headers)

    def shared_media(self, _token, digest):
        self.get_media(digest)

    # Settings and the kit

    def settings(self):
        links = [{"id": key, "isOn": self.store.connections[key], "transmits": TRANSMITS[key]} for key in TRANSMITS]
        links[2]["hosts"] = self.store.hosts
        address = "ada@example.org" if self.member == 12 else None
        mail = {"isOn": False, "address": address}
        zone = self.store.family_zone
        self.send_json({"zone": zone, "ownZone": None, "mail": mail, "connections": links})

    def saved(self):
        self.send_json({})

    def family_zone(self):
        self.need_parent()
        if self.json.get("before", self.store.family_zone) != self.store.family_zone != self.json["zone"]:
            raise Problem(409, "changed_elsewhere", zone=self.store.family_zone)
        self.store.family_zone = self.json["zone"]
        self.settings()

    def own_zone(self):
        self.store.zone = self.json["zone"]
        self.send_json({})

    def connect(self, name):
        self.need_parent()
        now = {"isOn": self.store.connections[name], "hosts": self.store.hosts if name == "media" else []}
        if self.json.get("before", now) != now:
            raise Problem(409, "changed_elsewhere", isOn=str(now["isOn"]).lower(), hosts="\n".join(now["hosts"]))
        self.store.connections[name] = self.json["isOn"]
        if name == "media":
            self.store.hosts = self.json.get("hosts", self.store.hosts)
        self.store.change("settings")
        self.settings()

    def list_mails(self):
        self.need_parent()
        self.send_json({"mails": []})

    def enter_pin(self):
        if self.json["pin"] != "2468":
            raise Problem(403, "wrong_pin")
        self.store.parents.add(self.member)
        self.send_json({"open": True, "seconds": 600})

    def sign_out(self):
        self.send_json({"next": "/login?from=signed_out"})

    def speak(self):
        self.store.voice.append(self.json["text"])
        media = self.store.add_media("audio/wav", sound(0.2))
        self.send_json({"clip": f"/together/api/media/{media}"})

    def experiences(self):
        self.send_json({"own": [{"id": "0f", "title": "The zoo"}], "bundled": []})

    def log_message(self, *arguments):
        pass


API = "/together/api/"
ID = "([0-9a-f-]{36})"
PAGES = r"|activities|activities/[^/]+|activities/[^/]+/print|resources|resources/[^/]+|requests/\d+|playlists"
PAGES += r"|playlists/[^/]+|notifications|plan|settings|child|shared/[^/]+"
OPEN = {Handler.shell, Handler.file, Handler.other_page, Handler.shared, Handler.shared_media}
ROUTES = [
    ("GET", f"/together/({PAGES})", Handler.shell),
    ("GET", r"/together/web/(.+)", Handler.file),
    ("GET", r"/|/login|/account|/prep/view/.+", Handler.other_page),
    ("POST", "/api/logout", Handler.sign_out),
    ("POST", "/api/speech", Handler.speak),
    ("POST", "/api/parent", Handler.enter_pin),
    ("GET", "/prep/api/experiences", Handler.experiences),
] + [
    (method, API + path, answer)
    for method, path, answer in [
        ("GET", "me", Handler.me),
        ("GET", "overview", Handler.overview),
        ("GET", "plan", Handler.plan),
        ("GET", "notifications", Handler.list_notifications),
        ("POST", "notifications/read", Handler.mark_read),
        ("GET", "activities", Handler.list_activities),
        ("POST", "activities", Handler.create_activity),
        ("GET", f"activities/{ID}", Handler.get_activity),
        ("DELETE", f"activities/{ID}", Handler.delete_activity),
        ("PUT", f"activities/{ID}/form", Handler.put_form),
        ("PUT", f"activities/{ID}/invitees", Handler.put_invitees),
        ("POST", f"activities/{ID}/enter", Handler.enter),
        ("POST", f"activities/{ID}/poll", Handler.open_poll),
        ("POST", f"activities/{ID}/pictures", Handler.upload_picture),
        ("PUT", f"activities/{ID}/vote", Handler.vote),
        ("POST", f"activities/{ID}/close", Handler.close_poll),
        ("POST", f"activities/{ID}/tie", Handler.break_tie),
        ("POST", f"activities/{ID}/slots", Handler.slots),
        ("PUT", f"activities/{ID}/slot", Handler.put_slot),
        ("POST", f"activities/{ID}/back", Handler.back),
        ("POST", f"activities/{ID}/send", Handler.send_invites),
        ("POST", f"activities/{ID}/change", Handler.change_activity),
        ("POST", f"activities/{ID}/tasks/(\\d+)/done", Handler.complete_task),
        ("PUT", f"activities/{ID}/tasks/(\\d+)/assignee", Handler.reassign),
        ("POST", f"activities/{ID}/tasks/(\\d+)/remind", Handler.remind),
        ("PUT", f"activities/{ID}/repeat", Handler.put_repeat),
        ("GET", "types", Handler.list_types),
        ("POST", "types", Handler.add_type),
        ("PUT", "types/([^/]+)", Handler.change_type),
        ("DELETE", "types/([^/]+)", Handler.delete_type),
        ("GET", "resources", Handler.list_resources),
        ("POST", "resources", Handler.add_resource),
        ("PATCH", f"resources/{ID}", Handler.change_resource),
        ("DELETE", f"resources/{ID}", Handler.delete_resource),
        ("GET", f"resources/{ID}/bookings", Handler.get_bookings),
        ("POST", f"resources/{ID}/bookings", Handler.book),
        ("GET", f"resources/{ID}/fairness", Handler.fairness),
        ("PUT", f"resources/{ID}/calendar", Handler.resource_calendar),
        ("PATCH", r"bookings/(\d+)", Handler.change_booking),
        ("DELETE", r"bookings/(\d+)", Handler.delete_booking),
        ("POST", r"bookings/(\d+)/requests", Handler.ask_override),
        ("GET", "requests", Handler.list_requests),
        ("POST", r"requests/(\d+)/approve", Handler.approve),
        ("POST", r"requests/(\d+)/deny", Handler.deny),
        ("DELETE", r"requests/(\d+)", Handler.withdraw),
        ("POST", r"notices/(\d+)/acknowledge", Handler.acknowledge),
        ("GET", "calendars", Handler.list_calendars),
        ("POST", "calendars", Handler.add_calendar),
        ("PATCH", f"calendars/{ID}", Handler.change_calendar),
        ("POST", f"calendars/{ID}/refresh", Handler.refresh_calendar),
        ("DELETE", f"calendars/{ID}", Handler.delete_calendar),
        ("POST", "feed/renew", Handler.renew_feed),
        ("GET", "playlists", Handler.list_playlists),
        ("POST", "playlists", Handler.add_playlist),
        ("POST", "playlists/import", Handler.import_playlist),
        ("GET", f"playlists/{ID}", Handler.get_playlist),
        ("PATCH", f"playlists/{ID}", Handler.change_playlist),
        ("DELETE", f"playlists/{ID}", Handler.delete_playlist),
        ("POST", f"playlists/{ID}/items", Handler.add_item),
        ("DELETE", f"playlists/{ID}/items/{ID}", Handler.delete_item),
        ("PUT", f"playlists/{ID}/order", Handler.put_order),
        ("PUT", f"playlists/{ID}/sharing", Handler.put_sharing),
        ("GET", f"playlists/{ID}/invitation", Handler.preview),
        ("GET", f"playlists/{ID}/invitations", Handler.list_invitations),
        ("POST", f"playlists/{ID}/invitations", Handler.invite),
        ("DELETE", f"playlists/{ID}/invitations/([0-9a-f]{{64}})", Handler.revoke),
        ("POST", f"playlists/{ID}/complete", Handler.complete_playlist),
        ("GET", f"playlists/{ID}/export", Handler.export),
        ("POST", f"playlists/{ID}/uploads", Handler.upload),
        ("GET", f"jobs/{ID}", Handler.get_job),
        ("GET", "formats", Handler.formats),
        ("GET", "shared/([^/]+)", Handler.shared),
        ("GET", "shared/([^/]+)/media/([0-9a-f]{64})", Handler.shared_media),
        ("GET", "media/([0-9a-f]{64})", Handler.get_media),
        ("GET", "settings", Handler.settings),
        ("PUT", "settings/own-zone", Handler.own_zone),
        ("PUT", "settings/zone", Handler.family_zone),
        ("PUT", "settings/mail", Handler.saved),
        ("PUT", "settings/connections/([a-z]+)", Handler.connect),
        ("GET", "mails", Handler.list_mails),
    ]
]


class House(http.server.ThreadingHTTPServer):
    """The server with its store; `address` ends with /together."""

    daemon_threads = True

    def __init__(self):
        self.store = Store()
        super().__init__(("127.0.0.1", 0), type("Bound", (Handler,), {"store": self.store}))
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        self.address = f"{self.origin}/together"
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def handle_error(self, request, client_address):
        """Ignores browsers that close a connection early."""

    def wait_for(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not condition(self.store):
            if time.monotonic() > end:
                raise AssertionError("the server did not see it in time")
            time.sleep(0.02)


def at(days, hour, minute=0):
    """A moment in the family's zone, a number of days from today."""
    day = datetime.now(ZoneInfo(ZONE)).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return day + timedelta(days=days)
