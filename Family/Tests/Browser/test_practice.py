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

PIN_SENTENCE = "Adults use this PIN to open the practice page."
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


def sign_up(page):
    """Signs a new practice up, from the login page, and returns its username."""
    name = unique("doc")
    page.goto("/login")
    page.click("text=Create Account")
    page.click("text=My practice")
    page.wait_for_url("**/create-account?for=practice")
    # A practice has no child yet, so the form asks for none.
    assert page.locator("[data-field=fullName], [data-field=birthYear], [data-field=gender]").count() == 0
    assert "child" not in page.inner_text("#account").lower().replace("work with children", "")
    assert page.inner_text("#why-pin") == PIN_SENTENCE
    for field, value in {"username": name, "email": f"{name}@example.org", "password": "blue horse 42",
                         "confirmation": "blue horse 42", "pin": PIN}.items():
        page.fill(f"#input-{field}", value)
    page.check("#terms", force=True)
    page.click("#create-button")
    page.wait_for_url("**/recovery-code", timeout=60_000)
    return name


@pytest.fixture(params=[True, False], ids=["scripts", "plain"])
def newcomer(request, open_page):  # noqa: F811
    """A therapist with a new practice, on the page of the recovery code."""
    page = open_page(javascript=request.param)
    page.username = sign_up(page)
    return page


def test_a_new_practice_begins_with_its_first_client(newcomer):
    page = newcomer
    page.click("text=Add your first client")
    page.wait_for_url("**/practice")
    open_pages(page, "/practice")
    assert page.inner_text("#add-title") == "Add your first client"
    # Goals and the search appear with the first client.
    assert page.locator("#goals-title, #find").count() == 0 and page.locator("#code").count() == 1
    page.click("#add")
    assert page.inner_text("#fullName-sentence") and page.locator("#add-title").count() == 1
    page.fill("#fullName", "Kim")
    page.fill("#birthYear", "2018")
    page.click("#add")
    assert page.inner_text("h1") == "Kim"
    page.goto("/practice")
    assert page.inner_text("#count") == "1 client" and page.locator("#goals-title, #find").count() == 2
    page.goto("/menu")
    assert page.inner_text("#me b") == "Kim"
    page.watch.expect("422")
    assert page.watch.complaints == []


@pytest.mark.parametrize("path", [
    "/", "/menu", "/levels", "/play/1", "/facial-fun", "/questions", "/tutorial", "/settings", "/settings/grown-ups",
    "/review", "/stickers", "/garden", "/finished", "/who", "/family"])
def test_pages_of_a_child_lead_a_practice_without_clients_to_its_page(clientless, path):
    clientless.goto(path)
    assert clientless.url.endswith("/practice"), clientless.url
    assert clientless.inner_text("h1") == "Practice"


def test_requests_for_a_child_are_refused_without_clients(clientless):
    for method, path in [("POST", "/api/rounds"), ("GET", "/api/questions"), ("GET", "/api/sitting"),
                         ("PUT", "/api/settings")]:
        answer = clientless.request.fetch(path, method=method, data={"level": "1"} if method != "GET" else None)
        assert (answer.status, answer.json()["code"]) == (409, "no_child"), path


@pytest.fixture(scope="module")
def clientless_state(browser, server):
    """The cookies of a practice without clients, with the PIN entered."""
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    sign_up(page)
    page.request.post("/parent", form={"pin": PIN, "next": "/practice"}, max_redirects=0)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def clientless(browser, server, clientless_state):
    context = browser.new_context(base_url=server.url, java_script_enabled=False, storage_state=clientless_state)
    yield context.new_page()
    context.close()


def test_a_practice_without_clients_manages_members_and_its_account(newcomer):
    page = newcomer
    open_pages(page, "/practice")
    page.click("text=Members and devices")
    assert page.locator("#members li").count() == 1 and page.username in page.inner_text("#members")
    page.fill("#name", "Ann")
    page.click("#invite")
    assert "/invitation/" in page.inner_text("#link")
    link = page.inner_text("#link")
    page.fill("#device", "Room 2")
    page.click("#approve")
    assert "Room 2" in page.inner_text("#devices")
    page.select_option("#kind", "family")
    page.click("#save-kind")
    assert "Add a client first" in page.inner_text("#kind-sentence")
    # The invited colleague comes to the same page.
    colleague = page.context.browser.new_context(java_script_enabled=False)
    ann = colleague.new_page()
    ann.goto(link)
    name = unique("ann")
    for field, value in {"username": name, "email": f"{name}@example.org", "password": "blue horse 42",
                         "confirmation": "blue horse 42"}.items():
        ann.fill(f"[name={field}]", value)
    ann.click("main button[type=submit]")
    ann.goto(link.partition("/invitation")[0] + "/menu")
    assert ann.url.endswith("/practice")
    colleague.close()
    # Edit Account, export and deletion need no child.
    page.goto("/edit-account")
    assert page.locator("[data-field=fullName], [data-field=birthYear]").count() == 0
    assert page.inner_text("#why-pin") == PIN_SENTENCE
    answer = page.request.get("/api/account/export")
    assert answer.ok and answer.json()["players"] == []
    page.goto("/edit-account")
    page.fill("#input-email", f"new{page.username}@example.org")
    page.fill("#input-currentPassword", "blue horse 42")
    page.click("#save")
    page.wait_for_function("() => document.body.innerText.includes('Saved')")
    page.goto("/edit-account/delete")
    page.fill("#delete-password, [name=password]", "blue horse 42")
    page.locator("main button[type=submit], main form button").first.click()
    page.wait_for_url("**/login?from=deleted")


def test_the_last_client_can_be_deleted(newcomer):
    page = newcomer
    open_pages(page, "/practice")
    page.fill("#fullName", "Kim")
    page.fill("#birthYear", "2018")
    page.click("#add")
    child = page.url.rpartition("/")[2]
    answer = page.request.post(f"/api/children/{child}/delete", data={"pin": PIN})
    assert answer.ok, answer.text()
    page.goto("/menu")
    assert page.url.endswith("/practice")
    assert page.inner_text("#add-title") == "Add your first client"
    page.goto(f"/clients/{child}")
    assert "Kim" not in page.content()


def test_an_empty_practice_logs_out(open_page):  # noqa: F811
    page = open_page(javascript=True)
    sign_up(page)
    page.goto("/practice")
    page.locator("#pin-dialog[open]").wait_for()
    assert page.inner_text("h1") == "Practice" and "your clients" in page.inner_text("#pin-form")
    page.keyboard.press("Escape")
    page.click("#logout")
    page.wait_for_url("**/login?from=signed_out")


def test_a_form_of_a_practice_keeps_its_entries_and_its_kind(open_page):  # noqa: F811
    page = open_page()
    page.goto("/create-account?for=practice")
    page.fill("#input-username", "x")
    page.click("#create-button")
    assert page.inner_text("#sentence-username") and page.input_value("#input-username") == "x"
    assert page.locator("[data-field=fullName]").count() == 0
    assert page.get_attribute("[name=practice]", "type") == "hidden"


@pytest.mark.parametrize("size", SIZES)
def test_sign_up_and_an_empty_practice_fit_and_are_accessible(browser, open_page, server, clientless_state,  # noqa: F811
                                                              size):
    visitor = open_page(javascript=True, viewport={"width": size[0], "height": size[1]})
    context = browser.new_context(base_url=server.url, storage_state=clientless_state,
                                  viewport={"width": size[0], "height": size[1]})
    signed_in = context.new_page()
    for page, address in [(visitor, "/create-account"), (visitor, "/create-account?for=practice"),
                          (signed_in, "/practice"), (signed_in, "/members"), (signed_in, "/edit-account")]:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], address
        violations = Axe().run(page).response["violations"]
        assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == [], address
    context.close()


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
