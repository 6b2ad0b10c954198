"""Emergency information, privacy, the way home, the map, and the card."""

import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

import conftest
import house

HERE = {"latitude": 52.5, "longitude": 13.3777}


def test_E1_shows_everything_without_a_password(family):
    """The options have a password, the emergency information never asks for it."""
    page = family.page
    family.set_password()
    family.go("options")
    page.wait_for_selector("#password")
    page.click("#cancel")
    page.click("#menu-emergency")
    text = page.inner_text("main")
    for part in (
        "Anna Maria Berger",
        "Peanuts",
        "Milk",
        "Mary Berger",
        "Mother",
        "+1 555 010 99",
        "Tom Berger",
        "View Home Location",
        "View School Location",
    ):
        assert part in text
    assert [link.get_attribute("href") for link in page.query_selector_all("a.call")] == [
        "tel:+155501099",
        "tel:55501098",
    ]
    for place, address in (("home", "12 Garden Street"), ("school", "1 School Lane")):
        page.click(f"#view-{place}")
        assert page.inner_text("#address") == f"{address}\nSpringfield"
        page.click("#back")
    page.click("#show-card")
    page.wait_for_selector("#card")
    assert page.locator("#password").count() == 0


def test_E5_privacy_hides_contacts_and_places(family):
    page = family.page
    family.fill(preferences={"contactPrivacy": True, "addressPrivacy": True})
    family.go("emergency")
    text = page.inner_text("main")
    assert text.count("Private") == 2
    assert "My contacts" in text and "Please call the police" in text and "Please call\n" not in text
    for part in ("Mary", "Mother", "555", "Location"):
        assert part not in text
    for address in ("place/home", "way/school", "map/home"):
        family.go(address)
        assert "Garden" not in page.inner_text("body")


def test_E1_no_known_allergies_can_be_entered(family):
    page = family.page
    family.unlock()
    family.go("entry/allergies")
    page.click("#no-allergies")
    page.click("dialog [data-value=clear]")
    assert page.locator("input[value=peanuts]").is_checked() is False
    page.check("input[value=eggs]")
    assert page.locator("#no-allergies").is_checked() is False
    page.click("#no-allergies")
    page.click("dialog [data-value=clear]")
    page.click("#save")
    page.click("dialog [data-value=yes]")
    page.wait_for_function("express.state.user.noAllergies")
    family.go("emergency")
    assert page.inner_text("#allergies") == "No known allergies"
    family.go("page/food")
    page.click("[data-phrase=allergies]")
    assert page.inner_text("#sentence") == "I have no known allergies."
    family.unlock()
    family.go("entry/allergies")
    assert page.locator("#no-allergies").is_checked()


HEALTH = {
    "conditions": {"entries": [{"text": "Epilepsy", "sound": None}, {"text": "Asthma", "sound": None}], "none": False},
    "medicines": {"entries": [{"text": "Valproate 500 mg, morning and evening", "sound": None}], "none": False},
}
# Records clips, the guardian's recordings and texts for the device's voice, in their order.
HEARD = """() => {
    window.heard = [];
    const names = () => new Map([...express.speech.urls].map(([name, url]) => [url, name.split('/').at(-1)]));
    express.speech.audio.addEventListener('playing', () => {
        const name = names().get(express.speech.audio.src);
        if (name) heard.push(name);
    });
    const device = { lang: 'en-US', localService: true };
    speechSynthesis.getVoices = () => [device];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    speechSynthesis.speak = (said) => { heard.push(said.text); setTimeout(() => said.onend()); };
}"""


def test_E1_conditions_and_medicines_are_shown_and_spoken(family):
    """With the guardian's recording, the device's voice, or "none". What is not entered has no card."""
    page = family.page
    page.evaluate(HEARD)
    family.go("emergency")
    assert page.locator("#conditions, #medicines, .below").count() == 0
    places = page.evaluate(
        "[...document.querySelectorAll('.call, .places .tile')].map((item) => item.getBoundingClientRect().x)"
    )
    family.fill(user=HEALTH)
    wav = "new Map([['s', { type: 'audio/wav', bytes: new Uint8Array(express.silence) }]])"
    page.evaluate("""async () => {
        const { wav } = await import('./modules/loudness.js');
        express.silence = wav(new Float32Array(2400).fill(0.1), 24000);
    }""")
    page.evaluate(f"express.save((s) => {{ s.user.conditions.entries[0].sound = 's'; }}, {wav})")
    page.evaluate("express.render()")
    assert page.inner_text("#conditions") == "Epilepsy\nAsthma"
    assert page.inner_text("#medicines") == "Valproate 500 mg, morning and evening"
    assert page.is_visible(".below")
    assert places == page.evaluate(
        "[...document.querySelectorAll('.call, .places .tile')].map((item) => item.getBoundingClientRect().x)"
    )
    page.click("#speak-conditions")
    page.wait_for_function("heard.join() === 'conditions.mp3,s,Asthma'")
    page.wait_for_selector("#speak-conditions:not(.speaking)")
    page.evaluate("heard.length = 0")
    page.click("#speak-medicines")
    page.wait_for_function("heard.join() === 'medicines.mp3,Valproate 500 mg, morning and evening'")
    family.fill(user={name: {"entries": [], "none": True} for name in HEALTH})
    assert page.inner_text("#conditions") == "No known conditions"
    assert page.inner_text("#medicines") == "No medicines"
    for name in HEALTH:
        page.evaluate("heard.length = 0")
        page.click(f"#speak-{name}")
        page.wait_for_function("(name) => heard.join() === name", arg=f"{name}-none.mp3")


def test_N1_sentences_for_helpers_are_spoken_one_by_one_and_shown_large(family):
    """From the emergency information, where Back returns to. The diagnosis appears when the guardian chooses it."""
    page = family.page
    page.evaluate(HEARD)
    family.unlock()
    family.go("entry/about")
    page.get_by_label("I have Down syndrome.", exact=True).check()
    page.click("#save")
    page.click("dialog [data-value=yes]")
    page.wait_for_selector("[data-go=user]")
    family.go("")
    page.click("#menu-emergency")
    page.click("#helpers")
    tiles = page.locator(".grid .tile")
    assert tiles.first.get_attribute("data-phrase") == "down-syndrome"
    assert page.locator("[data-phrase=autistic]").count() == 0
    for key, sentence in [
        ("down-syndrome", "I have Down syndrome. Please be patient."),
        ("touch", "Please do not touch me."),
        ("mother", "Please call my mother."),
    ]:
        page.evaluate("heard.length = 0")
        page.click(f"[data-phrase={key}]")
        assert page.inner_text("#sentence") == sentence
        page.wait_for_function("(key) => heard.join() === key", arg=f"{key}.mp3")
    page.click("#show")
    assert page.inner_text("#shown") == "Please call my mother."
    page.wait_for_function("parseFloat(getComputedStyle(document.getElementById('shown')).fontSize) > 40")
    for selector in (".grid .tile", "#helpers", "#menu-emergency"):
        page.click("#back")
        page.wait_for_selector(selector)


def test_N1_the_guardian_edits_orders_and_adds_sentences_for_helpers(family):
    page = family.page
    page.evaluate(HEARD)
    family.unlock()
    family.go("user")
    page.click("[data-go='edit-page/helpers']")
    page.get_by_role("button", name="Show: I’m Autistic").click()
    page.get_by_role("button", name="Move down: I’m Autistic").click()
    page.wait_for_function("express.state.pages.at(-1).phrases[1].id === 'autistic'")
    page.get_by_role("button", name="Edit: Don’t Touch").click()
    page.fill("#phrase-text", "Please keep your distance.")
    page.click("#save")
    page.click("#add-phrase")
    page.fill("#phrase-label", "My Dog")
    page.fill("#phrase-text", "My dog helps me.")
    conftest.record_voice(page)
    page.wait_for_selector("text=Recorded. Press Save")
    page.click("#save")
    page.wait_for_function("express.state.pages.at(-1).phrases.at(-1).sound !== null")
    page.reload()
    page.wait_for_selector("html[data-started]")
    page.evaluate(HEARD)
    family.go("emergency")
    page.click("#helpers")
    own = page.evaluate("express.state.pages.at(-1).phrases.at(-1)")
    for key, sentence, heard in [
        ("autistic", "I am autistic. Please speak slowly.", "autistic.mp3"),
        ("touch", "Please keep your distance.", "Please keep your distance."),
        (own["id"], "My dog helps me.", own["sound"]),
    ]:
        page.evaluate("heard.length = 0")
        page.click(f"[data-phrase='{key}']")
        assert page.inner_text("#sentence") == sentence
        page.wait_for_function("(heard) => window.heard.join() === heard", arg=heard)
    page.evaluate("express.save((state) => { state.pages.at(-1).hidden = true; })")
    family.go("emergency")
    assert page.locator("#helpers").count() == 0


def phone_outside(make_family, **options):
    family = make_family(geolocation=HERE, permissions=["geolocation"], **options)
    family.start()
    family.fill(user=conftest.USER)
    return family


def test_E2_E4_the_location_is_explained_first_and_the_address_fills_the_screen(make_family):
    family = phone_outside(make_family)
    page = family.page
    family.fill(map={"tiles": "http://localhost:1/{z}/{x}/{y}.png"})  # Without network, the map is not opened.
    family.ready()
    family.context.set_offline(True)
    page.evaluate("""() => { window.asked = 0;
        const watch = navigator.geolocation.watchPosition.bind(navigator.geolocation);
        navigator.geolocation.watchPosition = (...rest) => { asked += 1; return watch(...rest); }; }""")
    family.go("emergency")
    page.click("#view-home")
    assert page.inner_text("#address") == "12 Garden Street\nSpringfield"
    page.wait_for_function("parseFloat(getComputedStyle(document.getElementById('address')).fontSize) > 30")
    page.click("#ok")
    assert "stays on this device" in page.inner_text("dialog")
    assert page.evaluate("asked") == 0
    page.click("dialog [data-value=no]")
    assert page.evaluate("asked") == 0
    page.click("#ok")
    page.click("dialog [data-value=yes]")
    page.wait_for_function("asked === 1")
    page.wait_for_selector("#distance:not(:empty)")
    assert page.evaluate("location.hash") == "#way/home"
    family.go("place/home")
    page.click("#ok")
    page.wait_for_selector("#distance:not(:empty)")


def test_N4_arrow_and_distance_follow_position_and_compass(make_family):
    family = phone_outside(make_family)
    page = family.page
    family.fill(preferences={"units": "metric"}, explained=True)
    family.go("way/home")
    page.wait_for_function("document.getElementById('distance').textContent === '1.8 kilometers'")
    assert page.inner_text("#direction") == "to the north"
    assert page.locator("#arrow.known").count() == 0, "an arrow needs the direction of the phone"
    assert page.inner_text("#way-note").startswith("Hold the phone flat and walk a few steps.")
    assert page.locator("#speak-way").is_disabled()
    turn = """(alpha) => {
        const turned = () => new DeviceOrientationEvent('deviceorientationabsolute', { absolute: true, alpha });
        for (let i = 0; i < 60; i++) dispatchEvent(turned());
    }"""
    for alpha, words in [(0, "Go straight ahead."), (90, "Turn right."), (270, "Turn left."), (180, "Turn around.")]:
        page.evaluate(turn, alpha)
        page.wait_for_function("(words) => document.getElementById('direction').textContent === words", arg=words)
        assert page.locator("#arrow.known").count() == 1
    assert abs(float(page.get_attribute("#arrow", "data-angle"))) > 175
    page.click("#speak-way")
    page.wait_for_function("express.speech.audio.src === express.speech.urls.get('voices/en/female/way.back.mp3')")
    family.context.set_geolocation({"latitude": 52.5163, "longitude": 13.37772})
    page.wait_for_function("document.getElementById('direction').textContent === 'You are almost there.'")
    assert page.locator("#step").is_hidden(), "at the place, the steps to it make no sense"
    family.context.set_geolocation(HERE)
    page.wait_for_function("document.getElementById('distance').textContent === '1.8 kilometers'")
    assert page.inner_text("#step") == "Walk to the red church."
    page.click("#next-step")
    assert page.inner_text("#step") == "Turn left at the bakery."


def test_N4_the_steps_are_shown_at_their_start_only(family):
    page = family.page
    page.evaluate("express.save((state) => { state.user.home.start = 'The school gate'; })")
    family.go("way/home")
    assert page.inner_text("#step-start") == "The school gate"
    assert page.locator("#step").count() == 0
    page.click("#elsewhere")
    assert page.inner_text("#elsewhere-help") == "Show the address to a helper."
    page.get_by_role("button", name="Back", exact=True).last.click()
    page.click("#at-start")
    assert page.inner_text("#step") == "Walk to the red church."


@pytest.mark.parametrize("address", ["way/home", "my-card"])
def test_N4_address_and_call_are_seen_without_scrolling(family, address):
    """On a phone. The card says the address, too."""
    page = family.page
    family.go(address)
    box = page.locator("main a.call").bounding_box()
    assert box["y"] + box["height"] <= 844
    assert page.get_attribute("main a.call", "href") == "tel:+155501099"
    if address == "my-card":
        assert "My home: 12 Garden Street, Springfield" in page.get_attribute("#card", "aria-label")
    else:
        assert page.locator("#way-address p").bounding_box()["y"] < box["y"]


def test_N4_the_direction_of_walking_replaces_the_compass_only_while_walking(make_family):
    family = phone_outside(make_family)
    page = family.page
    page.evaluate("() => { navigator.geolocation.watchPosition = (found) => { window.found = found; return 1; }; }")
    family.fill(preferences={"units": "metric"}, explained=True)
    family.go("way/home")
    at = """([seconds, heading, speed]) => found({
        timestamp: seconds * 1000,
        coords: { latitude: 52.5, longitude: 13.3777, accuracy: 8, heading, speed },
    })"""
    arrow = page.locator("#arrow.known")
    page.evaluate(at, [0, None, 0])
    assert arrow.count() == 0
    page.evaluate(at, [1, 0, 1.4])
    assert arrow.count() == 1 and page.inner_text("#direction") == "Go straight ahead."
    for second in range(2, 9):
        page.evaluate(at, [second, 90, 1.4])
    page.wait_for_selector("#direction:has-text('Turn left.')")
    page.evaluate(at, [12, None, 0])
    assert arrow.count() == 1
    page.evaluate(at, [20, None, 0])
    assert arrow.count() == 0 and page.inner_text("#direction") == "to the north"


def test_E1_say_my_allergies_marks_its_button_until_the_end(family):
    page = family.page
    family.go("emergency")
    assert page.locator(".speaking").count() == 0
    page.click("#speak-allergies")
    page.wait_for_selector("#speak-allergies.speaking")
    page.wait_for_selector("#speak-allergies:not(.speaking)", timeout=30_000)
    page.click("#speak-allergies")
    page.click("#speak-allergies")
    page.wait_for_selector("#speak-allergies.speaking")
    page.wait_for_selector("#speak-allergies:not(.speaking)", timeout=30_000)


def test_N4_an_inaccurate_position_gives_no_direction(make_family):
    """A radio cell may be miles wide, so "You are almost there" could mislead a lost child."""
    family = phone_outside(make_family)
    page = family.page
    family.fill(preferences={"units": "metric"}, explained=True)
    family.go("way/home")
    page.wait_for_selector("#distance:not(:empty)")
    at_home = {"latitude": 52.5163, "longitude": 13.3777}
    family.context.set_geolocation({**at_home, "accuracy": 2000})
    page.wait_for_selector("#way-note:has-text('only known to within 2 kilometers')")
    assert page.inner_text("#direction") == page.inner_text("#distance") == ""
    assert page.locator("#arrow.known").count() == 0
    assert page.locator("#speak-way").is_disabled()
    family.context.set_geolocation({**at_home, "accuracy": 10})
    page.wait_for_function("document.getElementById('direction').textContent === 'You are almost there.'")
    assert page.inner_text("#way-note") == ""


def test_N4_the_display_stays_on_while_a_stranger_reads_and_the_arrow_is_followed(make_family):
    family = make_family(geolocation=HERE, permissions=["geolocation"])
    family.context.add_init_script("""
        window.awake = 0;
        Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
            awake += 1;
            const lock = { released: false, release: async () => { lock.released ||= (awake -= 1, true); } };
            window.lock = lock;
            return lock;
        } } });
    """)
    page = family.start()
    family.fill(user=conftest.USER, explained=True)
    shown = [("", 0), ("way/home", 1), ("place/home", 1), ("emergency", 1), ("library", 0), ("my-card", 1)]
    for address, on in shown:
        family.go(address)
        page.wait_for_function("(on) => awake === on", arg=on)
    page.evaluate("lock.release()")  # As browsers do while the page is hidden.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("awake === 1")
    page.evaluate("() => { navigator.wakeLock.request = async () => { throw new DOMException('low battery'); }; }")
    family.go("")
    family.go("way/home")
    page.wait_for_selector("#distance:not(:empty)")
    assert family.problems == []


def test_N4_arrow_distance_and_photo_without_network_and_server(make_family, server):
    """The way home of a lost child: after a start without network, with the server off."""
    family = phone_outside(make_family)
    page = family.page
    family.fill(preferences={"units": "metric"}, explained=True)
    photo = (house.WEB / "icons/icon-192.png").read_bytes()
    page.evaluate(
        """(bytes) => express.save((state) => state.user.home.steps[0].photo = 'photo',
            new Map([['photo', { type: 'image/png', bytes: new Uint8Array(bytes) }]]))""",
        list(photo),
    )
    family.ready()
    server.stop()
    family.context.set_offline(True)
    page.reload()
    page.wait_for_selector("html[data-started]")
    page.click("#menu-emergency")
    page.click("#view-home")
    page.click("#ok")
    page.wait_for_function("document.getElementById('distance').textContent === '1.8 kilometers'")
    page.evaluate("""() => {
        for (let i = 0; i < 60; i++) {
            dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { absolute: true, alpha: 90 }));
        }
    }""")
    page.wait_for_function("document.getElementById('direction').textContent === 'Turn right.'")
    assert abs(float(page.get_attribute("#arrow", "data-angle")) - 90) < 5
    page.wait_for_function("document.querySelector('.step-photo').naturalWidth === 192")
    page.click("#next-step")
    assert page.inner_text("#step") == "Turn left at the bakery."
    family.problems.clear()


def test_N4_without_permission_address_and_steps_still_work(make_family):
    family = make_family()
    page = family.start()
    family.fill(user=conftest.USER, explained=True)
    session = family.context.new_cdp_session(page)
    session.send(
        "Browser.setPermission",
        {"permission": {"name": "geolocation"}, "setting": "denied", "origin": family.server.origin},
    )
    family.go("way/home")
    page.wait_for_function("document.getElementById('way-note').textContent.includes('not allowed')")
    assert page.inner_text("#step") == "Walk to the red church."


def test_N4_without_the_compass_the_distance_remains(make_family):
    family = phone_outside(make_family)
    page = family.page
    family.fill(preferences={"units": "metric"}, explained=True)
    page.evaluate("DeviceOrientationEvent.requestPermission = async () => 'denied'")
    family.go("way/home")
    page.wait_for_selector("#distance:has-text('1.8 kilometers')")
    page.get_by_role("button", name="Turn on the compass").click()
    page.wait_for_selector("#way-note:has-text('The compass is not allowed. Distance and direction still work.')")


def test_N4_a_place_without_position_or_steps_does_not_request_the_location(family):
    page = family.page
    place = {"address": "", "position": None, "steps": []}
    family.fill(user={"home": {**place, "address": "12 Garden Street"}, "school": place})
    family.go("emergency")
    assert page.locator("#view-school").count() == 0
    page.click("#view-home")
    page.wait_for_selector("#address")
    assert page.locator("#ok").count() == 0
    family.go("way/home")
    text = page.inner_text("main")
    assert "12 Garden Street" in text and "steps" not in text
    assert page.get_attribute("#way-address a", "href") == "tel:+155501099"
    family.fill(user={"home": {**place, "steps": [{"text": "Walk to the red church.", "photo": None}]}})
    family.go("place/home")
    page.click("#ok")
    assert page.locator("dialog").count() == 0
    page.wait_for_selector("#step")


def test_N4_the_phone_map_is_opened_only_after_a_warning(family):
    page = family.page
    page.evaluate("HTMLAnchorElement.prototype.click = function () { window.opened = this.href; }")
    family.go("place/home")
    page.click("#open-maps")
    assert "will leave this device" in page.inner_text("dialog")
    page.click("dialog [data-value=no]")
    assert page.evaluate("window.opened") is None
    page.click("#open-maps")
    page.click("dialog [data-value=yes]")
    assert page.evaluate("opened") == "geo:0,0?q=52.5163,13.3777"


@pytest.fixture
def maps():
    served, handler = house.map_house()
    served.handler_class = handler
    yield served
    served.stop()


def test_E3_the_map_shows_the_route_from_the_configured_servers_only(make_family, maps):
    family = phone_outside(make_family)
    page = family.page
    family.fill(
        explained=True,
        map={"tiles": maps.origin + "/tiles/{z}/{x}/{y}.png", "routing": maps.origin, "attribution": "<b>© Test</b>"},
        preferences={"units": "metric"},
    )
    family.ready()
    family.go("place/home")
    page.click("#ok")
    frame = page.frame_locator("#map")
    frame.locator("#note:has-text('1.2 kilometers')").wait_for()
    frame.locator("img.leaflet-tile-loaded").first.wait_for()
    assert frame.locator("path.leaflet-interactive").count() == 3
    zoom = frame.locator(".leaflet-control-zoom").bounding_box()
    for mark in frame.locator("path.leaflet-interactive").all():
        assert mark.bounding_box()["x"] >= zoom["x"] + zoom["width"], "the zoom buttons hide the route"
    assert frame.locator("a:not(.leaflet-control-zoom a)").count() == 0, "a link would leave the app"
    assert sorted(frame.locator(".leaflet-tooltip").all_inner_texts()) == ["Home", "You"]
    credit, note = (frame.locator(part).bounding_box() for part in (".leaflet-control-attribution", "#note"))
    assert credit["y"] + credit["height"] <= note["y"] + 1
    assert frame.locator(".leaflet-control-attribution").inner_text().endswith("<b>© Test</b>")
    routes = [path for path, _ in maps.handler_class.asked if path.startswith("/route/")]
    assert routes == ["/route/v1/foot/13.377700,52.500000;13.377700,52.516300?overview=full&geometries=geojson"]
    assert {referer for _, referer in maps.handler_class.asked} == {None}
    child = next(frame for frame in page.frames if "map.html" in frame.url)
    other = "fetch('http://127.0.0.1:1/').then(() => 'sent', (error) => 'refused')"
    assert child.evaluate(other) == "refused"
    policy = page.evaluate("fetch('map.html').then((r) => r.headers.get('content-security-policy'))")
    assert f"img-src 'self' data: {maps.origin};" in policy and f"connect-src 'self' {maps.origin};" in policy
    violations = [*Axe().run(page).response["violations"], *Axe().run(child).response["violations"]]
    assert [(violation["id"], [node["target"] for node in violation["nodes"]]) for violation in violations] == []
    zoom = frame.locator(".leaflet-control-zoom-in").bounding_box()
    assert min(zoom["width"], zoom["height"]) >= 96
    page.set_viewport_size({"width": 844, "height": 390})
    assert page.locator("#map").bounding_box()["height"] > 250
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#to-address")
    page.wait_for_selector("#address")
    # If the servers are off, the address is still one tap away.
    maps.stop()
    family.go("map/home")
    page.frame_locator("#map").get_by_text(re.compile("has no route|does not answer")).wait_for()
    page.click("#to-way")
    page.wait_for_selector("#arrow")
    family.problems.clear()
    maps.start()


def test_map_servers_are_checked(family):
    page = family.page
    family.unlock()
    family.go("servers")
    for address, message in [
        ("http://tiles.example.org/{z}/{x}/{y}", "https://"),
        ("https://tiles.example.org", "{z}"),
        ("x y", "is not a web address"),
    ]:
        page.fill("#tiles", address)
        page.click("#save")
        page.wait_for_selector(f".error:has-text('{message}')")


def scan(page, selector, path):
    """Reads the QR code of an element with zbar."""
    page.locator(selector).screenshot(path=path)
    return subprocess.run(["zbarimg", "--quiet", "--raw", path], capture_output=True, text=True, check=True).stdout


# Records the texts that are drawn on pictures.
DRAWN = """
    window.drawn = [];
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        drawn.push(text);
        return fillText.call(this, text, ...rest);
    };
"""


def test_N3_card_and_lock_screen_picture_honour_privacy(make_family, tmp_path):
    """Both the words and the QR code, of the card and of the lock-screen picture."""
    family = make_family()
    family.context.add_init_script(DRAWN)
    page = family.start()
    family.fill(user=conftest.USER)
    family.unlock()

    def pictures(name):
        """Words and QR code of the card and of the lock-screen picture."""
        page.evaluate("drawn.length = 0")
        family.go("")
        family.unlock()
        family.go("card")
        card = (page.evaluate("drawn.join(' ')"), scan(page, "#card", tmp_path / f"{name}-card.png"))
        page.evaluate("drawn.length = 0")
        with page.expect_download() as download:
            page.click("#save-lock")
        picture = tmp_path / f"{name}-lock.png"
        download.value.save_as(picture)
        read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True, check=True)
        return card, (page.evaluate("drawn.join(' ')"), read.stdout)

    for words, code in pictures("open"):
        for part in ("Anna Maria Berger", "I am autistic.", "Peanuts, Milk", "Mary Berger, Mother", "+1 555 010 99"):
            assert part in words
        assert code.startswith("BEGIN:VCARD")
        for part in ("FN:Anna Maria Berger", "TEL:+155501099", "I am autistic. Peanuts", "12 Garden Street"):
            assert part in code
    family.fill(preferences={"contactPrivacy": True, "addressPrivacy": True})
    for words, code in pictures("private"):
        assert "Anna Maria Berger" in words and "FN:Anna Maria Berger" in code
        for text in (words, code):
            assert "Peanuts" in text and not re.search("TEL|ADR|555|Mary|Mother|Tom|Garden|Springfield", text)


def test_N3_the_guardian_chooses_the_sentence_about_the_person(family, tmp_path):
    """No diagnosis is shown unless the guardian chooses it. Own words are shown as they were typed."""
    page = family.page
    family.fill(user={"about": {"key": None, "text": ""}})

    def shown():
        """The sentence in the emergency information, the card's text, and the QR code."""
        family.go("emergency")
        sentence = page.inner_text("#about") if page.locator("#about").count() else ""
        page.click("#show-card")
        return sentence, page.get_attribute("#card", "aria-label"), scan(page, "#card", tmp_path / "card.png")

    def choose(label, own=None):
        family.unlock()
        family.go("card")
        page.click("#change-about")
        page.get_by_label(label, exact=True).check()
        assert page.locator("#about-own").is_visible() == (own is not None)
        if own is not None:
            page.click("#save")
            page.wait_for_selector("#entry-error:has-text('Enter a sentence')")
            page.fill("#about-own", own)
        page.click("#save")
        page.click("dialog [data-value=yes]")
        page.wait_for_selector("[data-go=user]")

    assert shown()[0] == "I speak little. Please help me."
    assert not re.search("autis|Down|disab", " ".join(shown()))
    choose("Show no sentence")
    assert shown()[0] == "" and "speak" not in " ".join(shown())
    choose("I have Down syndrome.")
    assert shown()[0] == "I have Down syndrome."
    choose("Other words", "I sign <b>BSL</b>; please write.")
    sentence, card, code = shown()
    assert sentence == "I sign <b>BSL</b>; please write."
    assert "I sign <b>BSL</b>; please write." in card and "I sign <b>BSL</b>\\; please write. " in code
    choose("I am autistic.")
    page.reload()
    page.wait_for_selector("html[data-started]")
    assert all("I am autistic" in text for text in shown())
    family.fill(preferences={"language": "es"})
    assert shown()[0] == "Soy autista."
    choose("Ninguna frase")
    assert shown()[0] == "" and not re.search("autista|Hablo", " ".join(shown()))


def test_N3_the_card_with_the_allergies_needs_no_password(family, tmp_path):
    page = family.page
    page.evaluate("express.state.security.password = { salt: '', hash: '', iterations: 1 }")
    family.go("emergency")
    page.click("#show-card")
    words = page.get_attribute("#card", "aria-label")
    for part in ("Anna Maria Berger", "I am autistic", "Allergies: Peanuts, Milk", "Mary Berger", "+1 555 010"):
        assert part in words
    assert "Peanuts" in scan(page, "#card", tmp_path / "card.png")
    # In landscape, the code is to the right of the text.
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("document.getElementById('card').width > document.getElementById('card').height")
    assert "Peanuts" in scan(page, "#card", tmp_path / "wide.png")
    page.emulate_media(media="print")
    assert page.locator("#print").is_hidden() and page.locator("#card").is_visible()
    page.emulate_media(media="screen")
    family.fill(user={"allergies": [], "noAllergies": True}, preferences={"contactPrivacy": True})
    words = page.get_attribute("#card", "aria-label")
    assert "No known allergies" in words and "Mary" not in words
    page.click("#back")
    page.wait_for_selector("#show-card")


def test_N3_the_card_has_conditions_and_medicines_but_the_lock_screen_has_not(make_family, tmp_path):
    family = make_family()
    family.context.add_init_script(DRAWN)
    page = family.start()
    long = [{"text": f"Medicine {number}, one tablet before each meal", "sound": None} for number in range(9)]
    family.fill(user={**conftest.USER, **HEALTH, "medicines": {"entries": long, "none": False}})
    for size in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        family.go("")
        page.evaluate("drawn.length = 0")
        family.go("my-card")
        words = page.evaluate("drawn.join(' ')")
        assert "Conditions: Epilepsy, Asthma" in words and "Medicines: Medicine 0, one tablet" in words
        assert "Medicine 1" in page.get_attribute("#card", "aria-label")
        code = scan(page, "#card", tmp_path / f"{size[0]}.png")
        assert all(part in code for part in ("Conditions: Epilepsy", "Asthma", "Medicine 0"))
    family.unlock()
    family.go("card")
    page.evaluate("drawn.length = 0")
    with page.expect_download() as download:
        page.click("#save-lock")
    picture = tmp_path / "lock.png"
    download.value.save_as(picture)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True, check=True).stdout
    for text in (page.evaluate("drawn.join(' ')"), read):
        assert "Peanuts" in text and not re.search("Epilepsy|Medicine|Conditions", text)


def test_N4_a_step_shows_its_photo(family):
    page = family.page
    family.unlock()
    family.go("entry/home")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take or choose a photo").first.click()
    chooser.value.set_files(house.WEB / "icons/icon-512.png")
    page.wait_for_selector("img.photo:visible")
    page.fill("#start", "The school gate")
    page.click("#save")
    page.click("dialog [data-value=yes]")
    page.wait_for_function("express.state.user.home.steps[0].photo !== null")
    family.go("way/home")
    page.click("#at-start")
    page.wait_for_function("document.querySelector('.step-photo').naturalWidth > 100")
    assert page.get_attribute(".step-photo", "alt") == "Walk to the red church."
    page.click("#next-step")
    assert page.locator(".step-photo").is_hidden()


def test_N3_the_setup_points_to_the_phones_own_emergency_page(make_family):
    family = make_family()
    page = family.start("#setup/locked")
    text = page.inner_text("main")
    assert "Medical ID" in text and "Emergency information" in text
