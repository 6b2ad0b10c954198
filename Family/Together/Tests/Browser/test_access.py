"""Accessibility of every screen (Q3): axe-core, sizes and zoom, keys, long and right-to-left texts."""

from axe_playwright_python.sync_playwright import Axe

import house
from conftest import ADA, BEN, CLEO, TABLET

#: A phone and a tablet in both orientations.
AXE_SIZES = [(390, 844), (844, 390), (768, 1024), (1366, 1024)]
#: Phones and tablets in both orientations, a desktop, and the desktop at 200 % zoom.
SIZES = [(320, 640), (390, 844), (844, 390), (768, 1024), (683, 512), (1366, 1024)]


def screens(store):
    """Every screen, with some content."""
    store.connections = dict.fromkeys(store.connections, True)
    car = store.add_resource("Car", "The blue one.")
    booking = store.add_booking(car, BEN, house.at(1, 10), 2)
    store.add_booking(car, ADA, house.at(0, 20), 2)
    poll, invited = store.polling(), store.invited(changes=[])
    invited["changes"] = [{"at": house.wire(house.now()), "what": "location", "before": "Home", "after": "Gate"}]
    poll["poll"]["options"][0]["picture"] = "symbol:zoo"
    times = {"start": house.wire(house.at(3, 14)), "end": house.wire(house.at(3, 16))}
    about = {"name": "Picnic", "description": "In the park"}
    stages = [store.add_activity(stage="draft"), store.add_activity(stage="scheduling", **about)]
    stages += [store.add_activity(stage="detailing", **times, **about)]
    stages += [store.polling(stage="tied", votes={BEN: [0], CLEO: [1]}), store.polling(stage="unvoted")]
    stages[1]["poll"] = poll["poll"]
    request = {"id": store.number(), "resource": car["id"], "booking": booking["id"], "requester": ADA}
    request |= {"start": booking["start"], "end": booking["end"], "priority": "high", "reason": "Doctor"}
    store.requests[request["id"]] = request | {"deadline": house.wire(house.at(1, 9)), "state": "open"}
    playlist, draft = store.add_playlist("Road trip"), store.add_playlist("Morning", state="draft")
    playlist["items"].append(store.item("Film", "video", address="https://video.example/f", host="video.example"))
    store.notify([ADA], "changed", "Changed", "x", "/resources", what="location", before="Home", after="Gate")
    store.notices[1] = {"id": 1, "resource": car["id"], "text": "No calendar.", "created": "", "acknowledged": []}
    calendar = {"id": "y", "kind": "caldav", "name": "School", "address": "https://a.example/", "member": ADA}
    problem = {"state": "unreadable", "problem": {"code": "x", "message": "No answer."}, "checked": None}
    store.calendars["y"] = calendar | problem | {"hidden": [{"title": "x"}], "isWritable": True, "isTarget": False}
    paths = ["/", "/activities", "/activities?view=types", f"/activities/{poll['id']}", "/resources", "/child", "/plan"]
    paths += [f"/activities/{one['id']}" for one in stages]
    paths += [f"/activities/{stages[0]['id']}?step={step}" for step in ("poll", "enter")]
    paths += [f"/activities/{invited['id']}", f"/activities/{invited['id']}/print", "/resources?view=new"]
    paths += [f"/resources/{car['id']}{view}" for view in ("", "?view=book", "?view=fairness")]
    paths += [f"/requests/{request['id']}", "/playlists", "/playlists?view=new", f"/playlists/{playlist['id']}"]
    paths += [f"/playlists/{draft['id']}?step={step}" for step in ("name", "items", "share")]
    paths += ["/notifications", "/settings", "/settings?view=calendars", "/settings?view=connections", "/nothing"]
    return paths


def test_votes_start_and_days_are_chosen_with_the_keyboard_only(ada, store):
    store.connections["calendars"] = True
    activity = store.add_activity(stage="scheduling", name="Picnic", description="x")
    ada.open(f"/activities/{activity['id']}")
    page = ada.page
    page.locator(".day[tabindex='0']").focus()
    first = page.evaluate("document.activeElement.dataset.day")
    for key in ("ArrowDown", "ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    chosen = page.locator(".day.start").get_attribute("data-day"), page.locator(".day.end").get_attribute("data-day")
    days = [(house.read(day) - house.read(first)).days for day in chosen]
    assert days == [8, 15]
    page.locator(".slots:not([inert]) .slot").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next", exact=True).press("Enter")
    page.get_by_label("Location").wait_for()
    # The new screen is announced, and the focus is on its title.
    assert page.evaluate("document.activeElement.tagName") == "H1"
    ada.press("Menu")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_texts_of_ten_thousand_characters_and_right_to_left_names_fit(make_visitor, store):
    store.members.append({"id": 15, "name": "نور الهدى " * 18, "role": "adult", "hasEmail": True, "badge": None})
    activity = store.invited(name="W" * 200)
    activity |= {"description": "<b>x</b> " * 1111, "location": "عنوان" * 2000, "host": 15}
    activity["tasks"] = [{"name": "T" * 200, "assignee": 15, "done": False}]
    car = store.add_resource("C" * 200, "d" * 10_000)
    store.add_booking(car, 15, house.at(1, 10), 2, "r" * 10_000)
    playlist = store.add_playlist("P" * 200)
    playlist["description"] = "p " * 5000
    visitor = make_visitor(ADA, size={"width": 320, "height": 640})
    day = house.at(1, 0).date().isoformat()
    book = f"/resources/{car['id']}?view=book&from={day}&to={day}"
    one = f"/activities/{activity['id']}"
    paths = ["/", "/activities", one, f"{one}/print", "/plan?everyone=1"]
    for path in [*paths, "/resources", book, "/playlists", f"/playlists/{playlist['id']}"]:
        visitor.open(path)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320, path
        assert visitor.page.locator("main b").count() == 0


def test_Q3_no_screen_has_an_axe_violation_and_every_button_has_symbol_and_label(make_visitor, store):
    visitor = make_visitor(ADA, bypass_csp=True, size=TABLET, reduced_motion="reduce")
    page = visitor.page
    paths = screens(store)
    visitor.open("/")
    bare_code = """() => [...document.querySelectorAll('button:not(.day, .slot, .picture-button), a.plain, a.main')]
        .filter((one) => one.offsetParent && (!one.querySelector('svg') || !one.textContent.trim()))
        .map((one) => one.outerHTML)"""
    contrast = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    faults = []
    for path in paths:
        page.emulate_media(color_scheme="light")
        page.evaluate("(path) => together.go(path)", path)
        found = Axe().run(page).response["violations"]
        for width, height in AXE_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found += Axe().run(page).response["violations"]
        page.set_viewport_size(TABLET)
        page.emulate_media(color_scheme="dark")
        found += Axe().run(page, options=contrast).response["violations"]
        faults += [(path, fault["id"], node["html"]) for fault in found for node in fault["nodes"]]
        faults += [(path, "no symbol or label", html) for html in page.evaluate(bare_code)]
        assert page.locator("h1").count() == 1, path
    assert not faults, "\n".join(f"{path} {rule} {html[:200]}" for path, rule, html in faults)


def violations(page):
    """Violations that axe finds, in all sizes."""
    found = []
    for width, height in AXE_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [(width, fault["id"], node["html"]) for fault in Axe().run(page).response["violations"]
                  for node in fault["nodes"]]
    return found


def test_Q3_invitations_dialogs_and_conflicts_have_no_axe_violation(make_visitor, store):
    playlist = store.add_playlist("Road trip", items=2)
    guest = make_visitor(None, bypass_csp=True)
    guest.open(f"/shared/{playlist['id'][:8]}")
    guest.title("Road trip")
    assert not violations(guest.page)
    activity = store.add_activity(stage="draft")
    visitor = make_visitor(ADA, bypass_csp=True, reduced_motion="reduce")
    visitor.open(f"/activities/{activity['id']}")
    for name in ("Menu", "Change list of invitees", "Discard"):
        visitor.press(name)
        visitor.page.locator("dialog[open]").wait_for()
        assert not violations(visitor.page), name
        visitor.page.keyboard.press("Escape")
        visitor.page.locator("dialog").wait_for(state="detached")
    visitor.open(f"/activities/{activity['id']}?step=enter")
    activity["form"] = {"name": "Zoo"}
    visitor.page.get_by_label("Name").fill("Lake")
    visitor.says("on another device or in another tab")
    assert not violations(visitor.page)


def test_texts_of_the_header_are_large_enough_on_a_phone(make_visitor, store):
    store.notify([ADA], "booked", "A booking", "Ben booked Car.", "/resources")
    visitor = make_visitor(ADA, size={"width": 390, "height": 844})
    visitor.open("/")
    head = visitor.page.locator(".head")
    head.locator(".count").wait_for()
    assert [text.split()[0] for text in head.locator(".label.short").all_inner_texts()] == ["Home", "News", "Me"]
    small = """() => [...document.querySelectorAll('.head *')].filter((one) => one.offsetParent && one.innerText)
        .map((one) => parseFloat(getComputedStyle(one).fontSize) / 16).filter((size) => size < 0.875)"""
    assert visitor.page.evaluate(small) == []
    # The number is next to the bell, not over it.
    bell = head.locator("[data-key='bell'] .icon").bounding_box()
    assert head.locator(".count").bounding_box()["x"] >= bell["x"] + bell["width"] - 1


def test_Q3_every_screen_fits_in_all_sizes_orientations_and_zooms(make_visitor, store):
    visitor = make_visitor(ADA)
    page = visitor.page
    paths = screens(store)
    visitor.open("/")
    outside_code = """() => [...document.querySelectorAll('button, a, input, select, textarea')]
        .filter((one) => one.offsetParent).filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left < -0.5 || right > innerWidth + 0.5;
        }).map((one) => one.outerHTML)"""
    for path in paths:
        page.evaluate("(path) => together.go(path)", path)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert not page.evaluate(outside_code), (path, width)
