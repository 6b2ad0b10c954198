"""Modern Family's pages on the real server: three members plan, vote and book in separate browsers."""

import datetime
import io
import math
import wave

import pytest

from pages import Watch, new_account
from sittings import change
from test_members import accept, invite, open_members, unique

TABLET = {"width": 1024, "height": 768}


def tone(seconds=2, rate=16_000):
    """A soft tone as WAV."""
    samples = (int(2000 * math.sin(index * 2 * math.pi * 330 / rate)) for index in range(seconds * rate))
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(b"".join(sample.to_bytes(2, "little", signed=True) for sample in samples))
    return buffer.getvalue()


def opened(page, address):
    page.goto(f"/together{address}")
    page.wait_for_selector("html[data-started]")
    return page


def press(page, name, role="button", exact=True):
    page.get_by_role(role, name=name, exact=exact).first.click()


def title(page, text):
    page.get_by_role("heading", level=1, name=text, exact=True).wait_for()


@pytest.fixture(scope="module")
def family(browser, server):
    """The sessions of a parent and two adults of one family; passwords are hashed once for all tests."""
    contexts = []

    def new_page():
        context = browser.new_context(base_url=server.url, java_script_enabled=False)
        # Hashing takes time on a busy machine.
        context.set_default_timeout(180_000)
        contexts.append(context)
        page = context.new_page()
        page.watch = Watch(page)
        return page

    parent = new_page()
    parent.username = new_account(parent.context, server)
    open_members(parent)
    for name in ("Ben", "Cleo"):
        guest = new_page()
        accept(guest, invite(parent, name), unique(name.lower()))
        guest.wait_for_url("**/recovery-code")
    yield parent.username, [context.storage_state() for context in contexts]
    for context in contexts:
        context.close()


@pytest.fixture
def three(family, browser, server):
    """Three members, each with a page."""
    contexts = []
    for state in family[1]:
        context = browser.new_context(base_url=server.url, viewport=TABLET, locale="en-US", timezone_id="Europe/Berlin",
                                      storage_state=state)
        context.set_default_timeout(60_000)
        contexts.append(context)
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def test_three_members_vote_plan_and_are_notified(three):
    host, ben, cleo = three
    for page in three:
        opened(page, "/")
    press(host, "Start activity")
    title(host, "Start activity")
    press(host, "Change list of invitees")
    # The child has no login here; another test covers its vote.
    for box in host.locator("dialog label").all():
        box.locator("input").set_checked(any(name in box.inner_text() for name in ("(you)", "Ben", "Cleo")))
    press(host, "Done")
    host.locator("dialog").wait_for(state="detached")
    press(host, "Poll", role="link", exact=False)
    for number, name in enumerate(("Zoo", "Cinema"), 1):
        host.get_by_label(f"Name of option {number}").fill(name)
        host.get_by_label(f"Description of option {number}").fill(f"About {name}")
    press(host, "Send poll")
    host.get_by_text("0 of 3 have voted").wait_for()
    for page, votes in ((ben, ["Zoo"]), (cleo, ["Zoo", "Cinema"])):
        page.get_by_role("link", name="Notifications, 1 unread").wait_for()
        press(page, "Vote now", role="link")
        for vote in votes:
            page.locator(".choice").filter(has_text=vote).get_by_role("checkbox").check()
        press(page, "Submit votes")
        page.locator("main").get_by_text("Thank you for voting!").wait_for()
    host.get_by_text("2 of 3 have voted").wait_for()
    press(host, "Close the poll now")
    press(host, "Close poll")
    title(host, "Zoo")
    host.get_by_text("The winner is Zoo.").wait_for()
    host.locator(".slot").first.click()
    press(host, "Next")
    host.get_by_label("Location").fill("Main entrance")
    host.get_by_label("Activity type").select_option("Outing")
    host.reload()
    assert host.get_by_label("Location").input_value() == "Main entrance"
    host.get_by_label("Who does", exact=False).first.select_option("Ben")
    press(host, "Send invites")
    host.get_by_text("The invitations are sent.").wait_for()
    opened(ben, "/notifications")
    ben.locator(".news a").first.click()
    title(ben, "Zoo")
    assert "Main entrance" in ben.inner_text("main")
    ben.locator(".part.busy").get_by_role("checkbox").check()
    host.wait_for_selector(".part input:checked")


def test_a_time_can_be_booked_once_and_another_member_requests_it(three):
    host, ben, _ = three
    opened(host, "/resources?view=new")
    name = unique("car")
    host.get_by_label("Name").fill(name)
    press(host, "Add")
    press(host, f"Book: {name}", role="link")
    title(host, name)
    day = (datetime.date.today() + datetime.timedelta(days=3)).isoformat()
    address = f"{host.url.split('/together')[1].split('?')[0]}?view=book&from={day}&to={day}"
    for page in (host, ben):
        opened(page, address)
        for label, value in (("Day", day), ("Start", "10:00"), ("Last day", day), ("End", "12:00")):
            page.get_by_label(label, exact=True).fill(value)
        page.get_by_label("Reason").fill("Driving lesson")
    press(host, "Book")
    host.locator("main").get_by_text(f"{name} is yours").wait_for()
    ben.get_by_role("heading", name="Ask for this time").wait_for()
    press(ben, "Send")
    ben.locator("main").get_by_text("has your request and 24 hours to answer").wait_for()
    # In the Center, tasks of other activities may be more urgent; the list contains every request.
    opened(host, "/resources")
    press(host, "asks for your booking", role="link", exact=False)
    press(host, "Approve")
    press(host, "Yes, give it")
    ben.get_by_text("Approved! The time is yours.").wait_for()
    host.get_by_text("Here is the next free time for you:").wait_for()


def test_a_child_votes_from_its_own_profile(three, family, server):
    change(server, family[0], "INSERT INTO home_enabled_app (app, enabled, player) VALUES ('together', 1, ?)")
    page = three[0]
    made = page.request.post("/together/api/activities", data={}).json()
    options = [{"name": name, "description": f"About {name}", "picture": "symbol:zoo"} for name in ("Zoo", "Cinema")]
    deadline = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    poll = page.request.post(f"/together/api/activities/{made['id']}/poll",
                             data={"options": options, "deadline": deadline})
    assert poll.ok, poll.text()
    opened(page, "/child")
    page.locator(".picture-button", has_text="Zoo").click()
    press(page, "Done")
    page.locator("main").get_by_text("Thank you! You have chosen.").wait_for()
    stored = page.request.get(f"/together/api/activities/{made['id']}").json()
    assert stored["poll"]["voted"] == 1
    assert stored["poll"]["mine"] == []


def test_a_playlist_is_uploaded_shared_and_played_by_another_member(three):
    host, ben, _ = three
    if host.request.get("/together/api/formats").status == 404:
        pytest.skip("this server has no playlists")
    name = unique("songs")
    opened(host, "/playlists?view=new")
    host.get_by_label("Name").fill(name)
    press(host, "Next")
    with host.expect_file_chooser() as chooser:
        press(host, "Upload files")
    chooser.value.set_files({"name": "tone.wav", "mimeType": "audio/wav", "buffer": tone()})
    host.locator(".track", has_text="tone").wait_for()
    press(host, "Next", role="link")
    host.locator(".choice", has_text="Ben").get_by_role("checkbox").check()
    press(host, "Complete and create")
    title(host, name)
    opened(ben, "/playlists")
    press(ben, name, role="link")
    press(ben, "Play in order")
    ben.locator(".bar-title strong", has_text="tone").wait_for()
    # The player ends by itself, on another screen.
    press(ben, "Family Center", role="link")
    ben.locator(".bar-player").wait_for(state="detached")
