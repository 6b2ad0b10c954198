// The screen's requests to the server: sends one picture at a time and receives verdicts.

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

/** A child's sitting, as the server knows it. */
export class Judge {
    #path;

    constructor(sitting) {
        this.#path = `/api/facial-fun/sittings/${encodeURIComponent(sitting)}`;
    }

    /** Begins a sitting: `{state, sitting, hold, round}`. */
    static begin(level) {
        return request("POST", "/api/facial-fun/sittings", { level });
    }

    /** State of the judge: `{state, sentence, clip, hold}`. */
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

    /** Checks whether the face is visible, without a verdict. */
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

    /** Records that a grown-up saw the face; rejected with `parent_needed` without the PIN. */
    seen(showing, elapsed, event) {
        return request("POST", `${this.#path}/seen`,
            { id: event, showing, elapsedMilliseconds: Math.round(elapsed) });
    }

    /** Reports that the page is left; needs no response. */
    end() {
        const word = new Blob(["{}"], { type: "application/json" });
        navigator.sendBeacon?.(`${this.#path}/end`, word);
    }
}
