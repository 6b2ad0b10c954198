import { needsMe, pathOf, stateKey, symbolOf } from "../../Web/modules/next-step.js";
import { checkPoll, emptyOption, standings } from "../../Web/modules/poll.js";
import { SYMBOLS } from "../../Web/modules/icons.js";
import { assert, assertEquals } from "./assert.js";

const OPTIONS = [{ name: "Zoo", description: "Otters" }, { name: "Cinema", description: "A film" }];

Deno.test("a complete poll has no fault", () => {
  assertEquals(checkPoll(OPTIONS, 200, 100), null);
});

Deno.test("the first missing part is named with its option", () => {
  assertEquals(checkPoll([OPTIONS[0]], 200, 100)?.key, "error.too_few_options");
  assertEquals(checkPoll([OPTIONS[0], emptyOption()], 200, 100), {
    field: "name",
    option: 1,
    key: "error.option_name_missing",
  });
  assertEquals(checkPoll([OPTIONS[0], { name: "Park", description: " " }], 200, 100)?.field, "description");
  assertEquals(checkPoll([OPTIONS[0], { name: " zoo ", description: "x" }], 200, 100)?.key, "error.option_twice");
});

Deno.test("a deadline that is not in the future is rejected", () => {
  assertEquals(checkPoll(OPTIONS, 100, 100)?.field, "deadline");
  assertEquals(checkPoll(OPTIONS, 0, 100)?.field, "deadline");
});

Deno.test("standings are sorted by votes and keep the order of equals", () => {
  const found = standings([...OPTIONS, { name: "Park", description: "x" }], [1, 3, 1]);
  assertEquals(found.map(({ option, votes }) => [option.name, votes]), [["Cinema", 3], ["Zoo", 1], ["Park", 1]]);
  assertEquals(standings(OPTIONS, [0, 0])[0].share, 0);
});

Deno.test("every step has an address, a symbol and a text", async () => {
  const path = new URL("../../Web/languages/en.json", import.meta.url);
  const { texts } = JSON.parse(await Deno.readTextFile(path));
  for (
    const kind of ["vote", "choose_tied", "enter", "schedule", "details", "task", "answer", "acknowledge", "invite"]
  ) {
    assert(SYMBOLS.includes(symbolOf(kind)), kind);
    for (const key of [`next.${kind}`, `next.${kind}.named`, `next.${kind}.go`]) assert(key in texts, key);
  }
  assertEquals(pathOf({ kind: "answer", name: "", request: 5, resource: "r" }), "/requests/5");
  assertEquals(pathOf({ kind: "vote", name: "", activity: "a" }), "/activities/a");
  assertEquals(pathOf({ kind: "vote", name: "", activity: "a" }, "adult"), "/activities/a");
  assertEquals(pathOf({ kind: "vote", name: "", activity: "a" }, "child"), "/child");
  assertEquals(pathOf({ kind: "task", name: "", activity: "a" }, "child"), "/activities/a");
  assertEquals(pathOf({ kind: "acknowledge", name: "", resource: "r" }), "/resources/r");
  assertEquals(pathOf({ kind: "acknowledge", name: "" }), "/resources");
});

Deno.test("every stage has a text about its state", async () => {
  const path = new URL("../../Web/languages/en.json", import.meta.url);
  const { texts } = JSON.parse(await Deno.readTextFile(path));
  const steps = [
    "invite",
    "vote",
    "change_vote",
    "choose_tied",
    "enter",
    "schedule",
    "details",
    "tasks",
    "wait",
    "none",
  ];
  for (
    const stage of ["draft", "polling", "tied", "unvoted", "scheduling", "detailing", "invited", "done", "cancelled"]
  ) {
    for (const next of steps) {
      const activity = /** @type {any} */ ({ stage, next });
      assert(stateKey(activity) in texts, `${stage} ${next}: ${stateKey(activity)}`);
    }
  }
  assert(!needsMe(/** @type {any} */ ({ next: "change_vote" })));
});
