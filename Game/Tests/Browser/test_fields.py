"""What people type: each field that is at fault is named with a sentence, and text stays text."""

import pytest
from asking import ask, form
from house import MARKUP, SQL, assert_lives, contents, member

WRONG = {
    "nothing": "", "blanks": "   \t ", "control characters": "Ro\u0007bin", "a line break": "Ro\nbin",
    "a NUL": "Ro\0bin", "a mark that turns the writing": "\u202enibor", "what is not to be seen": "Ro\u2060bin",
    "far too long": "x" * 5000, "letters with a thousand accents": "e" + "\u0301" * 1000}


@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("field", ["fullName", "birthYear", "gender", "username", "email", "terms"])
def test_a_field_that_is_at_fault_is_named_with_a_sentence(house, field, value):
    if field == "gender" and not value:
        return  # Nothing is a choice there.
    before = contents(house)
    answer = ask(house.port, "POST", "/api/accounts", form(**{field: value}))
    assert answer.status == 422, answer.content
    assert answer.json["code"] == "invalid"
    sentence = answer.json["fields"][field]
    assert sentence[0].isupper() and sentence[-1] in ".!?" and len(sentence) < 200, sentence
    assert "fullName" not in answer.json["fields"] or field == "fullName"
    assert contents(house) == before


@pytest.mark.parametrize("value", ["", "short", "x" * 129, "x" * 5000, "e" + "\u0301" * 5000], ids=len)
def test_a_password_that_cannot_be_is_named_with_a_sentence(house, value):
    answer = ask(house.port, "POST", "/api/accounts", form(password=value, confirmation=value))
    assert answer.status == 422 and answer.json["fields"]["password"].endswith("."), answer.content


@pytest.mark.parametrize("value", ["blue\thorse 7", "blue horse 7\n", "\0blue horse 7", "\u202eblue horse 7", "blue\u2060horse 7"], ids=ascii)
def test_what_cannot_be_seen_in_a_password_is_named(house, value):
    """What was copied along by accident would shut its owner out."""
    answer = ask(house.port, "POST", "/api/accounts", form(password=value, confirmation=value))
    assert answer.status == 422 and "cannot be seen" in answer.json["fields"]["password"], answer.content
    assert set(answer.json["fields"]) == {"password"}


def test_emoji_markup_and_sql_are_kept_and_shown_as_text(house):
    for name, shown in [("Robin 👩‍👩‍👧", "Robin 👩‍👩‍👧"), (SQL, "Robin&#39;); DROP TABLE account;--"),
                        (MARKUP, "&lt;script&gt;alert(1)&lt;/script&gt;"), ("{{text.login.title}}", "{{text.login.title}}")]:
        _, cookie = member(house, fullName=name)
        assert ask(house.port, "GET", "/api/account/export", cookie=cookie).json["account"]["players"][0]["name"] == name
        for page in ["/menu", "/edit-account"]:
            html = ask(house.port, "GET", page, cookie=cookie).content.decode()
            assert "<script>alert" not in html
            assert shown in html or shown.replace("&#39;", "'") in html, (page, name)
    assert contents(house)["account"]


def test_usernames_and_emails_of_markup_or_sql_are_refused_at_their_field(house):
    for field in ["username", "email", "birthYear", "gender"]:
        for value in [SQL, MARKUP, "👩‍👩‍👧"]:
            answer = ask(house.port, "POST", "/api/accounts", form(**{field: value}))
            assert answer.status == 422 and answer.json["fields"][field], (field, value)


def test_ten_megabytes_are_too_large_and_the_sender_hears_so(house):
    for field in ["fullName", "username", "email", "password"]:
        answer = ask(house.port, "POST", "/api/accounts", form(**{field: "x" * 10_000_000}))
        assert answer.status == 413 and answer.json["code"] == "too_large" and "65536" in answer.json["message"]
    assert_lives(house)


def test_a_name_that_is_not_known_is_said_back_as_text_alone(house):
    answer = ask(house.port, "POST", "/api/login", {"name": MARKUP, "password": "x"}, source="127.0.1.1")
    assert answer.status == 401 and answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
