"""B7: the time from the start of the program to the first page, with the scoring service if it was built."""

import os
import pathlib
import time

import pytest

from game_server import FAMILY, GameServer
from pages import DESIGN
from screens import note_timings

LIMIT = 10


@pytest.mark.parametrize("use", ["first", "later"])
def test_B7_the_first_page_loads_within_ten_seconds_of_the_start(browser, tmp_path, request, use):
    built = os.environ.get("FAMILY_FACIALFUN") or FAMILY.parent / ".build" / "release" / "facialfun"
    arguments = [] if pathlib.Path(built).exists() else ["--no-scoring"]
    server = GameServer(tmp_path / "data", arguments, log=tmp_path / "pet.log")
    if use == "later":
        assert server.start(patience=60).stop() == 0
    page = browser.new_context(viewport=DESIGN).new_page()
    start = time.monotonic()
    try:
        server.start(patience=60)
        listening = time.monotonic() - start
        page.goto(f"http://127.0.0.1:{server.port}/", wait_until="load")
        page.get_by_role("button", name="Login").wait_for()
        shown = time.monotonic() - start
    finally:
        page.context.close()
        assert server.stop() == 0
    note_timings({f"start to first page, {use} use, ms": round(shown * 1000)}, request.config.getoption("--update"))
    assert shown < LIMIT, f"{shown:.1f} s, of which {listening:.1f} s until the server listens"
