// Requests to the server. A response is a value; a failure is an error with its kind.

import { showMessage } from "./band.js";
import { page, text, wait } from "./page.js";

/** The server was not reached, or did not respond in time (`late`). */
export class NoConnection extends Error {
    constructor(late) {
        super(late ? "The server did not answer in time." : "The server was not reached.");
        this.late = late;
    }
}

/** The server rejected the request; `fields` has a message for each invalid field. */
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
 * A5: opens the login page, which explains that there is no connection. If the server responds
 * after all, it was only slower than the timeout: the page is reloaded instead.
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
    // Without a service worker there is no login page to show. This page reports the lost
    // connection and reloads once the server is back.
    showMessage(text("game.offline"), { duration: 0 });
    while (!(await isReachable())) await wait(5000);
    location.reload();
}

/**
 * Sends JSON, or a file unchanged, and reads JSON. Throws `NoConnection` and `Refusal`;
 * signed-out users are redirected to the login page. `timeout` is in milliseconds.
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

/** A15: if the terms have changed, a grown-up agrees first; stored answers are sent afterwards. */
export function leadToTerms(refusal) {
    if (refusal.code === "terms_changed" && !page.mustAgree) go("/agree");
}

function parsed(content, response) {
    try {
        return JSON.parse(content);
    } catch {
        // A page instead of JSON: a proxy responded, not the server.
        throw new Refusal(response.ok ? 502 : response.status, {});
    }
}

/** Whether the server responds. */
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
