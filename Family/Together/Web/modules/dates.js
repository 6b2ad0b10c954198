/**
 * Days as "2026-11-25", times of day as "14:30", instants as seconds since 1970; zones by their IANA names. No DOM.
 * @module
 */

/** @typedef {{start: number, end: number}} Span */

const DAY = 86_400;
const HOUR = 3600;

/** @type {Map<string, Intl.DateTimeFormat>} */
const formatters = new Map();

/** @param {string} language @param {Intl.DateTimeFormatOptions} options */
function formatter(language, options) {
  const key = language + JSON.stringify(options);
  let found = formatters.get(key);
  if (!found) formatters.set(key, found = new Intl.DateTimeFormat(language, options));
  return found;
}

/** The zone of this device. */
export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether this device knows the zone. @param {string} zone */
export function isZone(zone) {
  try {
    formatter("en", { timeZone: zone });
    return zone !== "";
  } catch {
    return false;
  }
}

/** @param {number} year @param {number} month from 1 @param {number} day */
export function dayOf(year, month, day) {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year + (date.getUTCFullYear() - 2000));
  return date.toISOString().slice(0, 10);
}

/** @param {string} day @returns {[number, number, number]} */
export function parts(day) {
  const [year, month, date] = day.split("-").map(Number);
  return [year, month, date];
}

/** @param {string} day @param {number} days */
export function addDays(day, days) {
  const [year, month, date] = parts(day);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

/** @param {string} from @param {string} to */
export function daysBetween(from, to) {
  return Math.round((Date.parse(to) - Date.parse(from)) / (DAY * 1000));
}

/** From 1, Monday, to 7, Sunday. @param {string} day */
export function weekday(day) {
  return new Date(`${day}T00:00Z`).getUTCDay() || 7;
}

/** @param {string} text */
export function isDay(text) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The first day of the week in this language, from 1, Monday, to 7, Sunday. @param {string} language */
export function firstWeekday(language) {
  try {
    const locale = /** @type {any} */ (new Intl.Locale(language));
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  } catch {
    return 1;
  }
}

/** Day and time of day at an instant. @param {number} seconds @param {string} zone @returns {{day: string, time: string}} */
export function local(seconds, zone) {
  const found = formatter("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(seconds * 1000);
  const value = (/** @type {string} */ type) => found.find((part) => part.type === type)?.value ?? "";
  return { day: `${value("year")}-${value("month")}-${value("day")}`, time: `${value("hour")}:${value("minute")}` };
}

/** Seconds that the zone is ahead of UTC. @param {number} seconds @param {string} zone */
function offset(seconds, zone) {
  const { day, time } = local(seconds, zone);
  return Date.parse(`${day}T${time}Z`) / 1000 - Math.floor(seconds / 60) * 60;
}

/**
 * The instant of a day and time in a zone. A time in the gap of a clock change is moved forward by the gap. An
 * ambiguous time means its first occurrence.
 * @param {string} day @param {string} time @param {string} zone
 */
export function instant(day, time, zone) {
  const plain = Date.parse(`${day}T${time}Z`) / 1000;
  const before = plain - offset(plain - DAY, zone);
  const after = plain - offset(plain + DAY, zone);
  for (const candidate of [Math.min(before, after), Math.max(before, after)]) {
    const found = local(candidate, zone);
    if (found.day === day && found.time === time) return candidate;
  }
  return before;
}

/** Today. @param {string} zone @param {number} [now] seconds */
export function today(zone, now = Date.now() / 1000) {
  return local(now, zone).day;
}

/** The weeks of a month view; days of other months are null. @param {number} year @param {number} month from 1 @param {number} first weekday @returns {(string | null)[][]} */
export function monthWeeks(year, month, first) {
  const start = dayOf(year, month, 1);
  const length = daysBetween(start, dayOf(year, month + 1, 1));
  /** @type {(string | null)[]} */
  const cells = Array((weekday(start) - first + 7) % 7).fill(null);
  for (let index = 0; index < length; index += 1) cells.push(addDays(start, index));
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The range after a press on a day: the first press starts it, the second ends it. @param {{start: string, end: string} | null} range @param {string} day @returns {{start: string, end: string}} */
export function pressDay(range, day) {
  if (!range || range.start !== range.end || day === range.start) return { start: day, end: day };
  return day < range.start ? { start: day, end: range.start } : { start: range.start, end: day };
}

/** The seven days of a week around a day. @param {string} day @param {number} first weekday */
export function weekOf(day, first) {
  const start = addDays(day, -((weekday(day) - first + 7) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}

/** Dates and times in a person's language and zone. */
export class Format {
  /** @param {string} language @param {string} zone */
  constructor(language, zone) {
    this.language = language;
    this.zone = isZone(zone) ? zone : deviceZone();
  }

  /** "Sat, Nov 28" @param {string} day */
  day(day) {
    return formatter(this.language, { timeZone: "UTC", weekday: "short", month: "short", day: "numeric" })
      .format(Date.parse(day));
  }

  /** "Saturday, November 28" @param {string} day */
  longDay(day) {
    return formatter(this.language, { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" })
      .format(Date.parse(day));
  }

  /** "November 2026" @param {number} year @param {number} month */
  month(year, month) {
    return formatter(this.language, { timeZone: "UTC", year: "numeric", month: "long" })
      .format(Date.parse(dayOf(year, month, 1)));
  }

  /** "Nov"; the month may be outside of 1 to 12. @param {number} year @param {number} month */
  shortMonth(year, month) {
    return formatter(this.language, { timeZone: "UTC", month: "short" }).format(Date.UTC(year, month - 1, 1));
  }

  /** "Mon" or "Monday" @param {number} weekday from 1 @param {"short" | "long"} [length] */
  weekday(weekday, length = "short") {
    return formatter(this.language, { timeZone: "UTC", weekday: length }).format(Date.UTC(2024, 0, weekday));
  }

  /** "2:30 PM" @param {number} seconds */
  time(seconds) {
    return formatter(this.language, { timeZone: this.zone, hour: "numeric", minute: "2-digit" }).format(seconds * 1000);
  }

  /** "Sat, Nov 28, 2:30 PM" @param {number} seconds */
  moment(seconds) {
    return `${this.day(this.dayAt(seconds))}, ${this.time(seconds)}`;
  }

  /** "Saturday, in 3 days" @param {number} seconds @param {number} [now] */
  dayAway(seconds, now = Date.now() / 1000) {
    const day = this.dayAt(seconds);
    const away = daysBetween(this.dayAt(now), day);
    const words = new Intl.RelativeTimeFormat(this.language, { numeric: "auto" }).format(away, "day");
    return `${this.weekday(weekday(day), "long")}, ${words}`;
  }

  /** "tomorrow, 2:30 PM"; days further away are shown with their date. @param {number} seconds @param {number} [now] */
  nearMoment(seconds, now = Date.now() / 1000) {
    const away = daysBetween(this.dayAt(now), this.dayAt(seconds));
    if (away < 0 || away > 1) return this.moment(seconds);
    return `${new Intl.RelativeTimeFormat(this.language, { numeric: "auto" }).format(away, "day")}, ${
      this.time(seconds)
    }`;
  }

  /** "Sat, Nov 28, 2:30 – 4:30 PM" @param {Span} span */
  span({ start, end }) {
    const [first, last] = [this.dayAt(start), this.dayAt(end)];
    if (first !== last) return `${this.moment(start)} – ${this.moment(end)}`;
    return `${this.day(first)}, ${this.times({ start, end })}`;
  }

  /** "2:30 – 4:30 PM" @param {Span} span */
  times({ start, end }) {
    if (this.dayAt(start) !== this.dayAt(end)) return `${this.time(start)} – ${this.moment(end)}`;
    return formatter(this.language, { timeZone: this.zone, hour: "numeric", minute: "2-digit" })
      .formatRange(start * 1000, end * 1000);
  }

  /** Day of an instant. @param {number} seconds */
  dayAt(seconds) {
    return local(seconds, this.zone).day;
  }

  /** "in 3 hours", "2 days ago" @param {number} seconds @param {number} [now] */
  relative(seconds, now = Date.now() / 1000) {
    const away = seconds - now;
    const size = Math.abs(away);
    const words = new Intl.RelativeTimeFormat(this.language, { numeric: "auto" });
    if (size < HOUR) return words.format(Math.trunc(away / 60), "minute");
    if (size < DAY) return words.format(Math.trunc(away / HOUR), "hour");
    return words.format(daysBetween(this.dayAt(now), this.dayAt(seconds)), "day");
  }

  /** "2 h 30 min" @param {number} seconds */
  length(seconds) {
    const hours = Math.floor(seconds / HOUR);
    const minutes = Math.round(seconds % HOUR / 60);
    const unit = (/** @type {number} */ amount, /** @type {string} */ name) =>
      new Intl.NumberFormat(this.language, { style: "unit", unit: name, unitDisplay: "short" }).format(amount);
    return [hours && unit(hours, "hour"), (minutes || !hours) && unit(minutes, "minute")].filter(Boolean).join(" ");
  }
}
