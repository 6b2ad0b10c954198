"""Runs Prep once in WebKitGTK, the engine closest to Safari's that Debian has (REQ8). Not part of CI.

    apt-get install xvfb webkit2gtk-driver gstreamer1.0-plugins-good gstreamer1.0-libav
    python3 Tests/webkit.py [FOLDER]

Checks the viewer with touch, mouse and keys, sounds, videos, doors, the editor, the layout and the visit without a
network, and prints one line for each. With FOLDER, it saves a screenshot of each screen and size there. Needs the
Python packages of Tests/requirements.txt.
"""

import argparse
import base64
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).parent / "Browser"), str(Path(__file__).resolve().parents[2] / "Tests")]
from webkit_driver import Driver, report, screen  # noqa: E402

import house  # noqa: E402

SIZES = [(768, 1024), (1024, 768), (1366, 1024), (1024, 1366)]
STARTED = "'started' in document.documentElement.dataset"
CAMERA = "return prep.screen.camera();"
# Whether WebGL draws, without an error.
PICTURE = """const canvas = document.querySelector('.stage canvas');
await new Promise((done) => requestAnimationFrame(done));
const gl = canvas.getContext('webgl');
return { webgl: gl !== null, width: canvas.width, error: gl?.getError() ?? null };"""
SOUND = """const name = given[0];
const pressed = performance.now();
const play = HTMLMediaElement.prototype.play;
let delay = null;
HTMLMediaElement.prototype.play = function () {
    this.addEventListener('playing', () => delay ??= performance.now() - pressed, { once: true });
    return play.call(this);
};
const button = [...document.querySelectorAll('.trigger')].find((one) => one.innerText.includes(name));
button.click();
while (delay === null && performance.now() - pressed < 5000) await new Promise((done) => setTimeout(done, 10));
HTMLMediaElement.prototype.play = play;
button.click();
await new Promise((done) => setTimeout(done, 100));
return { delay, paused: button.getAttribute('aria-pressed') === 'false' };"""
VIDEO = """const start = performance.now();
[...document.querySelectorAll('.trigger')].find((one) => one.innerText.includes(given[0])).click();
let video = null;
while (!(video?.currentTime > 0.1) && performance.now() - start < 8000) {
    video = document.querySelector('.player video');
    await new Promise((done) => setTimeout(done, 20));
}
const seconds = (performance.now() - start) / 1000;
return { seconds, at: video?.currentTime ?? null, error: video?.error?.message ?? null };"""


def shown(driver, panorama):
    driver.until(f"document.querySelector('.stage')?.dataset.shown === '{panorama['id']}'")


def show(driver, server, path):
    driver.open(server.address + path, STARTED)


def press(driver, text):
    """Presses the visible button or link with this text."""
    driver.until(f"""[...document.querySelectorAll('button, a')].some((one) => one.offsetParent
        && one.innerText.trim() === {text!r})""")
    driver.run(f"""[...document.querySelectorAll('button, a')].filter((one) => one.offsetParent
        && one.innerText.trim() === {text!r}).at(-1).click();""")


def swipe(driver, kind):
    """Drags from the middle of the stage to the left, and lets go after a rest."""
    width, height = driver.run("return [innerWidth, innerHeight];")
    moves = [{"type": "pointerMove", "duration": 20, "x": width // 2 - 20 * step, "y": height // 2}
             for step in range(8)]
    steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pause", "duration": 300},
             {"type": "pointerUp", "button": 0}]
    actions = [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}]
    driver.command("POST", "/actions", {"actions": actions})


def key(driver, code):
    press = [{"type": "keyDown", "value": code}, {"type": "pause", "duration": 300}, {"type": "keyUp", "value": code}]
    driver.command("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": press}]})


def turned(driver, act):
    before = driver.run(CAMERA)["yaw"]
    act()
    time.sleep(0.5)
    return round(driver.run(CAMERA)["yaw"] - before, 1)


def viewer(driver, server, experience):
    """The child's screen."""
    good = []
    hall, room = experience["panoramas"]
    start = time.monotonic()
    show(driver, server, f"/view/{experience['id']}")
    press(driver, "Skip")
    shown(driver, hall)
    seconds = time.monotonic() - start
    good.append(report("viewer opened, seconds", round(seconds, 1), seconds < 4))
    found = driver.run(PICTURE)
    good.append(report("picture on the sphere", found, found["webgl"] and found["error"] == 0))
    for kind in ("mouse", "touch"):
        try:
            angle = turned(driver, lambda kind=kind: swipe(driver, kind))
        except SystemExit as refused:
            print(f"     {kind}: this driver cannot do it: {str(refused)[:100]}")
            continue
        good.append(report(f"swipe by {kind}, degrees", angle, angle > 5))
    angle = turned(driver, lambda: key(driver, "\ue012"))
    good.append(report("left arrow key, degrees", angle, angle < -2))
    sound = driver.run(SOUND, "Telephone")
    good.append(report("sound starts and pauses", sound, sound["delay"] is not None and sound["paused"]))
    driver.run("[...document.querySelectorAll('.trigger.door')][0].click();")
    driver.run("document.querySelector('dialog [data-value=\"go\"]')?.click();")
    shown(driver, room)
    good.append(report("door", room["name"], True))
    video = driver.run(VIDEO, "Opening wide")
    good.append(report("video", video, video["at"] is not None and video["at"] > 0.1))
    press(driver, "Back")
    press(driver, "Too much")
    driver.until("document.querySelector('.calm') !== null")
    press(driver, "Continue")
    driver.run("document.querySelector('.overlay .exit').click();")
    driver.until("document.querySelector('.cards') !== null")
    good.append(report("Too much, Continue, Exit", "home", True))
    return good


def bundled_film(driver, server, experience):
    """A film and a sound as the app ships them: H.264 and AAC."""
    place = next(place for place in experience["panoramas"] if any(t["kind"] == "video" for t in place["triggers"]))
    film = next(trigger for trigger in place["triggers"] if trigger["kind"] == "video")
    noise = next(t for p in experience["panoramas"] for t in p["triggers"] if t["kind"] == "sound")
    found = driver.run("""const types = { film: 'video', sound: 'audio' };
        const results = {};
        for (const [name, tag] of Object.entries(types)) {
            const element = document.createElement(tag);
            element.muted = true;
            element.src = `/prep/media/${given[name === 'film' ? 0 : 1]}`;
            results[name] = await new Promise((done) => {
                element.oncanplay = () => done('plays');
                element.onerror = () => done(element.error.message || 'refused');
                setTimeout(done, 8000, 'no answer');
                element.load();
            });
        }
        return results;""", film["media"], noise["media"])
    return report("film and sound of the app", found, found == {"film": "plays", "sound": "plays"})


def editor(driver, server, experience):
    """A trigger is moved by keys, the change is saved."""
    show(driver, server, f"/edit/{experience['id']}")
    driver.until("document.querySelector('.panoramas .card') !== null")
    driver.run("document.querySelector('.panoramas .card button.main').click();")
    driver.until("document.querySelector('.editor .stage')?.dataset.shown !== undefined")
    before = experience["panoramas"][0]["triggers"][0]["yaw"]
    driver.run("document.querySelector('.editor .trigger').focus();")
    key(driver, "\ue014")
    press(driver, "Exit")
    press(driver, "Yes, keep the changes")
    press(driver, "Exit")
    press(driver, "Yes, save")
    driver.until("document.querySelector('.cards') !== null")
    after = server.store.own[experience["id"]]["panoramas"][0]["triggers"][0]["yaw"]
    return report("editor: an icon moved by keys and saved", f"{before} to {after}", after > before)


def without_network(driver, server, experience):
    """An approved device plays a visited experience without its server."""
    show(driver, server, "/settings")
    if not driver.run("return 'serviceWorker' in navigator;"):
        return report("without a network", "no service worker here", False)
    driver.run("""const box = [...document.querySelectorAll('label')].find((one) =>
        one.innerText.includes('Keep experiences')).querySelector('input');
        if (!box.checked) box.click();""")
    driver.until("navigator.serviceWorker.controller !== null")
    show(driver, server, f"/view/{experience['id']}")
    press(driver, "Skip")
    shown(driver, experience["panoramas"][0])
    driver.run("await prep.offline.keeping;")
    server.store.down = True
    show(driver, server, f"/view/{experience['id']}")
    press(driver, "Skip")
    shown(driver, experience["panoramas"][0])
    server.store.down = False
    return report("without a network", experience["title"], True)


def layout(driver, server, experience, folder):
    """Screens that scroll sideways in an orientation."""
    found = []
    paths = ["/", "/settings", "/volume", "/progress", f"/schedule/{experience['id']}", f"/view/{experience['id']}",
             f"/edit/{experience['id']}"]
    for size in SIZES:
        if not driver.resize(*size):
            print(f"     {size}: this window cannot have that size; it has {driver.run('return innerWidth;')} px")
        for path in paths:
            show(driver, server, path)
            if path.startswith("/view/"):
                press(driver, "Skip")
                shown(driver, experience["panoramas"][0])
            if driver.run("return document.documentElement.scrollWidth > innerWidth;"):
                found.append((size, path))
            if folder:
                picture = base64.b64decode(driver.command("GET", "/screenshot"))
                (folder / f"{size[0]}x{size[1]}-{path.split('/')[1] or 'home'}.png").write_bytes(picture)
    return report("layout", found or "no screen scrolls sideways", found == [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="folder for screenshots")
    folder = parser.parse_args().folder
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    server = house.House()
    own = house.dentist(server.store, bundled=False, title="Our dentist", sound_seconds=4.0)
    shipped = house.bundled(server.store, "dentist")
    with screen():
        driver = Driver()
        try:
            print(f"WebKitGTK {driver.version}")
            driver.resize(1024, 768)
            good = viewer(driver, server, own)
            good.append(bundled_film(driver, server, shipped))
            good.append(editor(driver, server, own))
            good.append(without_network(driver, server, own))
            good.append(layout(driver, server, own, folder))
        finally:
            driver.close()
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
