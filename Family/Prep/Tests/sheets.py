"""Contact sheets of the bundled panoramas as the viewer shows them: eight directions of each, with its triggers.

    cd Tests && python sheets.py FOLDER [EXPERIENCE ...]

Chromium draws on SwiftShader. The views have the yaws -135, -90, ... 180 degrees, from top left to bottom right.
"""

import argparse
import io
import os
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent / "Browser"))
import conftest
import house

SIZE = {"width": 640, "height": 560}
PITCH = -8
YAWS = range(-135, 181, 45)
def sheet(visitor, experience, panorama):
    """Returns eight screenshots of a panorama's stage on one sheet."""
    views = []
    for yaw in YAWS:
        visitor.look_at(experience, panorama, yaw, PITCH)
        camera = visitor.camera()
        assert abs(camera["yaw"] - yaw) < 1 and abs(camera["pitch"] - PITCH) < 1, camera
        views.append(Image.open(io.BytesIO(visitor.page.locator(".stage").screenshot())).convert("RGB"))
    width, height = views[0].size
    made = Image.new("RGB", (4 * width, 2 * height))
    for number, view in enumerate(views):
        made.paste(view, (number % 4 * width, number // 4 * height))
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("experiences", nargs="*", help="names of folders in Content/experiences; all by default")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    names = options.experiences or sorted(path.name for path in house.CONTENT.iterdir())
    server = house.House()
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=conftest.ARGUMENTS)
        visitor = conftest.Visitor(browser, server, size=SIZE, reduced_motion="reduce")
        visitor.open()
        for name in names:
            experience = house.bundled(server.store, name)
            for number, panorama in enumerate(experience["panoramas"], 1):
                path = options.folder / f"{name}-{number}.jpg"
                sheet(visitor, experience, panorama).save(path, quality=82)
                print(path.name, panorama["name"], f"{path.stat().st_size // 1000} kB", flush=True)
        browser.close()
    if visitor.problems:
        raise SystemExit("\n".join(visitor.problems))


if __name__ == "__main__":
    main()
