"""The guardian's tasks: setup, options, password, entries, preferences, tutorials, error report."""

import base64

import pytest

import conftest
from conftest import PASSWORD
from screens import SETUP


def set_password(page, first=PASSWORD, second=PASSWORD):
    page.fill("#new-password", first)
    page.fill("#repeat-password", second)


def answer(page, value):
    page.click(f"dialog[open] [data-value={value}]")


def test_S1_O2_setup_and_reset_of_a_forgotten_password(make_family):
    """Sets a password, keeps the code, makes all entries but one, then resets the forgotten password."""
    family = make_family()
    page = family.start()
    page.click("#next")
    page.wait_for_selector("h1:has-text('Install the app')")
    page.click("#next")
    set_password(page, "abc", "abc")
    page.click("#next")
    assert "exactly 4 characters" in page.inner_text(".error")
    set_password(page, PASSWORD, "aB3?")
    page.click("#next")
    assert "differ" in page.inner_text(".error")
    set_password(page)
    page.click("#next")
    code = page.inner_text("#recovery-code")
    page.click("#next")
    page.fill("#user-name", "Anna Berger")
    page.click("#save")  # The setup does not ask again.
    page.wait_for_selector("h1:has-text('About the person')")
    neutral = page.get_by_label("I speak little. Please help me.", exact=True)
    assert neutral.is_checked(), "no diagnosis is chosen for the guardian"
    page.get_by_label("I am autistic.", exact=True).check()
    page.click("#save")
    page.fill("#address-field", "12 Garden Street")
    page.fill("#position", "somewhere")
    page.click("#save")
    assert "is not a position" in page.inner_text("#entry-error")
    page.fill("#position", "52.5163, 13.3777")
    page.click("#save")
    page.wait_for_selector("h1:has-text('School address')")
    page.click("#skip")
    assert "School address: there will be no school button." in page.inner_text("dialog")
    answer(page, "yes")
    page.wait_for_selector("h1:has-text('Location')")
    page.click("#next")
    page.fill("[data-contact=name]", "Mary")
    page.fill("[data-contact=number]", "Mum")
    page.click("#save")
    assert "is not a phone number" in page.inner_text("#entry-error")
    page.fill("[data-contact=number]", "+1 555 010 99")
    page.fill("[data-contact=relation]", "Mother")
    page.click("#save")
    page.wait_for_selector("h1:has-text('Allergies')")
    page.get_by_label("Peanuts").check()
    page.click("#save")
    page.wait_for_selector("h1:has-text('Conditions and medicines')")
    page.evaluate("() => { express.speech.deviceVoice = () => undefined; }")
    page.click("#add-conditions")
    page.fill("[data-health=conditions]", "Epilepsy")
    page.check("#no-medicines")
    page.click("#save")
    answer(page, "silent")
    page.wait_for_selector("h1:has-text('When the phone is locked')")
    page.click("#next")
    assert page.inner_text("#missing") == "School address: there will be no school button."
    # The copy saved during setup opens with the recovery code.
    with page.expect_download() as download:
        page.click("#setup-copy")
    saved = base64.b64encode(download.value.path().read_bytes()).decode()
    opened = page.evaluate(
        """async ([file, code]) => {
            const { fromBase64, normalizedCode } = await import('./modules/secrets.js');
            const { imported } = await import('./modules/transfer.js');
            return (await imported(fromBase64(file), normalizedCode(code), express.state)).state.user.name;
        }""",
        [saved, code],
    )
    assert opened == "Anna Berger"
    page.click("#finish")
    page.click("#menu-emergency")
    assert page.inner_text("#about") == "I am autistic."
    page.click("#back")
    page.wait_for_selector("#menu-library")

    # Neither code nor password is stored in readable form.
    stored = page.evaluate("JSON.stringify(express.state)")
    assert code not in stored and code.replace("-", "") not in stored and PASSWORD not in stored
    page.click("#menu-options")
    page.fill("#password", "Exp2")
    page.click("#enter")
    page.wait_for_selector("#lock-error:has-text('wrong')")
    page.click("#forgotten")
    page.fill("#code", "0000-0000-0000-0000")
    set_password(page, "N3w!", "N3w!")
    page.click("#reset")
    page.wait_for_selector(".error:has-text('recovery code is wrong')")
    page.fill("#code", code.lower().replace("-", " "))
    page.click("#reset")
    page.wait_for_selector("[data-go=settings]")
    page.click("#back")
    page.click("#menu-options")
    page.fill("#password", "N3w!")
    page.click("#enter")
    page.wait_for_selector("[data-go=settings]")
    assert family.problems == []


def test_S1_back_in_the_setup_keeps_the_recovery_code(make_family):
    """The guardian may already have written the code down."""
    family = make_family()
    page = family.start()
    family.go("setup/password")
    set_password(page)
    page.click("#next")
    code = page.inner_text("#recovery-code")
    page.click("#back")
    page.wait_for_selector("#keep-password")
    page.click("#next")
    assert page.inner_text("#recovery-code") == code
    page.click("#back")
    page.wait_for_selector("#new-password")
    hashed = page.evaluate("express.state.security.password.hash")
    set_password(page, "N3w!", "N3w!")
    page.click("#next")
    assert page.inner_text("#recovery-code") == code
    assert page.evaluate("express.state.security.password.hash") != hashed
    # After a reload the code is no longer known, so a new password needs a new code, and the app asks first.
    page.reload()
    page.wait_for_selector("html[data-started]")
    old = page.evaluate("express.state.security.recovery.hash")
    for value in ("keep", "new"):
        family.go("setup/password")
        set_password(page)
        page.click("#next")
        assert "will no longer reset the password" in page.inner_text("dialog")
        answer(page, value)
        page.wait_for_selector("h1:has-text('Recovery code')")
        assert page.locator("#recovery-code").count() == (value == "new")
        assert (page.evaluate("express.state.security.recovery.hash") == old) == (value == "keep")


def test_S1_the_setup_explains_its_fields(make_family):
    family = make_family()
    page = family.start()
    for step, text in [
        ("name", "The button “Say my name” plays it."),
        ("home", "Where the person lives."),
        ("school", "The school, workplace or day center."),
        ("contacts", "Helpers can call these people with one tap."),
    ]:
        family.go(f"setup/{step}")
        assert text in page.inner_text("main")
    family.go("setup/school")
    assert "home" not in page.inner_text("main")


def test_S1_the_question_mark_explains_the_current_step(make_family):
    family = make_family()
    page = family.start()
    explained = set()
    for step in SETUP:
        family.go(f"setup/{step}")
        page.click("#help")
        explained.add(page.inner_text("dialog h2"))
        page.click("dialog button")
    assert len(explained) == len(SETUP)


def test_S1_typed_allergies_without_a_voice_are_announced(make_family):
    """The guardian records them or knows that they stay silent. A recording without its word is not dropped."""
    family = make_family()
    page = family.start()
    page.evaluate("() => { express.speech.deviceVoice = () => undefined; }")
    family.go("setup/allergies")
    page.click("#add-allergy")
    page.wait_for_selector("[data-allergy=voice]:has-text('this allergy is not spoken')")
    page.fill("[data-allergy=text]", "Lupin")
    page.click("#save")
    page.wait_for_selector("dialog:has-text('These allergies will not be spoken: Lupin.')")
    answer(page, "record")
    conftest.record_voice(page)
    page.wait_for_selector("text=Recorded. Press Save")
    page.fill("[data-allergy=text]", "")
    page.click("#save")
    page.wait_for_selector("#entry-error:has-text('Enter the allergy that was recorded.')")
    page.fill("[data-allergy=text]", "Lupin")
    page.click("#save")
    page.wait_for_selector("h1:has-text('Conditions and medicines')")
    assert page.evaluate("express.state.user.allergies[0].sound") is not None


def test_N4_directions_need_a_start(family):
    page = family.page
    family.unlock()
    family.go("entry/home")
    page.click("#save")
    page.wait_for_selector("#entry-error:has-text('Enter where the directions start.')")
    page.fill("#start", "The school gate")
    page.click("#save")
    answer(page, "yes")
    page.wait_for_function("express.state.user.home.start === 'The school gate'")


def test_E1_none_never_removes_conditions_or_medicines(family):
    """The guardian removes the entries one by one first. Silent and unnamed entries are pointed out."""
    page = family.page
    page.evaluate("() => { express.speech.deviceVoice = () => undefined; }")
    family.unlock()
    family.go("entry/health")
    for name in ("conditions", "medicines"):
        page.click(f"#add-{name}")
        page.fill(f"[data-health={name}]", f"My {name}")
        page.click(f"#no-{name}")
        page.wait_for_selector("dialog:has-text('Nothing was removed.')")
        answer(page, "ok")
        assert not page.is_checked(f"#no-{name}")
        assert page.input_value(f"[data-health={name}]") == f"My {name}"
    page.click("#save")
    page.wait_for_selector("dialog:has-text('These entries will not be spoken: My conditions, My medicines.')")
    answer(page, "record")
    conftest.record_voice(page.locator("#medicines-list"))
    page.wait_for_selector("text=Recorded. Press Save")
    page.fill("[data-health=medicines]", "")
    page.click("#save")
    page.wait_for_selector("#entry-error:has-text('Enter the words that were recorded.')")
    page.fill("[data-health=medicines]", "Insulin")
    page.click("#conditions-list button:has-text('Remove this condition')")
    page.click("#no-conditions")
    page.click("#save")
    answer(page, "yes")
    page.wait_for_function("express.state.user.conditions.none")
    medicines = page.evaluate("express.state.user.medicines")
    assert [entry["text"] for entry in medicines["entries"]] == ["Insulin"] and not medicines["none"]
    page.evaluate(
        "express.save((s) => { s.user.medicines.entries = Array(30).fill({ text: 'Insulin', sound: null }); })"
    )
    family.unlock()
    family.go("entry/health")
    page.click("#add-medicines")
    page.wait_for_selector("#notice:has-text('At most 30 are possible.')")
    assert page.locator("[data-health=medicines]").count() == 30


def test_O4_no_known_allergies_asks_before_it_removes_entered_ones(family):
    page = family.page
    family.unlock()
    family.go("entry/allergies")
    page.check("input[value=latex]")
    page.click("#no-allergies")
    answer(page, "keep")
    assert page.is_checked("input[value=latex]") and not page.is_checked("#no-allergies")
    page.click("#no-allergies")
    answer(page, "clear")
    assert not page.is_checked("input[value=latex]") and page.is_checked("#no-allergies")
    page.click("#no-allergies")
    page.click("#no-allergies")
    assert page.locator("dialog").count() == 0, "nothing is entered"


def test_S3_the_browsers_back_closes_a_dialog(family):
    page = family.page
    family.go("library")
    family.go("page/food")
    page.click("#help")
    page.wait_for_selector("dialog")
    page.evaluate("history.back()")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("location.hash") == "#page/food"
    assert page.inner_text("h1") == "Food"
    page.evaluate("history.back()")
    page.wait_for_selector("h1:has-text('Phrase Library')")


@pytest.fixture
def locked(family):
    family.set_password()
    return family


def enter(page, password=PASSWORD):
    page.fill("#password", password)
    page.click("#enter")


def test_O1_options_need_the_password_and_cancel_and_back_leave(locked):
    page = locked.page
    for way in ("#cancel", "#back"):
        locked.go("")
        page.click("#menu-options")
        page.click(way)
        page.wait_for_selector("#menu-library")
    for address in ("settings", "entry/name", "preferences", "copy", "card", "edit-page/food", "servers", "recovery"):
        locked.go(address)
        assert page.locator("#password").count() == 1, address
    enter(page)
    page.wait_for_selector("#recovery-code")
    locked.go("")
    locked.go("options")
    page.wait_for_selector("#password")


def test_O6_a_new_recovery_code_replaces_the_old_one_only_after_confirmation(family):
    page = family.page
    family.unlock()
    family.go("recovery")
    page.wait_for_selector("#recovery-code")
    old = page.evaluate("express.state.security.recovery.hash")
    family.go("password")
    page.click("#new-code")
    page.wait_for_selector("text=The old code will no longer reset the password.")
    page.click("#cancel")
    assert page.evaluate("express.state.security.recovery.hash") == old
    family.go("recovery")
    page.click("#make-code")
    page.wait_for_selector("#recovery-code")
    assert page.evaluate("express.state.security.recovery.hash") != old


def test_O1_password_guessing_is_slowed_down(locked):
    page = locked.page
    locked.go("options")
    for _ in range(5):
        enter(page, "xxxx")
        page.wait_for_selector("#lock-error:has-text('wrong')")
        page.evaluate("document.getElementById('lock-error').textContent = ''")
    enter(page)
    page.wait_for_selector("#lock-error:has-text('Wait')")
    page.reload()
    page.wait_for_selector("#password")
    enter(page)
    page.wait_for_selector("#lock-error:has-text('Wait')")


def test_O2_a_reset_without_the_code_erases_everything(locked):
    page = locked.page
    locked.go("forgotten")
    page.click("#erase")
    assert "Type the word “erase”" in page.inner_text("#erase-error")
    assert page.locator("dialog").count() == 0
    page.fill("#erase-word", "Erase ")
    page.click("#erase")
    answer(page, "no")
    assert page.evaluate("express.state.user.name") == "Anna Maria Berger"
    page.click("#erase")
    answer(page, "erase")
    page.wait_for_selector("h1:has-text('Welcome')")
    page.reload()
    page.wait_for_selector("h1:has-text('Welcome')")
    assert page.evaluate("express.store.load()") is None


def test_O3_options_and_settings_hold_every_entry(family):
    family.unlock()
    family.go("options")
    assert family.page.locator("main button").all_inner_texts() == [
        "Settings",
        "Change Password",
        "Tutorials",
        "Error Report",
        "Credits",
    ]
    for name in ("Settings", "Change Password", "Tutorials", "Error Report", "Credits"):
        family.page.get_by_role("button", name=name, exact=True).click()
        family.page.wait_for_selector(f"h1:has-text('{name}')")
        family.page.click("#back")
        family.page.wait_for_selector("h1:has-text('Options')")
    family.go("settings")
    assert family.page.locator("main button").all_inner_texts()[:2] == ["User Information", "User Preferences"]


def test_O4_save_stores_after_yes_and_stays_after_no(family):
    page = family.page
    family.unlock()
    family.go("user")
    assert page.locator("main button").all_inner_texts() == [
        "Name",
        "About the Person",
        "Sentences for Helpers",
        "Home Address",
        "School Address",
        "Emergency Contacts",
        "Allergies",
        "Conditions and Medicines",
    ]
    page.click("[data-go='entry/name']")
    page.fill("#user-name", "Annabel")
    page.click("#save")
    answer(page, "no")
    assert page.input_value("#user-name") == "Annabel"
    assert page.evaluate("express.state.user.name") == "Anna Maria Berger"
    page.click("#save")
    answer(page, "yes")
    page.wait_for_selector("h1:has-text('Settings')")
    page.reload()
    page.wait_for_selector("html[data-started]")
    assert page.evaluate("express.state.user.name") == "Annabel"
    page.evaluate("express.unlocked = true")
    family.go("entry/name")
    page.fill("#user-name", "Nobody")
    page.click("#back")
    assert page.evaluate("express.state.user.name") == "Annabel"


@pytest.mark.parametrize("address", ["entry/home", "edit-phrase/food/new"])
def test_O4_back_asks_before_it_loses_typed_text(family, address):
    page = family.page
    family.unlock()
    family.go(address)
    page.click("#back")
    page.wait_for_function("(address) => location.hash.slice(1) !== address", arg=address)
    family.unlock()
    family.go(address)
    field = "#address-field" if address == "entry/home" else "#phrase-text"
    page.fill(field, "A long text")
    page.click("#back")
    page.wait_for_selector("dialog:has-text('Leave without saving?')")
    answer(page, "stay")
    assert page.input_value(field) == "A long text"
    page.keyboard.press("Escape")
    answer(page, "leave")
    page.wait_for_function("(address) => location.hash.slice(1) !== address", arg=address)


def test_O4_the_browsers_own_back_asks_before_it_loses_typed_text(family):
    page = family.page
    family.unlock()
    family.go("user")
    family.go("entry/home")
    page.evaluate("history.back()")
    page.wait_for_selector("[data-go='entry/home']")
    family.go("entry/home")
    page.fill("#address-field", "A long text")
    page.evaluate("history.back()")
    answer(page, "stay")
    assert page.input_value("#address-field") == "A long text"
    assert page.evaluate("location.hash") == "#entry/home"
    page.evaluate("history.back()")
    answer(page, "leave")
    page.wait_for_selector("[data-go='entry/home']")


def test_O1_options_are_locked_after_putting_the_phone_away(family):
    page = family.page
    page.clock.install()
    page.reload()
    page.wait_for_selector("html[data-started]")
    hide = """(hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""

    def put_away(minutes):
        page.evaluate(hide, True)
        page.clock.fast_forward(minutes * 60_000)
        page.evaluate(hide, False)

    family.unlock()
    family.go("user")
    put_away(5)
    assert page.evaluate("express.unlocked")
    family.go("entry/name")
    page.fill("#user-name", "Not saved yet")
    put_away(11)
    assert page.input_value("#user-name") == "Not saved yet"
    assert not page.evaluate("express.unlocked")
    page.click("#save")
    answer(page, "no")
    family.unlock()
    family.go("user")
    put_away(11)
    page.wait_for_selector("#menu-library")
    assert not page.evaluate("express.unlocked")


def test_E2_the_setup_lets_the_guardian_allow_the_location(make_family):
    family = make_family(geolocation={"latitude": 52.5, "longitude": 13.4}, permissions=["geolocation"])
    page = family.start()
    family.go("setup/location")
    assert "stays on this device" in page.inner_text("main")
    page.click("#allow-location")
    page.wait_for_selector("#location-note:has-text('The location works.')")
    assert page.evaluate("express.state.locationExplained")
    page.evaluate("""() => {
        navigator.geolocation.getCurrentPosition = (_, failed) => failed({ code: 1, PERMISSION_DENIED: 1 });
    }""")
    page.click("#allow-location")
    page.wait_for_selector("#location-note:has-text('The location is not allowed')")
    page.click("#next")
    page.wait_for_selector("[data-contact=name]")


def test_O5_preferences_are_saved_immediately(family):
    page = family.page
    family.unlock()
    family.go("preferences")
    color = "getComputedStyle(document.documentElement).getPropertyValue('--main')"
    colors = set()
    for theme in ("Green", "Purple", "Blue"):
        page.get_by_label(theme, exact=True).check()
        page.wait_for_function("(name) => document.documentElement.dataset.theme === name", arg=theme.lower())
        colors.add(page.evaluate(color))
    assert len(colors) == 3, "each theme has its own color"
    for label in ("Purple", "Male voice", "150%", "Meters"):
        page.get_by_label(label, exact=True).check()
    for label in ("Pictures on the buttons", "Hide the contacts", "Hide the addresses"):
        page.get_by_label(label).click()
    page.wait_for_function("express.state.preferences.addressPrivacy === true")
    page.reload()
    page.wait_for_selector("html[data-started]")
    stored = page.evaluate("express.state.preferences")
    expected = {
        "theme": "purple",
        "voice": "male",
        "textSize": 150,
        "units": "metric",
        "graphics": False,
        "contactPrivacy": True,
        "addressPrivacy": True,
    }
    assert {key: stored[key] for key in expected} == expected
    assert page.evaluate("document.documentElement.dataset.theme") == "purple"
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"
    family.go("emergency")
    assert page.inner_text("#contacts").split() == ["Private", "Private"]
    assert page.locator("#view-home, #view-school").count() == 0
    family.go("page/food")
    assert page.locator(".grid img").count() == 0
    assert page.locator(".grid .tile").first.bounding_box()["height"] >= 96


def test_O6_the_password_can_be_changed(locked):
    page = locked.page
    locked.go("password")
    enter(page)
    for old, new, again, message in [
        ("xxxx", "N3w!", "N3w!", "old password is wrong"),
        (PASSWORD, "N3w!", "N3w?", "differ"),
        (PASSWORD, "N3w", "N3w", "exactly 4"),
    ]:
        page.fill("#old-password", old)
        set_password(page, new, again)
        page.click("#submit")
        page.wait_for_selector(f".error:has-text('{message}')")
    set_password(page, "N3w!", "N3w!")
    assert page.inner_text(".error") == "", "the error of the last try"
    page.click("#submit")
    page.wait_for_selector("#recovery-code")
    locked.go("")
    locked.go("options")
    enter(page, "N3w!")
    page.wait_for_selector("[data-go=settings]")


@pytest.mark.parametrize("topic", ["settings", "phrases", "emergency"])
def test_O7_tutorials_are_spoken_by_the_recorded_voice(family, topic):
    page = family.page
    family.unlock()
    family.go(f"tutorial/{topic}")
    for step in range(1, 6 if topic == "emergency" else 5):
        page.click("#listen" if step == 1 else "#next-step")
        page.wait_for_function(
            "(name) => express.speech.audio.src && express.speech.audio.src === express.speech.urls.get(name)",
            arg=f"voices/en/female/tutorial.{topic}.{step}.mp3",
        )
        assert page.inner_text("#tutorial-text") == page.evaluate(
            "(key) => express.texts.say[key]", f"tutorial.{topic}.{step}"
        )
    assert page.is_disabled("#next-step")


def test_O8_the_error_report_shows_what_it_sends(family):
    page = family.page
    family.unlock()
    family.go("report")
    page.fill("#description", "The bus button is silent.")
    shown = page.inner_text("#preview")
    assert shown.startswith("The bus button is silent.") and "Ready without network" in shown
    for secret in ("Anna", "Garden", "555", "Peanuts"):
        assert secret not in shown
    with page.expect_download() as download:
        page.click("#file")
    assert download.value.path().read_text(encoding="utf-8") == shown
    page.evaluate("HTMLAnchorElement.prototype.click = function () { window.opened = this.href; }")
    page.click("#mail")
    assert page.evaluate("decodeURIComponent(opened)").replace("\r\n", "\n").endswith(shown)
    assert page.evaluate("opened").startswith("mailto:?")


def test_R2_the_encrypted_copy_is_restored_on_another_device(make_family, tmp_path):
    first = make_family()
    page = first.start()
    first.fill(user=conftest.USER)
    code = page.evaluate("""async () => {
        const { hashed } = await import('./modules/secrets.js');
        const hash = await hashed('ABCD-EFGH-JKMN-PQRS');
        await express.save((state) => state.security.recovery = hash);
        return 'abcd efgh jkmn pqrs';
    }""")
    first.unlock()
    first.go("copy")
    page.fill("#copy-code", "0000")
    page.click("#copy-save")
    page.wait_for_selector(".error:has-text('wrong')")
    page.fill("#copy-code", code)
    with page.expect_download() as download:
        page.click("#copy-save")
    file = tmp_path / "copy.express2"
    download.value.save_as(file)
    assert b"Garden" not in file.read_bytes()

    second = make_family()
    page = second.start()
    for typed, message in [("0000", "recovery code is wrong"), (code, "The backup is restored")]:
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="I have a backup").click()
        chooser.value.set_files(file)
        page.fill("#restore-code", typed)
        answer(page, "yes")
        page.wait_for_selector(f"dialog:has-text('{message}')")
        answer(page, "ok")
    page.wait_for_selector("#menu-library")
    assert page.evaluate("express.state.user.home.address") == conftest.USER["home"]["address"]


def test_R2_installing_is_explained_with_the_7_day_rule(make_family):
    family = make_family(
        user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
        "Version/17.5 Mobile/15E148 Safari/604.1"
    )
    page = family.start("#setup/install")
    text = page.inner_text("main")
    assert "Add to Home Screen" in text and "after 7 days" in text
