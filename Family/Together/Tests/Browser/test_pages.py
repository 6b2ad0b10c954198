"""Center, notifications, child's page, prints, settings, texts: A2, A3, N1, N2, N4, N6, Q1."""

import json
import re

import house
from conftest import ADA, BEN, CLEO


def test_A2_the_center_and_the_menu_lead_to_every_feature(ada):
    ada.open("/")
    tiles = ada.page.locator(".tiles")
    for name in ("Family activities", "Shared resources", "Playlists"):
        ada.press(name, role="link", exact=False, inside=tiles)
        ada.title(name)
        ada.press("Menu")
        drawer = ada.page.locator("dialog")
        links = drawer.get_by_role("link").all_inner_texts()
        assert {"Family activities", "Shared resources", "Playlists", "Weekly plan"} <= set(links)
        ada.press("Family Center", role="link", inside=drawer)
        ada.title("Family Center")


def test_A2_a_child_gets_the_picture_page(ada, cleo, store):
    store.polling()
    cleo.open("/")
    tile = cleo.page.locator(".tile").first
    assert "Picture page" in tile.inner_text()
    widths = [box["width"] for box in (one.bounding_box() for one in cleo.page.locator(".tile").all())]
    assert widths[0] > max(widths[1:])
    cleo.follow("Vote now")
    cleo.title("Hello Cleo!")
    cleo.open("/")
    tile.click()
    cleo.title("Hello Cleo!")
    assert cleo.page.get_by_role("link", name="Leave this page").get_attribute("href") == "/"
    cleo.open("/")
    ada.open("/")
    for visitor, count in ((cleo, 0), (ada, 1)):
        visitor.press("Menu")
        drawer = visitor.page.locator("dialog")
        drawer.get_by_role("link", name="Weekly plan").wait_for()
        assert drawer.get_by_role("link", name="Connections").count() == count


def test_A2_the_account_leads_to_settings_and_logs_out(ada, store):
    ada.open("/playlists?view=new")
    ada.page.get_by_label("Name").fill("Unsent")
    ada.press("Account")
    ada.follow("Account settings")
    ada.title("Account settings")
    ada.press("Account")
    ada.press("Log out", inside=ada.page.locator("dialog"))
    ada.page.wait_for_url("**/login?from=signed_out")
    assert ada.page.evaluate("sessionStorage.length") == 0


def test_A3_notifications_arrive_are_counted_and_lead_to_their_subject(ada, store):
    activity = store.invited()
    path = f"/activities/{activity['id']}"
    store.notify([ADA], "invited", "You are invited", "While you were away.", path)
    ada.open("/")
    ada.unread(1)
    with store.lock:
        store.notify([ADA], "booked", "A booking", "Ben booked Car.", "/resources")
    ada.unread(2)
    ada.page.get_by_text("New: A booking. Ben booked Car.").wait_for(state="attached")
    ada.press("Notifications, 2 unread", role="link")
    ada.title("Notifications")
    assert ada.page.locator(".news h2").all_inner_texts() == ["A booking", "You are invited"]
    with store.lock:
        store.notify([ADA], "booked", "Another booking", "Ben booked it.", "/resources")
    ada.page.locator(".news", has_text="Another booking").wait_for()
    ada.follow("You are invited")
    ada.title("Zoo")
    ada.unread(2)
    ada.open("/notifications")
    ada.press("Mark all as read")
    ada.page.get_by_role("link", name="Notifications, 0 unread").wait_for()


def test_A3_live_updates_resume_after_a_broken_connection_without_loss_or_duplicates(ada, server):
    ada.open("/notifications")
    store = server.store
    with store.lock:
        store.notify([ADA], "booked", "First", "x", "/resources")
    ada.page.locator(".news", has_text="First").wait_for()
    store.down = True
    ada.until("() => document.documentElement.dataset.live === undefined")
    with store.lock:
        for name in ("Second", "Third"):
            store.notify([ADA], "booked", name, "x", "/resources")
    store.down = False
    ada.page.locator(".news", has_text="Third").wait_for(timeout=20_000)
    ada.unread(3)
    assert ada.page.locator(".news h2").all_inner_texts() == ["Third", "Second", "First"]


def test_A3_a_script_address_is_not_a_link(ada, store):
    store.notify([ADA], "booked", "Bad", "x", "/x")
    store.notifications[ADA][0]["path"] = "javascript:alert(1)"
    ada.open("/notifications")
    ada.says("Bad")
    assert ada.page.locator(".news a").count() == 0


def test_the_next_step_is_the_most_urgent_one_and_stays_up_to_date(ben, store):
    ben.open("/")
    ben.says("All done. Nothing is waiting for you.")
    with store.lock:
        store.polling()
        store.change("activities")
    ben.says("A poll is open: what shall we do?")
    ben.page.get_by_role("link", name="Vote now").wait_for()


def test_N4_a_child_votes_with_pictures_and_hears_the_texts(make_visitor, store):
    activity = store.polling()
    activity["poll"]["options"][0]["picture"] = "symbol:zoo"
    activity["poll"]["options"][1]["picture"] = "symbol:javascript"
    cleo = make_visitor(ADA)  # The child's profile on a parent's login.
    cleo.open("/child")
    cleo.title("Hello Cleo!")
    assert cleo.page.locator(".picture-button img").count() == 1
    cleo.press("Read: Zoo")
    cleo.server.wait_for(lambda store: store.voice == ["Zoo. About Zoo"])
    cleo.press("Done")
    cleo.says("Choose a picture first.")
    cleo.page.locator(".picture-button", has_text="Zoo").click()
    cleo.press("Done")
    cleo.says("Thank you! You have chosen.")
    assert activity["votes"] == {CLEO: [0]}
    asked = [query for _, path, query, _ in store.asked if re.search("/together/api/(?!media)", path)]
    assert all(query.get("profile") == "child" for query in asked)


def test_N4_a_childs_unsent_choice_survives_another_members_vote(cleo, store):
    activity = store.polling()
    cleo.open("/child")
    cleo.page.locator(".picture-button", has_text="Cinema").click()
    mark = cleo.page.locator(".picture-button", has_text="Cinema").element_handle()
    asked = len([1 for _, path, _, _ in store.asked if path.endswith("/api/activities")])
    with store.lock:
        activity["votes"][BEN] = [0]
        store.change("activities")
    cleo.server.wait_for(lambda store: len([1 for one in store.asked if one[1].endswith("/api/activities")]) > asked)
    assert mark.is_visible() and mark.get_attribute("aria-pressed") == "true"
    # A new activity redraws the page, but the child's choice stays.
    with store.lock:
        store.invited(name="Picnic")
        store.change("activities")
    cleo.page.get_by_role("heading", name="Picnic").wait_for()
    chosen = cleo.page.locator(".picture-button[aria-pressed='true']")
    assert chosen.count() == 1 and "Cinema" in chosen.inner_text()


def test_N4_a_page_that_is_read_aloud_changes_only_afterwards(cleo, store):
    store.polling()
    cleo.open("/child")
    read = "() => { together.voice.read = () => new Promise((done) => together.finish = () => done('read')); }"
    cleo.page.evaluate(read)
    cleo.press("Read: Zoo")
    asked = len([1 for one in store.asked if one[1].endswith("/api/activities")])
    with store.lock:
        store.invited(name="Picnic")
        store.change("activities")
    cleo.server.wait_for(lambda store: len([1 for one in store.asked if one[1].endswith("/api/activities")]) > asked)
    cleo.until("() => together.finish !== undefined")
    assert cleo.page.get_by_role("heading", name="Picnic").count() == 0
    cleo.page.evaluate("() => together.finish()")
    cleo.page.get_by_role("heading", name="Picnic").wait_for()


def test_N4_a_child_sees_that_its_choice_was_sent(cleo, store):
    activity = store.polling()
    activity["poll"]["options"][0]["picture"] = "symbol:zoo"
    cleo.open("/child")
    cleo.page.locator(".picture-button", has_text="Zoo").click()
    cleo.press("Done")
    finished = cleo.page.locator(".finished")
    finished.get_by_text("Thank you! You have chosen.").wait_for()
    assert finished.locator("img").count() == 1 and cleo.page.locator(".picture-button").count() == 0
    cleo.press("Choose again")
    cleo.page.locator(".picture-button[aria-pressed='true']", has_text="Zoo").wait_for()
    with store.lock:
        activity["votes"] = {ADA: [0], BEN: [0]}
    cleo.press("Done")
    finished.get_by_text("Everyone has chosen.").wait_for()
    finished.get_by_text("We do this:").wait_for()
    assert finished.locator("img").count() == 2
    assert cleo.page.get_by_role("button", name="Choose again").count() == 0
    cleo.open("/child")
    finished.get_by_text("Everyone has chosen.").wait_for()


def test_N4_a_child_sees_upcoming_activities_changes_and_tasks(make_visitor, store):
    activity = store.invited(location="Gate")
    start = house.at(3, 12)
    activity |= {"start": house.wire(start), "end": house.wire(house.at(3, 14))}
    activity["tasks"] = [{"name": "Write a card", "assignee": CLEO, "done": False}]
    activity["changes"] = [{"at": house.wire(house.now()), "what": "location", "before": "Home", "after": "Gate"}]
    cleo = make_visitor(ADA)
    cleo.open("/child")
    when = f"{start:%A}, in 3 days. It starts at 12 o'clock."
    cleo.says(when)
    cleo.says("You do: Write a card")
    part = cleo.page.locator(".coming > li")
    assert all(word in part.inner_text() for word in ("Something is new.", "The place changed.", "Home", "Ada", "Ben"))
    cleo.press("Read: Zoo")
    cleo.server.wait_for(lambda store: store.voice)
    change = "The place changed. Before: Home. Now: Gate."
    assert store.voice == [f"Zoo. {change} {when} Gate. With Ada and Ben. You do: Write a card."]
    cleo.follow("See the day in pictures")
    cleo.title("Zoo")
    cleo.press("Back")
    cleo.title("Hello Cleo!")
    asked = [query for _, path, query, _ in store.asked if re.search("/together/api/(?!media)", path)]
    assert all(query.get("profile") == "child" for query in asked)


def test_N4_an_activity_prints_as_a_schedule_on_one_page(ada, store):
    activity = store.invited(name="Birthday", location="Gate " * 40)
    activity["tasks"] = [{"name": f"Task {n}", "assignee": BEN, "done": False} for n in range(9)]
    activity["description"] = "word " * 400
    activity["tasks"][0] = {"name": "Finished", "assignee": BEN, "done": True}
    changes = [{"what": "location", "before": "Home", "after": "Gate"}, {"what": "name", "before": "X", "after": "Y"}]
    activity["changes"] = [{"at": house.wire(house.now())} | change for change in changes]
    ada.open(f"/activities/{activity['id']}/print")
    steps = ada.page.locator(".when").all_inner_texts()
    assert steps[0] == "1. First" and steps[-1].endswith("Last")
    ada.says("The place changed. Before: Home. Now: Gate.")
    ada.says("The name changed. Before: X. Now: Y.")
    ada.says("It starts at ")
    ada.says("It ends at ")
    assert "Finished" not in ada.page.locator("main").inner_text()
    assert ada.page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_N6_the_week_prints_on_one_page_even_when_crowded(ada, store):
    car = store.add_resource("Car")
    for hour in range(16):
        store.add_booking(car, ADA, house.at(0, 6).replace(hour=hour), 1)
    ada.open("/plan")
    assert ada.page.locator(".week > li").count() == 7
    assert ada.page.locator(".entry").count() == 14
    ada.says("and 2 more")
    assert ada.page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    ada.title("Weekly plan")
    ada.page.get_by_role("link", name="Only me").and_(ada.page.locator("[aria-current]")).wait_for()
    ada.follow("Whole family")
    ada.page.get_by_role("link", name="Whole family").and_(ada.page.locator("[aria-current]")).wait_for()
    ada.follow("Next week")
    ada.page.locator(".entry").first.wait_for(state="detached")
    assert ada.page.get_by_text("Nothing planned").count() == 7
    ada.press("Family Center", role="link", inside=ada.page.locator("main"))
    ada.title("Family Center")


def test_N6_a_task_in_the_weekly_plan_shows_no_place(ben, store):
    activity = store.invited(days=0, location="Gate")
    activity |= {"start": house.wire(house.at(0, 23)), "end": house.wire(house.at(0, 23, 30))}
    ben.open("/plan")
    task = ben.page.locator(".entry", has_text="Pack a snack")
    task.wait_for()
    assert "Gate" not in task.inner_text()
    assert "Gate" in ben.page.locator(".entry", has_text="Zoo").inner_text()


def test_N1_calendars_are_added_written_hidden_and_removed(ada, store):
    ada.open("/settings?view=calendars")
    ada.says("switched off for this family")
    store.connections["calendars"] = True
    ada.open("/settings?view=calendars")
    page = ada.page
    page.get_by_label("Address of the calendar").fill("file:///etc/passwd")
    ada.press("Add")
    ada.says("This is not an address of the web.")
    page.get_by_label("Calendar with a password").check()
    page.get_by_label("Address of the calendar").fill("https://cloud.example/dav/")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password", exact=True).fill("secret")
    ada.press("Add")
    ada.press("Add", inside=page.locator("dialog"))
    ada.says("The calendar is added.")
    [calendar] = store.calendars.values()
    assert calendar["address"] == "https://cloud.example/dav/home"
    page.get_by_label("Write our activities into this calendar").check()
    ada.press("Hide an event")
    page.get_by_label("Hide events with this title").fill("Therapy")
    ada.press("Hide these")
    page.get_by_role("button", name="Show “Therapy” again").wait_for()
    assert calendar["isTarget"] and calendar["hidden"] == [{"title": "Therapy"}]
    before = page.get_by_label("Address of your feed").inner_text()
    ada.press("New address")
    ada.press("New address", inside=page.locator("dialog"))
    ada.says("The new address works now.")
    assert page.get_by_label("Address of your feed").inner_text() != before


def test_connections_show_their_data_and_only_a_parent_changes_them(make_visitor, store):
    store.parents.clear()
    ada, ben = make_visitor(ADA), make_visitor(BEN)
    for visitor in (ada, ben):
        visitor.open("/settings?view=connections")
        assert visitor.page.get_by_text("This is sent out:").count() == 3
        assert visitor.page.get_by_role("switch").first.is_disabled()
    assert ben.page.get_by_role("button", name="Enter the PIN").count() == 0
    ada.press("Enter the PIN")
    ada.page.locator("dialog").get_by_label("Enter the PIN").fill("2468")
    ada.press("Next", inside=ada.page.locator("dialog"))
    ada.until("() => !document.querySelector('[role=switch]').disabled")
    ada.page.get_by_role("switch").first.check()
    ada.says("Saved.")
    assert store.connections["calendars"]


def test_a_family_without_a_time_zone_sees_times_in_the_zone_of_its_device(ada, store):
    store.zone = "Etc/UTC"
    activity = store.invited(start=house.wire(house.at(3, 14)), end=house.wire(house.at(3, 16)))
    ada.open(f"/activities/{activity['id']}")
    ada.says("2:00 – 4:00 PM")
    assert store.zone == house.ZONE


def test_settings_that_another_parent_changed_are_shown_and_not_overwritten(ada, store):
    ada.open("/settings")
    page = ada.page
    zone = page.get_by_label("Time zone of the family")
    store.family_zone = "Asia/Tokyo"
    zone.fill("Asia/Dubai")
    zone.press("Tab")
    ada.says("Somebody changed this setting meanwhile")
    ada.says("Asia/Tokyo")
    assert store.family_zone == "Asia/Tokyo" and zone.input_value() == "Asia/Dubai"
    ada.press("Replace it")
    ada.says("Saved.")
    assert store.family_zone == "Asia/Dubai"

    store.connections["media"] = True
    ada.open("/settings?view=connections")
    hosts = page.get_by_label("Websites")
    hosts.fill("mine.example")
    # Another parent saves first; its event must not replace the typed text.
    store.hosts = ["theirs.example"]
    store.change("settings")
    # There is no condition to wait for: the typed text must stay.
    page.wait_for_timeout(300)
    assert hosts.input_value() == "mine.example"
    hosts.press("Tab")
    ada.says("theirs.example")
    assert store.hosts == ["theirs.example"]
    ada.press("Show what is stored")
    ada.until("() => document.querySelector('textarea').value === 'theirs.example'")
    media = page.get_by_role("switch").nth(2)
    store.hosts = ["new.example"]
    media.click()
    ada.says("new.example")
    assert store.connections["media"] is True
    # Another change does not replace the choice.
    store.asked.clear()
    store.change("settings")
    ada.server.wait_for(lambda store: any(path.endswith("/api/me") for _, path, *_ in store.asked))
    ada.press("Replace it")
    ada.says("Saved.")
    assert store.connections["media"] is False and store.hosts == ["theirs.example"]


def test_a_seventeen_year_old_member_sees_no_data_of_others(ben, store):
    """The page must not show other members' calendars, votes or notifications."""
    calendar = {"id": "x", "kind": "ical", "name": "Therapy", "address": "https://a.example/x", "member": ADA}
    rest = {"state": "fresh", "problem": None, "checked": None, "hidden": [], "isWritable": False, "isTarget": False}
    store.calendars["x"] = calendar | rest
    activity = store.polling(votes={CLEO: [1]})
    store.notify([ADA], "booked", "For Ada", "x", "/resources")
    paths = ["/", "/notifications", "/settings?view=calendars", f"/activities/{activity['id']}", "/plan?everyone=1"]
    for path in paths:
        ben.open(path)
        text = ben.page.inner_text("main")
        assert "Therapy" not in text and "For Ada" not in text
    asked = {path for _, path, _, member in store.asked if member == BEN}
    assert not any("freebusy" in path for path in asked)


def test_Q1_a_poll_is_on_the_screen_within_300_ms(ada, store):
    activity = store.polling(votes={})
    ada.open("/activities")
    ada.page.evaluate("import('/together/web/screens/activity.js')")
    spent = []
    for _ in range(5):
        code = "async (path) => { const start = performance.now(); await together.go(path); "
        code += "await new Promise(requestAnimationFrame); return performance.now() - start }"
        spent.append(ada.page.evaluate(code, f"/activities/{activity['id']}"))
        ada.page.evaluate("together.go('/activities')")
    # The fastest of five runs counts, because the machine may be busy.
    assert min(spent) < 300, spent


def test_texts_are_complete_and_child_sentences_are_short():
    texts = json.loads((house.WEB / "languages/en.json").read_text())["texts"]
    sources = [path.read_text() for folder in ("modules", "screens") for path in (house.WEB / folder).glob("*.js")]
    code = "\n".join(sources)
    direct = set(re.findall(r"""\bt\(\s*"([^"]+)"|\? "([a-z_]+\.[a-z_.]+)"|: "([a-z_]+\.[a-z_.]+)\"""", code))
    keys = {key for found in direct for key in found if key}
    missing = {key for key in keys if key not in texts and f"{key}.other" not in texts}
    assert not missing, missing
    prefixes = tuple(re.findall(r"`([a-z_.]+[._])\$\{", code))
    suffixes = (".about", ".one", ".other")
    plain = {key for key in texts if f'"{key}"' not in code and not key.startswith(prefixes)}
    unused = {key for key in plain if not (key.endswith(suffixes) and f'"{key.rpartition(".")[0]}"' in code)}
    assert not unused, unused
    for key, text in texts.items():
        if key.startswith("child."):
            assert all(len(part.split()) <= 8 for part in re.split(r"[.!?]\s*", text)), key


def test_no_module_writes_markup_or_colors():
    for path in [*house.WEB.glob("modules/*.js"), *house.WEB.glob("screens/*.js")]:
        text = path.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text), path
        assert not re.search(r"#[0-9a-f]{6}\b", text), path


def test_every_requirement_names_existing_tests():
    table = (house.TOGETHER / "REQUIREMENTS.md").read_text()
    named = re.findall(r"`(test_\w+\.py)::(\w+)`", table)
    assert len(named) > 30
    for file, test in named:
        assert f"def {test}(" in (house.TOGETHER / "Tests/Browser" / file).read_text(), test
    for file in re.findall(r"`(\w+_test\.js)`", table):
        assert (house.TOGETHER / "Tests/Unit" / file).exists(), file


def test_screens_change_without_loading_a_new_document(ada, store):
    ada.open("/")
    ada.page.evaluate("window.mark = 1")
    for name in ("Family activities", "Shared resources", "Playlists"):
        ada.press("Menu")
        ada.press(name, role="link", inside=ada.page.locator("dialog"))
        ada.title(name)
    ada.page.go_back()
    ada.title("Shared resources")
    assert ada.page.evaluate("window.mark") == 1
