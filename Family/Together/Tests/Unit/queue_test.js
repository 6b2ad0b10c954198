import { changed, current, makeQueue, moved, reordered } from "../../Web/modules/queue.js";
import { assert, assertEquals } from "./assert.js";

const ITEMS = ["a", "b", "c", "d"].map((id) => ({ id }));

/** @param {import("../../Web/modules/queue.js").Queue<{id: string}> | null} queue */
function rest(queue) {
  const played = [];
  for (; queue; queue = moved(queue, 1)) played.push(current(queue)?.id);
  return played;
}

Deno.test("in order every item plays once and the queue ends", () => {
  assertEquals(rest(makeQueue(ITEMS)), ["a", "b", "c", "d"]);
  assertEquals(rest(makeQueue(ITEMS, { first: 2 })), ["c", "d"]);
});

Deno.test("shuffled every item plays exactly once", () => {
  for (let round = 0; round < 100; round += 1) {
    assertEquals(rest(makeQueue(ITEMS, { shuffled: true })).toSorted(), ["a", "b", "c", "d"]);
    assertEquals(rest(makeQueue(ITEMS, { shuffled: true, first: 1 }))[0], "b");
  }
});

Deno.test("shuffling reaches every first item", () => {
  const first = new Set(Array.from({ length: 200 }, () => current(makeQueue(ITEMS, { shuffled: true }))?.id));
  assertEquals(first.size, 4);
});

Deno.test("there is nothing before the first and after the last item", () => {
  assertEquals(moved(makeQueue(ITEMS), -1), null);
  assertEquals(moved(makeQueue(ITEMS, { first: 3 }), 1), null);
  assertEquals(current(makeQueue(/** @type {{id: string}[]} */ ([]))), null);
});

Deno.test("switching shuffle keeps the current item", () => {
  const playing = makeQueue(ITEMS, { first: 2 });
  const shuffled = reordered(playing, true);
  assertEquals(current(shuffled)?.id, "c");
  assertEquals(rest(shuffled).toSorted(), ["a", "b", "c", "d"]);
  assertEquals(rest(reordered(shuffled, false)), ["c", "d"]);
});

Deno.test("the current item continues when others are moved, added or deleted", () => {
  const playing = makeQueue(ITEMS, { first: 1 });
  const next = changed(playing, [{ id: "d" }, { id: "b" }, { id: "e" }]);
  assert(next);
  assertEquals(rest(next), ["b", "e"]);
});

Deno.test("the next item plays when the current one is deleted", () => {
  const next = changed(makeQueue(ITEMS, { first: 1 }), [{ id: "a" }, { id: "c" }, { id: "d" }]);
  assertEquals(rest(next), ["c", "d"]);
  assertEquals(changed(makeQueue(ITEMS), []), null);
});

Deno.test("a shuffled queue keeps its order when items change", () => {
  const playing = { items: ITEMS, order: [3, 1, 0, 2], position: 1, shuffled: true };
  const next = changed(playing, [{ id: "a" }, { id: "b" }, { id: "d" }, { id: "new" }]);
  assertEquals(rest(next), ["b", "a", "new"]);
});
