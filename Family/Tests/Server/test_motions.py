"""The films of level 3 of P.E.T.: one for each person, of one to two seconds, ending with its picture byte for byte."""

import json
import re

import pytest

from game_server import GAME

CONTENT = GAME / "Content"
FILMS = sorted((CONTENT / "motions").iterdir())
# Films that a child might find strange; `making/render_motions.py` has the reasons.
LEFT_OUT = {"l3-disgust-03"}


def people():
    """The pictures of people at level 3, which are also the targets of Facial Fun."""
    questions = json.loads((CONTENT / "questions.json").read_text())["questions"]
    return {q["picture"] for q in questions if q["level"] == 3 and q["form"] == "person" and q["picture"]}


def chunks(data):
    """Names and bodies of the chunks of a WebP file (RFC 9649)."""
    assert data[:4] == b"RIFF" and data[8:12] == b"WEBP" and number(data[4:8]) == len(data) - 8
    found, at = [], 12
    while at < len(data):
        size = number(data[at + 4:at + 8])
        found.append((data[at:at + 4], data[at + 8:at + 8 + size]))
        at += 8 + size + size % 2
    assert at == len(data)
    return found


def number(data):
    return int.from_bytes(data, "little")


def test_every_person_at_level_3_and_every_target_of_facial_fun_has_a_film():
    wanted = {re.sub(r"^pictures/|\.webp$", "", picture) for picture in people()}
    assert len(wanted) == 26 and wanted > LEFT_OUT
    assert {film.stem for film in FILMS} == wanted - LEFT_OUT
    # Facial Fun shows people of level 3 for each of its emotions, so all its targets are among them.
    emotions = {name.split("-")[1] for name in wanted - LEFT_OUT}
    assert emotions == {"happiness", "sadness", "anger", "surprise", "fear", "disgust", "neutral"}


def test_the_browser_offers_exactly_these_films():
    module = (GAME / "Web/modules/motion.js").read_text()
    pattern = re.search(r"const filmed = /(.+)/;", module)[1].replace(r"\/", "/")
    without = set(re.findall(r'"([^"]+)"', re.search(r"const without = \[(.*)\];", module)[1]))
    pictures = [f"/content/pictures/{picture.name}" for picture in (CONTENT / "pictures").iterdir()]
    offered = {match[1] for match in (re.fullmatch(pattern, picture) for picture in pictures) if match} - without
    assert offered == {film.name for film in FILMS}
    assert without == {f"{name}.webp" for name in LEFT_OUT}


@pytest.mark.parametrize("film", FILMS, ids=lambda film: film.stem)
def test_films_take_one_to_two_seconds_once_and_end_with_their_picture(film):
    (_, head), (kind, animation), *frames = chunks(film.read_bytes())
    assert kind == b"ANIM" and number(animation[4:6]) == 1, "it must play once"
    assert head[0] == 2 and number(head[4:7]) == number(head[7:10]) == 599
    assert {name for name, _ in frames} == {b"ANMF"} and len(frames) >= 5
    assert 1000 <= sum(number(body[12:15]) for _, body in frames) <= 2000
    (name, picture), = chunks((CONTENT / "pictures" / film.name).read_bytes())
    last = frames[-1][1]
    assert [number(last[at:at + 3]) for at in (0, 3, 6, 9)] == [0, 0, 599, 599]
    padding = b"\0" * (len(picture) % 2)
    assert last[16:] == name + len(picture).to_bytes(4, "little") + picture + padding


def test_films_are_small_and_have_a_date_of_review():
    assets = {a["file"]: a for a in json.loads((CONTENT / "manifest.json").read_text())["assets"]}
    for film in FILMS:
        asset = assets[f"motions/{film.name}"]
        assert asset["checked"]["seen"] and asset["maker"] == "making/render_motions.py"
        assert asset["bytes"] == film.stat().st_size < 200_000
    assert sum(film.stat().st_size for film in FILMS) < 6_000_000
