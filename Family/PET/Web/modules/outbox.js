// What a player did is kept in the browser until the server has answered it: sent in order, once,
// and tied to the player, so that nobody else's sign-in sends it.

import { NoConnection, request } from "./api.js";
import { keptStore } from "./kept-store.js";
import { page } from "./page.js";

// What nobody could send for so long belongs to a player who comes here no more.
const longest = 30 * 24 * 60 * 60_000;
const run = keptStore("pet", "events", { keyPath: "order", autoIncrement: true });

// A browser that keeps nothing (private windows of some): the events live as long as the page.
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
        // It was in memory only.
    }
}

async function deliver(entry) {
    try {
        const address = `/api/rounds/${encodeURIComponent(entry.round)}/events`;
        const answer = await request("POST", address, entry.event, { timeout: 5000 });
        await remove(entry);
        return answer;
    } catch (error) {
        // What the server will never take would block all that comes after it.
        if (!mayBeTaken(error)) await remove(entry);
        throw error;
    }
}

/** Whether the server may take an event later: reached again, signed in again, the terms agreed to. */
function mayBeTaken(error) {
    return error instanceof NoConnection || error.isTemporary || error.status === 401
        || error.code === "terms_changed";
}

/** One tab at a time sends, so that the order holds. */
function alone(work) {
    return navigator.locks ? navigator.locks.request("pet-outbox", work) : work();
}

/** How many events of this player wait. */
export async function waiting() {
    return (await entries()).length;
}

/** Drops what waits: the player is deleted. */
export async function forget() {
    for (const entry of await entries()) await remove(entry);
}

/** Sends what waits, oldest first; throws where the server does not answer. */
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

/** Keeps an event, sends it after all that waited before it, and gives the server's answer. */
export async function post(round, event) {
    const order = await keep({ player: page.player, round, event });
    return send(order);
}

/** Sends an event that was kept before, and all before it, and gives the server's answer. */
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
