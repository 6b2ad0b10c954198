"""A15: the parent must agree to changed terms before anything else; no answers are lost."""

import json
import pathlib
import re
import sqlite3
import time

import pytest
from axe_playwright_python.sync_playwright import Axe

from asking import ask
from family_data import add_child
from game_client import PASSWORD, PIN, TERMS
from house import MEMBER_ROUTES, PAGES, contents, member
from household_rows import CHILDREN, HOUSEHOLD
from pages import DESIGN, SCREENS, new_account
from playing import Round
from screens import compare
from test_screens import still
from waiting import until

# The page and routes for a parent who has not agreed, and routes without a child's data.
OPEN_PAGES = {"/edit-account"}
OPEN_ROUTES = {
    "/api/parent",
    "/api/agreement",
    "/api/account",
    "/api/account/export",
    "/api/account/delete",
    "/api/activity",
}
BEFORE = "2024-05"


def database(folder):
    return sqlite3.connect(f"{folder}/pet.sqlite", timeout=20, isolation_level=None)


def agreed_before(folder, username):
    """Creates an account that agreed to the terms of another year, as after an update."""
    base = database(folder)
    base.execute(
        f"UPDATE household SET terms_version = ?, terms_agreed_at = 1715000000000 WHERE id = {HOUSEHOLD}",
        (BEFORE, username),
    )
    assert base.total_changes == 1
    base.close()


def agreement(folder, username):
    """The account's agreement, and the record of all agreements."""
    base = database(folder)
    now = base.execute(
        f"SELECT terms_version, terms_agreed_at FROM household WHERE id = {HOUSEHOLD}", (username,)
    ).fetchone()
    kept = base.execute(
        f"SELECT subject, version, given, at FROM agreement WHERE account = {HOUSEHOLD} ORDER BY id",
        (username,),
    ).fetchall()
    base.close()
    return now, kept


def test_A15_an_adult_agrees_to_changed_terms_with_the_pin_before_play_continues(fresh, server):
    agreed_before(server.folder, fresh.username)
    for page in ["/", "/menu", "/levels", "/play/1", "/review", "/family"]:
        fresh.goto(page)
        assert fresh.url.endswith("/agree"), page
    assert fresh.inner_text("#fetch-title") == "Please fetch a grown-up."
    assert "After that you can play on" in fresh.inner_text(".fetch")
    assert f"accepted version {BEFORE}" in fresh.inner_text("#agree") and TERMS in fresh.inner_text("#agree")
    assert Axe().run(fresh).violations_count == 0
    fresh.click("#agree-button")
    assert fresh.inner_text("#sentence-terms") and fresh.locator("#pin-dialog").count() == 0
    fresh.locator("label.box").click()
    fresh.click("#agree-button")
    fresh.wait_for_selector("#pin-dialog[open]")
    fresh.click("#pin-cancel")
    assert agreement(server.folder, fresh.username)[0][0] == BEFORE
    fresh.click("#agree-button")
    fresh.wait_for_selector("#pin-dialog[open]")
    fresh.keyboard.type("0000")
    fresh.wait_for_function("() => document.getElementById('pin-trouble').textContent")
    assert agreement(server.folder, fresh.username)[0][0] == BEFORE
    fresh.keyboard.type(PIN)
    fresh.wait_for_url("**/menu")
    (version, at), kept = agreement(server.folder, fresh.username)
    assert version == TERMS and abs(at / 1000 - time.time()) < 60
    assert kept[-1] == ("terms", TERMS, 1, at)
    # The device returns to the child: the parent's area closes, and play continues.
    assert fresh.request.get("/api/parent").json()["open"] is False
    game = Round(fresh)
    game.choose(game.right)
    fresh.goto("/agree")
    assert fresh.url.endswith("/menu")
    fresh.watch.expect("403")


def test_A15_signing_in_leads_to_changed_terms_and_on_to_the_chooser(browser, server, fresh):
    add_child(server.folder, fresh.username, "Kim")
    agreed_before(server.folder, fresh.username)
    fresh.goto("/menu")
    fresh.click("#logout")
    fresh.wait_for_url("**/login*")
    fresh.fill("#name", fresh.username)
    fresh.fill("#password", PASSWORD)
    fresh.click("#login-button")
    fresh.wait_for_url("**/agree", timeout=60_000)
    fresh.locator("label.box").click()
    fresh.click("#agree-button")
    fresh.wait_for_selector("#pin-dialog[open]")
    fresh.keyboard.type(PIN)
    fresh.wait_for_url("**/who")


def test_A15_changing_terms_during_play_loses_no_answer(fresh, server):
    game = Round(fresh)
    game.choose(game.right)
    game.wait()
    agreed_before(server.folder, fresh.username)
    game.button(game.right).click()
    fresh.wait_for_url("**/agree", timeout=20_000)

    def stored():
        base = database(server.folder)
        try:
            return base.execute(
                f"SELECT count(*) FROM answer JOIN round ON round.id = answer.round WHERE player IN ({CHILDREN})",
                (fresh.username,),
            ).fetchone()[0]
        finally:
            base.close()

    assert stored() == 1
    fresh.locator("label.box").click()
    fresh.click("#agree-button")
    fresh.wait_for_selector("#pin-dialog[open]")
    fresh.keyboard.type(PIN)
    fresh.wait_for_url("**/menu")
    until(fresh, lambda: stored() == 2)
    fresh.watch.expect("403")


def test_A15_without_agreement_the_account_can_be_exported_and_deleted(fresh, server):
    agreed_before(server.folder, fresh.username)
    fresh.goto("/menu")
    fresh.click("#agree >> text=Edit Account")
    fresh.wait_for_url("**/edit-account")
    fresh.click("#export")
    fresh.wait_for_selector("#pin-dialog[open]")
    with fresh.expect_download() as download:
        fresh.keyboard.type(PIN)
    assert json.loads(pathlib.Path(download.value.path()).read_text())["account"]["termsVersion"] == BEFORE
    fresh.get_by_role("button", name=re.compile("Delete Account")).first.click()
    fresh.fill("#delete-password", PASSWORD)
    fresh.click("#delete-yes")
    fresh.wait_for_url("**/login*", timeout=30_000)
    assert agreement(server.folder, fresh.username) == (None, [])


def test_A15_the_terms_can_be_read_and_lead_back(fresh, server):
    agreed_before(server.folder, fresh.username)
    fresh.goto("/menu")
    with fresh.context.expect_page() as opened:
        fresh.click("#agree >> text=Read the terms")
    terms = opened.value
    assert terms.url.endswith("/terms") and terms.locator("[data-back]").get_attribute("href") == "/agree"
    terms.close()
    with fresh.context.expect_page() as opened:
        fresh.evaluate("() => { window.open('/terms'); }")
    opened.value.close()


def test_A15_nothing_else_is_accessible_before_the_agreement(house):
    sent, cookie = member(house)
    agreed_before(house.folder, sent["username"])
    before = contents(house)
    for page in PAGES:
        answer = ask(house.port, "GET", page, cookie=cookie)
        if page in OPEN_PAGES:
            assert answer.status == 200
        else:
            assert answer.status == 303 and answer.headers["Location"] == "/agree", page
    refused = 0
    for method, path in MEMBER_ROUTES:
        if path in OPEN_ROUTES:
            continue
        answer = ask(house.port, method, path, {} if method != "GET" else None, cookie=cookie)
        # A parent's routes require the PIN, which opens none of them before the agreement.
        assert answer.status == 403, (method, path, answer.status)
        assert answer.json["code"] in ("terms_changed", "parent_needed"), (method, path, answer.json)
        refused += 1
    assert refused > 30
    # Open routes give no access to a child's data without the PIN.
    for method, path, body in [
        ("GET", "/api/account/export", None),
        ("PUT", "/api/account", {"fullName": "X"}),
        ("POST", "/api/agreement", {"version": TERMS}),
    ]:
        answer = ask(house.port, method, path, body, cookie=cookie)
        assert (answer.status, answer.json["code"]) == (403, "parent_needed"), path
    assert contents(house) == before


def test_A15_each_agreement_is_kept_with_its_version_and_time(house):
    """The terms are agreed to twice, and the consent to statistics is given and withdrawn; the operator can prove
    each step."""
    sent, cookie = member(house, statistics=False)
    agreed_before(house.folder, sent["username"])
    assert ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie, timeout=60).status == 200
    for wrong in ["", BEFORE, "9999-99", "x" * 5000]:
        answer = ask(house.port, "POST", "/api/agreement", {"version": wrong}, cookie=cookie)
        assert answer.status == 422 and answer.json["fields"]["version"], wrong[:9]
    assert ask(house.port, "POST", "/api/agreement", {"version": TERMS}, cookie=cookie).json == {"next": "/menu"}
    assert ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie, timeout=60).status == 200
    for agrees in [True, True, False]:
        assert ask(house.port, "PUT", "/api/account", {"statistics": agrees}, cookie=cookie).status == 200
    export = ask(house.port, "GET", "/api/account/export", cookie=cookie).json
    told = [(one["subject"], one["isGiven"], one["version"]) for one in export["agreements"]]
    assert told == [
        ("terms", True, TERMS),
        ("terms", True, TERMS),
        ("statistics", True, TERMS),
        ("statistics", False, TERMS),
    ]
    times = [one["at"] for one in export["agreements"]]
    assert times == sorted(times) and all(re.fullmatch(r"\d{4}-\d\d-\d\dT[0-9:]{8}Z", at) for at in times)
    assert [entry["actor"] for entry in export["audit"] if entry["subject"] == "account"][-1] == "parent"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_A15_the_page_for_changed_terms_fits_and_matches_its_screenshot(browser, server, request, theme):
    context = browser.new_context(
        viewport=DESIGN, base_url=server.url, color_scheme=theme, reduced_motion="reduce", bypass_csp=True
    )
    agreed_before(server.folder, new_account(context, server))
    page = context.new_page()
    page.goto("/menu")
    still(page)
    for part in [".fetch", "#agree", "#agree-button", "#logout"]:
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0, part
        assert box["x"] + box["width"] <= DESIGN["width"] and box["y"] + box["height"] <= DESIGN["height"], part
    assert Axe().run(page).violations_count == 0
    if theme == "light":
        compare(page.screenshot(), SCREENS / "agree.png", request.config.getoption("--update"))
    context.close()
