import { freeAndBusy, meaning, shares } from "../../Web/modules/booking.js";
import { assert, assertEquals } from "./assert.js";

const BOOKINGS = [
  { id: 1, member: 12, start: 100, end: 200 },
  { id: 2, member: 13, start: 200, end: 260 },
  { id: 3, member: 14, start: 400, end: 500 },
];

Deno.test("free and busy parts cover the range without gaps, in order", () => {
  const parts = freeAndBusy({ start: 150, end: 450 }, BOOKINGS);
  assertEquals(parts.map(({ kind, start, end }) => [kind, start, end]), [
    ["busy", 150, 200],
    ["busy", 200, 260],
    ["free", 260, 400],
    ["busy", 400, 450],
  ]);
});

Deno.test("the parts cover any range exactly, in 500 random cases", () => {
  for (let round = 0; round < 500; round += 1) {
    const cuts = Array.from({ length: 8 }, () => Math.floor(Math.random() * 1000)).sort((one, other) => one - other);
    const bookings = [0, 2, 4, 6].filter((at) => cuts[at] < cuts[at + 1]).map((at) => (
      { id: at, member: 1, start: cuts[at], end: cuts[at + 1] }
    ));
    const range = { start: 200, end: 800 };
    let at = range.start;
    for (const part of freeAndBusy(range, bookings)) {
      assertEquals(part.start, at);
      assert(part.end > part.start);
      at = part.end;
    }
    assertEquals(at, range.end);
  }
});

Deno.test("a free time is a booking, and one that touches another is free", () => {
  assertEquals(meaning({ start: 260, end: 400 }, BOOKINGS, 12, 0).kind, "book");
  assertEquals(meaning({ start: 500, end: 600 }, BOOKINGS, 12, 0).kind, "book");
});

Deno.test("a time over somebody's booking is a request to its holder", () => {
  const found = meaning({ start: 240, end: 300 }, BOOKINGS, 12, 0);
  assertEquals(found.kind, "override");
  assertEquals("booking" in found && found.booking.id, 2);
});

Deno.test("times that cannot be booked are own, several, past, backwards or none", () => {
  assertEquals(meaning({ start: 120, end: 180 }, BOOKINGS, 12, 0).kind, "own");
  assertEquals(meaning({ start: 150, end: 450 }, BOOKINGS, 15, 0).kind, "several");
  assertEquals(meaning({ start: 260, end: 300 }, BOOKINGS, 12, 270).kind, "past");
  assertEquals(meaning({ start: 300, end: 300 }, BOOKINGS, 12, 0).kind, "backwards");
  assertEquals(meaning(null, BOOKINGS, 12, 0).kind, "none");
});

Deno.test("a moved booking does not overlap itself", () => {
  assertEquals(meaning({ start: 120, end: 200 }, BOOKINGS, 12, 0, 1).kind, "book");
});

Deno.test("shares add up to one, or to none without use", () => {
  const found = shares([{ seconds: 10 }, { seconds: 30 }]);
  assertEquals(found.map(({ share }) => share), [0.75, 0.25]);
  assertEquals(shares([{ seconds: 0 }])[0].share, 0);
});
