"""Learning and the length of a sitting: stickers, the plan and end of a sitting, adults' settings, tips that point,
distinct sounds, and the time until the next question.
"""

import json
import random

from asking import ask, join
from game_client import PIN, next_event
from playing import CONTENT, RIGHT, Round
from sittings import answer_to_the_end, change, enter_pin, grow_old, open_grown_ups, set_by_grown_up


def test_a_sitting_shows_its_plan_and_its_end_and_an_adult_starts_another(fresh, server):
    fresh.goto("/levels")
    assert fresh.locator(".schedule .mark.next").count() == 1
    assert fresh.locator(".schedule .mark.end").inner_text().strip() == "Finished"
    game = Round(fresh)
    grow_old(server, fresh.username)
    answer_to_the_end(game, "**/finished")
    assert "You are finished" in fresh.locator("main").inner_text()
    assert fresh.locator(".schedule .mark.done").count() == 7  # six rounds and the end
    # There is no way to start something new.
    for path in ["/play/1", "/facial-fun"]:
        fresh.goto(path)
        fresh.wait_for_url("**/finished")
    begun = ask(server.port, "POST", "/api/facial-fun/sittings", {"level": 1}, cookie=cookie_of(fresh))
    assert (begun.status, begun.json["code"]) == (409, "sitting_over")
    fresh.click("#again")
    enter_pin(fresh)
    fresh.wait_for_url("**/levels", timeout=30_000)
    assert fresh.locator(".schedule .mark.done").count() == 0
    assert Round(fresh).round["done"] == 0


def test_a_sitting_ends_with_a_question_that_the_child_can_answer(server):
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


def test_mastered_emotions_stay_as_stickers_in_the_book(fresh, server):
    fresh.goto("/stickers")
    assert fresh.locator(".place").count() >= 30 and fresh.locator(".place.filled").count() == 0
    assert "Your stickers go here" in fresh.locator(".top").inner_text()
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
        game.wait()
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


def test_an_excluded_feeling_appears_in_no_question_or_answer_and_three_must_remain(fresh, server):
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
        fresh.locator("input[value=sadness]").click(force=True)  # the rejected change is undone immediately
    assert refused.value.status == 422
    fresh.wait_for_function("() => document.querySelector('input[value=sadness]').checked")
    assert "three" in fresh.locator("#message").inner_text()
    fresh.watch.expect("422")


def test_similar_feelings_are_compared_before_both_are_offered_as_answers(fresh, server):
    """If a child can read most faces of two similar emotions, each becomes an answer for the other, after a
    comparison of both.
    """
    for emotion in ["fear", "surprise", "anger", "disgust"]:
        change(server, fresh.username,
               "INSERT INTO skill_sitting (level, emotion, sitting, day, asked, first_right, player)"
               " VALUES ('3', ?, ?, 20000, 10, 8, ?)", emotion, 1_000_000)
    fresh.goto("/play/3")
    compared = False
    for _ in range(12):
        fresh.wait_for_selector(
            "#contrast:not([hidden]), #skip:not([disabled])", timeout=15_000)
        if fresh.is_visible("#contrast"):
            assert not fresh.is_visible("#answers") and not compared, "one comparison a round"
            compared = True
            words = fresh.locator("#contrast strong").all_inner_texts()
            assert words in (["surprised", "scared"], ["angry", "disgusted"]), words
            for image in fresh.locator("#contrast img").all():
                image.evaluate("i => i.decode()")
            assert fresh.locator("#contrast .pointer circle").count() == 2
            assert all(fresh.locator("#contrast figcaption span").all_inner_texts())
            fresh.locator("#contrast-next").focus()
            fresh.keyboard.press("Enter")
            fresh.wait_for_selector("#answers [data-answer]:not([disabled])", timeout=15_000)
            offered = {b.get_attribute("data-answer") for b in fresh.locator("#answers [data-answer]").all()}
            pair = {"surprise", "fear"} if words[0] == "surprised" else {"anger", "disgust"}
            assert pair <= offered, offered
            break
        with fresh.expect_response(lambda r: r.url.endswith("/events")):
            fresh.click("#skip")
    assert compared


def test_levels_open_by_mastery_or_all_at_once(fresh, server):
    open_grown_ups(fresh)
    set_by_grown_up(fresh, "difficulty", "mastery")
    fresh.goto("/levels")
    assert [b.is_enabled() for b in fresh.locator(".level").all()] == [True, False, False, False, False]
    assert fresh.locator(".level.advised .number").inner_text() == "1"
    fresh.goto("/play/2")
    fresh.wait_for_url("**/levels")
    fresh.watch.expect("409")
    for emotion in ["happiness", "sadness", "anger"]:
        for sitting in range(3):
            change(server, fresh.username,
                   "INSERT INTO skill_sitting (level, emotion, sitting, day, asked, first_right, player)"
                   " VALUES ('1', ?, ?, 20000, 5, 5, ?)", emotion, 1_000_000 + sitting)
    fresh.goto("/levels")
    assert [b.is_enabled() for b in fresh.locator(".level").all()] == [True, True, False, False, False]
    assert Round(fresh, 2).round["level"] == "2"
    fresh.goto("/settings/grown-ups")
    set_by_grown_up(fresh, "difficulty", "hand")
    fresh.goto("/levels")
    assert all(b.is_enabled() for b in fresh.locator(".level").all())
    assert Round(fresh, 5).round["level"] == "5"


def test_an_adult_sets_the_length_of_a_sitting(fresh, server):
    open_grown_ups(fresh)
    marks = {}
    for minutes in [20, 15, 10]:
        fresh.goto("/settings/grown-ups")
        set_by_grown_up(fresh, "sittingMinutes", minutes)
        fresh.goto("/levels")
        marks[minutes] = fresh.locator(".schedule .mark").count()
    # The last mark shows the end.
    assert marks == {20: 9, 15: 7, 10: 6}
    # A sitting of ten minutes ends after ten minutes, not after fifteen.
    game = Round(fresh)
    grow_old(server, fresh.username, 599_000, 4)
    answer_to_the_end(game, "**/finished")
    assert ask(server.port, "GET", "/api/sitting", cookie=cookie_of(fresh)).json["over"]
    # With more time the game continues. Sittings without an end show no plan and do not end.
    fresh.goto("/settings/grown-ups")
    set_by_grown_up(fresh, "sittingMinutes", 20)
    answer_to_the_end(Round(fresh), "**/levels*")
    fresh.goto("/settings/grown-ups")
    set_by_grown_up(fresh, "sittingMinutes", 0)
    grow_old(server, fresh.username, 7_200_000, 40)
    fresh.goto("/levels")
    assert fresh.locator(".schedule").count() == 0
    answer_to_the_end(Round(fresh), "**/levels*")


def cookie_of(page):
    return "; ".join(f"{c['name']}={c['value']}" for c in page.context.cookies())


def test_D3_a_tip_points_at_its_region_with_and_without_motion(fresh):
    game = Round(fresh, 3)
    for _ in range(8):
        if game.round["current"]["picture"]:
            break
        game.choose(game.right)
        game.wait()
    point = game.round["current"]["point"]
    fresh.click("#tip")
    fresh.wait_for_selector("#pointer circle", state="visible")
    picture, ring = fresh.locator("#picture").bounding_box(), fresh.locator("#pointer circle").bounding_box()
    middle = (ring["x"] + ring["width"] / 2 - picture["x"]) / picture["width"]
    assert abs(middle - point["x"]) < 0.02
    assert fresh.evaluate("() => getComputedStyle(document.querySelector('#pointer circle')).animationName") == "none"
    fresh.click("#tip")
    assert not fresh.locator("#pointer").is_visible()


def test_after_two_mistakes_the_tip_is_offered_until_it_was_opened(fresh):
    texts = json.loads((CONTENT / "languages/en/interface.json").read_text())["texts"]
    game = Round(fresh, 3)
    calls = "() => document.getElementById('tip').classList.contains('calls')"
    for number, wrong in enumerate(game.wrong[:2]):
        assert not fresh.evaluate(calls), number
        game.choose(wrong)
        game.wait()
    assert game.round["offersTip"]
    fresh.wait_for_function("w => document.getElementById('message').textContent === w", arg=texts["play.tip_offer"],
                            timeout=8000)
    assert fresh.evaluate(calls)
    fresh.click("#tip")
    fresh.wait_for_selector("#tip-panel", state="visible")
    assert not fresh.evaluate(calls)
    # The tip is no longer offered at the next question.
    before = game.question
    game.choose(game.right)
    game.wait()
    assert game.question != before and not game.round["offersTip"] and not fresh.evaluate(calls)


# Shows a built-in question like the game, with its tip. Returns the positions of the rings as fractions of the
# pictures: [[x, y, radius], …].
RINGS = """async (question) => {
    const view = await import(document.body.dataset.assets + '/modules/question-view.js');
    const loaded = (image) => image.complete ? null
        : new Promise((done) => { image.onload = done; image.onerror = done; });
    view.showQuestion(question);
    const images = question.picture ? [document.getElementById('picture')]
        : [...document.querySelectorAll('.answer-picture')];
    await Promise.all(images.map(loaded));
    view.showTip(question.tip, question.point);
    const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === 'visible';
    const rings = [...document.querySelectorAll('.pointer')].filter(shown);
    return rings.map((ring, place) => {
        // A picture lies in the middle of its box, as large as fits.
        const box = images[place].getBoundingClientRect(), side = Math.min(box.width, box.height);
        const left = box.left + (box.width - side) / 2, top = box.top + (box.height - side) / 2;
        const drawn = ring.querySelector('circle').getBoundingClientRect();
        return [(drawn.left + drawn.width / 2 - left) / side, (drawn.top + drawn.height / 2 - top) / side,
                drawn.width / 2 / side];
    });
}"""


def shipped_questions():
    """The built-in questions, as returned by the server."""
    texts = {}
    for file in ["emotions", "questions"]:
        texts.update(json.loads((CONTENT / "languages/en" / f"{file}.json").read_text())["texts"])
    for q in json.loads((CONTENT / "questions.json").read_text())["questions"]:
        key = f"question.{q['id']}"
        yield {**q, "picture": q["picture"] and f"/content/{q['picture']}",
               **{part: texts[f"{key}.{part}"] for part in ["prompt", "tip", "description"]},
               "answers": [{
                   "id": a["id"], "disabled": False,
                   "word": texts.get(f"{key}.answer.{a['id']}") or texts[f"emotion.{a['emotion']}"],
                   "symbol": f"/content/symbols/{a['emotion']}.svg" if "emotion" in a else None,
                   "picture": f"/content/{a['picture']}" if "picture" in a else None} for a in q["answers"]]}


def test_D3_the_tips_of_all_questions_with_faces_point_in_every_picture(page):
    Round(page)
    for question in shipped_questions():
        rings = page.evaluate(RINGS, question)
        if question["level"] == 5:
            assert rings == [], question["id"]
            continue
        point = question["point"]
        assert len(rings) == (1 if question["picture"] else len(question["answers"])), question["id"]
        for x, y, radius in rings:
            assert abs(x - point["x"]) < 0.01 and abs(y - point["y"]) < 0.01, (question["id"], x, y)
            assert abs(radius - point["radius"]) < 0.02, (question["id"], radius)


def test_sounds_of_buttons_and_answers_have_separate_settings(fresh):
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


def test_text_can_be_larger(fresh):
    size = "() => parseFloat(getComputedStyle(document.getElementById('prompt')).fontSize)"
    Round(fresh)
    normal = fresh.evaluate(size)
    fresh.goto("/settings")
    with fresh.expect_response("**/api/settings"):
        fresh.locator("input[name=textSize][value=large]").check(force=True)
    Round(fresh)
    assert fresh.evaluate(size) > normal * 1.15


def test_the_next_three_questions_are_preloaded_and_shown_within_150_milliseconds(fresh):
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
        game.wait()
    fresh.wait_for_function("() => performance.getEntriesByName('question-shown').length === 6")
    times = fresh.evaluate("""() => { const of = (name) => performance.getEntriesByName(name).map((m) => m.startTime);
        const shown = of('question-shown'); return of('question-due').slice(1, shown.length)
            .map((due, place) => shown[place + 1] - due); }""")
    print(f"from due to shown: {[round(t) for t in times]} ms")
    assert len(times) == 5 and sorted(times)[len(times) // 2] <= 150, times
