"""Forms with unusual input: nothing, blanks, ten megabytes, invisible characters, SQL and HTML.

`test_fields.py` tests the server's response to the same input.
"""

import random
import re
import uuid

import pytest

from game_client import PASSWORD, PIN
from house import MARKUP, SQL

# A browser takes seconds to lay out such a text, so it goes into one field of each form; `test_fields.py` tests every
# field.
TEN_MEGABYTES = {"ten megabytes": "x" * 10_000_000}
IMAGE = '"><img src=x onerror=alert(1)>'
# Values that are invalid as names and addresses.
WRONG = {"nothing": "", "blanks": "   ", "control characters": "Ro\x07b\x1bin",
         "a mark that turns the writing": "\u202enibor", "what is not to be seen": "Ro\u2060bin"}
# Values that are valid as a name, but not as a username, an email or a year.
TEXTS = {"emoji": "👩‍👩‍👧", "SQL": SQL, "HTML": MARKUP, "a picture that calls": IMAGE,
         "a template": "{{text.login.title}}"}


@pytest.fixture
def alert_is_fault(request):
    """Fails the test if typed text runs as a script, which would open a dialog."""
    page = request.getfixturevalue("visitor")
    shown = []
    page.on("dialog", lambda dialog: (shown.append(dialog.message), dialog.dismiss()))
    yield page
    assert shown == []


def good(name):
    return {"fullName": "Robin", "birthYear": "2017", "username": name, "email": f"{name}@example.org",
            "password": PASSWORD,
            "confirmation": PASSWORD, "pin": PIN}


def fill(page, values):
    for field, value in values.items():
        box = page.locator(f"#input-{field}")
        if box.count():
            box.fill(value)


def sentence(page, field):
    return (page.text_content(f"#sentence-{field}") or "").strip()


@pytest.mark.parametrize("field", ["fullName", "birthYear", "username", "email", "password", "confirmation"])
def test_create_account_shows_errors_at_the_fields_and_keeps_the_rest(alert_is_fault, field):
    page = alert_is_fault
    page.goto("/create-account?for=family")
    values = good(f"kid{uuid.uuid4().hex[:12]}")
    fill(page, values)
    page.locator("label.box", has_text="I am a parent or carer").click()
    wrong = WRONG if field == "fullName" else {**WRONG, **TEXTS}
    if field == "password":
        # Values of all kinds that are too short, too long, or contain invisible characters; all are rejected, and none
        # is shown.
        wrong = {name: value for name, value in WRONG.items() if name != "blanks"}
    if field == "fullName":
        wrong = {**wrong, **TEN_MEGABYTES}
    for name, value in wrong.items():
        page.fill(f"#input-{field}", value)
        if field == "password":
            page.fill("#input-confirmation", value)
        # The layout of ten megabytes takes most of a minute on a busy machine.
        page.click("#create-button", timeout=180_000)
        page.wait_for_function("f => document.getElementById(`sentence-${f}`).textContent.trim() && "
                               "!document.getElementById('create-button').disabled", arg=field, timeout=180_000)
        assert re.match(r"[A-Z].*[.!?]$", sentence(page, field)), (name, sentence(page, field))
        assert page.url.endswith("/create-account?for=family")
        assert page.input_value("#input-email" if field != "email" else "#input-username") == values[
            "email" if field != "email" else "username"], "what was written is lost"
        page.fill(f"#input-{field}", values[field])
        if field == "password":
            page.fill("#input-confirmation", PASSWORD)
    page.watch.expect("422", "413")


def test_the_servers_message_stays_after_the_delayed_check_of_the_field(alert_is_fault):
    """The check one second after the last character finds no error, but must not remove the server's message."""
    page = alert_is_fault
    page.goto("/create-account?for=family")
    fill(page,
         {**good(f"kid{uuid.uuid4().hex[:12]}"), "password": "blue\u2060horse 7", "confirmation": "blue\u2060horse 7"})
    page.locator("label.box", has_text="I am a parent or carer").click()
    page.locator("#input-confirmation").press("Enter")
    page.wait_for_function("() => document.getElementById('sentence-password').textContent.trim()")
    # There is no condition to wait for: the check one second after the last character must change nothing.
    page.wait_for_timeout(1500)
    assert "invisible character" in sentence(page, "password")
    assert "wrong" in page.locator("[data-field=password]").get_attribute("class")
    page.locator("#input-password").press_sequentially("x")
    # The message disappears when the field is corrected.
    page.wait_for_function("() => !document.getElementById('sentence-password').textContent.trim()")
    page.watch.expect("422")


@pytest.mark.parametrize("name", TEXTS.values(), ids=TEXTS)
def test_a_name_in_any_script_is_shown_as_typed(alert_is_fault, name):
    page = alert_is_fault
    page.goto("/create-account?for=family")
    fill(page, {**good(f"kid{uuid.uuid4().hex[:12]}"), "fullName": name})
    page.locator("label.box", has_text="I am a parent or carer").click()
    page.click("#create-button")
    page.wait_for_url("**/recovery-code", timeout=60_000)
    page.click("#continue")
    page.wait_for_url("**/menu")
    assert name in page.inner_text("body") and page.locator("img[src=x]").count() == 0
    page.goto("/edit-account")
    assert page.input_value("#input-fullName") == name
    page.goto("/review")
    assert page.locator("img[src=x]").count() == 0


TYPED = {**WRONG, **TEXTS, **TEN_MEGABYTES}


@pytest.mark.parametrize("value", TYPED.values(), ids=TYPED)
def test_login_answers_any_input_with_a_message(alert_is_fault, value):
    page = alert_is_fault
    page.goto("/login")
    page.fill("#name", value)
    page.fill("#password", value)
    page.click("#login-button")
    page.wait_for_function("() => [...document.querySelectorAll('#login .sentence')].some(s => s.textContent.trim())",
                           timeout=30_000)
    said = " ".join(page.locator("#login .sentence").all_inner_texts()).strip()
    assert said and "undefined" not in said and page.locator("#login .sentence *:not([aria-live])").count() == 0
    assert page.url.endswith("/login") and page.is_enabled("#login-button")
    page.watch.expect("401", "413", "429")


def test_edit_account_and_delete_show_errors_and_change_nothing(fresh):
    shown = []
    fresh.on("dialog", lambda dialog: (shown.append(dialog.message), dialog.dismiss()))
    assert fresh.request.post("/api/parent", data={"pin": PIN}).ok
    fresh.goto("/edit-account")
    for field, values in {
        "fullName": WRONG,
        "username": {**WRONG, **TEXTS},
        "email": {**WRONG, **TEXTS, **TEN_MEGABYTES},
        "birthYear": WRONG,
    }.items():
        before = fresh.input_value(f"#input-{field}")
        for name, value in values.items():
            fresh.fill(f"#input-{field}", value)
            if field in ("username", "email"):
                fresh.fill("#input-currentPassword", PASSWORD)
            fresh.click("#save")
            fresh.wait_for_function("f => document.getElementById(`sentence-${f}`).textContent.trim() && "
                                    "!document.getElementById('save').disabled", arg=field, timeout=30_000)
            assert re.match(r"[A-Z].*[.!?]$", sentence(fresh, field)), (field, name)
        fresh.fill(f"#input-{field}", before)
    fresh.reload()
    assert fresh.input_value("#input-username") == fresh.username and fresh.input_value("#input-fullName") == "Robin"
    fresh.locator("#delete").click()
    for value in ["", "   ", MARKUP]:
        fresh.evaluate("() => { document.getElementById('delete-sentence').textContent = ''; }")
        fresh.fill("#delete-password", value)
        fresh.click("#delete-yes")
        fresh.wait_for_function("() => document.getElementById('delete-sentence').textContent.trim() && "
                                "!document.getElementById('delete-yes').disabled", timeout=30_000)
    assert fresh.locator("#delete-sentence *").count() == 0 and shown == []
    assert fresh.request.get("/api/account/export").json()["account"]["username"] == fresh.username
    fresh.watch.expect("422", "413", "429")


def test_forms_with_random_input_never_break(alert_is_fault):
    """Sends two hundred random inputs of text that people and machines paste: a form always responds, and no script
    runs."""
    page = alert_is_fault
    chance = random.Random(20261122)
    pool = [*WRONG.values(), *TEXTS.values(), "a" * 300, "ß", "\ufeff", "\ud7ff", "0", "-1", "1e9",
            "2017", "robin", "a@b.cc", "\t", "%00", "\\u0000", "${7*7}", "../..", "\uff32\uff4f\uff42\uff49\uff4e",
            "\u0301" * 20, "١٩٩٩"]
    page.goto("/create-account?for=family")
    for _ in range(200):
        field = chance.choice(["fullName", "birthYear", "username", "email", "password", "confirmation"])
        text = "".join(chance.choice(pool) for _ in range(chance.randrange(1, 4)))
        page.fill(f"#input-{field}", text)
        if chance.random() < 0.2:
            # The form is never complete, because the terms are not accepted.
            page.click("#create-button")
            assert sentence(page, "terms"), "the form did not answer"
            assert page.url.endswith("/create-account?for=family")
    page.watch.expect("422")
