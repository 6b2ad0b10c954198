import { namesAbove } from "../../Web/modules/labels.js";
import { assertEquals } from "./assert.js";

const SCALE = 7;
/** @param {number} yaw @param {number} pitch */
const item = (yaw, pitch) => ({ yaw, pitch, size: 60, width: 120, height: 24 });

Deno.test("PREP-F10 namesAbove: names stay below symbols that are far apart", () => {
  assertEquals(namesAbove([item(-60, 0), item(0, 0), item(60, 0)], SCALE), [false, false, false]);
});

Deno.test("PREP-F10 namesAbove: of two neighbors at the same height the second name goes up", () => {
  assertEquals(namesAbove([item(0, 0), item(13, 0)], SCALE), [false, true]);
});

Deno.test("PREP-F10 namesAbove: a name that would cover the symbol below it goes up", () => {
  assertEquals(namesAbove([item(0, 10), item(3, 0)], SCALE), [true, false]);
});

Deno.test("PREP-F10 namesAbove: neighbors are found across the edge of the picture", () => {
  assertEquals(namesAbove([item(-174, 0), item(179, 0)], SCALE), [false, true]);
});

Deno.test("PREP-F10 namesAbove: a name that is covered on both sides stays where less is covered", () => {
  assertEquals(namesAbove([item(0, 9), item(0, 0), item(0, -9)], SCALE)[1], false);
});
