"""Motor access and accessibility: hold, repeat, dwell, switches, keyboard, screen reader, large text, axe-core."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

import conftest
import house
from screens import SCREENS, SETUP, SIZES, USER_SCREENS


def screens(family, theme, addresses):
    """Visits the screens in turn."""
    family.fill(preferences={"theme": theme})
    for address in addresses:
        if address == "show/page/actions":
            family.page.click("[data-phrase] >> nth=0")
        family.unlock()
        family.go(address)
        family.unlock()
        yield address


@pytest.fixture
def outside(make_family):
    def make(size):
        family = make_family(
            size={"width": size[0], "height": size[1]},
            geolocation={"latitude": 52.5, "longitude": 13.3},
            permissions=["geolocation"],
        )
        family.start()
        family.fill(user=conftest.USER, explained=True)
        return family

    return make


CORNERS = """() => [...document.querySelectorAll('.corner')].map((corner) => {
    const { x, y, width, height } = corner.getBoundingClientRect();
    return [x, y, width, height].join();
}).join(';')"""


@pytest.mark.parametrize("size", SIZES)
def test_S3_no_screen_scrolls_sideways_and_back_and_help_keep_their_place(outside, size):
    family = outside(size)
    wide, places = [], set()
    for address in screens(family, "blue", SCREENS):
        if family.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(address)
        places.add(family.page.evaluate(CORNERS))
    assert wide == []
    assert len(places) == 1
    assert family.problems == []


@pytest.mark.parametrize(
    ("theme", "size"), [*(("blue", size) for size in SIZES), ("green", SIZES[0]), ("purple", SIZES[0])]
)
def test_no_screen_has_an_axe_violation(outside, theme, size):
    """Checks all screens at each size in one theme, and in the others the screens that show each color."""
    family = outside(size)
    axe = Axe()
    found = []
    seen = ["page/actions", "show/page/actions", "emergency", "preferences", "entry/contacts"]
    for address in screens(family, theme, SCREENS if theme == "blue" else seen):
        for violation in axe.run(family.page).response["violations"]:
            found.append((address, violation["id"], [node["target"] for node in violation["nodes"]][:3]))
    assert found == []


def test_the_list_of_checked_screens_is_complete():
    """test_emergency.py checks the map."""
    names = re.findall(r'^  "?([a-z-]*)"?: \{ screen:', (house.WEB / "modules/app.js").read_text(), re.MULTILINE)
    assert len(names) > 30
    assert {address.split("/")[0] for address in SCREENS} | {"setup", "map"} == set(names)


def test_no_setup_screen_and_no_dialog_has_an_axe_violation(make_family):
    family = make_family()
    page = family.start()
    axe = Axe()
    found = []
    for step in SETUP:
        family.go(f"setup/{step}")
        if step in ("install", "name"):
            page.click("#help" if step == "install" else "#skip")
            page.wait_for_selector("dialog")
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), step
        for violation in axe.run(page).response["violations"]:
            found.append((step, violation["id"], [node["target"] for node in violation["nodes"]][:3]))
        if page.locator("dialog").count():
            page.click("dialog button >> nth=-1")
    assert found == []


def test_no_other_state_of_a_screen_has_an_axe_violation(outside):
    """Password, privacy, buttons without pictures, answers, silent phrases, dialogs, and no location."""
    family = outside(SIZES[0])
    page = family.page
    axe = Axe()
    found = []

    def check(state):
        for violation in axe.run(page).response["violations"]:
            found.append((state, violation["id"], [node["target"] for node in violation["nodes"]][:3]))

    page.evaluate("() => { express.state.security.password = { salt: '', hash: '', iterations: 1 }; }")
    family.go("options")
    page.wait_for_selector("#password")
    check("password")
    family.fill(preferences={"contactPrivacy": True, "addressPrivacy": True})
    family.go("emergency")
    check("privacy")
    family.fill(preferences={"contactPrivacy": False, "addressPrivacy": False, "graphics": False})
    for address in ("library", "page/actions"):
        family.go(address)
        check(f"{address} without pictures")
    page.click("[data-phrase=lost]")
    check("lost")
    page.click("#show")
    page.click("[data-answer=call]")
    page.click("#flip")
    check("call, flipped")
    page.evaluate("() => { express.state.locationExplained = false; }")
    family.go("place/home")
    page.click("#ok")
    page.wait_for_selector("dialog")
    check("location")
    page.evaluate("() => { navigator.geolocation.watchPosition = (_, no) => setTimeout(no, 0, { code: 2 }); }")
    page.click("dialog [data-value=yes]")
    page.wait_for_selector("#way-note:has-text('No position')")
    check("no position")
    page.evaluate("""() => {
        speechSynthesis.getVoices = () => [];
        const phrase = { ...express.state.pages[0].phrases[0], id: 'own', fixed: null, label: 'Pool', text: 'Pool' };
        return express.save((state) => { state.pages[0].phrases.push(phrase); state.pages[1].phrases = []; });
    }""")
    family.go("page/food")
    page.click("[data-phrase=own]")
    page.wait_for_selector("#notice span")
    check("silent phrase")
    family.go("page/actions")
    check("no phrases")
    page.evaluate("express.speech.stop()")
    page.wait_for_function("!express.speaking.active")
    page.click("#help")
    page.wait_for_selector("dialog")
    check("help")
    assert found == []


SMALL_TARGETS = """() => [...document.querySelectorAll('button, a, summary')].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    if (width === 0 || getComputedStyle(target).visibility === 'hidden') return [];
    return Math.min(width, height) < 96 ? [`${target.textContent} ${width}×${height}`] : [];
})"""


@pytest.mark.parametrize("size", SIZES)
def test_S3_targets_are_at_least_96_px_on_every_screen_of_the_user(outside, size):
    family = outside(size)
    page = family.page
    page.evaluate("express.state.security.password = { salt: '', hash: '', iterations: 1 }")
    family.go("page/actions")
    page.click("[data-phrase=lost]")
    for address in (*USER_SCREENS, "options"):
        family.go(address)
        if address == "show/page/actions":
            page.click("[data-answer=call]")
        assert page.evaluate(SMALL_TARGETS) == [], address
    page.click("#help")
    assert page.evaluate(SMALL_TARGETS) == []


PLACES = """() => [...document.querySelectorAll('button')].map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [button.id || button.textContent, x, y + scrollY, width, height].join();
})"""


@pytest.mark.parametrize("size", SIZES)
def test_S3_buttons_keep_their_place_when_content_appears(outside, size):
    """Content that appears later: a note, a phone number, a flipped sentence, the position and a step."""
    family = outside(size)
    page = family.page
    family.go("page/actions")
    page.click("[data-phrase=lost]")
    before = page.evaluate(PLACES)
    page.evaluate("express.notice(express.t('speech.missing').repeat(3))")
    assert page.evaluate(PLACES) == before
    page.click("#show")
    before = page.evaluate(PLACES)
    for pressed in ("[data-answer=call]", "[data-answer=yes]", "#flip", "[data-answer=call]", "#repeat"):
        page.click(pressed)
        page.evaluate("express.notice(express.t('speech.missing'))")
        assert page.evaluate(PLACES) == before, pressed
    page.evaluate("""() => {
        navigator.geolocation.watchPosition = (found) => { window.found = found; return 1; };
        DeviceOrientationEvent.requestPermission = undefined;
    }""")
    family.go("way/home")
    before = page.evaluate(PLACES)
    page.evaluate("found({ coords: { latitude: 52.5, longitude: 13.3, heading: null, speed: null } })")
    page.wait_for_selector("#distance:has-text('mile')")
    assert page.evaluate(PLACES) == before
    north = "new DeviceOrientationEvent('deviceorientationabsolute', { absolute: true, alpha: 0 })"
    page.evaluate(f"dispatchEvent({north})")
    page.wait_for_selector("#arrow.known")
    page.wait_for_selector("#speak-way:enabled")
    assert page.evaluate(PLACES) == before
    page.click("#next-step")
    page.evaluate("scrollTo(0, 0)")  # The bar with Back and Help stays in view while the steps scroll.
    assert page.evaluate(PLACES) == before


WAYS = """async () => {
    let place;
    const lines = () => [...document.querySelectorAll('.guide > :first-child p')].map((line) => line.textContent);
    const checked = (state) => {
        const buttons = [...document.querySelectorAll('button, #way-address a')];
        const now = JSON.stringify(buttons.map((button) => {
            const { x, y, width, height } = button.getBoundingClientRect();
            return [x, y + scrollY, width, height];
        }));
        place ??= now;
        if (now !== place) return [`${state}: buttons moved`];
        const pictures = [...document.querySelectorAll('#arrow img')].filter((image) => image.checkVisibility());
        if (pictures.length !== 1 || !pictures[0].complete || pictures[0].naturalWidth === 0) {
            return [`${state}: ${pictures.length} pictures`];
        }
        return lines().some(Boolean) ? [] : [`${state}: blank`];
    };
    const at = (latitude, longitude, accuracy = 8) =>
        found({ coords: { latitude, longitude, accuracy, heading: null, speed: null } });
    const failed = (code) => refused({ code, PERMISSION_DENIED: 1 });
    const decoded = () => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    const states = {
        searching: () => undefined,
        refused: () => failed(1),
        'no position': () => failed(2),
        vague: () => at(52.5163, 13.3777, 888_000),
        ...Object.fromEntries([[-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1]].map(([lat, lon]) =>
            [`from ${lat}, ${lon}`, () => at(52.5163 + 5 * lat, 13.3777 + 8 * lon)])),
        near: () => at(52.5163, 13.3777),
    };
    const problems = [];
    for (const [name, change] of Object.entries(states)) {
        change();
        await decoded();
        problems.push(...checked(name));
    }
    at(50, 13.3777);
    for (const alpha of [0, 90, 180, 270]) {
        for (let i = 0; i < 60; i++) {
            dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { absolute: true, alpha }));
        }
        problems.push(...checked(`compass ${alpha}`));
    }
    return problems;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_S3_the_way_shows_a_picture_and_keeps_its_buttons_in_every_state(outside, size):
    """Before a position is found, without permission, too inaccurate, in each direction, and with the compass."""
    family = outside(size)
    page = family.page
    page.evaluate("""() => {
        DeviceOrientationEvent.requestPermission = async () => 'granted';
        navigator.geolocation.watchPosition = (found, refused) => Object.assign(window, { found, refused }) && 1;
    }""")
    for language, percent in (("en", 100), ("es", 100), ("es", 200)):
        family.fill(preferences={"language": language, "textSize": percent})
        family.go("")
        family.go("way/home")
        assert page.evaluate(WAYS) == [], (language, percent)


@pytest.mark.parametrize("size", SIZES)
def test_S3_the_buttons_of_a_tutorial_keep_their_place(outside, size):
    family = outside(size)
    page = family.page
    family.unlock()
    family.go("tutorial/settings")
    places = set()
    for _ in range(4):
        places.add(str(page.evaluate(PLACES)))
        if page.locator("#next-step").is_enabled():
            page.click("#next-step")
    assert len(places) == 1
    box = page.locator("#next-step").bounding_box()
    assert box["y"] + box["height"] <= size[1]


@pytest.mark.parametrize("size", SIZES)
def test_O5_buttons_without_pictures_are_smaller(outside, size):
    family = outside(size)
    heights = "[...document.querySelectorAll('main .tile')].map((tile) => tile.getBoundingClientRect().height)"
    for address in ("library", "page/feelings"):
        family.fill(preferences={"graphics": True})
        family.go(address)
        large = family.page.evaluate(heights)
        family.fill(preferences={"graphics": False})
        small = family.page.evaluate(heights)
        assert 96 <= max(small) < min(large), address


@pytest.mark.parametrize("size", SIZES)
def test_E1_a_telephone_number_is_not_split(outside, size):
    family = outside(size)
    family.go("emergency")
    lines = """[...document.querySelectorAll('.call [dir=ltr]')].map((number) => {
        const range = document.createRange();
        range.selectNodeContents(number);
        return range.getClientRects().length;
    })"""
    assert family.page.evaluate(lines) == [1, 1]


@pytest.mark.parametrize("size", SIZES)
def test_P3_need_help_is_one_press_away_on_every_screen_of_the_user(outside, size):
    """It keeps its place, speaks, fills the screen with the sentence, and Back returns to the same screen."""
    family = outside(size)
    page = family.page
    page.evaluate("express.state.security.password = { salt: '', hash: '', iterations: 1 }")
    family.go("page/actions")
    page.click("[data-phrase=lost]")
    places = set()
    for address in (*USER_SCREENS, "options"):
        family.go(address)
        places.add(str(page.locator("#need-help").bounding_box()))
        page.evaluate("express.speech.stop()")
        page.click("#need-help")
        page.wait_for_selector("#shown:has-text('I need help.')")
        page.wait_for_function("express.speech.audio.src === express.speech.urls.get('voices/en/female/help.mp3')")
        page.click("#back")
        back = "page/actions" if address.startswith("show/") else address
        page.wait_for_function("(address) => express.address === address", arg=back)
    assert len(places) == 1
    back, need = (page.locator(part).bounding_box() for part in ("#back", "#need-help"))
    assert abs(need["width"] - (96 if size[1] < 500 else 158)) <= 1, "next to Back, at every size"
    assert (need["x"] - back["x"] == 104) == (size[1] > 500)
    page.evaluate("express.state.security.password = null")
    family.go("settings")
    assert page.locator("#need-help").count() == 0, "the guardian's screens"


def test_P3_need_help_follows_the_guardians_phrase(family):
    page = family.page
    page.evaluate("""() => express.save((state) => {
        Object.assign(state.pages[1].phrases[0], { label: 'Hey', text: 'Please come here.' });
    })""")
    family.go("library")
    assert page.inner_text("#need-help") == "Hey"
    page.click("#need-help")
    page.wait_for_selector("#shown:has-text('Please come here.')")
    page.evaluate("() => express.save((state) => { state.pages[1].phrases[0].hidden = true; })")
    family.go("library")
    assert page.locator("#need-help").count() == 0


def test_P3_back_leads_to_the_menu_after_a_call_for_help_in_the_emergency_information(family):
    page = family.page
    page.click("#menu-emergency")
    page.wait_for_selector("#contacts")
    page.click("#need-help")
    page.click("main #to-emergency")
    page.wait_for_selector("#contacts")
    page.click("#back")
    page.wait_for_selector("#menu-library")


def test_S3_the_emergency_information_fits_a_phone_in_landscape(outside):
    """Its buttons were below the edge, and the guardian's card was cut off."""
    family = outside((844, 390))
    page = family.page
    family.go("emergency")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    family.unlock()
    family.go("card")
    assert page.locator("#card").bounding_box()["height"] <= 390


@pytest.mark.parametrize("size", SIZES)
def test_S2_the_menu_has_three_large_buttons(outside, size):
    """They are the largest of the screen, Options is a gear, and each opens its screen."""
    family = outside(size)
    page = family.page
    family.go("")
    assert page.locator("main .tile").all_inner_texts() == ["Phrase Library", "Emergency Info", "Options"]
    areas = """(buttons) => [...document.querySelectorAll(buttons)].map((button) => {
        const { width, height } = button.getBoundingClientRect();
        return width * height;
    })"""
    large, others = (page.evaluate(areas, kind) for kind in ("main .tile", "button:not(main .tile)"))
    assert len(others) >= 4
    assert min(large) > 1.3 * max(others)
    assert page.get_attribute("#menu-options img", "src") == "symbols/options.svg"
    for name in ("library", "emergency", "options"):
        page.click(f"#menu-{name}")
        page.wait_for_function("(name) => location.hash === `#${name}` && express.shown !== null", arg=name)
        page.click("#back")
        page.wait_for_selector("#menu-library")


SMALL_CONTENT = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const visible = element.checkVisibility({ visibilityProperty: true });
        const size = parseFloat(getComputedStyle(element).fontSize);
        if (visible && size < 17 && walker.currentNode.data.trim()) found.push(`${walker.currentNode.data} ${size}`);
    }
    for (const image of document.images) {
        const { width, height } = image.getBoundingClientRect();
        if (image.checkVisibility() && Math.min(width, height) < 36) found.push(`${image.src} ${width}×${height}`);
    }
    return found;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_S3_texts_and_pictures_of_the_user_are_larger_than_usual(outside, size):
    """Usual are 16 px for text and 24 px for pictures; here they are at least 17 and 36."""
    family = outside(size)
    page = family.page
    page.wait_for_selector("html[data-prepared]")
    small = []
    for address in screens(family, "blue", USER_SCREENS):
        family.settle()
        small += [(address, found) for found in page.evaluate(SMALL_CONTENT)]
    assert small == []


def test_S3_the_app_listens_to_presses_only():
    """No long press, swipe, pinch, double press or context menu does anything."""
    sources = [*(house.WEB / "modules").glob("*.js"), *(house.WEB / "screens").glob("*.js")]
    heard = {
        kind for path in sources for kind in re.findall(r"(?:addEventListener\(\s*|\bon)\"?([a-z]+)", path.read_text())
    }
    assert {"click", "pointerdown", "keydown"} <= heard
    gestures = r"touch|gesture|swipe|contextmenu|dblclick|wheel|drag|auxclick"
    assert [kind for kind in heard if re.search(gestures, kind)] == []


def spoken(page):
    return page.evaluate("document.getElementById('sentence')?.textContent")


def test_N5_short_presses_and_quick_repeats_are_ignored(family):
    page = family.page
    family.fill(preferences={"holdTime": 500, "ignoreRepeat": 700})
    family.go("page/actions")
    box = page.locator("[data-phrase=bus]").bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 50)
    page.mouse.down()
    assert spoken(page).startswith("Tap a button")
    page.mouse.up()
    assert spoken(page).startswith("Tap a button"), "a short press does not count"
    page.mouse.down()
    # There is no condition to wait for: the finger rests for longer than the hold time, and nothing may be spoken.
    page.wait_for_timeout(600)
    assert spoken(page).startswith("Tap a button"), "activated on release"
    page.mouse.up()
    page.wait_for_function("document.getElementById('sentence').textContent === 'When is the bus coming?'")
    family.fill(preferences={"holdTime": 0})
    family.go("page/food")
    page.evaluate(
        "() => { window.count = 0; const say = express.say.bind(express);"
        "express.say = (phrase) => { count += 1; return say(phrase); }; }"
    )
    page.dblclick("[data-phrase=snack]")
    assert page.evaluate("count") == 1


def test_N5_a_resting_pointer_presses_the_button(family):
    page = family.page
    family.fill(preferences={"dwellTime": 800})
    family.go("page/actions")
    page.mouse.move(5, 400)
    page.hover("[data-phrase=help]")
    page.wait_for_function("document.getElementById('sentence').textContent === 'I need help.'")


SPACE = "new KeyboardEvent('keydown', { key: ' ', bubbles: true })"


def switch(page, marked, event=SPACE):
    """Presses the switch when these phrases are highlighted, regardless of the test's speed."""
    page.evaluate(
        f"""(marked) => new Promise((resolve) => {{
            const look = () => {{
                const found = [...document.querySelectorAll('.scanned, .scanned-row')].map((b) => b.dataset.phrase);
                const right = found.join() === marked;
                // After three rounds without a press, scanning rests until the switch is pressed.
                if (right || express.access.scanner.paused) document.body.dispatchEvent({event});
                right ? resolve() : requestAnimationFrame(look);
            }};
            look();
        }})""",
        marked,
    )


def test_N5_one_switch_speaks_a_phrase(family):
    page = family.page
    family.fill(preferences={"scanning": "one", "scanInterval": 400})
    family.go("page/feelings")
    switch(page, "hot")
    page.wait_for_function("document.getElementById('sentence').textContent === 'I am feeling too hot.'")
    switch(page, "sick", "new PointerEvent('pointerdown', { clientX: 200, clientY: 5, bubbles: true })")
    page.wait_for_function("document.getElementById('sentence').textContent === 'I feel sick.'")


def test_N5_two_switches_reach_every_screen(family):
    page = family.page
    family.fill(preferences={"scanning": "two"})
    family.go("")

    def choose(selector):
        for _ in range(20):
            if page.locator(f"{selector}.scanned").count():
                return page.keyboard.press("Enter")
            page.keyboard.press("Space")
        raise AssertionError(selector)

    choose("#menu-library")
    page.wait_for_selector("[data-page=actions]")
    choose("[data-page=actions]")
    page.wait_for_selector("[data-phrase=lost]")
    choose("[data-phrase=lost]")
    assert spoken(page) == "I am lost, can you help me?"
    choose("#to-emergency")
    page.wait_for_selector("#contacts")
    choose("#back")
    page.wait_for_selector("[data-phrase=lost]")


@pytest.mark.parametrize("mode", ["one", "two"])
def test_N5_a_switch_leads_out_of_the_options(family, mode):
    """With and without a password. The guardian's taps and keys still reach the fields."""
    page = family.page
    family.fill(preferences={"scanning": mode, "scanInterval": 4000})
    chooses = "Space" if mode == "one" else "Enter"
    for secured in (False, True):
        if secured:
            page.evaluate("express.state.security.password = { salt: '', hash: '', iterations: 1 }")
        family.go("options")
        page.wait_for_selector("#back.scanned")
        page.keyboard.press(chooses)
        page.wait_for_selector("#menu-library")
    family.go("options")
    page.click("#password")
    page.keyboard.type("a b")
    assert page.input_value("#password") == "a b"
    page.click("#help")
    page.wait_for_selector("dialog [data-value=ok].scanned")
    page.locator("dialog h2").focus()
    page.keyboard.press(chooses)
    page.wait_for_selector("dialog", state="detached")
    page.locator("h1").focus()
    page.mouse.click(300, 800)
    page.wait_for_selector("#menu-library")


def test_N5_dragging_does_not_leave_the_options(family):
    """A switch press is a tap. Dragging over a text, to select or scroll it, is not a press."""
    page = family.page
    family.fill(preferences={"scanning": "one", "scanInterval": 4000})
    family.go("options")
    page.wait_for_selector("#back.scanned")
    heading = page.locator("h1").bounding_box()
    x, y = heading["x"] + 20, heading["y"] + heading["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=4)
    page.mouse.up()
    family.settle()
    assert page.evaluate("location.hash") == "#options"
    page.mouse.click(x, y)
    page.wait_for_selector("#menu-library")


def test_N5_a_dialog_that_opens_late_is_scanned(family):
    page = family.page
    family.fill(preferences={"scanning": "two"})
    page.evaluate("void express.message('The storage is full.')")
    page.wait_for_selector("dialog [data-value=ok].scanned")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_selector("#menu-library.scanned")


def test_N5_one_switch_scans_rows_then_the_buttons_of_a_row(family):
    page = family.page
    family.unlock()
    family.go("access")
    page.get_by_label("Row by row, then the buttons in the row", exact=True).check()
    page.wait_for_function("express.state.preferences.scanPattern === 'rows'")
    family.fill(preferences={"scanning": "one", "scanInterval": 400})
    family.go("page/feelings")
    switch(page, "sick,hurt,hot")
    switch(page, "hurt")
    page.wait_for_function("document.getElementById('sentence').textContent === 'I am hurt.'")
    switch(page, "cold,tired,sleepy")


@pytest.mark.parametrize("size", SIZES)
def test_N5_back_and_help_are_scanned_at_every_size(outside, size):
    """On a phone in landscape, both buttons are fixed at the left edge."""
    family = outside(size)
    family.fill(preferences={"scanning": "two"})
    family.go("page/actions")
    assert family.page.evaluate("express.access.items.slice(-3).map((item) => item.id)") == [
        "back",
        "need-help",
        "help",
    ]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 1024)])
def test_N5_two_switches_reach_every_button_by_rows(outside, size):
    """Needs fewer presses than scanning button by button, and follows the layout of a rotated device."""
    family = outside(size)
    page = family.page
    family.fill(preferences={"scanning": "two", "scanPattern": "rows"})
    family.go("page/feelings")
    presses = 0
    for key, sentence in [("sleepy", "I am feeling sleepy."), ("sick", "I feel sick.")]:
        for _ in range(30):
            if page.locator(f"[data-phrase={key}].scanned").count():
                break
            in_row = page.locator(f"[data-phrase={key}].scanned-row").count() > 0
            page.keyboard.press("Enter" if in_row else "Space")
            presses += 1
        page.keyboard.press("Enter")
        assert spoken(page) == sentence
    assert presses < 20
    rows = page.evaluate("JSON.stringify(express.access.scanner.rows)")
    page.set_viewport_size({"width": size[1], "height": size[0]})
    if size[0] < 1000:
        page.wait_for_function("(rows) => JSON.stringify(express.access.scanner.rows) !== rows", arg=rows)


def tab_to(page, selector, key="Tab"):
    """Presses Tab until the element has a visible focus, as a person with a keyboard does."""
    page.wait_for_selector(selector)
    for _ in range(40):
        page.keyboard.press(key)
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            ring = "getComputedStyle(document.activeElement).outlineStyle === 'solid'"
            assert page.evaluate(f"document.activeElement.matches(':focus-visible') && {ring}"), selector
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_N5_the_keyboard_is_enough(family):
    """From the menu to a phrase, to the stranger's view, to a call, and back, without a pointer."""
    page = family.page
    family.set_password()
    tab_to(page, "#menu-library")
    page.keyboard.press("Enter")
    tab_to(page, "[data-page=food]")
    page.keyboard.press("Space")
    tab_to(page, "[data-phrase=drink]")
    page.keyboard.press("Enter")
    assert spoken(page) == "I would like to have a drink, please."
    tab_to(page, "#show", "Shift+Tab")
    page.keyboard.press("Enter")
    tab_to(page, "#flip")
    page.keyboard.press("Space")
    assert page.get_attribute("#flip", "aria-pressed") == "true"
    tab_to(page, "[data-answer=call]")
    page.keyboard.press("Enter")
    tab_to(page, "#call-contact", "Shift+Tab")
    page.wait_for_function("!express.speaking.active")  # Until then, the button is Stop.
    tab_to(page, "#help")
    page.keyboard.press("Enter")
    tab_to(page, "dialog [data-value=ok]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    for shown in ("[data-phrase=drink]", "[data-page=food]", "#menu-library"):
        page.keyboard.press("Escape")
        page.wait_for_selector(shown)
    tab_to(page, "#menu-options")
    page.keyboard.press("Enter")
    tab_to(page, "#password")
    page.keyboard.type(conftest.PASSWORD)
    page.keyboard.press("Enter")
    tab_to(page, "[data-go=settings]")


UNREACHED = """() => {
    const found = [];
    for (const control of document.querySelectorAll('#app :is(button, a[href], input, textarea, select, summary)')) {
        if (control.disabled || !control.checkVisibility({ visibilityProperty: true })) continue;
        // Arrow keys move inside a group of choices.
        const group = [...document.querySelectorAll(`input[type=radio][name="${control.name}"]`)];
        if ([control, ...(control.type === 'radio' ? group : [])].some((one) => one.dataset.reached)) continue;
        found.push(control.id || control.textContent || control.name);
    }
    return found;
}"""


def test_N5_tab_reaches_every_control_of_every_screen(family):
    page = family.page
    family.fill(explained=True)
    page.wait_for_selector("html[data-prepared]")
    page.evaluate("addEventListener('focusin', ({ target }) => target.dataset.reached = 'yes')")
    missed = []
    for address in screens(family, "blue", SCREENS):
        count = page.evaluate(
            "document.querySelectorAll('#app :is(button, a, input, textarea, select, summary)').length"
        )
        for _ in range(count + 2):
            page.keyboard.press("Tab")
        missed += [(address, name) for name in page.evaluate(UNREACHED)]
    assert missed == []


def test_N5_screen_readers_hear_the_title_the_names_and_the_sentence(family):
    page = family.page
    family.go("page/feelings")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert page.get_by_role("button", name="Too Cold", exact=True).count() == 1
    assert page.get_by_role("button", name="Back").count() == 1
    page.get_by_role("button", name="Too Cold", exact=True).click()
    page.wait_for_function("document.getElementById('live').textContent === 'I am feeling too cold.'")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 1024)])
def test_S3_short_screens_do_not_scroll(outside, size):
    family = outside(size)
    page = family.page
    family.go("page/actions")
    page.click("[data-phrase=lost]")
    fixed = ("page/food", "page/actions", "page/feelings", "emergency")
    for address in ("", "library", "show/page/actions", "my-card", "place/home", *fixed):
        family.go(address)
        family.settle()
        scrolled = "document.documentElement.scrollHeight - innerHeight"
        assert page.evaluate(scrolled) <= 0, address


SPLIT_WORDS = """() => {
    const split = [];
    for (const part of document.querySelectorAll('h1, main button, main a, main p, main h2, main li')) {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            for (const word of walker.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
                const range = document.createRange();
                range.setStart(walker.currentNode, word.index);
                range.setEnd(walker.currentNode, word.index + word[0].length);
                if (range.getClientRects().length > 1) split.push(word[0]);
            }
        }
    }
    return split;
}"""


@pytest.mark.parametrize("percent", [125, 150, 200])
@pytest.mark.parametrize("language", ["en", "es"])
def test_N5_enlarged_text_fits_and_keeps_words_whole(family, percent, language):
    page = family.page
    family.fill(preferences={"textSize": percent, "language": language})
    family.unlock()
    family.go("page/actions")
    page.click("[data-phrase=lost]")
    user = ("", "library", "page/feelings", "show/page/actions", "emergency", "place/home", "way/home", "options")
    for address in user:
        family.go(address)
        family.settle()
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), address
        clipped = page.evaluate(
            "[...document.querySelectorAll('main button span')].filter((s) =>"
            "s.scrollWidth > s.clientWidth + 1 && getComputedStyle(s).display !== 'inline').map((s) => s.textContent)"
        )
        assert clipped == [], address
        assert page.evaluate(SPLIT_WORDS) == [], address
        wide = "[...document.querySelectorAll('main button')].filter((b) => b.scrollWidth > b.clientWidth)"
        assert page.evaluate(wide + ".map((b) => b.textContent)") == [], address
        if address.startswith("show"):
            assert page.eval_on_selector("#shown", "(e) => parseFloat(getComputedStyle(e).fontSize)") >= 40
