"""Members and devices: invitations by link, recovery codes, approved devices. The browser runs without JavaScript
unless stated otherwise.
"""

import re
import uuid

import pytest

from game_client import PASSWORD, PIN
from pages import DESIGN, Watch, new_account

NEW = "green horse 43"


@pytest.fixture
def open_page(browser, server):
    """Opens pages, each in its own browser context."""
    contexts = []

    def opened(javascript=False, viewport=DESIGN):
        context = browser.new_context(base_url=server.url, java_script_enabled=javascript, viewport=viewport)
        contexts.append(context)
        page = context.new_page()
        page.watch = Watch(page)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def parent(open_page, server):
    """A parent on the page of members and devices."""
    page = open_page()
    page.username = new_account(page.context, server)
    open_members(page)
    return page


def open_members(page):
    page.goto("/members")
    page.fill("#pin", PIN)
    page.click("#open")
    page.wait_for_url("**/members")


def invite(page, name="Gran", role="adult"):
    page.fill("#name", name)
    page.select_option("#role", role)
    page.click("#invite")
    return page.inner_text("#link")


def accept(page, link, name):
    page.goto(link)
    page.fill("#input-username", name)
    page.fill("#input-email", f"{name}@example.org")
    page.fill("#input-password", NEW)
    page.fill("#input-confirmation", NEW)
    page.click("#accept")


def log_in(page, name, password):
    page.goto("/login")
    page.fill("#name", name)
    page.fill("#password", password)
    page.click("#login-button")


def unique(start="gran"):
    return f"{start}{uuid.uuid4().hex[:10]}"


def test_members_page_needs_the_pin(open_page, server):
    page = open_page()
    page.goto("/members")
    page.wait_for_url("**/login")
    new_account(page.context, server)
    assert page.goto("/members").ok
    assert page.locator("#members").count() == 0
    for address, form in [("/members/invite", {"name": "x", "role": "adult"}), ("/devices/approve", {"device": "x"}),
                          ("/members/1/link", {}), ("/members/1/remove", {}), ("/devices/1/revoke", {}),
                          ("/invitations/1/withdraw", {})]:
        assert page.request.post(address, form=form, max_redirects=0).status == 403, address


def test_invited_member_signs_in_by_username_and_email(parent, open_page):
    link = invite(parent)
    guest, name = open_page(), unique()
    accept(guest, link, name)
    guest.wait_for_url("**/recovery-code")
    assert re.fullmatch(r"([0-9A-Z]{5}-){3}[0-9A-Z]{5}", guest.inner_text("#code"))
    guest.click("#continue")
    guest.wait_for_url("**/menu")
    for login in [name, f"{name}@example.org"]:
        guest.context.clear_cookies()
        log_in(guest, login, NEW)
        guest.wait_for_url("**/menu")
    # The link works only once.
    assert open_page().goto(link).status == 404
    parent.goto("/members")
    assert name in parent.inner_text("#members") and parent.locator("#link").count() == 0


def test_adult_cannot_manage_members(parent, open_page):
    guest = open_page()
    accept(guest, invite(parent), unique())
    guest.goto("/members")
    guest.fill("#pin", PIN)
    guest.click("#open")
    assert guest.request.get("/members").status == 403
    assert guest.request.post("/members/invite", form={"name": "x", "role": "parent"}, max_redirects=0).status == 403
    assert guest.request.post("/devices/approve", form={"device": "x"}, max_redirects=0).status == 403
    answer = guest.request.post("/api/account/delete", data={"password": NEW})
    assert answer.status == 403, answer.text()


def test_invitation_form_reports_each_error(parent, open_page):
    guest = open_page()
    guest.goto(invite(parent))
    guest.fill("#input-username", parent.username)
    guest.fill("#input-email", "no email")
    guest.fill("#input-password", NEW)
    guest.click("#accept")
    for field in ["email", "confirmation"]:
        assert guest.inner_text(f"#sentence-{field}"), field
    guest.fill("#input-email", f"{unique()}@example.org")
    guest.fill("#input-password", NEW)
    guest.fill("#input-confirmation", NEW)
    guest.click("#accept")
    assert "taken" in guest.inner_text("#sentence-username")


def test_invitation_form_suggests_a_correction_of_a_mistyped_email_domain(parent, open_page):
    guest, name = open_page(javascript=True), unique()
    guest.goto(invite(parent))
    guest.fill("#input-username", name)
    guest.fill("#input-password", NEW)
    guest.fill("#input-confirmation", NEW)
    guest.fill("#input-email", f"{name}@gmial.com")
    guest.click("#accept")
    guest.get_by_role("button", name=f"Use {name}@gmail.com").click()
    assert guest.input_value("#input-email") == f"{name}@gmail.com"
    guest.click("#accept")
    guest.wait_for_url(lambda url: "/invitation" not in url)


def test_withdrawn_invitation_is_not_valid(parent, open_page):
    link = invite(parent)
    parent.locator("#invitations button").click()
    assert parent.locator("#invitations").count() == 0
    assert open_page().goto(link).status == 404


def test_parent_resets_the_password_of_a_member(parent, open_page):
    guest, name = open_page(), unique()
    accept(guest, invite(parent), name)
    guest.wait_for_url("**/recovery-code")
    parent.goto("/members")
    parent.locator("#members li", has_text=name).get_by_role("button", name="Reset password").click()
    link = parent.inner_text("#link")
    again = open_page()
    again.goto(link)
    assert again.locator("#input-username").count() == 0
    again.fill("#input-password", "yellow horse 44")
    again.fill("#input-confirmation", "yellow horse 44")
    again.click("#accept")
    again.wait_for_url("**/recovery-code")
    # The member is signed out on all other devices.
    guest.goto("/menu")
    guest.wait_for_url("**/login?from=idle")
    log_in(guest, name, "yellow horse 44")
    guest.wait_for_url("**/menu")


def test_child_gets_its_own_login(parent, open_page):
    parent.locator("#members li", has_text="Robin").get_by_role("button", name="Create login").click()
    child, name = open_page(), unique("robin")
    accept(child, parent.inner_text("#link"), name)
    child.wait_for_url("**/recovery-code")
    parent.goto("/members")
    assert parent.locator("#members li").count() == 2
    assert name in parent.inner_text("#members")


def test_create_account_shows_the_recovery_code_once(open_page):
    page, name = open_page(javascript=True), unique("kid")
    page.goto("/create-account?for=family")
    for field, value in {"fullName": "Robin", "birthYear": "2017", "username": name, "email": f"{name}@example.org",
                         "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN}.items():
        page.fill(f"#input-{field}", value)
    page.locator("label.box", has_text="I am a parent or carer").click()
    page.click("#create-button")
    page.wait_for_url("**/recovery-code", timeout=60_000)
    code = page.inner_text("#code")
    assert page.locator("#print").is_visible()
    page.reload()
    assert page.locator("#code").count() == 0 and code not in page.content()
    assert page.watch.complaints == []
    # If the password is forgotten, the code sets a new one, but only once.
    other = open_page()
    log_in(other, name, "wrong horse 1")
    other.goto("/login")
    other.click(".forgot a")

    def recover(typed, password=NEW):
        other.goto("/forgot-password")
        other.fill("#name", name)
        other.fill("#code", typed)
        other.fill("#password", password)
        other.fill("#confirmation", password)
        other.click("#set")

    recover("AAAAA-AAAAA-AAAAA-AAAAA")
    assert other.inner_text("#code-sentence") and other.input_value("#password") == ""
    recover(code.lower().replace("-", " "), password="abc")
    assert other.inner_text("#password-sentence")
    recover(code.lower().replace("-", " "))
    other.wait_for_url("**/recovery-code")
    assert other.inner_text("#code") != code
    recover(code)
    assert other.inner_text("#code-sentence")
    page.goto("/menu")
    page.wait_for_url("**/login?from=idle")
    other.context.clear_cookies()
    log_in(other, name, NEW)
    other.wait_for_url("**/menu")


def test_new_recovery_code_needs_the_password(parent):
    parent.goto("/recovery-code")
    assert len(parent.inner_text("#code")) == 23
    # The code of the sign-up is shown once.
    parent.goto("/recovery-code")
    parent.fill("#password", "wrong horse 1")
    parent.click("#renew")
    assert parent.inner_text("#password-sentence") == "The password is incorrect. Please try again"
    parent.fill("#password", PASSWORD)
    parent.click("#renew")
    parent.wait_for_url("**/recovery-code")
    assert len(parent.inner_text("#code")) == 23


def test_approved_device_stays_signed_in_until_it_is_revoked(parent, open_page):
    parent.fill("#device", "Kitchen iPad")
    parent.click("#approve")
    assert "Kitchen iPad" in parent.inner_text("#devices")
    assert parent.locator("#approve").count() == 0
    cookies = [cookie for cookie in parent.context.cookies() if cookie["name"] == "__Host-family-device"]
    assert cookies[0]["httpOnly"] and cookies[0]["secure"] and cookies[0]["sameSite"] == "Strict"
    assert cookies[0]["expires"] > 0

    def forget_session():
        parent.context.clear_cookies(name="__Host-pet")

    for address in ["/", "/login", "/menu"]:
        forget_session()
        parent.goto(address)
        parent.wait_for_url("**/menu")
    # On a device that signed in without the parent, the parent's area is closed.
    assert not parent.request.get("/api/parent").json()["open"]
    open_members(parent)
    parent.locator("#devices button").click()
    assert parent.locator("#devices").count() == 0
    forget_session()
    parent.goto("/menu")
    parent.wait_for_url("**/login")


def test_logging_out_ends_the_approval_of_the_device(parent):
    parent.fill("#device", "Kitchen iPad")
    parent.click("#approve")
    assert parent.request.post("/api/logout", data={}).ok
    parent.goto("/login")
    assert parent.url.endswith("/login")
    left = {cookie["name"] for cookie in parent.context.cookies()}
    assert not left & {"__Host-pet", "__Host-family-device"}


def test_trivial_pin_is_rejected_at_its_field(open_page):
    page = open_page()
    page.goto("/create-account?for=family")
    page.fill("#input-pin", "1234")
    page.click("#create-button")
    assert "guess" in page.inner_text("#sentence-pin")


def test_done_button_locks_the_page(parent):
    parent.click("#done")
    parent.wait_for_url("**/menu")
    parent.goto("/members")
    assert parent.locator("#members").count() == 0


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1366, 1024)])
def test_pages_fit_phones_tablets_and_desktops(open_page, server, size):
    page = open_page(javascript=True, viewport={"width": size[0], "height": size[1]})
    new_account(page.context, server)
    page.request.post("/parent", form={"pin": PIN, "next": "/members"}, max_redirects=0)
    page.request.post("/members/invite", form={"name": "Grandmother Wilhelmina", "role": "adult"}, max_redirects=0)
    page.request.post("/devices/approve", form={"device": "Kitchen iPad"}, max_redirects=0)
    for address in ["/members", "/recovery-code", "/forgot-password"]:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], address
        small = page.evaluate("""[...document.querySelectorAll("button, a.button, input, select")].filter((one) =>
            one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)""")
        assert small == [], address
