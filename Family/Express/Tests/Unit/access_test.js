import { assert, assertEquals } from "./assert.js";
import { Dwell, PressFilter } from "../../Web/modules/press.js";
import { rowsOf, Scanner } from "../../Web/modules/scan.js";
import { failed, NO_ATTEMPTS, waitTime } from "../../Web/modules/attempts.js";

/** Rows of one item each: button by button. @param {number} count */
const singles = (count) => Array.from({ length: count }, (_, index) => [index]);

Deno.test("PressFilter: a press counts on release, after the hold time, on the same target", () => {
  const filter = new PressFilter({ holdTime: 500, ignoreRepeat: 0 });
  filter.down("a", 0);
  assertEquals(filter.accepts("a", 400, true), false);
  filter.down("a", 1000);
  assertEquals(filter.accepts("a", 1500, true), true);
  filter.down("b", 2000);
  assertEquals(filter.accepts("a", 3000, true), false);
  assertEquals(filter.accepts("a", 3000, false), true, "keyboards and screen readers do not hold");
});

Deno.test("PressFilter: repeats on one target are ignored, another target counts at once", () => {
  const filter = new PressFilter({ holdTime: 0, ignoreRepeat: 300 });
  assertEquals(filter.accepts("a", 0, true), true);
  assertEquals(filter.accepts("a", 299, true), false);
  assertEquals(filter.accepts("b", 300, true), true);
  assertEquals(filter.accepts("a", 310, true), true);
  assertEquals(filter.accepts("a", 50, true), true, "a clock that was set back does not block the button");
});

Deno.test("Dwell: activates once after the time, again only after the pointer left", () => {
  const dwell = new Dwell(1000);
  dwell.move("a", 0);
  assertEquals(dwell.due(999), null);
  assertEquals(dwell.due(1000), "a");
  assertEquals(dwell.due(5000), null);
  dwell.move(null, 5001);
  dwell.move("a", 5002);
  assertEquals(dwell.progress(5502), 0.5);
  assertEquals(dwell.due(6002), "a");
  const off = new Dwell(0);
  off.move("a", 0);
  assertEquals(off.due(1e9), null);
});

Deno.test("Scanner: one switch moves by itself, wraps, and chooses", () => {
  const scanner = new Scanner("one", 1000);
  scanner.start(singles(3), 0);
  assertEquals(scanner.highlighted, [0]);
  assertEquals(scanner.tick(999), false);
  for (const [now, index] of [[1000, 1], [2000, 2], [3000, 0]]) {
    assert(scanner.tick(now));
    assertEquals(scanner.highlighted, [index]);
  }
  assertEquals(scanner.first(3100), 0);
});

Deno.test("Scanner: one switch rests after three rounds; the next press only starts a new round", () => {
  const scanner = new Scanner("one", 1000, 3);
  scanner.start(singles(2), 0);
  for (let now = 1000; now <= 6000; now += 1000) scanner.tick(now);
  assert(scanner.paused);
  assertEquals(scanner.tick(1e6), false);
  assertEquals(scanner.first(1e6), null);
  assert(!scanner.paused);
  assertEquals(scanner.highlighted, [0]);
  assertEquals(scanner.first(1e6 + 10), 0);
});

Deno.test("Scanner: two switches, one moves and one chooses; nothing moves by itself", () => {
  const scanner = new Scanner("two", 1000);
  scanner.start(singles(2), 0);
  assertEquals(scanner.tick(1e6), false);
  assertEquals(scanner.first(1), null);
  assertEquals(scanner.highlighted, [1]);
  assertEquals(scanner.second(2), 1);
  scanner.first(3);
  assertEquals(scanner.highlighted, [0]);
});

Deno.test("Scanner: off and without items nothing is chosen", () => {
  const off = new Scanner("off", 1000);
  off.start(singles(3), 0);
  assertEquals([off.first(1), off.second(1), off.tick(1e9)], [null, null, false]);
  const empty = new Scanner("one", 1000);
  empty.start(singles(0), 0);
  assertEquals([empty.first(1), empty.tick(1e9)], [null, false]);
});

Deno.test("rowsOf: items side by side are a row, also where their heights differ a little", () => {
  const boxes = [[0, 96], [2, 92], [110, 96], [110, 96], [220, 60], [290, 60]].map(([top, height]) => ({
    top,
    height,
  }));
  assertEquals(rowsOf(boxes), [[0, 1], [2, 3], [4], [5]]);
  assertEquals(rowsOf([]), []);
});

Deno.test("Scanner: one switch enters a row, takes an item, and returns to the row", () => {
  const scanner = new Scanner("one", 1000);
  scanner.start([[0, 1], [2, 3, 4], [5]], 0);
  assertEquals(scanner.highlighted, [0, 1]);
  scanner.tick(1000);
  assertEquals(scanner.highlighted, [2, 3, 4]);
  assertEquals(scanner.first(1100), null);
  assertEquals(scanner.highlighted, [2]);
  scanner.tick(2100);
  assertEquals(scanner.highlighted, [3]);
  assertEquals(scanner.first(2200), 3);
  assertEquals(scanner.highlighted, [2, 3, 4]);
  scanner.tick(3200);
  assertEquals(scanner.highlighted, [5]);
  assertEquals(scanner.first(3300), 5, "a row of one item is taken at once");
});

Deno.test("Scanner: one switch leaves a row after two passes, and rests after three rounds of rows", () => {
  const scanner = new Scanner("one", 1000, 3);
  scanner.start([[0, 1], [2]], 0);
  scanner.first(0);
  let now = 0;
  const step = () => {
    scanner.tick(now += 1000);
    return scanner.highlighted;
  };
  assertEquals([step(), step(), step(), step()], [[1], [0], [1], [0, 1]]);
  for (let i = 0; i < 5; i++) step();
  assert(scanner.paused);
  assertEquals(scanner.first(now), null);
  assertEquals(scanner.highlighted, [0, 1]);
  assert(!scanner.paused);
});

Deno.test("Scanner: two switches leave a row by moving past its last item", () => {
  const scanner = new Scanner("two", 1000);
  scanner.start([[0, 1], [2, 3]], 0);
  scanner.first(1);
  assertEquals(scanner.second(2), null);
  assertEquals(scanner.highlighted, [2]);
  scanner.first(3);
  scanner.first(4);
  assertEquals(scanner.highlighted, [2, 3]);
  scanner.first(5);
  assertEquals(scanner.highlighted, [0, 1]);
  scanner.second(6);
  assertEquals(scanner.second(7), 0);
});

Deno.test("Scanner: a single row is entered from the start", () => {
  for (const mode of /** @type {const} */ (["one", "two"])) {
    const scanner = new Scanner(mode, 1000);
    scanner.start([[0, 1]], 0);
    assertEquals(scanner.highlighted, [0]);
    if (mode === "one") scanner.tick(1000);
    else scanner.first(1000);
    assertEquals(scanner.highlighted, [1]);
    assertEquals(mode === "one" ? scanner.first(1100) : scanner.second(1100), 1);
  }
});

Deno.test("Scanner: a clock that jumps back or forward moves by one step at most", () => {
  const scanner = new Scanner("one", 1000);
  scanner.start(singles(3), 100_000);
  assertEquals(scanner.tick(0), false);
  assert(scanner.tick(1000), "goes on one interval after the clock was set back");
  assert(scanner.tick(1e9));
  assertEquals(scanner.highlighted, [2]);
});

Deno.test("attempts: five are free, then waits double up to 15 minutes despite clock changes", () => {
  let attempts = NO_ATTEMPTS;
  for (let i = 0; i < 5; i++) {
    assertEquals(waitTime(attempts, 0), 0);
    attempts = failed(attempts, 0);
  }
  assertEquals(waitTime(attempts, 0), 30_000);
  assertEquals(waitTime(attempts, 29_000), 1_000);
  assertEquals(waitTime(attempts, 30_000), 0);
  assertEquals(waitTime(failed(attempts, 0), 0), 60_000);
  for (let i = 0; i < 50; i++) attempts = failed(attempts, 1e12);
  assertEquals(waitTime(attempts, 0), 15 * 60_000, "the clock was set back");
  assertEquals(waitTime(attempts, 2e12), 0, "the clock was set forward");
});
