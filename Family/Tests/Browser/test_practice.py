"""Practices: clients, goals, assigned rounds, and results that a parent shares. The browser runs without JavaScript
unless a test says otherwise.
"""

import json
import re
import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe

from pages import DESIGN, PIN, new_account
from test_members import open_members, open_page, unique  # noqa: F401 (a fixture)

SIZES = [(390, 844), (1024, 768), (1366, 1024), (1920, 1080)]


def open_pages(page, address):
    """Opens a page for adults, with the PIN."""
    page.request.post("/parent", form={"pin": PIN, "next": "/practice"}, max_redirects=0)
    page.goto(address)


@pytest.fixture
def therapist(open_page, server):  # noqa: F811
    """A parent-role adult on the page of a new practice with the client Robin."""
    page = open_page()
    page.username = new_account(page.context, server)
    open_members(page)
    page.select_option("#kind", "practice")
    page.click("#save-kind")
    page.goto("/practice")
    return page


def parent_child(page):
    """The number of the only child of a parent's family."""
    page.goto("/sharing")
    return page.locator("#child option").get_attribute("value")


def add_client(page, name, year="2018"):
    page.goto("/practice")
    page.fill("#fullName", name)
    page.fill("#birthYear", year)
    page.click("#add")


def test_a_practice_is_chosen_when_an_account_is_created(open_page):  # noqa: F811
    page, name = open_page(javascript=True), unique("doc")
    page.goto("/create-account")
    for field, value in {"fullName": "Robin", "birthYear": "2017", "username": name, "email": f"{name}@example.org",
                         "password": "blue horse 42", "confirmation": "blue horse 42", "pin": PIN}.items():
        page.fill(f"#input-{field}", value)
    page.locator("label.box", has_text="I am a parent or carer").click()
    page.locator("label.box", has_text="practice").click()
    page.click("#create-button")
    page.wait_for_url("**/recovery-code", timeout=60_000)
    open_pages(page, "/practice")
    assert page.inner_text("#count") == "1 client"
    assert page.watch.complaints == []


def test_a_family_has_no_client_page(open_page, server):  # noqa: F811
    page = open_page()
    new_account(page.context, server)
    open_members(page)
    assert page.goto("/practice").status == 404


def test_the_pages_of_a_practice_need_the_pin(therapist):
    address = therapist.get_attribute("#clients a", "href")
    therapist.click("#done")
    for path in ["/practice", address]:
        therapist.goto(path)
        assert therapist.locator("#pin").count() == 1, path
        assert "Robin" not in therapist.inner_text("main")
    for path, form in [("/practice/clients", {"fullName": "x", "birthYear": "2018"}), (f"{address}/play", {}),
                       (f"{address}/goals", {}), (f"{address}/rounds", {}), (f"{address}/notes", {}),
                       ("/practice/shared", {"code": "x"})]:
        assert therapist.request.post(path, form=form, max_redirects=0).status == 403, path


def test_more_than_twelve_clients_are_found_by_name(therapist):
    for number in range(2, 15):
        add_client(therapist, f"Client {number}")
        assert therapist.inner_text("h1") == f"Client {number}"
    therapist.goto("/practice")
    assert therapist.inner_text("#count") == "14 clients"
    therapist.fill("#find", "client 14")
    therapist.locator("form[role=search] button").click()
    assert therapist.locator("#clients li").count() == 1
    # There are too many clients for a family.
    therapist.goto("/members")
    therapist.select_option("#kind", "family")
    therapist.click("#save-kind")
    assert "12" in therapist.inner_text("#kind-sentence")


def test_a_client_without_a_name_is_refused_at_its_field(therapist):
    therapist.fill("#birthYear", "2018")
    therapist.click("#add")
    assert therapist.inner_text("#fullName-sentence") and therapist.input_value("#birthYear") == "2018"


def test_a_client_gets_a_goal_an_assigned_round_and_a_note(therapist):
    therapist.click("#clients a")
    therapist.select_option("#emotion", "fear")
    therapist.select_option("#level", "2")
    therapist.fill("#criterion", "30")
    therapist.click("#add-goal")
    assert therapist.inner_text("#criterion-sentence") and therapist.input_value("#emotion") == "fear"
    therapist.fill("#criterion", "90")
    therapist.click("#add-goal")
    assert "level 2" in therapist.inner_text("#goals") and "90 %" in therapist.inner_text("#goals")
    therapist.select_option("#goal", index=1)
    therapist.fill("#text", "Looks at the eyes\nfor the first time.")
    therapist.click("#add-note")
    assert "for the first time." in therapist.inner_text("#goals")
    therapist.select_option("#source", "2")
    therapist.fill("#rounds", "2")
    therapist.click("#assign")
    assert "Level 2: 0 of 2 rounds" in therapist.inner_text("#assignments")
    client = therapist.url
    # The child sees the assigned round, and it is open.
    therapist.click("#play")
    therapist.wait_for_url("**/menu")
    therapist.goto("/levels")
    assert "Level 2: 0 of 2" in therapist.inner_text("#assigned")
    end = therapist.locator(".schedule .end").bounding_box()
    assert end["x"] + end["width"] <= DESIGN["width"]
    assert therapist.get_attribute("#assigned", "href") == "/play/2"
    # The parent's part is now closed.
    therapist.goto(client)
    assert therapist.locator("#pin").count() == 1
    open_pages(therapist, "/practice")
    assert therapist.locator("#comparison tbody tr").count() == 1
    # A single file contains everything.
    therapist.goto(client)
    export = json.loads(therapist.request.get(therapist.get_attribute("#export", "href")).text())
    assert export["goals"][0]["criterion"] == 90 and export["assignments"][0]["rounds"] == 2
    assert export["notes"][0]["goal"] == export["goals"][0]["id"]
    assert {"questions", "files", "audit", "consents"} <= set(export)
    therapist.locator("#goals form[action$=state] button").click()
    assert "closed" in therapist.inner_text("#goals")
    therapist.locator("#goals form[action$=delete] button").click()
    assert therapist.locator("#goals").count() == 0


def test_a_parent_shares_results_and_withdraws_the_consent(therapist, open_page, server):  # noqa: F811
    parent = open_page()
    new_account(parent.context, server, fullName="Kim")
    open_members(parent)
    parent.click("#sharing")
    parent.click("#share")
    code = parent.inner_text("#code")
    parent.goto("/sharing")
    assert parent.locator("#code").count() == 0 and "not used" in parent.inner_text("#consents")
    therapist.fill("#code", "AAAAA-AAAAA-AAAAA-AAAAA")
    therapist.click("#use-code")
    assert therapist.inner_text("#code-sentence")
    therapist.fill("#code", code.lower().replace("-", " "))
    therapist.click("#use-code")
    therapist.click("#shared a")
    assert therapist.inner_text("h1") == "Kim"
    # The practice cannot change anything there.
    assert therapist.locator("form, input, textarea").count() == 0
    shared = therapist.url
    parent.goto("/sharing")
    assert therapist.username in parent.inner_text("#consents")
    parent.goto("/family")
    assert "a practice you allowed" in parent.inner_text(".audit")
    parent.goto("/sharing")
    parent.locator("#consents button").click()
    assert parent.locator("#consents").count() == 0
    answer = therapist.goto(shared)
    assert answer.status == 404 and "Kim" not in therapist.content()
    therapist.goto("/practice")
    assert therapist.locator("#shared").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_and_are_accessible(therapist, open_page, server, size):  # noqa: F811
    therapist.click("#clients a")
    therapist.click("#add-goal")
    therapist.click("#assign")
    parent = open_page()
    new_account(parent.context, server)
    open_members(parent)
    parent.request.post("/sharing", form={"child": parent_child(parent)}, max_redirects=0)
    for user, address in [(therapist, "/practice"), (therapist, therapist.url), (parent, "/sharing"),
                          (parent, "/members")]:
        page = open_page(javascript=True, viewport={"width": size[0], "height": size[1]})
        page.context.add_cookies(user.context.cookies())
        page.goto(address)
        assert page.locator("h2").count() > 1, address
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], address
        violations = Axe().run(page).response["violations"]
        assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == [], address
        assert page.watch.complaints == [], address
        small = page.evaluate("""[...document.querySelectorAll("button, a.button, input, select")].filter((one) =>
            one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)""")
        assert small == [], address


def test_forms_work_with_the_keyboard(therapist):
    therapist.focus("#fullName")
    therapist.keyboard.type("Ada")
    therapist.keyboard.press("Tab")
    therapist.keyboard.type("2019")
    with therapist.expect_navigation():
        therapist.keyboard.press("Enter")
    assert therapist.inner_text("h1") == "Ada"
    therapist.focus("#kind")
    for _ in range(4):
        therapist.keyboard.press("Tab")
    assert therapist.evaluate("document.activeElement.id") == "add-goal"
    with therapist.expect_navigation():
        therapist.keyboard.press("Enter")
    assert re.search(r"level 1", therapist.inner_text("#goals"))


def share_with(therapist, parent):
    """Shares the results of the parent's child with the practice; returns the address of the shared page."""
    parent.request.post("/sharing", form={"child": parent_child(parent)}, max_redirects=0)
    parent.goto("/sharing")
    therapist.goto("/practice")
    therapist.fill("#code", parent.inner_text("#code"))
    therapist.click("#use-code")
    return therapist.get_attribute("#shared a", "href")


@pytest.mark.parametrize("size", SIZES)
def test_the_shared_page_fits_and_is_accessible(therapist, open_page, server, size):  # noqa: F811
    parent = open_page()
    new_account(parent.context, server, fullName="Kim")
    play_a_little(parent)
    open_members(parent)
    address = share_with(therapist, parent)
    page = open_page(javascript=True, viewport={"width": size[0], "height": size[1]})
    page.context.add_cookies(therapist.context.cookies())
    page.goto(address)
    assert page.locator("figure, .chart").count() > 0
    # No words of a chart cover others.
    assert page.evaluate("""[...document.querySelectorAll(".chart svg")].flatMap((chart) => {
        const words = [...chart.querySelectorAll("text")].map((one) => [one.textContent, one.getBBox()]);
        return words.flatMap(([text, a], number) => words.slice(number + 1).filter(([_, b]) =>
            a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 4 && b.y < a.y + a.height - 4)
            .map(([other]) => `${text} / ${other}`));
    })""") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    violations = Axe().run(page).response["violations"]
    assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == []
    small = page.evaluate("""[...document.querySelectorAll("button, a.button")].filter((one) =>
        one.checkVisibility() && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)""")
    assert small == []
    assert page.watch.complaints == []


def test_sharing_works_by_keyboard(open_page, server):  # noqa: F811
    page = open_page()
    new_account(page.context, server, fullName="Kim")
    open_members(page)
    press_to(page, "#sharing", "Enter")
    page.wait_for_url("**/sharing")
    press_to(page, "#share", "Space")
    assert page.inner_text("#code") and page.locator("#consents li").count() == 1
    press_to(page, "#consents button", "Enter")
    assert page.locator("#consents").count() == 0
    press_to(page, "#done", "Enter")
    page.wait_for_url("**/menu")


def test_members_are_managed_by_keyboard(open_page, server):  # noqa: F811
    page = open_page()
    new_account(page.context, server)
    page.goto("/members")
    page.focus("#pin")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    page.wait_for_url("**/members")
    page.focus("#name")
    page.keyboard.type("Gran")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "role"
    press_to(page, "#invite", "Enter")
    assert "/invitation/" in page.inner_text("#link")
    press_to(page, "#invitations button", "Space")
    assert page.locator("#invitations").count() == 0
    page.focus("#device")
    page.keyboard.type("Kitchen iPad")
    page.keyboard.press("Enter")
    assert "Kitchen iPad" in page.inner_text("#devices")
    press_to(page, "#devices button", "Enter")
    assert page.locator("#devices").count() == 0


def press_to(page, selector, key):
    """Reaches an element with Tab alone, sees that the focus is visible, and presses a key."""
    page.evaluate("document.activeElement.blur()")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
    else:
        raise AssertionError(f"Tab does not reach {selector}")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", selector
    with page.expect_navigation():
        page.keyboard.press(key)


def play_a_little(page):
    """Answers a few questions of level 1 right, so that there are results."""
    round_ = page.request.post("/api/rounds", data={"level": "1"}).json()
    for _ in range(3):
        event = {"id": str(uuid.uuid4()), "question": round_["current"]["id"], "presentation": round_["presentation"],
                 "kind": "answer", "answer": round_["current"]["answers"][0]["id"], "elapsedMilliseconds": 900}
        answer = page.request.post(f"/api/rounds/{round_['id']}/events", data=event)
        assert answer.ok, answer.text()
        round_ = answer.json()["round"]
