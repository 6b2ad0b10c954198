"""What is taught, and how long: stickers, the plan and the end of a sitting, grown-ups' settings, tips that point,
sounds apart, and how soon the next question is there."""

import random
import sqlite3

from asking import ask, join
from conftest import PIN
from game_client import next_event
from playing import RIGHT, Round


def database(server):
    return sqlite3.connect(next(server.folder.rglob("pet.sqlite")), timeout=30)


def change(server, username, sql, *arguments):
    """Changes what is stored of an account's player; `?` first is the player."""
    with database(server) as db:
        player, = db.execute("SELECT player.id FROM player JOIN account ON account.id = player.account"
                             " WHERE account.username = ?", (username,)).fetchone()
        db.execute(sql, (*arguments, player))
    db.close()


def grow_old(server, username, milliseconds=899_000, rounds=5):
    change(server, username, "UPDATE sitting SET milliseconds = ?, rounds = ? WHERE player = ?", milliseconds, rounds)


def open_grown_ups(page):
    page.goto("/settings")
    page.click("#grown-ups")
    for digit in PIN:
        page.click(f'#pin-dialog [data-key="{digit}"]')
    page.wait_for_url("**/settings/grown-ups", timeout=30_000)


def answer_to_the_end(game, where):
    for _ in range(30):
        game.choose(game.right)
        if game.round["finished"]:
            break
        game.page.wait_for_timeout(300)
        game.page.wait_for_function("() => document.querySelector('#skip:not([disabled])')", timeout=15_000)
    game.page.wait_for_url(where, timeout=20_000)


def test_a_sitting_shows_a_plan_and_ends_kindly_and_a_grown_up_begins_another(fresh, server):
    fresh.goto("/levels")
    assert fresh.locator(".schedule .mark.next").count() == 1
    assert fresh.locator(".schedule .mark.end").inner_text().strip() == "Finished"
    game = Round(fresh)
    grow_old(server, fresh.username)
    answer_to_the_end(game, "**/finished")
    assert "You are finished" in fresh.locator("main").inner_text()
    assert fresh.locator(".schedule .mark.done").count() == 7  # six rounds and the end
    # Nothing new begins, by any way.
    for path in ["/play/1", "/facial-fun"]:
        fresh.goto(path)
        fresh.wait_for_url("**/finished")
    fresh.click("#again")
    for digit in PIN:
        fresh.click(f'#pin-dialog [data-key="{digit}"]')
    fresh.wait_for_url("**/levels", timeout=30_000)
    assert fresh.locator(".schedule .mark.done").count() == 0
    assert Round(fresh).round["done"] == 0


def test_a_sitting_that_leaves_a_question_ends_on_one_that_the_child_can_do(server):
    sent, cookie = join(server.port)
    played = ask(server.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    grow_old(server, sent["username"])
    chance = random.Random(1)
    left, end = played["current"]["id"], None

    def tell(**event):
        nonlocal played, end
        base = next_event(played, chance)
        body = {"id": base["id"], "question": played["current"]["id"], "presentation": played["presentation"],
                "elapsedMilliseconds": 3000, **event}
        told = ask(server.port, "POST", f"/api/rounds/{played['id']}/events", body, cookie=cookie).json
        played, end = told["round"], told.get("end")

    while not played["finished"]:
        question = played["current"]["id"]
        if question == left:
            tell(kind="skip")
        else:
            tell(kind="answer", answer=RIGHT[question])
    assert end["sitting"]["closing"] and not end["sitting"]["over"]
    played = ask(server.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie).json
    assert played["total"] == 1
    tell(kind="answer", answer=RIGHT[played["current"]["id"]])
    assert end["sitting"]["over"] and not end["sitting"]["closing"]
    refused = ask(server.port, "POST", "/api/rounds", {"level": "1"}, cookie=cookie)
    assert refused.status == 409 and refused.json["code"] == "sitting_over"


def test_what_was_mastered_is_stuck_into_the_book_and_stays(fresh, server):
    fresh.goto("/stickers")
    assert fresh.locator(".place").count() >= 30 and fresh.locator(".place.filled").count() == 0
    assert "room for stickers" in fresh.locator(".top").inner_text()
    for emotion in ["happiness", "sadness", "anger", "surprise"]:
        for sitting in range(3):
            change(server, fresh.username,
                   "INSERT INTO skill_sitting (level, emotion, sitting, day, asked, first_right, player)"
                   " VALUES ('1', ?, ?, 20000, 5, 5, ?)", emotion, 1_000_000 + sitting)
    game = Round(fresh)
    asked = {q["id"].split("-")[1] for q in [game.round["current"], *game.round["upcoming"]]}
    for _ in range(30):
        game.choose(game.right)
        if game.round["finished"]:
            break
        fresh.wait_for_timeout(300)
        fresh.wait_for_function("() => document.querySelector('#skip:not([disabled])')", timeout=15_000)
    fresh.wait_for_selector(".new-stickers img", timeout=10_000)
    fresh.wait_for_url("**/levels*", timeout=20_000)
    fresh.click("#stickers")
    fresh.wait_for_url("**/stickers")
    filled = {p.get_attribute("data-sticker") for p in fresh.locator(".place.filled").all()}
    assert {f"l1-{emotion}" for emotion in asked} <= filled
    assert fresh.locator(".place.filled img").first.evaluate("i => i.complete && i.naturalWidth > 0")
    fresh.goto("/settings")
    fresh.click("#reset")
    fresh.click("#reset-yes")
    fresh.wait_for_selector("#pin-dialog[open]")
    with fresh.expect_response("**/api/progress/reset") as answer:
        fresh.keyboard.type(PIN)
    assert answer.value.status == 200
    fresh.goto("/stickers")
    assert {p.get_attribute("data-sticker") for p in fresh.locator(".place.filled").all()} == filled


def test_a_feeling_that_a_grown_up_takes_out_is_neither_asked_nor_an_answer_and_three_stay(fresh, server):
    fresh.goto("/settings/grown-ups")
    fresh.wait_for_url("**/settings")  # behind the PIN
    open_grown_ups(fresh)
    with fresh.expect_response("**/api/settings/grown-ups"):
        fresh.locator("input[value=anger]").uncheck(force=True)
    names = {}
    for level in "12345":
        for _ in range(2):
            round = fresh.evaluate("""level => fetch('/api/rounds', { method: 'POST',
                headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ level }) })
                .then((a) => a.json())""", level)
            for question in [round["current"], *round["upcoming"]]:
                assert "-anger-" not in question["id"]
                for answer in question["answers"]:
                    assert answer["word"] != "angry" and "-anger-" not in (answer["picture"] or ""), question["id"]
                assert 3 <= len(question["answers"]) <= 5
                names[question["id"]] = True
    assert len(names) >= 20
    for value in ["fear", "disgust", "neutral"]:
        with fresh.expect_response("**/api/settings/grown-ups"):
            fresh.locator(f"input[value={value}]").uncheck(force=True)
    with fresh.expect_response("**/api/settings/grown-ups") as refused:
        fresh.locator("input[value=sadness]").uncheck(force=True)
    assert refused.value.status == 422
    fresh.wait_for_function("() => document.querySelector('input[value=sadness]').checked")
    assert "three" in fresh.locator("#message").inner_text()
    fresh.watch.expect("422")


def test_by_mastery_the_levels_open_one_after_the_other(fresh, server):
    open_grown_ups(fresh)
    with fresh.expect_response("**/api/settings/grown-ups"):
        fresh.locator("input[value=mastery]").check(force=True)
    fresh.goto("/levels")
    assert [b.is_enabled() for b in fresh.locator(".level").all()] == [True, False, False, False, False]
    assert fresh.locator(".level.advised .number").inner_text() == "1"
    fresh.goto("/play/2")
    fresh.wait_for_url("**/levels")
    fresh.watch.expect("409")


def test_D3_a_tip_points_at_its_place_with_motion_and_without(fresh):
    game = Round(fresh, 3)
    for _ in range(8):
        if game.round["current"]["point"]:
            break
        game.choose(game.right)
        fresh.wait_for_timeout(300)
        game.wait()
    point = game.round["current"]["point"]
    fresh.click("#tip")
    fresh.wait_for_selector("#pointer circle", state="visible")
    picture, ring = fresh.locator("#picture").bounding_box(), fresh.locator("#pointer circle").bounding_box()
    middle = (ring["x"] + ring["width"] / 2 - picture["x"]) / picture["width"]
    assert abs(middle - point["x"]) < 0.02
    assert fresh.evaluate("() => getComputedStyle(document.querySelector('#pointer circle')).animationName") == "none"


def test_sounds_of_buttons_and_of_answers_are_set_apart(fresh):
    fresh.goto("/settings")
    with fresh.expect_response("**/api/settings"):
        fresh.locator("input[name=pressSounds]").uncheck(force=True)
    game = Round(fresh)
    fresh.evaluate("""() => { window.heard = []; new MutationObserver(() => document.body.dataset.sound
        && window.heard.push(document.body.dataset.sound)).observe(document.body,
        { attributes: true, attributeFilter: ['data-sound'] }); }""")
    game.choose(game.right)
    fresh.wait_for_function("() => window.heard.length > 0")
    assert set(fresh.evaluate("() => window.heard")) == {"/content/sounds/right.mp3"}


def test_words_can_be_larger(fresh):
    size = "() => parseFloat(getComputedStyle(document.getElementById('prompt')).fontSize)"
    Round(fresh)
    normal = fresh.evaluate(size)
    fresh.goto("/settings")
    with fresh.expect_response("**/api/settings"):
        fresh.locator("input[name=textSize][value=large]").check(force=True)
    Round(fresh)
    assert fresh.evaluate(size) > normal * 1.15


def test_the_next_three_questions_are_there_before_they_are_asked_and_one_is_on_within_150_milliseconds(fresh):
    asked = set()
    fresh.on("request", lambda r: asked.add(r.url.split("127.0.0.1:")[-1].split("/", 1)[-1]))
    game = Round(fresh, 2)
    fresh.wait_for_load_state("networkidle")
    for question in game.round["upcoming"]:
        for address in [question["picture"], *[a["picture"] for a in question["answers"]], question["promptClip"]]:
            assert not address or address.removeprefix("/") in asked, address
    assert len(game.round["upcoming"]) == 3
    for _ in range(5):
        game.choose(game.right)
        fresh.wait_for_timeout(500)
        game.wait()
    fresh.wait_for_timeout(200)
    times = fresh.evaluate("""() => { const of = (name) => performance.getEntriesByName(name).map((m) => m.startTime);
        const shown = of('question-shown'); return of('question-due').slice(1, shown.length)
            .map((due, place) => shown[place + 1] - due); }""")
    print(f"from due to shown: {[round(t) for t in times]} ms")
    assert len(times) == 5 and sorted(times)[len(times) // 2] <= 150, times
