"""Bad input yields a clear message, loses nothing, and leaves the rest working."""

import io
import json
import zipfile

import pytest

import conftest
import house

SCRIPT = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def still_works(page):
    page.evaluate("express.go('page/actions')")
    page.click("[data-phrase=help]")
    page.wait_for_function("document.getElementById('sentence').textContent === 'I need help.'")


@pytest.mark.parametrize("name", ["👩‍👧‍👦🦄 Zoë", "שרה לוי", "محمد بن عبد الله", SCRIPT, "W" * 200, "ﷺ" * 200])
def test_names_and_addresses_of_any_script_are_shown_as_text(family, name):
    page = family.page
    family.fill(
        user={
            "name": name,
            "home": {"address": name * (1000 // len(name)), "position": None, "steps": []},
            "contacts": [{"name": name, "number": "112", "relation": name}],
            "allergies": [{"key": None, "text": name[:100], "sound": None}],
            "conditions": {"entries": [{"text": name[:100], "sound": None}], "none": False},
            "medicines": {"entries": [{"text": name[:100], "sound": None}] * 3, "none": False},
        }
    )
    family.unlock()
    for address in ("emergency", "place/home", "page/food", "card", "entry/name"):
        family.go(address)
        family.unlock()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), address
    family.go("emergency")
    assert page.inner_text("#name") == name
    assert page.evaluate("window.hacked") is None
    still_works(page)


def test_10000_characters_are_rejected_and_kept_in_the_field(family):
    page = family.page
    family.unlock()
    family.go("entry/name")
    page.fill("#user-name", "x" * 10_000)
    page.click("#save")
    assert page.inner_text("#entry-error").startswith("This text has 10000 characters. At most 200 fit.")
    assert page.input_value("#user-name") == "x" * 10_000
    family.go("entry/home")
    page.fill("#address-field", "x" * 10_000)
    page.click("#save")
    assert "At most 1000 fit" in page.inner_text("#entry-error")
    family.go("entry/health")
    page.click("#add-medicines")
    page.fill("[data-health=medicines]", "x" * 10_000)
    page.click("#save")
    assert "At most 100 fit" in page.inner_text("#entry-error")
    assert page.evaluate("express.state.user.medicines.entries.length") == 0
    assert page.evaluate("express.state.user.home.address") == conftest.USER["home"]["address"]


def open_board(page, content, name="board.obz"):
    with page.expect_file_chooser() as chooser:
        page.click("#import")
    chooser.value.set_files({"name": name, "mimeType": "application/zip", "buffer": content})


def archive(files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as packed:
        for path, content in files.items():
            packed.writestr(path, content)
    return buffer.getvalue()


def board(**more):
    return json.dumps({"format": "open-board-0.1", "id": "1", "name": "Board", "buttons": [], **more})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (archive({"a.obf": board(), "bomb.bin": b"\0" * 24_000_000}), "would unpack to far more"),
        (archive({"../../a.obf": board()}), "could overwrite other files"),
        (
            archive({"a.obf": board(buttons=[{"id": n, "label": "x"} for n in range(10_000)])}),
            "has 10000 buttons. At most 1000 fit.",
        ),
        (archive({"a.obf": board()})[:-30], "damaged"),
        (archive({"readme.txt": "x"}), "has no pages"),
        (b"not a board", "cannot be read"),
    ],
    ids=["bomb", "outside", "10000 buttons", "cut off", "no board", "no JSON"],
)
def test_invalid_board_files_are_rejected(family, content, message):
    page = family.page
    family.unlock()
    family.go("boards")
    before = page.evaluate("JSON.stringify(express.state.pages)")
    open_board(page, content)
    page.wait_for_selector(f"#board-status .error:has-text('{message}')")
    assert "Nothing was changed" in page.inner_text("#board-status")
    assert page.evaluate("JSON.stringify(express.state.pages)") == before
    still_works(page)


def test_circular_links_between_boards_work(family):
    page = family.page
    family.unlock()
    family.go("boards")
    open_board(
        page,
        archive(
            {
                "manifest.json": json.dumps({"root": "one.obf", "paths": {"boards": {"1": "one.obf", "2": "two.obf"}}}),
                "one.obf": board(name="One", buttons=[{"id": 1, "label": "to two", "load_board": {"path": "two.obf"}}]),
                "two.obf": board(
                    id="2", name=SCRIPT, buttons=[{"id": 1, "label": SCRIPT, "load_board": {"path": "one.obf"}}]
                ),
            }
        ),
    )
    page.wait_for_selector("#board-status:has-text('Added pages: 2, phrases: 2.')")
    family.go("library")
    page.locator(".tile", has_text="One").click()
    for _ in range(3):
        page.click("main .grid .tile")
        page.wait_for_selector("h1:has-text('<img')")
        page.click("main .grid .tile")
        page.wait_for_selector("h1:has-text('One')")
    assert page.evaluate("window.hacked") is None


def test_N1_a_board_survives_import_export_and_import(family, tmp_path):
    page = family.page
    family.unlock()
    family.go("boards")
    open_board(
        page,
        archive(
            {
                "board.obf": board(
                    buttons=[
                        {
                            "id": 1,
                            "label": "want",
                            "vocalization": None,
                            "ext_level": 2,
                            "image_id": 5,
                            "background_color": "rgb(1, 2, 3)",
                        },
                        {"id": "b", "label": "more", "image_id": "gone"},
                    ],
                    grid={"rows": 1, "columns": 3, "order": [["b", None, 1]]},
                    images=[{"id": 5, "content_type": "image/svg+xml", "path": "i.svg"}],
                ),
                "i.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
            }
        ),
    )
    page.wait_for_selector("#board-status:has-text('picture is not in the file')")
    with page.expect_download() as download:
        page.click("#export-all")
    file = tmp_path / "boards.obz"
    download.value.save_as(file)
    with zipfile.ZipFile(file) as packed:
        assert packed.testzip() is None
        manifest = json.loads(packed.read("manifest.json"))
        boards = [json.loads(packed.read(path)) for path in manifest["paths"]["boards"].values()]
    assert [one["name"] for one in boards] == ["Food", "Actions", "Feelings", "For Helpers", "Board"]
    last = boards[4]
    assert [
        (b["label"], b["vocalization"], b.get("ext_level"), b.get("background_color")) for b in last["buttons"]
    ] == [("more", "more", None, None), ("want", "want", 2, "rgb(1, 2, 3)")]
    ids = [b["id"] for b in last["buttons"]]
    assert last["grid"]["order"] == [[ids[0], None, ids[1]]]
    open_board(page, file.read_bytes())
    page.wait_for_selector("#board-status:has-text('Added pages: 5')")
    shape = """(index) => { const page = express.state.pages[index];
        return page.phrases.map((p) => [p.label, p.text, p.ext, Boolean(p.photo)]); }"""
    assert page.evaluate(shape, 4) == page.evaluate(shape, 9)


def test_N1_imported_phrases_without_a_voice_are_listed_and_can_be_recorded(family):
    page = family.page
    page.evaluate("() => { speechSynthesis.getVoices = () => []; }")
    family.unlock()
    family.go("boards")
    open_board(page, archive({"a.obf": board(name="Pool", buttons=[{"id": 1, "label": "towel"}])}))
    page.wait_for_selector("#unrecorded:has-text('Phrases without a recorded voice: 1. This device has no voice')")
    family.go("library")
    page.locator(".tile", has_text="Pool").click()
    page.click(".grid .tile")
    page.wait_for_selector("#notice:has-text('No voice here. Show the text.')")
    assert "voice" not in page.inner_text("main"), "recording is a task of the guardian"
    family.unlock()
    family.go("pages")
    page.wait_for_selector("li:has-text('Pool (Phrases without a voice: 1)')")
    page.get_by_role("button", name="Edit: Pool").click()
    page.wait_for_selector("li:has-text('towel (no voice)')")
    page.get_by_role("button", name="Edit: towel").click()
    page.wait_for_selector("text=Without a recording, this phrase is silent")
    # Only voices installed on the device are used: a network voice would send the words to a server.
    page.evaluate("""() => { speechSynthesis.getVoices = () =>
        [{ localService: false, lang: 'en-US' }, { localService: window.local ?? false, lang: 'en-GB' }]; }""")
    assert page.evaluate("express.speech.deviceVoice()") is None
    page.evaluate("window.local = true")
    family.go("pages")
    family.go("edit-page/" + page.evaluate("express.state.pages[4].id"))
    page.wait_for_selector("li:has-text('towel (voice of this device)')")


def test_N1_reimported_sentences_keep_their_recording(family, tmp_path):
    page = family.page
    family.unlock()
    family.go("boards")
    with page.expect_download() as download:
        page.click("#export-one")
    file = tmp_path / "food.obf"
    download.value.save_as(file)
    open_board(page, file.read_bytes(), "food.obf")
    page.wait_for_selector("#board-status:has-text('Added pages: 1, phrases: 4.')")
    assert page.locator("#unrecorded").count() == 0
    family.go("page/" + page.evaluate("express.state.pages[4].id"))
    page.click("text=Allergies")
    assert page.inner_text("#sentence") == "I have the following allergies: Peanuts, Milk."
    page.wait_for_function("express.speech.audio.currentTime > 0.1")


def record(page):
    page.get_by_role("button", name="Record", exact=True).click()
    # There is no condition to wait for: the recording has to have a length.
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("text=Recorded. Press Save")


def test_N1_own_page_and_phrase_with_photo_and_voice(family):
    page = family.page
    family.unlock()
    family.go("pages")
    page.click("#add-page")
    page.wait_for_selector("h1:has-text('New page')")
    page.click("#back")
    page.wait_for_selector("#add-page")
    assert page.evaluate("express.state.pages.length") == 4, "a page is stored on Save"
    page.click("#add-page")
    page.fill("#page-label", "Swimming")
    page.click("#save")
    page.wait_for_function("express.state.pages[4]?.label === 'Swimming'")
    page.click("#add-phrase")
    page.fill("#phrase-label", "Towel")
    page.fill("#phrase-text", "I need my towel.")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take or choose a photo").click()
    chooser.value.set_files(conftest.house.WEB / "icons/icon-512.png")
    page.wait_for_selector("img.photo:visible")
    record(page)
    page.click("#save")
    page.wait_for_selector("h1:has-text('Swimming')")
    page.reload()
    page.wait_for_selector("html[data-started]")
    family.go("library")
    page.locator(".tile", has_text="Swimming").click()
    page.wait_for_function("document.querySelector('.grid img').naturalWidth > 100")
    page.click(".grid .tile")
    page.wait_for_function("express.speech.audio.currentTime > 0.1")
    assert page.inner_text("#sentence") == "I need my towel."


# A page with a phrase, each with a photo and the phrase with a sound, and another page that links to it.
POOL = """() => {
    const media = (type) => ({ type, bytes: new Uint8Array([1, 2, 3]) });
    const phrase = { id: 'towel', fixed: null, label: 'Towel', text: 'I need my towel.', symbol: 'speech',
        photo: 'photo-1', sound: 'sound-1', link: null, hidden: false };
    const other = { ...phrase, id: 'other', label: 'Other', photo: null, sound: null };
    const page = { id: 'pool', label: 'Pool', symbol: 'speech', photo: 'photo-2', hidden: false,
        phrases: [phrase, other] };
    return express.save((state) => {
        state.pages.push(page);
        state.pages[0].phrases.push({ ...other, id: 'link', label: 'Swim', link: 'pool' });
    }, new Map([['photo-1', media('image/png')], ['photo-2', media('image/png')], ['sound-1', media('audio/wav')]]));
}"""
STORED = "express.store.allMedia().then((media) => [...media.keys()].sort())"


def test_N1_pages_and_phrases_are_edited(family):
    """A changed sentence is shown; the original one gets its recording back."""
    page = family.page
    page.evaluate(POOL)
    family.unlock()
    family.go("edit-page/food")
    page.fill("#page-label", "")
    page.click("#save")
    page.wait_for_selector(".error:has-text('Enter a label')")
    page.fill("#page-label", "Eating")
    page.click("#save")
    page.wait_for_selector("#notice:has-text('Saved.')")
    page.get_by_role("button", name="Edit: Snack").click()
    page.fill("#phrase-label", "Apple")
    page.fill("#phrase-text", "I would like an apple.")
    page.select_option("#phrase-link", label="Pool")
    page.click("#save")
    page.wait_for_selector("li:has-text('Apple')")
    page.get_by_role("button", name="Edit: Swim").click()
    page.click("label:has-text('Visible')")
    page.click("#save")
    page.wait_for_selector("li.off:has-text('Swim')")
    page.reload()
    page.wait_for_selector("html[data-started]")
    family.go("library")
    shown = page.locator(".tile").all_inner_texts()
    assert shown == ["Eating", "Actions", "Feelings", "For Helpers"], "a linked page is not listed"
    page.click("[data-page=food]")
    assert page.locator(".grid .tile").all_inner_texts() == ["Apple", "Drink", "Meal", "Allergies"]
    page.click("[data-phrase=snack]")
    page.wait_for_selector("h1:has-text('Pool')")
    assert page.evaluate("document.getElementById('live').textContent") == "I would like an apple."
    family.unlock()
    family.go("edit-phrase/food/snack")
    page.fill("#phrase-label", "Snack")
    page.fill("#phrase-text", "I would like a snack, please.")
    page.select_option("#phrase-link", value="")
    page.click("#save")
    page.wait_for_selector("li:has-text('Snack')")
    family.go("page/food")
    page.click("[data-phrase=snack]")
    page.wait_for_function("express.speech.audio.src === express.speech.urls.get('voices/en/female/snack.mp3')")


def test_N1_pages_and_phrases_are_deleted_with_their_media(family):
    """Only after a confirmation. The original's pages and phrases can be hidden, not deleted."""
    page = family.page
    page.evaluate(POOL)
    family.unlock()
    for address, button in (("edit-page/food", "#delete-page"), ("edit-phrase/food/snack", "#delete-phrase")):
        family.go(address)
        assert page.locator("#save").count() == 1 and page.locator(button).count() == 0
    family.go("edit-phrase/pool/towel")
    page.click("#delete-phrase")
    page.click("dialog [data-value=no]")
    assert page.evaluate("express.state.pages[4].phrases.length") == 2
    assert page.evaluate(STORED) == ["photo-1", "photo-2", "sound-1"]
    page.click("#delete-phrase")
    page.click("dialog [data-value=yes]")
    page.wait_for_selector("h1:has-text('Pool')")
    assert page.locator("li").all_inner_texts() and page.locator("li:has-text('Towel')").count() == 0
    assert page.evaluate(STORED) == ["photo-2"]
    page.click("#delete-page")
    page.click("dialog [data-value=no]")
    assert page.evaluate("express.state.pages.length") == 5
    page.click("#delete-page")
    page.click("dialog [data-value=yes]")
    page.wait_for_selector("#add-page")
    page.reload()
    page.wait_for_selector("html[data-started]")
    assert page.evaluate(STORED) == []
    family.go("library")
    assert page.locator(".tile").all_inner_texts() == ["Food", "Actions", "Feelings", "For Helpers"]
    family.go("page/food")
    page.click("[data-phrase=link]")
    assert page.inner_text("#sentence") == "I need my towel."
    assert page.evaluate("location.hash") == "#page/food", "the link to the deleted page is gone"


def test_N1_phrases_are_ordered_and_hidden(family):
    page = family.page
    family.unlock()
    family.go("edit-page/food")
    page.get_by_role("button", name="Move down: Snack").click()
    page.get_by_role("button", name="Hide: Meal").click()
    page.wait_for_selector("li.off")
    family.go("page/food")
    assert page.locator(".grid .tile").all_inner_texts() == ["Drink", "Snack", "Allergies"]


def test_N1_pages_are_ordered_and_hidden(family):
    page = family.page
    family.unlock()
    family.go("pages")
    page.get_by_role("button", name="Move down: Food").click()
    page.get_by_role("button", name="Hide: Feelings").click()
    page.wait_for_selector("li.off")
    page.reload()
    page.wait_for_selector("html[data-started]")
    family.go("library")
    assert page.locator(".tile").all_inner_texts() == ["Actions", "Food", "For Helpers"]


def test_N6_typed_name_and_allergy_are_spoken_by_the_stored_recording(family):
    page = family.page

    def record_and_save():
        record(page)
        page.click("#save")
        page.click("dialog [data-value=yes]")
        page.wait_for_selector("h1:has-text('Settings')")

    family.unlock()
    family.go("entry/allergies")
    page.click("#add-allergy")
    page.fill("[data-allergy=text]", "Red lentils")
    record_and_save()
    family.go("entry/name")
    record_and_save()
    page.reload()
    page.wait_for_selector("html[data-started]")
    page.evaluate("""() => {
        window.spoken = [];
        express.speech.audio.addEventListener('playing', ({ target }) => {
            spoken.push([...express.speech.urls].find(([, url]) => url === target.src)?.[0]);
        });
    }""")
    family.go("page/food")
    page.click("[data-phrase=allergies]")
    assert page.inner_text("#sentence") == "I have the following allergies: Peanuts, Milk, Red lentils."
    page.wait_for_function("spoken.includes(express.state.user.allergies[2].sound)", timeout=30_000)
    family.go("emergency")
    page.get_by_role("button", name="Say my name").click()
    page.wait_for_function("spoken.includes(express.state.user.nameSound)", timeout=30_000)


def test_full_storage_is_reported_and_changes_nothing(family):
    page = family.page
    page.evaluate("""() => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...rest) {
            if (window.full) throw new DOMException('full', 'QuotaExceededError');
            return put.apply(this, rest); };
        window.full = true;
    }""")
    family.unlock()
    family.go("entry/name")
    page.fill("#user-name", "Annabel")
    page.click("#save")
    page.click("dialog [data-value=yes]")
    page.wait_for_selector("dialog:has-text('storage of this device is full')")
    page.click("dialog [data-value=ok]")
    assert page.input_value("#user-name") == "Annabel"
    page.evaluate("window.full = false")
    page.click("#save")
    page.click("dialog [data-value=yes]")
    page.wait_for_function("express.state.user.name === 'Annabel'")


def test_evicted_entries_are_reported_and_phrases_work(family):
    page = family.page
    page.evaluate("express.store.erase()")
    page.reload()
    page.wait_for_selector("dialog:has-text('has deleted the entries')")
    page.click("dialog [data-value=ok]")
    page.click("#menu-library")
    page.wait_for_selector("[data-page=actions]")
    still_works(page)
    # A later save, for example of a color, does not clear the report.
    assert page.evaluate("express.save((state) => { state.preferences.theme = 'green'; })")
    page.reload()
    page.click("dialog:has-text('has deleted the entries') [data-value=setup]")
    page.wait_for_selector("h1:has-text('Welcome')")
    assert page.get_by_role("button", name="I have a backup").count() == 1
    family.go("setup/done")
    page.click("#finish")
    page.wait_for_selector("#menu-library")
    page.reload()
    page.wait_for_selector("html[data-started]")
    still_works(page)
    assert page.locator("dialog").count() == 0, "reported until the guardian has gone through the setup"


def test_an_address_that_cannot_be_decoded_opens_the_menu(family):
    page = family.page
    page.goto(family.server.address + "#page/%E0%A4%A")
    page.reload()
    page.wait_for_selector("#menu-library")
    still_works(page)


def test_a_browser_without_storage_still_speaks(make_family):
    family = make_family()
    family.context.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('refused', 'SecurityError'); };"
        "localStorage.setItem('express-setup', 'done')"
    )
    page = family.start()
    page.wait_for_selector("dialog:has-text('does not let the app store')")
    page.click("dialog [data-value=ok]")
    still_works(page)


def test_a_damaged_record_of_an_older_or_foreign_version_is_repaired(family):
    page = family.page
    page.evaluate(
        """() => express.store.save({ version: 1, setupDone: true, user: { name: 7, contacts: 'x' },
            pages: [{ id: 5 }], preferences: { theme: 'pink', textSize: null },
        }, new Map(), new Set())"""
    )
    page.reload()
    page.wait_for_selector("#menu-library")
    still_works(page)


def test_a_record_of_the_version_before_helpers_and_health_keeps_every_entry(make_family):
    """Written into the database as that version wrote it. Nothing is lost when it is stored again."""
    old = json.loads((house.EXPRESS / "Tests/Unit/record-without-helpers.json").read_text())
    family = make_family()
    page = family.start()
    page.evaluate(
        """(old) => {
            localStorage.setItem('express-setup', 'done');
            const media = ['photo-1', 'photo-2', 'sound-1', 'sound-2', 'sound-3', 'sound-4'];
            const item = { type: 'audio/wav', bytes: new Uint8Array([1]) };
            return express.store.save(old, new Map(media.map((id) => [id, item])), new Set(media));
        }""",
        old,
    )
    page.reload()
    page.wait_for_selector("#menu-library")
    page.evaluate("express.save((state) => { state.user.medicines.none = true; })")
    page.reload()
    page.wait_for_selector("#menu-library")
    state = page.evaluate("express.state")
    user = state["user"]
    assert user.pop("medicines") == {"entries": [], "none": True}
    assert user.pop("conditions") == {"entries": [], "none": False}
    assert user == old["user"]
    for part in ("preferences", "security", "map", "setupDone", "locationExplained"):
        assert state[part] == old[part], part
    assert [page["id"] for page in state["pages"]] == ["feelings", "own", "food", "actions", "helpers"]
    assert page.evaluate("express.allMedia().then((media) => media.size)") == 6
    page.click("#menu-library")
    assert page.locator("main .tile").all_inner_texts() == ["Feelings", "Sports", "Actions", "For Helpers"]


def test_clock_changes_do_not_lock_the_guardian_out(make_family):
    family = make_family()
    family.context.add_init_script(
        "const now = Date.now; Date.now = () => now() + Number(localStorage.getItem('shift') ?? 0)"
    )
    page = family.start()
    family.fill(user=conftest.USER)
    page.evaluate("""async () => {
        const { hashed } = await import('./modules/secrets.js');
        const hash = await hashed('aB3!');
        await express.save((state) => Object.assign(state.security, {
            password: hash, attempts: { failures: 9, lastFailure: Date.now() } }));
        localStorage.setItem('shift', String(-400 * 86400000));
    }""")
    page.reload()
    page.wait_for_selector("html[data-started]")
    family.go("options")
    page.fill("#password", "aB3!")
    page.click("#enter")
    page.wait_for_selector("#lock-error:has-text('Wait')")
    seconds = int(page.inner_text("#lock-error").split("Wait ")[1].split()[0])
    assert seconds <= 15 * 60
    page.evaluate("localStorage.setItem('shift', String(400 * 86400000))")
    page.click("#enter")
    page.wait_for_selector("[data-go=settings]")


def test_a_missing_screen_is_reported_and_the_rest_works(make_family, server):
    """The module of a screen that loads on demand is missing."""
    server.handler_class.missing.add("screens/place.js")
    family = make_family(service_workers="block")
    page = family.start()
    family.fill(user=conftest.USER, explained=True)
    family.go("emergency")
    page.click("#view-home")
    page.wait_for_selector("[role=alert]:has-text('This screen could not be opened')")
    assert page.get_by_role("button", name="Open Express² again").count() == 1
    page.click("#back")
    page.wait_for_selector("#menu-library")
    still_works(page)


def test_a_denied_microphone_is_explained(family):
    page = family.page
    page.evaluate(
        "() => { navigator.mediaDevices.getUserMedia = async () => {"
        " throw new DOMException('no', 'NotAllowedError'); }; }"
    )
    family.unlock()
    family.go("entry/name")
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_selector("text=The microphone is not allowed")


def test_a_file_that_is_not_a_picture_is_rejected(family):
    page = family.page
    family.unlock()
    family.go("edit-phrase/food/snack")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take or choose a photo").click()
    chooser.value.set_files({"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    page.wait_for_selector("text=“x.jpg” is not a picture")
