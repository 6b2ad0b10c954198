"""Runs Express² once in WebKitGTK, the engine closest to Safari that Debian has. Not part of CI.

    apt-get install xvfb webkit2gtk-driver gstreamer1.0-plugins-good
    python3 Tests/webkit.py [FOLDER]

Checks the start, storage, the service worker with its server stopped, audio, layout, boards and encryption, and prints
one line for each. With FOLDER, it saves a screenshot of each screen and size there.
"""

import argparse
import base64
import contextlib
import io
import json
import sys
import time
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).parent / "Browser"), str(Path(__file__).resolve().parents[2] / "Tests")]
from webkit_driver import Driver, report, screen  # noqa: E402

import house  # noqa: E402
from screens import SIZES, USER_SCREENS  # noqa: E402

SCREENS = [
    *USER_SCREENS,
    "preferences",
    "entry/contacts",
    "edit-page/food",
    "boards",
    "copy",
    "forgotten",
]
ENTRIES = """await express.save((state) => {
    state.setupDone = true;
    state.user.name = 'Anna Maria Berger';
    state.user.home = { address: '12 Garden Street', position: { lat: 52.5163, lon: 13.3777 }, steps: [] };
    state.user.contacts = [{ name: 'Mary Berger', number: '+1 555 010 99', relation: 'Mother' }];
    state.user.allergies = [{ key: 'peanuts', text: '', sound: null }];
    state.preferences.ignoreRepeat = 0;
}); localStorage.setItem('express-setup', 'done');"""
COPY = """const { exported, imported } = await import('./modules/transfer.js');
const { newRecoveryCode, normalizedCode } = await import('./modules/secrets.js');
const code = normalizedCode(newRecoveryCode());
return (await imported(await exported(express.state, new Map(), code), code, express.state)).state.user.name;"""
BOARDS = """const { exportBoards, importBoards } = await import('./modules/board.js');
const { fromBase64 } = await import('./modules/secrets.js');
const first = await importBoards(fromBase64(given[0]), () => express.newId());
const texts = {
    locale: 'en',
    words: (phrase) => ({ label: phrase.label, text: phrase.text }),
    label: (page) => page.label,
};
const archive = exportBoards(first.pages, first.media, texts);
const second = await importBoards(archive, () => express.newId());
return [first, second].map(({ pages }) => pages[0].phrases.map((phrase) => phrase.label).join());"""
SOUND = """const audio = express.speech.audio;
return { kind: audio.src.slice(0, 21),
    failed: audio.error?.message ?? null, heard: audio.currentTime > 0, ended: audio.ended };"""
SMALL = """return [...document.querySelectorAll('button, main a')].filter((target) => {
    const { width, height } = target.getBoundingClientRect();
    return width > 0 && getComputedStyle(target).visibility !== 'hidden' && Math.min(width, height) < 96;
}).map((target) => target.textContent);"""


def archive():
    """A deflated board file with two buttons."""
    buttons = [{"id": 1, "label": "Yes"}, {"id": 2, "label": "No", "image_id": None}]
    board = {"format": "open-board-0.1", "id": 7, "name": "Answers", "buttons": buttons}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("answers.obf", json.dumps(board))
    return packed.getvalue()


def speech(driver):
    """Presses the buttons of each page; the clips, decoded to WAV, must play to their end without an error."""
    failed = []
    for page in ("food", "actions", "feelings"):
        driver.run(f"express.go('page/{page}');")
        driver.until(f"location.hash === '#page/{page}' && express.shown !== null")
        for phrase in driver.run(
            "return [...document.querySelectorAll('[data-phrase]')].map((t) => t.dataset.phrase);"
        ):
            driver.click(f"[data-phrase={phrase}]")
            with contextlib.suppress(SystemExit):
                driver.until("express.speech.audio.ended || express.speech.audio.error", 15)
            sound = driver.run(SOUND)
            if sound["failed"] or not sound["ended"] or sound["kind"] != "data:audio/wav;base64":
                failed.append((phrase, sound))
    return failed


def layout(driver, folder):
    """Sizes and screens that scroll sideways or have small targets for the user."""
    found = []
    for size in SIZES:
        if not driver.resize(*size):
            print(f"     {size}: this window cannot be that small; it has {driver.run('return innerWidth;')} px")
        for address in SCREENS:
            driver.run("express.unlocked = true; express.go(given[0]);", address)
            driver.until(f"location.hash.slice(1) === '{address}' && express.shown !== null")
            driver.run("express.unlocked = true; await new Promise((done) => setTimeout(done, 200));")
            if driver.run("return document.documentElement.scrollWidth > innerWidth;"):
                found.append((size, address, "scrolls sideways"))
            if SCREENS.index(address) < SCREENS.index("preferences") and (small := driver.run(SMALL)):
                found.append((size, address, small))
            if folder:
                picture = base64.b64decode(driver.command("GET", "/screenshot"))
                name = f"{size[0]}x{size[1]}-{address.replace('/', '-') or 'menu'}.png"
                (folder / name).write_bytes(picture)
    return found


def checked(driver, served, folder):
    """Runs all checks and returns their results."""
    good = []
    try:
        print(f"WebKitGTK {driver.version}")
        began = time.monotonic()
        driver.open(served.address)
        good.append(report("start, seconds", round(time.monotonic() - began, 1), True))
        state = driver.until("['restart', 'failed', 'unsupported'].find((s) => s === express.offline.state.state)", 180)
        good.append(report(f"service worker after {time.monotonic() - began:.0f} s", state, state == "restart"))
        good.append(report("entries are stored", driver.run(ENTRIES), True))
        driver.open(served.address + "?second")
        state = driver.until("['ready', 'damaged', 'failed'].find((s) => s === express.offline.state.state)", 180)
        good.append(report("second start", state, state == "ready"))
        served.stop()
        driver.command("POST", "/refresh")
        driver.until("document.documentElement.dataset.started === 'yes'")
        name = driver.run("return express.state.user.name;")
        good.append(report("start with the server stopped", name, name == "Anna Maria Berger"))
        state = driver.until("express.offline.evidence.check && express.offline.state.state", 180)
        good.append(report("ready without network", state, state == "ready"))
        failed = speech(driver)
        good.append(report("sentences that were not played to their end", failed, failed == []))
        good.append(report("encrypted copy", copied := driver.run(COPY), copied == "Anna Maria Berger"))
        labels = driver.run(BOARDS, base64.b64encode(archive()).decode())
        good.append(report("packed boards, read and written", labels, labels == ["Yes,No", "Yes,No"]))
        found = layout(driver, folder)
        good.append(report("layout", found or "no screen scrolls sideways; no small targets", found == []))
    finally:
        driver.close()
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="folder for screenshots")
    folder = parser.parse_args().folder
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    served, _ = house.express_house()
    with screen():
        driver = Driver()
        good = checked(driver, served, folder)
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
