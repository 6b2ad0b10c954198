"""A: accounts."""

import json
import pathlib
import re
import sqlite3
import time
import uuid

import pytest

from game_client import PASSWORD, PIN, TERMS
from household_rows import CHILDREN, add_session
from pages import new_account
from playing import Round

LABELS = ["Child's nickname", "Child's birth year", "Child's gender", "Username", "Email", "Password",
          "Repeat password", "Parent PIN"]


def log_in(page, name, password):
    page.goto("/login")
    page.fill("#name", name)
    page.fill("#password", password)
    page.click("#login-button")


def test_A1_the_game_starts_with_the_login_screen(visitor):
    visitor.goto("/")
    assert visitor.url.endswith("/login")
    assert visitor.get_by_label("Username or email").is_visible()
    assert visitor.get_by_label("Password").get_attribute("type") == "password"
    assert visitor.get_by_role("button", name="Login").is_visible()
    assert visitor.get_by_role("link", name="Create Account").is_visible()


@pytest.mark.parametrize("by", ["username", "email"])
def test_A2_right_credentials_lead_to_the_main_menu(visitor, state, by):
    name = state[0]
    log_in(visitor, name if by == "username" else f"{name}@example.org", PASSWORD)
    visitor.wait_for_url("**/menu")
    assert visitor.get_by_role("heading", name="Main Menu").is_visible()


def test_A3_a_wrong_password_shows_an_error(visitor, browser, server):
    name = new_account(browser.new_context(), server)
    log_in(visitor, name, "not this one")
    visitor.wait_for_function("() => document.getElementById('login-sentence').textContent")
    assert visitor.text_content("#login-sentence") == "The password is incorrect. Please try again"
    assert visitor.input_value("#password") == ""
    visitor.watch.expect("401")


def test_A4_an_unknown_name_is_repeated_in_the_error(visitor):
    log_in(visitor, "nobodyatall", "whatever 1")
    visitor.wait_for_function("() => document.getElementById('login-sentence').textContent")
    assert visitor.text_content("#login-sentence") == (
        "nobodyatall doesn't exist. Please check the username or create a new account")
    visitor.watch.expect("401")


def test_A4_markup_in_an_unknown_name_is_shown_as_text(visitor):
    log_in(visitor, "<b>x</b>'--", "whatever 1")
    visitor.wait_for_function("() => document.getElementById('login-sentence').textContent")
    assert visitor.text_content("#login-sentence").startswith("<b>x</b>'-- doesn't exist.")
    assert visitor.locator("#login-sentence b").count() == 0
    visitor.watch.expect("401")


def fill_account(page, name, **changes):
    values = {"fullName": "Robin", "birthYear": "2017", "username": name, "email": f"{name}@example.org",
              "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN, **changes}
    for field, value in values.items():
        page.fill(f"#input-{field}", value)


def test_A6_a_new_account_leads_to_the_recovery_code_and_the_main_menu(visitor):
    visitor.goto("/login")
    visitor.click("text=Create Account")
    visitor.wait_for_url("**/create-account")
    visitor.click("text=My family")
    visitor.wait_for_url("**/create-account?for=family")
    for label in LABELS:
        assert visitor.locator("label, legend, [id^=label-]", has_text=re.compile(f"^{label}$")).count() >= 1, label
    fill_account(visitor, f"kid{uuid.uuid4().hex[:12]}")
    visitor.locator("label.choice", has_text="Female").click()
    visitor.locator("label.box", has_text="I am a parent or carer").click()
    visitor.click("#create-button")
    visitor.wait_for_url("**/recovery-code", timeout=60_000)
    visitor.click("#continue")
    visitor.wait_for_url("**/menu")
    assert "Robin" in visitor.text_content("body")


def test_A6_cancel_leads_back_to_login(visitor):
    visitor.goto("/create-account?for=family")
    visitor.click("text=Cancel")
    visitor.wait_for_url("**/login")


def test_A6_each_blank_field_shows_an_error(visitor):
    visitor.goto("/create-account?for=family")
    visitor.click("#create-button")
    for field in ["fullName", "birthYear", "username", "email", "password", "confirmation", "pin", "terms"]:
        sentence = visitor.locator(f"#sentence-{field}")
        sentence.wait_for()
        assert sentence.text_content().strip(), field
    assert visitor.url.endswith("/create-account?for=family")


def test_A7_a_taken_name_or_email_shows_an_error_at_its_field_each_time(visitor, state):
    visitor.goto("/create-account?for=family")
    fill_account(visitor, state[0])
    visitor.locator("label.box", has_text="I am a parent or carer").click()
    for _ in range(2):
        visitor.click("#create-button")
        visitor.wait_for_function("() => document.getElementById('sentence-username').textContent.includes('taken')"
                                  " || document.getElementById('sentence-username').textContent.length > 0")
        assert visitor.text_content("#sentence-username").strip()
        assert visitor.text_content("#sentence-email").strip()
    visitor.fill("#input-username", f"kid{uuid.uuid4().hex[:12]}")
    visitor.fill("#input-email", f"{uuid.uuid4().hex}@example.org")
    visitor.click("#create-button")
    visitor.wait_for_url("**/recovery-code", timeout=60_000)
    visitor.click("#continue")
    visitor.wait_for_url("**/menu")
    visitor.watch.expect("422")


@pytest.fixture(scope="module")
def corrected(browser, server):
    """Returns the correction of an email address, or an empty text."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/create-account?for=family")
    script = page.locator("script[src*=create-account]").get_attribute("src")
    module = script.replace("create-account", "email-correction")
    yield lambda email: page.evaluate(
        "async ([module, email]) => (await import(module)).correctedEmail(email)", [module, email])
    context.close()


@pytest.mark.parametrize("typed, meant", [
    ("ada@gmial.com", "ada@gmail.com"), ("ada@gmai.com", "ada@gmail.com"), ("ada@gmaill.com", "ada@gmail.com"),
    ("Ada.L+1@GMIAL.COM", "Ada.L+1@gmail.com"), (" ada@gamil.com ", "ada@gmail.com"),
    ("ada@gmail.con", "ada@gmail.com"), ("ada@gmial.con", "ada@gmail.com"), ("ada@hotnail.com", "ada@hotmail.com"),
    ("ada@yahooo.co.uk", "ada@yahoo.co.uk"), ("ada@outlok.com", "ada@outlook.com"),
    ("ada@icloud.co", "ada@icloud.com"), ("ada@school.cmo", "ada@school.com"), ("ada@me.con", "ada@me.com")])
def test_A7_typing_errors_in_an_email_domain_are_recognized(corrected, typed, meant):
    assert corrected(typed) == meant


@pytest.mark.parametrize("typed", [
    "ada@gmail.com", "ada@mail.com", "ada@email.com", "ada@gmx.de", "ada@gmx.at", "ada@me.com", "ada@example.org",
    "ada@school.co", "ada@yahoo.cn", "ada@hotmail.es", "ada@love.com", "ada@falcon.con.org", "ada@", "ada", "",
    "@gmial.com", "ada@gm ial.com", "ada@home@gmail.com", "ada@" + "x" * 300 + ".org"])
def test_A7_plausible_and_malformed_emails_are_not_corrected(corrected, typed):
    assert corrected(typed) == ""


def test_A7_a_mistyped_email_domain_is_corrected_by_a_button(visitor):
    visitor.goto("/create-account?for=family")
    name = f"kid{uuid.uuid4().hex[:12]}"
    fill_account(visitor, name, email=f"{name}@gmial.com")
    assert visitor.text_content(".correction").startswith(f"Did you mean {name}@gmail.com?")
    visitor.fill("#input-email", f"{name}@example.org")
    assert visitor.text_content(".correction") == ""
    visitor.fill("#input-email", f"{name}@gmial.com")
    visitor.locator("label.box", has_text="I am a parent or carer").click()
    visitor.click("#create-button")
    accept = visitor.get_by_role("button", name=f"Use {name}@gmail.com")
    assert accept.evaluate("(button) => button === document.activeElement")
    accept.press("Enter")
    assert visitor.input_value("#input-email") == f"{name}@gmail.com"
    assert visitor.text_content(".correction") == ""
    visitor.click("#create-button")
    visitor.wait_for_url("**/recovery-code", timeout=15_000)


def test_A7_a_rare_email_domain_is_accepted_on_the_second_press(visitor):
    visitor.goto("/create-account?for=family")
    name = f"kid{uuid.uuid4().hex[:12]}"
    fill_account(visitor, name, email=f"{name}@gmial.com")
    visitor.locator("label.box", has_text="I am a parent or carer").click()
    visitor.click("#create-button")
    assert visitor.locator(".correction button").is_visible()
    assert visitor.url.endswith("/create-account?for=family")
    visitor.click("#create-button")
    visitor.wait_for_url("**/recovery-code", timeout=15_000)


@pytest.mark.slow
def test_A8_three_failures_disable_the_login_button_for_a_minute(visitor, browser, server):
    name = new_account(browser.new_context(), server)
    visitor.goto("/login")
    for _ in range(3):
        visitor.fill("#name", name)
        visitor.fill("#password", "wrong one")
        with visitor.expect_response("**/api/login"):
            visitor.click("#login-button")
        visitor.wait_for_function("() => document.getElementById('login-sentence').textContent.trim()")
    denied = time.monotonic()
    assert visitor.is_disabled("#login-button")
    assert re.search(r"\b(5\d|60) seconds", visitor.text_content("#login-sentence"))
    # Now even the right password is rejected, and a new page shows the lockout, too.
    status = visitor.request.post("/api/login", data={"name": name, "password": PASSWORD}).status
    assert status == 429
    visitor.reload()
    assert visitor.is_disabled("#login-button")
    visitor.wait_for_function("() => !document.getElementById('login-button').disabled", timeout=70_000)
    assert 50 < time.monotonic() - denied < 70
    visitor.fill("#name", name)
    visitor.fill("#password", PASSWORD)
    visitor.click("#login-button")
    visitor.wait_for_url("**/menu", timeout=60_000)
    visitor.watch.expect("401", "429")


def test_A9_a_login_takes_little_time(visitor, state):
    visitor.goto("/login")
    visitor.fill("#name", state[0])
    visitor.fill("#password", PASSWORD)
    start = time.monotonic()
    visitor.click("#login-button")
    visitor.wait_for_url("**/menu")
    assert time.monotonic() - start < 15


def test_A9_a_login_without_an_answer_times_out_after_thirty_seconds(visitor, state):
    visitor.clock.install()
    visitor.goto("/login")
    visitor.route("**/api/login", lambda route: None)
    visitor.fill("#name", state[0])
    visitor.fill("#password", PASSWORD)
    visitor.click("#login-button")
    visitor.clock.run_for(29_000)
    assert "timed out" not in (visitor.text_content("#login-sentence") or "")
    visitor.clock.run_for(2_000)
    visitor.wait_for_function("() => document.getElementById('login-sentence').textContent")
    assert visitor.text_content("#login-sentence") == "User authentication timed out, try again"
    assert visitor.is_enabled("#login-button")


def test_A10_every_screen_requires_a_login(visitor):
    for path in ["/menu", "/levels", "/play/1", "/settings", "/edit-account", "/review", "/tutorial", "/facial-fun"]:
        visitor.goto(path)
        assert "/login" in visitor.url, path


def test_A10_after_logging_out_a_login_is_required(fresh):
    fresh.goto("/menu")
    fresh.get_by_role("button", name="Logout").or_(fresh.get_by_role("link", name="Logout")).click()
    fresh.wait_for_url("**/login*")
    assert "logged out" in fresh.text_content("body")
    fresh.goto("/menu")
    assert "/login" in fresh.url


def test_A10_thirty_minutes_without_activity_log_out(fresh):
    fresh.clock.install()
    fresh.goto("/menu")
    fresh.clock.run_for(29 * 60_000)
    assert fresh.url.endswith("/menu")
    fresh.clock.run_for(2 * 60_000)
    fresh.wait_for_url("**/login*")
    assert "30 minutes" in fresh.text_content("body")


def test_A13_a_passphrase_of_any_characters_is_accepted(browser, server):
    context = browser.new_context(base_url=server.url)
    phrase = "the green fish 🐟 sings – at night, and " * 2
    name = new_account(context, server, password=phrase, confirmation=phrase)
    answer = browser.new_context(base_url=server.url).request.post(
        f"{server.url}/api/login", data={"name": name, "password": phrase})
    assert answer.status == 200


@pytest.mark.parametrize("password", ["123456", "password", "qwerty", "aaaaaa"])
def test_A13_the_most_common_passwords_are_rejected(visitor, password):
    visitor.goto("/create-account?for=family")
    fill_account(visitor, f"kid{uuid.uuid4().hex[:12]}", password=password, confirmation=password)
    visitor.locator("label.box", has_text="I am a parent or carer").click()
    visitor.click("#create-button")
    visitor.wait_for_function("() => document.getElementById('sentence-password').textContent.trim()")
    assert visitor.url.endswith("/create-account?for=family")
    visitor.watch.expect("422")


def test_A14_account_information_can_be_changed(fresh):
    fresh.goto("/settings")
    fresh.click("text=Edit Account")
    fresh.wait_for_url("**/edit-account")
    assert fresh.input_value("#input-username") == fresh.username
    fresh.fill("#input-fullName", "Sam")
    fresh.click("#save")
    # Only an adult can change this, because a child does not know the PIN.
    fresh.wait_for_selector("#pin-dialog[open]")
    assert fresh.request.put("/api/account", data={"fullName": "Sam"}).status == 403
    fresh.keyboard.type(PIN)
    fresh.wait_for_function("() => document.body.textContent.includes('Saved.')")
    fresh.goto("/menu")
    assert "Sam" in fresh.text_content("body")


def test_A14_the_account_is_exported(fresh):
    fresh.goto("/edit-account")
    refused = fresh.request.get("/api/account/export")
    assert (refused.status, refused.json()["code"]) == (403, "parent_needed")
    fresh.click("#export")
    fresh.wait_for_selector("#pin-dialog[open]")
    fresh.click("#pin-cancel")
    assert fresh.url.endswith("/edit-account")
    fresh.click("#export")
    fresh.wait_for_selector("#pin-dialog[open]")
    with fresh.expect_download() as download:
        fresh.keyboard.type(PIN)
    assert re.fullmatch(r"pet-family-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    text = pathlib.Path(download.value.path()).read_text()
    assert fresh.username in text and "scrypt" not in text
    agreed = json.loads(text)["agreements"]
    assert [(one["subject"], one["version"], one["isGiven"]) for one in agreed] == [
        ("terms", TERMS, True), ("statistics", TERMS, True)]


def test_A14_the_account_is_deleted_only_with_its_password(fresh):
    fresh.goto("/edit-account")
    fresh.get_by_role("button", name=re.compile("Delete Account")).first.click()
    fresh.fill("#delete-password", "not this one")
    fresh.click("#delete-yes")
    fresh.wait_for_function("() => document.getElementById('delete-sentence').textContent.trim()", timeout=60_000)
    fresh.fill("#delete-password", PASSWORD)
    fresh.click("#delete-yes")
    fresh.wait_for_url("**/login*", timeout=60_000)
    assert "deleted" in fresh.text_content("body")
    answer = fresh.request.post("/api/login", data={"name": fresh.username, "password": PASSWORD})
    assert answer.status == 401 and answer.json()["code"] == "unknown_name"
    fresh.watch.expect("422")


def test_A15_terms_are_shown_and_agreed_to(visitor):
    visitor.goto("/terms")
    assert "no advertising" in visitor.text_content("main")
    visitor.goto("/create-account?for=family")
    fill_account(visitor, f"kid{uuid.uuid4().hex[:12]}")
    visitor.click("#create-button")
    visitor.locator("#sentence-terms").wait_for()
    assert visitor.text_content("#sentence-terms").strip()
    assert visitor.url.endswith("/create-account?for=family")


def test_A14_deleting_an_account_signs_other_tabs_out(browser, server, fresh):
    """Another tab of the browser returns to the login by itself. Another device does so at its next answer, with a
    friendly message.
    """
    tab = fresh.context.new_page()
    Round(tab)
    device = browser.new_context(base_url=server.url, viewport={"width": 1366, "height": 1024})
    base = sqlite3.connect(server.folder / "pet.sqlite", timeout=20, isolation_level=None)
    token = add_session(base, base.execute(CHILDREN, (fresh.username,)).fetchone()[0])
    device.add_cookies([{"name": "__Host-pet", "value": token.hex(), "url": server.url.replace("http:", "https:"),
                         "httpOnly": True, "secure": True, "sameSite": "Strict"}])
    far = device.new_page()
    played = Round(far)
    fresh.goto("/edit-account")
    fresh.get_by_role("button", name=re.compile("Delete Account")).first.click()
    fresh.fill("#delete-password", PASSWORD)
    fresh.click("#delete-yes")
    fresh.wait_for_url("**/login*", timeout=60_000)
    tab.wait_for_url("**/login?from=deleted", timeout=10_000)
    assert "deleted" in tab.inner_text("#notice")
    played.button(played.right).click()
    far.wait_for_url("**/login*", timeout=20_000)
    assert base.execute("SELECT count(*) FROM login WHERE username_key = ?", (fresh.username,)).fetchone() == (0,)
    for table in ["answer", "round", "session", "agreement"]:
        column = {"answer": "round", "round": "player", "session": "household"}.get(table, "account")
        parent = {"answer": "round", "round": "member"}.get(table, "household")
        left = base.execute(f"SELECT count(*) FROM {table} WHERE {column} NOT IN (SELECT id FROM {parent})").fetchone()
        assert left == (0,), table
    base.close()
    device.close()
