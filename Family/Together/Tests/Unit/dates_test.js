import {
  addDays,
  dayOf,
  daysBetween,
  Format,
  instant,
  isDay,
  isZone,
  local,
  monthWeeks,
  pressDay,
  weekday,
  weekOf,
} from "../../Web/modules/dates.js";
import { assert, assertEquals } from "./assert.js";

const BERLIN = "Europe/Berlin";

Deno.test("an instant survives the conversion to day and time in every zone", () => {
  for (const zone of [BERLIN, "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC"]) {
    for (let day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 3)) {
      const seconds = instant(day, "13:30", zone);
      assertEquals(local(seconds, zone), { day, time: "13:30" }, `${zone} ${day}`);
    }
  }
});

Deno.test("a time skipped by a clock change moves forward by the gap", () => {
  assertEquals(local(instant("2026-03-29", "02:30", BERLIN), BERLIN), { day: "2026-03-29", time: "03:30" });
});

Deno.test("an ambiguous time means its first occurrence", () => {
  const first = Date.parse("2026-10-25T00:30Z") / 1000;
  assertEquals(instant("2026-10-25", "02:30", BERLIN), first);
});

Deno.test("a moment of today or tomorrow is named by its day", () => {
  const format = new Format("en-US", BERLIN);
  const now = instant("2026-11-25", "23:00", BERLIN);
  assertEquals(format.nearMoment(instant("2026-11-25", "23:30", BERLIN), now), `today, ${format.time(now + 1800)}`);
  assertEquals(format.nearMoment(now + 13 * 3600, now), `tomorrow, ${format.time(now + 13 * 3600)}`);
  assertEquals(format.nearMoment(now + 3 * 86_400, now), format.moment(now + 3 * 86_400));
});

Deno.test("a day is named with how far it is away", () => {
  const format = new Format("en-US", BERLIN);
  const now = instant("2026-11-25", "23:00", BERLIN);
  assertEquals(format.dayAway(instant("2026-11-28", "12:00", BERLIN), now), "Saturday, in 3 days");
  assertEquals(format.dayAway(instant("2026-11-26", "00:30", BERLIN), now), "Thursday, tomorrow");
});

Deno.test("days cross months, years and 29 February", () => {
  assertEquals(addDays("2028-02-28", 1), "2028-02-29");
  assertEquals(addDays("2026-12-31", 1), "2027-01-01");
  assertEquals(addDays("2026-03-01", -1), "2026-02-28");
  assertEquals(daysBetween("2026-03-28", "2026-03-30"), 2);
  assertEquals(dayOf(2026, 13, 1), "2027-01-01");
});

Deno.test("a month view has all its days once, in weeks of seven", () => {
  for (let month = 1; month <= 24; month += 1) {
    for (const first of [1, 7, 6]) {
      const weeks = monthWeeks(2027, month, first);
      assert(weeks.every((week) => week.length === 7));
      const days = weeks.flat().filter((day) => day !== null);
      assertEquals(new Set(days).size, days.length);
      assertEquals(days.length, daysBetween(dayOf(2027, month, 1), dayOf(2027, month + 1, 1)));
      const column = weeks.map((week) => week[0]).find((day) => day !== null);
      assertEquals(weekday(column ?? ""), first);
    }
  }
});

Deno.test("the first press starts a range and the second ends it, in either direction", () => {
  const start = pressDay(null, "2026-12-10");
  assertEquals(start, { start: "2026-12-10", end: "2026-12-10" });
  assertEquals(pressDay(start, "2026-12-14"), { start: "2026-12-10", end: "2026-12-14" });
  assertEquals(pressDay(start, "2026-12-01"), { start: "2026-12-01", end: "2026-12-10" });
  assertEquals(pressDay({ start: "2026-12-01", end: "2026-12-10" }, "2026-12-05"), {
    start: "2026-12-05",
    end: "2026-12-05",
  });
});

Deno.test("a week begins on its first weekday and contains the day", () => {
  for (let day = "2026-11-20"; day < "2026-12-10"; day = addDays(day, 1)) {
    for (const first of [1, 6, 7]) {
      const week = weekOf(day, first);
      assertEquals(weekday(week[0]), first);
      assert(week.includes(day));
    }
  }
});

Deno.test("only real days and known zones are accepted", () => {
  assert(isDay("2028-02-29"));
  for (const text of ["2026-02-29", "2026-13-01", "26-01-01", "", "2026-01-01T00:00"]) assert(!isDay(text), text);
  assert(isZone(BERLIN));
  for (const zone of ["", "Berlin", "W. Europe Standard Time"]) assert(!isZone(zone), zone);
});

Deno.test("times are shown in the zone of the member, not of the device", () => {
  const format = new Format("en-US", "Asia/Tokyo");
  const start = Date.parse("2026-12-01T18:00:00Z") / 1000;
  assertEquals(format.dayAt(start), "2026-12-02");
  assert(format.moment(start).startsWith("Wed, Dec 2"));
  assertEquals(format.length(5400), "1 hr 30 min");
  assertEquals(format.length(0), "0 min");
});

Deno.test("a span over midnight names both days", () => {
  const format = new Format("en-US", "UTC");
  const start = Date.parse("2026-12-01T22:00:00Z") / 1000;
  const words = format.span({ start, end: start + 4 * 3600 });
  assert(words.includes("Tue, Dec 1") && words.includes("Wed, Dec 2"), words);
});
