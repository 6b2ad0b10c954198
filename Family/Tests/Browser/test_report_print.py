"""The printed pages of `score FOLDER --report`: where the browser breaks them."""

import io
import os
import re
import shutil
import subprocess

import pypdf
import pytest

from game_server import REPOSITORY, judge_program
from pages import driver

SAMPLES = REPOSITORY / "SampleFaces"

pytestmark = pytest.mark.skipif(judge_program() is None, reason="the scoring service is not built: make build")

#: Puts tiny numbered marks at the start and end of everything that belongs together, and returns the pairs of marks
#: that must be on one page, with a description.
MARK = r"""() => {
    const pairs = [];
    let count = 0;
    const mark = (element, place) => {
        const cell = element.tagName !== "TR" ? element
            : place === "prepend" ? element.firstElementChild : element.lastElementChild;
        const text = document.createElement("span");
        text.textContent = `@${count}@`;
        text.style = "position: absolute; font: 1px monospace; white-space: nowrap";
        cell[place](text);
        return count++;
    };
    const name = (element) => `${element.tagName} ${element.textContent.replace(/@\d+@/g, "").trim().slice(0, 40)}`;
    const together = (why, first, last) => pairs.push([why, mark(first, "append"), mark(last, "prepend")]);
    const units = [...document.querySelectorAll("figure, tr, .tiles li, .legend, .bars")];
    for (const unit of units) pairs.push([name(unit), mark(unit, "prepend"), mark(unit, "append")]);
    const parts = [...document.querySelectorAll("h1, h2, h3, h2 + p, figure, tr, p, .legend")];
    parts.forEach((part, index) => {
        const next = parts[index + 1];
        if (next && part.matches("h1, h2, h3, h2 + p")) together(`after ${name(part)}`, part, next);
    });
    for (const table of document.querySelectorAll("table")) {
        together(`head of table ${name(table)}`, table.rows[0], table.rows[1]);
    }
    for (const legend of document.querySelectorAll(".wide + .legend")) {
        const rows = legend.previousElementSibling.querySelectorAll("tr");
        together("table and legend", rows[rows.length - 1], legend);
    }
    return pairs;
}"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The report of two films and of 48 pictures in six folders."""
    place = tmp_path_factory.mktemp("report")
    names = sorted(path for path in SAMPLES.glob("*.jpg") if path.name != "group.jpg")
    for index in range(48):
        folder = place / "pictures" / f"folder {index % 6}"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(names[index % len(names)], folder / f"{index}.jpg")
    (place / "pictures" / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0broken")
    for number in (1, 2):
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-loop", "1", "-i", SAMPLES / "rendered-happiness.jpg", "-t", "1",
             "-r", "5", "-c:v", "mjpeg", place / "pictures" / f"film {number}.mkv"], check=True)
    scored = subprocess.run(
        [judge_program(), "score", place / "pictures", "--report", place / "report.html", "--format", "jsonl",
         "--output", place / "scores.jsonl"], capture_output=True, text=True)
    assert (place / "report.html").exists(), scored.stderr
    return place / "report.html"


@pytest.fixture(scope="module")
def page(report):
    browser = driver().chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(report.as_uri())
    yield page
    browser.close()


def test_page_breaks_separate_nothing_that_belongs_together(page):
    pairs = page.evaluate(MARK)
    kinds = " ".join(why for why, _, _ in pairs)
    for part in ("FIGURE", "TR", "after H2", "after H3", "table and legend", "head of table", "film 2"):
        assert part in kinds, f"the report has no {part}"
    # Papers of many heights break the same content in many places.
    for height in range(180, 300, 24):
        document = pypdf.PdfReader(io.BytesIO(page.pdf(width="210mm", height=f"{height}mm")))
        places = {}
        for number, sheet in enumerate(document.pages, 1):
            for found in re.findall(r"@(\d+)@", sheet.extract_text()):
                places[int(found)] = number
        assert len(document.pages) > 4
        assert set(places) >= {mark for _, *marks in pairs for mark in marks}, "a mark is not printed"
        split = [why for why, first, last in pairs if places[first] != places[last]]
        assert not split, f"on paper of {height} mm: {split}"
        assert pages_with_margin(document), "text is printed in the margin"


def pages_with_margin(document):
    """Whether no text is closer than 10 mm to the edges of its page."""
    margin, outside = 10 * 72 / 25.4, []
    for sheet in document.pages:
        top = float(sheet.mediabox.top)

        def note(text, matrix, text_matrix, _font, _size, top=top):
            if not text.strip():
                return
            y = matrix[5] + matrix[3] * text_matrix[5] + matrix[1] * text_matrix[4]
            if not margin - 1 <= y <= top - margin:
                outside.append(text)

        sheet.extract_text(visitor_text=note)
    return not outside
