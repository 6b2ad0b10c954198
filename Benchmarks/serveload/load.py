"""Clients that each have a request at all times."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable

from .pictures import Pictures, faces
from .service import Service
from .tally import Tally
from .wire import Broken, Connection


def ask(
    connection: Connection, pictures: Pictures, index: int, deadline_ms: int, tally: Tally,
    pause: float,
) -> None:  # fmt: skip
    """One request, and what came of it; after a refusal a pause in seconds."""
    start = time.perf_counter()
    answer = connection.post(
        "/v1/score", pictures.bytes[index], pictures.types[index], deadline_ms)
    elapsed = time.perf_counter() - start
    right, work = True, None
    if answer.status == 200:
        right = faces(answer.body) == pictures.faces[index]
        place = answer.body.rindex(b'"total":') + 8
        work = float(answer.body[place : answer.body.index(b"}", place)]) / 1e3
    tally.add(answer.status, elapsed, deadline_ms / 1e3, right, work)
    if answer.status == 503:
        time.sleep(pause)


def client(
    service: Service, pictures: Pictures, tally: Tally, deadline_ms: int, seed: int,
    should_continue: Callable[[], bool], aside: Callable[[random.Random], None] | None = None,
    pause: float = 0.25,
) -> None:  # fmt: skip
    """Asks for as long as it may; now and then does something else, where there is something."""
    chance = random.Random(seed)
    connection = Connection(service.path)
    while should_continue():
        if aside is not None and chance.random() < 0.01:
            aside(chance)
            continue
        try:
            ask(connection, pictures, pictures.choose(chance), deadline_ms, tally, pause)
        except (OSError, Broken, ValueError) as error:
            with tally.lock:
                tally.broken += 1
            print(f"a request broke: {error!r}", file=sys.stderr)
            connection.close()
    connection.close()


def load(
    service: Service, pictures: Pictures, clients: int, should_continue: Callable[[], bool],
    deadline_ms: int, aside: Callable[[random.Random], None] | None = None, seed: int = 0,
    pause: float = 0.25,
) -> Tally:  # fmt: skip
    """Runs so many clients at a time; what they saw."""
    tally = Tally()
    threads = [
        threading.Thread(
            target=client,
            args=(service, pictures, tally, deadline_ms, seed + number, should_continue, aside, pause))
        for number in range(clients)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


def load_for(
    service: Service, pictures: Pictures, clients: int, seconds: float, deadline_ms: int,
    pause: float = 0.25,
) -> tuple[Tally, float, float]:  # fmt: skip
    """Runs clients for some time: what they saw, how long it took, and the processor time that the
    clients themselves used."""
    start, cpu = time.perf_counter(), time.process_time()
    tally = load(
        service, pictures, clients, lambda: time.perf_counter() < start + seconds, deadline_ms,
        pause=pause)
    return tally, time.perf_counter() - start, time.process_time() - cpu
