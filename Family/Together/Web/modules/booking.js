/**
 * A resource's free and busy times, and whether a chosen time is a booking or an override request. No DOM.
 * @module
 */

/** @typedef {import("./dates.js").Span} Span */
/** @typedef {Span & {id: number | string, member: number | string}} Booked */

/** @param {Span} one @param {Span} other */
export function overlap(one, other) {
  return one.start < other.end && other.start < one.end;
}

/**
 * Splits the range into free and busy parts, in order.
 * @template {Booked} Booking @param {Span} range @param {Booking[]} bookings
 * @returns {({kind: "free", start: number, end: number} | {kind: "busy", start: number, end: number, booking: Booking})[]}
 */
export function freeAndBusy(range, bookings) {
  const busy = bookings.filter((booking) => overlap(booking, range)).sort((one, other) => one.start - other.start);
  /** @type {ReturnType<typeof freeAndBusy<Booking>>} */
  const found = [];
  let from = range.start;
  for (const booking of busy) {
    const start = Math.max(booking.start, range.start);
    if (start > from) found.push({ kind: "free", start: from, end: start });
    found.push({ kind: "busy", start, end: Math.min(booking.end, range.end), booking });
    from = Math.max(from, booking.end);
  }
  if (from < range.end) found.push({ kind: "free", start: from, end: range.end });
  return found;
}

/**
 * The consequence of choosing a time.
 * @template {Booked} Booking @param {Span | null} span @param {Booking[]} bookings @param {number | string} me
 * @param {number} now @param {number | string} [moving] id of the booking that is being changed
 * @returns {{kind: "none" | "backwards" | "past" | "book"} | {kind: "own" | "override", booking: Booking} | {kind: "several", bookings: Booking[]}}
 */
export function meaning(span, bookings, me, now, moving) {
  if (!span) return { kind: "none" };
  if (span.end <= span.start) return { kind: "backwards" };
  if (span.start < now) return { kind: "past" };
  const held = bookings.filter((booking) => booking.id !== moving && overlap(booking, span));
  if (held.length === 0) return { kind: "book" };
  if (held.length > 1) return { kind: "several", bookings: held };
  return { kind: held[0].member === me ? "own" : "override", booking: held[0] };
}

/** Shares of a total, largest first. All are 0 if nothing was used. @template {{seconds: number}} Use @param {Use[]} uses @returns {(Use & {share: number})[]} */
export function shares(uses) {
  const total = uses.reduce((sum, { seconds }) => sum + seconds, 0);
  return uses.map((use) => ({ ...use, share: total > 0 ? use.seconds / total : 0 }))
    .sort((one, other) => other.seconds - one.seconds);
}
