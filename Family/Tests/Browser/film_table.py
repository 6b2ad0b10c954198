#!/usr/bin/env python3
"""Measures which faces match which target, with rendered people that no network was trained on; prints Markdown tables.

    film_table.py [--facialfun PROGRAM] [--further FOLDER] [--level 1]

As in the game, each person's resting face is recorded first. Then the service's `/v2/match` compares every frame with
every target. `--further` adds people rendered by `render_film_people.py --further`.
"""

import argparse
import http.client
import json
import pathlib
import re
import socket
import subprocess
import tempfile
import time
from itertools import pairwise

HERE = pathlib.Path(__file__).resolve().parent
EMOTIONS = ["happiness", "neutral", "sadness", "anger", "surprise", "disgust", "fear"]


class Service:
    """`facialfun serve` on its own socket."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        self.path = f"{self.folder.name}/socket"
        self.process = subprocess.Popen(
            [program, "serve", "--socket", self.path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                if self.ask("GET", "/readyz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit("the service did not become ready")

    def ask(self, method, target, body=None):
        connection = http.client.HTTPConnection("localhost", timeout=30)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(self.path)
        connection.request(method, target, body, {"Content-Type": "image/jpeg", "Deadline-Ms": "20000"})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, json.loads(content) if content else None

    def stop(self):
        self.process.terminate()
        self.process.wait()


def people(folders):
    """Frames of each person: {person: {(emotion, strength in percent): file}}."""
    found = {}
    for folder in folders:
        for file in sorted(folder.glob("*.jpg")):
            name = re.fullmatch(r"([a-z]+)-([a-z]+)(?:-(\d+))?", file.stem)
            if name and name[2] in EMOTIONS:
                found.setdefault(name[1], {})[name[2], int(name[3] or 0)] = file
    return found


def judged(service, everybody, level, with_rest):
    """{(person, shown, strength, target): verdict}. Prints resting faces that the service rejects."""
    verdicts = {}
    for person, frames in everybody.items():
        rest = ""
        if with_rest:
            status, answer = service.ask("POST", "/v1/baselines", frames["neutral", 0].read_bytes())
            if status != 201:
                print(f"{person}: the resting face was rejected: {answer['code']}")
            else:
                rest = f"&baseline={answer['id']}"
        for (shown, strength), file in frames.items():
            for target in EMOTIONS:
                _, answer = service.ask(
                    "POST", f"/v2/match?target={target}&level={level}{rest}", file.read_bytes())
                verdicts[person, shown, strength, target] = answer["verdict"]
    return verdicts


def count(verdicts, keep):
    taken = [v["verdict"] == "matched" for key, v in verdicts.items() if keep(*key)]
    return f"{sum(taken)} of {len(taken)}"


def row(verdicts, target):
    """A target's row in the table of a level."""
    def matched(strength, *shown):
        return count(verdicts, lambda p, face, s, t: t == target and face in shown and s == strength)

    resting = count(verdicts, lambda p, face, s, t: t == target and face == "neutral")
    wrong = {}
    for (person, shown, strength, asked), verdict in verdicts.items():
        if asked == target and shown not in (target, "neutral") and strength == 100 \
                and verdict["verdict"] == "matched":
            wrong.setdefault(shown, []).append(person)
    others = matched(100, *(emotion for emotion in EMOTIONS if emotion not in (target, "neutral")))
    named = "; ".join(f"{len(who)} {shown}" for shown, who in wrong.items())
    own = ["–"] * 3 if target == "neutral" else [matched(strength, target) for strength in (100, 70, 35)]
    return f"| {target} | {' | '.join(own)} | {resting} | {others}{f' ({named})' if named else ''} |"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--facialfun", default=str(HERE.parents[2] / ".build/release/facialfun"))
    arguments.add_argument("--further", type=pathlib.Path)
    arguments.add_argument("--level", type=int, default=1)
    options = arguments.parse_args()
    everybody = people([HERE / "film_people", *([options.further] if options.further else [])])
    service = Service(options.facialfun)
    try:
        for with_rest in (True, False):
            verdicts = judged(service, everybody, options.level, with_rest)
            print(f"\nLevel {options.level}, {len(everybody)} people ({', '.join(everybody)}), "
                  f"{'with their resting face' if with_rest else 'without a resting face'}:\n")
            print(
                "| target | full | strong (70 %) | faint (35 %) | at rest | others at full strength that match, too |"
            )
            print("|---|---|---|---|---|---|")
            for target in EMOTIONS:
                print(row(verdicts, target))
            rising = falling = 0
            for person in everybody:
                for shown in EMOTIONS:
                    shares = [1.0 if v["verdict"] == "matched" else v.get("progress", 0.0) for v in (
                        verdicts.get((person, shown if s else "neutral", s, shown)) for s in (0, 35, 70, 100)) if v]
                    rising += sum(b >= a for a, b in pairwise(shares))
                    falling += sum(b < a for a, b in pairwise(shares))
            print(f"\nFrom one strength to the next the gauge rises or stays {rising} times and falls {falling} times.")
    finally:
        service.stop()


if __name__ == "__main__":
    main()
