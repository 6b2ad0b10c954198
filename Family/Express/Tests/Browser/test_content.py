"""Content and documents: generated lists, licenses, loudness and the table of requirements."""

import hashlib
import json
import re
import subprocess
import sys

import house

CONTENT = house.EXPRESS / "Content"
NUMBERS = {"S": 3, "P": 6, "E": 5, "O": 8, "R": 5, "N": 8}


def test_generated_lists_are_up_to_date():
    subprocess.run([sys.executable, CONTENT / "making/files.py", "--check"], check=True)


def test_R3_the_page_preloads_exactly_the_modules_that_the_start_needs():
    """Without a preload, each level of imports costs another round trip."""
    needed, waiting = set(), [house.WEB / "modules/app.js"]
    while waiting:
        module = waiting.pop()
        needed.add(module.relative_to(house.WEB).as_posix())
        for name in re.findall(r'^(?:import|\}) .*?"(\.[^"]+)";$', module.read_text(), re.M):
            found = (module.parent / name).resolve()
            if found.relative_to(house.WEB).as_posix() not in needed:
                waiting.append(found)
    page = (house.WEB / "index.html").read_text()
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert sorted([*preloaded, "modules/app.js"]) == sorted(needed)


def test_every_asset_has_license_and_origin():
    assets = json.loads((CONTENT / "manifest.json").read_text())["assets"]
    listed = {asset["file"] for asset in assets}
    for kind in ("voices", "symbols", "icons", "leaflet"):
        for path in (house.WEB / kind).rglob("*"):
            assert path.is_dir() or path.relative_to(house.WEB).as_posix() in listed
    assert {asset["licence"] for asset in assets} == {"Apache-2.0", "BSD-2-Clause"}


def test_N6_every_sentence_is_recorded_in_both_voices_at_street_level():
    """clips.json holds the loudness that was measured of the file with this hash."""
    clips = json.loads((CONTENT / "making/clips.json").read_text())
    recorded = {path.relative_to(house.WEB / "voices").as_posix() for path in (house.WEB / "voices").rglob("*.*")}
    assert recorded == set(clips)
    for catalogue in (house.WEB / "languages").glob("??.json"):
        for key, text in json.loads(catalogue.read_text())["say"].items():
            for voice in ("female", "male"):
                clip = clips[f"{catalogue.stem}/{voice}/{key}.mp3"]
                assert clip["text"] == text
                assert abs(clip["loudness"] + 16) <= 1, (key, clip)
                assert clip["peak"] <= 0, (key, clip)
                file = house.WEB / f"voices/{catalogue.stem}/{voice}/{key}.mp3"
                assert hashlib.sha256(file.read_bytes()).hexdigest() == clip["sha256"], key


def test_N6_the_files_have_the_recorded_loudness():
    for name in ("help", "lost", "sick", "yes"):
        for voice in ("female", "male"):
            out = subprocess.run(
                [
                    "ffmpeg",
                    "-hide_banner",
                    "-nostats",
                    "-stream_loop",
                    "9",
                    "-i",
                    house.WEB / f"voices/en/{voice}/{name}.mp3",
                    "-af",
                    "ebur128",
                    "-f",
                    "null",
                    "-",
                ],
                capture_output=True,
                text=True,
                check=True,
            ).stderr
            assert abs(float(re.search(r"I:\s+(-?[\d.]+) LUFS", out[out.rindex("Summary:") :])[1]) + 16) <= 1


FIXED_FEELINGS = ("sick", "hurt", "hot", "cold", "tired", "sleepy", "happy", "sad", "scared", "angry")
GAME_FACES = {"happy": "happiness", "sad": "sadness", "scared": "fear", "angry": "anger"}
CLOSED_EYES = ("hurt", "tired", "sleepy")


def test_N7_feelings_share_the_head_of_the_games_faces():
    """Head, ink and eyes are those of P.E.T.'s faces; the page's picture is the game's happy face. P.E.T. has no face
    for the first six feelings; if it gets one, Express² must use it. The other four are the game's own files."""
    faces = {path.stem: path.read_text() for path in (house.EXPRESS.parent / "PET/Content/symbols").glob("*.svg")}
    assert len(faces) == 8
    head = re.compile(r'^<svg [^>]*>(<circle [^>]*?) fill="#\w+" ([^>]*/>)')
    heads = {head.search(face).groups() for face in faces.values()}
    eyes = {
        y for face in faces.values() for y in re.findall(r'<ellipse cx="(31|65)" cy="[\d.]+" [^>]*fill="#22252b"', face)
    }
    assert len(heads) == 1 and eyes == {"31", "65"}
    words = json.loads((house.EXPRESS.parent / "PET/Content/languages/en/emotions.json").read_text())["texts"]
    names = {words.get(f"emotion.{name}", name): face for name, face in faces.items()} | faces
    for name in FIXED_FEELINGS:
        drawn = (house.WEB / f"symbols/{name}.svg").read_text()
        if name in GAME_FACES:
            assert drawn == faces[GAME_FACES[name]], name
            continue
        assert head.search(drawn).groups() in heads, name
        assert set(re.findall(r'stroke="(#\w+)"', drawn)) <= {"#22252b", "#fff"}, name
        assert names.get(name, drawn) == drawn, name
        # Eyes are black ovals where P.E.T. has them, or lines if they are closed or pinched.
        assert re.search(r'<ellipse cx="31" cy="[\d.]+" [^>]*fill="#22252b"', drawn) or name in CLOSED_EYES, name
    assert (house.WEB / "symbols/feelings.svg").read_text() == faces["happiness"]
    page = re.search(r"feelings: (\[[^\]]+\])", (house.WEB / "modules/model.js").read_text())[1]
    assert tuple(json.loads(page)) == FIXED_FEELINGS


def rows():
    return dict(re.findall(r"^\| ([A-Z]\d) \|.*\| ([^|]+) \|$", (house.EXPRESS / "REQUIREMENTS.md").read_text(), re.M))


def test_every_number_is_in_the_table_and_every_test_that_it_names_exists():
    table = rows()
    document = (house.EXPRESS / "REQUIREMENTS.md").read_text()
    assert set(table) == {f"{letter}{n}" for letter, count in NUMBERS.items() for n in range(1, count + 1)}
    sources = {path.name: path.read_text() for path in (house.EXPRESS / "Tests").rglob("*_test.js")}
    sources |= {path.name: path.read_text() for path in (house.EXPRESS / "Tests/Browser").glob("test_*.py")}
    for number, shown in [*table.items(), ("the whole document", document)]:
        names = re.findall(r"`([\w.]+\.(?:py|js))(?:::([^`]+))?`", shown)
        assert names, number
        for file, name in names:
            assert file in sources, (number, file)
            assert not name or f"def {name}(" in sources[file] or f'Deno.test("{name}' in sources[file], (
                number,
                file,
                name,
            )
