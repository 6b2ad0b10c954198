"""I1: the portal as a researcher uses it, and as an attacker who tries to identify a child."""

import csv
import io
import json
import sqlite3
import subprocess
import urllib.error
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe

import fill
from game_client import PIN
from game_server import GameServer, program
from pages import DESIGN, new_account

PLAYERS, QUESTIONS = 45, 9000


def pet(server, *arguments, code=0):
    done = subprocess.run([program(), *arguments, "--data", str(server.folder)], capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == code, done.stderr + done.stdout
    return done.stdout


def table(server, name, **query):
    """The lines of a table's CSV file."""
    parts = "&".join(f"{key}={value}" for key, value in query.items())
    with urllib.request.urlopen(f"{server.url}/statistics/{name}.csv?{parts}", timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/csv")
        assert 'rel="license"' in answer.headers["Link"]
        return list(csv.DictReader(io.StringIO(answer.read().decode())))


def database(server):
    return sqlite3.connect(server.folder / "pet.sqlite", isolation_level=None, timeout=30)


@pytest.fixture(scope="module")
def portal(tmp_path_factory):
    """A server with 45 players who have played, and an edition of their statistics."""
    place = tmp_path_factory.mktemp("portal")
    server = GameServer(place / "data", ["--no-scoring"], log=place / "pet.log").start()
    server.url = f"http://127.0.0.1:{server.port}"
    base = database(server)
    base.execute("BEGIN")
    fill.accounts(base, PLAYERS, "none")
    fill.learners(base, QUESTIONS)
    base.execute("COMMIT")
    base.close()
    pet(server, "statistics", "rebuild", code=1)
    assert "; 0 had sums that differed" in pet(server, "statistics", "rebuild")
    pet(server, "statistics", "publish")
    yield server
    assert server.stop() == 0


@pytest.fixture
def researcher(browser, portal):
    context = browser.new_context(viewport=DESIGN, base_url=portal.url)
    page = context.new_page()
    complaints = []
    page.on("console", lambda m: m.type in ("error", "warning") and complaints.append(m.text))
    yield page
    context.close()
    assert complaints == []


def test_I1_the_statistics_of_players_who_agreed_are_public(researcher, portal):
    page = researcher
    page.goto("/statistics")
    assert page.locator("h1").inner_text() == "Statistics of all players"
    figures = page.locator(".figure dd").all_inner_texts()
    assert figures[0] == "50" and figures[1].replace("\u202f", "") == "9000", figures
    assert page.locator("figure.chart svg").count() == 10
    page.locator("#table-emotion summary").click()
    rows = {row.locator("th").inner_text(): row.locator("td").all_inner_texts()
            for row in page.locator("#table-emotion tbody tr").all()}
    assert set(rows) == {"happiness", "sadness", "anger", "surprise", "fear", "disgust", "neutral"}
    first = {name: int(cells[0].removesuffix(" %")) for name, cells in rows.items()}
    assert first["fear"] < first["anger"] < first["happiness"], first
    page.get_by_role("link", name="Mixed up", exact=True).click()
    assert page.url.endswith("/statistics/confusion")
    told = {(row["shown"], row["chosen"]): int(row["first_right_percent"] or 0) for row in table(portal, "confusion")}
    assert max((share, pair) for pair, share in told.items() if pair[0] != pair[1])[1] == ("fear", "surprise")
    assert Axe().run(page).violations_count == 0
    page.goto("/statistics")
    assert Axe().run(page).violations_count == 0
    assert page.context.cookies() == []


def test_I1_a_page_without_figures_says_so(visitor):
    visitor.goto("/statistics")
    assert visitor.get_by_text("No statistics yet").is_visible()
    assert visitor.locator("svg[role=img]").count() == 0


def test_I1_every_query_has_a_permanent_link_and_a_file_with_dictionary_and_license(researcher, portal):
    page = researcher
    page.goto("/statistics/emotion-level?emotion=fear")
    assert page.locator("tbody tr").count() == 5
    link = page.locator("#permanent").get_attribute("href")
    before = page.locator("tbody").inner_text()
    pet(portal, "statistics", "publish")
    page.goto(link)
    assert page.locator("tbody").inner_text() == before and "edition=1" in link
    with page.expect_download() as download:
        page.locator("#csv").click()
    with open(download.value.path(), newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["emotion"] for line in lines] == ["fear"] * 5
    assert {line["licence"] for line in lines} == {"CC-BY-4.0"} and {line["edition"] for line in lines} == {"1"}
    with urllib.request.urlopen(f"{portal.url}/statistics/dictionary.csv") as answer:
        dictionary = list(csv.DictReader(io.StringIO(answer.read().decode())))
    assert [line["column"] for line in dictionary] == list(lines[0])
    assert all(line["meaning"] and line["values"] for line in dictionary)
    for path in ["statistics/none", "statistics/none.csv", "statistics/emotion?edition=99", "statistics?edition=x"]:
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(f"{portal.url}/{path}")
        assert error.value.code == 404, path


def everything(server):
    """All lines of all tables, without the edition's own data."""
    lines = table(server, "data")
    assert len(lines) > 150
    return [{key: value for key, value in line.items() if not key.startswith("edition")} for line in lines]


def test_I1_every_figure_covers_ten_players_and_differences_reveal_no_one(browser, portal):
    """Tries to derive one child's numbers: from small groups, from differences between totals, from changes over
    time."""
    lines = everything(portal)
    assert all(int(line["players"]) >= 10 for line in lines if line["withheld"] == "0")
    assert all(line["players"] == line["answers"] == line["first_right_percent"] == "" for line in lines
               if line["withheld"] == "1")
    # A child with a unique age plays: its age is not published, and nothing else changes.
    base = database(portal)
    base.execute("BEGIN")
    fill.accounts(base, 1, "none", first=1000)
    account, lonely = base.execute("SELECT household, max(id) FROM member WHERE role = 'child'").fetchone()
    base.execute("UPDATE member SET birth_year = 1950 WHERE id = ?", (lonely,))
    base.execute("COMMIT")
    play(portal, base, lonely)
    pet(portal, "statistics", "publish")
    later = everything(portal)
    told = [line for line in later if line["withheld"] == "0"]
    assert told == [line for line in lines if line["withheld"] == "0"]
    assert "18+" in [line["age"] for line in later if line["table"] == "age" and line["withheld"] == "1"]
    # When the parent withdraws the consent, the sums are removed immediately.
    base.execute("UPDATE household SET agrees_to_statistics = 0 WHERE id = ?", (account,))
    assert base.execute("SELECT count(*) FROM portal_row WHERE player = ?", (lonely,)).fetchone() == (0,)
    pet(portal, "statistics", "publish")
    for line in everything(portal):
        assert line["withheld"] == "1" or line in told
    base.close()


def play(server, base, player):
    """Questions of one player, inserted in the form in which the game stores them."""
    base.execute("BEGIN")
    question = base.execute("SELECT id FROM question WHERE name = 'learned-cartoon-whole-1-fear'").fetchone()[0]
    row = base.execute("INSERT INTO round (name, player, level, day, started_at, last_at, finished_at, revision)"
                       " VALUES (randomblob(16), ?, '1', 20000, 1e12, 1e12, 1e12, 1)".replace("1e12", "1790000000000"),
                       (player,))
    base.execute(
        "INSERT INTO answer (round, event, revision, question, presentation, action, chosen, outcome, helped,"
        " elapsed_milliseconds, at, number) VALUES (?, randomblob(16), 1, ?, 0, 'answer', 'fear', 'right', 0, 3000,"
        " 1790000000000, 1)",
        (row.lastrowid, question),
    )
    base.execute("INSERT OR IGNORE INTO portal_stale (player) VALUES (?)", (player,))
    base.execute("COMMIT")


def test_I1_consent_is_given_and_withdrawn_in_the_account(browser, server):
    """Uses the form, because only players with consent are counted."""
    context = browser.new_context(base_url=server.url)
    new_account(context, server, statistics=False)
    base = database(server)
    player = base.execute("SELECT max(id) FROM member WHERE role = 'child'").fetchone()[0]

    def rows():
        return base.execute("SELECT count(*) FROM portal_row WHERE player = ?", (player,)).fetchone()[0]

    begun = context.request.post("/api/rounds", data={"level": "1"}).json()
    event = {"id": "6f1c0f0e-1f53-4f6e-9a57-0d2a52d3a111", "question": begun["current"]["id"], "presentation": 0,
             "kind": "answer", "answer": begun["current"]["answers"][0]["id"], "elapsedMilliseconds": 3000}
    assert context.request.post(f"/api/rounds/{begun['id']}/events", data=event).ok
    assert rows() == 0
    assert context.request.put("/api/account", data={"statistics": True}).status == 403 and rows() == 0
    assert context.request.post("/api/parent", data={"pin": PIN}).ok
    for agrees in [True, False, True]:
        assert context.request.put("/api/account", data={"statistics": agrees}).ok
        assert (rows() > 0) == agrees, json.dumps(agrees)
    base.close()
    context.close()
