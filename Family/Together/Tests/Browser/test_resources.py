"""Shared resources with several members at once: C1 to C8."""

import house
from conftest import ADA, BEN, CLEO


def book_page(visitor, resource, days=2):
    first, last = (house.at(day, 0).date().isoformat() for day in (0, days))
    visitor.open(f"/resources/{resource['id']}?view=book&from={first}&to={last}")
    visitor.page.locator(".agenda .part").first.wait_for()


def enter(visitor, day, start, end, reason=None):
    page = visitor.page
    page.get_by_label("Day", exact=True).fill(house.at(day, 0).date().isoformat())
    page.get_by_label("Start", exact=True).fill(start)
    page.get_by_label("Last day", exact=True).fill(house.at(day, 0).date().isoformat())
    page.get_by_label("End", exact=True).fill(end)
    if reason:
        page.get_by_label("Reason").fill(reason)


def test_C1_resources_are_added_listed_and_deleted_after_confirmation(ada, ben, store):
    ada.open("/resources")
    ada.follow("Add new resource")
    ada.press("Add")
    ada.says("Enter a name.")
    ada.page.get_by_label("Name").fill("Car")
    ada.press("Add")
    ada.says("Car is added. Everyone can book it now.")
    [car] = store.resources.values()
    store.add_booking(car, BEN, house.at(1, 10), 2)
    ben.open("/")
    # Each resource has a different letter.
    assert ada.page.locator(".item .disc").all_inner_texts() == ["C"]
    ada.follow("Book: Car")
    ada.page.get_by_text("Manage").click()
    # Another booking is made while the dialog is open.
    ada.press("Delete")
    ada.says("1 booking is removed.")
    store.add_booking(car, CLEO, house.at(2, 10), 2)
    ada.press("Delete", inside=ada.page.locator("dialog"))
    ada.says("2 bookings are removed. Their owners get a message.")
    ada.press("Delete", inside=ada.page.locator("dialog"))
    ada.says("Car is deleted.")
    assert store.resources == store.bookings == {}
    ben.unread(1)


def test_C2_C3_a_range_is_chosen_and_a_free_time_is_booked(ada, ben, store):
    car = store.add_resource("Car")
    store.add_booking(car, BEN, house.at(1, 10), 2, "Driving lesson")
    ben.open("/")
    ada.open("/resources")
    ada.follow("Book: Car")
    page = ada.page
    assert page.locator(".day.start").get_attribute("data-day") == house.at(0, 0).date().isoformat()
    ada.follow("Book")
    busy = page.locator(".part.busy")
    busy.get_by_text("Driving lesson").wait_for()
    last = page.locator(".part.free").last
    assert "12:00 PM until the end of " in last.inner_text()
    last.get_by_role("button").click()
    # The form suggests two hours, not the whole free time.
    values = [page.get_by_label(name, exact=True).input_value() for name in ("Day", "Start", "Last day", "End")]
    day = house.at(1, 0).date().isoformat()
    assert values == [day, "12:00", day, "14:00"]
    assert page.evaluate("document.activeElement === document.querySelectorAll('input[type=time]')[1]")
    ada.press("Book")
    ada.says("Write a short reason.")
    enter(ada, 1, "14:00", "16:00", "Groceries")
    page.get_by_label("High").check()
    ada.press("Book")
    ada.says("Car is yours:")
    mine = next(one for one in store.bookings.values() if one["member"] == ADA)
    assert (mine["priority"], mine["reason"]) == ("high", "Groceries")
    assert house.read(mine["start"]) == house.at(1, 14)
    ben.unread(1)
    # The range and the booking can be changed.
    ada.follow("Change")
    page.get_by_label("End", exact=True).fill("17:30")
    ada.press("Save")
    ada.says("Your booking is changed:")
    assert house.read(mine["end"]) == house.at(1, 17, 30)
    ada.press("Cancel booking")
    ada.press("Cancel booking", inside=page.locator("dialog"))
    ada.says("Your booking is canceled.")


def test_C4_an_overlap_turns_the_form_into_a_request_and_back(ada, store):
    car = store.add_resource("Car")
    store.add_booking(car, BEN, house.at(1, 10), 2, "Driving lesson", "high")
    book_page(ada, car)
    page = ada.page
    enter(ada, 1, "11:00", "12:30")
    page.get_by_role("heading", name="Ask for this time").wait_for()
    form = page.locator("[data-mode='request']")
    assert all(text in form.inner_text() for text in ("Ben has booked", "High", "Driving lesson"))
    page.get_by_role("button", name="Send", exact=True).wait_for()
    enter(ada, 1, "12:00", "13:00")
    page.get_by_role("heading", name="Your booking").wait_for()
    page.get_by_role("button", name="Book", exact=True).wait_for()
    enter(ada, 1, "13:00", "12:00", "Shopping")
    ada.press("Book")
    ada.says("The end must be after the start.")


def ask(ada, car):
    book_page(ada, car)
    ada.press("Ask for this time", exact=False)
    ada.page.get_by_label("Reason").fill("Doctor with Cleo")
    ada.press("Send")
    ada.says("Ben has your request and 24 hours to answer.")


def test_C5_the_holder_approves_and_gets_the_next_free_time(ada, ben, store):
    car = store.add_resource("Car")
    store.add_booking(car, BEN, house.at(1, 10), 2, "Driving lesson")
    ben.open("/")
    ask(ada, car)
    ben.unread(1)
    ben.follow("Answer")
    sides = ben.page.locator(".versus")
    assert "Driving lesson" in sides.inner_text() and "Doctor with Cleo" in sides.inner_text()
    assert "Importance: Medium" in sides.inner_text()
    warning = "If you approve, Ada gets this time and your whole booking is removed."
    ben.says(warning)
    ben.press("Approve")
    dialog = ben.page.locator("dialog")
    assert warning in dialog.inner_text()
    ben.press("Back", inside=dialog)
    assert next(iter(store.bookings.values()))["member"] == BEN
    ben.press("Approve")
    ben.press("Yes, give it", inside=dialog)
    ben.says("Here is the next free time for you:")
    ada.says("Approved! The time is yours.")
    [booking] = store.bookings.values()
    assert booking["member"] == ADA
    ben.follow("Book this time")
    ben.title("Car")
    assert "view=book" in ben.page.url


def test_C5_a_denied_request_leads_back_to_booking(ada, ben, store):
    car = store.add_resource("Car")
    store.add_booking(car, BEN, house.at(1, 10), 2)
    ask(ada, car)
    [request] = store.requests
    ben.open(f"/requests/{request}")
    ben.press("Deny")
    ben.page.get_by_text("You keep your booking. Ada knows.").first.wait_for()
    ada.says("Your request was declined. You can choose another time.")
    ada.follow("Choose another time")
    ada.title("Car")
    assert next(iter(store.bookings.values()))["member"] == BEN


def test_C6_closed_requests_show_the_reason(ada, store):
    car = store.add_resource("Car")
    store.add_booking(car, BEN, house.at(1, 10), 2)
    ask(ada, car)
    [request] = store.requests.values()
    for state, words in (("unanswered", "There was no answer within 24 hours."), ("expired", "has passed or changed")):
        request["state"] = state
        with store.lock:
            store.change("resources")
        ada.says(words)


def test_C7_without_a_calendar_a_resource_is_booked_manually(ada, ben, store):
    car = store.add_resource("Car")
    ben.open("/resources")
    ada.open(f"/resources/{car['id']}")
    ada.page.get_by_text("Manage").click()
    ada.press("The calendar does not work")
    ben.says("The calendar of Car is not available. You can still book.")
    ben.press("I understand")
    ben.page.locator("main").get_by_text("The calendar of Car is not available.").wait_for(state="detached")
    assert next(iter(store.notices.values()))["acknowledged"] == [BEN]
    book_page(ben, car)
    ben.says("The calendar of Car does not work right now. You can book here as usual.")
    enter(ben, 1, "09:00", "10:00", "School")
    ben.press("Book")
    ben.says("Car is yours:")


def test_C8_the_slower_of_two_members_sees_the_booking_of_the_faster(ada, ben, store):
    car = store.add_resource("Car")
    for visitor in (ada, ben):
        book_page(visitor, car)
        enter(visitor, 1, "09:00", "10:00", "School")
    # Ben's page is not notified before he books.
    with store.lock:
        store.add_booking(car, ADA, house.at(1, 9), 1)
    ben.press("Book")
    ben.says("Ada was a moment faster and has this time now.")
    ben.page.get_by_role("heading", name="Ask for this time").wait_for()
    assert len(store.bookings) == 1
    assert ben.page.get_by_label("Reason").input_value() == "School"


def test_C8_a_booking_elsewhere_appears_while_the_form_is_open(ada, ben, store):
    car = store.add_resource("Car")
    for visitor in (ada, ben):
        book_page(visitor, car)
        enter(visitor, 1, "09:00", "10:00", "School")
    ada.press("Book")
    ben.page.get_by_role("heading", name="Ask for this time").wait_for()
    assert ben.page.get_by_label("Reason").input_value() == "School"


def test_a_deleted_resource_leads_back_to_the_list(ada, store):
    car = store.add_resource("Car")
    book_page(ada, car)
    with store.lock:
        del store.resources[car["id"]]
        store.change("resources")
    ada.says("This was deleted a moment ago.")


def test_the_fairness_view_shows_only_sums(ben, store):
    car = store.add_resource("Car")
    store.add_booking(car, ADA, house.at(1, 10), 3, "Secret")
    store.add_booking(car, BEN, house.at(2, 10), 1)
    ben.open("/resources")
    ben.follow("Fair shares: Car")
    ben.title("Fair shares: Car")
    text = ben.page.locator("main").inner_text()
    assert "3 hr · 1 booking" in text and "1 hr · 1 booking" in text
    assert "Secret" not in text


def test_another_members_change_is_shown_and_not_overwritten(ada, store):
    car = store.add_resource("Car")
    ada.open(f"/resources/{car['id']}")
    page = ada.page
    page.locator("summary", has_text="Manage").click()
    ada.press("Change", inside=page.locator("details"))
    page.locator("dialog").get_by_label("Description").fill("Red, with a child seat")
    car["description"] = "Keys are on the shelf"
    ada.press("Save", inside=page.locator("dialog"))
    ada.says("changed this meanwhile")
    ada.says("Keys are on the shelf")
    text = page.locator("dialog").get_by_label("Description")
    assert text.input_value() == "Red, with a child seat"
    assert car["description"] == "Keys are on the shelf"
    text.fill("Red. Keys are on the shelf")
    ada.press("Save", inside=page.locator("dialog"))
    page.locator("dialog").wait_for(state="detached")
    ada.says("Red. Keys are on the shelf")


def test_C3_on_a_phone_free_times_are_above_the_form(make_visitor, store):
    car = store.add_resource("Car")
    store.add_booking(car, BEN, house.at(1, 10), 2, "Driving lesson")
    phone = make_visitor(ADA, size={"width": 390, "height": 844})
    book_page(phone, car)
    free = phone.page.locator(".part.free").first.bounding_box()
    form = phone.page.locator("[aria-labelledby='form-title']").bounding_box()
    assert free["y"] + free["height"] < form["y"]
    assert free["y"] + free["height"] < 600


def test_a_rejected_change_keeps_the_typed_text(ada, store):
    car = store.add_resource("Car")
    ada.open(f"/resources/{car['id']}")
    page = ada.page
    path = f"**/api/resources/{car['id']}"
    page.route(path, lambda route: route.abort() if route.request.method != "GET" else route.continue_())
    page.locator("summary", has_text="Manage").click()
    ada.press("Change", inside=page.locator("details"))
    dialog = page.locator("dialog")
    dialog.get_by_label("Name").fill("Blue car")
    ada.press("Save", inside=dialog)
    dialog.locator("[role=alert]").wait_for()
    assert dialog.get_by_label("Name").input_value() == "Blue car"
    page.unroute(path)
    ada.press("Save", inside=dialog)
    ada.title("Blue car")
