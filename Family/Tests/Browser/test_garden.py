"""The garden: every finished round grows a plant, which is celebrated at the end of the round."""

import pytest

from game_client import PIN
from playing import Round
from sittings import change

SIZES = [(390, 844), (1024, 768), (1366, 1024), (1920, 1080)]


def plants(page):
    return [plot.get_attribute("data-plant") for plot in page.locator(".plot.filled").all()]


def grow(server, username, sources):
    for source in sources:
        change(server, username, "INSERT INTO plant (source, day, player) VALUES (?, 20000, ?)", source)


def play(page, level=1):
    """Answers each question correctly; returns when the last answer was sent."""
    game = Round(page, level)
    for _ in range(40):
        game.choose(game.right)
        if game.round["finished"]:
            return
        game.wait()
    raise AssertionError("The round has no end.")


def test_a_round_ends_with_a_plant_that_grows_in_the_garden(fresh, server):
    fresh.goto("/menu")
    fresh.click("#garden")
    fresh.wait_for_url("**/garden")
    assert plants(fresh) == [] and "Play a round." in fresh.locator(".top").inner_text()
    play(fresh)
    fresh.wait_for_selector("#celebration:not([hidden])", timeout=15_000)
    # The sentence for a level that was finished for the first time is shown, and both sentences are read.
    assert fresh.inner_text("#celebration-level") == "You finished level one. Well done!"
    assert fresh.inner_text("#celebration-words") == "A daisy grows in your garden."
    assert fresh.locator("#celebration .pip").is_visible()
    assert fresh.locator("#celebration-plant").evaluate("i => i.complete && i.naturalWidth > 0")
    fresh.wait_for_url("**/levels*", timeout=10_000)
    fresh.click("#garden")
    fresh.wait_for_url("**/garden")
    assert plants(fresh) == ["1"] and "1 plant" in fresh.locator(".top").inner_text()
    assert fresh.locator(".plot.new img").evaluate("i => i.complete && i.naturalWidth > 0")


def test_a_tap_ends_the_celebration_and_a_level_is_announced_once(fresh, server):
    play(fresh)
    fresh.wait_for_selector("#celebration:not([hidden])", timeout=15_000)
    fresh.click("#celebration-next")
    fresh.wait_for_url("**/levels*", timeout=2_000)
    play(fresh)
    fresh.wait_for_selector("#celebration:not([hidden])", timeout=15_000)
    assert fresh.locator("#celebration-level").is_hidden()


def test_pip_stays_away_if_switched_off(fresh, server):
    fresh.goto("/garden")
    assert fresh.locator(".garden .pip").is_visible()
    fresh.goto("/settings")
    with fresh.expect_response("**/api/settings") as answer:
        fresh.locator("input[name=pip]").uncheck(force=True)
    assert answer.value.json()["pip"] is False
    fresh.goto("/garden")
    assert fresh.locator(".pip").count() == 0
    fresh.goto("/play/1")
    assert fresh.locator(".pip").count() == 0


def test_a_full_bed_is_followed_by_another_and_no_plant_is_lost(fresh, server):
    kinds = ["1", "2", "3", "4", "5", "bank", "faces"]
    grow(server, fresh.username, (kinds * 3)[:20])
    fresh.goto("/garden")
    assert len(plants(fresh)) == 2 and "20 plants" in fresh.locator(".top").inner_text()
    fresh.click("a[rel=prev]")
    fresh.wait_for_url("**/garden?bed=1")
    assert len(plants(fresh)) == 18 and plants(fresh)[:7] == kinds
    fresh.click("a[rel=next]")
    fresh.wait_for_url("**/garden?bed=2")
    for bed in ["0", "99", "x", "-1"]:
        fresh.goto(f"/garden?bed={bed}")
        assert len(plants(fresh)) == 2


def test_plants_stay_when_the_progress_is_reset(fresh, server):
    grow(server, fresh.username, ["2"])
    fresh.goto("/settings")
    fresh.click("#reset")
    fresh.click("#reset-yes")
    fresh.wait_for_selector("#pin-dialog[open]")
    with fresh.expect_response("**/api/progress/reset") as answer:
        fresh.keyboard.type(PIN)
    assert answer.value.status == 200
    fresh.goto("/garden")
    assert plants(fresh) == ["2"]


@pytest.mark.parametrize("size", SIZES)
def test_every_plant_is_inside_its_bed(browser, server, fresh, size):
    grow(server, fresh.username, ["1", "2", "3", "4", "5", "bank", "faces"] * 2)
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, base_url=server.url,
                                  storage_state=fresh.context.storage_state())
    page = context.new_page()
    page.goto("/garden")
    page.wait_for_load_state("networkidle")
    if size[0] < size[1]:
        # On a portrait screen, a child's page asks to turn the device.
        assert page.locator(".turn").is_visible()
    else:
        bed = page.locator(".bed").bounding_box()
        for image in page.locator(".plot img").all():
            box = image.bounding_box()
            assert box["height"] > 40 and box["y"] >= bed["y"] and \
                box["y"] + box["height"] <= bed["y"] + bed["height"] + 1
        pip = page.locator(".garden .pip").bounding_box()
        for image in page.locator(".plot.filled img").all():
            box = image.bounding_box()
            apart = box["x"] + box["width"] <= pip["x"] or box["y"] + box["height"] <= pip["y"]
            assert apart, "Pip stands before a plant"
    context.close()
