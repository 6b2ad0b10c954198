import {
  arrivalView,
  changeTrigger,
  characters,
  cut,
  defaultTitle,
  isComplete,
  neededMedia,
  newPanorama,
  removePanorama,
  tidied,
  titleProblem,
  unplayed,
  warnings,
} from "../../Web/modules/experience.js";
import { strengthAt } from "../../Web/modules/intensity.js";
import { History } from "../../Web/modules/history.js";
import { chartPoints, linePath, trend } from "../../Web/modules/chart.js";
import { assert, assertAlmostEquals, assertEquals } from "./assert.js";

/** @typedef {import("../../Web/modules/experience.js").Trigger} Trigger */

/** @returns {import("../../Web/modules/experience.js").Experience} */
function tour() {
  const trigger = (/** @type {Partial<Trigger>} */ more) => /** @type {Trigger} */ ({
    id: "",
    kind: "sound",
    yaw: 0,
    pitch: 0,
    size: 10,
    name: "Sound",
    ...more,
  });
  const first = newPanorama("image-1", "Hall", "a");
  const second = newPanorama("image-2", "Room", "b");
  first.start = { yaw: 5, pitch: 0 };
  first.triggers = [
    trigger({ id: "s1", media: "m1" }),
    trigger({ id: "d1", kind: "door", to: "b", yaw: 90, pitch: -5 }),
  ];
  second.triggers = [trigger({ id: "v1", kind: "video", media: "m2" }), trigger({ id: "d2", kind: "door", to: "a" })];
  return {
    version: 1,
    id: "e",
    title: "Dentist",
    description: "",
    language: "en",
    final: "b",
    panoramas: [first, second],
  };
}

Deno.test("PREP-F14 unplayed: sounds and videos count, doors do not", () => {
  const [first] = tour().panoramas;
  assertEquals(unplayed(first, new Set()).map((item) => item.id), ["s1"]);
  assertEquals(unplayed(first, new Set(["s1"])), []);
});

Deno.test("PREP-F15 isComplete: only in the final panorama, and only when all of it was played", () => {
  assert(!isComplete(tour(), "b", new Set()));
  assert(isComplete(tour(), "b", new Set(["v1"])));
  assert(!isComplete(tour(), "a", new Set(["s1"])));
  assert(!isComplete({ ...tour(), final: null }, "b", new Set(["v1"])));
});

Deno.test("PREP-F15 isComplete: a final panorama without media is not over on arrival", () => {
  const experience = tour();
  experience.panoramas[1].triggers = [];
  assert(!isComplete(experience, "b", new Set()));
});

Deno.test("PREP-N8 arrivalView: the way back faces the door the child came from, a new place its start", () => {
  const [hall] = tour().panoramas;
  assertEquals(arrivalView(hall, "b", new Set(["a", "b"])), { yaw: 90, pitch: -5 });
  assertEquals(arrivalView(hall, "b", new Set(["b"])), { yaw: 5, pitch: 0 });
  assertEquals(arrivalView(hall, null, new Set()), { yaw: 5, pitch: 0 });
});

Deno.test("PREP-F16 titleProblem: 4 to 16 characters, unique without regard to case", () => {
  assertEquals(titleProblem("Bus", []), "error.title_short");
  assertEquals(titleProblem("  Bus   ", []), "error.title_short");
  assertEquals(titleProblem("A title that is long", []), "error.title_long");
  assertEquals(titleProblem("the dentist", ["The Dentist"]), "error.title_taken");
  assertEquals(titleProblem("My bus 🚌", []), null);
});

Deno.test("PREP-F16 defaultTitle: the next free number", () => {
  assertEquals(defaultTitle([]), "Experience 1");
  assertEquals(defaultTitle(["experience 1", "Experience 3"]), "Experience 2");
});

Deno.test("PREP-F17 cut: counts characters as people do", () => {
  assertEquals(characters("👩‍👩‍👧é"), 2);
  assertEquals(cut("ab👩‍👩‍👧cd", 3), "ab👩‍👩‍👧");
});

Deno.test("PREP-F26 warnings: doors to nowhere, unreachable panoramas, circles are fine", () => {
  assertEquals(warnings(tour()), []);
  const experience = tour();
  experience.panoramas[0].triggers[1].to = "gone";
  assertEquals(warnings(experience).map((item) => item.key), ["warning.door_nowhere", "warning.unreachable"]);
  assertEquals(warnings({ ...tour(), panoramas: [] }).map((item) => item.key), ["warning.no_panorama"]);
  assertEquals(warnings({ ...tour(), final: null }).map((item) => item.key), ["warning.no_final"]);
});

Deno.test("PREP-F18 removePanorama: takes its doors and the mark of the final panorama along", () => {
  const rest = removePanorama(tour(), "b");
  assertEquals(rest.final, null);
  assertEquals(rest.panoramas.flatMap((item) => item.triggers.map((trigger) => trigger.id)), ["s1"]);
});

Deno.test("PREP-F27 changeTrigger: keeps sizes and directions within their limits", () => {
  const [hall] = tour().panoramas;
  const [changed] = changeTrigger(hall, "s1", { size: 100, yaw: 190, pitch: 99 }).triggers;
  assertEquals([changed.size, changed.yaw, changed.pitch], [30, -170, 80]);
  assertEquals(tidied({ ...changed, name: "x".repeat(50) }).name.length, 40);
  assertEquals(hall.triggers[0].size, 10, "the original changed");
});

Deno.test("PREP-N9 neededMedia: every image, sound and video once", () => {
  assertEquals(neededMedia(tour()), ["image-1", "m1", "image-2", "m2"]);
});

Deno.test("PREP-N4 strengthAt: rises from the start to the full strength over the visits", () => {
  const intensity = { volume: 0.2, seconds: 2, steps: 5 };
  assertEquals(strengthAt(intensity, 1, 10), { volume: 0.2, seconds: 2 });
  const middle = strengthAt(intensity, 3, 10);
  assertAlmostEquals(middle.volume, 0.6, 1e-9);
  assertAlmostEquals(/** @type {number} */ (middle.seconds), 6, 1e-9);
  assertEquals(strengthAt(intensity, 5, 10), { volume: 1, seconds: null });
  assertEquals(strengthAt(intensity, 99, 10), { volume: 1, seconds: null });
  assertEquals(strengthAt(undefined, 1, 10), { volume: 1, seconds: null });
  assertEquals(strengthAt({ ...intensity, seconds: 20 }, 1, 10).seconds, null);
  assertEquals(strengthAt(intensity, 1, NaN).seconds, 2);
});

Deno.test("PREP-F27 history: undo, redo, and typing as one step", () => {
  const history = new History("a");
  history.change("ab", "title", 0);
  history.change("abc", "title", 500);
  history.change("abcd", "title", 5000);
  history.undo();
  assertEquals(history.value, "abc");
  history.undo();
  assertEquals(history.value, "a");
  assert(!history.canUndo && history.canRedo);
  history.redo();
  assertEquals(history.value, "abc");
  history.change("x");
  assert(!history.canRedo);
});

Deno.test("PREP-N4 trend: compares the newer half with the older, and needs four ratings", () => {
  const visits = (/** @type {(number | null)[]} */ ratings) =>
    ratings.map((before, index) => ({ id: String(index), before, after: null, finished: true, tooMuch: 0 }));
  assertEquals(trend(visits([1, 2])), "progress.too_few");
  assertEquals(trend(visits([1, 2, null, 4, 5])), "progress.easier");
  assertEquals(trend(visits([4, 4, 3, 2])), "progress.harder");
  assertEquals(trend(visits([3, 3, 3, 3])), "progress.same");
});

Deno.test("PREP-N4 chartPoints: skipped ratings leave no point, calm is above worried", () => {
  const points = chartPoints([
    { id: "1", before: 1, after: null, finished: false, tooMuch: 1 },
    { id: "2", before: 5, after: 4, finished: true, tooMuch: 0 },
  ]);
  assertEquals([points.before.length, points.after.length], [2, 1]);
  assert(points.before[1].y < points.before[0].y);
  assert(linePath(points.before).startsWith("M"));
});
