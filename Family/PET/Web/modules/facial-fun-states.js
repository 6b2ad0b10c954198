// The states of the Facial Fun screen and their transitions. It does not access the page, so unit
// tests can run it.

/**
 * @typedef {"intro" | "starting" | "resting" | "watching" | "deciding" | "asking" | "not_yet" | "feedback"
 *     | "trouble" | "finished"} State
 */

/**
 * The states that may follow a state in the normal course of the game.
 * @type {Readonly<Record<State, readonly State[]>>}
 */
export const followers = Object.freeze({
    // Levels to choose from.
    intro: ["starting"],
    // The service, the camera or the next face is being prepared.
    starting: ["starting", "resting", "watching"],
    // Pictures of the resting face are taken; Skip ends this.
    resting: ["starting"],
    // The face is judged, continuously or at a touch.
    watching: ["starting", "resting", "deciding", "asking", "not_yet", "feedback"],
    // A touch or a skip waits for the server.
    deciding: ["starting", "resting", "watching", "not_yet", "feedback"],
    // An adult enters the PIN.
    asking: ["starting", "resting", "watching", "not_yet", "feedback"],
    // Advice, until the child tries again.
    not_yet: ["watching", "deciding", "asking"],
    // Praise or comfort, for two seconds.
    feedback: ["starting", "resting"],
    trouble: ["starting"],
    finished: ["starting"],
});

/**
 * The states that may follow any state of a game that runs: it fails, it ends, or its level has no faces.
 *
 * @type {readonly State[]}
 */
export const exits = Object.freeze(["trouble", "finished", "intro"]);

/** @type {ReadonlySet<State>} */
const playing = new Set(["starting", "resting", "watching", "deciding", "asking", "not_yet", "feedback"]);

/** Whether a game runs, which needs the camera. @param {State} state */
export function isPlaying(state) {
    return playing.has(state);
}

/** Whether Skip is enabled. */
export function canSkip(state) {
    return ["resting", "watching", "not_yet"].includes(state);
}

/** Whether an adult can confirm the face. */
export function canBeSeen(state) {
    return ["watching", "not_yet"].includes(state);
}

/** Whether one state may follow another. @param {State} from @param {State} to */
export function mayFollow(from, to) {
    if (followers[from].includes(to)) return true;
    if (isPlaying(from)) return exits.includes(to);
    // Done leaves any state; an error may be reported twice.
    return to === "finished" || (from === "trouble" && to === "trouble");
}

/** The state of one screen. */
export class Machine {
    /** @type {State} */
    #state = "intro";

    get state() {
        return this.#state;
    }

    /**
     * Changes the state if it may follow the current one. A late answer of a game that ended may
     * not.
     * @param {State} next
     * @returns {boolean} whether it was changed
     */
    change(next) {
        if (!mayFollow(this.#state, next)) return false;
        this.#state = next;
        return true;
    }

    /** @param {...State} states */
    is(...states) {
        return states.includes(this.#state);
    }
}
