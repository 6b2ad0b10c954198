"""Activities from the invitees to the invitations, with three members at once: B1 to B11, N3, N4."""

import re
from datetime import timedelta

import house
from conftest import ADA, BEN, CLEO


def start(ada):
    ada.open("/activities")
    ada.press("Start activity")
    ada.title("Start activity")


def fill_poll(ada, names):
    page = ada.page
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Name of option {number}").fill(name)
        page.get_by_label(f"Description of option {number}").fill(f"About {name}")


def vote(visitor, *names):
    for name in names:
        visitor.page.locator(".choice").filter(has_text=name).get_by_role("checkbox").check()
    visitor.press("Submit votes")


def choose_slot(ada):
    ada.page.locator(".slot").first.click()
    ada.press("Next")


def test_B1_to_B11_three_members_vote_and_the_host_plans_the_winner(ada, ben, cleo, store):
    ben.open("/")
    cleo.open("/")
    start(ada)
    for name in ("Ada", "Ben", "Cleo"):
        assert name in ada.page.locator(".people").inner_text()
    ada.follow("Poll", exact=False)
    fill_poll(ada, ["Zoo", "Cinema"])
    ada.press("Picture of option 1")
    ada.page.locator("label").filter(has_text="Zoo").locator("input").check()
    ada.press("Done")
    ada.press("Send poll")
    ada.says("0 of 3 have voted")
    # Both others see it without reloading: as their next step, and at the bell.
    for other in (ben, cleo):
        other.unread(1)
    ben.follow("Vote now")
    ben.title("Ada asks: what shall we do?")
    # A child gets the page with pictures.
    cleo.follow("Vote now")
    cleo.title("Hello Cleo!")
    cleo.page.locator(".picture-button", has_text="Zoo").click()
    vote(ben, "Zoo", "Cinema")
    ada.says("1 of 3 have voted")
    assert "Cinema" not in ada.page.locator("progress").evaluate("one => one.parentElement.innerText")
    ben.page.locator(".choice").filter(has_text="Cinema").get_by_role("checkbox").uncheck()
    ben.press("Change votes")
    cleo.press("Done")
    ada.says("2 of 3 have voted")
    vote(ada, "Cinema")
    ada.title("Zoo")
    ada.says("The winner is Zoo.")
    [activity] = store.activities.values()
    assert activity["votes"] == {BEN: [0], CLEO: [0], ADA: [1]}
    choose_slot(ada)
    ada.page.get_by_label("Location").fill("Main entrance")
    ada.page.get_by_label("Activity type").select_option("Outing")
    ada.page.get_by_label("Who does “Pack a snack”?").select_option("Ben")
    ada.page.get_by_label("New task").fill("Take photos")
    ada.press("Add task")
    ada.page.get_by_label("Who does “Take photos”?").select_option("Cleo")
    ada.page.get_by_label("See where we are going").select_option("The zoo")
    ada.press("Send invites")
    ada.says("The invitations are sent. You are done!")
    ben.unread(2)
    ben.open("/")
    ben.says("Your task: Pack a snack")
    ben.follow("See it")
    ben.says("Main entrance")
    assert ben.page.get_by_role("link", name="See where we are going: The zoo").get_attribute("href") == "/prep/view/0f"
    ben.page.get_by_label("Pack a snack").check()
    ada.until("() => document.querySelectorAll('.part input')[0].checked")
    assert activity["tasks"][0]["done"]


def test_B2_the_list_of_invitees_changes_and_cancel_discards_everything(ada, store):
    start(ada)
    ada.press("Change list of invitees")
    dialog = ada.page.locator("dialog")
    for name in ("Ada", "Ben", "Cleo"):
        dialog.locator("label").filter(has_text=name).locator("input").uncheck()
    ada.press("Done", inside=dialog)
    dialog.get_by_text("Choose at least one person.").wait_for()
    dialog.locator("label").filter(has_text="Cleo").locator("input").check()
    ada.press("Done", inside=dialog)
    ada.until("() => document.querySelectorAll('.people li').length === 1")
    ada.press("Discard")
    ada.press("Yes, discard it")
    ada.says("The activity is discarded.")
    assert store.activities == {}


def test_B2_an_activity_by_hand_needs_a_name_and_a_description(ada, store):
    start(ada)
    ada.follow("Manually enter activity", exact=False)
    ada.press("Next")
    ada.says("Enter a name.")
    ada.page.get_by_label("Name", exact=True).fill("Picnic")
    ada.press("Next")
    ada.says("Add a short description.")
    assert ada.page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    ada.page.get_by_label("Description").fill("In the park")
    ada.press("Next")
    ada.title("Picnic")


def test_B3_a_poll_needs_two_options_and_a_future_deadline(ada, store):
    start(ada)
    ada.follow("Poll", exact=False)
    ada.press("Send poll")
    ada.says("Enter a name for this option.")
    fill_poll(ada, ["Zoo", "zoo"])
    ada.press("Send poll")
    ada.says("Another option has the same name.")
    ada.page.get_by_label("Name of option 2").fill("Cinema")
    ada.press("Add option")
    ada.press("Delete option 3")
    ada.page.get_by_label("Day").fill("2020-01-01")
    ada.press("Send poll")
    ada.says("This moment has passed. Choose a later one.")
    assert next(iter(store.activities.values()))["stage"] == "draft"


def test_B4_a_vote_can_change_only_until_the_deadline(ben, store):
    activity = store.polling()
    ben.open(f"/activities/{activity['id']}")
    ben.press("Submit votes")
    ben.says("Mark at least one option first.")
    vote(ben, "Zoo")
    ben.says("Thank you for voting!")
    assert activity["votes"] == {BEN: [0]}
    # The button is enabled again if the selection differs from the sent votes.
    change = ben.page.get_by_role("button", name="Change votes")
    assert change.is_disabled()
    ben.page.locator(".choice").filter(has_text="Cinema").get_by_role("checkbox").check()
    assert change.is_enabled()
    ben.page.locator(".choice").filter(has_text="Cinema").get_by_role("checkbox").uncheck()
    assert change.is_disabled()
    # The options come first, then the facts.
    order = "() => document.querySelector('.choices').compareDocumentPosition(document.querySelector('progress'))"
    assert ben.page.evaluate(order) == 4
    assert re.search(r"Vote until (today|tomorrow), \d+:\d\d [AP]M", ben.page.locator("main").inner_text())
    with store.lock:
        store.close(activity)
    ben.says("Ada is looking for a time.")
    assert ben.page.get_by_role("button", name="Change votes").count() == 0


def test_B4_a_sent_poll_is_deleted_with_its_votes_after_confirmation(ada, store):
    activity = store.polling(votes={BEN: [0]})
    ada.open(f"/activities/{activity['id']}")
    ada.press("Delete this activity")
    ada.says("Delete this activity? The votes of your family are lost, too.")
    ada.press("No, keep it")
    assert store.activities
    ada.press("Delete this activity")
    ada.press("Yes, delete it")
    ada.says("The activity is deleted.")
    assert activity["stage"] == "cancelled"


def test_B5_the_list_names_undecided_polls_by_their_options(ada, store):
    store.polling(("Zoo", "Cinema", "Park"), stage="tied", votes={BEN: [0], CLEO: [1]})
    store.polling(("Lake", "Forest"), stage="unvoted")
    ada.open("/activities")
    ada.page.get_by_role("link", name="Lake or Forest?").wait_for()
    link = ada.page.get_by_role("link", name="Zoo or Cinema?")
    # If several activities wait without a deadline, only the first one is highlighted.
    assert ada.page.locator(".item").count() == 2 and ada.page.locator(".item.call").count() == 1
    # The whole card is a link.
    card = ada.page.locator(".item").filter(has=link).bounding_box()
    ada.page.mouse.click(card["x"] + card["width"] - 8, card["y"] + card["height"] - 8)
    ada.title("It is a tie")


def test_B5_on_a_tie_the_host_picks_among_the_tied_options(ada, store):
    activity = store.polling(("Zoo", "Cinema", "Park"), stage="tied", votes={BEN: [0], CLEO: [1]})
    ada.open("/")
    ada.follow("Choose")
    ada.title("It is a tie")
    assert ada.page.locator(".choice").count() == 2
    ada.press("Next")
    ada.says("Choose one of them.")
    ada.page.locator(".choice").filter(has_text="Cinema").get_by_role("radio").check()
    ada.press("Next")
    ada.title("Cinema")
    assert activity["stage"] == "scheduling"


def test_B6_without_votes_the_host_enters_an_activity_or_repeats_the_poll(ada, store):
    activity = store.polling()
    ada.open("/")
    with store.lock:
        store.close(activity)
    ada.unread(1)
    ada.says("No votes came. Enter an activity yourself")
    ada.follow("Continue")
    ada.title("No votes")
    ada.follow("Manually enter activity")
    ada.page.get_by_label("Name", exact=True).fill("Walk")
    ada.page.get_by_label("Description").fill("Around the lake")
    ada.press("Next")
    ada.title("Walk")


def scheduling(store, **more):
    about = {"name": "Picnic", "description": "In the park"}
    return store.add_activity(stage="scheduling", **about, **more)


def test_B7_days_are_chosen_in_the_calendar_and_slots_stay_up_to_date(ada, store):
    activity = scheduling(store)
    ada.open(f"/activities/{activity['id']}")
    page = ada.page
    page.locator(".slots section").nth(3).wait_for()
    ada.press("More days")
    assert page.locator(".slots section").count() == 8
    page.get_by_role("button", name="next month", exact=False).click()
    first, last = page.locator(".day").nth(9), page.locator(".day").nth(12)
    days = first.get_attribute("data-day"), last.get_attribute("data-day")
    first.click()
    last.click()
    assert page.locator(".day.start").get_attribute("data-day") == days[0]
    assert page.locator(".day.end").get_attribute("data-day") == days[1]
    page.get_by_label("How many hours?").fill("200")
    ada.press("Next")
    ada.says("Enter between half an hour and 168 hours.")
    page.get_by_label("How many hours?").fill("3")
    page.locator(".choice").filter(has_text="Afternoon").locator("input").uncheck()
    page.locator(".choice").filter(has_text="Morning").locator("input").check()
    # Four days, starts at 6, 6:30 … 9.
    ada.says("Everyone is free at these 28 times.")
    assert (activity["search"]["from"], activity["search"]["to"]) == days
    slot = page.locator(".slot").first
    slot.click()
    assert slot.get_attribute("aria-pressed") == "true"
    slot.click()
    assert slot.get_attribute("aria-pressed") == "false"
    ada.press("Next")
    ada.says("Choose a time first.")
    slot.click()
    begin = house.read(slot.get_attribute("data-start"))
    store.busy[BEN] = [(begin, begin + timedelta(hours=1))]
    with store.lock:
        store.change("calendars")
    ada.says("The time you chose is not free any more. Choose another one.")
    assert page.locator(".slot[aria-pressed='true']").count() == 0


def test_B8_without_the_search_for_times_the_host_enters_date_and_time(ada, store):
    activity = scheduling(store)
    ada.open(f"/activities/{activity['id']}")
    page = ada.page
    page.get_by_label("Look for times when everyone is free").uncheck()
    assert page.locator(".month").is_hidden()
    day = house.at(5, 0).date().isoformat()
    page.get_by_label("Day", exact=True).fill(day)
    page.get_by_label("Start", exact=True).fill("21:00")
    page.get_by_label("End", exact=True).fill("20:00")
    ada.press("Next")
    ada.says("The end must be after the start.")
    page.get_by_label("End", exact=True).fill("23:30")
    ada.press("Next")
    page.get_by_label("Location").wait_for()
    assert house.read(activity["start"]) == house.at(5, 21)
    assert house.read(activity["end"]) == house.at(5, 23, 30)


def test_B9_an_unreadable_calendar_is_named_and_does_not_block_the_search(ada, store):
    activity = scheduling(store)
    store.unreadable = {BEN: "the host does not answer"}
    ada.open(f"/activities/{activity['id']}")
    page = ada.page
    ada.says("The calendar of Ben cannot be read: the host does not answer")
    assert page.locator(".slot").count() > 0
    ada.press("Continue without it")
    ada.says("The calendar of Ben is not used.")
    assert activity["search"]["without"] == [BEN]
    choose_slot(ada)
    page.get_by_label("Location").wait_for()


def test_B10_all_input_survives_back_and_reload(ada, store):
    start(ada)
    ada.follow("Manually enter activity", exact=False)
    ada.page.get_by_label("Name", exact=True).fill("Picnic")
    ada.page.get_by_label("Description").fill("In the park")
    ada.page.reload()
    assert ada.page.get_by_label("Name", exact=True).input_value() == "Picnic"
    ada.follow("Back")
    ada.follow("Manually enter activity", exact=False)
    assert ada.page.get_by_label("Description").input_value() == "In the park"
    ada.press("Next")
    ada.page.locator(".slot").nth(3).click()
    chosen = ada.page.locator(".slot[aria-pressed='true']").get_attribute("data-start")
    ada.press("Next")
    ada.page.get_by_label("Location").fill("Old oak")
    ada.page.get_by_label("Activity type").select_option("Meal")
    ada.page.reload()
    assert ada.page.get_by_label("Location").input_value() == "Old oak"
    ada.press("Back")
    ada.page.locator(f".slot[data-start='{chosen}'][aria-pressed='true']").wait_for()
    ada.follow("Back")
    assert ada.page.get_by_label("Name", exact=True).input_value() == "Picnic"
    ada.press("Next")
    ada.page.locator(f".slot[data-start='{chosen}'][aria-pressed='true']").wait_for()
    ada.press("Next")
    assert ada.page.get_by_label("Location").input_value() == "Old oak"
    assert ada.page.locator(".part").count() == 3


def test_B10_a_poll_survives_a_server_outage(ada, server):
    start(ada)
    ada.follow("Poll", exact=False)
    ada.title("Poll")
    server.store.down = True
    fill_poll(ada, ["Zoo", "Cinema"])
    ada.press("Send poll")
    ada.page.get_by_text("The family server cannot be reached.").first.wait_for()
    server.store.down = False
    ada.page.reload()
    assert ada.page.get_by_label("Name of option 2").input_value() == "Cinema"
    ada.press("Send poll")
    ada.says("0 of 3 have voted")


def test_B10_invitations_need_a_location_a_type_and_a_task(ada, store):
    times = {"start": house.wire(house.at(3, 14)), "end": house.wire(house.at(3, 16))}
    activity = store.add_activity(stage="detailing", name="Picnic", description="x", **times)
    store.types.append({"id": "bare", "name": "Bare", "tasks": [], "isPreset": False})
    ada.open(f"/activities/{activity['id']}")
    page = ada.page
    ada.press("Send invites")
    ada.says("Enter a location.")
    page.get_by_label("Location").fill("Lake")
    ada.press("Send invites")
    ada.says("Choose a type.")
    page.get_by_label("Activity type").select_option("Bare")
    ada.press("Send invites")
    ada.says("Add at least one task.")
    page.get_by_label("Activity type").select_option("New type …")
    dialog = page.locator("dialog")
    dialog.get_by_label("Name").fill("Lake day")
    dialog.get_by_label("Tasks").fill("Bring towels\n\nCheck the weather")
    ada.press("Add", inside=dialog)
    page.get_by_label("Who does “Bring towels”?").select_option("Cleo")
    ada.press("Send invites")
    ada.says("The invitations are sent.")
    assert [(task["name"], task["assignee"]) for task in activity["tasks"]] == [
        ("Bring towels", CLEO),
        ("Check the weather", ADA),
    ]


def test_N3_tasks_are_reassigned_reminded_and_activities_repeat(ada, ben, store):
    activity = store.invited()
    ben.open("/")
    ada.open(f"/activities/{activity['id']}")
    ada.press("Remind: Pack a snack")
    ada.says("Ben is reminded.")
    ben.unread(1)
    ada.page.get_by_label("Who does “Pack a snack”?").select_option("Cleo")
    ada.says("Cleo has this task now.")
    assert activity["tasks"][0]["assignee"] == CLEO
    # The message stays when a change by another member redraws the page.
    activity["location"] = "Side entrance"
    store.change("activities")
    ada.says("Side entrance")
    ada.says("Cleo has this task now.")
    ada.press("Repeats")
    ada.page.locator("dialog").get_by_label("Repeats").select_option("Every week")
    ada.press("Save")
    ada.says("Every week")
    assert activity["repeat"] == {"every": "week", "interval": 1, "until": None}


def test_N4_a_change_shows_old_and_new_values_to_everyone(ada, ben, store):
    activity = store.invited()
    ben.open(f"/activities/{activity['id']}")
    ada.open(f"/activities/{activity['id']}")
    ada.press("Change")
    ada.page.locator("dialog").get_by_label("Location").fill("North gate")
    ada.press("Save and tell everyone")
    changes = ben.page.locator("section").filter(has_text="Changes")
    changes.get_by_text("North gate").wait_for()
    assert "Main entrance" in changes.locator("s").inner_text()
    ben.open("/notifications")
    assert "North gate" in ben.page.locator(".news").first.inner_text()


def test_a_canceled_activity_disappears_for_everyone(ada, ben, store):
    activity = store.invited()
    ben.open("/activities")
    ben.page.get_by_role("link", name="Zoo").wait_for()
    ada.open(f"/activities/{activity['id']}")
    ada.press("Cancel the activity")
    ada.press("Yes, cancel it")
    ben.says("Nothing is planned yet.")
    ben.follow("Past")
    ben.page.get_by_role("link", name="Zoo").wait_for()


def test_two_windows_of_the_host_reach_the_same_step(ada, make_visitor, store):
    activity = store.polling(votes={BEN: [0]})
    other = make_visitor(ADA)
    for window in (ada, other):
        window.open(f"/activities/{activity['id']}")
    ada.press("Close the poll now")
    ada.says("Close the poll now? 2 people have not voted.")
    ada.press("Keep it open")
    assert activity["stage"] == "polling"
    ada.press("Close the poll now")
    ada.press("Close poll")
    ada.title("Zoo")
    other.title("Zoo")
    choose_slot(other)
    other.page.get_by_label("Location").wait_for()
    ada.page.get_by_label("Location").wait_for()


def test_N4_the_child_sees_the_hosts_picture(ada, cleo, store):
    start(ada)
    ada.follow("Poll", exact=False)
    fill_poll(ada, ["Grandma", "Cinema"])
    page = ada.page
    ada.press("Picture of option 1")
    dialog = page.locator("dialog")
    for data, words in ((b"broken", "refused: unreadable_media"), (house.photo(), "Your picture is chosen.")):
        with page.expect_file_chooser() as chooser:
            ada.press("Use your own picture", inside=dialog)
        chooser.value.set_files({"name": "grandma.jpg", "mimeType": "image/jpeg", "buffer": data})
        dialog.get_by_text(words).wait_for()
    assert dialog.get_by_label("Your picture").is_checked()
    ada.press("Done", inside=dialog)
    ada.press("Send poll")
    ada.says("0 of 3 have voted")
    cleo.open("/child")
    drawn = cleo.page.locator(".picture-button", has_text="Grandma").locator("img")
    drawn.wait_for()
    cleo.until("() => document.querySelector('.picture-button img').naturalWidth > 0")
    assert "/api/media/" in drawn.get_attribute("src")


def test_invitees_changed_on_another_device_are_shown_and_not_overwritten(ada, store):
    activity = store.add_activity(stage="draft")
    ada.open(f"/activities/{activity['id']}")
    page = ada.page
    ada.press("Change list of invitees")
    dialog = page.locator("dialog")
    dialog.get_by_label("Cleo").uncheck()
    activity["invitees"] = [ADA, CLEO]
    ada.press("Done", inside=dialog)
    ada.says("Invited now: Ada, Cleo")
    assert activity["invitees"] == [ADA, CLEO]
    dialog = page.locator("dialog")
    assert not dialog.get_by_label("Cleo").is_checked() and dialog.get_by_label("Ben").is_checked()
    ada.press("Done", inside=dialog)
    dialog.wait_for(state="detached")
    ada.until("() => document.querySelectorAll('.people li').length === 2")
    assert activity["invitees"] == [ADA, BEN]


def test_name_and_description_of_another_device_are_shown_and_not_overwritten(ada, store):
    activity = store.add_activity(stage="draft")
    ada.open(f"/activities/{activity['id']}?step=enter")
    page = ada.page
    page.get_by_label("Name").fill("Picnic")
    page.get_by_label("Description").fill("In the park")
    activity |= {"name": "Zoo", "description": "Otters"}
    ada.press("Next")
    ada.says("changed on another device")
    ada.says("Otters")
    assert activity["name"] == "Zoo" and activity["stage"] == "draft"
    assert page.get_by_label("Name").input_value() == "Picnic"
    ada.press("Next")
    page.locator(".day").first.wait_for()
    assert activity["name"] == "Picnic" and activity["description"] == "In the park"


def test_invitations_are_not_sent_with_details_that_another_device_replaced(ada, store):
    tasks = [{"name": "Bake", "assignee": ADA}]
    times = {"start": house.wire(house.at(3, 14)), "end": house.wire(house.at(3, 16))}
    activity = store.add_activity(
        stage="detailing", name="Picnic", form={"location": "Lake", "type": "Outing", "tasks": tasks}, **times)
    ada.open(f"/activities/{activity['id']}")
    location = ada.page.get_by_label("Location")
    assert location.input_value() == "Lake"
    activity["form"] = activity["form"] | {"location": "Gate"}
    ada.press("Send invites")
    ada.says("on another device or in another tab")
    ada.says("Gate")
    assert activity["stage"] == "detailing" and location.input_value() == "Lake"
    ada.press("Take the other text")
    ada.until("() => document.querySelector('main input').value === 'Gate'")
    ada.press("Send invites")
    ada.says("The invitations are sent.")
    assert activity["location"] == "Gate"


def test_input_of_another_device_is_not_replaced_by_typing(make_visitor, store):
    activity = store.add_activity(stage="draft")
    phone, laptop = make_visitor(ADA), make_visitor(ADA)
    for visitor in (phone, laptop):
        visitor.open(f"/activities/{activity['id']}?step=enter")
    with phone.page.expect_response(lambda answer: answer.url.endswith("/form")):
        phone.page.get_by_label("Name").fill("Zoo")
    laptop.page.get_by_label("Name").fill("Lake")
    laptop.says("on another device or in another tab")
    laptop.says("Zoo")
    assert activity["form"]["name"] == "Zoo"
    laptop.page.get_by_label("Name").fill("Lake or pool")
    # After a reload, both inputs are still there.
    laptop.page.reload()
    laptop.says("on another device or in another tab")
    assert laptop.page.get_by_label("Name").input_value() == "Lake or pool"
    assert activity["form"]["name"] == "Zoo"
    with laptop.page.expect_response(lambda answer: answer.url.endswith("/form")):
        laptop.press("Keep my text")
    assert activity["form"]["name"] == "Lake or pool"
    phone.page.get_by_label("Name").fill("Zoo with otters")
    phone.says("Lake or pool")
    phone.press("Take the other text")
    phone.until("() => document.querySelector('#enter input').value === 'Lake or pool'")
    assert activity["form"]["name"] == "Lake or pool"
