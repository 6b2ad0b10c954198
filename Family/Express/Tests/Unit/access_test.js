import { assert, assertEquals } from "./assert.js";
import { Dwell, PressFilter } from "../../Web/modules/press.js";
import { Scanner } from "../../Web/modules/scan.js";
import { failed, NO_ATTEMPTS, waitTime } from "../../Web/modules/attempts.js";

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
  scanner.start(3, 0);
  assertEquals(scanner.index, 0);
  assertEquals(scanner.tick(999), false);
  for (const [now, index] of [[1000, 1], [2000, 2], [3000, 0]]) {
    assert(scanner.tick(now));
    assertEquals(scanner.index, index);
  }
  assertEquals(scanner.first(3100), 0);
});

Deno.test("Scanner: one switch rests after three rounds; the next press starts a new round and chooses nothing", () => {
  const scanner = new Scanner("one", 1000, 3);
  scanner.start(2, 0);
  for (let now = 1000; now <= 6000; now += 1000) scanner.tick(now);
  assert(scanner.paused);
  assertEquals(scanner.tick(1e6), false);
  assertEquals(scanner.first(1e6), null);
  assert(!scanner.paused);
  assertEquals(scanner.index, 0);
  assertEquals(scanner.first(1e6 + 10), 0);
});

Deno.test("Scanner: two switches, one moves and one chooses; nothing moves by itself", () => {
  const scanner = new Scanner("two", 1000);
  scanner.start(2, 0);
  assertEquals(scanner.tick(1e6), false);
  assertEquals(scanner.first(1), null);
  assertEquals(scanner.index, 1);
  assertEquals(scanner.second(2), 1);
  scanner.first(3);
  assertEquals(scanner.index, 0);
});

Deno.test("Scanner: off and without items nothing is chosen", () => {
  const off = new Scanner("off", 1000);
  off.start(3, 0);
  assertEquals([off.first(1), off.second(1), off.tick(1e9)], [null, null, false]);
  const empty = new Scanner("one", 1000);
  empty.start(0, 0);
  assertEquals([empty.first(1), empty.tick(1e9)], [null, false]);
});

Deno.test("Scanner: a clock that jumps back or forward moves by one step at most", () => {
  const scanner = new Scanner("one", 1000);
  scanner.start(3, 100_000);
  assertEquals(scanner.tick(0), false);
  assert(scanner.tick(1000), "goes on one interval after the clock was set back");
  assert(scanner.tick(1e9));
  assertEquals(scanner.index, 2);
});

Deno.test("attempts: five are free, waits double up to 15 minutes, and clock changes never wait longer", () => {
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
