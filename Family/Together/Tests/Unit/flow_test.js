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

Deno.test("a draft survives a reload until it is discarded", () => {
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

Deno.test("a draft works with damaged or full storage", () => {
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

Deno.test("signing out discards drafts only", () => {
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
  const save = (/** @type {string} */ id, /** @type {any} */ form) => {
    saved.push([id, form]);
    return Promise.resolve({ version: "1" });
  };
  const form = new ActivityForm({ id: "a", form: { name: "Zoo" } }, save, store);
  assertEquals(form.value, { name: "Zoo" });
  form.set({ location: "Gate" });
  assert(store.values.has("together-activity-a"));
  await form.flush();
  await form.flush();
  assertEquals(saved, [["a", { name: "Zoo", location: "Gate" }]]);
  assertEquals(store.values.size, 0);
});

Deno.test("unsent input survives a reload and is then sent", async () => {
  const store = memory();
  const offline = new ActivityForm({ id: "a", form: {} }, () => Promise.reject(new Error("offline")), store);
  offline.set({ name: "Zoo" });
  await offline.flush();
  /** @type {any[]} */
  const saved = [];
  const again = new ActivityForm({ id: "a", form: {} }, (_, form) => {
    saved.push(form);
    return Promise.resolve({ version: "1" });
  }, store);
  assertEquals(again.value, { name: "Zoo" });
  await again.flush();
  assertEquals(saved, [{ name: "Zoo" }]);
});

/** A server with one form: its versions are numbers. */
function server() {
  return {
    form: /** @type {any} */ ({}),
    version: 1,
    isOffline: false,
    get activity() {
      return { id: "a", form: JSON.parse(JSON.stringify(this.form)), formVersion: String(this.version) };
    },
    save(/** @type {string} */ _, /** @type {any} */ form, /** @type {string | undefined} */ version) {
      if (this.isOffline) return Promise.reject(new Error("offline"));
      if (version !== String(this.version)) {
        const fields = { form: JSON.stringify(this.form), version: String(this.version) };
        return Promise.reject(Object.assign(new Error("changed"), { code: "changed_elsewhere", fields }));
      }
      this.form = form;
      return Promise.resolve({ version: String(this.version += 1) });
    },
  };
}

/** A device that shows the form. @param {ReturnType<typeof server>} server */
function device(server, store = memory()) {
  let conflicts = 0;
  const save = server.save.bind(server);
  const form = new ActivityForm(server.activity, save, store, () => conflicts += 1);
  return { form, store, conflicts: () => conflicts };
}

Deno.test("input of another device is not replaced until the person has chosen", async () => {
  const house = server();
  const [phone, laptop] = [device(house), device(house)];
  phone.form.set({ name: "Zoo" });
  await phone.form.flush();
  phone.form.set({ name: "Zoo with otters" });
  await phone.form.flush();
  assertEquals(phone.conflicts(), 0);
  laptop.form.set({ name: "Lake" });
  await laptop.form.flush();
  assertEquals(laptop.conflicts(), 1);
  assertEquals(house.form, { name: "Zoo with otters" });
  assertEquals(laptop.form.other?.form, { name: "Zoo with otters" });
  assertEquals(laptop.form.value, { name: "Lake" });
  // Further typing is kept in the tab and not sent.
  laptop.form.set({ name: "Lake or pool" });
  await laptop.form.flush();
  assertEquals(house.form, { name: "Zoo with otters" });
  await laptop.form.keepMine();
  assertEquals(house.form, { name: "Lake or pool" });
  assertEquals(laptop.store.values.size, 0);
});

Deno.test("a conflict is found again after a reload, with the typed text", async () => {
  const house = server();
  const laptop = device(house);
  house.isOffline = true;
  laptop.form.set({ name: "Lake" });
  await laptop.form.flush();
  house.isOffline = false;
  const phone = device(house);
  phone.form.set({ name: "Zoo" });
  await phone.form.flush();
  const reloaded = device(house, laptop.store);
  assertEquals(reloaded.form.other?.form, { name: "Zoo" });
  assertEquals(reloaded.form.value, { name: "Lake" });
  await reloaded.form.flush();
  assertEquals(house.form, { name: "Zoo" });
  reloaded.form.discard();
  assertEquals(device(house, laptop.store).form.value, { name: "Zoo" });
});

Deno.test("an answer that was lost is no conflict", async () => {
  const house = server();
  const store = memory();
  const page = new ActivityForm(house.activity, async (id, form, version) => {
    await house.save(id, form, version);
    throw new Error("the page closed");
  }, store);
  page.set({ name: "Zoo", tasks: ["Pack"] });
  await page.flush();
  page.set({ name: "Zoo with otters" });
  const reloaded = device(house, store);
  assertEquals(house.form, { name: "Zoo", tasks: ["Pack"] });
  assertEquals(reloaded.form.other, null);
  await reloaded.form.flush();
  assertEquals(house.form, { name: "Zoo with otters", tasks: ["Pack"] });
  assertEquals(reloaded.conflicts(), 0);
});

Deno.test("input that an earlier version of the page kept is no obstacle", () => {
  const house = server();
  const store = memory();
  store.setItem("together-activity-a", JSON.stringify({ name: "Zoo" }));
  assertEquals(device(house, store).form.other, null);
});
