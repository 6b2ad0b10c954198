"""Forms with a password or a PIN, submitted by the browser without JavaScript or before a page's module has loaded."""

import uuid

import pytest

from asking import ask
from game_client import PASSWORD, PIN, TERMS
from pages import DESIGN, new_account

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def plain(browser, server):
    """A page in a browser without JavaScript. Fails if an address that it requests contains a password or a PIN."""
    context = browser.new_context(viewport=DESIGN, base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    seen = []
    page.on("request", lambda request: seen.append(request.url))
    yield page
    context.close()
    assert not [url for url in seen if "blue" in url or PIN in url], seen


def signed_in(page, server):
    return new_account(page.context, server)


def log_in(page, name, password=PASSWORD):
    page.goto("/login")
    page.fill("#name", name)
    page.fill("#password", password)
    with page.expect_response("**/login") as answer:
        page.click("#login-button")
    return answer.value


def test_login_works_without_javascript(plain, server):
    name = signed_in(plain, server)
    plain.context.clear_cookies()
    assert log_in(plain, name).status == 303
    plain.wait_for_url("**/menu")
    assert plain.get_by_role("heading", level=1).count() == 1


def test_login_errors_are_at_the_fields_without_javascript(plain, server):
    name = signed_in(plain, server)
    plain.context.clear_cookies()
    assert log_in(plain, "", "").status == 422
    assert plain.text_content("#name-sentence") and plain.text_content("#password-sentence")
    assert log_in(plain, f"no{uuid.uuid4().hex[:12]}").status == 422
    assert "doesn't exist" in plain.text_content("#name-sentence")
    assert plain.get_attribute("#name", "aria-invalid") == "true"
    answer = log_in(plain, name, "wrong blue horse")
    assert answer.status == 422
    assert plain.text_content("#password-sentence") == "The password is incorrect. Please try again"
    assert plain.input_value("#name") == name and plain.input_value("#password") == ""
    assert "wrong blue horse" not in plain.content()
    log_in(plain, name, "wrong blue horse")
    answer = log_in(plain, name, "wrong blue horse")
    assert answer.status == 429 and int(answer.headers["retry-after"]) > 50
    assert "seconds" in plain.text_content("#login-sentence")


def fill_account(page, name, **changes):
    values = {"fullName": "Robin", "birthYear": "2017", "username": name, "email": f"{name}@example.org",
              "password": PASSWORD, "confirmation": PASSWORD, "pin": PIN, **changes}
    for field, value in values.items():
        page.fill(f"#input-{field}", value)


def test_create_account_works_without_javascript(plain):
    name = f"kid{uuid.uuid4().hex[:12]}"
    plain.goto("/create-account?for=family")
    fill_account(plain, name, birthYear="20177", confirmation="other blue horse")
    plain.check("#statistics")
    with plain.expect_response("**/create-account") as answer:
        plain.click("#create-button")
    assert answer.value.status == 422
    for field in ["birthYear", "confirmation"]:
        assert plain.text_content(f"#sentence-{field}"), field
        assert plain.get_attribute(f"#input-{field}", "aria-invalid") == "true"
    assert plain.text_content("#sentence-terms")
    assert plain.text_content("#message")
    assert plain.input_value("#input-username") == name and plain.is_checked("#statistics")
    assert plain.input_value("#input-password") == "" and plain.input_value("#input-pin") == ""
    fill_account(plain, name)
    plain.check("#terms")
    with plain.expect_response("**/create-account") as answer:
        plain.click("#create-button")
    assert answer.value.status == 303
    assert plain.request.get("/api/account/export").status == 403


def test_parent_pages_open_and_close_without_javascript(plain, server):
    signed_in(plain, server)
    plain.goto("/family")
    plain.fill("#pin", "9999")
    with plain.expect_response("**/parent") as answer:
        plain.click("#open")
    assert answer.value.status == 422 and plain.text_content("#pin-sentence-field")
    plain.fill("#pin", PIN)
    with plain.expect_response("**/parent") as answer:
        plain.click("#open")
    assert answer.value.status == 303
    plain.wait_for_url("**/family")
    assert plain.request.get("/api/parent").json()["open"]
    plain.click("#done")
    plain.wait_for_url("**/menu")
    assert not plain.request.get("/api/parent").json()["open"]


def test_pin_form_leads_only_to_pages_of_the_game(plain, server):
    signed_in(plain, server)
    for elsewhere in ["https://example.org/", "//example.org", "/nothing", ""]:
        answer = plain.request.post("/parent", form={"pin": PIN, "next": elsewhere}, max_redirects=0)
        assert answer.status == 303 and answer.headers["location"] == "/family"


def test_account_is_changed_without_javascript(plain, server):
    name = signed_in(plain, server)
    plain.goto("/edit-account")
    plain.fill("#input-fullName", "Kim")
    plain.click("#save")
    assert plain.text_content("#sentence-currentPassword")
    assert plain.input_value("#input-fullName") == "Kim"
    plain.fill("#input-currentPassword", PASSWORD)
    with plain.expect_response("**/edit-account") as answer:
        plain.click("#save")
    assert answer.value.status == 303
    plain.wait_for_url("**/edit-account?from=saved")
    assert plain.text_content("#message") == "Saved."
    assert plain.input_value("#input-fullName") == "Kim" and plain.input_value("#input-username") == name


def test_account_is_deleted_without_javascript(plain, server):
    signed_in(plain, server)
    plain.goto("/edit-account/delete")
    plain.fill("#delete-password", "wrong blue horse")
    plain.click("#delete-yes")
    assert plain.text_content("#delete-sentence") == "The password is incorrect. Please try again"
    plain.fill("#delete-password", PASSWORD)
    plain.click("#delete-yes")
    plain.wait_for_url("**/login?from=deleted")
    assert "deleted" in plain.text_content("#notice")


@pytest.mark.parametrize("address, form", [
    ("/login", {"name": "someone", "password": PASSWORD}),
    ("/create-account", {"username": "someone", "password": PASSWORD, "terms": TERMS}),
    ("/parent", {"pin": PIN}), ("/parent/close", {}), ("/edit-account", {"password": PASSWORD}),
    ("/edit-account/delete", {"password": PASSWORD}), ("/agree", {"pin": PIN, "version": TERMS, "terms": "on"})])
def test_form_of_another_site_is_rejected(server, fresh, address, form):
    answer = fresh.request.post(address, form=form, headers={"Sec-Fetch-Site": "cross-site"}, max_redirects=0)
    assert answer.status == 403
    answer = fresh.request.post(address, form=form, headers={"Origin": "https://example.org"}, max_redirects=0)
    assert answer.status == 403


@pytest.mark.parametrize("address, button", [("/login", "#login-button"),
                                             ("/create-account?for=family", "#create-button")])
def test_form_works_before_its_module_has_loaded(visitor, address, button):
    """The module never arrives: the browser submits the form, and the password is not in the address."""
    visitor.route("**/modules/*.js", lambda route: route.abort())
    visitor.goto(address)
    for box in visitor.locator("input[type=password]").all():
        box.fill(PASSWORD)
    with visitor.expect_response(lambda answer: answer.request.method == "POST") as answer:
        visitor.click(button)
    assert answer.value.status == 422
    assert visitor.url.endswith(address.partition("?")[0])
    assert "blue" not in visitor.url and "blue" not in visitor.content()
    visitor.unroute_all(behavior="wait")
    visitor.goto("about:blank")
    visitor.watch.expect("Failed to load", "ERR_FAILED", "status of 422")


def test_every_form_with_a_secret_uses_post(visitor, fresh):
    for page, addresses in [(visitor, ["/login", "/create-account?for=family"]),
                            (fresh, ["/edit-account", "/edit-account/delete", "/family", "/parent"])]:
        for address in addresses:
            page.goto(address)
            forms = page.locator("form:has(input[type=password])").all()
            assert forms, address
            for form in forms:
                assert form.get_attribute("method") == "post", address
                assert form.get_attribute("action").startswith("/"), address


@pytest.mark.parametrize("body", ["name=%zz&password=x", "name=%ff&password=x", "name=a&name=b&password=x"])
def test_unreadable_form_is_rejected(server, body):
    answer = ask(server.port, "POST", "/login", body.encode(), kind=FORM)
    assert answer.status == 400


def test_form_of_another_type_is_rejected(server):
    answer = ask(server.port, "POST", "/login", {"name": "a"})
    assert answer.status == 415
