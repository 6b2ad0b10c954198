// A10: 30 minutes without activity log out. Uses one timer instead of polling, and reports activity
// to the server at most every five minutes.

import { go, request } from "./api.js";

const limit = 30 * 60_000;
const reportEvery = 5 * 60_000;
const place = "pet-active";
let reported = Date.now();
let timer;

function lastActive() {
    try {
        return Number(localStorage.getItem(place)) || 0;
    } catch {
        return seen;
    }
}

let seen = Date.now();

/** Activity: a key, a touch, or a face in front of the camera. */
export function noteActivity() {
    const now = Date.now();
    if (now - seen < 1000) return;
    seen = now;
    remember();
    if (now - reported > reportEvery) {
        reported = now;
        request("POST", "/api/activity", { hidden: document.hidden }).catch(() => {});
    }
}

function remember() {
    try {
        localStorage.setItem(place, String(seen));
    } catch {
        // Without storage each tab counts separately.
    }
}

/** Checks when the time would be up; another tab may have been used meanwhile. */
function check() {
    clearTimeout(timer);
    const left = Math.max(seen, lastActive()) + limit - Date.now();
    if (left > 0) {
        timer = setTimeout(check, left);
        return;
    }
    request("POST", "/api/logout", {}, { timeout: 4000 }).catch(() => {})
        .finally(() => go("/login?from=idle"));
}

export function watchForIdleness() {
    remember();
    for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
        addEventListener(kind, noteActivity, { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", () => {
        const word = new Blob(
            [JSON.stringify({ hidden: document.hidden })], { type: "application/json" });
        navigator.sendBeacon?.("/api/activity", word);
        // Timers do not run while a device sleeps.
        if (!document.hidden) check();
    });
    check();
}
