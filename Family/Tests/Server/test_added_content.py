"""A folder of a family's own questions, added by `facialfun-family content add`: played, or rejected with line and
remedy.
"""

import hashlib
import io
import json
import random
import subprocess

import pytest
from PIL import Image, ImageDraw

from asking import ask, join
from game_client import next_event
from game_server import GameServer, program
from playing import RIGHT

ID = "aunt-mary"
PICTURE = f"pictures/{ID}.webp"
PROMPT = "How does Aunt Mary feel?"


class Folder:
    """A valid folder that tests change."""

    def __init__(self, place):
        self.place = place
        image = Image.new("RGB", (600, 600), "#f2e6d3")
        draw = ImageDraw.Draw(image)
        draw.ellipse((150, 150, 450, 450), fill="#edb98a")
        draw.arc((220, 250, 380, 390), 20, 160, fill="black", width=9)
        out = io.BytesIO()
        image.save(out, "WEBP")
        self.files = {PICTURE: out.getvalue()}
        self.question = {
            "id": ID, "level": 1, "emotion": "happiness", "form": "cartoon", "part": "whole", "strength": 1.0,
            "person": "mary", "probe": False, "picture": PICTURE, "right": "happiness", "point": None,
            "answers": [{"id": e, "emotion": e} for e in ["happiness", "sadness", "anger"]]}
        self.texts = {f"question.{ID}.prompt": PROMPT, f"question.{ID}.tip": "The ends of her mouth go up.",
                      f"question.{ID}.description": "A drawing of Aunt Mary."}
        self.licence = "CC0-1.0"

    def write(self):
        for path, content in self.files.items():
            file = self.place / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        self.json("questions.json", {"version": 1, "questions": [self.question]})
        self.json("languages/en/family.json", {"texts": self.texts, "spoken": [f"question.{ID}.prompt"]})
        self.json("manifest.json", {"version": 1, "assets": [{
            "file": path, "kind": "picture", "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(),
            "licence": self.licence, "origin": "drawn at home", "maker": "Robin", "seed": None, "checked": None}
            for path, content in self.files.items()]})
        return self.place

    def json(self, path, value):
        file = self.place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value, indent=1))


def pet(*arguments):
    return subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True, timeout=60)


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "family")


def test_added_questions_are_played_with_the_others_and_can_be_removed(folder, tmp_path):
    data = tmp_path / "data"
    assert pet("content", "check", folder.write()).stdout == "The content is complete.\n"
    added = pet("content", "add", folder.place, "--data", data)
    assert added.returncode == 0 and "family" in added.stdout, added
    again = pet("content", "add", folder.place, "--data", data)
    assert again.returncode != 0 and "family" in again.stderr, again

    server = GameServer(data, ["--no-scoring"], log=tmp_path / "pet.log").start()
    _, cookie = join(server.port)
    asked, chance = {}, random.Random(1)
    for _ in range(10):
        played = ask(server.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
        for question in [played["current"], *played["upcoming"]]:
            asked[question["id"]] = question
        if ID in asked:
            break
        while not played["finished"]:
            question = played["current"]["id"]
            asked[question] = played["current"]
            event = {"id": next_event(played, chance)["id"], "question": question,
                     "presentation": played["presentation"], "elapsedMilliseconds": 2000, "kind": "answer",
                     "answer": RIGHT.get(question, "happiness")}
            played = ask(server.port, "POST", f"/api/rounds/{played['id']}/events", event, cookie=cookie).json["round"]
    mary = asked[ID]
    assert mary["prompt"] == PROMPT and {a["word"] for a in mary["answers"]} == {"happy", "sad", "angry"}
    picture = ask(server.port, "GET", mary["picture"], cookie=cookie)
    assert picture.status == 200 and picture.content == folder.files[PICTURE]
    assert server.stop() == 0

    assert pet("content", "remove", "family", "--data", data).returncode == 0
    assert not list((data / "content").iterdir())


def html(folder):
    folder.texts[f"question.{ID}.prompt"] = "How does <b>Aunt Mary</b> feel?"


def two_right(folder):
    folder.question["answers"] = [{"id": "a", "emotion": "happiness"}, {"id": "b", "emotion": "happiness"},
                                  {"id": "c", "emotion": "anger"}]
    folder.question["right"] = "a"


# Each fault: the change that causes it, and the parts of the error: file, line if there is one, problem, and remedy.
FAULTS = {
    "wrong type": (lambda f: f.question.update(level="one"), ["questions.json, line ", "level"]),
    "no picture in the file": (lambda f: f.files.update({PICTURE: b"This is a text."}), [PICTURE, "not WebP"]),
    "a program": (lambda f: f.files.update({"run.sh": b"rm -rf /"}), ["run.sh", "remove it"]),
    "no license": (lambda f: setattr(f, "licence", ""), ["manifest.json, line ", "license", PICTURE]),
    "no answer": (lambda f: f.question.update(answers=[]), ["questions.json, line ", ID, "0 answers"]),
    "right answer not among them": (lambda f: f.question.update(right="fear"), ["questions.json, line ", ID, "right"]),
    "two right answers": (two_right, ["questions.json, line ", ID]),
    "a missing picture": (lambda f: f.question.update(picture="pictures/gone.webp"),
                          ["questions.json, line ", "pictures/gone.webp", "Add it"]),
    "50 MB": (lambda f: f.files.update({"pictures/huge.webp": bytes(51_000_000)}), ["50 MB"]),
    "a path that leads outside": (lambda f: f.question.update(picture="../../etc/passwd.webp"),
                                  ["questions.json, line ", "../../etc/passwd.webp"]),
    "HTML in a prompt": (html, ["languages/en/family.json, line ", f"question.{ID}.prompt"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_invalid_folder_is_rejected_with_line_and_remedy_and_nothing_is_added(folder, tmp_path, fault):
    spoil, wanted = FAULTS[fault]
    spoil(folder)
    folder.write()
    data = tmp_path / "data"
    refused = pet("content", "add", folder.place, "--data", data)
    said = refused.stdout + refused.stderr
    assert refused.returncode != 0, said
    for words in wanted:
        assert words in said, said
    errors = [line for line in refused.stdout.splitlines() if line.startswith("error: ")]
    assert errors or fault == "50 MB", said
    # Each error ends with a sentence about the remedy.
    assert all(line.endswith(".") and line.count(". ") >= 1 for line in errors), errors
    left = list((data / "content").rglob("*")) if (data / "content").exists() else []
    assert left == [], left


def test_a_link_that_leads_outside_is_rejected(folder, tmp_path):
    folder.write()
    (folder.place / PICTURE).unlink()
    (folder.place / PICTURE).symlink_to("/etc/passwd")
    refused = pet("content", "add", folder.place, "--data", tmp_path / "data")
    assert refused.returncode != 0 and "symbolic link" in refused.stdout
