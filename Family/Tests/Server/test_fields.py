"""Input of forms: each invalid field is named with a message, and text stays text."""

import sqlite3

import pytest

from asking import ask, form
from game_client import PASSWORD
from house import MARKUP, SQL, assert_lives, contents, member, open_parents_part

WRONG = {
    "nothing": "", "blanks": "   \t ", "control characters": "Ro\u0007bin", "a line break": "Ro\nbin",
    "a NUL": "Ro\0bin", "a mark that turns the writing": "\u202enibor", "what is not to be seen": "Ro\u2060bin",
    "far too long": "x" * 5000, "letters with a thousand accents": "e" + "\u0301" * 1000}


@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("field", ["fullName", "birthYear", "gender", "username", "email", "terms"])
def test_an_invalid_field_is_named_with_a_message(house, field, value):
    if field == "gender" and not value:
        return  # An empty text is not one of the choices.
    before = contents(house)
    answer = ask(house.port, "POST", "/api/accounts", form(**{field: value}))
    assert answer.status == 422, answer.content
    assert answer.json["code"] == "invalid"
    sentence = answer.json["fields"][field]
    assert sentence[0].isupper() and sentence[-1] in ".!?" and len(sentence) < 200, sentence
    assert "fullName" not in answer.json["fields"] or field == "fullName"
    assert contents(house) == before


@pytest.mark.parametrize("value", ["", "short", "x" * 129, "x" * 5000, "e" + "\u0301" * 5000], ids=len)
def test_an_invalid_password_is_rejected_with_a_message(house, value):
    answer = ask(house.port, "POST", "/api/accounts", form(password=value, confirmation=value))
    assert answer.status == 422 and answer.json["fields"]["password"].endswith("."), answer.content


@pytest.mark.parametrize(
    "value", ["blue\thorse 7", "blue horse 7\n", "\0blue horse 7", "\u202eblue horse 7", "blue\u2060horse 7"], ids=ascii
)
def test_invisible_characters_in_a_password_are_named(house, value):
    """Invisible characters that were copied by accident would lock the owner out later."""
    answer = ask(house.port, "POST", "/api/accounts", form(password=value, confirmation=value))
    assert answer.status == 422 and "invisible character" in answer.json["fields"]["password"], answer.content
    assert set(answer.json["fields"]) == {"password"}


@pytest.mark.parametrize("value", [value for value in WRONG.values() if value],
                         ids=[name for name in WRONG if name != "nothing"])
def test_changes_of_an_account_have_the_same_rules(house, player, value):
    sent, cookie = player
    for field in ["fullName", "birthYear", "gender", "username", "email"]:
        before = contents(house)
        answer = ask(house.port, "PUT", "/api/account", {field: value, "currentPassword": PASSWORD}, cookie=cookie)
        assert answer.status == 422, (field, answer.content)
        assert answer.json["fields"][field][-1] in ".!?", answer.content
        assert contents(house) == before
    open_parents_part(house, cookie)
    again = ask(house.port, "GET", "/api/account/export", cookie=cookie).json["account"]
    assert again["username"] == sent["username"] and again["players"][0]["name"] == sent["fullName"]


STRANGE = {**WRONG, "SQL": SQL, "HTML": MARKUP, "emoji": "👩‍👩‍👧", "a line": "a\r\nSet-Cookie: x=1"}


@pytest.mark.parametrize("value", STRANGE.values(), ids=STRANGE)
def test_unusual_usernames_cannot_sign_in_and_get_a_message(house, value):
    before = contents(house)
    answer = ask(house.port, "POST", "/api/login", {"name": value, "password": value}, source="127.0.5.1")
    assert answer.status == 401 and answer.json["code"] == "unknown_name", answer.content
    assert answer.json["message"].endswith("create a new account") and len(answer.json["message"]) < 4000
    assert "Set-Cookie" not in answer.headers
    assert contents(house) == before


@pytest.mark.parametrize("value", ["", "   ", "\u202e", SQL, MARKUP, "👩‍👩‍👧", "blue horse 42\0", "x" * 5000],
                         ids=["nothing", "blanks", "a mark that turns the writing", "SQL", "HTML", "emoji", "a NUL",
                              "far too long"])
def test_unusual_passwords_cannot_open_delete_or_change_an_account(house, value):
    """Uses a separate player for each case, because three wrong passwords in a row lock an account for a minute
    (A8)."""
    def stored():
        with sqlite3.connect(f"file:{house.folder / 'pet.sqlite'}?mode=ro", uri=True) as database:
            return database.execute("SELECT household, member.id, role, name, username, email, password_hash"
                                    " FROM member LEFT JOIN login ON login.member = member.id ORDER BY 2").fetchall()

    sent, cookie = member(house)
    before = stored()
    login = ask(house.port, "POST", "/api/login", {"name": sent["username"], "password": value}, source="127.0.6.1")
    assert login.status == 401 and login.json["code"] == "wrong_password", login.content
    deletion = ask(house.port, "POST", "/api/account/delete", {"password": value}, cookie=cookie)
    assert deletion.status == 422 and deletion.json["fields"], deletion.content
    change = ask(house.port, "PUT", "/api/account", {"username": "another1", "currentPassword": value}, cookie=cookie)
    assert change.status in (422, 429) and change.json["message"], change.content
    assert stored() == before


def test_emoji_markup_and_sql_are_kept_and_shown_as_text(house):
    for name, shown in [("Robin 👩‍👩‍👧", "Robin 👩‍👩‍👧"), (SQL, "Robin&#39;); DROP TABLE account;--"),
                        (MARKUP, "&lt;script&gt;alert(1)&lt;/script&gt;"),
                        ("{{text.login.title}}", "{{text.login.title}}")]:
        _, cookie = member(house, fullName=name)
        open_parents_part(house, cookie)
        export = ask(house.port, "GET", "/api/account/export", cookie=cookie).json
        assert export["account"]["players"][0]["name"] == name
        for page in ["/menu", "/edit-account"]:
            html = ask(house.port, "GET", page, cookie=cookie).content.decode()
            assert "<script>alert" not in html
            assert shown in html or shown.replace("&#39;", "'") in html, (page, name)
    assert contents(house)["household"]


def test_usernames_and_emails_with_markup_or_sql_are_rejected_at_their_field(house):
    for field in ["username", "email", "birthYear", "gender"]:
        for value in [SQL, MARKUP, "👩‍👩‍👧"]:
            answer = ask(house.port, "POST", "/api/accounts", form(**{field: value}))
            assert answer.status == 422 and answer.json["fields"][field], (field, value)


def test_ten_megabytes_are_rejected_as_too_large(house):
    huge = "x" * 10_000_000
    _, cookie = member(house)
    before = contents(house)
    sent = [("POST", "/api/accounts", form(**{field: huge})) for field in form()]
    sent += [("PUT", "/api/account", {field: huge}) for field in [*form(), "currentPassword"]]
    sent += [("POST", "/api/login", {"name": huge, "password": "x"}),
             ("POST", "/api/login", {"name": "x", "password": huge}),
             ("POST", "/api/account/delete", {"password": huge}), ("PUT", "/api/settings", {"voice": huge}),
             ("POST", "/api/rounds", {"level": huge})]
    for method, path, body in sent:
        answer = ask(house.port, method, path, body, cookie=cookie)
        assert answer.status == 413 and answer.json["code"] == "too_large" and "65536" in answer.json["message"], (
            path, list(body))
    assert contents(house) == before
    assert_lives(house)


def test_an_unknown_name_is_repeated_only_as_text(house):
    answer = ask(house.port, "POST", "/api/login", {"name": MARKUP, "password": "x"}, source="127.0.1.1")
    assert answer.status == 401 and answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
