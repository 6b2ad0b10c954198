import { ActivityForm, discardAll, Draft } from "../../Web/modules/flow.js";
import { assert, assertEquals } from "./assert.js";

/** A storage in memory. */
function memory() {
  const values = new Map();
  return {
    values,
    get length() {
      return values.size;
    },
    key: (/** @type {number} */ index) => [...values.keys()][index] ?? null,
    getItem: (/** @type {string} */ key) => values.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void values.set(key, value),
    removeItem: (/** @type {string} */ key) => void values.delete(key),
  };
}

Deno.test("a draft survives a reload and is gone when discarded", () => {
  const store = memory();
  const draft = new Draft("book", () => ({ reason: "", priority: "medium" }), store);
  assert(draft.isEmpty);
  draft.set({ reason: "Doctor" });
  const again = new Draft("book", () => ({ reason: "", priority: "medium" }), store);
  assertEquals(again.value, { reason: "Doctor", priority: "medium" });
  assert(!again.isEmpty);
  again.discard();
  assertEquals(new Draft("book", () => ({ reason: "" }), store).value, { reason: "" });
});

Deno.test("a damaged or full storage is no obstacle", () => {
  const store = memory();
  store.setItem("together-book", "{no json");
  const draft = new Draft("book", () => ({ reason: "" }), {
    ...store,
    setItem: () => {
      throw new Error("full");
    },
  });
  draft.set({ reason: "Doctor" });
  assertEquals(draft.value.reason, "Doctor");
});

Deno.test("signing out discards every draft and nothing else", () => {
  const store = memory();
  new Draft("one", () => ({ a: 1 }), store).set({ a: 2 });
  store.setItem("other-app", "kept");
  discardAll(store);
  assertEquals([...store.values.keys()], ["other-app"]);
});

Deno.test("a form is stored in the tab at once and by the server once", async () => {
  const store = memory();
  /** @type {any[]} */
  const saved = [];
  const save = (/** @type {string} */ id, /** @type {any} */ form) => Promise.resolve(void saved.push([id, form]));
  const form = new ActivityForm({ id: "a", form: { name: "Zoo" } }, save, store);
  assertEquals(form.value, { name: "Zoo" });
  form.set({ location: "Gate" });
  assert(store.values.has("together-activity-a"));
  await form.flush();
  await form.flush();
  assertEquals(saved, [["a", { name: "Zoo", location: "Gate" }]]);
  assertEquals(store.values.size, 0);
});

Deno.test("what the server did not get is there after a reload and sent then", async () => {
  const store = memory();
  const offline = new ActivityForm({ id: "a", form: {} }, () => Promise.reject(new Error("offline")), store);
  offline.set({ name: "Zoo" });
  await offline.flush();
  /** @type {any[]} */
  const saved = [];
  const again = new ActivityForm({ id: "a", form: {} }, (_, form) => Promise.resolve(void saved.push(form)), store);
  assertEquals(again.value, { name: "Zoo" });
  await again.flush();
  assertEquals(saved, [{ name: "Zoo" }]);
});
