// Unsaved work in the Question Manager: words, picture and recordings stay in this browser if the
// parent is logged out involuntarily, only for this family, for a day at most.

import { keptStore } from "./kept-store.js";
import { page } from "./page.js";

const longest = 24 * 60 * 60_000;
const run = keptStore("pet-drafts", "drafts", { keyPath: "key" });

function keyOf(question) {
    return `${page.account}:${question}`;
}

// Storing is slower than typing: each write waits for the previous one, and outdated writes are
// skipped.
let writing = Promise.resolve();

function write(work) {
    // Some browsers store nothing in private windows; the draft then lives as long as the page.
    writing = writing.then(work).catch(() => {});
    return writing;
}

/** Reserves the draft of a question for this page until the page is left; returns whether it was
 * free. */
export function claimDraft(question) {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
        // The previous page may be about to release the lock.
        const signal = AbortSignal.timeout(400);
        navigator.locks.request(`pet-draft:${keyOf(question)}`, { signal }, () => {
            resolve(true);
            // Held as long as the page lives.
            return new Promise(() => {});
        }).catch(() => resolve(false));
    });
}

/** Stores a draft of a question; `new` is the id of a question that does not exist yet. */
export function keepDraft(question, draft) {
    return write(() => run("readwrite", (drafts) =>
        drafts.put({ ...draft, key: keyOf(question), at: Date.now() })));
}

/** The stored draft of a question, or null. */
export async function draftOf(question) {
    try {
        const draft = await run("readonly", (drafts) => drafts.get(keyOf(question)));
        return draft && isFresh(draft) ? draft : null;
    } catch {
        return null;
    }
}

/** The questions of this family that have a draft. */
export async function draftedQuestions() {
    try {
        const drafts = await run("readonly", (all) => all.getAll());
        const own = `${page.account}:`;
        return drafts.filter((draft) => draft.key.startsWith(own) && isFresh(draft))
            .map((draft) => draft.key.slice(own.length));
    } catch {
        return [];
    }
}

/** Drops the draft of a question that was saved or discarded. */
export function dropDraft(question) {
    return write(() => run("readwrite", (drafts) => drafts.delete(keyOf(question))));
}

/** Drops every draft after a logout or the deletion of the account. */
export function forgetDrafts() {
    return write(() => run("readwrite", (drafts) => drafts.clear()));
}

/** Drops expired drafts of all families. */
export function forgetOldDrafts() {
    return write(async () => {
        const drafts = await run("readonly", (all) => all.getAll());
        for (const draft of drafts.filter((one) => !isFresh(one))) {
            await run("readwrite", (all) => all.delete(draft.key));
        }
    });
}

function isFresh(draft) {
    return Math.abs(Date.now() - draft.at) < longest;
}
