// Stores a player's events in the browser until the server has responded. Events are sent in order,
// once, and only while their player is signed in.

import { NoConnection, request } from "./api.js";
import { keptStore } from "./kept-store.js";
import { page } from "./page.js";

// Unsent events this old belong to a player who no longer plays here.
const longest = 30 * 24 * 60 * 60_000;
const run = keptStore("pet", "events", { keyPath: "order", autoIncrement: true });

// Some browsers store nothing in private windows; events then live as long as the page.
const memory = { entries: [], next: 1 };

async function keep(what) {
    const entry = { ...what, at: Date.now() };
    try {
        return await run("readwrite", (events) => events.add(entry));
    } catch {
        memory.entries.push({ ...entry, order: memory.next });
        return memory.next++;
    }
}

async function entries() {
    let kept = [];
    try {
        kept = await run("readonly", (events) => events.getAll());
        const old = kept.filter((entry) => Date.now() - (entry.at ?? Date.now()) > longest);
        for (const entry of old) await remove(entry);
        kept = kept.filter((entry) => !old.includes(entry));
    } catch {
        kept = [];
    }
    return [...kept, ...memory.entries].filter((entry) => entry.player === page.player);
}

async function remove(entry) {
    memory.entries = memory.entries.filter((other) => other.event.id !== entry.event.id);
    try {
        await run("readwrite", (events) => events.delete(entry.order));
    } catch {
        // The event was in memory only.
    }
}

async function deliver(entry) {
    try {
        const address = `/api/rounds/${encodeURIComponent(entry.round)}/events`;
        const answer = await request("POST", address, entry.event, { timeout: 5000 });
        await remove(entry);
        return answer;
    } catch (error) {
        // An event that the server always rejects would block all later ones.
        if (!mayBeTaken(error)) await remove(entry);
        throw error;
    }
}

/** Whether the server may accept an event later: after a reconnection, a login, or agreement to
 * the terms. */
function mayBeTaken(error) {
    return error instanceof NoConnection || error.isTemporary || error.status === 401
        || error.code === "terms_changed";
}

/** Only one tab sends at a time, which keeps the order. */
function alone(work) {
    return navigator.locks ? navigator.locks.request("pet-outbox", work) : work();
}

/** Number of this player's waiting events. */
export async function waiting() {
    return (await entries()).length;
}

/** Drops all waiting events: the player is deleted. */
export async function forget() {
    for (const entry of await entries()) await remove(entry);
}

/** Sends waiting events, oldest first; throws if the server does not respond. */
export function flush() {
    return alone(async () => {
        for (const entry of await entries()) {
            try {
                await deliver(entry);
            } catch (error) {
                if (!mayBeTaken(error)) continue;
                throw error;
            }
        }
    });
}

/** Stores an event, sends it after all earlier ones, and returns the server's response. */
export async function post(round, event) {
    const order = await keep({ player: page.player, round, event });
    return send(order);
}

/** Sends a stored event and all earlier ones, and returns the server's response. */
export function send(order) {
    return alone(async () => {
        let answer = null;
        for (const entry of await entries()) {
            if (entry.order > order) break;
            try {
                answer = await deliver(entry);
            } catch (error) {
                if (entry.order === order) throw error;
                if (!mayBeTaken(error)) continue;
                throw error;
            }
        }
        return answer;
    }).catch((error) => {
        error.order = order;
        throw error;
    });
}
