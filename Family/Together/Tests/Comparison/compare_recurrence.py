#!/usr/bin/env python3
"""Compares the recurrences of CICal, the C shim over libical, with PyPI's recurring-ical-events.

    compare_recurrence.py [--count 2000] [--seed 1] [--show 5]

Compiles CICal into a shared library, generates calendars of one event and compares the starts within a window, in UTC.
Needs a C compiler, libical-dev and recurring-ical-events. Overrides (RECURRENCE-ID) are applied in Swift and tested
there.

Known difference: for hourly events, the reference leaves out starts that are one zone offset from an EXDATE (2 of 2,000
calendars with seed 1).

Exit status 0: all calendars agree.
"""

import argparse
import ctypes
import datetime as dt
import pathlib
import random
import subprocess
import sys
import tempfile
import zoneinfo
from collections import Counter

import icalendar
import recurring_ical_events

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "America/Sao_Paulo", "UTC"]
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
HERE = pathlib.Path(__file__).resolve().parent


class Limits(ctypes.Structure):
    _fields_ = [
        ("bytes", ctypes.c_size_t),
        ("components", ctypes.c_size_t),
        ("occurrences", ctypes.c_size_t),
        ("milliseconds", ctypes.c_uint32),
    ]


class Span(ctypes.Structure):
    _fields_ = [("start", ctypes.c_int64), ("end", ctypes.c_int64)]


def load_shim(folder: str) -> ctypes.CDLL:
    sources = HERE.parents[1] / "Sources" / "CICal"
    library = f"{folder}/cical.so"
    subprocess.run(
        ["cc", "-O1", "-shared", "-fPIC", "-I", sources / "include", sources / "CICal.c", "-lical", "-o", library],
        check=True,
    )
    shim = ctypes.CDLL(library)
    shim.cical_parse.argtypes = [ctypes.c_char_p, ctypes.c_size_t, Limits, ctypes.POINTER(ctypes.c_void_p)]
    shim.cical_free.argtypes = [ctypes.c_void_p]
    shim.cical_expand.argtypes = [
        ctypes.c_void_p,
        ctypes.c_size_t,
        ctypes.c_char_p,
        ctypes.c_int64,
        ctypes.c_int64,
        Limits,
        ctypes.POINTER(ctypes.POINTER(Span)),
        ctypes.POINTER(ctypes.c_size_t),
    ]
    shim.cical_free_spans.argtypes = [ctypes.c_void_p]
    return shim


def starts_of_shim(shim: ctypes.CDLL, text: str, zone: str, start: int, end: int) -> list[int]:
    limits = Limits(5_000_000, 50_000, 100_000, 5_000)
    calendar = ctypes.c_void_p()
    data = text.encode()
    status = shim.cical_parse(data, len(data), limits, ctypes.byref(calendar))
    if status != 0:
        raise ValueError(f"cical_parse: status {status}")
    spans = ctypes.POINTER(Span)()
    count = ctypes.c_size_t()
    try:
        status = shim.cical_expand(
            calendar, 0, zone.encode(), start, end, limits, ctypes.byref(spans), ctypes.byref(count)
        )
        if status != 0:
            raise ValueError(f"cical_expand: status {status}")
        result = [spans[i].start for i in range(count.value)]
        shim.cical_free_spans(spans)
        return result
    finally:
        shim.cical_free(calendar)


def seconds(value: dt.date, zone: zoneinfo.ZoneInfo) -> int:
    """Seconds since 1970; days and floating times are in `zone`."""
    if not isinstance(value, dt.datetime):
        value = dt.datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = value.replace(tzinfo=zone)
    return int(value.timestamp())


def starts_of_reference(text: str, zone: str, start: int, end: int) -> list[int]:
    # The reference treats windows of floating times differently, so query a wider window and cut it.
    local = zoneinfo.ZoneInfo(zone)
    first = dt.datetime.fromtimestamp(start, dt.UTC) - dt.timedelta(days=3)
    last = dt.datetime.fromtimestamp(end, dt.UTC) + dt.timedelta(days=3)
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(first, last)
    return sorted({s for e in events if start <= (s := seconds(e["DTSTART"].dt, local)) < end})


def draw_rule(draw: random.Random, all_day: bool, utc: bool, start: dt.datetime) -> tuple[str, str]:
    kind = draw.choice(["daily", "weekly", "monthday", "nth", "setpos", "yearly", "leap", "hourly"])
    interval = draw.randint(1, 4)
    if kind == "hourly" and all_day:
        kind = "daily"
    rule = {
        "daily": f"FREQ=DAILY;INTERVAL={interval}",
        "weekly": f"FREQ=WEEKLY;INTERVAL={interval};BYDAY={','.join(sorted(draw.sample(DAYS, 3), key=DAYS.index))}",
        "monthday": f"FREQ=MONTHLY;BYMONTHDAY={draw.choice([31, 30, 15, -1, -2])}",
        "nth": f"FREQ=MONTHLY;INTERVAL={interval};BYDAY={draw.choice([1, 2, 3, 4, 5, -1])}{draw.choice(DAYS)}",
        "setpos": f"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS={draw.choice([1, 2, -1, -2])}",
        "yearly": f"FREQ=YEARLY;BYMONTH={draw.randint(1, 12)};BYMONTHDAY={start.day}",
        "leap": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "hourly": f"FREQ=HOURLY;INTERVAL={draw.choice([5, 7, 12])}",
    }[kind]
    limit = draw.choice(["none", "count", "until"])
    if limit == "count":
        rule += f";COUNT={draw.randint(1, 40)}"
    elif limit == "until":
        last = start + dt.timedelta(days=draw.randint(0, 500))
        # RFC 5545: a date for whole days, local time for floating times, otherwise UTC.
        rule += ";UNTIL=" + (f"{last:%Y%m%d}" if all_day else f"{last:%Y%m%dT%H%M%S}" + ("Z" if utc else ""))
    return kind, rule


def draw_calendar(draw: random.Random) -> tuple[str, str, str, int]:
    """Returns the kind of calendar, its text, the reader's zone and the start of the window."""
    start = dt.datetime(2024, 1, 1) + dt.timedelta(days=draw.randint(0, 700), hours=draw.randint(0, 23))
    form = draw.choice(["day", "floating", "utc", "zone", "zone"])
    zone = draw.choice(ZONES)
    local = "Europe/Berlin" if form in ("utc", "zone") else draw.choice(ZONES)
    stamp = f"{start:%Y%m%dT%H%M%S}"
    prefix, suffix = {
        "day": (";VALUE=DATE", ""),
        "floating": ("", ""),
        "utc": ("", "Z"),
        "zone": (f";TZID={zone}", ""),
    }[form]
    kind, rule = draw_rule(draw, form == "day", form in ("utc", "zone"), start)
    lines = [f"DTSTART{prefix}:{stamp[:8] if form == 'day' else stamp + suffix}", f"RRULE:{rule}"]
    for name in ("EXDATE", "RDATE"):
        if draw.random() < 0.4:
            days = sorted(draw.sample(range(1, 60), 3))
            moments = [start + dt.timedelta(days=d) for d in days]
            texts = [f"{m:%Y%m%d}" if form == "day" else f"{m:%Y%m%dT%H%M%S}" + suffix for m in moments]
            lines.append(f"{name}{prefix}:{','.join(texts)}")
    body = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", "UID:a", "DTSTAMP:20240101T000000Z"]
    text = "\r\n".join([*body, *lines, "END:VEVENT", "END:VCALENDAR", ""])
    window = int(start.replace(tzinfo=dt.UTC).timestamp()) - 86_400 + draw.randint(0, 200) * 86_400
    return f"{kind}/{form}", text, local, window


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000, help="generated calendars (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the generator (default 1)")
    parser.add_argument("--show", type=int, default=5, help="differences to print (default 5)")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    compared, different, occurrences = Counter(), Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        shim = load_shim(folder)
        for _ in range(options.count):
            kind, text, zone, start = draw_calendar(draw)
            end = start + 400 * 86_400
            expected = starts_of_reference(text, zone, start, end)
            # The shim includes events that began before the window. Drop them, as in the reference.
            found = [s for s in starts_of_shim(shim, text, zone, start, end) if s >= start]
            compared[kind] += 1
            occurrences += len(expected)
            if found != expected:
                different[kind] += 1
                if different.total() <= options.show:
                    print(f"{kind} read in {zone}\n{text}")
                    print(f"only in the reference: {sorted(set(expected) - set(found))[:5]}")
                    print(f"only in the shim: {sorted(set(found) - set(expected))[:5]}\n")
    print(f"{compared.total()} calendars with {occurrences} occurrences: {different.total()} differ")
    for kind in sorted(different):
        print(f"  {kind}: {different[kind]} of {compared[kind]}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
