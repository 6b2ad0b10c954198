import { canBeSeen, canSkip, exits, followers, isPlaying, Machine, mayFollow } from "../../Web/modules/facial-fun-states.js";
import { assert, assertEquals } from "./assert.js";

/** @typedef {import("../../Web/modules/facial-fun-states.js").State} State */
const states = /** @type {State[]} */ (Object.keys(followers));

/** A state machine that has passed through these states. */
function through(...path) {
    const machine = new Machine();
    for (const state of path) assert(machine.change(state), `${machine.state} → ${state}`);
    return machine;
}

Deno.test("transition table names only its own states", () => {
    for (const state of [...Object.values(followers).flat(), ...exits]) assert(states.includes(state), state);
});

Deno.test("every state can be reached, and every state leads to the end", () => {
    const reached = new Set(["intro"]);
    for (const from of reached) {
        for (const to of states) if (mayFollow(/** @type {State} */ (from), to)) reached.add(to);
    }
    assertEquals([...reached].sort(), [...states].sort());
    for (const state of states) assert(mayFollow(state, "finished"), state);
});

Deno.test("all transitions", () => {
    const table = states.map((from) => `${from}: ${states.filter((to) => mayFollow(from, to)).join(" ")}`);
    assertEquals(table, [
        "intro: starting finished",
        "starting: intro starting resting watching trouble finished",
        "resting: intro starting trouble finished",
        "watching: intro starting resting deciding asking not_yet feedback trouble finished",
        "deciding: intro starting resting watching not_yet feedback trouble finished",
        "asking: intro starting resting watching not_yet feedback trouble finished",
        "not_yet: intro watching deciding asking trouble finished",
        "feedback: intro starting resting trouble finished",
        "trouble: starting trouble finished",
        "finished: starting finished",
    ]);
});

Deno.test("a face that matches at the second touch", () => {
    const machine = through("starting", "resting", "starting", "watching", "deciding", "not_yet", "watching",
        "deciding", "feedback", "starting", "watching");
    assert(machine.is("watching", "not_yet") && !machine.is("deciding"));
});

Deno.test("a late answer changes nothing after Done or a fault", () => {
    for (const end of /** @type {State[]} */ (["finished", "trouble"])) {
        const machine = through("starting", "watching", "deciding", end);
        for (const late of /** @type {State[]} */ (["feedback", "not_yet", "watching", "resting"])) {
            assert(!machine.change(late), `${end} → ${late}`);
            assertEquals(machine.state, end);
        }
        assert(machine.change("starting"), "another try");
    }
});

Deno.test("the adult's keypad returns to where it was opened", () => {
    through("starting", "watching", "asking", "watching");
    through("starting", "watching", "deciding", "not_yet", "asking", "not_yet");
});

Deno.test("buttons by state", () => {
    assertEquals(states.filter(canSkip), ["resting", "watching", "not_yet"]);
    assertEquals(states.filter(canBeSeen), ["watching", "not_yet"]);
    assertEquals(states.filter((state) => !isPlaying(state)), ["intro", "trouble", "finished"]);
});
