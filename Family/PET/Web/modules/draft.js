// What a parent began in the Question Manager and did not save: words, picture and recordings stay in
// this browser over a login that came against one's will, for this family alone, a day at the most.

import { keptStore } from "./kept-store.js";
import { page } from "./page.js";

const longest = 24 * 60 * 60_000;
const run = keptStore("pet-drafts", "drafts", { keyPath: "key" });

function keyOf(question) {
    return `${page.account}:${question}`;
}

// Writing is slower than typing: each waits for the one before, and what is old is left out.
let writing = Promise.resolve();

function write(work) {
    // A browser that keeps nothing (private windows of some): the form has it as long as it lives.
    writing = writing.then(work).catch(() => {});
    return writing;
}

/** Whether this page alone has to do with the draft of a question, until it is left. */
export function claimDraft(question) {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
        // The page before this one may be about to let go of it.
        const signal = AbortSignal.timeout(400);
        navigator.locks.request(`pet-draft:${keyOf(question)}`, { signal }, () => {
            resolve(true);
            // Held as long as the page lives.
            return new Promise(() => {});
        }).catch(() => resolve(false));
    });
}

/** Keeps a draft of a question; `new` is one that is not there yet. */
export function keepDraft(question, draft) {
    return write(() => run("readwrite", (drafts) =>
        drafts.put({ ...draft, key: keyOf(question), at: Date.now() })));
}

/** What was kept of a question; null where nothing was. */
export async function draftOf(question) {
    try {
        const draft = await run("readonly", (drafts) => drafts.get(keyOf(question)));
        return draft && isFresh(draft) ? draft : null;
    } catch {
        return null;
    }
}

/** The questions of this family of which something is kept. */
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

/** Drops the draft of a question: it is saved, or not wanted. */
export function dropDraft(question) {
    return write(() => run("readwrite", (drafts) => drafts.delete(keyOf(question))));
}

/** Drops every draft: somebody logged out, or the account is deleted. */
export function forgetDrafts() {
    return write(() => run("readwrite", (drafts) => drafts.clear()));
}

/** Drops what nobody came back for, whose ever it is. */
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
