"""The family: several children, and the page behind the parent's PIN, with its figures, notes, prints and deletions."""

import csv
import io
import json
import re

import pytest
from PIL import Image
from pypdf import PdfReader

from asking import ask
from family_data import add_child, children, family, open_parent, simulate
from game_client import PIN
from household_rows import add_session
from pages import DESIGN, SCREENS, new_account
from playing import Round
from screens import compare
from waiting import until

MARKUP = "<script>alert(1)</script><b>bold</b>"


@pytest.fixture(scope="module")
def robinsons(server, browser):
    """A family of two children: Robin has played for weeks, Kim never."""
    if not getattr(server, "model", None):
        context = browser.new_context(base_url=server.url)
        new_account(context, server)
        context.close()
    account, token = family(server)
    add_child(server.folder, account, "Kim")
    simulate(server.folder, account, sittings=9)
    return account, token


@pytest.fixture
def parent(browser, server, robinsons):
    """The family's page with the parent's area open."""
    from pages import Watch
    open_parent(server.folder, robinsons[1])
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    context.add_cookies([{"name": "__Host-pet", "value": robinsons[1], "url": server.url.replace("http:", "https:"),
                          "httpOnly": True, "secure": True, "sameSite": "Strict"}])
    page = context.new_page()
    page.watch = Watch(page)
    yield page
    context.close()
    assert page.watch.complaints == []


class House:
    """Requests of one family, with the parent's area open."""

    def __init__(self, server, token):
        self.server, self.cookie = server, f"__Host-pet={token}"
        open_parent(server.folder, token)

    def ask(self, method, path, body=None):
        return ask(self.server.port, method, path, body, cookie=self.cookie)


@pytest.fixture
def small(server, robinsons):
    """A new family of two children, who have played a little."""
    account, token = family(server, "Sam")
    add_child(server.folder, account, "Mia")
    simulate(server.folder, account, kind="fast", sittings=2)
    house = House(server, token)
    house.account = account
    house.children = children(server.folder, account)
    return house


# Appearance

@pytest.mark.parametrize(("theme", "seed"), [("light", 11), ("dim", 12)])
def test_the_page_of_a_simulated_child_has_a_screenshot(server, browser, request, robinsons, theme, seed):
    """The days of the page end today, so its screenshot is not compared with a stored one. The tests below check its
    content."""
    if not request.config.getoption("--update") and (SCREENS / f"family-{theme}.png").exists():
        pytest.skip("the screenshot exists; --update replaces it")
    account, token = family(server)
    simulate(server.folder, account, sittings=12, seed=seed)
    House(server, token).ask("PUT", "/api/settings", {"theme": theme})
    context = browser.new_context(viewport=DESIGN, base_url=server.url, reduced_motion="reduce")
    context.add_cookies([{"name": "__Host-pet", "value": token, "url": server.url.replace("http:", "https:"),
                          "httpOnly": True, "secure": True, "sameSite": "Strict"}])
    page = context.new_page()
    page.goto("/family")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    # Captures scrolling content window by window, one below the other.
    seen = page.evaluate("""() => {
        const scrolled = e => e.scrollHeight - e.clientHeight;
        [window.longest] = [...document.querySelectorAll('*')]
            .filter(e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowY))
            .sort((a, b) => scrolled(b) - scrolled(a));
        const place = longest.getBoundingClientRect();
        return [place.left, place.top, longest.clientWidth, longest.clientHeight, longest.scrollHeight].map(Math.floor);
    }""")
    left, top, width, high, height = seen
    assert height > 2 * high
    whole = Image.new("RGB", (width, height))
    for start in range(0, height, high):
        at = page.evaluate("start => { longest.scrollTop = start; return Math.round(longest.scrollTop); }", start)
        clip = {"x": left, "y": top, "width": width, "height": high}
        whole.paste(Image.open(io.BytesIO(page.screenshot(clip=clip))), (0, at))
    picture = io.BytesIO()
    whole.save(picture, "png")
    compare(picture.getvalue(), SCREENS / f"family-{theme}.png", True)
    context.close()


# The choice of the player

def test_several_children_choose_who_plays_and_have_separate_results(browser, server, robinsons):
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    context.add_cookies([{"name": "__Host-pet", "value": robinsons[1], "url": server.url.replace("http:", "https:"),
                          "httpOnly": True, "secure": True, "sameSite": "Strict"}])
    page = context.new_page()
    page.goto("/menu")
    page.click("#me")
    page.click("text=Another child")
    page.wait_for_url("**/who")
    tiles = page.locator(".child")
    assert [name.strip() for name in tiles.all_inner_texts()] == ["Robin", "Kim"]
    assert tiles.first.bounding_box()["height"] >= 200
    page.locator(".child", has_text="Kim").click()
    page.wait_for_url("**/menu")
    assert "Kim" in page.inner_text("#me")
    page.goto("/review")
    assert "Nothing here yet" in page.inner_text("main")
    page.goto("/settings")
    page.locator("label.choice", has_text="Dim").click()
    page.wait_for_function("() => document.getElementById('message').textContent.includes('Saved')")
    page.goto("/who")
    page.locator(".child", has_text="Robin").click()
    page.wait_for_url("**/menu")
    assert page.evaluate("document.documentElement.dataset.theme") == "auto"
    context.close()


def test_a_login_to_a_family_with_several_children_leads_to_the_chooser(browser, server, robinsons):
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    page = context.new_page()
    page.goto("/login")
    page.fill("#name", robinsons[0])
    page.fill("#password", "blue horse 42")
    page.click("#login-button")
    page.wait_for_url("**/who", timeout=60_000)
    context.close()


def test_a_child_chooses_its_picture_and_color(fresh):
    fresh.goto("/menu")
    fresh.click("#me")
    assert fresh.locator("text=Another child").count() == 0
    fresh.locator('.drawings input[value="boat"]').check(force=True)
    fresh.locator('.colours input[value="green"]').check(force=True)
    fresh.click("text=That is me")
    fresh.wait_for_selector("#badge-dialog:not([open])", state="attached")
    fresh.reload()
    assert fresh.locator("#me .badge.green").count() == 1
    assert fresh.locator("#me use").get_attribute("href").endswith("#boat")
    for body in [{"drawing": "gun", "colour": "green"}, {"drawing": "boat", "colour": "#fff"}]:
        assert fresh.request.put("/api/player/badge", data=body).status == 422


def test_answers_count_only_for_the_child_who_plays(browser, server, small):
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    context.add_cookies([{"name": "__Host-pet", "value": small.cookie.split("=")[1],
                          "url": server.url.replace("http:", "https:"), "httpOnly": True, "secure": True,
                          "sameSite": "Strict"}])
    page = context.new_page()
    before = small.ask("GET", f"/api/children/{small.children[0]}").json
    assert small.ask("POST", "/api/player", {"player": str(small.children[1])}).json == {"next": "/menu"}
    played = Round(page)
    played.choose(played.right)
    open_parent(server.folder, small.cookie.split("=")[1])
    assert small.ask("GET", f"/api/children/{small.children[1]}").json["answers"] == 1
    assert small.ask("GET", f"/api/children/{small.children[0]}").json["answers"] == before["answers"]
    context.close()


# The page

def test_the_family_page_needs_the_pin(fresh):
    fresh.goto("/menu")
    fresh.get_by_role("link", name="Family").click()
    fresh.wait_for_url("**/family")
    fresh.wait_for_selector("#pin-dialog[open]")
    assert fresh.locator(".chart").count() == 0
    fresh.keyboard.type(PIN)
    fresh.wait_for_selector("main.family", timeout=60_000)
    assert "Nothing to show yet" in fresh.inner_text("main")
    fresh.click("#done")
    fresh.wait_for_url("**/menu")
    fresh.goto("/family")
    assert fresh.locator("main.family").count() == 0


def test_H1_the_page_shows_sums_graphs_and_one_suggestion(parent):
    parent.goto("/family")
    sentences = [s.strip() for s in parent.locator(".advice p").all_inner_texts()]
    assert len(sentences) == 3 and sentences[1].startswith("Making faces") and sentences[2].startswith("This week:")
    assert re.search(r"\d+ of \d+ .*(in the last four weeks|no feeling stands out)|\d+ % in the last two weeks",
                     sentences[0])
    shown = [chart.get_attribute("id") for chart in parent.query_selector_all(".chart")]
    assert shown == [f"chart-{name}" for name in
                     ["progress", "confusion", "answers", "mastery", "faces", "help", "times", "play-time"]]
    for chart in parent.locator(".chart").all():
        assert chart.locator("svg title").count() == 1 and chart.locator("tbody tr").count() >= 1
    figures = dict(zip(parent.locator(".family .figure dt").all_inner_texts(),
                       parent.locator(".family .figure dd").all_inner_texts(), strict=True))
    # Nine simulated sittings, and those of earlier tests.
    assert 9 <= int(figures["Sittings"]) <= 14 and int(figures["Questions answered"]) > 100
    assert int(figures["Confirmed by an adult"]) >= 1


def test_each_child_of_the_family_has_its_own_page(parent, server, robinsons):
    kim = children(server.folder, robinsons[0])[1]
    parent.goto("/family")
    parent.locator(".tab", has_text="Kim").click()
    parent.wait_for_url(f"**/family?child={kim}")
    assert "Nothing to show yet" in parent.inner_text("main")
    assert parent.locator(".tab[aria-current]").inner_text().strip() == "Kim"
    for wrong in [10**9, "x", -1]:
        assert parent.request.get(f"/family?child={wrong}").status == 404


def test_the_page_prints_on_two_pages_of_a4(parent, server, robinsons):
    robin = children(server.folder, robinsons[0])[0]
    house = House(server, robinsons[1])
    for number in range(8):
        answer = house.ask("POST", f"/api/children/{robin}/notes",
                           {"day": f"2026-0{number + 1}-11",
                            "text": f"Note {number}. " + "Long words. " * (number * 5)})
        assert answer.status == 201
    parent.goto("/family")
    parent.emulate_media(media="print")
    pdf = PdfReader(io.BytesIO(parent.pdf(format="A4", prefer_css_page_size=True, print_background=True)))
    text = "\n".join(page.extract_text() for page in pdf.pages)
    assert len(pdf.pages) <= 2, f"{len(pdf.pages)} pages"
    assert [round(float(side)) for side in pdf.pages[0].mediabox[2:]] in (
        [595, 842], [596, 842], [595, 841], [594, 842])
    assert "Robin" in text and "This week:" in text and "Note 7." in text and "Older notes" in text
    assert "Delete" not in text and "Access log" not in text


def test_the_export_contains_everything_as_a_table_and_as_a_file(server, robinsons):
    house = House(server, robinsons[1])
    robin = children(server.folder, robinsons[0])[0]
    house.ask("POST", f"/api/children/{robin}/notes", {"day": "2026-05-01", "text": "=1+1, \"quoted\"\nsecond line"})
    counts = house.ask("GET", f"/api/children/{robin}").json
    table = house.ask("GET", f"/api/children/{robin}/export.csv")
    assert table.status == 200 and table.headers["Content-Type"].startswith("text/csv")
    assert "attachment" in table.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"))))
    kinds = {kind: sum(row["record"] == kind for row in rows) for kind in ["answer", "face", "sitting", "note"]}
    assert kinds == {"answer": counts["answers"], "face": counts["faces"], "sitting": counts["sittings"],
                     "note": counts["notes"]}
    # Spreadsheets must not interpret a note as a formula.
    assert any(row["note"].startswith("'=1+1, \"quoted\"\nsecond") for row in rows)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"]) for row in rows)
    value = house.ask("GET", f"/api/children/{robin}/export.json").json
    assert sum(len(round_["answers"]) for round_ in value["rounds"]) == counts["answers"]
    assert len(value["faces"]) == counts["faces"] and len(value["notes"]) == counts["notes"]
    whole = house.ask("GET", "/api/account/export").json
    assert [child["player"]["name"] for child in whole["players"]] == ["Robin", "Kim"]
    assert {entry["action"] for entry in whole["audit"]} >= {"exported", "changed"}


def test_exports_need_the_pin(server, robinsons):
    cookie = f"__Host-pet={family(server)[1]}"
    for method, path in [("GET", "/api/family"), ("GET", "/api/children/1"), ("GET", "/api/children/1/export.csv"),
                         ("GET", "/api/children/1/export.json"), ("GET", "/api/children/1/days/2026-01-01"),
                         ("DELETE", "/api/children/1/notes/1")]:
        answer = ask(server.port, method, path, cookie=cookie)
        assert (answer.status, answer.json["code"]) == (403, "parent_needed"), path
    for method, path in [("POST", "/api/children"), ("PUT", "/api/children/1"), ("POST", "/api/children/1/delete"),
                         ("POST", "/api/family/delete"), ("POST", "/api/children/1/notes"),
                         ("PUT", "/api/children/1/notes/1"), ("POST", "/api/children/1/days/2026-01-01/delete")]:
        answer = ask(server.port, method, path, {}, cookie=cookie)
        assert (answer.status, answer.json["code"]) == (403, "parent_needed"), path


def test_another_familys_child_note_and_day_are_unknown(server, robinsons, small):
    robin = children(server.folder, robinsons[0])[0]
    other = House(server, robinsons[1])
    note = other.ask("POST", f"/api/children/{robin}/notes", {"day": "2026-05-02", "text": "mine"}).json["id"]
    mine = small.children[0]
    child = {"fullName": "X", "birthYear": "2015", "gender": ""}
    text = {"day": "2026-05-02", "text": "yours"}
    for method, path, body in [
            ("GET", f"/api/children/{robin}", None), ("GET", f"/api/children/{robin}/export.csv", None),
            ("GET", f"/api/children/{robin}/export.json", None),
            ("GET", f"/api/children/{robin}/days/2026-05-02", None),
            ("PUT", f"/api/children/{robin}", child), ("POST", f"/api/children/{robin}/notes", text),
            ("PUT", f"/api/children/{robin}/notes/{note}", text),
            ("DELETE", f"/api/children/{robin}/notes/{note}", None),
            ("PUT", f"/api/children/{mine}/notes/{note}", text), ("DELETE", f"/api/children/{mine}/notes/{note}", None),
            ("POST", f"/api/children/{robin}/days/2026-05-02/delete", {"pin": PIN}),
            ("POST", f"/api/children/{robin}/delete", {"pin": PIN}), ("POST", "/api/player", {"player": str(robin)}),
            ("GET", "/api/children/x", None), ("GET", f"/api/children/{mine}/days/2026-02-30", None),
            ("GET", f"/family?child={robin}", None)]:
        answer = small.ask(method, path, body)
        assert answer.status == 404, (method, path, answer.status, answer.content[:200])
    assert other.ask("GET", f"/api/children/{robin}").json["notes"] >= 1


# Notes

def test_a_note_is_written_changed_and_deleted_on_the_page(parent):
    parent.goto("/family")
    before = parent.locator("[data-note]").count()
    parent.click("#note-form button")
    parent.wait_for_function("() => document.getElementById('note-sentence').textContent")
    parent.fill("#note-day", "2026-04-04")
    parent.fill("#note-text", f"First line {MARKUP}\nsecond line")
    parent.click("#note-form button")
    row = parent.locator("[data-note]", has_text="First line")
    row.wait_for()
    assert parent.locator("[data-note]").count() == before + 1
    assert MARKUP in row.locator(".note-text").inner_text() and row.locator(".note-text b").count() == 0
    assert row.locator(".note-text span").count() == 2 and "4 Apr 2026" in row.inner_text()
    row.locator("[data-edit]").click()
    assert parent.input_value("#edit-text") == f"First line {MARKUP}\nsecond line"
    parent.fill("#edit-text", "Changed words")
    parent.click("#note-edit [type=submit]")
    row = parent.locator("[data-note]", has_text="Changed words")
    row.wait_for()
    row.locator("[data-delete]").click()
    parent.click("#ask-yes")
    parent.wait_for_function("n => document.querySelectorAll('[data-note]').length === n", arg=before)


@pytest.mark.parametrize(("text", "status"), [
    ("", 422), ("   \n\t \n ", 422), ("x" * 2001, 422), ("x" * 100_000, 413), ("a\0b", 422), ("a\u202eb", 422),
    ("x" * 2000, 201), (MARKUP, 201), ("👩‍👩‍👧 " * 300, 201), ("'; DROP TABLE note;--", 201)])
def test_notes_are_stored_unchanged_or_rejected_at_their_field(server, small, text, status):
    path = f"/api/children/{small.children[0]}/notes"
    answer = small.ask("POST", path, {"day": "2026-04-04", "text": text})
    assert answer.status == status, answer.content[:200]
    if status == 422:
        assert answer.json["fields"]["text"]
    if status == 201:
        kept = small.ask("GET", f"/api/children/{small.children[0]}/export.json").json["notes"]
        assert text.strip() in [note["text"] for note in kept]


@pytest.mark.parametrize("day", ["", "2026-13-01", "2999-01-01", "1066-10-14", "yesterday", "2026-02-30"])
def test_a_note_needs_a_past_day(small, day):
    answer = small.ask("POST", f"/api/children/{small.children[0]}/notes", {"day": day, "text": "x"})
    assert answer.status == 422 and answer.json["fields"]["day"]


# Children

def test_a_child_is_added_renamed_and_removed_with_the_pin(browser, server, small):
    from pages import Watch
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    context.add_cookies([{"name": "__Host-pet", "value": small.cookie.split("=")[1],
                          "url": server.url.replace("http:", "https:"), "httpOnly": True, "secure": True,
                          "sameSite": "Strict"}])
    page = context.new_page()
    page.watch = Watch(page)
    page.goto("/family")
    page.click("#child-add")
    page.click("#child-form [type=submit]")
    page.wait_for_function("() => document.getElementById('child-name-sentence').textContent")
    page.fill("#child-name", "Noa")
    page.fill("#child-year", "2019")
    page.click("#child-form [type=submit]")
    page.locator(".child-list li", has_text="Noa").wait_for()
    page.locator(".child-list li", has_text="Noa").locator("[data-rename]").click()
    page.fill("#child-name", "Noah")
    page.click("#child-form [type=submit]")
    page.locator(".child-list li", has_text="Noah").wait_for()
    page.locator(".child-list li", has_text="Sam").locator("[data-remove]").click()
    page.wait_for_selector("#ask[open]")
    assert re.search(r"answers: \d+", page.inner_text("#ask-sentence"))
    page.click("#ask-yes")
    page.wait_for_selector("#pin-dialog[open]")
    page.keyboard.type(PIN)
    page.wait_for_function("() => !document.querySelector('.child-list')?.textContent.includes('Sam')", timeout=60_000)
    assert children(server.folder, small.account)[0] == small.children[1]
    # A device on which the deleted child played continues with another child.
    page.goto("/menu")
    assert "Mia" in page.inner_text("#me")
    page.watch.expect("422")
    assert page.watch.complaints == []
    context.close()


def test_removing_the_last_child_or_adding_a_thirteenth_is_rejected(small):
    assert small.ask("POST", f"/api/children/{small.children[1]}/delete", {"pin": PIN}).status == 200
    last = small.ask("POST", f"/api/children/{small.children[0]}/delete", {"pin": PIN})
    assert (last.status, last.json["code"]) == (409, "last_child")
    for number in range(11):
        assert small.ask("POST", "/api/children",
                         {"fullName": f"Child {number}", "birthYear": "2015", "gender": ""}).status == 201
    more = small.ask("POST", "/api/children", {"fullName": "One more", "birthYear": "2015", "gender": ""})
    assert (more.status, more.json["code"]) == (409, "too_many")
    wrong = small.ask("POST", "/api/children", {"fullName": " ", "birthYear": "19", "gender": "x"})
    assert wrong.status == 422 and set(wrong.json["fields"]) == {"fullName", "birthYear", "gender"}


# Deleting

def test_a_day_is_deleted_only_with_the_pin_and_the_sums_change(small):
    child = small.children[0]
    rows = list(
        csv.DictReader(io.StringIO(small.ask("GET", f"/api/children/{child}/export.csv").content.decode("utf-8-sig")))
    )
    days = sorted({row["date"] for row in rows if row["record"] == "answer"})
    day = days[0]
    kept = small.ask("GET", f"/api/children/{child}/days/{day}").json
    assert kept["answers"] == sum(row["record"] == "answer" and row["date"] == day for row in rows) > 0
    path = f"/api/children/{child}/days/{day}/delete"
    assert small.ask("POST", path, {"pin": "0000"}).json["code"] == "wrong_pin"
    assert small.ask("GET", f"/api/children/{child}/days/{day}").json == kept
    assert small.ask("POST", path, {"pin": PIN}).json == kept
    assert sum(small.ask("GET", f"/api/children/{child}/days/{day}").json.values()) == 0
    left = small.ask("GET", f"/api/children/{child}/export.json").json
    assert all(sum(1 for _ in round_["answers"]) for round_ in left["rounds"])
    rest = list(
        csv.DictReader(io.StringIO(small.ask("GET", f"/api/children/{child}/export.csv").content.decode("utf-8-sig")))
    )
    assert {row["date"] for row in rest if row["record"] == "answer"} == set(days) - {day}


def test_a_day_is_deleted_on_the_page_after_confirmation(parent, server, robinsons):
    parent.goto("/family")
    days = parent.locator("#day option").count()
    parent.select_option("#day", index=2)
    parent.click("#delete-day")
    parent.wait_for_selector("#ask[open]")
    parent.click("#ask-no")
    parent.click("#delete-day")
    parent.wait_for_selector("#ask[open]")
    assert "cannot be undone" in parent.inner_text("#ask-sentence")
    parent.click("#ask-yes")
    parent.wait_for_selector("#pin-dialog[open]")
    parent.keyboard.type(PIN)
    parent.wait_for_function("n => document.querySelectorAll('#day option').length === n", arg=days - 1, timeout=60_000)
    assert "deleted a day" in parent.locator(".audit tbody tr").first.inner_text()


def test_deleting_a_day_ends_the_game_in_another_tab_with_a_message(browser, server, small):
    context = browser.new_context(viewport=DESIGN, base_url=server.url)
    context.add_cookies([{"name": "__Host-pet", "value": small.cookie.split("=")[1],
                          "url": server.url.replace("http:", "https:"), "httpOnly": True, "secure": True,
                          "sameSite": "Strict"}])
    page = context.new_page()
    child = small.children[0]
    assert small.ask("POST", "/api/player", {"player": str(child)}).status == 200
    open_parent(server.folder, small.cookie.split("=")[1])
    # The simulated play may fill nearly a whole sitting, so its end is disabled.
    assert small.ask("PUT", "/api/settings", {"sittingMinutes": 0}).status == 200
    played = Round(page)
    # A simulated sitting may end before a round's last question. Another answer starts a new sitting here.
    if not played.round["upcoming"]:
        assert played.play_to_the_end()
        played = Round(page)
    played.choose(played.right)
    rows = csv.DictReader(
        io.StringIO(small.ask("GET", f"/api/children/{child}/export.csv").content.decode("utf-8-sig"))
    )
    today = max(row["date"] for row in rows)
    old = played.round["id"]
    assert small.ask("POST", f"/api/children/{child}/days/{today}/delete", {"pin": PIN}).status == 200
    page.wait_for_selector("#answers [data-answer]:not([disabled])", timeout=15_000)
    page.locator("#answers [data-answer]:not([disabled])").first.click()
    # The old game ends, and a new one starts without data of the deleted day.
    page.wait_for_function("() => document.querySelector('#skip:not([disabled])')", timeout=15_000)
    until(page, lambda: played.round["id"] != old)
    assert small.ask("GET", f"/api/children/{child}/days/{today}").json["answers"] == 0
    context.close()


def test_deleting_a_child_signs_its_other_tab_out(server, small):
    """The other tab has its own session, which ends when its child is deleted."""
    import sqlite3
    database = sqlite3.connect(server.folder / "pet.sqlite", timeout=20, isolation_level=None)
    token = add_session(database, small.children[0])
    database.close()
    other = f"__Host-pet={token.hex()}"
    round_ = ask(server.port, "POST", "/api/rounds", {"level": "1"}, cookie=other)
    assert round_.status == 200
    assert small.ask("POST", f"/api/children/{small.children[0]}/delete", {"pin": PIN}).status == 200
    assert ask(server.port, "GET", f"/api/rounds/{round_.json['id']}", cookie=other).status == 401
    assert small.ask("GET", "/api/parent").json["open"]


def test_an_export_during_play_is_a_snapshot(server, small):
    import threading
    # The simulated play may fill nearly a whole sitting, so its end is disabled.
    assert small.ask("PUT", "/api/settings", {"sittingMinutes": 0}).status == 200
    child = small.children[0]
    faults = []

    def play():
        for _ in range(12):
            answer = small.ask("POST", "/api/rounds", {"level": "1"})
            if answer.status != 200:
                faults.append(answer.content)
                return
            round_ = answer.json
            event = {"id": f"00000000-0000-4000-8000-{round_['revision']:012d}", "question": round_["current"]["id"],
                     "presentation": round_["presentation"], "kind": "tip", "elapsedMilliseconds": 900}
            small.ask("POST", f"/api/rounds/{round_['id']}/events", event)

    player = threading.Thread(target=play)
    player.start()
    for _ in range(6):
        value = small.ask("GET", f"/api/children/{child}/export.json").json
        tips = sum(day["tips"] for day in value["rollUps"]["emotionDays"])
        told = sum(answer["action"] == "tip" for round_ in value["rounds"] for answer in round_["answers"])
        # The totals and the events are of the same moment.
        assert tips == told
    player.join()
    assert not faults


def test_everything_is_deleted_with_the_pin(server, small):
    kept = small.ask("GET", "/api/family").json
    assert kept["children"] == 2 and kept["answers"] > 0
    assert small.ask("POST", "/api/family/delete", {"pin": "0000"}).status == 403
    gone = small.ask("POST", "/api/family/delete", {"pin": PIN})
    assert gone.json == {"next": "/login?from=deleted"}
    assert small.ask("GET", "/api/family").status == 401
    assert children(server.folder, small.account) == []


# Access log

def test_the_access_log_records_views_exports_changes_and_deletions(parent):
    parent.goto("/family")
    parent.reload()
    rows = [" ".join(row.split()) for row in parent.locator(".audit tbody tr").all_inner_texts()]
    assert any("viewed the family page" in row and "with the PIN" in row and "Robin" in row for row in rows)
    assert any("changed a note" in row for row in rows)


def test_the_server_log_contains_no_names(server, robinsons):
    log = server.log_path.read_text(errors="replace")
    assert "Robin" not in log and robinsons[0] not in log and "Changed words" not in log
    assert json.dumps(PIN) not in log
