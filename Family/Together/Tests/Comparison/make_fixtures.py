#!/usr/bin/env python3
"""Writes calendars and their occurrences according to PyPI's recurring-ical-events as JSON.

    make_fixtures.py [--generated 100] [--seed 1] [--output ../CalendarsTests/Fixtures/recurrences.json]

The Swift tests of Calendars compare their own expansion with it, including overrides (RECURRENCE-ID). The file has 50
calendars as published by Google, Outlook, Apple, schools, clubs and towns, and generated ones with overrides. Needs
recurring-ical-events.
"""

import argparse
import datetime as dt
import json
import pathlib
import random
import zoneinfo

import icalendar
import recurring_ical_events
from compare_recurrence import draw_calendar, seconds

HERE = pathlib.Path(__file__).resolve().parent
DAY = 86_400

VTIMEZONE = """BEGIN:VTIMEZONE
TZID:{name}
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE"""


def event(uid: str, *lines: str) -> str:
    return "\n".join(["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20250101T000000Z", *lines, "END:VEVENT"])


def calendar(*parts: str, product: str = "-//example//EN") -> str:
    text = "\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{product}", *parts, "END:VCALENDAR", ""])
    return text.replace("\n", "\r\n")


def series(uid: str, prefix: str, start: str, end: str, rule: str, *more: str) -> str:
    return event(uid, f"DTSTART{prefix}:{start}", f"DTEND{prefix}:{end}", f"RRULE:{rule}", f"SUMMARY:{uid}", *more)


def google() -> dict[str, str]:
    zone = ";TZID=Europe/Berlin"
    moved = event(
        "soccer",
        f"RECURRENCE-ID{zone}:20260310T170000",
        f"DTSTART{zone}:20260311T180000",
        f"DTEND{zone}:20260311T193000",
        "SUMMARY:Soccer (moved)",
    )
    cancelled = event(
        "soccer",
        f"RECURRENCE-ID{zone}:20260317T170000",
        f"DTSTART{zone}:20260317T170000",
        f"DTEND{zone}:20260317T183000",
        "STATUS:CANCELLED",
        "SUMMARY:Soccer",
    )
    soccer = series("soccer", zone, "20260106T170000", "20260106T183000", "FREQ=WEEKLY;BYDAY=TU")
    head = ["X-WR-CALNAME:Family", "X-WR-TIMEZONE:Europe/Berlin", "CALSCALE:GREGORIAN"]
    product = "-//Google Inc//Google Calendar 70.9054//EN"
    return {
        "google weekly": calendar(*head, soccer, product=product),
        "google moved": calendar(*head, soccer, moved, product=product),
        "google moved and cancelled": calendar(*head, moved, soccer, cancelled, product=product),
        "google exdate": calendar(
            series(
                "piano",
                zone,
                "20260105T150000",
                "20260105T154500",
                "FREQ=WEEKLY;UNTIL=20260629T215959Z;BYDAY=MO",
                f"EXDATE{zone}:20260216T150000",
                f"EXDATE{zone}:20260406T150000",
            ),
            product=product,
        ),
        "google birthday": calendar(
            series("birthday", ";VALUE=DATE", "20120229", "20120301", "FREQ=YEARLY"), product=product
        ),
        "google second tuesday": calendar(
            series("council", zone, "20260113T193000", "20260113T213000", "FREQ=MONTHLY;BYDAY=2TU"), product=product
        ),
        "google every other friday": calendar(
            series("weekend", zone, "20260102T160000", "20260104T180000", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;WKST=MO"),
            product=product,
        ),
        "google count": calendar(
            series("course", zone, "20260107T183000", "20260107T200000", "FREQ=WEEKLY;COUNT=10;BYDAY=WE"),
            product=product,
        ),
        "google new york": calendar(
            series("call", ";TZID=America/New_York", "20260302T120000", "20260302T123000", "FREQ=WEEKLY;BYDAY=MO,TH")
        ),
        "google daily across daylight saving": calendar(
            series("medicine", zone, "20260320T080000", "20260320T081500", "FREQ=DAILY;COUNT=20"), product=product
        ),
    }


def outlook() -> dict[str, str]:
    berlin = VTIMEZONE.format(name="W. Europe Standard Time")
    zone = ";TZID=W. Europe Standard Time"
    own = VTIMEZONE.format(name="Customized Time Zone")
    product = "-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN"
    meeting = series("meeting", zone, "20260305T093000", "20260305T103000", "FREQ=WEEKLY;BYDAY=TH")
    return {
        "outlook weekly": calendar("METHOD:PUBLISH", berlin, meeting, product=product),
        "outlook override": calendar(
            berlin,
            meeting,
            event(
                "meeting",
                f"RECURRENCE-ID{zone}:20260402T093000",
                f"DTSTART{zone}:20260401T140000",
                f"DTEND{zone}:20260401T150000",
                "SEQUENCE:2",
                "SUMMARY:Moved",
            ),
            product=product,
        ),
        "outlook customized zone": calendar(
            own,
            series(
                "shift",
                ';TZID="Customized Time Zone"',
                "20260309T060000",
                "20260309T140000",
                "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TU,WE",
            ),
            product=product,
        ),
        "outlook last weekday": calendar(
            berlin,
            series(
                "report", zone, "20260130T150000", "20260130T160000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
            ),
            product=product,
        ),
        "outlook all day": calendar(
            event(
                "holiday",
                "DTSTART;VALUE=DATE:20260406",
                "DTEND;VALUE=DATE:20260418",
                "SUMMARY:Easter holidays",
                "X-MICROSOFT-CDO-BUSYSTATUS:OOF",
            ),
            product=product,
        ),
        "outlook night shift": calendar(
            berlin,
            series("night", zone, "20260321T220000", "20260322T060000", "FREQ=DAILY;INTERVAL=7;COUNT=4"),
            product=product,
        ),
        "outlook yearly": calendar(
            berlin,
            series("party", zone, "20251205T180000", "20251205T220000", "FREQ=YEARLY;BYMONTH=12;BYDAY=1FR"),
            product=product,
        ),
        "outlook until": calendar(
            berlin,
            series("project", zone, "20260401T100000", "20260401T110000", "FREQ=DAILY;UNTIL=20260410T080000Z"),
            product=product,
        ),
        "outlook day 31": calendar(
            berlin,
            series("rent", zone, "20260131T090000", "20260131T091500", "FREQ=MONTHLY;BYMONTHDAY=31"),
            product=product,
        ),
        "outlook last day": calendar(
            berlin,
            series("pay", zone, "20260131T090000", "20260131T091500", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            product=product,
        ),
    }


def apple() -> dict[str, str]:
    zone = ";TZID=Europe/Paris"
    alarm = "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Reminder\nTRIGGER:-PT30M\nEND:VALARM"
    product = "-//Apple Inc.//macOS 14.4//EN"
    swim = series("swim", zone, "20260305T173000", "20260305T181500", "FREQ=WEEKLY;UNTIL=20260702T153000Z", alarm)
    return {
        "apple weekly with alarm": calendar("X-APPLE-CALENDAR-COLOR:#FF2968", swim, product=product),
        "apple duration": calendar(
            event("choir", f"DTSTART{zone}:20260308T190000", "DURATION:PT1H30M", "RRULE:FREQ=WEEKLY", "SUMMARY:Choir"),
            product=product,
        ),
        "apple floating": calendar(
            event("wake", "DTSTART:20260301T070000", "DTEND:20260301T071000", "RRULE:FREQ=DAILY", "SUMMARY:Wake up"),
            product=product,
        ),
        "apple two changes": calendar(
            swim,
            event("swim", f"RECURRENCE-ID{zone}:20260402T173000", f"DTSTART{zone}:20260402T160000", "DURATION:PT45M"),
            event("swim", f"RECURRENCE-ID{zone}:20260409T173000", f"DTSTART{zone}:20260410T173000", "DURATION:PT45M"),
            product=product,
        ),
        "apple garbage": calendar(
            event(
                "paper",
                "DTSTART;VALUE=DATE:20260109",
                "RDATE;VALUE=DATE:20260206,20260306,20260407,20260505",
                "SUMMARY:Paper collection",
                "TRANSP:TRANSPARENT",
            ),
            product=product,
        ),
        "apple mixed exdate": calendar(
            series(
                "tennis",
                zone,
                "20260302T180000",
                "20260302T190000",
                "FREQ=WEEKLY;BYDAY=MO,WE",
                "EXDATE:20260304T170000Z",
                f"EXDATE{zone}:20260330T180000",
            ),
            product=product,
        ),
        "apple birthday": calendar(
            series("grandma", ";VALUE=DATE", "19420314", "19420315", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14")
        ),
        "apple every ten days": calendar(
            series("pool", zone, "20260301T100000", "20260301T113000", "FREQ=DAILY;INTERVAL=10"), product=product
        ),
        "apple sydney": calendar(
            series("uncle", ";TZID=Australia/Sydney", "20260308T200000", "20260308T210000", "FREQ=WEEKLY;BYDAY=SU"),
            product=product,
        ),
        "apple quarter": calendar(
            series("dentist", zone, "20260115T110000", "20260115T113000", "FREQ=MONTHLY;INTERVAL=3;BYDAY=3TH"),
            product=product,
        ),
    }


def schools_and_towns() -> dict[str, str]:
    zone = ";TZID=Europe/Berlin"
    periods = [(8, 0), (8, 50), (9, 50), (10, 40), (11, 40)]
    timetable = [
        series(
            f"lesson-{day}-{index}",
            zone,
            f"202602{9 + number:02}T{hour:02}{minute:02}00",
            f"202602{9 + number:02}T{hour:02}{minute + 45 - (60 if minute + 45 >= 60 else 0):02}00"
            if minute + 45 < 60
            else f"202602{9 + number:02}T{hour + 1:02}{minute - 15:02}00",
            f"FREQ=WEEKLY;BYDAY={day};UNTIL=20260703T215959Z",
            f"EXDATE{zone}:202604{6 + number:02}T{hour:02}{minute:02}00",
        )
        for number, day in enumerate(["MO", "TU", "WE", "TH", "FR"])
        for index, (hour, minute) in enumerate(periods)
    ]
    dates = ["20260101", "20260403", "20260406", "20260501", "20260514", "20260525", "20261003", "20261225"]
    holidays = [event(f"holiday-{d}", f"DTSTART;VALUE=DATE:{d}", "SUMMARY:Public holiday") for d in dates]
    club = series("club", zone, "20260213T180000", "20260213T210000", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13")
    return {
        "school timetable": calendar(*timetable),
        "school one day": calendar(*timetable[:5]),
        "school clubs": calendar(*timetable[3:9], club),
        "public holidays": calendar(*holidays),
        "friday the 13th": calendar(club),
        "town market": calendar(
            series("market", zone, "20260307T070000", "20260307T130000", "FREQ=WEEKLY;BYDAY=SA;BYMONTH=3,4,5,6,7,8,9")
        ),
        "leap day": calendar(series("leap", ";VALUE=DATE", "20240229", "20240301", "FREQ=YEARLY;INTERVAL=4")),
        "last sunday": calendar(
            series("church", zone, "20260125T100000", "20260125T113000", "FREQ=MONTHLY;BYDAY=-1SU")
        ),
        "clock changes": calendar(
            series("night", zone, "20260328T023000", "20260328T024500", "FREQ=DAILY;COUNT=3"),
            series("autumn", zone, "20261024T023000", "20261024T024500", "FREQ=DAILY;COUNT=3"),
        ),
        "bus": calendar(series("bus", zone, "20260302T060500", "20260302T061000", "FREQ=HOURLY;INTERVAL=6;COUNT=40")),
    }


def others() -> dict[str, str]:
    zone = ";TZID=Europe/London"
    walk = series("walk", zone, "20260301T140000", "20260301T160000", "FREQ=WEEKLY;BYDAY=SU")
    return {
        "nextcloud": calendar(
            series("yoga", zone, "20260303T190000", "20260303T203000", "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=24")
        ),
        "fastmail override": calendar(
            walk,
            event("walk", f"RECURRENCE-ID{zone}:20260329T140000", f"DTSTART{zone}:20260329T150000", "DURATION:PT3H"),
        ),
        "override in utc": calendar(
            walk,
            event("walk", "RECURRENCE-ID:20260405T130000Z", f"DTSTART{zone}:20260404T140000", "DURATION:PT2H"),
        ),
        "override of all day": calendar(
            series("visit", ";VALUE=DATE", "20260306", "20260308", "FREQ=WEEKLY;INTERVAL=2"),
            event(
                "visit",
                "RECURRENCE-ID;VALUE=DATE:20260320",
                "DTSTART;VALUE=DATE:20260327",
                "DTEND;VALUE=DATE:20260329",
            ),
        ),
        "folded and escaped": calendar(
            event(
                "trip",
                f"DTSTART{zone}:20260410T090000",
                f"DTEND{zone}:20260412T180000",
                "SUMMARY:Trip to the sea\\, with a very long title that does not fit into one line of",
                "  seventy-five bytes",
                "DESCRIPTION:Bring:\\n- towels\\n- hats\\; sun cream",
            )
        ),
        "rdate of times": calendar(
            event(
                "physio",
                f"DTSTART{zone}:20260302T113000",
                "DURATION:PT25M",
                f"RDATE{zone}:20260305T120000,20260311T113000,20260319T090000",
            )
        ),
        "two rules of time": calendar(
            walk, series("run", zone, "20260301T070000", "20260301T073000", "FREQ=DAILY;INTERVAL=2")
        ),
        "set position first": calendar(
            series("pay", zone, "20260302T090000", "20260302T091500", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1")
        ),
        "kolkata": calendar(
            series("class", ";TZID=Asia/Kolkata", "20260302T183000", "20260302T193000", "FREQ=WEEKLY;BYDAY=MO")
        ),
        "tasks and journals": calendar(
            "BEGIN:VTODO\nUID:todo\nDTSTAMP:20250101T000000Z\nSUMMARY:Buy milk\nEND:VTODO", walk
        ),
    }


def with_override(draw: random.Random, text: str, zone: str, start: int) -> str:
    """Moves or cancels one occurrence of a generated calendar."""
    spans = reference(text, zone, start, start + 400 * DAY)
    if not spans or draw.random() < 0.4:
        return text
    moment = dt.datetime.fromtimestamp(draw.choice(spans)[0], zoneinfo.ZoneInfo(zone))
    first = next(line for line in text.split("\r\n") if line.startswith("DTSTART"))
    prefix = first.removeprefix("DTSTART").split(":")[0]
    if "VALUE=DATE" in prefix:
        written, moved = f"{moment:%Y%m%d}", f"{moment + dt.timedelta(days=draw.randint(1, 9)):%Y%m%d}"
    else:
        if "TZID=" in prefix:
            moment = moment.astimezone(zoneinfo.ZoneInfo(prefix.removeprefix(";TZID=")))
        suffix = "Z" if first.endswith("Z") else ""
        if suffix:
            moment = moment.astimezone(dt.UTC)
        later = moment.replace(tzinfo=None) + dt.timedelta(days=draw.randint(1, 9), hours=draw.randint(0, 3))
        written, moved = f"{moment:%Y%m%dT%H%M%S}{suffix}", f"{later:%Y%m%dT%H%M%S}{suffix}"
    lines = [f"RECURRENCE-ID{prefix}:{written}", f"DTSTART{prefix}:{moved}"]
    override = event("a", *lines).replace("\n", "\r\n")
    return text.replace("END:VCALENDAR", f"{override}\r\nEND:VCALENDAR")


def reference(text: str, zone: str, start: int, end: int) -> list[tuple[int, int]]:
    """Starts and ends in UTC. The reference's own window is wider, so its results are cut by start."""
    local = zoneinfo.ZoneInfo(zone)
    first = dt.datetime.fromtimestamp(start, dt.UTC) - dt.timedelta(days=3)
    last = dt.datetime.fromtimestamp(end, dt.UTC) + dt.timedelta(days=3)
    spans = []
    for found in recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(first, last):
        if str(found.get("STATUS", "")).upper() == "CANCELLED":
            continue
        begin = seconds(found["DTSTART"].dt, local)
        if start <= begin < end:
            spans.append((begin, seconds(found["DTEND"].dt, local) if "DTEND" in found else begin))
    return sorted(spans)


def expected(text: str, zone: str, start: int, end: int) -> list[tuple[int, int]]:
    """The reference's spans, without its fault: for hourly events it also leaves out starts one zone offset from an
    EXDATE or RECURRENCE-ID. Both are therefore applied here, by exact time; generated events have no DTEND."""
    if "FREQ=HOURLY" not in text:
        return reference(text, zone, start, end)
    local = zoneinfo.ZoneInfo(zone)
    series, replaced, moved = icalendar.Calendar(), set(), []
    for found in icalendar.Calendar.from_ical(text).walk("VEVENT"):
        if "RECURRENCE-ID" in found:
            replaced.add(seconds(found["RECURRENCE-ID"].dt, local))
            moved.append(seconds(found["DTSTART"].dt, local))
            continue
        dates = found.pop("EXDATE", [])
        for listed in dates if isinstance(dates, list) else [dates]:
            replaced |= {seconds(one.dt, local) for one in listed.dts}
        series.add_component(found)
    spans = [span for span in reference(series.to_ical().decode(), zone, start, end) if span[0] not in replaced]
    return sorted(spans + [(begin, begin) for begin in moved if start <= begin < end])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generated", type=int, default=100, help="generated calendars (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the generator (default 1)")
    parser.add_argument("--output", default=HERE.parent / "CalendarsTests" / "Fixtures" / "recurrences.json")
    options = parser.parse_args()
    shaped = google() | outlook() | apple() | schools_and_towns() | others()
    window = int(dt.datetime(2026, 3, 1, tzinfo=dt.UTC).timestamp())
    cases = [("real " + name, text, "Europe/Berlin", window) for name, text in shaped.items()]
    draw = random.Random(options.seed)
    for number in range(options.generated):
        kind, text, zone, start = draw_calendar(draw)
        cases.append((f"{number} {kind}", with_override(draw, text, zone, start), zone, start))
    fixtures = [
        {
            "name": name,
            "calendar": text,
            "zone": zone,
            "from": start,
            "to": start + 150 * DAY,
            "spans": expected(text, zone, start, start + 150 * DAY),
        }
        for name, text, zone, start in cases
    ]
    output = pathlib.Path(options.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(fixture, separators=(",", ":")) for fixture in fixtures)
    output.write_text(f"[\n{lines}\n]\n")
    occurrences = sum(len(fixture["spans"]) for fixture in fixtures)
    print(f"{len(shaped)} real-shaped and {options.generated} generated calendars, {occurrences} occurrences")


if __name__ == "__main__":
    main()
