#!/usr/bin/env python3
"""Repeatedly kills the game's server under a load of answers, and checks that no confirmed answer is lost or stored
twice.

    kill_test.py [--times 50] [--players 6] [--scoring]

After each kill the server is restarted, and pending answers are sent again with the same names, as the browser does.
At the end, every accepted event is in the database exactly once, the players' responses agree with the stored data,
and the sums agree with the answers. With --scoring, the scoring service runs as the server's child, and every second
kill ends both.
"""

import argparse
import http.client
import json
import pathlib
import random
import sqlite3
import sys
import tempfile
import threading
import time
from functools import partial

from game_client import STORED, GameClient, Refused, next_event
from game_server import GameServer


class Player(threading.Thread):
    """Plays without pauses until it is stopped; waits while the server is down."""

    def __init__(self, port, seed, stop):
        super().__init__(daemon=True)
        self.client = GameClient(port)
        self.chance = random.Random(seed)
        self.stop = stop
        self.taken = {}
        self.sent_again = 0
        self.failure = None

    def run(self):
        try:
            while not self.stop.is_set():
                self.play(self.patiently(lambda: self.client.begin(self.chance.randint(1, 5))))
        except Exception as error:  # Any error is reported at the end.
            if not self.stop.is_set():
                self.failure = error

    def play(self, round_):
        while round_ and not round_["finished"] and not self.stop.is_set():
            event = next_event(round_, self.chance)
            path = f"/api/rounds/{round_['id']}/events"
            answer = self.patiently(partial(self.client.call, "POST", path, event))
            kind = answer["outcome"]["kind"]
            if kind in STORED:
                before = self.taken.setdefault(event["id"], kind)
                assert before == kind, f"{event['id']} was {before}, then {kind}"
            else:
                raise AssertionError(f"an event counted for nothing: {answer['outcome']}")
            round_ = answer["round"]

    def patiently(self, call):
        tries = 0
        while True:
            try:
                return call()
            except (OSError, http.client.HTTPException):
                if self.stop.is_set():
                    raise
                tries += 1
                self.sent_again += tries == 1
                time.sleep(0.02)
            except Refused as error:
                if error.status != 503 or self.stop.is_set():
                    raise
                time.sleep(0.1)


def stored_events(folder):
    """The name and outcome of every stored event, and the review's sums by kind."""
    with sqlite3.connect(f"file:{folder}/pet.sqlite?mode=ro", uri=True) as database:
        rows = database.execute("SELECT hex(event), outcome, action FROM answer").fetchall()
        sums = database.execute(
            "SELECT sum(wrong), sum(first_right + later_right), sum(tips), sum(replays), sum(skipped)"
            " FROM emotion_day").fetchone()
        sound = database.execute("PRAGMA integrity_check").fetchone()[0]
    return rows, sums, sound


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--scoring", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "data"
        server = GameServer(folder, [] if options.scoring else ["--no-scoring"], cheap_passwords=False).start()
        stop = threading.Event()
        players = [Player(server.port, options.seed + n, stop) for n in range(options.players)]
        for player in players:
            player.client.sign_up()
            player.start()
        kills = 0
        while kills < options.times:
            time.sleep(chance.uniform(0.05, 0.6))
            server.kill(whole_group=options.scoring and kills % 2 == 0)
            kills += 1
            server.start()
            failures = [p.failure for p in players if p.failure]
            if failures:
                sys.exit(f"after {kills} kills: {failures[0]!r}")
        time.sleep(1)
        stop.set()
        for player in players:
            player.join(timeout=30)
        code = server.stop()
        rows, sums, sound = stored_events(folder)

    names = [name for name, _, _ in rows]
    taken = {event.replace("-", "").upper() for p in players for event in p.taken}
    outcomes = {event.replace("-", "").upper(): kind for p in players for event, kind in p.taken.items()}
    lost = taken - set(names)
    told_otherwise = [n for n, outcome, _ in rows if n in outcomes and outcomes[n] != outcome]
    # The last request of each player may have been stored without a response.
    unasked = set(names) - taken
    answers = [(outcome, action) for _, outcome, action in rows]
    expected = (
        sum(action == "answer" and outcome in ("wrong", "revealed", "set_aside") for outcome, action in answers),
        sum(outcome == "right" for outcome, _ in answers),
        sum(action == "tip" for _, action in answers), sum(action == "replay" for _, action in answers),
        sum(action == "skip" for _, action in answers))
    result = {
        "kills": kills, "taken": len(taken), "stored": len(names), "sent again": sum(p.sent_again for p in players),
        "lost": len(lost), "doubled": len(names) - len(set(names)), "told otherwise": len(told_otherwise),
        "stored but not confirmed": len(unasked), "sums agree": sums == expected, "database": sound, "exit code": code}
    print(json.dumps(result))
    good = (not lost and len(names) == len(set(names)) and not told_otherwise and len(unasked) <= len(players)
            and sums == expected and sound == "ok" and code == 0 and len(taken) > kills)
    print(f"{'1 passed, 0 failed' if good else '0 passed, 1 failed'}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
