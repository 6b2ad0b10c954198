"""The parent's PIN: the keypad that opens the parent's area, by routes and on the screen."""

import sqlite3

from asking import ask, join
from game_client import PASSWORD, PIN
from household_rows import HOUSEHOLD
from pages import DESIGN


def open_keypad(page, path="/menu"):
    """Opens the keypad like a screen does. The content policy allows only the server's scripts, so the test calls
    the module through a handle.
    """
    page.goto(path)
    page.evaluate("""async () => {
        const { askForPin } = await import(document.body.dataset.assets + '/modules/parent.js');
        askForPin().then((open) => { document.body.dataset.opened = open; });
    }""")


def type_pin(page, pin):
    for digit in pin:
        page.click(f'#pin-dialog [data-key="{digit}"]')


def test_the_pin_opens_the_parents_area_only_in_this_session(house):
    sent, cookie = join(house.port)
    other = ask(house.port, "POST", "/api/login", {"name": sent["username"], "password": PASSWORD}).cookie
    assert ask(house.port, "GET", "/api/parent", cookie=cookie).json == {"open": False, "seconds": 0}
    opened = ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie)
    assert opened.status == 200 and opened.json["open"] and 590 < opened.json["seconds"] <= 600
    assert ask(house.port, "GET", "/api/parent", cookie=cookie).json["open"]
    assert not ask(house.port, "GET", "/api/parent", cookie=other).json["open"]
    assert ask(house.port, "DELETE", "/api/parent", cookie=cookie).json == {"open": False, "seconds": 0}
    assert not ask(house.port, "GET", "/api/parent", cookie=cookie).json["open"]
    for method, body in [("GET", None), ("POST", {"pin": PIN}), ("DELETE", None)]:
        assert ask(house.port, method, "/api/parent", body).status == 401


def test_five_wrong_pins_lock_for_a_minute_and_malformed_ones_do_not_count(house):
    _, cookie = join(house.port)
    for wrong in ["", "1", "12345", "abcd", "0" * 50_000, "\0\0\0\0"]:
        answer = ask(house.port, "POST", "/api/parent", {"pin": wrong}, cookie=cookie)
        assert (answer.status, answer.json["code"]) == (422, "invalid"), wrong[:9]
    assert ask(house.port, "POST", "/api/parent", {"pin": 1234}, cookie=cookie).status == 400
    for left in [4, 3, 2, 1]:
        answer = ask(house.port, "POST", "/api/parent", {"pin": "9999"}, cookie=cookie)
        assert (answer.status, answer.json["code"], answer.json["triesLeft"]) == (403, "wrong_pin", left)
    for pin in ["9999", PIN]:
        answer = ask(house.port, "POST", "/api/parent", {"pin": pin}, cookie=cookie)
        assert (answer.status, answer.json["code"]) == (429, "denied")
        assert 1 <= answer.json["seconds"] <= 60 and str(answer.json["seconds"]) in answer.json["message"]


def test_another_site_cannot_open_the_parents_area(house):
    _, cookie = join(house.port)
    answer = ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie,
                 headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status == 403 and answer.json["code"] == "cross_site"


def test_the_keypad_opens_with_the_right_pin_and_shows_errors(fresh):
    open_keypad(fresh)
    fresh.wait_for_selector("#pin-dialog[open]")
    box = fresh.locator("#pin-dialog").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= DESIGN["height"]
    for key in fresh.query_selector_all("#pin-dialog [data-key]"):
        size = key.bounding_box()
        assert size["height"] >= 64 and size["width"] >= 64
    type_pin(fresh, "0000")
    fresh.wait_for_function("() => document.getElementById('pin-trouble').textContent.includes('Wrong PIN')")
    fresh.keyboard.type(PIN[:3])
    fresh.keyboard.press("Backspace")
    assert fresh.locator("#pin-dialog .pin-dots .on").count() == 2
    fresh.keyboard.type(PIN[2:])
    fresh.wait_for_selector("body[data-opened=true]")
    assert fresh.locator("#pin-dialog").count() == 0
    # The parent's area is already open, so no PIN is required.
    open_keypad(fresh)
    fresh.wait_for_selector("body[data-opened=true]")
    fresh.watch.expect("403")


def test_cancel_and_escape_close_the_keypad(fresh):
    for leave in [lambda: fresh.click("#pin-cancel"), lambda: fresh.keyboard.press("Escape")]:
        open_keypad(fresh)
        fresh.wait_for_selector("#pin-dialog[open]")
        leave()
        fresh.wait_for_selector("body[data-opened=false]")
    assert fresh.request.get("/api/parent").json()["open"] is False


def test_the_keypad_is_locked_after_five_wrong_pins(fresh):
    open_keypad(fresh)
    for number in range(5):
        with fresh.expect_response("**/api/parent"):
            type_pin(fresh, "0000")
        if number < 4:
            fresh.wait_for_selector('#pin-dialog [data-key="0"]:not([disabled])')
    fresh.wait_for_function("() => /\\d+ seconds/.test(document.getElementById('pin-trouble').textContent)")
    assert fresh.is_disabled('#pin-dialog [data-key="0"]')
    fresh.watch.expect("403", "429")


def test_setting_a_new_pin_in_edit_account_needs_the_password(fresh):
    fresh.goto("/edit-account")
    fresh.fill("#input-pin", "7391")
    fresh.click("#save")
    fresh.wait_for_function("() => document.getElementById('sentence-currentPassword').textContent")
    fresh.fill("#input-currentPassword", PASSWORD)
    with fresh.expect_response("**/api/account") as answer:
        fresh.click("#save")
    assert answer.value.status == 200
    fresh.wait_for_function("() => document.getElementById('input-pin').value === ''")
    assert fresh.request.post("/api/parent", data={"pin": PIN}).status == 403
    assert fresh.request.post("/api/parent", data={"pin": "7391"}).status == 200


def test_an_old_account_must_set_a_pin(house):
    _, cookie = join(house.port, username="before", email="before@example.org")
    with sqlite3.connect(house.folder / "pet.sqlite", timeout=10) as database:
        database.execute(f"UPDATE household SET pin_hash = NULL WHERE id = {HOUSEHOLD}", ("before",))
    database.close()
    answer = ask(house.port, "POST", "/api/parent", {"pin": PIN}, cookie=cookie)
    assert (answer.status, answer.json["code"]) == (409, "no_pin")
    assert "Edit Account" in answer.json["message"]
