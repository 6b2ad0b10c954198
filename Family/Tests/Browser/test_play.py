"""D: playing standard questions; H: their results in the review; L: storage."""

import pytest

from game_client import PIN
from pages import DESIGN
from playing import Round
from waiting import until


def test_D1_the_picture_is_on_the_left_and_the_question_on_the_right(fresh):
    game = Round(fresh)
    while game.round["current"]["picture"] is None:
        # A question whose answers are pictures.
        game.choose(game.right)
        game.wait()
    picture, prompt = fresh.locator("#picture").bounding_box(), fresh.locator("#prompt").bounding_box()
    assert picture["x"] + picture["width"] <= DESIGN["width"] / 2 <= prompt["x"] + prompt["width"]
    assert prompt["x"] > picture["x"] + picture["width"]
    assert fresh.locator("#prompt").inner_text().endswith("?")
    assert len(game.round["current"]["answers"]) == 3


@pytest.mark.parametrize("level,answers", [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5)])
def test_D1_there_are_three_to_five_answers_with_more_at_higher_levels(fresh, level, answers):
    game = Round(fresh, level)
    assert len(game.round["current"]["answers"]) == answers
    assert fresh.locator("#answers [data-answer]").count() == answers


def test_D3_voice_tip_and_menu_are_at_the_top_right(fresh):
    game = Round(fresh)
    for name in ["Hear again", "Tip", "Menu"]:
        box = fresh.get_by_role("button", name=name).bounding_box()
        assert box["x"] > DESIGN["width"] / 2 and box["y"] < 130, name
    with fresh.expect_response(lambda r: r.url.endswith("/events")):
        fresh.click("#tip")
    assert fresh.locator("#tip-panel").is_visible()
    assert fresh.locator("#tip-text").inner_text().strip() == game.round["current"]["tip"]
    fresh.click("#menu")
    assert fresh.get_by_role("link", name="Settings").is_visible()
    assert fresh.get_by_role("link", name="Main Menu").is_visible()


def test_D6_after_all_wrong_answers_the_right_one_is_shown_and_the_question_repeats(fresh):
    game = Round(fresh)
    first, right = game.question, game.right
    for wrong in game.wrong:
        game.choose(wrong)
    assert game.outcomes[-1]["kind"] == "revealed" and game.outcomes[-1]["right"] == right
    seen = []
    while not game.round["finished"] and len(seen) < 20:
        game.wait()
        seen.append(game.question)
        if seen[-1] == first:
            break
        game.choose(game.right)
    assert seen[-1] == first and len(seen) == 8
    assert fresh.locator("#answers [data-answer][disabled]").count() == 0


def test_D7_a_skipped_question_goes_to_the_back(fresh):
    game = Round(fresh)
    first = game.question
    game.skip()
    assert game.outcomes[-1]["kind"] == "skipped"
    game.wait()
    assert game.question != first
    assert game.round["total"] == 8 and game.round["done"] == 0


def test_D8_a_round_ends_at_level_selection_and_the_review_shows_it(fresh):
    game = Round(fresh)
    game.choose(game.wrong[0])
    assert game.play_to_the_end()
    assert fresh.get_by_role("heading", name="Play").is_visible()
    assert "Done" in fresh.locator(".step-1").inner_text()
    fresh.goto("/review")
    figures = dict(zip(fresh.locator(".figure dt").all_inner_texts(), fresh.locator(".figure dd").all_inner_texts(),
                       strict=True))
    assert figures["Right answers"] == "8" and figures["Wrong answers"] == "1"
    assert figures["Levels played"] == "1" and figures["Levels completed"] == "1"
    # H2: there are graphs, each with its table.
    assert fresh.locator("figure.chart svg[role=img]").count() >= 2
    assert fresh.locator("figure.chart table").count() == fresh.locator("figure.chart").count()


def test_D8_answers_given_before_leaving_to_the_main_menu_are_kept(fresh):
    game = Round(fresh)
    game.choose(game.right)
    game.wait()
    second = game.question
    fresh.click("#menu")
    fresh.get_by_role("link", name="Main Menu").click()
    fresh.wait_for_url("**/menu")
    fresh.goto("/levels")
    assert "Go on" in fresh.locator(".step-1").inner_text()
    again = Round(fresh)
    assert again.round["done"] == 1 and again.question == second


def test_D9_every_picture_of_a_round_loads_and_has_a_description(fresh):
    game = Round(fresh)
    for question in [game.round["current"], *game.round["upcoming"]]:
        addresses = [question["picture"]] if question["picture"] else [a["picture"] for a in question["answers"]]
        for address in addresses:
            answer = fresh.request.get(address)
            assert answer.status == 200 and answer.headers["content-type"].startswith("image/"), address
        assert question["prompt"] and question["tip"]


def test_H3_before_the_first_game_the_review_is_empty_with_a_message(fresh):
    fresh.goto("/review")
    assert "Nothing here yet" in fresh.text_content("main")


def test_H1_skips_and_tips_are_counted(fresh):
    game = Round(fresh)
    with fresh.expect_response(lambda r: r.url.endswith("/events")):
        fresh.click("#tip")
    game.skip()
    fresh.goto("/review")
    figures = dict(zip(fresh.locator(".figure dt").all_inner_texts(), fresh.locator(".figure dd").all_inner_texts(),
                       strict=True))
    assert figures["Skips"] == "1" and figures["Tips"] == "1"


def test_C3_progress_is_reset_after_confirmation(fresh):
    game = Round(fresh)
    game.choose(game.right)
    fresh.goto("/settings")
    fresh.click("#reset")
    fresh.click("#reset-no")
    fresh.wait_for_selector("#reset-dialog", state="hidden")
    fresh.goto("/review")
    assert fresh.locator(".figure").count() > 0
    fresh.goto("/settings")
    fresh.click("#reset")
    fresh.click("#reset-yes")
    fresh.wait_for_selector("#pin-dialog[open]")
    with fresh.expect_response("**/api/progress/reset") as answer:
        fresh.keyboard.type(PIN)
    assert answer.value.status == 200
    fresh.goto("/review")
    assert "Nothing here yet" in fresh.text_content("main")


def test_two_tabs_in_one_round_count_no_answer_twice(fresh):
    game = Round(fresh)
    first, right = game.question, game.right
    other = fresh.context.new_page()
    second = Round(other)
    assert second.question == first
    game.choose(right)
    other.locator(f'#answers [data-answer="{right}"]').click()
    until(other, lambda: second.outcomes)
    second.wait()
    assert second.outcomes[-1] == {**second.outcomes[-1], "kind": "ignored", "reason": "stale"}
    assert second.question != first
    other.goto("/review")
    figures = dict(zip(other.locator(".figure dt").all_inner_texts(), other.locator(".figure dd").all_inner_texts(),
                       strict=True))
    assert figures["Right answers"] == "1"
    other.close()
