// What the screen asks of the server: pictures go there one at a time, and verdicts come back.

import { go, leadToTerms, NoConnection, Refusal, request } from "./api.js";
import { atTheServer } from "./service-camera.js";

const patience = 4000;

async function send(path, picture) {
    let response;
    let answer;
    const isThere = picture === atTheServer;
    const address = isThere ? `${path}${path.includes("?") ? "&" : "?"}camera=service` : path;
    try {
        response = await fetch(address, {
            method: "POST", headers: isThere ? {} : { "Content-Type": "image/jpeg" },
            body: isThere ? undefined : picture,
            credentials: "same-origin", cache: "no-store",
            signal: AbortSignal.timeout(patience),
        });
        answer = await response.json();
    } catch (error) {
        if (response && !response.ok) throw new Refusal(response.status, {});
        throw new NoConnection(error.name === "TimeoutError");
    }
    if (response.ok) return answer;
    if (response.status === 401) go("/login?from=idle");
    const refusal = new Refusal(response.status, answer);
    leadToTerms(refusal);
    throw refusal;
}

/** A sitting of one child, as the server knows it. */
export class Judge {
    #path;

    constructor(sitting) {
        this.#path = `/api/facial-fun/sittings/${encodeURIComponent(sitting)}`;
    }

    /** Begins a sitting: `{state, sitting, hold, round}`. */
    static begin(level) {
        return request("POST", "/api/facial-fun/sittings", { level });
    }

    /** Whether there is a judge: `{state, sentence, clip, hold}`. */
    static overview() {
        return request("GET", "/api/facial-fun");
    }

    static setHold(hold) {
        return request("PUT", "/api/facial-fun/settings", { hold });
    }

    frame(picture, showing, elapsed) {
        return send(`${this.#path}/frames?showing=${showing}&elapsed=${Math.round(elapsed)}`,
            picture);
    }

    /** Whether the face can be seen; no verdict. */
    look(picture, showing, elapsed) {
        return send(`${this.#path}/look?showing=${showing}&elapsed=${Math.round(elapsed)}`,
            picture);
    }

    tap(picture, showing, elapsed, event) {
        return send(
            `${this.#path}/tap?showing=${showing}&elapsed=${Math.round(elapsed)}&event=${event}`,
            picture);
    }

    rest(picture) {
        return send(`${this.#path}/rest`, picture);
    }

    retakeRest() {
        return request("POST", `${this.#path}/rest/again`, {});
    }

    skip(showing, elapsed, event) {
        return request("POST", `${this.#path}/skip`,
            { id: event, showing, elapsedMilliseconds: Math.round(elapsed) });
    }

    /** The word of a grown-up; refused with `parent_needed` where the PIN was not written. */
    seen(showing, elapsed, event) {
        return request("POST", `${this.#path}/seen`,
            { id: event, showing, elapsedMilliseconds: Math.round(elapsed) });
    }

    /** The page is left: a word that needs no answer. */
    end() {
        const word = new Blob(["{}"], { type: "application/json" });
        navigator.sendBeacon?.(`${this.#path}/end`, word);
    }
}
