// A10: 30 minutes without activity log out. No polling: one timer, and one word to the server at
// most every five minutes while somebody is there.

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

/** Somebody is there: a key, a touch, or a face that the camera sees. */
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
        // Without storage each tab counts for itself.
    }
}

/** Looks when the time would be up; another tab may have been used meanwhile. */
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
        // A device that slept has not run its timers.
        if (!document.hidden) check();
    });
    check();
}
