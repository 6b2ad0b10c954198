// Requests to the server: every answer is a value, every failure says what kind it is.

import { showMessage } from "./band.js";
import { page, text, wait } from "./page.js";

/** The server was not reached, or did not answer in time (`late`). */
export class NoConnection extends Error {
    constructor(late) {
        super(late ? "The server did not answer in time." : "The server was not reached.");
        this.late = late;
    }
}

/** The server answered and refused; `fields` has a sentence for each field at fault. */
export class Refusal extends Error {
    constructor(status, body) {
        super(body.message || `The server answered ${status}.`);
        this.status = status;
        this.code = body.code || "unknown";
        this.fields = body.fields || {};
        this.seconds = body.seconds;
    }

    /** Whether the same request may succeed later. */
    get isTemporary() {
        return this.status >= 500 || this.status === 408 || this.status === 429;
    }
}

let leaving = false;

/** Goes to another page, once. */
export function go(address) {
    if (leaving) return;
    leaving = true;
    location.assign(address);
}

addEventListener("pageshow", () => { leaving = false; });

/**
 * A5: goes to the login page, which explains that there is no connection. A server that answers, only slower than
 * `error` waited, is no reason to leave: the page is loaded again.
 * @param {Error} error
 */
export async function goOffline(error) {
    if (error instanceof NoConnection && error.late && await isReachable()) {
        if (!leaving) location.reload();
        leaving = true;
        return;
    }
    if (navigator.serviceWorker?.controller) {
        go("/login?from=offline");
        return;
    }
    // Nothing keeps the login screen here: this one says it, and begins anew with the server.
    showMessage(text("game.offline"), { duration: 0 });
    while (!(await isReachable())) await wait(5000);
    location.reload();
}

/**
 * Sends JSON, or a file as it is, and reads JSON. Throws `NoConnection` and `Refusal`; who is signed out is led to the
 * login screen. `timeout` in milliseconds.
 */
export async function request(method, path, body, { timeout = 10_000 } = {}) {
    let response;
    let answer = {};
    const isFile = body instanceof Blob;
    const type = isFile ? body.type : "application/json";
    try {
        response = await fetch(path, {
            method,
            headers: body === undefined ? {} : { "Content-Type": type },
            body: body === undefined || isFile ? body : JSON.stringify(body),
            credentials: "same-origin",
            cache: "no-store",
            signal: AbortSignal.timeout(timeout),
        });
        const content = await response.text();
        if (content) answer = parsed(content, response);
    } catch (error) {
        if (error instanceof Refusal) throw error;
        throw new NoConnection(error.name === "TimeoutError");
    }
    if (response.ok) return answer;
    const refusal = new Refusal(response.status, answer);
    if (response.status === 401 && refusal.code === "signed_out" && page.player) {
        go("/login?from=idle");
    }
    leadToTerms(refusal);
    throw refusal;
}

/** A15: where the terms changed, a grown-up agrees first; what was answered is sent after that. */
export function leadToTerms(refusal) {
    if (refusal.code === "terms_changed" && !page.mustAgree) go("/agree");
}

function parsed(content, response) {
    try {
        return JSON.parse(content);
    } catch {
        // A page instead of JSON: something between here and the server answered.
        throw new Refusal(response.ok ? 502 : response.status, {});
    }
}

/** Whether the server answers at all. */
export async function isReachable() {
    try {
        const response = await fetch("/healthz", {
            cache: "no-store", signal: AbortSignal.timeout(4000),
        });
        return response.ok;
    } catch {
        return false;
    }
}
