"""A parent in the Question Manager: its form, list and routes."""

import base64
import io
import uuid

import numpy as np
from PIL import Image

from game_server import REPOSITORY

FACES = REPOSITORY / "SampleFaces"
SEEN = "() => /found|several|not available/.test(document.getElementById('picture-state').textContent)"


def picture(name="rendered-happiness"):
    return FACES / f"{name}.jpg"


def drawn(width=640, height=480, kind="JPEG", left=(200, 40, 40), right=(40, 40, 200), **options):
    """A picture of two colors, as bytes."""
    image = Image.new("RGB", (width, height), left)
    image.paste(right, (width // 2, 0, width, height))
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def middle(width, height):
    """The central square as a crop area."""
    scale = min(width, height) / 600
    return {"a": scale, "b": 0, "tx": width / 2 - 300 * scale, "ty": height / 2 - 300 * scale}


def order(upload, place=None, **changes):
    """The form's request for an uploaded picture."""
    return {"prompt": "How does she feel?", "answer": "happiness", "level": 1, "tip": "Look at her mouth.",
            "picture": {"upload": upload, "place": place or middle(640, 480)}, **changes}


def add(page, file=None, **changes):
    """Stores a question through its route; returns its name."""
    name = str(uuid.uuid4())
    looked = page.request.post("/api/questions/look", data=drawn() if file is None else file,
                               headers={"Content-Type": "image/jpeg"})
    assert looked.status == 200, looked.text()
    answer = page.request.put(f"/api/questions/{name}", data=order(looked.json()["upload"], **changes))
    assert answer.status == 201, answer.text()
    return name


def questions(page):
    return page.request.get("/api/questions").json()["questions"]


def stored(page, name=None):
    """The picture of a question as pixels, and its bytes."""
    found = [q for q in questions(page) if name in (None, q["id"])][-1]
    content = page.request.get(found["picture"]).body()
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB")).astype(int), content


class Form:
    """The form of a question on the screen."""

    def __init__(self, page, name=None):
        self.page = page
        page.goto(f"/questions/{name or 'new'}")
        page.wait_for_load_state("networkidle")
        page.wait_for_selector("#question[data-ready]")

    def give(self, file, wait=True):
        """Chooses a picture: a path, or (name, type, bytes)."""
        page = self.page
        page.evaluate("() => { document.getElementById('picture-state').textContent = ''; }")
        if isinstance(file, tuple):
            file = {"name": file[0], "mimeType": file[1], "buffer": file[2]}
        page.set_input_files("#file", file)
        if wait:
            page.wait_for_function(SEEN, timeout=30_000)
        return self

    @property
    def state(self):
        return self.page.inner_text("#picture-state")

    def fault(self, field):
        return self.page.inner_text(f'[data-field="{field}"] .sentence').strip()

    def write(self, prompt="How does Aunt Mary feel?", answer="happiness", tip=""):
        self.page.fill("#prompt", prompt)
        self.page.fill("#tip", tip)
        self.choose("answer", answer)
        return self

    def choose(self, name, value):
        self.page.locator(f'label:has(input[name="{name}"][value="{value}"])').click()
        return self

    def shown(self):
        """The pixels shown in the frame."""
        return shown(self.page, "frame")

    def save(self):
        self.page.click("#save")
        self.page.wait_for_url("**/questions", timeout=20_000)


def shown(page, canvas):
    data = page.evaluate("id => document.getElementById(id).toDataURL('image/png')", canvas)
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data.split(",")[1]))).convert("RGB")).astype(int)


def distance(first, second):
    """The mean difference of two pictures' pixels, 0 to 255."""
    return float(np.abs(first - second).mean())
