"""Children's sign-in without typing: three pictures on a known device, and a card with a QR code."""

import json
import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe

from game_client import PASSWORD, PIN
from pages import DESIGN, Watch, new_account
from test_members import log_in, open_page, unique  # noqa: F401 (a fixture)
from test_tutorial import clip_of

HEARD = "clip => (document.body.dataset.playing ?? '').endsWith(clip)"
SIZES = [(390, 844), (1024, 768), (1366, 1024), (1920, 1080)]


def parent_page(page, child=None):
    """Opens a child's page of sign-in with the PIN; returns the child's number."""
    page.request.post("/parent", form={"pin": PIN, "next": "/members"}, max_redirects=0)
    page.goto("/members")
    links = page.locator("a[href$='/sign-in']")
    address = (links.first if child is None else links.filter(visible=True).nth(child)).get_attribute("href")
    page.goto(address)
    return address.split("/")[2]


def choose_pictures(page, *pictures):
    for field, picture in zip(["first", "second", "third"], pictures, strict=True):
        page.check(f"input[name={field}][value={picture}]", force=True)
    page.click("#save-pictures")


def make_known(page, name):
    """Signs a parent in with the password, which makes the browser a known device."""
    log_in(page, name, PASSWORD)
    page.wait_for_url(lambda url: not url.endswith("/login"))


def sign_out(page):
    page.context.clear_cookies(name="__Host-pet")


@pytest.fixture
def parent(open_page, server):  # noqa: F811
    """A parent's browser, without scripts, on the page of the child's sign-in."""
    page = open_page()
    page.username = new_account(page.context, server)
    make_known(page, page.username)
    page.child = parent_page(page)
    return page


def test_a_child_signs_in_alone_with_three_pictures(parent, browser, server):
    choose_pictures(parent, "cat", "apple", "car")
    assert "since" in parent.inner_text("#pictures-since")
    # The same browser later, with scripts: the child only taps.
    context = browser.new_context(base_url=server.url, viewport=DESIGN)
    context.add_cookies([one for one in parent.context.cookies() if one["name"] == "__Host-pet-device"])
    page = context.new_page()
    page.watch = Watch(page)
    page.goto("/login")
    page.click("#pictured-children a")
    page.wait_for_url("**/picture-login/*")
    page.wait_for_function(HEARD, arg=clip_of("Tap your three pictures."))
    for number, picture in enumerate(["cat", "apple", "car"]):
        assert page.locator(".mark.done").count() == number
        page.click(f"button[value={picture}]")
    page.wait_for_url("**/menu")
    assert page.locator("#me b").inner_text() == "Robin"
    # The session is the child's: it can neither open the members page, even with the PIN, nor switch to another child.
    page.request.post("/api/parent", data={"pin": PIN})
    assert page.request.get("/members").status == 403
    assert page.watch.complaints == []
    context.close()


def test_pictures_work_without_scripts_and_wrong_ones_are_counted(parent):
    choose_pictures(parent, "cat", "apple", "car")
    sign_out(parent)
    for tries in range(5):
        parent.goto("/login")
        parent.click("#pictured-children a")
        for picture in ["sun", "fish", "tree"]:
            parent.click(f"button[value={picture}]")
        expected = "other pictures" if tries < 4 else "wait"
        assert expected in parent.inner_text("#trouble"), tries
    for picture in ["cat", "apple", "car"]:
        parent.click(f"button[value={picture}]")
    assert "wait" in parent.inner_text("#trouble")


def test_each_picture_can_be_chosen_once_and_the_choice_can_be_restarted(parent):
    choose_pictures(parent, "cat", "apple", "car")
    sign_out(parent)
    parent.goto(f"/picture-login/{parent.child}")
    parent.click("button[value=star]")
    assert parent.locator("button[value=star]").is_disabled()
    parent.click("#again")
    assert parent.locator(".mark.done").count() == 0


def test_other_browsers_do_not_show_the_child(parent, open_page):  # noqa: F811
    choose_pictures(parent, "cat", "apple", "car")
    stranger = open_page()
    stranger.goto("/login")
    assert stranger.locator("#pictured-children").count() == 0
    stranger.goto(f"/picture-login/{parent.child}")
    assert stranger.url.endswith("/login")
    answer = stranger.request.post(f"/picture-login/{parent.child}", form={"picked": "cat apple", "pick": "car"},
                                   max_redirects=0)
    assert answer.status == 303 and answer.headers["location"] == "/login"


def test_a_parent_has_to_choose_three_different_pictures_and_can_turn_them_off(parent):
    choose_pictures(parent, "cat", "apple", "cat")
    assert "different" in parent.inner_text("#pictures-sentence")
    assert parent.is_checked("input[name=second][value=apple]")
    choose_pictures(parent, "cat", "apple", "car")
    parent.click("#remove-pictures")
    assert parent.locator("#pictures-since").count() == 0
    sign_out(parent)
    parent.goto("/login")
    assert parent.locator("#pictured-children").count() == 0


def test_a_practice_shows_no_names_before_the_sign_in(parent):
    choose_pictures(parent, "cat", "apple", "car")
    parent.goto("/members")
    parent.select_option("#kind", "practice")
    parent.click("#save-kind")
    sign_out(parent)
    parent.goto("/login")
    shown = parent.inner_text("#pictured-children")
    assert "Robin" not in parent.content() and "," in shown
    parent.click("#pictured-children a")
    assert "Robin" not in parent.content()


def test_a_card_signs_in_on_another_device_until_it_is_revoked(parent, browser, server):
    parent.click("#make-card")
    link = parent.inner_text("#card-link")
    assert "/card#" in link and parent.locator("#card-code path").count() == 1
    parent.goto(f"/children/{parent.child}/sign-in")
    assert parent.locator("#card-link").count() == 0 and "card" in parent.inner_text("#card-since")
    path = "/card#" + link.split("#")[1]

    def scanned():
        context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844})
        page = context.new_page()
        page.watch = Watch(page)
        page.goto(path)
        page.wait_for_selector("#start")
        page.wait_for_function(HEARD, arg=clip_of("Tap the big button to start."))
        # The token does not stay in the address.
        assert page.url == f"{server.url}/card"
        page.click("#start")
        return page

    device = scanned()
    device.wait_for_url("**/menu")
    assert "Robin" in device.text_content("#me")
    # Signing in with a card does not make the browser a device of the household.
    assert "__Host-pet-device" not in {one["name"] for one in device.context.cookies()}
    assert device.watch.complaints == []
    parent.click("#revoke-card")
    device.goto("/menu")
    assert "/login" in device.url
    device.context.close()
    late = scanned()
    assert "does not work" in late.inner_text("#trouble")
    late.context.close()


def test_a_page_of_cards_without_a_token_says_what_to_do(visitor):
    visitor.goto("/card")
    assert "camera" in visitor.inner_text("#none") and not visitor.is_visible("#start")


def test_pages_of_sign_in_need_the_pin_and_a_parent(parent, open_page, server):  # noqa: F811
    address = f"/children/{parent.child}/sign-in"
    forms = [("pictures", {"first": "cat", "second": "apple", "third": "car"}), ("pictures/remove", {}), ("card", {}),
             ("card/revoke", {})]
    other = open_page()
    new_account(other.context, server)
    other.request.post("/parent", form={"pin": PIN, "next": "/members"}, max_redirects=0)
    assert other.request.get(address).status == 404
    for path, form in forms:
        assert other.request.post(f"{address}/{path}", form=form, max_redirects=0).status == 404, path
    parent.click("#done")
    parent.goto(address)
    assert parent.locator("#pin").count() == 1
    for path, form in forms:
        assert parent.request.post(f"{address}/{path}", form=form, max_redirects=0).status == 403, path


def test_the_export_says_how_a_child_signs_in_without_its_secrets(parent, server):
    choose_pictures(parent, "cat", "apple", "car")
    parent.click("#make-card")
    token = parent.inner_text("#card-link").split("#")[1]
    text = parent.request.get("/api/account/export").text()
    found = json.loads(text)["childSignIns"]
    assert [set(one) for one in found] == [{"child", "picturesSince", "cardSince"}]
    assert token not in text and "scrypt" not in text
    # The database has neither the token nor the pictures.
    database = sqlite3.connect(f"{server.folder}/pet.sqlite")
    kept = database.execute("SELECT hash FROM picture_login WHERE child = ?", (parent.child,)).fetchone()[0]
    database.close()
    assert kept.startswith("$scrypt$") and "cat" not in kept


@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_and_are_accessible(parent, browser, server, size):
    choose_pictures(parent, "cat", "apple", "car")
    parent.click("#make-card")
    context = browser.new_context(base_url=server.url, viewport={"width": size[0], "height": size[1]})
    context.add_cookies(parent.context.cookies())
    page = context.new_page()
    page.watch = Watch(page)
    for address in [f"/children/{parent.child}/sign-in", "/login", f"/picture-login/{parent.child}", "/card",
                    "/card#00112233445566778899aabbccddeeff"]:
        if address == "/login":
            context.clear_cookies(name="__Host-pet")
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], address
        violations = Axe().run(page).response["violations"]
        assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == [], address
        if "picture-login" in address:
            # All pictures are visible at once, and none is cut off.
            last = page.locator("button.picture").last.bounding_box()
            assert last["y"] + last["height"] <= page.locator("footer").bounding_box()["y"]
            assert page.evaluate("""[...document.querySelectorAll(".picture")].every((one) =>
                one.querySelector(".badge").getBoundingClientRect().width <= one.clientWidth)""")
        small = page.evaluate("""[...document.querySelectorAll("button, a.button, .picture-choice")].filter((one) =>
            one.checkVisibility() && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)""")
        assert small == [], address
        assert page.watch.complaints == [], address
    context.close()


def test_pictures_are_chosen_by_keyboard(parent, browser, server):
    choose_pictures(parent, "star", "fish", "train")
    context = browser.new_context(base_url=server.url, viewport=DESIGN)
    context.add_cookies([one for one in parent.context.cookies() if one["name"] == "__Host-pet-device"])
    page = context.new_page()
    page.goto("/login")
    page.focus("#pictured-children a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/picture-login/*")
    for number, picture in enumerate(["star", "fish", "train"]):
        page.focus("button[name=pick]:not(:disabled)")
        assert page.evaluate("document.activeElement.value") == picture
        page.keyboard.press("Enter")
        if number < 2:
            page.wait_for_function("count => document.querySelectorAll('.mark.done').length === count",
                                   arg=number + 1)
    page.wait_for_url("**/menu")
    context.close()
